"""The screen on which a game is played. It shows what the port and the game's interface say, and knows no game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset, Region
from textual.message import Message
from textual.widget import Widget

from engine.hidden import Draw, Mix, View
from tui.advising import Ask
from tui.games import GameInterface
from tui.hints import not_offered
from tui.kept import Kept
from tui.keys import SYSTEM, Shows, keys_in_force, looking_keys, shown
from tui.language import N_, _
from tui.log import Card
from tui.moment import GRACE
from tui.plans import PlanPort
from tui.playback import PlaybackPort, withheld
from tui.ports import GamePort, Situation
from tui.screens.after_game import TEXTS, AfterGame
from tui.screens.board_screen import HUGE_COLUMNS, STRIP, TALL_ROWS, WIDE_COLUMNS
from tui.screens.bound import bound
from tui.screens.calling import Calling
from tui.screens.card import CLOSING, CardScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.hint_box import Ground
from tui.screens.hinting import HINT, Hinting
from tui.screens.pacing import Pacing
from tui.screens.result import checked_lines, end_lines, result_lines, result_title
from tui.screens.result_screen import ResultScreen
from tui.screens.settings import change_settings
from tui.screens.status import checked_words, head_lines
from tui.screens.telling_screen import TellingScreen
from tui.screens.text import TextScreen
from tui.settings import SettingsError, keep_pace, seconds_of_pace
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.kept_lines import keep_lines
from tui.widgets.line_view import LineView
from tui.widgets.log_view import LogView
from tui.widgets.page_bar import PageBar
from tui.widgets.text_view import TextView

_TELLING: Final = (AfterGame.LOG.value, AfterGame.NEWS.value)
"""The pages that tell what happens."""
TOLD: Final = "told"
"""The class of what stands beside the decision while it tells what the opponent has done, or what is planned, and no
page belongs in front."""
PLANNED: Final = "planned"
"""Its class, besides, while something is planned."""


class GameScreen(TellingScreen):
    """Board, pages, and the decision that is to be made."""

    AUTO_FOCUS = "#choices"

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("game.hint", "hint", N_("Hint"), tooltip=N_("What the strongest bot would do here, and why")),
        bound("game.resign", "resign", N_("Resign"), tooltip=N_("Give the game up, after a confirmation")),
        bound("game.slower", "slower", N_("Slower"), tooltip=N_("Show what happens more slowly")),
        bound("game.faster", "faster", N_("Faster"), tooltip=N_("Show what happens faster")),
    ]

    def __init__(
        self,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        theme: Theme,
        *,
        grace: float = GRACE,
        pace: float = 0.0,
        kept: Kept | None = None,
        ask: Ask | None = None,
        reviews: bool = False,
        replays: bool = False,
        plans: bool = True,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer; `pace`: those between two events.

        `ask`: who is asked for hints, None where there are none. `reviews`, `replays`: whether the result offers them.
        `plans`: what may be planned is not sent at once.
        """
        playback: PlaybackPort[Any, Any] = PlaybackPort(port, pace)
        kept = kept or Kept()
        plan: PlanPort[Any, Any] = PlanPort(playback, kept.drafts, plans=plans)
        super().__init__(playback, plan, interface, theme, kept.notebook)
        self._grace = grace
        self._told_keeper = kept.told
        self._pacing: Pacing | None = None
        self._reviews = reviews
        self._replays = replays
        self._calling = Calling(self, interface.words)
        self._hinting = Hinting(self, plan, interface, ask, self._ground_of_hint)
        self._played: int | None = None
        self._superseded = False
        self._covered_by: CardScreen | None = None
        """The box that lies over the game, or did until now."""
        self._showing = False
        """Whether something is being shown step by step."""
        self._fought: Hashable | None = None
        self._fought_until = 0
        """How many events were shown when the battle was looked at last."""
        self._left_page = self.pages[0]
        """The page that something in front has taken the place of."""
        self._said_then = False
        """Whether the bar names the keys of looking back."""

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
        self.class_by_size()
        theme, interface = self.look, self.interface
        log = interface.log(self.port.beginning())
        log.eyes = self.port.view_then
        yield LineView(theme, id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BoardView(interface.board, theme, id="board")
                with Vertical(id="below"):
                    yield LineView(theme, id="ticker")
                    yield TextView(_("Hint"), theme, id=HINT)
                    yield from self.under_the_board()
                    yield DecisionPanel(theme, grace=self._grace, id="decision")
            with Vertical(id="side"):
                yield TextView(_(interface.board.spot_title), theme, id="spot")
                for page in interface.pages:
                    yield TextView(page.title, theme, id=page.name)
                yield TextView(_("What happened"), theme, id="news")
                yield LogView(log, theme, connected=self.port.situation().connected, told=self._told_keeper, id="log")
        yield PageBar(self.pages, id="bar")

    @property
    def begins_alone(self) -> bool:
        """See `BoardScreen.begins_alone`: a board that gains by columns, where there are few of them and few rows."""
        few = self.app.size.width < HUGE_COLUMNS and self.app.size.height < TALL_ROWS
        return self.beside and few and self.interface.board.by_columns

    @property
    def pages_below(self) -> bool:
        """See `BoardScreen.pages_below`: beside the decision, where there are columns for both."""
        return self.beside

    @property
    def _side(self) -> Widget:
        """The pages beside the board."""
        return self.query_one("#side")

    def under_the_board(self) -> ComposeResult:
        """What stands between the board and the decision: nothing in a game."""
        return ()

    def on_mount(self) -> None:
        """Follow the game. Textual calls that of `PortScreen` last."""
        self._pacing = Pacing(
            self,
            self.playback,
            self.card_screen,
            self.update_all,
            self._somebody_decides,
            self._click_through,
            self._tells_beside,
            grace=self._grace,
        )
        keep_lines(self)
        self.action_page(self.page)
        self.set_interval(0.5, self._show_clocks)

    def card_screen(self, *cards: Card) -> CardScreen:
        """The box of cards, which lies over what is asked; where nothing is beside the board, above it."""
        self._covered_by = CardScreen(
            cards,
            self.look,
            grace=self._grace,
            column=self._place_beside,
            end=lambda: self.panel.region.bottom,
            asked=lambda: self.panel.region.y,
            keeps_free=self.keeps_free,
            board=lambda: self.board_view.region,
            panel=lambda: Region() if self.panel.dialogue is None else self.panel.region,
            question=lambda: self.panel.written,
            asked_title=lambda: "" if self.panel.dialogue is None else self.panel.dialogue.step.title,
            leads=self._leads,
            walk=lambda: self.call_after_refresh(self.action_walk, 1),
            over=self.read_over_a_box,
            below=self.press_again,
        )
        return self._covered_by

    @property
    def read_over_a_box(self) -> dict[str, Callable[[], object]]:
        """See `BesideTheBoard.read_over_a_box`. Where the log has what is searched for the box is small."""
        force = keys_in_force()
        more = {force["game.settings"]: self.action_settings, force["game.search"]: self.action_search_log}
        return super().read_over_a_box | more

    def make_way(self) -> None:
        """See `TellingScreen.make_way`."""
        if self._covered_by is not None:
            self._covered_by.make_small()

    def _tells_beside(self, card: Card) -> bool:
        """Whether the page of what has happened tells all of a card in sight beside the board, as it is now."""
        return self.beside and not self.looks_back and self.text_view("news").has_in_sight(card.lines)

    def _place_beside(self) -> Region | None:
        """Where pages have room beside the board a card has their columns, and leaves what it speaks of in sight.

        Where the board has all columns, it has all of them below the board, so as to need few rows.
        """
        side, middle = self._side.region, self.query_one("#middle").region
        if not self.beside:
            return None
        return middle if self.alone else Region(side.x, middle.y, side.width, middle.height)

    def _ground_of_hint(self) -> Ground | None:
        """What the box of a hint can lie over; where a page hides the board that is nothing of its own.

        Pages can be covered but while one of them tells of what is asked, such as a battle.
        """
        middle, below, board = self.query_one("#middle").region, self.query_one("#below").region, self.board_view
        if not board.region:
            return None
        beside = self._place_beside()
        under = Region(middle.x, below.y, middle.width, below.height)
        needed = self._belongs_in_front(self.port.situation()) is not None
        pages = [] if beside is None or needed else [self._side.region if self.alone else beside]
        rooms = [under] if beside is None or self.alone else [below]
        return Ground(board, pages, rooms, self.panel.region.y, middle.bottom)

    def _somebody_decides(self) -> bool:
        """Whether a player is to decide, and not only the table to draw and shuffle; or the game is over."""
        situation = self.playback.situation()
        if situation.view is None or self.port.game is None or situation.ended is not None:
            return True
        return not isinstance(self.port.game.waiting(situation.view.state), Draw | Mix)

    @property
    def cards_to_come(self) -> int:
        """How many cards are still to be shown."""
        return 0 if self._pacing is None else self._pacing.unread

    @property
    def unread(self) -> bool:
        """See `PortScreen.unread`. What the last combat came to is."""
        return self._pacing is not None and self._pacing.reads

    def keeps_free(self) -> tuple[int, int] | None:
        """The rows that a card must not cover, from the first to before the last; None: it may lie anywhere."""
        return None

    def on_screen_resume(self) -> None:
        """What lay over the game is gone: a card may have waited, and what is asked is seen only now."""
        if self._covered_by is not None:
            self.panel.begin_moment(closed_by=CLOSING, in_sight=self._covered_by.left_question_in_sight)
            self._covered_by = None
        if self._pacing is not None:
            self._pacing.resumed()

    # -- parts

    # -- what has changed

    def update_all(self) -> None:
        """See `PortScreen.update_all`. Another game is not for this screen."""
        played = self.port.situation().played
        if self._played is None:
            self._played = played
            if played:
                self.call_after_refresh(self._say_new_game)
        if played == self._played:
            super().update_all()
        elif not self._superseded:
            self._superseded = True
            self.post_message(self.AnotherGame(self))

    def _say_new_game(self) -> None:
        """A rematch begins without anything else that says so, and with the other side."""
        view = self.port.situation().view
        if view is not None:
            self.announce(_("A new game: you play {side}.").format(side=self.interface.words.side(view.seat)))

    def show(self, situation: Situation[Any, Any]) -> None:
        """See `PortScreen.show`."""
        view = situation.view
        assert view is not None, "there is no game before there is a view"
        self._asking.tell_time_over(situation)
        cards = self._telling.follow(situation)
        if cards and not self.log_view.searching:
            self.log_view.go_to_end()  # what the box tells is there
        if situation.ended is not None:
            self.query_one("#bar", PageBar).end()
            self.log_view.tell_end(end_lines(self.interface, situation))
        self._show_board_for(situation)
        planned = bool(situation.planned or situation.undone)
        front = self._belongs_in_front(situation)
        told = front is None and (planned or not self._telling.news.mine_alone)
        self._side.update_classes({TOLD: told, PLANNED: front is None and planned})
        self.bring_to_front(front)
        self.show_news(situation)
        self.show_spot()
        if self._pacing is not None and self._pacing.holds(cards):
            situation = withheld(situation, max(1, situation.behind))
        waits = self.panel.dialogue is None and not self.panel.skipped_by
        if waits and self._pacing is not None and self._pacing.looked_at:
            self.panel.skipped_by = CLOSING  # one may be about to skip what has just been shown
        self.show_decision(situation)
        self._calling.follow(situation)
        self.show_ticker(settle=True)
        self._hinting.follow(situation)
        if self._pacing is not None:
            self._pacing.follow(situation, cards)
            if situation.trouble or (situation.ended is not None and situation.ended.early):
                self._pacing.give_way()
        self._asking.look_ahead(self.playback.inner.situation(), behind=bool(situation.behind))

    def show_news(self, situation: Situation[Any, Any]) -> None:
        """See `TellingScreen.show_news`."""
        self._telling.show_news(situation)
        view = self.view_in_sight()
        self._say_whether_then()
        if view is not None:
            self._show_pages(view)
            self._line("status").show(head_lines(self.interface, situation, view))

    def _show_pages(self, view: View[Any]) -> None:
        """The game's pages, in brief beside what is told or planned, but for the one that was asked for."""
        brief = self.has_class(STRIP) and self._side.has_class(TOLD)
        ended = self.port.situation().ended
        why = "" if ended is None or self.looks_back else ended.reason
        for page in self.interface.pages:
            in_brief = brief and page.name != self.page
            self.text_view(page.name).draw(partial(page.for_screen, view, ended=why, in_brief=in_brief))

    def _share_out(self, others: Mapping[str, bool] = MappingProxyType({})) -> None:
        """See `BoardScreen._share_out`. What has less room now is told in brief."""
        super()._share_out(others)
        view = None if self._ticker is None else self.view_in_sight()
        if view is not None:
            self._show_pages(view)

    def _say_whether_then(self) -> None:
        """Whoever looks back is told of each panel whether it shows what was then, and by what keys to go on.

        What belongs in front says by what key to read on where its end is out of sight.
        """
        then = _("{panel}, as it was then") if self.looks_back else "{panel}"
        titles = {
            "spot": _(self.interface.board.spot_title),
            **{page.name: page.title for page in self.interface.pages},
        }
        for name, title in titles.items():
            on = shown(keys_in_force()["game.texton"]) if name == self.front else ""
            self.text_view(name).entitle(then.format(panel=title), on)
        told = _("What happened, up to now") if self.looks_back else _("What happened")
        if self.port.situation().planned and not self.looks_back:
            told = _("Planned, not sent (click: undo)")  # what is planned on it goes with a step
        self.text_view("news").entitle(told)
        if self.looks_back != self._said_then:
            self._said_then = self.looks_back
            self.show_bar()
            if self.strayed and not self.looks_back:
                self.strayed = False
                self._point_again()

    def result(self, situation: Situation[Any, Any]) -> Card:
        """See `PortScreen.result`."""
        lines = result_lines(self.interface, situation, self.log_view.log_of_game.ending)
        return Card(result_title(situation), lines)

    def after_choices(self, situation: Situation[Any, Any]) -> list[AfterGame]:
        """See `PortScreen.after_choices`."""
        over = situation.ended is not None
        offered = [(self._replays and over, AfterGame.REPLAY), (self._reviews and over, AfterGame.REVIEW)]
        offered += [(True, AfterGame.LOG), (True, AfterGame.NEWS)]
        offered.append((bool(checked_lines(situation)), AfterGame.CHECKED))
        return [*[choice for is_there, choice in offered if is_there], *super().after_choices(situation)]

    def after_game(self, choice: AfterGame) -> None:
        """See `PortScreen.after_game`."""
        if choice is AfterGame.REPLAY:
            self.post_message(ResultScreen.ReplayWanted())
        elif choice is AfterGame.REVIEW:
            self.post_message(ResultScreen.ReviewWanted())
        elif choice in (AfterGame.LOG, AfterGame.NEWS):
            super().action_page(choice.value)  # one that is in sight already has all the room; the log stays as it is
        elif choice is AfterGame.CHECKED:
            told = self.look.content(checked_lines(self.port.situation()))
            self.app.push_screen(TextScreen(TEXTS[choice], told, self.look))
        else:
            super().after_game(choice)

    def _show_clocks(self) -> None:
        """What the clocks show changes without anything happening; as does how long it is until the next attempt."""
        situation = self.port.situation()
        runs = situation.clocks is not None or situation.again_at is not None
        if runs and situation.view is not None and situation.played == self._played:
            self._line("status").show(head_lines(self.interface, situation, situation.view))

    def _belongs_in_front(self, situation: Situation[Any, Any]) -> str | None:
        """The page that belongs in front; none once the game has ended: of a battle in its midst nothing comes then."""
        if situation.view is None or situation.ended is not None:
            return None
        return self.interface.front(situation.view.state, beside=self.beside)

    def on_resize(self) -> None:
        """Whether a page belongs in front may depend on the room. Textual calls those of what this is built on too."""
        if self.is_mounted:
            self.bring_to_front(self._belongs_in_front(self.port.situation()))

    def bring_to_front(self, front: str | None) -> None:
        """See `BoardScreen.bring_to_front`. Such a page takes the place of any other, until there is no use for it.

        On a wide screen what stands beside the board already stays as it is, unless a page was asked for. On a narrow
        one it comes back over the board with everything that happens in the battle.
        """
        fights = self._fights()
        begins, self._fought = fights not in (None, self._fought), fights
        if begins and self._ticker is not None:
            self._ticker.fights(fights)
        count = len(self.playback.situation().events)
        goes_on, self._fought_until = fights is not None and count != self._fought_until, count
        if front == self.front and not begins:
            # On the board nothing is seen of what has just come in the battle.
            if goes_on and front is not None and self.page == self.pages[0] and self.size.width < WIDE_COLUMNS:
                self.action_page(front)
            return
        before = self.front
        super().bring_to_front(front)
        if front is None:
            if self.page == before:
                self.action_page(self._left_page)
        elif self.page != front and (self.page != self.pages[0] or self.size.width < WIDE_COLUMNS):
            self._left_page = self.page
            self.action_page(front)

    def _show_board_for(self, situation: Situation[Any, Any]) -> None:
        """What begins to be shown is seen: a page that hides the board goes, unless it tells of it."""
        begins, self._showing = bool(situation.behind) and not self._showing, bool(situation.behind)
        hidden = self.size.width < WIDE_COLUMNS and self.page not in (self.pages[0], self.front, *_TELLING)
        if begins and hidden:
            self.action_page(self.pages[0])
            self._left_page = self.pages[0]

    # -- messages of the widgets

    def _forward_event(self, event: events.Event) -> None:
        """See `RightClickScreen._forward_event`. A click where nothing is decided comes between two that decide."""
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            at, panel = event.screen_offset, self.panel
            self.pressed_anew()
            # What is said may be clicked itself.
            if self._ticker is not None and not self._line("ticker").region.contains_point(at):
                self._ticker.clicked()
            decides = any(widget.region.contains_point(at) for widget in (panel, self.board_view))
            if not decides:
                panel.forget_complaint()
            panel.heard(
                elsewhere=not decides and not self._side.region.contains_point(at),
                on_nothing=panel.region.contains_point(at) and panel.nothing_at(at),
            )
        super()._forward_event(event)

    def on_click(self, event: events.Click) -> None:
        """A click anywhere shows all that has happened.

        One on the line under the board goes on: to the next thing that the opponent did, which that line tells of, but
        to the next way where one is chosen on the board. Where it says what was undone, that is done again.
        One on the first line says what was checked.
        """
        if self._skip():
            event.stop()
        elif event.widget is self._line("ticker") and self._ticker is not None:
            event.stop()
            self._ticker_clicked(self._ticker, event.get_content_offset_capture(event.widget).x)
        elif event.widget is self._line("status") and self.port.situation().verified:
            event.stop()
            self.notice(checked_words(self.port.situation().verified))

    def right_clicked(self, at: Offset) -> None:
        """See `BoardScreen.right_clicked`. What is being shown is all shown first."""
        if not self._skip():
            super().right_clicked(at)

    def answer(self, event: DecisionPanel.Decided) -> None:
        """See `DecidingScreen.answer`. What has waited only to be told before that is of no use any more."""
        if self._pacing is not None:
            self._pacing.answered()
        super().answer(event)

    def step_back(self) -> None:
        """See `DecidingScreen.step_back`. A hint is taken away first."""
        if self.board_view.dragging or not self._hinting.close():
            super().step_back()

    def why_not(self, action: str) -> str:
        """See `PortScreen.why_not`."""
        situation = self.port.situation()
        match action:
            case "resign" | "hint" | "explain" | "odds" | "slower" | "faster" if situation.ended is not None:
                return _("The game is over.")
            case "resign" if situation.leaving:
                return _("You have resigned already.")
            case "hint" if not self._hinting.offered:
                return not_offered()
            case _:
                return super().why_not(action)

    def skips(self, key: str) -> bool:
        """Whether a key was pressed only to see all that has happened. What was said of the key before goes."""
        if self._ticker is not None:
            self._ticker.key_pressed()
        self.panel.forget_complaint()
        self.panel.heard(key)
        if key in (*SYSTEM, *self.letters) or key in looking_keys(Shows.MEANWHILE):
            return False
        if key not in ("pageup", "pagedown"):
            self.look_away()
        return self._skip(key)

    def _skip(self, key: str = "") -> bool:
        """Show all that has happened, by a `key` or by a click. False if nothing was still to be shown."""
        before, self.panel.skipped_by = self.panel.skipped_by, (*CLOSING, key)
        if self._pacing is not None and self._pacing.skip():
            return True
        self.panel.skipped_by = before
        return False

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

    def action_settings(self) -> None:
        """What is chosen for good."""
        app = self.app
        changed = getattr(app, "settings_changed", self.settings_changed)
        key = keys_in_force()["game.settings"]
        settings = change_settings(app, self.look, changed, asked_by=key, ask_help=self.action_help)
        app.run_worker(settings, exclusive=True, group="settings")

    def settings_changed(self) -> None:
        """Look as has been chosen just now."""
        self.look.adapt()
        self.interface.settings_changed()
        self.playback.pace = seconds_of_pace()
        self.board_view.look_changed()
        for text in self.query(TextView):
            text.look_changed()
        self.show_bar()
        self.update_all()

    def action_page(self, page: str) -> None:
        """See `BoardScreen.action_page`. The log, if it is shown already, is unfolded or folded."""
        if page == self.page == "log":
            self.log_view.unfold()
            return
        left_log = self.page == "log"
        super().action_page(page)
        if left_log:
            self.look_away()
        if page == "log" and not self.log_view.searching:
            self.log_view.go_to_end()
        if page == self.pages[0] and self.focused is not self.board_view:
            self.show_ticker()

    def action_page_number(self, number: int) -> None:
        """See `BoardScreen.action_page_number`. The log that is asked for tells what came last."""
        if self.page == "log":
            self.log_view.follow_again()
        super().action_page_number(number)

    def action_decide(self, what: str) -> None:
        """See `TellingScreen.action_decide`. Escape takes a hint away where it goes back from nothing else."""
        if what != "escape" or self.goes_back or not self._hinting.close():
            super().action_decide(what)

    def share_rows(self) -> None:
        """See `DecidingScreen.share_rows`. A hint may have no room in its place any more."""
        super().share_rows()
        if self._hinting.has_come:
            self.call_after_refresh(self._hinting.laid_out)

    def action_hint(self) -> None:
        """Ask for a hint, or take it away."""
        self._hinting.toggle()

    @on(TextView.Clicked, f"#{HINT}")
    def _hint_clicked(self, event: TextView.Clicked) -> None:
        event.stop()
        self._hinting.close()

    @property
    def scrolled_text(self) -> TextView:
        """See `BoardScreen.scrolled_text`. Where nothing of that has a place it is what is told or planned."""
        text = super().scrolled_text
        return text if text.region else self.text_view("news")

    def action_scroll_page(self, direction: int) -> None:
        """See `TellingScreen.action_scroll_page`. On from a hint that has come and waits is all of it."""
        if direction < 0 or not self._hinting.show_whole():
            super().action_scroll_page(direction)

    def action_resign(self) -> None:
        """Give the game up, after a confirmation."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.port.resign()

        situation = self.port.situation()
        if situation.ended is not None:
            self.notice(self.why_not("resign"))
        elif situation.trouble:
            self.notice(situation.trouble)
        elif situation.leaving:
            self.notice(_("You have resigned already."))  # what becomes of it stands in the panel
        else:
            question = situation.resign_question
            self.app.push_screen(ConfirmScreen(question, _("resign"), _("go on playing"), self.look), answered)
