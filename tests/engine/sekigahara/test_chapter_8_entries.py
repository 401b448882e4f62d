"""R34: where blocks entered a combat from, however a client tells the rules of their walk."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Decision, Over, Piece, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, LOCATIONS, POOL_KEYS, Location
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue, retreat_locations
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Combat
from engine.sekigahara.text import position_text
from tests.engine.sekigahara.battles import (
    FIELD,
    battle,
    declare,
    deploy,
    doing,
    finish_all,
    lose_any,
    open_ways,
    retreat,
)
from tests.engine.sekigahara.moves import march, reveal
from tests.engine.sekigahara.positions import Table, combat_phase, pieces, position
from tests.engine.sekigahara.test_chapter_7_properties import positions
from tests.engine.sekigahara.test_random_games import Brawler, mover

FOUR = ["date-2", "date-3", "maeda-2", "maeda-3"]


def entries(table: Table) -> set[tuple[Seat, str, str]]:
    """Whose blocks have entered which location, and from where."""
    return {(seat, POOL_KEYS[place], POOL_KEYS[origin]) for seat, place, origin in table.state.arrivals}


def twin(table: Table) -> Table:
    """The same position on another table, with chance of its own."""
    return OpenTable(SEKIGAHARA, SeededChance(7), table.state.copy(), table.faces)


def whole_text(table: Table) -> str:
    """The position with all faces: control, arrivals, numbers of pieces, everything."""
    return position_text(table.state, table.faces, SEATS)


# A walk, told as one march or as several


def settle(table: Table) -> None:
    """What has been overrun is shown."""
    while isinstance(table.waiting, Decision) and isinstance(table.waiting.question, RevealDue):
        table.act(table.waiting.seat, Reveal())


def walk_in_parts(table: Table, seat: Seat, whole: March, edges: list[int]) -> None:
    """Make the march `whole` in parts that end after so many of its stops.

    A claim, and a card for a forced march, is given to the first part that needs it.
    """
    claim, forced = whole.claim, whole.forced
    for start, end in pairwise([0, *edges, len(whole.stops)]):
        stops = whole.stops[start:end]
        tries = [March(whole.blocks, stops, claimed, card) for card in {None, forced} for claimed in {False, claim}]
        tries.sort(key=lambda part: (part.forced is not None, part.claim))
        part = next(part for part in tries if SEKIGAHARA.refusal(table.view(seat), part) is None)
        claim = claim and not part.claim
        forced = None if part.forced is not None else forced
        hand = table.state.pools[seat][HAND]
        table.act(seat, part)
        settle(table)
        # Who loses blocks at the start to an overrun draws cards before the walk goes on: other ones to force it with.
        assume(forced is None or table.state.pools[seat][HAND] == hand)
        assume(not isinstance(table.waiting, Over))
    assert not claim
    assert forced is None


def onward(table: Table, seat: Seat, blocks: tuple[Piece, ...] | None, chance: Random) -> March | None:
    """A march of these blocks, of any if None, picked at random; None if there is none."""
    question = table.asked(seat)
    if not isinstance(question, MovementDue):
        return None
    found = [
        action
        for action in SEKIGAHARA.options(table.view(seat))
        if isinstance(action, March) and blocks in (None, action.blocks)
    ]
    # Long marches and overruns are what this is about.
    long = [action for action in found if len(action.stops) > 1]
    overruns = [action for action in found if overruns_at_its_end(table, seat, action)]
    kinds = [kind for kind in (found, long, overruns, overruns) if kind]
    return chance.choice(chance.choice(kinds)) if kinds else None


def overruns_at_its_end(table: Table, seat: Seat, action: March) -> bool:
    """Whether the march would overrun enemies where it ends, so that it can go on."""
    end = action.stops[-1]
    enemies, friends = len(table.state.pools[other(seat)][end]), len(table.state.pools[seat][end])
    return 0 < 4 * enemies <= friends + len(action.blocks)


@settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(), st.randoms(use_true_random=False))
def test_r34_how_a_walk_is_cut_into_marches_changes_nothing(given_position: tuple[Table, Seat], chance: Random) -> None:
    """One walk of a group, overruns on the way included, told in as few marches as can be and in as many.

    The positions afterwards are the same to the last line: arrivals, control, the move in progress; and again when the
    phase has ended and stacks have been mixed. So are the ways of retreat from the end of the walk.
    """
    table, seat = given_position
    one, many = twin(table), twin(table)
    start: Location | None = None
    blocks: tuple[Piece, ...] | None = None
    overran = cuts = 0
    for _ in range(4):
        whole = onward(one, seat, blocks, chance)
        if whole is None or (blocks is not None and chance.random() < 0.2):
            break
        blocks = whole.blocks
        start = next(place for place in LOCATIONS if blocks[0] in one.state.pools[seat][place])
        edges = [edge for edge in range(1, len(whole.stops)) if chance.random() < 0.7]
        cuts += len(edges)
        one.act(seat, whole)
        overran += one.asked(other(seat)) is not None
        settle(one)
        assume(not isinstance(one.waiting, Over))
        walk_in_parts(many, seat, whole, edges)
        assert whole_text(one) == whole_text(many)
        assert one.state.arrivals == {(seat, whole.stops[-1], whole.stops[-2] if len(whole.stops) > 1 else start)}
    assume(cuts or overran)
    event(f"overruns on the way: {overran}")
    end = next(place for who, place, _ in one.state.arrivals if who == seat)
    combat = Combat(end, seat, one.state.holder[end])
    for side in SEATS:
        ways = [retreat_locations(table.state, combat, side) for table in (one, many)]
        assert ways[0] == ways[1]
    assert len(retreat_locations(many.state, combat, seat)) == 1, "an attacker goes back by its last road"
    for board in (one, many):
        board.act(seat, EndMovement())
    assert whole_text(one) == whole_text(many)


CUTS = [
    [("oshi",), ("takasaki",), ("saku",), ("suwa",)],
    [("oshi", "takasaki"), ("saku", "suwa")],
    [("oshi",), ("takasaki", "saku", "suwa")],
    [("oshi", "takasaki", "saku"), ("suwa",)],
    [("oshi", "takasaki", "saku", "suwa")],
]


@pytest.mark.parametrize("parts", CUTS)
def test_r34_an_attack_by_a_long_walk_goes_back_by_its_last_road_alone(parts: list[tuple[str, ...]]) -> None:
    """From Edo, a capital, along highway with a forced march: four locations, told in every way."""
    table = position({"edo": ["date-2", "date-3"], "hand": ["date-single"]}, {FIELD: ["mori-2"]})
    blocks, [card] = pieces(table, TOKUGAWA, "edo"), pieces(table, TOKUGAWA, "hand")
    steps = 0
    for part in parts:
        steps += len(part)
        march(table, blocks, *part, forced=card if steps == 4 else None)
    assert entries(table) == {(TOKUGAWA, FIELD, "saku")}
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"saku"}


@pytest.mark.parametrize("on", [[("takasaki",)], [("takasaki", "saku")], [("takasaki",), ("saku",)]])
def test_r34_a_place_overrun_on_the_way_is_not_entered(on: list[tuple[str, ...]]) -> None:
    table = position({"edo": FOUR}, {"oshi": ["ukita-2"]})
    blocks = pieces(table, TOKUGAWA, "edo")
    march(table, blocks, "oshi")
    reveal(table)
    assert entries(table) == {(TOKUGAWA, "oshi", "edo")}, "as long as they stand there"
    for part in on:
        march(table, blocks, *part)
    *_, before, last = ("oshi", *[stop for part in on for stop in part])
    assert entries(table) == {(TOKUGAWA, last, before)}


def test_r34_blocks_that_are_shed_on_the_way_have_entered_where_they_are_shed() -> None:
    table = position({"edo": FOUR}, {})
    blocks = pieces(table, TOKUGAWA, "edo")
    march(table, blocks, "oshi")
    march(table, blocks[:3], "takasaki")
    assert entries(table) == {(TOKUGAWA, "oshi", "edo"), (TOKUGAWA, "takasaki", "oshi")}
    march(table, blocks[:1], "saku")
    assert entries(table) == {
        (TOKUGAWA, "oshi", "edo"),
        (TOKUGAWA, "takasaki", "oshi"),
        (TOKUGAWA, "saku", "takasaki"),
    }


def test_r34_what_was_shed_and_goes_on_after_all_has_entered_where_it_ends() -> None:
    """One block waits at Suwa while the others go to Kiso, and then follows another road: nobody has entered Suwa."""
    table = position({"saku": ["date-2", "date-3", "date-1-leader"]}, {})
    blocks = pieces(table, TOKUGAWA, "saku")
    march(table, blocks, "suwa")
    march(table, blocks[:2], "kiso")
    assert entries(table) == {(TOKUGAWA, "suwa", "saku"), (TOKUGAWA, "kiso", "suwa")}
    march(table, blocks[2:], "kofu", claim=True)
    assert entries(table) == {(TOKUGAWA, "kofu", "suwa"), (TOKUGAWA, "kiso", "suwa")}


@pytest.mark.parametrize("seed", range(12))
def test_r34_arrivals_are_the_last_roads_of_the_blocks_that_marched(seed: int) -> None:
    """In whole games: of every block where it stopped last and came from, be it alive or dead; of no other."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    brawler = Brawler(Random(seed))
    roads: dict[Piece, tuple[Seat, Location, Location]] = {}
    phases = 0
    while not isinstance(table.waiting, Over):
        seat = mover(table)
        action = brawler.choose(table.view(seat))
        if isinstance(action, March):
            start = next(place for place in LOCATIONS if action.blocks[0] in table.state.pools[seat][place])
            *_, before, there = (start, *action.stops)
            roads.update(dict.fromkeys(action.blocks, (seat, there, before)))
        if isinstance(action, EndMovement):
            assert table.state.arrivals == set(roads.values())
            roads.clear()
            phases += 1
        table.act(seat, action)
    assert phases


# Of this combat (8.8.2)


def test_r34_8_8_2_when_a_combat_ends_the_entries_of_a_side_with_no_block_left_there_are_forgotten() -> None:
    """Tokugawa, beaten at Suwa, leaves it; beaten at Kiso too it comes back to Suwa, and knows but the new road."""
    table = position(
        {"suwa": ["maeda-2", "maeda-3"], "kiso": ["date-2", "date-3", "date-1-leader"]},
        {"suwa": ["mori-2", "mori-3", "ukita-2"], "kiso": ["kobayakawa-2"]},
        arrivals=[(TOKUGAWA, "suwa", "kofu"), (TOKUGAWA, "suwa", "saku"), (TOKUGAWA, "kiso", "suwa")],
    )
    declare(combat_phase(table), "suwa")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kofu", "saku"}
    retreat(table, "kofu")
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    assert entries(table) == {(TOKUGAWA, "kiso", "suwa")}
    declare(table, "kiso")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"suwa"}
    retreat(table, "suwa")
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    assert entries(table) == {(TOKUGAWA, "suwa", "kiso")}
    finish_all(table)
    lose_any(table)
    assert doing(table) == (TOKUGAWA, RetreatDue)
    assert open_ways(table) == {"kiso"}


def test_r34_the_entries_of_the_winner_stay() -> None:
    table = battle(
        ["maeda-1-leader", "maeda-2"],
        ["mori-2", "mori-3"],
        elsewhere=({"edo": ["date-2"]}, {"edo": ["ukita-2"]}),
        arrivals=[(TOKUGAWA, FIELD, "kofu"), (ISHIDA, FIELD, "saku")],
    )
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    retreat(table, "kiso")
    assert entries(table) == {(TOKUGAWA, FIELD, "kofu")}


def test_r34_r36_where_the_mori_overrun_the_attackers_their_entries_are_forgotten() -> None:
    table = position(
        {"osaka": ["maeda-2"], "mito": ["maeda-3"]},
        {"mito": ["ukita-2"], "mori_box": ["mori-1-leader", "mori-3", "mori-3", "mori-3", "mori-3"]},
        arrivals=[(TOKUGAWA, "osaka", "kyoto"), (TOKUGAWA, "mito", "edo")],
    )
    declare(combat_phase(table), "osaka")
    assert reveal(table) == TOKUGAWA
    assert table.state.active == TOKUGAWA
    assert entries(table) == {(TOKUGAWA, "mito", "edo")}


WITH_MORE_TO_COME = ({"mito": ["tokugawa-1-gun"]}, {"mito": ["kobayakawa-2"]})
"""Another combat, so that the turn, and what is remembered of it, is not over."""


def beaten(loser: Seat, attacker: Seat, at_kiso: tuple[list[str], list[str]]) -> Table:
    """`loser` has three blocks left to retreat from the field; these stand at Kiso, Tokugawa's and Ishida's."""
    armies = (["maeda-2", "maeda-3", "date-2", "date-3"], ["mori-2", "mori-3", "ukita-2", "ukita-3"])
    leaders = ("maeda-1-leader", "uesugi-1-leader")
    elsewhere = tuple([{**WITH_MORE_TO_COME[seat], "kiso": at_kiso[seat]} for seat in SEATS])
    sides = [[*armies[seat], *([leaders[seat]] if seat != loser else [])] for seat in SEATS]
    table = battle(sides[0], sides[1], attacker=attacker, elsewhere=(elsewhere[0], elsewhere[1]))
    if loser != attacker:
        deploy(table, None, leaders[attacker])
    finish_all(table)
    lose_any(table)
    assert doing(table) == (loser, RetreatDue)
    return table


@pytest.mark.parametrize("loser", SEATS)
@pytest.mark.parametrize("attacking", [True, False])
@pytest.mark.parametrize("friends", [0, 2])
def test_r34_a_retreat_enters_no_place_without_a_combat(loser: Seat, attacking: bool, friends: int) -> None:
    """Neither an empty one nor one where only friends stand."""
    attacker = loser if attacking else other(loser)
    stacks = (["fukushima-2", "fukushima-3"], ["kobayakawa-2", "kobayakawa-3"])
    at_kiso = ([], stacks[1][:friends]) if loser == ISHIDA else (stacks[0][:friends], [])
    table = beaten(loser, attacker, at_kiso)
    retreat(table, "kiso")
    assert len(pieces(table, loser, "kiso")) == 3 + friends
    assert doing(table) == (attacker, DeclarationDue)
    assert entries(table) == set()


@pytest.mark.parametrize("loser", SEATS)
@pytest.mark.parametrize("friends", [0, 2])
def test_r34_r27_a_retreat_enters_the_combat_that_it_meets(loser: Seat, friends: int) -> None:
    """With friends there the combat is that of the place; without, it begins at once, and goes back the same road."""
    stacks = [["fukushima-2", "fukushima-3"], ["kobayakawa-2", "kobayakawa-3"]]
    stacks[loser] = stacks[loser][:friends]
    table = beaten(loser, loser, (stacks[0], stacks[1]))
    retreat(table, "kiso")
    assert entries(table) == {(loser, "kiso", FIELD)}
    if friends:
        assert doing(table) == (loser, DeclarationDue)
        declare(table, "kiso")
    assert doing(table) == (loser, DeploymentDue)
    finish_all(table)
    lose_any(table)
    assert doing(table) == (loser, RetreatDue)
    assert open_ways(table) == {FIELD}
