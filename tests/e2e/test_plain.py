"""A whole game against a bot in lines of text, by real processes over a pipe: both games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tui.plain import PROMPT

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(("game", "side"), [("samurai", "red"), ("sekigahara", "tokugawa")])
def test_a_whole_game_is_played_over_a_pipe(game: str, side: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tui.cli", "solo", "--plain", "--game", game, "--side", side, "--bot", "random"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"SEKIGAHARA_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    with process:
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if said[-1] == PROMPT:
                process.stdin.write(f"{answer(said)}\n")
                process.stdin.flush()
        process.stdin.close()
    assert process.returncode == 0, said[-5:]
    assert "The game is over" in said
    assert any(line.startswith("The game's record is ") for line in said)
    audit = [sys.executable, "-m", "tui.cli", "audit", str(next((tmp_path / "games").iterdir()))]
    told = subprocess.run(
        audit, cwd=ROOT, env=os.environ | {"PYTHONUTF8": "1"}, capture_output=True, text=True, check=False
    )
    assert told.stdout.endswith("audit: clean\n")


def answer(said: list[str]) -> str:
    """The last choice that can be chosen, which ends, declines or confirms; where it is marks that are wanted, as many.

    What cannot be chosen has no number. No rematch.
    """
    if "`rematch`" in said[-2]:
        return "quit"
    if said[-2].startswith("(not yet) Mark "):
        word = said[-2].split()[3]
        return " ".join(map(str, range(1, (int(word) if word.isdigit() else 1) + 1)))
    listed = max(place for place, line in enumerate(said) if re.match(r"\d+\. ", line))
    number, _, text = said[listed].partition(". ")
    return "done" if text.endswith("(`done`)") else number
