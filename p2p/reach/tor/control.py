"""A client of Tor's control port, as much of it as an onion takes (Tor's control-spec)."""

from __future__ import annotations

import hmac
import re
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio

from p2p.reach.failures import told
from p2p.reach.ways import Reason, WayFailed

ReadCookie: TypeAlias = Callable[[str], Awaitable[bytes]]
"""The contents of a cookie file. Raises OSError."""

COOKIE_SIZE: Final = 32
_LINE: Final = 8192
_LINES: Final = 500
_EVENTS: Final = 100
_NONCE: Final = 32
_TO_US: Final = b"Tor safe cookie authentication server-to-controller hash"
_TO_TOR: Final = b"Tor safe cookie authentication controller-to-server hash"


@dataclass(frozen=True, slots=True)
class Reply:
    """What Tor says to a command, or unasked (650). `lines` are without the code."""

    code: int
    lines: tuple[str, ...]


async def read_cookie(path: str) -> bytes:
    """The first 33 bytes of a file: more than a cookie has. Raises OSError."""
    async with await trio.open_file(path, "rb") as file:
        return await file.read(COOKIE_SIZE + 1)


class TorControl:
    """One connection to the control port. To be used by one task, under a deadline. Everything raises WayFailed."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()
        self._events: deque[Reply] = deque(maxlen=_EVENTS)

    async def authenticate(self, read: ReadCookie = read_cookie) -> None:
        """By no authentication, or by proving that we can read the cookie without showing it.

        (The older way shows the file's contents to whoever listens at the port; it is not used.) Raises WayFailed:
        NEEDS_PASSWORD if Tor asks for anything else.
        """
        lines = (await self.command("PROTOCOLINFO 1")).lines
        offered = next((line for line in lines if line.startswith("AUTH METHODS=")), "")
        methods = offered.partition("=")[2].partition(" ")[0].split(",")
        if "NULL" in methods:
            await self._expect("AUTHENTICATE", Reason.NEEDS_PASSWORD)
            return
        cookie_file = re.search(r'COOKIEFILE="((?:[^"\\]|\\.)*)"', offered)
        if "SAFECOOKIE" not in methods or cookie_file is None:
            raise WayFailed(Reason.NEEDS_PASSWORD)
        try:
            cookie = await read(re.sub(r"\\(.)", r"\1", cookie_file[1]))
        except (OSError, ValueError) as error:
            raise WayFailed(Reason.NEEDS_PASSWORD) from error
        if len(cookie) != COOKIE_SIZE:
            raise WayFailed(Reason.NEEDS_PASSWORD)
        await self._prove(cookie)

    async def _prove(self, cookie: bytes) -> None:
        nonce = secrets.token_bytes(_NONCE)
        reply = await self._expect(f"AUTHCHALLENGE SAFECOOKIE {nonce.hex()}", Reason.NEEDS_PASSWORD)
        found = re.search(r"SERVERHASH=([0-9A-Fa-f]{64}) SERVERNONCE=([0-9A-Fa-f]{64})", " ".join(reply.lines))
        if found is None:
            raise WayFailed(Reason.NONSENSE)
        both = cookie + nonce + bytes.fromhex(found[2])
        if not hmac.compare_digest(hmac.digest(_TO_US, both, "sha256"), bytes.fromhex(found[1])):
            raise WayFailed(Reason.NEEDS_PASSWORD)
        await self._expect(f"AUTHENTICATE {hmac.digest(_TO_TOR, both, 'sha256').hex()}", Reason.NEEDS_PASSWORD)

    async def percent(self) -> int:
        """How far Tor has connected itself; 100 when it is ready."""
        lines = (await self._expect("GETINFO status/bootstrap-phase", Reason.NONSENSE)).lines
        found = re.search(r"\bPROGRESS=([0-9]{1,3})\b", " ".join(lines))
        return min(int(found[1]), 100) if found else 0

    async def command(self, line: str) -> Reply:
        """Tor's answer to a line."""
        with told():
            await self._stream.send_all(line.encode("ascii") + b"\r\n")
            while True:
                reply = await self._reply()
                if reply.code != 650:
                    return reply
                self._events.append(reply)

    async def next_event(self) -> Reply:
        """What Tor says unasked. Waits for ever."""
        with told():
            while not self._events:
                reply = await self._reply()
                if reply.code == 650:
                    return reply
            return self._events.popleft()

    async def close(self) -> None:
        """End the connection; onions that were made on it go with it."""
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self._stream)

    async def _expect(self, line: str, otherwise: Reason) -> Reply:
        reply = await self.command(line)
        if reply.code != 250:
            raise WayFailed(otherwise, code=reply.code)
        return reply

    async def _reply(self) -> Reply:
        lines: list[str] = []
        while len(lines) < _LINES:
            line = await self._line()
            if not re.match(r"[0-9]{3}[ +-]", line):
                raise WayFailed(Reason.NONSENSE)
            lines.append(line[4:])
            if line[3] == "+":
                while (more := await self._line()) != ".":
                    if len(lines) >= _LINES:
                        raise WayFailed(Reason.TOO_LONG)
                    lines.append(more)
            elif line[3] == " ":
                return Reply(int(line[:3]), tuple(lines))
        raise WayFailed(Reason.TOO_LONG)

    async def _line(self) -> str:
        while (end := self._buffer.find(b"\r\n")) < 0:
            if len(self._buffer) > _LINE:
                raise WayFailed(Reason.TOO_LONG)
            more = await self._stream.receive_some(_LINE)
            if not more:
                raise WayFailed(Reason.BROKEN)
            self._buffer += more
        line = self._buffer[:end].decode("latin-1")
        del self._buffer[: end + 2]
        return line
