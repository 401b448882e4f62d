"""Chapter 5: the starting position."""

from __future__ import annotations

from engine.hidden import SEATS, Piece, Pool
from engine.sekigahara.board import BAG, CAPITAL, DECK, MORI_BOX, PLACES, place_named
from engine.sekigahara.components import LOCATIONS, OPENING_HAND, OPENING_RECRUITS, SUPPLIES
from engine.sekigahara.pieces import IS_CARD, SIDE_OF
from engine.sekigahara.procedure import advance
from engine.sekigahara.state import State


def start() -> State:
    """The box opened: every piece in its first pool with its face public, and the setup on the agenda (5.1)."""
    state = State()
    lists: dict[tuple[int, int], list[Piece]] = {}
    for supply in SUPPLIES:
        if IS_CARD[supply.face]:
            pool = DECK
        elif supply.setup is None:
            pool = BAG
        else:
            pool = MORI_BOX if supply.setup == "mori_box" else place_named(supply.setup)
        lying = lists.setdefault((SIDE_OF[supply.face], pool), [])
        for _ in range(supply.count):
            piece = Piece(state.next_piece)
            state.next_piece += 1
            state.shown[piece] = supply.face
            lying.append(piece)
    for (seat, number), pieces in lists.items():
        state.pools[seat][number] = tuple(pieces)
    for place in PLACES:
        capital = CAPITAL[place]
        if capital is not None:
            state.owner[place] = capital
        state.settle(place)
    plan_setup(state)
    advance(state)
    return state


def plan_setup(state: State) -> None:
    """Decks and bags are shuffled, random blocks placed, the first recruits and hands drawn (5.1, 5.2)."""
    for seat in SEATS:
        state.agenda.append(("hide", seat, DECK, BAG))
    for place in PLACES:
        location = LOCATIONS[place]
        if location.random_side is not None:
            state.agenda.append(("draw", location.random_side, BAG, place, location.random_blocks))
    for seat in SEATS:
        stacks: tuple[Pool, ...] = tuple(
            place for place in PLACES if state.pools[seat][place] or LOCATIONS[place].random_side == seat
        )
        state.agenda.append(("hide", seat, *stacks))
    for seat in SEATS:
        state.agenda.append(("recruits", seat, OPENING_RECRUITS))
        state.agenda.append(("cards", seat, OPENING_HAND))
    state.agenda.append(("week", 1))
    state.agenda.reverse()
