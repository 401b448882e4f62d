"""Those who watch a game that its host lets be watched: each is sent the chain, nothing else, and is not waited for.

What goes to a watcher is the entries as both players have signed them, which it can check as an audit does. Sealed
things are sealed in them for everybody, so nothing is told that both players do not know. A watcher has no key of the
game and no word in it: it may send signs of life, and is put out for anything else. Each is served by a task of its own
straight from the chain, so one that takes nothing costs a batch of entries and is put out when its time is over
(threat 47).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

import trio

from p2p.errors import LinkError, Problem, RemoteError
from p2p.task_group import run_task_group
from p2p.wire.channel import Channel, fault_message
from p2p.wire.messages import EntryMessage, FaultMessage, HeadMessage, PingMessage, PongMessage
from p2p.wire.rate_limit import RateLimit
from protocol.table import Table

MOST: Final = 8
"""At once."""
BATCH: Final = 16
"""Entries that are sent together."""
TAKEN_WITHIN: Final = 20.0
"""Seconds in which a batch must be taken."""
HEARD_WITHIN: Final = 60.0
"""Seconds in which a watcher must give a sign of life."""
SIGNS: Final = 20
"""Signs of life that are taken in ten seconds."""
_LAST_WORD: Final = 2.0
_FULL: Final = FaultMessage("watchers-full", "as many people watch this game as may", lasting=False)
_FORBIDDEN: Final = FaultMessage("no-watchers", "a player does not want to be watched", lasting=True)


def _nobody(count: int) -> None:
    """Nobody is told."""


class Watchers:
    """Who watches the games of one invite. `secret` is that of the watchers' own invite."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.count = 0
        """How many watch now."""
        self.changed: Callable[[int], None] = _nobody
        """Is told how many watch whenever that changes."""
        self._table: Table[Any, Any] | None = None
        self._game = 0
        self._grown = trio.Event()
        self.forbidden = False
        self._idle = 0
        """How many have been sent all that there is."""

    def show(self, table: Table[Any, Any], game: int) -> None:
        """Show this game from now on, which has the number `game` among those of the invite."""
        self._table, self._game = table, game
        self.grown()

    def grown(self) -> None:
        """There may be more to show."""
        grown, self._grown = self._grown, trio.Event()
        grown.set()

    def forbid(self) -> None:
        """The opponent does not want to be watched: nobody is let in any more, and whoever is there is put out."""
        self.forbidden = True
        self.grown()

    async def caught_up(self) -> None:
        """Return when everybody who watches has been sent all that there is."""
        while self._idle < self.count:  # noqa: ASYNC110  nobody tells of it, and it is soon over
            await trio.sleep(0.02)

    async def serve(self, channel: Channel) -> None:
        """Let somebody watch who has shown the watchers' secret, until it leaves. Closes `channel`."""
        try:
            if self.forbidden or self.count >= MOST:
                with trio.move_on_after(_LAST_WORD):
                    await channel.send_and_drain(_FORBIDDEN if self.forbidden else _FULL)
                return
            self._change(1)
            try:
                with trio.CancelScope() as scope:
                    await self._serve(channel, scope)
            finally:
                self._change(-1)
        finally:
            await channel.close()

    async def _serve(self, channel: Channel, scope: trio.CancelScope) -> None:
        async def send() -> None:
            await self._send(channel)

        async def listen() -> None:
            await self._listen(channel)

        async def until_forbidden() -> None:
            while not self.forbidden:
                await self._grown.wait()
            scope.cancel()

        try:
            await run_task_group(send, listen, until_forbidden, until_first=True)
        except RemoteError as error:
            with trio.move_on_after(_LAST_WORD):
                await channel.send_and_drain(fault_message(error))
        except LinkError:
            return  # it has gone, or takes nothing

    async def _send(self, channel: Channel) -> None:
        shown: Table[Any, Any] | None = None
        sent = 0
        while True:
            grown = self._grown
            table = self._table
            if table is not shown and table is not None:
                shown, sent = table, 0
                await channel.send(HeadMessage(0, bytes(32), self._game), patience=TAKEN_WITHIN)
            entries = [] if shown is None else shown.entries_from(sent, BATCH)
            if entries:
                await channel.send(*map(EntryMessage, entries), patience=TAKEN_WITHIN)
                sent += len(entries)
            else:
                self._idle += 1
                try:
                    await grown.wait()
                finally:
                    self._idle -= 1

    async def _listen(self, channel: Channel) -> None:
        limit = RateLimit(SIGNS, 10.0)
        while True:
            message = await channel.receive(patience=HEARD_WITHIN)
            if not isinstance(message, PingMessage):
                raise RemoteError(Problem.OUT_OF_PLACE, message=message.tag())
            limit.use()
            await channel.send(PongMessage(message.number), patience=TAKEN_WITHIN)

    def _change(self, by: int) -> None:
        self.count += by
        with contextlib.suppress(LinkError):
            self.changed(self.count)
