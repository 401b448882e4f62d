"""Sections 8.1 to 8.6: declaring combat, deployments, impact, initiative and loyalty challenges."""

from __future__ import annotations

from engine.hidden import IllegalAction, Piece, Seat, other
from engine.sekigahara.actions import Answer, Challenge, Declare, Deploy, Finish, Position
from engine.sekigahara.board import CASTLE, HAND, MORI_BOX, NAMES, OSAKA, PLACES, PLAYED, Place
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import ANY_CARD, ARM_OF, DAIMYO_OF, IS_LEADER, KIND_OF, MON_OF, matches
from engine.sekigahara.procedure import (
    Shown,
    card_in_hand,
    face_of,
    is_challenge,
    performs,
    require_in,
    show,
    task,
)
from engine.sekigahara.state import NOBODY, Combat, Pieces, State

CASTLE_LIMIT = 2
"""Blocks that fit into a castle (8.9.2)."""


def places_to_declare(state: State) -> tuple[Place, ...]:
    """Where the active player must still declare combat: units of both sides, not yet declared (8.1, R19, R30)."""
    active = state.active
    mine, theirs = state.pools[active], state.pools[1 - active]
    found = []
    for place in PLACES:
        if not mine[place]:
            # R30: the owner of a lone disk does nothing there.
            continue
        if (theirs[place] or (active == TOKUGAWA and place in state.disks)) and not state.declared >> place & 1:
            found.append(place)
    return tuple(found)


@task("combats")
def next_combat(state: State) -> None:
    """The combat phase goes on until no combat is left to declare (8.1)."""
    if places_to_declare(state):
        state.push(("declare", Seat(state.active)), ("combats",))


@performs("declare", Declare)
def declare(state: State, seat: Seat, action: Declare, shown: Shown) -> None:
    """The active player declares combat at one location (8.1, R19)."""
    if action.place not in places_to_declare(state):
        raise IllegalAction("8.1", f"There is no combat to declare at {NAMES[action.place]}")
    state.agenda.pop()
    state.push(("combat", action.place, seat))


@task("combat")
def begin_combat(state: State, place: Place, attacker: Seat) -> None:
    """Combat at `place`; the Mōri box enters Osaka first when Tokugawa attacks it (9.3, R19, R36)."""
    state.declared |= 1 << place
    holder = state.holder[place] if CASTLE[place] is not None else NOBODY
    state.combat = Combat(place, attacker, holder)
    box = state.pools[ISHIDA][MORI_BOX]
    state.push(("position", place))
    if place == OSAKA and attacker == TOKUGAWA and box:
        state.transfer(ISHIDA, box, MORI_BOX, OSAKA)
        state.settle(place)
        state.push(("hide", ISHIDA, OSAKA), ("overrun", OSAKA), ("owed", attacker))


@task("position")
def choose_position(state: State, place: Place) -> None:
    """A battle, a siege, or the choice of the castle's holder between them (8.9.2, R19)."""
    combat = state.current_combat()
    attacker, defender = combat.attacker, combat.defender
    if not (state.has_units(attacker, place) and state.has_units(defender, place)):
        state.combat = None
        return
    if combat.holder != NOBODY:
        holder = Seat(combat.holder)
        blocks = len(state.pools[holder][place])
        if blocks == 0:
            combat.siege = True
        elif blocks <= CASTLE_LIMIT:
            state.push(("castle", holder))
            return
    state.push(("battle",))


@performs("castle", Position)
def position(state: State, seat: Seat, action: Position, shown: Shown) -> None:
    """Inside is a siege, or nothing if the holder is the attacker; outside is a battle (8.9.2, R19)."""
    combat = state.current_combat()
    state.agenda.pop()
    if action.inside:
        if seat == combat.attacker:
            state.combat = None
            return
        combat.siege = True
    state.push(("battle",))


@task("battle")
def next_deployment(state: State) -> None:
    """Ask the side with the initiative, until both have ended (8.5), or the attacker has in a siege (8.9.4)."""
    combat = state.current_combat()
    if combat.siege:
        if combat.ended[combat.attacker]:
            state.push(("siege-losses",))
        else:
            state.push(("deploy", combat.attacker))
    elif combat.ended[0] and combat.ended[1]:
        state.push(("losses",))
    else:
        state.push(("deploy", combat.initiative))


def undeployed(state: State, seat: Seat) -> Pieces:
    """The blocks of `seat` in the combat that have not been deployed (8.2.2)."""
    combat = state.current_combat()
    deployed = {block for block, _ in combat.deployed}
    return tuple([block for block in state.pools[seat][combat.place] if block not in deployed])


@performs("deploy", Deploy)
def deploy(state: State, seat: Seat, action: Deploy, shown: Shown) -> None:
    """One deployment; the opponent may challenge it if made with a card in a battle (8.2.2 to 8.2.4, 8.4.2)."""
    combat = state.current_combat()
    blocks = action.blocks
    if not 1 <= len(blocks) <= 2:
        raise IllegalAction("8.2.2", f"A deployment is one block, or two with a double card, got {len(blocks)}")
    require_in(state, seat, blocks, combat.place, "8.2.2", f"a block at {NAMES[combat.place]}")
    if any(block == deployed for block in blocks for deployed, _ in combat.deployed):
        raise IllegalAction("8.2.2", "No block is deployed twice in the same battle")
    faces = [face_of(state, shown, block) for block in blocks]
    if action.card is None:
        if len(blocks) > 1 or not IS_LEADER[faces[0]]:
            raise IllegalAction("8.2.4", "Only a leader, and one at a time, deploys without a card")
        if combat.carded[seat]:
            raise IllegalAction("8.2.4", "A leader deploys without a card only before the first deployment with one")
    else:
        card_in_hand(state, seat, action.card, "8.2.2")
        card = face_of(state, shown, action.card)
        if is_challenge(card):
            raise IllegalAction("8.6.1", "A Loyalty Challenge deploys no block")
        for block in faces:
            if not matches(card, block):
                raise IllegalAction("8.2.2", "The card's mon is not that of the block")
        if len(blocks) > 1 and (KIND_OF[card] != "double" or any(ANY_CARD[block] for block in faces)):
            raise IllegalAction("8.4.2", "Only a double card deploys two blocks, and both must bear its mon")
    show(state, shown)
    state.agenda.pop()
    if action.card is None:
        count(state, seat, blocks, swords=False)
        state.push(("battle",))
        return
    state.transfer(seat, (action.card,), HAND, PLAYED)
    combat.carded = _set(combat.carded, seat)
    combat.pending = (action.card, blocks)
    challenger = other(seat)
    if combat.siege or not state.pools[challenger][HAND]:
        # A side without a card cannot challenge (8.6.1), and nobody challenges in a siege (8.9.5).
        stand(state, seat)
    else:
        state.push(("challenge", challenger))


def _set(flags: tuple[bool, bool], seat: Seat) -> tuple[bool, bool]:
    return (True, flags[1]) if seat == 0 else (flags[0], True)


@performs("deploy", Finish)
def finish(state: State, seat: Seat, action: Finish, shown: Shown) -> None:
    """This side ends; initiative goes to the other for good (8.5, R20)."""
    combat = state.current_combat()
    state.agenda.pop()
    combat.ended = _set(combat.ended, seat)
    state.push(("battle",))


@task("stand")
def stand(state: State, seat: Seat) -> None:
    """The pending deployment of `seat` is loyal: count its impact (8.3, 8.4.1)."""
    combat = state.current_combat()
    assert combat.pending is not None
    card, blocks = combat.pending
    combat.pending = None
    swords = KIND_OF[state.shown[card]] == "swords" and not combat.siege
    count(state, seat, blocks, swords)
    state.push(("battle",))


def defect(state: State, seat: Seat) -> None:
    """The pending deployment of `seat` changes sides, without a special attack (8.6.1 to 8.6.3, R23)."""
    combat = state.current_combat()
    assert combat.pending is not None
    _, blocks = combat.pending
    combat.pending = None
    count(state, other(seat), blocks, swords=False)
    state.push(("battle",))


def count(state: State, side: Seat, blocks: Pieces, swords: bool) -> None:
    """Add the impact of `blocks`, deployed one after the other, to that of `side` (8.3, 8.4.1, R21, R22)."""
    combat = state.current_combat()
    impact = list(combat.impact)
    for block in blocks:
        impact[side] += impact_of(state, combat, side, block, swords)
        combat.deployed = (*combat.deployed, (block, side))
    combat.impact = (impact[0], impact[1])


def impact_of(state: State, combat: Combat, side: Seat, block: Piece, swords: bool) -> int:
    """Impact of deploying `block` on `side` now (8.3.2, 8.3.3, 8.4.1, R21)."""
    face = state.shown[block]
    daimyo, arm = DAIMYO_OF[face], ARM_OF[face]
    impact = MON_OF[face]
    attack = swords and arm is not None
    if attack:
        impact += 2
    for deployed, fights_for in combat.deployed:
        if fights_for == side:
            comrade = state.shown[deployed]
            if DAIMYO_OF[comrade] == daimyo:
                impact += 1
            if attack and ARM_OF[comrade] == arm:
                impact += 2
    return impact


@performs("challenge", Challenge)
def challenge(state: State, seat: Seat, action: Challenge, shown: Shown) -> None:
    """A Loyalty Challenge against the deployment just made, or none (8.6.1, R23)."""
    if action.card is None:
        state.agenda.pop()
        stand(state, other(seat))
        return
    card_in_hand(state, seat, action.card, "8.6.1")
    if not is_challenge(face_of(state, shown, action.card)):
        raise IllegalAction("8.6.1", "Only a Loyalty Challenge card challenges a deployment")
    show(state, shown)
    state.agenda.pop()
    state.transfer(seat, (action.card,), HAND, PLAYED)
    deployer = other(seat)
    if state.pools[deployer][HAND]:
        state.push(("answer", deployer))
    else:
        defect(state, deployer)


@performs("answer", Answer)
def answer(state: State, seat: Seat, action: Answer, shown: Shown) -> None:
    """A further card of that daimyo, shown and taken back, proves loyalty; else the blocks defect (8.6.1, R23)."""
    combat = state.current_combat()
    assert combat.pending is not None
    if action.card is None:
        state.agenda.pop()
        defect(state, seat)
        return
    card_in_hand(state, seat, action.card, "8.6.1")
    face = face_of(state, shown, action.card)
    _, blocks = combat.pending
    if not matches(face, state.shown[blocks[0]]):
        raise IllegalAction("R23", "The card shown could not deploy the challenged block")
    show(state, shown)
    state.agenda.pop()
    state.push(("hide", seat, HAND), ("stand", seat))
