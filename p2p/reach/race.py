"""Several ways tried at once, a little apart (RFC 8305): the first that leads there wins, the dead cost nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

import trio

from p2p.reach.failures import told, within
from p2p.reach.ways import Facts, Observe, Reason, State, Way, WayFailed, WayReport, facts, ignore

T = TypeVar("T")

STAGGER: Final = 0.25
"""Seconds between one attempt and the next."""
PATIENCE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Attempt(Generic[T]):
    """One way to try. `run` raises WayFailed, OSError, or trio's errors of broken streams; it leaves nothing open then.

    Attempts take their turns in the order of the list, unless `after` says how many seconds after the race's start this
    one begins; it begins sooner when everything before it has failed.
    """

    way: Way
    run: Callable[[], Awaitable[T]]
    facts: Facts = ()
    """For the reports: where it leads."""
    patience: float = PATIENCE
    """Seconds for all of it."""
    after: float | None = None
    by: Callable[[], tuple[Way, Facts]] | None = None
    """By which way it has led there, and what else is to be said of it: asked when it has won."""
    quiet: bool = False
    """Whether nothing is told of it unless it wins, because somebody else tells how it fares."""


class NoWay(WayFailed):
    """Every attempt failed; `reports` says how each did."""

    def __init__(self, reports: Sequence[WayReport]) -> None:
        super().__init__(Reason.NO_WAY)
        self.reports: Final = tuple(reports)


@dataclass(frozen=True, slots=True)
class Winner(Generic[T]):
    """What the fastest attempt came to."""

    attempt: Attempt[T]
    result: T
    way: Way


async def race(
    attempts: Sequence[Attempt[T]],
    *,
    discard: Callable[[T], Awaitable[None]],
    stagger: float = STAGGER,
    observe: Observe = ignore,
) -> Winner[T]:
    """Try `attempts` until one succeeds; the others are cancelled, and results that come too late are discarded.

    Raises NoWay when all have failed.
    """
    return await _Race(attempts, discard, stagger, observe).run()


class _Race(Generic[T]):
    def __init__(
        self,
        attempts: Sequence[Attempt[T]],
        discard: Callable[[T], Awaitable[None]],
        stagger: float,
        observe: Observe,
    ) -> None:
        self._attempts = attempts
        self._discard = discard
        self._stagger = stagger
        self._observe = observe
        self._winner: Winner[T] | None = None
        self._failures: list[WayReport] = []
        self._busy = 1
        """Attempts that run, and one for the queue as long as it is not empty."""
        self._idle = trio.Event()

    async def run(self) -> Winner[T]:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._take_turns, nursery)
            nursery.start_soon(self._start_later, nursery)
        if self._winner is None:
            raise NoWay(self._failures)
        return self._winner

    async def _take_turns(self, nursery: trio.Nursery) -> None:
        for attempt in self._attempts:
            if attempt.after is None:
                ended = trio.Event()
                self._begin(attempt, ended, nursery)
                with trio.move_on_after(self._stagger):
                    await ended.wait()
        self._end_one()

    async def _start_later(self, nursery: trio.Nursery) -> None:
        began = trio.current_time()
        timed = [(attempt.after, attempt) for attempt in self._attempts if attempt.after is not None]
        for after, attempt in sorted(timed, key=lambda pair: pair[0]):
            with trio.move_on_at(began + after):
                await self._idle.wait()
            self._begin(attempt, trio.Event(), nursery)

    def _begin(self, attempt: Attempt[T], ended: trio.Event, nursery: trio.Nursery) -> None:
        if self._idle.is_set():
            self._idle = trio.Event()
        self._busy += 1
        nursery.start_soon(self._run, attempt, ended, nursery.cancel_scope)

    def _end_one(self) -> None:
        self._busy -= 1
        if not self._busy:
            self._idle.set()

    async def _run(self, attempt: Attempt[T], ended: trio.Event, everything: trio.CancelScope) -> None:
        here = WayReport(attempt.way, State.TRYING, None, attempt.facts)
        tell = ignore if attempt.quiet else self._observe
        tell(here)
        try:
            with within(attempt.patience), told():
                result = await attempt.run()
        except WayFailed as error:
            both = facts(**{**dict(attempt.facts), **dict(error.facts)})
            report = WayReport(attempt.way, State.FAILED, error.reason, both)
            if not attempt.quiet:
                self._failures.append(report)
            tell(report)
        except trio.Cancelled:
            tell(replace(here, state=State.LOST))
            raise
        else:
            if self._winner is None:
                way, more = (attempt.way, ()) if attempt.by is None else attempt.by()
                self._winner = Winner(attempt, result, way)
                everything.shield = True  # a cancellation that comes while the others end would lose what was won
                everything.cancel()
                self._observe(WayReport(way, State.WON, None, (*attempt.facts, *more)))
            else:
                tell(replace(here, state=State.LOST))
                with trio.CancelScope(shield=True):
                    await self._discard(result)
        finally:
            ended.set()
            self._end_one()
