"""Chapter 4: locations; who controls resource locations and castles (4.2, 4.3, R2, R3, R40)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Seat, other
from engine.sekigahara.board import (
    ADJACENT,
    CAPITAL,
    CASTLE,
    CASTLES,
    DEAD,
    HIGHWAY,
    LOCATIONS,
    MORI_BOX,
    POOL_KEYS,
    RESOURCE,
    RESOURCES,
    ROAD_BETWEEN,
    location_named,
)
from engine.sekigahara.chapters.chapter_4_control import besieged, update_control
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.pieces import RECRUITING_SIDE, RECRUITS_AT
from tests.engine.sekigahara.moves import march, reveal
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, pieces, position

BLOCK = {TOKUGAWA: "date-2", ISHIDA: "ukita-2"}
FOUR = {TOKUGAWA: ["date-2", "date-3", "maeda-2", "maeda-3"], ISHIDA: ["ukita-2"] * 4}


def standing(active: Seat, own: dict[str, list[str]], enemy: dict[str, list[str]], **more: object) -> Table:
    """A position in the movement phase of `active`, told from its side."""
    sides = {active: own, other(active): enemy}
    return position(sides[TOKUGAWA], sides[ISHIDA], active=active, **more)  # type: ignore[arg-type]


def owner(table: Table, key: str) -> Seat | None:
    """Who controls a resource location."""
    return table.state.owner[location_named(key)]


def holder(table: Table, key: str) -> Seat | None:
    """Who controls a castle."""
    return table.state.holder[location_named(key)]


def test_4_1_every_location_can_be_reached_from_every_other() -> None:
    reached, frontier = {LOCATIONS[0]}, [LOCATIONS[0]]
    while frontier:
        frontier = [there for here in frontier for there in ADJACENT[here] if there not in reached]
        reached.update(frontier)
    assert reached == set(LOCATIONS)


def test_4_1_the_map_has_51_locations_and_62_roads_of_which_19_are_highway() -> None:
    assert len(LOCATIONS) == 51
    assert len(set(ROAD_BETWEEN.values())) == len(HIGHWAY) == 62
    assert sum(HIGHWAY) == 19


def test_4_2_4_5_there_are_nine_resource_locations_and_both_capitals_are_among_them() -> None:
    capitals = {POOL_KEYS[place]: CAPITAL[place] for place in LOCATIONS if CAPITAL[place] is not None}
    assert capitals == {"kyoto": ISHIDA, "edo": TOKUGAWA}
    assert all(RESOURCE[location_named(key)] for key in capitals)
    assert len(RESOURCES) == 9


def test_4_3_castles_by_colour() -> None:
    by_colour = {seat: {POOL_KEYS[place] for place in CASTLES if CASTLE[place] == seat} for seat in SEATS}
    assert by_colour[TOKUGAWA] == {"miyazu", "anotsu", "okazaki", "kanazawa", "hakone"}
    assert by_colour[ISHIDA] == {"osaka", "gifu", "ueda", "aizu"}


def test_4_4_7_2_recruitment_locations_by_colour() -> None:
    by_colour = {
        seat: {POOL_KEYS[place]: set(RECRUITS_AT[place]) for place in LOCATIONS if RECRUITING_SIDE[place] == seat}
        for seat in SEATS
    }
    assert by_colour[TOKUGAWA] == {
        "edo": {"tokugawa"},
        "kanazawa": {"maeda"},
        "kiyosu": {"fukushima"},
        "sendai": {"date"},
    }
    assert by_colour[ISHIDA] == {"himeji": {"mori", "ukita"}, "osaka": {"kobayakawa"}, "aizu": {"uesugi"}}


def test_4_4_3_4_only_ishida_has_a_mori_box() -> None:
    table = position({}, {"mori_box": ["mori-3", "mori-1-leader"]})
    assert len(table.state.pools[ISHIDA][MORI_BOX]) == 2
    assert not table.state.pools[TOKUGAWA][MORI_BOX]


# Resource locations


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("before", [None, *SEATS])
def test_4_2_r3_entering_a_resource_location_takes_it(seat: Seat, before: Seat | None) -> None:
    owners = {} if before is None else {"kiso": before}
    table = standing(seat, {"suwa": [BLOCK[seat]]}, {}, owners=owners)
    assert owner(table, "kiso") == before
    march(table, pieces(table, seat, "suwa"), "kiso")
    assert owner(table, "kiso") == seat


@pytest.mark.parametrize("seat", SEATS)
def test_4_2_r3_passing_through_a_resource_location_takes_it(seat: Seat) -> None:
    table = standing(seat, {"suwa": [BLOCK[seat]]}, {}, owners={"kiso": other(seat)})
    march(table, pieces(table, seat, "suwa"), "kiso", "iwamura")
    assert owner(table, "kiso") == seat


def test_4_2_a_resource_location_stays_with_the_last_to_come_when_all_have_left() -> None:
    table = position({"edo": [BLOCK[TOKUGAWA]]}, {}, owners={"edo": ISHIDA})
    assert owner(table, "edo") == ISHIDA
    table = position({"kiso": [BLOCK[TOKUGAWA]]}, {})
    march(table, pieces(table, TOKUGAWA, "kiso"), "suwa")
    assert owner(table, "kiso") == TOKUGAWA


def test_4_2_no_resource_location_but_the_capitals_is_owned_at_first() -> None:
    table = position({}, {})
    owners = {POOL_KEYS[place]: table.state.owner[place] for place in RESOURCES}
    assert {key: seat for key, seat in owners.items() if seat is not None} == {"edo": TOKUGAWA, "kyoto": ISHIDA}


def test_4_5_a_capital_is_taken_like_any_resource_location() -> None:
    table = position({"sawayama": [BLOCK[TOKUGAWA]]}, {})
    march(table, pieces(table, TOKUGAWA, "sawayama"), "kyoto")
    assert owner(table, "kyoto") == TOKUGAWA


@pytest.mark.parametrize("seat", SEATS)
def test_r3_r40_entering_a_resource_location_where_the_enemy_stands_changes_nothing(seat: Seat) -> None:
    table = standing(seat, {"suwa": [BLOCK[seat]]}, {"kiso": [BLOCK[other(seat)]]})
    march(table, pieces(table, seat, "suwa"), "kiso")
    assert owner(table, "kiso") == other(seat)
    table.act(seat, EndMovement())
    assert owner(table, "kiso") == other(seat)


@pytest.mark.parametrize("seat", SEATS)
def test_r3_r15_an_overrun_that_leaves_one_side_alone_gives_it_the_resource_location(seat: Seat) -> None:
    table = standing(seat, {"suwa": FOUR[seat]}, {"kiso": [BLOCK[other(seat)]]})
    march(table, pieces(table, seat, "suwa"), "kiso")
    reveal(table)
    assert owner(table, "kiso") == seat


@pytest.mark.parametrize("seat", SEATS)
def test_r3_r15_who_is_overrun_on_entering_takes_nothing(seat: Seat) -> None:
    table = standing(seat, {"suwa": [BLOCK[seat]]}, {"kiso": FOUR[other(seat)]})
    march(table, pieces(table, seat, "suwa"), "kiso")
    assert reveal(table) == seat
    assert owner(table, "kiso") == other(seat)


@pytest.mark.parametrize("seat", SEATS)
def test_r40_a_resource_location_where_both_sides_died_stays_with_the_last_that_held_it(seat: Seat) -> None:
    table = standing(seat, {"kiso": [BLOCK[seat]]}, {"kiso": [BLOCK[other(seat)]]}, owners={"kiso": seat})
    kiso = location_named("kiso")
    for dying in SEATS:
        table.state.transfer(dying, table.state.pools[dying][kiso], kiso, DEAD)
    update_control(table.state, kiso)
    assert owner(table, "kiso") == seat


def test_r3_a_muster_takes_a_resource_location() -> None:
    table = position({"recruitment": [BLOCK[TOKUGAWA]]}, {}, owners={"edo": ISHIDA})
    table.act(TOKUGAWA, Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("edo"), False))
    assert owner(table, "edo") == TOKUGAWA


# Castles


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("key", ["okazaki", "gifu"])
def test_4_3_r2_who_stands_alone_at_a_castle_controls_it_and_leaving_it_reverts(seat: Seat, key: str) -> None:
    table = standing(seat, {"kiyosu": [BLOCK[seat]]}, {})
    natural = CASTLE[location_named(key)]
    assert holder(table, key) == natural
    march(table, pieces(table, seat, "kiyosu"), key)
    assert holder(table, key) == seat
    later = standing(seat, {key: [BLOCK[seat]]}, {})
    assert holder(later, key) == seat
    march(later, pieces(later, seat, key), "kiyosu")
    assert holder(later, key) == natural


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("key", ["okazaki", "gifu"])
def test_4_3_r2_a_castle_is_not_lost_while_its_holder_has_a_unit_there(seat: Seat, key: str) -> None:
    """Whoever was there first holds it, whatever its colour; entering it makes a siege of it (8.9.1)."""
    table = standing(seat, {"kiyosu": [BLOCK[seat]]}, {key: [BLOCK[other(seat)]]})
    march(table, pieces(table, seat, "kiyosu"), key)
    assert holder(table, key) == other(seat)
    assert besieged(table.state, other(seat), location_named(key))
    assert not besieged(table.state, seat, location_named(key))


@pytest.mark.parametrize(("start", "key"), [("saku", "ueda"), ("kyoto", "osaka")])
def test_r2_a_castle_with_its_disk_alone_is_ishidas_while_tokugawa_stands_there(start: str, key: str) -> None:
    table = position({start: [BLOCK[TOKUGAWA]]}, {})
    march(table, pieces(table, TOKUGAWA, start), key)
    assert holder(table, key) == ISHIDA
    assert besieged(table.state, ISHIDA, location_named(key))


@pytest.mark.parametrize("key", ["ueda", "osaka"])
def test_r2_a_castle_stays_ishidas_when_its_blocks_leave_the_disk(key: str) -> None:
    table = position({}, {key: [BLOCK[ISHIDA]]}, active=ISHIDA)
    march(table, pieces(table, ISHIDA, key), POOL_KEYS[ADJACENT[location_named(key)][0]])
    assert holder(table, key) == ISHIDA


def test_r2_a_castle_whose_disk_is_gone_passes_to_who_enters() -> None:
    table = position({"saku": [BLOCK[TOKUGAWA]]}, {}, disks=["osaka"])
    march(table, pieces(table, TOKUGAWA, "saku"), "ueda")
    assert holder(table, "ueda") == TOKUGAWA


def test_r2_passing_through_an_empty_castle_does_not_keep_it() -> None:
    table = position({"sawayama": [BLOCK[TOKUGAWA]]}, {})
    march(table, pieces(table, TOKUGAWA, "sawayama"), "gifu", "iwamura")
    assert holder(table, "gifu") == ISHIDA


@pytest.mark.parametrize("seat", SEATS)
def test_r2_besiegers_that_leave_change_nothing(seat: Seat) -> None:
    table = standing(
        seat, {"okazaki": [BLOCK[seat]]}, {"okazaki": [BLOCK[other(seat)]]}, holders={"okazaki": other(seat)}
    )
    march(table, pieces(table, seat, "okazaki"), "kiyosu")
    assert holder(table, "okazaki") == other(seat)


def test_r3_9_3_mori_blocks_enter_osaka_without_giving_its_besiegers_the_castle() -> None:
    table = position(
        {"osaka": ["date-2"] * 2},
        {"mori_box": ["mori-3"] * 4 + ["mori-1-leader"], "hand": ["ukita-single"]},
        active=ISHIDA,
        holders={"osaka": ISHIDA},
    )
    block = pieces(table, ISHIDA, "mori_box", "mori-3")[0]
    table.act(ISHIDA, CallMori(pieces(table, ISHIDA, "hand")[0], block))
    assert holder(table, "osaka") == ISHIDA
