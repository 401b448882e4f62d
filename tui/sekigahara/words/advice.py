"""Why something is a good plan, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.hidden import Face
from engine.sekigahara.board import CASTLE, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import CASTLE_POINTS, RESOURCE_POINTS
from engine.sekigahara.reasons import Battle, BidWon, Fought, Holds, Keeps, Reason, Takes, Threatens
from tui.grammar import listed
from tui.language import _, ngettext, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import card_name

NAMED: Final = 2
"""So many cards that are kept are named."""


def reasons_words(reasons: Sequence[Reason]) -> list[str]:
    """Reasons, after "it". What a plan takes it threatens as well, which goes without saying."""
    taken = {reason.location for reason in reasons if isinstance(reason, Takes)}
    return [
        reason_words(reason) for reason in reasons if not isinstance(reason, Threatens) or reason.location not in taken
    ]


def reason_words(reason: Reason) -> str:
    """A reason, after "it"."""
    match reason:
        case Takes(location):
            return _("takes {place} ({points})").format(place=NAMES[location], points=_points(location))
        case Holds(location):
            told = _("keeps {place} ({points}), which the enemy can reach")
            return told.format(place=NAMES[location], points=_points(location))
        case Threatens(location):
            told = _("comes within two roads of {place} ({points})")
            return told.format(place=NAMES[location], points=_points(location))
        case Battle():
            return _battle_words(reason, NAMES[reason.location])
        case Fought():
            return _fought_words(reason, NAMES[reason.location])
        case BidWon(0, tried):
            return _("loses the bid in all of {tried} trials").format(tried=tried)
        case BidWon(won, tried):
            told = ngettext("wins the bid {count} time in {tried}", "wins the bid {count} times in {tried}", won)
            return told.format(count=won, tried=tried)
        case Keeps(cards):
            return _kept_words(cards)
        case _:
            assert_never(reason)


def _kept_words(cards: Sequence[Face]) -> str:
    """What the hand keeps that would have bid more. Many cards are counted."""
    if not cards:
        return _("is the highest of the hand")
    faces = dict.fromkeys(cards)
    if len(faces) > NAMED:
        return plural(len(cards), "keeps {count} card that would bid more", "keeps {count} cards that would bid more")
    return _("keeps {cards}, which would bid more").format(cards=listed([card_name(face) for face in faces]))


def _points(location: Location) -> str:
    """What a castle or a resource location counts at the end of the game (2.2)."""
    points = CASTLE_POINTS * (CASTLE[location] is not None) + RESOURCE_POINTS * RESOURCE[location]
    return plural(points, "{count} point", "{count} points")


def _fought_words(fought: Fought, place: str) -> str:
    """`wins the combat at Kyoto 9 times in 14 (next best: 5); costs you 1.2 blocks, them 2 (next best: 1.6, 1.4)`.

    What is the same of both is left out.
    """
    outcome, instead = fought.outcome, fought.instead
    told = []
    if instead is None or instead.won != outcome.won:
        wins = ngettext(
            "wins the combat at {place} {count} time in {fought}",
            "wins the combat at {place} {count} times in {fought}",
            outcome.won,
        )
        told.append(
            wins.format(place=place, count=outcome.won, fought=fought.tried)
            + _beside([] if instead is None else [instead.won])
        )
    if instead is None or (instead.own, instead.theirs) != (outcome.own, outcome.theirs):
        costs = _("costs you {own} blocks, them {theirs}").format(own=f"{outcome.own:g}", theirs=f"{outcome.theirs:g}")
        told.append(costs + _beside([] if instead is None else [instead.own, instead.theirs]))
    return "; ".join(told)


def _beside(figures: Sequence[float]) -> str:
    """The same figures of the next best, if there is one."""
    if not figures:
        return ""
    return f" ({_('next best: {figures}').format(figures=', '.join([f'{figure:g}' for figure in figures]))})"


def _battle_words(battle: Battle, place: str) -> str:
    if not battle.won and not battle.lost:
        return _("leaves one side besieged at {place}").format(place=place)
    if battle.won >= battle.lost:
        told = ngettext(
            "wins the combat at {place} {count} time in {fought}",
            "wins the combat at {place} {count} times in {fought}",
            battle.won,
        )
        return told.format(place=place, count=battle.won, fought=battle.fought)
    told = ngettext(
        "loses the combat at {place} {count} time in {fought}",
        "loses the combat at {place} {count} times in {fought}",
        battle.lost,
    )
    return told.format(place=place, count=battle.lost, fought=battle.fought)
