"""The lessons in other languages: what is told in English is told there, as short, and of the same steps."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.tui.tutorial.test_lessons import LESSONS, MOST_LINES, WIDTH, finish_by_words
from tui.language import LANGUAGES, speaking
from tui.tutorial.lessons import read_lesson

ROOT = Path(__file__).parent.parent.parent.parent / "tui"
OTHERS = [code for code in LANGUAGES if code != "en"]
every_translation = pytest.mark.parametrize(
    ("game", "name", "code"), [(game, name, code) for game, name in LESSONS for code in OTHERS]
)


def told(game: str, name: str, code: str = "") -> dict[str, Any]:
    return tomllib.loads((ROOT / game / "lessons" / code / f"{name}.toml").read_text(encoding="utf-8"))


@every_translation
def test_a_translation_tells_every_step_and_nothing_else(game: str, name: str, code: str) -> None:
    english, other = told(game, name), told(game, name, code)
    steps = {step["id"]: step for scene in english["scenes"] for step in scene["steps"]}
    assert set(other) <= {"title", "steps", "hints"}
    assert set(other["steps"]) == set(steps)
    for number, step in steps.items():
        there = other["steps"][number]
        for key in ("say", "plain", "otherwise", "wrong"):
            assert (key in there) == (key in step), f"{number}: {key}"
        assert set(there) <= {"say", "plain", "otherwise", "wrong", "typed"}
        assert len(there.get("wrong", ())) == len(step.get("wrong", ()))
        assert len(there.get("typed", ())) in (0, len(step.get("typed", ())))
        assert there["say"] != step["say"]
        assert bold(there["say"]) == bold(step["say"]), number
    assert set(other.get("hints", ())) == {key for scene in english["scenes"] for key in scene.get("hints", ())}


@every_translation
def test_translations_are_short(game: str, name: str, code: str) -> None:
    with speaking(code):
        lesson = read_lesson(game, name)
    assert lesson.title[0] == name[0]
    assert len(lesson.title) < WIDTH - 16
    for step in [step for scene in lesson.scenes for step in scene.steps]:
        text = step.say.replace("**", "") + (f" [{step.rule}]" if step.rule else "")
        assert len(textwrap.wrap(text, WIDTH)) <= MOST_LINES, f"{step.id}: {text}"
        for reply in [step.otherwise, *[wrong.say for wrong in step.wrong]]:
            assert len(textwrap.wrap(reply, WIDTH)) < MOST_LINES, f"{step.id}: {reply}"


@every_translation
def test_a_lesson_is_finished_by_the_words_that_it_names(game: str, name: str, code: str) -> None:
    with speaking(code):
        finish_by_words(game, name)


def bold(text: str) -> int:
    return text.count("**")
