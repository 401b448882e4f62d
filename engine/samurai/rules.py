"""Samurai for two players as an explicit list of rules, behind the interface of `engine.hidden.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from engine.hidden import Face, Piece, Pool, Seat
from engine.rules import Rule, RuleGame
from engine.samurai import text
from engine.samurai.board import BAG, DRAWN, HAND, POOL_KEYS
from engine.samurai.chapters import (
    chapter_2_figures,
    chapter_2_opening,
    chapter_3_passing,
    chapter_3_placing,
    chapter_3_turn,
    chapter_4_figure_exchange,
    chapter_4_tile_exchange,
)
from engine.samurai.chapters.chapter_2_figures import FigureDue, PlaceFigure, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles, start
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import FACE_KEYS, SEAT_NAMES, is_tile, rule_values
from engine.samurai.state import State

RULES_VERSION: Final = 1
"""Raised whenever the same choices may lead to another state: peers must agree on it."""

Question: TypeAlias = OpeningTilesDue | FigureDue | TurnUpDue | TurnDue
"""All that a player may be asked."""

Answer: TypeAlias = (
    ChooseTiles | PlaceFigure | TurnUpFigures | PlaceTile | ExchangeTile | ExchangeFigures | EndTurn | Pass
)
"""All that a player may answer."""

RULES: Final[tuple[Rule, ...]] = (
    *chapter_2_opening.RULES,
    *chapter_2_figures.RULES,
    *chapter_3_placing.RULES,
    *chapter_4_tile_exchange.RULES,
    *chapter_4_figure_exchange.RULES,
    *chapter_3_turn.RULES,
    *chapter_3_passing.RULES,
)
"""The rules in force. The answers to a question are listed in this order."""


class Samurai(RuleGame[State]):
    """The game, with its two options: how the figures are set up, and how the first tiles are come by."""

    name = "samurai"
    seats = SEAT_NAMES

    def __init__(self, setup: Setup = Setup.TURNS, tiles: Tiles = Tiles.CHOSEN, rules: Sequence[Rule] = RULES) -> None:
        super().__init__(rules)
        self.setup = setup
        self.tiles = tiles

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """See `engine.hidden.Game.settings`."""
        return (("setup", str(self.setup)), ("tiles", str(self.tiles)))

    def rules_data(self) -> bytes:
        """The game's name, rules version, options and component data."""
        options = "".join([f"{option} {choice}\n" for option, choice in self.settings])
        return f"{self.name}\n{RULES_VERSION}\n{options}{rule_values()}".encode()

    def face_count(self) -> int:
        """See `engine.hidden.Game.face_count`."""
        return len(FACE_KEYS)

    def start(self) -> State:
        """See `engine.hidden.Game.start`."""
        return start(self.setup, self.tiles)

    def copy(self, state: State) -> State:
        """See `engine.hidden.Game.copy`."""
        return state.copy()

    def pool_count(self) -> int:
        """See `engine.hidden.Game.pool_count`."""
        return len(POOL_KEYS)

    def may_look(self, owner: Seat, pool: Pool) -> bool:
        """The own hand, and figures drawn, which are turned up next. All else is public, or secret from both."""
        return pool in {HAND, DRAWN}

    def face_fits(self, state: State, owner: Seat, piece: Piece, face: Face) -> bool:
        """Whether a piece is shown as what it can be: a figure where the figures lie, else a tile."""
        pools = state.pools[owner]
        pool = next((number for number, lying in enumerate(pools) if piece in lying), None)
        return pool is not None and 0 <= face < len(FACE_KEYS) and is_tile(face) == (pool not in {BAG, DRAWN})

    def read_position(self, position: str) -> tuple[State, dict[Piece, Face]]:
        """The state that a canonical text describes, and the private faces in it. Raises text.PositionError."""
        return text.read_position(position, self.tasks)

    def canonical(self, state: State) -> bytes:
        """See `engine.hidden.Game.canonical`; `text.position_text` says how it looks."""
        return text.position_text(state).encode()


SAMURAI: Final = Samurai()
"""The game as the rulebook has it."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {"setup": tuple(Setup), "tiles": tuple(Tiles)}
"""The choices of each setting, the rulebook's first."""


def samurai_with(settings: Mapping[str, str]) -> Samurai:
    """The game with these settings; those not named are the rulebook's. Raises ValueError for what is not offered."""
    for option, choice in settings.items():
        if choice not in OPTIONS.get(option, ()):
            raise ValueError(f"samurai has no setting {option[:40]}={choice[:40]}")
    return Samurai(Setup(settings.get("setup", Setup.TURNS)), Tiles(settings.get("tiles", Tiles.CHOSEN)))
