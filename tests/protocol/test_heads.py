"""What a peer says of its chain proves nothing; two signatures do (THREATS 22, 39)."""

from __future__ import annotations

import pytest

from protocol.chain import Head
from protocol.equivocation import read_proof
from protocol.errors import ForkError, LocalError, OldCopyError, PeerError
from protocol.roles import Role
from protocol.table import Table
from protocol.transcript import read_entry
from tests.protocol.pair import Pair
from tests.protocol.test_table import bid_nothing, decider, started, toy_moves
from tests.toy_game import Move, Pass, Position


def head_at(entries: list[bytes], count: int) -> Head:
    return Head(count, read_entry(entries[count - 1]).hash)


@pytest.mark.parametrize("count", [10**6, 2**63])
def test_a_head_of_a_million_entries_is_no_fork(count: int) -> None:
    """Nothing is known of what it claims, so there is nothing to send and nobody to accuse."""
    pair = started()
    before = pair.host.head
    assert pair.host.lacking(Head(count, bytes(32))) == []
    assert pair.host.compare(pair.host.entries[:3]) is None
    assert pair.host.compare([]) is None
    assert (pair.host.head, pair.host.fault) == (before, None)


def test_a_short_head_gets_what_it_says_it_lacks_and_no_more() -> None:
    pair = started()
    entries = pair.host.entries
    for count in range(1, len(entries) + 1):
        assert pair.host.lacking(head_at(entries, count)) == entries[count:]
    assert pair.host.fault is None


def test_a_head_with_another_hash_is_a_fork_of_which_nobody_knows_yet_whose() -> None:
    pair = started()
    with pytest.raises(ForkError) as caught:
        pair.host.lacking(Head(3, bytes(32)))
    assert not isinstance(caught.value, PeerError)
    assert caught.value.number == 2
    assert pair.host.fault is None


def _old_save() -> tuple[Pair[Position, Move], Role, Table[Position, Move]]:
    """A game in which a player passed; and that player's table from before, made to do something else."""
    pair = started()
    bid_nothing(pair)
    table = decider(pair)
    before = list(pair.disks[table.role].entries)
    table.act(Pass())
    pair.run()
    restored = Table.resume(pair.game, table.role, pair.secrets[table.role], before)
    restored.act(next(move for move in toy_moves(restored) if move != Pass()))
    return pair, table.role, restored


def test_who_plays_on_from_an_old_copy_is_told_so_and_accuses_nobody() -> None:
    """The peer said that its chain was short, and then sends the entry that was lost: both are signed by ourselves."""
    pair, role, restored = _old_save()
    lost = pair.tables[role].entries[restored.head.count - 1]
    with pytest.raises(OldCopyError, match="this side's own signature") as caught:
        restored.receive(lost)
    assert not isinstance(caught.value, PeerError)
    assert isinstance(caught.value, LocalError)
    assert read_proof(caught.value.proof).role is role
    with pytest.raises(OldCopyError):
        restored.compare(pair.tables[role].entries)
    assert restored.fault is None


def test_an_entry_made_up_by_the_peer_makes_no_proof() -> None:
    """It has our old entries, and can sign what it likes with its own key; but not with ours."""
    pair, role, restored = _old_save()
    number = restored.head.count - 1
    ours = read_entry(restored.entries[number])
    unsigned = ours.content.replace(ours.state, bytes(32)) + ours.signature
    for table in (pair.tables[role], restored):
        with pytest.raises(PeerError, match="not signed as ours is") as caught:
            table.receive(unsigned)
        assert caught.value.proof is None
        with pytest.raises(PeerError, match="nobody signed"):
            table.compare([*table.entries[:number], unsigned])
