"""The page of the own hand, with the recruitment box and the Mōri box."""

from __future__ import annotations

from collections import Counter

from engine.hidden import View
from engine.sekigahara.board import HAND, MORI_BOX, RECRUITMENT
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import State
from tui.language import _, plural
from tui.lines import Line, columns, plain_text
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
    """The cards alone, in a line, without their bids."""
    return in_parts(_kinds(view)) or [(_("no cards"), "dim")]


def hand_in_brief(view: View[State], room: int) -> list[Line]:
    """The same in as few rows as it takes where there are so many columns. Each kind is a part of its own: it can be
    clicked.
    """
    kinds, rows = _kinds(view), list[Line]()
    for number, (count, words) in enumerate(kinds, start=1):
        parts = [(count, "plain")] if count else []
        parts.append((words if number == len(kinds) else f"{words},", "plain"))
        longer = [*rows[-1], (" ", "plain"), *parts] if rows else []
        if longer and columns(plain_text(longer)) <= room:
            rows[-1] = longer
        else:
            rows.append(parts)
    return rows or [[(_("no cards"), "dim")]]


def _kinds(view: View[State]) -> list[tuple[str, str]]:
    """How many there are of each kind of card in the hand, if more than one, and what it is called."""
    pool = view.state.pools[view.seat][HAND]
    counts = Counter([view.faces[card] for card in pool if card in view.faces])
    kinds = [
        (f"{count} × " if count > 1 else "", card_name(face))
        for face, count in sorted(counts.items(), key=lambda counted: rank(counted[0]))
    ]
    unknown = len(pool) - counts.total()
    if unknown:
        kinds.append(("", plural(unknown, "{count} hidden card", "{count} hidden cards", _("no hidden cards"))))
    return kinds


def mori_box_line(state: State) -> Line:
    """What lies open in the Mōri box, which is Ishida's (9.3)."""
    return [(_("Mōri box (Ishida's): "), "bold"), *pieces_apart(state.pools[ISHIDA][MORI_BOX], state.shown)]
