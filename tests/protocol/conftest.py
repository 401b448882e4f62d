"""What tests of the tables share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from protocol.proofs import pieces


@pytest.fixture(scope="module")
def proofs_once() -> Any:
    """Each proof is verified once, however often a test reads the same entries: the answer depends on nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("verify_pool", "verify_claim"):
            patch.setattr(pieces, name, _once(getattr(pieces, name)))
        yield


def _once(verify: Callable[..., None]) -> Callable[..., None]:
    remembered = cache(verify)

    def with_tuples(*arguments: Any) -> None:
        remembered(*[tuple(value) if _is_list(value) else value for value in arguments])

    return with_tuples


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, bytes | str)
