"""Proofs that somebody signed two entries at one place, as `sekigahara audit` reads them."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.canonical import encode
from protocol.chain import Head
from protocol.commitments import VERSION
from protocol.equivocation import MOST_PROOF_BYTES, PROOF_TAG, double_signed, read_proof
from protocol.errors import RecordError
from protocol.transcript import MOST_ENTRY_BYTES, Entry, read_entry, write_entry
from tests.fuzz.games import entries, played
from tests.fuzz.target import Target
from tests.fuzz.targets.record import audit_bytes


def second_of(entry: Entry) -> Entry:
    """Another entry by the same author at the same place."""
    return write_entry(
        played().pair.secrets[entry.role].signing_key,
        game=entry.game,
        role=entry.role,
        kind=entry.kind,
        body=entry.body,
        after=Head(entry.number, entry.previous),
        state=bytes(32),
    )


def seeds() -> Iterable[bytes]:
    """Proofs about the hellos and about other entries; and what proves nothing."""
    chain = entries()
    for number in (0, 1, 2, 5, len(chain) - 1):
        entry = read_entry(chain[number])
        proof = double_signed(entry, second_of(entry), chain[:2])
        assert proof is not None
        yield proof
    yield encode((PROOF_TAG, VERSION, chain[4], chain[5], tuple(chain[:2])))
    yield encode((PROOF_TAG, VERSION, chain[4], chain[4], ()))


def attempt(data: bytes) -> bool:
    """A proof is refused with a reason, or names who signed twice; then it can be told in words."""
    try:
        shown = read_proof(data)
    except RecordError as error:
        assert str(error)
        return False
    assert shown.proof == data
    audit_bytes(data, as_json=False)
    return audit_bytes(data, as_json=True)


def worst() -> Iterable[bytes]:
    """As long as a proof may be, and as many hellos as a list may have."""
    chain = entries()
    entry = read_entry(max(chain, key=len))
    again = second_of(entry)
    proof = double_signed(entry, again, chain[:2])
    assert proof is not None
    yield proof
    yield encode((PROOF_TAG, VERSION, bytes(MOST_ENTRY_BYTES), bytes(MOST_ENTRY_BYTES), ()))
    yield encode((PROOF_TAG, VERSION, entry.raw, again.raw, (chain[0],) * (MOST_PROOF_BYTES // len(chain[0]) // 2)))
    yield encode((PROOF_TAG, VERSION, entry.raw, again.raw, (b"",) * 1000))
    yield bytes(MOST_PROOF_BYTES + 1)


TARGET = Target(seeds, attempt, 8192, worst)
