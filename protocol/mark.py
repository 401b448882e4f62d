"""A player's note to itself: the beginning of its own record has been checked, and need not be once more.

Signatures and proofs take most of the time when a long game is taken up again, and each was checked before its entry
was acted on. A mark says for how many entries that holds, and of which bytes: it hashes them all, signatures included,
and is authentic under a key that follows from the private signing key of the game. So it is worth nothing for a record
that anybody else made, for one in which a byte has changed, and to anybody else. It is no part of a record: an audit
never sees one. Losing it costs time and nothing else.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from protocol.canonical import EncodingError, decode_as, encode
from protocol.commitments import VERSION
from protocol.seeds import subkey

_TAG: Final = "fairtable/2 mark"


class RecordHash:
    """The hash of a record's first entries, with their lengths, brought up to date entry by entry."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, entry: bytes) -> None:
        """Take in the next entry."""
        self._hash.update(len(entry).to_bytes(4, "big") + entry)

    def digest(self) -> bytes:
        """The hash so far."""
        return self._hash.digest()


def make_mark(signing_key: bytes, count: int, digest: bytes) -> bytes:
    """The note that the first `count` entries, of which `digest` is the hash, are checked."""
    content = encode((_TAG, VERSION, count, digest))
    return encode((content, hmac.digest(_key(signing_key), content, "sha256")))


def checked_entries(mark: bytes, signing_key: bytes, entries: Sequence[bytes]) -> int:
    """How many of the first `entries` are those of which the holder of `signing_key` made `mark`; 0 if they are not."""
    try:
        content, code = decode_as(mark, tuple[bytes, bytes])
        if not hmac.compare_digest(hmac.digest(_key(signing_key), content, "sha256"), code):
            return 0
        tag, version, count, digest = decode_as(content, tuple[str, int, int, bytes])
    except EncodingError:
        return 0
    if (tag, version) != (_TAG, VERSION) or not 0 < count <= len(entries):
        return 0
    found = RecordHash()
    for entry in entries[:count]:
        found.add(entry)
    return count if found.digest() == digest else 0


def _key(signing_key: bytes) -> bytes:
    return subkey(b"", signing_key, _TAG.encode())
