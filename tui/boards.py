"""What a game's board is to the client: numbered spots in boxes of cells, drawn at several scales. Knows no widget."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias

from engine.hidden import State, View
from tui.arrows import DIRECTIONS, ROW, Links, Points, arrow_table
from tui.lines import Line, side_by_side

Spot: TypeAlias = int
"""A place of the board that can be pointed at, by the game's own number: 0 <= spot < len(layout.boxes)."""

Cell: TypeAlias = tuple[str, str]
"""A sign, one column wide, and the name of its style."""

Tag: TypeAlias = tuple[Cell, ...]
"""What a spot is marked with: one or two cells before it."""


class Trail(NamedTuple):
    """A way over the board, spot after spot, and the name of the style in which it is drawn.

    `number`: which step of a plan it is, which is written into it where that has one digit; 0: it is none.
    """

    stops: tuple[Spot, ...]
    style: str
    number: int = 0


SIGNS: Final = 3
"""How many columns the signs of a spot take: of what may be done there or has happened, and that it is pointed at."""


@dataclass(frozen=True, slots=True)
class Box:
    """A spot's cells: `width` columns from `x`, `height` rows from `y`."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The cell in the middle."""
        return self.x + self.width // 2, self.y + (self.height - 1) // 2

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell belongs to the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def distance(self, x: int, y: int) -> float:
        """How far a cell lies from the box, in columns; 0 inside."""
        across = max(self.x - x, x - self.x - self.width + 1, 0)
        down = max(self.y - y, y - self.y - self.height + 1, 0)
        return across + ROW * down

    def near(self, other: Box, columns: int, rows: int) -> bool:
        """Whether fewer than `columns` free columns and fewer than `rows` free rows lie between the boxes."""
        return (
            self.x < other.x + other.width + columns
            and other.x < self.x + self.width + columns
            and self.y < other.y + other.height + rows
            and other.y < self.y + self.height + rows
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """A board at one scale: the box of each spot, by its number, and the size of the whole.

    The arrow keys go by what looks near and by `links`; a board that is a grid may have a layout of its own whose
    `neighbour` goes by the grid.
    """

    name: str
    boxes: tuple[Box, ...]
    columns: int
    rows: int

    def at(self, x: int, y: int) -> Spot | None:
        """The spot whose box holds the cell."""
        return next((spot for spot, box in enumerate(self.boxes) if box.holds(x, y)), None)

    def boxes_of(self, spot: Spot) -> Sequence[Box]:
        """All cells in which something of a spot is written."""
        return (self.boxes[spot],)

    def marker_of(self, spot: Spot) -> tuple[int, int] | None:
        """The cell of the marker at which the ways to a spot end; None: it has none."""
        return None

    @property
    def points(self) -> Points:
        """What stands for each spot when an arrow key looks for what lies that way: the middle of its box."""
        return tuple([box.centre for box in self.boxes])

    @property
    def links(self) -> Links:
        """For each spot those beside it by a way of the game, for the arrow keys; none if they go by looks alone."""
        return ((),) * len(self.boxes)

    def neighbour(self, spot: Spot, dx: int, dy: int) -> Spot:
        """The spot that an arrow key leads to; the same if nothing lies that way."""
        return arrow_table(self.points, self.links)[spot][DIRECTIONS.index((dx, dy))]


def fitting(layouts: Sequence[Layout], columns: int, rows: int, zoom: int) -> Layout:
    """Of fixed scales, the smallest first, the largest that fits a window, or the one `zoom` after it, going around."""
    room = [number for number, one in enumerate(layouts) if one.columns <= columns and one.rows <= rows]
    return layouts[((room[-1] if room else 0) + zoom) % len(layouts)]


class Board(ABC, Generic[State]):
    """A game's board: where its spots lie, how it is drawn, and what is told of a spot."""

    name: ClassVar[str]
    """What the key bar calls it, such as `map`."""

    key: ClassVar[str]
    """The letter that brings it to the front."""

    spot_title: ClassVar[str]
    """What a spot is called, as a title: `Place`."""

    ground: ClassVar[frozenset[str]]
    """The styles of cells on which nothing stands: a way that is pointed at is drawn over them alone."""

    marks: str = ""
    """Signs on the ground that those of ways leave in sight where they have room beside them."""

    names: ClassVar[frozenset[str]] = frozenset()
    """The styles of names: where a spot may be chosen they have the colour of what that comes to."""

    solid: ClassVar[frozenset[str]] = frozenset()
    """The styles of cells that keep their colours under the cursor and under marks."""

    by_columns: ClassVar[bool] = False
    """Whether it gains more by columns than by rows: where there are few of both the pages stand below it."""

    @property
    @abstractmethod
    def zooms(self) -> int:
        """How many scales there are."""

    @abstractmethod
    def layout(self, columns: int, rows: int, zoom: int = 0) -> Layout:
        """The board for a window of this size: as suits it best, or at one of the other scales, `0 < zoom < zooms`."""

    @abstractmethod
    def contents(self, view: View[State]) -> Any:
        """What the board shows of `view`; if it equals what it showed before, nothing is drawn anew."""

    def labelled(self, layout: Layout, contents: Any) -> Layout:
        """The layout with the boxes that the spots have when this is shown; by default they are always the same."""
        return layout

    @abstractmethod
    def paint(self, layout: Layout, contents: Any) -> list[list[Cell]]:
        """The whole board without cursor and marks, row by row; each row has `layout.columns` cells."""

    def piece_written(self, text: str, style: str) -> str:
        """The code of a piece of which `text` is written in this style; by default the text."""
        return text

    @abstractmethod
    def way(self, layout: Layout, stops: Sequence[Spot]) -> frozenset[tuple[int, int]]:
        """The cells (column, row) that lie along a way from spot to spot."""

    @abstractmethod
    def first_spot(self, view: View[State]) -> Spot:
        """Where the cursor stands when a game is opened."""

    @abstractmethod
    def spots_named(self, beginning: str) -> Sequence[Spot]:
        """The spots whose names begin so, in upper or lower case; first those that have no other name."""

    def spot_named(self, beginning: str) -> Spot | None:
        """The first of them. None if there is none."""
        return next(iter(self.spots_named(beginning)), None)

    @abstractmethod
    def spot_name(self, spot: Spot) -> str:
        """What a spot is called."""

    @abstractmethod
    def spot_lines(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> list[Line]:
        """All about one spot. `sent`: what the player saw before what is planned; None if nothing is."""

    def spot_in_brief(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> list[Line]:
        """The same for a page of few rows: what may change first, in few signs."""
        return self.spot_lines(view, spot, sent)

    def spot_summary(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> Sequence[Line]:
        """The same on one line, at several lengths, the longest first."""
        return [side_by_side(self.spot_lines(view, spot, sent))]
