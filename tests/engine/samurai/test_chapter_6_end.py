"""Chapter 6: when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from engine.hidden import Over
from engine.samurai import SAMURAI
from engine.samurai.board import HAND
from engine.samurai.chapters.chapter_3_turn import EndTurn
from engine.samurai.chapters.chapter_7_scoring import Ending, FinalCount
from tests.engine.samurai.positions import RED, Table, is_over, lay, place, position, refused

BARE = {"o8": "helmet", "q9": "buddha", "q11": "rice", "o14": "buddha rice"}
"""The only helmet on the board stands on o8."""


def final(table: Table) -> FinalCount:
    assert isinstance(table.waiting, Over)
    reason: Any = table.waiting.reason
    assert isinstance(reason, FinalCount)
    return reason


def test_6_1_the_game_ends_when_the_last_figure_of_a_kind_is_captured() -> None:
    table = position(BARE, red={"o9": "helmet-2"}, red_hand="samurai-1 rice-2", elsewhere=False)
    lay(table, "samurai-1", "p8")
    assert final(table).ending is Ending.KIND_GONE
    assert final(table).red == (1, 0, 0)


def test_6_1_also_when_it_is_set_aside() -> None:
    table = position(BARE, blue={"o9": "helmet-2"}, red_hand="helmet-2 rice-2", elsewhere=False)
    lay(table, "helmet-2", "p8")
    assert final(table).ending is Ending.KIND_GONE
    assert table.state.aside == (1, 0, 0)


def test_6_1_not_while_another_of_the_kind_stands() -> None:
    table = position({**BARE, "f18": "helmet"}, red={"o9": "helmet-2"}, red_hand="samurai-1 rice-2", elsewhere=False)
    lay(table, "samurai-1", "p8")
    assert not is_over(table)


@pytest.mark.parametrize(("aside", "ends"), [((1, 1, 0), False), ((0, 2, 1), True), ((3, 0, 0), True)])
def test_6_2_the_game_ends_when_a_fourth_figure_is_set_aside(aside: tuple[int, ...], ends: bool) -> None:
    table = position({"o8": "helmet"}, blue={"o9": "helmet-2"}, red_hand="helmet-2 rice-2", aside=aside)
    lay(table, "helmet-2", "p8")
    assert is_over(table) == ends
    if ends:
        assert final(table).ending is Ending.FOUR_ASIDE


def test_6_2_captured_figures_are_not_counted_as_set_aside() -> None:
    table = position({"o8": "helmet"}, red={"o9": "helmet-2"}, red_hand="helmet-2 rice-2", aside=(1, 1, 1))
    lay(table, "helmet-2", "p8")
    assert not is_over(table)


def test_s10_the_turn_ends_at_once_no_more_tiles_no_new_ones() -> None:
    table = position(
        BARE, red={"o9": "helmet-2"}, red_hand="samurai-1 ronin-1 ship-1", red_stock="rice-2", elsewhere=False
    )
    lay(table, "samurai-1", "p8")
    assert is_over(table)
    assert len(table.state.pools[RED][HAND]) == 2
    assert refused(table, EndTurn(), RED) == "table"
    assert not list(SAMURAI.options(table.view(RED)))


def test_s10_all_that_the_last_tile_surrounds_is_captured_first() -> None:
    """p8 lies beside o8, with the last helmet, and q9, whose Buddha counts as well."""
    table = position(
        BARE,
        red={"o9": "helmet-2"},
        blue={"p9": "buddha-4", "q10": "rice-2"},
        red_hand="samurai-1 rice-3",
        elsewhere=False,
    )
    lay(table, "samurai-1", "p8")
    assert (final(table).red, final(table).blue) == ((1, 0, 0), (0, 1, 0))
    assert place("q9") not in table.state.figures


def test_6_1_6_2_both_at_once_is_told_as_a_kind_gone() -> None:
    table = position(BARE, blue={"o9": "helmet-2"}, red_hand="helmet-2 rice-2", aside=(1, 1, 1), elsewhere=False)
    lay(table, "helmet-2", "p8")
    assert final(table).ending is Ending.KIND_GONE
