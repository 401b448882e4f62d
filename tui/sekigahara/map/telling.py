"""Who stands at a location, as signs: all that is known of it, then with less and less, down to letters and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.hidden import Seat, other
from engine.sekigahara.components import ISHIDA, SIDES
from engine.sekigahara.pieces import DAIMYO
from tui.boards import Cell
from tui.glyphs import Glyphs
from tui.lines import columns as columns_of
from tui.sekigahara.map.contents import LocationContents
from tui.sekigahara.map.signs import signs_for
from tui.sekigahara.words.names import BRACKETS, LEADER, LETTERS, daimyo_code

BLANK: Final[Cell] = (" ", "land")
SOLID: Final = frozenset({*SIDES, *[f"chip-{daimyo}" for daimyo in DAIMYO]})
"""The styles of blocks, which keep their colours whatever is marked."""
MORE: Final = "…"
"""What stands where something was left out for want of room."""

Cells: TypeAlias = tuple[Cell, ...]

_LEADER: Final = (30.0, 20.0)
_COMMON: Final = (5.0, 4.0)
"""What it is worth to show a leader, and another block: an own one, the opponent's."""
_IN_BRACKETS: Final = 5.0
_CLOSE: Final = 1.6
_BY_DAIMYO: Final = 3.0
_SAVED: Final = 2
"""What is lost where the blocks stand side by side; where only the first block of a daimyo names him, and how many
others there are at least."""
_SAID_TO_BE_MORE: Final = 2.0


def chip_style(daimyo: str) -> str:
    """The style of a block of this daimyo's."""
    return f"chip-{daimyo}"


def cells_of(text: str, style: str) -> Cells:
    """A cell a column: a sign of two columns has an empty cell behind it."""
    return tuple([cell for sign in text for cell in ((sign, style), ("", style))[: columns_of(sign)]])


@dataclass(frozen=True, slots=True)
class Token:
    """Cells that stay together on a line. `spaced`: a space goes before them unless they begin one.

    `first`: a side's stack begins with them.
    """

    cells: Cells
    spaced: bool
    first: bool = False


@dataclass(frozen=True, slots=True)
class Telling:
    """One way to tell who stands somewhere. `whole`: nothing is left out; `bare`: it has no brackets."""

    tokens: tuple[Token, ...]
    value: float
    whole: bool
    bare: bool = False

    def lines(self, most: int) -> Iterator[tuple[list[Cells], bool]]:
        """The same on one line, two and so on, each as narrow as so many lines can be; and whether a stack is broken.

        On two lines each side has one if both are there.
        """
        yield _filled(self.tokens), False
        second = next((number for number, token in enumerate(self.tokens) if number and token.first), None)
        if second is not None:
            if most > 1:
                yield [*_filled(self.tokens[:second]), *_filled(self.tokens[second:])], False
            return
        for count in range(2, min(most, len(self.tokens)) + 1):
            width = max([len(token.cells) for token in self.tokens])
            while len(found := _filled(self.tokens, width)) > count:
                width += 1
            if len(found) == count:
                yield found, True


def _filled(tokens: Sequence[Token], width: float = math.inf) -> list[Cells]:
    """The tokens on lines of this width, on one where there is no end to it."""
    lines: list[Cells] = [()]
    for token in tokens:
        space = (BLANK,) if token.spaced and lines[-1] else ()
        if lines[-1] and len(lines[-1]) + len(space) + len(token.cells) > width:
            lines.append(token.cells)
        else:
            lines[-1] += (*space, *token.cells)
    return lines


def tellings(seen: LocationContents, seat: Seat, glyphs: Glyphs) -> list[Telling]:
    """Who stands at a location, the most first. All of them tell how many there are, leaders, a disk and a siege."""
    found: list[Telling] = []
    for shown in _shown(seen, seat) if seen.sides else ():
        value = _IN_BRACKETS
        for side in seen.sides:
            value += sum(
                [(_COMMON if chip.common else _LEADER)[side != seat] for chip in seen.faces[side][: shown[side]]]
            )
        whole = all(shown[side] == len(seen.faces[side]) for side in seen.sides)
        for close in (False, True) if max(shown) > 1 else (False,):
            tokens = [token for side in seen.sides for token in _stack(seen, side, shown[side], glyphs, close=close)]
            found.append(Telling(tuple(tokens), value - _CLOSE * close, whole))
        daimyo = [(side, chip.daimyo) for side in seen.sides for chip in seen.faces[side][: shown[side]]]
        if len(daimyo) - len(set(daimyo)) >= _SAVED:
            tokens = [token for side in seen.sides for token in _by_daimyo(seen, side, shown[side], glyphs)]
            found.append(Telling(tuple(tokens), value - _BY_DAIMYO, whole))
    if not found:
        return found
    known = any(seen.faces[side] for side in seen.sides)
    cells = tuple([cell for side in seen.sides for cell in cells_of(_count(seen, side, 0, glyphs), SIDES[side])])
    more = cells_of(glyphs.text(MORE), SIDES[seen.sides[-1]])
    if known:
        found.append(Telling((Token((*cells, *more), False),), _SAID_TO_BE_MORE, False, bare=True))
    found.append(Telling((Token(cells, False),), 0.0 if known else _SAID_TO_BE_MORE, not known, bare=True))
    return found


def _shown(seen: LocationContents, seat: Seat) -> Iterator[tuple[int, int]]:
    """How many faces of each side are told: fewer and fewer, leaders and the own ones the last to be left out."""
    shown = [len(seen.faces[0]), len(seen.faces[1])]
    leaders = [len([chip for chip in seen.faces[side] if not chip.common]) for side in (0, 1)]
    yield shown[0], shown[1]
    enemy = other(seat)
    for side, least in ((enemy, leaders[enemy]), (seat, leaders[seat]), (enemy, 0), (seat, 0)):
        while shown[side] > least:
            shown[side] -= 1
            yield shown[0], shown[1]


def _stack(seen: LocationContents, side: Seat, faces: int, glyphs: Glyphs, *, close: bool) -> Iterator[Token]:
    """A stack with so many of its faces: how many there are, and a chip for each face, all in brackets.

    `close`: no space between the chips, which begin with a capital.
    """
    chips = seen.faces[side][:faces]
    written = [cells_of(glyphs.text(chip.code), chip_style(chip.daimyo)) for chip in chips]
    return _in_brackets(seen, side, faces, written, glyphs, close=close)


def _by_daimyo(seen: LocationContents, side: Seat, faces: int, glyphs: Glyphs) -> Iterator[Token]:
    """The same, but a daimyo's blocks stand together, and the first alone names him: `Da1L 3 2 1c`."""
    found: dict[str, Cells] = {}
    for chip in seen.faces[side][:faces]:
        style, code = chip_style(chip.daimyo), chip.code
        if chip.daimyo in found:
            code = f" {code.removeprefix(daimyo_code(chip.daimyo))}"
        found[chip.daimyo] = (*found.get(chip.daimyo, ()), *cells_of(glyphs.text(code), style))
    return _in_brackets(seen, side, faces, [*found.values()], glyphs)


def _in_brackets(
    seen: LocationContents,
    side: Seat,
    faces: int,
    written: Sequence[Cells],
    glyphs: Glyphs,
    *,
    close: bool = False,
) -> Iterator[Token]:
    """How many there are and what is written of so many faces, in the brackets of a side."""
    left, right = BRACKETS[side]
    style = SIDES[side]
    end = (glyphs.text(MORE) if faces < len(seen.faces[side]) else "") + right
    count = _count(seen, side, faces, glyphs)
    yield Token(cells_of(left + count + ("" if written else end), style), False, first=True)
    for number, cells in enumerate(written, 1):
        yield Token((*cells, *cells_of(end, style)) if number == len(written) else cells, number == 1 or not close)


def _count(seen: LocationContents, side: Seat, faces: int, glyphs: Glyphs) -> str:
    """A side's letter and how many blocks it has here; a disk, the leaders not told by a chip, and a siege."""
    signs, count = signs_for(glyphs), seen.blocks[side]
    text = f"{LETTERS[side]}{count}" if count else LETTERS[side]
    text += signs.disk if seen.disk and side == ISHIDA else ""
    leaders = {chip.code[-1] for chip in seen.faces[side][faces:] if not chip.common}
    text += "".join(sorted(leaders | ({LEADER} if seen.leaders[side] else set())))
    return text + (signs.besieged if seen.besieged == side else "")
