"""7.3.1 and 7.3.2: how blocks march (R10, R12, R14, R16, R32, R33)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Piece, Seat, other
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.moves import at, bid_first, count, deciding, march, marching, refused, reveal, to_discards
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

RULE = {"7.3.1", "R10"}
RATE = {"7.3.3", "7.3.4", "7.3.5", "7.3.6", "R11"}
STOP = {"7.3.2", "R14"}
OWN = {TOKUGAWA: "date-2", ISHIDA: "ukita-2"}
EIGHT = ["date-2", "date-2", "date-3", "maeda-2", "maeda-2", "maeda-3", "fukushima-3", "fukushima-2"]


def test_7_3_1_some_blocks_march_and_others_stay() -> None:
    table = position({"suwa": ["date-2", "date-3", "maeda-2"]}, {})
    march(table, pieces(table, TOKUGAWA, "suwa", "date-3", "maeda-2"), "kofu")
    assert names_in(table, TOKUGAWA, "suwa") == ["date-2"]
    assert names_in(table, TOKUGAWA, "kofu") == ["date-3", "maeda-2"]


def test_7_3_1_r10_blocks_of_one_stack_go_different_ways() -> None:
    table = position({"suwa": ["date-2", "date-3", "maeda-2"]}, {})
    march(table, pieces(table, TOKUGAWA, "suwa", "date-2"), "kofu")
    march(table, pieces(table, TOKUGAWA, "suwa", "date-3"), "saku", "takasaki")
    march(table, pieces(table, TOKUGAWA, "suwa", "maeda-2"), "kiso")
    assert [names_in(table, TOKUGAWA, key) for key in ("kofu", "takasaki", "kiso")] == [
        ["date-2"],
        ["date-3"],
        ["maeda-2"],
    ]


def test_7_3_1_a_stack_may_drop_off_blocks_and_part_on_the_way() -> None:
    """The tree of R10: Edo to Hakone, where one block stays and the others go on."""
    table = position({"edo": ["date-2", "date-3", "maeda-2"]}, {})
    blocks = pieces(table, TOKUGAWA, "edo")
    march(table, blocks, "hakone")
    march(table, blocks[1:], "numazu")
    march(table, blocks[2:], "sunpu")
    assert [count(table, TOKUGAWA, key) for key in ("edo", "hakone", "numazu", "sunpu")] == [0, 1, 1, 1]


def test_7_3_1_parts_of_a_group_go_on_by_different_roads() -> None:
    table = position({"edo": ["date-2", "date-3", "maeda-2"]}, {})
    one, two, three = pieces(table, TOKUGAWA, "edo")
    march(table, [one, two, three], "oyama")
    march(table, [one], "utsunomiya")
    assert refused(table, TOKUGAWA, marching([two], "utsunomiya")) in RULE
    table = position({"hakone": ["date-2", "date-3"]}, {})
    one, two = pieces(table, TOKUGAWA, "hakone")
    march(table, [one, two], "numazu")
    march(table, [one], "kofu")
    march(table, [two], "sunpu")
    assert [count(table, TOKUGAWA, key) for key in ("numazu", "kofu", "sunpu")] == [0, 1, 1]


def test_7_3_1_r16_no_block_moves_twice() -> None:
    table = position({"suwa": ["date-2"], "kofu": ["maeda-2"]}, {})
    first, second = pieces(table, TOKUGAWA, "suwa") + pieces(table, TOKUGAWA, "kofu")
    march(table, [first], "kofu")
    march(table, [second], "numazu")
    assert refused(table, TOKUGAWA, marching([first], "suwa")) in {*RULE, "R16"}
    assert refused(table, TOKUGAWA, marching([first], "numazu")) in {*RULE, "R16"}


def test_7_3_1_r16_blocks_that_arrived_stay_when_the_stack_they_joined_moves() -> None:
    table = position({"suwa": ["date-2"], "kofu": ["maeda-2"]}, {})
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    assert refused(table, TOKUGAWA, marching(at(table, TOKUGAWA, "kofu"), "numazu")) in {*RULE, "R16"}
    march(table, pieces(table, TOKUGAWA, "kofu", "maeda-2"), "numazu")
    assert names_in(table, TOKUGAWA, "kofu") == ["date-2"]


def test_7_3_1_a_stack_completes_its_movement_before_another_starts() -> None:
    table = position({"edo": ["date-2"], "suwa": ["maeda-2"]}, {})
    [block] = pieces(table, TOKUGAWA, "edo")
    march(table, [block], "hakone")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    assert refused(table, TOKUGAWA, marching([block], "numazu")) in {*RULE, "R16"}


@pytest.mark.parametrize("standing", [True, False], ids=["standing there", "arrived by another move"])
def test_7_3_1_a_stack_picks_up_no_blocks(standing: bool) -> None:
    places = {"edo": ["date-2"], "hakone": ["maeda-2"]} if standing else {"edo": ["date-2"], "numazu": ["maeda-2"]}
    table = position(places, {})
    if not standing:
        march(table, pieces(table, TOKUGAWA, "numazu"), "hakone")
    [block] = pieces(table, TOKUGAWA, "edo")
    march(table, [block], "hakone")
    both = pieces(table, TOKUGAWA, "hakone")
    assert len(both) == 2
    assert refused(table, TOKUGAWA, marching(both, "numazu")) in {*RULE, "R16"}


def branches() -> tuple[Table, tuple[Piece, Piece]]:
    """Two blocks of Osaka's have come to Kyoto, one by the highway and one through Himeji by a forced march (R32)."""
    table = position({}, {"osaka": ["ukita-2", "ukita-3"], "hand": ["mori-single"] * 2}, active=ISHIDA)
    short, long = pieces(table, ISHIDA, "osaka")
    march(table, [short], "kyoto")
    march(table, [long], "himeji", "ayabe", "kyoto", forced=table.state.pools[ISHIDA][HAND][0])
    return table, (short, long)


def test_r32_branches_of_one_move_may_end_at_one_location_by_different_roads() -> None:
    table, _ = branches()
    assert names_in(table, ISHIDA, "kyoto") == ["ukita-2", "ukita-3"]


def test_r10_r32_branches_that_meet_do_not_merge_but_may_go_on() -> None:
    table, (short, long) = branches()
    assert refused(table, ISHIDA, March((short, long), (location_named("minakuchi"),), False, None)) in RULE | RATE
    march(table, [short], "minakuchi")


@pytest.mark.parametrize("way", [("suwa", "kofu"), ("kofu", "suwa")], ids=["same way", "opposite way"])
@pytest.mark.parametrize("seat", SEATS)
def test_7_3_1_no_road_is_used_twice_in_a_phase(seat: Seat, way: tuple[str, str]) -> None:
    """Neither by another stack nor, the next time, by the other branch of a move; nor against its direction."""
    start, end = way
    side = {"suwa": [OWN[seat]] * 2, "kofu": [OWN[seat]]}
    sides = {seat: side, other(seat): {}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    one, two = pieces(table, seat, "suwa")
    [three] = pieces(table, seat, "kofu")
    march(table, [one], "kofu")
    block = two if start == "suwa" else three
    assert refused(table, seat, marching([block], end)) in RULE


def test_7_3_1_no_road_is_used_twice_by_one_block_either() -> None:
    table = position({"edo": ["date-2"]}, {})
    [block] = pieces(table, TOKUGAWA, "edo")
    assert refused(table, TOKUGAWA, marching([block], "hakone", "edo")) in RULE
    march(table, [block], "hakone")
    assert refused(table, TOKUGAWA, marching([block], "edo")) in RULE


def test_7_3_1_a_road_is_free_for_the_opponents_phase() -> None:
    table = position({"suwa": ["date-2"]}, {"saku": ["ukita-2", "ukita-1-leader"]}, paid=None)
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    table.act(TOKUGAWA, EndMovement())
    table.act(ISHIDA, Pay(Degree.MINIMAL, ()))
    march(table, pieces(table, ISHIDA, "saku"), "suwa", "kofu", claim=True)
    assert count(table, ISHIDA, "kofu") == 2


def test_7_3_1_r16_roads_and_blocks_are_free_again_in_the_next_phase_of_the_same_side() -> None:
    table = position({"suwa": ["date-2"]}, {}, paid="minimal")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    to_discards(table)
    bid_first(table, SEATS)
    table.act(deciding(table, FirstPlayerDue), ChooseFirst(TOKUGAWA))
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    march(table, pieces(table, TOKUGAWA, "kofu"), "suwa")
    assert count(table, TOKUGAWA, "suwa") == 1


def test_7_3_1_blocks_go_along_roads() -> None:
    table = position({"edo": ["date-2"]}, {})
    [block] = pieces(table, TOKUGAWA, "edo")
    for stops in (("suwa",), ("numazu",), ("hakone", "kofu"), ("edo",)):
        assert refused(table, TOKUGAWA, marching([block], *stops)) in RULE


def test_7_3_1_the_source_of_a_move_is_one_location() -> None:
    table = position({"edo": ["date-2"], "oshi": ["date-3"]}, {})
    blocks = pieces(table, TOKUGAWA, "edo") + pieces(table, TOKUGAWA, "oshi")
    assert refused(table, TOKUGAWA, marching(blocks, "hakone")) in RULE
    assert refused(table, TOKUGAWA, marching(blocks[::-1], "takasaki")) in RULE


def test_7_3_1_a_march_has_blocks_and_somewhere_to_go() -> None:
    table = position({"edo": ["date-2"]}, {})
    [block] = pieces(table, TOKUGAWA, "edo")
    assert refused(table, TOKUGAWA, marching([], "hakone")) in RULE
    assert refused(table, TOKUGAWA, marching([block])) in RULE
    assert refused(table, TOKUGAWA, marching([block, block], "hakone")) in RULE


@pytest.mark.parametrize("pool", ["recruitment", "dead", "bag"])
def test_7_3_1_only_blocks_on_the_map_march(pool: str) -> None:
    table = position({"edo": ["date-2"], "recruitment": ["maeda-2"], "dead": ["maeda-3"]}, {})
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, pool)[:1], "hakone")) in RULE


def test_7_3_1_nobody_marches_the_enemys_blocks_or_a_card() -> None:
    table = position({"edo": ["date-2"], "hand": ["date-single"]}, {"suwa": ["ukita-2"]})
    assert refused(table, TOKUGAWA, marching(pieces(table, ISHIDA, "suwa"), "kofu")) in RULE
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "hand"), "kofu")) in RULE


def test_8_9_6_besieged_blocks_do_not_leave_and_besiegers_may() -> None:
    stacks = {"tokugawa": {"gifu": ["date-2"]}, "ishida": {"gifu": ["ukita-2"]}}
    table = position(**stacks, active=ISHIDA)  # type: ignore[arg-type]
    for stop in ("sawayama", "iwamura", "kiyosu"):
        assert refused(table, ISHIDA, marching(pieces(table, ISHIDA, "gifu"), stop)) == "8.9.6"
    table = position(**stacks)  # type: ignore[arg-type]
    march(table, pieces(table, TOKUGAWA, "gifu"), "iwamura")


def test_8_9_6_7_1_blocks_that_are_relieved_may_leave_later_in_the_phase() -> None:
    """An overrun of the besiegers ends the siege at once (7.4.2, 7.4.3)."""
    table = position({"gifu": ["date-2"]}, {"gifu": ["ukita-2"], "kiyosu": ["mori-3"] * 3}, active=ISHIDA)
    march(table, pieces(table, ISHIDA, "kiyosu"), "gifu")
    assert reveal(table) == TOKUGAWA
    march(table, pieces(table, ISHIDA, "gifu", "ukita-2"), "sawayama")


# 7.3.2


@pytest.mark.parametrize("seat", SEATS)
def test_7_3_2_r14_blocks_stop_when_they_meet_enemy_units(seat: Seat) -> None:
    sides = {seat: {"suwa": [OWN[seat]]}, other(seat): {"kiso": [OWN[other(seat)]]}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    [block] = pieces(table, seat, "suwa")
    assert refused(table, seat, marching([block], "kiso", "iwamura")) in STOP
    march(table, [block], "kiso")
    assert refused(table, seat, marching([block], "iwamura")) in STOP


@pytest.mark.parametrize(
    ("start", "castle", "beyond"), [("kyoto", "osaka", "himeji"), ("arato", "ueda", "saku")], ids=["osaka", "ueda"]
)
def test_7_3_2_r14_a_lone_disk_stops_them_too(start: str, castle: str, beyond: str) -> None:
    """Even four blocks: a disk is no block to overrun (7.4.1)."""
    table = position({start: ["maeda-1-leader", "date-2", "date-3", "maeda-3"], "hand": ["date-single"]}, {})
    blocks = pieces(table, TOKUGAWA, start)
    assert refused(table, TOKUGAWA, marching(blocks, castle, beyond, claim=True)) in STOP
    march(table, blocks, castle)
    assert refused(table, TOKUGAWA, marching(blocks, beyond)) in STOP


def test_7_3_2_friendly_blocks_with_the_enemy_do_not_let_others_pass() -> None:
    table = position({"suwa": ["date-2"], "kiso": ["maeda-2"]}, {"kiso": ["ukita-2"]})
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "suwa"), "kiso", "iwamura")) in STOP


def test_7_3_2_blocks_may_start_from_beside_the_enemy() -> None:
    """Besiegers leave along any road, even to the next enemy (8.9.6)."""
    table = position({"gifu": ["date-2"]}, {"gifu": ["ukita-2"], "kiyosu": ["ukita-3"]})
    march(table, pieces(table, TOKUGAWA, "gifu"), "kiyosu")
    assert count(table, TOKUGAWA, "kiyosu") == 1


ROUND = ("himeji", "ayabe", "kyoto")
"""The way round from Osaka to Kyoto: three locations, with the castle's leadership and a forced march."""


def two_ways() -> tuple[Table, tuple[Piece, ...], tuple[Piece, ...], Piece]:
    """Ishida's four blocks at Osaka are to overrun one at Kyoto by two roads: the two pairs and the card for ROUND."""
    table = position(
        {"kyoto": ["date-2"]}, {"osaka": ["ukita-2"] * 3 + ["ukita-3"], "hand": ["mori-single"]}, active=ISHIDA
    )
    blocks = at(table, ISHIDA, "osaka")
    return table, blocks[:2], blocks[2:], at(table, ISHIDA, "hand")[0]


def test_r33_a_group_that_had_to_stop_stays_stopped_when_the_enemy_is_overrun_later() -> None:
    table, first, second, card = two_ways()
    march(table, first, "kyoto")
    march(table, second, *ROUND, forced=card)
    assert reveal(table) == TOKUGAWA
    assert refused(table, ISHIDA, marching(first, "sawayama")) in {*STOP, "R33", "7.4.2"}


def test_r33_7_4_2_the_group_whose_arrival_overruns_may_go_on() -> None:
    table, first, second, card = two_ways()
    march(table, first, *ROUND, forced=card)
    march(table, second, "kyoto")
    assert reveal(table) == TOKUGAWA
    march(table, second, "sawayama")
    assert [count(table, ISHIDA, key) for key in ("osaka", "kyoto", "sawayama")] == [0, 2, 2]


def test_7_3_1_mustered_blocks_do_not_march() -> None:
    table = position({"recruitment": ["date-2"], "edo": ["date-3"]}, {})
    table.act(TOKUGAWA, Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("edo"), False))
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "edo", "date-2"), "oyama")) in {
        *RULE,
        "7.2",
        "R16",
    }
    march(table, pieces(table, TOKUGAWA, "edo", "date-3"), "oyama")
