"""The map and the page of a place tell a siege where there is one, and no sooner."""

from __future__ import annotations

import pytest

from engine.hidden import View
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, FightInside
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.sekigahara.games import Table, owing
from tui.glyphs import ASCII
from tui.lines import plain_text
from tui.sekigahara.map.contents import map_contents
from tui.sekigahara.panels.battle import battle_lines
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.panels.location import location_in_brief, location_lines

GIFU, KIYOSU = location_named("gifu"), location_named("kiyosu")
HAND = ["tokugawa-single", "tokugawa-swords", "tokugawa-double"]


def told(view: View[State]) -> bool:
    """Whether Ishida is besieged at Gifu, on the map and on the page, which must agree."""
    on_map = map_contents(view).locations[GIFU].besieged
    page = "\n".join([plain_text(line) for line in location_lines(view, GIFU)])
    in_ascii = "\n".join([plain_text(line) for line in location_lines(view, GIFU, glyphs=ASCII)])
    assert ("(| on the map)" in in_ascii) == ("(^ on the map)" in page)
    assert on_map in (None, ISHIDA)
    assert ("besieged" in page) == (on_map is not None) == ("^" in page)
    return on_map is not None


def before_gifu(*inside: str) -> Table:
    """Tokugawa beside Gifu, which so many blocks of Ishida hold."""
    return position(
        {"kiyosu": ["tokugawa-3", "tokugawa-3", "tokugawa-2", "tokugawa-2"], "hand": HAND},
        {"gifu": inside, "osaka": ["mori-2"], "hand": ["ukita-single"]},
    )


def marched(table: Table) -> Table:
    table.act(TOKUGAWA, March(table.state.pools[TOKUGAWA][KIYOSU], (GIFU,), False, None))
    return table


def test_whoever_has_just_been_marched_upon_is_not_yet_besieged() -> None:
    for inside in (["ukita-3"], ["ukita-3", "ukita-3", "ukita-2"]):
        table = marched(before_gifu(*inside))
        assert not told(table.view(TOKUGAWA))
        assert not told(table.view(ISHIDA))


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
def test_it_is_a_siege_as_soon_as_the_castle_s_holder_stays_inside(inside: bool) -> None:
    table = combat_phase(marched(before_gifu("ukita-3", "ukita-2")))
    if not isinstance(table.asked(ISHIDA), CastleChoiceDue):
        table.act(TOKUGAWA, Declare(GIFU))
    assert not told(table.view(TOKUGAWA)), "it is still to be chosen"
    table.act(ISHIDA, FightInside(inside))
    assert owing(table) is not None
    assert told(table.view(TOKUGAWA)) == inside


def test_a_battle_before_the_castle_is_no_siege_and_one_of_an_earlier_turn_goes_on() -> None:
    table = combat_phase(marched(before_gifu("ukita-3", "ukita-2", "ukita-2")))
    if table.state.combat is None:
        table.act(TOKUGAWA, Declare(GIFU))
    assert table.state.current_combat().location == GIFU
    assert not told(table.view(TOKUGAWA))
    stay = {"tokugawa": {"gifu": ["tokugawa-3", "tokugawa-2"]}, "ishida": {"gifu": ["ukita-3"]}}
    assert told(position(stay["tokugawa"], stay["ishida"], holders={"gifu": ISHIDA}).view(TOKUGAWA))


def test_who_comes_to_the_relief_of_a_castle_is_not_shut_in() -> None:
    table = position(
        {"gifu": ["tokugawa-3", "tokugawa-2"], "hand": HAND},
        {"gifu": ["ukita-3"], "kiyosu": ["ukita-3", "ukita-2"], "osaka": ["mori-2"], "hand": ["ukita-single"]},
        holders={"gifu": ISHIDA},
        active=ISHIDA,
    )
    assert told(table.view(ISHIDA))
    table.act(ISHIDA, March(table.state.pools[ISHIDA][KIYOSU], (GIFU,), False, None))
    assert not told(table.view(ISHIDA))
    combat_phase(table)
    assert table.state.combat is None, "it is still to be declared"
    assert not told(table.view(TOKUGAWA))


def battle_page(table: Table, width: int = 0) -> list[str]:
    """The page of the battle as Tokugawa sees it, in lines of text or drawn in so many columns."""
    view = table.view(TOKUGAWA)
    lines = drawn_battle(view, width, ASCII) if width else battle_lines(view, ASCII)
    return [plain_text(line) for line in lines]


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
def test_of_whoever_is_inside_or_has_ended_nobody_is_to_come(inside: bool) -> None:
    """8.9.3: the besieged are never deployed; 8.5: nor is anybody of a side that has ended."""
    table = combat_phase(marched(before_gifu("ukita-3", "ukita-2")))
    if not isinstance(table.asked(ISHIDA), CastleChoiceDue):
        table.act(TOKUGAWA, Declare(GIFU))
    table.act(ISHIDA, FightInside(inside))
    if not inside:
        table.act(TOKUGAWA, EndDeployment())
    pages = ["\n".join(battle_page(table, width)) for width in (78, 40)]
    for page in pages:
        assert ("inside (I2)" if inside else "to come (I2)") in page
        assert ("to come To3" if inside else "not deployed To3") in page
    page = "\n".join(battle_page(table))
    assert ("in the castle (2):" if inside else "still to deploy (2):") in page
    assert ("still to deploy (4):" if inside else "not deployed (4):") in page


def test_in_few_rows_the_roads_of_a_place_begin_right_behind_the_stacks_of_both_sides() -> None:
    table = before_gifu("mori-2")
    name, roads, *_ = [plain_text(line) for line in location_in_brief(table.view(TOKUGAWA), GIFU)]
    assert "(I1)" in name
    assert "Kiyosu" in roads
    name, *_ = [plain_text(line) for line in location_in_brief(marched(table).view(TOKUGAWA), GIFU)]
    assert name.index("[T4") < name.index("(I1)") < name.index("Kiyosu")
