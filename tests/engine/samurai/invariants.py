"""What is true of every position of a game, looked at after every event."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from engine.hidden import SEATS, Acted, BothActed, Drawn, Event, Mixed, Over, Piece, Seat
from engine.samurai import Samurai
from engine.samurai.board import BAG, BOX, DRAWN, HAND, IS_LAND, IS_SEA, LAND_AROUND, PLACES, SETTLEMENTS, STOCK, room
from engine.samurai.chapters.chapter_2_opening import OpeningTilesDue
from engine.samurai.chapters.chapter_2_setup import Setup
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.chapters.chapter_7_scoring import Ending, FinalCount
from engine.samurai.components import TILE_SUPPLY, TILES, TileKind, figure_face, figure_of, is_tile
from engine.samurai.state import State
from engine.samurai.text import position_text
from tests.engine.samurai.positions import BLUE, Table


class Watched(Samurai):
    """The game, with every position looked at as soon as an event has led to it."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.events: Counter[type] = Counter()
        self.ordinary_in_turn = 0

    def apply(self, state: State, event: Event) -> None:
        """Carry it out and look."""
        super().apply(state, event)
        self.events[type(event)] += 1
        check_public(self, state)
        if isinstance(event, Acted):
            self._count_ordinary(state, event)

    def _count_ordinary(self, state: State, event: Acted) -> None:
        """No turn has two tiles without the character (3.2)."""
        played = [TILES[face] for face in event.shown.values() if is_tile(face)]
        self.ordinary_in_turn += sum(not tile.character for tile in played)
        assert self.ordinary_in_turn <= 1
        task = state.agenda[-1] if state.agenda else None
        if not (isinstance(task, TurnDue) and task.played):
            self.ordinary_in_turn = 0


def check_public(game: Samurai, state: State) -> None:
    """All that is public fits together."""
    _check_pieces(game, state)
    _check_board(state)
    _check_figures(game, state)
    _check_turn(state)
    text = position_text(state)
    read, private = game.read_position(text)
    assert (position_text(read), private) == (text, {})
    assert read == state


def _check_pieces(game: Samurai, state: State) -> None:
    pieces = [piece for seat in SEATS for pool in state.pools[seat] for piece in pool]
    assert len(set(pieces)) == len(pieces)
    assert all(piece < state.next_piece for piece in pieces)
    assert set(state.shown) <= set(pieces)
    for seat in SEATS:
        pools = state.pools[seat]
        figures = 18 if seat == BLUE and game.setup is Setup.RANDOM else 0
        assert sum(map(len, pools)) == 20 + figures
        assert len(pools[BAG]) + len(pools[DRAWN]) == figures
        if OpeningTilesDue() not in state.agenda:
            assert len(pools[HAND]) <= 5
    if state.supply == (0, 0, 0):
        public = {piece for seat in SEATS for pool in (*PLACES, BOX, DRAWN) for piece in state.pools[seat][pool]}
        assert set(state.shown) == public


def _check_board(state: State) -> None:
    for here in PLACES:
        lying = [(seat, piece) for seat in SEATS for piece in state.pools[seat][here]]
        assert len(lying) <= 1
        for _, piece in lying:
            tile = TILES[state.shown[piece]]
            assert here not in SETTLEMENTS
            assert IS_SEA[here] == (tile.kind is TileKind.SHIP)
            assert IS_LAND[here] != (tile.kind is TileKind.SHIP)
            assert tile.kind is not TileKind.FIGURE_EXCHANGE
    for seat in SEATS:
        box = [TILES[state.shown[piece]].kind for piece in state.pools[seat][BOX]]
        assert box in ([], [TileKind.FIGURE_EXCHANGE])


def _check_figures(game: Samurai, state: State) -> None:
    for figure in range(3):
        counts = (state.supply, *state.captured, state.aside)
        assert sum(count[figure] for count in counts) + sum(figure in s for s in state.figures.values()) == 7
    for here, standing in state.figures.items():
        assert here in SETTLEMENTS
        assert 1 <= len(standing) <= room(here)
        assert list(standing) == sorted(set(standing))
        # Whatever is surrounded has been captured (5.1).
        assert any(not state.pools[0][near] and not state.pools[1][near] for near in LAND_AROUND[here])
    if state.supply != (0, 0, 0):
        assert state.captured == [(0, 0, 0)] * 2
        assert state.aside == (0, 0, 0)


def _check_turn(state: State) -> None:
    gone = [figure for figure in range(3) if not any(figure in standing for standing in state.figures.values())]
    over = state.over
    if over is None:
        assert not gone
        assert sum(state.aside) < 4
    else:
        assert isinstance(over, Over)
        assert not state.agenda
        assert isinstance(over.reason, FinalCount)
        if over.reason.ending is Ending.KIND_GONE:
            assert gone
        elif over.reason.ending is Ending.FOUR_ASIDE:
            assert sum(state.aside) >= 4
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, TurnDue):
        hand, stock = (len(state.pools[task.seat][pool]) for pool in (HAND, STOCK))
        assert hand
        if not task.played:
            assert hand == 5 or not stock


def check_hidden(game: Samurai, table: Table) -> None:
    """The faces of all pieces make up what each player owns, and each view has what its seat may know and no more."""
    state = table.state
    for seat in SEATS:
        pieces = [piece for pool in state.pools[seat] for piece in pool]
        faces = Counter(table.faces[piece] for piece in pieces)
        figures = [face for face in faces.elements() if not is_tile(face)]
        assert Counter(face for face in faces.elements() if is_tile(face)) == Counter(TILE_SUPPLY)
        if figures:
            assert Counter(figures) == {figure_face(figure_of(face)): 6 for face in set(figures)}
        own = {piece for pool in (HAND, DRAWN) for piece in state.pools[seat][pool]}
        assert set(table.view(seat).faces) == own | set(state.shown)
        assert all(table.view(seat).faces[piece] == table.faces[piece] for piece in own)
    assert {piece: table.faces[piece] for piece in state.shown} == state.shown
    assert _all_pieces(state) == set(table.faces)
    assert game.pool_count() == len(state.pools[Seat(0)])


def _all_pieces(state: State) -> set[Piece]:
    return {piece for seat in SEATS for pool in state.pools[seat] for piece in pool}


EVENTS: Final = (Acted, BothActed, Drawn, Mixed)
