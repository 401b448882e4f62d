"""Actions of Sekigahara."""

from __future__ import annotations

from tests.fuzz.any_actions import target_of

TARGET = target_of("sekigahara")
