from __future__ import annotations

from itertools import combinations

import pytest
from rich.cells import cell_len

from engine.sekigahara.board import LOCATIONS
from tui.sekigahara.map.layout import SCALES, Scale, heading, layout_at
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.words.locations import NAMES

scales = pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)


@scales
def test_no_two_locations_overlap(scale: Scale) -> None:
    boxes = layout_at(scale).boxes
    assert len(boxes) == 51
    touching = [(NAMES[a], NAMES[b]) for a, b in combinations(LOCATIONS, 2) if boxes[a].near(boxes[b], 2, 0)]
    assert touching == []


@scales
def test_every_box_lies_within_the_map_and_holds_its_name(scale: Scale) -> None:
    layout = layout_at(scale)
    for location in LOCATIONS:
        box = layout.boxes[location]
        assert box.x >= 1, "the cursor's sign stands before the box"
        assert box.y >= 0
        assert box.x + box.width <= layout.columns
        assert box.y + box.height <= layout.rows
        assert cell_len(heading(location, scale)) < box.width


@scales
def test_the_cell_of_a_location_is_found_again(scale: Scale) -> None:
    layout = layout_at(scale)
    for location in LOCATIONS:
        assert layout.at(*layout.boxes[location].centre) == location
    assert layout.at(0, 0) is None


@scales
def test_the_map_keeps_its_shape(scale: Scale) -> None:
    """Of two locations that lie well apart on the printed map none is drawn on the wrong side of the other."""
    boxes = layout_at(scale).boxes
    for one, two in combinations(LOCATIONS, 2):
        if ON_MAP[two].x - ON_MAP[one].x > 130:
            assert boxes[one].centre[0] < boxes[two].centre[0], (NAMES[one], NAMES[two])
        if abs(ON_MAP[two].y - ON_MAP[one].y) > 130:
            upper, lower = (one, two) if ON_MAP[one].y < ON_MAP[two].y else (two, one)
            assert boxes[upper].y < boxes[lower].y, (NAMES[upper], NAMES[lower])


def test_the_smallest_scale_fits_a_terminal_of_80_columns_and_24_rows() -> None:
    layout = layout_at(SCALES[0])
    assert layout.columns <= 80
    assert layout.rows <= 13, "status, score, ticker, seven rows of decision and the keys take eleven"


def test_the_largest_scale_fits_beside_the_panels_at_200_columns_and_60_rows() -> None:
    layout = layout_at(SCALES[-1])
    assert layout.columns <= 200 - 56
    assert layout.rows <= 60 - 16


def test_short_names_are_all_different() -> None:
    assert len({location.code for location in ON_MAP}) == len(LOCATIONS)
    assert all(len(location.code) == 3 for location in ON_MAP)


@scales
def test_the_arrow_keys_lead_from_every_location_to_every_other(scale: Scale) -> None:
    layout = layout_at(scale)
    for start in LOCATIONS:
        reached: set[int] = {start}
        new: list[int] = [start]
        while new:
            here = new.pop()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = layout.neighbour(here, dx, dy)
                if there not in reached:
                    reached.add(there)
                    new.append(there)
        assert len(reached) == len(LOCATIONS), f"not all of them from {NAMES[start]}"
