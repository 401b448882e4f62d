"""A whole game over connections that break anywhere and processes that die anywhere."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import IllegalAction, Sealed, Seat, View
from p2p.errors import StorageError
from p2p.notifications import (
    ChatSaid,
    EntryAdded,
    OpponentChosen,
    PeerConnected,
    WordKept,
)
from p2p.session.bot_player import play_with_bot
from p2p.session.timeouts import Timeouts
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.messages import (
    AnyMessage,
    EntryMessage,
)
from protocol.entries.draw import DRAW
from protocol.entries.hello import HELLO
from protocol.entries.mix import MIX
from protocol.entries.open import OPEN
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.outcome import Resigned
from protocol.roles import Role
from protocol.transcript import read_entry
from tests.p2p.paired_sessions import (
    Network,
    Player,
    Toy,
    check_clean_end,
    on_virtual_time,
    pair,
    play_both,
)
from tests.toy_game import Bid, BidQuestion, Move, Pass, Position

pytestmark = pytest.mark.usefixtures("proofs_once")


@pytest.mark.trio
async def test_a_game_ends_with_both_verdicts(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    sessions = await play_both(host, joiner)
    check_clean_end(host, joiner, *sessions)
    assert host.network.connections == 1
    for player, session in zip((host, joiner), sessions, strict=True):
        played = [news.appended.number for news in player.news if isinstance(news, EntryAdded)]
        assert played == list(range(len(player.store.entries)))
        assert isinstance(player.news[0], EntryAdded if player is host else PeerConnected)
        assert not session.connected
        traffic = session.traffic
        assert traffic.entries_sent + traffic.entries_received == len(played)
        assert 0 < traffic.round_trips <= len(played)
    assert sessions[0].traffic.bytes_sent == sessions[1].traffic.bytes_received
    assert sessions[1].traffic.bytes_sent == sessions[0].traffic.bytes_received


fuses = st.lists(st.integers(0, 9000), min_size=1, max_size=6)


@given(fuses, st.integers(0, 5))
def test_cut_anywhere_it_goes_on(cuts: list[int], seed: int) -> None:
    async def test() -> None:
        host, joiner = pair(Network([*cuts]), seed=seed)
        check_clean_end(host, joiner, *(await play_both(host, joiner)))

    on_virtual_time(test)


class CutAfterEachEntry(Channel):
    """Breaks as soon as an entry is out."""

    async def send(self, *messages: AnyMessage, patience: float) -> None:
        await super().send(*messages, patience=patience)
        if any(isinstance(message, EntryMessage) for message in messages):
            await self.close()


@pytest.mark.parametrize("role", list(Role))
def test_cut_at_every_entry(role: Role) -> None:
    """The connection breaks right after every single entry of one side has gone out, so at every kind of moment."""

    async def test() -> None:
        host, joiner = pair()
        connect = host.network.host if role is Role.HOST else host.network.join

        async def connect_badly() -> Channel:
            return CutAfterEachEntry((await connect())._stream, limit=FRAME_LIMIT)

        if role is Role.HOST:
            host.network.host = connect_badly  # type: ignore[method-assign]
        else:
            host.network.join = connect_badly  # type: ignore[method-assign]
        check_clean_end(host, joiner, *(await play_both(host, joiner)))
        cut = [read_entry(raw) for raw in host.store.entries]
        kinds = {entry.kind for entry in cut if entry.role is role}
        assert kinds >= {HELLO, MIX, DRAW, SEAL, OPEN, SEED, VERDICT}
        assert host.network.connections > 8

    on_virtual_time(test)


@given(
    st.lists(st.integers(1, 60), max_size=5).map(sorted),
    st.lists(st.integers(1, 60), max_size=5).map(sorted),
    st.lists(st.one_of(st.none(), st.integers(0, 9000)), max_size=3),
)
def test_killed_anywhere_it_goes_on(host_dies: list[int], joiner_dies: list[int], cuts: list[int | None]) -> None:
    """Both processes die at any length of the chain, and are started again from what is on their disks."""

    async def test() -> None:
        host, joiner = pair(Network([*cuts]))
        ended: list[Toy] = []

        async def play(player: Player, dies: list[int]) -> None:
            ended.append(await player.play_through_crashes([*dies]))

        with trio.fail_after(100_000):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, host, host_dies)
                nursery.start_soon(play, joiner, joiner_dies)
        check_clean_end(host, joiner, *ended)

    on_virtual_time(test)


@given(st.sampled_from(list(Role)), st.integers(0, 60))
def test_a_full_disk_stops_one_side_and_loses_nothing(role: Role, room: int) -> None:
    async def test() -> None:
        host, joiner = pair()
        full = (host, joiner)[role]
        full.store.room = room
        error: Exception | None = None
        async with trio.open_nursery() as nursery:
            sessions = host.session(), joiner.session()
            other = sessions[1 - role]
            nursery.start_soon((host, joiner)[1 - role].play, other)
            await full.play(sessions[role])
            error = getattr(full, "error", None)
            if error is not None:
                assert isinstance(error, StorageError)
                # What the other side has of ours, we have too.
                assert (
                    joiner.store.entries[: len(host.store.entries)] == host.store.entries[: len(joiner.store.entries)]
                )
                ours = [raw for raw in other.table.entries if read_entry(raw).role is role]
                assert set(ours) <= set(full.store.entries)
                full.store.room = None
                await full.play(full.session())
        check_clean_end(host, joiner, other)
        assert error is not None or room >= len(host.store.entries)

    on_virtual_time(test)


# -- what the player does


@pytest.mark.trio
async def test_resigning_stops_cleanly(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    loser, winner = host.session(), joiner.session()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(joiner.play, winner)
        nursery.start_soon(loser.run)
        while loser.to_decide() is None:
            await loser.next_change()
        loser.resign()
    check_clean_end(host, joiner, loser, winner)
    assert winner.table.outcome is not None
    assert winner.table.outcome == Resigned(Seat(loser.table.seat or 0))


@pytest.mark.trio
async def test_that_a_player_has_chosen_is_told_before_it_may_be_written(
    autojump_clock: trio.testing.MockClock,
) -> None:
    host, joiner = pair()
    sessions = host.session(), joiner.session()
    async with trio.open_nursery() as nursery:
        for session in sessions:
            nursery.start_soon(session.run)
        while not all(
            isinstance(session.table.waiting, Sealed) and session.to_decide() is not None for session in sessions
        ):
            await sessions[0].next_change()
        first, second = sorted(sessions, key=lambda session: session.table.seat or 0)
        news = host.news if first is sessions[0] else joiner.news
        assert not first.awaited
        second.act(Bid(None))
        while not first.awaited:
            await first.next_change()
        assert OpponentChosen() in news, "whoever shows it is told"
        own_news = joiner.news if first is sessions[0] else host.news
        assert own_news.count(WordKept()) == 1, "as is whoever lists the games of the one that has answered"
        assert not second.awaited
        assert second.table.unsealed_choice == first.table.open_choice == 0
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_chat_is_cleaned_and_not_in_the_chain(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    sessions = host.session(), joiner.session()
    assert sessions[0].chat("  Good \x1b[31mluck\u202e! ")
    assert not sessions[0].chat("\x1b[2J\u200b\n")
    for number in range(30):
        assert sessions[1].chat(f"line {number}") == (number < 20)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, sessions[0])
        nursery.start_soon(joiner.play, sessions[1])
    assert [news for news in joiner.news if isinstance(news, ChatSaid) and not news.own] == [
        ChatSaid(False, "Good luck!")
    ]
    assert [news.text for news in host.news if isinstance(news, ChatSaid) and not news.own] == [
        f"line {number}" for number in range(20)
    ]
    check_clean_end(host, joiner, *sessions)
    assert not any(b"luck" in entry for entry in host.store.entries)


@pytest.mark.trio
async def test_an_illegal_action_changes_nothing(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    session, other = host.session(), joiner.session()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(other.run)
        while session.to_decide() is None:
            await session.next_change()
        before = session.table.head
        with pytest.raises(IllegalAction):
            session.act(Pass())
        assert session.table.head == before
        assert session.to_decide() == BidQuestion()
        assert session.answer_due is None
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_play_with_a_chooser_in_a_thread() -> None:
    host, joiner = pair(timeouts=Timeouts(breath=0.01))
    sessions = host.session(), joiner.session()

    async def play(player: Player, session: Toy) -> None:
        class Bot:
            def choose(self, view: View[Position]) -> Move:
                assert view.state is not session.table.state
                return player.choose(session)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_with_bot, session, Bot())
            await session.run()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, host, sessions[0])
        nursery.start_soon(play, joiner, sessions[1])
    check_clean_end(host, joiner, *sessions)
