"""What would come of a choice, worked out by the rules themselves, for screens and bots: nothing is copied from them.

A forecast is from one seat's view and says what follows from what that seat knows; where the opponent's hidden pieces
decide, it says so. A property test plays games and holds each of these against what then happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.hidden import SEATS, Face, IllegalAction, Piece, Seat, View, other
from engine.sekigahara.board import HAND, LOCATION_KEYS, LOCATIONS, PATHS, Location, Path
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_4_control import besieged, occupied, update_control
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_3_distance import (
    Distance,
    is_too_far,
    most_blocks,
    natural_leadership,
    refused_distance,
)
from engine.sekigahara.chapters.chapter_7_3_marches import course_of
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, Route, march_sources
from engine.sekigahara.chapters.chapter_7_4_overruns import bury, overrun_side, overrun_victim
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    DeployBlocks,
    DeploymentDue,
    impact_of_deploying,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.chapters.chapter_8_3_impact import added_impact
from engine.sekigahara.chapters.chapter_8_6_loyalty import accept_deployment, defect
from engine.sekigahara.chapters.chapter_8_7_losses import loss_classes, losses_due
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import siege_losses_due
from engine.sekigahara.odds import unseen_cards
from engine.sekigahara.pieces import ANY_CARD, ARM_OF, DAIMYO_OF, IS_LEADER, KIND_OF, MON_OF, matches
from engine.sekigahara.rules import SEKIGAHARA, Sekigahara
from engine.sekigahara.state import Combat, Pieces, State

# -- chapter 7


@dataclass(frozen=True, slots=True)
class Reach:
    """A way for blocks to get to a location: the march, which must still be given its card if it is `forced`.

    `distance` is the sum that says how far they may march in all, and `steps` how far they then have (7.3.3);
    `overruns` is the side that is overrun there, if any; `meets` whether the blocks then stand there with enemy units.
    """

    path: Path
    claim: bool
    forced: bool
    distance: Distance
    steps: int
    overruns: Seat | None
    meets: bool


def reachable(view: View[State], blocks: Pieces) -> dict[Location, list[Reach]]:
    """Every location that `blocks`, standing together, may march to now, with the ways there, cheapest first.

    Cheapest: without a card before with one, without a claim before with one, then by length.
    """
    found: dict[Location, list[Reach]] = {}
    may_force = bool(view.state.pools[view.seat][HAND])
    for source in march_sources(view):
        if not set(blocks) <= set(source.blocks):
            continue
        whole = source.group is not None and source.group.forced
        if whole and len(blocks) != len(source.blocks):
            continue
        routes = source.routes(len(blocks), may_force)
        for route in (*routes.plain, *routes.pressed):
            found.setdefault(route.path.end, []).append(_reach(view, source, blocks, route))
    for ways in found.values():
        ways.sort(key=lambda way: (way.forced, way.claim, len(way.path.stops)))
    return found


def _reach(view: View[State], source: MarchSource, blocks: Pieces, route: Route) -> Reach:
    state, seat = view.state, view.seat
    end = route.path.end
    overruns = _overrun_with(state, seat, end, len(blocks))
    enemy = other(seat)
    disk = end in state.disks and enemy == 1
    meets = overruns != seat and (disk or (bool(state.pools[enemy][end]) and overruns != enemy))
    steps = len(route.path.stops) + (source.group.steps if source.group is not None else 0)
    distance = source.distance(view, len(blocks), route)
    return Reach(route.path, route.claim, route.forced, distance, steps, overruns, meets)


def overruns_of(view: View[State], march: March) -> list[tuple[Location, Seat]]:
    """Where `march` would have whose blocks overrun, those that stay behind at its start first (7.4.1)."""
    state, seat = view.state, view.seat
    start = next(place for place in LOCATIONS if march.blocks[0] in state.pools[seat][place])
    found = []
    for location, more in ((start, -len(march.blocks)), (march.stops[-1], len(march.blocks))):
        victim = _overrun_with(state, seat, location, more)
        if victim is not None:
            found.append((location, victim))
    return found


def _overrun_with(state: State, seat: Seat, location: Location, more: int) -> Seat | None:
    """Whose blocks at `location` are overrun once `seat` has so many `more` there."""
    counts = [len(state.pools[side][location]) for side in SEATS]
    counts[seat] += more
    return overrun_side(counts[0], counts[1], state.holder[location])


def why_not_reached(view: View[State], blocks: Pieces, location: Location) -> IllegalAction | None:
    """Why `blocks` cannot march to `location` now, None if they can: the refusal of the shortest march there.

    Of marches that are too far it is that of the one which lacks least, with all that would help.
    """
    if location in reachable(view, blocks):
        return None
    start = next((place for place in LOCATIONS if blocks and blocks[0] in view.state.pools[view.seat][place]), None)
    if start is None:
        return IllegalAction("7.3.1", "Piece {piece} is not a block on the map", piece=blocks[0] if blocks else -1)
    if start == location:
        return IllegalAction("7.3.3", "The march begins at {location}", location=LOCATION_KEYS[location])
    ways = [path for paths in PATHS[start][1:] for path in paths if path.end == location]
    found = [_refusal(view, blocks, path) for path in ways]
    refusals = [refusal for refusal in found if refusal is not None]
    assert len(refusals) == len(found), "what can be marched was not found to be reachable"
    used = [refusal for refusal in refusals if refusal.rule == "7.3.1"]
    if used:
        state = view.state.copy()
        state.movement = replace(state.current_movement(), roads=0)
        if location in reachable(replace(view, state=state), blocks):
            # Of a way round it would be no help to hear that it is too far.
            return used[0]
    for refusal in refusals:
        # What cannot be gone at all says less than what is too far.
        if refusal.rule in {"7.3.3", "7.3.2", "8.9.6"}:
            return _most_favourable(refusal, refusals)
    if refusals:
        return refusals[0]
    return IllegalAction(
        "7.3.3", "{location} is farther than anything can march in a turn", location=LOCATION_KEYS[location]
    )


def why_no_march(view: View[State], location: Location) -> IllegalAction | None:
    """Why no block marches from `location` now: the refusal of one's shortest march. None if none stands there."""
    state, seat = view.state, view.seat
    stack, movement = state.pools[seat][location], view.state.current_movement()
    groups = () if movement.move is None else movement.move.groups
    for block in sorted(stack, key=lambda block: block in movement.moved)[:1]:
        # What marches on together or not at all is asked for together (R12).
        blocks = next((each.blocks for each in groups if each.forced and block in each.blocks), (block,))
        problems = []
        for path in PATHS[location][1]:
            try:
                course_of(state, seat, March(blocks, path.stops, False, None))
            except IllegalAction as problem:
                problems.append(problem)
                if is_too_far(problem):
                    problems[-1] = _refusal(view, blocks, path) or problem
        if problems:
            return _most_favourable(problems[0], problems)
    return None


def _most_favourable(refusal: IllegalAction, refusals: Sequence[IllegalAction]) -> IllegalAction:
    """Instead of the refusal of a march that is too far that of the one which lacks least, the shortest of such."""
    return min([each for each in refusals if is_too_far(each)], key=_lacking) if is_too_far(refusal) else refusal


def _lacking(refusal: IllegalAction) -> tuple[int, int]:
    """By how much a march is too far, and its length."""
    steps = refusal.facts["steps"]
    assert isinstance(steps, int)
    return steps - refused_distance(refusal.facts).total, steps


def reached_in_two_turns(view: View[State], blocks: Pieces, location: Location) -> bool:
    """Whether `blocks` could march to `location` this turn and the next, with the cards of now, if nobody else moves.

    They stop this turn where they meet no enemy, or where they are.
    """
    found = [view.state.copy()]
    for end, ways in reachable(view, blocks).items():
        way = ways[0]
        near = any(path.end == location for paths in PATHS[end][1:] for path in paths)
        if near and not way.meets and way.overruns != view.seat:
            card = view.state.pools[view.seat][HAND][0] if way.forced else None
            found.append(state_after(view, March(blocks, way.path.stops, way.claim, card)))
    for state in found:
        movement = state.current_movement()
        state.movement = replace(movement, stack_moves=1, roads=0, moved=frozenset(), move=None)
        if location in reachable(replace(view, state=state), blocks):
            return True
    return False


def roads_in_next_turn(state: State, seat: Seat, location: Location, *, card: bool = False) -> int | None:
    """By how few roads a block of `seat` could march to `location` if its turn came now; None if none could (7.3).

    As far as both sides see: whoever may be a leader is taken for one (7.3.4, R13). `card`: it has one for a forced
    march (7.3.3).
    """
    return next((roads for roads, _origin, _count in _who_could_come(state, seat, location, card=card)), None)


def blocks_in_next_turn(state: State, seat: Seat, location: Location, *, card: bool = False) -> int:
    """How many blocks of `seat` could march to `location` if its turn came now, those of every stack together (7.3).

    See `roads_in_next_turn`; each stack by that way on which most of it gets there.
    """
    most: Counter[Location] = Counter()
    for _roads, origin, count in _who_could_come(state, seat, location, card=card):
        most[origin] = max(most[origin], count)
    return most.total()


def _who_could_come(state: State, seat: Seat, location: Location, *, card: bool) -> Iterator[tuple[int, Location, int]]:
    """By how many roads, from where, and how many blocks together, the nearest first."""
    blocked = occupied(state, other(seat))
    for roads, paths in enumerate(PATHS[location][1:], start=1):
        for path in paths:
            stack = state.pools[seat][path.end]
            if not stack or path.inside & blocked or besieged(state, seat, path.end):
                continue
            led = natural_leadership(state, seat, path.end) or any(
                block not in state.shown or IS_LEADER[state.shown[block]] for block in stack
            )
            count = min(len(stack), most_blocks(led, path.highway, card, roads))
            if count > 0:
                yield roads, path.end, count


def _refusal(view: View[State], blocks: Pieces, path: Path) -> IllegalAction | None:
    """The refusal, if any, of a march with all that would lead it farther: the claim of a leader, and a card."""
    hand = view.state.pools[view.seat][HAND]
    source = next((each for each in march_sources(view) if set(blocks) <= set(each.blocks)), None)
    claim = source is not None and source.may_claim
    forced = source is not None and source.group is not None and source.group.forced
    card = hand[0] if hand and not forced else None
    try:
        course_of(view.state, view.seat, March(blocks, path.stops, claim, card))
    except IllegalAction as problem:
        return problem
    return None


def points_after(view: View[State], march: March) -> tuple[int, int]:
    """Both sides' victory points if `march` is made, what it overruns included, before any combat (2.2, 7.4)."""
    state = state_after(view, march)
    return score(state, SEATS[0]), score(state, SEATS[1])


def state_after(view: View[State], march: March) -> State:
    """How things stand if `march` is made, what it overruns included, before any combat (4, 7.3, 7.4)."""
    state = view.state.copy()
    question = MovementDue(view.seat)
    rule = SEKIGAHARA.decision_rule(question, march)
    found = course_of(state, view.seat, march)
    rule.perform(state, question, march, {}, found)
    _overrun(state, found.start, found.group.at)
    return state


def _overrun(state: State, *locations: Location) -> None:
    """Destroy what is overrun at these locations, one after the other (7.4)."""
    for location in locations:
        victim = overrun_victim(state, location)
        if victim is not None:
            bury(state, victim, state.pools[victim][location], location)
            update_control(state, location)


# -- chapter 8


@dataclass(frozen=True, slots=True)
class CombatForecast:
    """A combat as its impact stands: who leads, who would deploy next, the units that each side would lose."""

    impact: tuple[int, int]
    siege: bool
    leading: Seat
    initiative: Seat
    losses: tuple[int, int]


def combat_forecast(state: State) -> CombatForecast:
    """What the combat in progress would come to if nobody deployed any more (8.2.1, 8.5, 8.7.1, 8.9.4)."""
    combat = state.current_combat()
    if combat.siege:
        lost = [0, 0]
        lost[combat.defender] = siege_losses_due(state, combat)
        return CombatForecast(combat.impact, True, combat.attacker, combat.initiative, (lost[0], lost[1]))
    return CombatForecast(combat.impact, False, combat.leading, combat.initiative, losses_due(state, combat))


def losses_that_kill(state: State, seat: Seat, block: Piece) -> int:
    """With how many losses in the battle in progress `seat` loses its `block` there, whatever it picks (8.7.2)."""
    lost = 0
    for blocks in loss_classes(state, seat):
        lost += len(blocks)
        if block in blocks:
            break
    return lost


@dataclass(frozen=True, slots=True)
class DeploymentForecast:
    """What a deployment comes to if it stands: impact added, whether it may be challenged, with what it is refuted.

    `parts` are what is added for mon, for comrades of the same daimyo, and for a special attack (8.3.2, 8.3.3, 8.4.1).
    `proofs` are the cards of the hand that would prove its loyalty (8.6.1); without any, a Loyalty Challenge of the
    opponent's turns the blocks. `after` is the combat if the deployment stands; `turned` if the blocks fight for the
    opponent, None if that cannot be.
    """

    added: int
    parts: tuple[int, int, int]
    challengeable: bool
    proofs: Pieces
    after: CombatForecast
    turned: CombatForecast | None


def deployment_forecast(view: View[State], answer: Deploy, game: Sekigahara = SEKIGAHARA) -> DeploymentForecast:
    """What `answer` would come to in the combat in progress (8.3 to 8.6)."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    added = impact_of_deploying(state, seat, answer, view.faces)
    plain = added_impact(combat, seat, answer.blocks, swords=False, faces=view.faces)
    mon = sum([MON_OF[view.faces[block]] for block in answer.blocks])
    rule = game.decision_rule(DeploymentDue(seat, combat.location), answer)
    assert isinstance(rule, DeployBlocks)
    challengeable = answer.card is not None and rule.may_be_challenged(state, seat)
    proofs: Pieces = ()
    if challengeable:
        block = view.faces[answer.blocks[0]]
        proofs = tuple(
            [card for card in state.pools[seat][HAND] if card != answer.card and matches(view.faces[card], block)]
        )
    turned = None
    if challengeable and not proofs:
        against = added_impact(combat, other(seat), answer.blocks, swords=False, faces=view.faces)
        turned = _with_impact(state, combat, other(seat), against)
    parts = (mon, plain - mon, added - plain)
    return DeploymentForecast(added, parts, challengeable, proofs, _with_impact(state, combat, seat, added), turned)


def most_to_come(view: View[State]) -> CombatForecast:
    """The combat if the view's seat added all that it can still deploy, the opponent nothing (8.3, 8.4).

    In a siege it is what can be reached. In a battle it may be more: every special attack is taken for the best that a
    card with swords launches, and that for the last.
    """
    state, seat, faces = view.state, view.seat, view.faces
    combat = state.current_combat()
    cards = [faces[card] for card in state.pools[seat][HAND] if not is_challenge(faces[card])]
    blocks = undeployed(state, seat)
    led = [block for block in blocks if IS_LEADER[faces[block]]] if leaders_need_no_card(combat, seat) else []
    known = {**state.shown, **{block: faces[block] for block in blocks}}
    ways = _all_deployed([block for block in blocks if block not in led], cards, faces)
    most = max([added_impact(combat, seat, (*led, *way), False, known) for way in ways])
    if not combat.siege:
        before = len(led) + max(map(len, ways)) - 1
        most += _most_by_attacks(
            combat, seat, blocks, [card for card in cards if KIND_OF[card] == "swords"], before, known
        )
    return _with_impact(state, combat, seat, most)


def most_after(view: View[State], answer: Deploy, game: Sekigahara = SEKIGAHARA) -> int:
    """The most impact that the view's seat can come to once `answer` stands: what its card and blocks leave (8.2.2).

    As exact as `most_to_come`.
    """
    state, seat = view.state.copy(), view.seat
    question = DeploymentDue(seat, state.current_combat().location)
    rule = game.decision_rule(question, answer)
    pieces = (*answer.blocks, *(() if answer.card is None else (answer.card,)))
    shown = {piece: view.faces[piece] for piece in pieces}
    state.shown = {**state.shown, **shown}
    rule.perform(state, question, answer, shown, rule.check(state, question, answer, shown))
    if state.current_combat().pending is not None:
        accept_deployment(state, seat)
    return most_to_come(replace(view, state=state)).impact[seat]


def _all_deployed(blocks: list[Piece], cards: list[Face], faces: Mapping[Piece, Face]) -> list[list[Piece]]:
    """What all `cards` deploy of `blocks`: the strongest of each mon, or, by one card, a block that any deploys."""

    def of_their_mon(cards: list[Face]) -> list[Piece]:
        room = Counter[str | None]()
        for card in cards:
            room[DAIMYO_OF[card]] += 2 if KIND_OF[card] == "double" else 1
        deployed = []
        for block in sorted(blocks, key=lambda block: -MON_OF[faces[block]]):
            if not ANY_CARD[faces[block]] and room[DAIMYO_OF[faces[block]]] > 0:
                room[DAIMYO_OF[faces[block]]] -= 1
                deployed.append(block)
        return deployed

    ways = [of_their_mon(cards)]
    for block in blocks:
        if ANY_CARD[faces[block]]:
            for spent in dict.fromkeys(cards):
                rest = cards.copy()
                rest.remove(spent)
                ways.append([block, *of_their_mon(rest)])
    return ways


def _most_by_attacks(
    combat: Combat, seat: Seat, blocks: Pieces, swords: list[Face], before: int, known: Mapping[Piece, Face]
) -> int:
    """The most that cards with `swords` add by special attacks, with `before` comrades of `blocks` there already."""
    added = []
    for block in blocks:
        if any(matches(card, known[block]) for card in swords):
            others = [one for one in blocks if one != block and ARM_OF[known[one]] == ARM_OF[known[block]]]
            there = replace(combat, deployed=combat.deployed + tuple([(one, seat) for one in others[:before]]))
            plain, attack = [added_impact(there, seat, (block,), launched, known) for launched in (False, True)]
            added.append(attack - plain)
    return sum(sorted(added, reverse=True)[: len(swords)])


def most_in_siege(view: View[State], march: March) -> int:
    """The most impact that the own hand adds in a siege where `march` ends (8.9.4, 8.9.5)."""
    return most_in_siege_at(replace(view, state=state_after(view, march)), march.stops[-1])


def most_in_siege_at(view: View[State], location: Location) -> int:
    """The same in a siege by the own blocks that stand at `location`."""
    seat, state = view.seat, view.state.copy()
    state.combat = Combat(location, seat, state.holder[location], siege=True)
    return most_to_come(replace(view, state=state)).impact[seat]


def challenge_forecasts(state: State, deployer: Seat) -> tuple[CombatForecast, CombatForecast]:
    """The battle if the pending deployment of `deployer` stands, and if it defects (8.3, 8.4.1, 8.6.1)."""
    found = []
    for count in (accept_deployment, defect):
        twin = state.copy()
        count(twin, deployer)
        found.append(combat_forecast(twin))
    return found[0], found[1]


def _with_impact(state: State, combat: Combat, seat: Seat, added: int) -> CombatForecast:
    impact = list(combat.impact)
    impact[seat] += added
    twin = state.copy()
    twin.combat = replace(combat, impact=(impact[0], impact[1]))
    return combat_forecast(twin)


def state_after_retreat(view: View[State], retreat: Retreat) -> State:
    """How things stand if the loser makes `retreat`, what is overrun included, before any other combat (7.4, 8.8)."""
    state = view.state.copy()
    question = RetreatDue(view.seat, state.current_combat().location)
    rule = SEKIGAHARA.decision_rule(question, retreat)
    rule.perform(state, question, retreat, {}, rule.check(state, question, retreat, {}))
    if retreat.location is not None:
        _overrun(state, question.location, retreat.location)
    return state


def proving_cards(view: View[State]) -> tuple[Piece, ...]:
    """The cards of the hand that would prove the loyalty of the own deployment in question (8.6.1, R23)."""
    deployment = view.state.current_combat().pending
    if deployment is None:
        return ()
    block = view.faces[deployment.blocks[0]]
    return tuple([card for card in view.state.pools[view.seat][HAND] if matches(view.faces[card], block)])


def proofs_unseen(view: View[State]) -> Counter[Face]:
    """The enemy's cards that do not lie open and would prove the loyalty of what it has just deployed (8.6.1, R23)."""
    pending = view.state.current_combat().pending
    assert pending is not None
    block = view.state.shown[pending.blocks[0]]
    cards = unseen_cards(view.state, other(view.seat))
    return Counter({face: count for face, count in cards.items() if matches(face, block)})


def fitting_cards(view: View[State], blocks: Pieces) -> Pieces:
    """The cards of the hand with which any of these own blocks could be deployed (8.2.2)."""
    faces = view.faces
    hand = view.state.pools[view.seat][HAND]
    return tuple([card for card in hand if any(matches(faces[card], faces[block]) for block in blocks)])
