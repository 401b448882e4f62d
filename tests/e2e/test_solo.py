"""`sekigahara solo` in a terminal of its own: screen, session and a bot in a second process, all real."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from benchmarks.two_programs import ROOT, run
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import GameFolder
from tui.cli.opponent import bot_process

QUIT = b"\x11"  # Ctrl+Q
LEFT = b"\x1b[?1049l"  # how a program leaves the screen of its own that a terminal gives it

_COLOURS = re.compile(rb"\x1b\[[0-9;]*m")
"""What stands between words that are written in one go."""


@contextmanager
def terminal(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A command in a pseudo-terminal of 100 by 30: its process and our end."""
    end, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", *arguments],
        cwd=ROOT,
        env=os.environ
        | {
            "SEKIGAHARA_HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm-256color",
            "LINES": "30",
            "COLUMNS": "100",
        },
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
    )
    os.close(other)
    try:
        yield process, end
    finally:
        process.kill()
        process.wait()
        os.close(end)


def read_until(end: int, ready: Callable[[], bool]) -> None:
    """Take what the screen draws until `ready()`, which is asked at least ten times a second."""
    while not ready():
        if select.select([end], [], [], 0.1)[0]:
            assert os.read(end, 65536)


def leave(process: subprocess.Popen[bytes], end: int) -> tuple[int, str]:
    """Press the key that quits, take the rest of what is drawn; the exit status and the lines after the screen."""
    os.write(end, QUIT)
    drawn = b""
    with suppress(OSError):  # how a pseudo-terminal says that the other end has closed
        while more := os.read(end, 65536):
            drawn += more
    return process.wait(), drawn.rpartition(LEFT)[2].decode()


def test_a_terminal_that_is_closed_ends_the_program(tmp_path: Path) -> None:
    """It is not its own terminal, so no signal tells of it; and what is read of it is an end without an end."""
    with terminal(tmp_path, "rules") as (process, end):
        drawn = b""
        while b"\x1b[?1049h" not in drawn:
            drawn += os.read(end, 65536)
        other = os.dup(end)
        os.dup2(os.open(os.devnull, os.O_RDONLY), end)  # which is closed in the end
        os.close(other)
        process.wait(60)


def test_the_invite_for_a_bot_that_has_ended_is_no_mistake(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path, LocalFileSystem())
    with bot_process(folder, ["--no-such-thing"]) as opponent:
        assert opponent.process.wait() == 2
        opponent.tell("invite")
        assert not opponent.told


@pytest.mark.timeout(120)
def test_a_game_against_the_bot_begins_is_left_and_resumed(tmp_path: Path) -> None:
    home = tmp_path / "home"

    def progress() -> dict[str, str]:
        found = list(home.glob("games/*/progress.json"))
        return json.loads(found[0].read_text()) if found else {}

    with terminal(home, "solo", "--side", "ishida", "--bot", "random", "--name", "Mitsunari") as (process, end):
        read_until(end, lambda: progress().get("stage", "").startswith("week"))
        status, said = leave(process, end)
        assert status == 0
    (row,) = json.loads(run(home, "games", "--json").stdout)
    assert (row["name"], row["side"], row["opponent"]) == ("Mitsunari", "ishida", "Random bot")
    assert not row["finished"]
    record = Path(row["record"])
    assert f"The game's record is {record}." in said
    assert f"`sekigahara resume {row['game']}` goes on with it." in said
    before = record.read_bytes()
    assert len(before) > 5000
    assert run(home, "audit", str(record)).returncode == 1  # not over, so not all can be checked

    log = record.parent / "opponent.log"
    with terminal(home, "resume") as (_, end):
        read_until(end, lambda: log.read_text().count("is connected") == 2)
    # The program was killed, and its bot has just noticed.
    with terminal(home, "resume") as (process, end):
        read_until(end, lambda: log.read_text().count("is connected") == 3)
        assert leave(process, end)[0] == 0
    assert record.read_bytes().startswith(before)
    assert "Traceback" not in log.read_text()

    # The bot cannot come back: its folder is gone, and something else is in the place.
    shutil.rmtree(record.parent / "opponent")
    (record.parent / "opponent").write_text("")
    shown = b""
    with terminal(home, "resume") as (process, end):
        while b"ended before the game" not in _COLOURS.sub(b"", shown):
            shown += os.read(end, 65536)
        status, said = leave(process, end)
    assert status == 1
    assert "error: The bot's program ended before the game, with status 1: " in said
    assert f"{log} has all that it said." in said
    assert "Traceback" not in log.read_text()
