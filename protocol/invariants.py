"""What the code knows and the type checker does not: assertions that hold under `python -O` too."""

from __future__ import annotations

from typing import TypeVar

from protocol.errors import LocalError

Value = TypeVar("Value")


def require(value: Value | None) -> Value:
    """`value`, of which the caller knows that it is there."""
    if value is None:
        raise LocalError("The table was asked for what it does not know yet")
    return value


def require_type(kind: type[Value], value: object) -> Value:
    """`value`, of which the caller knows that it is a `kind`."""
    if not isinstance(value, kind):
        raise LocalError(f"The table came upon a {type(value).__name__} where only a {kind.__name__} can be")
    return value
