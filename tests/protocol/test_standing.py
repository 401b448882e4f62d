"""What a record is worth: leaving does not pay, and a cheat that is found voids the win (THREATS 6, 20)."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

import pytest

from engine.hidden import Game, IllegalAction, Over, Seat, other
from protocol.audit import audit
from protocol.chain import Head
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.errors import GameError, PeerError
from protocol.outcome import Resigned, Shared, Stopped, Won, outcome_of
from protocol.phases import Phase
from protocol.report import Integrity
from protocol.roles import Role, Side
from protocol.signed_head import read_head, sign_head
from protocol.standing import Cheated, Decided, Forfeited, Owed, Standing, Undecided, standing
from protocol.table import Table
from protocol.transcript import read_entry
from tests.protocol.cheater import Cheat, cheating_moves
from tests.protocol.pair import Pair, play
from tests.protocol.test_cheats import caught_by, cheating_pair, play_against
from tests.protocol.test_table import bid_nothing, decider, finished, started
from tests.toy_game import Bid, Points, ToyGame


def worth(game: Game[Any, Any], entries: list[bytes]) -> Standing:
    return standing(audit(game, entries))


def test_a_finished_game_is_worth_what_its_rules_say() -> None:
    pair = finished(3)
    outcome = pair.host.outcome
    assert isinstance(outcome, Won)
    assert isinstance(outcome.reason, Points)
    last = len(pair.host.entries) - 1
    assert worth(pair.game, pair.host.entries) == Standing(Decided(outcome), None, Integrity.WHOLE, last)


def test_a_victory_may_be_shared() -> None:
    points = Points((2, 2))
    assert outcome_of(Over(None, points)) == Shared(points)
    assert outcome_of(Over(None, points)).winner is None
    assert outcome_of(Over(Seat(1), points)) == Won(Seat(1), points)


@pytest.mark.parametrize("role", Role)
def test_who_resigns_has_lost_and_who_stops_gives_no_win(role: Role) -> None:
    for leave, kind in (("resign", Resigned), ("stop", Stopped)):
        pair = started()
        seat = Seat(pair.tables[role].seat or 0)
        getattr(pair.tables[role], leave)()
        pair.run()
        for table in pair.tables:
            if table.asked() is not None:
                table.act(Bid(None))
        pair.run()
        result = worth(pair.game, pair.host.entries).result
        assert result == Decided(kind(seat))
        assert result.winner == (other(seat) if leave == "resign" else None)


def test_who_does_not_write_what_it_owes_forfeits() -> None:
    """A seal that the other has sealed its own for: whoever leaves now has lost, whatever it holds."""
    pair = started()
    pair.host.act(Bid(None))
    pair.run()
    result = worth(pair.game, pair.host.entries).result
    assert result == Forfeited(Seat(1), Owed(Role.JOINER, Phase.SECOND_SEAL, witnessed=False))
    assert result.winner == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_that_broke_off_is_proven_to_its_last_entry(seed: int) -> None:
    """No seed is opened, and nothing is left to find: who left, where, and that all before is true."""
    whole = finished(seed)
    entries = whole.host.entries
    first_seed = [read_entry(raw).kind for raw in entries].index(SEED)
    for count in (2, 5, first_seed // 2, first_seed):
        report = audit(whole.game, entries[:count])
        assert (report.proven, report.faultless, report.clean) == (count - 1, True, False)
        assert report.unopened == tuple(Role)
        found = standing(report)
        assert found.proven == count - 1
        if count < first_seed:
            assert found.left is not None
            assert (found.left.role, found.left.phase) == (report.owing, report.phase)
            assert read_entry(entries[count]).role is found.left.role
            assert found.winner == other(report.seats[found.left.role])
        else:
            assert (found.left, found.winner) == (None, report.outcome and report.outcome.winner)


@pytest.mark.parametrize("cheat", [Cheat.SWAP_A_CARD_AT_A_MIX, Cheat.SKIP_A_LINK, Cheat.BOAST_WITH_ZEROS])
def test_a_cheat_is_convicted_without_any_seed(cheat: Cheat) -> None:
    """THREATS 20: who then leaves has lost; what it did stands in its last entry."""
    pair, error = caught_by(cheat, Role.JOINER)
    report = audit(pair.game, pair.disks[Role.HOST].entries)
    assert report.unopened == tuple(Role)
    assert [(finding.number, finding.author, finding.check) for finding in report.violations] == [
        (report.entries - 1, Role.JOINER, error.check)
    ]
    found = standing(report)
    assert found.result == Cheated((Seat(pair.joiner.seat or 0),), None)
    assert found.proven == report.entries - 2


def test_that_it_was_owed_is_one_side_s_word_without_the_other_s_signature() -> None:
    pair = started()
    pair.host.act(Bid(None))
    pair.run()
    report = audit(pair.game, pair.host.entries)
    game_id = pair.joiner.game_id
    raw = pair.joiner.signed_head()
    assert game_id is not None
    assert raw is not None
    seen = read_head(raw)
    assert seen.head == pair.host.head
    good = standing(report, [seen]).result
    assert good == Forfeited(Seat(1), Owed(Role.JOINER, Phase.SECOND_SEAL, witnessed=True))
    joiner, host = pair.secrets[Role.JOINER].signing_key, pair.secrets[Role.HOST].signing_key
    for worthless in (
        sign_head(host, game_id, Role.JOINER, pair.host.head),
        sign_head(joiner, bytes(32), Role.JOINER, pair.host.head),
        sign_head(joiner, game_id, Role.HOST, pair.host.head),
        sign_head(joiner, game_id, Role.JOINER, Head(pair.host.head.count, bytes(32))),
        sign_head(joiner, game_id, Role.JOINER, Head(pair.host.head.count - 1, pair.host.head.hash)),
        raw[:-1] + bytes([raw[-1] ^ 1]),
    ):
        assert standing(report, [read_head(worthless)]) == standing(report)
    for junk in (b"", raw[1:], bytes(64), bytes(1000)):
        with pytest.raises(PeerError):
            read_head(junk)


def test_who_wrote_the_last_entry_knows_what_it_owes_next() -> None:
    pair = started()
    bid_nothing(pair)
    role = decider(pair).role
    entries = pair.host.entries
    while read_entry(entries[-1]).role is not role:
        entries.pop()
    report = audit(pair.game, entries)
    result = standing(report).result
    assert isinstance(result, Forfeited)
    assert result.owed.witnessed == (result.owed.role is role)


def test_a_game_whose_seats_are_not_settled_is_nobody_s() -> None:
    pair = Pair(ToyGame(), Side.RANDOM)
    pair.host.begin()
    pair.run()
    for count in range(4):
        assert worth(pair.game, pair.host.entries[:count]).result == Undecided()
    assert worth(pair.game, []).winner is None


@pytest.mark.parametrize("role", Role)
def test_what_is_withheld_after_the_end_is_said_and_changes_nothing(role: Role) -> None:
    pair = finished(3)
    whole = worth(pair.game, pair.host.entries)
    entries = pair.host.entries
    kinds = [read_entry(raw).kind for raw in entries]
    first_seed = kinds.index(SEED)
    phases = [Phase.FIRST_SEED, Phase.SECOND_SEED, Phase.FIRST_VERDICT, Phase.SECOND_VERDICT]
    assert kinds[first_seed:] == [SEED, SEED, VERDICT, VERDICT]
    for count, phase in enumerate(phases, start=first_seed):
        found = worth(pair.game, entries[:count])
        assert found.result == whole.result
        assert found.withheld is not None
        assert found.withheld.phase is phase
        assert found.integrity is Integrity.CUT


@pytest.mark.parametrize("role", Role)
def test_a_cheat_that_the_audit_finds_voids_the_win(role: Role) -> None:
    pair, cheater = play_against(Cheat.STACK_THE_DECK, role)
    found = worth(ToyGame(copies=1, rounds=8), pair.host.entries)
    seat = Seat(cheater.seat or 0)
    assert found.result == Cheated((seat,), pair.host.outcome)
    assert found.winner == other(seat)


@pytest.mark.parametrize("role", Role)
def test_a_cheat_that_is_refused_forfeits_the_game(role: Role) -> None:
    pair, _ = caught_by(Cheat.SHOW_ANOTHER_FACE, role)
    honest = pair.tables[role.other]
    found = worth(ToyGame(copies=2, rounds=6), pair.disks[honest.role].entries)
    assert found.result == Cheated((other(Seat(honest.seat or 0)),), None)
    assert found.winner == honest.seat


def test_a_false_verdict_is_found_and_changes_nothing() -> None:
    pair, cheater = cheating_pair(Cheat.SIGN_A_FALSE_VERDICT, Role.HOST, Side.FIRST, ToyGame())
    pair.host.begin()
    play(pair, cheating_moves, Random(1))
    assert cheater.done
    report = audit(pair.game, pair.joiner.entries)
    assert [finding.check for finding in report.violations] == ["verdict"]
    assert pair.joiner.outcome is not None
    assert standing(report).result == Decided(pair.joiner.outcome)


class _Contradicting(ToyGame):
    """Its `check` lets pass what its `apply` refuses."""

    def apply(self, state, event) -> None:  # type: ignore[no-untyped-def]
        if hasattr(event, "actions"):
            raise IllegalAction("toy 9", "No bids today")
        super().apply(state, event)


def test_rules_that_contradict_themselves_are_nobody_s_fault() -> None:
    pair = started(_Contradicting())
    pair.host.act(Bid(None))
    pair.run()
    pair.joiner.act(Bid(None))
    with pytest.raises(GameError, match="No bids today"):
        pair.run()
    faults = [table.fault for table in pair.tables]
    assert any(isinstance(fault, GameError) for fault in faults)
    assert not any(isinstance(fault, PeerError) for fault in faults)
    for role in Role:
        disk = pair.disks[role]
        resumed = Table.resume(pair.game, role, pair.secrets[role], disk.entries, disk.remembered)
        with contextlib.suppress(GameError):
            resumed.settle()
        assert str(resumed.fault) == str(faults[role])
    honest = started()
    bid_nothing(honest)
    report = audit(_Contradicting(), honest.host.entries)
    assert report.violations == ()
    assert isinstance(report.stopped, GameError)
    assert not report.clean
    assert standing(report).result == Undecided()
