"""The proof of a claim: true ones pass, false ones do not, and neither says which piece it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.proofs import claims
from protocol.proofs.claims import Statement, Witness
from protocol.proofs.commitments import blinding
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.group import ORDER, H, Point, Scalar
from protocol.proofs.pieces import Known, piece_point, prove_claim, verify_claim
from protocol.proofs.transcripts import Context, Transcript
from tests.protocol.proofs.examples import CONTEXT, KEY, OTHER_CONTEXTS, with_bytes

HERE = replace(CONTEXT, kind="action", part=0)
FACES = (3, 9)


def pieces_of(faces: list[int], seed: int = 0) -> tuple[list[Known], list[bytes]]:
    random = Random(f"{faces} {seed}")
    pieces = [Known(face, random.randbytes(32)) for face in faces]
    return pieces, [piece_point(piece) for piece in pieces]


def refused(check: Check, points: list[bytes], faces: tuple[int, ...], proof: bytes, context: Context = HERE) -> None:
    with pytest.raises(ProofError) as refusal:
        verify_claim(context, points, faces, proof)
    assert refusal.value.check is check


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_a_claim_can_be_proven_just_when_it_is_true(held: list[int], named: list[int]) -> None:
    pieces, points = pieces_of(held)
    if set(held) & set(named):
        proof = prove_claim(HERE, KEY, pieces, named)
        verify_claim(HERE, points, named, proof)
        assert len(proof) == claims.proof_bytes(len(held), len(named)) == 64 * len(held) * len(named)
    else:
        with pytest.raises(ValueError, match="false"):
            prove_claim(HERE, KEY, pieces, named)


def test_public_pieces_may_be_among_them() -> None:
    hidden, points = pieces_of([3, 4])
    pieces = [*hidden, Known(9, None)]
    points.append(piece_point(pieces[2]))
    for faces in ((3,), (9,), (4, 9)):
        verify_claim(HERE, points, faces, prove_claim(HERE, KEY, pieces, faces))


def test_the_same_arguments_give_the_same_bytes() -> None:
    pieces, _ = pieces_of([1, 3, 9])
    assert prove_claim(HERE, KEY, pieces, FACES) == prove_claim(HERE, KEY, pieces, FACES)


@given(st.integers(0, 2), st.integers(0, 1))
def test_a_false_claim_finds_no_proof(piece: int, face: int) -> None:
    """The prover, made to prove a pair that is not true, makes what nobody accepts."""
    pieces, points = pieces_of([1, 2, 4])
    statement = Statement(tuple(Point.decode(raw) for raw in points), FACES)
    hiding = blinding(pieces[piece].nonce or b"")
    with pytest.raises(ValueError, match="cannot be proven"):
        claims.prove(HERE, statement, Witness(piece, face, hiding), KEY)
    refused(Check.EQUATIONS, points, FACES, _proven_anyway(statement, piece, face, hiding))


def _proven_anyway(statement: Statement, piece: int, face: int, hiding: Scalar) -> bytes:
    """As `claims.prove`, without its look at the witness."""
    pairs, known = statement.pairs, piece * len(statement.faces) + face
    random = Random(7)
    challenges, answers = ([Scalar.reduce(random.randbytes(64)) for _ in pairs] for _ in range(2))
    challenges[known] = Scalar(0)
    first = [z * H - x * pair for pair, x, z in zip(pairs, challenges, answers, strict=True)]
    transcript = Transcript(b"claim", HERE)
    transcript.absorb(b"points", b"".join(point.encoding for point in statement.points))
    transcript.absorb(b"faces", b"".join(number.to_bytes(8, "big") for number in statement.faces))
    transcript.absorb(b"first messages", b"".join(point.encoding for point in first))
    rest = sum(challenge.value for challenge in challenges)
    challenges[known] = Scalar((transcript.challenge().value - rest) % ORDER)
    answers[known] += challenges[known] * hiding
    return b"".join(scalar.encode() for scalar in (*challenges, *answers))


def test_the_same_steps_prove_a_true_pair() -> None:
    pieces, points = pieces_of([1, 9, 4])
    statement = Statement(tuple(Point.decode(raw) for raw in points), FACES)
    verify_claim(HERE, points, FACES, _proven_anyway(statement, 1, 1, blinding(pieces[1].nonce or b"")))


@pytest.mark.parametrize("context", OTHER_CONTEXTS.values(), ids=OTHER_CONTEXTS)
def test_a_proof_is_worth_nothing_elsewhere(context: Context) -> None:
    pieces, points = pieces_of([1, 3, 9])
    proof = prove_claim(CONTEXT, KEY, pieces, FACES)
    verify_claim(CONTEXT, points, FACES, proof)
    refused(Check.EQUATIONS, points, FACES, proof, context)


def test_a_proof_is_worth_nothing_for_other_pieces_or_faces() -> None:
    pieces, points = pieces_of([1, 3, 9])
    _, others = pieces_of([1, 3, 9], 1)
    proof = prove_claim(HERE, KEY, pieces, FACES)
    refused(Check.EQUATIONS, others, FACES, proof)
    refused(Check.EQUATIONS, points[::-1], FACES, proof)
    refused(Check.EQUATIONS, points, FACES[::-1], proof)
    refused(Check.EQUATIONS, points, (3, 8), proof)
    refused(Check.LENGTH, points[:2], FACES, proof)
    refused(Check.LENGTH, points, (3,), proof)
    # As many pairs, otherwise arranged: six pieces and one face, one piece and six faces.
    refused(Check.EQUATIONS, points * 2, (3,), proof)
    refused(Check.EQUATIONS, points[:1], (3, 9, 1, 2, 4, 5), proof)


def test_the_challenge_covers_the_whole_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces, points = pieces_of([1, 3])
    proof = prove_claim(HERE, KEY, pieces, FACES)
    said: list[tuple[bytes, bytes]] = []
    absorb = Transcript.absorb

    def listen(transcript: Transcript, label: bytes, value: bytes) -> None:
        said.append((label, value))
        absorb(transcript, label, value)

    monkeypatch.setattr(Transcript, "absorb", listen)
    verify_claim(HERE, points, FACES, proof)
    assert said[:2] == [(b"points", b"".join(points)), (b"faces", bytes(7) + b"\x03" + bytes(7) + b"\x09")]
    assert [(label, len(value)) for label, value in said[2:]] == [(b"first messages", 32 * 4)]


@pytest.mark.parametrize("place", range(12))
def test_every_field_counts(place: int) -> None:
    pieces, points = pieces_of([1, 3, 9])
    proof, at = prove_claim(HERE, KEY, pieces, FACES), 32 * place
    value = int.from_bytes(proof[at : at + 32], "little")
    for wrong in (bytes(32), ((value + 1) % ORDER).to_bytes(32, "little")):
        refused(Check.EQUATIONS, points, FACES, with_bytes(proof, at, wrong))
    for wrong in (ORDER.to_bytes(32, "little"), (value + ORDER).to_bytes(32, "little"), b"\xff" * 32):
        refused(Check.SCALAR, points, FACES, with_bytes(proof, at, wrong))


def test_challenges_exchanged_among_the_pairs_are_refused() -> None:
    # Their sum stays as it was.
    pieces, points = pieces_of([1, 3, 9])
    proof = prove_claim(HERE, KEY, pieces, FACES)
    refused(Check.EQUATIONS, points, FACES, proof[32:64] + proof[:32] + proof[64:])


@pytest.mark.parametrize("length", [0, 383, 385, 416])
def test_other_lengths_are_refused(length: int) -> None:
    refused(Check.LENGTH, pieces_of([1, 3, 9])[1], FACES, bytes(length))


def test_calls_that_make_no_sense() -> None:
    _, points = pieces_of([3])
    for faces in ((), (-1,), (2**32,)):
        with pytest.raises(ValueError, match="face"):
            verify_claim(HERE, points, faces, bytes(64 * len(faces)))
    with pytest.raises(ValueError, match="at least one piece"):
        verify_claim(HERE, [], FACES, b"")
    statement = Statement((Point.decode(points[0]),), FACES)
    for witness in (Witness(1, 0, Scalar(1)), Witness(0, 2, Scalar(1)), Witness(-1, 0, Scalar(1))):
        with pytest.raises(ValueError, match="not about"):
            claims.prove(HERE, statement, witness, KEY)
    assert repr(Witness(0, 0, Scalar(1))) == "Witness()"
