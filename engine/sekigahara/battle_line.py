"""Who fights in a combat, with which card each block was deployed, and what each adds to the impact.

The state keeps the blocks and the cards in the order in which they were deployed and played, and the two sums. Which
card brought which block follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from engine.hidden import SEATS, Face, Piece, Seat
from engine.sekigahara.board import PLAYED
from engine.sekigahara.chapters.chapter_8_3_impact import added_impact
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER, KIND_OF, SIDE_OF, matches
from engine.sekigahara.state import Combat, State


@dataclass(frozen=True, slots=True)
class Deployed:
    """A block that has been deployed: the card, None for a leader without one (8.2.4), and the impact that it added.

    `defected`: it fights against the side that deployed it. `known` is False where card and impact cannot be told any
    more, because blocks have been hidden again.
    """

    block: Piece
    card: Piece | None
    impact: int
    defected: bool
    known: bool = True


def battle_line(state: State, side: Seat) -> list[Deployed]:
    """The blocks that fight for `side` in the combat in progress, in the order in which they were deployed (8.2, 8.3).

    Where a leader came either alone or as one of two by a double card, with the same impact, the double card is taken
    to have brought two.
    """
    combat = state.current_combat()
    if all(block in state.shown for block, _ in combat.deployed):
        for cards in _pairings(state, combat):
            told = _told(state, combat, cards)
            if _sums(told) == combat.impact:
                return [each for each, fights_for in told if fights_for == side]
    return [Deployed(block, None, 0, False, known=False) for block, fights_for in combat.deployed if fights_for == side]


def _told(state: State, combat: Combat, cards: Mapping[Piece, Piece | None]) -> list[tuple[Deployed, Seat]]:
    """Every block deployed, with its card and what it added, and whom it fights for."""
    faces, told = state.shown, []
    for number, (block, side) in enumerate(combat.deployed):
        defected = SIDE_OF[faces[block]] != side
        card = cards[block]
        swords = card is not None and KIND_OF[faces[card]] == "swords" and not combat.siege and not defected
        before = replace(combat, deployed=combat.deployed[:number])
        impact = added_impact(before, side, (block,), swords, faces)
        told.append((Deployed(block, card, impact, defected), side))
    return told


def _sums(told: Sequence[tuple[Deployed, Seat]]) -> tuple[int, int]:
    first, second = [sum([each.impact for each, fights_for in told if fights_for == side]) for side in SEATS]
    return first, second


def _pairings(state: State, combat: Combat) -> Iterator[dict[Piece, Piece | None]]:
    """All the ways in which the cards played can have brought the blocks deployed."""
    ways = []
    for side in SEATS:
        blocks = [block for block, _ in combat.deployed if SIDE_OF[state.shown[block]] == side]
        waiting = None if combat.pending is None else combat.pending.card
        cards = [
            card for card in state.pools[side][PLAYED] if card != waiting and KIND_OF[state.shown[card]] != "loyalty"
        ]
        ways.append(list(_ways(blocks, cards, state.shown)))
    for first, second in product(*ways):
        yield {**first, **second}


def _ways(
    blocks: Sequence[Piece], cards: Sequence[Piece], faces: Mapping[Piece, Face], *, carded: bool = False
) -> Iterator[dict[Piece, Piece | None]]:
    """The ways in which one side's cards can have brought its blocks, both in their order (8.2.2, 8.2.4, 8.4.2)."""
    if not blocks:
        if not cards:
            yield {}
        return
    if cards:
        card = cards[0]
        brought = [blocks[:1]] if matches(faces[card], faces[blocks[0]]) else []
        if len(blocks) > 1 and _doubles(faces, card, blocks[:2]):
            brought.insert(0, blocks[:2])
        for some in brought:
            for rest in _ways(blocks[len(some) :], cards[1:], faces, carded=True):
                yield {**dict.fromkeys(some, card), **rest}
    if not carded and IS_LEADER[faces[blocks[0]]]:
        yield from [{blocks[0]: None, **rest} for rest in _ways(blocks[1:], cards, faces)]


def _doubles(faces: Mapping[Piece, Face], card: Piece, blocks: Sequence[Piece]) -> bool:
    return KIND_OF[faces[card]] == "double" and all(
        matches(faces[card], faces[block]) and not ANY_CARD[faces[block]] for block in blocks
    )
