"""What cards and blocks are worth to a seat by what it sees, and what a plan spends, loses and risks of them."""

from __future__ import annotations

from typing import Final

from engine.hidden import Face, Piece, View
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.forecasts import deployment_forecast, fitting_cards
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import BID_OF, IS_LEADER, MON_OF, matches
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State

A_CARD: Final = 3
"""What any card is worth beside its bid and the blocks that it deploys."""

A_CHALLENGE: Final = 8
"""The blocks that a card would have to deploy to be worth a Loyalty Challenge of the same bid."""

A_LEADER: Final = 3
"""What a leader is worth beside its mon."""

CHALLENGEABLE: Final = 2
AT_RISK: Final = 10
"""What it is worth that a deployment cannot be challenged, which could be refuted, or could not."""


def blocks_of(view: View[State], *cards: Face) -> int:
    """How many own blocks on the map any of these cards deploys (8.2.2)."""
    stacks = [view.state.pools[view.seat][place] for place in LOCATIONS]
    faces = [view.faces[block] for stack in stacks for block in stack]
    return len([face for face in faces if any(matches(card, face) for card in cards)])


def cards_spent(plan: Plan) -> list[Piece]:
    """The cards that a plan spends: as payment, for forced marches, as a bid or in a battle (6.3, 7.1, 7.3.3, 8.2)."""
    spent: list[Piece | None] = []
    for answer in plan:
        match answer:
            case Pay(degree, cards) if degree is not Degree.NONE:
                spent += cards
            case March(forced=card) | Bid(card=card) | Deploy(card=card) | Challenge(card=card):
                spent.append(card)
    return [card for card in spent if card is not None]


def card_worth(view: View[State], card: Face) -> int:
    """What a card of the hand is worth to a seat: its bid (6.3), and the own blocks on the map that it deploys (8.2.2).

    A Loyalty Challenge deploys nobody, and may turn a battle (8.6).
    """
    return A_CARD + BID_OF[card] + (A_CHALLENGE if is_challenge(card) else blocks_of(view, card))


def price(view: View[State], plan: Plan) -> int:
    """What a plan spends, loses and risks by what the seat can see."""
    spent = sum([card_worth(view, view.faces[card]) for card in cards_spent(plan)])
    return spent + sum([_price_of(view, answer) for answer in plan])


def _price_of(view: View[State], answer: Answer) -> int:
    """What an answer costs beside the cards that it plays."""
    match answer:
        case Discard(cards):
            return sum([card_worth(view, view.faces[card]) for card in cards])
        case Lose(blocks) | LoseInSiege(blocks):
            return sum([_block_worth(view, block) for block in blocks])
        case Deploy() if view.state.combat is not None:
            found = deployment_forecast(view, answer)
            return 1 + (0 if not found.challengeable else AT_RISK if found.turned is not None else CHALLENGEABLE)
        case _:
            return 0


def _block_worth(view: View[State], block: Piece) -> int:
    """What a block is worth: its mon, the cards in hand that deploy it, and a leader's marches and claims besides."""
    face = view.faces[block]
    return 2 * MON_OF[face] + A_LEADER * IS_LEADER[face] + len(fitting_cards(view, (block,)))


def saved(view: View[State], plan: Plan, instead: Plan) -> int:
    """How much less a plan spends, loses and risks than another (`price`)."""
    return price(view, instead) - price(view, plan)
