"""Birthday punching without a network: who does what, how much of it, and when not (tests/netlab has real routers)."""

from __future__ import annotations

import errno
import math
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.answer_code import write_answer
from p2p.reach.birthday import (
    KNOCKS,
    OUTER_PORTS,
    PORTS,
    Effort,
    birthday_attempt,
    dial_from_many,
    knock_around,
)
from p2p.reach.nat import Symmetric
from p2p.reach.plan import Plan, Tools
from p2p.reach.race import Attempt, NoWay, Winner, race
from p2p.reach.ways import Reason, State, Way, WayFailed, facts
from p2p.system import spare_files
from tests.p2p.reach.pinned import Host
from tests.p2p.reach.test_both_sides import hosting, tools
from tests.p2p.reach.watch import Watch

THERE = Place("45.2.2.2", 7000)
OTHER = Place("45.2.2.3", 7000)


def test_a_thousand_knocks_fail_to_meet_one_of_the_ports_once_in_fifty_times() -> None:
    assert 1 - (1 - PORTS / len(OUTER_PORTS)) ** KNOCKS == pytest.approx(0.98, abs=0.005)
    assert math.ceil(len(OUTER_PORTS) / PORTS) == 252


class Internet:
    """Two routers and what lies between: dials of one end that meet those of the other become streams at both."""

    def __init__(self, *, fails: int = 0) -> None:
        self.knocked: list[tuple[Place, Place, float]] = []
        self.dialled: list[tuple[Place, float]] = []
        self.open_now = Counter[str]()
        self.most = Counter[str]()
        self.opens: Callable[[Place], bool] = lambda place: False
        self.fails = fails

    async def _wait(self, what: str, opens: bool) -> trio.abc.Stream:
        self.open_now[what] += 1
        self.most[what] = max(self.most[what], self.open_now[what])
        try:
            await trio.lowlevel.checkpoint()
            if self.fails:
                raise OSError(self.fails, "?")
            if not opens:
                await trio.sleep_forever()
            return trio.testing.memory_stream_pair()[0]
        finally:
            self.open_now[what] -= 1

    async def connect(self, local: Place, remote: Place) -> trio.abc.Stream:
        self.knocked.append((local, remote, trio.current_time()))
        return await self._wait("knocks", self.opens(remote))

    async def open_stream(self, place: Place) -> trio.abc.Stream:
        self.dialled.append((place, trio.current_time()))
        return await self._wait("dials", self.opens(place))


async def unheard(stream: trio.abc.Stream) -> None:
    raise AssertionError


async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
    await trio.lowlevel.checkpoint()
    return stream


@pytest.mark.trio
async def test_knocks_are_at_random_ports_bounded_and_ever_fewer(autojump_clock: trio.testing.MockClock) -> None:
    net, watch = Internet(), Watch()
    with trio.move_on_after(8):
        await knock_around(4000, THERE.host, unheard, Effort(), connect=net.connect, observe=watch)
    assert {local for local, _, _ in net.knocked} == {Place("0.0.0.0", 4000)}
    assert {remote.host for _, remote, _ in net.knocked} == {THERE.host}
    assert KNOCKS * 0.9 < len({remote.port for _, remote, _ in net.knocked}) == len(net.knocked) <= KNOCKS
    assert {remote.port for _, remote, _ in net.knocked} <= set(OUTER_PORTS)
    assert net.most["knocks"] <= PORTS
    assert [report.state for report in watch.reports][-1] is State.LOST
    assert [report.fact("knocks") for report in watch.reports[:-1]] == [0, 256, 512, 768]

    other, effort, began = Internet(), Effort(), trio.current_time()
    with trio.move_on_after(3600):
        await knock_around(4000, THERE.host, unheard, effort, connect=other.connect)
    times = [time - began for _, _, time in other.knocked]
    assert sum(time < 60 for time in times) < 2 * KNOCKS
    assert len(times) < 8000  # in an hour, whoever asks for it
    assert sum(time > 3000 for time in times) <= 601
    assert effort.told(here=False) == facts(knocks=len(times))


@pytest.mark.trio
async def test_dials_are_from_many_ports_and_renewed(autojump_clock: trio.testing.MockClock) -> None:
    net = Internet()
    with trio.move_on_after(19):
        await dial_from_many(THERE, unheard, Effort(), open_stream=net.open_stream)
    assert len(net.dialled) == net.most["dials"] == PORTS
    assert {place for place, _ in net.dialled} == {THERE}
    assert net.dialled[-1][1] - net.dialled[0][1] == pytest.approx(2, abs=0.1)
    net = Internet()
    with trio.move_on_after(45):
        await dial_from_many(THERE, unheard, Effort(), open_stream=net.open_stream)
    assert 2 * PORTS <= len(net.dialled) <= 3 * PORTS
    assert net.most["dials"] == PORTS


@pytest.mark.trio
@pytest.mark.parametrize("dials", [True, False])
@pytest.mark.parametrize("problem", [errno.ECONNREFUSED, errno.EMFILE])
async def test_what_is_refused_is_tried_again_and_not_more_often(
    problem: int, dials: bool, autojump_clock: trio.testing.MockClock
) -> None:
    net = Internet(fails=problem)
    with trio.move_on_after(120):
        if dials:
            await dial_from_many(THERE, unheard, Effort(), open_stream=net.open_stream)
        else:
            await knock_around(4000, THERE.host, unheard, Effort(), connect=net.connect)
    assert PORTS < len(net.dialled) + len(net.knocked) < 3 * KNOCKS


def attempt(symmetric: Symmetric, net: Internet, watch: Watch, *, settled: bool = True) -> Attempt[trio.abc.Stream]:
    return birthday_attempt(
        4000,
        symmetric,
        finish,
        trio.aclose_forcefully,
        Effort(),
        settled=lambda: settled,
        open_stream=net.open_stream,
        connect=net.connect,
        observe=watch,
    )


@pytest.mark.trio
@pytest.mark.parametrize("here", [True, False])
async def test_each_end_does_its_part_once_it_is_known_which(
    here: bool, autojump_clock: trio.testing.MockClock
) -> None:
    net, watch, symmetric = Internet(), Watch(), Symmetric()
    won: list[Winner[trio.abc.Stream]] = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            one = attempt(symmetric, net, watch)
            won.append(await race([one], discard=trio.aclose_forcefully, observe=watch))

        nursery.start_soon(run)
        await trio.sleep(3)
        assert not net.knocked
        assert not net.dialled
        assert not watch.reports
        symmetric.note(here=here, there=not here)
        await trio.sleep(3)
        assert not net.knocked  # nobody knows where
        symmetric.note(place=THERE)
        await trio.sleep(1)
        assert (bool(net.dialled), bool(net.knocked)) == (here, not here)
        symmetric.note(place=OTHER)
        net.opens = lambda place: True
    assert won[0].way is Way.PUNCH
    assert (net.dialled[-1][0] if here else net.knocked[-1][1]).host == OTHER.host
    (last,) = [report for report in watch.reports if report.state is State.WON]
    assert last.fact("ports") == (PORTS if here else None)
    assert last.fact("knocks") == (None if here else len(net.knocked))
    assert net.open_now.total() == 0


@pytest.mark.trio
async def test_of_many_that_come_through_one_is_kept(autojump_clock: trio.testing.MockClock) -> None:
    """The first whose certificate is right; the others are closed."""
    net, closed, tried = Internet(), 0, 0
    net.opens = lambda place: True

    async def choose(stream: trio.abc.Stream) -> trio.abc.Stream:
        nonlocal tried
        tried += 1
        try:
            if tried < 5:
                raise WayFailed(Reason.OTHER_CERTIFICATE)
            await trio.sleep(1)
        except BaseException:
            nonlocal closed
            closed += 1
            await trio.aclose_forcefully(stream)
            raise
        return stream

    one = birthday_attempt(
        4000, Symmetric(True, False, THERE), choose, trio.aclose_forcefully, Effort(), open_stream=net.open_stream
    )
    await race([one], discard=trio.aclose_forcefully)
    assert tried > 50
    assert closed == tried - 1


@pytest.mark.trio
async def test_nothing_is_sent_where_it_is_in_vain_or_not_needed(autojump_clock: trio.testing.MockClock) -> None:
    net, watch = Internet(), Watch()
    began = trio.current_time()
    with pytest.raises(NoWay) as caught:
        await race([attempt(Symmetric(True, True, THERE), net, watch)], discard=trio.aclose_forcefully)
    assert trio.current_time() - began < 20
    assert caught.value.reports == ()  # others say so
    for known in (Symmetric(False, False, THERE), Symmetric(True, None, None)):
        with pytest.raises(NoWay):
            await race([attempt(known, net, watch)], discard=trio.aclose_forcefully)
    # Our router may open a port yet, by which the host comes in.
    with trio.move_on_after(1.5):
        one = attempt(Symmetric(False, True, THERE), net, watch, settled=False)
        await race([one], discard=trio.aclose_forcefully)
    assert not any((net.knocked, net.dialled, watch.reports))


@pytest.mark.trio
async def test_a_letter_that_says_otherwise_than_the_invite_counts(autojump_clock: trio.testing.MockClock) -> None:
    net, watch, symmetric = Internet(), Watch(), Symmetric(True, True, THERE)
    net.opens = lambda place: place == OTHER
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(race, [attempt(symmetric, net, watch)], discard=trio.aclose_forcefully))
        await trio.sleep(4)
        assert not net.dialled
        symmetric.note(there=False, place=OTHER)
    assert {place for place, _ in net.dialled} == {OTHER}


# -- the host


@pytest.mark.trio
@pytest.mark.parametrize(("here", "there"), [(True, False), (False, True), (True, True), (False, False)])
async def test_the_host_does_the_other_part(
    here: bool,
    there: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
) -> None:
    net = Internet()
    home = tools()
    hands = Tools(
        open_stream=net.open_stream,
        connect_from=net.connect,
        own_addresses=home.own_addresses,
        source_addresses=home.source_addresses,
        gateways=home.gateways,
    )
    plan = Plan(router=False, dht=False, tor=False)
    monkeypatch.setattr("p2p.reach.hosting.Hosting.symmetric", here)
    async with hosting(Host(tmp_path), plan, hands) as (one, _, _):
        invitation = one.present_invitation()
        assert invitation.symmetric == here
        one.answer(write_answer(invitation, [THERE], symmetric=there))
        one.answer(write_answer(invitation, [THERE], symmetric=there))  # one such attempt at a time
        await trio.sleep(10)
        usual = [knock for knock in net.knocked if knock[1] == THERE]
        assert usual
        assert len(net.dialled) == (PORTS if here and not there else 0)
        much = len(net.knocked) - len(usual)
        assert KNOCKS * 0.9 < much < KNOCKS * 1.1 if there and not here else much == 0
        one.joiner_there(True)
        before = len(net.dialled), len(net.knocked)
        await trio.sleep(60)
        assert before == (len(net.dialled), len(net.knocked))


# -- open files


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@given(st.integers(1, 400), st.integers(0, 2000))
def test_enough_files_are_left_for_everything_else(wanted: int, soft: int) -> None:
    import resource

    limits = [(soft, soft)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resource, "getrlimit", lambda _: limits[-1])
        patch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
        spare = spare_files(wanted)
    assert 1 <= spare <= wanted
    assert spare == 1 or spare + 128 <= limits[-1][0]
    assert spare == wanted or soft < wanted + 128
