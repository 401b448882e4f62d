"""The points of pieces: bound to one face, opened by the nonce that opens the hash commitment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.proofs.commitments import MOST_FACES, blinding, face_point, hidden_point
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.group import ZERO, G, H, Scalar
from protocol.proofs.pieces import Known, piece_point, public_point, verify_opening
from tests.protocol.proofs import independent

nonces = st.binary(min_size=32, max_size=32)
faces = st.integers(0, 60)


@given(faces, nonces)
def test_a_point_is_what_the_document_says(face: int, nonce: bytes) -> None:
    expected = Scalar(face + 1) * G + blinding(nonce) * H
    assert piece_point(Known(face, nonce)) == expected.encoding
    assert piece_point(Known(face, None)) == public_point(face) == (Scalar(face + 1) * G).encoding
    assert hidden_point(face, ZERO) == face_point(face)


@given(faces, nonces)
def test_the_second_verifier_makes_the_same_points(face: int, nonce: bytes) -> None:
    assert independent.blinding(nonce) == blinding(nonce).value
    assert independent.piece_point(face, nonce) == piece_point(Known(face, nonce))


@given(faces, nonces, faces, nonces)
def test_an_opening_fits_its_own_point_only(face: int, nonce: bytes, other: int, another: bytes) -> None:
    point = piece_point(Known(face, nonce))
    verify_opening(point, face, nonce)
    for wrong_face, wrong_nonce in ((other, nonce), (face, another), (other, another)):
        if (wrong_face, wrong_nonce) != (face, nonce):
            with pytest.raises(ProofError) as refusal:
                verify_opening(point, wrong_face, wrong_nonce)
            assert refusal.value.check is Check.OPENING


@pytest.mark.parametrize("face", [-1, MOST_FACES, 2**300])
def test_faces_out_of_bounds_open_nothing(face: int) -> None:
    with pytest.raises(ProofError) as refusal:
        verify_opening(public_point(0), face, bytes(32))
    assert refusal.value.check is Check.OPENING
    with pytest.raises(ValueError, match="A face is"):
        public_point(face)


@pytest.mark.parametrize("nonce", [b"", bytes(31), bytes(33)])
def test_nonces_have_one_length(nonce: bytes) -> None:
    with pytest.raises(ProofError) as refusal:
        verify_opening(public_point(0), 0, nonce)
    assert refusal.value.check is Check.LENGTH
    with pytest.raises(ValueError, match="A nonce has"):
        blinding(nonce)


def test_what_a_player_knows_does_not_show_itself() -> None:
    assert repr(Known(5, bytes(32))) == "Known()"
