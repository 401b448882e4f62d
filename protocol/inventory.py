"""How many pieces of each face a seat owns: both saw them all before anything was mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.hidden import SEATS, Face, Game, Piece, Pool, Seat


class Inventory:
    """The faces of each seat's pieces, counted in the state that the game starts from."""

    def __init__(self, game: Game[Any, Any], start: Any) -> None:
        self._game = game
        self._owned = tuple([self._in_sight(start, seat) for seat in SEATS])

    def too_many(self, state: Any, seat: Seat, shown: Mapping[Piece, Face]) -> tuple[Face, int, int] | None:
        """The first face of which `seat`, showing `shown`, would have more pieces in sight than it owns (THREATS 1).

        With it, how many are in sight and how many are owned. None if there is no such face.
        """
        in_sight = self._in_sight(state, seat)
        in_sight.update(shown.values())
        for face in shown.values():
            owned = self._owned[seat][face]
            if in_sight[face] > owned:
                return face, in_sight[face], owned
        return None

    def _in_sight(self, state: Any, seat: Seat) -> Counter[Face]:
        faces = self._game.public_faces(state)
        return Counter([faces[piece] for piece in self._pieces(state, seat) if piece in faces])

    def _pieces(self, state: Any, seat: Seat) -> Iterator[Piece]:
        for number in range(self._game.pool_count()):
            yield from self._game.pool(state, seat, Pool(number))
