"""What the network gives, in pieces of any size: frames, and the messages in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p.errors import RemoteError
from p2p.wire.frames import FRAME_LIMIT, STRANGER_LIMIT, FrameReader, encode_frame
from tests.fuzz.target import Target, number_and_rest
from tests.fuzz.targets import messages

_LIMITS = (STRANGER_LIMIT, FRAME_LIMIT)


def seeds() -> Iterable[bytes]:
    """A byte for how it is cut, one for the limit, and some frames."""
    framed = [encode_frame(message) for message in messages.messages()]
    for cut, frames in enumerate((framed, framed[:3], framed[5:9], framed[-2:])):
        yield bytes([cut * 50, cut % 2]) + b"".join(frames)


def read(pieces: Sequence[bytes], limit: int) -> tuple[list[bytes], bool]:
    """The frames in `pieces`, and whether all were within the limit."""
    reader = FrameReader(limit)
    found: list[bytes] = []
    for piece in pieces:
        reader.feed(piece)
        try:
            found += reader.frames()
        except RemoteError:
            return found, False
        assert len(reader._buffer) < 4 + limit
    return found, True


def attempt(data: bytes) -> bool:
    """The frames are the same however the network cuts them, and each is a message or refused."""
    cut, rest = number_and_rest(data)
    choice, stream = number_and_rest(rest)
    limit = _LIMITS[choice % 2]
    size = cut + 1
    whole = FrameReader(limit)
    whole.feed(stream)
    found: list[bytes] = []
    good = True
    try:
        for frame in whole.frames():
            found.append(frame)  # noqa: PERF402  those before a length that is out of bounds count
    except RemoteError:
        good = False
    assert (found, good) == read([stream[at : at + size] for at in range(0, len(stream), size)], limit)
    messages_taken = sum([messages.attempt(frame) for frame in found])
    return good and 0 < len(found) == messages_taken


def worst() -> Iterable[bytes]:
    """The longest frame in the smallest pieces, the most frames, and lengths that are not meant."""
    return [
        b"\x00\x01" + FRAME_LIMIT.to_bytes(4, "big") + bytes(FRAME_LIMIT),
        b"\x00\x01" + (b"\0\0\0\1\xc0" * (FRAME_LIMIT // 5)),
        b"\xff\x01\xff\xff\xff\xff" + bytes(FRAME_LIMIT),
        b"\xff\x00" + (STRANGER_LIMIT + 1).to_bytes(4, "big"),
    ] + [b"\xff\x01" + len(one).to_bytes(4, "big") + one for one in messages.worst() if len(one) <= FRAME_LIMIT]


TARGET = Target(seeds, attempt, 6000, worst)
