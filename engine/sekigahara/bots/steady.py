"""The steady bot: sensible rules of thumb, no search and no memory. Plays like a beginner who has read the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.hidden import Decision, Face, Piece, Sealed, Seat, other
from engine.sekigahara.actions import Action, ChooseFirst, Reveal
from engine.sekigahara.bots import steady_cards, steady_fighting, steady_moving
from engine.sekigahara.bots.steady_view import View
from engine.sekigahara.game import SEKIGAHARA
from engine.sekigahara.state import State


def _first(view: View) -> ChooseFirst:
    return ChooseFirst(view.seat if steady_moving.wants_to_be_first(view) else other(view.seat))


def _reveal(view: View) -> Reveal:
    return Reveal()


_CHOOSERS: Final[dict[str, Callable[[View], Action]]] = {
    "discards": steady_cards.choose_discard,
    "bid": steady_cards.choose_bid,
    "first": _first,
    "pay": steady_moving.choose_pay,
    "move": steady_moving.choose_move,
    "reveal": _reveal,
    "declare": steady_fighting.choose_declare,
    "castle": steady_fighting.choose_position,
    "deploy": steady_fighting.choose_deploy,
    "challenge": steady_fighting.choose_challenge,
    "answer": steady_fighting.choose_answer,
    "lose": steady_fighting.choose_losses,
    "lose-in-siege": steady_fighting.choose_siege_losses,
    "retreat": steady_fighting.choose_retreat,
}


class SteadyBot:
    """Chooses what its rules of thumb weigh highest. The same view gives the same choice: it uses no chance."""

    def choose(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> Action:
        """See `Bot.choose`. Of `faces` it looks at what `seat` may see only (`steady_view.visible_faces`)."""
        waiting = SEKIGAHARA.waiting(state)
        assert isinstance(waiting, Decision | Sealed)
        return _CHOOSERS[waiting.kind](View(state, seat, faces))
