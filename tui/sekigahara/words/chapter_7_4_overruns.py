"""Section 7.4 in words: overruns and their dead."""

from __future__ import annotations

from typing import Final

from engine.hidden import SEATS, Acted, Event, Seat, View
from engine.sekigahara.board import DEAD, LOCATIONS
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.forecasts import overruns_of, state_after
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State
from tui.grammar import sentence
from tui.language import N_, _
from tui.sekigahara.words.chapter_7_3_marches import change_words
from tui.sekigahara.words.dangers import new_dangers
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS, SIDES, pieces_words

REVEAL_DUE: Final = N_("show the blocks that are overrun")
REVEAL: Final = N_("shows the overrun blocks")


def overrun_ahead(view: View[State], march: March) -> str:
    """What a march overruns, why it cannot be taken back, what that makes of the points; nothing if nothing is.

    What the player loses by it comes first, before all the game (2.1); then what it exposes that would lose the game.
    """
    after, seat = state_after(view, march), view.seat
    lost, told = [], []
    if any(view.faces.get(block) == PROTAGONIST[seat] for block in after.pools[seat][DEAD]):
        lost.append(_("{person} dies there, and you lose the game (2.1).").format(person=PERSONS[seat]))
    for location, victim in overruns_of(view, march):
        if victim == seat:
            words = _("Your blocks at {location} are overrun: you show and lose them (7.4).")
            lost.append(words.format(location=NAMES[location]))
        else:
            words = _("The enemy's blocks at {location} are overrun: they are shown and lost (7.4).")
            told.append(words.format(location=NAMES[location]))
    if not lost and not told:
        return ""
    change = change_words(view.state, after, seat, march.stops[-1])
    points = [_("Points: {change}.").format(change=change)] if change else []
    dangers = [sentence(words) for words in new_dangers(view, after)]
    return " ".join([*lost, *dangers, _("What has been shown cannot be taken back."), *told, *points])


def overrun_there(seat: Seat, victim: Seat) -> str:
    """Who is overrun where blocks of `seat` go, in a list of what comes of that (7.4)."""
    if victim == seat:
        return _("your blocks there are overrun (7.4)")
    return _("overruns {side} there (7.4)").format(side=SIDES[victim])


def overrun_words(before: State, event: Event, after: State) -> list[str]:
    """Blocks that have died without their owner having chosen them for it (7.4.2)."""
    if isinstance(event, Acted) and isinstance(event.action, Lose | LoseInSiege):
        return []
    lines = []
    for seat in SEATS:
        dead = after.pools[seat][DEAD][len(before.pools[seat][DEAD]) :]
        places = [place for place in range(len(LOCATIONS)) if set(before.pools[seat][place]).intersection(dead)]
        for place in places:
            pieces = [block for block in dead if block in before.pools[seat][place]]
            words = _("{side}'s blocks at {location} are overrun and destroyed: {pieces}.")
            told = pieces_words(pieces, after.shown)
            lines.append(words.format(side=SIDES[seat], location=NAMES[place], pieces=told))
    return lines
