"""What the tests of the proofs share: contexts, pools, and the bytes of a proof field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from protocol.proofs.commitments import blinding
from protocol.proofs.group import ZERO, H, Point
from protocol.proofs.mix import Statement, Witness
from protocol.proofs.pieces import Known, SealedPool, piece_point, seal_pool
from protocol.proofs.transcripts import Context, proof_key

GAME = sha256(b"a game").digest()
OTHER_GAME = sha256(b"another game").digest()
SEED = sha256(b"a seed").digest()
KEY = proof_key(GAME, SEED)
CONTEXT = Context(game=GAME, author=0, entry=12, kind="mix", previous=sha256(b"entry 11").digest(), part=3)

OTHER_CONTEXTS = {
    "another version": Context(GAME, 0, 12, "mix", CONTEXT.previous, 3, version=1),
    "another game": Context(OTHER_GAME, 0, 12, "mix", CONTEXT.previous, 3),
    "the other player": Context(GAME, 1, 12, "mix", CONTEXT.previous, 3),
    "another entry": Context(GAME, 0, 13, "mix", CONTEXT.previous, 3),
    "another kind": Context(GAME, 0, 12, "action", CONTEXT.previous, 3),
    "after another entry": Context(GAME, 0, 12, "mix", sha256(b"another entry 11").digest(), 3),
    "another pool": Context(GAME, 0, 12, "mix", CONTEXT.previous, 4),
}


@dataclass(frozen=True)
class Pool:
    """A pool before and after a mix, as its owner knows it."""

    pieces: list[Known]
    old: list[bytes]
    order: list[int]
    nonces: list[bytes]
    mixed: list[Known]
    sealed: SealedPool

    def statement(self) -> Statement:
        """What the proof is about."""
        return statement_of(self.old, self.sealed.points)

    def witness(self) -> Witness:
        """What its owner proves it with."""
        before = [ZERO if piece.nonce is None else blinding(piece.nonce) for piece in self.pieces]
        changes = [blinding(nonce) - before[place] for place, nonce in zip(self.order, self.nonces, strict=True)]
        return Witness(tuple(self.order), tuple(changes))


def make_pool(
    faces: Sequence[int], seed: int = 0, *, public: bool = False, context: Context = CONTEXT, key: bytes = KEY
) -> Pool:
    """A pool of pieces with `faces`, mixed once; before that their faces are public or hidden."""
    random = Random(f"{list(faces)} {seed} {public}")
    pieces = [Known(face, None if public else random.randbytes(32)) for face in faces]
    order = random.sample(range(len(faces)), len(faces))
    nonces = [random.randbytes(32) for _ in faces]
    old = [piece_point(piece) for piece in pieces]
    mixed = [Known(pieces[place].face, nonce) for place, nonce in zip(order, nonces, strict=True)]
    return Pool(pieces, old, order, nonces, mixed, seal_pool(context, key, old, pieces, order, nonces))


def statement_of(old: Sequence[bytes], new: Sequence[bytes]) -> Statement:
    """The statement about these pieces' points."""
    return Statement((H,), tuple((Point.decode(raw),) for raw in old), tuple((Point.decode(raw),) for raw in new))


def fields_of_mix(size: int) -> dict[str, int]:
    """Where each field of a mix's proof begins, by its name in docs/proofs.md."""
    names = [f"c_{number}" for number in range(1, size + 1)]
    names += [f"k_{number}" for number in range(1, size + 1)]
    names += ["x", "s1", "s2", "s3", "s4"]
    names += [f"sv_{number}" for number in range(1, size + 1)]
    names += [f"sw_{number}" for number in range(1, size + 1)]
    return {name: 32 * place for place, name in enumerate(names)}


def with_bytes(raw: bytes, at: int, new: bytes) -> bytes:
    """`raw` with `new` in place of what was there."""
    return raw[:at] + new + raw[at + len(new) :]
