"""What stands between this machine and the internet, told by where others see it come from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

import trio

from p2p.reach.addresses import Place
from p2p.reach.beside import beside
from p2p.reach.ways import Reason, WayFailed

T = TypeVar("T")

_MOMENT: Final = 1.0
"""Seconds for the second router to show what it is, when the first has."""


class Nat(StrEnum):
    """What the outside shows of this machine's ports, as far as UDP tells."""

    NONE = "none"
    """This machine has an address of the internet itself."""
    KEEPS_PORT = "keeps-port"
    """Punching works, and needs nobody."""
    ONE_PORT = "one-port"
    """Another port than ours, the same for everybody: punching works through a meeting point."""
    SYMMETRIC = "symmetric"
    """Another port for everybody: only open ports, Tor or a relay lead through."""
    UNKNOWN = "unknown"


def nat_kind(seen: Sequence[Place], own: Sequence[str], port: int) -> Nat:
    """What the NAT above a socket at the local `port` is, by where others see it: two voices at least."""
    if any(place.host in own for place in seen):
        return Nat.NONE
    if len(seen) < 2 or len({place.host for place in seen}) > 1:
        return Nat.UNKNOWN
    ports = {place.port for place in seen}
    if len(ports) > 1:
        return Nat.SYMMETRIC
    return Nat.KEEPS_PORT if ports == {port} else Nat.ONE_PORT


@dataclass(eq=False, slots=True)
class Symmetric:
    """Whose router turned out to take a new port for each connection: the own, the other side's.

    One of the two is enough for IPv4 knocking to be in vain.
    """

    here: bool = False
    there: bool = False
    known: trio.Event = field(default_factory=trio.Event)
    """Set as soon as one of them is."""

    def note(self, *, here: bool = False, there: bool = False) -> None:
        """So much was found out."""
        self.here, self.there = self.here or here, self.there or there
        if self.here or self.there:
            self.known.set()

    def failure(self) -> WayFailed:
        """What knocking comes to."""
        return WayFailed(Reason.SYMMETRIC, here=int(self.here), there=int(self.there))

    async def unless(self, knock: Callable[[], Awaitable[T]]) -> T:
        """What `knock` comes to; it is given up, and WayFailed raised, as soon as it is known to be in vain."""
        with trio.CancelScope() as scope:

            async def give_up() -> None:
                await self.known.wait()
                await trio.sleep(_MOMENT)
                scope.cancel()

            async with beside(give_up):
                return await knock()
        raise self.failure()
