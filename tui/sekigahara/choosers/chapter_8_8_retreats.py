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
from tui.dialogue import Checklist, Menu, MenuItem, Step, all_of, at_most
from tui.english import plural
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words


def choose_retreat(player: SekigaharaPlayer, question: RetreatDue) -> Step:
    """Where the loser goes; up to two blocks into its castle (8.8, R26)."""
    state, seat, here = player.state, player.seat, question.location
    combat = state.current_combat()
    stack = state.pools[seat][here]
    room = min(castle_room(combat, seat), len(stack))
    items = []
    if room == len(stack):
        text = f"All {plural(len(stack), 'block')} into the castle"
        items.append(MenuItem(text, lambda: Retreat(stack, None), scene=here))
    items += [_target_item(player, question, target, room) for target in retreat_locations(state, combat, seat)]

    def closed(spot: Spot) -> str | None:
        refusal = retreat_refusal(state, combat, seat, LOCATIONS[spot])
        return None if refusal is None else player.words.refusal(refusal)

    note = "Blocks that leave go to one adjacent location together (8.8)."
    return Menu(f"Retreat from {NAMES[here]}", items, note=note, closed=closed)


def _target_item(player: SekigaharaPlayer, question: RetreatDue, target: Location, room: int) -> MenuItem:
    state, seat, here = player.state, player.seat, question.location
    stack = state.pools[seat][here]
    # Whoever retreats to a place sends at least one block there.
    may_stay = min(room, len(stack) - 1)
    text = f"To {NAMES[target]}, "
    text += "leaving blocks in the castle if you like" if may_stay else plural(len(stack), "block")
    if has_units(state, other(seat), target):
        text += f" — the enemy is there{_why_to_the_enemy(player, question)}"
    return MenuItem(text, _leave_for(player, question, target, may_stay), spot=target, path=(here, target))


def _why_to_the_enemy(player: SekigaharaPlayer, question: RetreatDue) -> str:
    """Either side may have to go where the enemy is (8.8.2, 8.8.3); it looks like a mistake if nobody says why."""
    if player.seat != player.state.current_combat().attacker:
        return ", but no neighbour is free: each is the enemy's or where it came from (8.8.3)"
    if entered_from(player.state, player.seat, question.location):
        return ", but an attacker goes back the way it came (8.8.2)"
    return ""


def _leave_for(
    player: SekigaharaPlayer, question: RetreatDue, target: Location, may_stay: int
) -> Callable[[], Step | Answer]:
    stack = player.state.pools[player.seat][question.location]

    def then() -> Step | Answer:
        if may_stay == 0:
            return Retreat((), target)
        return Checklist(
            f"Which blocks stay in the castle, at most {may_stay}?",
            block_items(player, stack),
            all_of(at_most(may_stay, "block"), player.allowed(lambda staying: Retreat(staying, target))),
            lambda staying: (
                f"Retreat to {NAMES[target]}, leaving {pieces_words(staying, player.faces) or 'nobody'} behind"
            ),
            lambda staying: Retreat(staying, target),
            spot=target,
            limit=may_stay,
        )

    return then
