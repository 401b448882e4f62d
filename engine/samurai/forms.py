"""The codecs of the values that this game's records hold (`engine.forms`)."""

from __future__ import annotations

from typing import Final

from engine.forms import NUMBER, Codec, Many, Named, seat_codec
from engine.hidden import MalformedAction, Pool
from engine.samurai.board import PLACE_KEYS, POOL_KEYS, Place
from engine.samurai.components import FIGURE_NAMES, SEAT_NAMES, Figure

SEAT: Final = seat_codec(SEAT_NAMES)
PLACE: Final[Codec[Place]] = Named("a place", PLACE_KEYS)
POOL: Final[Codec[Pool]] = Named("a pool", POOL_KEYS)
POOLS: Final[Codec[tuple[Pool, ...]]] = Many(POOL, len(POOL_KEYS))
FIGURE: Final[Codec[Figure]] = Named("a kind of figure", FIGURE_NAMES)
FIGURES: Final[Codec[tuple[Figure, ...]]] = Many(FIGURE, len(FIGURE_NAMES))


class Counts(Many[int]):
    """A number of figures of each kind, no more and no fewer numbers."""

    def unpack(self, plain: object) -> tuple[int, ...]:
        """See `Codec.unpack`."""
        return self._whole(super().unpack(plain))

    def read(self, word: str) -> tuple[int, ...]:
        """See `Codec.read`."""
        return self._whole(super().read(word))

    @staticmethod
    def _whole(counts: tuple[int, ...]) -> tuple[int, ...]:
        if len(counts) != len(FIGURE_NAMES):
            raise MalformedAction(f"{len(FIGURE_NAMES)} numbers of figures belong here, got {len(counts)}")
        return counts


COUNTS: Final = Counts(NUMBER)
