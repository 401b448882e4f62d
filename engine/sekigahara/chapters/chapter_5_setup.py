"""Chapter 5: the starting position."""

from __future__ import annotations

from engine.hidden import SEATS, Draw, Piece, Pool
from engine.rules import Task
from engine.sekigahara.board import BAG, CAPITAL, DECK, LOCATIONS, MORI_BOX, location_named
from engine.sekigahara.chapters.chapter_3_pieces import DrawCards, DrawRecruits, Hide
from engine.sekigahara.chapters.chapter_4_control import update_control
from engine.sekigahara.chapters.chapter_6_week import BeginWeek
from engine.sekigahara.components import MAP, OPENING_HAND, OPENING_RECRUITS, SUPPLIES
from engine.sekigahara.pieces import IS_CARD, SIDE_OF
from engine.sekigahara.state import State


def open_box() -> State:
    """The box opened: every piece in its first pool with its face public, and the setup on the agenda (5.1, 5.2.1)."""
    state = State()
    lists: dict[tuple[int, int], list[Piece]] = {}
    for supply in SUPPLIES:
        if IS_CARD[supply.face]:
            pool = DECK
        elif supply.setup is None:
            pool = BAG
        else:
            pool = MORI_BOX if supply.setup == "mori_box" else location_named(supply.setup)
        lying = lists.setdefault((SIDE_OF[supply.face], pool), [])
        for _ in range(supply.count):
            piece = Piece(state.next_piece)
            state.next_piece += 1
            state.shown[piece] = supply.face
            lying.append(piece)
    for (seat, number), pieces in lists.items():
        state.pools[seat][number] = tuple(pieces)
    for location in LOCATIONS:
        capital = CAPITAL[location]
        if capital is not None:
            state.owner[location] = capital
        update_control(state, location)
    state.push(*setup_steps(state))
    return state


def setup_steps(state: State) -> list[Task]:
    """Decks and bags are shuffled, random blocks placed, the first recruits and hands drawn (5.1, 5.2.2, 5.2.3)."""
    steps: list[Task] = [Hide(seat, (DECK, BAG)) for seat in SEATS]
    for location in LOCATIONS:
        facts = MAP[location]
        if facts.random_side is not None:
            steps.append(Draw(facts.random_side, BAG, location, facts.random_blocks))
    for seat in SEATS:
        stacks: tuple[Pool, ...] = tuple(
            [place for place in LOCATIONS if state.pools[seat][place] or MAP[place].random_side == seat]
        )
        steps.append(Hide(seat, stacks))
    for seat in SEATS:
        steps += [DrawRecruits(seat, OPENING_RECRUITS), DrawCards(seat, OPENING_HAND)]
    steps.append(BeginWeek(1))
    return steps
