"""How many pieces of each face a seat can have: what both players saw before the pieces were first mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.hidden import Face, Piece, Seat
from protocol.errors import PeerError
from protocol.progress import Shuffled


class Stock:
    """Counts a seat's pieces as they are mixed for the first time, and refuses to see more of a face than that."""

    def __init__(self) -> None:
        self._owners: dict[Piece, Seat] = {}
        self._counts: tuple[Counter[Face], Counter[Face]] = (Counter(), Counter())

    def learn(self, owner: Seat, pools: Iterable[Sequence[Piece]], public: Mapping[Piece, Face]) -> None:
        """Before a mix of `pools`: count those of their pieces that were never mixed, whose faces both still see."""
        for pool in pools:
            for piece in pool:
                if piece not in self._owners and piece in public:
                    self._owners[piece] = owner
                    self._counts[owner][public[piece]] += 1

    def follow(self, shuffled: Iterable[Shuffled]) -> None:
        """After a mix: the pieces have new numbers."""
        for pool in shuffled:
            for piece in pool.old:
                self._owners.pop(piece, None)
            self._owners.update(dict.fromkeys(pool.new, pool.owner))

    def check(self, seat: Seat, public: Mapping[Piece, Face], shown: Mapping[Piece, Face], number: int) -> None:
        """Raise PeerError if `seat`, showing `shown` in entry `number`, has sealed a piece twice (THREATS 1)."""
        seen = Counter(face for piece, face in {**public, **shown}.items() if self._owners.get(piece) == seat)
        for face in shown.values():
            owned = self._counts[seat][face]
            if seen[face] > owned:
                raise PeerError(
                    "pieces",
                    f"{seen[face]} pieces with face {face} are seen, the game has {owned}",
                    number=number,
                    expected=f"at most {owned} of face {face}",
                    found=str(seen[face]),
                )
