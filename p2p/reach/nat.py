"""What stands between this machine and the internet, told by where others see it come from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.beside import beside
from p2p.reach.ways import Facts, Reason, WayFailed

T = TypeVar("T")


class Nat(StrEnum):
    """What the outside shows of this machine's ports, as far as UDP tells."""

    NONE = "none"
    """This machine has an address of the internet itself."""
    KEEPS_PORT = "keeps-port"
    """Punching works, and needs nobody."""
    ONE_PORT = "one-port"
    """Another port than ours, the same for everybody: punching works through a meeting point."""
    SYMMETRIC = "symmetric"
    """Another port for everybody: punching works with those whose router keeps ports, by many knocks."""
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


def knockable(places: Sequence[Place]) -> Place | None:
    """The first of `places` where knocking may help: a public address of IPv4."""
    return next((place for place in places if ":" not in place.host and is_global(place.host)), None)


@dataclass(eq=False, slots=True)
class Symmetric:
    """Whose router takes a new port for each connection: the own, the other side's. None: it has not shown yet.

    Where both do, IPv4 knocking is in vain; where one does, `p2p.reach.birthday` leads through.
    """

    here: bool | None = None
    there: bool | None = None
    place: Place | None = None
    """Where the other side knocks from, or listens, as it says itself."""
    _changed: trio.Event = field(default_factory=trio.Event)

    @property
    def hopeless(self) -> bool:
        """Whether both do."""
        return bool(self.here and self.there)

    @property
    def odd(self) -> bool:
        """Whether one does, and not the other as far as is known."""
        return bool(self.here) != bool(self.there)

    def note(self, *, here: bool | None = None, there: bool | None = None, place: Place | None = None) -> None:
        """So much was found out."""
        before = (self.here, self.there, self.place)
        self.here = self.here if here is None else here
        self.there = self.there if there is None else there
        self.place = place or self.place
        if before != (self.here, self.there, self.place):
            self._changed.set()
            self._changed = trio.Event()

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until `so` is true of it."""
        while not so():
            await self._changed.wait()

    def failure(self, told: Facts = ()) -> WayFailed:
        """What knocking comes to. `told`: what was done."""
        return WayFailed(Reason.SYMMETRIC, here=int(bool(self.here)), there=int(bool(self.there)), **dict(told))

    async def unless(self, knock: Callable[[], Awaitable[T]]) -> T:
        """What `knock` comes to; it is given up, and WayFailed raised, as soon as it is known to be in vain."""
        with trio.CancelScope() as scope:

            async def give_up() -> None:
                await self.until(lambda: self.hopeless)
                scope.cancel()

            async with beside(give_up):
                return await knock()
        raise self.failure()
