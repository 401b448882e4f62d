"""What the outside shows of a router, and knocking that is given up when it is in vain."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2p.reach.addresses import Place
from p2p.reach.nat import Nat, Symmetric, nat_kind
from p2p.reach.punch import punch_attempts
from p2p.reach.race import NoWay, race
from p2p.reach.ways import Reason, WayFailed, facts


def test_kinds_of_nat() -> None:
    one, other = Place("45.1.1.2", 4000), Place("45.1.1.2", 5000)
    assert nat_kind([], (), 4000) is Nat.UNKNOWN
    assert nat_kind([one], (), 4000) is Nat.UNKNOWN
    assert nat_kind([one, one], (), 4000) is Nat.KEEPS_PORT
    assert nat_kind([one, one], (), 4001) is Nat.ONE_PORT
    assert nat_kind([one, other], (), 4000) is Nat.SYMMETRIC
    assert nat_kind([one, Place("45.9.9.9", 4000)], (), 4000) is Nat.UNKNOWN
    assert nat_kind([one, one], ("45.1.1.2",), 4000) is Nat.NONE


@pytest.mark.trio
async def test_over_ipv4_knocking_in_vain_is_given_up(autojump_clock: trio.testing.MockClock) -> None:
    symmetric = Symmetric()

    async def connect(local: Place, place: Place) -> trio.abc.Stream:
        return await trio.sleep_forever()

    async def finish(stream: trio.abc.Stream) -> None:
        raise AssertionError

    async def discard(result: None) -> None:
        raise AssertionError

    places = [Place("45.1.1.2", 4000), Place("2a0a:10::10", 4000)]
    attempts = punch_attempts(4001, places, finish, patience=20, symmetric=symmetric, connect=connect)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:

        async def find_out() -> None:
            await trio.sleep(3)
            symmetric.note(there=True)
            await trio.sleep(0.5)
            symmetric.note(here=True)

        nursery.start_soon(find_out)
        with pytest.raises(NoWay) as caught:
            await race(attempts, discard=discard)
    assert trio.current_time() - began == 20
    four, six = caught.value.reports
    assert (four.reason, four.fact("here"), four.fact("there")) == (Reason.SYMMETRIC, 1, 1)
    assert six.reason is Reason.NO_ANSWER


@pytest.mark.trio
async def test_what_succeeds_before_it_is_known_counts(autojump_clock: trio.testing.MockClock) -> None:
    async def knock() -> int:
        await trio.sleep(0.5)
        return 7

    symmetric = Symmetric()
    assert await symmetric.unless(knock) == 7
    symmetric.note()
    assert not symmetric.odd
    symmetric.note(here=True)
    assert await symmetric.unless(knock) == 7  # one alone is not in vain
    assert symmetric.failure().facts == facts(here=1, there=0)


@pytest.mark.trio
async def test_a_failure_comes_out_as_itself() -> None:
    async def knock() -> None:
        await trio.lowlevel.checkpoint()
        raise WayFailed(Reason.UNREACHABLE)

    with pytest.raises(WayFailed) as caught:
        await Symmetric().unless(knock)
    assert caught.value.reason is Reason.UNREACHABLE
