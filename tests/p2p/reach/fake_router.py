"""Routers on loopback that do whatever a test wants, and openers that talk to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import trio

from p2p.reach.addresses import Place
from p2p.reach.datagrams import open_udp
from p2p.reach.router.upnp import UpnpOpener
from p2p.reach.streams import open_tcp

HERE = "127.0.0.1"
OUTSIDE = "45.1.1.2"

AnswerDatagram = Callable[[bytes], list[bytes]]


@asynccontextmanager
async def datagram_server(answer: AnswerDatagram, host: str = HERE) -> AsyncIterator[int]:
    """Answers every datagram at a port of loopback with those that `answer` gives."""

    async def serve(sock: trio.socket.SocketType) -> None:
        while True:
            data, source = await sock.recvfrom(4096)
            for reply in answer(data):
                await sock.sendto(reply, source)

    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as sock:
        await sock.bind((host, 0))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, sock)
            yield sock.getsockname()[1]
            nursery.cancel_scope.cancel()


DESCRIPTION = """<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><device><serviceList><service>
<serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType><controlURL>/control</controlURL>
</service></serviceList></device></root>"""


def page(body: bytes | str, status: str = "200 OK", *headers: str) -> bytes:
    """A whole HTTP answer."""
    packed = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(packed)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + packed


def result(inside: str) -> bytes:
    """A SOAP answer."""
    return page(f"<e xmlns='urn:x'><Body>{inside}</Body></e>")


def refusal(code: int) -> bytes:
    """A SOAP fault as UPnP has them."""
    return page(f"<e><Fault><detail><errorCode>{code}</errorCode></detail></Fault></e>", "500 Internal Server Error")


@dataclass
class UpnpRouter:
    """A UPnP router. Each part can be replaced by something worse."""

    description: bytes = field(default_factory=lambda: page(DESCRIPTION))
    location: str | None = None
    outside: str = OUTSIDE
    add: list[bytes] = field(default_factory=list)
    """Answers to AddPortMapping, one after another; then success."""
    orders: list[bytes] = field(default_factory=list)
    found: list[bytes] | None = None
    """What is answered to a search, instead of the location."""

    def reply(self, request: bytes) -> bytes:
        if request.startswith(b"GET "):
            return self.description
        self.orders.append(request)
        if b"#GetExternalIPAddress" in request:
            return result(f"<NewExternalIPAddress>{self.outside}</NewExternalIPAddress>")
        if b"#AddPortMapping" in request and self.add:
            return self.add.pop(0)
        return result("")

    async def serve(self, stream: trio.SocketStream) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            more = await stream.receive_some(65536)
            if not more:
                return
            request += bytes(more)
        head, _, body = request.partition(b"\r\n\r\n")
        length = next((int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length:")), 0)
        while len(body) < length:
            body += bytes(await stream.receive_some(65536))
        try:
            await stream.send_all(self.reply(head + b"\r\n\r\n" + body))
            await stream.send_eof()
        except trio.BrokenResourceError:
            pass  # it has heard enough

    @asynccontextmanager
    async def opener(self, patience: float = 5.0) -> AsyncIterator[UpnpOpener]:
        """Serve at loopback, and give an opener that finds this router."""
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(partial(trio.serve_tcp, self.serve, 0, host=HERE))
            port = listeners[0].socket.getsockname()[1]
            location = self.location or f"http://{HERE}:{port}/description.xml"
            found = self.found or [f"HTTP/1.1 200 OK\r\nLocation: {location}\r\n\r\n".encode()]
            async with datagram_server(lambda data: found) as search_port:
                yield UpnpOpener(HERE, HERE, open_udp, open_tcp, port=search_port, group=None, patience=patience)
            nursery.cancel_scope.cancel()


def nowhere() -> Place:
    """A place of loopback where nobody listens: port 1 of an address that nothing uses."""
    return Place("127.0.0.253", 1)
