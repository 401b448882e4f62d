"""The product's own TLS and proof over whatever stream a way gives: what `finish` is in a real program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from p2p.door import Door

from p2p.errors import ConnectionLost, RefusedError
from p2p.reach.ways import Reason, WayFailed
from p2p.wire.certificate import Certificate, make_certificate
from p2p.wire.channel import Channel
from p2p.wire.handshake import prove_to_host
from p2p.wire.tls import connect_pinned, host_context

SECRET = b"one-time secret!"


def pinned(fingerprint: bytes) -> Callable[[trio.abc.Stream], Awaitable[trio.abc.Stream]]:
    """Finish an attempt: TLS with the host that the invite names, and nobody else."""

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        try:
            return await connect_pinned(stream, fingerprint)
        except RefusedError as error:
            raise WayFailed(Reason.OTHER_CERTIFICATE) from error
        except ConnectionLost as error:
            raise WayFailed(Reason.NONSENSE) from error

    return finish


@dataclass
class Host:
    """A host's door."""

    folder: Path
    certificate: Certificate = field(default_factory=make_certificate)
    reports: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        pem = self.folder / "identity.pem"
        pem.write_bytes(self.certificate.pem)
        self.door = Door(
            secret=SECRET,
            certificate=self.certificate.fingerprint,
            context=host_context(pem),
            joiner=None,
            bind=lambda key: None,
            report=self.reports.append,
        )

    async def prove(self, stream: trio.abc.Stream, key: Ed25519PrivateKey | None = None) -> Channel:
        """What the winner of a race does next, and nobody else."""
        channel = Channel(stream)
        fingerprint = self.certificate.fingerprint
        key = key or Ed25519PrivateKey.generate()
        await prove_to_host(channel, secret=SECRET, certificate=fingerprint, key=key, patience=10)
        return channel
