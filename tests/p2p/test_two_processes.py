"""Two processes and real sockets: what only they show."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.p2p.toy_program", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def read_until(process: subprocess.Popen[str], line: str) -> list[str]:
    """The lines up to and with the one that begins so, or to the end."""
    assert process.stdout is not None
    lines: list[str] = []
    for read in process.stdout:
        lines.append(read.rstrip("\n"))
        if read.startswith(line):
            break
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("leaver", ["host", "join"])
def test_who_is_interrupted_says_goodbye_every_time(tmp_path: Path, leaver: str) -> None:
    for number in range(8):
        with start("host", str(tmp_path / f"host{number}")) as host:
            assert host.stdout is not None
            token = host.stdout.readline().strip()
            with start("join", str(tmp_path / f"join{number}"), token) as joiner:
                try:
                    leaves, stays = (host, joiner) if leaver == "host" else (joiner, host)
                    read_until(leaves, "begun")
                    leaves.send_signal(signal.SIGINT)
                    assert read_until(stays, "disconnected")[-1] == "disconnected PEER_LEFT"
                    assert read_until(leaves, "interrupted")[-1] == "interrupted"
                finally:
                    stays.kill()
                    leaves.kill()
