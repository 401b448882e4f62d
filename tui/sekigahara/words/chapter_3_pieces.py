"""Chapter 3 in words: cards and blocks drawn, piles shuffled."""

from __future__ import annotations

from engine.hidden import Draw, Mix
from engine.sekigahara.board import BAG, DECK, HAND, RECRUITMENT
from tui.language import _, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES


def draw_words(draw: Draw) -> list[str]:
    """What was drawn, as far as both players know it."""
    side = SIDES[draw.owner]
    if draw.target == HAND:
        return [
            _("{side} draws {cards}.").format(
                side=side, cards=plural(draw.count, "{count} card", "{count} cards", _("no cards"))
            )
        ]
    if draw.target == RECRUITMENT:
        return [
            _("{side} draws {blocks} into the box.").format(
                side=side, blocks=plural(draw.count, "{count} block", "{count} blocks", _("no blocks"))
            )
        ]
    if draw.source == BAG:
        return [
            _("{side} draws {blocks} from the bag for {location}.").format(
                side=side,
                blocks=plural(draw.count, "{count} block", "{count} blocks", _("no blocks")),
                location=NAMES[draw.target],
            )
        ]
    return []


def used_up_words(mix: Mix) -> str:
    """Why a draw pile is shuffled in the middle of the game (3.3)."""
    words = _("{side}'s draw pile was used up: the discards are shuffled (3.3).")
    return words.format(side=SIDES[mix.owner])


def mix_words(mix: Mix) -> list[str]:
    """That a draw pile was shuffled; other mixes are no news."""
    return [_("{side}'s draw pile is shuffled.").format(side=SIDES[mix.owner])] if DECK in mix.pools else []
