"""What the page of the battle shows between battles: the last one, until the next begins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sekigahara.state import State
from tui.language import _
from tui.lines import Line
from tui.log import Card


class LastBattles:
    """The battles that are over, each known by the state that it has left: who looks back sees the last before that."""

    def __init__(self) -> None:
        # Serial numbers only grow, with every mix: a state is told by the next of them.
        self._over: dict[int, Card] = {}

    def add(self, after: State, told: Card) -> None:
        """A battle is over, and came to this."""
        self._over[after.next_piece] = told

    def lines(self, state: State) -> Sequence[Line]:
        """The last battle before a state, where none is fought."""
        over = [serial for serial in self._over if serial <= state.next_piece]
        if not over:
            return []
        card = self._over[max(over)]
        title = _("The last one: {battle}").format(battle=card.title)
        return [[(title, "heading")], *card.lines]
