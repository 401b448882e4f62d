"""What is true of every position, and of what each seat sees of it, checked after every event on the open table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.hidden import (
    SEATS,
    Chance,
    Decision,
    Draw,
    Face,
    IllegalAction,
    Mix,
    Over,
    Piece,
    Sealed,
    Seat,
    View,
    Waiting,
    other,
    view_of,
)
from engine.open_table import OpenTable
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import (
    ADJACENT,
    BAG,
    CARD_POOLS,
    CASTLE,
    CASTLES,
    DEAD,
    DECK,
    DISCARD,
    DISKS,
    HAND,
    LOCATIONS,
    MORI_BOX,
    OSAKA,
    PLAYED,
    POOL_COUNT,
    POOL_KEYS,
    RECRUITMENT,
    RESOURCE,
    RESOURCES,
    ROAD_BETWEEN,
)
from engine.sekigahara.chapters.chapter_2_victory import HideyoriCaptured, LeaderKilled, PointsCounted, score
from engine.sekigahara.chapters.chapter_4_control import castles_of, has_units, resources_of
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, Discard, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import overrun_victim
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_10_replenishment import EndCombat
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA, ROADS, SUPPLIES, TOKUGAWA, WEEKS
from engine.sekigahara.pieces import IS_CARD, PROTAGONIST, SIDE_OF
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from engine.sekigahara.text import position_text, read_position

BLOCKS: Final = 48
CARDS: Final = 55
LONGEST_GAME: Final = 5000
"""More choices than any game takes."""

COMPONENTS: Final = tuple(
    Counter({supply.face: 0 for supply in SUPPLIES if SIDE_OF[supply.face] == seat}) for seat in SEATS
)
for _supply in SUPPLIES:
    COMPONENTS[SIDE_OF[_supply.face]][_supply.face] += _supply.count

IN_THE_BOX: Final = 2 * (BLOCKS + CARDS)
"""Pieces have the numbers below this one until they are first mixed."""

QUIET: Final = (PaymentDue, DeclarationDue, DiscardsDue, BidsDue, FirstPlayerDue)
"""What is waited for when nothing is going on, so that no block on the map and no card in a hand is on show."""


class CheckedTable(OpenTable[State, Answer]):
    """An open table that checks every position of the game, those between a draw and the next included."""

    def __init__(self, chance: Chance, state: State | None = None, faces: Mapping[Piece, Face] | None = None) -> None:
        self.events = 0
        self._whole = state is None
        self._public = set((SEKIGAHARA.start() if state is None else state).shown)
        self._before: State | None = None
        self._last: tuple[Seat, Answer] | None = None
        self._displayed: frozenset[Piece] = frozenset()
        super().__init__(SEKIGAHARA, chance, state, faces)

    def act(self, seat: Seat, action: Answer) -> None:
        """See `OpenTable.act`."""
        self._last = (seat, action)
        before = self._displayed
        self._displayed = before | displayed(action)
        try:
            super().act(seat, action)
        except IllegalAction:
            self._displayed = before
            raise

    def _answer_requests(self) -> Waiting:
        self._check()
        return super()._answer_requests()

    def _draw(self, draw: Draw) -> None:
        super()._draw(draw)
        self._last = None
        self._check()

    def _mix(self, mix: Mix) -> None:
        super()._mix(mix)
        self._last = None
        self._check()

    def _check(self) -> None:
        self.events += 1
        check_position(self.state, self.faces)
        if self._whole:
            check_sealed(self.state)
        if self._before is not None:
            check_change(self._before, self.state, self._last)
        check_copy(self.state)
        self._check_views()
        self._before = self.state.copy()

    def _check_views(self) -> None:
        """What has been shown stays known until it is mixed and has a new number."""
        state = self.state
        everything = {piece for pools in state.pools for pool in pools for piece in pool}
        self._public |= {piece for pools in state.pools for pool in OPEN for piece in pools[pool]}
        self._public |= self._displayed
        self._public &= everything
        self._displayed = frozenset()
        assert state.shown.keys() == self._public
        for seat in SEATS:
            check_view(self.view(seat), self.faces, self._public)


def check_position(state: State, faces: Mapping[Piece, Face]) -> None:
    """Everything that must hold of one position, all faces known."""
    check_pieces(state, faces)
    check_shown(state, faces)
    check_control(state)
    check_procedure(state)
    check_text(state, faces)


def check_pieces(state: State, faces: Mapping[Piece, Face]) -> None:
    """48 blocks and 55 cards a side, each in one pool, of the kinds that the box holds."""
    everything = [piece for pools in state.pools for pool in pools for piece in pool]
    assert len(set(everything)) == len(everything) == 2 * (BLOCKS + CARDS), "a piece lies in two pools or in none"
    assert set(everything) == faces.keys(), "faces of pieces that are not in play"
    assert 0 <= min(everything) <= max(everything) < state.next_piece
    for seat in SEATS:
        pools = state.pools[seat]
        assert len(pools) == POOL_COUNT
        cards = [piece for pool in CARD_POOLS for piece in pools[pool]]
        blocks = [piece for pool in range(POOL_COUNT) if pool not in CARD_POOLS for piece in pools[pool]]
        assert (len(cards), len(blocks)) == (CARDS, BLOCKS)
        assert all(IS_CARD[faces[card]] for card in cards)
        assert not any(IS_CARD[faces[block]] for block in blocks)
        assert Counter(faces[piece] for piece in (*cards, *blocks)) == COMPONENTS[seat]


def check_sealed(state: State) -> None:
    """In a game from its start nothing is hidden that was not mixed: a number from the box has no commitment."""
    for seat in SEATS:
        for pieces in state.pools[seat]:
            assert all(piece in state.shown or piece >= IN_THE_BOX for piece in pieces), "hidden, but never mixed"


def check_shown(state: State, faces: Mapping[Piece, Face]) -> None:
    """What is on show is true; the dead, discards and cards played are on show; when all is quiet nothing else is."""
    shown = state.shown
    assert all(faces[piece] == face for piece, face in shown.items())
    waiting = SEKIGAHARA.waiting(state)
    for seat in SEATS:
        pools = state.pools[seat]
        open_pools = (DEAD, DISCARD, PLAYED, MORI_BOX)
        assert all(piece in shown for pool in open_pools for piece in pools[pool])
        if state.week > 0 and not isinstance(waiting, Mix):
            assert not any(piece in shown for pool in (DECK, BAG) for piece in pools[pool])
        if isinstance(waiting, Decision | Sealed) and isinstance(waiting.question, QUIET):
            hidden = (*LOCATIONS, HAND, RECRUITMENT)
            assert not any(piece in shown for pool in hidden for piece in pools[pool]), "something is still on show"
            assert not pools[PLAYED]


def check_control(state: State) -> None:
    """Castles and resource locations belong to who is there alone; castles revert to their colour (R2, R3)."""
    assert set(state.disks) <= set(DISKS)
    for place in LOCATIONS:
        units = [seat for seat in SEATS if has_units(state, seat, place)]
        blocks = [seat for seat in SEATS if state.pools[seat][place]]
        if CASTLE[place] is None:
            assert state.holder[place] is None
        elif len(units) == 1:
            assert state.holder[place] == units[0], POOL_KEYS[place]
        elif not units:
            assert state.holder[place] == CASTLE[place], POOL_KEYS[place]
        else:
            assert state.holder[place] in SEATS
        if not RESOURCE[place]:
            assert state.owner[place] is None
        elif len(blocks) == 1:
            assert state.owner[place] == blocks[0], POOL_KEYS[place]
    assert sum(castles_of(state, seat) for seat in SEATS) == len(CASTLES)
    assert sum(resources_of(state, seat) for seat in SEATS) <= len(RESOURCES)
    for seat in SEATS:
        assert score(state, seat) == 2 * castles_of(state, seat) + resources_of(state, seat)


def check_procedure(state: State) -> None:
    """Week, turn, movement and combat make sense for what is waited for."""
    waiting = SEKIGAHARA.waiting(state)
    assert 0 <= state.week <= WEEKS
    assert state.turn in (0, 1)
    assert min(state.owed) >= 0
    if isinstance(waiting, Draw):
        assert 1 <= waiting.count <= len(state.pools[waiting.owner][waiting.source])
    if isinstance(waiting, Mix):
        assert waiting.pools
        for pool in waiting.pools:
            pieces = state.pools[waiting.owner][pool]
            assert len(pieces) > 1 or pieces[0] in state.shown, "a mix that hides nothing"
    if isinstance(waiting, Decision | Sealed):
        check_quiet(state, waiting.question)
    movement, combat = state.movement, state.combat
    if movement is not None:
        assert combat is None
        assert movement.roads < 1 << len(ROADS)
        assert movement.stack_moves >= 0
        groups = movement.move.groups if movement.move is not None else ()
        alive = [block for group in groups for block in group.blocks]
        assert len(alive) == len(set(alive))
        assert set(alive) <= movement.moved
        assert state.active is not None
        assert all(block in state.pools[state.active][group.at] for group in groups for block in group.blocks)
    if combat is not None:
        assert min(combat.impact) >= 0
        deployed = [block for block, _ in combat.deployed]
        assert len(deployed) == len(set(deployed))
        if not isinstance(waiting, Mix) and EndCombat(combat.location) not in state.agenda:
            owned = {piece for seat in SEATS for pool in (combat.location, DEAD) for piece in state.pools[seat][pool]}
            assert owned.issuperset(deployed)
    if isinstance(waiting, Over):
        check_result(state, waiting)


def check_quiet(state: State, question: object) -> None:
    """Nothing is left over from a phase that has ended."""
    if isinstance(question, PaymentDue | DiscardsDue | BidsDue | FirstPlayerDue):
        assert state.movement is None
    if isinstance(question, QUIET):
        assert state.combat is None
        assert state.owed == (0, 0)
        # R15: nobody stands where he should have been overrun.
        assert all(overrun_victim(state, place) is None for place in LOCATIONS)
    if isinstance(question, PaymentDue | DiscardsDue | BidsDue | FirstPlayerDue):
        for place in LOCATIONS:
            if state.pools[TOKUGAWA][place] and state.pools[ISHIDA][place]:
                assert CASTLE[place] is not None, f"both sides stand at {POOL_KEYS[place]} after all combat"


def check_result(state: State, over: Over) -> None:
    """The winner is the right one for the reason given (2.1, 2.2, R4)."""
    dead = [state.shown[block] for seat in SEATS for block in state.pools[seat][DEAD]]
    if PROTAGONIST[TOKUGAWA] in dead:
        assert over == Over(ISHIDA, LeaderKilled(PROTAGONIST[TOKUGAWA]))
    elif PROTAGONIST[ISHIDA] in dead:
        assert over == Over(TOKUGAWA, LeaderKilled(PROTAGONIST[ISHIDA]))
    elif OSAKA not in state.disks:
        assert over == Over(TOKUGAWA, HideyoriCaptured())
    else:
        assert state.week == WEEKS
        scores = [score(state, seat) for seat in SEATS]
        assert over.winner == (TOKUGAWA if scores[TOKUGAWA] > scores[ISHIDA] else ISHIDA)
        assert over.reason == PointsCounted(scores[TOKUGAWA], scores[ISHIDA])


def check_text(state: State, faces: Mapping[Piece, Face]) -> None:
    """The canonical text tells the whole position: what is read back from it is the same (in text) again."""
    public = position_text(state)
    read, private = read_position(public, SEKIGAHARA.tasks)
    assert private == {}
    assert position_text(read) == public
    assert SEKIGAHARA.canonical(read) == SEKIGAHARA.canonical(state)
    whole = position_text(state, faces, SEATS)
    read, private = read_position(whole, SEKIGAHARA.tasks)
    assert position_text(read, private, SEATS) == whole
    assert position_text(read) == public
    assert all(faces[piece] == face for piece, face in private.items())


OWN: Final = frozenset((*LOCATIONS, HAND, PLAYED, RECRUITMENT, MORI_BOX))
"""Where a player sees all of his own pieces: the map, the hand, the cards played, the two boxes."""

OPEN: Final = frozenset((DEAD, DISCARD, PLAYED, MORI_BOX))
"""What both players see: dead blocks, cards thrown away, cards played, the Mōri box."""


def displayed(action: Answer) -> frozenset[Piece]:
    """The pieces that an action shows to both players: cards thrown away, played or shown in proof; blocks mustered by
    option A and blocks deployed (3.3, 7.2, 8.2.3, 8.6.1). The dead are told by where they lie.
    """
    match action:
        case Discard(cards) | Pay(_, cards):
            return frozenset(cards)
        case Bid(card) | March(_, _, _, card) | CallMori(card, _) | Challenge(card) | ProveLoyalty(card):
            return frozenset([card]) if card is not None else frozenset()
        case Muster(blocks, _, shown):
            return frozenset(blocks) if shown else frozenset()
        case Deploy(card, blocks):
            return frozenset(blocks if card is None else (card, *blocks))
        case _:
            return frozenset()


def check_view(view: View[State], faces: Mapping[Piece, Face], public: set[Piece]) -> None:
    """A seat sees what is public and its own pieces where it may look (3.1, 3.3), all of that, and nothing else."""
    state, seat = view.state, view.seat
    assert view.faces == view_of(SEKIGAHARA, state, seat, faces).faces, "the table's view is not that of the rules"
    assert all(faces[piece] == face for piece, face in view.faces.items())
    own = {piece for pool in OWN for piece in state.pools[seat][pool]}
    hidden = view.faces.keys() - public - own
    assert not hidden, f"seat {seat} sees what it may not: {sorted(hidden)}"
    missing = (public | own) - view.faces.keys()
    assert not missing, f"seat {seat} does not see what it may: {sorted(missing)}"


def check_copy(state: State) -> None:
    """A copy is equal and shares nothing that can change with its original."""
    twin = state.copy()
    before = position_text(state)
    assert position_text(twin) == before
    for seat in SEATS:
        twin.pools[seat][DECK] = ()
        twin.holder[OSAKA] = other(seat)
        twin.owner[RESOURCES[0]] = seat
    twin.shown.clear()
    twin.agenda.append(PaymentDue(TOKUGAWA))
    twin.next_piece += 1
    twin.disks = ()
    twin.arrivals = frozenset()
    twin.declared = 0
    if twin.movement is not None:
        twin.movement = replace(twin.movement, roads=0, move=None, stack_moves=twin.movement.stack_moves + 1)
    if twin.combat is not None:
        twin.combat = replace(twin.combat, impact=(50, 50), deployed=())
    assert position_text(state) == before


def check_change(before: State, after: State, last: tuple[Seat, Answer] | None) -> None:
    """What one event may and may not change; `last` is the action taken, None for a draw or a mix."""
    assert after.next_piece >= before.next_piece
    assert (before.week, before.turn) <= (after.week, after.turn)
    for seat in SEATS:
        assert set(before.pools[seat][DEAD]) <= set(after.pools[seat][DEAD]), "the dead never return (8.7.3)"
        assert len(after.pools[seat][BAG]) <= len(before.pools[seat][BAG])
        assert len(after.pools[seat][MORI_BOX]) <= len(before.pools[seat][MORI_BOX])
    assert set(after.disks) <= set(before.disks)
    check_control_change(before, after, last)
    if last is None:
        return
    seat, action = last
    if isinstance(action, March) and before.movement is not None and after.movement is not None:
        used, roads = before.movement.roads, after.movement.roads
        assert roads & used == used, "a road once used stays used (7.3.1)"
        assert (roads ^ used).bit_count() == len(action.stops), "a march uses a road for every stop, none of them twice"
        path = zip(action.stops, action.stops[1:], strict=False)
        assert all((here, there) in ROAD_BETWEEN for here, there in path)
    if isinstance(action, Retreat) and before.combat is not None:
        check_retreat(before, after, seat, action)


def check_control_change(before: State, after: State, last: tuple[Seat, Answer] | None) -> None:
    """Contested castles and empty resource locations keep their owner, unless blocks passed through (R2, R3, R40)."""
    for place in CASTLES:
        both_before = all(has_units(before, seat, place) for seat in SEATS)
        both_after = all(has_units(after, seat, place) for seat in SEATS)
        if both_after:
            first = before.holder[place]
            assert first is not None
            assert after.holder[place] == first, f"{POOL_KEYS[place]} changed hands with both sides there"
            assert both_before or has_units(before, first, place) or CASTLE[place] == first
    for place in RESOURCES:
        if after.owner[place] == before.owner[place]:
            continue
        blocks = [seat for seat in SEATS if after.pools[seat][place]]
        if len(blocks) == 1:
            continue
        assert not blocks, f"{POOL_KEYS[place]} changed hands with both sides there"
        assert last is not None
        seat, action = last
        assert isinstance(action, March)
        assert after.owner[place] == seat
        assert place in action.stops


def check_retreat(before: State, after: State, seat: Seat, action: Retreat) -> None:
    """The loser leaves the field for one neighbour, but for two blocks at most in a castle that it held (8.8)."""
    assert before.combat is not None
    place = before.combat.location
    stack = before.pools[seat][place]
    assert len(action.staying) <= (2 if before.combat.holder == seat else 0)
    if len(action.staying) == len(stack):
        assert action.location is None
        return
    assert action.location in ADJACENT[place]
    assert set(after.pools[seat][place]) <= set(action.staying)
