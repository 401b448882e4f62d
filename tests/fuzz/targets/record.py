"""Records, as `sekigahara audit` reads them: whole files, and files whose checksums a forger has made right."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from protocol.canonical import EncodingError, decode, encode
from protocol.errors import RecordError
from protocol.record import MOST_RECORD_BYTES, frame_entry, read_record
from protocol.transcript import MOST_ENTRY_BYTES
from tests.fuzz.games import entries
from tests.fuzz.target import Target, number_and_rest
from tui.cli.audit import UNREADABLE, audit_file

_FEW = 14
_MOST = 40_000


def written(chain: Iterable[bytes]) -> bytes:
    """The file that holds these entries."""
    return b"".join(map(frame_entry, chain))


def seeds() -> Iterable[bytes]:
    """A byte for what it is; then a file, or the entries as a list. Short: each entry that fits is judged."""
    few = entries()[:_FEW]
    yield b"\0" + written(few)
    yield b"\0" + written(few[:3])[:-7]
    yield b"\0" + written(few[:2]) + bytes(50)
    for number in (1, 2, 4, 6):
        yield b"\1" + encode(few[:number])
    yield b"\1" + encode([few[0], few[1], few[3], few[2]])
    yield b"\1" + encode([few[0], few[1], entries()[-1]])


@cache
def _place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-record-")) / "record"


def attempt(data: bytes) -> bool:
    """An audit ends with one of its three statuses and says why."""
    what, rest = number_and_rest(data)
    if what % 2:
        try:
            chain = decode(rest)
        except EncodingError:
            return False
        if not isinstance(chain, list) or not all(isinstance(entry, bytes) for entry in chain):
            return False
        rest = written([entry for entry in chain if isinstance(entry, bytes)])
    return audit_bytes(rest, as_json=bool(what & 2))


def audit_bytes(data: bytes, *, as_json: bool) -> bool:
    """What `sekigahara audit` does with these bytes; whether it could read them."""
    path = _place()
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = audit_file(str(path), as_json=as_json)
    said = out.getvalue() + err.getvalue()
    assert said.strip()
    assert all(line.isprintable() for line in said.splitlines()), said
    try:
        whole = len(data) <= MOST_RECORD_BYTES and bool(read_record(data).entries)
    except RecordError:
        whole = False
    assert ".. Audit it" not in said, said
    assert (status == UNREADABLE) <= (not whole or "There is no game called" in said or "setting" in said), said
    return status != UNREADABLE


def worst() -> Iterable[bytes]:
    """A whole game, and as many entries as there is room for."""
    whole = entries()
    yield b"\0" + written(whole)
    yield b"\2" + written(whole)
    yield b"\0" + written(whole)[:-1]
    yield b"\0" + written([whole[0]] * 20_000)
    yield b"\0" + written([whole[0], whole[1], *[whole[2]] * 10_000])
    yield b"\0" + written([bytes(MOST_ENTRY_BYTES)] * 200)
    yield b"\0" + written([b""] * 100_000)
    yield b"\0" + bytes(10_000_000)
    yield b"\0" + bytes(MOST_RECORD_BYTES + 1)


TARGET = Target(seeds, attempt, _MOST, worst)
