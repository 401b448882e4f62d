"""Calls the player whose turn it is: the bell, a notification of the terminal's, the title of its window."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from p2p.text import clean

CALL_AFTER: Final = 3.0
"""Seconds of waiting after which the player may be looking elsewhere."""
TEXT_LIMIT: Final = 100

KEEP_TITLE: Final = "\x1b[22;2t"
"""Has the terminal remember the title of its window."""
OLD_TITLE: Final = "\x1b[23;2t"
"""Has it take that title again."""


def is_quiet(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the player wants no bell and no notification: SEKIGAHARA_QUIET is set."""
    return bool(environment.get("SEKIGAHARA_QUIET"))


def title_codes(text: str) -> str:
    """What sets the title of the window."""
    return f"\x1b]2;{_safe(text)}\x07"


def call_codes(title: str, text: str) -> str:
    """The bell, and a notification in the two ways that terminals know (OSC 9 and OSC 777)."""
    return f"\x07\x1b]9;{_safe(title)}: {_safe(text)}\x07\x1b]777;notify;{_safe(title)};{_safe(text)}\x07"


def _safe(text: str) -> str:
    """Without what ends or divides a code: names may be the opponent's."""
    return clean(text, TEXT_LIMIT).replace(";", ",")
