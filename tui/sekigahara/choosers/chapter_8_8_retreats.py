"""Retreats (8.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.hidden import other
from engine.sekigahara import Answer
from engine.sekigahara.board import CASTLE, DEAD, LOCATIONS, RESOURCE, Location
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import (
    Retreat,
    RetreatDue,
    castle_room,
    entered_from,
    retreat_locations,
    retreat_refusal,
)
from engine.sekigahara.forecasts import state_after_retreat
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import Pieces
from tui.boards import Cell, Spot, Tag
from tui.language import _, plural
from tui.marks import all_of, at_most_blocks
from tui.sekigahara.choosers.chapter_2_victory import is_protagonist, items_to_lose
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.choosers.chapter_7_3_way import OVERRUN, OVERRUN_ITSELF
from tui.sekigahara.choosers.chapter_7_3_worth import nearest_blocks
from tui.sekigahara.map.signs import BATTLE
from tui.sekigahara.panels.aftermath import dead_and_result
from tui.sekigahara.words.chapter_4_control import taken_between
from tui.sekigahara.words.chapter_7_3_marches import change_words
from tui.sekigahara.words.chapter_7_4_overruns import overrun_there
from tui.sekigahara.words.chapter_8_8_retreats import barred_locations
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS, pieces_words
from tui.sekigahara.words.recalled import known_faces
from tui.sekigahara.words.refusals import why_refused
from tui.steps import BACK, Checklist, Menu, MenuItem, Refused, Step, Why

_SIGN: Final[Cell] = ("R", "reach-free")
"""How the map marks the places to retreat to."""


def choose_retreat(player: SekigaharaPlayer, question: RetreatDue) -> Step:
    """Where the loser goes, and what becomes of it; up to two blocks into its castle (8.8, R26).

    A neighbour that is barred stands below the others with why.
    """
    state, seat, here = player.state, player.seat, question.location
    combat = state.current_combat()
    stack = state.pools[seat][here]
    room = min(castle_room(combat, seat), len(stack))
    items = []
    if room == len(stack):
        text = plural(len(stack), "{count} block into the castle", "All {count} blocks into the castle")
        siege = _siege_words(player, len(stack))
        text = f"{text} — {siege}" if siege else text
        items.append(MenuItem(text, lambda: Retreat(stack, None), spot=here, in_hand=False, tag=(_SIGN,)))
    items += [_target_item(player, question, target, room) for target in retreat_locations(state, combat, seat)]

    def closed(spot: Spot) -> Why | None:
        if spot == here:
            return Why(_("The loser leaves {location} (8.8.1).").format(location=NAMES[here]))
        refusal = retreat_refusal(state, combat, seat, LOCATIONS[spot])
        return None if refusal is None else why_refused(refusal, NAMES[spot])

    barred = [
        # Below a line that wraps it would be taken for its end.
        Refused(_("Not {place}").format(place=words), str(closed(place) or ""))
        for place, words in barred_locations(state, combat, seat).items()
    ]
    together = _("Blocks that leave go to one adjacent location together (8.8).")
    signs = _("On the map: {signs}.").format(signs=f"{_SIGN[0]} {_('retreat')}")
    return Menu(
        _("Retreat from {location}").format(location=NAMES[here]),
        items,
        # The battle's page has gone: who is asked next is told here what it has come to.
        note=f"{dead_and_result(player.view, combat)} {together} {signs}",
        closed=closed,
        spot=here,
        refused=barred,
    )


def _siege_words(player: SekigaharaPlayer, staying: int) -> str:
    """By how many those in the castle are besieged, and what takes it from them (8.9.4); nothing if by nobody."""
    combat, enemy = player.state.current_combat(), other(player.seat)
    besiegers = len(player.state.pools[enemy][combat.location])
    if not besiegers:
        return ""
    units = staying + (combat.location in player.state.disks)  # no battle costs the disk (8.9.3)
    return _("besieged by {count}, the castle falls at {impact} impact (8.9.4)").format(
        count=besiegers, impact=IMPACT_PER_LOSS * units
    )


def _inside(player: SekigaharaPlayer, staying: int) -> str:
    """What so many who stay in the castle have to expect there; nothing if nobody stays, or nobody besieges it."""
    siege = _siege_words(player, staying) if staying else ""
    if not siege:
        return ""
    blocks = plural(staying, "{count} block", "{count} blocks", _("no blocks"))
    return _("With {blocks} in the castle: {siege}.").format(blocks=blocks, siege=siege)


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
    notes = [_to_the_enemy(player, question)] if has_units(state, other(seat), target) else []
    notes += [*_outcome(player, target), *_place_words(player, target)]
    text = f"{text} — {'; '.join(notes)}" if notes else text
    inside = _inside(player, may_stay)
    then = _leave_for(player, question, target, may_stay)
    mixed = (
        _("They are mixed with your blocks there, so this cannot be taken back.") if state.pools[seat][target] else ""
    )
    came = _way_of_attackers(player, question, target)
    detail = ""
    if mixed or came or inside:  # in the place of the note, of which the first is wanted all the same
        result = dead_and_result(player.view, state.current_combat())
        detail = " ".join([words for words in (mixed, came, result, inside) if words])
    return MenuItem(text, then, spot=target, path=(here, target), detail=detail, tag=_tag(player, target))


def _way_of_attackers(player: SekigaharaPlayer, question: RetreatDue, target: Location) -> str:
    """Why a defender may go where the attackers came from: it is no better than where the enemy is (8.8.3)."""
    state, seat = player.state, player.seat
    combat = state.current_combat()
    if seat == combat.attacker or target not in entered_from(state, combat.attacker, question.location):
        return ""
    return _("The attackers came from there: it is open only because no neighbour is free (8.8.3).")


def _place_words(player: SekigaharaPlayer, target: Location) -> list[str]:
    """What a place to retreat to is worth, who stands there and who near, but for the winner of the battle (8.8)."""
    state, seat = player.state, player.seat
    after = state_after_retreat(player.view, Retreat((), target))
    # What is won there stands by the points.
    won = any(each.place == target for each in taken_between(state, after))
    own_already = seat in (state.holder[target], state.owner[target])
    castle = _("your castle") if own_already else _("castle")
    resource = _("your resource") if own_already else _("resource")
    words = [castle] if CASTLE[target] is not None and not won else []
    words += [resource] if RESOURCE[target] and not won else []
    here = state.current_combat().location
    if own := len(state.pools[seat][target]):
        words.append(plural(own, "{count} own block there", "{count} own blocks there"))
    elif friends := nearest_blocks(player, seat, target, but=here):
        words.append(
            _at_distance(*friends, _("{blocks} of yours next door"), _("{blocks} of yours {roads} roads away"))
        )
    if not state.pools[other(seat)][target]:
        enemies = nearest_blocks(player, other(seat), target, but=here)
        if enemies is None:
            words.append(_("no other enemy near"))
        else:
            beside, away = _("another enemy next door ({blocks})"), _("another enemy {roads} roads away ({blocks})")
            words.append(_at_distance(*enemies, beside, away))
    return words


def _at_distance(roads: int, count: int, beside: str, away: str) -> str:
    """How many blocks stand a road away, or farther."""
    blocks = plural(count, "{count} block", "{count} blocks", _("no blocks"))
    return (beside if roads == 1 else away).format(blocks=blocks, roads=roads)


def _tag(player: SekigaharaPlayer, target: Location) -> Tag:
    """How the map marks a place to retreat to, and that somebody is overrun there or the enemy stands there."""
    state, seat = player.state, player.seat
    dead = state_after_retreat(player.view, Retreat((), target)).pools
    for side, sign in ((seat, OVERRUN_ITSELF), (other(seat), OVERRUN)):
        if len(dead[side][DEAD]) > len(state.pools[side][DEAD]):
            return _SIGN, (sign, "reach-overrun")
    return (_SIGN, (BATTLE, "reach-battle")) if has_units(state, other(seat), target) else (_SIGN,)


def _outcome(player: SekigaharaPlayer, target: Location) -> list[str]:
    """Who is overrun, and what becomes of both sides' points, if all retreat to a place (4, 7.4)."""
    state, seat = player.state, player.seat
    here = state.current_combat().location
    after = state_after_retreat(player.view, Retreat((), target))
    words = [
        overrun_there(seat, side)
        for side in (seat, other(seat))
        if len(after.pools[side][DEAD]) > len(state.pools[side][DEAD])
    ]
    if any(is_protagonist(player, block) for block in after.pools[seat][DEAD]):
        words.append(_("{person} falls: you lose the game (2.1)").format(person=PERSONS[seat]))
    known = known_faces(player.view, other(seat), target, player.recollection)
    if PROTAGONIST[other(seat)] in known and not after.pools[other(seat)][target]:
        words.append(_("{person} falls: you win the game (2.1)").format(person=PERSONS[other(seat)]))
    change = change_words(state, after, seat)
    if change and castle_room(state.current_combat(), seat):
        change = _("with nobody left in the castle of {location}: {change}").format(location=NAMES[here], change=change)
    return [*words, *([change] if change else [])]


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
    """What follows from a place to retreat to."""
    here = question.location
    stack = player.state.pools[player.seat][here]

    def falls(staying: Pieces) -> bool:
        """Whether the castle is lost by this (4.3); who is overrun in it besides is told before."""
        return state_after_retreat(player.view, Retreat(staying, target)).holder[here] != player.seat

    def confirmation(staying: Pieces) -> str:
        words = _("Retreat to {location}, leaving {pieces} behind").format(
            location=NAMES[target], pieces=pieces_words(staying, player.faces) or _("nobody")
        )
        return _("{retreat}: the castle falls").format(retreat=words) if falls(staying) else words

    def go(staying: Pieces) -> Step | Answer:
        return _give_up(player, here, Retreat(staying, target)) if falls(staying) else Retreat(staying, target)

    def then() -> Step | Answer:
        if may_stay == 0:
            return Retreat((), target)
        return Checklist(
            _("Which blocks stay in the castle, at most {most}?").format(most=may_stay),
            block_items(player, stack),
            all_of(at_most_blocks(may_stay), player.allowed(lambda staying: Retreat(staying, target))),
            confirmation,
            go,
            # Who is missed least: a first Enter should not give up the castle.
            marked=tuple([block for block, _words in items_to_lose(player, stack)[:may_stay]]),
            note=_("Whoever held the castle may leave blocks in it; the others go together (8.8.1)."),
            spot=target,
            limit=may_stay,
            outlook=lambda staying: _inside(player, len(staying)),
        )

    return then


def _give_up(player: SekigaharaPlayer, here: Location, retreat: Retreat) -> Step:
    """Asked before a retreat by which a castle is lost (4.3): nobody need have marked who stays."""
    return Menu(
        _("Give up the castle of {location}?").format(location=NAMES[here]),
        [
            MenuItem(_("No, choose who stays"), lambda: BACK),
            MenuItem(_("Yes, retreat: the castle falls"), lambda: retreat, key="y"),
        ],
        note=_("Blocks that stay in the castle would hold it (8.8.4)."),
        spot=here,
    )
