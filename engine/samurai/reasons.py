"""Why an answer is a good one: the facts that an adviser tells of it (`engine.advice`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.hidden import Seat
from engine.samurai.board import Place
from engine.samurai.components import Figure


@dataclass(frozen=True, slots=True)
class Captures:
    """The answer captures a figure, for `taker` (None: for nobody)."""

    place: Place
    figure: Figure
    taker: Seat | None


@dataclass(frozen=True, slots=True)
class Leads:
    """The answer makes the seat lead for a figure that somebody else, or nobody, led for."""

    place: Place
    figure: Figure


@dataclass(frozen=True, slots=True)
class Nears:
    """The answer raises the seat's influence on a figure for which it does not lead: the seat's, and the opponent's."""

    place: Place
    figure: Figure
    own: int
    theirs: int


Reason: TypeAlias = Captures | Leads | Nears
