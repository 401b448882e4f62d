"""ristretto255: the vectors of RFC 9496, the one encoding, and the laws of a group."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha512
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.proofs import sodium
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.group import (
    FIELD,
    IDENTITY,
    ONE,
    ORDER,
    ZERO,
    G,
    H,
    Point,
    Scalar,
    generator,
    generators,
    generators_sum,
    hash_to_point,
    total,
    weighted,
)
from tests.protocol.proofs import independent

RFC_9496 = json.loads((Path(__file__).parent / "rfc9496.json").read_text(encoding="utf-8"))
"""Appendix A: the base point times 0 to 15, encodings to be refused, elements derived from the SHA-512 of texts."""

scalars = st.integers(0, ORDER - 1).map(Scalar)
points = (
    st.binary(min_size=64, max_size=64)
    .map(lambda digest: Point(sodium.from_hash(digest)))
    .filter(lambda point: point != IDENTITY)
)


def test_multiples_of_the_base_point() -> None:
    assert [(Scalar(number) * G).encoding.hex() for number in range(16)] == RFC_9496["multiples"]
    running = IDENTITY
    for encoding in RFC_9496["multiples"]:
        assert running.encoding.hex() == encoding
        assert Point(bytes.fromhex(encoding)) == running
        running += G


@pytest.mark.parametrize("encoding", RFC_9496["bad"])
def test_bad_encodings_are_refused(encoding: str) -> None:
    for take in (Point, Point.decode):
        with pytest.raises(ProofError) as refusal:
            take(bytes.fromhex(encoding))
        assert refusal.value.check is Check.POINT
    with pytest.raises(independent.Refused, match="point"):
        independent.decode(bytes.fromhex(encoding))


@pytest.mark.parametrize(("text", "encoding"), RFC_9496["hashed"].items())
def test_elements_from_hashes(text: str, encoding: str) -> None:
    digest = sha512(text.encode()).digest()
    assert sodium.from_hash(digest).hex() == encoding
    assert independent.encode(independent.derive(digest)).hex() == encoding


@given(points)
def test_a_point_has_one_encoding(point: Point) -> None:
    raw = point.encoding
    number = int.from_bytes(raw, "little")
    assert Point.decode(raw) == point
    others = [raw[:31] + bytes([raw[31] | 0x80]), (FIELD - number).to_bytes(32, "little")]
    if number + FIELD < 2**256:
        others.append((number + FIELD).to_bytes(32, "little"))
    for other in others:
        with pytest.raises(ProofError) as refusal:
            Point.decode(other)
        assert refusal.value.check is Check.POINT


@given(st.binary(min_size=32, max_size=32))
def test_both_decoders_take_the_same_bytes(raw: bytes) -> None:
    assert decoded(raw) == decoded_twice(raw)


@given(points, st.integers(0, 255))
def test_both_decoders_take_the_same_changed_points(point: Point, bit: int) -> None:
    raw = bytearray(point.encoding)
    raw[bit // 8] ^= 1 << bit % 8
    assert decoded(bytes(raw)) == decoded_twice(bytes(raw))


def decoded(raw: bytes) -> bytes | str:
    """What `Point.decode` makes of `raw`, encoded again, or the check that refuses it."""
    try:
        return Point.decode(raw).encoding
    except ProofError as refusal:
        return refusal.check.value


def decoded_twice(raw: bytes) -> bytes | str:
    """The same of the second verifier."""
    try:
        return independent.encode(independent.decode(raw))
    except independent.Refused as refusal:
        return str(refusal)


@pytest.mark.parametrize("raw", [b"", bytes(31), bytes(33), b"\0" * 64])
def test_other_lengths_are_refused(raw: bytes) -> None:
    for take in (Point.decode, Scalar.decode):
        with pytest.raises(ProofError) as refusal:
            take(raw)
        assert refusal.value.check is Check.LENGTH


def test_the_identity_is_a_point_that_nobody_may_send() -> None:
    assert Point(bytes(32)) == IDENTITY
    with pytest.raises(ProofError) as refusal:
        Point.decode(bytes(32))
    assert refusal.value.check is Check.IDENTITY


@given(st.integers(ORDER, 2**256 - 1))
def test_scalars_of_the_order_and_more_are_refused(value: int) -> None:
    with pytest.raises(ProofError) as refusal:
        Scalar.decode(value.to_bytes(32, "little"))
    assert refusal.value.check is Check.SCALAR
    with pytest.raises(ValueError, match="below the order"):
        Scalar(value)


@given(scalars)
def test_a_scalar_has_one_encoding_and_does_not_show_itself(scalar: Scalar) -> None:
    assert Scalar.decode(scalar.encode()) == scalar
    assert str(scalar) == repr(scalar) == "Scalar()"


@given(scalars, scalars, points, points)
def test_the_laws_of_a_group(a: Scalar, b: Scalar, p: Point, q: Point) -> None:
    assert p + q == q + p
    assert p - q + q == p
    assert p - p == IDENTITY
    assert p + IDENTITY == p
    assert (a + b) * p == a * p + b * p
    assert (a - b) * p == a * p - b * p
    assert (a * b) * p == a * (b * p)
    assert a * (p + q) == a * p + a * q
    assert (ZERO - a) * p == IDENTITY - a * p


@given(points)
def test_zero_and_one(point: Point) -> None:
    assert ZERO * point == ZERO * G == IDENTITY
    assert ONE * point == point
    assert Scalar(ORDER - 1) * point == IDENTITY - point
    assert Scalar(5) * IDENTITY == IDENTITY


@given(scalars, points)
def test_libsodium_and_the_arithmetic_of_the_rfc_agree(scalar: Scalar, point: Point) -> None:
    other = independent.decode(point.encoding)
    assert independent.encode(independent.combination((scalar.value, other))) == (scalar * point).encoding


def test_the_generators_are_all_different_and_any_number_can_be_had() -> None:
    names = [G, H, *generators(200)]
    assert len(set(names)) == 202
    assert IDENTITY not in names
    assert generators(64)[63] == generator(64) == hash_to_point(b"H_64")
    assert generators_sum(3) == generator(1) + generator(2) + generator(3)
    assert generators_sum(0) == IDENTITY
    assert independent.encode(independent.generator(b"H_200")) == generator(200).encoding


def test_sums_have_as_many_scalars_as_points() -> None:
    assert total([]) == IDENTITY
    assert weighted([ONE, ZERO], [G, H]) == G
    with pytest.raises(ValueError, match="zip"):
        weighted([ONE], [G, H])


def test_points_that_libsodium_refuses_are_no_silent_identity() -> None:
    with pytest.raises(ArithmeticError):
        sodium.add(b"\x01" * 32, G.encoding)
    with pytest.raises(ArithmeticError):
        sodium.subtract(G.encoding, b"\x01" * 32)
    with pytest.raises(ArithmeticError):
        sodium.multiply(b"\x02" + bytes(31), b"\x01" * 32)
    with pytest.raises(ArithmeticError):
        sodium.multiply_base(bytes(32))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the file of a library that is in use")
def test_loading_leaves_no_file_behind_and_warns_of_nothing(tmp_path: Path) -> None:
    code = "import protocol.proofs.sodium"
    environment = {"TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []
