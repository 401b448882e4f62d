"""Chapter 7 as properties: marches on random positions against a second reading of the rules, and random games."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Decision, Over, Piece, Sealed, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.rules import Question
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import BAG, DEAD, DECK, HAND, LOCATIONS, MORI_BOX, POOL_KEYS, RECRUITMENT, Location
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import MAP, ROADS
from engine.sekigahara.pieces import IS_LEADER, SIDE_OF
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from tests.engine.sekigahara.moves import refused, supply
from tests.engine.sekigahara.positions import ISHIDA, Table, position

# A second reading of the map and of 7.3, from the component data and the rulebook, sharing nothing with the engine's.

ROADS_AT: dict[int, dict[int, bool]] = {place: {} for place in LOCATIONS}
"""Neighbours of each location, and whether the road there is highway."""
for road in ROADS:
    ROADS_AT[road.ends[0]][road.ends[1]] = ROADS_AT[road.ends[1]][road.ends[0]] = road.highway


@dataclass(frozen=True)
class Trek:
    """A first march from `start` along `stops`, before anything else has moved."""

    seat: Seat
    start: Location
    blocks: tuple[Piece, ...]
    stops: tuple[Location, ...]


def units(state: State, seat: Seat, place: int) -> bool:
    """Blocks or a disk of `seat`."""
    return bool(state.pools[seat][place]) or (seat == ISHIDA and place in state.disks)


def place_leads(state: State, seat: Seat, place: int) -> bool:
    """7.3.4 without a leader: an own castle that one controls, an own capital."""
    own_castle = MAP[place].castle == seat and state.holder[place] == seat
    return own_castle or MAP[place].capital == seat


def chart(size: int, *, highway: bool, led: bool, forced: bool) -> int:
    """7.3.6."""
    return 1 + highway + led + forced - (size - 1) // 4


def is_highway(trek: Trek) -> bool:
    """Whether all roads of the trek are highway; they must be roads."""
    return all(ROADS_AT[here][there] for here, there in pairwise((trek.start, *trek.stops)))


def needs(table: Table, trek: Trek) -> tuple[bool, bool] | None:
    """Whether the trek needs a leader's claim and a card to force it; None if it is too far in any case.

    A claim is preferred to a card.
    """
    lead = place_leads(table.state, trek.seat, trek.start)
    leader = any(IS_LEADER[table.faces[piece]] for piece in table.state.pools[trek.seat][trek.start])
    for forced in (False, True):
        for claim in (False, True):
            if claim and (lead or not leader):
                continue
            rate = chart(len(trek.blocks), highway=is_highway(trek), led=lead or claim, forced=forced)
            if rate >= len(trek.stops):
                return claim, forced
    return None


def blocked(table: Table, trek: Trek) -> bool | None:
    """Whether the enemy blocks the trek (7.3.2, 8.9.6); None if an overrun may open it (7.4)."""
    state, enemy = table.state, other(trek.seat)
    if state.holder[trek.start] == trek.seat and units(state, enemy, trek.start):
        return True
    for place in trek.stops[:-1]:
        if units(state, enemy, place):
            blocks = len(state.pools[enemy][place])
            ours = len(trek.blocks) + len(state.pools[trek.seat][place])
            if blocks and ours >= 4 * blocks and state.holder[place] != enemy:
                return None
            return True
    return False


@st.composite
def positions(draw: st.DrawFn) -> tuple[Table, Seat]:
    """A position in the movement phase of either side: up to ten stacks a side, sieges and all."""
    active = draw(st.sampled_from(SEATS))
    chance = draw(st.randoms(use_true_random=False))
    sides: list[dict[str, list[str]]] = []
    hot = chance.sample(POOL_KEYS[: len(LOCATIONS)], 12)
    for seat in SEATS:
        names = supply(seat, cards=False)
        chance.shuffle(names)
        stacks: dict[str, list[str]] = {"hand": supply(seat, cards=True)[: draw(st.integers(0, 2))]}
        for place in chance.sample(hot, chance.randint(1, 8)):
            size = chance.choice((1, 1, 2, 3, 4, 5, 6, 9))
            stacks[place], names = names[:size], names[size:]
        sides.append({place: blocks for place, blocks in stacks.items() if blocks})
    both = [key for key in hot if key in sides[0] and key in sides[1] and MAP[POOL_KEYS.index(key)].castle is not None]
    holders = {key: chance.choice(SEATS) for key in both}
    disks = [key for key in ("osaka", "ueda") if chance.random() < 0.7]
    holders.update({key: ISHIDA for key in both if key in disks})
    return position(sides[0], sides[1], active=active, holders=holders, disks=disks), active


def treks(table: Table, seat: Seat, chance: Random, length: int) -> Trek:
    """A random trek of this length that visits no location twice, or shorter where the map ends."""
    start = chance.choice([place for place in LOCATIONS if table.state.pools[seat][place]])
    stack = table.state.pools[seat][start]
    blocks = tuple(sorted(chance.sample(stack, chance.randint(1, len(stack)))))
    stops: list[Location] = []
    for _ in range(length):
        here = stops[-1] if stops else start
        onward = [LOCATIONS[there] for there in ROADS_AT[here] if there != start and there not in stops]
        if not onward:
            break
        stops.append(chance.choice(onward))
    return Trek(seat, start, blocks, tuple(stops))


@settings(max_examples=200, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(), st.randoms(use_true_random=False), st.integers(1, 5))
def test_7_3_a_march_is_legal_exactly_when_the_second_reading_says_so(
    given_position: tuple[Table, Seat], chance: Random, length: int
) -> None:
    """With just the claim and the card that it needs, on any position; what is refused changes nothing."""
    table, seat = given_position
    trek = treks(table, seat, chance, length)
    need, stopped = needs(table, trek), blocked(table, trek)
    assume(stopped is not None)
    hand = table.state.pools[seat][HAND]
    claim, forced = need or (False, False)
    legal = need is not None and not stopped and (bool(hand) or not forced)
    step = March(trek.blocks, trek.stops, claim, hand[0] if forced and hand else None)
    problem = SEKIGAHARA.refusal(table.view(seat), step)
    if legal:
        assert problem is None, (problem, trek)
        table.act(seat, step)
        moved = table.state.pools[seat][trek.stops[-1]]
        assert set(trek.blocks) <= set(moved) or table.waiting != Decision(seat, MovementDue(seat))
    else:
        assert problem is not None, trek
        rule = refused(table, seat, step)
        if stopped and need is not None and not (forced and not hand):
            assert rule in {"7.3.2", "R14", "8.9.6"}
        elif not stopped:
            assert rule in {"7.3.3", "7.3.4", "7.3.5", "7.3.6", "R11", "R12", "R13"}


@settings(max_examples=100)
@given(positions(), st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_7_3_6_nothing_marches_beyond_the_chart(
    given_position: tuple[Table, Seat], chance: Random, claim: bool, pay: bool
) -> None:
    """One location more than the chart with every bonus that could be had is refused, whatever is claimed and paid."""
    table, seat = given_position
    trek = treks(table, seat, chance, 5)
    longest = chart(len(trek.blocks), highway=False, led=True, forced=True)
    while is_highway(Trek(seat, trek.start, trek.blocks, trek.stops[: longest + 1])) and longest < 4:
        longest += 1
    too_far = trek.stops[: max(longest, 0) + 1]
    assume(len(too_far) > longest)
    hand = table.state.pools[seat][HAND]
    step = March(trek.blocks, too_far, claim, hand[0] if pay and hand else None)
    assert refused(table, seat, step) in {"7.3.3", "7.3.4", "7.3.5", "7.3.6", "R11", "R13", "7.3.2", "R14", "8.9.6"}


def reachable(table: Table, seat: Seat, start: Location, block: Piece) -> set[tuple[Location, ...]]:
    """Every way that a lone block may march in one go, by the second reading: without an overrun on the way."""
    ways: set[tuple[Location, ...]] = set()
    hand = table.state.pools[seat][HAND]
    frontier: list[tuple[Location, ...]] = [()]
    for _ in range(4):
        longer = []
        for stops in frontier:
            here = stops[-1] if stops else start
            longer += [(*stops, LOCATIONS[there]) for there in ROADS_AT[here] if there != start and there not in stops]
        frontier = longer
        for stops in frontier:
            trek = Trek(seat, start, (block,), stops)
            need = needs(table, trek)
            if need is not None and blocked(table, trek) is False and (hand or not need[1]):
                ways.add(stops)
    return ways


@settings(max_examples=80)
@given(positions())
def test_7_3_the_marches_listed_for_a_lone_block_are_all_there_are(given_position: tuple[Table, Seat]) -> None:
    table, seat = given_position
    listed: dict[Piece, set[tuple[Location, ...]]] = {}
    for action in SEKIGAHARA.options(table.view(seat)):
        if isinstance(action, March) and len(action.blocks) == 1:
            assert SEKIGAHARA.refusal(table.view(seat), action) is None
            listed.setdefault(action.blocks[0], set()).add(action.stops)
    for place in LOCATIONS:
        stack = table.state.pools[seat][place]
        if len(stack) == 1:
            assert listed.get(stack[0], set()) == reachable(table, seat, place, stack[0])


# Random games


def pieces_of(table: Table) -> list[list[int]]:
    """The faces of each side's pieces, wherever they lie."""
    return [sorted(table.faces[piece] for pool in table.state.pools[seat] for piece in pool) for seat in SEATS]


def play(seed: int, decisions: int, kind: type[Question] = MovementDue) -> Table:
    """A game of random legal choices, stopped at the next decision of `kind` after so many decisions, or at its end."""
    chance = Random(seed)
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    for number in range(decisions + 200):
        waiting = table.waiting
        if isinstance(waiting, Over):
            break
        if isinstance(waiting, Decision) and type(waiting.question) is kind and number >= decisions:
            break
        assert isinstance(waiting, Decision | Sealed)
        for seat in SEATS if isinstance(waiting, Sealed) else (waiting.seat,):
            choices = SEKIGAHARA.options(table.view(seat))
            part = chance.choice(choices.parts)
            table.act(seat, part[chance.randrange(len(part))])
    return table


def twin(table: Table) -> Table:
    """The same position on another table."""
    return OpenTable(SEKIGAHARA, SeededChance(0), table.state.copy(), table.faces)


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, 150), st.randoms(use_true_random=False))
def test_7_in_random_games_every_choice_listed_in_a_movement_phase_is_accepted(
    seed: int, decisions: int, chance: Random
) -> None:
    table = play(seed, decisions)
    waiting = table.waiting
    assume(isinstance(waiting, Decision) and isinstance(waiting.question, MovementDue))
    assert isinstance(waiting, Decision)
    everything = pieces_of(table)
    choices = SEKIGAHARA.options(table.view(waiting.seat))
    assert len(choices) > 0
    for _ in range(min(25, len(choices))):
        action: Answer = choices[chance.randrange(len(choices))]
        assert action in choices
        copy = twin(table)
        copy.act(waiting.seat, action)
        assert pieces_of(copy) == everything, "pieces are never made nor lost"
        if isinstance(action, March):
            assert len(action.stops) <= 4
            assert all(there in ROADS_AT[here] for here, there in pairwise(action.stops))


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, 150), st.randoms(use_true_random=False))
def test_7_in_random_games_marches_of_moved_blocks_and_over_used_roads_are_refused(
    seed: int, decisions: int, chance: Random
) -> None:
    """After a march, its road is closed both ways to everybody, and other stacks cannot take its blocks along."""
    table = play(seed, decisions)
    waiting = table.waiting
    assume(isinstance(waiting, Decision) and isinstance(waiting.question, MovementDue))
    assert isinstance(waiting, Decision)
    seat = waiting.seat
    marches = [action for action in SEKIGAHARA.options(table.view(seat)) if isinstance(action, March)]
    assume(bool(marches))
    action = chance.choice(marches)
    start = next(place for place in LOCATIONS if action.blocks[0] in table.state.pools[seat][place])
    table.act(seat, action)
    assume(table.waiting == Decision(seat, MovementDue(seat)))
    for here, there in pairwise((start, *action.stops)):
        for origin, end in ((here, there), (there, here)):
            for block in table.state.pools[seat][origin]:
                for claim in (False, True):
                    refused(table, seat, March((block,), (end,), claim, None))


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, 200))
def test_3_1_in_random_games_nothing_on_the_map_or_in_hand_is_shown_when_a_phase_begins(
    seed: int, decisions: int
) -> None:
    """The Mōri box, the dead and the cards thrown away may be seen; whatever was shown since is hidden again."""
    table = play(seed, decisions, kind=PaymentDue)
    assume(not isinstance(table.waiting, Over))
    shown = set(SEKIGAHARA.public_faces(table.state))
    for seat in SEATS:
        pools = table.state.pools[seat]
        for pool in (*LOCATIONS, HAND, DECK, BAG, RECRUITMENT):
            assert not shown & set(pools[pool]), POOL_KEYS[pool]
        assert set(pools[MORI_BOX]) | set(pools[DEAD]) <= shown
        assert all(SIDE_OF[table.faces[piece]] == seat for pool in pools for piece in pool)


def test_the_second_reading_agrees_with_the_book() -> None:
    """The figures of 7.3.6 and of the examples."""
    assert chart(4, highway=True, led=True, forced=True) == 4
    assert chart(5, highway=True, led=True, forced=False) == 2
    assert chart(1, highway=False, led=False, forced=False) == 1
    assert chart(17, highway=True, led=True, forced=True) == 0
