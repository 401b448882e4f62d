"""Every threat of docs/threats.md that lies in this layer, tried by a peer that really does it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.hidden import Seat
from protocol.audit import audit
from protocol.canonical import encode
from protocol.chain import Head
from protocol.commitments import commit_coin
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.coin import COIN, CoinBody
from protocol.entries.draw import DRAW
from protocol.entries.hello import HELLO
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX, MixBody
from protocol.entries.verdict import VERDICT
from protocol.equivocation import read_proof
from protocol.errors import ForkError, LocalError, PeerError, RecordError
from protocol.phases import Phase
from protocol.proofs import pieces
from protocol.record import read_record
from protocol.report import Damage, Integrity, Report
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Received, Table
from protocol.transcript import read_entry
from tests.protocol.cheater import BOASTS, ELSEWHERE, Cheat, Cheater, cheating_moves
from tests.protocol.pair import Pair, owned, play, write_record
from tests.protocol.test_table import bid_nothing, decider, finished, started, toy_moves
from tests.toy_game import Bid, Move, Pass, Position, ToyGame, TurnQuestion

BOTH_ROLES = pytest.mark.parametrize("role", Role)


def cheating_pair(cheat: Cheat, role: Role, side: Side, game: ToyGame) -> tuple[Pair[Position, Move], Cheater]:
    pair: Pair[Position, Move] = Pair(game, side)
    disk = pair.disks[role]
    name = pair.tables[role].name
    cheater = Cheater(game, role, pair.secrets[role], name, side, disk.keep, disk.remember)
    cheater.cheat = cheat
    pair.tables[role] = cheater
    cheater._common.inventory.too_many = lambda *arguments: None  # type: ignore[method-assign]
    return pair, cheater


def error_in(pair: Pair[Position, Move], seed: int) -> PeerError | None:
    """Play with random moves; the error of whoever was wronged, None if the game went to its end."""
    try:
        play(pair, cheating_moves, Random(seed))
    except PeerError as error:
        return error
    return None


def play_against(cheat: Cheat, role: Role, *, copies: int = 1, rounds: int = 8) -> tuple[Pair[Position, Move], Cheater]:
    """A finished game in which `role` cheated, with the first random moves that gave it occasion."""
    for seed in range(40):
        pair, cheater = cheating_pair(cheat, role, Side(seed % 3), ToyGame(copies, rounds))
        pair.host.begin()
        error = error_in(pair, seed)
        if error is None and cheater.done:
            return pair, cheater
        assert error is None or error.check in ("pieces", "opening")  # shown: another test's matter
    raise AssertionError(f"no occasion for {cheat}")


def caught_by(
    cheat: Cheat, role: Role, side: Side = Side.RANDOM, *, check: str = ""
) -> tuple[Pair[Position, Move], PeerError]:
    """The game of a `role` that cheated and was caught at once (by `check`), and the error of its honest opponent."""
    small = cheat in (Cheat.SWAP_A_CARD_IN_A_REBUILT_DECK, *BOASTS)
    for seed in range(40):
        pair, cheater = cheating_pair(cheat, role, side, ToyGame(copies=1 if small else 2, rounds=6))
        pair.host.begin()
        error = error_in(pair, seed)
        if error is not None and check in ("", error.check):
            assert cheater.done
            return pair, error
    raise AssertionError(f"no occasion for {cheat}")


# -- what the audit finds (THREATS 1-3, 15, 21)

AUDITED = {
    Cheat.STACK_THE_DECK: ("mix", "face=", "wrong="),
    Cheat.USE_A_NONCE_OF_ITS_OWN: ("mix", "face=", "face=? wrong="),
    Cheat.SEAL_WITH_A_NONCE_OF_ITS_OWN: ("seal", "", "07"),
    Cheat.HASH_ANOTHER_CARD: ("mix", "face=", "wrong=2"),
}

HASHED = {
    Cheat.SEAL_A_HIGH_CARD_TWICE: ("mix", "face=0", "face=4 wrong=1 of=5"),
    Cheat.SWAP_A_CARD_AT_A_MIX: ("mix", "face=", "face=4 wrong=1"),
    Cheat.SWAP_A_CARD_IN_A_REBUILT_DECK: ("mix", "face=", "face=4 wrong=1"),
    Cheat.PROVE_POINTS_OF_ANOTHER_NONCE: ("mix", "face=", "point=? wrong="),
    Cheat.BOAST_WITH_ZEROS: ("toy 4", "faces=3,4", "="),
}
"""What is not proven, and yet passes when nobody looks at proofs: hashes alone must show it when the seeds are open."""


@pytest.fixture
def no_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every proof is taken, as if somebody could compute discrete logarithms and make what proofs it likes."""
    for name in ("verify_pool", "verify_claim", "verify_opening"):
        monkeypatch.setattr(pieces, name, lambda *arguments: None)


@BOTH_ROLES
@pytest.mark.parametrize("cheat", AUDITED)
def test_the_audit_names_entry_author_and_rule(cheat: Cheat, role: Role) -> None:
    assert_audited(cheat, role, *AUDITED[cheat])


@BOTH_ROLES
@pytest.mark.parametrize("cheat", HASHED)
@pytest.mark.usefixtures("no_proofs")
def test_the_audit_by_seeds_rests_on_hashes_alone(cheat: Cheat, role: Role) -> None:
    assert_audited(cheat, role, *HASHED[cheat])


def assert_audited(cheat: Cheat, role: Role, check: str, expected: str, found: str) -> None:
    """A finished game in which `role` cheated unseen: the audit names the entry, its author and the rule."""
    pair, _ = play_against(cheat, role)
    honest = pair.tables[role.other]
    report = audit(pair.game, honest.entries)
    assert not report.clean
    finding = report.violations[0]
    assert (finding.author, finding.check) == (role, check)
    assert expected in finding.expected
    assert found in finding.found
    assert read_entry(honest.entries[finding.number]).role is role
    assert {violation.author for violation in report.violations} == {role}
    assert honest.verdict is not None
    assert honest.verdict.own == report.violations
    assert honest.finished


@pytest.mark.usefixtures("no_proofs")
def test_one_false_mix_is_one_finding() -> None:
    """The audit goes on with what was really sealed, and does not blame each later mix of the same pieces."""
    pair, _ = play_against(Cheat.SWAP_A_CARD_AT_A_MIX, Role.HOST)
    assert len(audit(pair.game, pair.joiner.entries).violations) == 1


@pytest.mark.usefixtures("no_proofs")
def test_a_card_sealed_twice_is_caught_as_soon_as_it_shows_twice() -> None:
    """THREATS 1: one 4 in each deck; the second to be shown gives the cheater away in mid-game."""
    for seed in range(60):
        pair, _ = cheating_pair(Cheat.SEAL_A_HIGH_CARD_TWICE, Role.JOINER, Side.FIRST, ToyGame(copies=1, rounds=8))
        pair.host.begin()
        error = error_in(pair, seed)
        if error is not None:
            assert error.check == "pieces"
            assert "2 pieces with face 4 are seen, the game has 1" in str(error)
            assert error is pair.host.fault
            return
    raise AssertionError("never shown twice")


@BOTH_ROLES
def test_a_stacked_deck_does_not_help(role: Role) -> None:
    """THREATS 2: what the cheater draws from its stacked deck is still what the opponent's chain names."""
    pair, _ = play_against(Cheat.STACK_THE_DECK, role)
    honest = pair.tables[role.other]
    draws = [raw for raw in honest.entries if read_entry(raw).kind is DRAW]
    assert {read_entry(raw).role for raw in draws} == set(Role)
    assert all(finding.check == "mix" for finding in audit(pair.game, honest.entries).violations)


@pytest.mark.parametrize("cheat", [Cheat.SIGN_A_FALSE_VERDICT, Cheat.DENY_IN_THE_VERDICT])
@pytest.mark.usefixtures("no_proofs")
def test_a_false_verdict_is_found_by_whoever_audits_the_record(cheat: Cheat) -> None:
    pair, cheater = cheating_pair(cheat, Role.HOST, Side.FIRST, ToyGame())
    if cheat is Cheat.DENY_IN_THE_VERDICT:
        cheater.cheat = Cheat.SWAP_A_CARD_AT_A_MIX
    pair.host.begin()
    random = Random(1)
    play(pair, cheating_moves, random, most=2)
    cheater.cheat = cheat
    play(pair, cheating_moves, random)
    report = audit(pair.game, pair.joiner.entries)
    last = report.violations[-1]
    assert (last.check, last.author) == ("verdict", Role.HOST)
    assert read_entry(pair.joiner.entries[last.number]).kind is VERDICT


# -- what is caught at once (THREATS 1, 3, 4, 9, 10, 13-15, 19, 23, 24, 28, 30, 32, 40)

FALSE_MIX = ("mix", "not proven that a mix keeps the pieces of a pool: the proof about")
FALSE_DRAW = ("draw", "the bytes opened are not link")
FALSE_CLAIM = ("claim", "a claim is not proven: the proof of a claim about 2 pieces does not hold")

UNPROVEN = {
    Cheat.SEAL_A_HIGH_CARD_TWICE: FALSE_MIX,
    Cheat.SWAP_A_CARD_AT_A_MIX: FALSE_MIX,
    Cheat.SWAP_A_CARD_IN_A_REBUILT_DECK: FALSE_MIX,
    Cheat.EXCHANGE_CARDS_BETWEEN_POOLS: FALSE_MIX,
    Cheat.EXCHANGE_PROOFS_BETWEEN_POOLS: ("mix", "not proven that a mix keeps the pieces of a pool: got"),
    Cheat.SEAL_A_COUNTER_AS_A_CARD: FALSE_MIX,
    Cheat.SEAL_TOO_FEW_POINTS: ("mix", "got 10 commitments and 9 points for 10 pieces"),
    Cheat.PROVE_TOO_FEW_POOLS: ("mix", "got 1 proofs for 2 pools"),
    Cheat.COPY_A_POINT: ("copy", "repeats one"),
    Cheat.REPEAT_AN_OWN_POINT: ("copy", "repeats one"),
    Cheat.REPEAT_A_PROOF: FALSE_MIX,
    Cheat.COPY_A_PROOF: FALSE_MIX,
    **dict.fromkeys(ELSEWHERE, FALSE_MIX),
    **dict.fromkeys([Cheat.OPEN_ANOTHER_LINK, Cheat.REPEAT_A_LINK, Cheat.SKIP_A_LINK, Cheat.COPY_A_LINK], FALSE_DRAW),
    **dict.fromkeys(BOASTS, FALSE_CLAIM),
    Cheat.BOAST_WITHOUT_A_PROOF: ("claim", "got 0 proofs, the action rests on 1 claims"),
    Cheat.BOAST_WITH_TWO_PROOFS: ("claim", "got 2 proofs, the action rests on 1 claims"),
    Cheat.HASH_ANOTHER_CARD: ("opening", "does not open to face"),
}

CAUGHT = {
    **UNPROVEN,
    Cheat.CHANGE_THE_COIN: ("coin", "committed to in the hello"),
    Cheat.SEAL_TOO_FEW: ("mix", "got 9 commitments and 10 points for 10 pieces"),
    Cheat.COPY_A_COMMITMENT: ("copy", "repeats one"),
    Cheat.REPEAT_AN_OWN_COMMITMENT: ("copy", "repeats one"),
    Cheat.PLAY_A_CARD_IT_HAS_NOT: ("opening", "got 0 openings"),
    Cheat.SEND_NO_ACTION_AT_ALL: ("action", "cannot be read"),
    Cheat.SEND_TRUE_FOR_ONE: ("action", "cannot be read"),
    Cheat.SPELL_AN_ACTION_OTHERWISE: ("action", "form in which the game writes it"),
    Cheat.SHOW_ANOTHER_FACE: ("opening", "does not open to face"),
    Cheat.SHOW_A_FACE_THAT_IS_NONE: ("opening", "has face 6, which no piece has"),
    Cheat.SHOW_NOTHING: ("opening", "got 0 openings, the action shows 1 pieces"),
    Cheat.OPEN_ANOTHER_BID: ("seal", "not the one that was sealed"),
    Cheat.OPEN_WITH_ANOTHER_NONCE: ("opening", "does not open to face"),
    Cheat.SEAL_A_BAD_BID: ("toy 5", "value 0 is no bid"),
    Cheat.CLAIM_ANOTHER_STATE: ("state", "another state than ours"),
    Cheat.ACT_OUT_OF_PHASE: ("phase", "got seal by the"),
    Cheat.OPEN_ANOTHER_SEED: ("seed", "not the one committed to"),
    Cheat.JUDGE_ANOTHER_RECORD: ("verdict", "another game's record"),
}


@BOTH_ROLES
@pytest.mark.parametrize("cheat", CAUGHT)
def test_a_signed_cheat_stops_the_game_and_is_kept_as_evidence(cheat: Cheat, role: Role) -> None:
    assert_caught(*caught_by(cheat, role), role, *CAUGHT[cheat])


@BOTH_ROLES
def test_what_opens_the_hash_must_open_the_point(role: Role) -> None:
    pair, error = caught_by(Cheat.PROVE_POINTS_OF_ANOTHER_NONCE, role, check="opening")
    assert_caught(pair, error, role, "opening", "opens the hash of face")


def assert_caught(pair: Pair[Position, Move], error: PeerError, role: Role, check: str, reason: str) -> None:
    """The honest opponent of `role` has stopped for good, and has on disk what shows why."""
    honest = pair.tables[role.other]
    assert error.check == check
    assert reason in error.problem
    assert honest.fault is error
    assert honest.asked() is None
    assert honest.take_outbox() == []
    with pytest.raises(LocalError, match="has stopped"):
        honest.act(Pass())
    with pytest.raises(LocalError, match="has stopped"):
        honest.resign()
    disk = pair.disks[honest.role]
    resumed = Table.resume(pair.game, honest.role, pair.secrets[honest.role], disk.entries, disk.remembered)
    assert str(resumed.fault) == str(error)
    assert disk.entries == [*honest.entries, pair.received[honest.role][-1]]
    report = audit(pair.game, disk.entries)
    finding = report.violations[-1]
    assert (finding.check, finding.author, finding.number) == (check, role, len(disk.entries) - 1)
    assert report.followed == len(disk.entries) - 1


NOT_HEARD = {
    Cheat.SIGN_WITH_ANOTHER_KEY: ("signature", "not signed by"),
    Cheat.SIGN_AS_THE_OTHER: ("signature", "not signed by"),
    Cheat.SIGN_FOR_ANOTHER_GAME: ("game", "another game"),
    Cheat.SKIP_A_NUMBER: ("number", "expected entry"),
    Cheat.FOLLOW_ANOTHER_ENTRY: ("chain", "follows another entry"),
    Cheat.SPELL_AN_ENTRY_OTHERWISE: ("encoding", "shortest"),
    Cheat.SPEAK_ANOTHER_VERSION: ("version", "update the older one"),
}


@BOTH_ROLES
@pytest.mark.parametrize("cheat", NOT_HEARD)
def test_what_nobody_signed_for_here_changes_nothing(cheat: Cheat, role: Role) -> None:
    """It may be a stranger's: it is not kept, and the game is not stopped by it."""
    check, reason = NOT_HEARD[cheat]
    pair, error = caught_by(cheat, role)
    honest = pair.tables[role.other]
    assert error.check == check
    assert reason in error.problem
    assert honest.fault is None
    assert honest.entries == pair.disks[honest.role].entries
    assert pair.received[honest.role][-1] not in honest.entries


HELLOS = {
    Cheat.PLAY_BY_OTHER_RULES: ("rules", "same version of the game"),
    Cheat.CALL_ITSELF_MARKUP: ("name", "not plain text"),
    Cheat.CALL_ITSELF_A_MEGABYTE: ("name", "too long"),
    Cheat.USE_THE_DRAW_CHAIN_AS_A_COMMITMENT: ("copy", "repeats a key, a commitment or a chain"),
}

OFFERS = [Cheat.OFFER_ANOTHER_GAME, Cheat.OFFER_OTHER_SETTINGS]


@pytest.mark.parametrize("cheat", OFFERS)
def test_another_offer_is_refused(cheat: Cheat) -> None:
    """THREATS 23: the joiner plays what it came for."""
    _, error = caught_by(cheat, Role.HOST)
    assert error.check == "offer"
    assert error.expected == "toy copies=2 rounds=6"


@BOTH_ROLES
@pytest.mark.parametrize("cheat", HELLOS)
def test_a_false_hello_is_refused(cheat: Cheat, role: Role) -> None:
    check, reason = HELLOS[cheat]
    _, error = caught_by(cheat, role)
    assert error.check == check
    assert reason in error.problem


@pytest.mark.parametrize(
    ("cheat", "check"),
    [
        (Cheat.COPY_THE_SEED_COMMITMENT, "copy"),
        (Cheat.COPY_THE_DRAW_CHAIN, "copy"),
        (Cheat.CHOOSE_THE_SIDE_AS_JOINER, "offer"),
    ],
)
def test_a_false_joiner_s_hello_is_refused(cheat: Cheat, check: str) -> None:
    assert caught_by(cheat, Role.JOINER)[1].check == check


@BOTH_ROLES
def test_a_copied_seal_is_refused(role: Role) -> None:
    """THREATS 10: seat 1 sees a seal that it could copy."""
    pair, cheater = cheating_pair(Cheat.COPY_A_SEAL, role, Side(role.other), ToyGame())
    pair.host.begin()
    error = error_in(pair, 1)
    assert cheater.seat == 1
    assert cheater.done
    assert error is not None
    assert (error.check, error.problem) == ("copy", "the commitment repeats one that was made before")


@BOTH_ROLES
@pytest.mark.parametrize("cheat", [Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD])
@pytest.mark.usefixtures("no_proofs")
def test_each_opened_choice_is_judged_alone(cheat: Cheat, role: Role) -> None:
    """THREATS 36: a choice that breaks a rule has one author, whoever opens first and whatever the other chose."""
    for side in (Side.FIRST, Side.SECOND):
        pair, error = caught_by(cheat, role, side)
        assert error is pair.tables[role.other].fault
        assert error.check in ("toy 5", "face")
        report = audit(pair.game, pair.disks[role.other].entries)
        assert [finding.author for finding in report.violations] == [role]


# -- leaving, lying about the past (THREATS 6-8, 20-22)


@BOTH_ROLES
def test_who_leaves_before_it_must_show_is_named_and_gets_the_same_chance_again(role: Role) -> None:
    """THREATS 6: the record says who owed what, and coming back changes nothing of what is to come."""
    pair = started()
    for table in pair.tables:
        table.act(Bid(None))
    waiting = pair.host
    pair.collect()
    pair.deliver(Role.JOINER)
    report = audit(pair.game, waiting.entries)
    assert report.owing is Role.JOINER
    assert report.phase is Phase.SECOND_SEAL
    assert report.outcome is None
    assert report.unopened == (Role.HOST, Role.JOINER)
    disk = pair.disks[role]
    twice = [Table.resume(pair.game, role, pair.secrets[role], disk.entries, disk.remembered).entries for _ in range(2)]
    assert twice[0] == twice[1]


def _two_stories() -> tuple[Pair[Position, Move], list[bytes]]:
    """A game whose decider passed, and the chain of the same player that dumped or played a card instead."""
    pair = started()
    bid_nothing(pair)
    liar = decider(pair)
    before = list(pair.disks[liar.role].entries)
    liar.act(Pass())
    pair.run()
    other = Table.resume(pair.game, liar.role, pair.secrets[liar.role], before)
    other.act(next(move for move in toy_moves(other) if move != Pass()))
    return pair, other.entries


def test_another_choice_after_a_crash_is_proof_of_cheating() -> None:
    """THREATS 7 and 22: the second signed entry at one place is refused, and both together convince anybody."""
    pair, story = _two_stories()
    liar = read_entry(story[-1]).role
    honest = pair.tables[liar.other]
    head = honest.head
    with pytest.raises(PeerError, match="two different entries") as caught:
        honest.receive(story[-1])
    assert honest.head == head
    proof = caught.value.proof
    assert proof is not None
    shown = read_proof(proof)
    assert (shown.role, shown.number, shown.game_id) == (liar, len(story) - 1, honest.game_id)
    assert (shown.key, shown.name) == (pair.secrets[liar].public_key, pair.tables[liar].name)


def test_two_stories_are_found_when_heads_are_exchanged() -> None:
    """THREATS 8."""
    pair, story = _two_stories()
    liar = read_entry(story[-1]).role
    honest = pair.tables[liar.other]
    with pytest.raises(ForkError):
        honest.lacking(Head(len(story), read_entry(story[-1]).hash))
    proof = honest.compare(story)
    assert proof is not None
    assert (read_proof(proof).role, read_proof(proof).number) == (liar, len(story) - 1)
    assert honest.compare(story[:-1]) is None
    assert honest.compare(honest.entries) is None


def test_what_proves_nothing_is_no_proof() -> None:
    pair, story = _two_stories()
    liar = read_entry(story[-1]).role
    number = len(story) - 1
    ours = pair.host.entries
    hellos = ours[:2]
    stranger = Pair(ToyGame(), secrets=(Secrets.generate(), Secrets.generate()))
    stranger.host.begin()
    stranger.run()
    forged = story[-1][:-1] + bytes([story[-1][-1] ^ 1])
    name = pair.tables[liar].name.encode()
    renamed, other_hello = hellos[liar].replace(name, name[::-1]), hellos[liar.other]
    for first, second, known, reason in (
        (ours[number], ours[number], hellos, "say the same"),
        (ours[number], ours[number - 1], hellos, "one place"),
        (ours[number], forged, hellos, f"not signed by the {liar.word}"),
        (ours[number], story[-1], [], "hellos"),
        (ours[number], story[-1], stranger.host.entries[:2], "hellos"),
        (ours[number], story[-1], [renamed, other_hello] if liar is Role.HOST else [other_hello, renamed], "hellos"),
        (b"", story[-1], hellos, "cannot be read"),
        (ours[number], story[-1], [*hellos, b""], "cannot be read"),
    ):
        with pytest.raises(RecordError, match=reason):
            read_proof(encode(("fairtable proof", 2, first, second, known)))
    with pytest.raises(RecordError, match="version 3"):
        read_proof(encode(("fairtable proof", 3, ours[number], story[-1], hellos)))
    for raw in (b"", b"\x00", encode(("fairtable proof", 2)), bytes(10**6)):
        with pytest.raises(RecordError, match=r"^a file: it cannot be read"):
            read_proof(raw, "a file")
    with pytest.raises(PeerError, match="nobody signed"):
        pair.host.compare([*ours[:number], forged])


def test_two_different_hellos_of_one_key_are_proof_too() -> None:
    """THREATS 5: a player that comes with another seed after seeing something has signed two hellos."""
    pair = started()
    other = Pair(ToyGame(), secrets=(pair.secrets[0], Secrets(bytes(32), pair.secrets[1].signing_key)))
    other.host.begin()
    other.run()
    with pytest.raises(PeerError, match="two different entries") as caught:
        pair.host.receive(other.host.entries[1])
    assert caught.value.proof is not None
    shown = read_proof(caught.value.proof)
    assert (shown.role, shown.number, shown.game_id) == (Role.JOINER, 1, b"")


def test_an_old_save_catches_up_with_its_own_lost_entries() -> None:
    """THREATS 22: the other's head wins."""
    pair = started()
    bid_nothing(pair)
    liar = decider(pair)
    before = list(pair.disks[liar.role].entries)
    liar.act(Pass())
    pair.run()
    restored = Table.resume(pair.game, liar.role, pair.secrets[liar.role], before)
    for raw in pair.tables[liar.role.other].lacking(restored.head):
        restored.receive(raw)
    assert restored.entries == liar.entries
    assert owned(restored) == owned(liar)
    assert restored.asked() == liar.asked()


@BOTH_ROLES
def test_who_never_opens_its_seed_is_named(role: Role) -> None:
    """THREATS 20: all is proven; the other's seed serves to check the other a second time."""
    pair = finished(1)
    entries = pair.host.entries
    kept = [raw for raw in entries if read_entry(raw).kind is not VERDICT]
    seat = pair.tables[role].seat
    kept = kept[:-1] if seat == 1 else kept[:-2]
    report = audit(pair.game, kept)
    assert role in report.unopened
    assert not report.violations
    assert not report.clean
    assert report.faultless
    assert report.proven == len(kept) - 1
    assert report.outcome is not None


def test_with_one_seed_open_its_owner_is_still_audited() -> None:
    pair, cheater = play_against(Cheat.STACK_THE_DECK, Role.HOST)
    entries = [raw for raw in pair.joiner.entries if read_entry(raw).kind is not VERDICT]
    if cheater.seat == 0:
        entries = entries[:-1]
    report = audit(pair.game, entries)
    assert [finding.author for finding in report.violations] == [Role.HOST]


# -- replays (THREATS 9, 30)


def test_entries_of_another_game_are_refused() -> None:
    pair, other = started(), Pair(ToyGame(), secrets=(started().secrets[0], Secrets.generate()))
    other.host.begin()
    other.run()
    bid_nothing(pair)
    bid_nothing(other)
    decider(pair).act(Pass())
    decider(other).act(Pass())
    raw = other.tables[Role.HOST].take_outbox()[0]
    with pytest.raises(PeerError, match="another game"):
        pair.joiner.receive(raw)


def test_our_own_entries_are_not_taken_for_the_opponent_s() -> None:
    pair = Pair(ToyGame())
    pair.host.begin()
    (hello,) = pair.host.take_outbox()
    assert pair.host.receive(hello) == Received(0, repeated=True)
    pair.joiner.receive(hello)
    (answer,) = (raw for raw in pair.joiner.take_outbox() if read_entry(raw).kind is HELLO)
    fresh = Pair(ToyGame())
    with pytest.raises(PeerError, match="own hello"):
        fresh.joiner.receive(answer)


def test_an_entry_comes_twice() -> None:
    pair = started()
    pair.host.act(Bid(None))
    pair.collect()
    raw = pair.wires[Role.JOINER][0]
    pair.run()
    assert pair.joiner.receive(raw).repeated
    assert pair.joiner.fault is None


@pytest.mark.parametrize("raw", [b"", b"\x00", bytes(64), bytes(65), b"\x93" * 4000, b"\x80" * 60_000, bytes(10**6)])
def test_garbage_is_refused_before_it_is_looked_at(raw: bytes) -> None:
    pair = started()
    with pytest.raises(PeerError) as caught:
        pair.host.receive(raw)
    assert caught.value.check == "encoding"
    assert pair.host.fault is None


def test_every_changed_byte_of_an_entry_is_refused() -> None:
    pair = started()
    pair.host.act(Bid(None))
    pair.collect()
    raw = pair.wires[Role.JOINER][0]
    head = pair.joiner.head
    for place in range(len(raw)):
        changed = bytearray(raw)
        changed[place] ^= 1 << (place % 8)
        with pytest.raises(PeerError):
            pair.joiner.receive(bytes(changed))
    assert pair.joiner.head == head
    pair.joiner.receive(raw)


# -- seeds and commitments (THREATS 5, 11, 18)


def test_both_seeds_are_committed_to_before_the_first_seal() -> None:
    pair = started()
    kinds = [read_entry(raw).kind for raw in pair.host.entries]
    assert kinds[:2] == [HELLO, HELLO]
    assert MIX not in kinds[:2]
    ids = {pair.host.game_id}
    for secrets in ((Secrets(bytes(32), pair.secrets[0].signing_key), pair.secrets[1]), (pair.secrets[0],) * 2):
        other = Pair(ToyGame(), secrets=secrets)
        other.host.begin()
        if secrets[0] == secrets[1]:
            with pytest.raises(PeerError, match="repeats"):
                other.run()
            continue
        other.run()
        ids.add(other.host.game_id)
    assert len(ids) == 2


def test_a_mix_leaves_no_trace_of_what_was_where() -> None:
    """THREATS 18: new numbers in pool order, new commitments and points, and none ever seen before."""
    pair = finished(2, game=ToyGame(rounds=8))
    seen: set[bytes] = set()
    mixes = 0
    for raw in pair.host.entries:
        body = read_entry(raw).body
        if not isinstance(body, MixBody):
            continue
        fresh = [*body.commitments, *[point for proof in body.proofs for point in proof.points]]
        mixes += 1
        assert len(fresh) == 2 * len(body.commitments)
        assert seen.isdisjoint(fresh)
        seen |= set(fresh)
    assert mixes > 6
    assert pair.host.phase is Phase.FINISHED


def test_an_edited_record_is_found_by_outsiders() -> None:
    """THREATS 21: an entry re-signed by its own author breaks the chain that the other one signed."""
    pair, story = _two_stories()
    liar = read_entry(story[-1]).role
    for table in pair.tables:
        if table.outcome is None:
            table.stop()
            pair.run()
    if not pair.host.finished:
        for table in pair.tables:
            if table.asked() is not None:
                table.act(Bid(None))
                pair.run()
    entries = list(pair.host.entries)
    assert audit(pair.game, entries).clean
    entries[len(story) - 1] = story[-1]
    report: Report = audit(pair.game, read_record(write_record(entries)).entries)
    assert report.violations == ()
    assert report.damage[0] == Damage(len(story), "chain")
    assert report.integrity is Integrity.EDITED
    assert liar in Role


@BOTH_ROLES
def test_nobody_decides_for_the_other(role: Role) -> None:
    """THREATS 30: the right kind of entry, well signed, but by the one whose turn it is not."""
    pair, cheater = cheating_pair(Cheat.SIGN_A_FALSE_VERDICT, role, Side(role.other), ToyGame())
    pair.host.begin()
    pair.run()
    bid_nothing(pair)
    honest = pair.tables[role.other]
    assert honest.asked() == TurnQuestion(Seat(honest.seat or 0))
    with pytest.raises(
        PeerError, match=r"got action by the .*, expected action or resign or stop or left by the .* \[phase\]"
    ):
        honest.receive(cheater.sign(ACTION, ActionBody(["pass"], (), ())))
    assert honest.fault is not None
    assert audit(pair.game, pair.disks[role.other].entries).violations[-1].author is role


def test_a_coin_that_the_seed_does_not_give_is_found_by_the_audit() -> None:
    """THREATS 4: committed to and opened rightly, but chosen."""
    pair = Pair[Position, Move](ToyGame(), Side.RANDOM)
    chosen = bytes(32)
    secrets = pair.secrets[Role.HOST]
    write = pair.host._body

    def chosen_body(kind: EntryKind[Any]) -> Any:
        body: Any = write(kind)
        if kind is HELLO:
            return msgspec.structs.replace(body, coin_commitment=commit_coin(Role.HOST, secrets.public_key, chosen))
        return CoinBody(chosen) if kind is COIN else body

    pair.host._body = chosen_body  # type: ignore[method-assign]
    pair.host.begin()
    play(pair, toy_moves, Random(1))
    (finding,) = audit(pair.game, pair.joiner.entries).violations
    assert (finding.number, finding.author, finding.check, finding.found) == (2, Role.HOST, "coin", chosen.hex())
    assert pair.joiner.verdict is not None
    assert pair.joiner.verdict.own == (finding,)


def test_the_audit_goes_on_checking_signatures_after_what_it_cannot_follow() -> None:
    entries = list(finished(2).host.entries)
    entries[10] = entries[10][:-1] + bytes([entries[10][-1] ^ 1])
    entries[12] = b"\x00"
    entries[20] = entries[20][:-1] + bytes([entries[20][-1] ^ 1])
    report = audit(ToyGame(), entries)
    assert report.followed == 10
    assert report.damage == (Damage(10, "signature"), Damage(12, "encoding"), Damage(20, "signature"))
    assert report.violations == ()


def test_a_forged_old_entry_accuses_nobody() -> None:
    """Another entry at a place that is taken, not signed by its author, or of another game, is a stranger's noise."""
    pair, story = _two_stories()
    liar = read_entry(story[-1]).role
    honest = pair.tables[liar.other]
    forged = story[-1][:-1] + bytes([story[-1][-1] ^ 1])
    stranger = Pair(ToyGame(), secrets=(Secrets.generate(), Secrets.generate()))
    stranger.host.begin()
    stranger.run()
    for raw in (forged, stranger.host.entries[3]):
        with pytest.raises(PeerError, match="not signed as ours is") as caught:
            honest.receive(raw)
        assert caught.value.check == "number"
        assert caught.value.proof is None
    assert honest.fault is None
