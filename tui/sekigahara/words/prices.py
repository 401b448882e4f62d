"""In what one answer spends or loses more than another that is as good, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hidden import Face, View
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_6_week import Discard
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.forecasts import fitting_cards
from engine.sekigahara.pieces import BID_OF, IS_LEADER, MON_OF
from engine.sekigahara.prices import blocks_of, cards_spent
from engine.sekigahara.state import Pieces, State
from tui.grammar import listed
from tui.language import _, ngettext, plural


def dearer_words(view: View[State], plan: Plan, instead: Plan) -> str:
    """What another plan spends or loses more: `4 mon, not 3`. Empty if no one thing tells it.

    Of a movement phase the reasons for the plan say it.
    """
    match plan[0], instead[0]:
        case (Pay(), Pay()):
            return ""
        case (Lose(blocks) | LoseInSiege(blocks), Lose(others) | LoseInSiege(others)):
            return _lost_words(view, blocks, others)
    spent, more = [_cards_of(view, each) for each in (plan, instead)]
    if len(more) > len(spent) and view.state.combat is None:  # there draws replace them (8.10)
        return plural(len(more) - len(spent), "{count} card more", "{count} cards more")
    if len(spent) == len(more) == 1:
        return _spent_words(view, spent[0], more[0])
    return ""


def _cards_of(view: View[State], plan: Plan) -> list[Face]:
    discarded = [card for answer in plan if isinstance(answer, Discard) for card in answer.cards]
    return [view.faces[card] for card in (*cards_spent(plan), *discarded)]


def _spent_words(view: View[State], card: Face, other_card: Face) -> str:
    """What another card is worth more."""
    if is_challenge(other_card):
        return _("a Loyalty Challenge")
    told = []
    fits, more = blocks_of(view, card), blocks_of(view, other_card)
    if more > fits:
        words = ngettext(
            "a card that fits {count} block, not {fewer}", "a card that fits {count} blocks, not {fewer}", more
        )
        told.append(words.format(count=more, fewer=fits))
    if BID_OF[other_card] > BID_OF[card]:
        told.append(_("a bid of {more}, not {fewer}").format(more=BID_OF[other_card], fewer=BID_OF[card]))
    return listed(told)


def _lost_words(view: View[State], blocks: Pieces, others: Pieces) -> str:
    """What other losses are worth more."""
    mon, more = [sum([MON_OF[face] for face in _faces(view, each)]) for each in (blocks, others)]
    if more > mon:
        return ngettext("{count} mon, not {fewer}", "{count} mon, not {fewer}", more).format(count=more, fewer=mon)
    leaders = [any(IS_LEADER[face] for face in _faces(view, each)) for each in (blocks, others)]
    if leaders == [False, True]:
        return _("a leader")
    fits, fitting = [len(fitting_cards(view, each)) for each in (blocks, others)]
    if fitting > fits:
        words = ngettext(
            "{count} card in hand fits them, not {fewer}", "{count} cards in hand fit them, not {fewer}", fitting
        )
        return words.format(count=fitting, fewer=fits)
    return ""


def _faces(view: View[State], blocks: Pieces) -> Sequence[Face]:
    return [view.faces[block] for block in blocks]
