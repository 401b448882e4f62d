"""Watching a game from outside, with an invite of the host's: every entry is checked as an audit checks it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import trio

from engine.hidden import Game
from p2p.errors import ConnectionLost, Problem, RefusedError, RemoteError
from p2p.game_named import GameNamed
from p2p.reach import ways
from p2p.reach.addresses import Place
from p2p.reach.dialer import FIRST_CONTACT, Dialer
from p2p.reach.invitation import Invitation
from p2p.reach.plan import Plan, Tools
from p2p.task_group import run_task_group
from p2p.wire.channel import Channel, fault_error
from p2p.wire.handshake import GameDescription
from p2p.wire.messages import EntryMessage, FaultMessage, GoodbyeMessage, HeadMessage, PingMessage, PongMessage
from protocol.clock import split_clock
from protocol.errors import PeerError
from protocol.record import MOST_RECORD_BYTES
from protocol.referee import Referee
from protocol.transcript import read_entry

SILENCE: Final = 45.0
"""Seconds in which something must come; a sign of life is asked for more often."""
PING_EVERY: Final = 15.0
BREATH: Final = 1.0
"""Seconds before connecting again."""
MOST_ENTRIES: Final = 100_000


class GameWatcher:
    """Follows the game that an invite for watchers leads to. `changed` is told whenever there is something new.

    It comes by every way that `plan` allows, as a joiner does (`p2p.reach.dialer`), and `watch` is told how they fare.
    `referee` has judged every entry of the game that is watched now: signature, chain, rules and proofs. Raises, from
    `run`, PeerError if a player has broken them, RefusedError if the host lets nobody watch, RemoteError if the host
    sends what it must not. `games` counts the games that were begun here.
    """

    def __init__(
        self,
        invitation: Invitation,
        game_named: GameNamed[Any, Any],
        changed: Callable[[], None],
        *,
        plan: Plan | None = None,
        tools: Tools | None = None,
        watch: ways.Observe = ways.ignore,
    ) -> None:
        self.game: Game[Any, Any] | None = None
        self.referee: Referee[Any, Any] | None = None
        self.connected = False
        self.games = 0
        self._number = 0
        self._size = 0
        self._dialer = Dialer(invitation, None, plan=plan, tools=tools, watch=watch, give_up_after=FIRST_CONTACT)
        self._game_named = game_named
        self._changed = changed

    @property
    def good_nodes(self) -> tuple[Place, ...]:
        """Nodes of the DHT that answered: worth keeping for all games."""
        return self._dialer.joining.good_nodes

    @property
    def over(self) -> bool:
        """Whether the game that is watched now has ended and both verdicts are there."""
        return self.referee is not None and self.referee.common.author is None and bool(self.referee.entries)

    async def run(self) -> None:
        """Watch until the game is over and the host has gone."""
        await run_task_group(self._watch, self._dialer.joining.keep_port, until_first=True)

    async def _watch(self) -> None:
        while not self.over:
            channel = await self._dialer.next_connection()
            try:
                assert self._dialer.game is not None  # noqa: S101  it was learnt with the connection
                self._learn(self._dialer.game)
                self.connected = True
                self._changed()
                await run_task_group(partial(self._follow, channel), partial(self._ping, channel), until_first=True)
                return
            except ConnectionLost:
                pass
            finally:
                self.connected = False
                await channel.close()
                self._changed()
            await trio.sleep(BREATH)

    def _learn(self, description: GameDescription) -> None:
        try:
            _, settings = split_clock(description.settings)
            game = self._game_named(description.name, settings)
        except (LookupError, ValueError) as error:
            raise RefusedError(Problem.UNKNOWN_GAME, game=description.name) from error
        if self.game is None:
            self.game = game

    async def _follow(self, channel: Channel) -> None:
        place: int | None = None
        while True:
            message = await channel.receive(patience=SILENCE)
            if isinstance(message, HeadMessage):
                self._begin(message.game)
                place = 0
            elif isinstance(message, EntryMessage) and place is not None:
                self._take(place, message.entry)
                place += 1
                await trio.lowlevel.checkpoint()
            elif isinstance(message, FaultMessage):
                raise fault_error(message, refused=Problem.REFUSED, opponent="The host")
            elif isinstance(message, GoodbyeMessage):
                return
            elif not isinstance(message, PongMessage):
                raise RemoteError(Problem.OUT_OF_PLACE, message=message.tag())

    async def _ping(self, channel: Channel) -> None:
        number = 0
        while True:
            await channel.send(PingMessage(number), patience=SILENCE)
            number += 1
            await trio.sleep(PING_EVERY)

    def _begin(self, number: int) -> None:
        if self.referee is not None and number == self._number:
            return
        if self.referee is not None and number < self._number:
            raise RemoteError(Problem.OUT_OF_PLACE, message=HeadMessage.tag())
        assert self.game is not None  # noqa: S101  it was learnt with the connection
        self._number, self._size = number, 0
        self.games += 1
        self.referee = Referee(self.game)
        self._changed()

    def _take(self, place: int, raw: bytes) -> None:
        """Judge the entry at `place`; one that was judged before must be the same."""
        referee = self.referee
        assert referee is not None  # noqa: S101  a head came before
        if place < len(referee.entries):
            if referee.entries[place] != raw:
                raise PeerError("chain", "the host shows another entry than before", number=place)
            return
        self._size += len(raw)
        if place >= MOST_ENTRIES:
            raise RemoteError(Problem.CHAIN_TOO_LONG, count=place + 1, most=MOST_ENTRIES)
        if self._size > MOST_RECORD_BYTES:
            raise RemoteError(Problem.CHAIN_TOO_LARGE, most=MOST_RECORD_BYTES)
        entry = read_entry(raw)
        referee.admit(entry)
        referee.append(entry, referee.judge(entry))
        self._changed()
