"""A player without sense who looks for trouble: the games that it plays see all of chapter 8."""

from __future__ import annotations

from random import Random

from engine.hidden import View, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.forms import Degree
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State


class Brawler:
    """Plays at random, but loves to march at the enemy and to deploy."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        parts = SEKIGAHARA.options(view).parts
        dull = [part for part in parts if isinstance(part[0], EndMovement | EndDeployment)]
        lively = [part for part in parts if not isinstance(part[0], EndMovement | EndDeployment)]
        chosen: Answer
        if not lively or (dull and self._random.random() < 0.12):
            chosen = self._random.choice(dull)[0]
            return chosen
        part = self._random.choice(lively)
        tries = [part[self._random.randrange(len(part))] for _ in range(12)]
        for action in tries:
            if isinstance(action, March) and has_units(view.state, other(view.seat), action.stops[-1]):
                return action
            if isinstance(action, Pay) and action.degree is Degree.TOTAL:
                return action
        chosen = tries[0]
        return chosen
