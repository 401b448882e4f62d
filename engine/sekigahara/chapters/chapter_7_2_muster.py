"""Section 7.2: mustering from the recruitment box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from engine.forms import FLAG, PIECES, Form
from engine.hidden import IllegalAction, Seat, View, other
from engine.lazy import LazySequence
from engine.rules import DecisionRule, Rule, Shown
from engine.sekigahara.board import LOCATION_KEYS, LOCATIONS, RECRUITMENT, Location
from engine.sekigahara.chapters.chapter_3_pieces import face_of, require_in
from engine.sekigahara.chapters.chapter_4_control import has_units, update_control
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_4_overruns import CheckOverrun, DrawOwed
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import LOCATION, Degree
from engine.sekigahara.pieces import DAIMYO_OF, RECRUITING_SIDE, RECRUITS_AT
from engine.sekigahara.state import EVERY_STACK, Pieces, State

RECRUITMENT_LOCATIONS: Final[tuple[tuple[Location, ...], tuple[Location, ...]]] = (
    tuple(place for place in LOCATIONS if RECRUITING_SIDE[place] == TOKUGAWA),
    tuple(place for place in LOCATIONS if RECRUITING_SIDE[place] == ISHIDA),
)
"""Where each side may muster (4.4, 7.2)."""


@dataclass(frozen=True, slots=True)
class Muster:
    """Blocks from the recruitment box to `location`: of one daimyo and shown (option A), or one unseen (B) (7.2)."""

    blocks: Pieces
    location: Location
    shown: bool
    form: ClassVar[Form] = Form("muster", blocks=PIECES, location=LOCATION, shown=FLAG)

    def __post_init__(self) -> None:
        if len(self.blocks) > 1:
            object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


def muster_refusal(state: State, seat: Seat) -> IllegalAction | None:
    """Why nothing may be mustered now, None if something may: once a turn, a stack move unless all move (7.2, R9)."""
    movement = state.current_movement()
    if movement.degree is Degree.NONE:
        return IllegalAction("R9", "No movement was bought, so nothing is mustered this turn")
    if movement.mustered:
        return IllegalAction("7.2", "There is one muster a turn, and it has been made")
    if movement.stack_moves < 1:
        return IllegalAction(
            "7.2",
            "All moves that {degree} movement allows have been made; a muster is one",
            degree=movement.degree.value,
        )
    if not state.pools[seat][RECRUITMENT]:
        return IllegalAction("7.2", "The recruitment box is empty")
    return None


def location_refusal(state: State, seat: Seat, location: Location) -> IllegalAction | None:
    """Why nothing may be mustered to `location`, None if something may (7.2, R17)."""
    if RECRUITING_SIDE[location] != seat:
        return IllegalAction(
            "7.2", "{location} is not a recruitment location of this side", location=LOCATION_KEYS[location]
        )
    if has_units(state, other(seat), location) and not state.pools[seat][location]:
        return IllegalAction(
            "R17",
            "There are enemy units at {location} and no friendly blocks to support",
            location=LOCATION_KEYS[location],
        )
    return None


def open_locations(state: State, seat: Seat) -> list[Location]:
    """Where `seat` may muster something."""
    return [place for place in RECRUITMENT_LOCATIONS[seat] if location_refusal(state, seat, place) is None]


class Musters(LazySequence[Muster]):
    """Every muster: unseen one block of each face, shown the first few or all of a clan, wherever it may be."""

    def __init__(self, view: View[State]) -> None:
        self._box = view.state.pools[view.seat][RECRUITMENT]
        self._locations = open_locations(view.state, view.seat)
        self._view = view

    @cached_property
    def _unseen(self) -> Pieces:
        return one_of_each(self._box, self._view.faces)

    @cached_property
    def _clans(self) -> list[tuple[Location, Pieces]]:
        """The blocks of each clan that may be mustered openly, by location, where there are any."""
        by_daimyo: dict[str | None, list[int]] = {}
        faces = self._view.faces
        for block in self._box:
            by_daimyo.setdefault(DAIMYO_OF[faces[block]], []).append(block)
        return [
            (place, tuple(by_daimyo[daimyo]))  # type: ignore[arg-type]
            for place in self._locations
            for daimyo in RECRUITS_AT[place]
            if daimyo in by_daimyo
        ]

    def __bool__(self) -> bool:
        return bool(self._locations)

    def __len__(self) -> int:
        return len(self._unseen) * len(self._locations) + sum([len(clan) for _, clan in self._clans])

    def at(self, place: int) -> Muster:
        """See `LazySequence.at`."""
        locations = self._locations
        block, location = divmod(place, len(locations))
        if block < len(self._unseen):
            return Muster((self._unseen[block],), locations[location], False)
        place -= len(self._unseen) * len(locations)
        for location, clan in self._clans:
            if place < len(clan):
                return Muster(clan[: place + 1], location, True)
            place -= len(clan)
        raise IndexError(place)


class MusterBlocks(DecisionRule[State, MovementDue, Muster, None]):
    """Option A, blocks of one daimyo shown at a location with its mon, or option B, one block unseen (7.2, R17)."""

    question = MovementDue
    answer = Muster

    def options(self, view: View[State], question: MovementDue) -> Sequence[Muster]:
        """See `Musters`."""
        return () if muster_refusal(view.state, view.seat) is not None else Musters(view)

    def to_show(self, state: State, question: MovementDue, answer: Muster) -> Pieces:
        """Option A shows its blocks, option B nothing (R17)."""
        return answer.blocks if answer.shown else ()

    def check(self, state: State, question: MovementDue, answer: Muster, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        seat, location = question.seat, answer.location
        refusal = muster_refusal(state, seat)
        if refusal is not None:
            raise refusal
        if not answer.blocks:
            raise IllegalAction("7.2", "A muster needs at least one block")
        require_in(state, seat, answer.blocks, RECRUITMENT, "7.2")
        refusal = location_refusal(state, seat, location)
        if refusal is not None:
            raise refusal
        if answer.shown:
            daimyo = {DAIMYO_OF[face_of(state, shown, block)] for block in answer.blocks}
            if len(daimyo) > 1:
                raise IllegalAction("7.2", "Blocks mustered together are of one daimyo, got {count}", count=len(daimyo))
            if daimyo.isdisjoint(RECRUITS_AT[location]):
                raise IllegalAction(
                    "7.2",
                    "The mon of these blocks is not printed at {location}",
                    location=LOCATION_KEYS[location],
                )
        elif len(answer.blocks) != 1:
            raise IllegalAction("7.2", "One block may be mustered unseen, got {count}", count=len(answer.blocks))

    def perform(self, state: State, question: MovementDue, answer: Muster, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        movement = state.current_movement()
        moves = movement.stack_moves
        state.movement = replace(movement, mustered=True, stack_moves=moves - (moves != EVERY_STACK))
        state.push(question)
        arrive(state, question.seat, answer.blocks, RECRUITMENT, answer.location)


def arrive(state: State, seat: Seat, blocks: Pieces, source: Location, location: Location) -> None:
    """Blocks from off the map stand at `location`: the move in progress ends, they do not move this turn, and they may
    overrun (7.2, 9.3, R15 to R18).
    """
    movement = state.current_movement()
    state.movement = replace(movement, move=None, moved=movement.moved | frozenset(blocks))
    state.transfer(seat, blocks, source, location)
    update_control(state, location)
    if state.pools[other(seat)][location]:
        state.push(CheckOverrun(location), DrawOwed(seat))


RULES: Final[tuple[Rule, ...]] = (MusterBlocks(),)
