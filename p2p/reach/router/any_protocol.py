"""A home's router asked in every protocol at once; the first that opens the port is kept to.

All start together, but only one opens the port: PCP may at once, NAT-PMP and UPnP ask first for what changes nothing
and leave those before them a moment. So a router that speaks them all holds one mapping and not three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

import trio

from p2p.reach.addresses import is_global
from p2p.reach.router.opening import Opened, Opener, Speech, Wish
from p2p.reach.ways import Reason, WayFailed

PATIENCE: Final = 5.0
"""Seconds for all of it."""
_MOMENT: Final = 0.75
"""Seconds that each protocol leaves to the one before it."""
_TELLING: Final = (Reason.NOT_GLOBAL, Reason.ROUTER_REFUSES, Reason.PORTS_TAKEN, Reason.POINTS_ELSEWHERE)
"""The reasons that say most about the router, the best first."""


@runtime_checkable
class KnowsOutside(Protocol):
    """Can ask the router for its external address without changing anything."""

    async def outside(self) -> str:
        """Raises WayFailed."""


@dataclass(slots=True)
class _Round:
    """One time of asking."""

    opened: Opened | None = None
    failures: dict[Speech, WayFailed] = field(default_factory=dict)
    scopes: dict[int, trio.CancelScope] = field(default_factory=dict)


class AnyProtocol:
    """An opener that is several. The order of `openers` is that of preference."""

    def __init__(self, openers: Sequence[tuple[Speech, Opener]], *, patience: float = PATIENCE) -> None:
        self._openers = tuple(openers)
        self._patience = patience
        self._kept: Speech | None = None
        self.outside: str | None = None
        """The router's global external address, if it has told it: also when it opens no port."""

    async def open(self, wish: Wish) -> Opened:
        """Open or renew the port. Raises WayFailed with what each protocol came to in the facts."""
        if self._kept is not None:
            try:
                return await self._opener(self._kept).open(wish)
            except WayFailed:
                self._kept = None  # another router, perhaps: all of them again
        this = _Round()
        with trio.move_on_after(self._patience):
            async with trio.open_nursery() as nursery:
                ended = [trio.Event() for _ in self._openers]
                for place in range(len(self._openers)):
                    nursery.start_soon(self._try, wish, place, ended, this, nursery.cancel_scope)
        if this.opened is None:
            raise self._most_telling(this.failures)
        self._kept = this.opened.speech
        self.outside = this.opened.place.host
        return this.opened

    async def close(self, wish: Wish, opened: Opened) -> None:
        """Give the port back. Raises WayFailed."""
        await self._opener(opened.speech).close(wish, opened)

    def _opener(self, speech: Speech) -> Opener:
        return dict(self._openers)[speech]

    async def _try(
        self, wish: Wish, place: int, ended: list[trio.Event], this: _Round, everything: trio.CancelScope
    ) -> None:
        speech, opener = self._openers[place]
        began = trio.current_time()
        with trio.CancelScope() as scope:
            this.scopes[place] = scope
            try:
                if isinstance(opener, KnowsOutside):
                    host = await opener.outside()
                    if is_global(host):
                        self.outside = host
                with trio.move_on_at(began + place * _MOMENT):
                    for before in ended[:place]:
                        await before.wait()
                for earlier in range(place):
                    this.scopes[earlier].cancel()
                this.opened = await opener.open(wish)
                everything.cancel()
            except WayFailed as error:
                this.failures[speech] = error
        ended[place].set()

    def _most_telling(self, failures: dict[Speech, WayFailed]) -> WayFailed:
        def rank(failure: WayFailed) -> tuple[int, bool]:
            told = _TELLING.index(failure.reason) if failure.reason in _TELLING else len(_TELLING)
            return told, failure.reason is Reason.NO_ANSWER

        best = min(failures.values(), key=rank, default=WayFailed(Reason.NO_ANSWER, seconds=self._patience))
        none = WayFailed(Reason.NO_ANSWER)
        each = {speech.value.replace("-", "_"): failures.get(speech, none).reason.value for speech, _ in self._openers}
        return WayFailed(best.reason, **{**dict(best.facts), **each})
