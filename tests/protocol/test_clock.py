"""Clocks: what is written, what is refused, and what a claim rests on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import IllegalAction, Seat
from protocol.audit import audit
from protocol.clock import Clock, read_clock, split_clock, with_clock
from protocol.entries.action import ACTION
from protocol.entries.claim import CLAIM, ClaimBody
from protocol.errors import LocalError, PeerError
from protocol.outcome import OutOfTime
from protocol.roles import Role
from protocol.signed_head import read_head, sign_head
from protocol.standing import Decided, standing
from protocol.table import Table
from protocol.transcript import read_entry, write_entry
from tests.protocol.clocked import CLOCK, GAME, ClockedPair, secrets


@given(st.integers(1, 604_800), st.integers(0, 86_400))
def test_a_clock_is_read_as_it_is_written(bank: int, increment: int) -> None:
    clock = Clock(bank, increment)
    assert read_clock(clock.text) == clock
    named = with_clock((("copies", "2"), ("rounds", "4")), clock)
    assert named == tuple(sorted(named))
    assert split_clock(named) == (clock, (("copies", "2"), ("rounds", "4")))


@pytest.mark.parametrize(
    "text", ["", "0", "010", "5+0", "5+", "+5", "-5", "5.0", "604801", "5+86401", "٣", "5\n", "9" * 30]
)
def test_other_texts_are_no_clocks(text: str) -> None:
    with pytest.raises(ValueError, match=r"clock|bank"):
        read_clock(text)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, 4000), max_size=6))
def test_banks_are_what_was_signed(times: list[int]) -> None:
    pair = ClockedPair()
    left = [10_000, 10_000]
    for spent in times:
        if pair.host.clock_of is None:
            break
        role = pair.decider().role
        if spent > left[role]:
            with pytest.raises(IllegalAction, match="time has run out"):
                pair.decide(spent)
            break
        assert pair.decide(spent) is role
        left[role] += 2000 - spent
        assert pair.host.banks == pair.joiner.banks == tuple(left)
    entries = pair.host.entries
    assert all(
        (read_entry(raw).spent is not None) == (read_entry(raw).kind.name in ("action", "seal")) for raw in entries
    )
    assert audit(GAME, entries).faultless


def test_a_game_without_clocks_has_nothing_of_them() -> None:
    pair = ClockedPair(None, None)
    table = pair.tables[0 if pair.host.asked() is not None else 1]
    view = table.view()
    assert view is not None
    table.think(500)
    table.act(GAME.options(view)[0])
    assert all(read_entry(raw).spent is None for raw in table.entries)
    head = table.signed_head(5)
    assert head is not None
    assert read_head(head).spent is None


@pytest.mark.parametrize(("host", "joiner"), [(CLOCK, None), (None, CLOCK), (CLOCK, Clock(10))])
def test_another_clock_than_was_said_is_refused(host: Clock | None, joiner: Clock | None) -> None:
    with pytest.raises(PeerError, match="another clock") as refused:
        ClockedPair(host, joiner)
    assert refused.value.check == "offer"


def test_whoever_signs_that_its_time_is_over_has_lost_by_the_claim() -> None:
    pair = ClockedPair()
    pair.decide(4000)
    late = pair.decider()
    other = pair.tables[late.role.other]
    bank = late.banks[late.role]
    head = late.owed_head(bank) or late.signed_head(bank)
    assert head is not None
    other.hear_head(head)
    assert not other.claim(head)
    assert late.asked() is not None
    head = late.signed_head(bank + 1)
    assert head is not None
    assert late.asked() is None
    with pytest.raises(LocalError, match="has run out"):
        late.resign()
    other.hear_head(head)
    assert other.claim(head)
    pair.carry()
    assert late.seat is not None
    assert late.outcome == other.outcome == OutOfTime(late.seat)
    assert late.finished
    assert pair.host.verdict is not None
    assert pair.host.verdict.clean
    report = audit(GAME, late.entries)
    assert report.clean
    assert standing(report).result == Decided(OutOfTime(late.seat))


@pytest.mark.parametrize("what", ["in time", "another place", "another key", "own head", "no time", "junk"])
def test_a_claim_without_cause_is_refused_and_names_its_author(what: str) -> None:
    pair = ClockedPair()
    pair.decide(1000)
    late = pair.decider()
    other = pair.tables[late.role.other]
    game, head, bank = late.game_id, late.head, late.banks[late.role]
    assert game is not None
    key, theirs = late._private.secrets.signing_key, other._private.secrets.signing_key
    before = type(head)(head.count - 1, late._common.hashes[-2])
    made = {
        "in time": sign_head(key, game, late.role, head, bank),
        "another place": sign_head(key, game, late.role, before, bank + 1),
        "another key": sign_head(theirs, game, late.role, head, bank + 1),
        "own head": sign_head(theirs, game, other.role, head, bank + 1),
        "no time": sign_head(key, game, late.role, head),
        "junk": b"junk" * 40,
    }[what]
    entry = write_entry(
        theirs,
        game=game,
        role=other.role,
        kind=CLAIM,
        body=ClaimBody(made),
        after=head,
        state=late._common.progress.digest,
    )
    with pytest.raises(PeerError) as refused:
        late.receive(entry.raw)
    assert refused.value.check == "time"
    report = audit(GAME, [*late.entries, entry.raw])
    assert [(finding.author, finding.check) for finding in report.violations] == [(other.role, "time")]


def test_times_go_forward() -> None:
    pair = ClockedPair()
    pair.decide(1000)
    late = pair.decider()
    other = pair.tables[late.role.other]
    for spent in (100, 3000):
        head = late.signed_head(spent)
        assert head is not None
        other.hear_head(head)
    earlier = late.signed_head(2999)
    assert earlier is not None
    with pytest.raises(PeerError, match="thought for longer") as refused:
        other.hear_head(earlier)
    assert refused.value.check == "time"
    view = late.view()
    assert view is not None
    late.think(2999)
    late.act(GAME.options(view)[0])
    with pytest.raises(PeerError, match="thought for longer"):
        other.receive(late.take_outbox()[0])
    assert other.fault is None


@pytest.mark.parametrize("spent", [10_001, None])
def test_an_entry_over_its_bank_or_without_its_time_is_refused(spent: int | None) -> None:
    pair = ClockedPair()
    late = pair.decider()
    while late.phase.name != "DECISION":
        pair.decide(0)
        late = pair.decider()
    other = pair.tables[late.role.other]
    view = late.view()
    assert view is not None
    packed = GAME.pack_action(GAME.options(view)[0])
    body = ACTION.write_for(late._common, late._private, packed)
    digest = late._referee.effect_of(late.role, ACTION, body, 0).progress.digest
    spent = None if spent is None else late.banks[late.role] + 1
    entry = write_entry(
        late._private.secrets.signing_key,
        game=late.game_id or b"",
        role=late.role,
        kind=ACTION,
        body=body,
        after=late.head,
        state=digest,
        spent=spent,
    )
    with pytest.raises(PeerError) as refused:
        other.receive(entry.raw)
    assert refused.value.check == "time"
    assert [finding.check for finding in audit(GAME, [*late.entries, entry.raw]).violations] == ["time"]


def test_a_sealed_choice_keeps_its_time_over_a_restart() -> None:
    pair = ClockedPair()
    while pair.host.clock_of is not Role.HOST or "SEAL" not in pair.host.phase.name:
        pair.decide(700)
    before = list(pair.kept)
    pair.decide(1234)
    (sealed,) = [raw for raw in pair.kept[len(before) :] if read_entry(raw).kind.name == "seal"][:1]
    assert read_entry(sealed).spent == 1234
    again = Table.resume(GAME, Role.HOST, secrets(1), before, pair.remembered[-1:], clock=CLOCK)
    assert again.take_outbox() == []
    again.settle()
    assert again.take_outbox()[0] == sealed


def test_an_old_copy_claims_nothing_before_it_has_all_that_it_had_written() -> None:
    """It would sign a second claim at the same place if the other now signed another time."""
    pair = ClockedPair()
    while pair.decider() is pair.host:
        pair.decide(1000)
    late = pair.joiner
    heads = [late.signed_head(late.banks[late.role] + over) for over in (1, 2)]
    before = len(pair.kept)
    assert heads[0] is not None
    assert heads[1] is not None
    assert pair.host.claim(heads[0])
    old = Table.resume(
        GAME, Role.HOST, secrets(1), pair.kept[:before], [], pair.kept.append, pair.remembered.append, clock=CLOCK
    )
    kept = list(pair.kept)
    old.hear_head(heads[1])
    assert not old.claim(heads[1])
    assert pair.kept == kept
    old.receive(kept[before])
    old.settle()
    assert old.outcome == OutOfTime(Seat(late.seat or 0))
