"""Section 8.8 in words: retreats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.board import ADJACENT, Location
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, castle_room, retreat_locations, retreat_refusal
from engine.sekigahara.state import Combat, State
from tui.grammar import alternatives, listed
from tui.language import N_, _, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import blocks_named

RETREAT_DUE: Final = N_("retreat")


def retreat_words(state: State, seat: Seat, answer: Retreat, faces: Mapping[Piece, Face]) -> str:
    """8.8. Of some that stay it is said which ones, if `faces` shows them."""
    here = state.current_combat().location
    leaving = len(state.pools[seat][here]) - len(answer.staying)
    parts = []
    if answer.staying:
        staying = blocks_named(answer.staying, faces, part=leaving > 0)
        parts.append(_("leaves {blocks} in the castle of {location}").format(blocks=staying, location=NAMES[here]))
    if answer.location is not None:
        parts.append(
            _("retreats {blocks} to {location}").format(
                blocks=plural(leaving, "{count} block", "{count} blocks", _("no blocks")),
                location=NAMES[answer.location],
            )
        )
    return listed(parts)


def retreats_to_come(state: State, combat: Combat, seat: Seat, lost: int) -> list[str]:
    """Where a side goes with what a battle leaves it when `lost` blocks are gone; what is barred to it, and why (8.8).

    Nothing if it has won, or if nobody is left to retreat.
    """
    left = len(state.pools[seat][combat.location]) - lost
    if combat.siege or combat.leading == seat or left < 1:
        return []
    room = min(castle_room(combat, seat), left)
    # Translators: where blocks may retreat to, and at most how many
    castle = [_("the castle ({most} at most)").format(most=room)] if room else []
    places = [
        # Translators: a place that blocks may retreat to
        (_("{location} (the enemy is there)") if has_units(state, other(seat), place) else "{location}").format(
            location=NAMES[place]
        )
        for place in retreat_locations(state, combat, seat)
    ]
    words = [_("The rest can retreat to {places} (8.8).").format(places=alternatives([*castle, *places]))]
    barred = barred_locations(state, combat, seat)
    return [*words, _("Barred: {places}.").format(places=", ".join(barred.values()))] if barred else words


def barred_locations(state: State, combat: Combat, seat: Seat) -> dict[Location, str]:
    """The neighbours that the loser of a battle may not retreat to, each with why in short (8.8.2, 8.8.3)."""
    barred = {}
    for place in ADJACENT[combat.location]:
        refusal = retreat_refusal(state, combat, seat, place)
        if refusal is None:
            continue
        if refusal.rule == "8.8.2":
            words = _("{location} (an attacker goes back as it came, 8.8.2)")
        elif has_units(state, other(seat), place):
            words = _("{location} (the enemy is there, 8.8.3)")
        else:
            words = _("{location} (the attackers came from there, 8.8.3)")
        barred[place] = words.format(location=NAMES[place])
    return barred
