"""The screen on which a game is played. It shows what the port and the game's interface say, and knows no game."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content

from engine.hidden import IllegalAction, View
from p2p.text import CHAT_LIMIT, clean
from tui.games import GameInterface
from tui.lines import Line
from tui.ports import GamePort, Situation
from tui.screens.asking import Asking
from tui.screens.confirm import ConfirmScreen
from tui.screens.help import help_text
from tui.screens.port_screen import PortScreen
from tui.screens.prompt import PromptScreen
from tui.screens.result import result_lines, result_title
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.choice_list import NUMBERED, ChoiceList
from tui.widgets.decision_panel import GRACE, DecisionPanel
from tui.widgets.line_view import LineView
from tui.widgets.log_view import LogView
from tui.widgets.page_bar import PageBar
from tui.widgets.text_view import TextView

WIDE_COLUMNS: Final = 118
"""From here on the pages stand beside the board."""
HUGE_COLUMNS: Final = 170
"""From here on there is room for whole words and all the pages."""
ALARM: Final = 30.0
"""Seconds for which a warning about who the opponent is stays in sight; it stays in the log."""
NEXT_WAY: Final = "n"
"""The key that points at another way to the same spot."""
PAGE_KEYS: Final = 8
"""Function keys for pages: F2 and those that follow."""


class GameScreen(PortScreen):
    """Board, pages, and the decision that is to be made."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide"), (HUGE_COLUMNS, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-medium"), (34, "-high"), (50, "-tall")]  # noqa: RUF012

    AUTO_FOCUS = "#choices"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", id="game.help", tooltip="Keys, signs, the course of a game"),
        *(
            Binding(f"f{number + 2}", f"page_number({number})", show=False, id=f"game.page{number}")
            for number in range(PAGE_KEYS)
        ),
        Binding("tab", "switch", "Board or choices", id="game.switch", priority=True, tooltip="Move the keys' focus"),
        Binding("z", "zoom", "Zoom", id="game.zoom", tooltip="Draw the board at another scale"),
        Binding("g", "go", "Go to a place", id="game.go", tooltip="Move the cursor to a place by its name"),
        Binding("p", "spot", "About the place", id="game.spot", tooltip="All about the place of the cursor"),
        Binding("t", "talk", "Talk", id="game.talk", tooltip="Say something to the opponent"),
        Binding("R", "resign", "Resign", id="game.resign", tooltip="Give the game up, after a confirmation"),
        Binding("pageup", "scroll_page(-1)", "Back in the text", id="game.pageup", tooltip="Scroll the page back"),
        Binding("pagedown", "scroll_page(1)", "On in the text", id="game.pagedown", tooltip="Scroll the page on"),
        # The list has these keys as well; here they work while the board has the focus.
        *(Binding(str(n), f"choose({n})", show=False, id=f"game.{n}") for n in range(1, NUMBERED + 1)),
    ]

    def __init__(
        self,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        theme: Theme,
        *,
        grace: float = GRACE,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer."""
        super().__init__(port, theme, id="game")
        if interface.stylesheet is not None:
            self.css_path.append(interface.stylesheet)
        self.interface = interface
        board, pages = interface.board, interface.pages
        self.pages: tuple[str, ...] = (board.name, *[page.name for page in pages], "log")
        self._letters = {board.key: board.name, **{page.key: page.name for page in pages}, "l": "log"}
        self._page = board.name
        self._front: str | None = None
        self._grace = grace
        self._asking: Asking | None = None
        self._noticed = ""

    def compose(self) -> ComposeResult:
        """Status above, board and pages in the middle, the decision below."""
        theme, interface = self.look, self.interface
        log = interface.log(self.port.beginning())
        yield LineView(theme, id="status")
        yield LineView(theme, id="score")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BoardView(interface.board, theme, id="board")
                yield LineView(theme, id="ticker")
                yield DecisionPanel(theme, grace=self._grace, id="decision")
            with Vertical(id="side"):
                yield TextView(interface.board.spot_title, theme, id="spot")
                for page in interface.pages:
                    yield TextView(page.title, theme, id=page.name)
                yield LogView(log, theme, connected=self.port.situation().connected, id="log")
        yield PageBar(self.pages, id="bar")

    def on_mount(self) -> None:
        """Ask, and count down. Textual calls that of `PortScreen` after this."""
        self._asking = Asking(self.port, self.interface, self.panel, self.log_view, self._act)
        self.action_page(self._page)
        self.set_interval(0.5, self._asking.count_down)

    # -- parts

    @property
    def panel(self) -> DecisionPanel:
        """The decision panel."""
        return self.query_one("#decision", DecisionPanel)

    @property
    def board_view(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    @property
    def log_view(self) -> LogView:
        """The log."""
        return self.query_one("#log", LogView)

    def _text(self, name: str) -> TextView:
        return self.query_one(f"#{name}", TextView)

    def _line(self, name: str) -> LineView:
        return self.query_one(f"#{name}", LineView)

    # -- what has changed

    def show(self, situation: Situation[Any, Any]) -> None:
        """See `PortScreen.show`."""
        view = situation.view
        assert view is not None, "there is no game before there is a view"
        self.log_view.follow(situation, self.port.chats())
        self._tell_who_came(situation)
        self._line("status").show(self._status(situation, view))
        self._line("score").show(self.interface.scores(view, situation.names))
        self.board_view.show(view)
        for page in self.interface.pages:
            self._text(page.name).show(page.lines(view))
        self._bring_to_front(self.interface.front(view.state))
        self._show_spot()
        self._show_decision(situation)

    def result(self, situation: Situation[Any, Any]) -> tuple[str, list[Line]]:
        """See `PortScreen.result`."""
        return result_title(situation), result_lines(self.interface, situation)

    def _tell_who_came(self, situation: Situation[Any, Any]) -> None:
        """Say once who the opponent is known to be: in the log, and where it cannot be overlooked if it alarms."""
        if situation.notice == self._noticed:
            return
        self._noticed = situation.notice
        self.log_view.note(situation.notice, "bad" if situation.alarming else "dim")
        if situation.alarming:
            self.notify(situation.notice, severity="warning", timeout=ALARM, markup=False)

    def _status(self, situation: Situation[Any, Any], view: View[Any]) -> list[Line]:
        """Turn and phase; before them, where it is never cut off, that the opponent is not there."""
        line = list(self.interface.status(view.state))
        if situation.connected:
            return [line]
        away = f"Not connected: {situation.connection} "
        return [[(away, "bad"), *line], [("Not connected. ", "bad"), *line]]

    def _bring_to_front(self, front: str | None) -> None:
        """On a narrow screen a page that belongs in front takes the place of the board while it lasts."""
        if front == self._front:
            return
        before, now = (page or self.pages[0] for page in (self._front, front))
        for page in (self._front, front):
            if page is not None:
                self.set_class(page == front, f"front-{page}")
        self._front = front
        if self.size.width < WIDE_COLUMNS and self._page == before:
            self.action_page(now)

    def _show_decision(self, situation: Situation[Any, Any]) -> None:
        if self._asking is not None:
            if self._asking.follow(situation) and self.focused is not self.board_view:
                self.panel.choices.focus()
            self._asking.count_down()
        self._show_ticker()

    def _show_spot(self) -> None:
        view = self.port.situation().view
        if view is not None:
            self._text("spot").show(self.interface.board.spot_lines(view, self.board_view.cursor))
            self._show_ticker()

    def _show_ticker(self) -> None:
        """The line under the board: the spot of the cursor while the board has the keys, else what happened last."""
        view = self.port.situation().view
        if view is not None and self.focused is self.board_view:
            self._line("ticker").show(self.interface.board.spot_summary(view, self.board_view.cursor))
        else:
            self._line("ticker").show([[(self.log_view.latest, "dim")]])

    # -- messages of the widgets

    @on(DecisionPanel.Decided)
    def _decided(self, event: DecisionPanel.Decided) -> None:
        self._act(event.action)

    def _act(self, action: Any) -> None:
        if self._asking is not None:
            self._asking.again()
        try:
            self.port.act(action)
        except IllegalAction as refused:
            self.update_all()
            self.panel.complain(f"The rules refuse that: {self.interface.words.refusal(refused)}")
            return
        self.update_all()

    @on(DecisionPanel.Changed)
    def _pointed_at_choice(self, event: DecisionPanel.Changed) -> None:
        self.board_view.mark(event.spots, event.path)
        if event.spot is not None and not event.path:
            self.board_view.centre_on(event.spot)

    @on(BoardView.Pointed)
    def _pointed_at_spot(self, event: BoardView.Pointed) -> None:
        self.panel.point_at(event.spot)
        self._show_spot()

    @on(BoardView.Grabbed)
    def _grabbed_spot(self, event: BoardView.Grabbed) -> None:
        self.panel.drag(event.spot)

    @on(BoardView.Dropped)
    def _dropped_on_spot(self, event: BoardView.Dropped) -> None:
        self.panel.pick_spot(event.spot)

    @on(BoardView.Picked)
    def _picked_spot(self, event: BoardView.Picked) -> None:
        if not self.panel.pick_spot(event.spot, sure=event.sure):
            self._show_spot()

    def on_descendant_focus(self) -> None:
        """The line under the board tells of what has the keys."""
        self._show_ticker()

    def on_key(self, event: events.Key) -> None:
        """The next way to what is pointed at, and the letters of the pages, which the game chooses."""
        if event.key == NEXT_WAY and self.panel.next_of_spot():
            event.stop()
            return
        page = self._letters.get(event.key)
        if page is not None:
            event.stop()
            self.action_page(page)

    # -- what the player does

    def action_page_number(self, number: int) -> None:
        """Show the page of a function key."""
        if number < len(self.pages):
            self.action_page(self.pages[number])

    def action_page(self, page: str) -> None:
        """Show a page; on a wide screen beside the board."""
        self._page = page
        board = self.pages[0]
        self.set_class(page != board, "page")
        for name in self.pages[1:]:
            self.set_class(name == page, f"page-{name}")
            self._text(name).set_class(name == page, "chosen")
        self.query_one("#bar", PageBar).show(page)
        if page == board and self.focused is not self.board_view:
            self._show_ticker()

    def action_switch(self) -> None:
        """From the choices to the board, and back."""
        if self.focused is self.board_view:
            self.query_one("#choices", ChoiceList).focus()
        else:
            self.action_page(self.pages[0])
            self.board_view.focus()

    def action_choose(self, number: int) -> None:
        """Take the line with this number, wherever the focus is."""
        self.query_one("#choices", ChoiceList).action_number(number)

    def action_scroll_page(self, direction: int) -> None:
        """Scroll the page in sight."""
        text = self._text("log" if self._page == self.pages[0] else self._page)
        text.scroll_relative(y=direction * max(1, text.size.height - 1), animate=False)

    def action_zoom(self) -> None:
        """Draw the board at another scale."""
        self.board_view.zoom()

    def action_help(self) -> None:
        """Keys, signs, and the course of a game."""
        letters = {name: letter for letter, name in self._letters.items()}
        pages = [(f"F{number}", letters[name], name) for number, name in enumerate(self.pages, start=2)]
        text = help_text(self.pages[0], pages, self.interface.help)
        self.app.push_screen(TextScreen("Help", Content(self.look.text(text)), self.look))

    def action_spot(self) -> None:
        """All about the spot of the cursor."""
        view = self.port.situation().view
        if view is not None:
            board, spot = self.interface.board, self.board_view.cursor
            text = self.look.content(board.spot_lines(view, spot))
            self.app.push_screen(TextScreen(board.spot_name(spot), text, self.look))

    def action_go(self) -> None:
        """Move the cursor to a spot by the beginning of its name."""

        def go(name: str | None) -> None:
            found = self.interface.board.spot_named(name or "")
            if found is not None:
                self.board_view.cursor = found
            elif name:
                self.notify(f"No place's name begins with {name!r}", markup=False)

        self.app.push_screen(PromptScreen("Go to which place? The first letters will do", self.look, 20), go)

    def action_talk(self) -> None:
        """Say something to the opponent."""

        def say(text: str | None) -> None:
            if text:
                self.port.chat(text)
                length = len(clean(text, len(text)))
                if length > CHAT_LIMIT:
                    cut = f"Your line was cut: it had {length} characters, and {CHAT_LIMIT} were said."
                    self.log_view.note(cut, "bad")
                    self.notify(cut)

        # Without a limit: an input with one drops a longer paste whole.
        self.app.push_screen(PromptScreen("Say to your opponent", self.look), say)

    def action_resign(self) -> None:
        """Give the game up, after a confirmation."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.port.resign()

        if self.port.situation().ended is None:
            question = "Resign? The game is lost then, and cannot be taken up again."
            self.app.push_screen(ConfirmScreen(question, "resign", "go on playing", self.look), answered)
