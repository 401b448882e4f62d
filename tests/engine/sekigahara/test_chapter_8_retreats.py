"""Retreats: 8.8.1 to 8.8.4, R26, R34."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import ADJACENT, CASTLE, LOCATIONS, POOL_KEYS, UEDA, location_named
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    FIELD,
    act,
    at_retreat,
    battle,
    declare,
    deploy,
    doing,
    finish,
    finish_all,
    lose,
    lose_any,
    open_ways,
    refused,
    retreat,
    retreating,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position

WRONG = {"8.8.1", "8.8.2", "8.8.3", "8.8.4", "R26", "R34"}
BOTH = pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])


@BOTH
def test_8_8_1_the_loser_goes_to_one_adjacent_location_with_all_its_survivors(seat: Seat) -> None:
    table = at_retreat(seat, other(seat))
    for right in ("saku", "kiso", "kofu"):
        assert retreating(table, right) in SEKIGAHARA.options(table.view(seat))
    for wrong in ("edo", "numazu", "iwamura", FIELD):
        assert refused(table, retreating(table, wrong)) in WRONG
    retreat(table, "saku")
    assert len(pieces(table, seat, "saku")) == 3
    assert pieces(table, seat, FIELD) == ()


@BOTH
def test_8_8_1_the_loser_must_retreat(seat: Seat) -> None:
    table = at_retreat(seat, other(seat))
    assert refused(table, retreating(table, None)) in WRONG


def test_8_8_1_there_is_no_limit_to_the_size_of_a_retreat() -> None:
    army = ["mori-2"] * 4 + ["mori-3"] * 6 + ["ukita-2"] * 4 + ["kobayakawa-2"] * 4 + ["uesugi-3"] * 2
    table = battle(["maeda-1-leader"] + ["tokugawa-2"] * 4 + ["tokugawa-3"], army, attacker=ISHIDA)
    finish_all(table)
    lose(table, "mori-2")
    retreat(table, "kiso")
    assert len(pieces(table, ISHIDA, "kiso")) == len(army) - 1


@BOTH
def test_8_8_2_attacker_goes_back_to_where_some_of_its_blocks_came_from(seat: Seat) -> None:
    table = at_retreat(seat, seat, entered_from=("kofu",))
    assert open_ways(table) == {"kofu"}
    assert refused(table, retreating(table, "saku")) in WRONG
    retreat(table, "kofu")
    assert len(pieces(table, seat, "kofu")) == 3


@BOTH
def test_8_8_2_attacker_that_came_by_two_roads_takes_either(seat: Seat) -> None:
    assert open_ways(at_retreat(seat, seat, entered_from=("kofu", "saku"))) == {"kofu", "saku"}


@BOTH
def test_8_8_2_attacker_that_came_from_nowhere_goes_anywhere(seat: Seat) -> None:
    assert open_ways(at_retreat(seat, seat, enemies_at=("saku",))) == {"kofu", "saku", "kiso"}


def test_8_8_2_attacker_goes_back_even_to_where_the_enemy_stands_now() -> None:
    table = at_retreat(TOKUGAWA, TOKUGAWA, entered_from=("kofu",), enemies_at=("kofu",))
    assert open_ways(table) == {"kofu"}


@BOTH
def test_8_8_3_defender_avoids_the_attackers_roads_and_enemy_units(seat: Seat) -> None:
    table = at_retreat(seat, other(seat), entered_from=("kofu",), enemies_at=("saku",))
    assert open_ways(table) == {"kiso"}
    assert refused(table, retreating(table, "kofu")) in WRONG
    assert refused(table, retreating(table, "saku")) in WRONG


@BOTH
def test_8_8_3_defender_without_a_free_location_goes_anywhere(seat: Seat) -> None:
    table = at_retreat(seat, other(seat), entered_from=("kofu",), enemies_at=("saku", "kiso"))
    assert open_ways(table) == {"kofu", "saku", "kiso"}


@BOTH
def test_8_8_3_defender_with_all_roads_used_by_the_attacker_goes_anywhere(seat: Seat) -> None:
    table = at_retreat(seat, other(seat), entered_from=("kofu", "saku", "kiso"))
    assert open_ways(table) == {"kofu", "saku", "kiso"}


@BOTH
def test_8_8_3_own_blocks_do_not_close_a_location(seat: Seat) -> None:
    table = at_retreat(seat, other(seat), entered_from=("kofu",), enemies_at=("saku",), friends_at=("kiso",))
    assert open_ways(table) == {"kiso"}


@pytest.mark.parametrize(
    ("disks", "ways"),
    [(("osaka", "ueda"), {"suwa", "takasaki", "ueda"}), (("osaka",), {"ueda"})],
    ids=["disk", "no disk"],
)
def test_8_8_3_a_lone_disk_is_an_enemy_unit(disks: tuple[str, ...], ways: set[str]) -> None:
    table = at_retreat(TOKUGAWA, ISHIDA, place="saku", entered_from=("suwa",), enemies_at=("takasaki",), disks=disks)
    assert open_ways(table) == ways


def test_8_8_3_ones_own_disk_closes_nothing() -> None:
    table = at_retreat(ISHIDA, TOKUGAWA, place="saku", entered_from=("suwa",), enemies_at=("takasaki",))
    assert open_ways(table) == {"ueda"}


# Castles: Gifu is Ishida's colour, Okazaki Tokugawa's.
CASTLES_OF = {TOKUGAWA: ("okazaki", "hamamatsu", "kiyosu"), ISHIDA: ("gifu", "iwamura", "kiyosu")}


@BOTH
@pytest.mark.parametrize("staying", [0, 1, 2])
def test_8_8_4_up_to_two_survivors_stay_in_the_castle_their_side_held(seat: Seat, staying: int) -> None:
    castle, way, _ = CASTLES_OF[seat]
    table = at_retreat(seat, other(seat), place=castle)
    stack = pieces(table, seat, castle)
    act(table, Retreat(stack[:staying], location_named(way)))
    assert len(pieces(table, seat, castle)) == staying
    assert len(pieces(table, seat, way)) == 3 - staying
    assert table.state.holder[location_named(castle)] == (seat if staying else other(seat))


@BOTH
def test_8_8_4_a_third_block_does_not_fit_the_castle(seat: Seat) -> None:
    castle, way, _ = CASTLES_OF[seat]
    table = at_retreat(seat, other(seat), place=castle, blocks=3)
    stack = pieces(table, seat, castle)
    assert refused(table, Retreat(stack, None)) in WRONG
    table = at_retreat(seat, other(seat), place=castle, blocks=3)
    assert refused(table, Retreat(stack, location_named(way))) in WRONG | {"3.1"}


@BOTH
@pytest.mark.parametrize("blocks", [1, 2])
def test_8_8_4_all_survivors_may_stay_if_they_are_two_or_fewer(seat: Seat, blocks: int) -> None:
    castle = CASTLES_OF[seat][0]
    table = at_retreat(seat, other(seat), place=castle, blocks=blocks, inside=None if blocks == 2 else False)
    act(table, Retreat(pieces(table, seat, castle), None))
    assert len(pieces(table, seat, castle)) == blocks
    assert besieged(table.state, seat, location_named(castle))
    # That was the combat of this place in this phase.
    assert doing(table) == (seat, PaymentDue)


@BOTH
def test_8_8_4_others_must_go_somewhere_if_not_all_stay(seat: Seat) -> None:
    castle = CASTLES_OF[seat][0]
    table = at_retreat(seat, other(seat), place=castle)
    assert refused(table, Retreat(pieces(table, seat, castle)[:2], None)) in WRONG


@BOTH
def test_8_8_4_the_castle_is_closed_to_the_side_that_did_not_hold_it(seat: Seat) -> None:
    castle, way, _ = CASTLES_OF[other(seat)]
    # The loser attacks a castle that its enemy holds.
    table = at_retreat(seat, seat, place=castle, entered_from=(way,), blocks=2)
    stack = pieces(table, seat, castle)
    assert refused(table, Retreat(stack[:1], location_named(way))) in WRONG
    assert refused(table, Retreat(stack, None)) in WRONG
    assert open_ways(table) == {way}


@BOTH
def test_8_8_4_the_holder_of_a_castle_of_the_enemys_colour_stays_in_it(seat: Seat) -> None:
    castle = CASTLES_OF[other(seat)][0]
    table = at_retreat(seat, other(seat), place=castle, holders={castle: seat}, blocks=2)
    act(table, Retreat(pieces(table, seat, castle), None))
    assert table.state.holder[location_named(castle)] == seat


@BOTH
def test_r26_an_attacker_that_held_the_castle_may_stay_in_it(seat: Seat) -> None:
    castle, way, second = CASTLES_OF[seat]
    table = at_retreat(seat, seat, place=castle)
    assert open_ways(table) >= {way, second}
    stack = pieces(table, seat, castle)
    act(table, Retreat(stack[:2], location_named(second)))
    assert len(pieces(table, seat, castle)) == 2
    assert len(pieces(table, seat, second)) == 1


@BOTH
def test_8_8_4_no_block_stays_without_a_castle(seat: Seat) -> None:
    table = at_retreat(seat, other(seat))
    stack = pieces(table, seat, FIELD)
    assert refused(table, Retreat(stack[:1], location_named("kiso"))) in WRONG
    assert refused(table, Retreat(stack, None)) in WRONG


def test_8_8_4_only_own_blocks_of_the_battle_stay() -> None:
    table = at_retreat(ISHIDA, TOKUGAWA, place="gifu")
    enemy = pieces(table, TOKUGAWA, "gifu")
    stack = pieces(table, ISHIDA, "gifu")
    for staying in (enemy[:1], (stack[0], stack[0])):
        assert refused(table, Retreat(staying, location_named("iwamura"))) in WRONG | {"3.1"}


def test_8_8_1_without_survivors_there_is_no_retreat() -> None:
    table = battle(["maeda-2"], ["mori-2"])
    finish_all(table)
    lose(table, "maeda-2")
    assert doing(table) == (ISHIDA, PaymentDue)
    assert names_in(table, ISHIDA, FIELD) == ["mori-2"]


# R34: "entered from", by the moves themselves.


def march(table: Table, seat: Seat, start: str, *stops: str, blocks: int = 1, claim: bool = False) -> None:
    """The first `blocks` blocks at `start` march along `stops`."""
    moving = pieces(table, seat, start)[:blocks]
    table.act(seat, March(moving, tuple(location_named(stop) for stop in stops), claim, None))


def test_r34_the_road_of_a_block_that_died_counts() -> None:
    table = position(
        {"kofu": ["maeda-1-leader"], "saku": ["date-2", "date-3"]},
        {FIELD: ["mori-2", "mori-3", "ukita-1-leader", "uesugi-1-leader"]},
    )
    march(table, TOKUGAWA, "saku", FIELD, blocks=2)
    march(table, TOKUGAWA, "kofu", FIELD)
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    deploy(table, None, "maeda-1-leader")
    deploy(table, None, "ukita-1-leader")
    finish_all(table)
    lose(table, "maeda-1-leader")
    assert open_ways(table) == {"kofu", "saku"}


def test_r34_a_long_march_entered_from_its_last_stop() -> None:
    table = position({"iwamura": ["date-2", "date-3"]}, {FIELD: ["mori-2"]})
    march(table, TOKUGAWA, "iwamura", "kiso", FIELD, blocks=2)
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kiso"}


def test_r34_defender_may_not_take_any_road_the_attackers_took() -> None:
    table = position({"kofu": ["maeda-1-leader"], "saku": ["date-2", "date-3"]}, {FIELD: ["mori-2", "mori-3"]})
    march(table, TOKUGAWA, "kofu", FIELD)
    march(table, TOKUGAWA, "saku", FIELD, blocks=2)
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kiso"}


def test_r34_a_block_that_passed_through_the_attackers_origin_closes_only_its_road() -> None:
    # One block goes from Saku to Suwa, the other from Saku to Takasaki: only the first came into the battle.
    table = position({"saku": ["maeda-1-leader", "date-2", "date-3"]}, {FIELD: ["mori-2", "mori-3"]})
    moving = pieces(table, TOKUGAWA, "saku", "maeda-1-leader", "date-2")
    table.act(TOKUGAWA, March(moving, (location_named(FIELD),), False, None))
    table.act(TOKUGAWA, March(pieces(table, TOKUGAWA, "saku", "date-3"), (location_named("takasaki"),), False, None))
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kofu", "kiso"}


def test_r34_mustered_blocks_entered_from_nowhere() -> None:
    table = position(
        {"kanazawa": ["maeda-2", "maeda-3"], "recruitment": ["date-2"]},
        {"kanazawa": ["mori-2", "mori-3"]},
        holders={"kanazawa": TOKUGAWA},
    )
    table.act(TOKUGAWA, Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("kanazawa"), False))
    table.act(TOKUGAWA, EndMovement())
    declare(table, "kanazawa")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kitanosho", "toyama"}


def test_r34_roads_of_an_earlier_player_turn_do_not_count() -> None:
    # Tokugawa besieges Gifu from Sawayama and Iwamura in its turn; Ishida comes out in its own turn and loses.
    table = position({"sawayama": ["maeda-2", "date-2"], "iwamura": ["date-1-leader"]}, {"gifu": ["mori-2", "mori-3"]})
    march(table, TOKUGAWA, "sawayama", "gifu", blocks=2)
    march(table, TOKUGAWA, "iwamura", "gifu")
    table.act(TOKUGAWA, EndMovement())
    declare(table, "gifu", inside=True)
    finish(table)
    combat_phase(table)
    declare(table, "gifu", inside=False)
    # Ishida attacks, ends, and loses at nothing to nothing; it held the castle and came from nowhere.
    finish_all(table)
    lose_any(table)
    assert doing(table) == (ISHIDA, RetreatDue)
    assert open_ways(table) == {"sawayama", "iwamura", "kiyosu"}


def test_r34_a_besieger_that_came_last_turn_and_loses_as_defender_goes_anywhere_free() -> None:
    table = position({"sawayama": ["maeda-2", "date-2"]}, {"gifu": ["mori-1-leader", "mori-3"]})
    march(table, TOKUGAWA, "sawayama", "gifu", blocks=2)
    table.act(TOKUGAWA, EndMovement())
    declare(table, "gifu", inside=True)
    finish(table)
    combat_phase(table)
    declare(table, "gifu", inside=False)
    deploy(table, None, "mori-1-leader")
    finish_all(table)
    lose_any(table)
    assert doing(table) == (TOKUGAWA, RetreatDue)
    assert open_ways(table) == {"sawayama", "iwamura", "kiyosu"}


@st.composite
def lost_battles(draw: st.DrawFn) -> tuple[Seat, Seat, str, tuple[str, ...], tuple[str, ...], bool]:
    """Loser, attacker, place, enemy-held neighbours, roads the attacker came by, and whether Ueda's disk stands."""
    place = draw(
        st.sampled_from([place for place in LOCATIONS if CASTLE[place] is None and place != location_named("kyoto")])
    )
    ways = [POOL_KEYS[way] for way in ADJACENT[place]]
    loser = Seat(draw(st.integers(0, 1)))
    attacker = Seat(draw(st.integers(0, 1)))
    enemies = draw(st.lists(st.sampled_from(ways), unique=True, max_size=2))
    entered = draw(st.lists(st.sampled_from(ways), unique=True))
    return loser, attacker, POOL_KEYS[place], tuple(enemies), tuple(entered), draw(st.booleans())


@given(lost_battles())
@settings(max_examples=60)
def test_r26_r34_the_ways_of_retreat_anywhere_on_the_map(
    case: tuple[Seat, Seat, str, tuple[str, ...], tuple[str, ...], bool],
) -> None:
    loser, attacker, place, enemies, entered, disk = case
    disks = ("osaka", "ueda") if disk else ("osaka",)
    table = at_retreat(loser, attacker, place=place, enemies_at=enemies, entered_from=entered, disks=disks)
    ways = {POOL_KEYS[way] for way in ADJACENT[location_named(place)]}
    hostile = set(enemies) | (set(disks) if loser == TOKUGAWA else set())
    preferred = set(entered) if loser == attacker else ways - hostile - set(entered)
    assert open_ways(table) == (preferred or ways)


def test_ueda_is_where_the_tests_think_it_is() -> None:
    assert {POOL_KEYS[way] for way in ADJACENT[UEDA]} == {"saku", "arato"}


@BOTH
def test_r3_a_retreat_takes_an_empty_resource_location_and_leaves_one_to_the_winner(seat: Seat) -> None:
    # Kiso is a resource location; so is Tsuruga.
    table = at_retreat(seat, other(seat))
    assert table.state.owner[location_named("kiso")] != seat
    retreat(table, "kiso")
    assert table.state.owner[location_named("kiso")] == seat
    table = at_retreat(seat, other(seat), place="tsuruga")
    retreat(table, "kitanosho")
    assert table.state.owner[location_named("tsuruga")] == other(seat)


@BOTH
def test_r2_a_retreat_takes_an_empty_castle(seat: Seat) -> None:
    castle, way, _ = CASTLES_OF[other(seat)]
    table = at_retreat(seat, other(seat), place=way)
    assert table.state.holder[location_named(castle)] == other(seat)
    retreat(table, castle)
    assert table.state.holder[location_named(castle)] == seat


@BOTH
def test_blocks_that_retreat_to_friends_cannot_be_told_from_them(seat: Seat) -> None:
    """Blocks that share a location get new numbers together, before and after a battle."""
    table = at_retreat(seat, other(seat), friends_at=("kiso",))
    before = set(pieces(table, seat, FIELD)) | set(pieces(table, seat, "kiso"))
    retreat(table, "kiso")
    assert len(pieces(table, seat, "kiso")) == 4
    assert not before & set(pieces(table, seat, "kiso"))
