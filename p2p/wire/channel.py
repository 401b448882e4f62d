"""Messages over one stream, with deadlines and counters. Knows neither TLS nor the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import trio

from p2p.errors import ConnectionLost, RefusedError, RemoteError
from p2p.text import clean
from p2p.wire.frames import STRANGER_LIMIT, FrameReader, decode_message, encode_frame
from p2p.wire.messages import AnyMessage, FaultMessage, Message

_CHUNK: Final = 16 * 1024
_SENTENCE: Final = 300

Kind = TypeVar("Kind", bound=Message)


@dataclass(slots=True)
class Traffic:
    """What went over a game's connections, inside TLS."""

    bytes_sent: int = 0
    bytes_received: int = 0
    entries_sent: int = 0
    entries_received: int = 0
    round_trips: int = 0
    """How often entries were sent and the next ones waited for."""


class Channel:
    """One connection. One task may send while another receives; senders queue up."""

    def __init__(self, stream: trio.abc.Stream, *, limit: int = STRANGER_LIMIT, traffic: Traffic | None = None) -> None:
        self.traffic = traffic or Traffic()
        self._stream = stream
        self._reader = FrameReader(limit)
        self._sending = trio.Lock()

    def raise_limit(self, limit: int) -> None:
        """Take frames up to `limit` bytes from now on: the other side has proven itself."""
        self._reader.limit = limit

    async def send(self, *messages: AnyMessage, patience: float) -> None:
        """Send `messages` together. Raises ConnectionLost if they cannot be handed over within `patience` seconds."""
        frames = b"".join(map(encode_frame, messages))
        try:
            with trio.fail_after(patience):
                async with self._sending:
                    await self._stream.send_all(frames)
        except trio.TooSlowError as error:
            raise ConnectionLost(f"The other side took nothing for {patience:g} seconds.") from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ConnectionLost("The connection broke.") from error
        self.traffic.bytes_sent += len(frames)

    async def receive(self, *, patience: float) -> AnyMessage:
        """The next message.

        A frame must be whole within `patience` seconds, however busily its bytes trickle in (threat 29). Raises
        ConnectionLost if it is not, or if the connection ends; RemoteError if what came is no message.
        """
        try:
            with trio.fail_after(patience):
                while True:
                    for packed in self._reader.frames():
                        return decode_message(packed)
                    data = await self._stream.receive_some(_CHUNK)
                    if not data:
                        inside = " in the middle of a message" if self._reader.inside else ""
                        raise ConnectionLost(f"The other side closed the connection{inside}.")
                    self.traffic.bytes_received += len(data)
                    self._reader.feed(data)
        except trio.TooSlowError as error:
            raise ConnectionLost(f"No whole message came for {patience:g} seconds.") from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ConnectionLost("The connection broke.") from error

    async def expect(self, kind: type[Kind], *, patience: float) -> Kind:
        """The next message, which must be of `kind`.

        Raises as `receive` does; RefusedError if it is a lasting fault, ConnectionLost if a passing one.
        """
        message = await self.receive(patience=patience)
        if isinstance(message, kind):
            return message
        if isinstance(message, FaultMessage):
            sentence = f"The other side says: {clean(message.sentence, _SENTENCE)}"
            raise RefusedError(sentence) if message.lasting else ConnectionLost(sentence)
        raise RemoteError(f"The other side sent {message.tag()} where {kind.tag()} was expected.")

    async def close(self) -> None:
        """End the connection at once. Never raises, may be called again and while others wait on the channel."""
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self._stream)
