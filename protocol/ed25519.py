"""Ed25519 signatures (RFC 8032) of which no two parties can disagree whether they are right.

RFC 8032 leaves open which keys and signatures at the edges are taken, and libraries differ: a player with a key of
small order could deny any signature, or have one entry taken by some programs and refused by others (THREATS 38). So:

- a public key is the canonical encoding (y < p, and no negative zero) of a point of the prime-order group but the
  neutral one;
- S < L, and R is not the neutral point;
- the equation is the one without the cofactor, [S]B = R + [h]A. As A is of prime order, R is too, and whether the
  cofactor is multiplied in makes no difference. R's encoding is compared byte for byte, so it is canonical.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)
_NEUTRAL: Final = b"\x01" + bytes(31)

_Point: TypeAlias = tuple[int, int, int, int]
"""A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z."""


def public_key_of(signing_key: bytes) -> bytes:
    """The public key that goes with a private one."""
    return _signer(signing_key).public_key().public_bytes_raw()


def sign(signing_key: bytes, message: bytes) -> bytes:
    """The signature of `message`: always the same."""
    return _signer(signing_key).sign(message)


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` is right, as the module says."""
    if len(signature) != SIGNATURE_BYTES or not is_public_key(public_key):
        return False
    point, scalar = signature[:KEY_BYTES], int.from_bytes(signature[KEY_BYTES:], "little")
    if scalar >= _L or point == _NEUTRAL:
        return False
    try:
        _verifier(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=64)
def is_public_key(key: bytes) -> bool:
    """Whether `key` is the canonical encoding of a point of prime order."""
    point = _decoded(key) if len(key) == KEY_BYTES else None
    return point is not None and key != _NEUTRAL and _is_neutral(_multiplied(point, _L))


@lru_cache(maxsize=64)
def _verifier(public_key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public_key)


@lru_cache(maxsize=8)
def _signer(signing_key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(signing_key)


def _decoded(key: bytes) -> _Point | None:
    """RFC 8032, section 5.1.3, every other encoding refused."""
    number = int.from_bytes(key, "little")
    negative, y = number >> 255, number & ((1 << 255) - 1)
    if y >= _P:
        return None
    numerator, denominator = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = numerator * pow(denominator, 3, _P) * pow(numerator * pow(denominator, 7, _P), (_P - 5) // 8, _P) % _P
    square = denominator * x * x % _P
    if square == -numerator % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    elif square != numerator:
        return None
    if x == 0 and negative:
        return None
    if x & 1 != negative:
        x = _P - x
    return x, y, 1, x * y % _P


def _added(one: _Point, two: _Point) -> _Point:
    """RFC 8032, section 5.1.4."""
    a = (one[1] - one[0]) * (two[1] - two[0]) % _P
    b = (one[1] + one[0]) * (two[1] + two[0]) % _P
    c = 2 * one[3] * two[3] * _D % _P
    d = 2 * one[2] * two[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiplied(point: _Point, factor: int) -> _Point:
    """`factor` times a public point: how long it takes tells nothing."""
    result: _Point = (0, 1, 1, 0)
    for bit in f"{factor:b}":
        result = _added(result, result)
        if bit == "1":
            result = _added(result, point)
    return result


def _is_neutral(point: _Point) -> bool:
    return point[0] % _P == 0 and (point[1] - point[2]) % _P == 0
