"""Section 8.3 in words: impact, who leads, who has won."""

from __future__ import annotations

from engine.hidden import SEATS, Acted, Event, other
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.state import Combat, State
from tui.language import _
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES


def impact_words(before: State, after: State) -> list[str]:
    """The impact, if it has changed."""
    figures = impact_figures(before, after)
    return [_("Impact: {figures}.").format(figures=figures)] if figures else []


def impact_figures(before: State, after: State) -> str:
    """The impact of both sides, if it has changed, and by how much: `Tokugawa 3 (+3), Ishida 2`."""
    old, new = before.combat, after.combat
    if old is None or new is None or new.location != old.location or new.impact == old.impact:
        return ""
    told = []
    for seat in SEATS:
        added = new.impact[seat] - old.impact[seat]
        # What a line tells of is included, and no line says that otherwise.
        told.append(f"{SIDES[seat]} {new.impact[seat]}" + (f" ({added:+})" if added else ""))
    return ", ".join(told)


def result_words(before: State, event: Event) -> list[str]:
    """Who has won, told when the last side that could deploy has ended (8.5)."""
    combat = before.combat
    if combat is None or not isinstance(event, Acted) or not isinstance(event.action, EndDeployment):
        return []
    if combat.siege:
        return [siege_ended(combat)]
    return [battle_won(combat)] if combat.ended[other(event.seat)] else []


def siege_ended(combat: Combat) -> str:
    """What a siege came to (8.9.4)."""
    return _("The siege of {location} ends with impact {impact}.").format(
        location=NAMES[combat.location], impact=combat.impact[combat.attacker]
    )


def battle_won(combat: Combat) -> str:
    """Who has won a battle (8.2.1): a tie is the defender's."""
    words = (
        _("{side} wins the battle of {location}, {more} to {less}: a tie is the defender's (8.2.1).")
        if combat.impact[0] == combat.impact[1]
        else _("{side} wins the battle of {location}, {more} to {less}.")
    )
    return words.format(
        side=SIDES[combat.leading], location=NAMES[combat.location], more=max(combat.impact), less=min(combat.impact)
    )
