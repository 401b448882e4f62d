"""What is read while something else is waited for."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from tui.cli.read_ahead import read_for_bot
read_for_bot("steady")
print(*sys.modules)
"""


def test_the_program_of_a_bot_has_read_what_it_plays_with_before_it_is_told_where() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    read = set(ran.stdout.split())
    assert {"tui.cli.seats", "tui.cli.in_text", "engine.sekigahara.rules"} <= read
    assert "tui.sekigahara.interface" not in read, "a bot has no screen"
