"""Choices at the start of a week: discards, the bid, who moves first (chapter 6)."""

from __future__ import annotations

from engine.hidden import Piece, other
from engine.sekigahara.actions import Bid, ChooseFirst, Discard
from engine.sekigahara.board import HAND
from engine.sekigahara.legal import one_of_each
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.week import half_hand
from tui.dialogue import Asked, Marks, Option, Pick, Step, exactly
from tui.sekigahara.words.names import SIDES, card_words, pieces_words, plural


def cards_in_hand(asked: Asked) -> list[tuple[Piece, str]]:
    """The own hand with the cards' words, in the order in which the hand is shown everywhere."""
    faces = asked.faces
    hand = sorted(asked.state.pools[asked.seat][HAND], key=lambda card: (faces[card], card))
    return [(card, card_words(faces[card])) for card in hand]


def choose_discards(asked: Asked) -> Step:
    """Half the hand, rounded down, in secret (6.2, R5)."""
    count = half_hand(asked.state, asked.seat)
    if count == 0:
        return Pick(
            "Start of the week",
            [Option("Go on: with fewer than two cards there is nothing to discard", lambda: Discard(()))],
        )
    return Marks(
        f"Discard {plural(count, 'card')}, half your hand",
        cards_in_hand(asked),
        exactly(count, "card"),
        lambda cards: f"Discard {pieces_words(cards, asked.faces)}",
        Discard,
        note="Both sides choose in secret; the discards are then shown (6.2).",
    )


def choose_bid(asked: Asked) -> Step:
    """A card for the turn order, in secret (6.3, R5, R6)."""
    faces = asked.faces
    cards = sorted(
        one_of_each(asked.state.pools[asked.seat][HAND], faces), key=lambda card: (BID_OF[faces[card]], card)
    )
    options = [Option(f"Bid {card_words(faces[card])}", lambda card=card: Bid(card)) for card in cards]  # type: ignore[misc]
    return Pick(
        "Bid for the turn order",
        options or [Option("Bid nothing: your hand is empty", lambda: Bid(None))],
        note="The higher bid names who moves first this week. The card is discarded (6.3).",
    )


def choose_first(asked: Asked) -> Step:
    """Who moves first in both turns of the week (6.3, R8)."""
    options = [
        Option(text, lambda seat=seat: ChooseFirst(seat))  # type: ignore[misc]
        for seat, text in (
            (asked.seat, f"You move first ({SIDES[asked.seat]})"),
            (other(asked.seat), f"Your opponent moves first ({SIDES[other(asked.seat)]})"),
        )
    ]
    return Pick("You won the bid: who moves first this week?", options)
