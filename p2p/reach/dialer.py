"""The joiner's way to the host: the invite's addresses one after another, TLS, the proof; with back-off."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import ConnectionLost, LinkError
from p2p.wire.channel import Channel, Traffic
from p2p.wire.handshake import prove_to_host
from p2p.wire.invite import Invite
from p2p.wire.tls import connect_pinned

Dial = Callable[[str, int], Awaitable[trio.abc.Stream]]
"""Opens a stream to an address and port; raises OSError."""

BACK_OFF = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each new attempt; the last goes on for ever."""


async def dial_tcp(address: str, port: int) -> trio.abc.Stream:
    """A TCP connection."""
    return await trio.open_tcp_stream(address, port)


async def connect_once(
    invite: Invite, key: Ed25519PrivateKey, *, traffic: Traffic, patience: float, dial: Dial = dial_tcp
) -> Channel:
    """A proven connection to the host of `invite`, by the first address that leads there.

    `patience` is in seconds, for each address. Raises ConnectionLost if none answers, RefusedError if the host refuses
    or the one that answers last is another, RemoteError if it talks nonsense.
    """
    problem: LinkError = ConnectionLost("The invite has no address.")
    for address in invite.addresses:
        try:
            with trio.fail_after(patience):
                return await _connect(invite, address, key, traffic, patience, dial)
        except trio.TooSlowError:
            problem = ConnectionLost(f"{address} port {invite.port} did not answer within {patience:g} seconds.")
        except OSError as error:
            problem = ConnectionLost(f"{address} port {invite.port} cannot be reached: {_why(error)}.")
        except LinkError as error:
            # The next address may be the host's: another machine may have the first one in this network.
            problem = error
    raise problem


async def _connect(
    invite: Invite, address: str, key: Ed25519PrivateKey, traffic: Traffic, patience: float, dial: Dial
) -> Channel:
    stream = await dial(address, invite.port)
    channel = Channel(await connect_pinned(stream, invite.fingerprint), traffic=traffic)
    try:
        await prove_to_host(channel, secret=invite.secret, certificate=invite.fingerprint, key=key, patience=patience)
    except BaseException:
        await channel.close()
        raise
    return channel


def _why(error: OSError) -> str:
    """The system's own words; trio puts them behind a summary when it has tried several ways."""
    cause: BaseException = error
    while isinstance(cause, BaseExceptionGroup) or cause.__cause__ is not None:
        cause = cause.exceptions[-1] if isinstance(cause, BaseExceptionGroup) else cause.__cause__ or cause
    number = cause.errno if isinstance(cause, OSError) and not isinstance(cause, socket.gaierror) else None
    return str(cause) if number is None else os.strerror(number)


class Dialer:
    """Connects again and again, waiting longer each time nobody answers."""

    def __init__(
        self,
        invite: Invite,
        key: Ed25519PrivateKey,
        *,
        report: Callable[[str], None],
        traffic: Traffic | None = None,
        attempts: int | None = None,
        patience: float = 10.0,
        dial: Dial = dial_tcp,
    ) -> None:
        """`report` is told of each failure.

        `attempts`: how often to try before the host has been reached for the first time; None: for ever, as afterwards.
        """
        self._invite = invite
        self._key = key
        self._report = report
        self._traffic = traffic or Traffic()
        self._attempts = attempts
        self._patience = patience
        self._dial = dial

    async def next_connection(self) -> Channel:
        """A new proven connection.

        Raises RefusedError or RemoteError at once, since trying again changes nothing, and ConnectionLost when the
        attempts are used up.
        """
        attempt = 0
        while True:
            try:
                channel = await connect_once(
                    self._invite, self._key, traffic=self._traffic, patience=self._patience, dial=self._dial
                )
            except ConnectionLost as error:
                attempt += 1
                if self._attempts is not None and attempt >= self._attempts:
                    raise
                wait = BACK_OFF[min(attempt, len(BACK_OFF)) - 1]
                self._report(f"{error} Next attempt in {wait:g} seconds.")
            else:
                self._attempts = None
                return channel
            await trio.sleep(wait)
