"""A hint in words: what the strongest bot would do here, how that fares, and why."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.advice import Advice
from engine.hidden import View
from tui.games import GameWords
from tui.grammar import listed
from tui.language import _
from tui.lines import Line

NUMBERED: Final = 3
"""So many actions of a plan are numbered, and have lines of their own."""

CLEARLY: Final = 0.08
"""By so much the chances of two plans must differ for the planned steps to be called a mistake."""

ALIKE: Final = 0.03
"""By less the chances of two plans do not differ: they come of a few trials."""


def not_offered() -> str:
    """Why there are no hints."""
    return _("Hints are for games against a bot; against a person you are on your own.")


def working() -> str:
    """That a hint is being worked out."""
    return _("A hint is being worked out; go on as you like.")


def none_found() -> str:
    """That there is no hint."""
    return _("No hint came of it.")


def percent(chance: float) -> str:
    """A chance in percent, never called certain."""
    return str(min(max(round(100 * chance), 1), 99))


def plan_words(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> str:
    """The actions of a plan, one after the other; numbered where there are many."""
    told = [words.action(view, action) for action in plan]
    return listed(told if len(told) < NUMBERED else [f"({number}) {words}" for number, words in enumerate(told, 1)])


class Undone(NamedTuple):
    """What could be done without the steps that are planned, by what the player saw before them."""

    steps: tuple[Any, ...]
    view: View[Any]
    advice: Advice[Any]

    def is_better(self, advice: Advice[Any]) -> bool:
        """Whether it clearly is: the chances are those of few trials. To plan the same again is no other thing."""
        again = self.advice.plan[: len(self.steps)] == self.steps
        return not again and self.advice.chance >= advice.chance + CLEARLY


def hint_lines(
    words: GameWords[Any, Any], view: View[Any], advice: Advice[Any], undone: Undone | None = None
) -> list[Line]:
    """What to do, how it fares by trials, and why; before it what would be clearly better, if that is known."""
    steps = [words.action(view, action) for action in advice.plan]
    one_by_one = len(steps) >= NUMBERED
    plan = (
        # Translators: the first of several steps, which are numbered, each in a line; it begins with a verb
        _("The strongest bot first (1) {plan}.").format(plan=steps[0])
        if one_by_one
        else _("The strongest bot {plan}.").format(plan=listed(steps))
    )
    if undone is not None and undone.is_better(advice):
        better = plan_words(words, undone.view, undone.advice.plan)
        told = _("Undo what is planned: the strongest bot {better} ({chance} of 100). From here it {plan}.")
        here = f"(1) {steps[0]}" if one_by_one else listed(steps)
        plan = told.format(better=better, chance=percent(undone.advice.chance), plan=here)
    if advice.next_best is None:
        told = _("Bot against bot that wins about {chance} of 100 games.")
    elif abs(advice.chance - advice.next_best) < ALIKE:
        told = _("Bot against bot that wins about {chance} of 100 games; the next best that it tried is as good.")
    else:
        told = _("Bot against bot that wins about {chance} of 100 games, the next best that it tried {other}.")
    chances = told.format(chance=percent(advice.chance), other=percent(advice.next_best or 0.0))
    reasons = words.reasons(advice.reasons)
    why = [_("It {reasons}.").format(reasons="; ".join(reasons))] if reasons else []
    # What is to be done now and why are in sight where there are few rows; why comes before how it fares.
    told_now: Line = [(f"{plan} ", "plain"), (" ".join([*why, chances]), "dim")]
    later = enumerate(steps[1:], 2) if one_by_one else ()
    return [told_now, *[[(f"({number}) {step}", "plain")] for number, step in later]]
