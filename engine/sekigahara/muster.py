"""Sections 7.2 and 9.3: blocks that come onto the map from the recruitment box and from the Mōri box."""

from __future__ import annotations

from engine.hidden import IllegalAction, Seat, other
from engine.sekigahara.actions import CallMori, Muster
from engine.sekigahara.board import HAND, MORI_BOX, NAMES, OSAKA, RECRUITMENT, Place
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.pieces import DAIMYO_OF, IS_LEADER, RECRUITING_SIDE, RECRUITS_AT
from engine.sekigahara.procedure import Shown, card_in_hand, discard, face_of, performs, require_in, show
from engine.sekigahara.state import EVERY_STACK, Pieces, State


def may_muster(state: State) -> bool:
    """Whether the movement bought still allows a muster: once a turn, instead of a stack move unless total (7.2)."""
    movement = state.movement
    return movement is not None and not movement.mustered and movement.stack_moves > 0


def muster_place_open(state: State, seat: Seat, place: Place) -> bool:
    """Whether blocks may be mustered to `place`: a friendly recruitment location, no attack from the box (7.2, R17)."""
    if RECRUITING_SIDE[place] != seat:
        return False
    return not state.has_units(other(seat), place) or bool(state.pools[seat][place])


@performs("move", Muster)
def muster(state: State, seat: Seat, action: Muster, shown: Shown) -> None:
    """Option A, blocks of one daimyo shown at a location with its mon, or option B, one block unseen (7.2, R17)."""
    place = action.place
    movement = state.current_movement()
    if movement.paid == "none":
        raise IllegalAction("R9", "No movement was bought, so nothing is mustered this turn")
    if movement.mustered:
        raise IllegalAction("7.2", "There is one muster a turn, and it has been made")
    if movement.stack_moves < 1:
        raise IllegalAction("7.2", f"All moves that {movement.paid} movement allows have been made; a muster is one")
    if not action.blocks:
        raise IllegalAction("7.2", "A muster needs at least one block")
    require_in(state, seat, action.blocks, RECRUITMENT, "7.2", "in the recruitment box")
    if RECRUITING_SIDE[place] != seat:
        raise IllegalAction("7.2", f"{NAMES[place]} is not a recruitment location of this side")
    if not muster_place_open(state, seat, place):
        raise IllegalAction("R17", f"There are enemy units at {NAMES[place]} and no friendly blocks to support")
    if action.shown:
        daimyo = {DAIMYO_OF[face_of(state, shown, block)] for block in action.blocks}
        if len(daimyo) > 1:
            raise IllegalAction("7.2", f"Blocks mustered together are of one daimyo, got {len(daimyo)}")
        if daimyo.isdisjoint(RECRUITS_AT[place]):
            raise IllegalAction("7.2", f"The mon of these blocks is not printed at {NAMES[place]}")
    elif len(action.blocks) != 1:
        raise IllegalAction("7.2", f"One block may be mustered unseen, got {len(action.blocks)}")
    show(state, shown)
    movement.mustered = True
    movement.stack_moves -= movement.stack_moves != EVERY_STACK
    arrive(state, seat, action.blocks, RECRUITMENT, place)


@performs("move", CallMori)
def call_mori(state: State, seat: Seat, action: CallMori, shown: Shown) -> None:
    """A card discarded brings one block from the Mōri box to Osaka, the leader last (9.3, R18)."""
    if seat != ISHIDA:
        raise IllegalAction("9.3", "Only the Ishida player calls blocks from the Mōri box")
    card_in_hand(state, seat, action.card, "9.3")
    require_in(state, seat, (action.block,), MORI_BOX, "9.3", "in the Mōri box")
    if IS_LEADER[state.shown[action.block]] and len(state.pools[seat][MORI_BOX]) > 1:
        raise IllegalAction("9.3", "Mōri Terumoto is the last block to leave the box")
    face_of(state, shown, action.card)
    discard(state, seat, (action.card,), shown)
    arrive(state, seat, (action.block,), MORI_BOX, OSAKA)


def arrive(state: State, seat: Seat, blocks: Pieces, source: Place, place: Place) -> None:
    """Blocks from off the map stand at `place`; they do not move this turn, and may overrun (7.2, R15, R16)."""
    state.transfer(seat, blocks, source, place)
    movement = state.current_movement()
    movement.moved |= frozenset(blocks)
    movement.entered |= 1 << place
    state.settle(place)
    if state.pools[other(seat)][place]:
        state.push(("overrun", place), ("owed", seat))


def mori_to_call(state: State) -> Pieces:
    """The blocks that may leave the Mōri box next: any but the leader, who goes last (9.3)."""
    box = state.pools[ISHIDA][MORI_BOX]
    if not state.pools[ISHIDA][HAND]:
        return ()
    followers = tuple(block for block in box if not IS_LEADER[state.shown[block]])
    return followers or box
