"""The one encoding of every message, hash input and signed entry: msgpack with one spelling for each value.

Values are None, bool, int (-2**63 .. 2**64-1), str (UTF-8), bytes and lists of values. Maps, floats, extension types
and any spelling but the shortest are refused, so that nothing can be opened, hashed or signed in two ways (THREATS 13,
28). Lengths are limited before anything is built (THREATS 27).

The `msgpack` package does the work; what it would let pass is refused here: what it reads must be written again as the
same bytes.
"""

from __future__ import annotations

from typing import Any, Final, Never, TypeAlias, TypeVar

import msgpack
import msgspec

from protocol.errors import FairTableError
from protocol.sentences import Sentence

MOST_BYTES: Final = 65_536
"""Longest encoding that `decode` looks at unless told otherwise."""

MOST_ELEMENTS: Final = 1_024
"""How many elements a list has at most. msgpack makes room for as many as a list says it has."""

DEEPEST: Final = 16
"""How many lists may lie inside each other."""

Plain: TypeAlias = "bool | int | str | bytes | list[Plain] | None"
Typed = TypeVar("Typed")


class EncodingError(FairTableError):
    """Bytes that are not the canonical encoding of any value, or too long, or too deep, or of the wrong shape."""


def encode(value: Any) -> bytes:
    """The canonical bytes of `value`: plain values, tuples, enums of them, and array-like msgspec structures."""
    packed: bytes = msgpack.packb(value, default=msgspec.structs.astuple)
    return packed


def decode(raw: bytes, *, most_bytes: int = MOST_BYTES) -> Plain:
    """The value whose canonical encoding is `raw`. Raises EncodingError if there is none within the limits."""
    if len(raw) > most_bytes:
        raise EncodingError(Sentence("got {count} bytes, at most {most} are allowed", count=len(raw), most=most_bytes))
    try:
        value: Plain = msgpack.unpackb(
            raw,
            object_pairs_hook=_refuse_map,
            ext_hook=_refuse_extension,
            max_array_len=MOST_ELEMENTS,
            max_map_len=0,
            max_ext_len=0,
        )
    except EncodingError:
        raise
    except msgpack.ExtraData as refusal:
        raise EncodingError(Sentence("{count} bytes follow the value", count=len(refusal.extra))) from None
    except (ValueError, msgpack.UnpackException) as refusal:
        raise EncodingError(
            Sentence(
                "the {count} bytes are not a value: {refusal}",
                count=len(raw),
                refusal=str(refusal) or type(refusal).__name__,
            )
        ) from None
    _check([value], DEEPEST + 1)
    if encode(value) != raw:
        raise EncodingError(Sentence("the bytes are not the shortest encoding of their value"))
    return value


def decode_as(raw: bytes, shape: type[Typed], *, most_bytes: int = MOST_BYTES) -> Typed:
    """As `decode`, checked against and converted to `shape`. Raises EncodingError."""
    return shaped(decode(raw, most_bytes=most_bytes), shape)


def shaped(value: Plain, shape: type[Typed]) -> Typed:
    """A decoded value as a `shape`. Raises EncodingError naming the field that does not fit."""
    try:
        # Without `builtin_types` a text would be taken for the bytes that it spells in Base64.
        return msgspec.convert(value, shape, builtin_types=(bytes,))
    except msgspec.ValidationError as refusal:
        raise EncodingError(str(refusal)) from None


def _check(values: list[Plain], depth: int) -> None:
    """Raise EncodingError if lists lie too deep inside each other, or there is a float among `values`."""
    if depth == 0:
        raise EncodingError(Sentence("lists lie too deep inside each other"))
    for value in values:
        kind = type(value)
        if kind is list:
            _check(value, depth - 1)  # type: ignore[arg-type]
        elif kind is float:
            raise EncodingError(Sentence("floats are not allowed"))


def _refuse_map(pairs: object) -> Never:
    raise EncodingError(Sentence("maps are not allowed"))


def _refuse_extension(code: int, data: bytes) -> Never:
    raise EncodingError(Sentence("extension types are not allowed"))
