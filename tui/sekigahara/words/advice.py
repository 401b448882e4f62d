"""Why something is a good plan, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.sekigahara.board import CASTLE, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import CASTLE_POINTS, RESOURCE_POINTS
from engine.sekigahara.reasons import Battle, Holds, Reason, Takes, Threatens
from tui.language import _, ngettext, plural
from tui.sekigahara.words.locations import NAMES


def reasons_words(reasons: Sequence[Reason]) -> list[str]:
    """Reasons, after "it". What a plan takes it threatens as well, which goes without saying."""
    taken = {reason.location for reason in reasons if isinstance(reason, Takes)}
    return [
        reason_words(reason) for reason in reasons if not isinstance(reason, Threatens) or reason.location not in taken
    ]


def reason_words(reason: Reason) -> str:
    """A reason, after "it"."""
    place = NAMES[reason.location]
    match reason:
        case Takes():
            return _("takes {place} ({points})").format(place=place, points=_points(reason.location))
        case Holds():
            told = _("keeps {place} ({points}), which the enemy can reach")
            return told.format(place=place, points=_points(reason.location))
        case Threatens():
            told = _("comes within two roads of {place} ({points})")
            return told.format(place=place, points=_points(reason.location))
        case Battle():
            return _battle_words(reason, place)
        case _:
            assert_never(reason)


def _points(location: Location) -> str:
    """What a castle or a resource location counts at the end of the game (2.2)."""
    points = CASTLE_POINTS * (CASTLE[location] is not None) + RESOURCE_POINTS * RESOURCE[location]
    return plural(points, "{count} point", "{count} points")


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
