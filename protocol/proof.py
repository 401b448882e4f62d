"""Proof that a player signed two different entries at one place (THREATS 7, 8, 22): anybody can check it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.canonical import EncodingError, decode_as, encode
from protocol.commitments import game_identity
from protocol.errors import PeerError
from protocol.transcript import MOST_ENTRY_BYTES, Entry, Hello, Role, read_entry


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Two different entries, `first` and `second`, of one author at one number of one game.

    `hellos` are the first two entries of the game, which tie the author's key to the game id. A proof about one of the
    hellos themselves needs none: it tells of whoever holds the key in them.
    """

    first: bytes
    second: bytes
    hellos: tuple[bytes, ...]

    def check(self) -> tuple[Role, int]:
        """Who cheated, and the entry's number. Raises PeerError (check `proof`) if this proves nothing."""
        first, second = read_entry(self.first), read_entry(self.second)
        if (first.role, first.number, first.game) != (second.role, second.number, second.game):
            raise PeerError("proof", "the two entries do not claim one place in one game")
        if first.hash == second.hash:
            raise PeerError("proof", "the two entries say the same")
        key = self._public_key(first)
        if not (first.signed_by(key) and second.signed_by(key)):
            raise PeerError("proof", f"an entry is not signed by the {first.role.name.lower()}")
        return first.role, first.number

    def _public_key(self, entry: Entry) -> bytes:
        if isinstance(entry.body, Hello) and entry.number == entry.role and not entry.game:
            return entry.body.public_key
        bodies = [read_entry(raw).body for raw in self.hellos]
        hellos = [body for body in bodies if isinstance(body, Hello)]
        if len(hellos) != 2 or game_id_of(hellos[0], hellos[1]) != entry.game:
            raise PeerError("proof", "the hellos do not give the game id that the entries claim")
        return hellos[entry.role].public_key

    def pack(self) -> bytes:
        """The proof as bytes, to keep or to send."""
        return encode((self.first, self.second, self.hellos))

    @classmethod
    def unpack(cls, raw: bytes) -> Equivocation:
        """The proof that `pack` gave. Raises PeerError (check `proof`)."""
        try:
            first, second, hellos = decode_as(
                raw, tuple[bytes, bytes, tuple[bytes, ...]], most_bytes=5 * MOST_ENTRY_BYTES
            )
        except EncodingError as refusal:
            raise PeerError("proof", f"the proof cannot be read: {refusal}") from None
        return cls(first, second, hellos)


def game_id_of(host: Hello, joiner: Hello) -> bytes:
    """The id of the game that these two hellos open."""
    return game_identity(
        host.rules, (host.public_key, joiner.public_key), (host.seed_commitment, joiner.seed_commitment)
    )


def find_equivocation(ours: Sequence[bytes], theirs: Sequence[bytes]) -> Equivocation | None:
    """The proof in the first difference of two chains, None if one is the beginning of the other.

    Raises PeerError if the first difference is not a signed entry of the author of ours.
    """
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False)):
        if one == two:
            continue
        first, second = read_entry(one), read_entry(two)
        if first.hash == second.hash:
            continue
        proof = Equivocation(one, two, tuple(ours[:2]) if number >= 2 else ())
        proof.check()
        return proof
    return None
