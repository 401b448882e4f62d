"""How values are laid one after another in a hash, so that no two sequences of values give the same bytes."""

from __future__ import annotations

from typing import Final

VERSION: Final = 2
"""The version of the protocol whose proofs these are. In every transcript (THREATS 24)."""

TAG: Final = b"fairtable/2 "
"""What every first label begins with, so that no hash here can be one of another protocol or version."""


def framed(label: bytes, value: bytes) -> bytes:
    """The length of `label` in 4 bytes, big-endian, `label`, the length of `value` likewise, `value`."""
    return len(label).to_bytes(4, "big") + label + len(value).to_bytes(4, "big") + value


def be32(number: int) -> bytes:
    """`number` in 4 bytes, big-endian. Raises OverflowError if it does not fit."""
    return number.to_bytes(4, "big")


def be64(number: int) -> bytes:
    """`number` in 8 bytes, big-endian. Raises OverflowError if it does not fit."""
    return number.to_bytes(8, "big")
