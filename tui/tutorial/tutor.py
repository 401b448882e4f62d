"""Leads a player through a lesson: which step it is, what is said, what counts as done. Knows no screen.

A choice that the lesson does not want is never made: it is explained, and the step begins again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from random import Random
from typing import Any, Final

from engine.games import game_kind
from engine.hidden import Bot, Game, Seat
from engine.open_table import SeededChance
from tui.language import N_, _
from tui.port_wrapper import PortWrapper
from tui.ports import Situation
from tui.practice import PracticePort
from tui.tutorial.lessons import Lesson, Scene, Step
from tui.tutorial.patterns import Guide, matches
from tui.tutorial.scripted_bot import ScriptedBot

OTHERWISE: Final = N_("The rules allow that, but this step is about something else. Nothing was done: choose again.")


@dataclass(frozen=True, slots=True)
class LessonQuestion:
    """Asked in the place of the game's own question: to go on, after reading or looking (`looks`)."""

    step: str
    looks: bool


@dataclass(frozen=True, slots=True)
class GoOn:
    """The answer to a `LessonQuestion`."""


class Tutor:
    """One lesson in progress. `port` is the scene's game; another port, another scene. `over`: nothing is left."""

    port: LessonPort
    bot: Bot[Any, Any]

    def __init__(self, game: Game[Any, Any], guide: Guide[Any], lesson: Lesson) -> None:
        self.lesson = lesson
        self.reply = ""
        self.over = False
        self._game = game
        self._guide = guide
        self._scene = 0
        self._step = 0
        self._open_scene()

    @property
    def scene(self) -> Scene:
        """The scene in progress."""
        return self.lesson.scenes[self._scene]

    @property
    def step(self) -> Step:
        """The step in progress; the last one when the lesson is over."""
        return self.scene.steps[self._step]

    @property
    def number(self) -> int:
        """Which step of the lesson it is, counted from 1."""
        return sum([len(scene.steps) for scene in self.lesson.scenes[: self._scene]]) + self._step + 1

    @property
    def plans(self) -> bool:
        """Whether what the player does may stay a plan: not where each choice is looked at."""
        return any(step.until for step in self.scene.steps)

    def go_on(self) -> None:
        """The step has been read, looked at or done."""
        self.reply = ""
        if self._step + 1 < len(self.scene.steps):
            self._step += 1
        elif self._scene + 1 < len(self.lesson.scenes):
            self._scene, self._step = self._scene + 1, 0
            self._open_scene()
        else:
            self.over = True

    def restart(self) -> None:
        """Begin the scene again."""
        self._step, self.reply = 0, ""
        self._open_scene()

    def looked(self, at: str) -> bool:
        """The player looks at something (see `Step.look`). Whether that was the step."""
        wanted = self.step.look
        if not wanted or wanted.casefold() != at.casefold() or self.over:
            return False
        self.go_on()
        return True

    def wants(self, action: Any, now: Situation[Any, Any]) -> bool:
        """Whether the lesson wants an action; if not, `reply` explains."""
        step = self.step
        assert now.view is not None
        if step.until or any(matches(self._guide, pattern, action, now.view.faces) for pattern in step.expect):
            return True
        said = [wrong.say for wrong in step.wrong if matches(self._guide, wrong.choice, action, now.view.faces)]
        self.reply = (said or [step.otherwise or _(OTHERWISE)])[0]
        return False

    def acted(self, now: Situation[Any, Any]) -> None:
        """What the lesson wanted has been done."""
        assert now.view is not None
        until = self.step.until
        if not until or now.ended is not None or fnmatchcase(self._guide.reached(now.view.state), until):
            self.go_on()

    def hint(self, question: Any) -> str:
        """What is told beside the explanation of a question, by the record's name."""
        if isinstance(question, LessonQuestion):
            return ""
        return (self.scene.hints or {}).get(question.form.name, "")

    def _open_scene(self) -> None:
        scene, game = self.scene, self._game
        seat = Seat(game.seats.index(scene.seat))
        if scene.bot:
            self.bot = game_kind(game.name).bot(game, scene.bot, Random(scene.seed))
        else:
            self.bot = ScriptedBot(game, self._guide, scene.replies)
        state, faces = self._guide.read_position(scene.position) if scene.position else (None, None)
        practice: PracticePort[Any, Any] = PracticePort(
            game, seat, self.bot, SeededChance(scene.seed), state=state, faces=faces
        )
        self.port = LessonPort(practice, self)


class LessonPort(PortWrapper[Any, Any]):
    """The game of a scene, with the lesson's question in the place of the game's while there is something to read."""

    def __init__(self, inner: PracticePort[Any, Any], tutor: Tutor) -> None:
        super().__init__(inner)
        self._tutor = tutor

    def situation(self) -> Situation[Any, Any]:
        """See `GamePort.situation`. A lesson goes on when its game has ended."""
        now, step = self.inner.situation(), self._tutor.step
        now = replace(now, ended=None, finished=False)
        if step.decides:
            return now
        return replace(now, question=LessonQuestion(step.id, bool(step.look)), even_default=None)

    def act(self, action: Any) -> None:
        """Take what the lesson wants. Raises IllegalAction for what the rules refuse."""
        if isinstance(action, GoOn):
            self._tutor.go_on()
            return
        now = self.inner.situation()
        forced = now.even_default is not None and action == now.even_default and self._is_forced(now)
        if not forced and not self._tutor.wants(action, now):
            return
        self.inner.act(action)
        if not forced:
            self._tutor.acted(self.inner.situation())

    def _is_forced(self, now: Situation[Any, Any]) -> bool:
        assert self.game is not None
        assert now.view is not None
        return len(self.game.options(now.view)) == 1
