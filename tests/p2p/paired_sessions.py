"""Two sessions of the toy game and a network in memory whose cables can be cut after any byte."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random

import trio
import trio.testing

from engine.hidden import Decision, Seat, Waiting, view_of
from p2p.errors import LinkError, Problem, StorageError
from p2p.notifications import EntryAdded, Notification
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.messages import AnyMessage, HeadMessage
from protocol.audit import audit
from protocol.errors import FairTableError
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.toy_game import Move, Pass, Position, ToyGame


class TimedToyGame(ToyGame):
    """The time of the answer to a turn tells something."""

    def waiting(self, state: Position) -> Waiting:
        waiting = super().waiting(state)
        return replace(waiting, even_default=Pass()) if isinstance(waiting, Decision) else waiting


GAME = TimedToyGame(rounds=2)


def fixed_secrets(label: int) -> Secrets:
    return Secrets(bytes([label]) * 32, bytes([255 - label]) * 32)


@dataclass
class Store:
    """What one player has on its disk; `room` counts the writes that still succeed."""

    entries: list[bytes] = field(default_factory=list)
    remembered: list[bytes] = field(default_factory=list)
    proofs: list[bytes] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    room: int | None = None

    def keep(self, entry: bytes) -> None:
        self._write()
        self.entries.append(entry)

    def remember(self, blob: bytes) -> None:
        self._write()
        self.remembered[:] = [blob]

    def _write(self) -> None:
        if self.room is not None:
            self.room -= 1
            if self.room < 0:
                raise StorageError(Problem.CANNOT_WRITE, path="record", reason="No space left on device")


class Fuse:
    """Breaks a connection after `size` bytes, in whichever direction they went; None: never."""

    def __init__(self, size: int | None) -> None:
        self.left = size
        self.ends: list[trio.abc.Stream] = []


class Cable(trio.abc.Stream):
    """One end of a memory stream behind a fuse."""

    def __init__(self, end: trio.abc.Stream, fuse: Fuse) -> None:
        self.end = end
        self.fuse = fuse
        fuse.ends.append(end)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        left = self.fuse.left
        if left is None:
            await self.end.send_all(data)
            return
        self.fuse.left = max(0, left - len(data))
        await self.end.send_all(bytes(data)[:left])
        if left < len(data):
            for end in self.fuse.ends:
                await trio.aclose_forcefully(end)
            raise trio.BrokenResourceError("cut")

    async def wait_send_all_might_not_block(self) -> None:
        await self.end.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.end.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.end.aclose()


class Network:
    """Leads joiner and host to each other; the n-th connection has the n-th fuse, later ones have none."""

    def __init__(self, fuses: list[int | None] | None = None) -> None:
        self.fuses = list(fuses or [])
        self.connections = 0
        self._send, self._receive = trio.open_memory_channel[Channel](1)

    async def join(self) -> Channel:
        near, far = trio.testing.memory_stream_pair()
        fuse = Fuse(self.fuses.pop(0) if self.fuses else None)
        self.connections += 1
        # A host that never took the last connection finds this one instead.
        await trio.lowlevel.checkpoint()
        with contextlib.suppress(trio.WouldBlock):
            self._receive.receive_nowait()
        await self._send.send(Channel(Cable(far, fuse), limit=FRAME_LIMIT))
        return Channel(Cable(near, fuse), limit=FRAME_LIMIT)

    async def host(self) -> Channel:
        return await self._receive.receive()


Toy = Session[Position, Move]


def sides(session: Toy) -> tuple[Position, Seat]:
    """The public state and the own seat of a session whose game is on."""
    assert session.table.state is not None
    assert session.table.seat is not None
    return session.table.state, session.table.seat


def legal_moves(session: Toy) -> list[Move]:
    """What the player of a session may choose now."""
    state, seat = sides(session)
    return list(GAME.options(view_of(GAME, state, seat, session.table._known_faces())))


@dataclass
class Player:
    """One player with its store: makes a table of what the store holds, and a session of that."""

    role: Role
    network: Network
    store: Store = field(default_factory=Store)
    timing: AnswerTiming | None = None
    timeouts: Timeouts = field(default_factory=Timeouts)
    seed: int = 0
    news: list[Notification] = field(default_factory=list)
    secrets: Secrets = field(init=False)

    def __post_init__(self) -> None:
        self.secrets = fixed_secrets(self.role + 1)
        self.random = Random(self.seed + self.role)

    def table(self) -> Table[Position, Move]:
        name = ("Mitsunari", "Ieyasu")[self.role]
        store = self.store
        if not store.entries:
            return Table(GAME, self.role, self.secrets, name, Side.FIRST, store.keep, store.remember)
        return Table.resume(
            GAME, self.role, self.secrets, list(store.entries), store.remembered, store.keep, store.remember, name=name
        )

    def session(self, observe: Callable[[Notification], None] | None = None) -> Toy:
        def watch(news: Notification) -> None:
            self.news.append(news)
            if observe is not None:
                observe(news)

        return Session(
            self.table(),
            self.network.host if self.role is Role.HOST else self.network.join,
            observe=watch,
            keep_proof=self.store.proofs.append,
            keep_head=self.store.heads.append,
            timing=self.timing,
            timeouts=self.timeouts,
        )

    def choose(self, session: Toy) -> Move:
        """A choice that depends on the position alone, so that it is the same after a restart."""
        _, seat = sides(session)
        random = Random(f"{self.seed} {session.table.head.count} {seat}")
        return random.choice(legal_moves(session))

    async def decide(self, session: Toy) -> None:
        """Answer whatever is asked, at once."""
        while True:
            if session.to_decide() is None:
                await session.next_change()
            else:
                session.act(self.choose(session))
            await trio.lowlevel.checkpoint()

    async def play(self, session: Toy) -> None:
        """Run `session` and answer whatever is asked; returns or raises as its run does."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.decide, session)
            try:
                await session.run()
            except FairTableError as error:
                self.error = error
            nursery.cancel_scope.cancel()

    async def play_through_crashes(self, crash_at: list[int]) -> Toy:
        """As `play`, but the process dies when its chain has each of these lengths, and is started anew."""
        while True:
            dies_at = crash_at.pop(0) if crash_at else None
            with trio.CancelScope() as life:

                def die(news: Notification, life: trio.CancelScope = life, dies_at: int | None = dies_at) -> None:
                    if isinstance(news, EntryAdded) and dies_at is not None and len(self.store.entries) >= dies_at:
                        life.cancel()

                session = self.session(die)
                await self.play(session)
            if session.table.finished and session.table.author is None and not life.cancelled_caught:
                return session
            assert life.cancelled_caught, getattr(self, "error", None)


def pair(
    network: Network | None = None,
    *,
    timing: AnswerTiming | None = None,
    timeouts: Timeouts | None = None,
    seed: int = 0,
) -> tuple[Player, Player]:
    network = network or Network()
    host, joiner = (
        Player(role, network, timing=timing, timeouts=timeouts or Timeouts(), seed=seed)
        for role in (Role.HOST, Role.JOINER)
    )
    return host, joiner


PATIENCE = 10.0


def on_virtual_time(test: Callable[[], Awaitable[None]]) -> None:
    """Run `test` in a trio of its own whose clock jumps: for hypothesis, which calls a test function many times."""
    trio.run(test, clock=trio.testing.MockClock(autojump_threshold=0))


def check_clean_end(host: Player, joiner: Player, *sessions: Toy) -> None:
    assert host.store.entries == joiner.store.entries
    for session in sessions:
        assert session.table.finished
        verdict = session.table.verdict
        assert verdict is not None
        assert verdict.clean
    assert audit(GAME, host.store.entries).clean
    assert host.store.proofs == joiner.store.proofs == []


async def play_both(host: Player, joiner: Player) -> tuple[Toy, Toy]:
    sessions = host.session(), joiner.session()
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, sessions[0])
            nursery.start_soon(joiner.play, sessions[1])
    return sessions


Script = Callable[[Channel], Awaitable[None]]


async def against(script: Script, player: Player | None = None) -> tuple[Player, list[AnyMessage]]:
    """Play a host against `script`, which begins after the heads; the host's error is in its player afterwards."""
    host = player or pair()[0]
    session = host.session()
    heard: list[AnyMessage] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, session)
        channel = await host.network.join()
        await channel.receive(patience=PATIENCE)
        try:
            await script(channel)
            while True:
                heard.append(await channel.receive(patience=PATIENCE))
        except LinkError:
            nursery.cancel_scope.deadline = trio.current_time() + 100
    return host, heard


HEAD = HeadMessage(0, bytes(32))


def sends(*messages: AnyMessage) -> Script:
    async def script(channel: Channel) -> None:
        await channel.send(HEAD, *messages, patience=PATIENCE)

    return script
