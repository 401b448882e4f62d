from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sekigahara.board import ADJACENT, HIGHWAY, LOCATIONS, ROAD_BETWEEN, Location, location_named
from engine.sekigahara.components import ROADS
from tui.arrows import DIRECTIONS, ROW
from tui.sekigahara.map.layout import GAP, SMALLEST, MapLayout, crossings, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.words.locations import NAMES

SIZES = [(80, 14), (80, 21), (100, 17), (100, 28), (120, 33), (144, 44), (184, 54)]
"""The map's part of terminals of 80x24, 120x36, 100x30, 140x43, 160x48, 200x60 and 240x70."""

HIGHEST, LOWEST = 0x01 | 0x08, 0x40 | 0x80
"""The dots of a Braille sign in its highest and in its lowest row."""

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def any_size(test: Callable[[int, int], None]) -> Callable[[], None]:
    """Tries the test at windows of all sizes."""
    return settings(max_examples=12, deadline=None)(given(st.integers(80, 240), st.integers(SMALLEST[1], 70))(test))


@any_size
def test_no_two_locations_touch_and_there_is_room_for_marks_before_each(columns: int, rows: int) -> None:
    boxes = layout_of(columns, rows).boxes
    assert len(boxes) == 51
    touching = [(NAMES[a], NAMES[b]) for a, b in combinations(LOCATIONS, 2) if boxes[a].near(boxes[b], GAP, 0)]
    assert touching == []


@any_size
def test_every_box_lies_within_the_window_and_holds_its_marker(columns: int, rows: int) -> None:
    layout = layout_of(columns, rows)
    assert (layout.columns, layout.rows) == (columns, rows)
    for location in LOCATIONS:
        box, (x, y) = layout.boxes[location], layout.markers[location]
        assert box.x >= GAP
        assert box.y >= 0
        assert box.x + box.width <= columns
        assert box.y + box.height <= rows
        assert y == box.y
        assert x == (box.x + box.width - 1 if layout.leftward(location) else box.x)


def test_a_smaller_window_has_the_map_that_fits_80_columns_and_24_rows() -> None:
    assert layout_of(40, 5) is layout_of(*SMALLEST)
    assert SMALLEST[1] <= 14, "status, decision and the keys take ten"


@sizes
def test_a_click_on_or_right_beside_a_location_means_it(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    for location in LOCATIONS:
        box = layout.boxes[location]
        assert layout.at(*box.centre) == location
        assert layout.at(*layout.markers[location]) == location
        assert layout.at(box.x - 1, box.y) == location
    corners = [(x, y) for x in (0, layout.columns - 1) for y in (0, layout.rows - 1)]
    assert any(layout.at(*corner) is None for corner in corners)


@sizes
def test_a_click_right_around_a_marker_means_it_where_no_label_is_nearer(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    meant = 0
    for location in LOCATIONS:
        x, y = layout.markers[location]
        for across, down in product((-1, 0, 1), repeat=2):
            cell = x + across, y + down
            others = [box.distance(*cell) for place, box in enumerate(layout.boxes) if place != location]
            around = [max(abs(one - cell[0]), abs(two - cell[1])) for one, two in layout.markers]
            if min(others) > 2 and len([far for far in around if far < 2]) == 1:
                assert layout.at(*cell) == location, (NAMES[location], across, down)
                meant += bool(across and down)
            elif not down and min(others) > 1:
                assert layout.at(*cell) == location, (NAMES[location], across)
    assert meant


@sizes
def test_the_map_keeps_its_shape(size: tuple[int, int]) -> None:
    """Of two locations that lie well apart on the printed map none is drawn on the wrong side of the other."""
    markers = layout_of(*size).markers
    for one, two in combinations(LOCATIONS, 2):
        if ON_MAP[two].x - ON_MAP[one].x > 130:
            assert markers[one][0] < markers[two][0], (NAMES[one], NAMES[two])
        if abs(ON_MAP[two].y - ON_MAP[one].y) > 130:
            upper, lower = (one, two) if ON_MAP[one].y < ON_MAP[two].y else (two, one)
            assert markers[upper][1] < markers[lower][1], (NAMES[upper], NAMES[lower])


def test_of_neighbours_the_northern_one_is_never_drawn_to_the_south() -> None:
    """At no size; but for Osaka and Wakayama, which have no room so where every place has one line and no more."""
    osaka, wakayama, kyoto = [location_named(key) for key in ("osaka", "wakayama", "kyoto")]
    pairs = [(one, two) for one in LOCATIONS for two in ADJACENT[one] if ON_MAP[two].y - ON_MAP[one].y >= 35]
    assert len(pairs) > 30
    pairs.append((kyoto, osaka))
    pairs.remove((osaka, wakayama))
    for columns in range(80, 241, 10):
        for rows in (13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 33, 38, 44, 54):
            markers = layout_of(columns, rows).markers
            wrong = [(NAMES[one], NAMES[two]) for one, two in pairs if markers[one][1] > markers[two][1]]
            assert wrong == [], (columns, rows)


def test_a_larger_window_is_used() -> None:
    for small, large in ((SIZES[0], SIZES[2]), (SIZES[1], SIZES[3]), (SIZES[3], SIZES[4]), (SIZES[4], SIZES[6])):
        for layout in (layout_of(*small), layout_of(*large)):
            across = [x for x, _ in layout.markers]
            down = [y for _, y in layout.markers]
            assert max(across) - min(across) > 0.7 * layout.columns
            assert max(down) - min(down) > 0.7 * layout.rows


def test_short_names_are_all_different() -> None:
    assert len({location.code for location in ON_MAP}) == len(LOCATIONS)
    assert all(3 <= len(location.code) <= 4 for location in ON_MAP)
    # But for one they are what the name begins with.
    others = [name for location, name in zip(ON_MAP, NAMES, strict=True) if not name.startswith(location.code)]
    assert others == ["Iwamura"]


def arrows_from(layout: MapLayout, here: Location) -> list[Location]:
    return [LOCATIONS[layout.neighbour(here, *direction)] for direction in DIRECTIONS]


def off(layout: MapLayout, here: Location, there: Location, direction: tuple[int, int]) -> float:
    """The angle, in degrees, between an arrow and the way to a location, as the eye has it."""
    (x0, y0), (x1, y1) = layout.points[here], layout.points[there]
    way = math.atan2(y1 - y0, (x1 - x0) / ROW)
    turned = math.degrees(way - math.atan2(direction[1], direction[0])) % 360
    return min(turned, 360 - turned)


def far(layout: MapLayout, here: Location, there: Location) -> float:
    (x0, y0), (x1, y1) = layout.points[here], layout.points[there]
    return math.hypot((x1 - x0) / ROW, y1 - y0)


@any_size
def test_by_arrows_every_road_is_gone_in_two_steps_at_most_and_so_every_location_is_reached(
    columns: int, rows: int
) -> None:
    layout = layout_of(columns, rows)
    arrows = {here: arrows_from(layout, here) for here in LOCATIONS}
    for here in LOCATIONS:
        near = {*arrows[here], *[after for between in arrows[here] for after in arrows[between]]}
        assert {*ADJACENT[here]} <= near, f"not every road from {NAMES[here]} at {columns} by {rows}"
    for start in LOCATIONS:
        reached: set[Location] = {start}
        new = [start]
        while new:
            found = {*arrows[new.pop()]} - reached
            reached |= found
            new += found
        assert len(reached) == len(LOCATIONS), f"not all of them from {NAMES[start]}"


@any_size
def test_no_roads_cross_where_boxes_have_several_lines(columns: int, rows: int) -> None:
    layout = layout_of(columns, rows)
    assert layout.boxes[0].height == 1 or not crossings(layout.markers)


@any_size
def test_an_arrow_leads_where_it_points_and_passes_over_no_road_straight_ahead(columns: int, rows: int) -> None:
    layout = layout_of(columns, rows)
    for here in LOCATIONS:
        for direction, there in zip(DIRECTIONS, arrows_from(layout, here), strict=True):
            if there == here:
                continue
            assert off(layout, here, there, direction) < 86, f"{NAMES[here]} to {NAMES[there]} by {direction}"
            ahead = [end for end in ADJACENT[here] if off(layout, here, end, direction) < 25]
            passed = [end for end in ahead if far(layout, here, end) < far(layout, here, there)]
            assert there in ADJACENT[here] or not passed, f"{NAMES[there]} from {NAMES[here]}, not {NAMES[passed[0]]}"


@sizes
def test_saku_leads_to_takasaki_and_ayabe_to_himeji_by_the_arrows_that_point_there(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    right, left, up = (1, 0), (-1, 0), (0, -1)
    saku, takasaki, ayabe, himeji = map(location_named, ("saku", "takasaki", "ayabe", "himeji"))
    assert takasaki in arrows_from(layout, saku)
    assert off(layout, saku, takasaki, right) < 90
    assert layout.neighbour(ayabe, *left) == himeji
    assert layout.neighbour(ayabe, *up) != himeji or off(layout, ayabe, himeji, up) < 50


@any_size
def test_no_road_runs_through_a_marker_that_it_does_not_join_nor_touches_one(columns: int, rows: int) -> None:
    markers = layout_of(columns, rows).markers
    for dotted in (True, False):
        for road, drawn in zip(ROADS, road_cells(columns, rows, dotted), strict=True):
            cells = {(x, y): dots for x, y, dots in drawn}
            for place in {*LOCATIONS} - {*road.ends}:
                x, y = markers[place]
                ends = [NAMES[end] for end in road.ends]
                assert (x, y) not in cells, f"{ends} seem to meet at {NAMES[place]}"
                if any(
                    max(abs(x - across), abs(y - down)) == 1 for across, down in [markers[end] for end in road.ends]
                ):
                    continue  # beside an end of its own there may be no way around
                above, below = cells.get((x, y - 1), 0) & LOWEST, cells.get((x, y + 1), 0) & HIGHEST
                touched = {(x - 1, y), (x + 1, y)} & {*cells} or above or below
                assert not touched, f"{ends} seem to meet at {NAMES[place]}"
            assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)


@pytest.mark.parametrize(
    "size", [(98, 24), (100, 17), (110, 20), (120, 20), (120, 22), (140, 24), (160, 30), (240, 60)]
)
def test_no_roads_cross_where_there_are_columns_to_spare(size: tuple[int, int]) -> None:
    """Where two cross it looks as if one forked; on the smallest map that cannot be helped everywhere."""
    assert crossings(layout_of(*size).markers) == 0
    assert crossings(layout_of(*SMALLEST).markers) <= 5


@pytest.mark.parametrize(
    "size", [(100, 20), (120, 23), (140, 28), (160, 25)], ids=lambda size: "x".join(map(str, size))
)
def test_the_highway_from_kyoto_to_minakuchi_has_its_cells_for_itself(size: tuple[int, int]) -> None:
    """It is the shortest, and beside it another leaves Kyoto."""
    kyoto, minakuchi, sawayama = map(location_named, ("kyoto", "minakuchi", "sawayama"))
    roads = road_cells(*size, dotted=True)
    short, other = [
        {(x, y) for x, y, dots in roads[ROAD_BETWEEN[kyoto, there]] if dots} for there in (minakuchi, sawayama)
    ]
    x, y = layout_of(*size).markers[kyoto]
    assert short & other <= {(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)}


@any_size
def test_hardly_a_road_leads_out_past_the_rows_of_its_ends(columns: int, rows: int) -> None:
    layout = layout_of(columns, rows)
    beyond = 0
    for number, road in enumerate(road_cells(columns, rows, dotted=True)):
        first, last = sorted([layout.markers[end][1] for end in ROADS[number].ends])
        beyond += first != last and not all(first <= y <= last + HIGHWAY[number] for _, y, _ in road)
    assert beyond <= 2
