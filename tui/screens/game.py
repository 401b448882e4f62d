"""The screen on which a game is played. It shows what the port and the game's interface say, and knows no game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer

from engine.hidden import IllegalAction
from tui.advising import Ask
from tui.boards import Spot
from tui.dialogue import Menu
from tui.drafts import DraftKeeper
from tui.games import GameInterface
from tui.keys import SYSTEM, keys_in_force, usual
from tui.language import N_, _, ngettext
from tui.lines import Line
from tui.log import Card
from tui.moment import GRACE
from tui.news import News
from tui.notebook import Notebook
from tui.plans import PlanPort
from tui.playback import PlaybackPort
from tui.ports import GamePort, Situation
from tui.screens.after_game import AfterGame, after_game_menu
from tui.screens.asking import Asking
from tui.screens.beside import BesideTheBoard
from tui.screens.bound import bound
from tui.screens.calling import Calling
from tui.screens.card import CardScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.hinting import HINT, Hinting
from tui.screens.pacing import Pacing
from tui.screens.planning import PlanCommand, Sure, sure_step
from tui.screens.result import result_lines, result_title
from tui.screens.result_screen import ResultScreen
from tui.screens.settings import change_settings
from tui.screens.status import status_lines
from tui.screens.ticker import NOTICE, Ticker
from tui.settings import SettingsError, keep_pace, seconds_of_pace
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.decision_panel import NUMBERED, DecisionPanel
from tui.widgets.kept_lines import keep_lines
from tui.widgets.line_view import LineView
from tui.widgets.log_view import LogView
from tui.widgets.page_bar import PageBar
from tui.widgets.text_view import TextView

WIDE_COLUMNS: Final = 118
"""From here on the pages stand beside the board."""
BROAD_COLUMNS: Final = 150
"""From here on a page that belongs in front is broader."""
HUGE_COLUMNS: Final = 170
"""From here on there is room for whole words and all the pages."""
ALARM: Final = 30.0
"""Seconds for which a warning about who the opponent is stays in sight; it stays in the log."""
WHILE_SHOWING: Final = ("game.slower", "game.faster", "game.explain", "game.help", "game.settings")
"""What can be done while something is being shown: its keys do not skip it."""
REST: Final = 0.1
"""Seconds after which the board's cursor has come to rest."""
PAGE_KEYS: Final = 8
"""Function keys for pages: F2 and those that follow."""


_PLAN_COMMANDS: Final[dict[PlanCommand, Callable[[PlanPort[Any, Any]], object]]] = {
    PlanCommand.UNDO: PlanPort.undo,
    PlanCommand.UNDO_ALL: PlanPort.undo_all,
    PlanCommand.SEND: PlanPort.send,
}


class GameScreen(BesideTheBoard):
    """Board, pages, and the decision that is to be made."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide"), (HUGE_COLUMNS, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-medium"), (34, "-high"), (50, "-tall")]  # noqa: RUF012

    AUTO_FOCUS = "#choices"

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"f{number + 2}", f"page_number({number})", show=False, id=f"game.page{number}")
            for number in range(PAGE_KEYS)
        ),
        bound("game.switch", "switch", N_("Board or choices"), priority=True, tooltip=N_("Move the keys' focus")),
        bound("game.hint", "hint", N_("Hint"), tooltip=N_("What the strongest bot would do here, and why")),
        bound("game.zoom", "zoom", N_("Zoom"), tooltip=N_("Draw the board at another scale")),
        bound("game.resign", "resign", N_("Resign"), tooltip=N_("Give the game up, after a confirmation")),
        bound("game.slower", "slower", N_("Slower"), tooltip=N_("Show what happens more slowly")),
        bound("game.faster", "faster", N_("Faster"), tooltip=N_("Show what happens faster")),
        # These mean what the panel says wherever the focus is, so they come before what the focus would do with them.
        *(
            Binding(key, f"decide('{what}')", text, id=f"game.{what}", priority=True, show=False)
            for key, what, text in (
                (usual("game.take"), "take", N_("Take, confirm")),
                (usual("game.mark"), "mark", N_("Mark")),
                (usual("game.back"), "back", N_("A step back")),
                ("escape", "escape", N_("Leave the page, or a step back")),
                (usual("game.mark_all"), "mark_all", N_("Mark all or none")),
            )
        ),
        *(Binding(str(n), f"choose({n})", show=False, id=f"game.{n}", priority=True) for n in range(1, NUMBERED + 1)),
        bound("game.next", "next_way", N_("Next way"), show=False),
        bound(
            "game.walk", "walk(1)", N_("What has happened"), tooltip=N_("One thing after another, shown on the board")
        ),
        bound("game.walkback", "walk(-1)", N_("What happened before that"), show=False),
        Binding("left_square_bracket", "turn_of_log(-1)", N_("Turn before, in the log"), id="game.logback"),
        Binding("right_square_bracket", "turn_of_log(1)", N_("Next turn, in the log"), id="game.logon"),
        Binding("pageup", "scroll_page(-1)", N_("Back in the text"), id="game.pageup", priority=True),
        Binding("pagedown", "scroll_page(1)", N_("On in the text"), id="game.pagedown", priority=True),
    ]

    def __init__(
        self,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        theme: Theme,
        *,
        grace: float = GRACE,
        pace: float = 0.0,
        notebook: Notebook | None = None,
        drafts: DraftKeeper | None = None,
        ask: Ask | None = None,
        reviews: bool = False,
        replays: bool = False,
        plans: bool = True,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer; `pace`: those between two events.

        `ask`: who is asked for hints, None where there are none. `reviews`, `replays`: whether the result offers them.
        `plans`: what may be planned is not sent at once.
        """
        self.playback: PlaybackPort[Any, Any] = PlaybackPort(port, pace)
        self.plan: PlanPort[Any, Any] = PlanPort(self.playback, drafts, plans=plans)
        super().__init__(self.plan, interface, theme, notebook or Notebook())
        if interface.stylesheet is not None:
            self.css_path.append(interface.stylesheet)
        board, pages = interface.board, interface.pages
        self.pages = (board.name, *[page.name for page in pages], N_("log"), N_("news"))
        self.letters = {board.key: board.name, **{page.key: page.name for page in pages}, "l": "log", "i": "news"}
        self._page = board.name
        self._front: str | None = None
        self._grace = grace
        self._asking: Asking | None = None
        self._noticed = ""
        self._ticker: Ticker | None = None
        self._pacing: Pacing | None = None
        self._news: News | None = None
        self._rest: Timer | None = None
        self._reviews = reviews
        self._replays = replays
        self._calling = Calling(self, interface.words)
        self._hinting = Hinting(self, self.plan, interface, ask)
        self._played: int | None = None
        self._superseded = False
        self._covered = False

    class AnotherGame(Message):
        """The two go on with another game: this screen is over."""

        def __init__(self, screen: GameScreen) -> None:
            super().__init__()
            self.screen = screen

        @property
        def control(self) -> GameScreen:
            """The screen of the game that was played."""
            return self.screen

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
                yield TextView(_("Hint"), theme, id=HINT)
                yield from self.under_the_board()
                yield DecisionPanel(theme, grace=self._grace, id="decision")
            with Vertical(id="side"):
                yield TextView(_(interface.board.spot_title), theme, id="spot")
                for page in interface.pages:
                    yield TextView(page.title, theme, id=page.name)
                yield TextView(_("What happened"), theme, id="news")
                yield LogView(log, theme, connected=self.port.situation().connected, id="log")
        yield PageBar(self.pages, id="bar")

    def under_the_board(self) -> ComposeResult:
        """What stands between the board and the decision: nothing in a game."""
        return ()

    def on_mount(self) -> None:
        """Ask, and count down. Textual calls that of `PortScreen` after this."""
        self._asking = Asking(self.port, self.interface, self.panel, self.log_view, self._act, self._after_menu)
        self._pacing = Pacing(self, self.playback, self.card_screen, self.update_all)
        self._news = News(self.log_view.log_of_game)
        self._ticker = Ticker(
            self,
            self._line("ticker"),
            self.port,
            self.playback,
            self.interface,
            board=self.board_view,
            panel=self.panel,
            log=self.log_view,
            news=self._news,
        )
        self.panel.fate = self.fate
        self.board_view.told_of = self.panel.told_of
        keep_lines(self)
        self.action_page(self._page)
        self._rest = self.set_interval(REST, self._rested, pause=True)
        self.set_interval(0.5, self._asking.count_down)
        if self.port.situation().clocks is not None:
            self.set_interval(0.5, self._show_clocks)

    def card_screen(self, card: Card) -> CardScreen:
        """The box of a card, which covers what is asked."""
        self._covered = True
        return CardScreen(
            card.title, self.look.content(card.lines), self.look, grace=self._grace, keeps_free=self.keeps_free
        )

    @property
    def cards_to_come(self) -> int:
        """How many cards are still to be shown."""
        return 0 if self._pacing is None else self._pacing.unread

    def keeps_free(self) -> tuple[int, int] | None:
        """The rows that a card must not cover, from the first to before the last; None: it may lie anywhere."""
        return None

    def on_screen_resume(self) -> None:
        """What lay over the game is gone: a card may have waited, and what is asked is seen only now."""
        if self._covered:
            self._covered = False
            self.panel.begin_moment()
        if self._pacing is not None:
            self._pacing.resumed()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room for a broader page in front of the others."""
        self.set_class(event.size.width >= BROAD_COLUMNS, "broad")

    # -- parts

    def _text(self, name: str) -> TextView:
        return self.query_one(f"#{name}", TextView)

    def _line(self, name: str) -> LineView:
        return self.query_one(f"#{name}", LineView)

    # -- what has changed

    def update_all(self) -> None:
        """See `PortScreen.update_all`. Another game is not for this screen."""
        played = self.port.situation().played
        if self._played is None:
            self._played = played
        if played == self._played:
            super().update_all()
        elif not self._superseded:
            self._superseded = True
            self.post_message(self.AnotherGame(self))

    def show(self, situation: Situation[Any, Any]) -> None:
        """See `PortScreen.show`."""
        view = situation.view
        assert view is not None, "there is no game before there is a view"
        self._follow(self.playback.situation())
        self._tell_who_came(situation)
        self._tell_restored()
        self._line("status").show(status_lines(self.interface, situation, view))
        if situation.ended is not None:
            self.query_one("#bar", PageBar).end()
        self._line("score").show(self.interface.scores(view, situation.names))
        self.board_view.show(view)
        for page in self.interface.pages:
            self._text(page.name).draw(partial(page.for_screen, view))
        self._bring_to_front(self.interface.front(view.state))
        self._show_news(situation)
        self.show_spot()
        self._show_decision(situation)
        self._hinting.follow(situation)
        if self._pacing is not None:
            self._pacing.follow(situation, self.log_view.log_of_game.cards)
            self.log_view.log_of_game.cards = []

    def _follow(self, happened: Situation[Any, Any]) -> None:
        """The log and the news go by what has happened, whatever is planned."""
        first = not self.log_view.log_of_game.lines
        self.log_view.follow(happened, self.port.chats())
        log = self.log_view.log_of_game
        if first:
            log.cards = []
        if self._news is not None and happened.view is not None:
            self._news.take(log.fresh, happened.view.seat)
            log.fresh = []

    def _show_news(self, situation: Situation[Any, Any]) -> None:
        """What happened since the last decision: in words, and as ways on the board beside those that are planned."""
        if self._news is None:
            return
        self._text("news").show(self._news.lines())
        way = self.interface.way
        planned = [way(step.before, step.action) for step in situation.planned]
        pointed = self._news.pointed
        looked_at = [(pointed.trail or pointed.spots[:1], "walk")] if pointed is not None and pointed.spots else []
        self.board_view.show_trails(
            [
                *[(trail, "trail") for trail in self._news.trails],
                *[(stops, "plan") for stops in planned if stops],
                *looked_at,
            ],
            self._news.marks,
        )
        if pointed is not None and pointed.spots:
            self.board_view.centre_on(pointed.spots[0])

    def result(self, situation: Situation[Any, Any]) -> tuple[str, list[Line]]:
        """See `PortScreen.result`."""
        lines = result_lines(self.interface, situation)
        return result_title(situation), lines

    def after_choices(self, situation: Situation[Any, Any]) -> list[AfterGame]:
        """See `PortScreen.after_choices`."""
        over = situation.ended is not None
        offered = [(self._replays and over, AfterGame.REPLAY), (self._reviews and over, AfterGame.REVIEW)]
        *rematch, leave = super().after_choices(situation)
        return [*[choice for is_there, choice in offered if is_there], *rematch, AfterGame.LOG, AfterGame.NEWS, leave]

    def after_game(self, choice: AfterGame) -> None:
        """See `PortScreen.after_game`."""
        if choice is AfterGame.REPLAY:
            self.post_message(ResultScreen.ReplayWanted())
        elif choice is AfterGame.REVIEW:
            self.post_message(ResultScreen.ReviewWanted())
        elif choice in (AfterGame.LOG, AfterGame.NEWS):
            if self._page != choice.value:
                self.action_page(choice.value)
        else:
            super().after_game(choice)

    def _after_menu(self, situation: Situation[Any, Any]) -> Menu:
        return after_game_menu(self.after_choices(situation))

    def _tell_restored(self) -> None:
        """Say once that what was planned before the program ended is planned again."""
        count, self.plan.restored = self.plan.restored, 0
        if count:
            words = ngettext(
                "The step that you had planned is there again; nothing of it has been sent.",
                "The {count} steps that you had planned are there again; nothing of them has been sent.",
                count,
            ).format(count=count)
            self.log_view.note(words)
            self.notice(words)

    def _tell_who_came(self, situation: Situation[Any, Any]) -> None:
        """Say once who the opponent is known to be: in the log, and where it cannot be overlooked if it alarms."""
        if situation.notice == self._noticed:
            return
        self._noticed = situation.notice
        self.log_view.note(situation.notice, "bad" if situation.alarming else "dim")
        if situation.alarming:
            self.notice(situation.notice, "bad", ALARM)

    def notice(self, text: str, style: str = "key", seconds: float = NOTICE) -> None:
        """Say something in the line under the board, for so long, and cover nothing with it."""
        if self._ticker is not None:
            self._ticker.notice(text, style, seconds)

    def _show_clocks(self) -> None:
        """What the clocks show changes without anything happening."""
        situation = self.port.situation()
        if situation.clocks is not None and situation.view is not None and situation.played == self._played:
            self._line("status").show(status_lines(self.interface, situation, situation.view))

    def _bring_to_front(self, front: str | None) -> None:
        """On a narrow screen a page that belongs in front takes the place of the board while it lasts."""
        if front == self._front:
            return
        before, now = (page or self.pages[0] for page in (self._front, front))
        for page in (self._front, front):
            if page is not None:
                self.set_class(page == front, f"front-{page}")
        self._front = front
        # What stands beside the board on a wide screen stays there; but a page that was in front is not left behind
        # for when the screen is narrow again.
        if self._page == before and (front is None or self.size.width < WIDE_COLUMNS):
            self.action_page(now)

    def _show_decision(self, situation: Situation[Any, Any]) -> None:
        if self._asking is not None:
            if self._asking.follow(situation):
                # What is asked stands in the list: wherever the last decision was made, the next begins there.
                self.panel.choices.focus()
            self._asking.count_down()
        self._calling.follow(situation)
        self._show_ticker(settle=True)

    def show_spot(self) -> None:
        """See `BesideTheBoard.show_spot`."""
        view = self.port.situation().view
        if view is not None:
            self._text("spot").show(self.spot_lines(view, self.board_view.cursor))
            self._show_ticker()

    def _show_ticker(self, *, settle: bool = False) -> None:
        if self._ticker is not None:
            self._ticker.show(settle=settle)

    # -- messages of the widgets

    @on(DecisionPanel.Decided)
    def _decided(self, event: DecisionPanel.Decided) -> None:
        self.answer(event)

    def answer(self, event: DecisionPanel.Decided) -> None:
        """Carry out what the player has decided."""
        action = event.action
        if isinstance(action, AfterGame):
            self.after_game(action)
        elif isinstance(action, PlanCommand):
            self._command(action)
        elif isinstance(action, Sure):
            self._act(action.action)
        elif not event.own_key and self._takes_plan_along(action):
            self.panel.insist(sure_step(action, self.port.situation(), self.interface.words))
        else:
            self._act(action)

    def _act(self, action: Any) -> None:
        self._do(lambda port: port.act(action))

    def _command(self, command: PlanCommand) -> None:
        """Do something with the plan. What is undone is taken in hand again, with the same pieces."""
        planned = self.port.situation().planned
        self._do(_PLAN_COMMANDS[command])
        if command is PlanCommand.UNDO and planned:
            self.panel.retrace(planned[-1].action)

    def ask_again(self) -> None:
        """Show what is the case, and ask what is asked as if it were new."""
        if self._asking is not None:
            self._asking.again()
        self.update_all()

    def _do(self, change: Callable[[PlanPort[Any, Any]], object]) -> None:
        """Change something by the player's will, and show what came of it."""
        if self._asking is not None:
            self._asking.again()
        if self._news is not None:
            self._news.stop()
        try:
            change(self.plan)
        except IllegalAction as refused:
            self.update_all()
            self.panel.complain(
                _("The rules refuse that: {refusal}").format(refusal=self.interface.words.refusal(refused))
            )
            return
        self.update_all()

    def _goes_out(self, action: Any) -> bool:
        try:
            return self.plan.goes_out(action)
        except IllegalAction:
            return False

    def _takes_plan_along(self, action: Any) -> bool:
        return bool(self.port.situation().planned) and self._goes_out(action)

    def fate(self, action: Any) -> str:
        """What becomes of an action, for the title of the panel."""
        if isinstance(action, PlanCommand | Sure | AfterGame):
            return ""
        return _("for good") if self._goes_out(action) else _("plan it, u: undo")

    @on(LogView.Noticed)
    def _noticed_in_log(self, event: LogView.Noticed) -> None:
        self.notice(event.text)

    @on(DecisionPanel.Changed)
    def _pointed_at_choice(self, event: DecisionPanel.Changed) -> None:
        here = () if event.spot is None else (event.spot,)
        self.board_view.mark(event.spots, event.path or here)
        if here and not event.path:
            self.board_view.centre_on(*here)

    @on(DecisionPanel.Opened)
    def _opened_step(self, event: DecisionPanel.Opened) -> None:
        """The board comes back when something is to be picked on it, and its cursor stands where that begins."""
        board = self.board_view
        if event.on_board:
            if self.size.width < WIDE_COLUMNS and self._page != self.pages[0]:
                self.action_page(self.pages[0])
        elif self.focused is board:
            self.panel.choices.focus()
        if event.origin is not None:
            board.cursor = event.origin
            self.show_spot()

    @on(BoardView.Pointed)
    def _pointed_at_spot(self, event: BoardView.Pointed) -> None:
        event.stop()
        self.panel.point_at(event.spot, alone=self.focused is self.board_view)
        if self._rest is not None:
            self._rest.reset()
            self._rest.resume()

    def gone_to(self, spot: Spot) -> None:
        """See `BesideTheBoard.gone_to`. What was named is meant: Enter takes its line, or says why there is none."""
        self.panel.point_at(spot, alone=True)

    def _rested(self) -> None:
        """The cursor has come to rest: tell all about its spot.

        To draw anything else with each move would cost more than the move: what changes in places far apart is drawn
        with all that lies between.
        """
        if self._rest is not None:
            self._rest.pause()
        self.show_spot()

    @on(BoardView.Grabbed)
    def _grabbed_spot(self, event: BoardView.Grabbed) -> None:
        self.panel.drag(event.spot)

    @on(BoardView.Dropped)
    def _dropped_on_spot(self, event: BoardView.Dropped) -> None:
        self.panel.drop(event.spot)

    @on(BoardView.DroppedNowhere)
    def _dropped_nowhere(self) -> None:
        self.panel.drop_nowhere()

    @on(BoardView.Picked)
    def _picked_spot(self, event: BoardView.Picked) -> None:
        if not self.panel.pick_spot(event.spot, sure=event.sure):
            self.show_spot()

    @on(TextView.Clicked)
    def _clicked_in_page(self, event: TextView.Clicked) -> None:
        """A card or a tile of the hand is its line of the decision: it is marked, or pointed at."""
        if event.view.id in self.pages[1:] and event.line:
            self.panel.pick_text(event.line[-1][0].strip())

    def on_descendant_focus(self) -> None:
        """The line under the board tells of what has the keys, and its cursor is what the panel points at."""
        if self.focused is self.board_view:
            self.panel.point_at(self.board_view.cursor, alone=True)
        self._show_ticker()

    def on_key(self, event: events.Key) -> None:
        """The keys of lines of the panel, and the letters of the pages, which the game chooses."""
        if self.panel.press_key(event.key):
            event.stop()
            return
        command = next((each for each in PlanCommand if each.value == event.key), None)
        if command is not None and not self.port.situation().planned:
            event.stop()
            self.notice(_("Nothing is planned now; what has been sent is not taken back."))
            return
        if command is not None:
            # The lines of a plan stand in the first step alone; their keys mean the same in every other.
            event.stop()
            if not self.panel.refuse_early():
                self._command(command)
            return
        page = self.letters.get(event.key)
        if page is not None:
            event.stop()
            self.action_page(page)

    def on_click(self, event: events.Click) -> None:
        """A click anywhere shows all that has happened."""
        if self._pacing is not None and self._pacing.skip():
            event.stop()

    def skips(self, key: str) -> bool:
        """Whether a key was pressed only to see all that has happened."""
        keys = keys_in_force()
        if key in SYSTEM or key in [keys[name] for name in WHILE_SHOWING]:
            return False
        return self._pacing is not None and self._pacing.skip()

    # -- what the player does

    def action_slower(self) -> None:
        """Show what happens more slowly."""
        self._change_pace(1)

    def action_faster(self) -> None:
        """Show what happens faster."""
        self._change_pace(-1)

    def _change_pace(self, steps: int) -> None:
        pace = self.playback.change_pace(steps)
        self._keep(pace)
        words = (
            _("What happens is shown {pace} s a step (< slower, > faster)")
            if pace
            else _("What happens is shown at once (< slower, > faster)")
        )
        self.notice(words.format(pace=pace))
        self.update_all()

    def _keep(self, pace: float) -> None:
        """The next game begins with the pace of this one. One that cannot be kept counts for this game alone."""
        with suppress(SettingsError):
            keep_pace(pace)

    def action_decide(self, what: str) -> None:
        """A key of the decision panel, wherever the focus is."""
        panel = self.panel
        if what == "escape":
            if self._page != self.pages[0]:
                self.action_page(self.pages[0])
                return
            what = "back"
        {"take": panel.take, "mark": panel.mark, "back": panel.back, "mark_all": panel.mark_all}[what]()

    def action_next_way(self) -> None:
        """Point at another way to the same spot."""
        if self.panel.next_of_spot():
            self._show_ticker()
        elif self.panel.dialogue is not None:
            self.notice(_("There is no other way there."))

    def action_walk(self, steps: int) -> None:
        """Point at the next thing that the opponent did since the player last decided, or the one before."""
        if self._news is None:
            return
        if not self._news.walk(steps):
            self.notice(_("Your opponent has done nothing since you decided."))
            return
        walking = self._news.pointed is not None
        if self.size.width < WIDE_COLUMNS and self._page in (self.pages[0], self._front):
            # What is pointed at is seen on the board; what belongs in front comes back after the last.
            self.action_page(self.pages[0] if walking or self._front is None else self._front)
        self._show_news(self.port.situation())
        self._show_ticker()

    def action_settings(self) -> None:
        """What is chosen for good."""
        app = self.app
        changed = getattr(app, "settings_changed", self.settings_changed)
        app.run_worker(change_settings(app, self.look, changed), exclusive=True, group="settings")

    def settings_changed(self) -> None:
        """Look as has been chosen just now."""
        self.look.adapt()
        self.interface.settings_changed()
        self.playback.pace = seconds_of_pace()
        self.board_view.look_changed()
        for text in self.query(TextView):
            text.look_changed()
        self.query_one("#bar", PageBar).show(self._page)
        self.update_all()

    def action_page_number(self, number: int) -> None:
        """Show the page of a function key."""
        if number < len(self.pages):
            self.action_page(self.pages[number])

    def action_page(self, page: str) -> None:
        """Show a page; on a wide screen beside the board. The log, if it is shown already, is unfolded or folded."""
        if page == self._page == "log":
            self.log_view.unfold()
            return
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
            self.panel.choices.focus()
            self.panel.go_on()
        else:
            self.action_page(self.pages[0])
            self.board_view.focus()

    def action_choose(self, number: int) -> None:
        """Take the line with this digit, wherever the focus is."""
        self.panel.number(number)

    def action_scroll_page(self, direction: int) -> None:
        """Scroll the page in sight."""
        text = self._text("log" if self._page == self.pages[0] else self._page)
        text.scroll_relative(y=direction * max(1, text.size.height - 1), animate=False)

    def action_turn_of_log(self, direction: int) -> None:
        """The log, at the beginning of the turn before or after what it shows."""
        if self._page != "log":
            self.action_page("log")
        self.call_after_refresh(self.log_view.jump, direction)

    def action_zoom(self) -> None:
        """Draw the board at another scale."""
        self.board_view.zoom()

    def action_hint(self) -> None:
        """Ask for a hint, or take it away."""
        self._hinting.toggle()

    def action_resign(self) -> None:
        """Give the game up, after a confirmation."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.port.resign()

        if self.port.situation().ended is None:
            question = _("Resign? The game is lost then, and cannot be taken up again.")
            self.app.push_screen(ConfirmScreen(question, _("resign"), _("go on playing"), self.look), answered)
