"""Real routers: miniupnpd asked in each protocol, with and without a carrier's NAT above it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.netlab.homes import LAN6, WAN, Homes, why_not

MISSING = why_not("miniupnpd")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]

VISIT = """
import socket, sys
try:
    with socket.create_connection((sys.argv[1], int(sys.argv[2])), 2) as s:
        print(s.recv(5).decode())
except OSError:
    print("closed")
"""


@pytest.fixture(scope="module")
def homes() -> Iterator[Homes]:
    """Routers with miniupnpd in both homes, and a carrier above B."""
    with Homes(upnp="ab", carrier="eim") as built:
        yield built


def reports(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def settled(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The first report that says how it went."""
    return next(report for report in reports(process) if report["state"] != "trying")


def visit(homes: Homes, host: str, port: int) -> str:
    return homes.run("hb", sys.executable, "-c", VISIT, host, str(port)).strip()


def mapped(homes: Homes) -> bool:
    return "4111" in homes.run("ra", "nft", "list", "ruleset")


@pytest.mark.parametrize("speech", ["pcp", "nat-pmp", "upnp", "any"])
def test_a_port_is_opened_used_and_given_back(homes: Homes, speech: str) -> None:
    process = homes.python("ha", "tests.netlab.open_port", "41111", speech)
    report = settled(process)
    assert report["state"] == "ready"
    assert report["protocol"] == ("pcp" if speech == "any" else speech)
    assert report["address"] == f"{WAN['ra']}.2"
    assert visit(homes, report["address"], report["port"]) == "hello"
    assert mapped(homes)
    process.communicate(timeout=30)
    assert not mapped(homes)
    assert visit(homes, report["address"], report["port"]) == "closed"


def test_ctrl_c_gives_the_port_back(homes: Homes) -> None:
    process = homes.python("ha", "tests.netlab.open_port", "41115", "upnp")
    assert settled(process)["state"] == "ready"
    assert mapped(homes)
    process.send_signal(signal.SIGINT)
    process.wait(30)
    assert not mapped(homes)


def test_a_pinhole_lets_ipv6_in(homes: Homes) -> None:
    assert visit(homes, f"{LAN6['ra']}::10", 41112) == "closed"
    process = homes.python("ha", "tests.netlab.open_port", "41112", "pinhole")
    report = settled(process)
    assert (report["state"], report["address"]) == ("ready", f"{LAN6['ra']}::10")
    assert visit(homes, report["address"], report["port"]) == "hello"
    process.communicate(timeout=30)
    assert visit(homes, report["address"], report["port"]) == "closed"


def test_after_a_crash_the_same_port_is_had_again(homes: Homes) -> None:
    nonce = "0102030405060708090a0b0c"
    first = homes.python("ha", "tests.netlab.open_port", "41113", "pcp", "41999", nonce)
    report = settled(first)
    first.kill()
    first.wait(10)
    again = homes.python("ha", "tests.netlab.open_port", "41113", "pcp", str(report["port"]), nonce)
    assert settled(again) == report
    again.communicate(timeout=30)


@pytest.mark.parametrize(
    ("speech", "reason", "code"),
    [
        ("pcp", "router-refuses", 8),
        ("nat-pmp", "router-refuses", 3),
        ("upnp", "not-global", None),
        ("any", "not-global", None),
    ],
)
def test_behind_a_carrier_the_router_says_no(homes: Homes, speech: str, reason: str, code: int | None) -> None:
    process = homes.python("hb", "tests.netlab.open_port", "41114", speech)
    report = settled(process)
    assert (report["state"], report["reason"]) == ("failed", reason)
    assert report.get("code") == code
    process.communicate(timeout=30)
