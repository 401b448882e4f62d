"""What a peer says of its chain proves nothing; two signatures do (THREATS 22, 39)."""

from __future__ import annotations

import pytest

from protocol.audit import audit
from protocol.chain import Head
from protocol.equivocation import read_proof
from protocol.errors import ForkError, LocalError, OldCopyError, PeerError
from protocol.phases import Phase
from protocol.roles import Role
from protocol.signed_head import kept_heads, sign_head
from protocol.standing import Owed, standing
from protocol.table import Table
from protocol.transcript import read_entry
from tests.protocol.pair import Pair
from tests.protocol.test_table import bid_nothing, decider, started, toy_moves
from tests.toy_game import Bid, Move, Pass, Position, ToyGame


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


# -- signed heads


def test_who_owes_a_move_says_under_its_signature_that_it_knows() -> None:
    """THREATS 6: and who owes nothing, or has just said it by an entry, says nothing."""
    pair = Pair(ToyGame())
    assert pair.joiner.owed_head() is None
    pair.host.begin()
    assert (pair.host.owed_head(), pair.joiner.owed_head()) == (None, None)
    pair.run()
    assert [table.owed_head() is not None for table in pair.tables] == [_answers(table) for table in pair.tables]
    pair.host.act(Bid(None))
    pair.run()
    raw = pair.joiner.owed_head()
    assert raw is not None
    said = pair.host.hear_head(raw)
    assert (said.role, said.head) == (Role.JOINER, pair.host.head)
    report = audit(pair.game, pair.host.entries)
    worth = standing(report, kept_heads(raw))
    assert worth.left == Owed(Role.JOINER, Phase.SECOND_SEAL, witnessed=True)
    assert standing(report, kept_heads(b"")).left == Owed(Role.JOINER, Phase.SECOND_SEAL, witnessed=False)
    assert kept_heads(raw[1:]) == []
    pair.joiner.act(Bid(None))
    pair.run()
    assert pair.host.hear_head(raw) == said  # of an earlier moment, and still true
    assert standing(audit(pair.game, pair.host.entries), [said]).result != worth.result


def _answers(table: Table[Position, Move]) -> bool:
    return table.author is table.role and read_entry(table.entries[-1]).role is not table.role


@pytest.mark.parametrize("lie", ["game", "role", "longer", "shorter", "hash", "key", "before the hellos", "junk"])
def test_a_signed_head_that_lies_is_refused_and_changes_nothing(lie: str) -> None:
    pair = started()
    game, count, found = pair.host.game_id or b"", pair.host.head.count, pair.host.head.hash
    own, theirs = (pair.secrets[role].signing_key for role in Role)
    raw = {
        "game": lambda: sign_head(theirs, bytes(32), Role.JOINER, pair.host.head),
        "role": lambda: sign_head(own, game, Role.HOST, pair.host.head),
        "longer": lambda: sign_head(theirs, game, Role.JOINER, Head(count + 1, found)),
        "shorter": lambda: sign_head(theirs, game, Role.JOINER, Head(count - 1, found)),
        "hash": lambda: sign_head(theirs, game, Role.JOINER, Head(count, bytes(32))),
        "key": lambda: sign_head(own, game, Role.JOINER, pair.host.head),
        "before the hellos": lambda: sign_head(theirs, game, Role.JOINER, head_at(pair.host.entries, 1)),
        "junk": lambda: bytes(170),
    }[lie]()
    with pytest.raises(PeerError) as caught:
        pair.host.hear_head(raw)
    assert caught.value.check == ("encoding" if lie in {"before the hellos", "junk"} else "head")
    assert (pair.host.fault, pair.host.head.count) == (None, count)


def test_nobody_is_believed_before_both_have_come() -> None:
    pair = Pair(ToyGame())
    pair.host.begin()
    raw = sign_head(pair.secrets[Role.JOINER].signing_key, bytes(32), Role.JOINER, Head(2, bytes(32)))
    with pytest.raises(PeerError, match="of another player"):
        pair.host.hear_head(raw)
