"""From a seed to a scenario: every pair of a point and a fault in turn, and others by chance beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from p2p.session.timeouts import Timeouts
from protocol.roles import Role
from tests.simulation.faults import ON_NETWORK, Fault, Kind, keyed, kinds_at
from tests.simulation.games import CLOCKED, REAL, TOYS, Setting
from tests.simulation.world import Scenario, run

PING_EVERY: Final = Timeouts().ping_every
_BESIDE: Final = (0, 0, 1, 1, 2, 3, 5)
"""How many faults there are beside the first, each as likely."""
_LOSES_TIME: Final = frozenset({Kind.RESTORE, Kind.RESTORE_BOTH})
"""Whoever puts an old copy back has lost the time that it signed, and is taken for somebody whose clock goes slow."""


def _trouble_before() -> tuple[tuple[Fault, ...], ...]:
    """Faults after which points are passed that a smooth game has not."""
    found: list[tuple[Fault, ...]] = [()]
    for name in ("host", "joiner"):
        other = "joiner" if name == "host" else "host"
        found += [
            (Fault(f"{name} disk record sync before", 8, Kind.FAILS),),
            (Fault(f"{name} disk record write before", 9, Kind.FULL),),
            (Fault(f"{name} receive entry.mix after", 1, Kind.LEAVE),),
            (Fault(f"{name} receive entry.open after", 0, Kind.RESTORE),),
            (Fault(f"{name} send entry.mix after", 1, Kind.POWER),),
            (Fault(f"net {name}>{other} entry.mix", 1, Kind.CUT_AFTER),),
            (Fault(f"{name} disk folder make after", 0, Kind.KILL),),
        ]
    found.append((Fault("host disk about.json replace before", 1, Kind.FAILS),))
    found.append((Fault("joiner disk about.json replace before", 1, Kind.FAILS),))
    return tuple(found)


BEFORE: Final = _trouble_before()


@dataclass(frozen=True, slots=True)
class Place:
    """A point that is passed up to `count` times in a game of `setting` with the faults `before`, from the `first`."""

    setting: Setting
    before: tuple[Fault, ...]
    point: str
    first: int
    count: int


Pair = tuple[str, Kind]


@cache
def places() -> dict[str, tuple[Place, ...]]:
    """Where each point is passed, from a run of each toy game, and of some after each trouble."""
    found: dict[str, list[Place]] = {}
    for setting in TOYS:
        smooth = run(Scenario(0, setting), watch_waits=True).plan.counts
        smooth |= run(Scenario(1, setting), watch_waits=True).plan.counts
        for before in BEFORE if setting.seed in (0, 2) else BEFORE[:1]:
            counts = run(Scenario(0, setting, before), watch_waits=True).plan.counts if before else smooth
            for point, count in counts.items():
                first = min(smooth[point], count) if before else 0
                if first < count:
                    found.setdefault(point, []).append(Place(setting, before, point, first, count))
    return {point: tuple(found[point]) for point in sorted(found)}


@cache
def pairs() -> tuple[Pair, ...]:
    """Every point with every fault that can strike there, in an order that mixes them."""
    found = [(point, kind) for point in places() for kind in kinds_at(point)]
    keyed("order of pairs").shuffle(found)
    return tuple(found)


def _strike(random: Random, pair: Pair, places_of_it: tuple[Place, ...]) -> tuple[Place, Fault]:
    place = random.choice(places_of_it)
    return place, Fault(pair[0], random.randrange(place.first, place.count), pair[1])


def scenario(seed: int) -> Scenario:
    """The scenario of a seed. The first seeds go through all pairs of a point and a fault."""
    random = keyed("scenario", seed)
    every = pairs()
    pair = every[seed % len(every)]
    place, fault = _strike(random, pair, places()[pair[0]])
    faults = {*place.before, fault}
    for _ in range(random.choice(_BESIDE)):
        beside = random.choice(every)
        here = tuple(known for known in places()[beside[0]] if known.setting == place.setting)
        if here:
            other, fault = _strike(random, beside, here)
            faults |= {*other.before, fault}
    return Scenario(seed, place.setting, tuple(sorted(faults)), fickle=seed % 5 == 4)


def long_scenario(days: float) -> Scenario:
    """A game in which nobody decides for so many days, while cables are cut and machines move every few hours."""
    random = keyed("days", days)
    pings = int(days * 24 * 3600 / PING_EVERY)
    kinds = (*ON_NETWORK, Kind.KILL, Kind.POWER, Kind.LEAVE, Kind.POWER_BOTH)
    faults: list[Fault] = []
    for nth in range(0, pings, pings // max(1, round(days * 6))):
        kind = random.choice(kinds)
        way, name = random.choice((("host>joiner", "host"), ("joiner>host", "joiner")))
        point = f"net {way} ping" if kind in ON_NETWORK else f"{name} send ping after"
        faults.append(Fault(point, nth + random.randrange(100), kind))
    return Scenario(0, TOYS[0], tuple(faults), pondering=days * 24 * 3600)


def real_scenario(game: str, seed: int, most: int = 10) -> Scenario:
    """A game of the real rules with up to `most` faults at points that toy games have as well."""
    random = keyed(game, seed)
    setting = REAL[game][seed % len(REAL[game])]
    every = [pair for pair in pairs() if " await " not in pair[0]]
    faults: set[Fault] = set()
    for _ in range(random.randint(4, most)):
        point, kind = random.choice(every)
        often = any(known in point for known in ("entry.mix", "entry.action", "entry.draw", "record"))
        faults.add(Fault(point, random.randrange(100 if often else 2), kind))
    return Scenario(seed, setting, tuple(sorted(faults)))


def resigning_scenario(seed: int) -> Scenario:
    """A toy game in which one resigns at some moment, with faults around that moment and elsewhere.

    Every other one is under clocks, where a resignation, a claim and a decision may cross.
    """
    random = keyed("resigning", seed)
    role, entries = random.choice(list(Role)), random.randrange(8, 24)
    settings = CLOCKED if seed % 2 else TOYS
    smooth = Scenario(seed, settings[seed // 2 % len(settings)], resigns=role, resigns_at=entries)
    counts = run(smooth, watch_waits=True).plan.counts
    every = sorted(counts)
    around = [point for point in every if re.search(r" leave\b|\.(left|resign)\b", point)] or every
    faults: set[Fault] = set()
    for _ in range(random.randint(1, 4)):
        point = random.choice(random.choice((around, every)))
        kinds = [kind for kind in kinds_at(point) if smooth.setting.clock is None or kind not in _LOSES_TIME]
        faults.add(Fault(point, random.randrange(counts[point]), random.choice(kinds)))
    return replace(smooth, faults=tuple(sorted(faults)))


_TIMED: Final = (
    "entry.seal",
    "entry.action",
    "entry.draw",
    "entry.open",
    "entry.claim",
    "entry.seed",
    "head",
    "seen",
    "ping",
)


def clocked_scenario(seed: int, most: int = 6) -> Scenario:
    """A game under clocks with an onlooker, and up to `most` faults where times are measured, signed, kept and sent."""
    random = keyed("clocked", seed)
    setting = CLOCKED[seed % len(CLOCKED)]
    faults: set[Fault] = set()
    for _ in range(random.randint(0, most)):
        name, way = random.choice((("host", "host>joiner"), ("joiner", "joiner>host")))
        stage = random.choice(("before", "after"))
        point = random.choice(
            [
                f"net {way} {random.choice(_TIMED)}",
                f"{name} {random.choice(('send', 'receive'))} {random.choice(_TIMED)} {stage}",
                f"{name} disk {random.choice(('record sync', 'time replace'))} before",
            ]
        )
        kind = random.choice([kind for kind in kinds_at(point) if kind not in _LOSES_TIME])
        faults.add(Fault(point, random.randrange(4), kind))
    return Scenario(seed, setting, tuple(sorted(faults)))
