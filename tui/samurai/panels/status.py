"""The lines at the top: what is to be done, and what both sides have taken."""

from __future__ import annotations

from engine.hidden import Seat, View, other
from engine.samurai.board import HAND, STOCK
from engine.samurai.chapters.chapter_2_figures import FigureDue, TurnUpDue
from engine.samurai.chapters.chapter_2_opening import OpeningTilesDue
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.components import ASIDE_TO_END, SEAT_NAMES
from engine.samurai.state import State
from tui.language import _
from tui.lines import Line
from tui.samurai.words.chapter_3_turn import played_words
from tui.samurai.words.names import SIDES, counts_code, counts_words, side_tag


def status_lines(state: State) -> list[Line]:
    """Whose turn it is, and what has been played in it: at several lengths, the longest first."""
    title, words = _phase(state)
    aside = sum(state.aside)
    line: Line = [(f"{title}: ", "bold"), (words, "plain")]
    lines = [line, [(title, "bold")]]
    if aside:
        lines.insert(0, [*line, (_(". Aside: {aside} of {most}").format(aside=aside, most=ASIDE_TO_END), "dim")])
    return lines


def _phase(state: State) -> tuple[str, str]:
    if state.over is not None:
        return "Samurai", _("the end")
    task = state.agenda[-1]
    if isinstance(task, TurnDue):
        return _("{side}'s turn").format(side=SIDES[task.seat]), played_words(task)
    if isinstance(task, OpeningTilesDue):
        return _("Set-up"), _("both sides choose five tiles to begin with")
    if isinstance(task, FigureDue):
        return _("Set-up"), _("{side} places a figure, {count} to go").format(
            side=SIDES[task.seat], count=sum(state.supply)
        )
    if isinstance(task, TurnUpDue):
        return _("Set-up"), _("the figures drawn are turned up")
    return (_("Set-up") if any(state.supply) else "Samurai"), _("drawing and shuffling")


def score_lines(view: View[State], names: tuple[str, str]) -> list[Line]:
    """What both sides have taken, the own side first: at several lengths, the longest first.

    Whose the own side is stands there as long as there is room for it.
    """
    state, sides = view.state, (view.seat, other(view.seat))

    def line(gap: str, words: list[str]) -> Line:
        parts: list[tuple[str, str]] = []
        for seat, text in zip(sides, words, strict=True):
            parts += [(gap if parts else "", "plain"), (side_tag(seat), SEAT_NAMES[seat]), (text, "plain")]
        return parts

    words = [f"{counts_words(state.captured[seat])}, {_tiles(state, seat)}" for seat in sides]
    codes = [f"{counts_code(state.captured[seat])}, {_tiles(state, seat)}" for seat in sides]
    called = [f" {names[seat]}: " for seat in sides]
    return [
        line("    ", [name + text for name, text in zip(called, words, strict=True)]),
        line("   ", [name + text for name, text in zip(called, codes, strict=True)]),
        line("   ", [called[0] + codes[0], f" {codes[1]}"]),
        line("   ", [f" {text}" for text in codes]),
        line("  ", [f" {counts_code(state.captured[seat])}" for seat in sides]),
    ]


def _tiles(state: State, seat: Seat) -> str:
    pools = state.pools[seat]
    return _("hand {hand}, stock {stock}").format(hand=len(pools[HAND]), stock=len(pools[STOCK]))
