"""The screen on which the game is played. It shows what the port and the choosers say, and knows no rule."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from engine.hidden import Face, IllegalAction, Piece, Seat
from engine.sekigahara.actions import Action, Challenge
from engine.sekigahara.board import CAPITAL, HAND, NAMES, PLACES, RECRUITMENT, Place
from engine.sekigahara.legal import legal_choices
from engine.sekigahara.state import State
from p2p.text import CHAT_LIMIT, clean
from tui.glyphs import Glyphs
from tui.ports import GamePort, Situation
from tui.screens.dialogs import ConfirmScreen, LineScreen, TextScreen, help_text
from tui.screens.result import result_lines
from tui.sekigahara.choosers import Asked, open_dialogue
from tui.sekigahara.log import Chronicle, LogLine
from tui.sekigahara.map.contents import look, own_view
from tui.sekigahara.panels.panels import (
    battle_lines,
    forces_lines,
    hand_lines,
    place_lines,
    place_summary,
    score_line,
    status_line,
)
from tui.sekigahara.words.events import describe_action, describe_waiting
from tui.sekigahara.words.names import counted, face_words
from tui.styles import STYLES
from tui.widgets.board_view import MapView
from tui.widgets.decision_panel import GRACE, NUMBERED, ChoiceList, DecisionPanel
from tui.widgets.text_view import Line, TextView

PAGES: Final = ("map", "hand", "battle", "forces", "log")
WIDE_COLUMNS: Final = 118
"""From here on the pages stand beside the map."""
HUGE_COLUMNS: Final = 170
"""From here on there is room for whole words and all the pages."""


class PageBar(Static):
    """The line at the bottom: keys, which the mouse can press too."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="bar", markup=True)
        self._glyphs = glyphs

    def show(self, page: str) -> None:
        """Name the keys; the page in sight stands out."""
        keys = [("F1", "help", "help"), *((f"F{n}", name, f"page('{name}')") for n, name in enumerate(PAGES, start=2))]
        keys += [("t", "talk", "talk"), ("z", "zoom", "zoom"), ("R", "resign", "resign"), ("q", "leave", "leave")]
        # Markup of our own alone: nothing that comes from the opponent is in it.
        self.update(
            " ".join(
                f"[@click=screen.{action}][b]{key}[/b] "
                + (f"[reverse]{name}[/reverse]" if name == page else name)
                + "[/]"
                for key, name, action in keys
            )
        )


class GameScreen(Screen[None]):
    """Map, panels, and the decision that is to be made."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide"), (HUGE_COLUMNS, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-medium"), (34, "-high"), (50, "-tall")]  # noqa: RUF012

    AUTO_FOCUS = "#choices"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", id="game.help"),
        Binding("f2,m", "page('map')", "Map", id="game.map"),
        Binding("f3,h", "page('hand')", "Hand", id="game.hand"),
        Binding("f4,b", "page('battle')", "Battle", id="game.battle"),
        Binding("f5,f", "page('forces')", "Forces", id="game.forces"),
        Binding("f6,l", "page('log')", "Log", id="game.log"),
        Binding("tab", "switch", "Map or choices", id="game.switch", priority=True),
        Binding("z", "zoom", "Zoom", id="game.zoom"),
        Binding("g", "go", "Go to a place", id="game.go"),
        Binding("p", "place", "About the place", id="game.place"),
        Binding("t", "talk", "Talk", id="game.talk"),
        Binding("R", "resign", "Resign", id="game.resign"),
        Binding("q", "leave", "Leave", id="game.leave"),
        Binding("c", "copy_invite", "Copy the invite", id="game.copy"),
        Binding("pageup", "scroll_page(-1)", "Back in the text", id="game.pageup"),
        Binding("pagedown", "scroll_page(1)", "On in the text", id="game.pagedown"),
        # The list has these keys as well; here they work while the map has the focus.
        *(Binding(str(n), f"choose({n})", show=False, id=f"game.{n}") for n in range(1, NUMBERED + 1)),
    ]

    def __init__(self, port: GamePort, glyphs: Glyphs, *, grace: float = GRACE) -> None:
        """`grace`: the seconds for which a new decision takes no answer."""
        super().__init__(id="game", classes=glyphs.name)
        self._grace = grace
        self.port = port
        self.glyphs = glyphs
        self._chronicle = Chronicle(port.beginning())
        self._chats = 0
        self._asked: tuple[str, int] | None = None
        self._page = "map"
        self._placed = False
        self._connected = port.situation().connected
        self._hand: Counter[Face] | None = None
        self._box: Counter[Face] | None = None
        self._last_line = ""
        self._result_shown = False
        self._pending_update = False

    def compose(self) -> ComposeResult:
        """Status above, map and pages in the middle, the decision below."""
        glyphs = self.glyphs
        yield Static(id="status", markup=False)
        yield Static(id="score", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(id="lobby", markup=False)
                yield MapView(glyphs, id="map")
                yield Static(id="ticker", markup=False)
                yield DecisionPanel(glyphs, grace=self._grace, id="decision")
            with Vertical(id="side"):
                yield TextView("Place", glyphs, id="place")
                yield TextView("Battle", glyphs, id="battle")
                yield TextView("Hand", glyphs, id="hand")
                yield TextView("Forces", glyphs, id="forces")
                yield TextView("Log", glyphs, follow=True, id="log")
        yield PageBar(glyphs)

    def on_mount(self) -> None:
        """Listen to the port."""
        self.set_class(True, "page-map")
        self.query_one(PageBar).show("map")
        self.port.subscribe(self._port_changed)
        self.set_interval(0.5, self._count_down)
        self.update_all()

    def on_resize(self) -> None:
        """What is said on one line depends on how long the line is."""
        self._show_lines("status", status_line(self.port.situation(), self._line_width()))
        self._show_lines("score", score_line(self.port.situation(), self._line_width()))
        self._show_ticker()

    def _line_width(self) -> int:
        """The columns of the lines at the top, without their padding."""
        return self.size.width - 2

    # -- what has changed

    def _port_changed(self) -> None:
        """Called by the port, from wherever: one update for as many changes as there are."""
        if not self._pending_update and self.is_mounted:
            self._pending_update = True
            self.call_later(self.update_all)

    def update_all(self) -> None:
        """Show the game as it stands now."""
        self._pending_update = False
        situation = self.port.situation()
        self._tell_events(situation)
        self._tell_chats(situation)
        self._tell_connection(situation)
        self._show_lines("status", status_line(situation, self._line_width()))
        self._show_lines("score", score_line(situation, self._line_width()))
        state, seat = situation.state, situation.seat
        if state is not None and seat is not None:
            faces = own_view(state, seat, situation.faces)
            view = self.query_one("#map", MapView)
            if not self._placed:
                self._placed = True
                view.cursor = next(place for place in PLACES if CAPITAL[place] == seat)
            view.show(look(state, seat, faces))
            self._panel("hand").show(hand_lines(situation))
            self._panel("forces").show(forces_lines(situation))
            self._panel("battle").show(battle_lines(situation, self.glyphs))
            self._show_fighting(fighting=state.combat is not None)
            self._tell_draws(state, seat, faces)
        else:
            self._show_lobby(situation)
        self.set_class(state is None, "lobby")
        self._show_place()
        self._show_decision(situation)
        if situation.ended is not None or situation.trouble:
            self._show_result(situation)

    def _tell_events(self, situation: Situation) -> None:
        new = self._chronicle.follow(situation.events)
        self._panel("log").append([_log_line(line) for line in new])
        if new:
            self._last_line = new[-1].text

    def _tell_connection(self, situation: Situation) -> None:
        """The opponent comes and goes: said where it is seen, and kept in the log."""
        if situation.state is None or situation.connected == self._connected:
            return
        self._connected = situation.connected
        self._panel("log").append([[(situation.connection, "good" if situation.connected else "bad")]])
        self.notify(self.glyphs.text(situation.connection), markup=False)

    def _tell_draws(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> None:
        """What the player has drawn, for the player's own log."""
        hand = Counter(faces[card] for card in state.pools[seat][HAND])
        box = Counter(faces[block] for block in state.pools[seat][RECRUITMENT])
        played = self._chronicle.take_played(seat)
        lines: list[Line] = []
        if self._hand is not None and self._box is not None:
            for new, what in ((hand - (self._hand - played), "You draw"), (box - self._box, "Into your box come")):
                if new:
                    lines.append([(f"{what}: {counted(face_words(face) for face in sorted(new.elements()))}.", "own")])
        self._panel("log").append(lines)
        self._hand, self._box = hand, box

    def _show_fighting(self, *, fighting: bool) -> None:
        """On a narrow screen the battle takes the place of the map while it lasts."""
        if fighting != self.has_class("fighting"):
            self.set_class(fighting, "fighting")
            if self.size.width < WIDE_COLUMNS and self._page == ("map" if fighting else "battle"):
                self.action_page("battle" if fighting else "map")

    def _tell_chats(self, situation: Situation) -> None:
        chats = self.port.chats()
        for chat in chats[self._chats :]:
            name = situation.own_name if chat.own else situation.opponent_name
            text = f"{name}: {chat.text}"
            self._panel("log").append([[(text, "chat")]])
            self._last_line = text
            if not chat.own:
                self.notify(self.glyphs.text(text), markup=False)
        self._chats = len(chats)

    def _show_decision(self, situation: Situation) -> None:
        panel = self.query_one("#decision", DecisionPanel)
        state, seat, kind = situation.state, situation.seat, situation.to_decide
        asked = None if kind is None else (kind, len(situation.events))
        if kind is not None and state is not None and seat is not None:
            if asked != self._asked and self._needs_no_answer(situation):
                panel.wait("Nothing to challenge with", "You hold no Loyalty Challenge: it stands.")
                self.call_later(self._let_it_stand, asked)
            elif asked != self._asked:
                # The dialogue looks at a copy: the state may change under it while the opponent's entries come in.
                dialogue = open_dialogue(Asked(state.copy(), seat, own_view(state, seat, situation.faces), kind))
                panel.ask(dialogue)
                if not isinstance(self.focused, MapView):
                    panel.choices.focus()
        else:
            panel.wait(*self._waiting_words(situation), path=self._chronicle.last_march)
        self._asked = asked
        self._count_down()
        self._show_ticker()

    def _needs_no_answer(self, situation: Situation) -> bool:
        """Whether all that can be said is that a deployment stands, and nobody would learn a hand from the time (R24).

        A person would: whoever is not asked has no Loyalty Challenge. So this is for games against a bot alone.
        """
        state, seat = situation.state, situation.seat
        if situation.time_tells or situation.to_decide != "challenge" or state is None or seat is None:
            return False
        return len(legal_choices(state, seat, own_view(state, seat, situation.faces))) == 1

    def _let_it_stand(self, asked: tuple[str, int]) -> None:
        situation = self.port.situation()
        if asked == (situation.to_decide, len(situation.events)):
            self._panel("log").append([[("You hold no Loyalty Challenge, so no challenge was made for you.", "own")]])
            self._act(Challenge(None))

    def _count_down(self) -> None:
        answer_by = self.port.situation().answer_by
        seconds = None if answer_by is None else max(0, math.ceil(answer_by - time.monotonic()))
        self.query_one("#decision", DecisionPanel).count_down(seconds)

    def _waiting_words(self, situation: Situation) -> tuple[str, str]:
        state, seat = situation.state, situation.seat
        opponent = situation.opponent_name or "Your opponent"
        if situation.ended is not None:
            return "The game is over", "F6 or l: the log. q: leave."
        if state is None or seat is None:
            return "Waiting for the opponent", situation.connection
        if situation.leaving:
            return "You have resigned", "Your opponent hears of it as soon as it is your side's turn to write."
        if situation.held is not None:
            words = describe_action(state, seat, situation.held, own_view(state, seat, situation.faces))
            return "Your answer is given", f"It goes out at the time at which any answer would: {words}."
        if not situation.connected:
            return f"{opponent} is not connected", situation.connection
        # There is room for the course of events while there is nothing to choose.
        latest = [line.text for line in self._chronicle.lines[-self._waiting_rows() :]]
        return describe_waiting(state, None, seat, opponent), "\n".join(latest)

    def _waiting_rows(self) -> int:
        return max(1, self.query_one("#decision").size.height)

    def _show_result(self, situation: Situation) -> None:
        lines = result_lines(situation)
        text = self._content(lines)
        top = self.app.screen
        if isinstance(top, TextScreen) and top.id == "result":
            top.show(text)
        elif not self._result_shown:
            self._result_shown = True
            title = "The game is over" if situation.ended is not None else "The game has stopped"
            self.app.push_screen(TextScreen(title, text, self.glyphs, id="result"))

    def _show_lobby(self, situation: Situation) -> None:
        """Before the game: the invite, on a line of its own so that it can be copied whole."""
        lines: list[Line] = [[("", "plain")], [(situation.connection, "bold")], [("", "plain")]]
        if situation.invite:
            lines += [
                [
                    (
                        "Send this invite to your opponent, privately: whoever has it first can join. c copies it.",
                        "plain",
                    )
                ],
                [("", "plain")],
                [(situation.invite, "key")],
                [("", "plain")],
                [("Your opponent runs:  sekigahara join INVITE", "dim")],
            ]
        self.query_one("#lobby", Static).update(self._content(lines))

    # -- pieces of the screen

    def _panel(self, name: str) -> TextView:
        return self.query_one(f"#{name}", TextView)

    def _content(self, lines: list[Line]) -> Content:
        parts: list[tuple[str, str]] = []
        for number, line in enumerate(lines):
            parts += [("\n", "")] if number else []
            parts += [(self.glyphs.text(text), str(STYLES[style])) for text, style in line]
        return Content.assemble(*((text, "" if style == "none" else style) for text, style in parts))

    def _show_lines(self, name: str, line: list[tuple[str, str]]) -> None:
        self.query_one(f"#{name}", Static).update(self._content([line]))

    def _show_place(self) -> None:
        situation = self.port.situation()
        state, seat = situation.state, situation.seat
        if state is None or seat is None:
            return
        place = self.query_one("#map", MapView).cursor
        self._panel("place").show(place_lines(state, seat, own_view(state, seat, situation.faces), place))
        self._show_ticker()

    def _show_ticker(self) -> None:
        """The line under the map: the place of the cursor while the map has the keys, else what happened last."""
        situation = self.port.situation()
        state, seat = situation.state, situation.seat
        if state is not None and seat is not None and isinstance(self.focused, MapView):
            place = self.query_one("#map", MapView).cursor
            faces = own_view(state, seat, situation.faces)
            width = self.query_one("#left").size.width - 2
            line = list(place_summary(state, seat, faces, place, width))
        else:
            line = [(self._last_line, "dim")]
        self._show_lines("ticker", line)

    # -- what the player does

    @on(DecisionPanel.Decided)
    def _decided(self, event: DecisionPanel.Decided) -> None:
        self._act(event.action)

    def _act(self, action: Action) -> None:
        self._asked = None
        try:
            self.port.act(action)
        except IllegalAction as refused:
            self.update_all()
            self.query_one("#decision", DecisionPanel).complain(f"The rules refuse that: {refused}")
            return
        self.update_all()

    @on(DecisionPanel.Changed)
    def _pointed_at_choice(self, event: DecisionPanel.Changed) -> None:
        self.query_one("#map", MapView).mark(event.places, event.path)
        if event.place is not None and not event.path:
            self.query_one("#map", MapView).centre_on(event.place)

    @on(MapView.Pointed)
    def _pointed_at_place(self) -> None:
        self._show_place()

    @on(MapView.Picked)
    def _picked_place(self, event: MapView.Picked) -> None:
        if not self.query_one("#decision", DecisionPanel).pick_place(event.place):
            self._show_place()

    def on_descendant_focus(self) -> None:
        """The line under the map tells of what has the keys."""
        self._show_ticker()

    def action_page(self, page: str) -> None:
        """Show a page; on a wide screen beside the map."""
        self._page = page
        for name in PAGES:
            self.set_class(name == page, f"page-{name}")
        self.query_one(PageBar).show(page)
        if page == "map" and not isinstance(self.focused, MapView):
            self._show_ticker()

    def action_switch(self) -> None:
        """From the choices to the map, and back."""
        view = self.query_one("#map", MapView)
        if self.focused is view:
            self.query_one("#choices", ChoiceList).focus()
        else:
            self.action_page("map")
            view.focus()

    def action_choose(self, number: int) -> None:
        """Take the line with this number, wherever the focus is."""
        self.query_one("#choices", ChoiceList).action_number(number)

    def action_scroll_page(self, direction: int) -> None:
        """Scroll the page in sight."""
        name = "log" if self._page == "map" else self._page
        panel = self._panel(name)
        panel.scroll_relative(y=direction * max(1, panel.size.height - 1), animate=False)

    def action_zoom(self) -> None:
        """Draw the map at another scale."""
        self.query_one("#map", MapView).zoom()

    def action_help(self) -> None:
        """Keys, signs, and the course of a game."""
        self.app.push_screen(TextScreen("Help", Content(help_text(self.glyphs)), self.glyphs))

    def action_place(self) -> None:
        """All about the place of the cursor."""
        situation = self.port.situation()
        if situation.state is not None and situation.seat is not None:
            faces = own_view(situation.state, situation.seat, situation.faces)
            place = self.query_one("#map", MapView).cursor
            lines = place_lines(situation.state, situation.seat, faces, place)
            self.app.push_screen(TextScreen(NAMES[place], self._content(lines), self.glyphs))

    def action_go(self) -> None:
        """Move the cursor to a place by the beginning of its name."""

        def go(name: str | None) -> None:
            found = find_place(name or "")
            if found is not None:
                self.query_one("#map", MapView).cursor = found
            elif name:
                self.notify(f"No place's name begins with {name!r}", markup=False)

        self.app.push_screen(LineScreen("Go to which place? The first letters will do", self.glyphs, 20), go)

    def action_talk(self) -> None:
        """Say something to the opponent."""

        def say(text: str | None) -> None:
            if text:
                self.port.chat(text)
                length = len(clean(text, len(text)))
                if length > CHAT_LIMIT:
                    cut = f"Your line was cut: it had {length} characters, and {CHAT_LIMIT} were said."
                    self._panel("log").append([[(cut, "bad")]])
                    self.notify(cut)

        # Without a limit: an input with one drops a longer paste whole.
        self.app.push_screen(LineScreen("Say to your opponent", self.glyphs), say)

    def action_copy_invite(self) -> None:
        """Put the invite on the clipboard, where the terminal allows it."""
        invite = self.port.situation().invite
        if invite:
            self.app.copy_to_clipboard(invite)
            self.notify("The invite is on the clipboard, if your terminal allows that.")

    def action_resign(self) -> None:
        """Give the game up, after a confirmation."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.port.resign()

        if self.port.situation().ended is None:
            question = "Resign? The game is lost then, and cannot be taken up again."
            self.app.push_screen(ConfirmScreen(question, "resign", "go on playing", self.glyphs), answered)

    def action_leave(self) -> None:
        """Leave the program. Every entry is on the disk already, so nothing is lost."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.app.exit()

        if self.port.situation().finished:
            self.app.exit()
            return
        question = "Leave the program? The game is kept, and `sekigahara resume` goes on with it."
        self.app.push_screen(ConfirmScreen(question, "leave", "stay", self.glyphs), answered)


def find_place(name: str) -> Place | None:
    """The location whose name begins with `name`, in upper or lower case, with o for ō. None if there is none."""
    wanted = name.strip().lower().replace("ō", "o")
    if not wanted:
        return None
    return next((place for place in PLACES if NAMES[place].lower().replace("ō", "o").startswith(wanted)), None)


def _log_line(line: LogLine) -> Line:
    return [(line.text, "heading" if line.heading else "plain")]
