"""The page of the combat in progress, drawn: both lines as the chips of the map, under each its impact and its card.

Where there is room the lines stand side by side, else one above the other, the own side first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final, TypeAlias

from engine.hidden import SEATS, Face, Seat, View, other
from engine.sekigahara.battle_line import battle_line
from engine.sekigahara.board import PLAYED
from engine.sekigahara.chapters.chapter_8_2_deployment import has_deployed, undeployed
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.pieces import SIDE_OF
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Combat, State
from tui.glyphs import Glyphs
from tui.language import _
from tui.lines import Line, fits, longest_that_fits, plain_text
from tui.lines import columns as columns_of
from tui.sekigahara.map.contents import chip_of
from tui.sekigahara.map.telling import chip_style
from tui.sekigahara.panels.aftermath import is_fought, losses_are_due, result_lines
from tui.sekigahara.panels.battle import (
    battle_lines,
    challenge_lines,
    closing_lines,
    heading_lines,
    impact_bar,
    question_lines,
    standing_words,
)
from tui.sekigahara.panels.last_battle import LastBattles
from tui.sekigahara.words.names import DEFECTED_SIGN, SIDES, card_code, pieces_words, rank, side_tag, stack_tag
from tui.sekigahara.words.recalled import known_faces, part_count, recalled_of

SIDE_BY_SIDE: Final = 46
"""From so many columns on the lines stand side by side."""
_CELL: Final = 5
"""Columns of a block with what is under it."""
_BETWEEN: Final = 3
"""Columns between the two lines."""
_LONGEST_BAR: Final = 32

_Cell: TypeAlias = tuple[tuple[str, str], str, str]
"""A block: its chip with its style, and what stands on the two rows under it."""


def drawn_battle(
    view: View[State],
    columns: int,
    glyphs: Glyphs,
    recollection: Recollection | None = None,
    last: LastBattles | None = None,
) -> list[Line]:
    """The combat in progress, where there are so many columns; without one the last there was."""
    combat = combat_begun(view.state)
    fought = combat is not None and is_fought(combat)
    if combat is None or (fought and not losses_are_due(view.state)):
        return battle_lines(view, glyphs, recollection, last)
    beside = columns >= SIDE_BY_SIDE
    width = (columns - _BETWEEN) // 2 if beside else columns
    sides = view.seat, other(view.seat)
    headings = [_heading(combat, side, width) for side in sides]
    if beside:
        # Their bars stand in one row, whatever the headings take.
        most = max(map(len, headings))
        headings = [[*heading, *[[]] * (most - len(heading))] for heading in headings]
    bodies = [_side(view, combat, side, width, glyphs, recollection) for side in sides]
    title, *held = heading_lines(view.state, combat)
    if fought:
        own, enemy = [[*heading, *body] for heading, body in zip(headings, bodies, strict=True)]
        lines = _joined(own, enemy, width) if beside else [*own, *enemy]
        return [title, *held, *result_lines(view, combat), *lines, *challenge_lines(view.state, combat)]
    # How both sides stand comes first, and then what is in question, which is decided now: where there are few rows
    # both are in sight. Whose castle it was is told beside the title, or at the end.
    whole: Line = [*title, *[(f" · {words}", style) for line in held for words, style in line]]
    if fits(whole, columns):
        title, held = whole, []
    question = question_lines(view, combat)
    own, enemy = bodies
    if beside:
        head, lines = _joined(headings[0], headings[1], width), _joined(own, enemy, width)
    else:
        head, lines = [], [*headings[0], *own, *headings[1], *enemy]
    return [title, *head, *question, *lines, *closing_lines(view, combat), *held, *_legend(view.state, combat)]


def _joined(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    return [
        [*one, (" " * (width + _BETWEEN - columns_of(plain_text(one))), "plain"), *two]
        for one, two in zip_longest(left, right, fillvalue=())
    ]


def _side(
    view: View[State], combat: Combat, side: Seat, width: int, glyphs: Glyphs, recollection: Recollection | None
) -> list[Line]:
    """The impact of one side, and its line."""
    bar = max(min(_LONGEST_BAR, width - 8), 1)
    return [
        [(impact_bar(glyphs, combat.impact[side], bar), "plain")],
        *_line(view.state, combat, side, width),
        *_to_come(view, side, width, recollection),
    ]


def _heading(combat: Combat, side: Seat, width: int) -> list[Line]:
    """The side and how it stands, on as many rows as that takes."""
    tag = side_tag(side, f" {combat.impact[side]:>2} "), STYLES[side]
    name, marks = SIDES[side], standing_words(combat, side)
    wordings: list[Line] = [[tag, (f" {words}", "bold")] for words in (f"{name} {marks}".rstrip(), marks)]
    line = longest_that_fits(wordings, width)
    if fits(line, width):
        return [line]
    return [[tag, (f" {name}", "bold")], *[[(part, "bold")] for part in wrap(marks, max(width, _CELL))]]


def _line(state: State, combat: Combat, side: Seat, width: int) -> list[Line]:
    """The blocks that fight, in rows of as many as there is room for."""
    deployed = battle_line(state, side)
    cells: list[_Cell] = []
    for each in deployed:
        face = state.shown.get(each.block)
        card = "" if not each.known else "-" if each.card is None else card_code(state.shown[each.card])
        impact = (DEFECTED_SIGN if each.defected else "") + (f"+{each.impact}" if each.known else "")
        cells.append((_chip(face), impact, card))
    waiting = combat.pending
    if waiting is not None and SIDE_OF[state.shown[waiting.card]] == side:
        cells += [(_chip(state.shown[block]), "?", card_code(state.shown[waiting.card])) for block in waiting.blocks]
    if not cells:
        if has_deployed(state, side):
            return [[(words, "dim")] for words in wrap(_("whoever was deployed has changed sides"), max(width, _CELL))]
        done = combat.ended[side] or combat.stays_inside(side)
        return [[(_("deploys nothing") if done else _("nothing deployed"), "dim")]]
    per = max(width // _CELL, 1)
    rows = [cells[start : start + per] for start in range(0, len(cells), per)]
    lines: list[Line] = []
    for row in rows:
        lines.append([piece for chip, *rest in row for piece in (chip, _fill(chip[0]))])
        sums = f"= {combat.impact[side]}" if row is rows[-1] and len(row) < per else ""
        lines.append([(f"{''.join([f'{impact:<{_CELL}}' for chip, impact, card in row])}{sums}", "bold")])
        if any(card for chip, impact, card in row):
            lines.append([(_padded([card for chip, impact, card in row]), "dim")])
    cards = state.pools[side][PLAYED]
    if cards and not all(each.known for each in deployed):
        lines.append([(_("cards:") + " ", "dim"), (pieces_words(cards, state.shown), "plain")])
    return lines


def _to_come(view: View[State], side: Seat, width: int, recollection: Recollection | None) -> list[Line]:
    """The blocks that have not been deployed: chips where the faces are known, else a back with their number."""
    combat = view.state.current_combat()
    in_question = () if combat.pending is None else combat.pending.blocks
    waiting = [block for block in undeployed(view.state, side) if block not in in_question]
    if not waiting:
        return []
    chips = [_chip(face) for face in known_faces(view, side, combat.location, recollection, tuple(waiting))]
    backs = len(waiting) - len(chips)
    together: list[Line] = [[chip] for chip in chips]
    together += [[(stack_tag(side, backs), STYLES[side])]] if backs else []
    recalled = recalled_of(view, side, combat.location, recollection, tuple(waiting))
    others = backs > recalled.in_parts
    for part in recalled.parts:
        count = f"· {part_count(part, others)}"
        kinds = Counter(sorted(part.faces, key=rank))
        for number, (face, many) in enumerate(kinds.items(), 1):
            before = "" if number > 1 else f"{count} "
            before += f"{many} × " if many > 1 else ""
            last = number == len(kinds)
            together.append([*([(before, "dim")] if before else []), _chip(face), *([] if last else [(",", "dim")])])
    lines: list[Line] = []
    # Translators: before the blocks that have not been deployed yet, or were not in all the battle, in little room
    begin = (_("not deployed") if combat.ended[side] else _("to come")) + " "
    if combat.stays_inside(side):
        # Translators: before the blocks that are besieged in a castle, in little room; they are never deployed
        begin = _("inside") + " "
    line: list[tuple[str, str]] = [(begin, "dim")]
    for pieces in together:
        if columns_of(plain_text([*line, *pieces])) > width and len(line) > 1:
            lines.append(line[:-1])
            line = [(" " * columns_of(begin), "plain")]
        line += [*pieces, (" ", "plain")]
    return [*lines, line[:-1]]


def _chip(face: Face | None) -> tuple[str, str]:
    if face is None:
        return "??", "dim"
    chip = chip_of(face)
    return chip.code, chip_style(chip.daimyo)


def _fill(text: str) -> tuple[str, str]:
    return " " * (_CELL - columns_of(text)), "plain"


def _padded(texts: Sequence[str]) -> str:
    return "".join([text + _fill(text)[0] for text in texts])


def _legend(state: State, combat: Combat) -> list[Line]:
    if not combat.deployed and combat.pending is None:
        return []
    # Translators: the signs under the blocks of a battle; this has to fit into a line of 76 columns, as has the next
    words = _("Under a block: impact ({sign} changed sides), card (s swords, d double, - none).")
    lines: list[Line] = [[(words.format(sign=DEFECTED_SIGN), "dim")]]
    if any(each.defected for side in SEATS for each in battle_line(state, side)):
        # Translators: what a block that has changed sides adds to the impact
        why = _("Changed sides: no special attack, but its mon and 1 per comrade (8.6.2).")
        lines.append([(why, "dim")])
    return lines
