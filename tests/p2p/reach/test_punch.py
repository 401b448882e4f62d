"""Punching without a network (tests/netlab has the real one), and the answer code that starts it."""

from __future__ import annotations

import errno

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.answer_code import SPELLING, read_answer, write_answer
from p2p.reach.invitation import make_invitation
from p2p.reach.punch import KNOCK, punch, punch_all, punch_and_finish, punch_attempts
from p2p.reach.race import race
from p2p.reach.streams import connect_from, listen_shared
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.ways import Reason, Way, WayFailed

THERE, THERE6, AT_HOME = Place("45.2.2.2", 7000), Place("2a0a:20::10", 7000), Place("192.168.1.5", 7000)
INVITE = make_invitation([THERE], bytes(32), bytes(16))


class Net:
    """Each dial ends as the script says: an errno, a stream, or nothing for ever."""

    def __init__(self, *script: int | type[trio.abc.Stream] | None) -> None:
        self.script = list(script)
        self.dialled: list[tuple[Place, Place, float]] = []

    async def connect(self, local: Place, remote: Place) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        self.dialled.append((local, remote, trio.current_time()))
        step = self.script.pop(0) if self.script else None
        if step is None:
            await trio.sleep_forever()
        if isinstance(step, int):
            raise OSError(step, "?")
        return trio.testing.memory_stream_pair()[0]


@pytest.mark.trio
async def test_it_knocks_until_it_is_heard(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(111, 111, None, 110, trio.abc.Stream)
    began = trio.current_time()
    await punch(4000, THERE, connect=net.connect)
    assert len(net.dialled) == 5
    assert {(local, remote) for local, remote, _ in net.dialled} == {(Place("0.0.0.0", 4000), THERE)}
    assert KNOCK < trio.current_time() - began < KNOCK + 1


@pytest.mark.trio
async def test_without_a_route_it_gives_up(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(101, 101, 101, 101)
    with pytest.raises(WayFailed) as caught:
        await punch(4000, THERE6, connect=net.connect)
    assert caught.value.reason is Reason.UNREACHABLE
    assert [local.host for local, _, _ in net.dialled] == ["::"] * 3


@pytest.mark.trio
async def test_the_host_hands_over_every_stream_and_ends_in_time(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(trio.abc.Stream, trio.abc.Stream, trio.abc.Stream)
    taken: list[Place] = []

    async def take(stream: trio.abc.Stream, place: Place) -> None:
        await trio.lowlevel.checkpoint()
        taken.append(place)

    began = trio.current_time()
    await punch_all(4000, [THERE, THERE6, THERE], take, patience=60, connect=net.connect)
    assert sorted(taken) == sorted([THERE, THERE6, taken[2]])
    assert trio.current_time() - began == 60


@pytest.mark.trio
async def test_the_joiner_knocks_at_global_addresses_only(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(111, trio.abc.Stream)

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        return stream

    attempts = punch_attempts(4000, [AT_HOME, THERE, THERE], finish, connect=net.connect)
    winner = await race(attempts, discard=trio.aclose_forcefully)
    assert [attempt.facts for attempt in attempts] == [(("address", THERE.host), ("port", THERE.port))]
    assert winner.attempt.way is Way.PUNCH


@pytest.mark.trio
async def test_a_stream_that_is_open_at_one_end_only_is_dropped(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(trio.abc.Stream, 99, trio.abc.Stream, trio.abc.Stream)
    ends: list[Exception | None] = [trio.BrokenResourceError(), WayFailed(Reason.NO_ANSWER), None]

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        problem = ends.pop(0)
        if problem is not None:
            raise problem
        return stream

    await punch_and_finish(4000, THERE, finish, connect=net.connect)
    assert ends == []
    ends.append(WayFailed(Reason.OTHER_CERTIFICATE))
    net.script.append(trio.abc.Stream)
    with pytest.raises(WayFailed) as caught:
        await punch_and_finish(4000, THERE, finish, connect=net.connect)
    assert caught.value.reason is Reason.OTHER_CERTIFICATE


@pytest.mark.trio
async def test_a_port_in_use_is_waited_for(autojump_clock: trio.testing.MockClock) -> None:
    net = Net(*[errno.EADDRNOTAVAIL] * 9, trio.abc.Stream)
    await punch(4000, THERE, connect=net.connect)
    assert len(net.dialled) == 10


@pytest.mark.trio
async def test_one_port_is_dialled_from_and_listened_at() -> None:
    with listen_shared(Place("127.0.0.1", 0)) as here, listen_shared(Place("127.0.0.1", 0)) as there:
        port = here.getsockname()[1]
        stream = await connect_from(Place("127.0.0.1", port), Place("127.0.0.1", there.getsockname()[1]))
        arrived, source = there.accept()
        assert source[1] == port
        arrived.close()
        await stream.aclose()


# -- the answer code

globals_ = st.sampled_from(["45.1.1.2", "8.8.8.8", "2a0a:10::10", "2600::1"])
places = st.lists(st.builds(Place, globals_, st.integers(1, 65535)), min_size=1, max_size=4, unique=True)


@given(places, st.booleans())
def test_the_answer_comes_back(told: list[Place], symmetric: bool) -> None:
    code = write_answer(INVITE, [AT_HOME, *told], symmetric=symmetric)
    assert read_answer(INVITE, code).symmetric == symmetric
    assert code.isalnum()
    assert sorted(read_answer(INVITE, f" {code.upper()} ").places) == sorted(told)


def test_an_answer_is_short() -> None:
    assert len(write_answer(INVITE, [THERE, THERE6])) <= 60


def slip_of(text: str) -> Slip:
    with pytest.raises(TokenError) as caught:
        read_answer(INVITE, text)
    return caught.value.slip


def test_what_is_no_answer_to_this_invite_is_told_why() -> None:
    code = write_answer(INVITE, [THERE])
    other = make_invitation([THERE], bytes(32), b"another secret!!")
    assert slip_of(write_answer(other, [THERE])) is Slip.OTHER_GAME
    assert slip_of(code[:-1]) is Slip.MISSING_CHARACTER
    assert slip_of(code[:-4]) is Slip.DAMAGED
    assert slip_of(INVITE.token()) is Slip.NO_INVITE
    tag = SPELLING.read(code)[:2]
    assert slip_of(SPELLING.write(tag + b"\0\0")) is Slip.CONTENTS
    assert slip_of(SPELLING.write(tag + b"\0\x20\x0a\0\0\1\0\1")) is Slip.CONTENTS
    assert slip_of(SPELLING.write(tag + b"\2\x20\x2d\1\1\2\0\1")) is Slip.CONTENTS
    with pytest.raises(TokenError):
        write_answer(INVITE, [AT_HOME])


@given(st.binary(max_size=60))
def test_garbage_under_a_right_check_is_refused(data: bytes) -> None:
    with pytest.raises(TokenError):
        read_answer(INVITE, SPELLING.write(b"\xff" + data))
