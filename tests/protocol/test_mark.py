"""A player's note that its own record is checked spares it the signatures and proofs, and nobody else anything."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from protocol import ed25519
from protocol.audit import audit
from protocol.canonical import encode
from protocol.errors import RecordError
from protocol.mark import checked_entries
from protocol.proofs import pieces
from protocol.roles import Role
from protocol.seeds import Secrets
from protocol.table import Table
from tests.protocol.pair import Pair, owned
from tests.protocol.test_table import finished
from tests.toy_game import Move, Position, ToyGame

GAME = ToyGame(copies=1, rounds=4)


@cache
def played() -> Pair[Position, Move]:
    return finished(1, game=GAME)


def resumed(role: Role, entries: list[bytes], mark: bytes) -> Table[Position, Move]:
    disk = played().disks[role]
    return Table.resume(GAME, role, played().secrets[role], entries, disk.remembered, mark=mark)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checks that were made, by name."""
    calls: list[str] = []

    def counting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def count(*arguments: Any) -> Any:
            calls.append(name)
            return real(*arguments)

        return count

    monkeypatch.setattr(ed25519, "verify", counting("verify", ed25519.verify))
    for name in ("verify_pool", "verify_claim", "verify_opening"):
        monkeypatch.setattr(pieces, name, counting(name, getattr(pieces, name)))
    return calls


@pytest.mark.parametrize("role", Role)
def test_what_is_marked_is_not_checked_again_and_leads_to_the_same(role: Role, counted: list[str]) -> None:
    table = played().tables[role]
    entries = table.entries
    again = resumed(role, entries, table.mark())
    assert counted == []
    assert (again.entries, again.state, owned(again)) == (entries, table.state, owned(table))
    assert again.mark() == table.mark()
    resumed(role, entries, b"")
    assert {*counted} == {"verify", "verify_pool", "verify_claim", "verify_opening"}
    assert counted.count("verify") == len(entries)


def test_what_comes_after_the_mark_is_checked(counted: list[str]) -> None:
    entries = played().host.entries
    half = resumed(Role.HOST, entries[: len(entries) // 2], b"")
    mark, count = half.mark(), len(half.entries)
    counted.clear()
    resumed(Role.HOST, entries, mark)
    assert counted.count("verify") == len(entries) - count
    assert "verify_pool" in counted
    spoilt = [*entries[:-1], entries[-1][:-1] + bytes([entries[-1][-1] ^ 1])]
    with pytest.raises(RecordError, match="not signed"):
        resumed(Role.HOST, spoilt, mark)


def worthless_marks() -> dict[str, tuple[Secrets, bytes]]:
    """Marks that are no good for the host's record: whose secrets look at it, and the mark."""
    host, joiner = played().tables
    own, theirs = (played().secrets[role] for role in Role)
    mark = host.mark()
    return {
        "none": (own, b""),
        "junk": (own, b"junk"),
        "another shape": (own, encode(["fairtable/2 mark", 2, 3, bytes(32)])),
        "the other player's": (own, joiner.mark()),
        "seen by the other player": (theirs, mark),
        "seen by a stranger": (Secrets.generate(), mark),
        "of another key and the same seed": (Secrets(own.seed, bytes(32)), mark),
        "its code changed": (own, mark[:-1] + bytes([mark[-1] ^ 1])),
        "its count changed": (own, mark.replace(bytes([len(host.entries)]), bytes([len(host.entries) - 1]), 1)),
    }


@pytest.mark.parametrize("why", worthless_marks())
def test_a_mark_that_is_not_ours_counts_for_nothing(why: str) -> None:
    secrets, mark = worthless_marks()[why]
    assert checked_entries(mark, secrets.signing_key, played().host.entries) == 0


def test_a_mark_is_for_these_bytes_alone() -> None:
    """Also for the signatures, which are in no hash of the chain."""
    entries, key = played().host.entries, played().secrets[Role.HOST].signing_key
    mark = played().host.mark()
    assert checked_entries(mark, key, entries) == len(entries)
    assert checked_entries(mark, key, [*entries, b"more"]) == len(entries)
    assert checked_entries(mark, key, entries[:-1]) == 0
    for number in range(len(entries)):
        for place in (0, -1):
            changed = bytearray(entries[number])
            changed[place] ^= 1
            assert checked_entries(mark, key, [*entries[:number], bytes(changed), *entries[number + 1 :]]) == 0
    moved = [*entries[:3], entries[3][:5], entries[3][5:], *entries[4:]]
    assert checked_entries(mark, key, moved) == 0


def test_an_audit_checks_everything(counted: list[str]) -> None:
    """It is never given a mark, and a table that was resumed with one makes the same verdict."""
    entries = played().host.entries
    assert audit(GAME, resumed(Role.HOST, entries, played().host.mark()).entries).clean
    assert counted.count("verify") == len(entries)
