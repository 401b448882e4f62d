"""What a position is worth: the chance that Tokugawa wins, by a logistic regression on what stands on the map.

The coefficients are data, `value.toml`, fitted by `scripts/train_value.py` to games between bots.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import Final

from engine.hidden import SEATS, Seat, other
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS, RECRUITMENT, RESOURCE
from engine.sekigahara.bots.steady.assessment import arrivals
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS
from engine.sekigahara.components import ISHIDA, TOKUGAWA, WEEKS
from engine.sekigahara.state import State

ARRIVAL: Final = (1.0, 0.9, 0.5, 0.2)
"""How likely a stack that many roads away is taken to come in a turn."""

IN_THE_BOX: Final = 0.7
"""What a block in the recruitment box counts beside one on the map.

Games alone do not tell: whoever has the more blocks in the box holds the more resource locations, and wins, so that a
fit to games would have them stay there.
"""
USED: Final = 4
"""Cards that a player uses in turn B: of any more, half is thrown away when the week ends (6.2)."""

MEASURES: Final = (
    "points",
    "blocks",
    "hand",
    "exposed_castles",
    "exposed_resources",
    "lone_blocks",
    "to_move",
)
"""What is measured, Tokugawa's less Ishida's, each once as it is and once for the part of the game that is over."""

FEATURES: Final = ("always", "over", *MEASURES, *[f"{name}_over" for name in MEASURES])


def features(state: State) -> list[float]:
    """The numbers of `FEATURES` for a position between two player turns: what both players see."""
    measured = [_measures(state, seat) for seat in SEATS]
    differences = [mine - theirs for mine, theirs in zip(measured[TOKUGAWA], measured[ISHIDA], strict=True)]
    over = (2 * (state.week - 1) + state.turn) / (2 * WEEKS)
    return [1.0, over, *differences, *[over * difference for difference in differences]]


def _measures(state: State, seat: Seat) -> list[float]:
    mine, theirs = state.pools[seat], state.pools[other(seat)]
    coming = arrivals(tuple([(place, len(theirs[place])) for place in LOCATIONS if theirs[place]]), ARRIVAL)
    blocks = IN_THE_BOX * len(mine[RECRUITMENT])
    castles = resources = lone = 0.0
    for place in LOCATIONS:
        standing = len(mine[place])
        short = max(coming[place] - standing, 0.0)
        walled = CASTLE[place] is not None and state.holder[place] == seat
        blocks += standing
        if walled:
            castles += min(short / 4, 1.0)
        elif standing == 1:
            lone += min(coming[place] / ODDS, 1.0)
        if RESOURCE[place] and state.owner[place] == seat:
            resources += min(short / 2, 1.0)
    hand = len(mine[HAND])
    kept = (hand + min(hand, USED)) / 2 if state.turn else hand
    return [
        score(state, seat) / 10,
        blocks / 10,
        kept / 5,
        castles / 2,
        resources / 2,
        lone / 2,
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
