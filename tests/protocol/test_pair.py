"""The test helper itself: the wires lose nothing, keep each direction's order, and crash when told to."""

from __future__ import annotations

from random import Random

import pytest

from protocol.roles import Role
from protocol.transcript import read_entry
from tests.protocol.pair import Disk, Pair, fixed_secrets
from tests.toy_game import ToyGame


def test_each_direction_keeps_its_order_and_loses_nothing() -> None:
    pair = Pair(ToyGame())
    pair.host.begin()
    pair.run(Random(1).choice)
    for role in Role:
        numbers = [read_entry(raw).number for raw in pair.received[role]]
        assert numbers == sorted(numbers)
        assert pair.received[role] == [raw for raw in pair.host.entries if read_entry(raw).role is role.other]


def test_what_was_on_the_wires_is_lost_in_a_crash_and_sent_again() -> None:
    pair = Pair(ToyGame())
    pair.host.begin()
    pair.collect()
    assert len(pair.wires[Role.JOINER]) == 1
    pair.crash(Role.HOST)
    assert len(pair.wires[Role.JOINER]) == 1
    pair.run()
    assert pair.host.entries == pair.joiner.entries
    assert len(pair.host.entries) > 2


def test_a_broken_disk_keeps_nothing() -> None:
    disk = Disk(broken=True)
    with pytest.raises(OSError, match="No space"):
        disk.keep(b"entry")
    with pytest.raises(OSError, match="No space"):
        disk.remember(b"blob")
    assert (disk.entries, disk.remembered) == ([], [])


def test_fixed_secrets_are_fixed_and_differ() -> None:
    assert fixed_secrets(1) == fixed_secrets(1)
    assert fixed_secrets(1) != fixed_secrets(2)
