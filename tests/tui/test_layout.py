from __future__ import annotations

from itertools import combinations

import pytest
from rich.cells import cell_len

from engine.sekigahara.board import NAMES, PLACES
from engine.sekigahara.components import LOCATIONS
from tui.sekigahara.map.layout import SCALES, Scale, heading, layout, short_name
from tui.widgets.board_view import neighbour

scales = pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)


@scales
def test_no_two_locations_overlap(scale: Scale) -> None:
    boxes = layout(scale).boxes
    assert len(boxes) == 51
    touching = [(NAMES[a], NAMES[b]) for a, b in combinations(PLACES, 2) if boxes[a].near(boxes[b], 2, 0)]
    assert touching == []


@scales
def test_every_box_lies_within_the_map_and_holds_its_name(scale: Scale) -> None:
    drawn = layout(scale)
    for place in PLACES:
        box = drawn.boxes[place]
        assert box.x >= 1, "the cursor's sign stands before the box"
        assert box.y >= 0
        assert box.x + box.width <= drawn.columns
        assert box.y + box.height <= drawn.rows
        assert cell_len(heading(place, scale)) < box.width


@scales
def test_the_cell_of_a_location_is_found_again(scale: Scale) -> None:
    drawn = layout(scale)
    for place in PLACES:
        assert drawn.at(*drawn.boxes[place].centre) == place
    assert drawn.at(0, 0) is None


@scales
def test_the_map_keeps_its_shape(scale: Scale) -> None:
    """Of two locations that lie well apart on the printed map none is drawn on the wrong side of the other."""
    boxes = layout(scale).boxes
    for one, two in combinations(PLACES, 2):
        if LOCATIONS[two].x - LOCATIONS[one].x > 130:
            assert boxes[one].centre[0] < boxes[two].centre[0], (NAMES[one], NAMES[two])
        if abs(LOCATIONS[two].y - LOCATIONS[one].y) > 130:
            upper, lower = (one, two) if LOCATIONS[one].y < LOCATIONS[two].y else (two, one)
            assert boxes[upper].y < boxes[lower].y, (NAMES[upper], NAMES[lower])


def test_the_smallest_scale_fits_a_terminal_of_80_columns_and_24_rows() -> None:
    drawn = layout(SCALES[0])
    assert drawn.columns <= 80
    assert drawn.rows <= 13, "status, score, ticker, seven rows of decision and the keys take eleven"


def test_the_largest_scale_fits_beside_the_panels_at_200_columns_and_60_rows() -> None:
    drawn = layout(SCALES[-1])
    assert drawn.columns <= 200 - 56
    assert drawn.rows <= 60 - 16


def test_short_names_are_all_different() -> None:
    assert len({short_name(place) for place in PLACES}) == len(PLACES)


@scales
def test_the_arrow_keys_lead_from_every_location_to_every_other(scale: Scale) -> None:
    drawn = layout(scale)
    for start in PLACES:
        reached, new = {start}, [start]
        while new:
            here = new.pop()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = neighbour(drawn, here, dx, dy)
                if there not in reached:
                    reached.add(there)
                    new.append(there)
        assert len(reached) == len(PLACES), f"not all of them from {NAMES[start]}"
