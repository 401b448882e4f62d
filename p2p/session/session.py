"""A table played over connections that come and go.

The table decides what is owed and what is allowed; the session carries it, one exchange a connection. On every new
connection both sides say where their chain stands, and the one behind gets what it lacks; chains that differ are
exchanged whole, and the proof of who signed two entries at one place is kept (threats 7, 8, 22). All of it runs in one
trio loop; the synchronous methods are to be called from that loop's thread (also from the host loop of a guest run).
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Generic

import trio

from engine.hidden import Action, IllegalAction, State
from p2p.errors import ConnectionLost, LinkError, Problem, RemoteError, StorageError
from p2p.notifications import (
    AnswerHeld,
    ChoiceLost,
    EntryAdded,
    Observe,
    OpponentChosen,
    PeerConnected,
    PeerDisconnected,
    RematchAsked,
    RematchDeclined,
    RoundTrip,
    Synchronised,
    Watched,
    WatchingRefused,
    WordKept,
    nobody_observes,
)
from p2p.session.answer_timing import AnswerClock, AnswerTiming
from p2p.session.chat import Chat
from p2p.session.exchange import Exchange, Hooks
from p2p.session.game_clock import GameClock
from p2p.session.rematch import Moved, Rematch
from p2p.session.timeouts import Timeouts
from p2p.session.watchers import Watchers
from p2p.task_group import run_task_group
from p2p.wire.channel import OWN_TROUBLE, Channel, Traffic, fault_message
from p2p.wire.messages import AnyMessage, GoodbyeMessage
from protocol.errors import FairTableError, GameError, LocalError, OldCopyError, PeerError
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.table import Table
from protocol.transcript import read_entry


def _discard(raw: bytes) -> None:
    """Nobody keeps proofs or heads."""


class Session(Generic[State, Action]):
    """One player's side of a game over the network.

    `connect` gives the next proven connection to the opponent (`HostListener.next_connection`,
    `Dialer.next_connection`). `observe` is told everything that happens, at once, and must not fail. `keep_proof` is
    given the proof (`protocol.equivocation`) if the chains ever show one, `keep_head` the newest head that the opponent
    has signed (`protocol.signed_head`), whenever a connection ends. `timing`: when answers leave whose time
    would tell; None: at once. `rematch`: which game this is of those that the two play one after another.
    `watchers`, at a host that lets watch, are those who do; `watchable`: whether a joiner's player allows it.
    `keep_time` makes the own time durable in a game with clocks, `kept_time` is what it was given last.
    """

    def __init__(
        self,
        table: Table[State, Action],
        connect: Callable[[], Awaitable[Channel]],
        *,
        observe: Observe = nobody_observes,
        keep_proof: Callable[[bytes], None] = _discard,
        keep_head: Callable[[bytes], None] = _discard,
        timing: AnswerTiming | None = None,
        timeouts: Timeouts | None = None,
        rematch: Rematch | None = None,
        keep_time: Callable[[bytes], None] = _discard,
        kept_time: bytes = b"",
        watchers: Watchers | None = None,
        watchable: bool = True,
    ) -> None:
        self.table = table
        self.rematch = rematch or Rematch()
        self.watched: int | None = None
        """How many watch the game, None if nobody may, as far as is known."""
        self._watchers = watchers
        self._watchable = watchable
        self.moved: Moved | None = None
        """Which game the two go on with, once the run has ended, if with any."""
        self.traffic = Traffic()
        """What went over connections that the opponent has proven."""
        self.connected = False
        self.synchronised = False
        """Whether we know all that the opponent has of our own entries: before that, deciding could contradict them."""
        self._connect = connect
        self._observe = observe
        self._timeouts = timeouts or Timeouts()
        self._clock: AnswerClock[State, Action] = AnswerClock(timing, self._release)
        self._chat = Chat(observe)
        self._times = GameClock(table, keep_time, kept_time)
        self._hooks = Hooks(
            self._connected,
            self.changed,
            self._caught_up,
            keep_proof,
            self._hear_head,
            self._measured,
            self._hear_watched,
            self._hear_time,
            self._hear_chosen,
            self._hear_rematch,
        )
        self._keep_head = keep_head
        self._heard_head = b""
        self._their_choice: int | None = None
        """The number of the sealed decision that the opponent has said to have answered last."""
        self._handed_over = False
        self._exchange: Exchange[State, Action] | None = None
        self._seen = len(table.events)
        self._change = trio.Event()
        self._failure: LinkError | PeerError | None = None
        self._was_there = False

    # -- what the player may know and do

    def to_decide(self) -> Any | None:
        """The question that the player owes an answer to; None if there is none, or its answer is given already.

        None also while the chains are compared.
        """
        if not self.synchronised or self._failure is not None or self._clock.answer is not None:
            return None
        return self.table.asked()

    @property
    def awaited(self) -> bool:
        """Whether the opponent has answered what both are asked, and only the own answer is missing."""
        number = self.table.open_choice
        return self.table.awaited or (number is not None and number == self._their_choice)

    @property
    def held(self) -> Action | None:
        """The answer that waits for its time, if there is one; `act` replaces it until then."""
        return self._clock.answer

    @property
    def answer_due(self) -> float | None:
        """Seconds until the answer to a timed decision goes out, held or default; None without such a decision."""
        ends_at = self._clock.ends_at
        return None if ends_at is None else ends_at - trio.current_time()

    @property
    def choice_lost(self) -> bool:
        """Whether the game is stuck at an own sealed choice that is no longer known. See `ChoiceLost`."""
        return self.table.choice_lost

    def act(self, action: Action) -> None:
        """Take the decision that the player owes. Raises IllegalAction, changing nothing.

        It is on the disk when this returns, and goes out as soon as the opponent is there; the answer to a timed
        decision waits for the end of its window first.
        """
        if not self.synchronised:
            raise IllegalAction("table", "First the opponent must connect, to say how far the game has come")
        if self.time_is_over:
            raise IllegalAction("table", "Your time has run out")
        self.table.think(self._times.spent())
        if self._clock.running:
            self._check(action)
            self._observe(AnswerHeld(self._clock.hold(action)))
        else:
            self._take(partial(self.table.act, action))
        self.changed()

    def resign(self) -> None:
        """Give the game up. Raises LocalError if it is over or has not begun.

        It is on the disk when this returns, and ends the game as soon as the opponent is there.
        """
        self._leave(self.table.resign)

    def stop(self) -> None:
        """End the game without a winner, under our name. Raises LocalError as `resign` does."""
        self._leave(self.table.stop)

    @property
    def handed_over(self) -> bool:
        """Whether the game is over and the opponent is known to have all of it: it has said so, or has ended it."""
        table = self.table
        return table.finished and (self._handed_over or read_entry(table.entries[-1]).role is not table.role)

    @property
    def time_left(self) -> tuple[float, float] | None:
        """The seconds that this player and the opponent have left, as they run; None without clocks."""
        if not self._times.on:
            return None
        own, theirs = self._times.left()
        return own / 1000, theirs / 1000

    @property
    def time_is_over(self) -> bool:
        """Whether the own time has run out."""
        table = self.table
        return self._times.on and table.clock_of is table.role and self._times.spent() > table.banks[table.role]

    def ask_rematch(self) -> None:
        """Want another game with sides exchanged. Raises LocalError if this one is not over, StorageError if the next
        cannot be made durable.
        """
        if not self.table.finished:
            raise LocalError(
                Sentence("The game is not over yet: both programs must have signed what their audits found")
            )
        if not self.rematch.open:
            raise LocalError(Sentence("Your opponent has left: there is nobody to play another game with"))
        if not self.rematch.asked:
            self.rematch.prepare()
            self.rematch.asked = True
            self._observe(RematchAsked(own=True))
            self.changed()

    def chat(self, text: str) -> bool:
        """Say something; it is cut to what may be sent. False if nothing is left of it, or too much was said."""
        said = self._chat.say(text)
        if said and self._exchange is not None:
            self._exchange.wake()
        return said

    def owe_chat(self, lines: Sequence[str]) -> None:
        """Send what was said in this game when the opponent was not there, before the program ended."""
        self._chat.owe(lines)

    def _hear_chosen(self, number: int) -> None:
        self._their_choice = number
        self._observe(OpponentChosen())
        self.changed()

    async def next_change(self) -> None:
        """Return when something has changed since the last checkpoint of the calling task."""
        await self._change.wait()

    def changed(self) -> None:
        """Tell everybody who waits; look what the table has done."""
        events = self.table.events
        while self._seen < len(events):
            self._seen += 1
            self._observe(EntryAdded(events[self._seen - 1]))
        self._times.follow()
        self._clock.follow(self.table, may_decide=self.synchronised)
        if self._watchers is not None:
            self._watchers.grown()
        if self._exchange is not None:
            self._exchange.wake()
        change, self._change = self._change, trio.Event()
        change.set()

    # -- the run

    async def run(self) -> None:
        """Play until both verdicts are exchanged. To be called once.

        Raises PeerError if the opponent broke the game, RemoteError if it broke the wire protocol, RefusedError if it
        stopped or does not let us in, StorageError if the disk failed, OldCopyError if an old copy was played on,
        ConnectionLost if the opponent stayed away too long. Whatever happens, the record holds the game up to there.
        When it returns, `moved` says whether the two go on with another game.
        """
        if self.table.fault is not None:
            raise self.table.fault
        if self.table.role is Role.HOST:
            self._guarded(self.table.begin)
        if self._watchers is not None and not self._watchers.forbidden:
            self.watched = self._watchers.count
            self._watchers.changed = self._count_watchers
            self._watchers.show(self.table, self.rematch.game)
        self.changed()
        if self.table.choice_lost:
            self._observe(ChoiceLost())
        try:
            await run_task_group(self._play_on, self._clock.run, self._watch, self._say_farewell, until_first=True)
        finally:
            self.changed()

    async def _watch(self) -> None:
        """End the run when something failed that the player did."""
        while self._failure is None:
            await self.next_change()
        raise self._failure

    async def _say_farewell(self) -> None:
        """Return when there was time enough to hand over the last verdict."""
        while not self.table.finished or self.rematch.open:
            await self.next_change()
        await trio.sleep(self._timeouts.farewell)

    async def _play_on(self) -> None:
        while True:
            channel = await self._next_channel()
            if channel is None:
                return
            self.rematch.heard = False
            began = trio.current_time()
            exchange = self._exchange = Exchange(
                self.table,
                channel,
                self._chat,
                self._timeouts,
                self._hooks,
                self.rematch,
                self._times,
                self._watchers,
                self._watchable,
            )
            try:
                await exchange.run()
                self.moved = exchange.moved
                self._handed_over = True
                return
            except ConnectionLost as error:
                self._lost(error)
                self._handed_over |= exchange.goodbye_heard
                if self.handed_over and not (self.rematch.open and not exchange.goodbye_heard):
                    return
            except (PeerError, RemoteError, StorageError, OldCopyError, GameError) as error:
                await self._last_word(channel, error)
                raise
            finally:
                self.connected = False
                self._exchange = None
                self._times.disconnect(exchange.last_heard)
                if self._heard_head:
                    self._keep_head(self._heard_head)
                if self.moved is None:
                    await channel.close()
            if trio.current_time() - began < self._timeouts.breath:
                await trio.sleep(self._timeouts.breath)

    async def _next_channel(self) -> Channel | None:
        """The next connection, None if the opponent stays away from a game that is over."""
        limit = self._timeouts.absence if self._was_there else self._timeouts.first_contact
        with trio.move_on_after(math.inf if limit is None else limit):
            channel = await self._connect()
            channel.count_in(self.traffic)
            return channel
        if self.table.finished:
            return None
        problem = Problem.AWAY if self._was_there else Problem.NEVER_CAME
        raise ConnectionLost(problem, opponent=self._opponent(), seconds=limit)

    def _connected(self) -> None:
        self.connected = self._was_there = True
        self._times.connect()
        self._observe(PeerConnected(self.table.opponent_name or ""))

    def _caught_up(self) -> None:
        if not self.synchronised:
            self.synchronised = True
            self._guarded(self.table.settle)
            self._observe(Synchronised())
            self.changed()

    def _measured(self, seconds: float) -> None:
        self._observe(RoundTrip(seconds))

    def _hear_head(self, raw: bytes) -> None:
        self._heard_head = raw

    def _count_watchers(self, count: int) -> None:
        self.watched = count
        self._observe(Watched(count))
        self.changed()

    def _hear_watched(self, count: int | None) -> None:
        """Joiner: so many watch. Host (None): nobody is to."""
        if count is not None:
            self.watched = count if self._watchable else None
            self._observe(Watched(count))
        elif self._watchers is not None:
            self.watched = None
            self._watchers.forbid()
            self._observe(WatchingRefused())
        self.changed()

    def _hear_time(self, head: bytes) -> None:
        """Claim the game if the opponent has signed that its time has run out."""

        def claim() -> None:
            self.table.claim(head)

        self._guarded(claim)
        self.changed()

    def _hear_rematch(self) -> None:
        """The opponent has asked for a rematch, or has left without."""
        if self.rematch.heard:
            self._observe(RematchAsked(own=False))
        elif self.rematch.open:
            self.rematch.open = False
            self._observe(RematchDeclined())
        self.changed()

    def _lost(self, error: ConnectionLost) -> None:
        self.connected = False
        self._observe(PeerDisconnected(error))
        self.changed()

    def _opponent(self) -> str:
        return self.table.opponent_name or "The opponent"

    async def _last_word(self, channel: Channel, error: FairTableError) -> None:
        """Tell the other side why this one stops, and wait until it has read it: see `Exchange.run`."""
        message: AnyMessage = fault_message(error)
        if isinstance(error, StorageError):
            message = OWN_TROUBLE
        elif isinstance(error, OldCopyError):
            message = GoodbyeMessage(finished=False)  # the other side has the proof, and says so
        with trio.move_on_after(self._timeouts.last_word) as limit:
            limit.shield = True
            await channel.send_and_drain(message)

    # -- what the player does

    def _leave(self, leave: Callable[[], None]) -> None:
        self._clock.forget()
        self._take(leave)
        self.changed()

    def _release(self, action: Action) -> None:
        self.table.think(self._times.spent())
        if self.table.asked() is None or self.time_is_over:
            return
        self._take(partial(self.table.act, action))
        self.changed()

    def _take(self, decision: Callable[[], None]) -> None:
        """Take a decision of the player's, and tell of it where no entry does that."""
        self._guarded(decision)
        if len(self.table.events) == self._seen:
            self._observe(WordKept())

    def _guarded(self, change: Callable[[], None]) -> None:
        """Make a change of the player's. A disk that fails, or an opponent's fault that shows now, ends the run."""
        try:
            change()
        except (StorageError, PeerError) as error:
            self._failure = error

    def _check(self, action: Action) -> None:
        """Refuse at once what the table would refuse when the answer is released."""
        self.table.check(action)
