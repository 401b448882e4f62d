"""Messages over one stream, with deadlines and counters. Knows neither TLS nor the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import trio

from p2p.errors import ConnectionLost, LinkError, Problem, RefusedError, RemoteError
from p2p.text import clean
from p2p.wire.frames import STRANGER_LIMIT, FrameReader, decode_message, encode_frame
from p2p.wire.messages import AnyMessage, FaultMessage, Message

_CHUNK: Final = 16 * 1024

SENTENCE_SHOWN: Final = 300
"""Characters of the other side's sentences that are shown."""

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
        self._hushed = False

    def count_in(self, traffic: Traffic) -> None:
        """Count in `traffic` from now on, and add what was counted so far: the other side has proven itself."""
        traffic.bytes_sent += self.traffic.bytes_sent
        traffic.bytes_received += self.traffic.bytes_received
        self.traffic = traffic

    def raise_limit(self, limit: int) -> None:
        """Take frames up to `limit` bytes from now on: the other side has proven itself."""
        self._reader.limit = limit

    async def send(self, *messages: AnyMessage, patience: float) -> None:
        """Send `messages` together. Raises ConnectionLost if they cannot be handed over within `patience` seconds."""
        frames = b"".join(map(encode_frame, messages))
        try:
            with trio.fail_after(patience):
                async with self._sending:
                    if self._hushed:
                        return
                    await self._stream.send_all(frames)
        except trio.TooSlowError as error:
            raise ConnectionLost(Problem.NOT_TAKEN, seconds=patience) from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ConnectionLost(Problem.BROKEN) from error
        self.traffic.bytes_sent += len(frames)

    async def hush(self) -> None:
        """Send nothing more until `speak`, and wait until what is being sent is out: no frame is left in pieces."""
        self._hushed = True
        async with self._sending:
            pass

    def speak(self) -> None:
        """Send again, for another game."""
        self._hushed = False
        self.traffic = Traffic()

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
                        raise ConnectionLost(Problem.CLOSED_INSIDE if self._reader.inside else Problem.CLOSED)
                    self.traffic.bytes_received += len(data)
                    self._reader.feed(data)
        except trio.TooSlowError as error:
            raise ConnectionLost(Problem.SILENT, seconds=patience) from error
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ConnectionLost(Problem.BROKEN) from error

    async def expect(self, kind: type[Kind], *, patience: float) -> Kind:
        """The next message, which must be of `kind`.

        Raises as `receive` does; RefusedError if it is a lasting fault, ConnectionLost if a passing one.
        """
        message = await self.receive(patience=patience)
        if isinstance(message, kind):
            return message
        raise unexpected(message, kind)

    async def send_and_drain(self, message: AnyMessage) -> None:
        """Send the last `message`, and read on until the other side has closed the connection. Never raises.

        Whoever closes while there is something unread makes the system reset the connection, and the other side may
        then lose what it had not read yet. To be called under a deadline, when nobody else uses the channel any more.
        """
        try:
            async with self._sending:
                await self._stream.send_all(encode_frame(message))
            while await self._stream.receive_some(_CHUNK):
                pass
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # it has gone already

    async def close(self) -> None:
        """End the connection at once. Never raises, may be called again and while others wait on the channel."""
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self._stream)


def unexpected(message: AnyMessage, kind: type[Message]) -> LinkError:
    """What it means that `message` has come where one of `kind` should have."""
    if isinstance(message, FaultMessage):
        return fault_error(message, refused=Problem.REFUSED, opponent="The other side")
    return RemoteError(Problem.UNEXPECTED, message=message.tag(), expected=kind.tag())


_OWN_WORDS: Final = (Problem.INVITE_USED, Problem.OTHER_INVITE)
"""Problems that this side finds its own words for when the other names them: they have no facts."""


OWN_TROUBLE: Final = FaultMessage("disk", "the disk of the other side failed; the game can be resumed", lasting=False)
"""A full disk is this side's own trouble and passes; the sentence about it would name this machine's folders."""


def fault_message(error: Exception) -> FaultMessage:
    """What tells the other side of `error`, which it is to blame for."""
    reason = _reason(error.problem) if isinstance(error, LinkError) else "game"
    return FaultMessage(reason, clean(str(error), SENTENCE_SHOWN), lasting=True)


def fault_error(fault: FaultMessage, *, refused: Problem, opponent: str) -> LinkError:
    """What a `fault` of the other side's means here: a RefusedError if it is lasting, else that trying again may help.

    `refused` is the problem if this side has no words of its own for the reason.
    """
    sentence = clean(fault.sentence, SENTENCE_SHOWN)
    if not fault.lasting:
        return ConnectionLost(Problem.PEER_TROUBLE, sentence=sentence, fault=fault.reason, opponent=opponent)
    known = {_reason(problem): problem for problem in _OWN_WORDS}
    return RefusedError(known.get(fault.reason, refused), sentence=sentence, fault=fault.reason, opponent=opponent)


def _reason(problem: Problem) -> str:
    return problem.name.lower().replace("_", "-")
