"""The page of both sides' forces: how many pieces are where, the own blocks by location, the dead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import SEATS, Face, Piece, Seat, View, other
from engine.sekigahara.board import BAG, DEAD, DECK, DISCARD, HAND, LOCATIONS, MORI_BOX, PLAYED, RECRUITMENT
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Pieces, State
from tui.grammar import counted
from tui.language import _, pgettext
from tui.lines import Line
from tui.sekigahara.panels.hand import mori_box_line
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, block_words, rank, side_tag, stack_tag
from tui.sekigahara.words.recalled import tag_words

_COLUMNS: Final = (5, 5, 5, 4, 4, 4, 5)
"""The columns of the table with their widths, in the first of which stands the side as well: 32, as many as the text of
a page beside the board has at least."""


def forces_lines(view: View[State], recollection: Recollection | None = None, *, watched: bool = False) -> list[Line]:
    """Counts of both sides; faces of the own blocks, of the dead, and what is known of the enemy's stacks.

    `watched`: told to whoever plays neither side.
    """
    state, seat = view.state, view.seat
    enemy = other(seat)
    # Translators: heads of columns, of at most 4 letters, the fourth to the sixth of at most 3; "used": those discarded
    map_head = pgettext("the head of a column", "map")  # the page of that name has more room
    used_head = pgettext("the head of a column", "used")  # the word means other things elsewhere
    heads = (_("hand"), _("deck"), used_head, map_head, _("bag"), _("box"), _("dead"))
    row = "".join([f"{name:>{width}}" for name, width in zip(heads, _COLUMNS, strict=True)])
    lines: list[Line] = [[(row, "dim")]]
    lines += [_counts(state, side) for side in (seat, enemy)]
    own_head = _("Blocks of {side}") if watched else _("Your blocks ({side})")
    enemy_head = _("Blocks of {side}") if watched else _("Enemy blocks ({side})")
    lines.append([(own_head.format(side=SIDES[seat]), "heading")])
    for location in LOCATIONS:
        blocks = state.pools[seat][location]
        if blocks:
            tag = (stack_tag(seat, len(blocks)), STYLES[seat])
            lines.append([(f"{NAMES[location]} ", "bold"), tag, (" " + _in_words(blocks, view.faces), "plain")])
    lines.append([(enemy_head.format(side=SIDES[enemy]), "heading")])
    lines.append(_stacks(view, enemy, recollection) or [(_("none"), "plain")])
    if state.pools[ISHIDA][MORI_BOX]:
        lines.append(mori_box_line(state))
    for side in SEATS:
        dead = state.pools[side][DEAD]
        if dead:
            lines.append(
                [(_("{side}'s dead: ").format(side=SIDES[side]), "bold"), (_in_words(dead, state.shown), "plain")]
            )
    return lines


def _counts(state: State, side: Seat) -> Line:
    pools = state.pools[side]
    numbers = (
        len(pools[HAND]),
        len(pools[DECK]),
        len(pools[DISCARD]) + len(pools[PLAYED]),
        sum([len(pools[location]) for location in LOCATIONS]),
        len(pools[BAG]),
        len(pools[RECRUITMENT]),
        len(pools[DEAD]),
    )
    tag = side_tag(side, "")
    row = "".join([f"{number:>{width}}" for number, width in zip(numbers, _COLUMNS, strict=True)])
    return [(tag, STYLES[side]), (row[len(tag) :], "plain")]


def _stacks(view: View[State], side: Seat, recollection: Recollection | None) -> Line:
    """How many blocks of a side are where, and which of them are known: `Kiso (I4 Is1! Mo2), Osaka (I2)`."""
    line: list[tuple[str, str]] = []
    for location in LOCATIONS:
        if view.state.pools[side][location]:
            line += [
                (f"{', ' if line else ''}{NAMES[location]} ", "plain"),
                (tag_words(view, side, location, recollection), STYLES[side]),
            ]
    return line


def _in_words(blocks: Pieces, faces: Mapping[Piece, Face]) -> str:
    known = [block_words(face) for face in sorted([faces[block] for block in blocks if block in faces], key=rank)]
    return counted([*known, *[_("hidden")] * (len(blocks) - len(known))])
