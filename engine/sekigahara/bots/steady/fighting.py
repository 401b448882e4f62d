"""The steady bot in combat: what it declares, deploys, challenges, loses, and where it retreats to (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.hidden import Face, Seat
from engine.sekigahara.board import OSAKA, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.cards import card_values
from engine.sekigahara.bots.steady.strength import Side, enemy_impact, own_impact, winning_chance
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare, locations_to_declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment, undeployed
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, Lose, LossesDue, loss_classes
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT, Retreat, castle_room, retreat_locations
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege, SiegeLossesDue
from engine.sekigahara.pieces import ANY_CARD, ARM_OF, IS_LEADER, KIND_OF, MON_OF, PROTAGONIST, matches
from engine.sekigahara.state import Combat, Pieces, State

_PRICELESS: Final = 100.0
"""What a protagonist is worth against any other block: its death ends the game (2.1)."""

_CARD_SHARE: Final = 0.3
"""How much impact a point of a card's value is worth giving up. Played cards are replaced, but by unknown ones."""

_CHALLENGED: Final = 0.7
"""How often an enemy that holds a challenge uses it against a given deployment."""


def block_value(view: Assessment, face: Face) -> float:
    """What an own block is worth keeping alive."""
    if face == PROTAGONIST[view.seat]:
        return _PRICELESS
    value = MON_OF[face] + 1.2 * (ARM_OF[face] is not None) + 0.8 * IS_LEADER[face] + ANY_CARD[face]
    return value + 0.2 * sum(matches(card, face) for card in view.hand_faces)


def side_of(state: State, combat: Combat, seat: Seat) -> Side:
    """What fights for `seat` so far, with the impact that it has."""
    side = Side()
    for block, fights_for in combat.deployed:
        if fights_for == seat:
            side.add(state.shown[block], swords=False)
    side.impact = combat.impact[seat]
    return side


def choose_declare(view: Assessment) -> Declare:
    """The most promising combat first: later ones are fought with cards as they come (8.1, 8.10)."""

    def margin(place: Location) -> float:
        own = own_impact(view.face_of_all(view.mine[place]), view.hand_faces)
        return own - enemy_impact(len(view.theirs[place]), view.enemy_hand)

    return Declare(max(locations_to_declare(view.state), key=lambda place: (margin(place), -place)))


def choose_inside(view: Assessment) -> FightInside:
    """Outside when a battle is likely to be won, else inside (8.9.2)."""
    combat = view.state.current_combat()
    blocks = view.mine[combat.location]
    own = own_impact(view.face_of_all(blocks), view.hand_faces)
    chance = winning_chance(own, enemy_impact(len(view.theirs[combat.location]), view.enemy_hand))
    wanted = 0.85 if view.has_protagonist(blocks) else 0.65 if view.seat == combat.attacker else 0.55
    return FightInside(inside=chance < wanted)


def choose_deploy(view: Assessment) -> Deploy | EndDeployment:
    """The deployment that promises most, as long as it may win the battle or cost the enemy a further block."""
    state = view.state
    combat = state.current_combat()
    seat = view.seat
    left = undeployed(state, seat)
    side = side_of(state, combat, seat)
    now = side.impact
    theirs = combat.impact[view.enemy]
    lead = theirs + (seat == combat.attacker)
    doomed = _doomed(view, combat)
    reachable = own_impact(
        view.face_of_all(left),
        view.hand_faces,
        siege=combat.siege,
        all_in=doomed,
        carded=combat.carded[seat],
        side=side,
    )
    another_loss = reachable // IMPACT_PER_LOSS > now // IMPACT_PER_LOSS
    may_win = not combat.siege and now < lead <= reachable
    if not (another_loss or may_win):
        return EndDeployment()
    best: Deploy | None = None
    best_worth = 0.0
    for deployment, worth in _deployments(view, combat, left, doomed):
        if worth > best_worth:
            best, best_worth = deployment, worth
    return best or EndDeployment()


def _doomed(view: Assessment, combat: Combat) -> bool:
    """Whether the own protagonist is in a battle that it does not survive unless it is won (8.7.1)."""
    blocks = view.mine[combat.location]
    deaths = combat.impact[view.enemy] // IMPACT_PER_LOSS + 1
    return view.has_protagonist(blocks) and len(blocks) <= deaths


def _deployments(view: Assessment, combat: Combat, left: Pieces, doomed: bool) -> Iterator[tuple[Deploy, float]]:
    """Every deployment with the impact it may be expected to bring, less what its card and its risks are worth."""
    seat, faces = view.seat, view.faces
    side = side_of(view.state, combat, seat)
    foes = side_of(view.state, combat, view.enemy)
    may_risk = combat.siege or doomed
    usable = [block for block in left if may_risk or faces[block] != PROTAGONIST[seat]]
    if not combat.carded[seat]:
        for block in usable:
            if IS_LEADER[faces[block]]:
                # Free and beyond challenge, but only now: before anything else.
                yield Deploy(None, (block,)), side.impact_of(faces[block], swords=False) + 20.0
    values = card_values(view)
    danger = 0.0 if combat.siege else _CHALLENGED * view.challenge_chance
    tried: set[tuple[Face, ...]] = set()
    for card in view.hand:
        kind = faces[card]
        if KIND_OF[kind] == "loyalty":
            continue
        rest = [faces[other] for other in view.hand if other != card]
        swords = KIND_OF[kind] == "swords" and not combat.siege
        fitting = [block for block in usable if matches(kind, faces[block])]
        parties: list[Pieces] = [(block,) for block in fitting]
        if KIND_OF[kind] == "double":
            parties += combinations([block for block in fitting if not ANY_CARD[faces[block]]], 2)
        for party in parties:
            bare = tuple([faces[block] for block in party])
            if (kind, *bare) in tried:
                continue
            tried.add((kind, *bare))
            gain = side.impact_of(bare[0], swords)
            turned = foes.impact_of(bare[0], swords=False)
            if len(bare) > 1:
                gain += side.impact_of(bare[1], swords=False) + 1
                turned += foes.impact_of(bare[1], swords=False) + 1
            worth = float(gain)
            if danger and not any(matches(other, bare[0]) for other in rest):
                worth -= danger * (gain + turned)
            yield Deploy(card, party), worth - _CARD_SHARE * values[card]


def choose_challenge(view: Assessment) -> Challenge:
    """Challenge what is likely to be unsupported and worth turning (8.6.1)."""
    combat = view.state.current_combat()
    challenges = [card for card in view.hand if KIND_OF[view.faces[card]] == "loyalty"]
    if not challenges or combat.pending is None:
        return Challenge(None)
    card, blocks = combat.pending.card, combat.pending.blocks
    faces = [view.faces[block] for block in blocks]
    swords = KIND_OF[view.faces[card]] == "swords"
    foes = side_of(view.state, combat, view.enemy)
    mine = side_of(view.state, combat, view.seat)
    swing = foes.impact_of(faces[0], swords) + mine.impact_of(faces[0], swords=False)
    if len(faces) > 1:
        swing += foes.impact_of(faces[1], swords=False) + mine.impact_of(faces[1], swords=False) + 2
    turned = 1.0 - view.refutation_chance(faces[0])
    return Challenge(challenges[0] if turned * swing >= 1.6 else None)


def choose_proof(view: Assessment) -> ProveLoyalty:
    """Prove loyalty whenever it can be proved, with the card least worth hiding (8.6.1)."""
    combat = view.state.current_combat()
    assert combat.pending is not None
    challenged = view.faces[combat.pending.blocks[0]]
    values = card_values(view)
    proofs = [card for card in view.hand if matches(view.faces[card], challenged)]
    return ProveLoyalty(min(proofs, key=lambda card: (values[card], card)) if proofs else None)


def choose_losses(view: Assessment, question: LossesDue) -> Lose:
    """The weakest blocks of each class (8.7.2)."""
    due = question.count
    chosen: Pieces = ()
    for blocks in loss_classes(view.state, view.seat):
        chosen += weakest_blocks(view, blocks, due - len(chosen))
    return Lose(chosen)


def weakest_blocks(view: Assessment, blocks: Pieces, count: int) -> Pieces:
    """The `count` blocks least worth keeping, fewer if there are not so many."""
    return tuple(sorted(blocks, key=lambda block: (block_value(view, view.faces[block]), block))[:count])


def choose_siege_losses(view: Assessment, question: SiegeLossesDue) -> LoseInSiege:
    """Weak blocks first; Sanada's disk before strong ones; Hideyori's when nothing else is left (8.9.4, 9.1, 9.2)."""
    state = view.state
    place = question.location
    due = question.count
    blocks = view.mine[place]
    disk = place in state.disks
    if disk and place == OSAKA:
        lose_disk = due > len(blocks)
    else:
        weak = weakest_blocks(view, blocks, due)
        # The disk can neither fight nor leave, so it goes before a block that can; the last unit is whatever is left.
        strong = any(block_value(view, view.faces[block]) > 2.5 for block in weak)
        lose_disk = disk and (strong or len(weak) < due)
    return LoseInSiege(weakest_blocks(view, blocks, due - lose_disk), lose_disk)


def choose_retreat(view: Assessment) -> Retreat:
    """To friends, castles and quiet places; into the own castle when it can be held (8.8, R26)."""
    state = view.state
    combat = state.current_combat()
    stack = view.mine[combat.location]
    room = min(castle_room(combat, view.seat), len(stack))
    places = retreat_locations(state, combat, view.seat)
    best = max(places, key=lambda place: (_refuge(view, place, len(stack)), -place))
    if not room:
        return Retreat((), best)
    guard = [block for block in stack if view.faces[block] != PROTAGONIST[view.seat]]
    leader = [block for block in stack if view.faces[block] == PROTAGONIST[view.seat]]
    besiegers = enemy_impact(len(view.theirs[combat.location]), view.enemy_hand)
    holds = besiegers < IMPACT_PER_LOSS * (room + (combat.location in state.disks))
    if leader and (_refuge(view, best, len(stack)) < 0 or combat.location == OSAKA):
        guard = leader + guard
    elif not holds and combat.location != OSAKA:
        return Retreat((), best)
    # Weak blocks are enough to hold walls: the strong ones fight another day.
    guard.sort(key=lambda block: (view.faces[block] != PROTAGONIST[view.seat], block_value(view, view.faces[block])))
    staying = tuple(guard[: min(room, CASTLE_LIMIT)])
    return Retreat(staying, None if len(staying) == len(stack) else best)


def _refuge(view: Assessment, place: Location, count: int) -> float:
    """How good it is for `count` beaten blocks to go to `place`; below 0 is no refuge at all."""
    state = view.state
    friends = len(view.mine[place])
    score = 0.6 * min(friends, 5) - 0.7 * max(view.threats[place] - friends - count, 0)
    if has_units(state, view.enemy, place):
        foes = len(view.theirs[place])
        score -= 6 if friends + count < 4 * foes else -2
        score -= 4 * (place in state.disks)
    elif state.holder[place] == view.seat:
        score += 1.0
    if RESOURCE[place]:
        score += 0.5
    return score + 0.1 * min(view.support[place], 6.0)
