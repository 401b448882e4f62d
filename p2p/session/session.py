"""A table played over connections that come and go.

The table decides what is owed and what is allowed; the session carries it. On every new connection both sides say where
their chain stands, and the one behind gets what it lacks; chains that differ are exchanged whole, and the proof of who
signed two entries at one place is kept (threats 7, 8, 22). All of it runs in one trio loop; the synchronous methods are
to be called from that loop's thread (also from the host loop of a guest run).
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic

import trio

from engine.hidden import Acted, Action, IllegalAction, State, faces_shown
from p2p.errors import ConnectionLost, LinkError, RefusedError, RemoteError, StorageError
from p2p.session.answer_timing import AnswerTiming, TimedDecision
from p2p.session.fork_resolution import resolve_fork
from p2p.session.notifications import (
    AnswerHeld,
    ChatSaid,
    EntryAdded,
    Notification,
    PeerConnected,
    PeerDisconnected,
    Synchronised,
)
from p2p.task_group import run_task_group
from p2p.text import CHAT_LIMIT, clean
from p2p.wire.channel import Channel, Traffic
from p2p.wire.messages import (
    AnyMessage,
    ChatMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    PingMessage,
    PongMessage,
)
from p2p.wire.rate_limit import RateLimit
from protocol.errors import ForkError, LocalError, PeerError, RepeatedEntry
from protocol.table import Table
from protocol.transcript import Head, Role, read_entry

_SENTENCE: Final = 300
_BATCH: Final = 64
_UNSENT_CHATS: Final = 20
_LAST_WORD: Final = 2.0
"""Seconds given to the last message before this side goes."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a session waits, in seconds."""

    ping_every: float = 15.0
    patience: float = 45.0
    """For a whole message to come or to be taken. Longer than `ping_every`, since a ping is answered."""
    absence: float | None = None
    """How long the opponent may be away, once it has been there, before the session gives up; None: for ever."""
    farewell: float = 20.0
    """How long to go on trying to hand over the last verdict to an opponent who has gone."""
    breath: float = 1.0
    """Before connecting again after a connection that broke at once."""
    flood: int = 100
    """Messages beside the game that are taken in ten seconds."""


def _ignore(news: Notification) -> None:
    """Nobody watches."""


def _discard(proof: bytes) -> None:
    """Nobody keeps proofs."""


class Session(Generic[State, Action]):
    """One player's side of a game over the network.

    `connect` gives the next proven connection to the opponent (`Door.next_connection`, `Dialer.next_connection`).
    `observe` is told everything that happens, at once, and must not fail. `keep_proof` is given the packed
    `protocol.proof.Equivocation` if the chains ever show one.
    """

    def __init__(
        self,
        table: Table[State, Action],
        connect: Callable[[], Awaitable[Channel]],
        *,
        observe: Callable[[Notification], None] = _ignore,
        keep_proof: Callable[[bytes], None] = _discard,
        even: AnswerTiming[State, Action] | None = None,
        pace: Timeouts | None = None,
        traffic: Traffic | None = None,
    ) -> None:
        self.table = table
        self.traffic = traffic or Traffic()
        self.connected = False
        self.synchronised = False
        """Whether we know all that the opponent has of our own entries: before that, deciding could contradict them."""
        self._connect = connect
        self._observe = observe
        self._keep_proof = keep_proof
        self._even = even
        self._pace = pace or Timeouts()
        self._question: TimedDecision[Action] | None = None
        self._seen = len(table.events)
        self._wake = trio.Event()
        self._change = trio.Event()
        self._chats: list[str] = []
        self._lacking: list[bytes] = []
        self._pong: int | None = None
        self._failure: LinkError | PeerError | None = None
        self._nursery: trio.Nursery | None = None
        self._forked = False
        self._goodbye_sent = False
        self._goodbye_heard = False
        self._was_there = False
        self._waits_for_entry = False

    # -- what the player may know and do

    def to_decide(self) -> str | None:
        """The kind of decision that the player owes and has not answered; None also while the chains are compared."""
        if not self.synchronised or self._failure is not None:
            return None
        if self._question is not None and self._question.held:
            return None
        return self.table.to_decide()

    @property
    def held(self) -> Action | None:
        """The answer that waits for its time, if there is one; `act` replaces it until then."""
        return self._question.held[0] if self._question is not None and self._question.held else None

    @property
    def answer_due(self) -> float | None:
        """Seconds until the answer to an even question (R24) goes out, held or fallback; None without a question."""
        if self._question is None:
            return None
        now = trio.current_time()
        return self._question.release_after(now) - now

    def act(self, action: Action) -> None:
        """Take the decision that the player owes. Raises IllegalAction, changing nothing.

        It is on the disk when this returns, and goes out as soon as the opponent is there; an answer of an even kind
        (R24) waits for the end of its window first.
        """
        if not self.synchronised:
            raise IllegalAction("table", "First the opponent must connect, to say how far the game has come")
        question = self._question
        if question is None:
            self._guarded(partial(self.table.act, action))
            self.changed()
            return
        self._check(action)
        question.held[:] = [action]
        self._observe(AnswerHeld(question.release_after(trio.current_time())))
        self.changed()

    def resign(self) -> None:
        """Give the game up. Raises LocalError if it is over, has not begun, or the opponent must connect first."""
        self._check_synchronised()
        self._question = None
        self._guarded(self.table.resign)
        self.changed()

    def stop(self) -> None:
        """End the game without a winner, under our name. Raises LocalError as `resign` does."""
        self._check_synchronised()
        self._question = None
        self._guarded(self.table.stop)
        self.changed()

    def chat(self, text: str) -> bool:
        """Say something; it is cut to what may be sent. False if nothing is left of it, or too much waits unsent."""
        line = clean(text, CHAT_LIMIT)
        if not line or len(self._chats) >= _UNSENT_CHATS:
            return False
        self._chats.append(line)
        self._observe(ChatSaid(own=True, text=line))
        self._wake.set()
        return True

    async def next_change(self) -> None:
        """Return when something has changed since the last checkpoint of the calling task."""
        await self._change.wait()

    def changed(self) -> None:
        """Tell everybody who waits; look what the table has done."""
        events = self.table.events
        while self._seen < len(events):
            self._seen += 1
            self._observe(EntryAdded(events[self._seen - 1]))
        self._look_for_question()
        self._wake.set()
        change, self._change = self._change, trio.Event()
        change.set()

    # -- the run

    async def run(self) -> None:
        """Play until both verdicts are exchanged. To be called once.

        Raises PeerError if the opponent broke the game, RemoteError if it broke the wire protocol, RefusedError if it
        stopped or does not let us in, StorageError if the disk failed, ConnectionLost if it stayed away too long.
        Whatever happens, the record holds the game up to there.
        """
        if self.table.fault is not None:
            raise self.table.fault
        if self.table.role is Role.HOST:
            self._guarded(self.table.begin)
        self.changed()
        try:
            await run_task_group(self._play_on, self._answer_evenly, self._watch, self._say_farewell, until_first=True)
        finally:
            self.changed()

    async def _watch(self) -> None:
        """End the run when something failed that the player did."""
        while self._failure is None:
            await self.next_change()
        raise self._failure

    async def _say_farewell(self) -> None:
        """Return when there was time enough to hand over the last verdict."""
        while not self.table.finished:
            await self.next_change()
        await trio.sleep(self._pace.farewell)

    async def _play_on(self) -> None:
        while True:
            channel = await self._next_channel()
            began = trio.current_time()
            try:
                await self._play(channel)
                return
            except ConnectionLost as error:
                self._lost(str(error))
                if self._may_end():
                    return
            except (PeerError, RemoteError, StorageError) as error:
                await self._last_word(channel, self._fault(error))
                raise
            except BaseException:
                # Cancelled, as a rule: this side's player leaves.
                await self._last_word(channel, GoodbyeMessage(finished=False))
                raise
            finally:
                self.connected = False
                await channel.close()
            if trio.current_time() - began < self._pace.breath:
                await trio.sleep(self._pace.breath)

    async def _next_channel(self) -> Channel:
        limit = self._pace.absence
        with trio.move_on_after(math.inf if limit is None or not self._was_there else limit):
            return await self._connect()
        raise ConnectionLost(
            f"{self._opponent()} has been away for {limit:g} seconds; the game is kept and can be resumed."
        )

    async def _play(self, channel: Channel) -> None:
        patience = self._pace.patience
        mine = self.table.head
        self._forked = self._goodbye_sent = self._goodbye_heard = False
        await channel.send(HeadMessage(mine.count, mine.hash), patience=patience)
        theirs = await channel.expect(HeadMessage, patience=patience)
        try:
            self._lacking = self.table.lacking(Head(theirs.count, theirs.hash))
        except ForkError:
            await self._resolve_fork(channel, None)
        self.connected = self._was_there = True
        self._observe(PeerConnected(f"{self._opponent()} is connected."))
        self._synchronise(theirs.count)
        self.changed()
        await run_task_group(
            partial(self._read, channel, theirs.count),
            partial(self._write, channel),
            partial(self._ping, channel),
            until_first=True,
        )

    async def _read(self, channel: Channel, their_count: int) -> None:
        quota = RateLimit(self._pace.flood, 10.0)
        repeated = -1
        while not (self._goodbye_sent and self._goodbye_heard):
            message = await channel.receive(patience=self._pace.patience)
            if isinstance(message, EntryMessage):
                repeated = self._receive_entry(message.entry, quota, repeated)
                self._synchronise(their_count)
            elif isinstance(message, ForkMessage):
                await self._resolve_fork(channel, message.count)
            elif isinstance(message, GoodbyeMessage):
                self._hear_goodbye(message)
            elif isinstance(message, FaultMessage):
                sentence = f"{self._opponent()}'s program has stopped: {clean(message.sentence, _SENTENCE)}"
                raise RefusedError(sentence) if message.lasting else ConnectionLost(sentence)
            elif isinstance(message, ChatMessage | PingMessage | PongMessage):
                quota.use()
                if isinstance(message, PingMessage):
                    self._pong = message.number
                    self._wake.set()
                elif isinstance(message, ChatMessage):
                    self._hear_chat(message.text)
            else:
                kind = message.tag()
                raise RemoteError(f"The other side sent {kind} in the middle of the game.")

    async def _write(self, channel: Channel) -> None:
        while not (self._goodbye_sent and self._goodbye_heard):
            self._wake = trio.Event()
            batch = self._to_send()
            if batch:
                await channel.send(*batch, patience=self._pace.patience)
                # Only now: whoever has sent and heard goodbye closes the connection.
                self._goodbye_sent = self._goodbye_sent or isinstance(batch[-1], GoodbyeMessage)
            else:
                await self._wake.wait()

    async def _ping(self, channel: Channel) -> None:
        number = 0
        while True:
            await trio.sleep(self._pace.ping_every)
            if not self._goodbye_sent:
                await channel.send(PingMessage(number), patience=self._pace.patience)
                number += 1

    # -- parts of it

    def _to_send(self) -> list[AnyMessage]:
        if self._forked:
            return []
        batch: list[AnyMessage] = []
        self._lacking += self.table.take_outbox()
        if self._lacking:
            batch += map(EntryMessage, self._lacking[:_BATCH])
            del self._lacking[:_BATCH]
            self.traffic.entries_sent += len(batch)
            self._waits_for_entry = True
        if self._chats:
            batch += map(ChatMessage, self._chats)
            self._chats.clear()
        if self._pong is not None:
            batch.append(PongMessage(self._pong))
            self._pong = None
        if not batch and self.table.finished and not self._goodbye_sent:
            batch.append(GoodbyeMessage(finished=True))
        return batch

    def _receive_entry(self, raw: bytes, quota: RateLimit, repeated: int) -> int:
        """Take an entry; returns the number of the last one that we had already.

        What a peer sends again after a reconnect is no flood, as long as it comes in order and so comes to an end.
        """
        self.traffic.entries_received += 1
        if self._waits_for_entry:
            self.traffic.round_trips += 1
            self._waits_for_entry = False
        try:
            self.table.receive(raw)
        except RepeatedEntry as error:
            if error.number is None or error.number <= repeated:
                quota.use()
            else:
                repeated = error.number
        except PeerError as error:
            if error.proof is not None:
                self._keep_proof(error.proof.pack())
            raise
        finally:
            self.changed()
        return repeated

    def _hear_chat(self, text: str) -> None:
        line = clean(text, CHAT_LIMIT)
        if line:
            self._observe(ChatSaid(own=False, text=line))

    def _hear_goodbye(self, goodbye: GoodbyeMessage) -> None:
        if not goodbye.finished:
            raise ConnectionLost(f"{self._opponent()} has left for now; the game is kept.")
        if not self.table.finished:
            raise RemoteError("The other side says that the game is finished, and it is not.")
        self._goodbye_heard = True
        self._wake.set()

    def _synchronise(self, their_count: int) -> None:
        if not self.synchronised and self.table.head.count >= their_count:
            self.synchronised = True
            self._observe(Synchronised())
            self.changed()

    async def _resolve_fork(self, channel: Channel, their_count: int | None) -> None:
        self._forked = True
        await resolve_fork(self.table, channel, their_count, keep_proof=self._keep_proof, patience=self._pace.patience)

    def _lost(self, sentence: str) -> None:
        self.connected = False
        self._observe(PeerDisconnected(sentence))
        self.changed()

    def _may_end(self) -> bool:
        """Whether the opponent, who has gone, is known to have the whole game."""
        table = self.table
        if not table.finished:
            return False
        return self._goodbye_heard or read_entry(table.entries[-1]).role is not table.role

    def _opponent(self) -> str:
        return self.table.opponent_name or "The opponent"

    def _fault(self, error: Exception) -> FaultMessage:
        # A full disk is this side's own trouble and passes; the sentence about it names this machine's folders.
        if isinstance(error, StorageError):
            return FaultMessage("the disk of the other side failed; the game can be resumed", lasting=False)
        return FaultMessage(clean(str(error), _SENTENCE), lasting=True)

    async def _last_word(self, channel: Channel, message: AnyMessage) -> None:
        with trio.CancelScope(shield=True):
            try:
                await channel.send(message, patience=_LAST_WORD)
            except ConnectionLost:
                return  # it has gone already

    def _guarded(self, change: Callable[[], None]) -> None:
        """Make a change of the player's. A disk that fails, or an opponent's fault that shows now, ends the run."""
        try:
            change()
        except (StorageError, PeerError) as error:
            self._failure = error

    def _check_synchronised(self) -> None:
        """Until the opponent has said how far the game has come, whatever we sign could contradict what we signed."""
        if not self.synchronised:
            raise LocalError("First the opponent must connect, to say how far the game has come; you can leave instead")

    def _check(self, action: Action) -> None:
        """Refuse at once what the table would refuse when the answer is released."""
        table = self.table
        seat, state, kind = table.seat, table.state, table.to_decide()
        if kind is None or seat is None or state is None:
            raise IllegalAction("table", "There is nothing for you to decide now")
        shown = faces_shown(table.game, state, seat, action, table.faces)
        table.game.apply(table.game.copy(state), Acted(seat, action, shown))

    # -- R24

    def _look_for_question(self) -> None:
        even, kind, count = self._even, self.table.to_decide(), self.table.head.count
        if even is None or kind not in even.kinds or not self.synchronised:
            self._question = None
            return
        if self._question is None or self._question.count != count:
            self._question = TimedDecision(even, count, kind, trio.current_time(), [])
            if self._nursery is not None:
                self._nursery.start_soon(self._answer, self._question)

    async def _answer_evenly(self) -> None:
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            await trio.sleep_forever()

    async def _answer(self, question: TimedDecision[Action]) -> None:
        while self._question is question:
            await trio.sleep_until(question.release_after(trio.current_time()))
            state, seat = self.table.state, self.table.seat
            if self._question is not question or state is None or seat is None:
                return
            action = question.answer(state, seat)
            if action is not None:
                self._question = None
                self._guarded(partial(self.table.act, action))
                self.changed()
