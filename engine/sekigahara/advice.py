"""What the strong bot would do, why, and what a choice has cost: see `engine.advice`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from math import inf, sqrt
from random import Random
from typing import Final

from engine.advice import ALIKE, Advice, Comparison, told_apart
from engine.hidden import SEATS, Face, IllegalAction, Over, Piece, Pool, Seat, View, asked, other
from engine.sekigahara.board import DEAD, HAND, LOCATIONS, Location
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.assessment import arrivals
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.bots.strong.bot import TASTES, WORLDS, plans_for
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.hunt import outlook
from engine.sekigahara.bots.strong.neighbours import neighbours
from engine.sekigahara.bots.strong.plans import Plan, Table, trial, world
from engine.sekigahara.bots.strong.search import World, best_of
from engine.sekigahara.bots.strong.tastes import taste
from engine.sekigahara.bots.strong.value import ARRIVAL, chance, features
from engine.sekigahara.bots.strong.worlds import deal, fill
from engine.sekigahara.chapters.chapter_2_victory import PointsCounted, score
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March, march_sources
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import reachable
from engine.sekigahara.pieces import BID_OF, matches
from engine.sekigahara.reasons import (
    Battle,
    Beside,
    BidWon,
    Figure,
    Fought,
    Holds,
    Keeps,
    Later,
    Measure,
    Outcome,
    Reason,
    Refuted,
    Takes,
    Threatens,
)
from engine.sekigahara.rules import SEKIGAHARA, Answer, Sekigahara
from engine.sekigahara.state import State
from engine.sekigahara.view_reasons import points_of, prices_of, saved, seen_of, targets_near

FEW: Final = 12
"""Up to so many answers are all tried; of more, those of the seasoned bot and of other tastes."""

TRUE_WORLDS: Final = 8
"""In how many courses of chance plans are tried with the true faces."""

MOST: Final = 2
"""Reasons of each kind that are told."""

LIKELY: Final = 2 / 3
"""The part of the trials in which something must come out so to be told."""

CLEARLY: Final = 1 / 6
"""In so large a part of the trials a combat must end otherwise to be told: fewer may be chance."""

BLOCKS: Final = 0.3
"""By so many blocks the losses of two plans must differ on average to be told."""

POINTS: Final = 0.5
"""By so many points the leads of two plans must differ on average to be told."""

SURE: Final = 2.0
"""By so many standard errors of it a difference must be off 0 to be told."""

_ANY: Final[Mapping[str, float]] = dict.fromkeys(
    [field.name for field in fields(Weights) if isinstance(getattr(SEASONED_WEIGHTS[0], field.name), float)], 0.4
)
"""Tastes for any question."""


class SekigaharaAdviser:
    """See `engine.advice.Adviser`."""

    def advise(self, view: View[State], random: Random) -> Advice[Answer]:
        """See `Adviser.advise`."""
        worlds = _worlds(view, random, sum(WORLDS))
        usual, others = _candidates(view, worlds[0], random)
        plans = list(dict.fromkeys([usual, *others]))
        more = _more(view, plans, worlds[0], random)
        found = best_of(view.state, view.seat, plans, worlds, WORLDS, usual, least=2, more=more)
        best = found[0]
        second = next((tried for tried in found if _shown(view, tried.plan) != _shown(view, best.plan)), None)
        if second is not None and best.chance < second.chance + ALIKE and saved(view, best.plan, second.plan) < 0:
            best, second = second, best  # of two as good that which spends less
        next_best, instead = (None, ()) if second is None else (second.chance, second.plan)
        found_out = _reasons(view, best.plan, worlds, instead or None)
        saves = saved(view, best.plan, instead) if instead else 0
        advice = Advice(best.plan, best.chance, next_best, len(worlds), (), len(plans), instead, saves)
        # How a combat ends speaks for an answer only beside how it ends with another, and not if both are as good.
        left_out = (Fought, Beside, Later) if advice.is_equal else (Fought,)
        return replace(advice, reasons=tuple([each for each in found_out if not isinstance(each, left_out)]))

    def compare(
        self, view: View[State], played: Plan, faces: Mapping[Piece, Face], random: Random
    ) -> Comparison[Answer]:
        """See `Adviser.compare`. The better plan is looked for in other worlds than it is judged in."""
        state, seat = view.state, view.seat
        worlds = _worlds(view, random, sum(WORLDS))
        usual, others = _candidates(view, worlds[0], random)
        plans = [played, usual, *others]
        more = _more(view, plans, worlds[0], random)
        better = best_of(state, seat, plans, worlds, WORLDS, played, more=more)[0].plan
        fresh = _worlds(view, random, sum(WORLDS))
        true: list[World] = [(fill(state, faces, random), random.getrandbits(32)) for _ in range(TRUE_WORLDS)]
        known, known_better, open_, open_better = [
            _chance(state, seat, plan, tried) for tried in (fresh, true) for plan in (played, better)
        ]
        if better == played:
            return Comparison(better, known, known_better, open_, open_better)
        return Comparison(
            better,
            known,
            known_better,
            open_,
            open_better,
            *told_apart(_reasons(view, better, fresh), _reasons(view, played, fresh)),
        )

    def continues(self, question: object) -> bool:
        """A movement phase is planned as a whole, when it is paid for."""
        return isinstance(question, MovementDue)

    def lost_by(self, over: Over, decisions: Sequence[tuple[Seat, object]]) -> int | None:
        """See `Adviser.lost_by`.

        Whose protagonist is dead, or whose Hideyori is taken, exposed him in the last movement phase of his own: there
        he went where it happened, or was left there (2.1).
        """
        if isinstance(over.reason, PointsCounted) or over.winner is None:
            return None
        loser = other(over.winner)
        own = [number for number, (seat, asked) in enumerate(decisions) if seat == loser and _plans(asked)]
        return own[-1] if own else None

    def value(self, state: State, faces: Mapping[Piece, Face]) -> float:
        """See `Adviser.value`."""
        if state.over is not None:
            return 0.5 if state.over.winner is None else float(state.over.winner == TOKUGAWA)
        known = fill(state, faces, Random(0))
        return outlook(state, known, chance(features(state)))

    def concerned(self, view: View[State], plan: Plan) -> tuple[Pool, ...]:
        """The enemy's hand, and its blocks where there is a combat or a march ends."""
        state = view.state
        ends = [answer.stops[-1] for answer in plan if isinstance(answer, March)]
        fought = [state.combat.location] if state.combat is not None else []
        theirs = state.pools[other(view.seat)]
        places = [Pool(place) for place in dict.fromkeys([*fought, *ends]) if theirs[place]]
        return (*places, Pool(HAND))


def make_adviser(game: Sekigahara) -> SekigaharaAdviser:
    """The adviser of the game."""
    return SekigaharaAdviser()


def _plans(question: object) -> bool:
    return isinstance(question, PaymentDue | MovementDue)


def _shown(view: View[State], plan: Plan) -> object:
    """What tells a plan from others: of pieces that an answer spends, loses or leaves only what they are."""
    faces = view.faces

    def named(pieces: Iterable[Piece]) -> tuple[Face, ...]:
        return tuple(sorted([faces[piece] for piece in pieces]))

    match plan:
        case (Discard(pieces) | Lose(pieces),):
            return named(pieces)
        case (LoseInSiege(blocks, disk),):
            return named(blocks), disk
        case (Retreat(staying, location),):
            return named(staying), location
        case (Bid(card) | ProveLoyalty(card) | Challenge(card),):
            return None if card is None else faces[card]
        case (Deploy(card, blocks),):
            return None if card is None else faces[card], named(blocks)
        case _:
            return plan


def _worlds(view: View[State], random: Random, count: int) -> list[World]:
    return [(deal(view, random), random.getrandbits(32)) for _ in range(count)]


def _chance(state: State, seat: Seat, plan: Plan, worlds: Sequence[World]) -> float:
    hasty = HastyBot()
    return sum([trial(world(state, faces, seed), seat, plan, hasty) for faces, seed in worlds]) / len(worlds)


def _candidates(view: View[State], first: World, random: Random) -> tuple[Plan, list[Plan]]:
    """The seasoned bot's plan, and others."""
    question = asked(SEKIGAHARA.waiting(view.state), view.seat)
    if _plans(question):
        usual_plan, others = plans_for(view, first, random, TASTES)
        return usual_plan, [*others, *overrunning(view)]
    usual = SteadyBot(SEASONED_WEIGHTS).choose(view)
    options = SEKIGAHARA.options(view)
    if len(options) <= FEW:
        return (usual,), [(answer,) for answer in options]
    tastes = [taste(view.seat, random, _ANY) for _ in range(TASTES)]
    return (usual,), [(SteadyBot((weights, weights)).choose(view),) for weights in tastes]


def _more(
    view: View[State], plans: Sequence[Plan], first: World, random: Random
) -> Callable[[Plan], list[Plan]] | None:
    """What makes neighbours of a plan of a movement phase; other answers have none."""
    question = asked(SEKIGAHARA.waiting(view.state), view.seat)
    return partial(neighbours, view, plans, first, random) if _plans(question) else None


def overrunning(view: View[State]) -> list[Plan]:
    """A march of each whole stack to each place where it overruns the enemy without a card (7.4).

    The bots plan a movement phase as a whole and may have done with it: such a march loses nothing, and gains a block.
    """
    if not isinstance(asked(SEKIGAHARA.waiting(view.state), view.seat), MovementDue):
        return []
    cheapest = [
        (source.blocks, ways[0])
        for source in march_sources(view)
        for ways in reachable(view, source.blocks).values()
        if ways[0].overruns == other(view.seat) and not ways[0].forced
    ]
    return [(March(blocks, way.path.stops, way.claim, None),) for blocks, way in cheapest]


# -- why


def _reasons(view: View[State], plan: Plan, worlds: Sequence[World], instead: Plan | None = None) -> tuple[Reason, ...]:
    """What comes of a plan: by trials, by what the seat can see, and what it costs.

    By trials is told what it takes and keeps, how its combats end, and what it leads to. In a combat only how that
    ends, or in what it would end otherwise with another plan.
    """
    state = view.state
    seen = seen_of(view, plan[0])
    if isinstance(plan[0], Challenge):
        seen = (_refuted(view, plan[0], worlds), *seen)
    if state.combat is not None and instead is None:
        return (*seen, Fought(state.combat.location, len(worlds), _outcome(view, plan, worlds)))
    courses = _courses(view, plan, worlds)
    later = () if instead is None else _later(courses, _courses(view, instead, worlds))
    if isinstance(plan[0], Bid):
        return (*_reasons_of_bid(view, plan[0], courses), *seen, *later)
    if state.combat is not None and instead is not None:
        outcomes = _outcome(view, plan, worlds), _outcome(view, instead, worlds)
        return (*seen, *beside(state.combat.location, len(worlds), *outcomes), *later)
    return (*(seen or _reasons_of_turn(view, plan, courses, worlds[0])), *later)


def _reasons_of_turn(view: View[State], plan: Plan, courses: Sequence[_Course], first: World) -> tuple[Reason, ...]:
    """What a plan of a movement phase takes and keeps, how its combats end, and what it leads to and costs."""
    state, seat = view.state, view.seat
    fought: Counter[Location] = Counter()
    won: Counter[Location] = Counter()
    lost: Counter[Location] = Counter()
    inside: Counter[Location] = Counter()
    taken: Counter[Location] = Counter()
    kept: Counter[Location] = Counter()
    for course in courses:
        fought.update(course.combats)
        won.update([place for place in course.combats if not _stands(course.after_own, other(seat), place)])
        lost.update([place for place in course.combats if not _stands(course.after_own, seat, place)])
        inside.update([place for place in course.combats if besieged(course.after_own, seat, place)])
        taken.update([place for place in points_of(course.after_own, seat) if place not in points_of(state, seat)])
        kept.update(points_of(course.after_theirs, seat))
    enough = LIKELY * len(courses)
    ends = _ends(plan)
    begun = [place for place in dict.fromkeys([*_declared(plan), *ends]) if place in fought]
    others = [place for place, count in fought.most_common() if count >= enough and place not in begun]
    battles = [
        Battle(place, won[place], lost[place], fought[place], inside[place]) for place in (*begun, *others[:MOST])
    ]
    takes = [Takes(place) for place, count in taken.most_common() if count >= enough and place not in fought]
    theirs = state.pools[other(seat)]
    coming = arrivals(tuple([(place, len(theirs[place])) for place in LOCATIONS if theirs[place]]), ARRIVAL)
    near = [place for place in points_of(state, seat) if coming[place] >= 1 and place in ends and place not in fought]
    holds = [Holds(place) for place in sorted(near, key=lambda place: -coming[place]) if kept[place] >= enough]
    threatens = [Threatens(place) for place in targets_near(state, seat, ends) if place not in fought]
    prices = prices_of(view, plan, first)
    return (*battles, *takes[:MOST], *prices, *holds[:MOST], *threatens[:MOST])


def _outcome(view: View[State], plan: Plan, worlds: Sequence[World]) -> Outcome:
    """How the combat at hand ends in so many worlds."""
    seat, place = view.seat, view.state.current_combat().location
    hasty = HastyBot()
    won, stays, lost = 0, 0, [0, 0]
    for known in worlds:
        table = world(view.state, *known)
        left = list(plan)
        hasty.forget_plan()
        while not isinstance(table.waiting, Over) and (at := table.state.combat) is not None and at.location == place:
            _go_on(table, seat, left, hasty)
        won += not _stands(table.state, other(seat), place)
        stays += _stands(table.state, seat, place)
        for side in SEATS:
            lost[side] += len(table.state.pools[side][DEAD]) - len(view.state.pools[side][DEAD])
        lost[ISHIDA] += len(view.state.disks) - len(table.state.disks)
    own, theirs = [round(lost[side] / len(worlds), 1) for side in (seat, other(seat))]
    return Outcome(won, own, theirs, stays)


def beside(place: Location, tried: int, outcome: Outcome, instead: Outcome) -> tuple[Beside, ...]:
    """In what the outcomes of two plans differ by more than chance makes."""
    least = {Figure.WON: CLEARLY * tried, Figure.STAYS: CLEARLY * tried, Figure.OWN: BLOCKS, Figure.THEIRS: BLOCKS}
    if (outcome.stays, instead.stays) == (outcome.won, instead.won):
        del least[Figure.STAYS]  # who stands there has won
    found = [
        Beside(place, tried, figure, getattr(outcome, figure.value), getattr(instead, figure.value)) for figure in least
    ]
    return tuple([each for each in found if abs(each.figure - each.instead) >= least[each.of]])


def _later(courses: Sequence[_Course], instead: Sequence[_Course]) -> tuple[Later, ...]:
    """In what the position after the next turn differs from that of another plan, by more than chance makes."""
    found = []
    for measure, measured, least in ((Measure.POINTS, _points, POINTS), (Measure.BLOCKS, _lost, BLOCKS)):
        figures = [[measured(course) for course in each] for each in (courses, instead)]
        leads = [[own - theirs for own, theirs in each] for each in figures]
        # The worlds of both plans are the same.
        more = [first - second for first, second in zip(*leads, strict=True)]
        if abs(_mean(more)) >= max(least, SURE * _error(more)):
            own, theirs, *others = [round(_mean(side), 1) for each in figures for side in zip(*each, strict=True)]
            found.append(Later(measure, courses[0].between, own, theirs, *others))
    return tuple(found)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error(numbers: Sequence[float]) -> float:
    """The standard error of the mean of these numbers; of one alone there is no telling."""
    count = len(numbers)
    if count < 2:
        return inf
    mean = _mean(numbers)
    return sqrt(sum([(number - mean) ** 2 for number in numbers]) / (count * (count - 1)))


def _points(course: _Course) -> tuple[int, int]:
    """The seat's points, and the enemy's (2.2)."""
    own, theirs = [score(course.after_theirs, side) for side in (course.seat, other(course.seat))]
    return own, theirs


def _lost(course: _Course) -> tuple[int, int]:
    """The blocks that the seat has lost, and the enemy."""
    own, theirs = [
        len(course.after_theirs.pools[side][DEAD]) - course.dead[side] for side in (course.seat, other(course.seat))
    ]
    return own, theirs


def _refuted(view: View[State], answer: Challenge, worlds: Sequence[World]) -> Refuted:
    """In how many worlds the enemy holds a card that proves the loyalty of what it has deployed (8.6.1)."""
    pending = view.state.current_combat().pending
    assert pending is not None
    hand = view.state.pools[other(view.seat)][HAND]
    block = view.faces[pending.blocks[0]]
    times = len([faces for faces, _ in worlds if any(matches(faces[card], block) for card in hand)])
    return Refuted(times, len(worlds), answer.card is not None)


def _asked_now(table: Table) -> Seat:
    """Who answers next."""
    return next(number for number in SEATS if table.asked(number) is not None)


def _go_on(table: Table, seat: Seat, left: list[Answer], hasty: HastyBot) -> None:
    """Give the next answer: of `seat` the next of a plan, else that of `hasty`; a plan that is refused has no more."""
    player = _asked_now(table)
    answer = left.pop(0) if left and player == seat else hasty.choose(table.view(player))
    try:
        table.act(player, answer)
    except IllegalAction:
        left.clear()


def _reasons_of_bid(view: View[State], bid: Bid, courses: Sequence[_Course]) -> tuple[Reason, ...]:
    """How often a bid wins by trials, and what the hand keeps that would have bid more. No card is no choice (R6)."""
    if bid.card is None:
        return ()
    winners = [course.bid_winner for course in courses]
    hand = sorted([view.faces[card] for card in view.state.pools[view.seat][HAND]], key=lambda face: -BID_OF[face])
    kept = tuple([face for face in hand if BID_OF[face] > BID_OF[view.faces[bid.card]]])
    return BidWon(winners.count(view.seat), len(courses)), Keeps(kept)


def _stands(state: State, seat: Seat, place: Location) -> bool:
    """Whether a seat has anything that fights at `place` (9.1, 9.2)."""
    return bool(state.pools[seat][place]) or (seat == ISHIDA and place in state.disks)


def _ends(plan: Plan) -> list[Location]:
    """Where blocks of a plan come to stand."""
    return [
        answer.stops[-1] if isinstance(answer, March) else answer.location
        for answer in plan
        if isinstance(answer, March | Muster)
    ]


def _declared(plan: Plan) -> list[Location]:
    """Where a plan declares combat."""
    return [answer.location for answer in plan if isinstance(answer, Declare)]


def _courses(view: View[State], plan: Plan, worlds: Sequence[World]) -> list[_Course]:
    """A plan in each of so many worlds."""
    hasty = HastyBot()
    return [_Course(view.state, view.seat, plan, known, hasty) for known in worlds]


class _Course:
    """A plan in one world: where there was combat in the turn, and the states after this turn and the next.

    Where the plan is made `between` turns they are those before the next turn, and after one of each. `bid_winner` is
    who won the bid, None if there was none before.
    """

    def __init__(self, state: State, seat: Seat, plan: Plan, known: World, hasty: HastyBot) -> None:
        table = world(state, *known)
        self.seat = seat
        self.between = state.active is None
        turns = 0
        self.dead = [len(state.pools[side][DEAD]) for side in SEATS]
        self.combats: set[Location] = set()
        self.bid_winner: Seat | None = None
        after_own: State | None = None
        hasty.forget_plan()
        left = list(plan)
        while not isinstance(table.waiting, Over):
            player = _asked_now(table)
            question = table.asked(player)
            if isinstance(question, FirstPlayerDue) and self.bid_winner is None:
                self.bid_winner = player
            if isinstance(question, PaymentDue) and not (left and player == seat):
                turns += 1
                if turns > 1 + self.between:
                    break
                after_own = after_own or table.state.copy()
            _go_on(table, seat, left, hasty)
            if table.state.combat is not None and after_own is None:
                self.combats.add(table.state.combat.location)
        self.after_own = after_own or table.state
        self.after_theirs = table.state
