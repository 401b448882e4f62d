from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from rich.cells import cell_len

from engine.hidden import SEATS, Seat, view_of
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS, ROAD_BETWEEN, location_named
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.sekigahara.games import Table, played
from tui.glyphs import ASCII, GLYPHS, UNICODE, Glyphs
from tui.sekigahara.map.contents import map_contents
from tui.sekigahara.map.layout import SCALES, Scale, heading, layout_at
from tui.sekigahara.map.painter import paint

scales = pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
REGION = SCALES[1]
FULL = SCALES[2]


def rows_of(table: Table, seat: Seat, scale: Scale, glyphs: Glyphs = UNICODE) -> list[str]:
    cells = paint(layout_at(scale), scale, map_contents(table.view(seat)), glyphs)
    return ["".join(sign for sign, _ in row) for row in cells]


def box_of(rows: list[str], key: str, scale: Scale) -> list[str]:
    box = layout_at(scale).boxes[location_named(key)]
    return [row[box.x : box.x + box.width] for row in rows[box.y : box.y + box.height]]


@scales
@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_every_location_is_named_and_every_cell_is_one_column_wide(scale: Scale, glyphs: Glyphs) -> None:
    rows = rows_of(played(3, 120), TOKUGAWA, scale, glyphs)
    assert len(rows) == layout_at(scale).rows
    for row in rows:
        assert len(row) == cell_len(row) == layout_at(scale).columns
    for location in LOCATIONS:
        box = layout_at(scale).boxes[location]
        assert glyphs.text(heading(location, scale)) in rows[box.y][box.x : box.x + box.width]


@scales
def test_the_ascii_set_is_ascii(scale: Scale) -> None:
    for row in rows_of(played(4, 120), ISHIDA, scale, ASCII):
        assert row.isascii()


def test_sides_differ_by_letter_and_bracket_and_the_controller_stands_first() -> None:
    table = position(
        {"gifu": ["tokugawa-3", "tokugawa-2"], "edo": ["tokugawa-3"]},
        {"gifu": ["ukita-3"], "aizu": ["uesugi-3"]},
        holders={"gifu": ISHIDA},
    )
    rows = rows_of(table, TOKUGAWA, REGION)
    assert box_of(rows, "gifu", REGION)[0].startswith("■I Gifu")
    assert box_of(rows, "gifu", REGION)[1].startswith("(I1!)[T2]"), "one block besieged by two"
    assert box_of(rows, "edo", REGION)[0].startswith("★T Edo")
    assert box_of(rows, "edo", REGION)[1].startswith("[T1]")
    assert box_of(rows, "aizu", REGION)[1].startswith("(I1)")
    assert box_of(rows, "kuwana", REGION)[0].startswith("◆- Kuwana")
    assert box_of(rows, "ueda", REGION)[1].startswith("(I●)"), "a lone disk"
    small = rows_of(table, TOKUGAWA, SCALES[0])
    assert box_of(small, "gifu", SCALES[0])[0].startswith("Gif■I1!T2")
    assert box_of(small, "miyazu", SCALES[0])[0].startswith("Miy■t")


def test_own_blocks_are_shown_by_face_and_the_others_by_number() -> None:
    table = position({"edo": ["tokugawa-3", "date-1-gun"]}, {"kyoto": ["ukita-3"]})
    for seat, edo, kyoto in ((TOKUGAWA, "Da1g To3", False), (ISHIDA, "", True)):
        rows = rows_of(table, seat, FULL)
        assert (edo in box_of(rows, "edo", FULL)[2]) == bool(edo) or not edo
        assert ("Uk3" in box_of(rows, "kyoto", FULL)[2]) == kyoto
        assert ("To3" in box_of(rows, "edo", FULL)[2]) == bool(edo)


def test_large_stacks_fit_into_their_boxes() -> None:
    table = position(
        {"osaka": ["tokugawa-3"] * 5 + ["tokugawa-2"] * 4 + ["fukushima-2"] * 4},
        {"osaka": ["mori-3"] * 6 + ["mori-2"] * 4 + ["ukita-3"] * 3},
    )
    for scale in SCALES:
        rows = rows_of(table, TOKUGAWA, scale)
        text = "".join(box_of(rows, "osaka", scale))
        assert "I13" in text
        assert "T13" in text


def test_used_roads_are_marked() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    before = rows_of(table, TOKUGAWA, REGION)
    road = ROAD_BETWEEN[location_named("edo"), location_named("mito")]
    table.state.movement = replace(table.state.current_movement(), roads=1 << road)
    after = rows_of(table, TOKUGAWA, REGION)
    changed = [
        (old, new)
        for row, line in zip(before, after, strict=True)
        for old, new in zip(row, line, strict=True)
        if old != new
    ]
    assert [new for _, new in changed] == ["x"]


def test_the_map_of_a_seat_does_not_depend_on_the_faces_that_it_may_not_see() -> None:
    for seed in range(20):
        table = played(seed, 40 + 6 * seed)
        for seat in SEATS:
            hidden = [piece for piece in table.faces if piece not in table.view(seat).faces]
            faces = [table.faces[piece] for piece in hidden]
            Random(seed).shuffle(faces)
            shuffled = table.faces | dict(zip(hidden, faces, strict=True))
            views = [view_of(SEKIGAHARA, table.state, seat, known) for known in (table.faces, shuffled)]
            assert map_contents(views[0]) == map_contents(views[1]) == map_contents(table.view(seat))
