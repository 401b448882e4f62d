"""Chapters 6 and 7: when the game ends, and who has won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.forms import Form, Maybe, Member
from engine.hidden import SEATS, Over, Seat, other
from engine.samurai.chapters.chapter_5_capture import leader
from engine.samurai.components import ASIDE_TO_END, FIGURES, Figure
from engine.samurai.forms import COUNTS, SEAT
from engine.samurai.state import Counts, State


class Ending(StrEnum):
    """Why the game has ended."""

    KIND_GONE = "kind-gone"
    """The last figure of a kind has left the board (6.1)."""
    FOUR_ASIDE = "four-aside"
    """A fourth figure has been set aside (6.2)."""
    NOBODY_CAN_PLAY = "nobody-can-play"
    """Neither player has a tile to play (S8)."""


class Decided(StrEnum):
    """Which step of the scoring told."""

    MOST_OF_TWO = "most-of-two"
    """The winner has the most of two or three kinds (7.1)."""
    ONLY_LEADER = "only-leader"
    """The winner alone has the most of a kind (7.2)."""
    OTHER_FIGURES = "other-figures"
    """Each has the most of one kind; the winner has more of the others (7.3)."""
    ALL_FIGURES = "all-figures"
    """That is a tie; the winner has more figures in all (7.4)."""
    SHARED = "shared"
    """All of it is a tie: the players share the victory (7.5, 7.6)."""


@dataclass(frozen=True, slots=True)
class FinalCount:
    """How a game ended. `winner` is None if the victory is shared; `red` and `blue` are what each has captured."""

    winner: Seat | None
    ending: Ending
    decided: Decided
    red: Counts
    blue: Counts
    form: ClassVar[Form] = Form(
        "final-count",
        winner=Maybe(SEAT),
        ending=Member(Ending),
        decided=Member(Decided),
        red=COUNTS,
        blue=COUNTS,
    )

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won: one seat, or both."""
        return SEATS if self.winner is None else (self.winner,)


def final_over(count: FinalCount) -> Over:
    """The end of the game as the table is told it."""
    return Over(count.winner, count)


def leaders(captured: tuple[Counts, Counts]) -> dict[Figure, Seat]:
    """Who alone has the most of each kind; kinds in which both have as many are left out (7.2)."""
    found = {figure: leader((captured[0][figure], captured[1][figure])) for figure in FIGURES}
    return {figure: seat for figure, seat in found.items() if seat is not None}


def decide(captured: tuple[Counts, Counts]) -> tuple[Seat | None, Decided]:
    """Who has won with these figures, None if both, and which step told (7.1 to 7.6).

    Between two players nobody has the most of a kind only if they have as many of each: all is equal then.
    """
    leading = leaders(captured)
    led: tuple[list[Figure], list[Figure]] = ([], [])
    for figure, seat in leading.items():
        led[seat].append(figure)
    totals = (sum(captured[0]), sum(captured[1]))
    for seat in SEATS:
        if len(led[seat]) >= 2:
            return seat, Decided.MOST_OF_TWO
    for seat in SEATS:
        if led[seat] and not led[other(seat)]:
            return seat, Decided.ONLY_LEADER
    if leading:
        others = leader((totals[0] - captured[0][led[0][0]], totals[1] - captured[1][led[1][0]]))
        if others is not None:
            return others, Decided.OTHER_FIGURES
    most = leader(totals)
    return most, Decided.SHARED if most is None else Decided.ALL_FIGURES


def ending_now(state: State) -> Ending | None:
    """Whether the captures just made end the game (6.1, 6.2)."""
    if not all(state.on_board(figure) for figure in FIGURES):
        return Ending.KIND_GONE
    if sum(state.aside) >= ASIDE_TO_END:
        return Ending.FOUR_ASIDE
    return None


def final_count(state: State, ending: Ending) -> FinalCount:
    """The count of the figures as they have been captured."""
    red, blue = state.captured
    winner, decided = decide((red, blue))
    return FinalCount(winner, ending, decided, red, blue)


def finish(state: State, ending: Ending) -> None:
    """End the game (6.1, 6.2, S8)."""
    state.over = final_over(final_count(state, ending))
