"""Who wins a race, when attempts begin, and that nothing of the losers is left."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial

import pytest
import trio
import trio.testing

from p2p.reach.addresses import OwnAddress, Place
from p2p.reach.candidates import arrange, direct_attempts, way_of
from p2p.reach.race import Attempt, NoWay, race
from p2p.reach.ways import Reason, State, Way, WayFailed, WayReport


@dataclass
class Course:
    """Attempts that take so many seconds and then succeed or fail; who began when, and what was thrown away."""

    began: list[tuple[str, float]] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    reports: list[WayReport] = field(default_factory=list)

    def attempt(
        self,
        name: str,
        seconds: float,
        fails: Exception | None = None,
        *,
        after: float | None = None,
        way: Way = Way.IPV4,
        stubborn: bool = False,
    ) -> Attempt[str]:
        async def run() -> str:
            self.began.append((name, trio.current_time() - self.start))
            with trio.CancelScope(shield=stubborn):
                await trio.sleep(seconds)
            if fails is not None:
                raise fails
            return name

        return Attempt(way, run, (("name", name),), after=after)

    async def run(self, *attempts: Attempt[str]) -> str:
        self.start = trio.current_time()
        return (await race(attempts, discard=self.discard, observe=self.reports.append)).result

    async def discard(self, name: str) -> None:
        await trio.lowlevel.checkpoint()
        self.discarded.append(name)

    def states(self, name: str) -> list[State]:
        return [report.state for report in self.reports if report.fact("name") == name]


@pytest.mark.trio
async def test_dead_ones_cost_a_quarter_of_a_second_each(autojump_clock: trio.testing.MockClock) -> None:
    course = Course()
    dead = (course.attempt("a", math.inf), course.attempt("b", math.inf))
    assert await course.run(*dead, course.attempt("c", 0.01), course.attempt("d", 0)) == "c"
    assert course.began == [("a", 0.0), ("b", 0.25), ("c", 0.5)]
    assert course.states("a") == [State.TRYING, State.LOST]
    assert course.states("c") == [State.TRYING, State.WON]
    assert trio.current_time() - course.start == pytest.approx(0.51)


@pytest.mark.trio
async def test_after_a_failure_the_next_begins_at_once(autojump_clock: trio.testing.MockClock) -> None:
    course = Course()
    refused = ConnectionRefusedError(111, "no")
    assert await course.run(course.attempt("a", 0.1, refused), course.attempt("b", 0)) == "b"
    assert course.began == [("a", 0.0), ("b", pytest.approx(0.1))]
    assert course.reports[1] == WayReport(Way.IPV4, State.FAILED, Reason.REFUSED, (("name", "a"),))


@pytest.mark.trio
async def test_later_ways_wait_for_their_time_or_for_the_end_of_hope(autojump_clock: trio.testing.MockClock) -> None:
    course = Course()
    slow = course.attempt("slow", 5.0, after=3.0, way=Way.ONION)
    assert await course.run(slow, course.attempt("a", math.inf)) == "slow"
    assert course.began == [("a", 0.0), ("slow", 3.0)]
    course = Course()
    lost = WayFailed(Reason.NONSENSE)
    last = course.attempt("last", 0.0, after=9.0, way=Way.RELAY)
    slow = course.attempt("slow", 1.0, WayFailed(Reason.NO_TOR), after=3.0, way=Way.ONION)
    assert await course.run(last, slow, course.attempt("a", 0.5, lost)) == "last"
    assert course.began == [("a", 0.0), ("slow", 0.5), ("last", 1.5)]


@pytest.mark.trio
async def test_when_all_fail_each_says_why(autojump_clock: trio.testing.MockClock) -> None:
    course = Course()
    with pytest.raises(NoWay) as caught:
        await course.run(
            course.attempt("a", math.inf),
            course.attempt("b", 0, trio.BrokenResourceError()),
            course.attempt("c", 0, WayFailed(Reason.OTHER_CERTIFICATE)),
            course.attempt("d", 0, OSError(5, "?"), after=1.0, way=Way.ONION),
        )
    found = {str(report.fact("name")): (report.reason, report.way) for report in caught.value.reports}
    assert found == {
        "a": (Reason.NO_ANSWER, Way.IPV4),
        "b": (Reason.BROKEN, Way.IPV4),
        "c": (Reason.OTHER_CERTIFICATE, Way.IPV4),
        "d": (Reason.SYSTEM, Way.ONION),
    }
    assert trio.current_time() - course.start == 10.0
    with pytest.raises(NoWay):
        await course.run()


@pytest.mark.trio
async def test_a_result_that_comes_too_late_is_thrown_away(autojump_clock: trio.testing.MockClock) -> None:
    course = Course()
    assert await course.run(course.attempt("late", 1.0, stubborn=True), course.attempt("first", 0.1)) == "first"
    assert course.discarded == ["late"]


def test_the_order_of_candidates() -> None:
    lan, other, carrier = Place("192.168.1.5", 1), Place("10.0.0.9", 1), Place("100.64.1.1", 1)
    four, six, name = Place("45.1.1.2", 2), Place("2a0a:10::10", 3), Place("castle.example", 4)
    own = [OwnAddress("192.168.1.10", 24, "eth0")]
    assert arrange([other, carrier, name, four, six, lan, lan], own) == (lan, six, four, name, other, carrier)
    assert arrange([lan, four]) == (four, lan)
    assert [way_of(place) for place in (lan, four, six, name, Place("::1", 1))] == [
        Way.LAN,
        Way.IPV4,
        Way.IPV6,
        Way.NAME,
        Way.LOOPBACK,
    ]


@pytest.mark.trio
async def test_each_candidate_is_dialled_at_its_own_port() -> None:
    dialled: list[Place] = []

    async def open_stream(place: Place) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        dialled.append(place)
        if place.port == 1:
            raise ConnectionRefusedError(111, "no")
        return trio.testing.memory_stream_pair()[0]

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        return stream

    attempts = direct_attempts([Place("45.1.1.2", 1), Place("45.1.1.2", 2)], finish, open_stream=open_stream)
    winner = await race(attempts, discard=partial(trio.aclose_forcefully))
    assert dict(winner.attempt.facts) == {"address": "45.1.1.2", "port": 2}
    assert dialled == [Place("45.1.1.2", 1), Place("45.1.1.2", 2)]
