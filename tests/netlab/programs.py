"""Whole `sekigahara` programs in the lab: fresh installs, each with a home folder of its own, that play with bots."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from benchmarks.two_programs import Program, run
from tests.netlab.homes import Homes

BOT: Final = ("--bot", "random")
INTRODUCES: Final = "router.bittorrent.com"
"""By which name a fresh install asks its way into the DHT."""


def start(homes: Homes, name: str, *arguments: str, home: str = "") -> Program:
    """A `sekigahara` command in the namespace of `name`. What it complains of comes among its output."""
    folder = homes.folder / (home or name)
    command = ("env", f"SEKIGAHARA_HOME={folder}", sys.executable, "-m", "tui.cli", *arguments)
    return Program(homes.start(name, *command, stderr=subprocess.STDOUT), folder)


def host(homes: Homes, *arguments: str) -> Program:
    """The host's bot, in home A."""
    return start(homes, "ha", "host", *BOT, *arguments)


def join(homes: Homes, token: str, *arguments: str, name: str = "hb") -> Program:
    """The joiner's bot, in home B as a rule."""
    return start(homes, name, "join", token, *BOT, *arguments)


def resume(homes: Homes, name: str, *arguments: str) -> Program:
    """The game that `name` has left, gone on with."""
    return start(homes, name, "resume", "--absence", "300", *arguments)


def invite(program: Program) -> str:
    """The first invite that a host shows."""
    return program.line(r"^invite: (\w+)$")


def tell(program: Program, text: str) -> None:
    """Write a line to a program."""
    assert program.process.stdin is not None
    program.process.stdin.write(f"{text}\n")
    program.process.stdin.flush()


def connected(program: Program) -> str:
    """Wait until the opponent is there; by which way."""
    return program.line(r"is connected, (.*)\.$")


def start_dht(homes: Homes, count: int = 20, *, keeps: bool = True) -> None:
    """A DHT of nodes in networks of their own, that fresh installs find by the name that they know.

    `keeps`: whether they keep letters, and do not refuse them.
    """
    hosts = [f"{60 + number}.7.8.9" for number in range(count)]
    for address in hosts:
        homes.add_server(address)
    nodes = homes.python("srv", "tests.p2p.reach.dht_nodes", *([] if keeps else ["--forgetful"]), *hosts)
    assert nodes.stdout is not None
    nodes.stdout.readline()
    homes.name_hosts({INTRODUCES: hosts[0]})


def start_relay(homes: Homes, *arguments: str) -> Program:
    """A `sekigahara relay` on the server."""
    relay = start(homes, "srv", "relay", *arguments)
    relay.line(r"listens at .* port (\d+)")
    return relay


def leave(program: Program, by: signal.Signals = signal.SIGINT) -> str:
    """End a program; what it had said."""
    program.process.send_signal(by)
    return program.process.communicate(timeout=60)[0]


def check_ended(homes: Homes, *programs: Program) -> None:
    """Wait for the end of the game, and audit it. Raises BrokenGame."""
    for program in programs:
        assert "audit: clean" in program.end()
    records = {record.read_bytes(): record for program in programs for record in records_of(program.home)}
    assert len(records) == 1, "the two records differ"
    assert run(homes.folder, "audit", str(next(iter(records.values())))).returncode == 0


def records_of(home: Path) -> list[Path]:
    """The records in a program's home folder."""
    return list((home / "games").glob("*/record"))
