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


def plan_steps(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> list[str]:
    """The actions of a plan; numbered where there are many."""
    told = [words.action(view, action) for action in plan]
    return told if len(told) < NUMBERED else [f"({number}) {words}" for number, words in enumerate(told, 1)]


def plan_words(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> str:
    """The actions of a plan, one after the other; numbered where there are many."""
    return listed(plan_steps(words, view, plan))


class Undone(NamedTuple):
    """What could be done without the steps that are planned, by what the player saw before them."""

    steps: tuple[Any, ...]
    view: View[Any]
    advice: Advice[Any]

    def is_better(self, advice: Advice[Any]) -> bool:
        """Whether it clearly is: the chances are those of few trials. To plan the same again is no other thing."""
        again = self.advice.plan[: len(self.steps)] == self.steps
        return not again and self.advice.chance >= advice.chance + CLEARLY


def advised(view: View[Any], advice: Advice[Any], undone: Undone | None) -> tuple[View[Any], Advice[Any]]:
    """The advice that is told, with what was seen when it could be taken: that of before the plan if it is better."""
    return (undone.view, undone.advice) if undone is not None and undone.is_better(advice) else (view, advice)


def hint_lines(
    words: GameWords[Any, Any], view: View[Any], advice: Advice[Any], undone: Undone | None = None
) -> list[Line]:
    """What to do, why, and how it fares by trials.

    Where it would be clearly better to undo what is planned that is told instead, and what it would be done for: what
    is worse is nothing to advise.
    """
    seen, told = advised(view, advice, undone)
    better, steps = told is not advice, plan_steps(words, seen, told.plan)
    one_by_one = len(steps) >= NUMBERED
    now = steps[0] if one_by_one else listed(steps)
    if better:
        # Translators: {plan} begins with a verb; of several steps it is the first, with its number
        text = _("Undo what is planned: the strongest bot {plan}.")
    elif one_by_one:
        # Translators: {plan} is the first of several steps, with its number; it begins with a verb
        text = _("The strongest bot first {plan}.")
    else:
        text = _("The strongest bot {plan}.")
    reasons = words.reasons(told.reasons)
    why = [_("It {reasons}.").format(reasons="; ".join(reasons))] if reasons else _lead(told)
    chances = _better_chances(told, advice) if better else _chances(told)
    # What is to be done now and why are in sight where there are few rows; why comes before how it fares.
    told_now: Line = [(f"{text.format(plan=now)} ", "plain"), (" ".join([*why, chances]), "dim")]
    return [told_now, *[[(step, "plain")] for step in (steps[1:] if one_by_one else ())]]


def _lead(advice: Advice[Any]) -> list[str]:
    """By what the trials alone have chosen, where nothing else can be said for it."""
    if advice.next_best is None or advice.tried <= 1:
        return []
    if abs(advice.chance - advice.next_best) < ALIKE:
        return []  # how it fares says that it is no better
    points = int(percent(advice.chance)) - int(percent(advice.next_best))
    text = _("Of {tried} that were tried it came out best, by {count} games in 100.")
    return [text.format(tried=advice.tried, count=points)]


def _chances(advice: Advice[Any]) -> str:
    """How what is advised fares by trials, and the next best."""
    if advice.next_best is None:
        text = _("Bot against bot that wins about {chance} of 100 games.")
    elif abs(advice.chance - advice.next_best) < ALIKE:
        text = _("Bot against bot that wins about {chance} of 100 games; the next best that it tried is as good.")
    else:
        text = _("Bot against bot that wins about {chance} of 100 games, the next best that it tried {other}.")
    return text.format(chance=percent(advice.chance), other=percent(advice.next_best or 0.0))


def _better_chances(better: Advice[Any], planned: Advice[Any]) -> str:
    """How that fares for which what is planned would be undone, and the best that goes on from the plan."""
    text = _("Bot against bot that wins about {chance} of 100 games, with what is planned at most {other}.")
    return text.format(chance=percent(better.chance), other=percent(planned.chance))
