"""What a strong player would say of a decision: the contract between a game's adviser and the client. Names no game.

An adviser tries answers out in worlds that a seat cannot tell from the true one, so its chances are those of trials:
good for telling better from worse, and no promise. It needs chance, which it is given, and as long as it takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, Protocol

from engine.hidden import Action, Face, Over, Piece, Pool, Seat, State, View

ALIKE: Final = 0.03
"""Chances that differ by less are not told apart by so few trials."""


@dataclass(frozen=True, slots=True)
class Advice(Generic[Action]):
    """What to do, and why.

    `plan` begins with the answer to the question at hand; what follows is what is meant to come after it, without
    anybody else's deciding in between. `chance` is the seat's chance to win by it, `next_best` by the best of the other
    plans that were tried, None if there was none; `trials` how many each is the mean of, at least. `reasons` are
    records of the game's own, facts alone, the weightiest first. `tried` is how many plans were tried, at least,
    0 where that is not known. `instead` is the plan that `next_best` is the chance of; it `saves` what it spends less
    than that, in a measure of the game's own, 0 if it does not. By less than the `margin` the chances
    are not clearly apart; then it may be `ahead` all the same, for its `reasons`.
    """

    plan: tuple[Action, ...]
    chance: float
    next_best: float | None
    trials: int
    reasons: tuple[Any, ...] = ()
    tried: int = 0
    instead: tuple[Action, ...] = ()
    saves: int = 0
    margin: float = ALIKE
    ahead: bool = False

    @property
    def is_equal(self) -> bool:
        """Whether trials do not tell that what is advised is better than the next best.

        By them that may even fare a little better: what is advised is so for other reasons then.
        """
        return self.next_best is not None and self.chance - self.next_best < self.margin


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Action]):
    """What was played beside the best that was found: the plans, and the chances to win by them.

    `played` and `better` are by what the seat could know then; `played_true` and `better_true` by the true faces.
    `reasons` say why `plan` is better, `played_reasons` what the other came to: records as those of `Advice`.
    """

    plan: tuple[Action, ...]
    played: float
    better: float
    played_true: float
    better_true: float
    reasons: tuple[Any, ...] = ()
    played_reasons: tuple[Any, ...] = ()

    @property
    def loss(self) -> float:
        """What playing the plan instead would have gained, by what could be known."""
        return self.better - self.played


def told_apart(reasons: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Of the reasons for two plans those that each has alone, in their order."""
    return (
        tuple([reason for reason in reasons if reason not in others]),
        tuple([reason for reason in others if reason not in reasons]),
    )


class Adviser(Protocol[State, Action]):
    """Tells of a game's decisions. It sees what it is given, and nothing else."""

    def advise(self, view: View[State], random: Random) -> Advice[Action]:
        """What to answer to the question that the view's seat owes."""

    def compare(
        self, view: View[State], played: tuple[Action, ...], faces: Mapping[Piece, Face], random: Random
    ) -> Comparison[Action]:
        """What was `played`, and what would have been better. `faces` are the true ones, as far as they are known."""

    def continues(self, question: Any) -> bool:
        """Whether the answer to `question` is a part of the plan that was begun before it, for the same seat."""

    def lost_by(self, over: Over, decisions: Sequence[tuple[Seat, Any]]) -> int | None:
        """Which decision lost a game that has ended before its time, None if it was played to its end.

        `decisions` are those of the whole game, in order: whose, and what was asked; of a plan, its first question.
        """

    def value(self, state: State, faces: Mapping[Piece, Face]) -> float:
        """The chance of seat 0 to win, as a position looks. `faces` are the true ones, as far as they are known."""

    def concerned(self, view: View[State], plan: tuple[Action, ...]) -> tuple[Pool, ...]:
        """The pools of the opponent whose faces decide what becomes of `plan`."""
