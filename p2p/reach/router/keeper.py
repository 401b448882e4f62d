"""Keeps a port open for as long as it is needed: renews it at half time, gives it back at the end."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import trio

from p2p.reach.addresses import Place
from p2p.reach.router.opening import Opened, Opener, Wish
from p2p.reach.ways import Fact, Observe, Reason, State, Way, WayFailed, WayReport, facts, ignore

NONCE_SIZE: Final = 12
_LAST_WORD: Final = 2.0
"""Seconds that giving the port back may take."""
_LONGEST_REST: Final = 1800.0
"""Seconds after which even a port that is open for ever is asked for again: routers forget when they restart."""
_BACK_OFF: Final = (15.0, 60.0, 300.0)
"""Seconds before asking again a router that refused."""


@dataclass(frozen=True, slots=True)
class PortMemory:
    """What to keep on disk, so that a program that crashed gets the same port again: `external` outside, `nonce`."""

    external: int
    nonce: bytes


def new_memory() -> PortMemory:
    """For a game that has none: any port."""
    return PortMemory(0, secrets.token_bytes(NONCE_SIZE))


def _forget(memory: PortMemory) -> None:
    """Nobody keeps it."""


class PortKeeper:
    """Keeps `internal`, a port of this machine, open at a router, and reports as `way`.

    `remember` is told whenever the port outside is another than before.
    """

    def __init__(
        self,
        opener: Opener,
        internal: int,
        *,
        way: Way = Way.ROUTER,
        memory: PortMemory | None = None,
        remember: Callable[[PortMemory], None] = _forget,
        observe: Observe = ignore,
    ) -> None:
        memory = memory or new_memory()
        self._opener = opener
        self._way = way
        self._wish = Wish(internal, memory.external or internal, memory.nonce)
        self._memory = memory
        self._remember = remember
        self._observe = observe
        self._opened: Opened | None = None
        self._again = trio.Event()
        self.settled = trio.Event()
        """Set when the router has answered, or has not, for the first time."""

    @property
    def place(self) -> Place | None:
        """Where the port is to be reached from outside, as long as it is open."""
        return None if self._opened is None else self._opened.place

    def again(self) -> None:
        """Ask the router now: it may have another address, or have forgotten us."""
        self._again.set()

    async def run(self) -> None:
        """Keep the port open until cancelled; then give it back. Raises nothing.

        That takes two seconds at most, and two more if the router was just being asked.
        """
        self._observe(WayReport(self._way, State.TRYING))
        failures = 0
        try:
            while True:
                self._again = trio.Event()
                rest = await self._renew()
                failures = 0 if rest is not None else failures + 1
                self.settled.set()
                with trio.move_on_after(_BACK_OFF[min(failures, len(_BACK_OFF)) - 1] if rest is None else rest):
                    await self._again.wait()
        finally:
            await self._give_back()

    async def _renew(self) -> float | None:
        """Seconds until the next renewal is due; None if the router refused."""
        before = self._opened
        opened = await self._open()
        if isinstance(opened, WayFailed):
            self._opened = None
            self._observe(opened.report(self._way))
            return None
        self._opened = opened
        self._wish = replace(self._wish, external=opened.place.port)
        if opened.place.port != self._memory.external:
            self._memory = replace(self._memory, external=opened.place.port)
            self._remember(self._memory)
        if before is None or before.place != opened.place:
            self._observe(self._ready(opened))
        return min(opened.lifetime / 2, _LONGEST_REST)

    async def _open(self) -> Opened | WayFailed:
        """What the router says. It is heard out when we are cancelled: what it opens must be given back."""
        answer: Opened | WayFailed = WayFailed(Reason.NO_ANSWER)
        async with trio.open_nursery() as nursery:
            asking = trio.CancelScope(shield=True)

            async def hurry() -> None:
                try:
                    await trio.sleep_forever()
                finally:
                    asking.deadline = trio.current_time() + _LAST_WORD

            nursery.start_soon(hurry)
            with asking:
                try:
                    answer = self._opened = await self._opener.open(self._wish)
                except WayFailed as error:
                    answer = error
            nursery.cancel_scope.cancel()
        return answer

    def _ready(self, opened: Opened) -> WayReport:
        named: dict[str, Fact] = {"address": opened.place.host, "port": opened.place.port}
        if not math.isinf(opened.lifetime):
            named["seconds"] = opened.lifetime
        return WayReport(self._way, State.READY, None, facts(protocol=opened.speech.value, **named))

    async def _give_back(self) -> None:
        opened, self._opened = self._opened, None
        if opened is None:
            return
        with trio.CancelScope(shield=True), trio.move_on_after(_LAST_WORD):
            try:
                await self._opener.close(self._wish, opened)
            except WayFailed:
                return  # it goes by itself within the hour
