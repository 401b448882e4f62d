"""Reading so many bytes and no more, from a stream that then goes into other hands."""

from __future__ import annotations

import trio

from p2p.reach.ways import Reason, WayFailed


async def read_exactly(stream: trio.abc.ReceiveStream, size: int) -> bytes:
    """The next `size` bytes. Raises WayFailed (BROKEN) if the stream ends before."""
    data = bytearray()
    while len(data) < size:
        more = await stream.receive_some(size - len(data))
        if not more:
            raise WayFailed(Reason.BROKEN)
        data += more
    return bytes(data)
