"""Retreats (8.8)."""

from __future__ import annotations

from collections.abc import Callable

from engine.hidden import other
from engine.sekigahara import Answer
from engine.sekigahara.board import LOCATIONS, Location
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_8_8_retreats import (
    Retreat,
    RetreatDue,
    castle_room,
    entered_from,
    retreat_locations,
    retreat_refusal,
)
from tui.boards import Spot
from tui.language import _, plural
from tui.marks import all_of, at_most_blocks
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words
from tui.sekigahara.words.refusals import why_refused
from tui.steps import Checklist, Menu, MenuItem, Step, Why


def choose_retreat(player: SekigaharaPlayer, question: RetreatDue) -> Step:
    """Where the loser goes; up to two blocks into its castle (8.8, R26)."""
    state, seat, here = player.state, player.seat, question.location
    combat = state.current_combat()
    stack = state.pools[seat][here]
    room = min(castle_room(combat, seat), len(stack))
    items = []
    if room == len(stack):
        text = plural(len(stack), "{count} block into the castle", "All {count} blocks into the castle")
        items.append(MenuItem(text, lambda: Retreat(stack, None), scene=here))
    items += [_target_item(player, question, target, room) for target in retreat_locations(state, combat, seat)]

    def closed(spot: Spot) -> Why | None:
        if spot == here:
            return Why(_("The loser leaves {location} (8.8.1).").format(location=NAMES[here]))
        refusal = retreat_refusal(state, combat, seat, LOCATIONS[spot])
        return None if refusal is None else why_refused(refusal, NAMES[spot])

    note = _("Blocks that leave go to one adjacent location together (8.8).")
    return Menu(_("Retreat from {location}").format(location=NAMES[here]), items, note=note, closed=closed, spot=here)


def _target_item(player: SekigaharaPlayer, question: RetreatDue, target: Location, room: int) -> MenuItem:
    state, seat, here = player.state, player.seat, question.location
    stack = state.pools[seat][here]
    # Whoever retreats to a place sends at least one block there.
    may_stay = min(room, len(stack) - 1)
    text = (
        _("To {location}, leaving blocks in the castle if you like").format(location=NAMES[target])
        if may_stay
        else _("To {location}, {blocks}").format(
            location=NAMES[target], blocks=plural(len(stack), "{count} block", "{count} blocks", _("no blocks"))
        )
    )
    if has_units(state, other(seat), target):
        text = f"{text} — {_to_the_enemy(player, question)}"
    return MenuItem(text, _leave_for(player, question, target, may_stay), spot=target, path=(here, target))


def _to_the_enemy(player: SekigaharaPlayer, question: RetreatDue) -> str:
    """Either side may have to go where the enemy is (8.8.2, 8.8.3); it looks like a mistake if nobody says why."""
    if player.seat != player.state.current_combat().attacker:
        return _("the enemy is there, but no neighbour is free: each is the enemy's or where it came from (8.8.3)")
    if entered_from(player.state, player.seat, question.location):
        return _("the enemy is there, but an attacker goes back the way it came (8.8.2)")
    return _("the enemy is there")


def _leave_for(
    player: SekigaharaPlayer, question: RetreatDue, target: Location, may_stay: int
) -> Callable[[], Step | Answer]:
    stack = player.state.pools[player.seat][question.location]

    def then() -> Step | Answer:
        if may_stay == 0:
            return Retreat((), target)
        return Checklist(
            _("Which blocks stay in the castle, at most {most}?").format(most=may_stay),
            block_items(player, stack),
            all_of(at_most_blocks(may_stay), player.allowed(lambda staying: Retreat(staying, target))),
            lambda staying: _("Retreat to {location}, leaving {pieces} behind").format(
                location=NAMES[target], pieces=pieces_words(staying, player.faces) or _("nobody")
            ),
            lambda staying: Retreat(staying, target),
            note=_("Whoever held the castle may leave blocks in it; the others go together (8.8.1)."),
            spot=target,
            limit=may_stay,
        )

    return then
