"""The host's door: listens, lets one joiner in, and that one again after a broken connection (threats 26, 29)."""

from __future__ import annotations

import contextlib
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from p2p.errors import LinkError, StorageError
from p2p.wire.channel import Channel, Traffic
from p2p.wire.handshake import admit_joiner
from p2p.wire.tls import accept_tls


@dataclass(frozen=True, slots=True)
class StrangerLimits:
    """What strangers may use up. Times in seconds."""

    strangers: int = 16
    """Connections that have not proven themselves, at once."""
    strangers_from_one_address: int = 4
    patience: float = 10.0
    """For TLS and proof together."""


class HostListener:
    """Admits whoever proves the invite's secret first, then nobody but that joiner's key."""

    def __init__(
        self,
        *,
        secret: bytes,
        certificate: bytes,
        context: ssl.SSLContext,
        joiner: bytes | None,
        bind: Callable[[bytes], None],
        report: Callable[[str], None],
        traffic: Traffic | None = None,
        limits: StrangerLimits | None = None,
    ) -> None:
        """`certificate` is the fingerprint of the one in `context`.

        `joiner` is the key that the invite is bound to already, if any; `bind` makes a new binding durable (and raises
        StorageError if it cannot). `report` is told in a sentence of everybody who was turned away.
        """
        self._secret = secret
        self._certificate = certificate
        self._context = context
        self._joiner = joiner
        self._bind = bind
        self._report = report
        self._traffic = traffic or Traffic()
        self._limits = limits or StrangerLimits()
        self._strangers: Counter[str] = Counter()
        self._admitted, self._waiting = trio.open_memory_channel[Channel](1)
        self._current: Channel | None = None

    async def serve(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Answer the door until cancelled, then close it and every connection that came through it.

        Raises StorageError if the joiner cannot be written down.
        """
        try:
            async with trio.open_nursery() as nursery:
                for listener in listeners:
                    nursery.start_soon(self._listen, listener, nursery)
        finally:
            for listener in listeners:
                listener.socket.close()
            if self._current is not None:
                await self._current.close()

    async def next_connection(self) -> Channel:
        """The next connection that the joiner has made and proven. An older one is closed by then."""
        return await self._waiting.receive()

    async def answer(self, stream: trio.abc.Stream, origin: str) -> None:
        """Handle one connection that came from the address `origin`, up to its proof."""
        limits = self._limits
        if self._strangers.total() >= limits.strangers or self._strangers[origin] >= limits.strangers_from_one_address:
            await trio.aclose_forcefully(stream)
            return
        self._strangers[origin] += 1
        channel: Channel | None = None
        admitted = False
        try:
            with trio.fail_after(limits.patience):
                channel = Channel(await accept_tls(stream, self._context), traffic=self._traffic)
                await admit_joiner(
                    channel,
                    secret=self._secret,
                    certificate=self._certificate,
                    claim=self._claim,
                    patience=limits.patience,
                )
                admitted = True
        except trio.TooSlowError:
            self._report(f"{origin} was cut off: no proof within {limits.patience:g} seconds.")
        except StorageError:
            raise
        except LinkError as error:
            self._report(f"{origin} was turned away: {error}")
        finally:
            self._strangers[origin] -= 1
            if not admitted:
                if channel is None:
                    with trio.CancelScope(shield=True):
                        await trio.aclose_forcefully(stream)
                else:
                    await channel.close()
        if admitted and channel is not None:
            await self._hand_over(channel)

    async def _listen(self, listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        while True:
            try:
                stream = await listener.accept()
            except OSError as error:
                # Out of file handles, or the network went: neither is the end of the game.
                self._report(f"A connection could not be taken: {error}.")
                await trio.sleep(1)
                continue
            nursery.start_soon(self.answer, stream, _origin(stream))

    def _claim(self, key: bytes) -> bool:
        if self._joiner is None:
            self._bind(key)
            self._joiner = key
        return key == self._joiner

    async def _hand_over(self, channel: Channel) -> None:
        older, self._current = self._current, channel
        if older is not None:
            await older.close()
        with contextlib.suppress(trio.WouldBlock):
            self._waiting.receive_nowait()  # one that nobody has taken yet is older too, and closed
        self._admitted.send_nowait(channel)


def _origin(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return "an address that is gone"
