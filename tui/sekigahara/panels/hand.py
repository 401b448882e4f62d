"""The page of the own hand, with the recruitment box and the Mōri box."""

from __future__ import annotations

from collections import Counter

from engine.hidden import View
from engine.sekigahara.board import HAND, MORI_BOX, RECRUITMENT
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import State
from tui.language import _, plural
from tui.lines import Line
from tui.sekigahara.words.names import card_name, card_words, in_parts, pieces_apart, rank


def hand_lines(view: View[State]) -> list[Line]:
    """Equal cards are counted. The order is that of the lists in which cards are chosen."""
    state, pools = view.state, view.state.pools[view.seat]
    lines: list[Line] = []
    counts = Counter([view.faces[card] for card in pools[HAND] if card in view.faces])
    unknown = len(pools[HAND]) - counts.total()
    for face, count in sorted(counts.items(), key=lambda counted: rank(counted[0])):
        lines.append([(f"{count} × " if count > 1 else "    ", "dim"), (card_words(face), "plain")])
    if unknown:
        lines.append(
            [
                ("    ", "dim"),
                (plural(unknown, "{count} hidden card", "{count} hidden cards", _("no hidden cards")), "plain"),
            ]
        )
    if not pools[HAND]:
        lines.append([(_("no cards"), "dim")])
    box = pools[RECRUITMENT]
    lines.append([(_("Recruitment box: "), "bold"), *(pieces_apart(box, view.faces) or [(_("empty"), "plain")])])
    if state.pools[ISHIDA][MORI_BOX]:
        lines.append(mori_box_line(state))
    return lines


def hand_line(view: View[State]) -> Line:
    """The cards alone, in a line, without their bids. Each kind is a part of its own: it can be clicked."""
    pool = view.state.pools[view.seat][HAND]
    counts = Counter([view.faces[card] for card in pool if card in view.faces])
    said = [
        (f"{count} × " if count > 1 else "", card_name(face))
        for face, count in sorted(counts.items(), key=lambda counted: rank(counted[0]))
    ]
    unknown = len(pool) - counts.total()
    if unknown:
        said.append(("", plural(unknown, "{count} hidden card", "{count} hidden cards", _("no hidden cards"))))
    return in_parts(said) or [(_("no cards"), "dim")]


def mori_box_line(state: State) -> Line:
    """What lies open in the Mōri box, which is Ishida's (9.3)."""
    return [(_("Mōri box (Ishida's): "), "bold"), *pieces_apart(state.pools[ISHIDA][MORI_BOX], state.shown)]
