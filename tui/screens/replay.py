"""The screen on which a record is looked at again. It shows what the reel and the game's interface say."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.markup import escape
from textual.timer import Timer
from textual.widgets import Static

from engine.hidden import View
from tui.keys import keys_in_force, shown
from tui.language import N_, _, long_text
from tui.lines import Line
from tui.replays import Eyes, Reel
from tui.screens.board_screen import BoardScreen, board_bindings
from tui.screens.bound import bound
from tui.screens.help import HelpScreen, own_keys
from tui.screens.prompt import PromptScreen
from tui.screens.status import in_one_line
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.line_view import LineView
from tui.widgets.text_view import TextView
from tui.widgets.timeline import Timeline

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds from one event to the next while it plays."""
_HELP: Final = "question_mark,f1"
"""The keys of the help."""
HISTORY: Final = 40
"""Events of the log that are shown."""


class ReplayScreen(BoardScreen):
    """Board, pages, and the entry that was written last."""

    CSS_PATH = "replay.tcss"
    AUTO_FOCUS = ""
    BESIDE = "entry"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", N_("On"), id="replay.on", tooltip=N_("One entry on")),
        Binding("left", "back", N_("Back"), id="replay.back", tooltip=N_("One entry back")),
        bound("replay.next", "happening(1)", N_("Next event"), tooltip=N_("To where something happens")),
        bound(
            "replay.previous",
            "happening(-1)",
            N_("Event before"),
            tooltip=N_("Back to where something happened"),
        ),
        bound("replay.turn", "turn(1)", N_("Next turn"), tooltip=N_("To the next turn")),
        bound("replay.turnback", "turn(-1)", N_("Turn before"), tooltip=N_("Back a turn")),
        bound(
            "replay.battle",
            "battle(1)",
            N_("Next battle"),
            tooltip=N_("To the next battle"),
        ),
        bound(
            "replay.battleback",
            "battle(-1)",
            N_("Battle before"),
            tooltip=N_("Back a battle"),
        ),
        Binding("home", "go_to(0)", N_("Beginning"), id="replay.home", tooltip=N_("To the beginning")),
        Binding("end", "go_to(-1)", N_("End"), id="replay.end", tooltip=N_("To the end")),
        Binding("colon", "jump", N_("Jump"), id="replay.jump", tooltip=N_("To an entry by its number")),
        Binding("x", "cheat", N_("Found"), id="replay.cheat", tooltip=N_("To what was found")),
        bound("replay.play", "play", N_("Play"), tooltip=N_("Play, or pause")),
        Binding("plus,equals_sign", "speed(-1)", N_("Faster"), id="replay.faster", tooltip=N_("Play faster")),
        Binding("minus", "speed(1)", N_("Slower"), id="replay.slower", tooltip=N_("Play slower")),
        bound("replay.eyes", "eyes", N_("Eyes"), tooltip=N_("Look through other eyes")),
        Binding(
            "tab", "switch", N_("Board"), id="replay.switch", priority=True, tooltip=N_("Arrows on the board, or not")
        ),
        *board_bindings("replay"),
        Binding(_HELP, "help", N_("Help"), id="replay.help", tooltip=N_("The keys")),
        bound("replay.leave", "leave", N_("Leave"), tooltip=N_("Leave the replay")),
    ]

    def __init__(
        self,
        reel: Reel,
        theme: Theme,
        *,
        moment: int = 0,
        eyes: Eyes = Eyes.BOTH,
        leaves: Callable[[], object] | None = None,
    ) -> None:
        """`moment`: where it begins; `leaves`: what leads back to where it was opened, None: the program ends."""
        super().__init__(id="replay", classes=theme.glyphs.name)
        self._leaves = leaves
        self.reel = reel
        self.look = theme
        self.moment = moment
        self.eyes = eyes
        self.set_out(reel.interface, {"l": N_("log")})
        self._speed = {"slow": 3, "fast": 1}.get(os.environ.get("SEKIGAHARA_SPEED", ""), 2)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """As on the screen of a game."""
        self.class_by_size()
        theme, interface, reel = self.look, self.interface, self.reel
        yield LineView(theme, id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BoardView(interface.board, theme, id="board")
                with Vertical(id="below"):
                    yield LineView(theme, id="ticker")
                    yield TextView("", theme, id="entry")
                    yield Timeline(reel.last, reel.stages, reel.cheats, theme, id="timeline")
            with Vertical(id="side"):
                yield TextView(_(interface.board.spot_title), theme, id="spot")
                for page in interface.pages:
                    yield TextView(page.title, theme, id=page.name)
                yield TextView(_("Log"), theme, follow=True, id="log")
        yield Static(id="bar", markup=True)

    def on_resize(self) -> None:
        """There may be room for more words in the bar."""
        self.show_bar()

    def on_mount(self) -> None:
        """Show where it begins."""
        self.action_page(self.page)
        self.update_all()

    def view_in_sight(self) -> View[Any]:
        """See `BoardScreen.view_in_sight`."""
        return self.reel.view(self.moment, self.eyes)

    def notice(self, text: str) -> None:
        """See `BoardScreen.notice`."""
        self.notify(text, markup=False)

    # -- showing

    def update_all(self) -> None:
        """Show the moment."""
        reel, moment, interface = self.reel, self.moment, self.interface
        view = self.view_in_sight()
        now, eyes = interface.status(view.state), f"  — {reel.eyes_words(self.eyes)}"
        head = in_one_line(now, interface.scores(view, reel.names()), [(eyes, "dim")])
        self.query_one("#status", LineView).show(head)
        board = self.board_view
        board.show(view)
        board.mark(dict.fromkeys(reel.spots(moment)), reel.trails[moment])
        spots = reel.trails[moment] or reel.spots(moment)
        if spots:
            board.cursor = spots[-1]
        for page, told in reel.pages(moment, self.eyes):
            self.text_view(page.name).show(page_lines(told, common=page.common))
        entry = self.text_view("entry")
        entry.entitle(reel.heading(moment))
        entry.show(reel.entry_lines(moment, self.eyes))
        entry.scroll_home(animate=False)
        self.text_view("log").show(
            reel.history(moment, HISTORY, self.eyes) or [[(_("Nothing has happened yet."), "dim")]]
        )
        self.query_one("#timeline", Timeline).show(moment)
        self.bring_to_front(reel.front(moment))
        self._show_spot()
        self.show_bar()

    def _show_spot(self) -> None:
        view, board = self.view_in_sight(), self.interface.board
        self.text_view("spot").show(board.spot_lines(view, self.board_view.cursor))
        if self.focused is self.board_view:
            hovered = self.board_view.hovered
            wordings = board.spot_summary(view, self.board_view.cursor if hovered is None else hovered)
        else:
            told = self.reel.history(self.moment, 1, self.eyes)
            wordings = told[:1] or [[("", "plain")]]
        self.query_one("#ticker", LineView).show(wordings)

    def show_bar(self) -> None:
        """See `BoardScreen.show_bar`."""
        clash, playing = self.interface.words.clash, self._timer is not None
        key_of = {name: shown(key) for name, key in keys_in_force().items()}
        keys = [("F1", _("help"), "help"), ("←", _("back"), "back"), ("→", _("on"), "step(1)")]
        keys += [(key_of["replay.next"], _("event"), "happening(1)"), (key_of["replay.turn"], _("turn"), "turn(1)")]
        keys += [(key_of["replay.battle"], _(clash), "battle(1)")]
        keys += [(key_of["replay.play"].lower(), _("pause") if playing else _("play"), "play")]
        keys += [(key_of["replay.eyes"], _("eyes"), "eyes")]
        letters = {name: letter for letter, name in self.letters.items()}
        keys += [(letters[name], _(name), f"page('{name}')") for name in self.pages]
        keys += [(key_of["replay.leave"], _("leave"), "leave")]
        keys = _in_columns(keys, self.size.width)
        # Markup of our own alone.
        parts = [
            f"[@click=screen.{action}][b]"
            + (f"[reverse]{key}[/reverse]" if action == f"page('{self.page}')" else escape(key))
            + f"[/b]{' ' if name else ''}{name}[/]"
            for key, name, action in keys
        ]
        self.query_one("#bar", Static).update(self.look.text(" ".join(parts)))

    def follow(self, reel: Reel) -> None:
        """The record has grown, or is another. Whoever looks at its end goes along with it."""
        at_end = self.moment >= self.reel.last or reel.last < self.moment
        self.reel, self.interface = reel, reel.interface
        if at_end:
            self.moment = reel.last
        self.query_one("#timeline", Timeline).grow(reel.last, reel.stages, reel.cheats)
        self.update_all()

    # -- going through the record

    def go_to(self, moment: int) -> None:
        """Show another moment."""
        moment = max(0, min(self.reel.last, moment))
        if moment != self.moment:
            self.moment = moment
            self.update_all()

    def action_step(self, by: int) -> None:
        """Some entries on or back."""
        self.go_to(self.moment + by)

    def action_back(self) -> None:
        """One entry back."""
        self.action_step(-1)

    def _along(self, moments: list[int], direction: int) -> None:
        reel = self.reel
        self.go_to(reel.after(moments, self.moment) if direction > 0 else reel.before(moments, self.moment))

    def action_happening(self, direction: int) -> None:
        """To where the log says something."""
        self._along(self.reel.happenings, direction)

    def action_turn(self, direction: int) -> None:
        """To the beginning of a turn."""
        self._along(self.reel.turns, direction)

    def action_battle(self, direction: int) -> None:
        """To the beginning of a battle."""
        self._along(self.reel.battles, direction)

    def action_cheat(self) -> None:
        """To the next entry in which something was found; after the last, to the first."""
        cheats = self.reel.cheats
        if not cheats:
            self.notice(_("Nothing was found in this record."))
            return
        self.go_to(next((moment for moment in cheats if moment > self.moment), cheats[0]))

    def action_go_to(self, moment: int) -> None:
        """To a moment; -1 is the end."""
        self.go_to(self.reel.last if moment < 0 else moment)

    def action_jump(self) -> None:
        """To an entry by its number."""

        def jump(text: str | None) -> None:
            if text and text.strip().isdigit():
                self.go_to(int(text) + 1)
            elif text:
                self.notice(_("{text!r} is not the number of an entry").format(text=text))

        title = _("Go to which entry? 0 to {last}").format(last=self.reel.last - 1)
        self.app.push_screen(PromptScreen(title, self.look, 8), jump)

    @on(Timeline.Chosen)
    def _chosen(self, event: Timeline.Chosen) -> None:
        self.go_to(event.moment)

    def action_play(self) -> None:
        """Play on from here, or pause."""
        if self._timer is None:
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick)
        else:
            self._pause()
        self.show_bar()

    def action_speed(self, by: int) -> None:
        """Play slower or faster."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick)
        self.notice(_("{speed:g} seconds from one event to the next").format(speed=SPEEDS[self._speed]))

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        self.action_happening(1)
        if self.moment == self.reel.last:
            self._pause()
            self.show_bar()

    def action_eyes(self) -> None:
        """Look through other eyes."""
        eyes = list(Eyes)
        self.eyes = eyes[(eyes.index(self.eyes) + 1) % len(eyes)]
        self.notice(self.reel.board_words(self.eyes))
        self.update_all()

    # -- board and pages

    @on(BoardView.Hovered)
    @on(BoardView.Pointed)
    def _pointed(self) -> None:
        self._show_spot()

    def action_switch(self) -> None:
        """The arrows move the cursor, or go through the record."""
        self.set_focus(None if self.focused is self.board_view else self.board_view)
        self._show_spot()

    def action_help(self) -> None:
        """The keys, and the game's signs."""
        text = f"{own_keys('replay')}{long_text('tui', 'replay.txt')}\n{self.interface.help}"
        self.app.push_screen(HelpScreen(text, self.look, asked_by=_HELP))

    def text_box(self, title: str, text: Content, asked_by: str) -> TextScreen:
        """See `BoardScreen.text_box`. It closes for the key of the help."""
        return TextScreen(
            title,
            text,
            self.look,
            asked_by=keys_in_force()[asked_by],
            below=lambda key: self.action_help(),
            goes_below=lambda key: key in _HELP.split(","),
        )

    def action_leave(self) -> None:
        """Leave the replay."""
        if self._leaves is None:
            self.app.exit()
        else:
            self._leaves()


def _in_columns(keys: Sequence[tuple[str, str, str]], columns: int) -> list[tuple[str, str, str]]:
    """The keys with their words, without as many of these as there is no room for: arrows say most by themselves."""
    found = list(keys)
    spare = ["back", "step(1)", *[action for _key, _name, action in reversed(keys) if action.startswith("page(")]]
    for action in spare:
        if sum([cell_len(key) + bool(name) + cell_len(name) + 1 for key, name, _action in found]) - 1 <= columns:
            break
        found = [(key, "" if each == action else name, each) for key, name, each in found]
    return found


def page_lines(parts: list[tuple[str, list[Line]]], *, common: bool) -> list[Line]:
    """A page's lines; of several that say the same, in whichever order, the first alone.

    Of a page that is `common` only what each has to itself stands under its heading.
    """
    first = parts[0][1]
    if len(parts) == 1 or all(sorted(lines, key=repr) == sorted(first, key=repr) for _, lines in parts):
        return first
    shared = [line for line in first if all(line in lines for _, lines in parts)] if common else []
    lines = list(shared)
    for heading, told in parts:
        lines += [[(heading, "heading")], *[line for line in told if line not in shared]]
    return lines
