"""The group ristretto255 (RFC 9496) as two types, `Point` and `Scalar`, each with exactly one encoding of 32 bytes.

A value of either type is valid: what is received becomes one through `Point.decode` or `Scalar.decode`, which refuse
everything else before any arithmetic (THREATS 38). There is no promise about time: `Scalar` is a Python integer, whose
arithmetic takes longer for some values than for others (docs/proofs.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha512
from typing import Final, overload

from protocol.proofs import sodium
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.framing import TAG, framed
from protocol.sentences import Sentence

POINT_BYTES: Final = 32
SCALAR_BYTES: Final = 32

FIELD: Final = 2**255 - 19
"""The prime over which the curve lies."""

ORDER: Final = 2**252 + 27_742_317_777_372_353_535_851_937_790_883_648_493
"""l, the number of points, a prime."""

_IDENTITY: Final = bytes(POINT_BYTES)
_BASE: Final = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number modulo `ORDER`. Mostly a secret, so it does not show itself."""

    value: int = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.value < ORDER:
            raise ValueError("A scalar is at least 0 and below the order of the group")

    @classmethod
    def decode(cls, raw: bytes) -> Scalar:
        """The scalar that somebody sent in 32 bytes, little-endian. Raises ProofError for a number of l or more."""
        if len(raw) != SCALAR_BYTES:
            raise ProofError(
                Check.LENGTH,
                Sentence("got a scalar of {count} bytes, expected {expected}", count=len(raw), expected=SCALAR_BYTES),
            )
        value = int.from_bytes(raw, "little")
        if value >= ORDER:
            raise ProofError(Check.SCALAR, Sentence("a scalar is not below the order of the group"))
        return _scalar(value)

    @classmethod
    def reduce(cls, digest: bytes) -> Scalar:
        """64 bytes of a hash, little-endian, modulo the order: each scalar alike, but for one part in 2**259."""
        if len(digest) != sodium.HASH_BYTES:
            raise ValueError(f"A scalar is made of {sodium.HASH_BYTES} bytes, got {len(digest)}")
        return _scalar(int.from_bytes(digest, "little") % ORDER)

    def encode(self) -> bytes:
        """The 32 bytes, little-endian."""
        return self.value.to_bytes(SCALAR_BYTES, "little")

    def __add__(self, other: Scalar) -> Scalar:
        return _scalar((self.value + other.value) % ORDER)

    def __sub__(self, other: Scalar) -> Scalar:
        return _scalar((self.value - other.value) % ORDER)

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...
    @overload
    def __mul__(self, other: Point) -> Point: ...
    def __mul__(self, other: Scalar | Point) -> Scalar | Point:
        if isinstance(other, Scalar):
            return _scalar(self.value * other.value % ORDER)
        if self.value == 0 or other.encoding == _IDENTITY:
            return IDENTITY
        if other.encoding == _BASE:
            return _point(sodium.multiply_base(self.value.to_bytes(SCALAR_BYTES, "little")))
        return _point(sodium.multiply(self.value.to_bytes(SCALAR_BYTES, "little"), other.encoding))


@dataclass(frozen=True, slots=True)
class Point:
    """An element of the group, as its encoding. Equal points have equal encodings."""

    encoding: bytes

    def __post_init__(self) -> None:
        _check_encoding(self.encoding)

    @classmethod
    def decode(cls, raw: bytes) -> Point:
        """A point that somebody sent. Raises ProofError for what is no encoding, and for the identity."""
        _check_encoding(raw)
        if raw == _IDENTITY:
            raise ProofError(Check.IDENTITY, Sentence("a point is the identity"))
        return _point(raw)

    def __add__(self, other: Point) -> Point:
        return _point(sodium.add(self.encoding, other.encoding))

    def __sub__(self, other: Point) -> Point:
        return _point(sodium.subtract(self.encoding, other.encoding))


def _check_encoding(raw: bytes) -> None:
    """Raise ProofError unless `raw` is the one encoding of a point (RFC 9496, section 4.3.1)."""
    if len(raw) != POINT_BYTES:
        raise ProofError(
            Check.LENGTH,
            Sentence("got a point of {count} bytes, expected {expected}", count=len(raw), expected=POINT_BYTES),
        )
    # Below the field's prime, and even: libsodium 1.0.18 does not look at the highest bit.
    if raw[0] & 1 or int.from_bytes(raw, "little") >= FIELD or not sodium.is_point(raw):
        raise ProofError(Check.POINT, Sentence("32 bytes are not the encoding of a point"))


def _scalar(value: int) -> Scalar:
    """The scalar of a number that is known to be in range."""
    scalar = object.__new__(Scalar)
    object.__setattr__(scalar, "value", value)
    return scalar


def _point(encoding: bytes) -> Point:
    """The point of an encoding that is known to be right."""
    point = object.__new__(Point)
    object.__setattr__(point, "encoding", encoding)
    return point


ZERO: Final = Scalar(0)
ONE: Final = Scalar(1)
IDENTITY: Final = Point(_IDENTITY)
G: Final = Point(_BASE)
"""The base point of RFC 9496."""


def added(scalars: Iterable[Scalar]) -> Scalar:
    """The sum of `scalars`."""
    return _scalar(sum(scalar.value for scalar in scalars) % ORDER)


def multiplied(scalars: Iterable[Scalar]) -> Scalar:
    """The product of `scalars`."""
    product = 1
    for scalar in scalars:
        product = product * scalar.value % ORDER
    return _scalar(product)


def dot(ones: Iterable[Scalar], others: Iterable[Scalar]) -> Scalar:
    """The sum of each of `ones` times its one of `others`, of which there must be as many."""
    return _scalar(sum(one.value * another.value for one, another in zip(ones, others, strict=True)) % ORDER)


def total(points: Iterable[Point]) -> Point:
    """The sum of `points`; the identity if there are none."""
    result: Point | None = None
    for point in points:
        result = point if result is None else result + point
    return IDENTITY if result is None else result


def weighted(scalars: Iterable[Scalar], points: Iterable[Point]) -> Point:
    """The sum of each of `points` times its one of `scalars`, of which there must be as many."""
    return total(scalar * point for scalar, point in zip(scalars, points, strict=True))


def hash_to_point(name: bytes) -> Point:
    """The generator called `name`: nobody knows a relation between it and any other."""
    return _point(sodium.from_hash(sha512(framed(TAG + b"generator", name)).digest()))


H: Final = hash_to_point(b"H")
"""What hides: r times H is added to a face's point."""


@cache
def generator(number: int) -> Point:
    """H_`number`, from 1 on."""
    return hash_to_point(b"H_%d" % number)


@cache
def generators(count: int) -> tuple[Point, ...]:
    """H_1 to H_`count`."""
    return tuple(generator(number) for number in range(1, count + 1))


@cache
def generators_sum(count: int) -> Point:
    """The sum of H_1 to H_`count`."""
    return total(generators(count))


def join(points: Iterable[Point]) -> bytes:
    """The encodings of `points`, one after the other."""
    return b"".join([point.encoding for point in points])
