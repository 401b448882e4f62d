"""The lessons of one game, and how far the player has come in them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.hidden import Game
from tui.games import words_of
from tui.language import _
from tui.tutorial.lessons import Lesson, lesson_names, read_lesson
from tui.tutorial.patterns import Guide
from tui.tutorial.progress import Progress
from tui.tutorial.tutor import Tutor


class Course:
    """All lessons of a game. Raises LookupError if there are none."""

    def __init__(self, game: Game[Any, Any], progress: Progress) -> None:
        self.game = game
        self.progress = progress
        self.names = lesson_names(game.name)
        if not self.names:
            raise LookupError(f"{game.name} has no tutorial")
        self.guide: Guide[Any] = import_module(f"tui.{game.name}.guide").make_guide(game)

    @property
    def current(self) -> str:
        """The lesson to go on with."""
        return self.progress.lesson_of(self.game.name, self.names)

    def lesson(self, name: str) -> Lesson:
        """One of the lessons."""
        return read_lesson(self.game.name, name)

    def tutor(self, name: str) -> Tutor:
        """Begin a lesson."""
        return Tutor(self.game, self.guide, self.lesson(name))

    def begin(self, name: str) -> None:
        """A lesson is taken up."""
        self.progress.begin(self.game.name, name)

    def finish(self, name: str) -> None:
        """A lesson is finished; the one after it is next, if there is one."""
        self.progress.finish(self.game.name, name)
        after = self.names.index(name) + 1
        if after < len(self.names):
            self.begin(self.names[after])

    def title(self) -> str:
        """What stands over the choice."""
        done = sum([self.progress.is_done(self.game.name, name) for name in self.names])
        return _("{game}: {done} of {all} lessons done").format(
            game=words_of(self.game).title, done=done, all=len(self.names)
        )

    def line(self, name: str) -> str:
        """A lesson in the choice, which numbers them itself."""
        title = self.lesson(name).title.partition(" ")[2]
        return _("{lesson} (done)").format(lesson=title) if self.progress.is_done(self.game.name, name) else title
