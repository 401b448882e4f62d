"""What is asked of a router, and what it has granted; the same for every protocol."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from p2p.reach.addresses import Place

LIFETIME: Final = 3600
"""Seconds that are asked for; renewed at half time, and gone by themselves an hour after a crash."""
SHORTEST: Final = 60.0
"""A router that grants less is taken to have granted this, or it would be asked all the time."""


class Speech(StrEnum):
    """How a router is talked to."""

    PCP = "pcp"
    NAT_PMP = "nat-pmp"
    UPNP = "upnp"


@dataclass(frozen=True, slots=True)
class Wish:
    """A TCP port of this machine that shall be reached from outside.

    `external`: the port to be had outside, 0 for any. `nonce`: 12 bytes by which PCP knows its customer again; with the
    same nonce and port a program that crashed gets what it had.
    """

    internal: int
    external: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Opened:
    """A port that a router says it has opened. That is no proof that anybody can reach it."""

    speech: Speech
    place: Place
    """The address and port as the internet sees them."""
    lifetime: float
    """Seconds; infinite if the router knows no shorter ones."""


class Opener(Protocol):
    """Asks one router in one protocol. All of it raises WayFailed."""

    async def open(self, wish: Wish) -> Opened:
        """Open the port, or renew it."""

    async def close(self, wish: Wish, opened: Opened) -> None:
        """Give it back."""
