"""What the simulation has found in the program, each held by a test of its own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from p2p.errors import Problem, StorageError
from p2p.new_games import joined_game
from p2p.notifications import PeerDisconnected
from p2p.reach.addresses import Place
from p2p.reach.beside import beside
from p2p.reach.invitation import make_invitation
from p2p.reach.race import Attempt, race
from p2p.reach.ways import Way
from p2p.session.answer_timing import TimedDecision
from p2p.store.data_folder import DataFolder
from p2p.wire.channel import Channel
from p2p.wire.messages import HeadMessage, PingMessage
from tests.p2p.paired_sessions import PATIENCE, against
from tests.simulation.disk import ProgramsDisk, SimulatedDisk
from tests.simulation.faults import Fault, Kind
from tests.simulation.games import TOYS
from tests.simulation.judge import fails, judge
from tests.simulation.world import ADDRESSES, Scenario, World, run


@pytest.mark.trio
async def test_silence_behind_a_head_is_a_broken_connection(autojump_clock: trio.testing.MockClock) -> None:
    """A machine that lost its power there was called a liar, and the game was stopped."""

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(3, bytes(32)), patience=PATIENCE)
        await trio.sleep(70)

    for _ in range(8):  # whichever of its tasks comes first
        host, _ = await against(script)
        problems = [news.error.problem for news in host.news if isinstance(news, PeerDisconnected)]
        assert problems[:1] == [Problem.SILENT]
        assert not hasattr(host, "error")


@pytest.mark.parametrize(("asked_at", "window"), [(76.1, 0.1), (31.91, 1.5), (0.0, 10.0)])
def test_a_window_ends_later_than_now(asked_at: float, window: float) -> None:
    """At 76.1 + 0.1 the quotient is rounded down: the clock slept until then again and again."""
    decision: TimedDecision[None] = TimedDecision(3, asked_at, window, None)
    now = asked_at
    for number in range(1, 50):
        end = decision.window_ends(now)
        assert end > now
        assert end == pytest.approx(asked_at + number * window)
        now = end


def behind_silent_addresses(count: int) -> list[str]:
    """What is wrong with a game whose joiner alone has the last verdict when both programs die, and comes back then.

    The host is at the address of the invite that has `count` silent ones before it.
    """

    def prepare(world: World) -> None:
        world.network.host_address = ADDRESSES[count]
        world.network.others = dict.fromkeys(ADDRESSES, "silent")

    smooth = Scenario(1, TOYS[0])
    synced = "joiner disk record sync after"
    last = run(smooth, prepare=prepare).plan.counts[synced] - 1
    return judge(run(Scenario(1, TOYS[0], (Fault(synced, last, Kind.KILL_BOTH),)), prepare=prepare))


@pytest.mark.parametrize("count", [1, 2])
def test_the_last_verdict_comes_past_silent_addresses(count: int) -> None:
    """When addresses were tried one after another, each cost ten of the twenty seconds that a finished side stays."""
    assert behind_silent_addresses(count) == []


@pytest.mark.trio
async def test_whoever_says_something_before_a_cable_is_cut_has_not_lied(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A ping came behind the head, and nothing more: the host that could not send its first entry was called a liar."""

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(3, bytes(32)), PingMessage(0), patience=PATIENCE)
        await trio.sleep(70)

    for _ in range(8):
        host, _ = await against(script)
        problems = [news.error.problem for news in host.news if isinstance(news, PeerDisconnected)]
        assert problems[:1] == [Problem.SILENT]
        assert not hasattr(host, "error")


@pytest.mark.trio
@pytest.mark.parametrize("where", ["race", "beside"])
async def test_a_connection_that_is_won_while_the_player_leaves_is_not_lost(where: str) -> None:
    """It stayed open, and the host took it for the joiner's."""
    got = []

    async def win() -> str:
        player.cancel()
        return "connection"

    async def lose() -> str:
        await trio.sleep_forever()
        raise AssertionError

    async def discard(connection: str) -> None:
        raise AssertionError

    async def connect() -> str:
        if where == "race":
            attempts = (Attempt(Way.LAN, lose), Attempt(Way.LAN, win, after=0.0))
            return (await race(attempts, discard=discard)).result
        async with beside(lose):
            await trio.testing.wait_all_tasks_blocked()
            return await win()

    with trio.CancelScope() as player:
        got.append(await connect())
    assert got == ["connection"]


@pytest.mark.parametrize("where", ["race._Race.run", "joining.Joining.connect"])
def test_whoever_leaves_while_it_connects_leaves_nothing_open(where: str) -> None:
    leave = Fault(f"joiner await {where}", 0, Kind.LEAVE)
    for setting in (TOYS[4], TOYS[5]):
        assert fails(Scenario(1, setting, (leave,))) == []


class BadReader:
    """A program whose disk refuses to read what is known of a game, while it is `bad`."""

    now = 0.0
    bad = False

    def disk_point(self, point: str) -> Kind | None:
        return Kind.FAILS if self.bad and point == "disk about.json read before" else None


def test_a_game_that_cannot_be_read_is_not_joined_anew() -> None:
    """It was, with another key, and the host said that the invite is somebody else's."""
    owner = BadReader()
    data = DataFolder(Path("/home"), ProgramsDisk(SimulatedDisk(Random(1)), owner, set()))
    token = make_invitation([Place("10.0.0.1", 7600)], bytes(32), bytes(16)).token()
    joined = joined_game(data, token, name="Ieyasu")
    data.new_game(replace(joined.about(), invite="another"))
    owner.bad = True
    with pytest.raises(StorageError, match="Input/output error"):
        joined_game(data, token, name="Ieyasu")
    owner.bad = False
    assert joined_game(data, token, name="Ieyasu").name == joined.name
