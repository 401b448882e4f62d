"""What cards and blocks are worth to a seat by what it sees, and what a plan spends, loses and risks of them."""

from __future__ import annotations

from typing import Final

from engine.hidden import Face, Piece, Seat, View, other
from engine.sekigahara.board import HAND, LOCATIONS, Location
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment, undeployed
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.forecasts import (
    CombatForecast,
    blocks_in_next_turn,
    combat_forecast,
    deployment_forecast,
    fitting_cards,
    most_to_come,
    state_after_retreat,
)
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import BID_OF, IS_LEADER, KIND_OF, MON_OF, matches
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State

A_CARD: Final = 3
"""What any card is worth beside its bid and the blocks that it deploys."""

A_CHALLENGE: Final = 8
"""The blocks that a card would have to deploy to be worth a Loyalty Challenge of the same bid."""

A_LEADER: Final = 3
"""What a leader is worth beside its mon."""

A_WAY_LEFT: Final = 30
"""What it costs to deploy no more though that could still win or kill: the cards would be drawn again (8.10)."""

A_FIGHT: Final = 6
"""So many blocks that could attack after a retreat are as bad as a fight at once."""

CHALLENGEABLE: Final = 2
AT_RISK: Final = 10
"""What it is worth that a deployment cannot be challenged, which could be refuted, or could not."""
EXPOSED: Final = 1
"""What it is worth that a leader is not deployed."""


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

    A Loyalty Challenge deploys nobody, and may turn a battle (8.6); a double card deploys two at once (8.4.2).
    """
    if is_challenge(card):
        return A_CARD + BID_OF[card] + A_CHALLENGE
    at_once = 2 if KIND_OF[card] == "double" else 1
    return A_CARD + BID_OF[card] + at_once * blocks_of(view, card)


def price(view: View[State], plan: Plan) -> int:
    """What a plan spends, and what it throws away or loses, by what the seat can see."""
    replaced = _replacement(view)
    spent = sum([max(0, card_worth(view, view.faces[card]) - replaced) for card in cards_spent(plan)])
    return spent + sum([_given_away(view, answer) for answer in plan])


def _replacement(view: View[State]) -> int:
    """What the seat has back for a card that it spends.

    A draw replaces what is played in a combat right after it (8.10), by what the cards of the hand are worth on
    average.
    """
    hand = [] if view.state.combat is None else view.state.pools[view.seat][HAND]
    return sum([card_worth(view, view.faces[card]) for card in hand]) // max(1, len(hand))


def _given_away(view: View[State], answer: Answer) -> int:
    """What an answer costs beside the cards that it plays."""
    match answer:
        case Discard(cards):
            return sum([card_worth(view, view.faces[card]) for card in cards])
        case Lose(blocks) | LoseInSiege(blocks):
            return sum([_block_worth(view, block) for block in blocks])
        case _:
            return 0


def risk(view: View[State], plan: Plan) -> int:
    """What an answer in a combat risks beside that: to be challenged (8.6), or to be attacked after a retreat (8.8)."""
    if view.state.combat is None:
        return 0
    match plan[0]:
        case Deploy() as answer:
            found = deployment_forecast(view, answer)
            challenged = 0 if not found.challengeable else AT_RISK if found.turned is not None else CHALLENGEABLE
            # Of what is to be lost they are lost before any that are not deployed (8.7.2).
            leaders = sum([IS_LEADER[view.faces[block]] for block in answer.blocks])
            return 1 + challenged + EXPOSED * leaders
        case EndDeployment():
            now, then, enemy = combat_forecast(view.state), all_to_come(view), other(view.seat)
            turns = not now.siege and now.leading == enemy != then.leading
            return A_WAY_LEFT if turns or then.losses[enemy] > now.losses[enemy] else 0
        case Retreat(location=location) as retreat if location is not None:
            after, enemy = state_after_retreat(view, retreat), other(view.seat)
            met = A_FIGHT if has_units(view.state, enemy, location) else 0
            return met + comers(after, enemy, location)
        case _:
            return 0


def all_to_come(view: View[State]) -> CombatForecast:
    """The combat if the view's seat added all that it can still deploy; as it stands if that is nobody (8.2)."""
    blocks = undeployed(view.state, view.seat)
    return most_to_come(view) if blocks else combat_forecast(view.state)


def comers(state: State, enemy: Seat, place: Location) -> int:
    """How many of the enemy's blocks could fight at a place in its next turn: those that could come, or are there."""
    return len(state.pools[enemy][place]) + blocks_in_next_turn(state, enemy, place, card=True)


def _block_worth(view: View[State], block: Piece) -> int:
    """What a block is worth: its mon, the cards in hand that deploy it, and a leader's marches and claims besides."""
    face = view.faces[block]
    return 2 * MON_OF[face] + A_LEADER * IS_LEADER[face] + len(fitting_cards(view, (block,)))


def saved(view: View[State], plan: Plan, instead: Plan) -> int:
    """How much less a plan spends and loses than another (`price`)."""
    return price(view, instead) - price(view, plan)
