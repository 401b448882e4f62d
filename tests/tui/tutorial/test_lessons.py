"""Every lesson can be finished by what it names, and no other choice leads anywhere but to a sentence."""

from __future__ import annotations

import textwrap
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine.games import GAMES
from engine.random_bot import RandomBot
from tests.tui.tutorial.playing import app_at, at, course_of, do_step, ready
from tui.glyphs import UNICODE
from tui.language import speaking
from tui.lines import plain_text
from tui.rules_text import rules_text
from tui.tutorial.lessons import Step, lesson_names, read_lesson
from tui.tutorial.patterns import matches
from tui.tutorial.plain import PlainLesson, play_lessons
from tui.tutorial.scripted_bot import ScriptedBot
from tui.tutorial.tutor import GoOn, LessonQuestion, Tutor
from tui.tutorial.words import said

LESSONS = [(kind.name, name) for kind in GAMES for name in lesson_names(kind.name)]
every_lesson = pytest.mark.parametrize(("game", "name"), LESSONS)

WIDTH = 78
"""The columns that a text has on a screen of 80."""
MOST_LINES = 4
OTHERS = 40
"""So many choices that a lesson does not want are tried at each step."""


def steps(game: str, name: str) -> list[Step]:
    return [step for scene in course_of(game).lesson(name).scenes for step in scene.steps]


@pytest.mark.asyncio
@every_lesson
async def test_a_lesson_is_finished_by_the_keys_that_it_names(game: str, name: str) -> None:
    app = app_at(game, name)
    async with app.run_test(size=(80, 24)):
        tutor = app.tutor
        while not tutor.over and not tutor.step.until:
            await ready(app)
            bot = tutor.bot
            await do_step(app)
            if tutor.bot is not bot or tutor.over:
                assert not isinstance(bot, ScriptedBot) or not bot.left, f"{bot.left} did not come up"


@every_lesson
def test_other_choices_are_answered_with_a_sentence_and_change_nothing(game: str, name: str) -> None:
    course = course_of(game)
    tutor = course.tutor(name)
    while not tutor.over and not tutor.step.until:
        port, step = tutor.port, tutor.step
        if not step.decides:
            port.act(GoOn())
            continue
        view = port.situation().view
        assert view is not None
        assert port.game is not None
        options = list(islice(port.game.options(view), 4000))
        wanted = [each for each in options if any(matches(course.guide, p, each, view.faces) for p in step.expect)]
        assert wanted, f"{step.id}: nothing that is wanted can be done"
        before, events = port.game.canonical(view.state), len(port.situation().events)
        for other in [each for each in options if each not in wanted][:OTHERS]:
            port.act(other)
            assert tutor.step is step
            assert tutor.reply
            assert (port.game.canonical(view.state), len(port.situation().events)) == (before, events)
        for wrong in step.wrong:
            assert any(matches(course.guide, wrong.choice, each, view.faces) for each in options), wrong.choice
        port.act(wanted[0])
        forced(tutor)
        assert tutor.step is not step or tutor.over


def forced(tutor: Tutor) -> None:
    """Answer what has one answer, as the screen does."""
    while tutor.step.decides:
        now = tutor.port.situation()
        if now.even_default is None or now.view is None or len(tutor.port.game.options(now.view)) > 1:  # type: ignore[union-attr]
            return
        tutor.port.act(now.even_default)


@every_lesson
def test_texts_are_short_and_name_what_there_is(game: str, name: str) -> None:
    lesson = course_of(game).lesson(name)
    for step in steps(game, name):
        text = step.say.replace("**", "") + (f" [{step.rule}]" if step.rule else "")
        assert len(textwrap.wrap(text, WIDTH)) <= MOST_LINES, f"{step.id}: {text}"
        for reply in [step.otherwise, *[wrong.say for wrong in step.wrong]]:
            assert len(textwrap.wrap(reply, WIDTH)) < MOST_LINES, f"{step.id}: {reply}"
        assert step.say.count("**") % 2 == 0
        assert not step.rule or rules_text(game).find(step.rule) is not None, step.rule
        assert bool(step.keys) != bool(step.until)
    ids = [step.id for scene in lesson.scenes for step in scene.steps]
    assert len(ids) == len(set(ids))
    assert len(lesson.title) < WIDTH - 16


@every_lesson
def test_a_lesson_is_finished_by_the_words_that_it_names(game: str, name: str) -> None:
    finish_by_words(game, name)


def finish_by_words(game: str, name: str) -> None:
    told: list[str] = []
    tutor = course_of(game).tutor(name)
    client = PlainLesson(tutor, UNICODE, told.append)
    client.update()
    while not tutor.over and not tutor.step.until:
        if client.leaving:
            client = PlainLesson(tutor, UNICODE, told.append)
            client.update()
        before, step = at(tutor), tutor.step
        assert plain_text(said(tutor, plain=True)) in told
        for typed in step.typed or ("",):
            assert at(tutor) == before
            client.hear(typed)
        assert at(tutor) != before, f"{step.id}: {step.typed}\n" + "\n".join(told[-20:])


@every_lesson
def test_free_play_ends_where_the_lesson_says_whatever_is_done(game: str, name: str) -> None:
    course = course_of(game)
    tutor = course.tutor(name)
    if not any(step.until for step in steps(game, name)):
        return
    bot = RandomBot(course.game, Random(1))
    for _ in range(2000):
        if tutor.over:
            break
        now = tutor.port.situation()
        assert now.view is not None
        assert now.question is not None
        if isinstance(now.question, LessonQuestion):
            tutor.port.act(GoOn())
        else:
            assert tutor.hint(now.question), f"no hint for {now.question.form.name}"
            tutor.port.act(bot.choose(now.view))
    assert tutor.over


def test_lessons_in_lines_go_on_one_after_the_other_and_are_kept_in_mind(tmp_path: Path) -> None:
    told: list[str] = []
    course = course_of("sekigahara", tmp_path)
    name = course.names[0]
    typed = [line for step in steps("sekigahara", name) for line in step.typed or ("",)]
    assert play_lessons(course, "", [*typed, "", "hint", "again", "resign", "help", "quit", "never"], told.append) == 0
    assert course.current == course.names[1]
    assert course_of("sekigahara", tmp_path).current != course.current or course.progress.is_done("sekigahara", name)
    assert "Done: 1 The table and the bid." in told
    assert told[-1] == "The tutorial goes on with this lesson the next time."


@pytest.mark.parametrize(("code", "enter"), [("en", "Enter"), ("es", "Intro"), ("it", "Invio")])
def test_who_learns_to_name_a_place_is_told_when_a_game_asks_for_one_enter_more(code: str, enter: str) -> None:
    """In lessons nothing wrong is done, so what was named is taken at once (`LessonScreen`)."""
    with speaking(code):
        lesson = read_lesson("samurai", "1_tiles")
    steps = [step for scene in lesson.scenes for step in scene.steps]
    [named] = [step for step in steps if step.decides and any(key.startswith("=") for key in step.keys)]
    assert f"**{enter}**" in named.say
    assert f"**{enter}**" not in named.plain
