"""Frames: whatever way the bytes come, and whatever bytes come (threats 27, 28)."""

from __future__ import annotations

import tracemalloc

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import RemoteError
from p2p.wire.frames import FRAME_LIMIT, FrameReader, decode_message, encode_frame
from p2p.wire.messages import (
    AnyMessage,
    ChallengeMessage,
    ChatMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    HelloMessage,
    LeaveMessage,
    PingMessage,
    PongMessage,
    ProofMessage,
    SeenMessage,
    WelcomeMessage,
)

counts = st.integers(0, 2**31)
words = st.text("abcXYZ 019._+-", min_size=1, max_size=40)
hashes = st.binary(min_size=32, max_size=32)
messages: st.SearchStrategy[AnyMessage] = st.one_of(
    st.builds(HelloMessage, counts, hashes),
    st.builds(ChallengeMessage, counts, hashes),
    st.builds(ProofMessage, hashes, hashes, st.binary(min_size=64, max_size=64)),
    st.builds(
        WelcomeMessage,
        hashes,
        words,
        st.lists(st.tuples(words, words), max_size=8).map(tuple),
    ),
    st.builds(HeadMessage, counts, hashes),
    st.builds(EntryMessage, st.binary(max_size=300)),
    st.builds(SeenMessage, st.binary(max_size=320)),
    st.builds(LeaveMessage, st.binary(max_size=320)),
    st.builds(ForkMessage, counts),
    st.builds(ChatMessage, st.text(max_size=500)),
    st.builds(PingMessage, counts),
    st.builds(PongMessage, counts),
    st.builds(FaultMessage, st.text("abc-", max_size=40), st.text(max_size=1000), st.booleans()),
    st.builds(GoodbyeMessage, st.booleans()),
)


def read(reader: FrameReader, data: bytes) -> list[AnyMessage]:
    reader.feed(data)
    return [decode_message(packed) for packed in reader.frames()]


@given(st.lists(messages, max_size=5), st.data())
def test_any_cut_gives_the_same_messages(sent: list[AnyMessage], data: st.DataObject) -> None:
    stream = b"".join(encode_frame(message) for message in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader = FrameReader(FRAME_LIMIT)
    got: list[AnyMessage] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += read(reader, stream[start:end])
    assert got == sent
    assert not reader.inside


@given(messages)
def test_byte_by_byte(message: AnyMessage) -> None:
    reader = FrameReader(FRAME_LIMIT)
    frame = encode_frame(message)
    for byte in frame[:-1]:
        assert read(reader, bytes([byte])) == []
        assert reader.inside
    assert read(reader, frame[-1:]) == [message]


@pytest.mark.parametrize("size", [0, FRAME_LIMIT + 1, 10 * 2**20, 2**32 - 1])
def test_a_length_out_of_bounds_is_refused_from_its_header_alone(size: int) -> None:
    reader = FrameReader(FRAME_LIMIT)
    with pytest.raises(RemoteError, match=f"frame of {size} bytes, at most {FRAME_LIMIT}"):
        read(reader, size.to_bytes(4, "big"))


def test_the_limit_itself_is_taken() -> None:
    message = EntryMessage(bytes(FRAME_LIMIT - 12))
    assert len(encode_frame(message)) == 4 + FRAME_LIMIT
    assert read(FrameReader(FRAME_LIMIT), encode_frame(message)) == [message]
    with pytest.raises(ValueError, match="at most 131072 can be sent"):
        encode_frame(EntryMessage(bytes(FRAME_LIMIT)))


def frame(packed: bytes) -> bytes:
    return len(packed).to_bytes(4, "big") + packed


PING = b"\x92\xa4ping\x07"


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(b"\x92\xa4ping\xcc\x07", id="a long int"),
        pytest.param(b"\x92\xd9\x04ping\x07", id="a long text"),
        pytest.param(b"\xdc\x00\x02\xa4ping\x07", id="a long list"),
        pytest.param(PING + b"\x00", id="a byte behind"),
        pytest.param(PING[:-1], id="a byte short"),
        pytest.param(b"\x93\xa4ping\x07\x07", id="a field too many"),
        pytest.param(b"\x91\xa4ping", id="a field too few"),
        pytest.param(b"\x92\xa4pong\xff", id="a negative count"),
        pytest.param(b"\x92\xa4ping\xcf\xff\xff\xff\xff\xff\xff\xff\xff", id="a count too large"),
        pytest.param(b"\x92\xa4ping\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", id="NaN"),
        pytest.param(b"\x92\xa4ping\xca\x40\xe0\x00\x00", id="a float"),
        pytest.param(b"\x92\xa4ping\xd4\x01\x00", id="an extension"),
        pytest.param(b"\x92\xa4ping\xd6\xff\x00\x00\x00\x00", id="a time"),
        pytest.param(b"\x92\xa4ping\xc0", id="nil"),
        pytest.param(b"\x92\xa4ping\xc3", id="true"),
        pytest.param(b"\x92\xa4gong\x07", id="an unknown tag"),
        pytest.param(b"\x82\xa4type\xa4ping\xa6number\x07", id="a map"),
        pytest.param(b"\x82\xa4type\xa4ping\xa4type\xa4ping", id="duplicate keys"),
        pytest.param(b"\x92\xa4chat\xa2\xff\xfe", id="no UTF-8"),
        pytest.param(b"\x92\xa4chat\xa3\xed\xa0\x80", id="a surrogate"),
        pytest.param(b"\x92\xa4chat\xc4\x01a", id="bytes for text"),
        pytest.param(b"\x92\xa4chat\xda\x01\xf5" + b"a" * 501, id="a long chat"),
        pytest.param(b"\x92\xa7welcome\xc4\x1f" + bytes(31), id="a short hash"),
        pytest.param(b"\xc1", id="the unused code"),
    ],
)
def test_what_is_not_a_message_in_canonical_form_is_refused(packed: bytes) -> None:
    with pytest.raises(RemoteError, match=f"{len(packed)} bytes"):
        read(FrameReader(FRAME_LIMIT), frame(packed))


@given(st.binary(min_size=1, max_size=200))
def test_random_bytes_are_refused_or_stand_for_themselves(packed: bytes) -> None:
    try:
        message = decode_message(packed)
    except RemoteError:
        return
    assert encode_frame(message) == frame(packed)


@given(messages, st.data())
def test_a_changed_byte_never_gives_the_same_message(message: AnyMessage, data: st.DataObject) -> None:
    packed = bytearray(encode_frame(message)[4:])
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    try:
        changed = decode_message(bytes(packed))
    except RemoteError:
        return
    assert changed != message


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(b"\x91" * 1000 + b"\xc0", id="1000 lists in each other"),
        pytest.param(b"\x81\xa1a" * 1000 + b"\xc0", id="1000 maps in each other"),
        pytest.param(b"\x92\xa4ping" + b"\x91" * 1000 + b"\xc0", id="1000 lists in a field"),
        pytest.param(b"\x93\xa4ping\x07" + b"\x91" * 1000 + b"\xc0", id="1000 lists in an unknown field"),
        pytest.param(b"\x93\xa4head\x00" + b"\x91" * 1000 + b"\xc0", id="1000 lists for a hash"),
        pytest.param(b"\xdd\x00\x01\xff\x00" + b"\x80" * (FRAME_LIMIT - 256), id="empty maps"),
        pytest.param(
            b"\x93\xa4head\x00\xdd\x00\x01\xff\x00" + b"\x80" * (FRAME_LIMIT - 256), id="empty maps in a field"
        ),
        pytest.param(b"\x93\xa4head\x00\xdd\xff\xff\xff\xff", id="a list announced long"),
        pytest.param(b"\x92\xa5entry\xc6\xff\xff\xff\xff", id="bytes announced long"),
    ],
)
def test_deep_and_wide_frames_take_no_memory(packed: bytes) -> None:
    decode_message(PING)
    tracemalloc.start()
    try:
        with pytest.raises(RemoteError):
            decode_message(packed)
        assert tracemalloc.get_traced_memory()[1] < 4 * FRAME_LIMIT
    finally:
        tracemalloc.stop()


def test_ten_megabytes_of_empty_maps_are_cut_at_the_header() -> None:
    reader = FrameReader(FRAME_LIMIT)
    bomb = frame(b"\xdd" + (10 * 2**20).to_bytes(4, "big") + b"\x80" * (10 * 2**20))
    with pytest.raises(RemoteError, match="announced a frame of 10485765 bytes"):
        read(reader, bomb[:16384])


def test_message_types_do_not_nest() -> None:
    """The depth limit is the types': no field holds anything but a number, a text, bytes or a truth value.

    But for the settings of the game, which are pairs of words.
    """
    flat = (
        msgspec.inspect.IntType,
        msgspec.inspect.BytesType,
        msgspec.inspect.StrType,
        msgspec.inspect.BoolType,
    )
    union = msgspec.inspect.type_info(AnyMessage)
    assert isinstance(union, msgspec.inspect.UnionType)
    assert len(union.types) == 19
    for kind in union.types:
        assert isinstance(kind, msgspec.inspect.StructType)
        assert all(isinstance(field.type, flat) or field.name == "settings" for field in kind.fields)
