"""The screen on which a record is looked at again. It shows what the reel and the game's interface say."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.markup import escape
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from tui.keys import keys_in_force, shown
from tui.language import N_, _, long_text
from tui.lines import Line
from tui.replays import Eyes, Reel
from tui.screens.bound import bound
from tui.screens.game import HUGE_COLUMNS, PAGE_KEYS, WIDE_COLUMNS
from tui.screens.help import own_keys
from tui.screens.prompt import PromptScreen
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.line_view import LineView
from tui.widgets.text_view import TextView
from tui.widgets.timeline import Timeline

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds from one event to the next while it plays."""
HISTORY: Final = 40
"""Events of the log that are shown."""


class ReplayScreen(Screen[None]):
    """Board, pages, and the entry that was written last."""

    CSS_PATH = "replay.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide"), (HUGE_COLUMNS, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-medium"), (34, "-high"), (50, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = ""

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
        Binding("z", "zoom", N_("Zoom"), id="replay.zoom", tooltip=N_("Draw the board at another scale")),
        Binding("g", "go", N_("Go to a place"), id="replay.go", tooltip=N_("Move the cursor to a place by its name")),
        Binding("p", "spot", N_("About the place"), id="replay.spot", tooltip=N_("All about the place of the cursor")),
        Binding(
            "pageup", "scroll_page(-1)", N_("Back in the text"), id="replay.pageup", tooltip=N_("Scroll the page back")
        ),
        Binding(
            "pagedown", "scroll_page(1)", N_("On in the text"), id="replay.pagedown", tooltip=N_("Scroll the page on")
        ),
        Binding("question_mark,f1", "help", N_("Help"), id="replay.help", tooltip=N_("The keys")),
        bound("replay.leave", "leave", N_("Leave"), tooltip=N_("Leave the replay")),
        *(
            Binding(f"f{number + 2}", f"page_number({number})", show=False, id=f"replay.page{number}")
            for number in range(PAGE_KEYS)
        ),
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
        interface = reel.interface
        if interface.stylesheet is not None:
            self.css_path.append(interface.stylesheet)
        self.pages: tuple[str, ...] = (interface.board.name, *[page.name for page in interface.pages], "log")
        self._letters = {interface.board.key: self.pages[0], "l": "log"}
        self._letters.update({page.key: page.name for page in interface.pages})
        self._page = self.pages[0]
        self._front: str | None = None
        self._speed = {"slow": 3, "fast": 1}.get(os.environ.get("SEKIGAHARA_SPEED", ""), 2)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """As on the screen of a game."""
        theme, interface, reel = self.look, self.reel.interface, self.reel
        yield LineView(theme, id="status")
        yield LineView(theme, id="score")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BoardView(interface.board, theme, id="board")
                yield LineView(theme, id="ticker")
                yield TextView("", theme, id="entry")
            with Vertical(id="side"):
                yield TextView(_(interface.board.spot_title), theme, id="spot")
                for page in interface.pages:
                    yield TextView(page.title, theme, id=page.name)
                yield TextView(_("Log"), theme, follow=True, id="log")
        yield Timeline(reel.last, reel.stages, reel.cheats, theme, id="timeline")
        yield Static(id="bar", markup=True)

    def on_resize(self) -> None:
        """There may be room for more words in the bar."""
        self._show_bar()

    def on_mount(self) -> None:
        """Show where it begins."""
        self.action_page(self._page)
        self.update_all()

    @property
    def board_view(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    def _text(self, name: str) -> TextView:
        return self.query_one(f"#{name}", TextView)

    # -- showing

    def update_all(self) -> None:
        """Show the moment."""
        reel, moment, interface = self.reel, self.moment, self.reel.interface
        view = reel.view(moment, self.eyes)
        status: Line = [*interface.status(view.state), (f"  — {reel.eyes_words(self.eyes)}", "dim")]
        self.query_one("#status", LineView).show([status, interface.status(view.state)])
        self.query_one("#score", LineView).show(interface.scores(view, reel.names()))
        board = self.board_view
        board.show(view)
        board.mark(dict.fromkeys(reel.spots(moment)), reel.trails[moment])
        spots = reel.trails[moment] or reel.spots(moment)
        if spots:
            board.cursor = spots[-1]
        views = reel.views(moment, self.eyes)
        for page in interface.pages:
            self._text(page.name).show(_page_lines([(heading, page.lines(each)) for heading, each in views]))
        entry = self._text("entry")
        entry.border_title = Content(self.look.text(reel.heading(moment)))
        entry.show(reel.entry_lines(moment, self.eyes))
        entry.scroll_home(animate=False)
        self._text("log").show(reel.history(moment, HISTORY) or [[(_("Nothing has happened yet."), "dim")]])
        self.query_one("#timeline", Timeline).show(moment)
        self._bring_to_front(interface.front(view.state))
        self._show_spot()
        self._show_bar()

    def _show_spot(self) -> None:
        view, board = self.reel.view(self.moment, self.eyes), self.reel.interface.board
        self._text("spot").show(board.spot_lines(view, self.board_view.cursor))
        if self.focused is self.board_view:
            wordings = board.spot_summary(view, self.board_view.cursor)
        else:
            told = self.reel.history(self.moment, 1)
            wordings = told[:1] or [[("", "plain")]]
        self.query_one("#ticker", LineView).show(wordings)

    def _show_bar(self) -> None:
        clash, playing = self.reel.interface.words.clash, self._timer is not None
        wide = self.size.width >= WIDE_COLUMNS
        key_of = {name: shown(key) for name, key in keys_in_force().items()}
        back, on = (_("back"), _("on")) if wide else ("", "")
        keys = [("F1", _("help"), "help"), ("←", back, "back"), ("→", on, "step(1)")]
        keys += [(key_of["replay.next"], _("event"), "happening(1)"), (key_of["replay.turn"], _("turn"), "turn(1)")]
        keys += [(key_of["replay.battle"], _(clash), "battle(1)")]
        keys += [(key_of["replay.play"].lower(), _("pause") if playing else _("play"), "play")]
        keys += [(key_of["replay.eyes"], _("eyes"), "eyes")]
        letters = {name: letter for letter, name in self._letters.items()}
        keys += [(letters[name], _(name) if wide else "", f"page('{name}')") for name in self.pages]
        keys += [(key_of["replay.leave"], _("leave"), "leave")]
        # Markup of our own alone.
        parts = [
            f"[@click=screen.{action}][b]"
            + (f"[reverse]{key}[/reverse]" if action == f"page('{self._page}')" else escape(key))
            + f"[/b]{' ' if name else ''}{name}[/]"
            for key, name, action in keys
        ]
        self.query_one("#bar", Static).update(self.look.text(" ".join(parts)))

    def _bring_to_front(self, front: str | None) -> None:
        for page in (self._front, front):
            if page is not None:
                self.set_class(page == front, f"front-{page}")
        self._front = front

    def follow(self, reel: Reel) -> None:
        """The record has grown, or is another. Whoever looks at its end goes along with it."""
        at_end = self.moment >= self.reel.last or reel.last < self.moment
        self.reel = reel
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
            self.notify(_("Nothing was found in this record."))
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
                self.notify(_("{text!r} is not the number of an entry").format(text=text), markup=False)

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
        self._show_bar()

    def action_speed(self, by: int) -> None:
        """Play slower or faster."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._tick)
        self.notify(_("{speed:g} seconds from one event to the next").format(speed=SPEEDS[self._speed]))

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        self.action_happening(1)
        if self.moment == self.reel.last:
            self._pause()
            self._show_bar()

    def action_eyes(self) -> None:
        """Look through other eyes."""
        eyes = list(Eyes)
        self.eyes = eyes[(eyes.index(self.eyes) + 1) % len(eyes)]
        self.notify(self.reel.board_words(self.eyes))
        self.update_all()

    # -- board and pages

    @on(BoardView.Pointed)
    def _pointed(self) -> None:
        self._show_spot()

    def on_key(self, event: events.Key) -> None:
        """The letters of the pages, which the game chooses."""
        page = self._letters.get(event.key)
        if page is not None:
            event.stop()
            self.action_page(page)

    def action_page_number(self, number: int) -> None:
        """Show the page of a function key."""
        if number < len(self.pages):
            self.action_page(self.pages[number])

    def action_page(self, page: str) -> None:
        """Show a page; on a wide screen beside the board."""
        self._page = page
        self.set_class(page != self.pages[0], "page")
        for name in self.pages[1:]:
            self.set_class(name == page, f"page-{name}")
            self._text(name).set_class(name == page, "chosen")
        self._show_bar()

    def action_switch(self) -> None:
        """The arrows move the cursor, or go through the record."""
        self.set_focus(None if self.focused is self.board_view else self.board_view)
        self._show_spot()

    def action_scroll_page(self, direction: int) -> None:
        """Scroll the page in sight."""
        text = self._text("entry" if self._page == self.pages[0] else self._page)
        text.scroll_relative(y=direction * max(1, text.size.height - 1), animate=False)

    def action_zoom(self) -> None:
        """Draw the board at another scale."""
        self.board_view.zoom()

    def action_go(self) -> None:
        """Move the cursor to a spot by the beginning of its name."""

        def go(name: str | None) -> None:
            found = self.reel.interface.board.spot_named(name or "")
            if found is not None:
                self.board_view.cursor = found
            elif name:
                self.notify(_("No place's name begins with {name!r}").format(name=name), markup=False)

        self.app.push_screen(PromptScreen(_("Go to which place? The first letters will do"), self.look, 20), go)

    def action_spot(self) -> None:
        """All about the spot of the cursor."""
        board, spot = self.reel.interface.board, self.board_view.cursor
        text = self.look.content(board.spot_lines(self.reel.view(self.moment, self.eyes), spot))
        self.app.push_screen(TextScreen(board.spot_name(spot), text, self.look))

    def action_help(self) -> None:
        """The keys, and the game's signs."""
        text = self.look.text(f"{own_keys('replay')}{long_text('tui', 'replay.txt')}\n{self.reel.interface.help}")
        self.app.push_screen(TextScreen(_("Help"), Content(text), self.look))

    def action_leave(self) -> None:
        """Leave the replay."""
        if self._leaves is None:
            self.app.exit()
        else:
            self._leaves()


def _page_lines(parts: list[tuple[str, list[Any]]]) -> list[Line]:
    """A page's lines; of several that say the same, the first alone."""
    if len({repr(lines) for _, lines in parts}) == 1:
        return parts[0][1]
    lines: list[Line] = []
    for heading, told in parts:
        lines += [[(heading, "heading")], *told]
    return lines
