"""Even numbers from a key: what every draw and every order is made of."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Final

from protocol.proofs.framing import be32

_WORD_BYTES: Final = 4

WORDS: Final = 1 << (8 * _WORD_BYTES)
"""How many words there are."""


def words_from(key: bytes, prefix: bytes) -> Iterator[int]:
    """Endless 32-bit numbers: the big-endian words of HMAC-SHA256(key, prefix || block in 4 bytes), block 0, 1, ..."""
    block = 0
    while True:
        digest = hmac.digest(key, prefix + be32(block), "sha256")
        for at in range(0, len(digest), _WORD_BYTES):
            yield int.from_bytes(digest[at : at + _WORD_BYTES], "big")
        block += 1


def below(words: Iterator[int], size: int) -> int:
    """A number below `size` (at least 1), all alike: words in the incomplete last stretch of `size` are passed over."""
    limit = WORDS - WORDS % size
    while True:
        word = next(words)
        if word < limit:
            return word % size
