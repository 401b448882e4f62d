"""The screen of a game with a lesson under the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tui.games import GameInterface
from tui.language import N_, _
from tui.moment import GRACE
from tui.ports import Situation
from tui.screens.confirm import ConfirmScreen
from tui.screens.game import GameScreen
from tui.theme import Theme
from tui.tutorial.tutor import GoOn, Tutor
from tui.tutorial.words import keys_line, lesson_title, step_lines
from tui.widgets.board_view import BoardView
from tui.widgets.decision_panel import DecisionPanel


class LessonScreen(GameScreen):
    """Plays one scene of a lesson. `moved_on` is called when there is another scene, or the lesson is over."""

    CSS_PATH = "lesson.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "R",
            "resign",
            N_("Begin this part again"),
            id="game.resign",
            tooltip=N_("From the first step of its position"),
        ),
    ]

    def __init__(
        self,
        tutor: Tutor,
        interface: GameInterface[Any, Any],
        theme: Theme,
        moved_on: Callable[[], None],
        *,
        grace: float = GRACE,
        pace: float = 0.0,
    ) -> None:
        super().__init__(tutor.port, interface, theme, grace=grace, pace=pace, plans=tutor.plans)
        self._tutor = tutor
        self._scene_port = tutor.port
        self._moved_on = moved_on
        self._left = False
        self._told: tuple[object, ...] = ()

    def on_mount(self) -> None:
        """A choice that does not fit is not made in a lesson: what was gone to may be taken at once."""
        self.panel.asks_always = False

    @property
    def begins_alone(self) -> bool:
        """See `BoardScreen.begins_alone`: what the lesson says needs the rows below the board."""
        return False

    def under_the_board(self) -> ComposeResult:
        """See `GameScreen.under_the_board`: what the lesson says."""
        yield Static(id="lesson", markup=False)

    def keeps_free(self) -> tuple[int, int]:
        """See `GameScreen.keeps_free`: what the lesson says."""
        region = self.query_one("#lesson", Static).region
        return region.y, region.bottom

    def show(self, situation: Situation[Any, Any]) -> None:
        """See `PortScreen.show`."""
        if self._tutor.over or self._tutor.port is not self._scene_port:
            if not self._left:
                self._left = True
                self._moved_on()
            return
        super().show(situation)
        # What is said next may speak of what is still being shown.
        if not situation.behind:
            self._tell()

    def _tell(self) -> None:
        tutor = self._tutor
        told = (tutor.number, tutor.reply)
        if told == self._told:
            return
        self._told = told
        lesson = self.query_one("#lesson", Static)
        lesson.border_title = Content(self.look.text(lesson_title(tutor)))
        lesson.update(self.look.content([*step_lines(tutor), *keys_line(tutor)]))
        self.set_class(not tutor.step.decides, "reading")

    def looked(self, at: str) -> None:
        """The player looks at something, which may be what the lesson asks for."""
        if not self.playback.situation().behind and self._tutor.looked(at):
            self.update_all()

    @on(BoardView.Pointed)
    def _looked_at_spot(self, event: BoardView.Pointed) -> None:
        wanted = self._tutor.step.look.removeprefix("cursor ")
        if self.interface.board.spot_named(wanted) == event.spot:
            self.looked(f"cursor {wanted}")

    def action_page(self, page: str) -> None:
        """See `GameScreen.action_page`."""
        super().action_page(page)
        self.looked(f"page {page}")

    def action_spot(self) -> None:
        """See `BesideTheBoard.action_spot`."""
        super().action_spot()
        self.looked("key spot")

    def action_explain(self) -> None:
        """See `BesideTheBoard.action_explain`."""
        super().action_explain()
        self.looked("key explain")

    def action_rules(self) -> None:
        """See `BesideTheBoard.action_rules`."""
        super().action_rules()
        self.looked("key rules")

    def action_odds(self) -> None:
        """See `BesideTheBoard.action_odds`."""
        super().action_odds()
        self.looked("key odds")

    def answer(self, event: DecisionPanel.Decided) -> None:
        """See `GameScreen.answer`."""
        if isinstance(event.action, GoOn):
            self._tutor.go_on()
            self.ask_again()
        else:
            super().answer(event)

    def fate(self, action: Any) -> list[str]:
        """See `GameScreen.fate`."""
        return [] if isinstance(action, GoOn) else super().fate(action)

    def action_resign(self) -> None:
        """There is nothing to give up: the scene begins again, after a confirmation."""

        def answered(yes: bool | None) -> None:
            if yes:
                self._tutor.restart()
                self.update_all()

        question = _("Begin this part of the lesson again?")
        self.app.push_screen(ConfirmScreen(question, _("begin again"), _("go on"), self.look), answered)

    def action_leave(self) -> None:
        """Leave the tutorial; the lesson is kept in mind."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.app.exit()

        question = _("Leave the tutorial? The next time it goes on with this lesson.")
        self.app.push_screen(ConfirmScreen(question, _("leave"), _("stay"), self.look), answered)
