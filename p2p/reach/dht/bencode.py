"""Bencoding (BEP 3), bounded: what a datagram can hold, eight deep."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Value: TypeAlias = "bytes | int | list[Value] | dict[bytes, Value]"

DEPTH: Final = 8
_INTEGER: Final = re.compile(rb"(0|-?[1-9][0-9]{0,18})e")
_LENGTH: Final = re.compile(rb"(0|[1-9][0-9]{0,4}):")


class BencodeError(ValueError):
    """These bytes are no bencoding, or not in its one spelling."""


def encode(value: Value) -> bytes:
    """The one spelling of `value`."""
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, list):
        return b"l" + b"".join(map(encode, value)) + b"e"
    return b"d" + b"".join(encode(key) + encode(value[key]) for key in sorted(value)) + b"e"


def decode(data: bytes) -> Value:
    """The value that `data` spells, all of it. Raises BencodeError.

    Keys may stand in any order, as some programs of the DHT write them, but none twice.
    """
    value, end = _value(data, 0, DEPTH)
    if end != len(data):
        raise BencodeError("something follows the value")
    return value


def _value(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    if not depth:
        raise BencodeError("too deep")
    kind = data[at : at + 1]
    if kind == b"i":
        return _number(_INTEGER, data, at + 1)
    if kind == b"l":
        return _list(data, at + 1, depth)
    if kind == b"d":
        return _dictionary(data, at + 1, depth)
    return _text(data, at)


def _list(data: bytes, at: int, depth: int) -> tuple[list[Value], int]:
    values: list[Value] = []
    while data[at : at + 1] != b"e":
        value, at = _value(data, at, depth - 1)
        values.append(value)
    return values, at + 1


def _dictionary(data: bytes, at: int, depth: int) -> tuple[dict[bytes, Value], int]:
    values: dict[bytes, Value] = {}
    while data[at : at + 1] != b"e":
        key, at = _text(data, at)
        if key in values:
            raise BencodeError("a key comes twice")
        values[key], at = _value(data, at, depth - 1)
    return values, at + 1


def _text(data: bytes, at: int) -> tuple[bytes, int]:
    size, at = _number(_LENGTH, data, at)
    if size > len(data) - at:
        raise BencodeError("a text is cut off")
    return data[at : at + size], at + size


def _number(form: re.Pattern[bytes], data: bytes, at: int) -> tuple[int, int]:
    found = form.match(data, at)
    if found is None:
        raise BencodeError("no number")
    return int(found[1]), found.end()
