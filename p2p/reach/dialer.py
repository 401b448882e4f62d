"""The joiner's way to the host: the invite's addresses one after another, TLS, the proof; with back-off."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import ConnectionLost, LinkError, Problem, RefusedError, RemoteError
from p2p.notifications import DialFailed, Observe, nobody_observes
from p2p.wire.channel import Channel
from p2p.wire.handshake import GameDescription, prove_to_host
from p2p.wire.invite import Invite
from p2p.wire.tls import connect_pinned

Dial: TypeAlias = Callable[[str, int], Awaitable[trio.abc.Stream]]
"""Opens a stream to an address and port; raises OSError."""

BACK_OFF: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each new attempt; the last goes on for ever."""

FIRST_CONTACT: Final = 45.0
"""Seconds to try for, where nobody waits at a screen: longer than a host takes to let go of silent strangers."""


async def dial_tcp(address: str, port: int) -> trio.abc.Stream:
    """A TCP connection."""
    return await trio.open_tcp_stream(address, port)


def _nothing() -> None:
    """Nothing to be written down."""


class Dialer:
    """Connects again and again, waiting longer each time nobody answers."""

    def __init__(
        self,
        invite: Invite,
        key: Ed25519PrivateKey,
        *,
        observe: Observe = nobody_observes,
        before_proof: Callable[[], None] = _nothing,
        admitted: bool = False,
        game: GameDescription | None = None,
        give_up_after: float | None = None,
        patience: float = 10.0,
        dial: Dial = dial_tcp,
    ) -> None:
        """`before_proof` is called each time before the key is shown to the host: it may be bound from then on.

        `admitted`: whether the host has let this key in before; `game`: what it said then that it plays.
        `give_up_after`: how many seconds to try for before the host has been reached for the first time; None: for
        ever, as afterwards. `patience`, in seconds, is for each address.
        """
        self.admitted = admitted
        self.game = game
        """What the host plays, once it has been reached."""
        self._invite = invite
        self._key = key
        self._observe = observe
        self._before_proof = before_proof
        self._give_up_after = None if admitted else give_up_after
        self._patience = patience
        self._dial = dial

    async def next_connection(self) -> Channel:
        """A new proven connection.

        Raises RefusedError or RemoteError at once, since trying again changes nothing, and ConnectionLost when the
        time is used up. Another certificate is no reason to give up once the host has let us in: it is somebody else
        who answers for now, in another network perhaps.
        """
        begun = trio.current_time()
        attempt = 0
        while True:
            try:
                channel, game = await self.connect_once()
            except (ConnectionLost, RefusedError) as error:
                if isinstance(error, RefusedError) and not (
                    self.admitted and error.problem is Problem.OTHER_CERTIFICATE
                ):
                    raise
                wait = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
                attempt += 1
                waited = trio.current_time() - begun
                if not self.admitted and self._give_up_after is not None and waited + wait > self._give_up_after:
                    raise
                self._observe(DialFailed(error, wait))
                await trio.sleep(wait)
                continue
            self.admitted = True
            if self.game is not None and game != self.game:
                await channel.close()
                raise RemoteError(Problem.OTHER_GAME, found=game.name, expected=self.game.name)
            self.game = game
            return channel

    async def connect_once(self) -> tuple[Channel, GameDescription]:
        """A proven connection to the host, by the first address that leads there, and the game that it names.

        Raises ConnectionLost if none answers, RefusedError if the host refuses or the one that answers last is another,
        RemoteError if it talks nonsense.
        """
        port = self._invite.port
        problem: LinkError = ConnectionLost(Problem.NO_ADDRESS)
        for address in self._invite.addresses:
            try:
                with trio.fail_after(self._patience):
                    return await self._connect(address)
            except trio.TooSlowError:
                problem = ConnectionLost(Problem.NO_ANSWER, address=address, port=port, seconds=self._patience)
            except OSError as error:
                problem = ConnectionLost(Problem.UNREACHABLE, address=address, port=port, reason=_why(error))
            except LinkError as error:
                # The next address may be the host's: another machine may have the first one in this network.
                problem = error
        raise problem

    async def _connect(self, address: str) -> tuple[Channel, GameDescription]:
        invite = self._invite
        stream = await self._dial(address, invite.port)
        channel = Channel(await connect_pinned(stream, invite.fingerprint))
        try:
            self._before_proof()
            game = await prove_to_host(
                channel, secret=invite.secret, certificate=invite.fingerprint, key=self._key, patience=self._patience
            )
        except BaseException:
            await channel.close()
            raise
        return channel, game


def _why(error: OSError) -> str:
    """The system's own words; trio puts them behind a summary when it has tried several ways."""
    cause: BaseException = error
    while isinstance(cause, BaseExceptionGroup) or cause.__cause__ is not None:
        cause = cause.exceptions[-1] if isinstance(cause, BaseExceptionGroup) else cause.__cause__ or cause
    number = cause.errno if isinstance(cause, OSError) and not isinstance(cause, socket.gaierror) else None
    return str(cause) if number is None else os.strerror(number)
