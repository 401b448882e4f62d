"""The ways from one home to another, and how each fares: data for a screen to make sentences of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from p2p.errors import ConnectionLost, Problem

Fact: TypeAlias = str | int | float
Facts: TypeAlias = tuple[tuple[str, Fact], ...]
"""Named values, sorted by name. Texts that came from outside are never among them, but for IP addresses."""


class Way(StrEnum):
    """How two programs may come together."""

    LOOPBACK = "loopback"
    """Both on one machine."""
    LAN = "lan"
    """Both in one home."""
    IPV6 = "ipv6"
    """A global IPv6 address, dialled."""
    IPV4 = "ipv4"
    """A public IPv4 address, dialled: a port that a router or its owner has opened."""
    NAME = "name"
    """A host name, dialled."""
    ROUTER = "router"
    """This side's router is asked to open a port: the host's, and the joiner's if nothing leads there at once."""
    PINHOLE = "pinhole"
    """The host's router is asked to let IPv6 connections in."""
    PUNCH = "punch"
    """Both dial each other at once."""
    LETTER_BOX = "letter-box"
    """Addresses left for each other in the Mainline DHT."""
    ONION = "onion"
    """Tor."""
    RELAY = "relay"
    """A relay that somebody runs."""


class State(StrEnum):
    """How far a way has come."""

    OFF = "off"
    """Not to be tried, by choice."""
    TRYING = "trying"
    READY = "ready"
    """It waits for the other side: a port is open, an onion is known, a relay holds a place."""
    WON = "won"
    """The game is played over it."""
    LOST = "lost"
    """Another way was faster."""
    FAILED = "failed"


class Reason(StrEnum):
    """Why a way failed. What the facts of a report say with it stands behind each."""

    # Anything that is dialled
    NO_ANSWER = "no-answer"
    """Nothing came in time. seconds"""
    REFUSED = "refused"
    """The machine is there, and nobody listens at the port."""
    UNREACHABLE = "unreachable"
    """The system knows no route, or has no such kind of address."""
    BROKEN = "broken"
    """The connection was cut before it was of use."""
    SYSTEM = "system"
    """The operating system says no. errno"""
    NAME_UNKNOWN = "name-unknown"
    """No address is known for the host name."""
    NONSENSE = "nonsense"
    """What answered speaks something else, or lies."""
    TOO_LONG = "too-long"
    """An answer was cut because it was too long."""
    OTHER_CERTIFICATE = "other-certificate"
    """Somebody else's machine answered."""
    NOT_LET_IN = "not-let-in"
    """The host's program answered and refused."""
    # Routers
    NO_GATEWAY = "no-gateway"
    """This machine has no default gateway of that kind."""
    ROUTER_REFUSES = "router-refuses"
    """protocol, code"""
    NOT_GLOBAL = "not-global"
    """The router's own address is not of the internet: another router, or a carrier's, stands above. address"""
    POINTS_ELSEWHERE = "points-elsewhere"
    """The router sent us to another machine."""
    UNSAFE_XML = "unsafe-xml"
    """The router's answer has a document type or entities."""
    PORTS_TAKEN = "ports-taken"
    """Every port that was tried belongs to somebody else."""
    NO_SUCH_SERVICE = "no-such-service"
    """The router answers, and has no service that opens ports."""
    # Knocking
    SYMMETRIC = "symmetric"
    """A router takes a new port for each connection, so that nobody can knock at the right one. here, there: 0 or 1"""
    # Tor
    NO_TOR = "no-tor"
    """No Tor runs on this machine."""
    NEEDS_PASSWORD = "needs-password"  # noqa: S105  not one
    """Tor's control port wants one, or a cookie that cannot be read."""
    NOT_READY = "not-ready"
    """Tor is still connecting itself. percent"""
    ONION_UNKNOWN = "onion-unknown"
    """The Tor network does not know the onion (yet)."""
    # Relays
    NOBODY_THERE = "nobody-there"
    """The other side did not come to the meeting point."""
    FULL = "full"
    """The relay takes no more."""
    # The letter box
    NO_NODES = "no-nodes"
    """No node of the DHT answers: UDP is blocked, perhaps."""
    NO_LETTER = "no-letter"
    """The other side has left none."""
    NOT_STORED = "not-stored"
    """No node of the DHT took the letter."""
    # All of them
    NO_WAY = "no-way"
    """There was nothing to try, or all of it failed."""


def facts(**named: Fact) -> Facts:
    """Facts as they stand in reports."""
    return tuple(sorted(named.items()))


@dataclass(frozen=True, slots=True)
class WayReport:
    """How one way fares. `reason` is given when it failed; the facts go with state and reason."""

    way: Way
    state: State
    reason: Reason | None = None
    facts: Facts = ()

    def fact(self, name: str) -> Fact | None:
        """One of the facts, if it is known."""
        return dict(self.facts).get(name)


Observe: TypeAlias = Callable[[WayReport], None]
"""Is told of each change, at once, and must not fail."""


def ignore(report: WayReport) -> None:
    """Nobody watches."""


class WayFailed(Exception):
    """A way did not lead there; says why as data. The text of the exception is for programmers only."""

    def __init__(self, reason: Reason, **named: Fact) -> None:
        super().__init__(reason.value, *facts(**named))
        self.reason: Final = reason
        self.facts: Final = facts(**named)

    def report(self, way: Way) -> WayReport:
        """The failure as a report of `way`."""
        return WayReport(way, State.FAILED, self.reason, self.facts)


class NoWayToHost(ConnectionLost):
    """Every way to the host failed; `reports` says how each did."""

    def __init__(self, reports: Sequence[WayReport]) -> None:
        super().__init__(Problem.NO_WAY)
        self.reports: Final = tuple(reports)
