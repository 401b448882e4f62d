from __future__ import annotations

import pytest
from rich.cells import cell_len

from engine.samurai import SAMURAI
from engine.samurai.board import ADJACENT, CITIES, PLACE_KEYS, PLACES, TERRAIN
from engine.samurai.components import Terrain
from tests.engine.samurai.positions import RED, Table, place, position
from tests.tui.samurai.games import played
from tui.arrows import DIRECTIONS
from tui.glyphs import ASCII, GLYPHS, UNICODE, Glyphs
from tui.samurai.interface import STYLES, SamuraiInterface
from tui.samurai.map.board import SamuraiBoard
from tui.samurai.map.contents import board_contents
from tui.samurai.map.layout import SCALES, Scale, layout_at
from tui.samurai.map.painter import paint

scales = pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
every_set = pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
SMALL, USUAL, LARGE = SCALES[1], SCALES[5], SCALES[8]


def rows_of(table: Table, scale: Scale, glyphs: Glyphs = UNICODE) -> list[str]:
    cells = paint(layout_at(scale), scale, board_contents(table.state), glyphs)
    return ["".join(sign for sign, _ in row) for row in cells]


def box_of(table: Table, key: str, scale: Scale, glyphs: Glyphs = UNICODE) -> list[str]:
    box = layout_at(scale).boxes[place(key)]
    rows = rows_of(table, scale, glyphs)
    return [row[box.x : box.x + box.width].rstrip() for row in rows[box.y : box.y + box.height]]


@scales
def test_no_hex_lies_on_another_and_adjacent_ones_are_adjacent(scale: Scale) -> None:
    layout = layout_at(scale)
    boxes = layout.boxes
    for here in PLACES:
        for there in PLACES:
            if here < there:
                assert not boxes[here].near(boxes[there], 0, 0)
                touch = boxes[here].near(boxes[there], 2, 1)
                assert touch == (there in ADJACENT[here]), (here, there)
    assert all(box.x > 0 for box in boxes), "there is room for the cursor"


def test_the_whole_board_is_in_sight_on_a_screen_of_80_by_24() -> None:
    # 24 rows without status, score, ticker, decision and key bar.
    assert layout_at(SMALL).columns <= 80
    assert layout_at(SMALL).rows <= 24 - 1 - 1 - 1 - 9 - 1


def test_larger_scales_are_larger() -> None:
    sizes = [(layout_at(scale).columns, layout_at(scale).rows) for scale in SCALES]
    assert sizes == sorted(sizes)
    assert len({scale.name for scale in SCALES}) == len(SCALES)


@pytest.mark.parametrize("window", [(80, 12), (120, 36), (200, 60)])
def test_each_zoom_gives_a_hex_another_number_of_lines(window: tuple[int, int]) -> None:
    board = SamuraiBoard(UNICODE)
    layouts = [board.layout(*window, zoom) for zoom in range(board.zooms)]
    heights = [layout.boxes[0].height for layout in layouts]
    assert sorted(heights) == sorted({scale.lines for scale in SCALES})
    assert (layouts[0].columns, layouts[0].rows) <= window, "first the one that suits the window"
    assert layouts[0].name == board.layout(*window, board.zooms).name


@scales
@every_set
def test_every_cell_is_one_column_wide_and_has_a_style(scale: Scale, glyphs: Glyphs) -> None:
    for steps in (3, 40, 70):
        cells = paint(layout_at(scale), scale, board_contents(played(3, steps).state), glyphs)
        assert len(cells) == layout_at(scale).rows
        for row in cells:
            text = "".join(sign for sign, _ in row)
            assert len(text) == cell_len(text) == layout_at(scale).columns
            assert text.isascii() or not glyphs.ascii
            assert {style for _, style in row} <= set(STYLES)


def test_sides_differ_by_bracket_and_tiles_by_letter_and_value() -> None:
    table = position({"o8": "rice"}, red={"o9": "samurai-3", "n9": "ship-2"}, blue={"p8": "samurai-3"})
    assert box_of(table, "o9", SMALL) == ["[S3]"]
    assert box_of(table, "p8", SMALL) == ["(S3)"]
    assert box_of(table, "o9", USUAL)[:2] == ["[S3]", " o9"]
    assert box_of(table, "n9", USUAL)[:2] == ["[V2*]", " n9"]


def test_figures_have_letters_and_shapes_and_who_would_have_them() -> None:
    table = position(
        {"o14": "helmet buddha rice", "l16": "helmet rice"}, red={"o13": "helmet-2"}, blue={"n13": "rice-2"}
    )
    assert box_of(table, "o14", SMALL) == ["★HBR"]
    assert box_of(table, "o14", USUAL) == ["★HBR", " r-b", " o14"]
    assert box_of(table, "o14", LARGE) == ["★HBR", " ▲●◆", " r-b", " o14"]
    assert box_of(table, "l16", LARGE)[:2] == ["■HR", " ▲◆"]
    assert box_of(table, "l16", LARGE, ASCII)[:2] == ["#HR", " ^%"]
    assert box_of(table, "o14", SCALES[0]) == ["HBR"]
    assert box_of(table, "f18", SMALL) == ["○H"]
    assert box_of(table, "q9", SMALL) == ["○-"]


def test_land_and_sea_differ_without_colours() -> None:
    table = position({})
    signs = {TERRAIN[spot]: box_of(table, key, SMALL)[0] for spot, key in ((place("p8"), "p8"), (place("e17"), "e17"))}
    assert signs == {Terrain.LAND: " ·", Terrain.SEA: " ~"}


@scales
def test_the_arrow_keys_lead_to_every_hex_and_back(scale: Scale) -> None:
    layout = layout_at(scale)
    reached: set[int] = {place("o14")}
    waiting: list[int] = [place("o14")]
    while waiting:
        here = waiting.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = layout.neighbour(here, dx, dy)
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    assert len(reached) == len(PLACES)
    arrows = {here: [PLACES[layout.neighbour(here, *direction)] for direction in DIRECTIONS] for here in PLACES}
    for here in PLACES:
        near = {*arrows[here], *[after for between in arrows[here] for after in arrows[between]]}
        assert {*ADJACENT[here]} <= near, f"not every hex beside {PLACE_KEYS[here]} in two steps"
    up = layout.neighbour(place("o14"), 0, -1)
    assert up in ADJACENT[place("o14")]
    assert layout.neighbour(up, 0, 1) == place("o14")


def test_places_are_found_by_key_and_by_name() -> None:
    board = SamuraiBoard(UNICODE)
    assert board.spot_named("o14") == board.spot_named("edo") == place("o14")
    assert board.spot_named("city") in CITIES
    assert board.spot_named("Q9") == place("q9")
    assert board.spot_named("chess") is None
    assert board.spot_named(" ") is None


def test_the_way_of_an_exchange_goes_from_hex_to_hex() -> None:
    layout = layout_at(USUAL)
    cells = SamuraiBoard(UNICODE).way(layout, (place("o9"), place("p8")))
    assert layout.boxes[place("o9")].centre in cells
    assert layout.boxes[place("p8")].centre in cells


def test_the_place_of_the_cursor_is_told_on_one_line() -> None:
    table = position({"o8": "rice"}, red={"o9": "rice-4"})
    interface = SamuraiInterface(SAMURAI, UNICODE)
    longest, *_, shortest = interface.board.spot_summary(table.view(RED), place("o8"))
    assert "rice field: [4] (0) Red's" in "".join(text for text, _ in longest)
    assert "".join(text for text, _ in shortest) == "Village o8"


def test_where_there_is_little_room_the_place_is_told_in_letters() -> None:
    table = position({"l16": "buddha rice", "k18": "helmet", "n15": "rice"}, red={"k17": "samurai-2"})
    board = SamuraiBoard(UNICODE)
    view = table.view(RED)

    def told(key: str, columns: int) -> str:
        lines = ["".join(text for text, _ in line) for line in board.spot_summary(view, place(key))]
        return next(line for line in lines if len(line) <= columns)

    assert told("l17", 78) == "Land l17  k18 H [2](0), 1 open  l16 B [2](0) R [2](0), 4 open"
    assert told("l16", 60) == "City l16  B [2](0) R [2](0), 4 open"
    assert told("n15", 78).startswith("Village n15  rice field: "), "there is room for words"
