"""Opponents that are not there, and opponents that misbehave."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from engine.hidden import IllegalAction, Seat, View
from p2p.errors import ConnectionLost, Problem, RefusedError, RemoteError
from p2p.notifications import (
    ChatMuted,
    ChatSaid,
    ChoiceLost,
    EntryAdded,
    PeerDisconnected,
    Synchronised,
)
from p2p.session.bot_player import play_with_bot
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.messages import (
    AnyMessage,
    ChallengeMessage,
    ChatMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    PingMessage,
    PongMessage,
    SeenMessage,
)
from protocol.audit import audit
from protocol.chain import Head
from protocol.entries.action import ACTION
from protocol.entries.seal import SEAL
from protocol.equivocation import read_proof
from protocol.errors import PeerError
from protocol.outcome import Resigned
from protocol.phases import Phase
from protocol.roles import Role
from protocol.signed_head import kept_heads, sign_head
from protocol.standing import Owed, standing
from protocol.transcript import read_entry
from tests.p2p.paired_sessions import (
    GAME,
    HEAD,
    PATIENCE,
    Player,
    Script,
    Toy,
    against,
    check_clean_end,
    legal_moves,
    pair,
    play_both,
    sends,
)
from tests.toy_game import Move, Pass, Position, TurnQuestion

pytestmark = pytest.mark.usefixtures("proofs_once")

SEED_WITH_A_TURN_OF_THE_JOINER = 0


# -- an opponent that is not there


@pytest.mark.trio
async def test_pings_are_answered_and_silence_is_noticed(autojump_clock: trio.testing.MockClock) -> None:
    host, _ = pair()
    session = host.session()
    reports: list[str] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        channel = await host.network.join()
        await channel.send(HeadMessage(0, bytes(32)), patience=PATIENCE)
        # Its head, then its hello and the first ping, which two tasks of the host send in either order.
        assert isinstance(await channel.receive(patience=PATIENCE), HeadMessage)
        first = [await channel.receive(patience=PATIENCE) for _ in range(2)]
        assert PingMessage(0) in first
        assert any(isinstance(message, EntryMessage) for message in first)
        await channel.send(PingMessage(7), patience=PATIENCE)
        assert await channel.receive(patience=PATIENCE) == PongMessage(7)
        assert await channel.receive(patience=20) == PingMessage(1)
        assert session.connected
        await trio.sleep(45 - 15 - 1)
        reports += [str(news.error) for news in host.news if isinstance(news, PeerDisconnected)]
        assert reports == []
        await trio.sleep(2)
        assert not session.connected
        reports += [str(news.error) for news in host.news if isinstance(news, PeerDisconnected)]
        nursery.cancel_scope.cancel()
    assert reports == ["No whole message came for 45 seconds."]


@pytest.mark.trio
async def test_a_trickle_of_bytes_is_no_sign_of_life(autojump_clock: trio.testing.MockClock) -> None:
    host, _ = pair()
    session = host.session()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        channel = await host.network.join()
        await channel.send(HeadMessage(0, bytes(32)), patience=PATIENCE)
        await channel._stream.send_all((1000).to_bytes(4, "big"))
        begun = trio.current_time()
        while not any(isinstance(news, PeerDisconnected) for news in host.news):
            await trio.sleep(1)
            try:
                await channel._stream.send_all(b"\x93")
            except trio.BrokenResourceError:
                break
        assert 44 <= trio.current_time() - begun <= 47
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_who_stays_away_too_long_is_given_up(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair(timeouts=Timeouts(absence=60))
    session, other = host.session(), joiner.session()
    with trio.move_on_after(1000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, session)
            await trio.sleep(500)  # nobody has come yet: that is no absence
            with trio.CancelScope() as life:
                async with trio.open_nursery() as theirs:
                    theirs.start_soon(other.run)
                    while session.table.opponent_name is None:
                        await session.next_change()
                    life.cancel()
            left = trio.current_time()
    assert isinstance(host.error, ConnectionLost)
    assert "Ieyasu has been away for 60 seconds; the game is kept" in str(host.error)
    left_for_now = [news.error for news in host.news if isinstance(news, PeerDisconnected)]
    assert [str(error) for error in left_for_now] == ["Ieyasu has left for now; the game is kept."]
    assert trio.current_time() - left < 70


class GoesSilently(Channel):
    """Never gets its goodbye out."""

    async def send(self, *messages: AnyMessage, patience: float) -> None:
        if any(isinstance(message, GoodbyeMessage) for message in messages):
            await self.close()
        await super().send(*messages, patience=patience)


@pytest.mark.trio
async def test_the_last_verdict_is_handed_over_or_given_up(autojump_clock: trio.testing.MockClock) -> None:
    """The side that wrote the last entry tries to hand it over for a while, then ends all the same."""
    host, joiner = pair()
    connect = host.network.host

    async def connect_badly() -> Channel:
        return GoesSilently((await connect())._stream, limit=FRAME_LIMIT)

    host.network.host = connect_badly  # type: ignore[method-assign]
    first, second = await play_both(host, joiner)
    check_clean_end(host, joiner, first, second)
    assert read_entry(joiner.store.entries[-1]).role is Role.JOINER
    assert not hasattr(host, "error")
    assert not hasattr(joiner, "error")
    assert isinstance(joiner.news[-1], PeerDisconnected)
    assert 20 <= trio.current_time() <= 25


# -- an opponent that misbehaves


async def raw(channel: Channel) -> None:
    await channel.send(HEAD, patience=PATIENCE)
    await channel._stream.send_all((FRAME_LIMIT + 1).to_bytes(4, "big"))


async def not_canonical(channel: Channel) -> None:
    await channel.send(HEAD, patience=PATIENCE)
    await channel._stream.send_all(b"\0\0\0\x08\x92\xa4ping\xcc\x07")


@pytest.mark.trio
@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        (sends(*[ChatMessage("x")] * 101), RemoteError, "101 messages beside the game within 10 seconds, at most 100"),
        (sends(*[PingMessage(1)] * 101), RemoteError, "floods"),
        (sends(HEAD), RemoteError, "sent head in the middle of the game"),
        (sends(ChallengeMessage(1, bytes(32))), RemoteError, "sent challenge in the middle"),
        (sends(GoodbyeMessage(True)), RemoteError, "says that the game is finished, and it is not"),
        (sends(EntryMessage(b"nonsense" * 20)), PeerError, "the entry cannot be read"),
        (
            sends(FaultMessage("", "I \x1b[31mgive up", True)),
            RefusedError,
            "The opponent's program has stopped: I give up",
        ),
        (sends(ForkMessage(0)), PeerError, "says that its chain differs from ours, and it does not"),
        (sends(ForkMessage(100_001)), RemoteError, "chain of 100001 entries, at most 100000"),
        (raw, RemoteError, "frame of 131073 bytes, at most 131072"),
        (not_canonical, RemoteError, "not canonical msgpack"),
    ],
)
async def test_nonsense_ends_the_game_and_is_named(
    autojump_clock: trio.testing.MockClock, script: Script, kind: type[Exception], message: str
) -> None:
    host, heard = await against(script)
    assert type(host.error) is kind
    assert message in str(host.error)
    assert len(host.store.entries) == 1
    faults = [said for said in heard if isinstance(said, FaultMessage)]
    if kind is not RefusedError:
        assert len(faults) == 1
        assert faults[0].lasting
        assert message[:20] in faults[0].sentence


@pytest.mark.trio
async def test_an_entry_sent_twice_is_passed_over(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    await play_both(host, joiner)
    entries = [*host.store.entries]
    again, _ = pair()
    theirs = [EntryMessage(raw) for raw in entries if read_entry(raw).role is Role.JOINER][:1]
    again, _ = await against(sends(*theirs * 3), again)
    assert not hasattr(again, "error")
    assert again.store.entries[:3] == entries[:3]


@pytest.mark.trio
async def test_two_entries_at_one_place_are_kept_as_proof(autojump_clock: trio.testing.MockClock) -> None:
    """Threat 7: the joiner comes back with another choice than the one it had made."""
    host, joiner = pair()
    seen = trio.Event()

    def watch(news: object) -> None:
        if isinstance(news, EntryAdded) and news.appended.kind is SEAL and news.appended.seat == 1:
            seen.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, host.session(watch))
        with trio.CancelScope() as life:
            async with trio.open_nursery() as theirs:
                theirs.start_soon(joiner.play, joiner.session())
                await seen.wait()
                life.cancel()
        seals = [number for number, raw in enumerate(joiner.store.entries) if read_entry(raw).kind is SEAL]
        del joiner.store.entries[seals[1] :]
        joiner.store.remembered.clear()
        joiner.seed += 1
        table = joiner.table()
        moves = legal_moves(Session(table, host.network.host))
        for move in moves:
            cheat = joiner.table()
            cheat.settle()  # it does not wait for what the other has
            cheat.act(move)
            if joiner.store.entries[seals[1]] != host.store.entries[seals[1]]:
                break
            del joiner.store.entries[seals[1] :]
        await joiner.play(joiner.session())
    for player, whose in ((host, "the opponent signed two different"), (joiner, "carry this side's own signature")):
        assert whose in str(player.error)
        (packed,) = player.store.proofs
        shown = read_proof(packed)
        assert (shown.role, shown.number) == (Role.JOINER, seals[1])
    assert isinstance(host.error, PeerError)
    assert host.error.proof is not None


@pytest.mark.trio
async def test_an_old_save_is_brought_up_to_date_before_the_player_may_decide(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Threat 22: an old copy of the record is restored; the opponent's chain wins, nothing is signed twice."""
    host, joiner = pair(seed=SEED_WITH_A_TURN_OF_THE_JOINER)
    seen = trio.Event()

    def watch(news: object) -> None:
        if isinstance(news, EntryAdded) and news.appended.kind is ACTION and news.appended.seat == 1:
            seen.set()

    async with trio.open_nursery() as nursery:
        first, second = host.session(watch), joiner.session()
        nursery.start_soon(host.play, first)
        with trio.CancelScope() as life:
            async with trio.open_nursery() as theirs:
                theirs.start_soon(joiner.play, second)
                await seen.wait()
                life.cancel()
        entries = [read_entry(raw) for raw in joiner.store.entries]
        turn = next(entry.number for entry in entries if entry.kind is ACTION and entry.role is Role.JOINER)
        del joiner.store.entries[turn:]
        restored = joiner.session()
        assert isinstance(restored.table.asked(), TurnQuestion)
        assert restored.to_decide() is None
        with pytest.raises(IllegalAction, match="First the opponent must connect"):
            restored.act(Pass())
        await joiner.play(restored)
    assert any(isinstance(news, Synchronised) for news in joiner.news)
    check_clean_end(host, joiner, first, restored)


@pytest.mark.trio
async def test_a_game_that_had_stopped_says_so_again(autojump_clock: trio.testing.MockClock) -> None:
    host, _ = pair()
    table = host.table()
    table.fault = PeerError("7.3", "the opponent moved 17 blocks, at most 16 can move")
    session: Toy = Session(table, host.network.host)
    with pytest.raises(PeerError, match="17 blocks"):
        await session.run()


# -- what must not hang


@pytest.mark.trio
@pytest.mark.parametrize("announced", [2, 1_000_000])
async def test_a_head_that_lies_times_out_and_is_named(autojump_clock: trio.testing.MockClock, announced: int) -> None:
    """Threat 39: until its entries come the player may not decide, so they must come."""
    begun = trio.current_time()

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(announced, bytes(32)), patience=PATIENCE)
        for number in range(8):
            await channel.send(PingMessage(number), patience=PATIENCE)
            await trio.sleep(10)

    host, _ = await against(script)
    assert isinstance(host.error, RemoteError)
    assert host.error.problem is Problem.FALSE_HEAD
    assert host.error.facts == {"announced": announced, "count": 1, "seconds": 45.0}
    assert 45 <= trio.current_time() - begun <= 60
    assert len(host.store.entries) == 1


@pytest.mark.trio
async def test_a_true_head_may_take_its_time(autojump_clock: trio.testing.MockClock) -> None:
    """Each entry within the patience of the one before, as over a slow line."""
    host, joiner = pair()
    await play_both(host, joiner)
    entries = [*host.store.entries]
    again, _ = pair()
    theirs = [EntryMessage(raw) for raw in entries if read_entry(raw).role is Role.JOINER]

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(len(entries), read_entry(entries[-1]).hash), patience=PATIENCE)
        for number in range(24):
            await trio.sleep(10)
            await channel.send(PingMessage(number), patience=PATIENCE)
            if number in (3, 7, 11):
                await channel.send(theirs[number // 4], patience=PATIENCE)

    again, _ = await against(script, again)
    assert isinstance(again.error, RemoteError)
    assert again.error.problem is Problem.FALSE_HEAD
    assert len(again.store.entries) > 4


async def lose_the_choice(host: Player, joiner: Player) -> None:
    """Play until the joiner has sealed its first choice, and lose what it was."""
    seen = trio.Event()

    def watch(news: object) -> None:
        if isinstance(news, EntryAdded) and news.appended.kind is SEAL and news.appended.seat == 1:
            seen.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.play, host.session())
        nursery.start_soon(joiner.play, joiner.session(watch))
        await seen.wait()
        nursery.cancel_scope.cancel()
    joiner.store.remembered.clear()


@pytest.mark.trio
async def test_a_lost_sealed_choice_is_told_and_can_be_resigned(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    await lose_the_choice(host, joiner)
    joiner.news.clear()
    first, second = host.session(), joiner.session()
    with trio.fail_after(1000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, first)
            nursery.start_soon(joiner.play, second)
            while not second.synchronised:
                await second.next_change()
            assert ChoiceLost() in joiner.news
            assert second.choice_lost
            assert second.to_decide() is None
            await trio.sleep(100)
            assert second.table.outcome is None
            second.resign()
    check_clean_end(host, joiner, first, second)
    assert first.table.outcome is not None
    assert first.table.outcome == Resigned(Seat(second.table.seat or 0))


@pytest.mark.trio
async def test_a_bot_that_has_lost_its_choice_resigns(autojump_clock: trio.testing.MockClock) -> None:
    host, joiner = pair()
    await lose_the_choice(host, joiner)
    first, second = host.session(), joiner.session()

    class Bot:
        def choose(self, view: View[Position]) -> Move:
            raise AssertionError("nothing is to be chosen")

    with trio.fail_after(1000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, first)
            nursery.start_soon(play_with_bot, second, Bot())
            await second.run()
    assert second.table.outcome is not None
    assert second.table.outcome == Resigned(Seat(second.table.seat or 0))


@pytest.mark.trio
async def test_nobody_comes(autojump_clock: trio.testing.MockClock) -> None:
    host, _ = pair(timeouts=Timeouts(first_contact=60, absence=5))
    begun = trio.current_time()
    await host.play(host.session())
    assert isinstance(host.error, ConnectionLost)
    assert host.error.problem is Problem.NEVER_CAME
    assert trio.current_time() - begun == pytest.approx(60)


@pytest.mark.trio
async def test_more_chat_than_can_be_read_is_dropped_and_told_once(autojump_clock: trio.testing.MockClock) -> None:
    host, _ = pair()
    session = host.session()

    def told() -> tuple[int, int]:
        said = sum(isinstance(news, ChatSaid) for news in host.news)
        return said, sum(isinstance(news, ChatMuted) for news in host.news)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        channel = await host.network.join()
        await channel.send(HEAD, *[ChatMessage("x")] * 90, patience=PATIENCE)
        await trio.sleep(1)
        assert told() == (60, 1)
        await trio.sleep(10)
        await channel.send(*[ChatMessage("x")] * 90, patience=PATIENCE)
        await trio.sleep(1)
        assert told() == (120, 2)
        assert session.connected
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_who_says_too_much_is_stopped_before_the_opponent_hangs_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    host, joiner = pair()
    first, second = host.session(), joiner.session()
    said = 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(first.run)
        nursery.start_soon(second.run)
        for _ in range(1000):
            await trio.sleep(0.01)
            said += first.chat("so there!")
        assert said == 20
        await trio.sleep(1)
        assert first.chat("and one more thing")
        assert second.connected
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_goodbye_comes_behind_what_is_under_way(autojump_clock: trio.testing.MockClock) -> None:
    """Whoever leaves while the other side is slow to read still gets its last word out, whole."""
    host, joiner = pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(joiner.play, joiner.session())
        with trio.CancelScope() as life:
            async with trio.open_nursery() as ours:
                session = host.session()
                ours.start_soon(session.run)
                while session.to_decide() is None:
                    await session.next_change()
                session.chat("one")
                session.act(host.choose(session))
                life.cancel()
        await trio.sleep(1)
        nursery.cancel_scope.cancel()
    problems = [news.error.problem for news in joiner.news if isinstance(news, PeerDisconnected)]
    assert problems == [Problem.PEER_LEFT]
    assert ChatSaid(False, "one") in joiner.news
    assert joiner.store.entries[: len(host.store.entries)] == host.store.entries


# -- signed heads


@pytest.mark.trio
async def test_who_leaves_with_a_move_owed_has_signed_that_it_knew(autojump_clock: trio.testing.MockClock) -> None:
    """Threat 6: the joiner never bids. What it said before it went is kept when the connection ends."""
    host, joiner = pair()
    with trio.move_on_after(100):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.play, host.session())
            with trio.move_on_after(20):
                await joiner.session().run()
            await trio.sleep(60)
    (raw,) = host.store.heads
    (said,) = kept_heads(raw)
    found = standing(audit(GAME, host.store.entries), [said])
    assert found.left == Owed(Role.JOINER, Phase.SECOND_SEAL, witnessed=True)


@pytest.mark.trio
@pytest.mark.parametrize("lie", ["game", "length", "key"])
async def test_a_signed_head_that_lies_ends_the_connection_and_not_the_game(
    autojump_clock: trio.testing.MockClock, lie: str
) -> None:
    first, joiner = pair()
    await play_both(first, joiner)
    chain = first.store.entries
    key, game = joiner.secrets.signing_key, read_entry(chain[2]).game
    last = Head(2, read_entry(chain[1]).hash)
    raw = {
        "game": sign_head(key, bytes(32), Role.JOINER, last),
        "length": sign_head(key, game, Role.JOINER, Head(3, last.hash)),
        "key": sign_head(first.secrets.signing_key, game, Role.JOINER, last),
    }[lie]
    host, heard = await against(sends(EntryMessage(chain[1]), SeenMessage(raw)))
    assert isinstance(host.error, PeerError)
    assert host.error.check == "head"
    assert host.store.heads == []
    fault = heard[-1]
    assert isinstance(fault, FaultMessage)
    assert fault.lasting
    assert host.table().fault is None


@pytest.mark.trio
async def test_signed_heads_that_say_nothing_new_are_a_flood(autojump_clock: trio.testing.MockClock) -> None:
    first, joiner = pair()
    await play_both(first, joiner)
    chain = first.store.entries
    game = read_entry(chain[2]).game
    seen = SeenMessage(sign_head(joiner.secrets.signing_key, game, Role.JOINER, Head(2, read_entry(chain[1]).hash)))
    host, _ = await against(sends(EntryMessage(chain[1]), *[seen] * 110))
    assert isinstance(host.error, RemoteError)
    assert host.error.problem is Problem.FLOOD
    assert host.store.heads == [seen.head]
