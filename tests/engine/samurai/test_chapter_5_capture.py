"""Chapter 5: when a figure is captured, and by whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS
from engine.samurai.board import ADJACENT, IS_SEA, LAND_AROUND, PLACE_KEYS, SETTLEMENTS
from engine.samurai.chapters.chapter_3_turn import EndTurn
from engine.samurai.chapters.chapter_5_capture import influence
from engine.samurai.components import TILES
from tests.engine.samurai.positions import (
    BLUE,
    BUDDHA,
    HELMET,
    RED,
    RICE,
    figures,
    lay,
    place,
    position,
    standing_at,
)

NOTHING = (0, 0, 0)


# -- 5.1 and S1: surrounded


def test_5_1_a_figure_is_captured_as_soon_as_all_land_around_it_holds_tiles() -> None:
    """j15 has three land hexes."""
    table = position({"j15": "helmet"}, red={"i16": "helmet-2"}, red_hand="samurai-1 ronin-1", blue_hand="rice-2")
    lay(table, "samurai-1", "j16")
    assert standing_at(table, "j15") == (HELMET,)
    lay(table, "ronin-1", "k16")
    assert standing_at(table, "j15") == ()
    assert table.state.captured[RED] == (1, 0, 0)


@pytest.mark.parametrize("settlement", [PLACE_KEYS[here] for here in SETTLEMENTS])
def test_s1_only_land_must_be_full_the_sea_may_be_empty(settlement: str) -> None:
    around = [PLACE_KEYS[near] for near in LAND_AROUND[place(settlement)]]
    names = ["helmet-2", "helmet-3", "helmet-4", "buddha-2", "rice-2"]
    laid = dict(zip(around[1:], names, strict=False))
    kinds = {"f18": "helmet", "g17": "buddha", "i17": "rice", "o8": "helmet", "q9": "buddha", "q11": "rice"}
    table = position({**kinds, settlement: "helmet"}, red=laid, red_hand="samurai-1 rice-3", elsewhere=False)
    lay(table, "samurai-1", around[0])
    assert standing_at(table, settlement) == ()
    assert table.state.captured[RED][HELMET] >= 1


def test_s1_a_ship_does_not_fill_land() -> None:
    table = position({"o8": "helmet"}, red={"o9": "helmet-2"}, red_hand="ship-1 ship-2 rice-2")
    lay(table, "ship-1", "n8")
    lay(table, "ship-2", "n7")
    assert standing_at(table, "o8") == (HELMET,)


def test_5_1_tiles_of_both_players_surround() -> None:
    table = position({"o8": "helmet"}, blue={"o9": "helmet-4"}, red_hand="helmet-2 rice-2")
    lay(table, "helmet-2", "p8")
    assert table.state.captured == [NOTHING, (1, 0, 0)]


def test_5_1_one_tile_may_complete_several_settlements() -> None:
    """q10 lies beside q9 and q11."""
    table = position(
        {"q9": "helmet", "q11": "buddha"},
        red={"p8": "helmet-2", "p9": "samurai-1"},
        blue={"p10": "buddha-4", "p11": "samurai-3"},
        red_hand="samurai-2 rice-2",
    )
    lay(table, "samurai-2", "q10")
    assert table.state.captured == [(1, 0, 0), (0, 1, 0)]


# -- 1.4: what a tile influences


def test_1_4_a_tile_influences_all_adjacent_figures_of_its_kind_and_no_others() -> None:
    """j16 lies beside i17 and j15: a Buddha tile there influences both Buddhas, and no rice field."""
    table = position({"i17": "buddha", "j15": "buddha rice"}, red={"j16": "buddha-3"})
    assert influence(table.state, place("i17"), BUDDHA) == (3, 0)
    assert influence(table.state, place("j15"), BUDDHA) == (3, 0)
    assert influence(table.state, place("j15"), RICE) == (0, 0)
    assert influence(table.state, place("g17"), BUDDHA) == (0, 0)


@pytest.mark.parametrize("name", ["samurai-1", "ronin-1"])
def test_1_4_samurai_and_ronin_influence_every_kind(name: str) -> None:
    table = position({"o14": "helmet buddha rice"}, blue={"o15": name})
    assert [influence(table.state, place("o14"), kind) for kind in (HELMET, BUDDHA, RICE)] == [(0, 1)] * 3


def test_1_4_a_ship_influences_every_kind_from_the_sea() -> None:
    """n9 lies beside o10; n8 beside o8 only."""
    table = position({"o10": "helmet rice", "o8": "buddha"}, red={"n10": "ship-2"}, blue={"n8": "ship-1"})
    assert influence(table.state, place("o10"), HELMET) == (2, 0)
    assert influence(table.state, place("o10"), RICE) == (2, 0)
    assert influence(table.state, place("o8"), BUDDHA) == (0, 1)


# -- 5.2: who captures


def test_5_2_the_highest_total_influence_captures() -> None:
    table = position(
        {"j15": "rice"},
        red={"i16": "rice-2", "i15": "ship-1"},
        blue={"j16": "samurai-2"},
        red_hand="helmet-4 rice-2",
    )
    lay(table, "helmet-4", "k16")
    assert table.state.captured == [(0, 0, 1), NOTHING]


def test_5_2_in_a_city_each_figure_is_captured_by_itself() -> None:
    """o10 has four land hexes: red is ahead in helmets, blue in rice fields."""
    table = position(
        {"o10": "helmet rice"},
        red={"o9": "helmet-4", "p9": "samurai-1"},
        blue={"o11": "rice-4"},
        red_hand="buddha-2 rice-2",
    )
    lay(table, "buddha-2", "p10")
    assert table.state.captured == [(1, 0, 0), (0, 0, 1)]
    assert standing_at(table, "o10") == ()


def test_5_2_in_the_capital_three_figures_may_go_three_ways() -> None:
    table = position(
        {"o14": "helmet buddha rice"},
        red={"n13": "helmet-2", "n14": "rice-2", "o13": "helmet-3"},
        blue={"o15": "buddha-2", "p13": "rice-2"},
        red_hand="buddha-3 rice-3",
    )
    lay(table, "buddha-3", "p14")
    # Helmets 5 to 0, Buddhas 3 to 2, rice fields 2 to 2.
    assert (table.state.captured, table.state.aside) == ([(1, 1, 0), NOTHING], (0, 0, 1))


@given(st.data())
def test_5_2_5_3_capture_is_a_sum_over_the_hexes_around(data: st.DataObject) -> None:
    """Any tiles around a settlement, land full: the rule worked out by hand gives what the game does."""
    settlement = data.draw(st.sampled_from([here for here in SETTLEMENTS if here > place("i17")]))
    names = [tile.key for tile in TILES if tile.affects]
    standing = data.draw(st.sampled_from(["helmet", "buddha", "rice", "helmet rice", "helmet buddha rice"]))
    laid: tuple[dict[str, str], dict[str, str]] = ({}, {})
    sums = {(seat, kind): 0 for seat in SEATS for kind in figures(standing)}
    last = LAND_AROUND[settlement][0]
    for near in ADJACENT[settlement]:
        if near == last or (IS_SEA[near] and data.draw(st.booleans())):
            continue
        fitting = [name for name in names if name.startswith("ship") == IS_SEA[near]]
        seat, name = data.draw(st.sampled_from(SEATS)), data.draw(st.sampled_from(fitting))
        laid[seat][PLACE_KEYS[near]] = name
        for kind in figures(standing):
            if name.split("-")[0] in {"samurai", "ship", "ronin", ["helmet", "buddha", "rice"][kind]}:
                sums[seat, kind] += int(name[-1])
    table = position(
        {PLACE_KEYS[settlement]: standing}, red=laid[0], blue=laid[1], red_hand="ronin-1 rice-2", blue_hand="rice-2"
    )
    lay(table, "ronin-1", PLACE_KEYS[last])
    for kind in figures(standing):
        red, blue = sums[RED, kind] + 1, sums[BLUE, kind]
        assert table.state.captured[RED][kind] == (red > blue)
        assert table.state.captured[BLUE][kind] == (blue > red)
        assert table.state.aside[kind] == (red == blue)


# -- 5.3 and S9: ties


def test_5_3_in_a_tie_the_figure_is_set_aside() -> None:
    table = position({"o8": "helmet"}, blue={"o9": "helmet-2"}, red_hand="samurai-2 rice-2")
    lay(table, "samurai-2", "p8")
    assert (table.state.captured, table.state.aside) == ([NOTHING, NOTHING], (1, 0, 0))


@pytest.mark.parametrize("other", [{"blue": {"o9": "rice-4"}}, {"red": {"o9": "rice-4"}}])
def test_s9_with_no_influence_on_it_a_figure_is_set_aside_whoever_surrounds_it(
    other: dict[str, dict[str, str]],
) -> None:
    table = position({"o8": "helmet"}, red_hand="buddha-2 rice-2", red=other.get("red"), blue=other.get("blue"))
    lay(table, "buddha-2", "p8")
    assert (table.state.captured, table.state.aside) == ([NOTHING, NOTHING], (1, 0, 0))


# -- 5.4


def test_5_4_captured_figures_are_seen_by_both() -> None:
    table = position({"o8": "helmet"}, red={"o9": "helmet-2"}, red_hand="samurai-2 rice-2")
    lay(table, "samurai-2", "p8")
    for seat in SEATS:
        assert table.view(seat).state.captured == [(1, 0, 0), NOTHING]


def test_5_1_what_was_captured_stays_so_when_later_tiles_change_the_influence() -> None:
    table = position({"o8": "helmet"}, red={"o9": "helmet-2"}, red_hand="samurai-1 rice-2", blue_hand="ship-2 rice-3")
    lay(table, "samurai-1", "p8")
    table.act(RED, EndTurn())
    lay(table, "ship-2", "n8")
    assert table.state.captured == [(1, 0, 0), NOTHING]
