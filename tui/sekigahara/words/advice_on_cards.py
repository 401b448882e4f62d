"""What becomes of the cards of a hand by what is advised, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.hidden import Face
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.reasons import (
    Fits,
    GivesUp,
    KeepsBid,
)
from tui.grammar import counted, listed
from tui.language import _, ngettext, plural
from tui.sekigahara.words.names import card_name

NAMED: Final = 2
"""So many cards that are kept are named."""


def fitting_words(reason: GivesUp | Fits | KeepsBid) -> str:
    """For how many own blocks on the map cards are good."""
    match reason:
        case GivesUp():
            return _given_up_words(reason)
        case KeepsBid(highest, gone):
            bids = listed([str(bid) for bid in gone])
            told = (
                ngettext(
                    "keeps {card}, which bids {bid}; what goes bids {bids}",
                    "keeps {card}, which bids {bid}; those that go bid {bids}",
                    len(gone),
                )
                if reason.better
                else ngettext(
                    "throws away a bid of {bids}, and keeps none above {bid}",
                    "throws away bids of {bids}, and keeps none above {bid}",
                    len(gone),
                )
            )
            return told.format(card=card_name(highest), bid=BID_OF[highest], bids=bids)
        case Fits(fitting, fewest):
            told = plural(
                fitting,
                "spends a card that fits {count} block of its side on the map",
                "spends a card that fits {count} blocks of its side on the map",
                _("spends a card that fits no block of its side on the map"),
            )
            return _("{spent}, the fewest of the hand").format(spent=told) if fewest and fitting else told
        case _:
            assert_never(reason)


def _given_up_words(given: GivesUp) -> str:
    """What cards deploy that are kept, and that those that go would deploy nobody besides."""
    told = _("keeps no card that fits a block of its side on the map")
    if given.kept:
        words = ngettext(
            "keeps cards that fit {count} block of their side on the map ({cards})",
            "keeps cards that fit {count} blocks of their side on the map ({cards})",
            given.kept_fitting,
        )
        told = words.format(count=given.kept_fitting, cards=counted([card_name(face) for face in given.kept]))
    if given.challenges:
        kept = plural(given.challenges, "{count} Loyalty Challenge", "{count} Loyalty Challenges")
        told = _("{keeps}, and {challenges}").format(keeps=told, challenges=kept)
    if not given.fitting:
        gone = _("what goes fits none")
    elif not given.alone:
        gone = plural(
            given.fitting,
            "what goes fits {count} block, which those fit as well",
            "what goes fits {count} blocks, all of which those fit as well",
        )
    else:
        return told
    # Translators: what is kept, and what the cards that go deploy of the blocks on the map
    return _("{keeps}; {gone}").format(keeps=told, gone=gone)


def kept_words(cards: Sequence[Face]) -> str:
    """What the hand keeps that would have bid more. Many cards are counted."""
    if not cards:
        return _("bids the highest card of the hand")
    faces = dict.fromkeys(cards)
    if len(faces) > NAMED:
        return plural(len(cards), "keeps {count} card that would bid more", "keeps {count} cards that would bid more")
    return _("keeps {cards}, which would bid more").format(cards=listed([card_name(face) for face in faces]))
