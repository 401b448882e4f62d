"""The product's own TLS and proof over whatever stream a way gives: what `finish` is in a real program."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.notifications import Notification
from p2p.reach.host_listener import HostListener
from p2p.reach.strangers import origin_of
from p2p.wire.certificate import Certificate, make_certificate
from p2p.wire.channel import Channel
from p2p.wire.handshake import GameDescription, prove_to_host
from p2p.wire.tls import host_context

SECRET = b"one-time secret!"
WATCH_SECRET = b"of the watchers!"


@dataclass
class Host:
    """A host's door."""

    folder: Path
    certificate: Certificate = field(default_factory=make_certificate)
    seen: list[Notification] = field(default_factory=list)
    watched: list[Channel] = field(default_factory=list)

    def __post_init__(self) -> None:
        pem = self.folder / "identity.pem"
        pem.write_bytes(self.certificate.pem)
        self.door = HostListener(
            secret=SECRET,
            certificate=self.certificate.fingerprint,
            context=host_context(pem),
            game=GameDescription("toy", ()),
            joiner=None,
            bind=lambda key: None,
            observe=self.seen.append,
            watch_secret=WATCH_SECRET,
            watch=self._watch,
        )

    async def take(self, stream: trio.abc.Stream, origin: str) -> None:
        """What a host's ways are given."""
        await self.door.admit(stream, origin_of(origin))

    async def _watch(self, channel: Channel) -> None:
        self.watched.append(channel)
        await channel.close()

    async def prove(self, stream: trio.abc.Stream, key: Ed25519PrivateKey | None = None) -> Channel:
        """What the winner of a race does next, and nobody else."""
        channel = Channel(stream)
        fingerprint = self.certificate.fingerprint
        key = key or Ed25519PrivateKey.generate()
        await prove_to_host(channel, secret=SECRET, certificate=fingerprint, key=key, patience=10)
        return channel
