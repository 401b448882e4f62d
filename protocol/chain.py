"""Where a chain of entries stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.commitments import DIGEST_BYTES


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands: how many entries it has, and the hash of the last (32 zero bytes if there is none)."""

    count: int
    hash: bytes


EMPTY: Final = Head(0, bytes(DIGEST_BYTES))
