"""Forecasts against what then happens: games are played, and everything foretold on the way is held against them.

Each check is a generator. It runs up to its first `yield` when a choice is about to be made, goes on after it, and then
after every further choice for as long as it yields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Over, Piece, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.rules import Question, SealedQuestion
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import (
    ADJACENT,
    BAG,
    CAPITAL,
    CASTLE,
    DEAD,
    DECK,
    DISCARD,
    HAND,
    LOCATIONS,
    RECRUITMENT,
    Location,
    location_named,
)
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_6_week import (
    Bid,
    BidsDue,
    Discard,
    DiscardsDue,
    FirstPlayerDue,
    bid_winner,
    cards_due,
    half_hand,
    recruits_due,
)
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue
from engine.sekigahara.chapters.chapter_7_3_distance import Leadership
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare, locations_to_declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue, certain_losses, losses_due
from engine.sekigahara.chapters.chapter_8_8_retreats import (
    Retreat,
    RetreatDue,
    retreat_locations,
    retreat_refusal,
)
from engine.sekigahara.chapters.chapter_8_9_sieges import (
    LoseInSiege,
    SiegeLossesDue,
    block_losses,
    siege_losses_due,
)
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import (
    Reach,
    blocks_in_next_turn,
    challenge_forecasts,
    combat_forecast,
    deployment_forecast,
    most_after,
    most_in_siege,
    most_in_siege_at,
    most_to_come,
    points_after,
    proving_cards,
    reachable,
    roads_in_next_turn,
    state_after_retreat,
    why_not_reached,
)
from engine.sekigahara.pieces import BID_OF, FACE_KEYS
from engine.sekigahara.state import State
from tests.engine.sekigahara.invariants import LONGEST_GAME
from tests.engine.sekigahara.moves import supply
from tests.engine.sekigahara.positions import combat_phase, position
from tests.engine.sekigahara.test_random_games import mover, player

Table = OpenTable[State, Answer]
Check = Iterator[None]

SEEN: Counter[str] = Counter()
"""What has been held against what happened, and how often: a check that never ran says nothing."""

GAMES: Final = 16


def twin(table: Table) -> Table:
    """The same position on another table."""
    return OpenTable(SEKIGAHARA, SeededChance(0), table.state.copy(), table.faces)


def asked(table: Table, seat: Seat) -> Question | SealedQuestion | None:
    """The question that `seat` is to answer now."""
    question = table.asked(seat)
    assert question is None or isinstance(question, Question | SealedQuestion)
    return question


def overruns_shown(table: Table) -> list[Seat]:
    """Show what is overrun until nothing is; whose blocks it were."""
    victims = []
    while not isinstance(table.waiting, Over) and isinstance(table.asked(mover(table)), RevealDue):
        victims.append(mover(table))
        table.act(victims[-1], Reveal())
    return victims


# -- chapter 6


def discards(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Half the hand goes; then cards and recruits come (6.2)."""
    state = table.state
    pools = state.pools[seat]
    half, cards, recruits = half_hand(state, seat), cards_due(state, seat), recruits_due(state, seat, state.week)
    hand, bag, box = len(pools[HAND]), len(pools[BAG]), len(pools[RECRUITMENT])
    pile = len(pools[DECK]) + len(pools[DISCARD])
    assert {len(option.cards) for option in SEKIGAHARA.options(table.view(seat))} == {half}
    for wrong in (half - 1, half + 1):
        if 0 <= wrong <= hand:
            assert SEKIGAHARA.refusal(table.view(seat), Discard(pools[HAND][:wrong])) is not None
    yield
    while any(isinstance(table.asked(side), DiscardsDue) for side in SEATS):
        yield
    assert len(pools[HAND]) == hand - half + min(cards, pile + half)
    assert len(pools[RECRUITMENT]) == box + min(recruits, bag)
    SEEN[f"reinforcement of {cards} cards and {recruits} blocks"] += 1


class Bids:
    """The bid that has been made first, which nobody sees before the second."""

    made: dict[Seat, int | None] = {}  # noqa: RUF012 (one game is played at a time)


def bids(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """The higher number chooses who is first (6.3, R6)."""
    assert isinstance(action, Bid)
    Bids.made[seat] = None if action.card is None else BID_OF[table.faces[action.card]]
    yield
    if len(Bids.made) == 2:
        winner = bid_winner((Bids.made[SEATS[0]], Bids.made[SEATS[1]]))
        Bids.made = {}
        assert asked(table, winner) == FirstPlayerDue(winner)
        SEEN[f"bid won by {winner}"] += 1


# -- chapter 7


def parties_of(view: View[State], chance: Random) -> list[tuple[Piece, ...]]:
    """Some blocks that stand together: those that may go as well as those that may not."""
    stacks = [view.state.pools[view.seat][place] for place in LOCATIONS if view.state.pools[view.seat][place]]
    if not stacks:
        return []
    found = [
        tuple(sorted(chance.sample(stack, chance.randint(1, len(stack)))))
        for stack in chance.sample(stacks, min(2, len(stacks)))
    ]
    move = view.state.current_movement().move
    if move is not None and move.groups:
        found.append(move.groups[-1].blocks)
    return found


def marches(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Where blocks may march, at what price and what happens there; why not elsewhere (7.3, 7.4)."""
    view = table.view(seat)
    options = SEKIGAHARA.options(view)
    listed: dict[tuple[Piece, ...], set[tuple[tuple[Location, ...], bool, bool]]] = {}
    for option in options if chance.random() < 0.1 else ():
        if isinstance(option, March):
            entry = (option.stops, option.claim, option.forced is not None)
            listed.setdefault(option.blocks, set()).add(entry)
    parties = parties_of(view, chance) if chance.random() < 0.5 else []
    for blocks in (*parties, *list(listed)[:3]):
        found = reachable(view, blocks)
        ways = {(way.path.stops, way.claim, way.forced) for each in found.values() for way in each}
        assert blocks not in listed or listed[blocks] == ways
        for there, each in found.items():
            assert all(way.path.end == there for way in each)
            assert [(way.forced, way.claim, len(way.path.stops)) for way in each] == sorted(
                [(way.forced, way.claim, len(way.path.stops)) for way in each]
            )
        for location in LOCATIONS:
            refusal = why_not_reached(view, blocks, location)
            assert (refusal is None) == (location in found)
        for way in chance.sample([way for each in found.values() for way in each], min(2, len(ways))):
            go(table, seat, blocks, way)
        far = [place for place in LOCATIONS if place not in found]
        for location in chance.sample(far, 3):
            stay(table, seat, blocks, location)
    yield


def march_by(table: Table, seat: Seat, blocks: tuple[Piece, ...], way: Reach) -> March:
    """The march along a way, with a card of the hand if it must be forced."""
    card = table.state.pools[seat][HAND][0] if way.forced else None
    return March(blocks, way.path.stops, way.claim, card)


def go(table: Table, seat: Seat, blocks: tuple[Piece, ...], way: Reach) -> None:
    """March on a copy of the table: it is legal, and there happens what was said."""
    march = march_by(table, seat, blocks, way)
    end = way.path.end
    enemy = other(seat)
    assert SEKIGAHARA.refusal(table.view(seat), march) is None
    points = points_after(table.view(seat), march)
    no_farther(table, seat, march, way)
    copy = twin(table)
    there = [len(copy.state.pools[side][end]) for side in SEATS]
    there[seat] += len(blocks)
    copy.act(seat, march)
    move = copy.state.current_movement().move
    assert move is not None
    assert move.led == (way.distance.leadership is not None)
    group = move.groups[-1]
    gone = (group.steps, group.highway, group.forced, group.largest)
    assert gone == (way.steps, way.distance.highway, way.distance.forced, way.distance.largest)
    SEEN[f"led by {way.distance.leadership and way.distance.leadership.value}"] += 1
    overruns_shown(copy)
    if isinstance(copy.waiting, Over):
        return
    left = [len(copy.state.pools[side][end]) for side in SEATS]
    expected = list(there)
    if way.overruns is not None:
        expected[way.overruns] = 0
        SEEN[f"overrun of the {'mover' if way.overruns == seat else 'enemy'}"] += 1
    assert left == expected
    meeting = bool(left[seat]) and has_units(copy.state, enemy, end)
    assert way.meets == meeting
    assert points == (score(copy.state, SEATS[0]), score(copy.state, SEATS[1]))
    assert points_after(table.view(seat), march) == points, "a forecast changes nothing"
    SEEN[f"reached, claim {way.claim}, forced {way.forced}, meets {way.meets}"] += 1


def no_farther(table: Table, seat: Seat, march: March, way: Reach) -> None:
    """The sum is what the rules go by: nobody marches beyond it, and what gives it is there."""
    view, state = table.view(seat), table.state
    assert way.steps <= way.distance.total
    for there in ADJACENT[way.path.end]:
        longer = March(march.blocks, (*march.stops, there), march.claim, march.forced)
        if SEKIGAHARA.refusal(view, longer) is None:
            assert way.steps < way.distance.total
    move = state.current_movement().move
    going_on = move is not None and any(set(march.blocks) <= set(group.blocks) for group in move.groups)
    origin = next(place for place in LOCATIONS if march.blocks[0] in state.pools[seat][place])
    if going_on and move is not None:
        origin = move.origin
    own_castle = CASTLE[origin] == seat and state.holder[origin] == seat
    expected = {Leadership.CAPITAL: CAPITAL[origin] == seat, Leadership.CASTLE: own_castle}
    if way.distance.leadership in expected:
        assert expected[way.distance.leadership]
    elif way.distance.leadership is Leadership.LEADER:
        assert way.claim or (move is not None and move.led)


def stay(table: Table, seat: Seat, blocks: tuple[Piece, ...], location: Location) -> None:
    """No march to a location that is not reachable is legal; the shortest is refused for one of the reasons given."""
    view = table.view(seat)
    refusal = why_not_reached(view, blocks, location)
    assert refusal is not None
    hand = view.state.pools[seat][HAND]
    start = next(place for place in LOCATIONS if blocks[0] in view.state.pools[seat][place])
    for stops in walks(start, location, 3):
        for claim in (False, True):
            for card in {None, *hand[:1]}:
                assert SEKIGAHARA.refusal(view, March(blocks, stops, claim, card)) is not None
    SEEN[f"not reached by {refusal.rule}"] += 1


def walks(start: Location, end: Location, longest: int) -> list[tuple[Location, ...]]:
    """The walks from one location to another along so many roads at most."""
    found = []
    frontier: list[tuple[Location, ...]] = [()]
    for _ in range(longest):
        frontier = [
            (*walk, there)
            for walk in frontier
            for there in ADJACENT[walk[-1] if walk else start]
            if there != start and there not in walk
        ]
        found += [walk for walk in frontier if walk[-1] == end]
    return found


def points(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Points after the march that is made, overruns included (2.2)."""
    if not isinstance(action, March):
        yield
        return
    foretold = points_after(table.view(seat), action)
    yield
    while not isinstance(table.waiting, Over) and isinstance(table.asked(mover(table)), RevealDue):
        yield
    if not isinstance(table.waiting, Over):
        assert foretold == (score(table.state, SEATS[0]), score(table.state, SEATS[1]))
        SEEN["points after a march"] += 1


def movement_ends(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """The combats that come of it (8.1)."""
    combats = locations_to_declare(table.state)
    yield
    if isinstance(action, EndMovement):
        assert isinstance(table.asked(seat), DeclarationDue) == bool(combats)
        assert not combats or locations_to_declare(table.state) == combats
        SEEN[f"combat phase, {'combats' if combats else 'none'}"] += 1


# -- chapter 8


def declarations(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Those locations, and no others, are to be declared (8.1)."""
    view = table.view(seat)
    due = locations_to_declare(table.state)
    for location in LOCATIONS:
        assert (SEKIGAHARA.refusal(view, Declare(location)) is None) == (location in due)
    assert isinstance(action, Declare)
    yield
    if table.state.active == seat and table.state.combat is not None:
        assert action.location not in locations_to_declare(table.state)
    SEEN["declarations"] += 1


def dead(table: Table) -> list[int]:
    """The units that each side has lost: blocks, and disks."""
    lost = [len(table.state.pools[side][DEAD]) for side in SEATS]
    lost[1] += 2 - len(table.state.disks)
    return lost


def combats(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Who leads, who deploys next, what each side would lose (8.2.1, 8.5, 8.7.1, 8.9.4)."""
    state = table.state
    combat = state.current_combat()
    forecast = combat_forecast(state)
    assert forecast.initiative == seat
    assert forecast.siege == combat.siege
    if combat.siege:
        assert forecast.losses[combat.defender] == siege_losses_due(state, combat)
        assert forecast.losses[combat.attacker] == 0
    else:
        assert forecast.losses == losses_due(state, combat)
    yield
    if not isinstance(action, EndDeployment):
        return
    after = state.combat
    if after is not None and isinstance(table.asked(after.initiative), DeploymentDue):
        assert combat_forecast(state).losses == forecast.losses, "to end changes no impact"
        assert combat_forecast(state).leading == forecast.leading
        return
    before = dead(table)
    loser = other(forecast.leading)
    left = len(state.pools[loser][combat.location])
    while True:
        due = None if isinstance(table.waiting, Over) else asked(table, mover(table))
        if not isinstance(due, LossesDue | SiegeLossesDue):
            break
        assert due.count == forecast.losses[due.seat]
        yield
    lost = [now - then for now, then in zip(dead(table), before, strict=True)]
    assert lost == list(forecast.losses)
    SEEN[f"losses of a {'siege' if forecast.siege else 'battle'}, {sum(lost)} in all"] += 1
    if isinstance(table.waiting, Over):
        return
    retreating = not forecast.siege and left > forecast.losses[loser]
    assert isinstance(asked(table, loser), RetreatDue) == retreating


def deployments(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """What a deployment adds, whether it may be challenged, and by which cards it is proven (8.3 to 8.6)."""
    if not isinstance(action, Deploy):
        yield
        return
    state, enemy = table.state, other(seat)
    before = state.current_combat().impact
    forecast = deployment_forecast(table.view(seat), action)
    yield
    assert isinstance(asked(table, enemy), ChallengeDue) == forecast.challengeable
    loyal = True
    foretold = None
    if forecast.challengeable:
        foretold = challenge_forecasts(state, seat)
        hand = state.pools[enemy][HAND]
        yield
        challenged = len(state.pools[enemy][HAND]) < len(hand)
        loyal = not challenged
        if isinstance(asked(table, seat), LoyaltyProofDue):
            view = table.view(seat)
            cards = proving_cards(view)
            assert cards == forecast.proofs
            for card in state.pools[seat][HAND]:
                assert (SEKIGAHARA.refusal(view, ProveLoyalty(card)) is None) == (card in cards)
            faces = {view.faces[card] for card in cards}
            offered = {option.card for option in SEKIGAHARA.options(view)} - {None}
            assert {view.faces[card] for card in offered} == faces
            SEEN[f"asked for a proof, {'able' if cards else 'unable'}"] += 1
            others = len(state.pools[seat][HAND])
            yield
            assert len(state.pools[seat][HAND]) == others
            loyal = state.current_combat().deployed[-1][1] == seat
            assert not loyal or cards
        elif challenged:
            assert not forecast.proofs
            assert not state.pools[seat][HAND]
            SEEN["challenged with an empty hand"] += 1
    combat = state.current_combat()
    assert [side for _, side in combat.deployed[-len(action.blocks) :]] == [seat if loyal else enemy] * len(
        action.blocks
    )
    assert foretold is None or combat.impact == foretold[not loyal].impact
    if loyal:
        assert combat.impact[seat] == before[seat] + forecast.added
        assert combat.impact[enemy] == before[enemy]
        now = combat_forecast(state)
        assert (now.siege, now.leading, now.losses) == (
            forecast.after.siege,
            forecast.after.leading,
            forecast.after.losses,
        )
        assert now.initiative == forecast.after.initiative
        assert isinstance(asked(table, forecast.after.initiative), DeploymentDue)
    else:
        assert combat.impact[seat] == before[seat]
        assert combat.impact[enemy] > before[enemy]
    SEEN[f"deployment {'loyal' if loyal else 'turned'}"] += 1


def battle_losses(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """What is lost in any case, and from what the owner picks (8.7.2)."""
    question = asked(table, seat)
    assert isinstance(question, LossesDue)
    assert isinstance(action, Lose)
    certain, choice = certain_losses(table.state, question)
    stack = table.state.pools[seat][question.location]
    for option in list(SEKIGAHARA.options(table.view(seat)))[:20]:
        assert set(certain) <= set(option.blocks) <= {*certain, *choice}
    for block in stack:
        # A loss in which `block` is spared, and everything else that may be taken first is.
        rest = [other_block for other_block in (*certain, *choice, *stack) if other_block != block]
        spared = Lose(tuple(dict.fromkeys(rest))[: question.count])
        if len(spared.blocks) == question.count:
            legal = SEKIGAHARA.refusal(table.view(seat), spared) is None
            assert legal == (block not in certain and set(spared.blocks) <= {*certain, *choice})
    yield
    assert set(certain) <= set(action.blocks) <= {*certain, *choice}
    assert set(action.blocks) <= set(table.state.pools[seat][DEAD])
    SEEN[f"certain losses {'and a choice' if choice else 'alone'}"] += 1


def siege_losses(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """How many blocks are lost with the disk and without (8.9.4, 9.1, 9.2)."""
    question = asked(table, seat)
    assert isinstance(question, SiegeLossesDue)
    view = table.view(seat)
    stack = table.state.pools[seat][question.location]
    for disk in (False, True):
        blocks = block_losses(table.state, question, disk=disk)
        offered = {len(option.blocks) for option in SEKIGAHARA.options(view) if option.disk == disk}
        assert offered == (set() if blocks is None else {blocks})
        for count in range(len(stack) + 1):
            legal = SEKIGAHARA.refusal(view, LoseInSiege(stack[:count], disk)) is None
            assert legal == (count == blocks)
        SEEN[f"siege losses, disk {disk}, {'possible' if blocks is not None else 'not'}"] += 1
    yield


def retreats(table: Table, seat: Seat, action: Answer, chance: Random) -> Check:
    """Where the loser may go and why not elsewhere (8.8)."""
    state, view = table.state, table.view(seat)
    combat = state.current_combat()
    ways = retreat_locations(state, combat, seat)
    assert {option.location for option in SEKIGAHARA.options(view)} - {None} == set(ways)
    for location in LOCATIONS:
        foretold = retreat_refusal(state, combat, seat, location)
        refusal = SEKIGAHARA.refusal(view, Retreat((), location))
        assert (foretold is None) == (refusal is None) == (location in ways)
        if foretold is not None and refusal is not None:
            assert (foretold.rule, foretold.problem, foretold.facts) == (refusal.rule, refusal.problem, refusal.facts)
            SEEN[f"no retreat by {foretold.rule}"] += 1
    assert isinstance(action, Retreat)
    after = state_after_retreat(view, action)
    yield
    while not isinstance(table.waiting, Over) and isinstance(table.asked(mover(table)), RevealDue):
        yield
    if not isinstance(table.waiting, Over):
        assert [score(after, side) for side in SEATS] == [score(table.state, side) for side in SEATS]
        SEEN["points after a retreat"] += 1


CHECKS: Final[dict[type, tuple[Callable[[Table, Seat, Answer, Random], Check], ...]]] = {
    DiscardsDue: (discards,),
    BidsDue: (bids,),
    MovementDue: (marches, points, movement_ends),
    DeclarationDue: (declarations,),
    DeploymentDue: (combats, deployments),
    LossesDue: (battle_losses,),
    SiegeLossesDue: (siege_losses,),
    RetreatDue: (retreats,),
}


def play(table: Table, names: tuple[str, str], chance: Random, choices: int = LONGEST_GAME) -> None:
    """A game, or so many choices of it, with everything that can be foretold foretold."""
    players = [player(name, chance) for name in names]
    running: list[Check] = []
    for _ in range(choices):
        if isinstance(table.waiting, Over):
            break
        seat = mover(table)
        action = players[seat].choose(table.view(seat))
        for check in CHECKS.get(type(table.asked(seat)), ()):
            running.append(check(table, seat, action, chance))
            next(running[-1])
        table.act(seat, action)
        running = [check for check in running if next(check, "done") is None]
    Bids.made.clear()


def from_the_start(names: tuple[str, str], seed: int) -> None:
    """A whole game."""
    play(OpenTable(SEKIGAHARA, SeededChance(seed)), names, Random(seed))


def sieges(seed: int) -> None:
    """The combats of a turn in which armies with full hands stand before three castles, two of them with disks."""
    chance = Random(seed)
    sides: list[dict[str, list[str]]] = []
    strength = ((5, 9), (0, 2)) if chance.random() < 0.8 else ((0, 2), (5, 9))
    for seat in SEATS:
        blocks, cards = [supply(seat, cards=cards) for cards in (False, True)]
        chance.shuffle(blocks)
        chance.shuffle(cards)
        stacks: dict[str, list[str]] = {"hand": cards[: chance.choice((0, 1, 9, 14))]}
        for castle in ("osaka", "ueda", "gifu", "okazaki"):
            size = chance.randint(*strength[seat])
            stacks[castle], blocks = blocks[:size], blocks[size:]
        sides.append(stacks)
    weaker = Seat(strength.index((0, 2)))
    held = {castle: weaker for castle in ("gifu", "okazaki") if sides[weaker][castle]}
    table = position(sides[0], sides[1], active=other(weaker), holders={**held, "osaka": ISHIDA, "ueda": ISHIDA})
    play(table, ("brawler", "brawler"), chance, 60)


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_foretold_happens(seed: int) -> None:
    from_the_start(("random", "random") if seed % 4 == 3 else ("brawler", "brawler"), seed)


@pytest.mark.parametrize("seed", range(5 * GAMES))
def test_what_is_foretold_of_sieges_happens(seed: int) -> None:
    sieges(seed)


EXPECTED: Final = (
    *[f"asked for a proof, {how}" for how in ("able", "unable")],
    *[f"bid won by {seat}" for seat in SEATS],
    *[f"certain losses {how}" for how in ("alone", "and a choice")],
    "challenged with an empty hand",
    *[f"combat phase, {how}" for how in ("combats", "none")],
    "declarations",
    *[f"deployment {how}" for how in ("loyal", "turned")],
    *[f"led by {what}" for what in (None, "castle", "capital", "leader")],
    *[f"losses of a battle, {count} in all" for count in (1, 2)],
    *[f"losses of a siege, {count} in all" for count in (0, 1, 2)],
    *[f"no retreat by {rule}" for rule in ("8.8.1", "8.8.2", "8.8.3")],
    *[f"not reached by {rule}" for rule in ("7.1", "7.3.1", "7.3.2", "7.3.3", "8.9.6")],
    *[f"overrun of the {whose}" for whose in ("enemy", "mover")],
    "points after a march",
    "points after a retreat",
    *[
        f"reached, claim {claim}, forced {forced}, meets {meets}"
        for claim in (False, True)
        for forced in (False, True)
        for meets in (False, True)
    ],
    *[f"reinforcement of {cards} cards and {blocks} blocks" for cards in (5, 6) for blocks in (1, 2, 3)],
    *[f"siege losses, disk {disk}, {how}" for disk in (False, True) for how in ("possible", "not")],
)
"""What games must have seen for their checks to be worth something."""


@pytest.mark.slow
def test_everything_that_can_be_foretold_has_been() -> None:
    SEEN.clear()
    for seed in range(100, 100 + 5 * GAMES):
        sieges(seed)
        if seed < 100 + GAMES:
            from_the_start(("brawler", "brawler"), seed)
        if all(SEEN[what] for what in EXPECTED):
            break
    assert [what for what in EXPECTED if not SEEN[what]] == []


def test_a_place_that_is_far_for_used_roads_alone_is_refused_for_these() -> None:
    """7.3.1: fewer blocks would get there no sooner."""
    own = {"osaka": ["ishida-1-leader"], "kyoto": ["mori-2"], "hand": ["mori-single"]}
    table = position({"edo": ["tokugawa-3"]}, own, active=ISHIDA)
    kyoto, gifu = location_named("kyoto"), location_named("gifu")
    followers = table.state.pools[ISHIDA][kyoto]
    assert why_not_reached(table.view(ISHIDA), followers, gifu) is None
    first = table.state.pools[ISHIDA][location_named("osaka")]
    table.act(ISHIDA, March(first, (kyoto, location_named("sawayama"), gifu), False, None))
    refusal = why_not_reached(table.view(ISHIDA), followers, gifu)
    assert refusal is not None
    assert (refusal.rule, refusal.facts["origin"], refusal.facts["location"]) == ("7.3.1", "kyoto", "sawayama")


def most_impact(table: Table, seat: Seat) -> int:
    """The most impact that a seat can come to by any deployments one after another, the opponent's hand being empty."""
    if not isinstance(asked(table, seat), DeploymentDue):
        return table.state.current_combat().impact[seat]
    most = table.state.current_combat().impact[seat]
    for option in SEKIGAHARA.options(table.view(seat)):
        if isinstance(option, Deploy):
            after = twin(table)
            after.act(seat, option)
            most = max(most, most_impact(after, seat))
    return most


@pytest.mark.parametrize(
    ("blocks", "hand", "exact"),
    [
        (["date-2", "date-3"], ["date-single"], True),
        (["date-1-gun", "date-1-cavalry"], ["date-single"], True),
        (["date-1-gun", "tokugawa-1-gun"], ["date-swords"], True),
        (["tokugawa-3", "date-2"], ["date-single"], True),
        (["tokugawa-3", "tokugawa-2", "date-1-leader"], ["tokugawa-single"], True),
        (["tokugawa-1-gun", "tokugawa-1-gun", "date-2"], ["tokugawa-swords", "tokugawa-single"], True),
        (["tokugawa-3", "tokugawa-2", "tokugawa-1-gun", "date-2"], ["tokugawa-double", "date-single"], True),
        (["tokugawa-1-gun", "date-1-gun"], ["tokugawa-swords", "date-swords"], False),
    ],
)
def test_no_deployments_come_to_more_than_the_most_that_is_foretold(
    blocks: list[str], hand: list[str], *, exact: bool
) -> None:
    """8.3, 8.4: and with one attack at most to no less, so that nothing is held for a difference that makes none."""
    table = position({"sunpu": blocks, "hand": hand}, {"sunpu": ["ukita-3", "mori-2"]})
    combat_phase(table)
    table.act(TOKUGAWA, Declare(location_named("sunpu")))
    # The enemy has ended: whoever goes on deploys all one after another.
    table.state.combat = replace(table.state.current_combat(), ended=(False, True))
    foretold = most_to_come(table.view(TOKUGAWA)).impact[TOKUGAWA]
    most = most_impact(table, TOKUGAWA)
    assert foretold >= most > 0
    assert (foretold == most) == exact


BESIEGERS = ["ii-4", "tokugawa-3", "tokugawa-1-gun", "maeda-2", "maeda-3", "maeda-1-leader", "date-2"]
CARDS = ["tokugawa-single", "tokugawa-double", "maeda-swords", "maeda-double", "date-single", "tokugawa-loyalty"]


@given(
    st.lists(st.sampled_from(BESIEGERS), min_size=1, max_size=5, unique=True),
    st.lists(
        st.sampled_from(
            ["tokugawa-single", "tokugawa-double", "maeda-swords", "maeda-double", "date-single", "tokugawa-loyalty"]
        ),
        max_size=3,
        unique=True,
    ),
)
@settings(max_examples=60)
def test_what_a_hand_can_bring_to_a_siege_is_foretold_and_no_more(blocks: list[str], hand: list[str]) -> None:
    """8.9.4, 8.9.5, 8.4.2: each card deploys blocks of its own mon alone, one of them that which any card deploys."""
    table = position({"ueda": blocks, "hand": hand}, {"kyoto": ["ukita-3"]}, disks=["ueda"])
    combat_phase(table)
    ueda = location_named("ueda")
    foretold = most_in_siege_at(table.view(TOKUGAWA), ueda)
    table.act(TOKUGAWA, Declare(ueda))
    assert foretold == most_impact(table, TOKUGAWA)
    if isinstance(asked(table, TOKUGAWA), DeploymentDue):
        for option in SEKIGAHARA.options(table.view(TOKUGAWA)):
            if isinstance(option, Deploy):
                after = twin(table)
                after.act(TOKUGAWA, option)
                assert most_after(table.view(TOKUGAWA), option) == most_impact(after, TOKUGAWA)


@pytest.mark.parametrize(("challengeable", "enemy_hand"), [(True, ["mori-single"]), (False, [])])
def test_what_a_deployment_in_a_battle_leaves_is_what_can_come_once_it_stands(
    enemy_hand: list[str], *, challengeable: bool
) -> None:
    """8.2.2, 8.6.1: whether or not it may be challenged."""
    stacks = {"sunpu": ["ii-4", "tokugawa-3", "date-2"], "hand": ["tokugawa-single", "maeda-single", "date-single"]}
    table = position(stacks, {"sunpu": ["ukita-3", "mori-2"], "hand": enemy_hand})
    combat_phase(table)
    table.act(TOKUGAWA, Declare(location_named("sunpu")))
    view = table.view(TOKUGAWA)
    found = {}
    for option in SEKIGAHARA.options(view):
        if isinstance(option, Deploy):
            assert deployment_forecast(view, option).challengeable == challengeable
            assert option.card is not None
            card, block = [FACE_KEYS[view.faces[piece]] for piece in (option.card, option.blocks[0])]
            found[card, block] = most_after(view, option)
    assert found == {
        ("card-tokugawa-single", "block-tokugawa-3"): 9,
        ("card-date-single", "block-date-2"): 9,
        ("card-maeda-single", "block-ii-4"): 9,
        ("card-tokugawa-single", "block-ii-4"): 6,
        ("card-date-single", "block-ii-4"): 7,
    }


@pytest.mark.parametrize(
    ("hand", "most"),
    [(["tokugawa-swords"], 3), (["tokugawa-swords", "tokugawa-single"], 5), (["date-single"], 0)],
)
def test_what_a_march_to_a_disk_can_bring_to_its_siege_is_foretold(hand: list[str], most: int) -> None:
    """8.9.5, 8.3.3: swords deploy a block and nothing more; the second of two comrades adds one."""
    table = position({"saku": ["tokugawa-3", "tokugawa-1-gun"], "hand": hand}, {"kyoto": ["ukita-3"]}, disks=["ueda"])
    ueda, blocks = location_named("ueda"), table.state.pools[TOKUGAWA][location_named("saku")]
    assert ueda in table.state.disks
    march = March(blocks, (ueda,), False, None)
    assert most_in_siege(table.view(TOKUGAWA), march) == most


def test_how_many_can_come_next_is_as_many_of_each_stack_as_can_march_there_together() -> None:
    """7.3.5: the larger a group, the less far it goes."""
    ishida = {"sawayama": ["ukita-1-leader", *["ukita-3"] * 2, *["mori-2"] * 2], "ueda": ["uesugi-1-leader"]}
    table = position({"edo": ["tokugawa-3"]}, ishida, active=ISHIDA)
    stacks = [table.state.pools[ISHIDA][location_named(key)] for key in ishida]
    groups = [(size, reachable(table.view(ISHIDA), stack[:size])) for stack in stacks for size in range(1, 6)]
    counts = set()
    for location in LOCATIONS:
        most = [
            max([size for size, found in part if location in found], default=0) for part in (groups[:5], groups[5:])
        ]
        come = blocks_in_next_turn(table.state, ISHIDA, location)
        assert come == most[0] + min(most[1], 1), location
        counts.add(come)
    assert {0, 1, 4, 5} <= counts


@pytest.mark.parametrize(("block", "card"), [("ukita-1-leader", False), ("ukita-1-leader", True), ("mori-2", True)])
def test_how_near_an_enemy_is_who_may_come_next_is_what_he_can_march_or_farther(block: str, *, card: bool) -> None:
    """7.3.3: whoever may be a leader is taken for one; with a leader and a card it is to the road."""
    hand = ["ukita-single"] if card else []
    ishida = {"sawayama": [block], "hand": hand}
    table = position({"edo": ["tokugawa-3"], "kiyosu": ["date-2"]}, ishida, active=ISHIDA, holders={"gifu": TOKUGAWA})
    stack = table.state.pools[ISHIDA][location_named("sawayama")]
    found = reachable(table.view(ISHIDA), stack)
    seen = 0
    for location in LOCATIONS:
        roads = roads_in_next_turn(table.state, ISHIDA, location, card=card)
        fewest = min([len(way.path.stops) for way in found.get(location, ())], default=None)
        if block == "ukita-1-leader":
            assert roads == fewest, location
        elif fewest is not None:
            assert roads is not None
            assert roads <= fewest
        seen += roads is not None
    assert seen > len(ADJACENT[location_named("sawayama")])
    table.state.shown.update({piece: table.faces[piece] for piece in stack})
    nearer = [roads_in_next_turn(table.state, ISHIDA, location, card=card) for location in LOCATIONS]
    assert (nearer.count(None) == len(LOCATIONS) - seen) == (block == "ukita-1-leader"), "who is known is no leader"
