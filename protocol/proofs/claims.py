"""The proof of a claim: at least one of these pieces has one of these faces. It shows neither which nor which.

Cramer, Damgård and Schoenmakers' one-of-many proof (1994) over all pairs of a piece and a face, made non-interactive:
for one of the pairs the author knows an s with C - (f + 1) G = s H. docs/proofs.md has the equations and the bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.proofs.commitments import face_point
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.framing import be32, be64
from protocol.proofs.group import SCALAR_BYTES, ZERO, H, Point, Scalar, added, join
from protocol.proofs.transcripts import Context, Transcript
from protocol.sentences import Sentence

_PURPOSE: Final = b"claim"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a proof is about: at least one of `points` has one of `faces`.

    Raises ValueError if either is empty, or a face is none.
    """

    points: tuple[Point, ...]
    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.points or not self.faces:
            raise ValueError("A claim is about at least one piece and at least one face")
        for face in self.faces:
            face_point(face)

    @property
    def pairs(self) -> list[Point]:
        """C - (f + 1) G for each pair, piece after piece, and of each piece the faces in their order."""
        return [point - face_point(face) for point in self.points for face in self.faces]


@dataclass(frozen=True, slots=True)
class Witness:
    """What the author alone knows: the piece at place `piece` has the face at place `face`, hidden by `hiding`."""

    piece: int = field(repr=False)
    face: int = field(repr=False)
    hiding: Scalar = field(repr=False)

    def encode(self) -> bytes:
        """The bytes from which, with the statement, the secret numbers of the proof follow."""
        return be32(self.piece) + be32(self.face) + self.hiding.encode()


def proof_bytes(pieces: int, faces: int) -> int:
    """How long the proof about so many pieces and faces is."""
    return 2 * pieces * faces * SCALAR_BYTES


def prove(context: Context, statement: Statement, witness: Witness, key: bytes) -> bytes:
    """The proof of `statement`. The same arguments always give the same bytes.

    `key` is the author's key of `transcripts.proof_key`. Raises ValueError if the witness is false.
    """
    pairs = statement.pairs
    known = witness.piece * len(statement.faces) + witness.face
    if not 0 <= witness.face < len(statement.faces) or not 0 <= known < len(pairs):
        raise ValueError("The claim is not about that piece and face")
    if witness.hiding * H != pairs[known]:
        raise ValueError("The claim cannot be proven with that piece and face")
    transcript = _begin(context, statement)
    numbers = transcript.numbers(key, witness.encode())
    challenges = numbers.take(b"challenges", len(pairs))
    answers = numbers.take(b"answers", len(pairs))  # at the known pair the mask of the true answer
    challenges[known] = ZERO
    transcript.absorb(b"first messages", join(_first_messages(pairs, challenges, answers)))
    challenges[known] = transcript.challenge() - added(challenges)
    answers[known] += challenges[known] * witness.hiding
    return b"".join([scalar.encode() for scalar in (*challenges, *answers)])


def verify(context: Context, statement: Statement, raw: bytes) -> None:
    """Check the proof `raw`, which somebody sent, of `statement` in `context`. Raises ProofError."""
    count = len(statement.points) * len(statement.faces)
    if len(raw) != proof_bytes(count, 1):
        raise ProofError(
            Check.LENGTH,
            Sentence(
                "got a proof of {size} bytes, expected {expected} for {pairs} pairs of piece and face",
                size=len(raw),
                expected=proof_bytes(count, 1),
                pairs=count,
            ),
        )
    scalars = [Scalar.decode(raw[at : at + SCALAR_BYTES]) for at in range(0, len(raw), SCALAR_BYTES)]
    challenges, answers = scalars[:count], scalars[count:]
    transcript = _begin(context, statement)
    transcript.absorb(b"first messages", join(_first_messages(statement.pairs, challenges, answers)))
    if transcript.challenge() != added(challenges):
        raise ProofError(
            Check.EQUATIONS,
            Sentence("the proof of a claim about {count} pieces does not hold", count=len(statement.points)),
        )


def _begin(context: Context, statement: Statement) -> Transcript:
    transcript = Transcript(_PURPOSE, context)
    transcript.absorb(b"points", join(statement.points))
    transcript.absorb(b"faces", b"".join(map(be64, statement.faces)))
    return transcript


def _first_messages(pairs: Sequence[Point], challenges: Sequence[Scalar], answers: Sequence[Scalar]) -> list[Point]:
    """For each pair z H - x (C - (f + 1) G)."""
    return [answer * H - challenge * pair for pair, challenge, answer in zip(pairs, challenges, answers, strict=True)]
