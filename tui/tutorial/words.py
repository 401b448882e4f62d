"""What is said around the lessons, for the screen and for lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.keys import changed_keys, shown, usual
from tui.language import _
from tui.lines import Line
from tui.tutorial.tutor import Tutor

TYPES: Final = "="
"""Begins, among the keys of a step, a word that is typed."""
_HERE: Final = ("game.", "port.")
"""How the names of the actions of a game's screen begin."""


def key_words(keys: Sequence[str]) -> str:
    """Keys as they stand on a keyboard, those that the player has chosen where the lesson names the usual ones."""
    chosen = {usual(action): key for action, key in changed_keys().items() if action.startswith(_HERE)}
    words = [key.removeprefix(TYPES) if key.startswith(TYPES) else shown(chosen.get(key, key)) for key in keys]
    return " ".join(words)


def lesson_title(tutor: Tutor) -> str:
    """Which step of which lesson it is."""
    return _("{lesson} · {number} of {all}").format(
        lesson=tutor.lesson.title, number=tutor.number, all=tutor.lesson.length
    )


def step_lines(tutor: Tutor) -> list[Line]:
    """What is said at the step in progress, without its keys: its text, or what there is to say to a wrong choice."""
    return [[(tutor.reply, "key")]] if tutor.reply else [said(tutor)]


def said(tutor: Tutor, *, plain: bool = False) -> Line:
    """The text of the step in progress, as it is for lines of text if it is `plain`, with its rule."""
    step = tutor.step
    line = list(_styled(step.plain or step.say if plain else step.say))
    return [*line, (f" [{step.rule}]", "dim")] if step.rule else line


def keys_line(tutor: Tutor) -> list[Line]:
    """The keys that lead through the step."""
    keys = tutor.step.keys
    return [[(_("Keys:"), "dim"), (" ", "plain"), (key_words(keys), "bold")]] if keys else []


def _styled(text: str) -> Line:
    """Text in which what stands between two pairs of stars is bold."""
    return [(part, "bold" if number % 2 else "plain") for number, part in enumerate(text.split("**")) if part]
