"""The simulator itself: a seed is a run, a failing run is shrunk, all points are known, the disk does what disks do."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from p2p.store.journal import Journal
from tests.simulation.bugs import BUGS
from tests.simulation.disk import ProgramsDisk, SimulatedDisk
from tests.simulation.faults import Fault, Kind, kinds_at
from tests.simulation.games import TOYS
from tests.simulation.judge import explain, fails, judge, shrink
from tests.simulation.scenarios import pairs, scenario
from tests.simulation.world import Scenario, run

PROGRAM = """
import pickle, sys
from tests.simulation.world import run
print(run(pickle.load(sys.stdin.buffer)).plan.digest)
"""
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", [3, 19, 48])
def test_a_seed_is_a_run(seed: int) -> None:
    """Also in another process, where objects lie elsewhere and hashes differ."""
    made = scenario(seed)
    here = run(made).plan.digest
    assert run(made).plan.digest == here
    for hashes in ("1", "2"):
        command = [sys.executable, "-c", PROGRAM]
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        there = subprocess.run(
            command, check=True, capture_output=True, cwd=ROOT, env=environment, input=pickle.dumps(made)
        )
        assert there.stdout.decode().strip() == here


def test_an_entry_behind_a_choked_ping_is_not_late() -> None:
    choke = Fault("net host>joiner ping", 1, Kind.CHOKE)
    assert fails(Scenario(1490, TOYS[6], (choke,))) == []


def test_another_seed_is_another_run() -> None:
    smooth = {run(Scenario(seed, TOYS[0])).plan.digest for seed in range(5)}
    assert len(smooth) == 5


@pytest.mark.parametrize("setting", TOYS)
def test_an_undisturbed_game_is_all_right(setting: object) -> None:
    world = run(Scenario(7, setting))  # type: ignore[arg-type]
    assert judge(world) == []
    assert all(machine.ends == ["finished"] for machine in world.machines.values())


def test_a_failing_run_is_shrunk_to_the_fault_that_makes_it_fail() -> None:
    culprit = Fault("host disk record write middle", 32, Kind.KILL_BOTH)
    harmless = (
        Fault("net host>joiner entry.mix", 0, Kind.CUT_AFTER),
        Fault("net joiner>host entry.mix", 1, Kind.DELAY),
        Fault("joiner send entry.open after", 0, Kind.KILL),
    )
    disturbed = Scenario(48, TOYS[0], (*harmless, culprit))
    assert fails(disturbed) == []
    with BUGS["a torn end that is not cut"]():
        wrong = fails(disturbed)
        assert wrong
        small = shrink(disturbed)
        assert small.faults == (culprit,)
        report = explain(disturbed, wrong, "--seed 48")
    assert report.count(str(culprit)) == 2
    assert report.count(str(harmless[0])) == 1


def test_every_kind_of_fault_can_strike_somewhere() -> None:
    assert {kind for _, kind in pairs()} == set(Kind)
    points = {point for point, _ in pairs()}
    for way in ("host>joiner", "joiner>host"):
        for label in ("entry.mix", "entry.verdict", "head", "ping", "pong", "chat", "goodbye", "goodbye.left", "fault"):
            assert f"net {way} {label}" in points
    assert all(kinds_at(point) for point in points)


# -- the disk


class Nobody:
    """A program to which nothing happens."""

    now = 0.0

    def __init__(self) -> None:
        self.trouble: Kind | None = None

    def disk_point(self, point: str) -> Kind | None:
        trouble, self.trouble = self.trouble, None
        return trouble


RECORD = Path("/home/record")


def journal(disk: SimulatedDisk, nobody: Nobody) -> Journal:
    return Journal(ProgramsDisk(disk, nobody, set()), RECORD, 0, lambda item: item)


def test_what_was_synced_survives_a_power_cut_and_the_rest_may_be_torn() -> None:
    left = set()
    for seed in range(300):
        disk = SimulatedDisk(Random(seed))
        journal(disk, Nobody()).append(b"kept" * 10)
        file = ProgramsDisk(disk, Nobody(), set()).append(RECORD)
        taken = file.write(b"xyz")
        file.write(b"xyz"[taken:])
        disk.power_cut()
        assert disk.files[RECORD].seen[:40] == b"kept" * 10
        left.add(disk.files[RECORD].seen[40:])
    assert {b"", b"x", b"x\0\0", b"xyz"} <= left
    assert all(b"xyz".startswith(tail.rstrip(b"\0")) for tail in left)


def test_a_reordered_power_cut_leaves_holes() -> None:
    holes = 0
    for seed in range(60):
        disk = SimulatedDisk(Random(seed))
        file = ProgramsDisk(disk, Nobody(), set()).append(RECORD)
        written = 0
        while written < 2000:
            written += file.write(b"x" * (2000 - written))
        disk.reorder = True
        disk.power_cut()
        seen = disk.files[RECORD].seen
        holes += b"\0" in seen.rstrip(b"\0")
    assert holes > 10


@pytest.mark.parametrize(("kind", "number"), [(Kind.FULL, errno.ENOSPC), (Kind.FAILS, errno.EIO)])
def test_a_disk_refuses(kind: Kind, number: int) -> None:
    nobody = Nobody()
    files = ProgramsDisk(SimulatedDisk(Random(1)), nobody, set())
    nobody.trouble = kind
    with pytest.raises(OSError, match=rf"\[Errno {number}\]"):
        files.replace(RECORD, b"data")
    nobody.now = 1000.0
    files.replace(RECORD, b"data")
    assert files.read(RECORD) == b"data"


def test_an_old_copy_is_as_it_was() -> None:
    disk, nobody = SimulatedDisk(Random(3)), Nobody()
    book = journal(disk, nobody)
    for number in range(10):
        book.append(bytes([number]))
    assert disk.restore()
    seen = disk.files[RECORD].seen
    assert seen == bytes(range(len(seen)))
    assert 0 < len(seen) <= 10
