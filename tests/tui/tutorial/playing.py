"""Plays lessons by the keys that they name."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from engine.games import game_kind
from tests.tui.driving import close_cards, screen_text, settled, until
from tui.glyphs import UNICODE, Glyphs
from tui.screens.go_to import GoToScreen
from tui.screens.prompt import PromptScreen
from tui.tutorial.app import TutorialApp, make_tutorial_app
from tui.tutorial.course import Course
from tui.tutorial.progress import Progress
from tui.tutorial.screen import LessonScreen
from tui.tutorial.tutor import Tutor
from tui.tutorial.words import TYPES


def course_of(game: str, folder: Path = Path("/nowhere")) -> Course:
    return Course(game_kind(game).make({}), Progress(folder / "tutorial.json"))


def app_at(game: str, lesson: str, glyphs: Glyphs = UNICODE) -> TutorialApp:
    return make_tutorial_app(course_of(game), glyphs, lesson=lesson, grace=0, pace=0)


def at(tutor: Tutor) -> tuple[object, ...]:
    """Where in the lesson one is."""
    return tutor.lesson.name, tutor.number, tutor.over


async def ready(app: TutorialApp) -> None:
    """The scene in progress is on the screen, under whatever is open over it."""
    port = app.tutor.port
    await until(lambda: any(isinstance(screen, LessonScreen) for screen in app.screen_stack), "a lesson")
    await until(lambda: app.port is port, "the scene")
    await until(lambda: any(screen.is_attached for screen in app.screen_stack if isinstance(screen, LessonScreen)))


async def press(app: TutorialApp, key: str) -> None:
    """One of the keys of a step."""
    if key.startswith(TYPES):
        assert isinstance(app.screen, PromptScreen | GoToScreen), f"{key} is typed where nothing takes it"
    for one in key[1:] if key.startswith(TYPES) else [key]:
        app.simulate_key(one)
    await settled(Pilot(app))
    await close_cards(app)


async def do_step(app: TutorialApp) -> None:
    """Press the keys of the step in progress, which must lead to the next one."""
    tutor = app.tutor
    before, step = at(tutor), tutor.step
    for key in step.keys:
        assert at(tutor) == before or key in {"enter", "m"}, f"{step.id}: done before {key}"
        await press(app, key)
    assert at(tutor) != before, f"{tutor.lesson.name}, {step.id}: {step.keys} lead nowhere\n{screen_text(app)}"
