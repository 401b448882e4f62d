"""The application of a tutorial: the lessons one after the other. `make_tutorial_app` is its one factory."""

from __future__ import annotations

from textual.screen import Screen

from tui.app import ClientApp
from tui.glyphs import Glyphs, glyphs_for
from tui.language import _
from tui.moment import GRACE
from tui.screens.choice import ChoiceScreen
from tui.table import Table
from tui.theme import Theme
from tui.tutorial.course import Course
from tui.tutorial.interface import lesson_interface
from tui.tutorial.screen import LessonScreen
from tui.tutorial.tutor import Tutor


class TutorialApp(ClientApp):
    """Plays the lessons of a course until the player leaves."""

    CSS_PATH = "../client.tcss"

    def __init__(
        self, course: Course, glyphs: Glyphs, *, lesson: str = "", grace: float = GRACE, pace: float | None = None
    ) -> None:
        """`lesson`: the one to begin with; without one the player is asked, unless none was begun yet."""
        self._course = course
        self._tutor = course.tutor(lesson or course.current)
        self._asks = not lesson and course.progress.begun(course.game.name)
        super().__init__(Table(self._tutor.port), glyphs, grace=grace, pace=pace)
        self._look = Theme(glyphs)

    def get_default_screen(self) -> Screen[None]:
        """Nothing: the lessons come over it."""
        return Screen(id="_default")

    @property
    def tutor(self) -> Tutor:
        """The lesson in progress."""
        return self._tutor

    def on_mount(self) -> None:
        """Begin. Textual calls that of `ClientApp` after this."""
        self.call_later(self._choose if self._asks else self._open)

    async def _open(self) -> None:
        """Show the scene in progress, in the place of whatever is on the screen."""
        await self._clear()
        self._course.begin(self._tutor.lesson.name)
        self._table = Table(self._tutor.port)
        interface = lesson_interface(self._course.game, self._glyphs, self._tutor)
        self.title = interface.words.title
        look = Theme(self._glyphs, interface.styles)
        screen = LessonScreen(self._tutor, interface, look, self._moved_on, grace=self._grace, pace=self._pace)
        await self.push_screen(screen)

    async def _clear(self) -> None:
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    def _moved_on(self) -> None:
        """There is another scene, or the lesson is over. Called by a screen, which is not to be awaited from there."""
        if self._tutor.over:
            self._course.finish(self._tutor.lesson.name)
            self.call_later(self._end_lesson)
        else:
            self.call_later(self._open)

    async def _end_lesson(self) -> None:
        await self._clear()
        self._choose()

    def _choose(self) -> None:
        """Which lesson is next."""
        course = self._course

        def chosen(number: int | None) -> None:
            if number is None or not 0 <= number < len(course.names):
                self.exit()
                return
            self._tutor = course.tutor(course.names[number])
            self.call_later(self._open)

        texts = [*[course.line(name) for name in course.names], _("Leave the tutorial")]
        at = course.names.index(course.current)
        self.push_screen(ChoiceScreen(course.title(), texts, self._look, at=at), chosen)


def make_tutorial_app(
    course: Course,
    glyphs: Glyphs | None = None,
    *,
    lesson: str = "",
    grace: float = GRACE,
    pace: float | None = None,
) -> TutorialApp:
    """The application for a course. See `TutorialApp`."""
    return TutorialApp(course, glyphs or glyphs_for(), lesson=lesson, grace=grace, pace=pace)
