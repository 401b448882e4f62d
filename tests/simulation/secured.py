"""What stands in for TLS: the same promises without its chance, so that a run can be repeated.

Each message is one record with its number and a checksum. What is changed, doubled or left out on the way breaks the
connection, as it does in TLS; the joiner learns which certificate answers before it sends anything; an end without a
goodbye is an end.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any, Final

import msgspec
import trio

from p2p.errors import ConnectionLost, Problem, RefusedError
from protocol.transcript import read_entry
from tests.simulation.faults import REPEATABLE, Kind
from tests.simulation.network import SimulatedStream
from tests.simulation.programs import Program, current_program

_HEADER: Final = 4
_NUMBER: Final = 8
_MAC: Final = 8
_FRAME_HEADER: Final = 4
_HELLO: Final = "tls.hello"
_CERTIFICATE: Final = "tls.certificate"


@lru_cache(maxsize=4096)
def _entry_facts(raw: bytes) -> tuple[str, int]:
    entry = read_entry(raw)
    return entry.kind.name, entry.number


def describe(packed: bytes) -> tuple[str, int | None]:
    """What points call a message, and the number in it: of an entry its own, of a head the count."""
    tag, *fields = msgspec.msgpack.decode(packed, type=list[Any])
    match tag:
        case "entry":
            kind, number = _entry_facts(fields[0])
            return f"entry.{kind}", number
        case "head":
            return tag, fields[0]
        case "goodbye" if not fields[0]:
            return "goodbye.left", None
    return tag, None


class SecuredStream(trio.abc.Stream):
    """One end of a connection after the handshake."""

    def __init__(self, stream: SimulatedStream, program: Program | None) -> None:
        self._stream = stream
        self._program = program
        self._sent = 0
        self._received = 0
        self._buffer = b""
        self._open_label: str | None = None
        self.talk = None if program is None else program.new_talk(stream)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        rest = bytes(data)
        if self.talk is None:
            await self._transmit("stranger", rest, [])
            return
        frames: list[tuple[str, bytes]] = []
        while rest:
            size = int.from_bytes(rest[:_FRAME_HEADER], "big") + _FRAME_HEADER
            frame, rest = rest[:size], rest[size:]
            label, number = describe(frame[_FRAME_HEADER:])
            self.talk.sends(label, number)
            frames.append((label, frame))
        for label, frame in frames:
            await self.send_raw(label, frame)
        if any(label.startswith("entry.") for label, _ in frames):
            self.talk.has_sent()

    async def send_raw(self, label: str, data: bytes) -> None:
        """Send what need not be a message."""
        kinds = self._pass(label, "before")
        await self._transmit(label, data, kinds)
        self._pass(label, "after")

    def _pass(self, label: str, stage: str) -> list[Kind]:
        """Pass the sender's points: what happens to the message on its way."""
        program = self._program
        if program is None:
            return []
        program.point(f"send {label} {stage}")
        if stage == "after":
            return []
        return program.on_the_way(label)

    async def _transmit(self, label: str, data: bytes, kinds: list[Kind]) -> None:
        await self._stream.transmit(self._record(label, data), kinds)
        if Kind.REPEAT in kinds and label.startswith(REPEATABLE):
            await self._stream.transmit(self._record(label, data))

    def _record(self, label: str, data: bytes) -> bytes:
        inside = self._sent.to_bytes(_NUMBER, "big") + bytes([len(label)]) + label.encode() + data
        self._sent += 1
        inside += hashlib.blake2b(inside, digest_size=_MAC).digest()
        return len(inside).to_bytes(_HEADER, "big") + inside

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        _, data = await self.receive_raw()
        return data

    async def receive_raw(self) -> tuple[str, bytes]:
        """The next record's label and contents; both empty at the end."""
        program, label = self._program, self._open_label
        if program is not None and label is not None:
            # Whoever asks for the next message has done with the last.
            self._open_label = None
            program.point(f"receive {label} after")
        while True:
            record = self._take_record()
            if record is not None:
                label, data = record
                if program is not None:
                    program.point(f"receive {label} before")
                    self._open_label = label
                    assert self.talk is not None
                    self.talk.receives(label)
                return label, data
            more = await self._stream.receive_some()
            if not more:
                return "", b""
            self._buffer += more

    def _take_record(self) -> tuple[str, bytes] | None:
        if len(self._buffer) < _HEADER:
            return None
        end = _HEADER + int.from_bytes(self._buffer[:_HEADER], "big")
        if end > 1_000_000:
            raise trio.BrokenResourceError("bad record")
        if len(self._buffer) < end:
            return None
        inside, self._buffer = self._buffer[_HEADER:end], self._buffer[end:]
        body, mac = inside[:-_MAC], inside[-_MAC:]
        number = int.from_bytes(body[:_NUMBER], "big")
        if number != self._received or hashlib.blake2b(body, digest_size=_MAC).digest() != mac:
            raise trio.BrokenResourceError("bad record mac")
        self._received += 1
        size = body[_NUMBER]
        label = body[_NUMBER + 1 : _NUMBER + 1 + size]
        return label.decode(), body[_NUMBER + 1 + size :]

    async def aclose(self) -> None:
        await self._stream.aclose()


async def accept_plainly(stream: SimulatedStream, context: object) -> SecuredStream:
    """In place of `p2p.wire.tls.accept_tls`."""
    secured = SecuredStream(stream, current_program())
    await _shake_hands(secured, stream, dials=False)
    return secured


async def connect_plainly(stream: SimulatedStream, pinned: bytes) -> SecuredStream:
    """In place of `p2p.wire.tls.connect_pinned`."""
    secured = SecuredStream(stream, current_program())
    found = await _shake_hands(secured, stream, dials=True)
    if not hmac.compare_digest(found, pinned):
        await trio.aclose_forcefully(secured)
        raise RefusedError(Problem.OTHER_CERTIFICATE, found=found.hex()[:16], expected=pinned.hex()[:16])
    return secured


async def _shake_hands(secured: SecuredStream, stream: SimulatedStream, *, dials: bool) -> bytes:
    """One message each way; the certificate that the dialling side is shown."""
    try:
        if dials and stream.connection.is_elsewhere:
            return stream.certificate
        if dials:
            await secured.send_raw(_HELLO, b"hello")
        expected = _CERTIFICATE if dials else _HELLO
        label, data = await secured.receive_raw()
        if label != expected:
            await trio.aclose_forcefully(secured)
            raise ConnectionLost(Problem.CLOSED_BEFORE_TLS)
        if not dials:
            await secured.send_raw(_CERTIFICATE, stream.certificate)
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        await trio.aclose_forcefully(secured)
        raise ConnectionLost(Problem.CLOSED_BEFORE_TLS) from error
    except BaseException:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(secured)
        raise
    return data
