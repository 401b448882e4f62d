"""What tells on the screen of a game what has happened: the line under the board, the log; and looking back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.binding import Binding, BindingType
from textual.geometry import Offset

from engine.hidden import View
from tui.boards import Spot, Trail
from tui.games import GameInterface
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.lines import Line, plain_text
from tui.notebook import Notebook
from tui.plans import PlanPort
from tui.playback import PlaybackPort
from tui.ports import Situation
from tui.screens.after_game import AfterGame
from tui.screens.board_screen import WIDE_COLUMNS
from tui.screens.bound import bound
from tui.screens.card import CardScreen
from tui.screens.deciding import DecidingScreen
from tui.screens.dialog import Dialog
from tui.screens.leading import Lead, lead_of
from tui.screens.planning import PlanCommand, plan_lines
from tui.screens.prompt import PromptScreen
from tui.screens.talk import TalkScreen
from tui.screens.telling import Telling
from tui.screens.ticker import NOTICE, Ticker
from tui.theme import Theme
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.line_view import LineView
from tui.widgets.log_view import LogView
from tui.widgets.page_bar import PageBar
from tui.widgets.text_view import TextView

WORD_LIMIT: Final = 40
"""Characters of what is searched for."""


class TellingScreen(DecidingScreen):
    """Tells what has happened, and goes back in it: the board is as it was then, and nothing is decided there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound(
            "game.walk", "walk(1)", N_("What has happened"), tooltip=N_("One thing after another, shown on the board")
        ),
        bound("game.walkback", "walk_back", N_("What happened before that"), show=False),
        bound("game.search", "search_log", N_("Search the log"), tooltip=N_("Go to where the log has a word")),
        bound("game.matchon", "find(1)", N_("Next place found"), show=False),
        Binding("left", "step_then(-1)", show=False, id="game.then_back"),
        Binding("right", "step_then(1)", show=False, id="game.then_on"),
        Binding("left_square_bracket", "turn_of_log(-1)", N_("Turn before, in the log"), id="game.logback"),
        Binding("right_square_bracket", "turn_of_log(1)", N_("Next turn, in the log"), id="game.logon"),
    ]

    def __init__(
        self,
        playback: PlaybackPort[Any, Any],
        plan: PlanPort[Any, Any],
        interface: GameInterface[Any, Any],
        theme: Theme,
        notebook: Notebook,
    ) -> None:
        """`playback`: what shows events one after another; `plan`, which plans on it."""
        super().__init__(plan, interface, theme, notebook)
        self.playback = playback
        self._ticker: Ticker | None = None
        self._looked_from = self.pages[0]
        """The page from which the player looks back."""
        self._pointed: tuple[Spot | None, Sequence[Spot]] = (None, ())
        """What was pointed at last of what may be decided."""

    def on_mount(self) -> None:
        """Tell from now on."""
        self._telling = Telling(
            self.plan,
            self.playback,
            self.interface,
            board=self.board_view,
            log=self.log_view,
            page=self.text_view("news"),
            notice=self.announce,
            noted=self.noted,
        )
        self.panel.looks_back = lambda: self.looks_back
        self.panel.come_back = self._come_back
        self._ticker = Ticker(
            self,
            self._line("ticker"),
            self.port,
            self.playback,
            self.interface,
            board=self.board_view,
            panel=self.panel,
            log=self.log_view,
            news=self._telling.news,
            seen=self.view_in_sight,
            fight=self._fight_in_sight,
        )

    @abstractmethod
    def show_news(self, situation: Situation[Any, Any]) -> None:
        """Show what has happened, the pages, turn and score: who looks back sees all as it was then."""

    def _line(self, name: str) -> LineView:
        return self.query_one(f"#{name}", LineView)

    @property
    def spot_told_of(self) -> Spot:
        """See `PointingScreen.spot_told_of`. While what has happened is shown it is where that leads."""
        shown = self.log_view.log_of_game.entries[-1:]
        if shown and shown[0].trail and self.playback.situation().behind:
            return shown[0].trail[-1]
        return super().spot_told_of

    def news_at(self, spot: Spot) -> list[Line]:
        """See `PointingScreen.news_at`."""
        return self._telling.at(spot)

    def view_in_sight(self) -> View[Any] | None:
        """See `BoardScreen.view_in_sight`. Who looks back sees what was the case then."""
        return self._telling.view_in_sight(self.port.situation())

    def _fights(self) -> Hashable | None:
        """The battle that is being fought."""
        view = self.port.situation().view
        return None if view is None else self.interface.words.battle(view.state)

    def _turn(self) -> Hashable | None:
        """Whose turn it is, and which."""
        view = self.port.situation().view
        return None if view is None else self.interface.words.turn(view.state)

    def _fight_in_sight(self) -> bool | None:
        """Whether the page of the battle that is being fought is in sight; None: there is no battle."""
        if self._fights() is None or self.front is None:
            return None
        return self.page == self.front or self.size.width >= WIDE_COLUMNS

    # -- the line under the board

    def show_ticker(self, *, settle: bool = False) -> None:
        """See `PointingScreen.show_ticker`. `settle`: see `Ticker.show`."""
        if self._ticker is not None:
            self._ticker.show(settle=settle)

    def hovered_over_spot(self) -> None:
        """See `PointingScreen.hovered_over_spot`."""
        if self._ticker is not None:
            self._ticker.hovered()

    def gone_to(self, spot: Spot) -> None:
        """See `BoardScreen.gone_to`."""
        super().gone_to(spot)
        if self._ticker is not None:
            self._ticker.gone_to()

    def notice(self, text: str) -> None:
        """See `BoardScreen.notice`. It answers what was pressed; the next key takes it away."""
        if self._ticker is not None:
            self._ticker.notice(text, of_key=True)

    def announce(self, text: str, style: str = "key", seconds: float = NOTICE) -> None:
        """Say something in the line under the board, for so long, and cover nothing with it."""
        if self._ticker is not None:
            self._ticker.notice(text, style, seconds)

    def announce_given(self, text: str) -> None:
        """See `DecidingScreen.announce_given`."""
        if self._ticker is not None:
            led_to = self._telling.news.led_to
            self._ticker.notice(text, of_decision=True, battle=self._fights(), turn=self._turn(), led_to=led_to)

    def question_asked(self) -> None:
        """See `DecidingScreen.question_asked`."""
        if self._ticker is not None:
            self._ticker.asked(self._fights(), self._turn())

    def announce_done(self, text: str, brief: str) -> None:
        """See `DecidingScreen.announce_done`."""
        if self._ticker is None:
            return
        fits = cell_len(text) <= self._line("ticker").size.width
        self._ticker.notice(text if fits else brief, of_key=True)
        if not fits and text != brief:
            self.panel.complain(text, alone=True)

    def give(self, answer: Any, told: str) -> None:
        """See `DecidingScreen.give`."""
        self._telling.given(self.port.situation(), told)
        super().give(answer, told)

    def answer(self, event: DecisionPanel.Decided) -> None:
        """See `DecidingScreen.answer`. What was said before is no matter any more."""
        if self._ticker is not None:
            self._ticker.decided()
        super().answer(event)

    def _command(self, command: PlanCommand) -> None:
        """See `DecidingScreen._command`. It is no less an action."""
        if self._ticker is not None:
            self._ticker.decided()
        super()._command(command)

    def _ticker_clicked(self, ticker: Ticker, column: int) -> None:
        if ticker.says(self._told_undone) and self.port.situation().undone:
            self._command(PlanCommand.REDO)
            return
        steps = ticker.steps_at(column)
        if steps is None and self.panel.next_of_spot():
            self.show_ticker()
        else:
            self.action_walk(1 if steps is None else steps)

    def _click_through(self, at: Offset) -> None:
        """A click beside a box that it has closed: the lines under the board do what they say, and the list as well; on
        the board a spot is pointed at.
        """
        line = self._line("ticker")
        if self._ticker is not None and line.region.contains_point(at):
            self._ticker_clicked(self._ticker, at.x - line.content_region.x)
        elif self.query_one("#bar").region.contains_point(at):
            self.query_one("#bar", PageBar).click_at(at)
        elif (spot := self.board_view.spot_at(at)) is not None:
            # What lay over it may have been meant: it is only pointed at. But Enter takes no line of another place.
            self.board_view.cursor = spot
            if self.panel.dialogue is not None and self.panel.dialogue.spots():
                self.board_view.focus()
        else:
            self.panel.click_at(at)

    def action_talk(self) -> None:
        """See `BesideTheBoard.action_talk`. What its box shows is no news any more."""
        super().action_talk()
        if self._ticker is not None and isinstance(self.app.screen, TalkScreen):
            self._ticker.all_heard()

    # -- looking back

    def action_walk(self, steps: int) -> None:
        """Point at the next thing that the opponent did since the player last decided, or the one before.

        Before the first of them is all that came earlier.
        """
        news = self._telling.news
        if news.pointed is None:
            self._looked_from = self.page
        if not news.walk(steps):
            key = shown(keys_in_force()["game.walkback"])
            since = _("Your opponent has done nothing since you decided ({key}: what came before).").format(key=key)
            self.notice(since if steps > 0 else _("Nothing has happened yet."))
            return
        if self.size.width < WIDE_COLUMNS:
            # What is pointed at is seen on the board; the page before it comes back after the last.
            self.action_page(self._looked_from if news.pointed is None else self.pages[0])
        self.show_board_beside()
        self.show_news(self.port.situation())
        self.show_spot()
        self._point_again()
        if self._ticker is not None:
            self._ticker.walked()

    def action_walk_back(self) -> None:
        """Point at what happened before that."""
        self.action_walk(-1)

    def action_step_then(self, steps: int) -> None:
        """As `action_walk`, for who looks back; the arrows of the board go over it as ever."""
        if self.looks_back:
            self.action_walk(steps)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel over the line that tells what has happened goes back in it."""
        self._walk_by_wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """And on."""
        self._walk_by_wheel(event, 1)

    def _walk_by_wheel(self, event: events.MouseEvent, steps: int) -> None:
        if self.looks_back and self._line("ticker").region.contains_point(event.screen_offset):
            event.stop()
            self.action_walk(steps)

    @property
    def looked_at(self) -> Any | None:
        """See `BesideTheBoard.looked_at`."""
        return None if self._ticker is None else self._telling.state_then

    def _look_at_now(self) -> None:
        """Point at nothing any more that has happened: what is decided is decided as the board is now."""
        if self._telling.news.stop():
            self.show_news(self.port.situation())
            self.show_spot()

    def _come_back(self) -> None:
        """From what was then, with the page from which the player looked back."""
        self._look_at_now()
        self._point_again()
        if self.size.width < WIDE_COLUMNS:
            self.action_page(self._looked_from)

    def _point_again(self) -> None:
        """Who has gone over the board while looking back decides from where its cursor is now."""
        if self.focused is self.board_view:
            self.point_at_cursor()

    @on(DecisionPanel.Opened)
    def _gone_on(self) -> None:
        """Who goes on to decide looks back no more."""
        dialogue = self.panel.dialogue
        if dialogue is not None and dialogue.depth:
            self._look_at_now()

    @on(DecisionPanel.Changed)
    def _pointed_at_another(self, event: DecisionPanel.Changed) -> None:
        before, self._pointed = self._pointed, (event.spot, event.path)
        if self._pointed != before:
            self._look_at_now()

    @property
    def goes_back(self) -> bool:
        """Whether a step back is one from what was searched for, or from what was then."""
        return self._finds or self.looks_back

    def action_decide(self, what: str) -> None:
        """See `DecidingScreen.action_decide`. What goes back leaves the search first, and no more looks back. On the
        board as it was then nothing is taken: what is there now is pointed at.
        """
        if what in ("escape", "back") and self._finds:
            self.log_view.search("")
        elif what in ("escape", "back") and self.looks_back:
            self._come_back()
        elif what in ("take", "mark") and self.looks_back and self.focused is self.board_view:
            self._look_at_now()
            self._point_again()
        else:
            super().action_decide(what)

    # -- where a click on what is told leads

    def _leads(self, line: Line, part: str, at: int) -> Callable[[], bool] | None:
        """What a click on a piece of what is told of what has happened does; None: nothing.

        What it does returns whether it shows something that no box must cover.
        """
        lead = lead_of(line, part, at, lambda text: self.spots_named(self.look.text(text)), self.log_view)
        return None if lead is None else partial(self._follow, lead)

    def _follow(self, lead: Lead) -> bool:
        """Show what a piece of what is told leads to: in the log, or on the board, which comes back for it."""
        if lead.item is not None:
            if self.page != AfterGame.LOG.value:
                self.action_page(AfterGame.LOG.value)
            self.call_after_refresh(self.log_view.show_item, lead.item)
            return True
        if not self.beside:
            self.action_page(self.pages[0])
        self.shorten_page()
        if lead.spot is not None:
            self.board_view.cursor = lead.spot
            self.gone_to(lead.spot)
            self.show_spot()
        else:
            self._telling.look_at(lead.trail, self.port.situation())
            self.show_news(self.port.situation())
        return False

    def clicked_beside_names(self, event: TextView.Clicked) -> None:
        """See `PointingScreen.clicked_beside_names`. What the page of what has happened tells leads somewhere."""
        if event.view.id == AfterGame.LOG.value:
            self._go_to_place_in(event.line)
        elif event.view.id != AfterGame.NEWS.value:
            super().clicked_beside_names(event)
        elif event.line not in plan_lines(self.port.situation(), self.interface):
            follow = self._leads(event.line, event.part, event.at)
            if follow is not None:
                follow()

    def _go_to_place_in(self, line: Line) -> None:
        """A line of the log leads to the first place that it names, wherever it is clicked."""
        named = self.spots_named(self.look.text(plain_text(line)))
        if named:
            _first, _last, spot = min(named)
            self.board_view.cursor = spot
            self.gone_to(spot)

    @on(LogView.WayWanted)
    def _way_in_log_clicked(self, event: LogView.WayWanted) -> None:
        if self.shorten_page():
            self.log_view.bring_item_in_sight(event.number)
            # Once it has its new rows.
            self.call_after_refresh(self.call_after_refresh, self.log_view.bring_item_in_sight, event.number)
        if self.hides_board:
            self.action_page(self.pages[0])
        self._telling.look_at(event.trail, self.port.situation())
        self.show_news(self.port.situation())

    def look_away(self) -> None:
        """The player goes on to something else: a way of the log that the board shows goes."""
        if self._ticker is not None:
            self._telling.look_away(self.port.situation())

    @on(LogView.Noticed)
    def _noticed_in_log(self, event: LogView.Noticed) -> None:
        above = self.app.screen  # it may cover where that is said
        heard = event.said and not event.own
        if heard and self._ticker is not None and not isinstance(above, TalkScreen):
            self._ticker.hear(event.text)
        elif not heard:
            self.announce(event.text)
        if isinstance(above, CardScreen) and (event.waits or not event.own):
            above.say(event.text)
        elif isinstance(above, Dialog) and not event.own:
            above.hear(self.look.text(event.text))

    # -- the log

    def show_hinted(self, ways: Sequence[Trail]) -> None:
        """Show the ways of a hint on the board; none: it is taken away."""
        self._telling.hint(ways, self.port.situation())

    def action_turn_of_log(self, direction: int) -> None:
        """The log, at the beginning of the turn before or after what it shows."""
        self.panel.left_alone()
        if self.page != "log":
            super().action_page("log")  # from where it has been left
        self.call_after_refresh(self.log_view.jump, direction)

    def action_search_log(self) -> None:
        """The log, where it has a word that is asked for; none ends the search."""

        def search(word: str | None) -> None:
            if word:
                self.make_way()
            if word and self.page != "log":
                self.action_page("log")
            # It is laid out before it can be scrolled.
            self.call_after_refresh(self._search, word or "")

        title = _("Search the log for which word? Empty: end the search")
        self.app.push_screen(PromptScreen(title, self.look, WORD_LIMIT), search)

    def make_way(self) -> None:
        """What is to be seen now no box may lie over."""

    def _search(self, word: str) -> None:
        if not self.log_view.search(word):
            self.notice(_("Nothing in the log has “{word}”.").format(word=word))

    @property
    def _finds(self) -> bool:
        """Whether the log is in sight with what was found in it."""
        return self.log_view.searching and bool(self.log_view.region.height)

    def action_find(self, direction: int) -> None:
        """The next place in the log that has the word that was searched for, or the one before."""
        if not self._finds:
            self.notice(
                _("Nothing is searched for: {key} searches the log.").format(key=shown(keys_in_force()["game.search"]))
            )
        elif not self.log_view.find(direction):
            self.notice(_("There is no other place there that has it."))

    def action_next_way(self) -> None:
        """See `PointingScreen.action_next_way`. While something is searched for: the place before."""
        if self._finds:
            self.action_find(-1)
        else:
            super().action_next_way()

    @on(LogView.TitleClicked)
    def _title_of_log_clicked(self) -> None:
        self.action_search_log()

    @on(LogView.FindWanted)
    def _way_in_title_clicked(self, event: LogView.FindWanted) -> None:
        if event.direction:
            self.action_find(event.direction)
        else:
            self.log_view.search("")
