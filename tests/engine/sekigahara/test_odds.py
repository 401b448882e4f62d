"""What the opponent can still hold: it follows from what lies open, and is true of every game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from engine.hidden import SEATS, other
from engine.sekigahara.board import BAG, DECK, HAND
from engine.sekigahara.odds import chance_of_holding, hand_odds, unseen, unseen_cards
from tests.engine.sekigahara.positions import TOKUGAWA, position
from tests.tui.sekigahara.games import played


@pytest.mark.parametrize("seed", range(3))
def test_the_unseen_pieces_are_those_that_do_not_lie_open(seed: int) -> None:
    table = played(seed, 150)
    for seat in SEATS:
        pieces = [piece for pool in table.state.pools[seat] for piece in pool if piece not in table.state.shown]
        assert unseen(table.state, seat) == Counter([table.faces[piece] for piece in pieces])


def test_a_hand_of_all_unseen_cards_holds_what_there_is() -> None:
    table = position({"hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    state = table.state
    enemy = other(TOKUGAWA)
    cards = unseen_cards(state, enemy)
    assert chance_of_holding(state, enemy, cards) == Fraction(0), "an empty hand holds nothing"
    state.pools[enemy][HAND], state.pools[enemy][DECK] = state.pools[enemy][DECK], ()
    odds = hand_odds(state, enemy)
    assert odds.hidden == odds.unseen
    assert odds.challenge == 1
    assert state.pools[enemy][BAG]
