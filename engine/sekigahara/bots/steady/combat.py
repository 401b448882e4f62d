"""The steady bot in combat: what it declares, deploys, challenges, loses, and where it retreats to (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.hidden import Face, Seat
from engine.sekigahara.board import OSAKA, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.impact import Side, enemy_impact, own_impact, winning_chance
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare, locations_to_declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment, undeployed
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, Lose, LossesDue, loss_classes
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT, Retreat, castle_room, retreat_locations
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege, SiegeLossesDue
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER, KIND_OF, PROTAGONIST, matches
from engine.sekigahara.state import Combat, Pieces, State

_BEFORE_ALL: Final = 20.0
"""What puts a deployment before all others: more impact than any brings."""


def side_of(state: State, combat: Combat, seat: Seat) -> Side:
    """What fights for `seat` so far, with the impact that it has."""
    side = Side()
    for block, fights_for in combat.deployed:
        if fights_for == seat:
            side.add(state.shown[block], swords=False)
    side.impact = combat.impact[seat]
    return side


def choose_declare(own: Assessment) -> Declare:
    """The most promising combat first: later ones are fought with cards as they come (8.1, 8.10)."""

    def margin(place: Location) -> float:
        impact = own_impact(own.face_of_all(own.mine[place]), own.hand_faces, own.weights)
        return impact - enemy_impact(len(own.theirs[place]), own.enemy_hand, own.weights)

    return Declare(max(locations_to_declare(own.state), key=lambda place: (margin(place), -place)))


def choose_inside(own: Assessment) -> FightInside:
    """Outside when a battle is likely to be won, else inside (8.9.2)."""
    combat, weights = own.state.current_combat(), own.weights
    blocks = own.mine[combat.location]
    impact = own_impact(own.face_of_all(blocks), own.hand_faces, weights)
    theirs = enemy_impact(len(own.theirs[combat.location]), own.enemy_hand, weights)
    if own.has_protagonist(blocks):
        wanted = weights.sortie_with_protagonist
    elif own.seat == combat.attacker:
        wanted = weights.sortie_of_attacker
    else:
        wanted = weights.sortie
    return FightInside(inside=winning_chance(impact, theirs, weights) < wanted)


def choose_deploy(own: Assessment) -> Deploy | EndDeployment:
    """The deployment that promises most, as long as it may win the battle or cost the enemy a further block."""
    state = own.state
    combat = state.current_combat()
    seat = own.seat
    left = undeployed(state, seat)
    side = side_of(state, combat, seat)
    now = side.impact
    theirs = combat.impact[own.enemy]
    lead = theirs + (seat == combat.attacker)
    doomed = _doomed(own, combat)
    reachable = own_impact(
        own.face_of_all(left),
        own.hand_faces,
        own.weights,
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
    for deployment, worth in _deployments(own, combat, left, doomed):
        if worth > best_worth:
            best, best_worth = deployment, worth
    return best or EndDeployment()


def _doomed(own: Assessment, combat: Combat) -> bool:
    """Whether the own protagonist is in a battle that it does not survive unless it is won (8.7.1)."""
    blocks = own.mine[combat.location]
    deaths = combat.impact[own.enemy] // IMPACT_PER_LOSS + 1
    return own.has_protagonist(blocks) and len(blocks) <= deaths


def _deployments(own: Assessment, combat: Combat, left: Pieces, doomed: bool) -> Iterator[tuple[Deploy, float]]:
    """Every deployment with the impact it may be expected to bring, less what its card and its risks are worth."""
    seat, faces = own.seat, own.faces
    side = side_of(own.state, combat, seat)
    foes = side_of(own.state, combat, own.enemy)
    may_risk = combat.siege or doomed
    usable = [block for block in left if may_risk or faces[block] != PROTAGONIST[seat]]
    if not combat.carded[seat]:
        for block in usable:
            if IS_LEADER[faces[block]]:
                # Free and beyond challenge, but only now: before anything else.
                yield Deploy(None, (block,)), side.impact_of(faces[block], swords=False) + _BEFORE_ALL
    values = own.card_values
    danger = 0.0 if combat.siege else own.weights.challenged * own.challenge_chance
    tried: set[tuple[Face, ...]] = set()
    for card in own.hand:
        kind = faces[card]
        if KIND_OF[kind] == "loyalty":
            continue
        rest = [faces[other] for other in own.hand if other != card]
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
            yield Deploy(card, party), worth - own.weights.card_share * values[card]


def ranked_deployments(own: Assessment) -> list[Deploy]:
    """Every deployment, that which promises most first."""
    combat = own.state.current_combat()
    found = list(_deployments(own, combat, undeployed(own.state, own.seat), _doomed(own, combat)))
    return [deployment for deployment, _ in sorted(found, key=lambda each: -each[1])]


def choose_challenge(own: Assessment) -> Challenge:
    """Challenge what is likely to be unsupported and worth turning (8.6.1)."""
    combat = own.state.current_combat()
    challenges = [card for card in own.hand if KIND_OF[own.faces[card]] == "loyalty"]
    if not challenges or combat.pending is None:
        return Challenge(None)
    card, blocks = combat.pending.card, combat.pending.blocks
    faces = [own.faces[block] for block in blocks]
    swords = KIND_OF[own.faces[card]] == "swords"
    foes = side_of(own.state, combat, own.enemy)
    mine = side_of(own.state, combat, own.seat)
    swing = foes.impact_of(faces[0], swords) + mine.impact_of(faces[0], swords=False)
    if len(faces) > 1:
        swing += foes.impact_of(faces[1], swords=False) + mine.impact_of(faces[1], swords=False) + 2
    turned = 1.0 - own.refutation_chance(faces[0])
    return Challenge(challenges[0] if turned * swing >= own.weights.challenge else None)


def choose_proof(own: Assessment) -> ProveLoyalty:
    """Prove loyalty whenever it can be proved, with the card least worth hiding (8.6.1)."""
    combat = own.state.current_combat()
    assert combat.pending is not None
    challenged = own.faces[combat.pending.blocks[0]]
    values = own.card_values
    proofs = [card for card in own.hand if matches(own.faces[card], challenged)]
    return ProveLoyalty(min(proofs, key=lambda card: (values[card], card)) if proofs else None)


def choose_losses(own: Assessment, question: LossesDue) -> Lose:
    """The weakest blocks of each class (8.7.2)."""
    due = question.count
    chosen: Pieces = ()
    for blocks in loss_classes(own.state, own.seat):
        chosen += own.weakest_blocks(blocks, due - len(chosen))
    return Lose(chosen)


def choose_siege_losses(own: Assessment, question: SiegeLossesDue) -> LoseInSiege:
    """Weak blocks first; Sanada's disk before strong ones; Hideyori's when nothing else is left (8.9.4, 9.1, 9.2)."""
    state = own.state
    place = question.location
    due = question.count
    blocks = own.mine[place]
    disk = place in state.disks
    if disk and place == OSAKA:
        lose_disk = due > len(blocks)
    else:
        weak = own.weakest_blocks(blocks, due)
        # The disk can neither fight nor leave, so it goes before a block that can; the last unit is whatever is left.
        strong = any(own.block_worth(block) > own.weights.strong_block for block in weak)
        lose_disk = disk and (strong or len(weak) < due)
    return LoseInSiege(own.weakest_blocks(blocks, due - lose_disk), lose_disk)


def choose_retreat(own: Assessment) -> Retreat:
    """To friends, castles and quiet places; into the own castle when it can be held (8.8, R26)."""
    state = own.state
    combat = state.current_combat()
    stack = own.mine[combat.location]
    room = min(castle_room(combat, own.seat), len(stack))
    places = retreat_locations(state, combat, own.seat)
    best = max(places, key=lambda place: (_refuge(own, place, len(stack)), -place))
    if not room:
        return Retreat((), best)
    guard = [block for block in stack if own.faces[block] != PROTAGONIST[own.seat]]
    leader = [block for block in stack if own.faces[block] == PROTAGONIST[own.seat]]
    besiegers = enemy_impact(len(own.theirs[combat.location]), own.enemy_hand, own.weights)
    holds = besiegers < IMPACT_PER_LOSS * (room + (combat.location in state.disks))
    if leader and (_refuge(own, best, len(stack)) < 0 or combat.location == OSAKA):
        guard = leader + guard
    elif not holds and combat.location != OSAKA:
        return Retreat((), best)
    # Weak blocks are enough to hold walls: the strong ones fight another day.
    guard.sort(key=lambda block: (own.faces[block] != PROTAGONIST[own.seat], own.block_worth(block)))
    staying = tuple(guard[: min(room, CASTLE_LIMIT)])
    return Retreat(staying, None if len(staying) == len(stack) else best)


def _refuge(own: Assessment, place: Location, count: int) -> float:
    """How good it is for `count` beaten blocks to go to `place`; below 0 is no refuge at all."""
    state, weights = own.state, own.weights
    friends = len(own.mine[place])
    threat = max(own.threats[place] - friends - count, 0)
    score = weights.refuge_friend * min(friends, weights.refuge_friends) - weights.refuge_threat * threat
    if has_units(state, own.enemy, place):
        overrun = friends + count >= ODDS * len(own.theirs[place])
        score += weights.refuge_overrun if overrun else -weights.refuge_enemy
        score -= weights.refuge_disk * (place in state.disks)
    elif state.holder[place] == own.seat:
        score += weights.refuge_castle
    if RESOURCE[place]:
        score += weights.refuge_resource
    return score + weights.refuge_support * min(own.support[place], weights.refuge_supports)
