"""Resigning while the other one is asked: at once, over connections that break, and against a peer that lies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from engine.hidden import Seat
from p2p.errors import Problem, RefusedError, RemoteError
from p2p.wire.channel import Channel
from p2p.wire.messages import EntryMessage, HeadMessage, LeaveMessage
from protocol.chain import Head
from protocol.entries.leave import RESIGN
from protocol.entries.left import LEFT
from protocol.errors import FairTableError, PeerError
from protocol.outcome import Resigned, Stopped
from protocol.roles import Role
from protocol.signed_leave import sign_leave
from protocol.transcript import read_entry
from tests.p2p.paired_sessions import (
    PATIENCE,
    Network,
    Player,
    Toy,
    against,
    check_clean_end,
    pair,
)
from tests.toy_game import Bid

pytestmark = pytest.mark.usefixtures("proofs_once")


async def until(session: Toy, holds: Callable[[], object]) -> None:
    """Wait, as long as `session` changes, for something to hold."""
    with trio.fail_after(1000):
        while not holds():
            await session.next_change()


async def both_asked(first: Toy, second: Toy) -> None:
    """Wait for the first sealed decision, which the host is to seal first, and for all to be quiet."""
    await until(first, lambda: first.to_decide() is not None)
    await until(second, lambda: second.to_decide() is not None and second.table.head == first.table.head)
    assert first.table.author is Role.HOST


def ends_of(player: Player) -> list[str]:
    """The kinds of the entries from the one that has ended the game on."""
    kinds = [read_entry(raw).kind.name for raw in player.store.entries]
    return kinds[-5:]


async def run(player: Player, session: Toy) -> None:
    """Run a session whose player decides nothing; an error is in the player afterwards."""
    try:
        await session.run()
    except FairTableError as error:
        player.error = error


def words_heard(session: Toy) -> list[bool]:
    """Of each word that comes from now on, whether it has ended the game."""
    heard: list[bool] = []
    hear = session.table.hear_leave

    def listen(raw: bytes) -> bool:
        heard.append(hear(raw))
        return heard[-1]

    session.table.hear_leave = listen  # type: ignore[method-assign]
    return heard


def check_resigned(host: Player, joiner: Player, first: Toy, second: Toy, loser: Seat, by: str) -> None:
    check_clean_end(host, joiner, first, second)
    assert first.table.outcome == second.table.outcome == Resigned(loser)
    assert ends_of(host) == [by, "seed", "seed", "verdict", "verdict"]


@asynccontextmanager
async def both_playing(host: Player, joiner: Player, first: Toy, second: Toy) -> AsyncIterator[trio.Nursery]:
    """Both run their sessions, and have come to where both are asked."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, host, first)
        nursery.start_soon(run, joiner, second)
        await both_asked(first, second)
        yield nursery


@pytest.mark.trio
async def test_a_resignation_ends_the_game_while_the_other_is_asked(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        second.resign()
        assert second.table.outcome is None
        assert second.table.leaving == "resign"
        assert second.to_decide() is None
    check_resigned(host, joiner, first, second, Seat(1), LEFT.name)
    assert first.to_decide() is None


@pytest.mark.trio
async def test_a_game_is_stopped_while_the_other_is_asked(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        second.stop()
    check_clean_end(host, joiner, first, second)
    assert first.table.outcome == Stopped(Seat(1))


@pytest.mark.trio
@pytest.mark.parametrize("other_first", [True, False])
async def test_a_resignation_crosses_with_an_answer(autojump_clock: trio.testing.MockClock, other_first: bool) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        heard = words_heard(first)
        # No task runs between the two: each goes out before the other is read.
        moves: list[Callable[[], None]] = [lambda: first.act(Bid(None)), second.resign]
        for move in moves if other_first else moves[::-1]:
            move()
    check_resigned(host, joiner, first, second, Seat(1), RESIGN.name)
    assert heard == [False], "they have crossed"


@pytest.mark.trio
@pytest.mark.parametrize("other_first", [True, False])
async def test_both_resign_at_once(autojump_clock: trio.testing.MockClock, other_first: bool) -> None:
    """The one who is to write has resigned: its entry is there before the other's word can be."""
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        heard = words_heard(first)
        for session in (first, second) if other_first else (second, first):
            session.resign()
    check_resigned(host, joiner, first, second, Seat(0), RESIGN.name)
    assert heard == [False], "they have crossed"


async def resigned_over(fuses: list[int | None], dies: str = "") -> tuple[Player, Player, int]:
    """The joiner resigns when both are asked, over connections that break after so many bytes; `dies` does then.

    Returns the players, and how many bytes the first connection took.
    """
    network = Network(fuses)
    host, joiner = pair(network)
    first, second = host.session(), joiner.session()
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            lives = {name: trio.CancelScope() for name in ("host", "joiner")}

            async def live(name: str, player: Player, session: Toy) -> None:
                with lives[name]:
                    await run(player, session)

            nursery.start_soon(live, "host", host, first)
            nursery.start_soon(live, "joiner", joiner, second)
            await until(second, lambda: second.to_decide() is not None)
            second.resign()
            if dies in ("host", "both"):
                lives["host"].cancel()
            if dies in ("joiner", "both"):
                lives["joiner"].cancel()
            if dies:
                await trio.sleep(30)
            if dies in ("host", "both"):
                first = host.session()
                nursery.start_soon(run, host, first)
            if dies in ("joiner", "both"):
                second = joiner.session()
                assert second.table.leaving == "resign" or second.table.outcome is not None
                nursery.start_soon(run, joiner, second)
    check_clean_end(host, joiner, first, second)
    assert first.table.outcome == second.table.outcome == Resigned(Seat(1))
    return host, joiner, network.connections


@pytest.mark.trio
@pytest.mark.parametrize("dies", ["", "host", "joiner", "both"])
async def test_a_resignation_survives_whatever_dies(autojump_clock: trio.testing.MockClock, dies: str) -> None:
    host, _, _ = await resigned_over([], dies)
    assert ends_of(host)[0] == LEFT.name


@pytest.mark.trio
async def test_a_resignation_survives_a_connection_that_breaks_anywhere(
    autojump_clock: trio.testing.MockClock,
) -> None:
    host, _, _ = await resigned_over([])
    kinds = [read_entry(raw).kind.name for raw in host.store.entries]
    left = kinds.index(LEFT.name)
    before = sum(map(len, host.store.entries[:left]))
    around = sum(map(len, host.store.entries[: left + 2])) + 2000
    for cut in range(before, around, 61):
        again, joiner, _ = await resigned_over([cut])
        assert len(again.store.entries) == len(joiner.store.entries)


@pytest.mark.trio
async def test_a_resignation_is_kept_while_nobody_is_there(autojump_clock: trio.testing.MockClock) -> None:
    """Also one that is given before the opponent has connected, after a new start."""
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second) as nursery:
        nursery.cancel_scope.cancel()
    alone = joiner.session()
    assert not alone.synchronised
    alone.resign()
    assert alone.table.leaving == "resign"
    kept = list(joiner.store.entries)
    alone = joiner.session()
    assert alone.table.leaving == "resign"
    own = host.session()
    own.resign()
    assert own.table.author is Role.HOST
    assert host.store.entries == kept, "before it is known what the other has, nothing is signed"
    first, second = host.session(), alone
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, host, first)
        nursery.start_soon(run, joiner, second)
    check_resigned(host, joiner, first, second, Seat(0), RESIGN.name)


Made = Callable[[Toy], bytes]


def key_of(session: Toy) -> bytes:
    return session.table._private.secrets.signing_key


def game_of(session: Toy) -> bytes:
    assert session.table.game_id is not None
    return session.table.game_id


FALSE: dict[str, Made] = {
    "not signed with that player's key": lambda session: sign_leave(
        bytes([9]) * 32, "resign", game_of(session), Role.JOINER, session.table.head
    ),
    "of another chain of": lambda session: sign_leave(
        key_of(session), "resign", game_of(session), Role.JOINER, Head(session.table.head.count, bytes(32))
    ),
    "of another player": lambda session: sign_leave(
        key_of(session), "resign", game_of(session), Role.HOST, session.table.head
    ),
    "of another game": lambda session: sign_leave(
        key_of(session), "resign", bytes(32), Role.JOINER, session.table.head
    ),
    "cannot be read": lambda session: b"junk" * 50,
}


@pytest.mark.trio
@pytest.mark.parametrize("problem", FALSE)
async def test_a_false_resignation_ends_the_connection_and_nothing_is_lost(
    autojump_clock: trio.testing.MockClock, problem: str
) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        before = list(host.store.entries)
        word = FALSE[problem](second)
        second.table.signed_leave = lambda: word  # type: ignore[method-assign]
        second.changed()
    assert isinstance(host.error, PeerError)
    assert problem in str(host.error)
    assert "resignation" in str(host.error)
    assert isinstance(joiner.error, RefusedError)
    assert host.store.entries == before
    assert first.table.fault is None
    # And the game is taken up again, as if it had never come.
    first, second = host.session(), joiner.session()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, first)
        nursery.start_soon(joiner.play, second)
    check_clean_end(host, joiner, first, second)
    assert not isinstance(first.table.outcome, Resigned)


@pytest.mark.trio
async def test_a_resignation_before_the_entries_that_were_announced_is_refused(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Whoever has lost an entry of its own could be led to sign another one in its place (threat 22)."""
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second) as nursery:
        word = sign_leave(key_of(second), "resign", game_of(second), Role.JOINER, second.table.head)
        first.act(Bid(None))
        await until(second, lambda: second.table.head.count > len(host.store.entries) - 1)
        announced = second.table.head
        nursery.cancel_scope.cancel()
    del host.store.entries[announced.count - 1 :]
    host.store.remembered.clear()
    kept = list(host.store.entries)

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(announced.count, announced.hash), LeaveMessage(word), patience=PATIENCE)

    again, heard = await against(script, host)
    assert isinstance(again.error, RemoteError)
    assert again.error.problem is Problem.OUT_OF_PLACE
    assert host.store.entries == kept
    assert not any(isinstance(message, EntryMessage) for message in heard)


@pytest.mark.trio
async def test_words_for_earlier_heads_are_dropped_and_counted(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    async with both_playing(host, joiner, first, second):
        earlier = Head(2, second.table._common.hashes[1])
        word = sign_leave(key_of(second), "resign", game_of(second), Role.JOINER, earlier)
        second.table.signed_leave = lambda: word  # type: ignore[method-assign]
        exchange = second._exchange
        assert exchange is not None
        for number in range(120):
            if number == 90:
                assert first.connected
                assert first.to_decide() is not None, "it changes nothing"
            exchange._said_leave = 0
            second.changed()
            await trio.sleep(0.01)
    assert isinstance(host.error, RemoteError)
    assert host.error.problem is Problem.FLOOD
