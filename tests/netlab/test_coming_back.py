"""What breaks in the middle of a game between two homes, and how both come back to it. Whole programs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.two_programs import Program
from p2p.reach.invitation import parse_invitation
from tests.netlab.homes import LONG, MOVED, NOT_LONG, SERVER, WAN, Homes, why_not
from tests.netlab.programs import (
    check_ended,
    connected,
    host,
    invite,
    join,
    leave,
    resume,
    start_dht,
    start_relay,
)
from tests.netlab.table import DIRECTLY, KEEPING, PUNCHED, RELAYED, SYMMETRIC, prepared

MISSING = why_not("miniupnpd")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]
only_long = pytest.mark.skipif(not LONG, reason=NOT_LONG)

MIDDLE = r"^week 2$"
PATIENT = ("--absence", "300")
"""A bot that waits for an opponent who has to be told that its connection is dead."""


def leave_both(*programs: Program) -> None:
    for program in programs:
        leave(program)
        assert program.process.returncode == 130


@only_long
def test_both_addresses_have_changed_over_night_and_the_letters_tell() -> None:
    with Homes(six="", delay=5) as homes:
        start_dht(homes)
        waiting = host(homes)
        coming = join(homes, invite(waiting))
        assert connected(coming) == PUNCHED
        waiting.line(MIDDLE)
        leave_both(coming, waiting)
        homes.move("a")
        homes.move("b")
        coming, waiting = resume(homes, "hb"), resume(homes, "ha")
        assert connected(coming) == connected(waiting) == PUNCHED
        check_ended(homes, waiting, coming)


@only_long
def test_without_letters_a_new_invite_leads_back() -> None:
    with prepared("pcp", KEEPING, delay=5) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        first = invite(waiting)
        coming = join(homes, first, *setting.joining)
        waiting.line(MIDDLE)
        leave_both(coming, waiting)
        homes.move("a")
        homes.move("b")
        waiting = resume(homes, "ha")
        later = invite(waiting)
        assert later != first
        assert parse_invitation(later).places[0].host == f"{MOVED['ra']}.2"
        lost = resume(homes, "hb")
        lost.line("have it send you the invite that it shows now: joining with that leads back to this game")
        leave(lost)
        coming = join(homes, later)
        assert connected(coming) == connected(waiting) == DIRECTLY
        check_ended(homes, waiting, coming)


@only_long
@pytest.mark.parametrize("way", ["pcp", "nat-pmp", "upnp"])
def test_after_a_crash_the_host_has_the_same_port_again(way: str) -> None:
    with prepared(way, KEEPING, delay=5) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        token = invite(waiting)
        coming = join(homes, token, *setting.joining, *PATIENT)
        waiting.line(MIDDLE)
        waiting.process.kill()
        waiting.process.wait(10)
        assert mapped(homes) == 1
        waiting = resume(homes, "ha")
        assert invite(waiting) == token  # the joiner may be back before
        assert mapped(homes) == 1
        check_ended(homes, waiting, coming)
        assert mapped(homes) == 0


def mapped(homes: Homes) -> int:
    """How many ports the router of home A leads in."""
    return homes.run("ra", "nft", "list", "chain", "inet", "filter", "prerouting_miniupnpd").count("dnat")


@only_long
def test_a_relay_that_is_killed_and_started_again() -> None:
    with prepared("nothing", SYMMETRIC, delay=5) as (homes, setting):
        relay = start_relay(homes)
        waiting = host(homes, *setting.hosting, "--relay", SERVER, *PATIENT)
        coming = join(homes, invite(waiting), *setting.joining, *PATIENT)
        assert connected(coming) == RELAYED
        coming.line(MIDDLE)
        relay.process.kill()
        relay.process.wait(10)
        coming.line("Trying to reach the opponent again")
        start_relay(homes)
        assert connected(coming) == RELAYED
        check_ended(homes, waiting, coming)


@only_long
def test_another_relay_is_named_at_a_resume() -> None:
    with prepared("nothing", SYMMETRIC, delay=5) as (homes, setting):
        relay = start_relay(homes)
        waiting = host(homes, *setting.hosting, "--relay", SERVER)
        coming = join(homes, invite(waiting), *setting.joining)
        coming.line(MIDDLE)
        leave_both(coming, waiting)
        relay.process.kill()
        other = "45.9.9.9"
        homes.add_server(other)
        start_relay(homes, "--listen", f"{other}:1700")
        waiting = resume(homes, "ha", "--relay", f"{other}:1700")
        coming = resume(homes, "hb", "--relay", f"{other}:1700")
        assert connected(coming) == f"through the relay {other}, which sees addresses and amounts only"
        check_ended(homes, waiting, coming)


@only_long
@pytest.mark.parametrize("opens", [True, False])
def test_both_machines_change_their_addresses_in_the_middle_of_a_game(opens: bool) -> None:
    with Homes(six="", upnp="a" if opens else "", delay=5) as homes:
        start_dht(homes)
        waiting = host(homes, *PATIENT)
        coming = join(homes, invite(waiting), *PATIENT)
        connected(coming)
        coming.line(MIDDLE)
        homes.move("a")
        homes.move("b")
        coming.line("Trying to reach the opponent again")
        assert connected(coming) in (DIRECTLY, PUNCHED)
        check_ended(homes, waiting, coming)


CROWD = """
import resource, socket, sys, time
count = int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
crowd = []
for number in range(count):
    sock = socket.socket()
    sock.bind((f"50.0.{number // 200}.{number % 200 + 1}", 0))
    sock.settimeout(5)
    try:
        sock.connect((sys.argv[1], int(sys.argv[2])))
    except OSError:
        continue
    crowd.append(sock)
    if number % 100 == 99:
        time.sleep(0.05)
print(len(crowd), flush=True)
time.sleep(1000)
"""
STRANGERS = 1000


@pytest.fixture
def crowded() -> Iterator[Homes]:
    """A host with an open port, a relay, and a thousand strangers' addresses on the server."""
    with Homes(a="eim", b="sym", upnp="a", six="") as homes:
        homes.run("net", "ip", "route", "add", "50.0.0.0/16", "via", SERVER)
        homes.run("srv", "ip", "route", "add", "local", "50.0.0.0/16", "dev", "lo")
        yield homes


def memory(program: Program) -> int:
    """Megabytes that a program has in use."""
    status = Path(f"/proc/{program.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024


@only_long
@pytest.mark.parametrize("at", ["host", "relay"])
def test_a_thousand_silent_strangers_keep_nobody_out(crowded: Homes, at: str) -> None:
    homes = crowded
    relay = start_relay(homes)
    options = ("--no-dht", "--relay", SERVER) if at == "relay" else ("--no-dht",)
    waiting = host(homes, *options)
    token = invite(waiting)
    place = parse_invitation(token).places[0]
    assert place.host == f"{WAN['ra']}.2"
    target = (SERVER, "1600") if at == "relay" else (place.host, str(place.port))
    victim = relay if at == "relay" else waiting
    before = memory(victim)
    crowd = homes.start("srv", sys.executable, "-c", CROWD, *target, str(STRANGERS))
    assert crowd.stdout is not None
    assert int(crowd.stdout.readline()) > STRANGERS * 0.9
    if at == "relay":  # the way past it is closed
        rule = f"tcp dport {place.port} ct state new drop"
        homes.run("ra", "nft", "insert", "rule", "inet", "filter", "forward", *rule.split())
    coming = join(homes, token, "--no-dht")
    by = connected(coming)
    assert by == (RELAYED if at == "relay" else DIRECTLY)
    assert memory(victim) < before + 60
    print(f"{at}: {before} MB before, {memory(victim)} MB with {STRANGERS} strangers")
    for program in (coming, waiting, relay):
        leave(program, signal.SIGINT)
