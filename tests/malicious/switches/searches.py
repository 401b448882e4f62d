"""What can be found out from all that was received in a real game: faces, seeds, ways through a shuffle.

Threats 11, 12 and 18.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from engine.hidden import Face, Piece, other
from protocol.canonical import decode
from protocol.commitments import commit_piece, commit_seed
from protocol.entries.action import ActionBody
from protocol.entries.hello import Hello
from protocol.entries.mix import MixBody
from protocol.entries.open import OpenBody
from protocol.proofs.commitments import blinding, hidden_point
from protocol.seeds import SeedKeys
from protocol.transcript import Entry, read_entry
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.switch import PREVENTED, Switch

HIDDEN_TRIED = 6
"""So many of the opponent's hidden pieces are tried with every face and every value that was received."""


def received(table: CheatingTable) -> list[Entry]:
    return [entry for entry in map(read_entry, table.entries) if entry.role is not table.role]


def values_in(plain: Any) -> Iterator[bytes]:
    """Every 32 bytes in plain data."""
    if isinstance(plain, bytes):
        yield from [plain[at : at + 32] for at in range(0, min(len(plain), 320), 32) if len(plain[at : at + 32]) == 32]
    elif isinstance(plain, list):
        for part in plain:
            yield from values_in(part)


def hidden_of(table: CheatingTable) -> list[Piece]:
    """The opponent's pieces that are sealed and were not shown."""
    game, state, seat = table.game, table.state, table.seat
    assert seat is not None
    public = game.public_faces(state)
    theirs = [piece for number in range(game.pool_count()) for piece in game.pool(state, other(seat), number)]  # type: ignore[arg-type]
    return [piece for piece in theirs if piece in table._common.sealings and piece not in public]


def shown_nonces(table: CheatingTable) -> list[bytes]:
    bodies = [entry.body for entry in received(table)]
    return [opening.nonce for body in bodies if isinstance(body, ActionBody | OpenBody) for opening in body.openings]


class _Search(Switch):
    """Plays honestly until the opponent has shown something, searches, and stops the game."""

    expected, stops_after = PREVENTED, 3

    def may_stop(self, table: CheatingTable) -> bool:
        return len(shown_nonces(table)) > 1

    def search(self, table: CheatingTable) -> tuple[int, int]:
        """How much was tried, and how much found."""
        raise NotImplementedError

    def conclude(self, table: CheatingTable) -> None:
        tried, found = self.search(table)
        self.notes |= {"tried": tried, "found": found, "gained": found > 0}
        self.done = tried > 0


class TryAllFaces(_Search):
    """tries every face against the opponent's commitments and points, with every value that it has received as nonce"""

    name, threat = "try-all-faces", 11

    def search(self, table: CheatingTable) -> tuple[int, int]:
        assert table.seat is not None
        owner, game = other(table.seat), table.game_id or b""
        values = {value for entry in received(table) for value in values_in(decode(entry.content))}
        nonces = [bytes(32), b"\xff" * 32, *sorted(values)[:200], *shown_nonces(table)]
        tried = found = 0
        for piece in hidden_of(table)[:HIDDEN_TRIED]:
            sealing = table._common.sealings[piece]
            for number in range(table.game.face_count()):
                for nonce in nonces:
                    tried += 1
                    found += commit_piece(game, owner, piece, Face(number), nonce) == sealing.commitment
                found += hidden_point(number, blinding(bytes(32))).encoding == sealing.point
        return tried, found


class DeriveFromNonces(_Search):
    """derives what can be derived from the nonces that were shown, and looks for the seed and the other nonces there"""

    name, threat = "derive-from-nonces", 12

    def search(self, table: CheatingTable) -> tuple[int, int]:
        assert table.seat is not None
        owner, game = other(table.seat), table.game_id or b""
        theirs = next(entry for entry in received(table) if isinstance(entry.body, Hello))
        role, hello = theirs.role, theirs.body
        hidden = hidden_of(table)[:HIDDEN_TRIED]
        commitments = {piece: table._common.sealings[piece].commitment for piece in hidden}
        tried = found = 0
        for shown in shown_nonces(table):
            guesses = [
                shown,
                sha256(shown).digest(),
                hmac.digest(shown, game, "sha256"),
                hmac.digest(game, shown, "sha256"),
            ]
            for guess in guesses:
                tried += 1
                found += commit_seed(role, hello.public_key, guess) == hello.seed_commitment
                keys = SeedKeys(game, guess)
                for piece, commitment in commitments.items():
                    candidates = (keys.nonce(piece), hmac.digest(guess, piece.to_bytes(8, "big"), "sha256"))
                    for nonce in candidates:
                        for number in range(table.game.face_count()):
                            tried += 1
                            found += commit_piece(game, owner, piece, Face(number), nonce) == commitment
        return tried, found


class FollowThroughAMix(_Search):
    """looks for what is alike before and after the opponent's shuffles"""

    name, threat = "follow-through-a-mix", 18

    def search(self, table: CheatingTable) -> tuple[int, int]:
        mixes = [entry.body for entry in received(table) if isinstance(entry.body, MixBody)]
        seen: set[bytes] = set()
        tried = found = 0
        for body in mixes:
            proofs = [proof.proof[at : at + 32] for proof in body.proofs for at in range(0, len(proof.proof), 32)]
            points = [point for proof in body.proofs for point in proof.points]
            fresh = {*body.commitments, *points, *proofs}
            tried += len(fresh) * max(1, len(seen))
            found += len(fresh & seen) + len(body.commitments) + len(points) - len({*body.commitments, *points})
            # Nor by size or place: each pool's proof has the size that its number of pieces gives.
            seen |= fresh
        return tried, found
