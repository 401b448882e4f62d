"""Clocks between two sessions: what they show, who loses by them, what a break of the connection does, and who lies."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import Seat
from p2p.errors import LinkError
from p2p.session.game_clock import ALLOWANCE, REFILL, GameClock, LagAllowance
from p2p.session.session import Session
from p2p.wire.messages import AnyMessage, HeadMessage, SeenMessage
from protocol.audit import audit
from protocol.clock import Clock
from protocol.errors import LocalError, PeerError
from protocol.outcome import OutOfTime, Resigned
from protocol.roles import Role, Side
from protocol.signed_leave import sign_leave
from protocol.table import Table
from protocol.transcript import read_entry
from tests.p2p import paired_sessions
from tests.p2p.paired_sessions import GAME, Fuse, Network, Player, Toy, legal_moves, on_virtual_time

CLOCK = Clock(120, 5)


@dataclass
class Clocked(Player):
    """A player with clocks, who thinks for so many seconds about each decision."""

    thinks: float = 1.0
    times: list[bytes] = field(default_factory=list)

    def table(self) -> Table:  # type: ignore[type-arg]
        name = ("Mitsunari", "Ieyasu")[self.role]
        store = self.store
        if not store.entries:
            return Table(GAME, self.role, self.secrets, name, Side.FIRST, store.keep, store.remember, clock=CLOCK)
        return Table.resume(
            GAME,
            self.role,
            self.secrets,
            list(store.entries),
            store.remembered,
            store.keep,
            store.remember,
            name=name,
            clock=CLOCK,
        )

    def session(self, observe: object = None) -> Toy:
        return Session(
            self.table(),
            self.network.host if self.role is Role.HOST else self.network.join,
            observe=self.news.append,
            keep_head=self.store.heads.append,
            timeouts=self.timeouts,
            keep_time=self.times.append,
            kept_time=self.times[-1] if self.times else b"",
        )

    async def decide(self, session: Toy) -> None:
        while True:
            if session.to_decide() is None:
                await session.next_change()
                continue
            await trio.sleep(self.thinks)
            if session.to_decide() is not None:
                session.act(legal_moves(session)[0])
            await trio.lowlevel.checkpoint()


def two(network: Network | None = None, *, host: float = 1.0, joiner: float = 1.0) -> tuple[Clocked, Clocked]:
    network = network or Network()
    return Clocked(Role.HOST, network, thinks=host), Clocked(Role.JOINER, network, thinks=joiner)


async def play(*players: Clocked) -> list[Toy]:
    sessions = [player.session() for player in players]
    async with trio.open_nursery() as nursery:
        for player, session in zip(players, sessions, strict=True):
            nursery.start_soon(player.play, session)
    return sessions


def test_what_was_thought_is_what_was_signed() -> None:
    async def game() -> None:
        host, joiner = two(host=3.0, joiner=7.0)
        sessions = await play(host, joiner)
        assert all(session.table.finished for session in sessions)
        spent = [(entry.role, entry.spent) for entry in map(read_entry, host.store.entries) if entry.spent is not None]
        assert spent
        for role, time in spent:
            # A sealed choice that was made while the other had the turn has taken none of the own time.
            assert time in range(3000, 3050) or time in range(7000, 7050) or (role is Role.JOINER and time <= 4050)
        assert sessions[0].time_left == sessions[1].time_left or sessions[0].time_left is not None
        assert audit(GAME, host.store.entries).clean

    on_virtual_time(game)


@pytest.mark.parametrize("slow", [Role.HOST, Role.JOINER])
def test_whose_time_runs_out_loses_by_the_other_s_claim(slow: Role) -> None:
    async def game() -> None:
        players = two(host=500.0 if slow is Role.HOST else 1.0, joiner=500.0 if slow is Role.JOINER else 1.0)
        began = trio.current_time()
        sessions = await play(*players)
        assert 100 < trio.current_time() - began < 250
        for session in sessions:
            seat = sessions[slow].table.seat
            assert seat is not None
            assert session.table.outcome == OutOfTime(seat)
            assert session.table.finished
        report = audit(GAME, players[0].store.entries)
        assert report.clean
        assert players[0].store.entries == players[1].store.entries

    on_virtual_time(game)


def test_no_time_passes_while_the_connection_is_down() -> None:
    async def game() -> None:
        host, joiner = two(host=20.0, joiner=1.0)
        sessions: list[Toy] = []
        async with trio.open_nursery() as nursery:
            sessions.append(host.session())
            nursery.start_soon(host.play, sessions[0])
            with trio.move_on_after(10):
                await joiner.play(joiner.session())
            await trio.sleep(10_000)
            await joiner.play(joiner.session())
        assert sessions[0].table.finished
        assert not isinstance(sessions[0].table.outcome, OutOfTime)
        assert audit(GAME, host.store.entries).clean

    on_virtual_time(game)


def test_a_new_start_forgets_no_time() -> None:
    async def game() -> None:
        host, joiner = two(host=100.0, joiner=1.0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(joiner.play, joiner.session())
            with trio.move_on_after(90):
                await host.play(host.session())
            assert host.times
            host.thinks = 40.0
            session = host.session()
            await host.play(session)
            seat = session.table.seat
        assert seat is not None
        assert session.table.outcome == OutOfTime(seat)

    on_virtual_time(game)


def test_whose_clock_goes_slow_is_found_out() -> None:
    class Slow(GameClock):
        def counted(self, until: float | None = None) -> int:
            return super().counted(until) // 4

    async def game() -> None:
        host, joiner = two(host=115.0, joiner=1.0)
        sessions = [host.session(), joiner.session()]
        sessions[0]._times = Slow(sessions[0].table, host.times.append)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, sessions[0])
            nursery.start_soon(joiner.play, sessions[1])
        error = joiner.error
        assert isinstance(error, PeerError)
        assert error.check == "time"
        assert "clock goes slow" in str(error)
        # The other hears of it, and both keep the game.
        assert isinstance(host.error, LinkError)
        assert sessions[1].table.fault is None

    on_virtual_time(game)


@pytest.mark.parametrize("by_thinker", [True, False])
def test_who_has_thought_for_long_can_leave_and_be_left(by_thinker: bool) -> None:
    """A resignation says no time: one that ended what had been thought about for more than a minute was refused."""

    async def game() -> None:
        host, joiner = two(host=1000.0, joiner=1000.0)
        sessions = [host.session(), joiner.session()]
        async with trio.open_nursery() as nursery:
            for player, session in zip((host, joiner), sessions, strict=True):
                nursery.start_soon(player.play, session)
            await trio.sleep(ALLOWANCE / 1000 + 20)
            thinking = sessions[0].table.clock_of
            assert thinking is not None
            loser = thinking if by_thinker else thinking.other
            seat = sessions[loser].table.seat
            sessions[loser].resign()
        assert seat is not None
        assert not hasattr(host, "error")
        assert not hasattr(joiner, "error")
        assert [session.table.outcome for session in sessions] == [Resigned(seat)] * 2
        assert host.store.entries == joiner.store.entries
        assert audit(GAME, host.store.entries).clean

    on_virtual_time(game)


def test_that_the_time_is_over_is_said_again_when_the_connection_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the one who thinks had written the entry before, too, it was never said again, and it was called slow."""
    fuses: list[Fuse] = []

    class Seen(Fuse):
        def __init__(self, size: int | None) -> None:
            super().__init__(size)
            fuses.append(self)

    monkeypatch.setattr(paired_sessions, "Fuse", Seen)

    def twice_in_a_row(session: Toy) -> bool:
        table = session.table
        return (
            table.head.count > 8
            and table.clock_of is table.role
            and read_entry(table.entries[-1]).role is table.role
            and session.to_decide() is not None
        )

    async def game() -> None:
        host, joiner = two()
        sessions = [host.session(), joiner.session()]
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.run)
            while not any(map(twice_in_a_row, sessions)):
                await trio.sleep(0.3)
                for session in sessions:
                    if session.to_decide() is not None and not twice_in_a_row(session):
                        session.act(legal_moves(session)[0])
            late = next(filter(twice_in_a_row, sessions)).table
            own, _ = sessions[late.role].time_left or (0.0, 0.0)
            await trio.sleep(own - 0.01)
            fuses[-1].left = 0
        assert len(fuses) == 2
        assert [session.table.outcome for session in sessions] == [OutOfTime(Seat(late.seat or 0))] * 2

    on_virtual_time(game)


@pytest.mark.parametrize("leaves", [True, False])
def test_who_has_signed_that_its_time_is_over_knows_so_after_a_new_start(leaves: bool) -> None:
    """It wrote its resignation there, or took the other's in, where the other could still claim the game."""

    async def game() -> None:
        players = two()
        sessions = [player.session() for player in players]
        for session in sessions:
            session.table.claim = lambda head: False  # type: ignore[method-assign]
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.run)
            await trio.sleep(CLOCK.bank + 1)
            late = next(session.table.role for session in sessions if session.table.exhausted)
            nursery.cancel_scope.cancel()
        kept = list(players[late].store.entries)
        again, other = players[late].session(), players[late.other].session()
        assert again.table.exhausted
        with pytest.raises(LocalError, match="Your time has run out"):
            again.resign()
        if leaves:
            other.resign()
            word = other.table.head
            again.table.settle()
            assert not again.table.hear_leave(
                sign_leave(
                    players[late.other].secrets.signing_key, "resign", again.table.game_id or b"", late.other, word
                )
            )
        assert players[late].store.entries == kept
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            nursery.start_soon(other.run)
        assert again.table.outcome == other.table.outcome == OutOfTime(Seat(again.table.seat or 0))

    on_virtual_time(game)


def test_an_old_copy_signs_no_time_before_it_has_all_that_it_had_written() -> None:
    """Whoever kept back what it had announced got the old copy's word that its time was over where it had moved."""

    async def game() -> None:
        host, joiner = two()
        sessions = [host.session(), joiner.session()]
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.run)
            await trio.sleep(1)
            assert sessions[0].table.clock_of is Role.HOST
            lost = sessions[0].table.head.count
            sessions[0].act(legal_moves(sessions[0])[0])
            await trio.sleep(1)
            nursery.cancel_scope.cancel()
        announced = sessions[1].table.head
        assert announced.count == lost + 1
        del host.store.entries[lost:]
        host.store.remembered.clear()
        host.times.clear()
        signed: list[AnyMessage] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.session().run)
            for _ in range(CLOCK.bank // 40 + 1):
                channel = await host.network.join()
                await channel.receive(patience=10)
                await channel.send(HeadMessage(announced.count, announced.hash), patience=10)
                with trio.move_on_after(40):
                    while True:
                        message = await channel.receive(patience=100)
                        if isinstance(message, SeenMessage):
                            signed.append(message)
                await channel.close()
            nursery.cancel_scope.cancel()
        assert not signed

    on_virtual_time(game)


def waiting() -> GameClock:
    """The clock of a host whose joiner owes an entry."""
    head = SimpleNamespace(count=5)
    table: Any = SimpleNamespace(head=head, author=Role.JOINER, role=Role.HOST, clock=Clock(300), wanted_clock=None)
    return GameClock(table, lambda kept: None)


def test_nobody_is_called_slow_who_is_silent() -> None:
    """Its machine may have lost its power: a simulated host called the clock of a killed joiner slow."""

    async def wait() -> None:
        clock = waiting()
        clock.connect()
        await trio.sleep(10)
        last_heard = trio.current_time()
        await trio.sleep(100)
        clock.check(last_heard)
        with pytest.raises(PeerError, match="goes slow"):
            clock.check(trio.current_time())

    on_virtual_time(wait)


def test_every_connection_bears_what_messages_took_on_it_and_no_other() -> None:
    """What was lost on one connection was taken from the allowance of the next, too."""

    async def wait() -> None:
        clock = waiting()
        for _ in range(3):
            clock.connect()
            await trio.sleep(ALLOWANCE / 1000 - 1)
            clock.check(trio.current_time())
            clock.disconnect(trio.current_time())
        clock.connect()
        clock.hear_time(5, 20_000)
        await trio.sleep(ALLOWANCE / 1000 + 21)
        with pytest.raises(PeerError, match="goes slow"):
            clock.hear_entry(5, 20_000)

    on_virtual_time(wait)


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**7)), max_size=50))
def test_the_allowance_is_an_account(waits: list[tuple[int, int]]) -> None:
    account = LagAllowance()
    left = ALLOWANCE
    for waited, signed in waits:
        bearable = account.bears(waited, signed)
        assert account.take(waited, signed) is bearable
        assert bearable is (waited - signed <= left)
        left = min(ALLOWANCE, left - max(0, waited - signed) + REFILL)
        assert account.left == left <= ALLOWANCE


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=100))
def test_no_more_than_the_allowance_can_be_gained(lies: list[int]) -> None:
    account = LagAllowance()
    gained = 0
    for count, lie in enumerate(lies):
        if not account.take(lie, 0):
            break
        gained += lie
        assert gained <= ALLOWANCE + REFILL * count
