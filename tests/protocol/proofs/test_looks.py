"""What a proof gives away: nothing that these tests could see. Fixed seeds, so that they say the same each time.

Two secrets are proven many times, in as many entries; each field of the proofs is then counted by its lowest bits, and
the two rows of counts are compared with chi squared. A prover whose masks are too small, or whose answers depend on the
secret, would show here; that ours gives nothing away follows from the arguments in docs/proofs.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from protocol.proofs import claims, mix
from protocol.proofs.claims import Witness
from protocol.proofs.commitments import blinding
from protocol.proofs.errors import ProofError
from protocol.proofs.group import G, Point, Scalar
from protocol.proofs.mix import Proof
from protocol.proofs.pieces import Known, piece_point, seal_pool
from protocol.proofs.transcripts import proof_key
from tests.protocol.proofs.examples import CONTEXT, GAME, make_pool

PROOFS = 400
BUCKETS = 8
LIMIT = 35.0
"""Chi squared with 7 degrees of freedom is above this about once in a hundred thousand."""


def key_of(number: int) -> bytes:
    return proof_key(GAME, number.to_bytes(32, "big"))


def counts(proofs: list[bytes]) -> list[Counter[int]]:
    """For each field how often each value of three bits above the lowest occurs (the lowest of a point is always 0)."""
    return [Counter(proof[at] >> 1 & BUCKETS - 1 for proof in proofs) for at in range(0, len(proofs[0]), 32)]


def looks(ones: list[bytes], twos: list[bytes]) -> list[float]:
    """Chi squared of each field between the two samples."""
    return [
        sum((one[bucket] - two[bucket]) ** 2 / (one[bucket] + two[bucket]) for bucket in range(BUCKETS))
        for one, two in zip(counts(ones), counts(twos), strict=True)
    ]


def mixes_in(order: list[int], faces: list[int], start: int) -> list[bytes]:
    """The points and proofs of many mixes of two hidden pieces with `faces`."""
    made = []
    for number in range(start, start + PROOFS):
        key = key_of(number)
        nonces = [key_of(10_000 + 4 * number + place) for place in range(4)]
        pieces = [Known(face, nonce) for face, nonce in zip(faces, nonces[:2], strict=True)]
        context = replace(CONTEXT, entry=number)
        sealed = seal_pool(context, key, [piece_point(piece) for piece in pieces], pieces, order, nonces[2:])
        made.append(b"".join(sealed.points) + sealed.proof)
    return made


def test_mixes_in_two_orders_look_alike() -> None:
    assert max(looks(mixes_in([0, 1], [1, 2], 0), mixes_in([1, 0], [1, 2], 1000))) < LIMIT


def test_mixes_of_two_sets_of_faces_look_alike() -> None:
    assert max(looks(mixes_in([0, 1], [0, 0], 2000), mixes_in([0, 1], [7, 40], 3000))) < LIMIT


@pytest.mark.parametrize("other", [(1, 0), (0, 1), (2, 1)])
def test_claims_look_alike_whatever_makes_them_true(other: tuple[int, int]) -> None:
    """One statement that several pairs make true, proven with one of them and with another."""

    def proofs(piece: int, face: int, start: int) -> list[bytes]:
        made = []
        for number in range(start, start + PROOFS):
            nonces = [key_of(50_000 + 3 * number + place) for place in range(3)]
            pieces = [Known(value, nonce) for value, nonce in zip(held, nonces, strict=True)]
            statement = claims.Statement(tuple(Point.decode(piece_point(one)) for one in pieces), (5, 6))
            witness = Witness(piece, face, blinding(nonces[piece]))
            made.append(claims.prove(replace(CONTEXT, entry=number), statement, witness, key_of(number)))
        return made

    held = [5, 5, 6]
    if other == (0, 1):
        held = [6, 5, 6]
        assert max(looks(proofs(0, 1, 0), proofs(1, 0, 1000))) < LIMIT
    else:
        assert max(looks(proofs(0, 0, 0), proofs(*other, 1000))) < LIMIT


def test_the_test_sees_what_it_should() -> None:
    """A prover that uses small masks is found out."""
    honest = mixes_in([0, 1], [1, 2], 0)
    biased = [with_small_s1(proof, number) for number, proof in enumerate(honest)]
    assert max(looks(honest, biased)) > LIMIT


def with_small_s1(proof: bytes, number: int) -> bytes:
    at = 2 * 32 + 4 * 32 + 32
    return proof[:at] + (number % 5).to_bytes(32, "little") + proof[at + 32 :]


def test_whoever_chooses_the_challenge_can_make_up_a_proof_of_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator of docs/proofs.md: a proof is made without a witness, even of what is false, once the hash obeys.

    So the numbers of a proof say nothing: all that they show lies in that nobody could choose the challenge.
    """
    statement = make_pool([1, 2]).statement()
    false = mix.Statement(statement.key, statement.old, (statement.new[0], (statement.new[1][0] + G,)))
    chance = [Scalar.reduce(key_of(number) + key_of(number + 1)) for number in range(0, 26, 2)]
    made_up = Proof(
        permutation=(chance[0] * G, chance[1] * G),
        chain=(chance[2] * G, chance[3] * G),
        challenge=chance[4],
        sums=chance[5],
        product=chance[6],
        weights=chance[7],
        elements=chance[8],
        links=(chance[9], chance[10]),
        shares=(chance[11], chance[12]),
    )
    with pytest.raises(ProofError):
        mix.verify(CONTEXT, false, made_up.encode())
    monkeypatch.setattr("protocol.proofs.mix._challenge", lambda transcript, messages: made_up.challenge)
    mix.verify(CONTEXT, false, made_up.encode())
