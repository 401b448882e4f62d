"""Whoever holds a record can edit the file, and has no key: that hides nothing and names nobody (THREATS 21, 35)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.audit import audit
from protocol.canonical import encode
from protocol.chain import EMPTY, Head
from protocol.entries.hello import HELLO
from protocol.entries.verdict import VERDICT
from protocol.errors import PeerError
from protocol.report import Damage, Integrity
from protocol.roles import Role
from protocol.seeds import Secrets
from protocol.transcript import read_entry, write_entry
from tests.protocol.cheater import Cheat
from tests.protocol.pair import Pair
from tests.protocol.test_cheats import play_against
from tests.protocol.test_table import finished
from tests.toy_game import ToyGame

Record: TypeAlias = list[bytes]
Edit: TypeAlias = Callable[[Record], Record]

GAME = ToyGame(copies=1, rounds=8)


@cache
def cheated() -> tuple[bytes, ...]:
    """A whole record in which the host mixed its deck in an order of its own."""
    pair, _ = play_against(Cheat.STACK_THE_DECK, Role.HOST)
    return tuple(pair.joiner.entries)


@cache
def fair() -> tuple[bytes, ...]:
    return tuple(finished(3, game=GAME).host.entries)


@cache
def foreign() -> tuple[bytes, ...]:
    """Entries of another game of two others."""
    pair = Pair(GAME, secrets=(Secrets(b"\x11" * 32, b"\x12" * 32), Secrets(b"\x13" * 32, b"\x14" * 32)))
    pair.host.begin()
    pair.run()
    return tuple(pair.host.entries)


def own_hello(number: int, before: Record) -> bytes:
    """A hello that anybody can make, with a key and a rules digest of its own, at place 0 or 1."""
    strange = read_entry(foreign()[number])
    after = Head(1, read_entry(before[0]).hash) if number else EMPTY
    body = msgspec.structs.replace(strange.body, rules=bytes(32))
    key = (b"\x12" if number == 0 else b"\x14") * 32
    return write_entry(key, game=b"", role=Role(number), kind=HELLO, body=body, after=after, state=strange.state).raw


places = st.integers(0, 10_000)


@st.composite
def edits(draw: st.DrawFn) -> Edit:
    """One edit of a record that takes no player's key."""
    kind = draw(st.sampled_from(["cut", "take out", "twice", "swap", "flip", "junk", "foreign", "move", "hello"]))
    one, two = draw(places), draw(places)
    bit = draw(st.integers(0, 7))

    def edit(record: Record) -> Record:
        if not record:
            return record
        first, second = one % len(record), two % len(record)
        entries = list(record)
        if kind == "cut":
            return entries[:first]
        if kind == "take out":
            del entries[first]
        elif kind == "twice":
            entries.insert(second, entries[first])
        elif kind == "swap":
            entries[first], entries[second] = entries[second], entries[first]
        elif kind == "flip":
            changed = bytearray(entries[first])
            if changed:
                changed[two % len(changed)] ^= 1 << bit
            entries[first] = bytes(changed)
        elif kind == "junk":
            entries[second:second] = [b"junk"] * (1 + first % 3)
        elif kind == "foreign":
            entries.insert(second, foreign()[first % len(foreign())])
        elif kind == "move":
            entries.insert(second, entries.pop(first))
        elif first % 2 == 0 or len(entries[0]) < 100:
            entries[0] = own_hello(0, entries)
        elif len(entries) > 1:
            try:
                entries[1] = own_hello(1, entries)
            except PeerError:  # the first entry has been spoilt by an edit before
                return entries
        return entries

    return edit


@pytest.mark.usefixtures("proofs_once")
@pytest.mark.parametrize("record", [cheated, fair])
@settings(max_examples=150, deadline=None)
@given(done=st.lists(edits(), min_size=1, max_size=4))
def test_no_edit_names_anybody_or_hides_anything(record: Callable[[], tuple[bytes, ...]], done: list[Edit]) -> None:
    whole = audit(GAME, record())
    assert whole.integrity is Integrity.WHOLE
    entries = list(record())
    for edit in done:
        entries = edit(entries)
    report = audit(GAME, entries)
    assert set(report.violations) <= set(whole.violations)
    if report.violations != whole.violations or report.verdicts != whole.verdicts:
        assert report.integrity is not Integrity.WHOLE
    if tuple(entries) != record():
        # What is cut off behind both seeds are verdicts: the rest is as clean as it was, and does not look whole.
        assert not report.clean or (tuple(entries) == record()[: len(entries)] and not report.complete)
        assert report.integrity is not Integrity.WHOLE


@pytest.mark.parametrize("count", [1, 2, 5])
def test_junk_at_the_end_hides_no_finding_and_makes_no_verdict_false(count: int) -> None:
    """Seeds are taken where they lie, not where the file ends; a verdict is about what lies before it."""
    before = audit(GAME, cheated())
    assert [(finding.author, finding.check) for finding in before.violations] == [(Role.HOST, "mix")]
    after = audit(GAME, [*cheated(), *[b"junk"] * count])
    assert after.violations == before.violations
    assert after.verdicts == before.verdicts
    assert after.unopened == ()
    assert after.integrity is Integrity.EDITED
    assert after.damage == tuple([Damage(len(cheated()) + place, "encoding") for place in range(count)])


def test_two_exchanged_entries_accuse_nobody() -> None:
    entries = list(fair())
    entries[9], entries[10] = entries[10], entries[9]
    report = audit(GAME, entries)
    assert report.violations == ()
    assert report.integrity is Integrity.EDITED
    assert {damage.number for damage in report.damage} == {9, 10, 11}


def test_a_hello_that_anybody_can_make_accuses_nobody() -> None:
    """Until both hellos are there no key is bound to the game: a hello that is refused is nobody's."""
    for number in Role:
        entries = list(fair())
        entries[number] = own_hello(number, entries)
        report = audit(GAME, entries)
        assert report.violations == ()
        assert report.damage[0] == Damage(number, "rules")
        assert report.followed == number


def test_a_record_of_other_rules_is_not_called_edited() -> None:
    entries = list(fair())
    assert audit(ToyGame(copies=2, rounds=8), entries).integrity is Integrity.FOREIGN
    version_1 = encode(["fairtable entry", 1, b""]) + bytes(64)
    report = audit(GAME, [version_1, *entries[1:]])
    assert report.integrity is Integrity.FOREIGN
    assert not report.clean
    assert report.violations == ()
    assert isinstance(report.stopped, PeerError)
    assert "version [1]" in report.stopped.problem


def test_a_false_verdict_behind_a_finding_is_still_its_author_s() -> None:
    """What was found up to the second seed is what a verdict must say; findings about verdicts are no part of it."""
    report = audit(GAME, cheated())
    verdicts = [read_entry(raw) for raw in cheated() if read_entry(raw).kind is VERDICT]
    assert all(entry.body.findings == report.violations for entry in verdicts)
    assert encode(report.violations) == encode(verdicts[0].body.findings)
