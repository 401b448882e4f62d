"""The pages of the figures: who has taken how many and who would win, and the influence on those still there."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hidden import SEATS, View
from engine.samurai.board import BOX
from engine.samurai.components import ASIDE_TO_END, FIGURES, SEAT_NAMES
from engine.samurai.forecasts import outlooks, standing
from engine.samurai.state import State
from tui.language import _
from tui.lines import Line
from tui.samurai.panels.place import sway_line
from tui.samurai.words.chapter_7_scoring import standing_words
from tui.samurai.words.names import FIGURE_LETTERS, SIDES, counts_words, side_tag, tiles_words


def figures_lines(view: View[State]) -> list[Line]:
    """Figures of each kind: taken by each side, set aside, on the board; and how it would end now (7.1 to 7.6)."""
    state = view.state
    heads = "".join([f"{letter:>3}" for letter in FIGURE_LETTERS])
    # Translators: the head of a column, of at most 6 letters
    total = _("sum")
    lines: list[Line] = [[(f"{'':9}{heads}{total:>6}", "dim")]]
    for seat in SEATS:
        tag = side_tag(seat)
        row = _row(state.captured[seat])
        lines.append([(tag, SEAT_NAMES[seat]), (" " * (9 - len(tag)) + row, "plain")])
    # Translators: the head of a row, of at most 9 letters
    aside = _("aside")
    sums = _("{sums} of {most}").format(sums=_row(state.aside), most=ASIDE_TO_END)
    lines.append([(f"{aside:9}{sums}", "plain")])
    lines.append([(f"{_('on board'):9}{_row([state.on_board(figure) for figure in FIGURES])}", "plain")])
    if any(state.supply):
        lines.append([(f"{_('to place'):9}{_row(state.supply)}", "plain")])
    if state.over is not None:
        return lines
    lines.append([(_("Now: "), "bold"), (standing_words(*standing(state)), "plain")])
    for seat in SEATS:
        if state.pools[seat][BOX]:
            used = tiles_words(state.pools[seat][BOX], state.shown)
            lines.append([(_("{side} has used the {tile}").format(side=SIDES[seat], tile=used), "dim")])
    return lines


def _row(counts: Sequence[int]) -> str:
    return "".join([f"{count:>3}" for count in counts]) + f"{sum(counts):>6}"


def sway_lines(view: View[State]) -> list[Line]:
    """Every figure on the board with both sides' influence, those nearest to their capture first."""
    found = sorted(outlooks(view.state), key=lambda each: (len(each.open_land), each.place, each.figure))
    return [sway_line(each, named=True) for each in found] or [[(_("no figures"), "dim")]]


def final_score_lines(state: State) -> list[Line]:
    """How the figures were counted."""
    lines: list[Line] = []
    for seat in SEATS:
        words = f" {counts_words(state.captured[seat])}"
        lines.append([(side_tag(seat), SEAT_NAMES[seat]), (words, "plain")])
    lines.append([(_("Set aside: {counts}").format(counts=counts_words(state.aside)), "plain")])
    return lines
