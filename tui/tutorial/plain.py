"""Lessons in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.hidden import Game, View
from tui.games import GameInterface
from tui.glyphs import Glyphs, glyphs_for
from tui.language import N_, _
from tui.lines import plain_text
from tui.plain import PlainClient
from tui.ports import Situation
from tui.tutorial.course import Course
from tui.tutorial.interface import lesson_interface
from tui.tutorial.tutor import LessonQuestion, Tutor
from tui.tutorial.words import lesson_title, said

_HINT: Final = N_("hint          the lessons' hint for this question")
_AGAIN: Final = N_("again         begin this part of the lesson again")


class PlainLesson(PlainClient):
    """One scene of a lesson. `leaving`: the scene is over, or the player leaves (`quits`)."""

    def __init__(self, tutor: Tutor, glyphs: Glyphs, say: Callable[[str], None]) -> None:
        super().__init__(tutor.port, glyphs, say)
        self._tutor = tutor
        self._scene_port = tutor.port
        self._step_told: tuple[int, str] | None = None
        self.quits = False

    def make_interface(self, game: Game[Any, Any]) -> GameInterface[Any, Any]:
        """See `PlainClient.make_interface`."""
        return lesson_interface(game, self._glyphs, self._tutor)

    def update(self) -> None:
        """See `PlainClient.update`."""
        if self._tutor.over or self._tutor.port is not self._scene_port:
            self.leaving = True
        else:
            super().update()

    def _ask(self, situation: Situation[Any, Any], view: View[Any]) -> None:
        tutor = self._tutor
        told = (tutor.number, tutor.reply)
        if told != self._step_told:
            if self._step_told is None or self._step_told[0] != tutor.number:
                self.say(f"-- {lesson_title(tutor)}")
            self._step_told = told
            self.say(tutor.reply or plain_text(said(tutor, plain=True)))
            if tutor.step.typed:
                self.say(_("Type, line by line: {lines}").format(lines=" / ".join(tutor.step.typed)))
        super()._ask(situation, view)

    def hear(self, line: str) -> None:
        """See `PlainClient.hear`. An empty line goes on where there is only something to read."""
        question = self._port.situation().question
        super().hear("1" if not line.strip() and isinstance(question, LessonQuestion) and not question.looks else line)

    def _command(self, word: str, rest: str) -> bool:
        if word == "hint":
            question = self._port.situation().question
            self.say((self._tutor.hint(question) if question is not None else "") or _("There is no hint for this."))
            return True
        if word == "again":
            self._tutor.restart()
            return True
        known = super()._command(word, rest)
        if known:
            self._look(word, rest)
        if word == "help":
            self.say(_(_HINT))
            self.say(_(_AGAIN))
        return known

    def _look(self, word: str, rest: str) -> None:
        """What is looked at may be what the lesson asks for."""
        wanted = self._tutor.step.look
        kind, _, what = wanted.partition(" ")
        if kind == "cursor" and word == "place":
            board = self._begin().board
            if board.spot_named(what) == board.spot_named(rest):
                self._tutor.looked(wanted)
        elif (wanted == "key spot" and word == "place") or (wanted == "key rules" and word in ("rule", "rules")):
            self._tutor.looked(wanted)
        elif kind == "page":
            self._tutor.looked(f"page {'map' if word == 'board' else word}")

    def _quit(self, rest: str) -> None:
        self.quits = self.leaving = True

    def _resign(self, rest: str) -> None:
        self.say(_("There is nothing to give up: `again` begins this part again, `quit` leaves."))


def play_lessons(course: Course, name: str, lines: Iterable[str], say: Callable[[str], None]) -> int:
    """Play from a lesson on, the one to go on with if none is named. The exit status."""
    glyphs = glyphs_for()
    tutor = course.tutor(name or course.current)
    course.begin(tutor.lesson.name)
    client = PlainLesson(tutor, glyphs, say)
    client.update()
    for line in lines:
        client.hear(line)
        while client.leaving:
            if client.quits:
                say(_("The tutorial goes on with this lesson the next time."))
                return 0
            if tutor.over:
                course.finish(tutor.lesson.name)
                after = course.names.index(tutor.lesson.name) + 1
                say(_("Done: {lesson}.").format(lesson=tutor.lesson.title))
                if after == len(course.names):
                    say(_("That was the last lesson."))
                    return 0
                tutor = course.tutor(course.names[after])
                course.begin(tutor.lesson.name)
            client = PlainLesson(tutor, glyphs, say)
            client.update()
    return 0
