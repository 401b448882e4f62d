"""The file: whatever happens to it is noticed."""

from __future__ import annotations

from zlib import crc32

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from protocol.audit import audit
from protocol.errors import PeerError, RecordError
from protocol.record import MARK, frame_entry, offer_in, read_record
from protocol.report import Damage, Integrity
from protocol.transcript import MOST_ENTRY_BYTES
from tests.protocol.pair import write_record
from tests.protocol.test_table import finished

PAIR = finished(2)
ENTRIES = tuple(PAIR.host.entries)
DATA = write_record(ENTRIES)


def test_a_record_is_read_as_it_was_written() -> None:
    record = read_record(DATA)
    assert record.entries == ENTRIES
    assert (record.size, record.torn, record.message) == (len(DATA), 0, None)
    assert b"".join(map(frame_entry, ENTRIES)) == DATA
    assert DATA.startswith(MARK)
    assert read_record(b"").entries == ()


@settings(max_examples=300)
@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_any_changed_byte_is_refused(place: int, change: int) -> None:
    changed = bytearray(DATA)
    changed[place] ^= change
    assume(changed[-1] or place + 1 < len(DATA))  # a last byte of zero may not have been written yet
    with pytest.raises(RecordError, match=r"game\.sekigahara"):
        read_record(bytes(changed), "game.sekigahara")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, sum(map(len, ENTRIES)) - 1), st.integers(1, 255))
def test_any_changed_byte_of_an_entry_is_reported_by_the_audit(place: int, change: int) -> None:
    """Also where a forger has made the checksums right."""
    entries = list(ENTRIES)
    number = 0
    while place >= len(entries[number]):
        place -= len(entries[number])
        number += 1
    changed = bytearray(entries[number])
    changed[place] ^= change
    entries[number] = bytes(changed)
    report = audit(PAIR.game, read_record(write_record(entries)).entries)
    assert not report.clean
    assert any(damage.number in (number, number + 1) for damage in report.damage)
    assert not report.violations


@pytest.mark.parametrize("bytes_left", [1, 4, 5, 11, 12, 13, 100])
def test_a_torn_end_is_dropped_and_told(bytes_left: int) -> None:
    whole = write_record(ENTRIES[:-1])
    record = read_record(DATA[: len(whole) + bytes_left])
    assert record.entries == ENTRIES[:-1]
    assert (record.size, record.torn) == (len(whole), bytes_left)
    assert record.message is not None
    assert f"last {bytes_left} bytes" in record.message
    assert f"{len(ENTRIES) - 1} entries" in record.message


def test_an_end_that_was_grown_but_not_written_is_torn_too() -> None:
    whole = write_record(ENTRIES[:-1])
    assert read_record(whole + bytes(200)).torn == 200
    grown = whole + frame_entry(ENTRIES[-1])[:40]
    assert read_record(grown + bytes(len(DATA) - len(grown))).entries == ENTRIES[:-1]


def test_an_entry_taken_out_or_put_in_twice_is_found() -> None:
    for forged in ([*ENTRIES[:7], *ENTRIES[8:]], [*ENTRIES[:7], ENTRIES[6], *ENTRIES[7:]]):
        report = audit(PAIR.game, forged)
        assert report.damage[0] == Damage(7, "number")
        assert not report.violations
        assert report.followed == 7


def test_the_first_entry_says_what_the_game_is() -> None:
    offer = offer_in(ENTRIES)
    assert (offer.game, offer.settings) == (PAIR.game.name, PAIR.game.settings)
    for entries in ((), ENTRIES[1:], (b"junk",)):
        with pytest.raises(PeerError):
            offer_in(entries)


def test_a_record_cut_short_is_not_complete() -> None:
    report = audit(PAIR.game, ENTRIES[:-1])
    assert not report.complete
    assert report.integrity is Integrity.CUT
    assert audit(PAIR.game, ENTRIES).complete


def test_another_file_is_named_as_such() -> None:
    with pytest.raises(RecordError, match="not the record of a game"):
        read_record(b"PK\x03\x04 a zip archive")
    long = MARK + (MOST_ENTRY_BYTES + 1).to_bytes(4, "big")
    with pytest.raises(RecordError, match="at most"):
        read_record(long + crc32(long).to_bytes(4, "big") + bytes(9))


SECTOR = 512


@settings(max_examples=300)
@given(st.data())
def test_an_entry_of_which_sectors_are_missing_was_never_finished(data: st.DataObject) -> None:
    """A disk writes sectors in any order: after a power cut those that it had not reached are zeros."""
    number = data.draw(st.integers(0, len(ENTRIES) - 1))
    before = write_record(ENTRIES[:number])
    whole = before + frame_entry(ENTRIES[number])
    sectors = range(len(before) - len(before) % SECTOR, len(whole), SECTOR)
    missing = data.draw(st.sets(st.sampled_from(sectors), min_size=1))
    left = bytearray(whole)
    for sector in missing:
        begin, end = max(sector, len(before)), min(sector + SECTOR, len(whole))
        left[begin:end] = bytes(end - begin)
    assume(left != whole)
    record = read_record(bytes(left))
    assert (record.entries, record.size) == (ENTRIES[:number], len(before))


def test_a_hole_elsewhere_is_damage() -> None:
    frames = [*map(frame_entry, ENTRIES)]
    long = next(number for number, frame in enumerate(frames[:-1]) if len(frame) > 2 * SECTOR)
    begin = len(b"".join(frames[:long]))
    hole = begin - begin % SECTOR + SECTOR
    damaged = DATA[:hole] + bytes(SECTOR) + DATA[hole + SECTOR :]
    with pytest.raises(RecordError, match="damaged"):
        read_record(damaged)
