"""Chapter 3, the turn: how it goes on after each tile, how it ends, and who is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import FLAG, NUMBER, Form
from engine.hidden import Draw, IllegalAction, Mix, Seat, View, other
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule, Task
from engine.samurai.board import HAND, STOCK, Place
from engine.samurai.chapters.chapter_5_capture import captures_around, carry_out
from engine.samurai.chapters.chapter_7_scoring import Ending, ending_now, finish
from engine.samurai.components import HAND_SIZE, Tile
from engine.samurai.forms import SEAT
from engine.samurai.state import State


@dataclass(frozen=True, slots=True)
class TurnDue(Question):
    """What does `seat` play? (3.1 to 3.5)

    It has played `played` tiles in this turn; `ordinary` tells whether one without the character is among them (3.2),
    and `stuck` whether the other player could play nothing in the turn before (S8).
    """

    seat: Seat
    played: int
    ordinary: bool
    stuck: bool
    form: ClassVar[Form] = Form("turn-due", seat=SEAT, played=NUMBER, ordinary=FLAG, stuck=FLAG)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """No more tiles are played in this turn."""

    form: ClassVar[Form] = Form("end-turn")


@dataclass(frozen=True, slots=True)
class NextTurn(Step):
    """The turn passes to `seat`; `stuck` as in `TurnDue`."""

    seat: Seat
    stuck: bool
    form: ClassVar[Form] = Form("next-turn", seat=SEAT, stuck=FLAG)


def may_play(question: TurnDue, tile: Tile) -> bool:
    """Whether this tile may still be played in the turn: one without the character, any number with it (3.2, 3.3)."""
    return tile.character or not question.ordinary


def check_may_play(question: TurnDue, tile: Tile) -> None:
    """Raise IllegalAction for a second tile without the character (3.2)."""
    if not may_play(question, tile):
        raise IllegalAction("3.2", "A tile without the character has been played in this turn")


def go_on(state: State, question: TurnDue, tile: Tile, place: Place | None) -> None:
    """What follows a tile, which now lies on `place` if it is on the board: captures, the end or more of the turn.

    The turn ends by itself when the hand is empty; else the player says so, whatever the hand holds (S14).
    """
    if place is not None:
        carry_out(state, captures_around(state, place))
        ending = ending_now(state)
        if ending is not None:
            finish(state, ending)
            return
    if state.pools[question.seat][HAND]:
        ordinary = question.ordinary or not tile.character
        state.push(TurnDue(question.seat, question.played + 1, ordinary, question.stuck))
    else:
        end_turn(state, question.seat)


def end_turn(state: State, seat: Seat) -> None:
    """The hand is filled from the stock (3.6); it is the other player's turn.

    A hand that has drawn is mixed, so that no tile tells how long it has been held (S12).
    """
    pools = state.pools[seat]
    kept = len(pools[HAND])
    missing = min(HAND_SIZE - kept, len(pools[STOCK]))
    tasks: list[Task] = []
    if missing:
        tasks.append(Draw(seat, STOCK, HAND, missing))
        if kept:
            tasks.append(Mix(seat, (HAND,)))
    state.push(*tasks, NextTurn(other(seat), stuck=False))


def next_turn(state: State, step: NextTurn) -> None:
    """Ask for a turn. Who has no tile is passed over; with nobody left to play the game ends (S8)."""
    if state.pools[step.seat][HAND]:
        state.push(TurnDue(step.seat, 0, ordinary=False, stuck=step.stuck))
    elif step.stuck:
        finish(state, Ending.NOBODY_CAN_PLAY)
    else:
        state.push(NextTurn(other(step.seat), stuck=True))


class EndTurnRule(DecisionRule[State, TurnDue, EndTurn, None]):
    """A turn ends when its player says so, once a tile has been played (3.1)."""

    question = TurnDue
    answer = EndTurn

    def options(self, view: View[State], question: TurnDue) -> Sequence[EndTurn]:
        """Possible as soon as a tile has been played."""
        return (EndTurn(),) if question.played else ()

    def check(self, state: State, question: TurnDue, answer: EndTurn, shown: Shown) -> None:
        """At least one tile has been played."""
        if not question.played:
            raise IllegalAction("3.1", "At least one tile is played in a turn")

    def perform(self, state: State, question: TurnDue, answer: EndTurn, shown: Shown, found: None) -> None:
        """Fill the hand; it is the other player's turn."""
        end_turn(state, question.seat)


RULES: Final[tuple[Rule, ...]] = (EndTurnRule(), StepRule(NextTurn, next_turn))
