"""What the switches must know of a game beyond `engine.hidden`: how one lies in it. One small adapter a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.sekigahara.pieces import LEADERS
from protocol.table import Table
from tests.malicious.occasions import false_claim


@dataclass(frozen=True)
class Facts:
    """`lie`: an action of whoever is to decide that rests on a false claim, None if the moment gives no occasion.
    `without`: the switches for which the game never gives occasion.
    """

    lie: Callable[[Table[Any, Any]], Any | None]
    without: frozenset[str] = frozenset()


def _false_leader(table: Table[Any, Any]) -> Any | None:
    """A march that claims a leader among blocks of which none is one (7.3.4)."""
    assert table.seat is not None
    return false_claim(table, frozenset(LEADERS[table.seat]))


def _false_passing(table: Table[Any, Any]) -> Any | None:
    """To pass, as if no tile of the hand could be played (S7)."""
    if not isinstance(table.asked(), TurnDue) or table.seat is None or table.state is None:
        return None
    claims = table.game.claims(table.state, table.seat, Pass())
    if not claims or not claims[0].faces or all(claim.holds(table._known_faces()) for claim in claims):
        return None
    return Pass()


FACTS = {
    "sekigahara": Facts(_false_leader),
    "samurai": Facts(
        _false_passing,
        frozenset(
            {
                "exchange-between-pools",  # no two pools are shuffled together
                "exchange-proofs",
                "prove-too-few-pools",
                "spell-a-move-otherwise",  # no move names two things in an order
                "open-the-wrong-kind",  # its sealed choice shows nothing
            }
        ),
    ),
}
"""By the game's name."""
