"""The ristretto255 of libsodium, as the package `rbcl` brings it: five functions on bytes, called directly.

They are called past rbcl's own wrappers because these drop return codes: its `add` of bytes that are no point gives the
identity without a word. Nothing here checks what comes in: `group` does, before anything arrives here. It must, because
this libsodium (1.0.18) ignores the highest bit of an encoding, where RFC 9496 wants the bytes refused.
"""

from __future__ import annotations

import ctypes
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

POINT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
HASH_BYTES: Final = 64


def _load() -> ctypes.CDLL:
    """The library. rbcl writes it to a temporary file, loads it from there and leaves the file behind."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # rbcl leaves a file object open
            import rbcl  # type: ignore[import-untyped]  # noqa: F401
    except OSError as refusal:
        raise ImportError(
            f"libsodium cannot be loaded from the folder for temporary files: {refusal}. "
            "Set TMPDIR to a folder from which programs may be loaded."
        ) from refusal
    module = sys.modules["rbcl._sodium"]
    library: ctypes.CDLL = module._sodium
    with suppress(OSError):  # Windows keeps the file of a library that is in use
        Path(module.lib_path).unlink()
    return library


_library: Final = _load()
_Point: Final = ctypes.c_char * POINT_BYTES


def _function(name: str, inputs: int) -> Callable[..., int]:
    """The function `name`: a buffer for the output, then `inputs` byte strings; 0 or 1 is what it returns."""
    function = getattr(_library, name)
    function.argtypes = [ctypes.c_char_p] * (inputs + 1)
    function.restype = ctypes.c_int
    return function  # type: ignore[no-any-return]


_add: Final = _function("crypto_core_ristretto255_add", 2)
_subtract: Final = _function("crypto_core_ristretto255_sub", 2)
_multiply: Final = _function("crypto_scalarmult_ristretto255", 2)
_multiply_base: Final = _function("crypto_scalarmult_ristretto255_base", 1)
_from_hash: Final = _function("crypto_core_ristretto255_from_hash", 1)
_is_valid_point: Final = _function("crypto_core_ristretto255_is_valid_point", 0)


def is_point(encoding: bytes) -> bool:
    """Whether 32 bytes with the highest bit clear are the encoding of a point."""
    return _is_valid_point(encoding) == 1


def add(one: bytes, two: bytes) -> bytes:
    """The sum of two points."""
    total = _Point()
    if _add(total, one, two):
        raise ArithmeticError("libsodium refused to add two points that were checked before")
    return total.raw


def subtract(one: bytes, two: bytes) -> bytes:
    """The difference of two points."""
    difference = _Point()
    if _subtract(difference, one, two):
        raise ArithmeticError("libsodium refused to subtract two points that were checked before")
    return difference.raw


def multiply(scalar: bytes, point: bytes) -> bytes:
    """`scalar` times `point`, where neither may be zero: libsodium refuses a product that is the identity."""
    product = _Point()
    if _multiply(product, scalar, point):
        raise ArithmeticError("libsodium refused to multiply a point that was checked before")
    return product.raw


def multiply_base(scalar: bytes) -> bytes:
    """`scalar`, which may not be zero, times the base point."""
    product = _Point()
    if _multiply_base(product, scalar):
        raise ArithmeticError("libsodium refused to multiply the base point")
    return product.raw


def from_hash(digest: bytes) -> bytes:
    """The point that 64 bytes, the output of a hash, stand for (RFC 9496, section 4.3.4)."""
    point = _Point()
    if _from_hash(point, digest):
        raise ArithmeticError("libsodium refused to map a hash to a point")
    return point.raw
