"""A whole game over connections that break anywhere, processes that die anywhere, and opponents that misbehave."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import Decision, Face, IllegalAction, Seat, View, other
from p2p.errors import ConnectionLost, LinkError, RefusedError, RemoteError, StorageError
from p2p.notifications import AnswerHeld, ChatSaid, EntryAdded, PeerConnected, PeerDisconnected, Synchronised
from p2p.session.answer_timing import AnswerTiming
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
)
from protocol.audit import audit
from protocol.entries.action import ACTION
from protocol.entries.draw import DRAW
from protocol.entries.hello import HELLO
from protocol.entries.mix import MIX
from protocol.entries.open import OPEN
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.equivocation import read_proof
from protocol.errors import LocalError, PeerError
from protocol.outcome import Resigned
from protocol.roles import Role
from protocol.transcript import read_entry
from tests.p2p.paired_sessions import GAME, Network, Player, Toy, legal_moves, pair, sides
from tests.toy_game import HAND, Bid, BidQuestion, Boast, Move, Pass, Play, Position, TurnQuestion

PATIENCE = 10.0
LATE = AnswerTiming(5.0, use_default=False)
"""A late answer waits for the end of the next window."""
SEED_WITH_A_TURN_OF_THE_JOINER = 0


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


# -- R24


async def answered_at(
    timing: AnswerTiming, think: float, choose: Callable[[Toy], Move] | None
) -> tuple[float, Move, list[float]]:
    """When, after being asked, the first turn of the game reaches the opponent, and what it was; the held times."""
    host, joiner = pair(timing=timing)
    sessions = {player.role: player.session() for player in (host, joiner)}
    asked: list[float] = []
    seen: list[tuple[float, Move]] = []

    def watch(news: object) -> None:
        if isinstance(news, EntryAdded):
            if news.appended.kind is ACTION and not seen:
                assert news.appended.event is not None
                seen.append((trio.current_time(), news.appended.event.action))  # type: ignore[union-attr]
            elif isinstance(sessions[Role.JOINER].table.waiting, Decision) and not asked:
                asked.append(trio.current_time())

    sessions[Role.JOINER] = joiner.session(watch)
    for session in sessions.values():
        session._clock._timing = None if session.table.role is Role.JOINER else timing

    async def decide(player: Player, session: Toy) -> None:
        while not seen:
            if session.to_decide() is None:
                await session.next_change()
            elif isinstance(session.table.waiting, Decision):
                if choose is None:
                    await trio.sleep_forever()
                else:
                    await trio.sleep(think)
                    session.act(choose(session))
            else:
                # Seat 0, the host, wins ties: it is the host that is asked for its turn.
                session.act(Bid(None))
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        for player in (host, joiner):
            nursery.start_soon(sessions[player.role].run)
            nursery.start_soon(decide, player, sessions[player.role])
        while not seen:
            await sessions[Role.JOINER].next_change()
        nursery.cancel_scope.cancel()
    held = [news.at for news in host.news if isinstance(news, AnswerHeld)]
    return seen[0][0] - asked[0], seen[0][1], held


@given(st.floats(0, 14.9).filter(lambda think: not math.isclose(think % 5, 0)), st.booleans())
def test_an_answer_leaves_at_the_end_of_its_window_whatever_it_is(think: float, passes: bool) -> None:
    async def test() -> None:
        def choose(session: Toy) -> Move:
            if passes:
                return Pass()
            return next(move for move in legal_moves(session) if isinstance(move, Play))

        after, action, held = await answered_at(LATE, think, choose)
        assert after == pytest.approx(5 * (think // 5 + 1))
        assert isinstance(action, Pass if passes else Play)
        assert len(held) == 1

    on_virtual_time(test)


@pytest.mark.trio
async def test_without_an_answer_the_fallback_leaves_at_the_same_time(autojump_clock: trio.testing.MockClock) -> None:
    timing = AnswerTiming(5.0)
    for think, choose in ((0.0, None), (3.0, lambda session: Pass()), (99.0, lambda session: Pass())):
        after, action, _ = await answered_at(timing, think, choose)
        assert after == pytest.approx(5)
        assert action == Pass()


@pytest.mark.trio
async def test_an_illegal_answer_is_refused_at_once_and_a_held_one_can_be_changed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    tried: list[object] = []

    def choose(session: Toy) -> Move:
        assert session.answer_due == pytest.approx(4.0)
        state, seat = sides(session)
        opponents = state.pools[other(seat)][HAND]
        with pytest.raises(IllegalAction):
            session.act(Play(opponents[0]))
        false = [m for m in boasts(session) if not any(f >= 3 for f in m[1])]
        if false:
            with pytest.raises(IllegalAction, match="claim is false"):
                session.act(false[0][0])
        assert session.held is None
        assert isinstance(session.to_decide(), TurnQuestion)
        session.act(Play(state.pools[seat][HAND][0]))
        assert session.held is not None
        assert session.to_decide() is None
        tried.append(session.held)
        return Pass()

    def boasts(session: Toy) -> list[tuple[Boast, list[Face]]]:
        state, seat = sides(session)
        hand = state.pools[seat][HAND]
        faces = session.table._known_faces()
        return [(Boast((a, b)), [faces[a], faces[b]]) for a in hand for b in hand if a < b]

    after, action, held = await answered_at(LATE, 1.0, choose)
    assert after == pytest.approx(5)
    assert action == Pass()
    assert len(tried) == 1
    assert len(held) == 2


def test_a_window_has_a_length() -> None:
    with pytest.raises(ValueError, match="more than 0 seconds, got 0"):
        AnswerTiming(0)


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
        await channel.receive(patience=PATIENCE)
        await channel.receive(patience=PATIENCE)  # the host's hello
        await channel.send(PingMessage(7), patience=PATIENCE)
        assert await channel.receive(patience=PATIENCE) == PongMessage(7)
        assert await channel.receive(patience=20) == PingMessage(0)
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
        with pytest.raises(LocalError, match="First the opponent must connect"):
            restored.resign()
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
