"""Actions of Samurai."""

from __future__ import annotations

from tests.fuzz.any_actions import target_of

TARGET = target_of("samurai")
