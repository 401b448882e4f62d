"""A hint in words: what the strongest bot would do here, how that fares, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from engine.advice import Advice
from engine.hidden import View
from tui.games import GameWords
from tui.grammar import listed, percent
from tui.language import _, ngettext
from tui.lines import Line

NUMBERED: Final = 3
"""So many actions of a plan are numbered, and have lines of their own."""

CLEARLY: Final = 0.08
"""By so much the chances of two plans must differ for the planned steps to be called a mistake."""

TOLD: Final = 3
"""So many reasons for a plan are told, the weightiest, and so many of what it costs."""

NAMED: Final = 2
"""So many steps in which another plan differs are named."""


def not_offered() -> str:
    """Why there are no hints."""
    return _("Hints are for games against a bot; against a person you are on your own.")


def nothing_asked() -> str:
    """Why there is no hint now."""
    return _("Nothing is asked of you now: a hint tells what to answer.")


def working() -> str:
    """That a hint is being worked out."""
    return _("A hint is being worked out; go on as you like.")


def none_found() -> str:
    """That there is no hint."""
    return _("No hint came of it.")


def step_numbers(plan: Sequence[Any]) -> Sequence[int]:
    """The number of each action of a plan, 0 where there are too few to be numbered."""
    return range(1, len(plan) + 1) if len(plan) >= NUMBERED else [0] * len(plan)


def plan_steps(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...], done: int = 0) -> list[str]:
    """The actions of a plan, each with what comes of it; numbered where there are many.

    So many are `done`, and `view` is what the player sees after them: the others are told.
    """
    return _steps_and_reasons(words, view, plan, (), done)[0]


def _steps_and_reasons(
    words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...], reasons: Sequence[Any], done: int = 0
) -> tuple[list[str], list[Any]]:
    """The actions of a plan as `plan_steps` has them, with those of the `reasons` that belong to one; the others."""
    left, others = plan[done:], list(reasons)
    seen = words.before_each(view, (*left, *left[-1:]))
    told = [words.action(before, action) for before, action in zip(seen, left, strict=False)]
    gains = []
    for before, after in reversed([*pairwise(seen)]):
        mine = [reason for reason in others if words.is_told_with(reason, before, after)]
        others = [reason for reason in others if reason not in mine]
        gains.append(words.gain(before, after, seen[-1], mine))
    steps = [
        (f"({number}) " if number else "") + step + (f" — {gain}" if gain else "")
        for number, step, gain in zip(step_numbers(plan)[done:], told, reversed(gains), strict=True)
    ]
    return steps, others


def plan_words(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> str:
    """The actions of a plan, one after the other; numbered where there are many, each with what comes of it."""
    return listed(plan_steps(words, view, plan) if len(plan) >= NUMBERED else _bare(words, view, plan))


def _bare(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> list[str]:
    """The actions of a plan alone."""
    return [words.action(before, action) for before, action in zip(words.before_each(view, plan), plan, strict=True)]


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


def further_lines(words: GameWords[Any, Any], view: View[Any], advice: Advice[Any], done: int) -> list[Line]:
    """What is left of a plan of which the player has `done` so many steps, and sees `view` now; why, and its chance."""
    steps, reasons = _steps_and_reasons(words, view, advice.plan, advice.reasons, done)
    # Translators: {plan} is the next of several steps, with its number; it begins with a verb
    text = _("The plan goes on as it was: {plan}.") if len(steps) > 1 else _("Of the plan is left: {plan}.")
    why = _why(words, advice, reasons, _dangers(words, view, advice.plan[done:]))
    return _told(text.format(plan=steps[0]), steps[1:], words.goes_on(view, advice.plan), why, [_chances(advice)])


def hint_lines(
    words: GameWords[Any, Any], view: View[Any], advice: Advice[Any], undone: Undone | None = None
) -> list[Line]:
    """What to do, why, and how it fares by trials.

    Where it would be clearly better to undo what is planned that is told instead, and what it would be done for: what
    is worse is nothing to advise.
    """
    seen, told = advised(view, advice, undone)
    better = told is not advice
    steps, reasons = _steps_and_reasons(words, seen, told.plan, told.reasons)
    one_by_one = len(steps) >= NUMBERED
    now = steps[0] if one_by_one else _one_then_other(steps, told_more=steps != _bare(words, seen, told.plan))
    if better:
        # Translators: {plan} begins with a verb; of several steps it is the first, with its number
        text = _("Undo what is planned: the strongest bot {plan}.")
    elif one_by_one:
        # Translators: {plan} is the first of several steps, with its number; it begins with a verb
        text = _("The strongest bot's plan: {plan}.")
    else:
        text = _("The strongest bot {plan}.")
    if not better and told.is_equal:
        if told.saves > 0:
            # Translators: stands before what to do, of several choices
            text = f"{_('The choice is close, and this is the cheaper one.')} {text}"
        else:
            # Translators: stands before what to do, of several choices
            text = f"{_('The choice is close.')} {text}"
    chances = [_better_chances(told, advice)] if better else [_chances(told), _next_best(words, seen, told)]
    why = _why(words, told, reasons, _dangers(words, seen, told.plan))
    return _told(text.format(plan=now), steps[1:] if one_by_one else (), words.goes_on(seen, told.plan), why, chances)


def _dangers(words: GameWords[Any, Any], view: View[Any], plan: tuple[Any, ...]) -> list[str]:
    """What could lose the game at once after a plan, by what is seen when its actions are taken."""
    return words.dangers(view, words.before_each(view, (*plan, *plan[-1:]))[-1]) if plan else []


def _one_then_other(steps: Sequence[str], *, told_more: bool) -> str:
    """Two steps of a plan, or the only one. `told_more`: with what comes of them."""
    if len(steps) < NUMBERED - 1:
        return "".join(steps)
    if told_more:
        # Translators: two steps of a plan, each begins with a verb, the first has a dash and commas in it
        return _("{step}; then {other}").format(step=steps[0], other=steps[1])
    # Translators: two steps of a plan, each begins with a verb
    return _("{step}, then {other}").format(step=steps[0], other=steps[1])


def _told(first: str, steps: Sequence[str], note: str, why: Sequence[Line], chances: Sequence[str]) -> list[Line]:
    """What to do first, further steps in a line each, what is to be said of them, why, and how it fares."""
    return [
        [(first, "bold")],
        *[[(step, "plain")] for step in steps],
        *([[(note, "plain")]] if note else []),
        *why,
        [(" ".join(chances), "dim")],
    ]


def _why(
    words: GameWords[Any, Any], advice: Advice[Any], reasons: Sequence[Any], dangers: Sequence[str] = ()
) -> list[Line]:
    """A line of what speaks for a plan, and one of what speaks against it, a lost game before all.

    Where only the second has anything in it the first says that the trials alone speak for it.
    """
    costs = words.reasons([reason for reason in reasons if words.is_cost(reason)])
    gains = words.reasons([reason for reason in reasons if not words.is_cost(reason)])
    against = ["; ".join(dangers)] if dangers else []
    if costs:
        told = "; ".join(costs[:TOLD])
        # Translators: {costs} are verbs with what they are about, as: costs 2 cards of 4; leaves Kyoto without a block
        against.append(_("it also {costs}").format(costs=told) if dangers else told)
    if not gains and against and len(reasons) == len(advice.reasons):
        gains = [_("no worse than others by the trials") if advice.is_equal else _("the trials alone")]
    # Translators: what follows are verbs with what they are about, as: takes Gifu (2 points); costs 2 cards of 4
    lines: list[Line] = [[(_("For it:"), "good"), (f" {'; '.join(gains[:TOLD])}.", "plain")]] if gains else []
    # Translators: what follows are verbs with what they are about, or clauses
    return [*lines, [(_("Against it:"), "bad"), (f" {'; '.join(against)}.", "plain")]] if against else lines


def _chances(advice: Advice[Any]) -> str:
    """How what is advised fares by trials."""
    return _("If bots played on from there, you would win about {chance} of 100 games.").format(
        chance=percent(advice.chance)
    )


def _next_best(words: GameWords[Any, Any], view: View[Any], advice: Advice[Any]) -> str:
    """What the next best does instead, and how it fares."""
    more = ""
    if advice.next_best is None:
        return _("It found nothing else that was worth trying.")
    if advice.is_equal:
        # Translators: though it is worse for other reasons
        wins = _("Another choice wins the game as often: {plan}.")
        text = wins if advice.ahead else _("Another choice is as good: {plan}.")
        if advice.saves > 0:
            more = words.dearer(view, advice.plan, advice.instead)
            # Translators: {more} is what it costs more, as: 1 card more
            why = _("Another choice is as good, but dearer ({more}): {plan}.")
            text = why if more else _("Another choice is as good, but dearer: {plan}.")
    else:
        text = _("The next best wins about {chance}: {plan}.")
    return text.format(plan=_instead(words, view, advice), chance=percent(advice.next_best), more=more)


def _instead(words: GameWords[Any, Any], view: View[Any], advice: Advice[Any]) -> str:
    """In what another plan differs from that which is advised."""
    plan, other = advice.plan, advice.instead
    before = words.before_each(view, other)
    further = [words.action(at, action) for at, action in zip(before, other, strict=True) if action not in plan]
    left_out = [f"({number})" for number, action in enumerate(plan, 1) if action not in other]
    if further:
        told = listed(further[:NAMED])
        if len(further) > NAMED:
            more = len(further) - NAMED
            told = ngettext("{steps}, and {count} step more", "{steps}, and {count} steps more", more)
            told = told.format(steps=", ".join(further[:NAMED]), count=more)
        if len(plan) >= NUMBERED and len(other) > len(further) == 1 and len(left_out) <= NAMED:
            # Translators: {plan} begins with a verb; {steps} are numbers of steps, as (2) and (5)
            rest = _("instead of {steps} it {plan}") if left_out else _("the same, but it also {plan}")
            return rest.format(steps=listed(left_out), plan=told)
        # Translators: {plan} begins with a verb; it is what another plan does instead
        return _("it {plan}").format(plan=told)
    if len(plan) < NUMBERED:
        return _("it only {plan}").format(plan=plan_words(words, view, other))
    # Translators: {steps} are numbers of steps, as (2) and (5)
    told = _("the same without {steps}").format(steps=listed(left_out))
    return told if left_out else _("the same in another order")


def _better_chances(better: Advice[Any], planned: Advice[Any]) -> str:
    """How that fares for which what is planned would be undone, and the best that goes on from the plan."""
    text = _(
        "If bots played on from there, you would win about {chance} of 100 games, with what is planned about {other}."
    )
    return text.format(chance=percent(better.chance), other=percent(planned.chance))
