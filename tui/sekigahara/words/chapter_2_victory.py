"""Chapter 2 in words: how the game was won."""

from __future__ import annotations

from typing import Final, assert_never

from engine.hidden import Face
from engine.sekigahara.chapters.chapter_2_victory import HideyoriCaptured, LeaderKilled, PointsCounted, Reason
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State
from tui.language import _
from tui.lines import Line
from tui.sekigahara.words.names import side_of

_LEADERS: Final[dict[Face, str]] = {
    PROTAGONIST[TOKUGAWA]: "Tokugawa Ieyasu",
    PROTAGONIST[ISHIDA]: "Ishida Mitsunari",
}


def reason_words(reason: Reason) -> str:
    """Why the game was won (2.1, 2.2)."""
    match reason:
        case LeaderKilled(leader):
            return _("{leader} has been killed").format(leader=_LEADERS[leader])
        case HideyoriCaptured():
            return _("Toyotomi Hideyori has been captured")
        case PointsCounted(tokugawa, ishida) if tokugawa == ishida:
            return _("victory points {points} to {points}, and a tie is Ishida's (2.2)").format(points=ishida)
        case PointsCounted(tokugawa, ishida):
            return _("victory points {more} to {less}").format(more=max(tokugawa, ishida), less=min(tokugawa, ishida))
        case _:
            assert_never(reason)


def victory_lines(before: State, after: State) -> list[Line]:
    """That the game is over."""
    if after.over is None or before.over is not None:
        return []
    return [
        [
            (
                _("{side} wins: {reason}").format(
                    side=side_of(after.over.winner), reason=reason_words(after.over.reason)
                ),
                "heading",
            )
        ]
    ]
