"""The one encoding of every message, hash input and signed entry: msgpack with one spelling for each value.

Values are None, bool, int (-2**63 .. 2**64-1), str (UTF-8), bytes and lists of values. Maps, floats, extension types
and any spelling but the shortest are refused, so that nothing can be opened, hashed or signed in two ways (THREATS 13,
28). Length and depth are limited before anything is built (THREATS 27).
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

import msgspec

MOST_BYTES: Final = 65_536
"""Longest encoding that `decode` looks at unless told otherwise."""

DEEPEST: Final = 16
"""How many lists may lie inside each other."""

Plain: TypeAlias = "bool | int | str | bytes | list[Plain] | None"
Typed = TypeVar("Typed")

_encoder: Final = msgspec.msgpack.Encoder()

_INTEGERS: Final = {0xCC: (1, False), 0xCD: (2, False), 0xCE: (4, False), 0xCF: (8, False)} | {
    0xD0: (1, True),
    0xD1: (2, True),
    0xD2: (4, True),
    0xD3: (8, True),
}
"""msgpack's type byte of an integer: its length in bytes, and whether it is signed."""

_STRINGS: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BYTES: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_LISTS: Final = {0xDC: 2, 0xDD: 4}
"""msgpack's type bytes with a length that follows: how many bytes that length takes."""


class EncodingError(ValueError):
    """Bytes that are not the canonical encoding of any value, or too long, or too deep, or of the wrong shape."""


def encode(value: Any) -> bytes:
    """The canonical bytes of `value`: plain values, tuples, enums of them, and array-like msgspec structures."""
    return _encoder.encode(value)


def decode(raw: bytes, *, most_bytes: int = MOST_BYTES, deepest: int = DEEPEST) -> Plain:
    """The value whose canonical encoding is `raw`. Raises EncodingError if there is none within the limits."""
    if len(raw) > most_bytes:
        raise EncodingError(f"got {len(raw)} bytes, at most {most_bytes} are allowed")
    try:
        value, end = _value(raw, 0, deepest)
    except IndexError:
        raise EncodingError(f"the {len(raw)} bytes end in the middle of a value") from None
    except UnicodeDecodeError:
        raise EncodingError("a text is not UTF-8") from None
    if end != len(raw):
        raise EncodingError(f"{len(raw) - end} bytes follow the value")
    if encode(value) != raw:
        raise EncodingError("the bytes are not the shortest encoding of their value")
    return value


def decode_as(raw: bytes, shape: type[Typed], *, most_bytes: int = MOST_BYTES, deepest: int = DEEPEST) -> Typed:
    """As `decode`, checked against and converted to `shape`. Raises EncodingError."""
    return shaped(decode(raw, most_bytes=most_bytes, deepest=deepest), shape)


def shaped(value: Plain, shape: type[Typed]) -> Typed:
    """A decoded value as a `shape`. Raises EncodingError naming the field that does not fit."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as refusal:
        raise EncodingError(str(refusal)) from None


def _value(raw: bytes, at: int, depth: int) -> tuple[Plain, int]:
    """The value that starts at `at`, and where it ends. Whether it is spelled the shortest way is the caller's."""
    kind = raw[at]
    at += 1
    if kind <= 0x7F:
        return kind, at
    if kind >= 0xE0:
        return kind - 0x100, at
    if kind in _BYTES:
        length, at = _length(raw, at, _BYTES[kind])
        return raw[at : at + length], at + length
    if kind <= 0x8F:
        raise EncodingError("maps are not allowed")
    if kind <= 0x9F:
        return _list(raw, at, kind & 0x0F, depth)
    if kind <= 0xBF:
        end = _end(raw, at, kind & 0x1F)
        return raw[at:end].decode(), end
    if kind in _INTEGERS:
        size, signed = _INTEGERS[kind]
        end = _end(raw, at, size)
        return int.from_bytes(raw[at:end], "big", signed=signed), end
    if kind in _STRINGS:
        length, at = _length(raw, at, _STRINGS[kind])
        return raw[at : at + length].decode(), at + length
    if kind in _LISTS:
        length, at = _length(raw, at, _LISTS[kind])
        return _list(raw, at, length, depth)
    if kind == 0xC0:
        return None, at
    if kind in (0xC2, 0xC3):
        return kind == 0xC3, at
    raise EncodingError(f"type byte 0x{kind:02x} is not allowed: maps, floats and extension types never are")


def _list(raw: bytes, at: int, count: int, depth: int) -> tuple[list[Plain], int]:
    if depth == 0:
        raise EncodingError("lists lie too deep inside each other")
    _end(raw, at, count)
    values: list[Plain] = []
    for _ in range(count):
        value, at = _value(raw, at, depth - 1)
        values.append(value)
    return values, at


def _length(raw: bytes, at: int, size: int) -> tuple[int, int]:
    """A length of `size` bytes at `at`, which the rest of `raw` must be able to hold; and where it ends."""
    end = _end(raw, at, size)
    length = int.from_bytes(raw[at:end], "big")
    _end(raw, end, length)
    return length, end


def _end(raw: bytes, at: int, length: int) -> int:
    """Where `length` bytes (or elements, each of at least one byte) from `at` end, if there are so many."""
    if length > len(raw) - at:
        raise IndexError
    return at + length
