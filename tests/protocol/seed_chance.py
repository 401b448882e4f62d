"""The chance that two tables of the protocol share, for an open table that plays the same game."""

from __future__ import annotations

from engine.hidden import Seat, other
from protocol.seeds import SeedKeys


class SeedChance:
    """`engine.hidden.Chance` from both players' seeds: the chance that the two peers' tables share.

    An owner's mixes follow its own seed, the places it draws from its opponent's (THREATS 2). `seeds` are by seat.
    """

    def __init__(self, game_id: bytes, seeds: tuple[bytes, bytes]) -> None:
        self._keys = (SeedKeys(game_id, seeds[0]), SeedKeys(game_id, seeds[1]))

    def position(self, owner: Seat, number: int, size: int) -> int:
        """See `engine.hidden.Chance.position`."""
        return self._keys[other(owner)].position(number, size)

    def order(self, owner: Seat, number: int, size: int) -> list[int]:
        """See `engine.hidden.Chance.order`."""
        return self._keys[owner].order(number, size)
