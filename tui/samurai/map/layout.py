"""Where the hexes lie on a board of text, at several scales: pure geometry, worked out once.

The board is turned by thirty degrees, so that rows of hexes are rows of text and each row is shifted by half a hex
against the next: Honshu lies along the screen, and north is to the upper right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.samurai.board import POSITIONS
from engine.samurai.components import Hex
from tui.boards import Box, Layout, Spot


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the board is drawn: from hex to hex in a row there are `pitch` columns; a hex is `lines` rows high."""

    name: str
    pitch: int
    lines: int


SCALES: Final[tuple[Scale, ...]] = tuple(
    [
        Scale(f"{pitch} by {lines}", pitch, lines)
        for pitch, lines in ((4, 1), (5, 1), (5, 2), (6, 2), (7, 2), (7, 3), (8, 3), (9, 3), (9, 4), (10, 4), (12, 5))
    ]
)
"""The smallest first; a larger one has no fewer columns and rows."""


def _turned(place: Hex) -> tuple[int, int]:
    """Half hexes from the left, and rows from the top, of the turned board."""
    down = 2 * place.row + place.column % 2
    return (3 * place.column - down) // 2, (down + place.column) // 2


_TURNED: Final = tuple([_turned(place) for place in POSITIONS])
_LEFT: Final = min([across for across, _ in _TURNED])
_TOP: Final = min([row for _, row in _TURNED])

ROWS: Final[tuple[tuple[int, int], ...]] = tuple([(across - _LEFT, row - _TOP) for across, row in _TURNED])
"""By place: half hexes from the left edge, and rows from the top."""


class HexLayout(Layout):
    """A layout whose arrow keys go from hex to adjacent hex, and at the coast to the nearest one of the next row."""

    def neighbour(self, spot: Spot, dx: int, dy: int) -> Spot:
        """See `Layout.neighbour`. Up and down lean right from even rows and left from odd ones: there and back."""
        across, row = ROWS[spot]
        lean = 1 if row % 2 == 0 else -1
        best, best_far = spot, (10_000, 0)
        for other, (other_across, other_row) in enumerate(ROWS):
            if dx and other_row == row and (other_across - across) * dx > 0:
                far = (abs(other_across - across), 0)
            elif dy and other_row == row + dy:
                far = (abs(other_across - across), abs(other_across - across - lean))
            else:
                continue
            if far < best_far:
                best, best_far = other, far
        return best


@cache
def layout_at(scale: Scale) -> HexLayout:
    """The board at `scale`. A column lies between neighbouring boxes, and one before the first for the cursor."""
    boxes = tuple(
        [Box(1 + across * scale.pitch // 2, row * scale.lines, scale.pitch - 1, scale.lines) for across, row in ROWS]
    )
    columns = max([box.x + box.width for box in boxes])
    rows = max([box.y + box.height for box in boxes])
    return HexLayout(scale.name, boxes, columns, rows)
