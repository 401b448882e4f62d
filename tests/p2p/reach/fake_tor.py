"""A Tor of its own, without a network: a control port and a SOCKS port on loopback that do as a test wants."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import trio

from p2p.reach.addresses import Place
from p2p.reach.tor.onion import onion_host

HERE = "127.0.0.1"
COOKIE = bytes(range(32))
PRIVATE = bytes(range(64))
PUBLIC = bytes(range(100, 132))


@dataclass
class FakeTor:
    """`onions` maps the names that the network knows to ports of loopback."""

    cookie_file: Path | None = None
    methods: str = ""
    percents: list[int] = field(default_factory=lambda: [100])
    heard: list[str] = field(default_factory=list)
    replies: dict[str, bytes] = field(default_factory=dict)
    """What is answered to a command, by its first word, instead of the right thing."""
    onions: dict[str, int] = field(default_factory=dict)
    unknown: int = 0
    """How often an onion is not known before it is."""
    socks_reply: bytes | None = None
    asked: list[str] = field(default_factory=list)
    serverhash: bytes | None = None

    def reply(self, line: str) -> bytes:
        word, _, rest = line.partition(" ")
        if word in self.replies:
            return self.replies[word]
        if word == "PROTOCOLINFO":
            methods = self.methods or ("COOKIE,SAFECOOKIE" if self.cookie_file else "NULL")
            cookie = f' COOKIEFILE="{self.cookie_file}"' if self.cookie_file else ""
            version = '250-VERSION Tor="0.4.9"'
            return f"250-PROTOCOLINFO 1\r\n250-AUTH METHODS={methods}{cookie}\r\n{version}\r\n250 OK\r\n".encode()
        if word == "AUTHCHALLENGE":
            self.both = COOKIE + bytes.fromhex(rest.split()[1]) + bytes(32)
            key = b"Tor safe cookie authentication server-to-controller hash"
            proof = self.serverhash or hmac.digest(key, self.both, "sha256")
            return f"250 AUTHCHALLENGE SERVERHASH={proof.hex().upper()} SERVERNONCE={bytes(32).hex()}\r\n".encode()
        if word == "AUTHENTICATE" and self.cookie_file:
            key = b"Tor safe cookie authentication controller-to-server hash"
            right = rest == hmac.digest(key, self.both, "sha256").hex()
            return b"250 OK\r\n" if right else b"515 Authentication failed\r\n"
        if word == "GETINFO":
            percent = self.percents.pop(0) if len(self.percents) > 1 else self.percents[0]
            phase = f'250-status/bootstrap-phase=NOTICE BOOTSTRAP PROGRESS={percent} TAG=x SUMMARY="x"'
            return f"{phase}\r\n250 OK\r\n".encode()
        if word == "ADD_ONION":
            name = onion_host(PUBLIC).removesuffix(".onion")
            self.onions[f"{name}.onion"] = int(rest.rpartition(":")[2])
            private = f"250-PrivateKey=ED25519-V3:{base64.b64encode(PRIVATE).decode()}\r\n" if "NEW" in rest else ""
            # An event of no interest comes before the answer, and the one that counts after it.
            before = "650 HS_DESC UPLOAD other UNKNOWN x y\r\n"
            after = f"650 HS_DESC UPLOADED {name} UNKNOWN x\r\n"
            return f"{before}250-ServiceID={name}\r\n{private}250 OK\r\n{after}".encode()
        return b"250 OK\r\n"

    async def control(self, stream: trio.SocketStream) -> None:
        buffer = b""
        try:
            async for chunk in stream:
                buffer += bytes(chunk)
                while b"\r\n" in buffer:
                    line, _, buffer = buffer.partition(b"\r\n")
                    self.heard.append(line.decode())
                    await stream.send_all(self.reply(self.heard[-1]))
        except trio.BrokenResourceError:
            return

    async def socks(self, stream: trio.SocketStream) -> None:
        greeting = await stream.receive_some(3)
        await stream.send_all(b"\5" + greeting[2:])
        if greeting[2:] == b"\2":
            await stream.receive_some(600)
            await stream.send_all(b"\1\0")
        request = bytes(await stream.receive_some(300))
        if not request:
            return
        host = request[5:-2].decode()
        self.asked.append(host)
        if self.socks_reply is not None:
            await stream.send_all(self.socks_reply)
            return
        self.unknown -= 1
        if host not in self.onions or self.unknown >= 0:
            await stream.send_all(b"\5\4\0\1" + bytes(6))
            return
        far = await trio.open_tcp_stream(HERE, self.onions[host])
        await stream.send_all(b"\5\0\0\1" + bytes(6))
        async with far, trio.open_nursery() as nursery:
            nursery.start_soon(pump, stream, far, nursery.cancel_scope)
            nursery.start_soon(pump, far, stream, nursery.cancel_scope)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[tuple[Place, Place]]:
        """Places of the control port and of the SOCKS port."""
        async with trio.open_nursery() as nursery:
            places: list[Place] = []
            for handler in (self.control, self.socks):
                listeners = await nursery.start(partial(trio.serve_tcp, handler, 0, host=HERE))
                places.append(Place(HERE, listeners[0].socket.getsockname()[1]))
            yield places[0], places[1]
            nursery.cancel_scope.cancel()


async def pump(source: trio.abc.Stream, target: trio.abc.Stream, everything: trio.CancelScope) -> None:
    try:
        async for chunk in source:
            await target.send_all(chunk)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    everything.cancel()


def checksum(key: bytes) -> bytes:
    """The two bytes in an onion's name, computed once more."""
    return hashlib.sha3_256(b".onion checksum" + key + b"\x03").digest()[:2]
