"""What a view alone says for an answer, and what a plan costs that can be seen: nothing of it comes of trials.

Of an answer in a combat: `view_reasons_in_combat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.hidden import SEATS, Face, Seat, View, other
from engine.sekigahara.board import CASTLE, DEAD, HAND, LOCATIONS, RESOURCE, Location
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.bots.strong.search import World
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_6_week import TURNS, Bid, ChooseFirst, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS, overrun_victim
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.components import WEEKS
from engine.sekigahara.exposure import exposure_of, is_last_turn, points_held
from engine.sekigahara.forecasts import (
    fitting_cards,
    roads_in_next_turn,
)
from engine.sekigahara.left_lying import left_by, missed_by, walked
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.prices import blocks_of, cards_spent, comers
from engine.sekigahara.reasons import (
    Attackable,
    FirstAt,
    Fits,
    GivesUp,
    KeepsBid,
    LastTurn,
    Leaves,
    Lying,
    Overrunnable,
    Reason,
    Spends,
    Strands,
    Unfit,
)
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import Pieces, State
from engine.sekigahara.view_reasons_in_combat import OUTNUMBERED, chance_to_prove, seen_in_combat

MOST: Final = 2
"""Places left that are told."""

MOST_BARE: Final = 4
"""Up to so many places without a block are told of which some were so before."""

NEARLY_ALWAYS: Final = Fraction(9, 10)
"""A challenge that is refuted so often is none to try."""


def seen_of(view: View[State], answer: Answer) -> tuple[Reason, ...]:
    """What the seat can see that speaks for an answer to a question other than those of a movement phase."""
    match answer:
        case Discard(cards):
            return _given_up(view, cards)
        case Bid(card) if card is not None:
            return (_fits(view, view.faces[card]),)
        case ChooseFirst(first):
            return _ordered(view, first)
        case _:
            return seen_in_combat(view, answer)


# -- cards


def _given_up(view: View[State], cards: Pieces) -> tuple[Reason, ...]:
    """For how many blocks the cards that go are good, and for how many those that stay."""
    if not cards:
        return ()
    hand = view.state.pools[view.seat][HAND]
    kept = [view.faces[card] for card in hand if card not in cards]
    gone = [view.faces[card] for card in cards]
    alone = blocks_of(view, *gone, *kept) - blocks_of(view, *kept)
    found = GivesUp(
        blocks_of(view, *gone),
        blocks_of(view, *kept),
        tuple([card for card in kept if blocks_of(view, card)]),
        alone > 0,
        len([card for card in kept if is_challenge(card)]),
    )
    highest = max(kept, key=lambda card: BID_OF[card], default=None)
    bids = tuple(sorted([BID_OF[card] for card in gone]))
    weighed: tuple[Reason, ...] = (found, Strands(alone)) if alone else (found,)
    return weighed if highest is None else (KeepsBid(highest, bids), *weighed)


def _fits(view: View[State], card: Face) -> Fits:
    hand = {view.faces[each] for each in view.state.pools[view.seat][HAND]} - {card}
    count = blocks_of(view, card)
    return Fits(count, bool(hand) and all(count < blocks_of(view, each) for each in hand))


# -- who moves first


def _ordered(view: View[State], first: Seat) -> tuple[Reason, ...]:
    """Who comes first where nobody stands and both could march, and whose the last turn of the week is then (6.3)."""
    state, seat = view.state, view.seat
    contested = [
        place
        for place in LOCATIONS
        if (CASTLE[place] is not None or RESOURCE[place])
        and not any(has_units(state, side, place) for side in SEATS)
        and all(roads_in_next_turn(state, side, place) is not None for side in SEATS)
    ]
    castles_first = tuple(sorted(contested, key=lambda place: CASTLE[place] is None)[:MOST])
    last = LastTurn(first != seat, ends=state.week == WEEKS)
    return (*([FirstAt(first == seat, castles_first)] if contested else []), last)


# -- the price of a movement phase


def prices_of(view: View[State], plan: Plan, known: World) -> tuple[Reason, ...]:
    """What a plan of a movement phase leaves, and the cards that it spends.

    `known` is any world: who stands where after the own marches does not hang on hidden faces.
    """
    if not any(isinstance(answer, Pay | March) for answer in plan):
        return ()
    cards = len(cards_spent(plan))
    hand = len(view.state.pools[view.seat][HAND])
    state = view.state
    # Both draw before the first turn of a week (6.1).
    bare = cards == hand and not (state.turn == TURNS[-1] and state.first != view.seat)
    after = walked(view, plan, known).view(view.seat)
    return (*_left(view, after.state), *_unfit(plan, after), *([Spends(cards, hand, bare)] if cards else []))


def _unfit(plan: Plan, seen: View[State]) -> list[Unfit]:
    """Where a plan begins a combat for which it keeps no card (8.2.2), by what is seen after it."""
    pools, enemy = seen.state.pools[seen.seat], other(seen.seat)
    ends = dict.fromkeys([answer.stops[-1] for answer in plan if isinstance(answer, March)])
    fought = [
        place
        for place in ends
        if pools[place] and has_units(seen.state, enemy, place) and overrun_victim(seen.state, place) != enemy
    ]
    return [Unfit(place) for place in fought if not fitting_cards(seen, pools[place])]


def lying_of(view: View[State], plan: Plan, known: World) -> tuple[Lying, ...]:
    """What a plan of a movement phase leaves lying that counts most."""
    left = [Lying(free.taken, free.origin, free.points) for free in left_by(view, plan, known)[:1]]
    missed = [] if left else missed_by(view, plan, known)
    instead = [Lying(free.taken, free.origin, free.points, instead=True) for free in missed[:1]]
    return (*left, *instead)


def hopeless(view: View[State], answer: Answer) -> bool:
    """Whether an answer is a challenge that is refuted nearly always."""
    return isinstance(answer, Challenge) and answer.card is not None and chance_to_prove(view) >= NEARLY_ALWAYS


def _left(view: View[State], after: State) -> list[Leaves | Overrunnable | Attackable]:
    """What a plan leaves to the enemy's next turn: places without a block, what it holds and gives up, lone blocks.

    What it leaves bare or takes in passing is all told, of what was bare before no more than there is room for.
    """
    state, seat = view.state, view.seat
    if len(after.pools[seat][DEAD]) > len(state.pools[seat][DEAD]):
        return []  # what was overrun has left nothing of its own will
    open_now = exposure_of(after, seat)

    def worth(place: Location) -> int:
        return max(points_held(at, seat, place) for at in (state, after))

    stood = [place for place in LOCATIONS if state.pools[seat][place] and not after.pools[seat][place]]
    given_up = [place for place in stood if points_held(after, seat, place) < points_held(state, seat, place)]
    bare = [place for place in open_now.bare if place not in given_up]
    own_doing = [
        place for place in bare if place in stood or points_held(state, seat, place) < points_held(after, seat, place)
    ]
    before = [place for place in bare if place not in own_doing and CASTLE[place] is not None]
    told = sorted(own_doing, key=worth, reverse=True)
    told += before[: max(0, MOST_BARE - len(told))]
    moved = [place for place in LOCATIONS if len(state.pools[seat][place]) != len(after.pools[seat][place])]
    exposed = [place for place in open_now.weak if place in moved or points_held(after, seat, place)]
    weak = [place for place in exposed if after.holder[place] != seat]
    return [
        *[Leaves(place, given_up=True) for place in sorted(given_up, key=worth, reverse=True)],
        *[Leaves(place, given_up=False) for place in told],
        *[Overrunnable(place, len(after.pools[seat][place])) for place in weak[:MOST]],
        *_attackable(after, seat, [place for place in dict.fromkeys([*moved, *exposed]) if place not in weak]),
    ]


def _attackable(after: State, seat: Seat, places: Sequence[Location]) -> list[Attackable]:
    """Of own stacks those that many more could attack, in a castle very many; where nobody fights already."""
    enemy, found = other(seat), []
    for place in () if is_last_turn(after, seat) else places:
        own = len(after.pools[seat][place])
        if own and not has_units(after, enemy, place):
            coming = comers(after, enemy, place)
            if coming >= (ODDS if after.holder[place] == seat else OUTNUMBERED) * own:
                found.append(Attackable(place, own, coming))
    return sorted(found, key=lambda each: each.count - each.comers)[:MOST]
