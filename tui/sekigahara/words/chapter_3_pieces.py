"""Chapter 3 in words: cards and blocks drawn, piles shuffled."""

from __future__ import annotations

from engine.hidden import Draw, Mix
from engine.sekigahara.board import BAG, DECK, HAND, RECRUITMENT
from tui.english import plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES


def draw_words(draw: Draw) -> list[str]:
    """What was drawn, as far as both players know it."""
    side = SIDES[draw.owner]
    if draw.target == HAND:
        return [f"{side} draws {plural(draw.count, 'card')}."]
    if draw.target == RECRUITMENT:
        return [f"{side} draws {plural(draw.count, 'block')} from the bag into the recruitment box."]
    if draw.source == BAG:
        return [f"{side} draws {plural(draw.count, 'block')} from the bag for {NAMES[draw.target]}."]
    return []


def mix_words(mix: Mix) -> list[str]:
    """That a draw pile was shuffled; other mixes are no news."""
    return [f"{SIDES[mix.owner]}'s draw pile is shuffled."] if DECK in mix.pools else []
