"""What travels between two machines: frames of a length and one message in canonical msgpack (threats 27, 28).

A frame is 4 bytes of length, big-endian, and that many bytes of msgpack: an array of the message's tag and its fields.
The length is checked before anything is kept. The message is decoded against its type, so that nothing is built which
the type does not have room for: a message is a flat array, and whatever lies deeper is refused where it starts. What
does not encode back to the same bytes is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from p2p.errors import Problem, RemoteError
from p2p.wire.messages import AnyMessage

FRAME_LIMIT: Final = 128 * 1024
"""Bytes of one frame between players who have proven themselves. No entry has more than half of it."""
STRANGER_LIMIT: Final = 1024
"""Bytes of one frame before that."""

_HEADER: Final = 4
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
        raise RemoteError(Problem.NOT_A_MESSAGE, size=len(packed), reason=str(error)) from error
    if _ENCODER.encode(message) != packed:
        raise RemoteError(Problem.NOT_CANONICAL, message=message.tag(), size=len(packed))
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
                raise RemoteError(Problem.FRAME_TOO_LARGE, size=size, most=self.limit)
            if len(self._buffer) < _HEADER + size:
                return
            packed = bytes(self._buffer[_HEADER : _HEADER + size])
            del self._buffer[: _HEADER + size]
            yield packed
