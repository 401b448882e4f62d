"""Two programs of this project play a game over TCP on this machine: for benchmarks and tests of the whole."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 600.0
"""Seconds that one game may take."""


class BrokenGame(Exception):
    """A program did not do what it should; the text holds what it wrote."""


@dataclass(frozen=True)
class Program:
    """One running `sekigahara` command, in a home of its own."""

    process: subprocess.Popen[str]
    home: Path

    @property
    def out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def line(self, pattern: str) -> str:
        """Read on to the first line that `pattern` is found in; its first group, or the whole line."""
        read: list[str] = []
        for line in self.out:
            read.append(line)
            match = re.search(pattern, line)
            if match:
                return match[1] if match.groups() else line
        raise BrokenGame(f"{self.home.name} ended without {pattern!r}:\n{''.join(read)}")

    def kill(self) -> None:
        """End it at once, if it has not ended, and forget what it wrote."""
        self.process.kill()
        self.process.wait()
        self.out.close()

    def end(self) -> str:
        """Wait for the end; all that had not been read yet. Raises BrokenGame unless the exit status is 0."""
        try:
            text, _ = self.process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired as error:
            self.process.kill()
            raise BrokenGame(f"{self.home.name} took more than {LIMIT:g} seconds") from error
        if self.process.returncode != 0:
            raise BrokenGame(f"{self.home.name} ended with status {self.process.returncode}:\n{text}")
        return text


COMMAND = ("tui.cli",)
"""The module that is the `sekigahara` command, and what it is given before the arguments."""


def start(home: Path, *arguments: str, command: Sequence[str] = COMMAND) -> Program:
    """Start a `sekigahara` command whose home is `home`. What it complains of comes among its output."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command, *arguments],
        cwd=ROOT,
        env=os.environ | {"SEKIGAHARA_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Program(process, home)


def run(home: Path, *arguments: str, command: Sequence[str] = COMMAND) -> subprocess.CompletedProcess[str]:
    """Run a `sekigahara` command to its end."""
    return subprocess.run(
        [sys.executable, "-m", *command, *arguments],
        cwd=ROOT,
        env=os.environ | {"SEKIGAHARA_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )


@dataclass(frozen=True)
class Game:
    """One game that two programs have played, and what the audit command says of either record."""

    sides: tuple[str, str]
    """The host's side and the joiner's."""
    bots: tuple[str, str]
    winner: str
    """A side, or `both` where they share the victory."""
    result: str
    entries: int
    bytes_sent: tuple[int, int]
    """By the host and by the joiner, inside TLS."""
    round_trips: int
    seconds: float
    records: tuple[Path, Path]
    audits: tuple[dict[str, Any], dict[str, Any]]
    statuses: tuple[int, int]
    """Exit statuses of the audit command."""
    outputs: tuple[str, str]
    """What the joiner's program wrote, and the host's behind its invite."""

    @property
    def clean(self) -> bool:
        """Whether the audit found nothing in either record."""
        return self.statuses == (0, 0) and all(audit["clean"] for audit in self.audits)


def play_game(
    folder: Path,
    bots: Sequence[str] = ("random", "random"),
    side: str = "random",
    kind: str = "sekigahara",
    options: Sequence[str] = (),
    command: Sequence[str] = COMMAND,
) -> Game:
    """Play one game of `kind` in `folder`, the host on `side`. Raises BrokenGame if a program fails.

    `options` are the settings as `--option` takes them.
    """
    records = (folder / "host.record", folder / "joiner.record")
    begun = time.perf_counter()
    host = start(
        folder / "host",
        "host",
        "--game",
        kind,
        *itertools.chain.from_iterable(("--option", option) for option in options),
        "--listen",
        "127.0.0.1:0",
        "--side",
        side,
        "--bot",
        bots[0],
        "--record",
        str(records[0]),
        command=command,
    )
    try:
        token = host.line(r"^invite: (\w+)$")
        joiner = start(folder / "joiner", "join", token, "--bot", bots[1], "--record", str(records[1]), command=command)
        try:
            outputs = (joiner.end(), host.end())
        finally:
            joiner.kill()
    finally:
        host.kill()
    seconds = time.perf_counter() - begun
    audits = [run(folder, "audit", "--json", str(record), command=command) for record in records]
    plain = [json.loads(audit.stdout) for audit in audits]
    sides = [player["side"] for player in plain[0]["players"]]
    numbers = [_numbers(output) for output in outputs]
    result = _found(outputs[1], r"^result: (.*)$")
    return Game(
        sides=(sides[0], sides[1]),
        bots=(bots[0], bots[1]),
        winner=plain[0]["outcome"]["winner"] or "both",
        result=result,
        entries=numbers[1][2],
        bytes_sent=(numbers[1][0], numbers[0][0]),
        round_trips=numbers[1][3],
        seconds=seconds,
        records=records,
        audits=(plain[0], plain[1]),
        statuses=(audits[0].returncode, audits[1].returncode),
        outputs=outputs,
    )


def _numbers(output: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", _found(output, r"^traffic: (.*)$"))]


def _found(output: str, pattern: str) -> str:
    match = re.search(pattern, output, re.MULTILINE)
    if match is None:
        raise BrokenGame(f"no line {pattern!r} in:\n{output}")
    return match[1]
