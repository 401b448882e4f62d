"""What the code knows and the type checker does not: assertions that hold under `python -O` too."""

from __future__ import annotations

from typing import TypeVar

from protocol.errors import LocalError
from protocol.sentences import Sentence

Value = TypeVar("Value")


def require(value: Value | None) -> Value:
    """`value`, of which the caller knows that it is there."""
    if value is None:
        raise LocalError(Sentence("The table was asked for what it does not know yet"))
    return value


def require_type(kind: type[Value], value: object) -> Value:
    """`value`, of which the caller knows that it is a `kind`."""
    if not isinstance(value, kind):
        raise LocalError(
            Sentence(
                "The table came upon a {found} where only a {expected} can be",
                found=type(value).__name__,
                expected=kind.__name__,
            )
        )
    return value
