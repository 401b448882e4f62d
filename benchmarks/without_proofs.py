"""A game as it would be if nothing were proven: what the proofs of a whole game cost is the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any
from unittest.mock import patch

from protocol.proofs import pieces
from protocol.proofs.pieces import SealedPool


@contextmanager
def no_proofs() -> Iterator[None]:
    """Stand-ins for all that the proofs compute: points are hashes, and proofs are empty."""

    def seal(context: Any, key: bytes, old: Any, known: Any, order: Any, nonces: Any) -> SealedPool:
        return SealedPool(tuple(sha256(nonce).digest() for nonce in nonces), b"")

    stand_ins: dict[str, Callable[..., Any]] = {
        "seal_pool": seal,
        "verify_pool": lambda *arguments: None,
        "prove_claim": lambda *arguments: b"",
        "verify_claim": lambda *arguments: None,
        "verify_opening": lambda *arguments: None,
    }
    with ExitStack() as patched:
        for name, stand_in in stand_ins.items():
            patched.enter_context(patch.object(pieces, name, stand_in))
        patched.enter_context(patch("protocol.entries.mix._compare_points", lambda *arguments: None))
        yield
