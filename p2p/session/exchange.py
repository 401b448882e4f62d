"""What goes over one connection between two players who have proven themselves: from heads to goodbyes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic

import trio

from engine.hidden import Action, State
from p2p.errors import ConnectionLost, Problem, RemoteError
from p2p.session.chat import Chat
from p2p.session.fork_resolution import MOST_BESIDE, resolve_fork
from p2p.session.game_clock import GameClock
from p2p.session.rematch import Moved, Rematch
from p2p.session.timeouts import Timeouts
from p2p.session.watchers import Watchers
from p2p.task_group import known_errors_alone, run_task_group
from p2p.wire.channel import Channel, fault_error
from p2p.wire.messages import (
    BESIDE,
    AnyMessage,
    ChosenMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    LeaveMessage,
    PingMessage,
    PongMessage,
    RematchMessage,
    SeenMessage,
    UnwatchedMessage,
    WatchedMessage,
)
from p2p.wire.rate_limit import RateLimit
from protocol.chain import Head
from protocol.errors import FairTableError, ForkError, OldCopyError, PeerError
from protocol.roles import Role
from protocol.table import Table
from protocol.transcript import read_entry

FLOOD_SECONDS: Final = 10.0
_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a session has its exchanges tell it."""

    connected: Callable[[], None]
    """Both know where the other's chain stands."""
    changed: Callable[[], None]
    """The chain may have grown."""
    caught_up: Callable[[], None]
    """The own chain has all that the other side's head announced."""
    keep_proof: Callable[[bytes], None]
    keep_head: Callable[[bytes], None]
    """The other side has signed that it has the chain up to a head: the newest so far."""
    round_trip: Callable[[float], None]
    """How many seconds a ping took to be answered."""
    watched: Callable[[int | None], None]
    """The other side has said how many watch, or (None) that nobody is to."""
    hear_time: Callable[[bytes], None]
    """The other side has signed, in its head, how long it has thought."""
    chosen: Callable[[int], None]
    """The other side's player has answered a sealed decision; its seal comes when it may write one."""
    rematch: Callable[[], None]
    """The other side has said whether it wants another game."""


class Exchange(Generic[State, Action]):
    """One connection's talk. Sends what the table and the chat have, and hands them what comes."""

    def __init__(
        self,
        table: Table[State, Action],
        channel: Channel,
        chat: Chat,
        timeouts: Timeouts,
        hooks: Hooks,
        rematch: Rematch,
        clock: GameClock,
        watchers: Watchers | None,
        watchable: bool,
    ) -> None:
        self.last_heard = trio.current_time()
        """When the last message came, as a time of trio's clock."""
        self.moved: Moved | None = None
        """Where the two go on from here, if not with this game."""
        self.goodbye_heard = False
        """Whether the other side has said that the game is finished and that it has all of it."""
        self._table = table
        self._channel = channel
        self._chat = chat
        self._timeouts = timeouts
        self._hooks = hooks
        self._rematch = rematch
        self._clock = clock
        self._watchers = watchers
        self._told_watchers: int | None = None
        self._watchable = watchable
        self._says_unwatched = False
        self._ticks = False
        """Whether the time that this side has thought for is to be signed."""
        self._said_over = False
        """Whether this side has signed on this connection that its time has run out."""
        self._asked = False
        """Whether this side has asked for a rematch on this connection."""
        self._limit = RateLimit(timeouts.flood, FLOOD_SECONDS)
        self._wake = trio.Event()
        self._grown = trio.Event()
        self._overdue = False
        """Whether the other side has withheld for too long what it has announced."""
        self._lacking: list[bytes] = []
        self._their_count = 0
        self._repeated = -1
        self._pong: int | None = None
        self._pinged: tuple[int, float] | None = None
        """Number and time of the last ping that is not answered."""
        self._said_leave = 0
        """For which length of the chain the other side was told last that our player has left."""
        self._said_chosen: int | None = None
        self._said_seen = 0
        self._heard_seen = 0
        """The counts of the last signed heads of both directions."""
        self._forked = False
        self._goodbye_sent = False
        self._leaving = False
        self._waits_for_entry = False

    def wake(self) -> None:
        """There may be something to send."""
        self._wake.set()

    async def run(self) -> None:
        """Talk until both have said that the game is finished, or that they go on with another (`moved`).

        When cancelled it says goodbye first, behind what it is sending, and ends when the other side has closed the
        connection or the time for the last word is over. (Closing at once would throw away what the other side has
        sent meanwhile, and a system that does so resets the connection, with our goodbye in it.)

        Raises ConnectionLost, RefusedError, RemoteError, PeerError or StorageError.
        """
        scope = trio.CancelScope(shield=True)
        with known_errors_alone():
            async with trio.open_nursery() as nursery:

                async def talk() -> None:
                    try:
                        with scope:
                            await self._talk()
                    except FairTableError:
                        if not self._leaving:
                            raise
                    nursery.cancel_scope.cancel()

                nursery.start_soon(talk)
                try:
                    await trio.sleep_forever()
                finally:
                    if nursery.cancel_scope.cancel_called:
                        scope.cancel()
                    else:
                        self._leaving = True
                        self._wake.set()
                        scope.deadline = trio.current_time() + self._timeouts.last_word

    async def _talk(self) -> None:
        table, channel, patience = self._table, self._channel, self._timeouts.patience
        mine = table.head
        await channel.send(HeadMessage(mine.count, mine.hash, self._rematch.game), patience=patience)
        theirs = await self._hear_head()
        if theirs.game < self._rematch.game:
            self.moved = Moved(theirs.game, channel, theirs)
            return
        self._their_count = theirs.count
        try:
            self._lacking = table.lacking(Head(theirs.count, theirs.hash))
        except ForkError:
            await self._resolve_fork(None)
        self._hooks.connected()
        self._look_whether_caught_up()
        self._hooks.changed()
        timed = [self._tick] if self._clock.wanted else []
        await run_task_group(self._read, self._write, self._ping, self._await_promised, *timed, until_first=True)

    async def _hear_head(self) -> HeadMessage:
        """The other side's head, of this game or of one before it.

        Who is at a later game says so first, and then comes back to this one. What was under way in the game before
        is passed over.
        """
        arrived, self._rematch.arrived = self._rematch.arrived, None
        if arrived is not None and arrived.head is not None:
            return arrived.head
        later = beside = 0
        while True:
            message = await self._channel.receive(patience=self._timeouts.patience)
            if isinstance(message, HeadMessage):
                if message.game <= self._rematch.game:
                    return message
                later += 1
                if later > 1:
                    break
            elif isinstance(message, FaultMessage):
                raise fault_error(message, refused=Problem.REFUSED, opponent="The other side")
            elif isinstance(message, GoodbyeMessage) and arrived is not None:
                raise ConnectionLost(Problem.PEER_LEFT, opponent=self._opponent())
            elif isinstance(message, BESIDE) and arrived is not None:
                beside += 1
                if beside > MOST_BESIDE:
                    break
            else:
                break
        raise RemoteError(Problem.UNEXPECTED, message=message.tag(), expected=HeadMessage.tag())

    # -- tasks

    async def _read(self) -> None:
        while not (self._goodbye_sent and self.goodbye_heard):
            if self._agreed:
                await self._channel.hush()
                self.moved = Moved(self._rematch.game + 1, self._channel)
                return
            message = await self._channel.receive(patience=self._timeouts.patience)
            self.last_heard = trio.current_time()
            if isinstance(message, EntryMessage):
                self._receive_entry(message.entry)
                self._look_whether_caught_up()
            elif isinstance(message, SeenMessage):
                self._hear_seen(message.head)
            elif isinstance(message, LeaveMessage):
                self._hear_leave(message)
            elif isinstance(message, ForkMessage):
                await self._resolve_fork(message.count)
            elif isinstance(message, GoodbyeMessage):
                self._hear_goodbye(message)
            elif isinstance(message, WatchedMessage | UnwatchedMessage):
                self._hear_watched(message)
            elif isinstance(message, RematchMessage):
                self._hear_rematch(message.game)
            elif isinstance(message, FaultMessage):
                raise fault_error(message, refused=Problem.PEER_STOPPED, opponent=self._opponent())
            elif isinstance(message, BESIDE):
                self._limit.use()
                if isinstance(message, PingMessage):
                    self._pong = message.number
                    self._wake.set()
                elif isinstance(message, PongMessage):
                    self._hear_pong(message.number)
                elif isinstance(message, ChosenMessage):
                    self._hooks.chosen(message.number)
                else:
                    self._chat.hear(message.text)
            else:
                raise RemoteError(Problem.OUT_OF_PLACE, message=message.tag())
            if self._overdue and not self._grown.is_set():
                count, patience = self._table.head.count, self._timeouts.patience
                raise RemoteError(Problem.FALSE_HEAD, announced=self._their_count, count=count, seconds=patience)

    async def _write(self) -> None:
        while not (self._goodbye_sent and self.goodbye_heard):
            self._wake = trio.Event()
            batch = self._to_send()
            if batch:
                await self._channel.send(*batch, patience=self._timeouts.patience)
                # Only now: whoever has sent and heard goodbye closes the connection.
                self._goodbye_sent = self._goodbye_sent or isinstance(batch[-1], GoodbyeMessage)
                self._asked = self._asked or isinstance(batch[-1], RematchMessage)
                if self._agreed:
                    await self._channel.hush()
                    self.moved = Moved(self._rematch.game + 1, self._channel)
                    return
            else:
                await self._wake.wait()

    async def _ping(self) -> None:
        number = 0
        while True:
            if not self._goodbye_sent:
                self._pinged = (number, trio.current_time())
                await self._channel.send(PingMessage(number), patience=self._timeouts.patience)
                number += 1
            await trio.sleep(self._timeouts.ping_every)

    async def _tick(self) -> None:
        """In a game with clocks: sign from time to time how long we have thought, and hold the other to its word."""
        while True:
            await trio.sleep(self._clock.until_due())
            self._clock.check(self.last_heard)
            table = self._table
            said = table.exhausted and self._said_over
            # An old copy would sign times for a place where it has written already: it would give that turn away.
            if self._caught_up and self._clock.on and table.clock_of is table.role and not said:
                self._ticks = True
                self._wake.set()
            await trio.sleep(0.01)

    async def _await_promised(self) -> None:
        """Note when the entries that the other side's head announced should have come and have not (threat 39).

        Until they are there the player may not decide, so a head that lies would stop it for ever. An honest side may
        say something else before the first of them, but whatever it says later is behind them: so who is heard again
        when they are overdue has lied (`_read`), and where nothing is heard any more the connection has failed.
        """
        while self._table.head.count < self._their_count and not self._forked:
            self._grown = trio.Event()
            self._overdue = False
            with trio.move_on_after(self._timeouts.patience):
                await self._grown.wait()
            self._overdue = not self._grown.is_set()
            await self._grown.wait()
        await trio.sleep_forever()

    # -- parts of them

    @property
    def _agreed(self) -> bool:
        """Whether both have said on this connection that they go on with the next game."""
        return self._asked and self._rematch.heard

    def _hear_pong(self, number: int) -> None:
        if self._pinged is not None and self._pinged[0] == number:
            self._hooks.round_trip(trio.current_time() - self._pinged[1])
            self._pinged = None

    def _to_send(self) -> list[AnyMessage]:
        if self._forked or self._goodbye_sent:
            return []
        batch: list[AnyMessage] = []
        self._lacking += self._table.take_outbox()
        if self._lacking:
            batch += map(EntryMessage, self._lacking[:_BATCH])
            del self._lacking[:_BATCH]
            self._channel.traffic.entries_sent += len(batch)
            self._waits_for_entry = True
        elif self._table.head.count > max(self._said_seen, self._their_count - 1):
            head = self._clock.sign_owed()
            if head is not None:
                batch.append(SeenMessage(head))
                self._said_over = self._table.exhausted
            self._said_seen = self._table.head.count
        elif self._ticks:
            head = self._clock.sign()
            if head is not None:
                batch.append(SeenMessage(head))
                self._said_over = self._table.exhausted
                self._hooks.changed()
        self._ticks = False
        batch += self._leave_to_say()
        batch += self._watch_news()
        batch += self._chat.to_send()
        choice = self._table.unsealed_choice
        if choice not in (None, self._said_chosen):
            self._said_chosen = choice
            batch.append(ChosenMessage(choice))
        if self._pong is not None:
            batch.append(PongMessage(self._pong))
            self._pong = None
        finished = self._table.finished and not self._lacking
        if self._leaving:
            batch.append(GoodbyeMessage(finished=finished))
        elif finished and self._rematch.asked and self._rematch.open and not self._asked:
            batch.append(RematchMessage(self._rematch.game + 1))
        elif not batch and finished and not self._rematch.open:
            batch.append(GoodbyeMessage(finished=True))
        return batch

    def _leave_to_say(self) -> list[AnyMessage]:
        """That our player has left: behind all entries, once for a length of the chain, while the other is to write."""
        count = self._table.head.count
        if self._lacking or not self._caught_up or count == self._said_leave:
            return []
        leave = self._table.signed_leave()
        if leave is None:
            return []
        self._said_leave = count
        return [LeaveMessage(leave)]

    def _watch_news(self) -> list[AnyMessage]:
        """What is to be said of those who watch."""
        if self._says_unwatched:
            self._says_unwatched = False
            return [UnwatchedMessage()]
        watchers = self._watchers
        if watchers is None or watchers.forbidden or watchers.count == self._told_watchers:
            return []
        self._told_watchers = watchers.count
        return [WatchedMessage(watchers.count)]

    def _hear_watched(self, message: WatchedMessage | UnwatchedMessage) -> None:
        """Only the host lets watch, and only the joiner can refuse that."""
        self._limit.use()
        by_host = isinstance(message, WatchedMessage)
        if by_host is (self._table.role is Role.HOST):
            raise RemoteError(Problem.OUT_OF_PLACE, message=message.tag())
        self._hooks.watched(message.count if isinstance(message, WatchedMessage) else None)
        if by_host and not self._watchable:
            self._says_unwatched = True
            self._wake.set()

    def _receive_entry(self, raw: bytes) -> None:
        """Hand an entry to the table.

        What a peer sends again after a reconnect is no flood, as long as it comes in order and so comes to an end.
        """
        traffic = self._channel.traffic
        traffic.entries_received += 1
        if self._waits_for_entry:
            traffic.round_trips += 1
            self._waits_for_entry = False
        try:
            if self._clock.on:
                entry = read_entry(raw)
                if entry.role is self._table.role.other:
                    self._clock.hear_entry(entry.number, entry.spent)
            received = self._table.receive(raw)
        except (PeerError, OldCopyError) as error:
            if error.proof is not None:
                self._hooks.keep_proof(error.proof)
            raise
        else:
            if not received.repeated:
                self._grown.set()
            elif received.number > self._repeated:
                self._repeated = received.number
            else:
                self._limit.use()
        finally:
            self._hooks.changed()

    def _hear_seen(self, raw: bytes) -> None:
        """Keep the other side's word for the newest head; one that says nothing new is no more than a ping."""
        said = self._table.hear_head(raw)
        if said.head.count > self._heard_seen:
            self._heard_seen = said.head.count
        else:
            self._limit.use()
            if not said.spent:
                return
        self._hooks.keep_head(raw)
        if said.spent is not None:
            self._clock.hear_time(said.head.count, said.spent)
            self._hooks.hear_time(raw)

    def _hear_leave(self, message: LeaveMessage) -> None:
        """The other side's player has left. One who says so has sent before whatever it has announced."""
        if not self._caught_up:
            raise RemoteError(Problem.OUT_OF_PLACE, message=message.tag())
        try:
            if not self._table.hear_leave(message.leave):
                self._limit.use()
        finally:
            self._hooks.changed()

    def _hear_goodbye(self, goodbye: GoodbyeMessage) -> None:
        if not goodbye.finished:
            raise ConnectionLost(Problem.PEER_LEFT, opponent=self._opponent())
        if not self._table.finished:
            raise RemoteError(Problem.NOT_FINISHED)
        self.goodbye_heard = True
        self._rematch.heard = False  # whoever had asked for another game has thought better of it
        self._hooks.rematch()
        self._wake.set()

    def _hear_rematch(self, game: int) -> None:
        """The other side wants the next game. To say so again says nothing new."""
        if not self._table.finished or game != self._rematch.game + 1 or self.goodbye_heard:
            raise RemoteError(Problem.OUT_OF_PLACE, message=RematchMessage.tag())
        if self._rematch.heard:
            self._limit.use()
        self._rematch.heard = True
        self._hooks.rematch()

    @property
    def _caught_up(self) -> bool:
        """Whether the own chain has all that the other side's head announced."""
        return self._table.head.count >= self._their_count

    def _look_whether_caught_up(self) -> None:
        if self._caught_up:
            self._hooks.caught_up()

    async def _resolve_fork(self, their_count: int | None) -> None:
        self._forked = True
        patience = self._timeouts.patience
        await resolve_fork(
            self._table, self._channel, their_count, keep_proof=self._hooks.keep_proof, patience=patience
        )

    def _opponent(self) -> str:
        return self._table.opponent_name or "The opponent"
