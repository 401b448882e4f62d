"""A file for each kind of input."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from tests.fuzz.target import Target

NAMES: Final = (
    "frames",
    "messages",
    "entries",
    "actions",
    "samurai_actions",
    "invite",
    "record",
    "position",
    "samurai_position",
    "proof",
    "home",
)


def target_named(name: str) -> Target:
    """The target of this name. It is imported only now, so that the fuzzer can instrument what it imports."""
    target: Target = import_module(f"tests.fuzz.targets.{name}").TARGET
    return target
