"""The host's side of connecting: lets one joiner in, and that one again (threats 26, 29, 41)."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from p2p.errors import LinkError, Problem, StorageError
from p2p.notifications import Observe, nobody_observes
from p2p.reach.strangers import Crowd, Stranger, StrangerLog
from p2p.wire.channel import OWN_TROUBLE, Channel
from p2p.wire.handshake import GameDescription, admit_joiner
from p2p.wire.tls import accept_tls


@dataclass(frozen=True, slots=True)
class StrangerLimits:
    """What connections that have not proven themselves may use up."""

    strangers: int = 16
    """At once."""
    strangers_from_one_origin: int = 4
    patience: float = 10.0
    """Seconds for TLS and proof together."""


class HostListener:
    """Admits whoever proves the invite's secret first, then nobody but that joiner's key.

    Every newcomer is heard, and whoever has not proven itself may have to give way (`Crowd`): last of all at an origin
    where the joiner has proven itself before.
    """

    def __init__(
        self,
        *,
        secret: bytes,
        certificate: bytes,
        context: ssl.SSLContext,
        game: GameDescription,
        joiner: bytes | None,
        bind: Callable[[bytes], None],
        observe: Observe = nobody_observes,
        limits: StrangerLimits | None = None,
        watch_secret: bytes = b"",
        watch: Callable[[Channel], Awaitable[None]] | None = None,
    ) -> None:
        """`certificate` is the fingerprint of the one in `context`; `game` is told to the joiner.

        `joiner` is the key that the invite is bound to already, if any; `bind` makes a new binding durable (and raises
        StorageError if it cannot). `watch` serves those who have shown that they hold `watch_secret`.
        """
        self._secret = secret
        self._certificate = certificate
        self._context = context
        self._game = game
        self._joiner = joiner
        self._bind = bind
        self._observe = observe
        self._limits = limits or StrangerLimits()
        self._watch_secret = watch_secret if watch is not None else b""
        self._watch = watch
        self._log = StrangerLog(observe)
        self._crowd = Crowd(self._limits.strangers, self._limits.strangers_from_one_origin)
        self._admitted, self._waiting = trio.open_memory_channel[Channel](1)
        self._current: Channel | None = None
        self._serving: trio.Nursery | None = None
        self._ended = False

    async def run(self) -> None:
        """Tell of strangers and serve those who watch until cancelled, then close the connection that nobody took."""
        try:
            async with trio.open_nursery() as self._serving:
                await self._log.run()
        finally:
            self._serving = None
            self._ended = True
            with trio.CancelScope(shield=True), contextlib.suppress(trio.WouldBlock):
                await self._waiting.receive_nowait().close()

    async def next_connection(self) -> Channel:
        """The next connection that the joiner has made and proven. An older one is closed by then."""
        return await self._waiting.receive()

    async def admit(self, stream: trio.abc.Stream, origin: str) -> bool:
        """Handle one connection up to its proof. `origin` says whom it is counted with (`origin_of`).

        Whether it was let in.

        Raises StorageError if the joiner cannot be written down.
        """
        stranger = self._crowd.arrive(origin)
        channel: Channel | None = None
        admitted = watches = False
        try:
            with stranger.scope, trio.fail_after(self._limits.patience):
                channel = Channel(await accept_tls(stream, self._context))
                watches = not await self._hear_proof(channel, stranger)
                admitted = not watches
        except trio.TooSlowError:
            self._log.add(origin, Problem.NO_PROOF)
        except StorageError:
            raise
        except LinkError as error:
            self._log.add(origin, error.problem)
        finally:
            self._crowd.leave(stranger)
            if not (admitted or watches):
                with trio.CancelScope(shield=True):
                    if channel is None:
                        await trio.aclose_forcefully(stream)
                    else:
                        await channel.close()
        if stranger.scope.cancelled_caught:
            self._log.add(origin, Problem.GAVE_WAY)
        if watches and channel is not None:
            await self._let_watch(channel)
        if admitted and channel is not None:
            self._crowd.trusted.add(origin)
            await self._hand_over(channel)
        return admitted

    @property
    def unproven(self) -> int:
        """How many connections have not proven themselves now."""
        return len(self._crowd)

    async def _hear_proof(self, channel: Channel, stranger: Stranger) -> bytes:
        """The joiner's key; nothing for somebody who may watch."""

        def claim(key: bytes) -> bool:
            if self._joiner is None:
                self._bind(key)
                self._joiner = key
            if key == self._joiner:
                self._crowd.leave(stranger)  # it does not give way any more
            return key == self._joiner

        patience = self._limits.patience
        try:
            return await admit_joiner(
                channel,
                secret=self._secret,
                certificate=self._certificate,
                game=self._game,
                claim=claim,
                patience=patience,
                watch_secret=self._watch_secret,
            )
        except StorageError:
            with contextlib.suppress(LinkError):
                await channel.send(OWN_TROUBLE, patience=patience)
            raise

    async def _let_watch(self, channel: Channel) -> None:
        """Not here, where whoever has brought the stream waits, and may stop it."""
        if self._serving is None or self._watch is None:
            await channel.close()
        else:
            self._serving.start_soon(self._watch, channel)

    async def _hand_over(self, channel: Channel) -> None:
        with trio.CancelScope(shield=True):
            older, self._current = self._current, channel
            if older is not None:
                await older.close()
            with contextlib.suppress(trio.WouldBlock):
                self._waiting.receive_nowait()  # one that nobody has taken yet is older too, and closed
            if self._ended:
                await channel.close()
            else:
                self._admitted.send_nowait(channel)
