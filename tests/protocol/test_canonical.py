"""The encoding: every value has one spelling, and nothing else is read."""

from __future__ import annotations

import struct
import tracemalloc

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.canonical import DEEPEST, MOST_ELEMENTS, EncodingError, Plain, decode, decode_as, encode, shaped

integers = st.integers(-(2**63), 2**64 - 1)
values = st.recursive(
    st.none() | st.booleans() | integers | st.text(max_size=40) | st.binary(max_size=300),
    lambda inner: st.lists(inner, max_size=20),
    max_leaves=30,
)


@given(values)
def test_what_is_encoded_is_read_again(value: Plain) -> None:
    raw = encode(value)
    again = decode(raw)
    assert again == value
    assert encode(again) == raw


@given(values, st.data())
def test_a_changed_byte_is_refused_or_means_another_value(value: Plain, data: st.DataObject) -> None:
    """No two byte strings are read as one value: what a mutation reads as is never the same."""
    raw = bytearray(encode(value))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    try:
        other = decode(bytes(raw))
    except EncodingError:
        return
    assert encode(other) == bytes(raw)
    assert encode(other) != encode(value)


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_are_canonical(raw: bytes) -> None:
    try:
        value = decode(raw)
    except EncodingError:
        return
    assert encode(value) == raw


@given(values, st.binary(min_size=1, max_size=5))
def test_nothing_may_follow_or_be_missing(value: Plain, more: bytes) -> None:
    raw = encode(value)
    with pytest.raises(EncodingError, match="follow"):
        decode(raw + more)
    for end in range(len(raw)):
        with pytest.raises(EncodingError):
            decode(raw[:end])


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\x80", "maps"),
        (b"\x81\xa1a\x01", "max_map_len"),
        (b"\x82\xa1a\x01\xa1a\x02", "max_map_len"),  # a key twice
        (b"\xde\x00\x00", "maps"),
        (b"\xdf\x00\x00\x00\x00", "maps"),
        (b"\xca" + struct.pack(">f", 1.0), "floats"),
        (b"\xcb" + struct.pack(">d", float("nan")), "floats"),
        (b"\xd4\x01\x00", "max_ext_len"),
        (b"\xc7\x01\x01\x00", "max_ext_len"),
        (b"\xc7\x00\x01", "extension"),
        (b"\xd6\xff\x00\x00\x00\x00", "max_ext_len"),  # msgpack's timestamp
        (b"\xc1", "not a value"),
        (b"\xcc\x01", "shortest"),
        (b"\xcd\x00\xff", "shortest"),
        (b"\xcf" + bytes(7) + b"\x01", "shortest"),
        (b"\xd0\x01", "shortest"),
        (b"\xd0\xff", "shortest"),
        (b"\xd9\x01a", "shortest"),
        (b"\xda\x00\x01a", "shortest"),
        (b"\xc5\x00\x01a", "shortest"),
        (b"\xdc\x00\x01\x01", "shortest"),
        (b"\xdd\x00\x00\x00\x01\x01", "shortest"),
        (b"\xa2\xc3\x28", "utf-8"),
        (b"\xa3\xed\xa0\x80", "utf-8"),  # half a surrogate pair
        (b"", "incomplete"),
        (b"\xdd\xff\xff\xff\xff", "max_array_len"),
        (b"\xc6\xff\xff\xff\xff", "incomplete"),
        (b"\xdb\x7f\xff\xff\xff", "incomplete"),
    ],
)
def test_other_spellings_and_types_are_refused(raw: bytes, reason: str) -> None:
    with pytest.raises(EncodingError, match=reason):
        decode(raw)


def test_length_and_depth_are_limited_before_anything_is_built() -> None:
    with pytest.raises(EncodingError, match="got 100001 bytes, at most 65536"):
        decode(bytes(100_001))
    with pytest.raises(EncodingError, match="too deep"):
        decode(b"\x91" * 1000 + b"\xc0")
    assert decode(b"\x91" * DEEPEST + b"\xc0") is not None
    with pytest.raises(EncodingError, match="maps"):
        decode(b"\x80" * 60_000)
    assert decode(encode([0] * MOST_ELEMENTS)) == [0] * MOST_ELEMENTS
    with pytest.raises(EncodingError, match="max_array_len"):
        decode(encode([0] * (MOST_ELEMENTS + 1)))


@pytest.mark.parametrize("start", [b"\xdc\x04\x00", b"\xdc\xff\xff", b"\xdd\x00\x00\x04\x00", b"\x9f", b"\x90"])
def test_no_bytes_make_a_decoder_take_much_memory(start: bytes) -> None:
    """Lists inside lists that each claim to be long: the worst that `MOST_ELEMENTS` leaves."""
    raw = (start * 65_536)[:65_536]
    tracemalloc.start()
    try:
        with pytest.raises(EncodingError):
            decode(raw)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


class _Shape(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    count: int
    name: str


class _Bytes(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    value: bytes


def test_a_text_is_not_taken_for_the_bytes_that_it_spells() -> None:
    assert shaped([b"\x00"], _Bytes) == _Bytes(b"\x00")
    for text in ("AA==", "AB==", ""):
        with pytest.raises(EncodingError, match="Expected `bytes`"):
            shaped([text], _Bytes)


def test_a_value_of_another_shape_is_refused_by_name() -> None:
    assert decode_as(encode([1, "one"]), _Shape) == _Shape(1, "one")
    for wrong in ([1], [1, "one", 2], [True, "one"], ["1", "one"], [1, b"one"], [1.0, "one"], {"count": 1}, 3):
        with pytest.raises(EncodingError):
            shaped(wrong, _Shape)  # type: ignore[arg-type]
