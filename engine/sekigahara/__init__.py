"""Sekigahara: The Unification of Japan, as rules for two seats: 0 is Tokugawa, 1 is Ishida."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sekigahara.rules import SEKIGAHARA, Answer, Question, Sekigahara

__all__ = ["SEKIGAHARA", "Answer", "Question", "Sekigahara", "make"]


def make(settings: Mapping[str, str]) -> Sekigahara:
    """The game. Raises ValueError: there is nothing to be set."""
    if settings:
        raise ValueError(f"sekigahara has no setting called {next(iter(settings))[:40]!r}")
    return SEKIGAHARA
