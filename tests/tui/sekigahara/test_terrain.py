"""Water, hills and mountains under the map: for the eye alone, but they have to lie where the eye expects them."""

from __future__ import annotations

import pytest

from engine.sekigahara.board import LOCATIONS, location_named
from engine.sekigahara.components import TOKUGAWA
from tests.tui.sekigahara.games import new_table
from tests.tui.sekigahara.test_layout import any_size
from tui.glyphs import ASCII, UNICODE
from tui.sekigahara.interface import STYLES
from tui.sekigahara.map.contents import map_contents
from tui.sekigahara.map.layout import layout_of
from tui.sekigahara.map.painter import ON_GROUND, bare, paint
from tui.sekigahara.map.placing import Placing
from tui.sekigahara.map.telling import SOLID
from tui.sekigahara.map.terrain import Ground, terrain_of
from tui.sekigahara.words.locations import NAMES

PLAINS = ("edo", "oyama")


@any_size
def test_every_location_lies_on_land_and_the_great_plains_are_no_mountains(columns: int, rows: int) -> None:
    layout, terrain = layout_of(columns, rows), terrain_of(columns, rows)
    ground = [terrain.ground[y][x] for x, y in layout.markers]
    assert [NAMES[place] for place in LOCATIONS if ground[place] == Ground.WATER] == []
    assert [key for key in PLAINS if ground[location_named(key)] > Ground.PLAIN] == []


@any_size
def test_there_is_sea_around_and_much_of_the_land_is_mountains(columns: int, rows: int) -> None:
    terrain = terrain_of(columns, rows)
    cells = [Ground(cell) for row in terrain.ground for cell in row]
    counts = {ground: cells.count(ground) / len(cells) for ground in Ground}
    assert 0.15 < counts[Ground.WATER] < 0.75
    assert 0.07 < counts[Ground.HILLS] + counts[Ground.MOUNTAINS] < 0.5
    assert counts[Ground.MOUNTAINS] < 1.5 * counts[Ground.PLAIN]
    assert all(0 <= x < columns and 0 <= y < rows and 0 < dots < 256 for x, y, dots in terrain.shores)


@pytest.mark.parametrize("size", [(100, 20), (120, 23), (140, 28), (184, 54)], ids=str)
def test_lake_biwa_lies_north_of_kyoto_and_touches_no_sea(size: tuple[int, int]) -> None:
    ground = terrain_of(*size).ground
    markers = layout_of(*size).markers
    kyoto, sawayama, tsuruga = [markers[location_named(key)] for key in ("kyoto", "sawayama", "tsuruga")]
    lake = {
        (x, y)
        for y in range(tsuruga[1], kyoto[1] + 1)
        for x in range(kyoto[0] - 2, sawayama[0] + 3)
        if ground[y][x] == Ground.WATER
    }
    assert len(lake) >= 3
    around = {(x + across, y + down) for x, y in lake for across in (-1, 0, 1) for down in (-1, 0, 1)} - lake
    assert all(ground[y][x] for x, y in around)


@pytest.mark.parametrize("size", [(80, 14), (100, 20), (120, 23), (140, 28)], ids=str)
def test_a_shore_leaves_the_roads_their_cells_and_those_between_their_dashes(size: tuple[int, int]) -> None:
    contents = map_contents(new_table(1).view(TOKUGAWA))
    rows = paint(layout_of(*size), contents, Placing(UNICODE).placed(*size, contents), UNICODE)
    styles = [[bare(style) for _, style in row] for row in rows]
    shores = [(x, y) for y, row in enumerate(styles) for x, style in enumerate(row) if style == "coast"]
    assert len(shores) > 20
    for x, y in shores:
        assert not {"road", "highway"} & {*styles[y][max(x - 1, 0) : x + 2]}


def test_what_stands_on_a_ground_has_its_colour_but_for_blocks() -> None:
    size, contents = (140, 26), map_contents(new_table(1).view(TOKUGAWA))
    ground = terrain_of(*size).ground
    for glyphs in (UNICODE, ASCII):
        rows = paint(layout_of(*size), contents, Placing(glyphs).placed(*size, contents), glyphs)
        for y, row in enumerate(rows):
            for x, (_, style) in enumerate(row):
                assert style in STYLES
                assert style == (style if style in SOLID else bare(style) + ON_GROUND[Ground(ground[y][x])])
    colours = {STYLES["name" + ON_GROUND[each]].partition(" on ")[2] for each in Ground}
    assert len(colours) == len(Ground)
