"""What is told before a choice is what happens after it."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Over
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Samurai
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.chapters.chapter_5_capture import Capture
from engine.samurai.chapters.chapter_7_scoring import Decided, Ending
from engine.samurai.forecasts import forecast, outlook, outlooks, standing
from tests.engine.samurai.positions import (
    BLUE,
    BUDDHA,
    HELMET,
    RED,
    RICE,
    asked_seat,
    held,
    new_table,
    place,
    position,
)


def test_an_outlook_has_both_influences_and_the_open_land() -> None:
    table = position({"o10": "helmet rice"}, red={"o9": "helmet-3"}, blue={"n9": "ship-2"})
    helmet, rice = outlook(table.state, place("o10"))
    assert (helmet.figure, helmet.influence, helmet.leader) == (HELMET, (3, 2), RED)
    assert (rice.figure, rice.influence, rice.leader) == (RICE, (0, 2), BLUE)
    assert set(helmet.open_land) == {place("o11"), place("p9"), place("p10")}
    assert outlook(table.state, place("q9")) == ()
    assert len(outlooks(table.state)) == 5


def test_a_forecast_tells_captures_and_what_else_is_touched_and_changes_nothing() -> None:
    """p8 lies beside o8, which it fills, and q9, which it does not."""
    table = position({"o8": "rice", "q9": "buddha"}, red={"o9": "rice-2"}, red_hand="samurai-1 rice-3")
    before = SAMURAI.canonical(table.state)
    found = forecast(table.view(RED), PlaceTile(held(table, RED, "samurai-1"), place("p8")))
    assert SAMURAI.canonical(table.state) == before
    assert found.captures == (Capture(place("o8"), RICE, RED),)
    assert found.touched == (place("q9"),)
    assert outlook(found.after, place("q9"))[0].influence == (1, 0)
    assert found.count is None


def test_a_forecast_tells_the_end() -> None:
    table = position(
        {"o8": "helmet", "q9": "buddha", "q11": "rice"},
        red={"o9": "helmet-2"},
        red_hand="samurai-1 rice-3",
        captured=((1, 1, 0), (0, 0, 0)),
        elsewhere=False,
    )
    found = forecast(table.view(RED), PlaceTile(held(table, RED, "samurai-1"), place("p8")))
    assert found.count is not None
    assert (found.count.winner, found.count.ending) == (RED, Ending.KIND_GONE)


def test_a_forecast_of_the_exchanges() -> None:
    table = position(
        {"o10": "helmet rice", "q11": "buddha"},
        red={"o9": "rice-2"},
        red_hand="figure-exchange tile-exchange",
    )
    figures = ExchangeFigures(held(table, RED, "figure-exchange"), place("o10"), HELMET, place("q11"), BUDDHA)
    found = forecast(table.view(RED), figures)
    assert found.after.figures[place("o10")] == (BUDDHA, RICE)
    assert found.touched == (place("o10"), place("q11"))
    tiles = ExchangeTile(held(table, RED, "tile-exchange"), place("o9"), place("p10"))
    found = forecast(table.view(RED), tiles)
    assert outlook(found.after, place("o10"))[1].influence == (2, 0)
    assert found.touched == (place("o10"), place("q11"))


def test_the_standing_as_it_would_be_counted() -> None:
    table = position({}, captured=((2, 2, 0), (1, 1, 3)))
    assert standing(table.state) == (RED, Decided.MOST_OF_TWO)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_what_is_forecast_comes_true(seed: int) -> None:
    game = Samurai(Setup.RANDOM, Tiles.DRAWN)
    table = new_table(game, seed)
    bot = RandomBot(game, Random(seed))
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        answer = bot.choose(table.view(seat))
        if not isinstance(answer, PlaceTile | ExchangeTile | ExchangeFigures):
            table.act(seat, answer)
            continue
        captured = [table.state.captured[player] for player in SEATS]
        aside = sum(table.state.aside)
        found = forecast(table.view(seat), answer)
        table.act(seat, answer)
        assert table.state.figures == found.after.figures
        assert table.state.captured == found.after.captured
        for player in SEATS:
            taken = sum(table.state.captured[player]) - sum(captured[player])
            assert taken == sum(capture.taker == player for capture in found.captures)
        assert sum(table.state.aside) - aside == sum(capture.taker is None for capture in found.captures)
        ended = SAMURAI.waiting(table.state)
        if found.count is not None:
            assert isinstance(ended, Over)
            assert ended.reason == found.count
