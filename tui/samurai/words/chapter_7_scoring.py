"""Chapters 6 and 7 in words: why the game ended, and who has won."""

from __future__ import annotations

from typing import Final

from engine.hidden import Seat
from engine.samurai.chapters.chapter_7_scoring import Decided, Ending, FinalCount
from engine.samurai.state import State
from tui.language import N_, _
from tui.lines import Line
from tui.samurai.words.names import SIDES, counts_code, side_of

ENDINGS: Final[dict[Ending, str]] = {
    Ending.KIND_GONE: N_("the last figure of a kind has left the board"),
    Ending.FOUR_ASIDE: N_("a fourth figure has been set aside"),
    Ending.NOBODY_CAN_PLAY: N_("nobody can play a tile"),
}

DECIDED: Final[dict[Decided, str]] = {
    Decided.MOST_OF_TWO: N_("the most of at least two kinds"),
    Decided.ONLY_LEADER: N_("alone the most of a kind"),
    Decided.OTHER_FIGURES: N_("each the most of one kind, but more of the others"),
    Decided.ALL_FIGURES: N_("as many of the other kinds, but more figures in all"),
    Decided.SHARED: N_("all counts are equal"),
}


def reason_words(reason: FinalCount) -> str:
    """Why the game ended so, without its full stop (7.1 to 7.6)."""
    counts = f"{SIDES[0]} {counts_code(reason.red)}, {SIDES[1]} {counts_code(reason.blue)}"
    return f"{_(ENDINGS[reason.ending])}; {_(DECIDED[reason.decided])} ({counts})"


def standing_words(winner: Seat | None, decided: Decided) -> str:
    """Who would win if it were counted now."""
    if winner is None:
        return _("a shared victory: {decided}").format(decided=_(DECIDED[decided]))
    return _("{side} would win: {decided}").format(side=side_of(winner), decided=_(DECIDED[decided]))


def victory_lines(before: State, after: State) -> list[Line]:
    """That the game is over."""
    if after.over is None or before.over is not None:
        return []
    winner = after.over.winner
    result = _("The victory is shared") if winner is None else _("{side} wins").format(side=side_of(winner))
    return [[(f"{result}: {reason_words(after.over.reason)}", "heading")]]
