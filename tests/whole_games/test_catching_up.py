"""A player whose record is gone, but not the secrets, gets the game back from the opponent."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from protocol.roles import Role
from protocol.table import Table
from tests.p2p.paired_sessions import Network
from tests.whole_games.played import SHORT, Case, by_bots, new_game, play_on


@pytest.mark.trio
@pytest.mark.usefixtures("proofs_once")
@pytest.mark.parametrize("case", SHORT, ids=str)
async def test_a_long_game_sent_again_is_no_flood(autojump_clock: trio.testing.MockClock, case: Case) -> None:
    """Who catches up writes its own entries anew while they come in: each is there already, and none is a flood."""
    played = play_on(new_game(case), by_bots(case), until=lambda played: len(played.choices) >= 60)
    pair = played.pair
    entries = pair.host.entries
    host: Table[Any, Any] = Table.resume(
        pair.game,
        Role.HOST,
        pair.secrets[Role.HOST],
        entries,
        pair.disks[Role.HOST].remembered,
        name="Mitsunari",
        side=case.side,
        mark=pair.host.mark(),
    )
    empty: Table[Any, Any] = Table(pair.game, Role.JOINER, pair.secrets[Role.JOINER], "Ieyasu")
    network = Network()
    timeouts = Timeouts(flood=3)
    sessions = [
        Session(host, network.host, timeouts=timeouts),
        Session(empty, network.join, timeouts=timeouts),
    ]
    assert sessions[1].to_decide() is None
    async with trio.open_nursery() as nursery:
        for session in sessions:
            nursery.start_soon(session.run)
        while not sessions[1].synchronised:
            await sessions[1].next_change()
        nursery.cancel_scope.cancel()
    assert empty.entries == entries
