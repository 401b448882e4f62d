"""As much of HTTP as talking to a router takes: one request, one answer, bounded, never redirected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import trio

from p2p.reach.addresses import Place
from p2p.reach.failures import told, within
from p2p.reach.streams import OpenStream
from p2p.reach.ways import Reason, WayFailed

HEAD_LIMIT: Final = 16 * 1024
BODY_LIMIT: Final = 128 * 1024
_HEADERS: Final = 100
_CHUNK: Final = 8 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer. Header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


async def exchange(open_stream: OpenStream, place: Place, request: bytes, *, patience: float) -> Answer:
    """Send `request` and read the answer, in `patience` seconds.

    Raises WayFailed: TOO_LONG beyond 16 KiB of headers or 128 KiB of body, NONSENSE for what is not HTTP.
    """
    with within(patience), told():
        stream = await open_stream(place)
        try:
            await stream.send_all(request)
            return await _Reader(stream).answer()
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)


def request(method: str, place: Place, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request's bytes. `path` is checked by `check_path`."""
    host = f"[{place.host}]" if ":" in place.host else place.host
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{place.port}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def check_path(path: str) -> str:
    """`path`, if it can stand in a request line. Raises WayFailed."""
    if not path.startswith("/") or len(path) > 1000 or not all("!" <= character <= "~" for character in path):
        raise WayFailed(Reason.NONSENSE)
    return path


class _Reader:
    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()

    async def answer(self) -> Answer:
        status, headers = parse_head(await self._until(b"\r\n\r\n", HEAD_LIMIT))
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return Answer(status, headers, await self._chunks())
        length = headers.get("content-length")
        if length is None:
            return Answer(status, headers, await self._rest())
        return Answer(status, headers, await self._exactly(parse_size(length, 10)))

    async def _more(self) -> bool:
        data = await self._stream.receive_some(_CHUNK)
        self._buffer += data
        return bool(data)

    async def _until(self, mark: bytes, limit: int) -> bytes:
        while (end := self._buffer.find(mark)) < 0:
            if len(self._buffer) > limit:
                raise WayFailed(Reason.TOO_LONG)
            if not await self._more():
                raise WayFailed(Reason.BROKEN)
        found = bytes(self._buffer[:end])
        del self._buffer[: end + len(mark)]
        return found

    async def _exactly(self, size: int) -> bytes:
        if size > BODY_LIMIT:
            raise WayFailed(Reason.TOO_LONG)
        while len(self._buffer) < size:
            if not await self._more():
                raise WayFailed(Reason.BROKEN)
        found = bytes(self._buffer[:size])
        del self._buffer[:size]
        return found

    async def _rest(self) -> bytes:
        while await self._more():
            if len(self._buffer) > BODY_LIMIT:
                raise WayFailed(Reason.TOO_LONG)
        return bytes(self._buffer)

    async def _chunks(self) -> bytes:
        body = bytearray()
        while True:
            line = (await self._until(b"\r\n", 1024)).decode("ascii", "replace")
            size = parse_size(line.partition(";")[0].strip(), 16)
            if size == 0:
                return bytes(body)
            if len(body) + size > BODY_LIMIT:
                raise WayFailed(Reason.TOO_LONG)
            body += await self._exactly(size)
            if await self._exactly(2) != b"\r\n":
                raise WayFailed(Reason.NONSENSE)


def parse_head(head: bytes) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer without its last empty line. Raises WayFailed (NONSENSE)."""
    lines = head.decode("latin-1").split("\r\n")
    first = lines[0].split(" ", 2)
    known = len(first) >= 2 and first[0].startswith("HTTP/1.") and first[1].isascii() and first[1].isdigit()
    if not known or len(first[1]) != 3 or len(lines) > _HEADERS:
        raise WayFailed(Reason.NONSENSE)
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers.setdefault(name.strip().lower(), value.strip())
    return int(first[1]), headers


def parse_size(text: str, base: int) -> int:
    """A length as headers write it. Raises WayFailed (NONSENSE)."""
    digits = "0123456789abcdefABCDEF"[: 22 if base == 16 else 10]
    if not 1 <= len(text) <= 8 or not all(character in digits for character in text):
        raise WayFailed(Reason.NONSENSE)
    return int(text, base)
