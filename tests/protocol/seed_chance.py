"""The chance that two tables of the protocol share, for an open table that plays the same game."""

from __future__ import annotations

from typing import Generic

from engine.hidden import Action, Draw, Game, Seat, State, other
from engine.open_table import OpenTable
from protocol.proofs.chain import Chain, places
from protocol.seeds import Secrets, SeedKeys


class SeedChance(Generic[State, Action]):
    """`engine.hidden.Chance` from both players' secrets: the chance that the two peers' tables share.

    An owner's mixes follow its own seed, the places it draws from its opponent's chain (THREATS 2), a link for each
    draw: which draw a piece belongs to, the `state` of the open table says. `secrets` are by seat.
    """

    def __init__(
        self, game: Game[State, Action], state: State, game_id: bytes, secrets: tuple[Secrets, Secrets]
    ) -> None:
        self._game = game
        self._state = state
        self._game_id = game_id
        self._keys = [SeedKeys(game_id, own.seed) for own in secrets]
        self._chains = [Chain(own.public_key, own.seed) for own in secrets]
        self._opened = [0, 0]
        self._places: list[int] = []

    def position(self, owner: Seat, number: int, size: int) -> int:
        """See `engine.hidden.Chance.position`."""
        if not self._places:
            draw = self._game.waiting(self._state)
            assert isinstance(draw, Draw)
            drawing = other(owner)
            self._opened[drawing] += 1
            opened = self._opened[drawing]
            link = self._chains[drawing].link(opened)
            self._places = list(places(self._game_id, opened, link, size, draw.count))
        return self._places.pop(0)

    def order(self, owner: Seat, number: int, size: int) -> list[int]:
        """See `engine.hidden.Chance.order`."""
        return self._keys[owner].order(number, size)


def open_table_of(
    game: Game[State, Action], game_id: bytes, secrets: tuple[Secrets, Secrets]
) -> OpenTable[State, Action]:
    """The open table of the game with this id. `secrets` are by seat."""
    state = game.start()
    return OpenTable(game, SeedChance(game, state, game_id, secrets), state)
