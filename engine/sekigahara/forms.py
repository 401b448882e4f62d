"""How the values of this game's records are written (`engine.forms`)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.forms import Codec, Many, Maybe, Named
from engine.hidden import Face, Pool, Seat
from engine.sekigahara.board import LOCATION_KEYS, POOL_KEYS, Location
from engine.sekigahara.components import SIDES
from engine.sekigahara.pieces import FACE_KEYS


class Degree(StrEnum):
    """How much movement is bought in a turn (7.1)."""

    NONE = "none"
    MINIMAL = "minimal"
    LIMITED = "limited"
    TOTAL = "total"


SEAT: Final[Codec[Seat]] = Named("a side", SIDES)
MAYBE_SEAT: Final[Codec[Seat | None]] = Maybe(SEAT)
LOCATION: Final[Codec[Location]] = Named("a location", LOCATION_KEYS)
MAYBE_LOCATION: Final[Codec[Location | None]] = Maybe(LOCATION)
LOCATIONS_IN_ORDER: Final[Codec[tuple[Location, ...]]] = Many(LOCATION)
POOL: Final[Codec[Pool]] = Named("a pool", POOL_KEYS)
POOLS: Final[Codec[tuple[Pool, ...]]] = Many(POOL)
FACE: Final[Codec[Face]] = Named("a face", FACE_KEYS)
