"""Chapter 4: the tile exchange and the figure exchange."""

from __future__ import annotations

import pytest

from engine.samurai import SAMURAI
from engine.samurai.board import BOX
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import Figure
from tests.engine.samurai.positions import (
    BUDDHA,
    HELMET,
    RED,
    RICE,
    Table,
    exchange_figures,
    exchange_tile,
    face,
    held,
    lay,
    place,
    position,
    refused,
    standing_at,
)

# -- 4.1: the tile exchange


def exchange(table: Table, lifted: str, at: str) -> ExchangeTile:
    return ExchangeTile(held(table, RED, "tile-exchange"), place(lifted), place(at))


def test_4_1_the_exchange_takes_the_place_of_an_own_tile_which_is_laid_elsewhere_at_once() -> None:
    table = position({}, red={"o9": "rice-4"}, red_hand="tile-exchange rice-2")
    rice, tile = table.state.pools[RED][place("o9")][0], held(table, RED, "tile-exchange")
    exchange_tile(table, "o9", "p13")
    assert table.state.pools[RED][place("o9")] == (tile,)
    assert table.state.pools[RED][place("p13")] == (rice,)
    assert table.state.shown[tile] == face("tile-exchange")


def test_4_1_the_exchange_has_no_influence_but_fills_its_hex() -> None:
    """o8 lies beside o9 and p8. Red takes the rice from o9; blue's two on p8 win."""
    table = position(
        {"o8": "rice"}, red={"o9": "rice-4"}, blue={"p9": "rice-2"}, red_hand="tile-exchange", blue_hand="samurai-1"
    )
    exchange_tile(table, "o9", "p13")
    assert standing_at(table, "o8") == (RICE,)
    lay(table, "samurai-1", "p8")
    assert table.state.captured == [(0, 0, 0), (0, 0, 1)]


@pytest.mark.parametrize("lifted", ["p9", "p10", "n9", "o11", "o10"])
def test_4_1_only_an_own_tile_without_the_character_is_taken_up(lifted: str) -> None:
    """At p9 there is blue's tile, at p10 red's ronin, at n9 red's ship; o11 is empty and o10 a city."""
    table = position(
        {}, red={"o9": "rice-4", "p10": "ronin-1", "n9": "ship-1"}, blue={"p9": "rice-2"}, red_hand="tile-exchange"
    )
    assert refused(table, exchange(table, lifted, "p13")) == "4.1"


@pytest.mark.parametrize("at", ["o9", "p9", "n9", "o10"])
def test_4_1_the_tile_goes_to_an_empty_land_hex_and_not_back(at: str) -> None:
    table = position({}, red={"o9": "rice-4"}, blue={"p9": "rice-2"}, red_hand="tile-exchange")
    assert refused(table, exchange(table, "o9", at)) == "3.4"


def test_4_1_the_tile_on_its_new_hex_may_capture() -> None:
    table = position({"o8": "rice"}, red={"o9": "helmet-2", "p13": "rice-4"}, red_hand="tile-exchange rice-2")
    exchange_tile(table, "p13", "p8")
    assert table.state.captured[RED] == (0, 0, 1)


def test_4_1_figures_beside_the_old_hex_are_not_captured_anew_nor_given_back() -> None:
    table = position(
        {}, red={"o9": "rice-4", "p8": "rice-2"}, red_hand="tile-exchange", captured=((0, 0, 1), (0, 0, 0))
    )
    exchange_tile(table, "o9", "p13")
    assert table.state.captured[RED] == (0, 0, 1)


def test_s6_any_tile_without_the_character_may_be_taken_up_to_any_empty_land() -> None:
    table = position({}, red={"o9": "rice-4", "p8": "samurai-1", "p9": "ronin-1"}, red_hand="tile-exchange")
    options = [option for option in SAMURAI.options(table.view(RED)) if isinstance(option, ExchangeTile)]
    assert {option.lifted for option in options} == {place("o9"), place("p8")}
    assert len(options) == 2 * (30 - 3)


def test_4_1_another_tile_is_no_tile_exchange() -> None:
    table = position({}, red={"o9": "rice-4"}, red_hand="rice-2")
    assert refused(table, ExchangeTile(held(table, RED, "rice-2"), place("o9"), place("p9"))) == "4.1"


# -- 4.2: the figure exchange

STANDING = {"o10": "helmet rice", "q9": "helmet", "q11": "buddha", "o14": "helmet buddha rice"}


def figures_table() -> Table:
    return position(STANDING, red_hand="figure-exchange rice-2")


def exchanged(table: Table, first: str, figure: Figure, second: str, other: Figure) -> ExchangeFigures:
    return ExchangeFigures(held(table, RED, "figure-exchange"), place(first), figure, place(second), other)


def test_4_2_two_figures_of_any_kinds_change_places() -> None:
    table = figures_table()
    exchange_figures(table, "o10", RICE, "q11", BUDDHA)
    assert standing_at(table, "o10") == (HELMET, BUDDHA)
    assert standing_at(table, "q11") == (RICE,)


def test_4_2_the_tile_goes_to_the_box_and_never_lies_on_the_board() -> None:
    table = figures_table()
    piece = held(table, RED, "figure-exchange")
    exchange_figures(table, "q9", HELMET, "q11", BUDDHA)
    assert table.state.pools[RED][BOX] == (piece,)
    assert table.state.shown[piece] == face("figure-exchange")


@pytest.mark.parametrize(
    ("first", "figure", "second", "other"),
    [
        ("o10", RICE, "q9", HELMET),  # a second helmet in the city
        ("o14", RICE, "q9", HELMET),  # a second helmet in the capital
        ("o10", HELMET, "o14", RICE),  # a second rice field in the city, a second helmet in the capital
    ],
)
def test_4_2_no_two_of_a_kind_come_to_stand_on_one_settlement(
    first: str, figure: Figure, second: str, other: Figure
) -> None:
    table = figures_table()
    assert refused(table, exchanged(table, first, figure, second, other)) == "4.2"


@pytest.mark.parametrize(
    ("first", "figure", "second", "other"),
    [
        ("q9", BUDDHA, "q11", BUDDHA),
        ("q9", HELMET, "q11", RICE),
        ("q9", HELMET, "q13", RICE),
        ("o9", HELMET, "q9", HELMET),
    ],
)
def test_4_2_both_figures_must_stand_there(first: str, figure: Figure, second: str, other: Figure) -> None:
    table = figures_table()
    assert refused(table, exchanged(table, first, figure, second, other)) == "4.2"


def test_s5_two_figures_of_one_kind_may_be_exchanged_which_changes_nothing() -> None:
    table = figures_table()
    before = dict(table.state.figures)
    exchange_figures(table, "o10", HELMET, "q9", HELMET)
    assert table.state.figures == before


def test_s5_the_figures_stand_on_different_settlements() -> None:
    table = figures_table()
    assert refused(table, exchanged(table, "o10", HELMET, "o10", RICE)) == "S5"


def test_4_2_an_exchange_has_one_form_the_lower_settlement_first() -> None:
    table = figures_table()
    assert refused(table, exchanged(table, "q11", BUDDHA, "q9", HELMET)) == "table"


def test_4_2_the_options_are_all_exchanges_that_leave_no_two_of_a_kind() -> None:
    table = position({"o10": "helmet rice", "q9": "helmet"}, red_hand="figure-exchange", elsewhere=False)
    options = [option for option in SAMURAI.options(table.view(RED)) if isinstance(option, ExchangeFigures)]
    assert [(option.figure, option.other) for option in options] == [(HELMET, HELMET)]


def test_4_2_another_tile_is_no_figure_exchange() -> None:
    table = position(STANDING, red_hand="rice-2")
    wrong = ExchangeFigures(held(table, RED, "rice-2"), place("q9"), HELMET, place("q11"), BUDDHA)
    assert refused(table, wrong) == "4.2"


def test_4_2_figures_exchanged_are_captured_where_they_stand_now() -> None:
    """q15 has land at p14 and q14; red's rice field tile there wins what the exchange has brought."""
    table = position(
        {"q15": "helmet", "q11": "rice"},
        red={"p14": "rice-4"},
        red_hand="figure-exchange samurai-1",
        blue_hand="rice-2",
    )
    exchange_figures(table, "q11", RICE, "q15", HELMET)
    lay(table, "samurai-1", "q14")
    assert table.state.captured[RED] == (0, 0, 1)
    assert standing_at(table, "q15") == ()
