"""The rules in force, chapter after chapter, and the game that they make: `SEKIGAHARA`.

A variant is another list: `Sekigahara(rules, variant="...")`. Every question and every answer of the rulebook's game
stands in `Question` and `Answer`, for whoever must deal with all of them (`typing.assert_never`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, TypeAlias

from engine.hidden import Face, Piece, Pool, Seat
from engine.rules import Rule, RuleGame
from engine.sekigahara import text
from engine.sekigahara.board import CARD_POOLS, HAND, OWN_POOLS, POOL_COUNT
from engine.sekigahara.chapters import (
    chapter_3_pieces,
    chapter_6_week,
    chapter_7_1_movement,
    chapter_7_2_muster,
    chapter_7_3_marches,
    chapter_7_4_overruns,
    chapter_8_1_declaring,
    chapter_8_2_deployment,
    chapter_8_6_loyalty,
    chapter_8_7_losses,
    chapter_8_8_retreats,
    chapter_8_9_sieges,
    chapter_8_10_replenishment,
    chapter_9_3_mori,
)
from engine.sekigahara.chapters.chapter_5_setup import open_box
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, ChooseFirst, Discard, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import (
    CastleChoiceDue,
    FightInside,
    LoseInSiege,
    SiegeLossesDue,
)
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import SIDES, rule_values
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD, SIDE_OF
from engine.sekigahara.state import State

RULES_VERSION: Final = 2
"""Raised whenever the same choices may lead to another state: peers must agree on it."""

Question: TypeAlias = (
    DiscardsDue
    | BidsDue
    | FirstPlayerDue
    | PaymentDue
    | MovementDue
    | RevealDue
    | DeclarationDue
    | CastleChoiceDue
    | DeploymentDue
    | ChallengeDue
    | LoyaltyProofDue
    | LossesDue
    | SiegeLossesDue
    | RetreatDue
)
"""Everything that a player may be asked."""

Answer: TypeAlias = (
    Discard
    | Bid
    | ChooseFirst
    | Pay
    | EndMovement
    | March
    | Muster
    | CallMori
    | Reveal
    | Declare
    | FightInside
    | EndDeployment
    | Deploy
    | Challenge
    | ProveLoyalty
    | Lose
    | LoseInSiege
    | Retreat
)
"""Everything that a player may do."""

RULES: Final[tuple[Rule, ...]] = (
    *chapter_3_pieces.RULES,
    *chapter_6_week.RULES,
    *chapter_7_1_movement.RULES,
    *chapter_7_3_marches.RULES,
    *chapter_7_2_muster.RULES,
    *chapter_9_3_mori.RULES,
    *chapter_7_4_overruns.RULES,
    *chapter_8_1_declaring.RULES,
    *chapter_8_2_deployment.RULES,
    *chapter_8_6_loyalty.RULES,
    *chapter_8_7_losses.RULES,
    *chapter_8_8_retreats.RULES,
    *chapter_8_9_sieges.RULES,
    *chapter_8_10_replenishment.RULES,
)
"""The rulebook's game. Options of a question are listed in this order."""


class Sekigahara(RuleGame[State]):
    """The game that a list of rules makes; `engine.hidden.Game` documents the methods."""

    name = "sekigahara"
    seats = SIDES

    def __init__(self, rules: Sequence[Rule] = RULES, variant: str = "") -> None:
        """`variant` names a list of rules other than `RULES`; peers must agree on it. Raises ValueError without one."""
        if bool(variant) != (tuple(rules) != RULES):
            raise ValueError("a list of rules other than the rulebook's has a name of its own, and only that")
        super().__init__(rules)
        self.settings: tuple[tuple[str, str], ...] = (("variant", variant),) if variant else ()

    def rules_data(self) -> bytes:
        """The game's name, rules version, settings and every value that a rule depends on."""
        settings = "".join([f"{option} {choice}\n" for option, choice in self.settings])
        return f"{self.name}\n{RULES_VERSION}\n{settings}{rule_values()}".encode()

    def face_count(self) -> int:
        """See `Game.face_count`."""
        return len(FACE_KEYS)

    def start(self) -> State:
        """See `Game.start`."""
        return self._beginning.copy()

    @cached_property
    def _beginning(self) -> State:
        """The same for every game: chance comes later."""
        state = open_box()
        self.advance(state)
        return state

    def copy(self, state: State) -> State:
        """See `Game.copy`."""
        return state.copy()

    def pool_count(self) -> int:
        """See `Game.pool_count`."""
        return POOL_COUNT

    def may_look(self, owner: Seat, pool: Pool) -> bool:
        """The own hand, blocks and boxes; nobody looks into decks and bags (3.1, 3.3)."""
        return pool in OWN_POOLS

    def face_fits(self, state: State, owner: Seat, piece: Piece, face: Face) -> bool:
        """A card is of its owner's cards, a block of its owner's blocks (3.1, 3.3)."""
        pools = state.pools[owner]
        is_card = piece in pools[HAND] or any(piece in pools[pool] for pool in CARD_POOLS)
        return SIDE_OF[face] == owner and IS_CARD[face] == is_card

    def canonical(self, state: State) -> bytes:
        """See `Game.canonical`; `text.position_text` says how it looks."""
        return text.position_text(state).encode()

    def read_position(self, position: str) -> tuple[State, dict[Piece, Face]]:
        """The state that a canonical text describes, and the private faces in it. Raises text.PositionError."""
        return text.read_position(position, self.tasks)


SEKIGAHARA: Final = Sekigahara()
"""The game of the rulebook."""
