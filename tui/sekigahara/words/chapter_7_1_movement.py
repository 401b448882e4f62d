"""Section 7.1 in words: movement bought, its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.forms import Degree
from tui.language import N_, Said, _, plural
from tui.sekigahara.words.names import pieces_words, which

PAYMENT_DUE: Final = N_("pay for movement")
MOVEMENT_DUE: Final = N_("move")
END_MOVEMENT: Final = N_("ends the movement")

DEGREES: Final = Said(
    {
        Degree.NONE: N_("no movement"),
        Degree.MINIMAL: N_("minimal movement"),
        Degree.LIMITED: N_("limited movement"),
        Degree.TOTAL: N_("total movement"),
    }
)


def pay_words(answer: Pay, faces: Mapping[Piece, Face]) -> str:
    """7.1, R9."""
    cards = f"{plural(len(answer.cards), '{count} card', '{count} cards')}{which(answer.cards, faces)}"
    if answer.degree is Degree.NONE:
        words = _("moves nothing and replaces {cards}") if answer.cards else _("moves nothing and keeps all cards")
    else:
        words = _("buys {degree} for {cards}") if answer.cards else _("buys {degree}, which is free")
    return words.format(degree=DEGREES[answer.degree], cards=cards)


def paid_words(answer: Pay, faces: Mapping[Piece, Face]) -> str:
    """A movement that was bought, under a heading that says by whom: `Total movement: Date card, Date swords`."""
    degree = DEGREES[answer.degree]
    degree = degree[:1].upper() + degree[1:]
    if not answer.cards:
        return _("{degree}, free").format(degree=degree)
    return f"{degree}: {pieces_words(answer.cards, faces)}"
