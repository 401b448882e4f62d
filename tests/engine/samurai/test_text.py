"""The canonical text of a position: one text a state, read and written by the same lines."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import Over
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Samurai
from engine.samurai.board import HAND, PLACES
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_7_scoring import Decided, Ending, FinalCount, final_over
from engine.samurai.text import PositionError, position_text, view_text
from tests.engine.samurai.positions import (
    BLUE,
    HELMET,
    RED,
    Table,
    asked_seat,
    held,
    lay,
    new_table,
    place,
    position,
)


def some_table() -> Table:
    return position({"o10": "helmet rice"}, red={"o9": "rice-2"}, red_hand="ship-1 rice-3", blue_hand="helmet-2")


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.integers(0, 60), st.sampled_from(Setup), st.sampled_from(Tiles))
def test_any_position_is_read_back_as_it_was(seed: int, answers: int, setup: Setup, tiles: Tiles) -> None:
    game = Samurai(setup, tiles)
    table = new_table(game, seed)
    bot = RandomBot(game, Random(seed))
    for _ in range(answers):
        if isinstance(table.waiting, Over):
            break
        table.act(asked_seat(table), bot.choose(table.view(asked_seat(table))))
    for seat in (RED, BLUE):
        view = table.view(seat)
        text = view_text(view)
        state, private = game.read_position(text)
        assert state == table.state
        assert {**state.shown, **private} == dict(view.faces)
        assert position_text(state, private) == text
    assert game.read_position(game.canonical(table.state).decode()) == (table.state, {})


def test_the_public_text_has_no_hidden_face() -> None:
    table = some_table()
    assert "~" not in position_text(table.state)
    assert "pieces=1,2\n" in position_text(table.state)
    assert "pieces=1~ship-1,2~rice-3\n" in view_text(table.view(RED))
    assert "pieces=3\n" in view_text(table.view(RED))
    assert "pieces=3~helmet-2\n" in view_text(table.view(BLUE))


def test_equal_states_have_equal_texts_and_a_tile_more_another() -> None:
    table, other = some_table(), some_table()
    assert SAMURAI.canonical(table.state) == SAMURAI.canonical(other.state)
    lay(table, "ship-1", "n9")
    assert SAMURAI.canonical(table.state) != SAMURAI.canonical(other.state)


@pytest.mark.parametrize("winner", [RED, BLUE, None])
def test_an_end_is_read_back(winner: object) -> None:
    table = some_table()
    count = FinalCount(winner, Ending.FOUR_ASIDE, Decided.SHARED, (1, 2, 3), (3, 2, 1))  # type: ignore[arg-type]
    table.state.agenda.clear()
    table.state.over = final_over(count)
    text = position_text(table.state)
    assert f"winner={'-' if winner is None else ('red', 'blue')[int(winner)]} " in text  # type: ignore[call-overload]
    assert SAMURAI.read_position(text)[0] == table.state


TEXT = position_text(some_table().state)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("samurai position 1\n", "samurai position 2\n"),
        ("next piece=4\n", "next piece=04\n"),
        ("next piece=4\n", ""),
        ("next piece=4\n", "next piece=4\nnext piece=4\n"),
        ("supply figures=0,0,0\n", "supply figures=0,0\n"),
        ("supply figures=0,0,0\n", "supply figures=0,0,-1\n"),
        ("at=o10 figures=helmet,rice", "at=o10 figures=rice,helmet"),
        ("at=o10 figures=helmet,rice", "at=o10 figures=helmet,sword"),
        ("at=o10 figures=helmet,rice", "at=o10 figures=-"),
        ("at=o10", "at=z99"),
        ("0:rice-2", "0:rice-9"),
        ("0:rice-2", "0=rice-2"),
        ("owner=red", "seat=red"),
        ("owner=red", "owner=green"),
        ("turn-due seat=red played=0", "turn-due seat=red played=x"),
        ("turn-due seat=red played=0", "next-due seat=red played=0"),
        ("ordinary=no", "ordinary=maybe"),
        ("ordinary=no ", ""),
        ("stuck=no\n", "stuck=no"),
        ("task ", "tasks "),
    ],
)
def test_what_is_no_canonical_text_is_refused_with_the_line(old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(PositionError):
        SAMURAI.read_position(TEXT.replace(old, new, 1))


def test_lines_out_of_order_are_refused() -> None:
    lines = TEXT.splitlines(keepends=True)
    lines[1], lines[2] = lines[2], lines[1]
    with pytest.raises(PositionError, match="canonically"):
        SAMURAI.read_position("".join(lines))


def test_tasks_of_the_table_are_read_back() -> None:
    for setup in Setup:
        for tiles in Tiles:
            game = Samurai(setup, tiles)
            start = game.start()
            assert game.read_position(game.canonical(start).decode())[0] == start


# -- actions as plain data


def test_actions_are_packed_and_unpacked() -> None:
    table = position({"o10": "helmet", "q9": "rice"}, red_hand="figure-exchange ship-1")
    ship = held(table, RED, "ship-1")
    action = PlaceTile(ship, place("n9"))
    assert SAMURAI.pack_action(action) == ["place-tile", ship, place("n9")]
    assert SAMURAI.unpack_action(SAMURAI.pack_action(action)) == action
    exchange = ExchangeFigures(ship, place("o10"), HELMET, place("q9"), HELMET)
    assert SAMURAI.unpack_action(SAMURAI.pack_action(exchange)) == exchange
    assert len(PLACES) == int(HAND)
