"""A player whose record is gone, but not the secrets, gets the game back from the opponent."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from engine.sekigahara import SEKIGAHARA
from p2p.session import Pace, Session
from protocol.roles import Role, Side
from protocol.table import Table
from tests.p2p.match_up import Network
from tests.whole_games.played import Played, by_bots, new_pair, play_on


@pytest.mark.trio
async def test_a_long_game_sent_again_is_no_flood(autojump_clock: trio.testing.MockClock) -> None:
    """Who catches up writes its own entries anew while they come in: each is there already, and none is a flood."""
    pair = new_pair(3)
    play_on(Played(pair), by_bots(3), until=lambda played: len(played.choices) >= 80)
    entries = pair.host.entries
    host = Table.resume(
        SEKIGAHARA,
        Role.HOST,
        pair.secrets[Role.HOST],
        entries,
        pair.disks[Role.HOST].remembered,
        name="Mitsunari",
        side=Side.FIRST,
    )
    empty = Table(SEKIGAHARA, Role.JOINER, pair.secrets[Role.JOINER], "Ieyasu")
    network = Network()
    pace = Pace(flood=3)
    sessions = Session(host, network.host, pace=pace), Session(empty, network.join, pace=pace)
    assert sessions[1].to_decide() is None
    async with trio.open_nursery() as nursery:
        for session in sessions:
            nursery.start_soon(session.run)
        while not sessions[1].synchronised:
            await sessions[1].next_change()
        nursery.cancel_scope.cancel()
    assert empty.entries == entries
