"""What the strong bot would do, why, and what a choice has cost: see `engine.advice`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Final

from engine.advice import ALIKE, Advice, Comparison, told_apart
from engine.hidden import SEATS, Face, Over, Piece, Pool, Seat, View, asked, other
from engine.sekigahara.board import HAND, LOCATIONS, Location
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.assessment import DISTANCE, arrivals
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.bots.strong import combats
from engine.sekigahara.bots.strong.bot import TASTES, WORLDS, plans_for
from engine.sekigahara.bots.strong.hunt import outlook
from engine.sekigahara.bots.strong.neighbours import neighbours
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.bots.strong.search import World, best_of
from engine.sekigahara.bots.strong.tastes import taste
from engine.sekigahara.bots.strong.value import ARRIVAL, chance, features
from engine.sekigahara.bots.strong.worlds import deal, fill
from engine.sekigahara.chapters.chapter_2_victory import PointsCounted
from engine.sekigahara.chapters.chapter_4_control import besieged, has_units
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, Discard, DiscardsDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March, march_sources
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.courses import Course, Trials, Tried, mean
from engine.sekigahara.forecasts import reachable
from engine.sekigahara.left_lying import completed, guarding, taking, walked
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.preferences import (
    BLOCKS,
    CLEARLY,
    asks_for_movement,
    combat_verdict,
    guards_of,
    later_of,
    preferred,
    risks_of,
    verdict,
)
from engine.sekigahara.prices import cards_spent, price, saved
from engine.sekigahara.reasons import Battle, BidWon, Holds, Keeps, Later, Lying, Reason, Saves, Takes, Threatens
from engine.sekigahara.reasons_in_combat import Beside, Figure, Fought, Outcome, Redrawn
from engine.sekigahara.rules import SEKIGAHARA, Answer, Sekigahara
from engine.sekigahara.state import State
from engine.sekigahara.targets import points_of, targets_near
from engine.sekigahara.view_reasons import hopeless, lying_of, prices_of, seen_of

FEW: Final = 12
"""Up to so many answers are all tried; of more, those of the seasoned bot and of other tastes."""

TRIALS: Final = (8, 16, 40)
"""In how many worlds the plans of a hint are tried, heat by heat: more than the bot's, so that chances settle."""

COMBAT_TRIALS: Final = (8, 24, 64)
"""The same in a combat, of which more answers would be asked in a row: they should not sway from one to the next."""

TRUE_WORLDS: Final = 8
"""In how many courses of chance plans are tried with the true faces."""

MOST: Final = 2
"""Reasons of each kind that are told."""

LIKELY: Final = 2 / 3
"""The part of the trials in which something must come out so to be told."""

_ANY: Final[Mapping[str, float]] = dict.fromkeys(
    [field.name for field in fields(Weights) if isinstance(getattr(SEASONED_WEIGHTS[0], field.name), float)], 0.4
)
"""Tastes for any question."""


class SekigaharaAdviser:
    """See `engine.advice.Adviser`."""

    def advise(self, view: View[State], random: Random) -> Advice[Answer]:
        """See `Adviser.advise`."""
        heats = TRIALS if view.state.combat is None else COMBAT_TRIALS
        worlds = _worlds(view, random, sum(heats))
        usual, others = _candidates(view, worlds[0], random)
        plans = _told_apart(view, [usual, *others])
        more = _more(view, plans, worlds[0], random)
        trials = Trials(view.state, view.seat, worlds)
        found = trials.best_of(plans, heats, plans[0], more)
        chosen = preferred(view, found)
        whole = trials.of(completed(view, chosen.plan, worlds[0]))
        takes_all = _is_as_good(whole, chosen, found[0])
        best = whole if takes_all else chosen
        safe = trials.of(guarding(view, best.plan, worlds[0]))
        if _is_as_good(safe, best, found[0]):
            best = safe
        left = [each for each in found if each.plan != chosen.plan]
        different = [each for each in left if _shown(view, each.plan) != _shown(view, best.plan)]
        second = next((each for each in different if not _is_part(view, each.plan, best.plan)), None)
        second = second or next(iter(different), None)
        reasons = tuple(
            [
                replace(each, tried=not takes_all) if isinstance(each, Lying) else each
                for each in _told(view, best, worlds[0], second)
            ]
        )
        if second is None:
            advice = Advice(best.plan, best.chance, None, len(worlds), (), len(plans))
        else:
            judged = verdict(view, best, second)
            saves = 0 if judged else saved(view, best.plan, second.plan)
            margin = best.margin(second)
            advice = Advice(
                best.plan, best.chance, second.chance, len(worlds), (), len(plans), second.plan, saves, margin
            )
            if advice.is_equal:
                # Which of two is the cheaper hangs on what they are beside a third: dearer is none that is advised.
                advice = replace(advice, saves=max(saves, 0), ahead=judged > 0)
                # What chance may have made is told of two as good only where it has decided between them.
                left_out = (Later,) if judged else (Beside, Later)
                reasons = tuple([each for each in reasons if not isinstance(each, left_out)])
        return replace(advice, reasons=tuple([each for each in reasons if not isinstance(each, Fought)]))

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
        tried = [Trials(state, seat, known) for known in (fresh, true)]
        known, known_better, open_, open_better = [each.of(plan) for each in tried for plan in (played, better)]
        chances = known.chance, known_better.chance, open_.chance, open_better.chance
        if better == played:
            return Comparison(better, *chances)
        reasons = [_told(view, each, fresh[0]) for each in (known_better, known)]
        return Comparison(better, *chances, *told_apart(reasons[0], reasons[1]))

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
        own = [number for number, (seat, asked) in enumerate(decisions) if seat == loser and asks_for_movement(asked)]
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


def _shown(view: View[State], plan: Plan) -> object:
    """What tells a plan from others: of pieces that an answer spends, loses or leaves only what they are.

    The same moves in another order are the same.
    """
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
            return frozenset(plan)


def _is_as_good(changed: Tried, plan: Tried, best: Tried) -> bool:
    """Whether a plan that has been changed does no worse than before, nor clearly worse than the best that is known."""
    return changed.chance > plan.chance - ALIKE and (changed.chance >= best.chance or changed.is_close_to(best))


def _is_part(view: View[State], plan: Plan, whole: Plan) -> bool:
    """Whether a plan is another without steps of it that cost nothing."""
    return set(plan) < set(whole) and price(view, plan) >= price(view, whole)


def _worlds(view: View[State], random: Random, count: int) -> list[World]:
    return [(deal(view, random), random.getrandbits(32)) for _ in range(count)]


def _candidates(view: View[State], first: World, random: Random) -> tuple[Plan, list[Plan]]:
    """The seasoned bot's plan, and others."""
    question = asked(SEKIGAHARA.waiting(view.state), view.seat)
    if asks_for_movement(question):
        usual_plan, others = plans_for(view, first, random, TASTES)
        plans = [usual_plan, *others]
        return usual_plan, [*others, *_overruns(view, plans, first), *taking(view, usual_plan, first)]
    usual = SteadyBot(SEASONED_WEIGHTS).choose(view)
    options = SEKIGAHARA.options(view)
    if len(options) <= FEW:
        promising = [answer for answer in options if not hopeless(view, answer)]
        usual = promising[0] if hopeless(view, usual) else usual
        return _as_offered(view, options, [usual])[0], [(answer,) for answer in promising]
    tastes = [taste(view.seat, random, _ANY) for _ in range(TASTES)]
    tried: list[Answer] = [SteadyBot((weights, weights)).choose(view) for weights in tastes]
    if isinstance(question, DeploymentDue):
        # Those that cannot be challenged are few.
        free = [answer for answer in options if isinstance(answer, Deploy) and answer.card is None]
        tried += [*combats.answers(view, random), *free]
    elif isinstance(question, DiscardsDue | BidsDue):
        tried.append(min(options, key=lambda answer: price(view, (answer,))))
    plans = _as_offered(view, options, [usual, *tried])
    return plans[0], plans[1:]


def _as_offered(view: View[State], options: Sequence[Answer], answers: Sequence[Answer]) -> list[Plan]:
    """The answers with those of pieces alike that are offered, so that the list of the question has them."""
    offered = {_shown(view, (each,)): each for each in reversed(options)}
    return [(offered.get(_shown(view, (answer,)), answer),) for answer in answers]


def _told_apart(view: View[State], plans: Sequence[Plan]) -> list[Plan]:
    """The first of those plans that are alike."""
    return list({_shown(view, plan): plan for plan in reversed(plans)}.values())[::-1]


def _more(
    view: View[State], plans: Sequence[Plan], first: World, random: Random
) -> Callable[[Plan], list[Plan]] | None:
    """What makes neighbours of a plan of a movement phase; other answers have none."""
    question = asked(SEKIGAHARA.waiting(view.state), view.seat)
    return partial(neighbours, view, plans, first, random) if asks_for_movement(question) else None


def _overruns(view: View[State], plans: Sequence[Plan], first: World) -> list[Plan]:
    """Such marches (`overrunning`), if it is still to be paid after each of the payments of these plans."""
    if not isinstance(asked(SEKIGAHARA.waiting(view.state), view.seat), PaymentDue):
        return overrunning(view)
    found = []
    for payment in dict.fromkeys([plan[0] for plan in plans]):
        table = walked(view, (payment,), first)
        if isinstance(table.asked(view.seat), MovementDue):
            found += [(payment, *march) for march in overrunning(table.view(view.seat))]
    return found


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


def _otherwise(reasons: Sequence[Reason], instead: Sequence[Course]) -> tuple[Reason, ...]:
    """Those reasons but for battles that end much the same with another plan: they are fought in any order (8.1)."""

    def differs(battle: Battle) -> bool:
        seat, place = instead[0].seat, battle.location
        fought = [course for course in instead if place in course.combats]
        ends = [(battle.won, other(seat)), (battle.lost, seat)]
        shares = [
            (count / battle.fought, mean([not has_units(course.after_own, side, place) for course in fought]))
            for count, side in ends
            if fought
        ]
        return not fought or any(abs(mine - theirs) >= CLEARLY for mine, theirs in shares)

    return tuple([each for each in reasons if not isinstance(each, Battle) or differs(each)])


def _told(view: View[State], tried: Tried, first: World, instead: Tried | None = None) -> tuple[Reason, ...]:
    """What comes of a plan: by trials, by what the seat can see, and what it costs.

    By trials is told what it takes and keeps, how its combats end, and what it leads to. In a combat only how that
    ends, or in what it would end otherwise with another plan.
    """
    state, plan, courses = view.state, tried.plan, tried.courses
    seen = seen_of(view, plan[0])
    if state.combat is not None and instead is None:
        return (*seen, Fought(state.combat.location, len(courses), _outcome(courses)))
    later = () if instead is None else later_of(courses, instead.courses)
    if isinstance(plan[0], Bid):
        return (*_reasons_of_bid(view, plan[0], courses), *seen, *later)
    if state.combat is not None and instead is not None:
        outcomes = _outcome(courses), _outcome(instead.courses)
        compared = beside(state.combat.location, len(courses), *outcomes)
        ends = [] if any(each.of in (Figure.WON, Figure.STAYS) for each in compared) else _ends_of_combat(view, courses)
        found = (*seen, *compared, *ends, *later)
        more = len(cards_spent(plan)) > len(cards_spent(instead.plan))
        return (*found, Redrawn()) if more and combat_verdict(view, tried, instead) == 0 else found
    if seen:
        return (*seen, *later)
    fewer = 0 if instead is None else len(cards_spent(instead.plan)) - len(cards_spent(plan))
    risks = [] if instead is None else [risks_of(view, tried, instead), guards_of(view, tried, instead)]
    found = *[each for each in risks if each is not None], *_reasons_of_turn(view, plan, courses, first)
    if isinstance(plan[0], Declare) and instead is not None:
        # How that ends which is declared is told in any case.
        chosen = [each for each in found if isinstance(each, Battle) and each.location == plan[0].location]
        found = tuple(dict.fromkeys([*chosen, *_otherwise(found, instead.courses)]))
    return (*found, *([Saves(fewer)] if fewer > 0 else []), *later)


def _reasons_of_turn(view: View[State], plan: Plan, courses: Sequence[Course], first: World) -> tuple[Reason, ...]:
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
        won.update([place for place in course.combats if not has_units(course.after_own, other(seat), place)])
        lost.update([place for place in course.combats if not has_units(course.after_own, seat, place)])
        inside.update([place for place in course.combats if besieged(course.after_own, seat, place)])
        taken.update([place for place in points_of(course.after_own, seat) if place not in points_of(state, seat)])
        kept.update(points_of(course.after_theirs, seat))
    enough = LIKELY * len(courses)
    ends = _ends(plan)
    begun = [place for place in dict.fromkeys([*_declared(plan), *ends]) if place in fought]
    # A castle in which the seat is besieged as before is no news.
    old = [place for place in fought if besieged(state, seat, place) and 2 * inside[place] > fought[place]]
    others = [place for place, count in fought.most_common() if count >= enough and place not in (*begun, *old)]
    sieges = [place for place in fought if any(besieged(state, side, place) for side in SEATS)]
    battles = [
        Battle(place, won[place], lost[place], fought[place], inside[place], place in sieges)
        for place in (*begun, *others[:MOST])
    ]
    after = walked(view, plan, first).state
    takes = [Takes(place) for place, count in taken.most_common() if count >= enough and place not in fought]
    theirs = state.pools[other(seat)]
    coming = arrivals(tuple([(place, len(theirs[place])) for place in LOCATIONS if theirs[place]]), ARRIVAL)
    near = [place for place in points_of(state, seat) if coming[place] >= 1 and place in ends and place not in fought]
    holds = [Holds(place) for place in sorted(near, key=lambda place: -coming[place]) if kept[place] >= enough]
    stays = [place for place in ends if after.pools[seat][place]]
    stood = [place for place in LOCATIONS if state.pools[seat][place]]
    near_now = {place: min([DISTANCE[at][place] for at in stood], default=0) for place in LOCATIONS}
    threatens = [
        Threatens(place)
        for place in targets_near(after, seat, stays)
        if place not in fought and place not in ends and min([DISTANCE[at][place] for at in stays]) < near_now[place]
    ]
    prices = *lying_of(view, plan, first), *prices_of(view, plan, first)
    return (*battles, *takes, *prices, *holds[:MOST], *threatens[:MOST])


def _ends_of_combat(view: View[State], courses: Sequence[Course]) -> list[Battle]:
    """How the combat at hand ends most often, if the seat deploys in it and one of both sides is gone then."""
    combat = view.state.current_combat()
    if not isinstance(asked(SEKIGAHARA.waiting(view.state), view.seat), DeploymentDue):
        return []
    won = sum([course.won for course in courses])
    lost = sum([not course.won and not course.stays for course in courses])
    most = 2 * max(won, lost) > len(courses)
    return [Battle(combat.location, won, lost, len(courses))] if most else []


def _outcome(courses: Sequence[Course]) -> Outcome:
    """How the combat at hand ends in the trials of a plan."""
    seat = courses[0].seat
    own, theirs = [round(mean([course.lost[side] for course in courses]), 1) for side in (seat, other(seat))]
    won, stays = [sum([getattr(course, name) for course in courses]) for name in ("won", "stays")]
    return Outcome(won, own, theirs, stays)


def beside(place: Location, tried: int, outcome: Outcome, instead: Outcome) -> tuple[Beside, ...]:
    """In what the outcomes of two plans differ by more than chance makes."""
    least = {Figure.WON: CLEARLY * tried, Figure.STAYS: CLEARLY * tried, Figure.OWN: BLOCKS, Figure.THEIRS: BLOCKS}
    for_good = (outcome.stays, instead.stays) == (outcome.won, instead.won)
    if for_good:
        del least[Figure.STAYS]  # who stands there has won
    found = [
        Beside(
            place,
            tried,
            figure,
            getattr(outcome, figure.value),
            getattr(instead, figure.value),
            for_good and figure is Figure.WON,
        )
        for figure in least
    ]
    return tuple([each for each in found if abs(each.figure - each.instead) >= least[each.of]])


def _reasons_of_bid(view: View[State], bid: Bid, courses: Sequence[Course]) -> tuple[Reason, ...]:
    """How often a bid wins by trials, and what the hand keeps that would have bid more. No card is no choice (R6)."""
    if bid.card is None:
        return ()
    winners = [course.bid_winner for course in courses]
    hand = sorted([view.faces[card] for card in view.state.pools[view.seat][HAND]], key=lambda face: -BID_OF[face])
    kept = tuple([face for face in hand if BID_OF[face] > BID_OF[view.faces[bid.card]]])
    return BidWon(winners.count(view.seat), len(courses)), Keeps(kept)


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
