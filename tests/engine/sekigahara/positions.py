"""Positions for tests, told by what stands where; everything not told of lies in the bag or in the draw pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.hidden import SEATS, Decision, Face, Piece, Pool, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import (
    BAG,
    CAPITAL,
    DECK,
    HAND,
    LOCATIONS,
    MORI_BOX,
    POOL_KEYS,
    RECRUITMENT,
    location_named,
)
from engine.sekigahara.chapters.chapter_4_control import update_control
from engine.sekigahara.chapters.chapter_6_week import BeginTurn, BeginWeek
from engine.sekigahara.chapters.chapter_7_1_movement import STACK_MOVES, EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_8_1_declaring import CombatPhase
from engine.sekigahara.components import ISHIDA, SUPPLIES, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS, FACE_NAMED, IS_CARD, SIDE_OF
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import Movement, State

Table = OpenTable[State, Answer]
Stacks = Mapping[str, Sequence[str]]


def position(
    tokugawa: Stacks,
    ishida: Stacks,
    *,
    active: Seat = TOKUGAWA,
    week: int = 2,
    paid: str | None = "total",
    seed: int = 1,
    disks: Sequence[str] = ("osaka", "ueda"),
    holders: Mapping[str, Seat] | None = None,
    owners: Mapping[str, Seat] | None = None,
    arrivals: Sequence[tuple[Seat, str, str]] = (),
) -> Table:
    """An open table in the movement phase of `active`, which has paid for `paid` (None: it is still to pay).

    `tokugawa` and `ishida` map pool keys (`edo`, `hand`, `recruitment`, `mori_box`, `dead`, `discard`...) to face keys
    without their `block-` or `card-`; how many pieces of a face there are is the components' business. A castle with
    units of both sides is Tokugawa's or Ishida's by `holders`, else its printed colour's. `arrivals` says where blocks
    came from earlier in the turn (seat, location, from).
    """
    state = State()
    faces: dict[Piece, Face] = {}
    supply = dict.fromkeys(range(len(FACE_KEYS)), 0)
    for entry in SUPPLIES:
        supply[entry.face] += entry.count
    for seat, stacks in ((TOKUGAWA, tokugawa), (ISHIDA, ishida)):
        for key, names in stacks.items():
            pool = Pool(POOL_KEYS.index(key))
            kind = "card" if key in ("hand", "deck", "discard", "played") else "block"
            for name in names:
                face = FACE_NAMED[f"{kind}-{name}"]
                assert SIDE_OF[face] == seat, f"{name} is the other side's"
                supply[face] -= 1
                assert supply[face] >= 0, f"there are not so many {name}"
                _put(state, faces, seat, pool, face)
    for number, left in supply.items():
        for _ in range(left):
            _put(state, faces, SIDE_OF[number], DECK if IS_CARD[number] else BAG, Face(number))
    state.week = week
    state.first = state.active = active
    state.disks = tuple(place for place in LOCATIONS if POOL_KEYS[place] in disks)
    for place in LOCATIONS:
        capital = CAPITAL[place]
        if capital is not None:
            state.owner[place] = capital
        update_control(state, place)
    for key, seat in (holders or {}).items():
        state.holder[location_named(key)] = seat
    for key, seat in (owners or {}).items():
        state.owner[location_named(key)] = seat
    state.arrivals = frozenset(
        (seat, location_named(place), location_named(origin)) for seat, place, origin in arrivals
    )
    for open_pool in (MORI_BOX, POOL_KEYS.index("dead"), POOL_KEYS.index("discard"), POOL_KEYS.index("played")):
        for seat in SEATS:
            state.shown.update({piece: faces[piece] for piece in state.pools[seat][open_pool]})
    state.push(PaymentDue(active), CombatPhase(), BeginTurn(1, Seat(1 - active)), BeginWeek(week + 1))
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed), state, faces)
    if paid is not None:
        state.agenda.pop()
        state.movement = Movement(Degree(paid), STACK_MOVES[Degree(paid)])
        state.push(MovementDue(active))
        table.waiting = SEKIGAHARA.waiting(state)
    return table


def _put(state: State, faces: dict[Piece, Face], seat: Seat, pool: Pool, face: Face) -> None:
    piece = Piece(state.next_piece)
    state.next_piece += 1
    faces[piece] = face
    state.pools[seat][pool] += (piece,)


def combat_phase(table: Table) -> Table:
    """Go on from the movement phase to the combat phase of the same player."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    if isinstance(waiting.question, PaymentDue):
        table.act(waiting.seat, Pay(Degree.MINIMAL, ()))
    table.act(waiting.seat, EndMovement())
    return table


def pieces(table: Table, seat: Seat, pool: str, *names: str) -> tuple[Piece, ...]:
    """The pieces in a pool with these faces, in the order named; all the pieces there if none is named."""
    lying = list(table.state.pools[seat][POOL_KEYS.index(pool)])
    if not names:
        return tuple(lying)
    found = []
    for name in names:
        prefix = "card" if pool in ("hand", "deck", "discard", "played") else "block"
        face = FACE_NAMED[f"{prefix}-{name}"]
        piece = next(piece for piece in lying if table.faces[piece] == face)
        lying.remove(piece)
        found.append(piece)
    return tuple(found)


def names_in(table: Table, seat: Seat, pool: str) -> list[str]:
    """The faces in a pool, sorted, without their `block-` or `card-`."""
    lying = table.state.pools[seat][POOL_KEYS.index(pool)]
    return sorted(FACE_KEYS[table.faces[piece]].partition("-")[2] for piece in lying)


__all__ = [
    "HAND",
    "ISHIDA",
    "RECRUITMENT",
    "TOKUGAWA",
    "Table",
    "combat_phase",
    "names_in",
    "pieces",
    "position",
]
