"""Facts about faces, as tables indexed by face, so that rules read them without building anything."""

from __future__ import annotations

from typing import Final

from engine.hidden import Face, Seat
from engine.sekigahara.components import CARD_FACES, FACES, ISHIDA, MAP, TOKUGAWA, BlockKind, CardKind

DAIMYO: Final[tuple[str, ...]] = tuple(dict.fromkeys(kind.daimyo for kind in FACES if kind.daimyo))
"""Every daimyo with a card or a block."""

SIDE_OF: Final[tuple[Seat, ...]] = tuple(kind.side for kind in FACES)
DAIMYO_OF: Final[tuple[str | None, ...]] = tuple(kind.daimyo for kind in FACES)
IS_CARD: Final[tuple[bool, ...]] = tuple(isinstance(kind, CardKind) for kind in FACES)
KIND_OF: Final[tuple[str, ...]] = tuple(kind.kind if isinstance(kind, CardKind) else "" for kind in FACES)
BID_OF: Final[tuple[int, ...]] = tuple(kind.bid if isinstance(kind, CardKind) else 0 for kind in FACES)
MON_OF: Final[tuple[int, ...]] = tuple(kind.mon if isinstance(kind, BlockKind) else 0 for kind in FACES)
ARM_OF: Final[tuple[str | None, ...]] = tuple(kind.arm if isinstance(kind, BlockKind) else None for kind in FACES)
IS_LEADER: Final[tuple[bool, ...]] = tuple(isinstance(kind, BlockKind) and kind.leader for kind in FACES)
ANY_CARD: Final[tuple[bool, ...]] = tuple(isinstance(kind, BlockKind) and kind.any_card for kind in FACES)

FACE_KEYS: Final[tuple[str, ...]] = tuple(kind.key for kind in FACES)
FACE_NAMED: Final[dict[str, Face]] = {key: Face(number) for number, key in enumerate(FACE_KEYS)}

RECRUITS_AT: Final[tuple[tuple[str, ...], ...]] = tuple(location.recruit for location in MAP)
"""The daimyo whose mon is printed at each location (7.2)."""

_SIDE_OF_DAIMYO: Final = {kind.daimyo: kind.side for kind in FACES[CARD_FACES:]}
RECRUITING_SIDE: Final[tuple[Seat | None, ...]] = tuple(
    _SIDE_OF_DAIMYO[location.recruit[0]] if location.recruit else None for location in MAP
)


def _protagonist(side: Seat, daimyo: str) -> Face:
    """The leader block whose death ends the game (2.1)."""
    [face] = [face for face, leads in enumerate(IS_LEADER) if leads and DAIMYO_OF[face] == daimyo]
    assert SIDE_OF[face] == side
    return Face(face)


PROTAGONIST: Final[tuple[Face, Face]] = (_protagonist(TOKUGAWA, "tokugawa"), _protagonist(ISHIDA, "ishida"))
"""Tokugawa Ieyasu's block and Ishida Mitsunari's."""


LEADERS: Final[tuple[tuple[Face, ...], tuple[Face, ...]]] = (
    tuple(Face(face) for face, leads in enumerate(IS_LEADER) if leads and SIDE_OF[face] == TOKUGAWA),
    tuple(Face(face) for face, leads in enumerate(IS_LEADER) if leads and SIDE_OF[face] == ISHIDA),
)
"""The leader blocks of each side."""


def matches(card: Face, block: Face) -> bool:
    """Whether `card` can deploy `block` (8.2.2, 9.4, 9.5): same mon, or any card but a challenge for Ii and Ishida."""
    if KIND_OF[card] == "loyalty":
        return False
    return ANY_CARD[block] or DAIMYO_OF[card] == DAIMYO_OF[block]
