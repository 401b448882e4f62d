"""How far the player has come in the tutorials, and whether one was offered: a file beside the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tui.settings import settings_path


@dataclass
class Progress:
    """`offered`: the first start has asked. By game: `at` is the lesson to go on with, `done` are the finished ones."""

    path: Path
    offered: bool = False
    at: dict[str, str] = field(default_factory=dict)
    done: dict[str, list[str]] = field(default_factory=dict)

    def is_done(self, game: str, lesson: str) -> bool:
        """Whether a lesson was finished once."""
        return lesson in self.done.get(game, [])

    def begun(self, game: str) -> bool:
        """Whether there is something to go on with."""
        return game in self.at

    def lesson_of(self, game: str, lessons: Sequence[str]) -> str:
        """The lesson to go on with."""
        at = self.at.get(game, "")
        return at if at in lessons else lessons[0]

    def begin(self, game: str, lesson: str) -> None:
        """A lesson is taken up."""
        self.at[game] = lesson
        self.save()

    def finish(self, game: str, lesson: str) -> None:
        """A lesson is finished."""
        if not self.is_done(game, lesson):
            self.done.setdefault(game, []).append(lesson)
            self.save()

    def offer(self) -> None:
        """The tutorial is offered now, and not again."""
        self.offered = True
        self.save()

    def save(self) -> None:
        """Keep it; where that cannot be, the lessons are there all the same."""
        text = json.dumps({"offered": self.offered, "at": self.at, "done": self.done}, indent=2) + "\n"
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(text, encoding="utf-8")


def read_progress(path: Path | None = None) -> Progress:
    """What is kept; what cannot be read counts as nothing."""
    path = path or settings_path().with_name("tutorial.json")
    kept: object = None
    with suppress(OSError, ValueError):
        kept = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(kept, dict):
        return Progress(path)
    at = {game: lesson for game, lesson in _mapping(kept.get("at")).items() if isinstance(lesson, str)}
    done = {
        game: [lesson for lesson in lessons if isinstance(lesson, str)]
        for game, lessons in _mapping(kept.get("done")).items()
        if isinstance(lessons, list)
    }
    return Progress(path, kept.get("offered") is True, at, done)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
