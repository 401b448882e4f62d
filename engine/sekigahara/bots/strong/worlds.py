"""Worlds that a seat cannot tell from the true one: faces dealt to every piece that it may not see."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from engine.hidden import SEATS, Face, Piece, Seat, View
from engine.sekigahara.board import BAG, CARD_POOLS, MORI_BOX, OWN_POOLS, POOL_COUNT, RECRUITMENT
from engine.sekigahara.components import SUPPLIES
from engine.sekigahara.pieces import IS_CARD, SIDE_OF
from engine.sekigahara.state import State


def _faces_of(seat: Seat, *, cards: bool, placed: bool) -> tuple[Face, ...]:
    found: list[Face] = []
    for supply in SUPPLIES:
        if SIDE_OF[supply.face] == seat and IS_CARD[supply.face] == cards and (supply.setup is not None) == placed:
            found += [supply.face] * supply.count
    return tuple(found)


CARDS: Final = tuple([_faces_of(seat, cards=True, placed=False) for seat in SEATS])
"""The faces of each seat's cards."""

PLACED: Final = tuple([_faces_of(seat, cards=False, placed=True) for seat in SEATS])
"""The faces of the blocks that begin on the map or in the Mōri box (5.2.1): they never lie in the bag."""

DRAWN: Final = tuple([_faces_of(seat, cards=False, placed=False) for seat in SEATS])
"""The faces of the blocks that begin in the bag (5.2.2)."""

MORI: Final = frozenset([supply.face for supply in SUPPLIES if supply.setup == "mori_box"])
"""The faces of the blocks that begin in the Mōri box (9.3)."""


def deal(view: View[State], random: Random) -> dict[Piece, Face]:
    """A face for every piece: those that the view's seat may know, and for the others what is left, dealt by chance."""
    return fill(view.state, known_faces(view), random)


def fill(state: State, known: Mapping[Piece, Face], random: Random) -> dict[Piece, Face]:
    """A face for every piece that lies anywhere: those that are `known`, and for the others what is left, by chance."""
    lying = {piece for pools in state.pools for pool in pools for piece in pool}
    faces = {piece: face for piece, face in known.items() if piece in lying}
    for seat in SEATS:
        _deal_cards(state, seat, random, faces)
        _deal_blocks(state, seat, random, faces)
    return faces


def known_faces(view: View[State]) -> dict[Piece, Face]:
    """The faces that are public, and those of the own pieces at which the seat may look (3.3)."""
    faces = dict(view.state.shown)
    for number in OWN_POOLS:
        faces.update({piece: view.faces[piece] for piece in view.state.pools[view.seat][number]})
    return faces


def _deal_cards(state: State, seat: Seat, random: Random, faces: dict[Piece, Face]) -> None:
    pieces = [card for pool in CARD_POOLS for card in state.pools[seat][pool]]
    left = list(CARDS[seat])
    for card in pieces:
        if card in faces:
            left.remove(faces[card])
    random.shuffle(left)
    faces.update(zip([card for card in pieces if card not in faces], left, strict=True))


def _deal_blocks(state: State, seat: Seat, random: Random, faces: dict[Piece, Face]) -> None:
    """What began on the map is dealt first, to blocks that may be such: none in the bag or newly recruited."""
    pools = state.pools[seat]
    numbers = [number for number in range(POOL_COUNT) if number not in CARD_POOLS]
    known = [faces[block] for number in numbers for block in pools[number] if block in faces]
    placed, drawn = list(PLACED[seat]), list(DRAWN[seat])
    for face in known:
        # Of equal blocks it makes no difference which of them began on the map.
        (placed if face in placed else drawn).remove(face)
    random.shuffle(placed)
    random.shuffle(drawn)
    unknown = {number: [block for block in pools[number] if block not in faces] for number in numbers}
    secluded = unknown[MORI_BOX]
    mori = [face for face in placed if face in MORI]
    for block, face in zip(secluded, mori, strict=False):
        faces[block] = face
        placed.remove(face)
    of_bag = unknown[BAG] + unknown[RECRUITMENT]
    faces.update(zip(of_bag, drawn, strict=False))
    rest = [*drawn[len(of_bag) :], *placed]
    random.shuffle(rest)
    standing = [
        block
        for number in numbers
        if number not in (BAG, RECRUITMENT)
        for block in unknown[number]
        if block not in faces
    ]
    faces.update(zip(standing, rest, strict=True))
