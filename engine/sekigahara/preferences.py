"""Which of several plans an adviser prefers, whose chances trials do not tell apart: and by what it is better."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from engine.hidden import View, asked, other
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.courses import SURE, Course, Tried, error, mean
from engine.sekigahara.prices import price, risk
from engine.sekigahara.reasons import Guards, Later, Measure, Risks
from engine.sekigahara.rules import SEKIGAHARA
from engine.sekigahara.state import State

CLEARLY: Final = 1 / 6
"""In so large a part of the trials a combat must end otherwise to be told: fewer may be chance."""

BLOCKS: Final = 0.3
"""By so many blocks the losses of two plans must differ on average to be told."""

POINTS: Final = 0.5
"""By so many points the leads of two plans must differ on average to be told."""

CARDS: Final = 1.0
"""By so many cards the hands that two plans lead to must differ on average to be told."""

RISK: Final = 0.04
"""By so much the chances of a game that is lost at once must differ to be told."""

SECURED: Final = 1.0
"""By so many points what two plans leave unguarded must differ on average to be told, and to be preferred by."""

HUNTED: Final = 16
"""In so many of the trials it is looked for how likely that is."""


def preferred(view: View[State], found: Sequence[Tried]) -> Tried:
    """Of plans, the best first, that which is advised.

    Of those whose chances are not clearly apart it is that whose combat ends clearly better, or after which the game is
    less likely to be lost at once, or more points are safe; else that which spends and risks less. A combat that ends
    worse must be good for something that can be told.
    """
    best = chosen = found[0]
    for each in found[1:]:
        judged = verdict(view, each, chosen)
        worse = combat_verdict(view, each, chosen) > 0
        unexplained = worse and not any(later.better for later in later_of(chosen.courses, each.courses))
        cheaper = _costs(view, each.plan) < _costs(view, chosen.plan)
        if (each.is_close_to(best) or unexplained) and (judged > 0 or (judged == 0 and cheaper)):
            chosen = each
    return chosen


def _costs(view: View[State], plan: Plan) -> int:
    return price(view, plan) + risk(view, plan)


def verdict(view: View[State], tried: Tried, instead: Tried) -> int:
    """Whether a plan is clearly better (1), or worse (-1), than another whose chance is the same, or neither."""
    if view.state.combat is not None:
        return combat_verdict(view, tried, instead)
    if (risks := risks_of(view, tried, instead)) is not None:
        return 1 if risks.better else -1
    return _secured_verdict(view, tried, instead)


def risks_of(view: View[State], tried: Tried, instead: Tried) -> Risks | None:
    """How likely the game is lost at once after plans of a movement phase, None if that is much the same."""
    if not asks_for_movement(asked(SEKIGAHARA.waiting(view.state), view.seat)):
        return None
    own, others = [mean([course.peril for course in each.courses[:HUNTED]]) for each in (tried, instead)]
    return Risks(own, others) if abs(own - others) >= RISK else None


def _secured_verdict(view: View[State], tried: Tried, instead: Tried) -> int:
    """Whether a plan of a movement phase makes clearly more points safe (1), or fewer (-1), than another, or neither.

    The enemies of the trials often leave alone what a person would take.
    """
    if not asks_for_movement(asked(SEKIGAHARA.waiting(view.state), view.seat)):
        return 0
    pairs = zip(tried.courses[:HUNTED], instead.courses[:HUNTED], strict=True)
    more = [mine.secured - theirs.secured for mine, theirs in pairs]
    if abs(mean(more)) < max(SECURED, SURE * error(more)):
        return 0
    return 1 if mean(more) > 0 else -1


def guards_of(view: View[State], tried: Tried, instead: Tried) -> Guards | None:
    """How many points nobody guards after plans of a movement phase, None if that is much the same."""
    if not asks_for_movement(asked(SEKIGAHARA.waiting(view.state), view.seat)):
        return None
    own, others = [mean([course.open for course in each.courses[:HUNTED]]) for each in (tried, instead)]
    return Guards(round(own, 1), round(others, 1)) if abs(own - others) >= SECURED else None


def combat_verdict(view: View[State], tried: Tried, instead: Tried) -> int:
    """Whether the combat at hand ends clearly better than with another plan (1), or worse (-1), or neither."""
    if view.state.combat is None:
        return 0
    seat, pairs = view.seat, list(zip(tried.courses, instead.courses, strict=True))
    ends = [(mine.won + mine.stays - theirs.won - theirs.stays) / 2 for mine, theirs in pairs]
    losses = [
        (theirs.lost[seat] - theirs.lost[other(seat)]) - (mine.lost[seat] - mine.lost[other(seat)])
        for mine, theirs in pairs
    ]
    for figures, least in ((ends, CLEARLY), (losses, BLOCKS)):
        if abs(mean(figures)) >= max(least, SURE * error(figures)):
            return 1 if mean(figures) > 0 else -1
    return 0


def later_of(courses: Sequence[Course], instead: Sequence[Course]) -> tuple[Later, ...]:
    """In what the position after the next turn differs from that of another plan, by more than chance makes."""
    found = []
    measures = (
        (Measure.POINTS, attrgetter("points"), POINTS),
        (Measure.BLOCKS, attrgetter("blocks_lost"), BLOCKS),
        (Measure.CARDS, attrgetter("cards"), CARDS),
    )
    for measure, measured, least in measures:
        figures = [[measured(course) for course in each] for each in (courses, instead)]
        leads = [[own - theirs for own, theirs in each] for each in figures]
        # The worlds of both plans are the same.
        more = [first - second for first, second in zip(*leads, strict=True)]
        if abs(mean(more)) >= max(least, SURE * error(more)):
            own, theirs, *others = [round(mean(side), 1) for each in figures for side in zip(*each, strict=True)]
            found.append(Later(measure, courses[0].between, own, theirs, *others))
    return tuple(found)


def asks_for_movement(question: object) -> bool:
    """Whether a question is one of a movement phase, which is answered by a plan."""
    return isinstance(question, PaymentDue | MovementDue)
