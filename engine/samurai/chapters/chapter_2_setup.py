"""The position before anything has been mixed, for each choice of the options (chapter 2, S3, S4)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from engine.hidden import SEATS, Draw, Face, Mix, Piece, Pool, Seat
from engine.rules import Task
from engine.samurai.board import BAG, DRAWN, HAND, STOCK
from engine.samurai.chapters.chapter_2_figures import FigureDue, TurnUpDue, put_in_capital
from engine.samurai.chapters.chapter_2_opening import OpeningTilesDue
from engine.samurai.chapters.chapter_3_turn import NextTurn
from engine.samurai.components import FIGURES, FIGURES_OF_EACH_KIND, HAND_SIZE, TILE_SUPPLY, figure_face
from engine.samurai.state import State

BEGINS: Final = SEATS[0]
"""Who places the first figure and plays the first tile: red (2.6, S2)."""

FIGURE_SEAT: Final = SEATS[1]
"""Whose pieces the figures of a random set-up are: not those of who begins (S3)."""


class Setup(StrEnum):
    """How the figures come on the board."""

    TURNS = "turns"
    """The players place them by turns (2.4, 2.5)."""
    RANDOM = "random"
    """They are drawn by chance (S3)."""


class Tiles(StrEnum):
    """How the players come by their first five tiles."""

    CHOSEN = "chosen"
    """Each chooses them in secret (2.1)."""
    DRAWN = "drawn"
    """They are drawn by chance (S4)."""


def start(setup: Setup, tiles: Tiles) -> State:
    """All pieces in their first pools with their faces public, and the plan of the set-up on the agenda."""
    state = State()
    first_pool = HAND if tiles is Tiles.CHOSEN else STOCK
    for seat in SEATS:
        _supply(state, seat, first_pool, TILE_SUPPLY)
    state.supply = (FIGURES_OF_EACH_KIND,) * len(FIGURES)
    put_in_capital(state)
    plan: list[Task] = [Mix(seat, (first_pool,)) for seat in SEATS]
    if tiles is Tiles.CHOSEN:
        plan += [OpeningTilesDue(), *[Mix(seat, (STOCK,)) for seat in SEATS]]
    else:
        plan += [Draw(seat, STOCK, HAND, HAND_SIZE) for seat in SEATS]
    if setup is Setup.TURNS:
        plan.append(FigureDue(BEGINS))
    else:
        figures = [figure_face(figure) for figure in FIGURES for _ in range(state.supply[figure])]
        _supply(state, FIGURE_SEAT, BAG, figures)
        plan += [Mix(FIGURE_SEAT, (BAG,)), Draw(FIGURE_SEAT, BAG, DRAWN, len(figures)), TurnUpDue(FIGURE_SEAT)]
    state.push(*plan, NextTurn(BEGINS, stuck=False))
    return state


def _supply(state: State, seat: Seat, pool: Pool, faces: Iterable[Face]) -> None:
    """Give a seat new pieces with these faces, all public still."""
    for face in faces:
        piece = Piece(state.next_piece)
        state.next_piece += 1
        state.shown[piece] = face
        state.pools[seat][pool] += (piece,)
