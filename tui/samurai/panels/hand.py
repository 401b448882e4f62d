"""The page of the own hand, with what both sides still have to draw."""

from __future__ import annotations

from collections import Counter

from engine.hidden import View, other
from engine.samurai.board import HAND, STOCK
from engine.samurai.components import SEAT_NAMES, TILES, is_tile
from engine.samurai.state import State
from tui.language import _
from tui.lines import Line
from tui.samurai.words.names import full_tile_words, side_tag


def hand_lines(view: View[State]) -> list[Line]:
    """Equal tiles are counted."""
    state = view.state
    counts = Counter([view.faces[piece] for piece in state.pools[view.seat][HAND] if piece in view.faces])
    lines: list[Line] = []
    for face, count in sorted(counts.items()):
        assert is_tile(face), face
        words = full_tile_words(TILES[face])
        lines.append([(f"{count} × " if count > 1 else "    ", "dim"), (words, "plain")])
    if not counts:
        lines.append([(_("no tiles"), "dim")])
    for seat in (view.seat, other(view.seat)):
        pools = state.pools[seat]
        words = _("hand {hand}, stock {stock}").format(hand=len(pools[HAND]), stock=len(pools[STOCK]))
        lines.append([(side_tag(seat), SEAT_NAMES[seat]), (f" {words}", "plain")])
    return lines
