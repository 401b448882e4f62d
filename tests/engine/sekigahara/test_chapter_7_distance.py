"""7.3.3 to 7.3.6: how far blocks march (R11 to R13), and the example of movement."""

from __future__ import annotations

from itertools import product

import pytest

from engine.hidden import SEATS, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_distance import allowance, most_blocks
from tests.engine.sekigahara.moves import at, count, march, marching, refused, supply
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

TOO_FAR = {"7.3.3", "7.3.4", "7.3.5", "7.3.6", "R11"}
FORCED = {"7.3.3", "R12"}
ALL_HIGHWAY = ("saku", "takasaki", "oshi", "edo")
"""Four highways from Suwa, which has neither castle nor capital."""
NOT_ALL_HIGHWAY = ("kofu", "numazu", "sunpu", "hamamatsu")
"""Four roads from Suwa of which the first two are no highways."""
PLAIN = [name for name in supply(TOKUGAWA, cards=False) if "leader" not in name]


def stack(size: int, *, leader: bool, place: str = "suwa") -> Table:
    """So many Tokugawa blocks at `place`, with or without a leader among them, two cards in hand."""
    blocks = (["maeda-1-leader"] if leader else []) + PLAIN
    return position({place: blocks[:size], "hand": ["date-single"] * 2}, {})


def test_7_3_5_the_most_blocks_are_the_largest_group_that_comes_so_far() -> None:
    for led, highway, forced in product((False, True), repeat=3):
        for steps in range(1, 5):
            most = most_blocks(led, highway, forced, steps)
            for size in range(1, 21):
                assert (size <= most) == (allowance(led, highway, forced, size) >= steps)


@pytest.mark.parametrize("size", range(1, 21))
@pytest.mark.parametrize("highway", [False, True], ids=["roads", "highway"])
@pytest.mark.parametrize("leader", [False, True], ids=["no leader", "leader"])
@pytest.mark.parametrize("forced", [False, True], ids=["at ease", "forced"])
def test_7_3_6_the_movement_chart(size: int, highway: bool, leader: bool, forced: bool) -> None:
    """Every combination of the chart: that many locations, and not one more."""
    penalty = 0 if size <= 4 else 1 if size <= 8 else 2 if size <= 12 else 3 if size <= 16 else 4
    rate = 1 + highway + leader + forced - penalty
    way = ALL_HIGHWAY if highway else NOT_ALL_HIGHWAY
    for length in range(1, 5):
        table = stack(size, leader=leader)
        blocks = at(table, TOKUGAWA, "suwa")
        card = at(table, TOKUGAWA, "hand")[0] if forced and length == rate else None
        needs_claim = leader and length > rate - 1
        if length == rate:
            march(table, blocks, *way[:length], claim=needs_claim, forced=card)
            assert count(table, TOKUGAWA, way[length - 1]) == size
        elif length > rate:
            card = at(table, TOKUGAWA, "hand")[0] if forced else None
            step = marching(blocks, *way[:length], claim=leader, forced=card)
            assert refused(table, TOKUGAWA, step) in TOO_FAR


@pytest.mark.parametrize("place", ["suwa", "edo"])
def test_7_3_5_seventeen_blocks_cannot_move(place: str) -> None:
    table = stack(17, leader=True, place=place)
    card = at(table, TOKUGAWA, "hand")[0]
    stop = {"suwa": "saku", "edo": "oshi"}[place]
    step = marching(at(table, TOKUGAWA, place), stop, claim=place == "suwa", forced=card)
    assert refused(table, TOKUGAWA, step) in TOO_FAR


def test_7_3_5_five_blocks_march_one_location_less() -> None:
    """By highway from a castle three locations with four blocks, two with five."""
    for size, length in ((4, 3), (5, 2)):
        table = stack(size, leader=False, place="hakone")
        way = ("numazu", "sunpu", "hamamatsu", "okazaki")
        blocks = at(table, TOKUGAWA, "hakone")
        assert refused(table, TOKUGAWA, marching(blocks, *way[: length + 1])) in TOO_FAR
        march(table, blocks, *way[:length])


def test_7_3_5_the_penalty_is_for_the_group_not_for_the_stack_it_leaves() -> None:
    """Twelve blocks part into threes: each goes as far as three blocks do."""
    table = stack(12, leader=False, place="edo")
    blocks = at(table, TOKUGAWA, "edo")
    for way, group in zip(
        [("hakone", "numazu", "sunpu"), ("oshi", "takasaki", "saku"), ("oyama", "utsunomiya"), ("mito", "iwaki")],
        [blocks[:3], blocks[3:6], blocks[6:9], blocks[9:]],
        strict=True,
    ):
        march(table, group, *way)
        assert set(group) == set(at(table, TOKUGAWA, way[-1]))


def test_7_3_5_the_largest_group_counts_even_after_blocks_were_dropped() -> None:
    """Five leave Hakone, one stays at Numazu: the four have the five's rate of two, not the three of four."""
    table = stack(5, leader=False, place="hakone")
    blocks = at(table, TOKUGAWA, "hakone")
    march(table, blocks, "numazu")
    assert refused(table, TOKUGAWA, marching(blocks[1:], "sunpu", "hamamatsu")) in TOO_FAR
    march(table, blocks[1:], "sunpu")
    assert refused(table, TOKUGAWA, marching(blocks[1:], "hamamatsu")) in TOO_FAR


@pytest.mark.parametrize(("dropped", "length"), [(1, 1), (2, 1), (4, 1)])
def test_7_3_5_nine_blocks_stay_nine_for_the_rate(dropped: int, length: int) -> None:
    table = stack(9, leader=False, place="hakone")
    blocks = at(table, TOKUGAWA, "hakone")
    march(table, blocks, "numazu")
    assert refused(table, TOKUGAWA, marching(blocks[dropped:], "sunpu")) in TOO_FAR
    assert length == 1 + 1 + 1 - 2


# 7.3.3 highways


def test_7_3_3_a_march_that_leaves_the_highway_loses_its_bonus() -> None:
    table = stack(1, leader=False, place="suwa")
    [block] = at(table, TOKUGAWA, "suwa")
    assert refused(table, TOKUGAWA, marching([block], "saku", "ueda")) in TOO_FAR
    assert refused(table, TOKUGAWA, marching([block], "kofu", "numazu")) in TOO_FAR
    march(table, [block], "saku", "takasaki")


def test_7_3_3_the_highway_is_judged_over_the_whole_move_not_the_step() -> None:
    """Told in two steps it is the same move: a highway after a road gives nothing, nor a road after a highway."""
    for first, second, allowed in (("saku", "takasaki", True), ("saku", "ueda", False), ("kofu", "numazu", False)):
        table = stack(1, leader=False)
        [block] = at(table, TOKUGAWA, "suwa")
        march(table, [block], first)
        if allowed:
            march(table, [block], second)
        else:
            assert refused(table, TOKUGAWA, marching([block], second)) in TOO_FAR
    table = stack(1, leader=True)
    [block] = at(table, TOKUGAWA, "suwa")
    march(table, [block], "kofu", "numazu", claim=True)
    assert refused(table, TOKUGAWA, marching([block], "sunpu")) in TOO_FAR


# 7.3.4 leadership


@pytest.mark.parametrize("seat", SEATS)
def test_7_3_4_r13_a_leader_that_stays_behind_leads_and_need_not_match(seat: Seat) -> None:
    names = {TOKUGAWA: ("maeda-1-leader", "date-2"), ISHIDA: ("uesugi-1-leader", "ukita-2")}[seat]
    sides = {seat: {"toyama": list(names)}, other(seat): {}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    follower = pieces(table, seat, "toyama", names[1])
    assert refused(table, seat, marching(follower, "takeda", "arato")) in TOO_FAR
    march(table, follower, "takeda", "arato", claim=True)


def test_7_3_4_r13_a_claim_is_public_but_shows_no_block() -> None:
    table = position({"toyama": ["maeda-1-leader", "date-2"]}, {})
    action = marching(pieces(table, TOKUGAWA, "toyama", "date-2"), "takeda", "arato", claim=True)
    assert SEKIGAHARA.to_show(table.state, TOKUGAWA, action) == ()
    [claim] = SEKIGAHARA.claims(table.state, TOKUGAWA, action)
    assert claim.seat == TOKUGAWA
    assert set(claim.pieces) == set(pieces(table, TOKUGAWA, "toyama"))
    table.act(TOKUGAWA, action)
    assert not SEKIGAHARA.public_faces(table.state)


def test_7_3_4_r13_a_false_claim_is_found_out() -> None:
    table = position({"toyama": ["maeda-3", "date-2"]}, {})
    step = marching(pieces(table, TOKUGAWA, "toyama", "date-2"), "takeda", "arato", claim=True)
    assert refused(table, TOKUGAWA, step) in {"7.3.4", "R13"}


def test_7_3_4_an_enemy_leader_leads_nobody() -> None:
    table = position({"gifu": ["date-2"]}, {"gifu": ["uesugi-1-leader"]}, holders={"gifu": ISHIDA})
    step = marching(pieces(table, TOKUGAWA, "gifu"), "kiyosu", "okazaki", claim=True)
    assert refused(table, TOKUGAWA, step) in {"7.3.4", "R13"}


@pytest.mark.parametrize("seat", SEATS)
def test_7_3_4_a_leader_met_on_the_way_does_not_lead(seat: Seat) -> None:
    """Leadership is at the origin (R11, R13)."""
    names = {TOKUGAWA: ("maeda-1-leader", "date-2"), ISHIDA: ("uesugi-1-leader", "ukita-2")}[seat]
    sides = {seat: {"takeda": [names[0]], "toyama": [names[1]]}, other(seat): {}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    block = pieces(table, seat, "toyama")
    assert refused(table, seat, marching(block, "takeda", "arato")) in TOO_FAR
    march(table, block, "takeda")
    assert refused(table, seat, marching(block, "arato")) in TOO_FAR
    assert refused(table, seat, marching(block, "arato", claim=True)) in {*TOO_FAR, "R13"}


def test_7_3_4_r13_a_leader_who_left_in_an_earlier_move_leads_no_more() -> None:
    table = position({"toyama": ["maeda-1-leader", "date-2"], "suwa": ["fukushima-2"]}, {})
    march(table, pieces(table, TOKUGAWA, "toyama", "maeda-1-leader"), "kanazawa")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    step = marching(pieces(table, TOKUGAWA, "toyama"), "takeda", "arato", claim=True)
    assert refused(table, TOKUGAWA, step) in {"7.3.4", "R13"}


def test_7_3_4_r13_a_leader_who_left_in_the_same_move_led_it() -> None:
    """What counts is who was there when the move began."""
    table = position({"toyama": ["maeda-1-leader", "date-2"]}, {})
    march(table, pieces(table, TOKUGAWA, "toyama", "maeda-1-leader"), "kanazawa")
    march(table, pieces(table, TOKUGAWA, "toyama", "date-2"), "takeda", "arato", claim=True)


def test_7_3_4_one_claim_serves_the_whole_move() -> None:
    table = position({"toyama": ["maeda-1-leader", "date-2", "date-3"]}, {})
    one, two, three = pieces(table, TOKUGAWA, "toyama")
    march(table, [one], "kanazawa", "kitanosho", claim=True)
    march(table, [two, three], "takeda", "arato")
    assert count(table, TOKUGAWA, "arato") == 2


def test_7_3_4_r13_the_claim_may_come_with_the_step_that_needs_it() -> None:
    table = position({"toyama": ["maeda-1-leader", "date-2"]}, {})
    blocks = pieces(table, TOKUGAWA, "toyama")
    march(table, blocks, "takeda")
    assert refused(table, TOKUGAWA, marching(blocks, "arato")) in TOO_FAR
    march(table, blocks, "arato", claim=True)


def test_7_3_4_a_leader_block_that_was_mustered_there_leads_too() -> None:
    """Leadership present at the origin: the leader itself may not move (7.2), those it leads may."""
    table = position({"recruitment": ["maeda-1-leader"], "kiyosu": ["date-2"]}, {})
    table.act(TOKUGAWA, Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("kiyosu"), False))
    march(table, pieces(table, TOKUGAWA, "kiyosu", "date-2"), "gifu", "iwamura", claim=True)


LEADERSHIP = [
    # seat, origin, way of two roads that are not all highway, whether the place leads, holders
    (TOKUGAWA, "kanazawa", ("toyama", "takeda"), True),
    (TOKUGAWA, "edo", ("oyama", "utsunomiya"), True),
    (TOKUGAWA, "gifu", ("kiyosu", "kuwana"), False),
    (TOKUGAWA, "aizu", ("shirakawa", "nihonmatsu"), False),
    (TOKUGAWA, "kyoto", ("ayabe", "himeji"), False),
    (TOKUGAWA, "kiyosu", ("gifu", "iwamura"), False),
    (ISHIDA, "gifu", ("kiyosu", "kuwana"), True),
    (ISHIDA, "ueda", ("arato", "takeda"), True),
    (ISHIDA, "kyoto", ("ayabe", "himeji"), True),
    (ISHIDA, "kanazawa", ("toyama", "takeda"), False),
    (ISHIDA, "edo", ("oyama", "utsunomiya"), False),
    (ISHIDA, "himeji", ("ayabe", "kyoto"), False),
]


@pytest.mark.parametrize(("seat", "origin", "way", "leads"), LEADERSHIP)
def test_7_3_4_own_castles_and_capitals_lead_the_enemys_do_not(
    seat: Seat, origin: str, way: tuple[str, str], leads: bool
) -> None:
    """A captured castle or capital does not lead (R13); a place that is only for recruits does not either."""
    name = "date-2" if seat == TOKUGAWA else "ukita-2"
    sides = {seat: {origin: [name]}, other(seat): {}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    block = at(table, seat, origin)
    if leads:
        march(table, block, *way)
    else:
        assert refused(table, seat, marching(block, *way)) in TOO_FAR


def test_7_3_4_an_own_castle_that_the_enemy_controls_does_not_lead_its_besiegers() -> None:
    table = position({"kanazawa": ["date-2"]}, {"kanazawa": ["ukita-2"]}, holders={"kanazawa": ISHIDA})
    step = marching(at(table, TOKUGAWA, "kanazawa"), "toyama", "takeda")
    assert refused(table, TOKUGAWA, step) in TOO_FAR


def test_7_3_4_several_sources_of_leadership_give_one_location() -> None:
    """A leader in an own castle: the claim adds nothing."""
    table = position({"kanazawa": ["maeda-1-leader", "date-2"]}, {})
    for claim in (False, True):
        step = marching(at(table, TOKUGAWA, "kanazawa"), "toyama", "takeda", "nagaoka", claim=claim)
        assert refused(table, TOKUGAWA, step) in {*TOO_FAR, "R13"}
    march(table, at(table, TOKUGAWA, "kanazawa"), "toyama", "takeda")


# 7.3.3 forced marches


def test_7_3_3_a_forced_march_costs_a_card_that_is_not_replaced() -> None:
    table = stack(2, leader=False)
    blocks, card = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")[0]
    assert refused(table, TOKUGAWA, marching(blocks, "kofu", "numazu")) in TOO_FAR
    march(table, blocks, "kofu", "numazu", forced=card)
    assert names_in(table, TOKUGAWA, "discard") == ["date-single"]
    assert count(table, TOKUGAWA, "hand") == 1


def test_7_3_3_the_card_must_be_in_the_hand() -> None:
    table = stack(2, leader=False)
    theirs = position({"suwa": ["date-2"]}, {"hand": ["mori-single"]})
    for board, pool, seat, rules in (
        (table, "deck", TOKUGAWA, {*FORCED, "3.3"}),
        (theirs, "hand", ISHIDA, {"table"}),
        (table, "suwa", TOKUGAWA, {*FORCED, "3.3"}),
    ):
        step = marching(at(board, TOKUGAWA, "suwa"), "kofu", "numazu", forced=at(board, seat, pool)[0])
        assert refused(board, TOKUGAWA, step) in rules


def test_7_3_3_r12_a_forced_group_stays_together() -> None:
    """It starts, travels and ends together: no block is dropped on the way, none goes on alone."""
    table = stack(3, leader=False)
    blocks, card = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")[0]
    march(table, blocks, "saku", "takasaki", "oshi", forced=card)
    assert refused(table, TOKUGAWA, marching(blocks[1:], "edo")) in {*FORCED, *TOO_FAR, "7.3.1"}
    table = stack(3, leader=False)
    blocks, card = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")[0]
    march(table, blocks, "saku", "takasaki", "oshi", forced=card)
    table = stack(3, leader=True)
    blocks, card = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")[0]
    march(table, blocks, "saku", "takasaki", "oshi", forced=card)
    assert refused(table, TOKUGAWA, marching(blocks[1:], "edo", claim=True)) in FORCED
    march(table, blocks, "edo", claim=True)


def test_7_3_3_r12_a_block_has_at_most_one_forced_march() -> None:
    table = stack(2, leader=False)
    blocks, (one, two) = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")
    march(table, blocks, "kofu", "numazu", forced=one)
    assert refused(table, TOKUGAWA, marching(blocks, "sunpu", forced=two)) in FORCED


def test_7_3_3_r12_one_move_may_hold_several_forced_groups_each_with_its_card() -> None:
    table = stack(4, leader=False)
    blocks, (one, two) = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")
    march(table, blocks[:2], "kofu", "numazu", forced=one)
    march(table, blocks[2:], "saku", "ueda", forced=two)
    assert count(table, TOKUGAWA, "hand") == 0
    assert [count(table, TOKUGAWA, key) for key in ("numazu", "ueda")] == [2, 2]


def test_7_3_3_r12_a_spent_card_forces_no_second_group() -> None:
    table = stack(4, leader=False)
    blocks, (one, _) = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")
    march(table, blocks[:2], "kofu", "numazu", forced=one)
    assert refused(table, TOKUGAWA, marching(blocks[2:], "saku", "ueda", forced=one)) in {*FORCED, "3.3"}


def test_r11_the_other_branches_of_a_move_are_not_forced() -> None:
    table = stack(4, leader=False)
    blocks, (one, _) = at(table, TOKUGAWA, "suwa"), at(table, TOKUGAWA, "hand")
    march(table, blocks[:2], "kofu", "numazu", forced=one)
    assert refused(table, TOKUGAWA, marching(blocks[2:], "saku", "ueda")) in TOO_FAR


def test_7_3_3_four_locations_are_the_most_a_stack_could_ever_move() -> None:
    table = stack(1, leader=False, place="edo")
    card = at(table, TOKUGAWA, "hand")[0]
    block = at(table, TOKUGAWA, "edo")
    way = ("oshi", "takasaki", "saku", "suwa", "kiso")
    assert refused(table, TOKUGAWA, marching(block, *way, forced=card)) in TOO_FAR
    march(table, block, *way[:4], forced=card)
    assert refused(table, TOKUGAWA, marching(block, "kiso")) in TOO_FAR


# The example of movement


def example() -> Table:
    """The book's example, placed by its text: A is Osaka, B Sawayama, C Wakayama, D Tsuruga, E Gifu."""
    table = position(
        {},
        {
            "osaka": ["ukita-3"] * 3 + ["mori-3", "kobayakawa-3"],
            "sawayama": ["mori-2", "ukita-2"],
            "wakayama": ["mori-2"],
            "tsuruga": ["kobayakawa-1-leader", "kobayakawa-2"],
            "gifu": ["mori-2", "ukita-2"],
            "recruitment": ["uesugi-3", "ukita-1-gun", "ukita-1-gun"],
            "hand": ["mori-single"] * 2,
        },
        active=ISHIDA,
    )
    table.act(ISHIDA, Muster(pieces(table, ISHIDA, "recruitment", "uesugi-3"), location_named("himeji"), False))
    return table


def test_example_the_mustered_block_takes_no_part() -> None:
    table = example()
    assert refused(table, ISHIDA, marching(at(table, ISHIDA, "himeji"), "ayabe")) in {"7.2", "7.3.1", "R16"}
    rest = Muster(pieces(table, ISHIDA, "recruitment"), location_named("himeji"), True)
    assert refused(table, ISHIDA, rest) in {"7.1", "7.2"}, "he cannot do both"


def test_example_a_five_blocks_from_a_castle_by_highway_move_two_spaces_four_blocks_three() -> None:
    table = example()
    stack_a = at(table, ISHIDA, "osaka")
    assert refused(table, ISHIDA, marching(stack_a, "kyoto", "minakuchi", "kuwana")) in TOO_FAR
    march(table, stack_a, "kyoto", "minakuchi")
    table = example()
    march(table, at(table, ISHIDA, "osaka")[1:], "kyoto", "minakuchi", "kuwana")


def test_example_b_the_highway_that_a_used_is_closed_so_b_ends_in_kyoto() -> None:
    table = example()
    march(table, at(table, ISHIDA, "osaka"), "kyoto", "minakuchi")
    stack_b = at(table, ISHIDA, "sawayama")
    assert refused(table, ISHIDA, marching(stack_b, "kyoto", "minakuchi")) in {"7.3.1", "R10"}
    march(table, stack_b, "kyoto")
    assert refused(table, ISHIDA, marching(stack_b, "minakuchi")) in {"7.3.1", "R10"}
    unused = example()
    march(unused, at(unused, ISHIDA, "sawayama"), "kyoto", "minakuchi")


def test_example_c_a_single_block_without_a_leader_moves_one_space() -> None:
    table = example()
    block = at(table, ISHIDA, "wakayama")
    assert refused(table, ISHIDA, marching(block, "tanabe", "kumano")) in TOO_FAR
    march(table, block, "tanabe")


def test_example_d_with_a_leader_two_spaces() -> None:
    table = example()
    blocks = at(table, ISHIDA, "tsuruga")
    assert refused(table, ISHIDA, marching(blocks, "kitanosho", "kanazawa", "toyama", claim=True)) in TOO_FAR
    march(table, blocks, "kitanosho", "kanazawa", claim=True)


def test_example_e_leadership_but_no_highway_bonus_for_a_move_that_is_partly_highway() -> None:
    table = example()
    blocks = at(table, ISHIDA, "gifu")
    assert refused(table, ISHIDA, marching(blocks, "kiyosu", "kuwana", "minakuchi")) in TOO_FAR
    march(table, blocks, "kiyosu", "kuwana")


def test_example_all_five_moves_fit_in_one_phase() -> None:
    table = example()
    march(table, at(table, ISHIDA, "osaka"), "kyoto", "minakuchi")
    march(table, at(table, ISHIDA, "sawayama"), "kyoto")
    march(table, at(table, ISHIDA, "wakayama"), "tanabe")
    march(table, at(table, ISHIDA, "tsuruga"), "kitanosho", "kanazawa", claim=True)
    march(table, at(table, ISHIDA, "gifu"), "kiyosu", "kuwana")
    assert [count(table, ISHIDA, key) for key in ("minakuchi", "kyoto", "tanabe", "kanazawa", "kuwana")] == [
        5,
        2,
        1,
        2,
        2,
    ]
    assert len(table.state.pools[ISHIDA][HAND]) == 2, "no card was played for a forced march"
