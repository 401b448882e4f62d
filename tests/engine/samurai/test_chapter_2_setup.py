"""Chapter 2: the first tiles and the figures on the board."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS, Acted, Decision, Draw, IllegalAction, Mix, Piece, Sealed
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Samurai, samurai_with
from engine.samurai.board import BAG, CITIES, DRAWN, HAND, SETTLEMENTS, STOCK, VILLAGES, Place, room
from engine.samurai.chapters.chapter_2_figures import FigureDue, PlaceFigure, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.components import TILE_SUPPLY, TILES
from tests.engine.samurai.positions import (
    BLUE,
    BUDDHA,
    HELMET,
    RED,
    RICE,
    Table,
    asked_seat,
    new_table,
    place,
    question,
    refused,
    standing_at,
)

DRAWN_GAME = Samurai(tiles=Tiles.DRAWN)
RANDOM_GAME = Samurai(setup=Setup.RANDOM)


def choose_any(table: Table, first: int = 0) -> None:
    """Both players choose five tiles in a row."""
    for seat in SEATS:
        table.act(seat, ChooseTiles(table.state.pools[seat][HAND][first : first + 5]))


def placing_table() -> Table:
    """A table at which the first figure is to be placed."""
    return new_table(DRAWN_GAME)


def place_figures(table: Table, *placings: tuple[int, str]) -> None:
    for figure, key in placings:
        table.act(asked_seat(table), PlaceFigure([HELMET, BUDDHA, RICE][figure], place(key)))


# -- 2.1 and 2.2: the tiles


def test_2_1_both_players_choose_five_of_their_twenty_tiles_at_once() -> None:
    table = new_table()
    assert table.waiting == Sealed(OpeningTilesDue())
    for seat in SEATS:
        view = table.view(seat)
        assert Counter(view.faces[piece] for piece in view.state.pools[seat][HAND]) == Counter(TILE_SUPPLY)
    choose_any(table)
    assert [len(table.state.pools[seat][HAND]) for seat in SEATS] == [5, 5]


def test_2_1_the_tiles_chosen_are_those_held() -> None:
    table = new_table(seed=3)
    wanted = {}
    for seat in SEATS:
        chosen = table.state.pools[seat][HAND][4:9]
        wanted[seat] = Counter(table.faces[piece] for piece in chosen)
        table.act(seat, ChooseTiles(chosen))
    for seat in SEATS:
        assert Counter(table.faces[piece] for piece in table.state.pools[seat][HAND]) == wanted[seat]


def test_2_1_the_choice_is_secret_nothing_of_it_is_shown() -> None:
    table = new_table()
    choice = ChooseTiles(table.state.pools[RED][HAND][:5])
    assert SAMURAI.to_show(table.state, RED, choice) == ()
    choose_any(table)
    hidden = [piece for seat in SEATS for pool in (HAND, STOCK) for piece in table.state.pools[seat][pool]]
    assert not set(hidden) & set(table.state.shown)


def test_2_1_the_twenty_were_mixed_before_so_the_numbers_chosen_tell_nothing() -> None:
    game_start = SAMURAI.start()
    assert SAMURAI.waiting(game_start) == Mix(RED, (HAND,))
    first, second = new_table(seed=1), new_table(seed=2)
    assert SAMURAI.canonical(first.state) == SAMURAI.canonical(second.state)
    assert first.faces != second.faces


@pytest.mark.parametrize("count", [0, 4, 6, 20])
def test_2_1_five_are_chosen_no_more_and_no_fewer(count: int) -> None:
    table = new_table()
    assert refused(table, ChooseTiles(table.state.pools[RED][HAND][:count])) == "2.1"


def test_2_1_five_different_own_tiles_are_chosen() -> None:
    table = new_table()
    own, others = table.state.pools[RED][HAND], table.state.pools[BLUE][HAND]
    assert refused(table, ChooseTiles((*own[:4], own[0]))) == "2.1"
    assert refused(table, ChooseTiles((*own[:4], others[0]))) == "2.1"
    assert refused(table, ChooseTiles((*own[:4], Piece(99999)))) == "2.1"


def test_2_1_the_order_of_the_choice_says_nothing() -> None:
    own = new_table().state.pools[RED][HAND]
    assert ChooseTiles(own[4::-1]) == ChooseTiles(own[:5])


def test_2_2_the_other_fifteen_are_a_stock_that_nobody_can_look_at() -> None:
    table = new_table()
    choose_any(table)
    for seat in SEATS:
        stock = table.state.pools[seat][STOCK]
        assert len(stock) == 15
        for viewer in SEATS:
            assert not set(stock) & set(table.view(viewer).faces)


def test_2_2_the_stock_is_shuffled_after_the_choice() -> None:
    table = new_table()
    before = {seat: set(table.state.pools[seat][HAND]) for seat in SEATS}
    choose_any(table)
    for seat in SEATS:
        assert not before[seat] & set(table.state.pools[seat][STOCK])
        assert set(table.state.pools[seat][HAND]) <= before[seat]


# -- 2.3 to 2.6: the figures


def test_2_3_the_capital_has_one_figure_of_each_kind_before_anything_is_placed() -> None:
    table = placing_table()
    assert standing_at(table, "o14") == (HELMET, BUDDHA, RICE)
    assert table.state.supply == (6, 6, 6)
    assert len(table.state.figures) == 1


def test_2_4_cities_come_first_and_take_two_figures_each() -> None:
    table = placing_table()
    for village in VILLAGES:
        assert refused(table, PlaceFigure(HELMET, village)) == "2.5"
    place_figures(table, (0, "l16"), (1, "o10"), (2, "l16"))
    assert refused(table, PlaceFigure(BUDDHA, place("l16"))) == "2.4"
    assert refused(table, PlaceFigure(BUDDHA, place("g17"))) == "2.5"
    place_figures(table, (2, "o10"), (0, "g17"))
    assert standing_at(table, "l16") == (HELMET, RICE)
    assert standing_at(table, "o10") == (BUDDHA, RICE)


def test_2_4_the_two_figures_of_a_city_are_different() -> None:
    table = placing_table()
    place_figures(table, (0, "l16"))
    assert refused(table, PlaceFigure(HELMET, place("l16"))) == "2.4"
    place_figures(table, (0, "o10"))


def test_2_4_a_player_may_add_to_a_city_or_begin_another() -> None:
    table = placing_table()
    place_figures(table, (0, "l16"))
    options = set(SAMURAI.options(table.view(BLUE)))
    assert PlaceFigure(BUDDHA, place("l16")) in options
    assert PlaceFigure(BUDDHA, place("o10")) in options
    assert PlaceFigure(HELMET, place("o10")) in options
    assert len(options) == 5


def fill_cities(table: Table) -> None:
    place_figures(table, (0, "l16"), (1, "l16"), (0, "o10"), (1, "o10"))


def test_2_5_villages_take_one_figure_each_of_any_kind() -> None:
    table = placing_table()
    fill_cities(table)
    place_figures(table, (2, "f18"))
    assert refused(table, PlaceFigure(HELMET, place("f18"))) == "2.5"
    assert refused(table, PlaceFigure(HELMET, place("o14"))) == "2.4"
    place_figures(table, (2, "g17"))


@pytest.mark.parametrize("key", ["f17", "e17"])
def test_2_5_figures_stand_on_settlements(key: str) -> None:
    assert refused(placing_table(), PlaceFigure(HELMET, place(key))) == "2.3"


def test_1_2_no_more_than_seven_of_a_kind_are_placed() -> None:
    table = placing_table()
    fill_cities(table)
    for village in VILLAGES[:6]:
        table.act(asked_seat(table), PlaceFigure(RICE, village))
    assert refused(table, PlaceFigure(RICE, VILLAGES[6])) == "1.2"


def test_2_6_s2_red_places_first_then_both_by_turns_through_cities_and_villages() -> None:
    table = placing_table()
    random = Random(5)
    bot = RandomBot(DRAWN_GAME, random)
    order = []
    while isinstance(question(table), FigureDue):
        order.append(asked_seat(table))
        table.act(order[-1], bot.choose(table.view(order[-1])))
    assert order == [RED, BLUE] * 9
    assert question(table) == TurnDue(RED, 0, ordinary=False, stuck=False)


@given(st.integers(0, 10_000))
def test_2_5_when_all_are_placed_every_settlement_is_full(seed: int) -> None:
    table = new_table(DRAWN_GAME, seed)
    bot = RandomBot(DRAWN_GAME, Random(seed))
    while isinstance(question(table), FigureDue):
        table.act(asked_seat(table), bot.choose(table.view(asked_seat(table))))
    check_filled(table)


def check_filled(table: Table) -> None:
    """Every settlement has its figures, all of different kinds, seven of each kind in all."""
    standing = table.state.figures
    assert {here: len(figures) for here, figures in standing.items()} == {here: room(here) for here in SETTLEMENTS}
    assert all(len(set(figures)) == len(figures) for figures in standing.values())
    assert Counter(figure for figures in standing.values() for figure in figures) == dict.fromkeys(range(3), 7)
    assert table.state.supply == (0, 0, 0)


# -- S3: the random set-up


def test_s3_the_figures_are_blues_pieces_and_drawn_as_reds_chain_says() -> None:
    state = RANDOM_GAME.start()
    assert len(state.pools[BLUE][BAG]) == 18
    assert not state.pools[RED][BAG]
    requests = [task for task in state.agenda if isinstance(task, Mix | Draw) and task.owner == BLUE]
    assert Mix(BLUE, (BAG,)) in requests
    assert Draw(BLUE, BAG, DRAWN, 18) in requests


def test_s3_figures_are_drawn_after_the_tiles_are_chosen() -> None:
    agenda = RANDOM_GAME.start().agenda
    assert agenda.index(OpeningTilesDue()) > agenda.index(Draw(BLUE, BAG, DRAWN, 18))


def test_s3_blue_turns_them_up_and_has_no_choice_then_red_begins() -> None:
    table = new_table(RANDOM_GAME)
    choose_any(table)
    assert table.waiting == Decision(BLUE, TurnUpDue(BLUE))
    assert list(RANDOM_GAME.options(table.view(BLUE))) == [TurnUpFigures()]
    assert not set(table.state.pools[BLUE][DRAWN]) & set(table.view(RED).faces)
    table.act(BLUE, TurnUpFigures())
    assert question(table) == TurnDue(RED, 0, ordinary=False, stuck=False)
    assert table.state.supply == (0, 0, 0)


@given(st.integers(0, 10_000))
def test_s3_every_settlement_is_full_and_cities_have_two_kinds(seed: int) -> None:
    table = new_table(RANDOM_GAME, seed)
    choose_any(table)
    table.act(BLUE, TurnUpFigures())
    check_filled(table)


def test_s3_each_place_in_order_takes_the_first_figure_drawn_that_may_stand_there() -> None:
    table = new_table(RANDOM_GAME, 11)
    choose_any(table)
    drawn = [table.faces[piece] - len(TILES) for piece in table.state.pools[BLUE][DRAWN]]
    table.act(BLUE, TurnUpFigures())
    # The rule by hand: take from the front, passing over a kind that the city has already.
    expected: dict[Place, list[int]] = {}
    for here in [*CITIES, *VILLAGES]:
        expected[here] = [drawn.pop(0)]
        if here in CITIES:
            second = next(figure for figure in drawn if figure not in expected[here])
            drawn.remove(second)
            expected[here].append(second)
    assert not drawn
    for here, figures in expected.items():
        assert table.state.figures[here] == tuple(sorted(figures))


def test_s3_figures_that_are_not_those_of_the_supply_are_refused() -> None:
    table = new_table(RANDOM_GAME)
    choose_any(table)
    drawn = table.state.pools[BLUE][DRAWN]
    wrong = dict.fromkeys(drawn, table.faces[drawn[0]])
    with pytest.raises(IllegalAction, match="S3"):
        RANDOM_GAME.apply(table.state, Acted(BLUE, TurnUpFigures(), wrong))
    tiles = dict.fromkeys(drawn, TILE_SUPPLY[0])
    with pytest.raises(IllegalAction, match="table"):
        RANDOM_GAME.apply(table.state, Acted(BLUE, TurnUpFigures(), tiles))


# -- S4: the first tiles by chance


def test_s4_the_first_five_tiles_may_be_drawn_instead() -> None:
    table = new_table(DRAWN_GAME)
    assert question(table) == FigureDue(RED)
    for seat in SEATS:
        pools = table.state.pools[seat]
        assert (len(pools[HAND]), len(pools[STOCK])) == (5, 15)
        assert set(pools[HAND]) <= set(table.view(seat).faces)


# -- the options of the game


@pytest.mark.parametrize("setup", Setup)
@pytest.mark.parametrize("tiles", Tiles)
def test_settings_make_the_game_and_peers_compare_them(setup: Setup, tiles: Tiles) -> None:
    game = samurai_with({"setup": setup, "tiles": tiles})
    assert samurai_with(dict(game.settings)).rules_data() == game.rules_data()
    others = {Samurai(one, two).rules_data() for one in Setup for two in Tiles}
    assert len(others) == 4
    assert samurai_with({}).rules_data() == SAMURAI.rules_data()


@pytest.mark.parametrize("settings", [{"setup": "drawn"}, {"colour": "red"}])
def test_settings_that_are_not_offered_are_refused(settings: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no setting"):
        samurai_with(settings)


def test_nothing_else_answers_these_questions() -> None:
    assert refused(placing_table(), EndTurn()) == "table"
    assert refused(placing_table(), PlaceFigure(HELMET, CITIES[0]), BLUE) == "table"
