"""The board as rows of cells. Pure; the client puts it on the screen."""

from __future__ import annotations

from typing import Final

from engine.samurai.board import PLACE_KEYS, PLACES, SETTLEMENTS, TERRAIN, Place
from engine.samurai.components import SEAT_NAMES, Terrain
from tui.boards import Cell, Layout
from tui.glyphs import Glyphs
from tui.samurai.map.contents import HexContents
from tui.samurai.map.layout import Scale
from tui.samurai.map.signs import Signs, signs_for
from tui.samurai.words.names import BRACKETS, FIGURE_LETTERS, kind_words, tile_code

GROUND: Final = frozenset({"around", "land", "sea", "edge"})
"""The styles of cells on which nothing stands."""
_AROUND: Final[Cell] = (" ", "around")


def paint(layout: Layout, scale: Scale, contents: tuple[HexContents, ...], glyphs: Glyphs) -> list[list[Cell]]:
    """The whole board without cursor and marks, row by row; each row has `layout.columns` cells."""
    signs = signs_for(glyphs)
    rows: list[list[Cell]] = [[_AROUND] * layout.columns for _ in range(layout.rows)]
    for place in PLACES:
        box = layout.boxes[place]
        ground = "sea" if TERRAIN[place] is Terrain.SEA else "land"
        lines = _hex_lines(place, contents[place], box.width, box.height, signs)
        for number in range(box.height):
            row = rows[box.y + number]
            line = lines[number] if number < len(lines) else []
            cells = line[: box.width]
            row[box.x : box.x + box.width] = [*cells, *[(" ", ground)] * (box.width - len(cells))]
            if scale.lines > 1:
                for edge in (box.x - 1, box.x + box.width):
                    if edge < layout.columns:
                        row[edge] = (signs.edge, "edge")
    return rows


def _cells(text: str, style: str) -> list[Cell]:
    return [(sign, style) for sign in text]


def _hex_lines(place: Place, seen: HexContents, width: int, height: int, signs: Signs) -> list[list[Cell]]:
    """The lines of a hex, the first one telling all that there is at the smallest scale."""
    if seen.owner is not None and seen.tile is not None:
        style = SEAT_NAMES[seen.owner]
        left, right = BRACKETS[seen.owner]
        code = tile_code(seen.tile) + (signs.character if seen.tile.character and width > 4 else "")
        first = f"{left}{code}{right}"
        words = kind_words(seen.tile)
        return [
            _cells(first if len(first) <= width else first[:-1], style),
            [(" ", "land"), *_cells(PLACE_KEYS[place], "land-sign")],
            _cells(words if len(words) <= width else "", f"{style}-lead"),
        ]
    if place in SETTLEMENTS:
        return _settlement_lines(place, seen, width, height, signs)
    ground = "sea" if TERRAIN[place] is Terrain.SEA else "land"
    sign = [(" ", ground), *_cells(signs.terrain[TERRAIN[place]], f"{ground}-sign")]
    return [sign, [(" ", ground), *_cells(PLACE_KEYS[place], f"{ground}-sign")]]


def _settlement_lines(place: Place, seen: HexContents, width: int, height: int, signs: Signs) -> list[list[Cell]]:
    """Sign and letters of the figures, who would have each, the name; the shapes where there is room for all four."""
    sign = signs.terrain[TERRAIN[place]]
    if not seen.figures:
        return [_cells(f"{sign}-", "taken"), [(" ", "land"), *_cells(PLACE_KEYS[place], "land-sign")]]
    letters = "".join([FIGURE_LETTERS[figure] for figure, leader in seen.figures])
    shapes = "".join([signs.figures[figure] for figure, leader in seen.figures])
    if width < len(letters) + 1:
        return [_cells(letters, "settlement")]
    leading: list[Cell] = [(" ", "land")]
    for _figure, leader in seen.figures:
        leading.append(("-", "taken") if leader is None else (SEAT_NAMES[leader][0], f"{SEAT_NAMES[leader]}-lead"))
    key = [(" ", "land"), *_cells(PLACE_KEYS[place], "land-sign")]
    below = [leading, key]
    if height > len(below) + 1:
        below.insert(0, _cells(" " + shapes, "settlement"))
    return [_cells(sign + letters, "settlement"), *below]
