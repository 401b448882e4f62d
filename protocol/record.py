"""The file that holds a game: its entries in order, each in a frame that shows damage. Bytes only; files are p2p's.

A frame is a mark of 4 bytes, the entry's length (4 bytes, big-endian), the CRC-32 of those 8 bytes, the entry, and the
CRC-32 of the entry. The checksums find accidents and say where; against forgery each entry carries its signature. Any
one changed byte makes `read_record` refuse the file. An end that is cut off, or of which whole sectors are missing, was
never acknowledged (an entry is durable before it is sent or acted on, and the only one then that is not), so it is
dropped, and the drop is reported (THREATS 21, 34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from protocol.entries.hello import HELLO, Offer
from protocol.errors import PeerError, RecordError
from protocol.sentences import Sentence
from protocol.transcript import MOST_ENTRY_BYTES, read_entry

MARK: Final = b"FTR1"
"""Begins each frame, and so the file: a fair table's record, format 1."""

MOST_RECORD_BYTES: Final = 64 * 1024 * 1024
"""No record is longer. (Nor are chains that are compared over the wire.)"""

_LENGTH_BYTES: Final = 4
_CHECKSUM_BYTES: Final = 4
_HEADER_BYTES: Final = len(MARK) + _LENGTH_BYTES + _CHECKSUM_BYTES
_SECTOR: Final = 512
"""Bytes of a file that reach a disk together or not at all; which do so first is the disk's affair."""
_RESTORE: Final = Sentence("Restore it from a copy; your opponent's record of the game holds the same entries")


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds: whole entries, how many bytes they take (`size`), and how many torn bytes follow (`torn`)."""

    entries: tuple[bytes, ...]
    size: int
    torn: int

    @property
    def message(self) -> str | None:
        """What to tell the player about the end of the file; None if it is whole."""
        if not self.torn:
            return None
        return (
            f"The last {self.torn} bytes of the record are the beginning of an entry that was never finished; "
            f"the {len(self.entries)} entries before it are whole"
        )


def frame_entry(entry: bytes) -> bytes:
    """`entry` as it is appended to a record."""
    start = MARK + len(entry).to_bytes(_LENGTH_BYTES, "big")
    return start + _checksum(start) + entry + _checksum(entry)


def read_record(data: bytes, path: str = "The record") -> Record:
    """The entries that the bytes of a record hold. Raises RecordError naming `path` and the damaged entry.

    Signatures are not looked at: `Table.resume` and `audit` do that.
    """
    entries: list[bytes] = []
    place = 0
    while place < len(data):
        try:
            end = _frame_end(data, place, path, len(entries))
        except RecordError:
            if MARK not in data[place + 1 :] and _has_hole(data, place):
                break
            raise
        if end is None:
            break
        entry = data[place + _HEADER_BYTES : end - _CHECKSUM_BYTES]
        checksum = data[end - _CHECKSUM_BYTES : end]
        if checksum != _checksum(entry):
            if end == len(data) and (_ends_in_zeros(checksum, _checksum(entry)) or _has_hole(data, place)):
                break  # the file had grown, but not all of its last bytes had reached the disk
            raise RecordError(path, Sentence("the entry is damaged"), _RESTORE, number=len(entries))
        entries.append(entry)
        place = end
    return Record(tuple(entries), place, len(data) - place)


def offer_in(entries: Sequence[bytes]) -> Offer:
    """What the game is that a record is of, as its first entry says. Raises PeerError if that cannot be read.

    Nothing else is looked at: it is for finding the game to audit or resume the record with.
    """
    if not entries:
        raise PeerError("encoding", Sentence("the record is empty"))
    entry = read_entry(entries[0])
    if entry.kind is not HELLO or entry.body.offer is None:
        raise PeerError("phase", Sentence("the record does not begin with the host's hello"), number=0)
    offer: Offer = entry.body.offer
    return offer


def _frame_end(data: bytes, place: int, path: str, number: int) -> int | None:
    """Where the frame at `place` ends; None if the file ends before it, or in it."""
    header = data[place : place + _HEADER_BYTES]
    if _is_torn_header(header) and not any(data[place + _HEADER_BYTES :]):
        return None  # the file had grown, but was written no further than this
    if not header.startswith(MARK[: len(header)]):
        problem = (
            Sentence("the file is not the record of a game")
            if number == 0
            else Sentence("no entry begins where one should")
        )
        raise RecordError(path, problem, _RESTORE if number else Sentence("Choose a record"), number=number)
    if len(header) < _HEADER_BYTES:
        return None
    start, checksum = header[:-_CHECKSUM_BYTES], header[-_CHECKSUM_BYTES:]
    if checksum != _checksum(start):
        raise RecordError(path, Sentence("the length of the entry is damaged"), _RESTORE, number=number)
    length = int.from_bytes(start[len(MARK) :], "big")
    if length > MOST_ENTRY_BYTES:
        problem = Sentence(
            "the entry has {length} bytes, at most {most} are allowed",
            length=length,
            most=MOST_ENTRY_BYTES,
        )
        raise RecordError(path, problem, _RESTORE, number=number)
    end = place + _HEADER_BYTES + length + _CHECKSUM_BYTES
    return end if end <= len(data) else None


def _is_torn_header(header: bytes) -> bool:
    """Whether `header` is the beginning of one, followed by zeros that were never overwritten."""
    written = header.rstrip(b"\0")
    if len(written) <= len(MARK) + _LENGTH_BYTES:
        return MARK.startswith(written[: len(MARK)]) and header != written
    start, checksum = header[:-_CHECKSUM_BYTES], header[-_CHECKSUM_BYTES:]
    return start.startswith(MARK) and _ends_in_zeros(checksum, _checksum(start))


def _ends_in_zeros(found: bytes, expected: bytes) -> bool:
    """Whether `found` is a beginning of `expected`, all of it not, and zeros for the rest."""
    written = found.rstrip(b"\0")
    return found != expected and expected.startswith(written)


def _has_hole(data: bytes, place: int) -> bool:
    """Whether the last frame, which begins at `place`, has nothing but zeros in one of the sectors that it lies in.

    A few bytes in the last of them are not enough, if they may be all there is of a checksum.
    """
    for sector in range(place - place % _SECTOR, len(data), _SECTOR):
        part = data[max(sector, place) : sector + _SECTOR]
        if not any(part) and (sector <= place or len(part) > _CHECKSUM_BYTES):
            return True
    return False


def _checksum(data: bytes) -> bytes:
    return crc32(data).to_bytes(_CHECKSUM_BYTES, "big")
