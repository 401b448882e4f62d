"""Who stands at a location, as signs: all that is known of it, then with less and less, down to letters and numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from engine.hidden import Seat, other
from engine.sekigahara.components import ISHIDA, SIDES
from engine.sekigahara.pieces import DAIMYO
from tui.boards import Cell
from tui.glyphs import Glyphs
from tui.lines import columns as columns_of
from tui.sekigahara.map.contents import LocationContents
from tui.sekigahara.map.signs import signs_for
from tui.sekigahara.words.names import BRACKETS, LEADER, LETTERS, PROTAGONIST_SIGN, named_once, together

BLANK: Final[Cell] = (" ", "land")
SOLID: Final = frozenset({*SIDES, *[f"chip-{daimyo}" for daimyo in DAIMYO]})
"""The styles of blocks, which keep their colours whatever is marked."""
MORE: Final = "…"
"""What stands where something was left out for want of room."""

Cells: TypeAlias = tuple[Cell, ...]

_LEADER: Final = ((30.0, 8.0), (30.0, 15.0))
_AGAINST: Final = 4.0
_COMMON: Final = ((4.0, 1.0), (5.0, 4.0))
"""What it is worth to show a leader, and another block, on a map with little room and on a larger one: an own block,
the opponent's; and a leader of the opponent's who stands against own blocks, which come first there. Where room is
short a number is read at a glance, and names and roads are worth more than faces, which the cursor tells; least are
those of the opponent's that are remembered."""
_LED: Final = 1.2
"""How much more that is where a leader is among them: of these stacks most is asked."""
_ALONE: Final = 6.0
_IN_BRACKETS: Final = 5.0
_WHOLE: Final = (1.5, 10.0)
_OWN_WHOLE: Final = (4.0, 10.0)
_BRIEF: Final = (3.0, 5.0)
_WITHOUT_LEADERS: Final = -4.0
_BARE: Final = ((-45.0, -55.0), (-16.0, -28.0))
"""What it is worth that the face of an own block that stands alone is told: no number says anything of it; that there
are brackets; that nothing is left out, and that nothing is of the own blocks, for which a road may well be covered in
part, on a map with little room and on a larger one; and what is lost where of several blocks of a daimyo's the first
alone names him, on both; where leaders are not told; and where there are no brackets around one side's number, and
around those of two, which read as one: where room is short a name rather has four letters than a side no brackets."""
_FEW: Final = 5
"""So many blocks are counted at a glance."""
_FOUGHT: Final = 2.0
_FOUGHT_WHOLE: Final = 20
"""How much more a face is worth where both sides stand or a battle is, and what it is worth that nothing is left out
there: there every block is counted."""


def chip_style(daimyo: str) -> str:
    """The style of a block of this daimyo's."""
    return f"chip-{daimyo}"


@lru_cache(maxsize=4096)
def cells_of(text: str, style: str) -> Cells:
    """A cell a column: a sign of two columns has an empty cell behind it."""
    return tuple([cell for sign in text for cell in ((sign, style), ("", style))[: columns_of(sign)]])


@dataclass(frozen=True, slots=True)
class Token:
    """Cells that stay together on a line. `first`: a side's stack begins with them; before others goes a space.

    `bare`: before these goes one too, for they have no brackets.
    """

    cells: Cells
    first: bool = False
    bare: bool = False


@dataclass(frozen=True)
class Telling:
    """One way to tell who stands somewhere. `whole`: nothing is left out; `bare`: it has no brackets.

    `held`: the first of two sides is in control, and stands next to the marker wherever the blocks are told.
    """

    tokens: tuple[Token, ...]
    value: float
    whole: bool
    bare: bool = False
    held: bool = False

    def lines(self, most: int) -> Iterator[tuple[list[Cells], bool]]:
        """The same on one line, two and so on, each as narrow as so many lines can be; and whether a stack is broken.

        On two lines each side has one if both are there.
        """
        yield _filled(self.tokens), False
        second = self._second
        if second is not None:
            if most > 1 and not self.bare:
                yield [*_filled(self.tokens[:second]), *_filled(self.tokens[second:])], False
            return
        for count in range(2, min(most, len(self.tokens)) + 1):
            width = max([len(token.cells) for token in self.tokens])
            while len(found := _filled(self.tokens, width)) > count or (
                # A daimyo who is named once is named on the line before, where nobody looks for him.
                len(found) == count and any(line[0][0].isdigit() for line in found[1:])
            ):
                width += 1
            if len(found) == count:
                yield found, True

    @cached_property
    def turned(self) -> Cells:
        """The same on one line before a marker: there the side in control comes last."""
        second = self._second or 0 if self.held else 0
        [line] = _filled([*self.tokens[second:], *self.tokens[:second]])
        return line

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How many columns the stack of each side takes on a line."""
        second = self._second
        stacks = [self.tokens] if second is None else [self.tokens[:second], self.tokens[second:]]
        return tuple([sum([len(token.cells) + 1 for token in stack]) for stack in stacks])

    @cached_property
    def farther(self) -> int:
        """How many columns the blocks of the second side take, which stand farther from the marker; 0 without any."""
        second = self._second
        return 0 if second is None else self.widths[1]

    @cached_property
    def _second(self) -> int | None:
        """The number of the token with which the second side's begin. None if there is one side alone."""
        return next((number for number, token in enumerate(self.tokens) if number and token.first), None)


def _filled(tokens: Sequence[Token], width: float = math.inf) -> list[Cells]:
    """The tokens on lines of this width, on one where there is no end to it."""
    lines: list[Cells] = [()]
    for token in tokens:
        space = () if (token.first and not token.bare) or not lines[-1] else (BLANK,)
        if lines[-1] and len(lines[-1]) + len(space) + len(token.cells) > width:
            lines.append(token.cells)
        else:
            lines[-1] += (*space, *token.cells)
    return lines


def tellings(seen: LocationContents, seat: Seat, glyphs: Glyphs, *, roomy: bool) -> list[Telling]:
    """Who stands at a location, the most first. All tell how many there are, a disk and a siege.

    All but the shortest in brackets tell of leaders. `roomy`: the map is large enough for faces.
    """
    found: list[Telling] = []
    held = seen.control is not None
    fought = seen.battle or all(seen.blocks)
    for shown in _shown(seen, seat) if seen.sides else ():
        value = _IN_BRACKETS
        for side in seen.sides:
            faces, leader = seen.faces[side], _LEADER[roomy][side != seat]
            if side != seat and seen.blocks[seat]:
                leader = _AGAINST
            common = _COMMON[roomy][side != seat] * (_LED if any(not chip.common for chip in faces) else 1)
            common *= _FOUGHT if fought else 1
            value += sum([common if chip.common else leader for chip in faces[: shown[side]]])
        if seen.blocks[seat] == 1 == shown[seat]:
            value += _ALONE
        if seen.blocks[seat] and shown[seat] == len(seen.faces[seat]):
            value += _OWN_WHOLE[roomy]
        whole = all(shown[side] == len(seen.faces[side]) for side in seen.sides)
        tokens = [token for side in seen.sides for token in _stack(seen, side, shown[side], glyphs)]
        found.append(Telling(tuple(tokens), value + (_WHOLE[roomy] + _FOUGHT_WHOLE * fought) * whole, whole, held=held))
        brief = [token for side in seen.sides for token in _stack(seen, side, shown[side], glyphs, brief=True)]
        if brief != tokens:
            less = _BRIEF[roomy] - (_WHOLE[roomy] + _FOUGHT_WHOLE * fought) * whole
            found.append(Telling(tuple(brief), value - less, whole, held=held))
    if not found:
        return found
    found = _worth_trying(found)
    shortest = tuple([_shortest(seen, side, glyphs) for side in seen.sides])
    if shortest != found[-1].tokens:
        found.append(Telling(shortest, _WITHOUT_LEADERS, whole=False, held=held))
    known = any(seen.faces[side] for side in seen.sides)
    counts = [Token(cells_of(_count(seen, side, 0, glyphs), SIDES[side]), first=True, bare=True) for side in seen.sides]
    found.append(Telling(tuple(counts), _BARE[roomy][len(counts) > 1], not known, bare=True, held=held))
    return found


def _worth_trying(found: Sequence[Telling]) -> list[Telling]:
    """The best first, without those that are worth less than another of which no stack is wider."""
    kept: list[tuple[Telling, Sequence[int]]] = []
    for telling in sorted(found, key=lambda telling: -telling.value):
        widths = telling.widths
        if not any(all(map(operator.le, narrower, widths)) for _, narrower in kept):
            kept.append((telling, widths))
    return [telling for telling, _ in kept]


def _shown(seen: LocationContents, seat: Seat) -> Iterator[tuple[int, int]]:
    """How many faces of each side are told: from all to the leaders alone, or none; the own ones are left out last."""
    levels = []
    for faces in seen.faces:
        leaders = len([chip for chip in faces if not chip.common])
        levels.append([*range(len(faces), leaders - 1, -1), *([0] if leaders else [])])
    for own in levels[seat]:
        for enemy in levels[other(seat)]:
            yield (own, enemy) if seat == 0 else (enemy, own)


def _stack(seen: LocationContents, side: Seat, faces: int, glyphs: Glyphs, *, brief: bool = False) -> Iterator[Token]:
    """A stack with so many of its faces: how many there are, and a chip for each face, all in a side's brackets.

    Of few blocks whose faces are all told nobody needs to be told how many there are, and of one alone not even where
    a disk or a siege is. `brief`: of several of a daimyo's, one after another, the first alone names him; with one
    leader at most, all of his are brought together for it.
    """
    left, right = BRACKETS[side]
    style = SIDES[side]
    end = (glyphs.text(MORE) if faces < len(seen.faces[side]) else "") + right
    chips = seen.faces[side][:faces]
    if brief and len([chip for chip in chips if not chip.common]) < 2:
        # All of a daimyo's are together; of several leaders none stands behind others.
        chips = tuple(together(chips, lambda chip: chip.daimyo))
    count = _count(seen, side, faces, glyphs)
    begin = cells_of(left, style)
    all_told = f"{LETTERS[side]}{len(chips)}"
    if len(chips) == 1 == seen.blocks[side]:
        begin = cells_of(left + count.removeprefix(all_told), style)  # a disk, a siege
    elif not 0 < len(chips) <= _FEW or count != all_told:
        yield Token(cells_of(left + count + ("" if chips else end), style), first=True)
        begin = ()
    codes = [chip.code for chip in chips]
    codes = named_once(codes, [chip.daimyo for chip in chips]) if brief else codes
    for number, (chip, code) in enumerate(zip(chips, codes, strict=True)):
        face = cells_of(glyphs.text(code), chip_style(chip.daimyo))
        last = cells_of(end, style) if number == len(chips) - 1 else ()
        yield Token((*begin, *face, *last), first=bool(begin))
        begin = ()


def _shortest(seen: LocationContents, side: Seat, glyphs: Glyphs) -> Token:
    """A stack without its faces, and without the letters of its leaders but the one whose death ends the game (2.1)."""
    left, right = BRACKETS[side]
    more = glyphs.text(MORE) if seen.faces[side] or seen.leaders[side] else ""
    protagonist = PROTAGONIST_SIGN if any(chip.code.endswith(PROTAGONIST_SIGN) for chip in seen.faces[side]) else ""
    return Token(cells_of(f"{left}{_number(seen, side, glyphs, protagonist)}{more}{right}", SIDES[side]), first=True)


def _count(seen: LocationContents, side: Seat, faces: int, glyphs: Glyphs) -> str:
    """How many blocks a side has here, with the leaders not told by a chip."""
    leaders = {chip.code[-1] for chip in seen.faces[side][faces:] if not chip.common}
    leaders |= {LEADER} if seen.leaders[side] else set()
    return _number(seen, side, glyphs, "".join(sorted(leaders)))


def _number(seen: LocationContents, side: Seat, glyphs: Glyphs, leaders: str = "") -> str:
    """A side's letter and how many blocks it has here; a disk, leaders, a siege."""
    signs, count = signs_for(glyphs), seen.blocks[side]
    text = f"{LETTERS[side]}{count}" if count else LETTERS[side]
    text += signs.disk if seen.disk and side == ISHIDA else ""
    return text + leaders + (signs.besieged if seen.besieged == side else "")
