"""What a position is worth: the chance that Tokugawa wins, by a logistic regression on what stands on the map.

The coefficients are data, `value.toml`, fitted by `scripts/train_value.py` to games between bots.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from math import exp
from typing import Final

from engine.hidden import SEATS, Face, Piece, Seat, other
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS, OSAKA, RECRUITMENT, RESOURCE
from engine.sekigahara.bots.steady.assessment import arrivals
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.components import ISHIDA, TOKUGAWA, WEEKS
from engine.sekigahara.pieces import MON_OF, PROTAGONIST
from engine.sekigahara.state import State

ARRIVAL: Final = (1.0, 0.9, 0.5, 0.2)
"""How likely a stack that many roads away is taken to come in a turn."""

MEASURES: Final = (
    "points",
    "blocks",
    "mon",
    "recruits",
    "hand",
    "exposed_castles",
    "exposed_resources",
    "danger_of_protagonist",
    "danger_of_osaka",
    "to_move",
)
"""What is measured, Tokugawa's less Ishida's, each once as it is and once for the part of the game that is over."""

FEATURES: Final = ("always", "over", *MEASURES, *[f"{name}_over" for name in MEASURES])


def features(state: State, faces: Mapping[Piece, Face]) -> list[float]:
    """The numbers of `FEATURES` for a position between two player turns. `faces` holds those of all blocks."""
    measured = [_measures(state, faces, seat) for seat in SEATS]
    differences = [mine - theirs for mine, theirs in zip(measured[TOKUGAWA], measured[ISHIDA], strict=True)]
    over = (2 * (state.week - 1) + state.turn) / (2 * WEEKS)
    return [1.0, over, *differences, *[over * difference for difference in differences]]


def _measures(state: State, faces: Mapping[Piece, Face], seat: Seat) -> list[float]:
    mine, theirs = state.pools[seat], state.pools[other(seat)]
    coming = arrivals(tuple([(place, len(theirs[place])) for place in LOCATIONS if theirs[place]]), ARRIVAL)
    blocks = mon = castles = resources = danger = 0.0
    for place in LOCATIONS:
        standing = mine[place]
        short = max(coming[place] - len(standing), 0.0)
        if standing:
            blocks += len(standing)
            shown = [faces[block] for block in standing]
            mon += sum([MON_OF[face] for face in shown])
            if PROTAGONIST[seat] in shown:
                danger = short
        if CASTLE[place] is not None and state.holder[place] == seat:
            castles += min(short / 4, 1.0)
        if RESOURCE[place] and state.owner[place] == seat:
            resources += min(short / 2, 1.0)
    osaka = max(coming[OSAKA] - len(mine[OSAKA]), 0.0) if seat == ISHIDA and OSAKA in state.disks else 0.0
    return [
        score(state, seat) / 10,
        blocks / 10,
        mon / 20,
        len(mine[RECRUITMENT]) / 5,
        len(mine[HAND]) / 5,
        castles / 2,
        resources / 2,
        danger / 5,
        osaka / 5,
        float(state.active == seat),
    ]


def read_coefficients(toml: str) -> tuple[float, ...]:
    """The coefficients of `FEATURES` from the text of a file. Raises ValueError if they are not just those."""
    given = tomllib.loads(toml)
    if set(given) != set(FEATURES):
        raise ValueError(f"value.toml must name {', '.join(FEATURES)}, and nothing else")
    return tuple([float(given[name]) for name in FEATURES])


COEFFICIENTS: Final = read_coefficients(
    files("engine.sekigahara.bots.strong").joinpath("value.toml").read_text(encoding="utf-8")
)


def chance(numbers: list[float], coefficients: tuple[float, ...] = COEFFICIENTS) -> float:
    """The chance that Tokugawa wins where `features` gives these `numbers`."""
    total = sum([number * coefficient for number, coefficient in zip(numbers, coefficients, strict=True)])
    return 1 / (1 + exp(-max(min(total, 30.0), -30.0)))
