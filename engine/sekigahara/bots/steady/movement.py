"""The steady bot in the movement phase: what it buys, moves and calls from the Mōri box, and when (chapter 7, 9.3)."""

from __future__ import annotations

from engine.hidden import other
from engine.sekigahara.board import OSAKA
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.cards import spending_cost
from engine.sekigahara.bots.steady.planning import Move, Planner, after_paying
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori, blocks_to_call
from engine.sekigahara.components import ISHIDA, WEEKS
from engine.sekigahara.forms import Degree
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import EVERY_STACK


def choose_first(own: Assessment) -> ChooseFirst:
    """To move first with a good attack at hand; the last word counts in the last week (6.3, R8)."""
    first = own.state.week != WEEKS and _best_attack(own) >= own.weights.attack_first
    return ChooseFirst(own.seat if first else other(own.seat))


def _best_attack(own: Assessment) -> float:
    """What the best attack among the moves of a turn gains."""
    plan = _plan_of_turn(own, None)
    disks = own.state.disks if own.enemy == ISHIDA else ()
    return max([move.gain for move in plan if own.theirs[move.end] or move.end in disks], default=0.0)


def _plan_of_turn(own: Assessment, hand_left: int | None) -> list[Move]:
    """The moves of a turn, if every stack may move."""
    ahead = after_paying(own.view, Degree.TOTAL, EVERY_STACK)
    return Planner(own, ahead, hand_left).plan(EVERY_STACK)


def choose_pay(own: Assessment) -> Pay:
    """As much movement as its moves are worth the cards; without any, useless cards are replaced (7.1)."""
    return pay_for(own)[0]


def pay_for(own: Assessment) -> tuple[Pay, list[Move]]:
    """`choose_pay`, and the moves of a turn, best first, by which it was judged."""
    cards, weights, values = len(own.hand), own.weights, own.card_values
    plan = _plan_of_turn(own, max(cards - 1, 0))
    gains = [move.gain for move in plan]
    # Total movement adds the muster to all moves; with limited and minimal movement it is one of them.
    offers = [(sum(gains[:1]), Degree.MINIMAL, 0)]
    if cards >= 1:
        offers.append((sum(gains[:3]) - spending_cost(own, 1), Degree.LIMITED, 1))
    if cards >= 2:
        offers.append((sum(gains) - spending_cost(own, 2), Degree.TOTAL, 2))
    useless = tuple([card for card in own.hand if values[card] < weights.replaceable])
    replaced = sum([weights.new_card - values[card] for card in useless]) * weights.replacing
    offers.append((replaced, Degree.NONE, 0))
    _, degree, price = max(offers, key=lambda offer: offer[0])
    return Pay(degree, useless if degree is Degree.NONE else own.weakest_cards(price)), plan


def choose_move(own: Assessment) -> Answer:
    """The best move left, or the end of the phase."""
    called = _mori(own)
    if called is not None:
        return called
    movement = own.state.current_movement()
    if movement.degree is Degree.NONE:
        return EndMovement()
    plan = Planner(own).plan(max(movement.stack_moves, 1))
    return plan[0].action if plan else EndMovement()


def _mori(own: Assessment) -> CallMori | None:
    """Mōri blocks for cards that are worth little (9.3); the box guards Osaka well enough, so good cards stay."""
    weights = own.weights
    if own.seat != ISHIDA or own.state.week < weights.mori_week or len(own.hand) <= weights.mori_hand:
        return None
    blocks = blocks_to_call(own.state)
    cards = own.weakest_cards(1)
    if not blocks or not cards:
        return None
    if own.threats[OSAKA] >= weights.mori_danger:
        limit = weights.mori_card_in_danger
    elif own.state.turn == 1:
        limit = weights.mori_card_last_turn
    else:
        limit = weights.mori_card
    return CallMori(cards[0], blocks[0]) if own.card_values[cards[0]] < limit else None
