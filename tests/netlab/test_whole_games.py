"""Two real programs, each behind a router of its own, play a whole game with nothing but the invite."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from benchmarks.two_programs import run
from p2p.reach.addresses import is_global
from p2p.reach.invitation import parse_invitation
from tests.netlab.homes import LAN, SERVER, Homes, why_not

MISSING = why_not("miniupnpd")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]
PLAY = ("--bot", "random")


@pytest.fixture
def homes() -> Iterator[Homes]:
    """A router that opens ports in home A, one that changes them in home B."""
    with Homes(b="sym", upnp="a", six=False, delay=5) as built:
        yield built


def start(homes: Homes, name: str, *arguments: str) -> subprocess.Popen[str]:
    """A `sekigahara` command in the namespace of `name`, with a home folder of its own."""
    home = f"SEKIGAHARA_HOME={homes.folder / name}"
    return homes.start(name, "env", home, sys.executable, "-m", "tui.cli", *arguments)


def line(process: subprocess.Popen[str], pattern: str) -> str:
    """The first group of `pattern` in the first line that has it."""
    assert process.stdout is not None
    read = []
    for text in process.stdout:
        read.append(text)
        if match := re.search(pattern, text):
            return match[1]
    raise RuntimeError(f"no {pattern!r} in:\n{''.join(read)}")


def invite(host: subprocess.Popen[str]) -> str:
    return line(host, r"^invite: (\w+)$")


def opened(homes: Homes) -> bool:
    """Whether the router of home A leads a port to the host."""
    return f"dnat ip to {LAN['ra']}.10" in homes.run("ra", "nft", "list", "ruleset")


def check_both_ended(homes: Homes, *processes: subprocess.Popen[str]) -> None:
    for process in processes:
        text, _ = process.communicate(timeout=200)
        assert process.returncode == 0, text
        assert "audit: clean" in text
    records = [record for name in ("ha", "hb") for record in (homes.folder / name / "games").glob("*/record")]
    assert len({record.read_bytes() for record in records}) == 1
    assert run(homes.folder, "audit", str(records[0])).returncode == 0


def test_a_whole_game_by_a_port_that_the_router_opens_and_gets_back(homes: Homes) -> None:
    host = start(homes, "ha", "host", *PLAY)
    token = invite(host)
    assert any(is_global(place.host) for place in parse_invitation(token).places)
    assert opened(homes)
    joiner = start(homes, "hb", "join", token, *PLAY)
    assert line(host, r"is connected, (.*)\.$") == line(joiner, r"is connected, (.*)\.$") == "directly"
    check_both_ended(homes, host, joiner)
    assert not opened(homes)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_host_leaves_nothing_open(homes: Homes, stop: signal.Signals) -> None:
    host = start(homes, "ha", "host", *PLAY)
    invite(host)
    assert opened(homes)
    host.send_signal(stop)
    assert host.wait(10) == 128 + stop
    assert not opened(homes)


def test_a_whole_game_through_a_relay_where_nothing_else_leads_through() -> None:
    with Homes(a="sym", b="sym", six=False, delay=5) as homes:
        relay = start(homes, "srv", "relay", "--listen", ":1600")
        assert line(relay, r"listens at .* port (\d+)") == "1600"
        host = start(homes, "ha", "host", "--relay", SERVER, *PLAY)
        joiner = start(homes, "hb", "join", invite(host), *PLAY)
        words = f"through the relay {SERVER}, which sees addresses and amounts only"
        assert line(host, r"is connected, (.*)\.$") == line(joiner, r"is connected, (.*)\.$") == words
        check_both_ended(homes, host, joiner)
        relay.send_signal(signal.SIGINT)
        assert relay.wait(10) == 130
