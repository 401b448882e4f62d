"""Section 8.9 in words: inside or outside, sieges and what is lost in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Acted, Event, Face, Piece, Seat, other
from engine.sekigahara.board import Location
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege, besieged_units, siege_losses_due
from engine.sekigahara.forecasts import CombatForecast
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import N_, _, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, pieces_words

CASTLE_CHOICE_DUE: Final = N_("fight inside or outside the castle")
SIEGE_LOSSES_DUE: Final = N_("choose losses of the siege")


def under_siege(state: State, seat: Seat, location: Location) -> bool:
    """Whether blocks of `seat` are shut in the castle, as its owner would say it.

    The rules call them besieged as soon as the enemy stands there (8.9.6, R2). But while blocks march, and while a
    combat is fought outside, nobody has shut himself in yet: whether he does is decided in the combat phase (8.9.2).
    Nor are those shut in who have just come to the relief of others.
    """
    enemy, combat = other(seat), state.combat
    if not besieged(state, seat, location):
        return False
    if combat is not None and combat.location == location:
        return combat.siege
    if state.declared >> location & 1:
        return True
    if state.movement is None:
        return not any(side == state.active and there == location for side, there, _origin in state.arrivals)
    move = state.movement.move
    marched = {*state.movement.moved, *([block for group in move.groups for block in group.blocks] if move else [])}
    if state.active == seat:
        return marched.isdisjoint(state.pools[seat][location])
    return not marched.issuperset(state.pools[enemy][location])


def fight_inside_words(answer: FightInside) -> str:
    """8.9.2."""
    return _("stays inside the castle") if answer.inside else _("fights outside the castle")


def lose_in_siege_words(answer: LoseInSiege, faces: Mapping[Piece, Face]) -> str:
    """8.9.4."""
    lost = [pieces_words(answer.blocks, faces)] if answer.blocks else []
    return _("loses {pieces}").format(pieces=listed([*lost, *([_("the disk")] if answer.disk else [])]))


def refused_words(before: State, event: Event, after: State) -> list[str]:
    """That the castle's holder, whose combat it is, stays inside, so that none is fought (8.9.2)."""
    combat = before.combat
    if combat is None or after.combat is not None:
        return []
    if not isinstance(event, Acted) or event.action != FightInside(True):
        return []
    return [
        _("{location}: {side} stays inside the castle.").format(location=NAMES[combat.location], side=SIDES[event.seat])
    ]


def siege_words(before: State, event: Event, after: State) -> list[str]:
    """That a combat has become a siege; that a disk is lost which was not named among the losses of one."""
    lines = []
    old, new = before.combat, after.combat
    if old is not None and new is not None and new.location == old.location and new.siege and not old.siege:
        lines.append(_("It is a siege: {side} stays inside.").format(side=SIDES[new.defender]))
    named = isinstance(event, Acted) and isinstance(event.action, LoseInSiege)
    lost = [location for location in before.disks if location not in after.disks and not named]
    return lines + [_("The disk at {location} is lost.").format(location=NAMES[location]) for location in lost]


def siege_outcome(before: State, event: Event, after: State) -> list[str]:
    """Whether the castle falls, told when the besieged have lost what they lose; if not, what it needs (8.9.4)."""
    combat = before.combat
    if combat is None or not combat.siege or not isinstance(event, Acted):
        return []
    unharmed = isinstance(event.action, EndDeployment) and not siege_losses_due(before, combat)
    if not unharmed and not isinstance(event.action, LoseInSiege):
        return []
    location, disk = combat.location, combat.location in after.disks
    units = besieged_units(after, combat)
    if not units:
        return [_("The castle of {location} falls (8.9.4).").format(location=NAMES[location])]
    words = _("The castle of {location} stands: {blocks} in it; impact {impact} in one siege takes it (8.9.4).")
    blocks = siege_loss_words(units, disk=disk)
    return [words.format(location=NAMES[location], blocks=blocks, impact=units * IMPACT_PER_LOSS)]


def siege_loss_words(count: int, *, disk: bool) -> str:
    """How much is lost in a siege, in a castle with a `disk` or without: it is lost as a block is (8.9.3)."""
    blocks = plural(count, "{count} block", "{count} blocks", _("nothing"))
    return _("{blocks} (the disk counts as one)").format(blocks=blocks) if disk and count else blocks


def siege_forecast(forecast: CombatForecast, *, disk: bool) -> str:
    """What a siege costs as the impact stands (8.9.4)."""
    defender = other(forecast.leading)
    blocks = siege_loss_words(forecast.losses[defender], disk=disk)
    return _("{side} loses {blocks} if nothing more is deployed.").format(side=SIDES[defender], blocks=blocks)
