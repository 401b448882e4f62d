"""The public state of a game of Samurai: plain data, the same for both players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.hidden import SEATS, Face, IllegalAction, Over, Piece, Pool, Seat
from engine.rules import Task
from engine.samurai.board import HAND, POOL_KEYS, Place
from engine.samurai.components import FIGURES, TILES, Figure, Tile, is_tile

Counts: TypeAlias = tuple[int, ...]
"""A number of figures of each kind."""

NO_FIGURES: Final[Counts] = (0,) * len(FIGURES)


def changed(counts: Counts, figure: Figure, by: int) -> Counts:
    """`counts` with `by` more of one kind."""
    return tuple([count + by if kind == figure else count for kind, count in enumerate(counts)])


def _empty_pools() -> tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]]:
    return ([()] * len(POOL_KEYS), [()] * len(POOL_KEYS))


@dataclass(slots=True)
class State:
    """What both players know.

    `agenda` has what is to be done, the next thing last; `supply` the figures still to be placed in the set-up;
    `figures` what stands on each settlement that has any; `captured` what each seat has taken; `aside` what nobody has.
    """

    agenda: list[Task] = field(default_factory=list)
    over: Over | None = None
    shown: dict[Piece, Face] = field(default_factory=dict)
    pools: tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]] = field(default_factory=_empty_pools)
    next_piece: int = 0
    supply: Counts = NO_FIGURES
    figures: dict[Place, tuple[Figure, ...]] = field(default_factory=dict)
    captured: list[Counts] = field(default_factory=lambda: [NO_FIGURES, NO_FIGURES])
    aside: Counts = NO_FIGURES

    def copy(self) -> State:
        """An independent copy."""
        first, second = self.pools
        return State(
            self.agenda.copy(),
            self.over,
            self.shown.copy(),
            (first.copy(), second.copy()),
            self.next_piece,
            self.supply,
            self.figures.copy(),
            self.captured.copy(),
            self.aside,
        )

    def push(self, *tasks: Task) -> None:
        """Put `tasks` on the agenda, the first to be done first, before everything already there."""
        self.agenda.extend(reversed(tasks))

    def transfer(self, seat: Seat, piece: Piece, source: Pool, target: Pool) -> None:
        """Move a piece, which must lie in `source`, to the end of `target`; the others keep their order."""
        pools = self.pools[seat]
        pools[source] = tuple([lying for lying in pools[source] if lying != piece])
        pools[target] += (piece,)

    def owner_at(self, place: Place) -> Seat | None:
        """Whose tile lies on `place`, None if there is none."""
        return next((seat for seat in SEATS if self.pools[seat][place]), None)

    def is_empty(self, place: Place) -> bool:
        """Whether no tile lies on `place`."""
        return not self.pools[0][place] and not self.pools[1][place]

    def tile_at(self, seat: Seat, place: Place) -> Tile:
        """The tile of `seat` that lies on `place`, where there must be one."""
        return TILES[self.shown[self.pools[seat][place][0]]]

    def on_board(self, figure: Figure) -> int:
        """How many figures of a kind stand on the board."""
        return sum(figure in standing for standing in self.figures.values())

    def set_figures(self, place: Place, figures: tuple[Figure, ...]) -> None:
        """Let exactly these figures, of different kinds, stand on a settlement."""
        if figures:
            self.figures[place] = tuple(sorted(figures))
        else:
            self.figures.pop(place, None)


def tile_played(state: State, seat: Seat, piece: Piece, shown: Mapping[Piece, Face]) -> Tile:
    """The tile of the hand that `seat` plays and shows. Raises IllegalAction if it is none."""
    if piece not in state.pools[seat][HAND]:
        raise IllegalAction("3.1", "Tile {piece} is not in the hand", piece=piece)
    face = shown.get(piece, state.shown.get(piece))
    if face is None or not is_tile(face):
        raise IllegalAction("table", "Tile {piece} is not shown", piece=piece)
    return TILES[face]
