"""What travels between two machines: frames of a length and one message in canonical msgpack (threats 27, 28).

A frame is 4 bytes of length, big-endian, and that many bytes of msgpack: an array of the message's tag and its fields.
The length is checked before anything is kept. The message is decoded against its type, so that nothing is built which
the type does not have room for: a message is a flat array, and whatever lies deeper is refused where it starts. What
does not encode back to the same bytes is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from p2p.errors import RemoteError
from p2p.text import CHAT_LIMIT

WIRE_VERSION: Final = 1
FRAME_LIMIT: Final = 128 * 1024
"""Bytes of one frame between players who have proven themselves. No entry has more than half of it."""
STRANGER_LIMIT: Final = 1024
"""Bytes of one frame before that."""
SENTENCE_LIMIT: Final = 1000
_HEADER: Final = 4

Count = Annotated[int, Meta(ge=0, le=2**31)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One thing said. Each subclass has its tag on the wire."""


class Hello(Message, frozen=True, tag="hello"):
    """Joiner, first: the wire version it speaks and its nonce."""

    version: Count
    nonce: Bytes32


class Challenge(Message, frozen=True, tag="challenge"):
    """Host: its version and nonce."""

    version: Count
    nonce: Bytes32


class Proof(Message, frozen=True, tag="proof"):
    """Joiner: that it knows the invite's secret, and the key it will be known by from now on."""

    proof: Bytes32
    key: Bytes32
    signature: Bytes64


class Welcome(Message, frozen=True, tag="welcome"):
    """Host: that it knows the invite's secret too, and lets the joiner in."""

    proof: Bytes32


class Head(Message, frozen=True, tag="head"):
    """Where the sender's chain stands: how many entries, and the hash of the last (zeros if there is none)."""

    count: Count
    hash: Bytes32


class Entry(Message, frozen=True, tag="entry"):
    """One entry of the chain, as it lies in the record."""

    entry: bytes


class Fork(Message, frozen=True, tag="fork"):
    """The two chains differ: the sender's whole chain follows, `count` entries, to find out whose doing it is."""

    count: Count


class Chat(Message, frozen=True, tag="chat"):
    """A line of talk; not part of the game."""

    text: Annotated[str, Meta(max_length=CHAT_LIMIT)]


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""

    number: Count


class Pong(Message, frozen=True, tag="pong"):
    """I am."""

    number: Count


class Fault(Message, frozen=True, tag="fault"):
    """The sender stops, and why. `lasting`: trying again changes nothing."""

    sentence: Annotated[str, Meta(max_length=SENTENCE_LIMIT)]
    lasting: bool


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The sender has nothing more to say. `finished`: because the game is over and its verdicts are exchanged."""

    finished: bool


AnyMessage: TypeAlias = Hello | Challenge | Proof | Welcome | Head | Entry | Fork | Chat | Ping | Pong | Fault | Goodbye

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final[msgspec.msgpack.Decoder[AnyMessage]] = msgspec.msgpack.Decoder(AnyMessage)


def encode_frame(message: AnyMessage) -> bytes:
    """`message` as a whole frame. Raises ValueError if it is too long for any reader."""
    packed = _ENCODER.encode(message)
    if len(packed) > FRAME_LIMIT:
        raise ValueError(f"a message of {len(packed)} bytes, at most {FRAME_LIMIT} can be sent")
    return len(packed).to_bytes(_HEADER, "big") + packed


def decode_message(packed: bytes) -> AnyMessage:
    """The message that a frame held. Raises RemoteError naming what is wrong with it."""
    try:
        message: AnyMessage = _DECODER.decode(packed)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise RemoteError(f"The other side sent a message of {len(packed)} bytes that is none: {error}.") from error
    if _ENCODER.encode(message) != packed:
        kind = type(message).__name__.lower()
        raise RemoteError(f"The other side sent a {kind} message of {len(packed)} bytes that is not canonical msgpack.")
    return message


class FrameReader:
    """Bytes in, as the network cuts them; whole packed messages out. Keeps at most one frame and what came with it."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """Largest frame accepted, in bytes; may be changed between frames."""
        self._buffer = bytearray()

    @property
    def inside(self) -> bool:
        """Whether a frame has begun that has not ended."""
        return bool(self._buffer)

    def feed(self, data: bytes | bytearray) -> None:
        """Take what the network gave."""
        self._buffer += data

    def frames(self) -> Iterator[bytes]:
        """The frames that are whole by now, each one once. Raises RemoteError at a length that is out of bounds."""
        while len(self._buffer) >= _HEADER:
            size = int.from_bytes(self._buffer[:_HEADER], "big")
            if not 1 <= size <= self.limit:
                raise RemoteError(f"The other side announced a frame of {size} bytes, at most {self.limit} are taken.")
            if len(self._buffer) < _HEADER + size:
                return
            packed = bytes(self._buffer[_HEADER : _HEADER + size])
            del self._buffer[: _HEADER + size]
            yield packed
