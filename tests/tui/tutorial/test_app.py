"""The tutorial around the lessons: beginning, leaving, going on, beginning again; what it looks like; the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from tests.tui.driving import screen_lines, screen_text, settled, until
from tests.tui.test_cli import run_main
from tests.tui.tutorial.playing import app_at, course_of, do_step, press, ready
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.language import speaking
from tui.log import Card
from tui.screens.choice import ChoiceScreen
from tui.screens.confirm import ConfirmScreen
from tui.tutorial.app import TutorialApp, make_tutorial_app
from tui.tutorial.course import Course
from tui.tutorial.progress import Progress, read_progress
from tui.tutorial.screen import LessonScreen
from tui.tutorial.words import key_words


def lesson_part(app: TutorialApp) -> str:
    """What the lesson says, and the decision below it: the board, which is drawn as in any game, is left out."""
    told, decision = app.screen.query_one("#lesson").region, app.screen.query_one("#decision").region
    rows = screen_lines(app)[told.y : decision.bottom]
    assert decision.bottom <= app.screen.query_one("#bar").region.y, "all that has a place is in the window"
    return "\n".join([row[: told.right].rstrip() for row in rows])


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "glyphs"), [((80, 24), UNICODE), ((80, 24), ASCII), ((120, 36), UNICODE)])
async def test_what_a_lesson_looks_like(size: tuple[int, int], glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    app = app_at("sekigahara", "3_battle", glyphs)
    async with app.run_test(size=size):
        await ready(app)
        await settled(Pilot(app))
        assert lesson_part(app) == snapshot(name="something to look at")
        for _ in range(2):
            await do_step(app)
        for key in ("2", "enter"):
            await press(app, key)
        assert app.tutor.reply
        for _ in range(3):
            await settled(Pilot(app))  # what the lesson says has another height, and all else another place
        assert lesson_part(app) == snapshot(name="a wrong choice")


@pytest.mark.asyncio
async def test_a_lesson_is_read_with_the_mouse() -> None:
    app = app_at("samurai", "1_tiles")
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app)
        panel = app.screen.query_one("#choices")
        await pilot.click(panel, offset=(4, 0))
        await until(lambda: app.tutor.number == 2, "the next step")


@pytest.mark.asyncio
async def test_a_part_is_begun_again_and_a_lesson_ends_in_a_choice_of_the_next(tmp_path: Path) -> None:
    course = course_of("samurai", tmp_path)
    app = make_tutorial_app(course, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(80, 24)):
        await ready(app)
        assert course.progress.at == {"samurai": "1_tiles"}
        for _ in range(6):
            await do_step(app)
            await ready(app)
        assert app.tutor.number == 7
        port = app.tutor.port
        await press(app, "R")
        await press(app, "y")
        await ready(app)
        assert app.tutor.number == 6, "the second scene from its first step"
        assert app.tutor.port is not port
        while not app.tutor.over:
            await ready(app)
            await do_step(app)
        await until(lambda: isinstance(app.screen, ChoiceScreen), "the choice")
        await settled(Pilot(app))
        assert "Samurai: 1 of 4 lessons done" in screen_text(app)
        await press(app, "enter")
        await ready(app)
        assert app.tutor.lesson.name == "2_exchanges"
    assert read_progress(tmp_path / "tutorial.json") == course.progress


@pytest.mark.asyncio
async def test_a_tutorial_that_was_begun_asks_where_to_go_on_and_is_left(tmp_path: Path) -> None:
    course = course_of("sekigahara", tmp_path)
    course.begin("4_loyalty")
    app = make_tutorial_app(course_of_progress(tmp_path), UNICODE, grace=0, pace=0)
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, ChoiceScreen), "the choice")
        await settled(Pilot(app))
        assert "4 Loyalty" in screen_text(app), "a lesson has the digit of its number"
        await press(app, "enter")
        await ready(app)
        assert app.tutor.lesson.name == "4_loyalty"
        await press(app, "q")
        assert isinstance(app.screen, ConfirmScreen)
        await press(app, "y")
        await until(lambda: not app.is_running, "the end")


def course_of_progress(folder: Path) -> Course:
    """A course with what is kept in a folder."""
    course = course_of("sekigahara", folder)
    course.progress = read_progress(folder / "tutorial.json")
    return course


def test_what_cannot_be_read_or_written_keeps_nobody_from_learning(tmp_path: Path) -> None:
    path = tmp_path / "tutorial.json"
    for text in ("", "[]", '{"at": [], "done": {"samurai": 3}, "offered": "yes"}', "{"):
        path.write_text(text)
        assert read_progress(path) == Progress(path)
    blocked = Progress(path / "below" / "a file")
    blocked.finish("samurai", "1_tiles")
    assert blocked.is_done("samurai", "1_tiles")


def test_keys_are_told_as_they_are_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    assert key_words(["g", "=edo", "enter", "1", "question_mark"]) == "g edo Enter 1 ?"
    monkeypatch.setenv("SEKIGAHARA_KEYS", "game.go=x")
    assert key_words(["g", "=go", "enter"]) == "x go Enter"


def test_wrong_commands_are_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(capsys, "tutorial", "99", "--plain")[0] == 2
    status, _, err = run_main(capsys, "tutorial", "0")
    assert status == 2
    assert "are 1 to" in err
    assert run_main(capsys, "tutorial")[0] == 1, "without a terminal there is no screen"


def test_a_language_without_lessons_is_told_in_english() -> None:
    with speaking("es"):
        lesson = course_of("samurai").lesson("1_tiles")
    assert lesson.scenes[0].steps[0].say


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_card_does_not_cover_what_the_lesson_says(size: tuple[int, int]) -> None:
    app = app_at("sekigahara", "3_battle")
    async with app.run_test(size=size):
        await ready(app)
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        lesson = screen.query_one("#lesson")
        await until(lambda: lesson.region.height > 1, "the lesson")
        card = screen.card_screen(Card("Week 2 of 7 is over", [[(f"line {number}", "plain")] for number in range(30)]))
        app.push_screen(card)
        await until(lambda: card.is_mounted and card.query_one("#box").region.height > 2, "the card")
        await until(lambda: not card.query_one("#box").region.overlaps(lesson.region), "room for the lesson")
