"""Where a switch is tried: real honest programs and the malicious peer, each a process with a home of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.two_programs import ROOT, Program, start
from engine.games import game_kind
from protocol.roles import Role
from tests.malicious.outcome import Honest, Outcome, judge
from tests.malicious.switch import Notes, Switch

PATIENCE = 150.0
"""Seconds that a program may take to end."""


@dataclass(frozen=True)
class PeerReport:
    """What the malicious peer says of its own attempt. `killed`: it ended itself as `kill -9` does."""

    done: bool
    notes: Notes
    ended: str
    heard: bytes
    killed: bool


@dataclass(frozen=True)
class Arena:
    """A folder for one attempt in one game."""

    folder: Path
    game: str = "sekigahara"

    def clear(self) -> None:
        """Forget the game that was played."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()

    # -- who plays

    def host(self, name: str = "honest", *more: str, bot: str = "random") -> tuple[Program, str]:
        """An honest host, and its invite."""
        listen = ("--listen", "127.0.0.1:0", "--game", self.game)
        program = start(self.folder / name, "host", *listen, "--name", "Honest", *_player(bot), *more)
        try:
            return program, program.line(r"^invite: (\w+)$")
        except BaseException:
            program.kill()
            raise

    def join(self, token: str, name: str = "honest", *more: str, bot: str = "random") -> Program:
        """An honest joiner."""
        return start(self.folder / name, "join", token, "--name", "Honest", *_player(bot), *more)

    def resume(self, name: str = "honest") -> Program:
        """An honest program that goes on."""
        return start(self.folder / name, "resume", *_player("random"))

    def peer(
        self, switch: Switch, *command: str, name: str = "cheat", environment: Mapping[str, str] | None = None
    ) -> Program:
        """The malicious peer."""
        return start_peer(self.folder / name, switch, *command, environment=environment or {})

    def play_against(self, switch: Switch) -> Outcome:
        """The usual way: one honest program, and the peer as its opponent."""
        if switch.role is Role.JOINER:
            side = () if switch.seat is None else ("--side", game_kind(self.game).seats[1 - switch.seat])
            clock = ("--clock", switch.clock) if switch.clock else ()
            honest, token = self.host("honest", *side, *clock)
            peer = self.peer(switch, "join", token)
        else:
            peer = self.peer(switch, "host", "--game", self.game)
            honest = self.join(peer.line(r"^invite: (\w+)$"))
        try:
            report = self.report(peer)
            left = left_behind(honest, switch.role.other)
        finally:
            peer.kill()
            honest.kill()
        return judge(
            switch, left, report.heard, done=report.done or report.killed, notes=report.notes, ended=report.ended
        )

    def report(self, peer: Program) -> PeerReport:
        """Wait for the end of the peer, and read what it says."""
        text, status = finish(peer)
        heard = peer.home / "heard"
        data = heard.read_bytes() if heard.exists() else b""
        lines = text.strip().splitlines()
        try:
            plain = json.loads(lines[-1])
        except (IndexError, ValueError):
            return PeerReport(False, {}, text[-1500:], data, killed=status == -9)
        return PeerReport(plain["done"], plain["notes"], plain["ended"], data, killed=False)


def _player(bot: str) -> tuple[str, ...]:
    return ("--bot", bot, "--challenge-window", "0.02", "--absence", "2")


def start_peer(home: Path, switch: Switch, *command: str, environment: Mapping[str, str]) -> Program:
    """Start the malicious peer, whose home is `home`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.malicious.peer", "--switch", switch.name, "--home", str(home), *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Program(process, home)


def finish(program: Program) -> tuple[str, int]:
    """All that a program still writes until its end, and its exit status. It is ended if that takes too long."""
    try:
        text, _ = program.process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.process.kill()
        text, _ = program.process.communicate()
        text += f"\n(ended after {PATIENCE:g} seconds)"
    return text, program.process.returncode


def left_behind(program: Program, role: Role) -> Honest:
    """What an honest program leaves, when it has ended."""
    text, status = finish(program)
    return Honest(program.home, role, text, status)
