"""A game's interface in a lesson: it can ask the lesson's own question, and tells of the lesson's rule."""

from __future__ import annotations

from typing import Any, cast

from engine.hidden import Game, View
from tui.games import GameInterface, GameWords, interface_of
from tui.glyphs import Glyphs
from tui.language import _
from tui.lines import Line
from tui.steps import Menu, MenuItem, Step
from tui.tutorial.tutor import GoOn, LessonQuestion, Tutor


class _Words:
    """The game's words, and the lesson's."""

    def __init__(self, words: GameWords[Any, Any], tutor: Tutor) -> None:
        self._words = words
        self._tutor = tutor

    def task(self, question: Any) -> str:
        """See `GameWords.task`."""
        if isinstance(question, LessonQuestion):
            return _("look at something") if question.looks else _("read on")
        return self._words.task(question)

    def rule(self, question: Any) -> str:
        """See `GameWords.rule`. What the lesson speaks of comes first."""
        if self._tutor.step.rule or isinstance(question, LessonQuestion):
            return self._tutor.step.rule
        return self._words.rule(question)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)


class _Interface:
    def __init__(self, interface: GameInterface[Any, Any], tutor: Tutor) -> None:
        self._interface = interface
        self._tutor = tutor
        self.words = _Words(interface.words, tutor)
        # What is to be learnt is done by the player.
        self.gives_only_answers = False

    def ask(self, view: View[Any], question: Any) -> Step:
        """See `GameInterface.ask`."""
        if not isinstance(question, LessonQuestion):
            return self._interface.ask(view, question)
        title, text = (_("Look"), _("Skip this")) if question.looks else (_("Read"), _("Go on"))
        return Menu(title, [MenuItem(text, GoOn)])

    def explain(self, view: View[Any], question: Any, rule: str) -> list[Line]:
        """See `GameInterface.explain`. The lessons' hint comes first."""
        if isinstance(question, LessonQuestion):
            return []
        hint = self._tutor.hint(question)
        hints: list[Line] = [[(_("From the lessons:"), "bold")], [(hint, "plain")], [("", "plain")]] if hint else []
        return [*hints, *self._interface.explain(view, question, rule)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._interface, name)


def lesson_interface(game: Game[Any, Any], glyphs: Glyphs, tutor: Tutor) -> GameInterface[Any, Any]:
    """What a screen must know of the game in a lesson."""
    return cast("GameInterface[Any, Any]", _Interface(interface_of(game, glyphs), tutor))
