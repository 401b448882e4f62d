"""Who stands where, and who holds what, can be read off the map at every size, and whose label it is.

The map is read here as by an eye that sees signs and no colours. All sizes from 80x24 to 240x70:
`SEKIGAHARA_MAPS=1 .venv/bin/pytest -n 2 tests/tui/sekigahara/test_labels.py`.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from random import Random

import pytest

from engine.hidden import SEATS
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.board import HIGHWAY, LOCATIONS, Location
from engine.sekigahara.bots import make_bot
from engine.sekigahara.components import ROADS, SIDES
from engine.sekigahara.pieces import RECRUITS_AT
from tests.engine.sekigahara.test_recollection import Remembering
from tests.tui.driving import app_of, screen_text, settled
from tests.tui.sekigahara.games import Table, new_table, owing, practice_game
from tui.boards import Box, Cell, Layout
from tui.glyphs import ASCII, UNICODE
from tui.sekigahara.map.around import Written, touching, with_blocks
from tui.sekigahara.map.board import SekigaharaBoard
from tui.sekigahara.map.contents import NOBODY, Chip, LocationContents, MapContents, map_contents
from tui.sekigahara.map.labels import (
    _COVERED,
    AFTER,
    APART,
    FAR,
    Label,
    _ground,
    bit_of,
    control_style,
    has_control,
    offer,
    spaced,
)
from tui.sekigahara.map.layout import GAP, MapLayout, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.nearness import nearness_of
from tui.sekigahara.map.painter import GROUND, bare, paint
from tui.sekigahara.map.placing import _HIDDEN, Placing
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.map.signs import signs_for
from tui.sekigahara.map.telling import BLANK, tellings
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import BRACKETS, LETTERS, daimyo_code

ALL = [*[(columns, rows) for columns in range(80, 161, 8) for rows in range(14, 47, 4)], (189, 60), (240, 66)]
EVERY_SIZE = bool(os.environ.get("SEKIGAHARA_MAPS"))
SIZES = ALL if EVERY_SIZE else [(80, 14), (81, 21), (109, 28)]
EMPTY_SIZES = [*ALL[:: 1 if EVERY_SIZE else 2], (86, 20)]
"""Every second of the sizes in turn: every width and every height comes up with half of the others."""
EVERY = 90
"""After how many answers a position is looked at."""
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


@cache
def positions() -> tuple[MapContents, ...]:
    """What both sides see of the map in games of bots, with what they remember."""
    found: list[MapContents] = []
    for name, seed in (("steady", 1), ("steady", 2), ("random", 1)):
        game = Remembering()
        table: Table = OpenTable(game, SeededChance(seed))
        bots = [make_bot(game, name, Random(f"{seed} {seat}")) for seat in SEATS]
        answers = 0
        while (owed := owing(table)) is not None:
            table.act(owed[0], bots[owed[0]].choose(table.view(owed[0])))
            answers += 1
            if answers % EVERY == 0:
                seat = SEATS[answers // EVERY % 2]
                found.append(map_contents(table.view(seat), game.recollection))
    return tuple(found)


class Map:
    """A map as it is painted, with the boxes of its labels."""

    def __init__(self, size: tuple[int, int], contents: MapContents) -> None:
        self.contents = contents
        plain = layout_of(*size)
        self.labels = Placing(UNICODE).placed(plain.columns, plain.rows, contents)
        self.layout: MapLayout = plain.labelled([label.boxes for label in self.labels])
        self.rows: list[list[Cell]] = paint(plain, contents, self.labels, UNICODE)
        self.roads = road_cells(plain.columns, plain.rows, True, self.layout.written)

    def boxes(self, place: Location) -> list[Box]:
        """The lines of a label from above."""
        return sorted([self.layout.boxes[place], *self.layout.lines[place]], key=lambda box: box.y)

    def blocks(self, place: Location) -> list[Box]:
        """The lines of those who stand there."""
        return [Box(line.x, line.y, len(line.cells), 1) for line in self.labels[place].lines[1:]]

    def is_tied(self, place: Location) -> bool:
        """Whether what stands above or below its marker's line is tied to that, on a map with room for it."""
        roomy = self.layout.columns * self.layout.rows >= 1500
        return roomy and any(line.tied for line in self.labels[place].lines)

    def text(self, box: Box) -> str:
        return "".join([sign for sign, _ in self.rows[box.y][box.x : box.x + box.width]])

    def told(self, place: Location) -> str:
        """All that is written of a location, line after line."""
        return " ".join(map(self.text, self.boxes(place)))


@cache
def maps(size: tuple[int, int]) -> tuple[Map, ...]:
    """All positions at one size. They are painted once for all tests, which only read them."""
    return tuple([Map(size, contents) for contents in positions()])


@sizes
def test_a_marker_has_the_colours_of_what_ties_blocks_to_it_from_the_next_row(size: tuple[int, int]) -> None:
    tabs = 0
    for drawn in maps(size):
        for place in LOCATIONS:
            x, y = drawn.layout.markers[place]
            ties = [(line.x if line.tied == "before" else line.end - 1, line) for line in drawn.labels[place].lines]
            over = [line.cells[x - line.x][1] for at, line in ties if line.tied and (at, abs(line.y - y)) == (x, 1)]
            style, control = bare(drawn.rows[y][x][1]), drawn.contents.locations[place].control
            # A castle of the other side's would seem to be taken.
            tab = bool(over) and (control is None or SIDES[control] == over[0])
            assert style == f"{over[0]}-tied" if tab else not style.endswith("-tied"), NAMES[place]
            tabs += tab
    assert tabs or not 100 <= size[0] <= 160, "on a smaller map stacks are cut, on a larger one all stand beside it"


@sizes
def test_who_holds_a_castle_or_a_resource_is_told_beside_its_marker(size: tuple[int, int]) -> None:
    for drawn in maps(size):
        for place in LOCATIONS:
            if has_control(place):
                control = drawn.contents.locations[place].control
                letter = "-" if control is None else LETTERS[control]
                x, y = drawn.layout.markers[place]
                beside = [drawn.rows[y][at] for at in (x - 1, x + 1) if 0 <= at < size[0]]
                told = {(sign, bare(style)) for sign, style in beside}
                assert (letter, control_style(control)) in told, (NAMES[place], drawn.told(place))
                marker = bare(drawn.rows[y][x][1])
                assert marker == control_style(control) or marker.endswith("-tied"), NAMES[place]


@sizes
def test_the_number_of_every_stack_a_siege_a_disk_and_leaders_are_told(size: tuple[int, int]) -> None:
    for drawn in maps(size):
        for place in LOCATIONS:
            seen, text = drawn.contents.locations[place], drawn.told(place)
            for side in SEATS:
                if seen.units[side]:
                    check(seen, side, text)
            if any(bracket in text for bracket in "[("):
                assert ("…" not in text) == (told_of(text) == sum(map(len, seen.faces))), text


def told_of(text: str) -> int:
    """How many blocks are told by their faces: `Da3`, or ` 2` after another of the same daimyo's."""
    return len(re.findall(r"(?:[A-Z][a-z]| )[1-4][cgL!]?", text))


def check(seen: LocationContents, side: int, text: str) -> None:
    left, right = BRACKETS[side]
    told = rf"{re.escape(left)}(●?)(\^?)([A-Z][a-z][^…{re.escape(right)}]*){re.escape(right)}"
    faces_alone = re.search(told, text)
    if faces_alone:
        assert told_of(faces_alone[3]) == seen.blocks[side] == len(seen.faces[side]) <= 5, text
        assert bool(faces_alone[1]) == (seen.disk and side == 1), text
        assert bool(faces_alone[2]) == (seen.besieged == side), text
        assert seen.blocks[side] == 1 or not (faces_alone[1] or faces_alone[2]), "of several the number has the signs"
        return
    stacks = [found for found in re.finditer(rf"{LETTERS[side]}(\d*)(●?)([L!]*)(\^?)", text) if found[1] or found[2]]
    assert len(stacks) == 1, text
    [found] = stacks
    assert found[1] == (str(seen.blocks[side]) if seen.blocks[side] else ""), text
    assert bool(found[2]) == (seen.disk and side == 1), text
    assert bool(found[4]) == (seen.besieged == side), text
    shortest = f"{found[0]}…{BRACKETS[side][1]}" in text and "L" not in found[3]
    for chip in seen.faces[side]:
        left_out = shortest and not chip.code.endswith("!")
        assert chip.common or chip.code in text or chip.code[-1] in found[3] or left_out, text


def test_a_stack_is_told_whole_at_last_with_a_daimyo_named_once_then_with_fewer_and_fewer_faces() -> None:
    chips = [Chip(code != "Ma1L", code, "tokugawa" if code == "To2" else "maeda") for code in STACK]
    seen = LocationContents((5, 0), (tuple(chips), ()), (True, False), None, False, None, False)
    told = tellings(seen, SEATS[0], UNICODE, roomy=False)
    lines = ["".join([sign for sign, _ in line]) for telling in told for line in next(telling.lines(1))[0]]
    brief = ["[Ma1L 2 2 1g To2]", "[T5 Ma1L 2 To2…]"]
    assert lines == ["[Ma1L To2 Ma2 Ma2 Ma1g]", *brief, "[T5 Ma1L To2…]", "[T5 Ma1L…]", "[T5L…]", "[T5…]", "T5L"]
    assert [each.whole for each in told] == [True, True, *[False] * 6]
    assert [each.bare for each in told] == [*[False] * 7, True]
    assert [each.value for each in told] == sorted([each.value for each in told], reverse=True)


def test_a_daimyo_is_named_once_on_both_sides_before_more_is_left_out_of_one() -> None:
    own = tuple([Chip(code[-1] != "L", code, "fukushima") for code in ("Fu1L", "Fu2", "Fu2")])
    enemy = tuple([Chip(code[-1] != "L", code, "ukita") for code in ("Uk1L", "Uk3", "Uk3", "Uk2")])
    seen = LocationContents((3, 5), (own, enemy), (True, True), None, False, None, False)
    told = tellings(seen, SEATS[0], UNICODE, roomy=True)
    lines = ["".join([sign for sign, _ in next(each.lines(1))[0][0]]) for each in told]
    assert "[Fu1L 2 2](I5 Uk1L 3 3 2)" in lines
    assert "[Fu1L 2 2](I5 Uk1L 3 3…)" in lines


def test_a_daimyo_named_once_is_worth_more_than_a_block_left_out_of_the_enemys_too() -> None:
    chips = tuple([Chip(True, code, "mori") for code in ("Mo3", "Mo2")])
    seen = LocationContents((0, 2), ((), chips), (False, True), None, False, None, False)
    for roomy in (False, True):
        _, brief, cut, *_ = tellings(seen, SEATS[0], UNICODE, roomy=roomy)
        assert (brief.whole, cut.whole) == (True, False)
        assert brief.value > cut.value


def test_several_leaders_stand_first_where_a_daimyo_is_named_once_too() -> None:
    chips = tuple(
        [
            Chip(code[-1] != "L", code, "ukita" if code == "Uk1L" else "kobayakawa")
            for code in ("Ko1L", "Uk1L", "Ko3", "Ko2")
        ]
    )
    seen = LocationContents((0, 4), ((), chips), (False, True), None, False, None, False)
    _, brief, *_ = tellings(seen, SEATS[0], UNICODE, roomy=False)
    assert brief.whole
    [line] = next(brief.lines(1))[0]
    assert "".join([sign for sign, _ in line]) == "(Ko1L Uk1L Ko3 2)"


def test_where_both_sides_stand_the_own_blocks_come_before_the_leaders_of_the_enemy() -> None:
    own = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2", "To2")])
    enemy = Chip(False, "Ko1L", "kobayakawa"), Chip(False, "Uk1L", "ukita"), Chip(True, "Mo2", "mori")
    fought, held = [
        LocationContents((len(blocks), 3), (blocks, enemy), (bool(blocks), True), None, False, None, False)
        for blocks in (own, ())
    ]
    told = tellings(fought, SEATS[0], UNICODE, roomy=False)
    lines = ["".join([sign for sign, _ in line]) for telling in told for line in next(telling.lines(1))[0]]
    worth = dict(zip(lines, [telling.value for telling in told], strict=True))
    assert worth["[To3 To2 To2](I3L…)"] > worth["[T3…](Ko1L Uk1L Mo2)"]
    assert lines[-1] == "T3 I3L"
    bare = [telling.value for telling in (told[-1], tellings(held, SEATS[0], UNICODE, roomy=False)[-1])]
    assert bare[0] < bare[1], "what reads as one number costs more"


def test_a_block_that_stands_alone_is_told_by_its_chip_and_not_counted_even_in_a_siege() -> None:
    chip = Chip(True, "To2", "tokugawa")
    for besieged, wanted in ((None, ["[To2]", "[T1…]", "T1"]), (SEATS[0], ["[^To2]", "[T1^…]", "T1^"])):
        seen = LocationContents((1, 0), ((chip,), ()), (True, False), None, False, besieged, False)
        told = tellings(seen, SEATS[0], UNICODE, roomy=False)
        assert ["".join([sign for sign, _ in next(each.lines(1))[0][0]]) for each in told] == wanted
        assert told[0].value > told[1].value + 9, "names and roads give way to it: its number says nothing of it"


def test_that_the_own_blocks_are_whole_is_worth_more_than_a_road_that_is_covered_for_the_most_part() -> None:
    """Though of a daimyo's blocks the first alone may name him. A long road of which nothing shows is worth more where
    there is little room.
    """
    chips = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2", "To2", "To1g", "To1c", "To1c")])
    seen = LocationContents((6, 0), (chips, ()), (True, False), None, False, None, False)
    for roomy in (False, True):
        told = tellings(seen, SEATS[0], UNICODE, roomy=roomy)
        gained = min([each.value for each in told if each.whole]) - max([each.value for each in told if not each.whole])
        assert max(_COVERED) * 0.8 < gained
        assert roomy or gained < _HIDDEN[1][1]


def test_in_however_few_columns_it_is_told_who_must_not_die() -> None:
    """2.1: with one leader of each side the game is lost."""
    chips = (Chip(False, "To1!", "tokugawa"), Chip(False, "Ma1L", "maeda"))
    seen = LocationContents((2, 0), (chips, ()), (True, False), None, False, None, False)
    told = tellings(seen, SEATS[0], UNICODE, roomy=False)
    assert "".join([sign for token in told[-2].tokens for sign, _ in token.cells]) == "[T2!…]"


def test_blocks_on_the_row_of_their_marker_stand_off_its_name_by_a_space_at_most() -> None:
    chips = [Chip(code != "Ma1L", code, "tokugawa" if code == "To2" else "maeda") for code in STACK]
    seen = LocationContents((5, 0), (tuple(chips), ()), (True, False), None, False, None, False)
    for place in LOCATIONS:
        for label in offer(158, 29, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            head, blocks = label.lines[:2]
            assert head.y != blocks.y or (BLANK, BLANK) not in (blocks.cells[:2], blocks.cells[-2:])


def test_on_a_map_with_little_room_faces_are_worth_less_and_leaders_as_much() -> None:
    chips = [Chip(code != "Ma1L", code, "tokugawa" if code == "To2" else "maeda") for code in STACK]
    seen = LocationContents((5, 0), (tuple(chips), ()), (True, False), None, False, None, False)
    small, large = [[each.value for each in tellings(seen, SEATS[0], UNICODE, roomy=roomy)] for roomy in (False, True)]
    assert small[0] < large[0]
    assert small[-4:-1] == large[-4:-1]
    assert small[-1] < large[-1], "there a name rather has few letters than a number no brackets"


TIES = signs_for(UNICODE).ties
STACK = ("Ma1L", "To2", "Ma2", "Ma2", "Ma1g")


@sizes
def test_a_label_touches_its_marker_and_no_other_label(size: tuple[int, int]) -> None:
    for drawn in maps(size):
        for place in LOCATIONS:
            (x, y), head = drawn.layout.markers[place], drawn.layout.boxes[place]
            assert head.y == y
            assert head.x <= x < head.x + head.width
            # Behind a marker that ends its row there is.
            assert head.x >= GAP or (head.x, x) == (1, head.x + head.width - 1), "there is room for what is marked"
            lines = drawn.boxes(place)
            assert [line.y for line in lines] == [*range(lines[0].y, lines[0].y + len(lines))]
            for line in lines:
                # One stands under the other, or hangs on it by the tie of the line between: a column off, or two.
                assert line is head or line.near(head, 2, 9)
            tied = drawn.is_tied(place)
            for other in LOCATIONS:
                if other != place:
                    there = drawn.boxes(other)
                    assert not any(one.near(two, GAP, 0) for one in lines for two in there)
                    # What stands above or below its marker's line touches nothing else, or no blocks if it is tied.
                    told = [line for line in lines if line is not head]
                    touched = drawn.blocks(other) if tied else there
                    assert not any(one.near(two, 0, 1) for one in told for two in touched)


@sizes
def test_a_stack_touches_its_name_only_for_want_of_room_or_for_a_road(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    roads = sum({bit_of(layout.columns, x, y) for road in road_cells(*size, dotted=True) for x, y, _ in road})
    for drawn in maps(size):
        labels = drawn.labels
        for place in LOCATIONS:
            label = spaced(layout.columns, layout.rows, labels[place])
            if label is None or (label.cells & ~labels[place].cells) & roads:
                continue
            others = [other for other in labels if other is not labels[place]]
            assert any(label.meets(other.cells, other.clear) for other in others), label.lines


def test_blocks_over_or_under_a_name_begin_or_end_at_the_marker_or_stand_over_all_of_the_name_or_nothing_else() -> None:
    for start, marker, end in ((10, 10, 30), (10, 29, 30)):
        *at_marker, (x, _) = touching(start, end, marker, 25)
        assert [x for x, _ in at_marker] == [marker, marker - 24]
        assert x <= start < end <= x + 25
        *at_marker, (x, lost) = touching(start, end, marker, 5)
        assert [x for x, _ in at_marker] == [marker, marker - 4]
        assert (x, x + 5)[marker == start] == (start, end)[marker == start]
        assert lost > min(less for _, less in at_marker)


def test_blocks_stand_on_the_row_of_their_marker_first_and_go_on_below_before_a_face_is_left_out() -> None:
    chips = tuple([Chip(True, code, "maeda") for code in ("Ma2", "Ma2", "Ma1g")])
    seen = LocationContents((3, 0), (chips, ()), (True, False), None, False, None, False)
    whole, _brief, fewer, *_ = tellings(seen, SEATS[1], UNICODE, roomy=True)
    [(row, _), *broken] = whole.lines(2)
    head = Written(40, 9, (("○", "nobody"), *[BLANK] * 9))
    lost: dict[int, float] = {}
    for blocks, less in with_blocks(head, False, whole, [(row, False)], TIES):
        by = blocks[0].y - head.y
        lost[by] = min(less, lost.get(by, less))
    assert lost[0] + 4 < lost[1] < lost[-1]
    assert whole.value - fewer.value > min(less for _, less in with_blocks(head, False, whole, broken, TIES))


@sizes
def test_no_stack_stands_nearer_to_another_place_than_to_its_own(size: tuple[int, int]) -> None:
    for drawn in maps(size):
        labels = drawn.labels
        for place in LOCATIONS:
            head, *stacks = labels[place].lines
            others = [labels[there].lines[0] for there in LOCATIONS if there != place]
            hangs = drawn.is_tied(place)
            for x, y, cells, tied in stacks:
                first = x + (tied == "before")  # no block is told by what ties them
                for other in others if y != head.y else ():
                    apart = max(other.x - x - len(cells), first - other.x - len(other.cells))
                    assert other.y != y or apart >= APART, (NAMES[place], cells)
                    assert hangs or abs(other.y - y) != 1 or apart >= 0, (NAMES[place], cells)


@sizes
def test_no_marker_stands_right_behind_the_blocks_of_both_sides_of_another_place(size: tuple[int, int]) -> None:
    for drawn in maps(size):
        markers = {*drawn.layout.markers}
        first = {(label.lines[0].x, label.lines[0].y) for label in drawn.labels} & markers
        for place in LOCATIONS:
            box, text = drawn.layout.boxes[place], drawn.told(place)
            beside = [line.y for line in drawn.labels[place].lines] == [box.y, box.y]
            if beside and text[-1] in "])" and "[" in text and "(" in text:
                end = box.x + box.width
                assert not {(x, box.y) for x in range(end, end + AFTER)} & first, text


def test_who_is_shut_in_a_castle_stands_next_to_it_on_every_side() -> None:
    chips = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2")])
    castle = LOCATIONS[NAMES.index("Gifu")]
    seen = LocationContents((2, 1), (chips, ()), (True, True), SEATS[1], False, SEATS[1], False)
    stood = set()
    for label in offer(120, 22, castle, seen, SEATS[0], NAMES[castle], UNICODE).labels:
        head, *blocks = label.lines
        stood.add((len(blocks), blocks[0].y - head.y, blocks[0].x < head.x))
        text = "".join([sign for sign, _ in blocks[0].cells]).strip(" └┘┌┐")
        if len(blocks) == 1 and head.y == blocks[0].y:
            assert (text.endswith if blocks[0].x < head.x else text.startswith)(("(I1^)", "I1^"))
        elif len(blocks) == 2 and head.y not in (blocks[0].y, blocks[1].y):
            assert text == "(I1^)"
            assert abs(blocks[0].y - head.y) == 1
    assert {(1, 0, False), (1, 0, True), (2, 1, False), (2, -1, False)} <= stood


def test_on_a_large_map_only_an_army_goes_on_in_another_line_or_who_stands_with_the_other_side() -> None:
    for size in ((160, 34), (200, 44)):
        for drawn in maps(size):
            for place in LOCATIONS:
                seen = drawn.contents.locations[place]
                assert all(seen.blocks) or sum(map(len, seen.faces)) >= 6 or len(drawn.labels[place].lines) <= 2, (
                    drawn.told(place)
                )


def test_of_two_sides_one_stands_before_the_name_and_one_behind_it_if_there_is_room_for_them_nowhere_else() -> None:
    chips = [Chip(True, code, "tokugawa") for code in ("To3", "To2")], [Chip(True, code, "ukita") for code in ("Uk3",)]
    seen = LocationContents((2, 1), (tuple(chips[0]), tuple(chips[1])), (True, True), None, False, None, False)
    whole = tellings(seen, SEATS[0], UNICODE, roomy=True)[0]
    head = Written(40, 9, (("○", "nobody"), *[BLANK] * 9))
    found = [blocks for blocks, _ in with_blocks(head, False, whole, list(whole.lines(2)), TIES) if len(blocks) == 2]
    apart = [("".join([sign for sign, _ in line.cells]), line) for blocks in found for line in blocks]
    assert {text.strip(" └┘┌┐") for text, _ in apart} == {"[To3 To2]", "(Uk3)"}
    told = [[(line.x < 40, line.y - 9) for line in blocks] for blocks in found]
    for place in ([(True, 0), (False, 0)], [(True, 0), (False, 1)], [(False, 0), (True, -1)]):
        assert place in told
    for text, line in apart:
        assert line.y != 9 or (text[-1] == " " and line.x + len(text) == 40) or (text[0] == " " and line.x == 50)


def test_of_two_sides_one_stands_on_the_row_of_the_marker_before_both_stand_in_others() -> None:
    """Two rows from it a stack is read as of what is in that row."""
    chips = [Chip(True, code, "tokugawa") for code in ("To3", "To2")], [Chip(True, code, "ukita") for code in ("Uk3",)]
    seen = LocationContents((2, 1), (tuple(chips[0]), tuple(chips[1])), (True, True), None, False, None, False)
    whole = tellings(seen, SEATS[0], UNICODE, roomy=True)[0]
    head = Written(40, 9, (("○", "nobody"), *[BLANK] * 9))
    lost: dict[tuple[int, ...], float] = {}
    for blocks, less in with_blocks(head, False, whole, list(whole.lines(2)), TIES):
        rows = tuple(sorted(abs(line.y - head.y) for line in blocks))
        lost[rows] = min(less, lost.get(rows, less))
    assert lost[0, 1] + 15 < lost[1, 2], "more than a face or two is worth"
    assert lost[0, 1] + 10 < lost[(1,)], "of both on one line one alone is tied"


def test_a_name_that_is_whole_is_worth_more_than_the_faces_of_common_blocks_on_a_small_map() -> None:
    chips = tuple([Chip(True, code, "maeda") for code in ("Ma2", "Ma2", "Ma1g", "Ma1c", "Ma3")])
    seen = LocationContents((5, 0), (chips, ()), (True, False), None, False, None, False)
    for place in LOCATIONS[::5]:
        labels = offer(80, 14, place, seen, SEATS[0], NAMES[place], UNICODE).labels
        named = next(label.value for label in labels if label.named and not faces_in(label))
        assert named > next(label.value for label in labels if not label.named and faces_in(label))


def test_the_letter_of_who_controls_a_place_never_touches_its_name() -> None:
    chip = Chip(True, "Ma2", "maeda")
    for place in filter(has_control, LOCATIONS):
        for control, letter in ((None, "-"), *zip(SEATS, LETTERS, strict=True)):
            seen = LocationContents((1, 0), ((chip,), ()), (True, False), control, False, None, False)
            for label in offer(80, 14, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
                head = "".join([sign for sign, _ in label.lines[0].cells])
                assert len(head) == 2 or re.search(rf".{letter} \w|\w {letter}.", head), head


def test_the_name_of_a_castle_or_a_capital_is_the_last_that_is_cut() -> None:
    """Whoever stands there."""

    def lost(name: str, seen: LocationContents) -> float:
        place = NAMES.index(name)
        worth: dict[bool, float] = {}
        for label in offer(80, 14, place, seen, SEATS[0], name, UNICODE).labels:
            worth[label.named] = max(label.value, worth.get(label.named, label.value))
        return worth[True] - worth[False]

    chip = Chip(True, "Ma2", "maeda")
    held = LocationContents((1, 0), ((chip,), ()), (True, False), None, False, None, False)
    for seen in (NOBODY, held):
        cheapest = min(lost(name, seen) for name in ("Osaka", "Kyoto", "Edo", "Gifu", "Ueda"))
        assert cheapest > max(lost(name, seen) for name in ("Kiyosu", "Toyama", "Suwa", "Matsumoto"))


def test_where_both_sides_are_the_name_is_whole_on_the_smallest_map_too() -> None:
    chips = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2", "To2")])
    contents = positions()[0]
    for name, battle in product(("Minakuchi", "Yamagata", "Shirakawa"), (True, False)):
        place = LOCATIONS[NAMES.index(name)]
        known = (chips, ()) if contents.seat == 0 else ((), chips)
        fought = replace(contents.locations[place], blocks=(3, 3), faces=known, units=(True, True), battle=battle)
        locations = (*contents.locations[:place], fought, *contents.locations[place + 1 :])
        assert name in Map((80, 14), replace(contents, locations=locations)).told(place)


def faces_in(label: Label) -> bool:
    """Whether a block is told by its face."""
    return any(style.startswith("chip-") for line in label.lines for _, style in line.cells)


@sizes
def test_the_name_is_told_where_there_is_room_and_nearly_always_some_of_it(size: tuple[int, int]) -> None:
    nameless = 0
    for drawn in maps(size):
        for place in LOCATIONS:
            text = drawn.text(drawn.layout.boxes[place])
            nameless += ON_MAP[place].code[:2] not in text and NAMES[place] not in text
    assert nameless <= len(positions()) * (0.5 if size[1] < 15 else 0)


def test_no_stack_takes_all_of_a_name_however_many_leaders_it_has() -> None:
    leaders = tuple([Chip(False, code, "mori") for code in ("Is1!", "Ko1L", "Uk1L", "Ue1L")])
    size = layout_of(84, 18)
    # The first is a crowded one: with less against it three of its names would go.
    for contents in positions()[1 :: 4 if EVERY_SIZE else len(positions())]:
        for place in LOCATIONS[::2]:
            if any(contents.locations[place].blocks):
                continue
            stack = replace(NOBODY, blocks=(0, 4), faces=((), leaders), units=(False, True))
            locations = (*contents.locations[:place], stack, *contents.locations[place + 1 :])
            there = replace(contents, seat=SEATS[1], locations=locations)
            labels = Placing(UNICODE).placed(size.columns, size.rows, there)
            for label, on_map, name in zip(labels, ON_MAP, NAMES, strict=True):
                told = "".join([sign for sign, _ in label.lines[0].cells])
                assert on_map.code[:2] in told or name in told, name


@sizes
def test_a_long_stack_before_its_marker_stands_far_from_whatever_is_before_it(size: tuple[int, int]) -> None:
    """Its beginning would be read with a marker or a name there."""
    for drawn in maps(size):
        markers = {*layout_of(*size).markers}
        taken = {
            (x, line.y)
            for label in drawn.labels
            for line in label.lines
            for x in range(line.x, line.x + len(line.cells))
        }
        for label in drawn.labels:
            head, *stacks = label.lines
            for stack in [each for each in stacks if each.y == head.y and each.x < head.x and len(each.cells) >= 9]:
                assert not {(x, stack.y) for x in range(stack.x - FAR, stack.x)} & (taken | markers)


@sizes
def test_nothing_is_left_out_beside_free_cells(size: tuple[int, int]) -> None:
    """Where blocks are left out, all of them would have no room beside the label, but for roads."""
    roads = {cell[:2] for road in road_cells(*size, dotted=True) for cell in road}
    for drawn in maps(size):
        taken = {
            (x, y)
            for place in LOCATIONS
            for box in drawn.boxes(place)
            # Nothing else is told right above or below what stands over or under a name.
            for y in ((box.y,) if box is drawn.layout.boxes[place] else (box.y - 1, box.y, box.y + 1))
            for x in range(box.x, box.x + box.width)
        }
        for place in LOCATIONS:
            head, seen = drawn.layout.boxes[place], drawn.contents.locations[place]
            own = drawn.contents.seat
            if f"…{BRACKETS[own][1]}" not in drawn.text(head) or all(
                chip.code in drawn.text(head) for chip in seen.faces[own]
            ):
                continue
            right = range(head.x + head.width, drawn.layout.columns)
            free = next((n for n, x in enumerate(right) if (x, head.y) in taken), len(right) + GAP)
            free = min(free, GAP + next((n for n, x in enumerate(right) if (x, head.y) in roads), free))
            left = range(head.x - 1, -1, -1)
            before = next((n for n, x in enumerate(left) if (x, head.y) in taken), len(left))
            before = min(before, GAP + next((n for n, x in enumerate(left) if (x, head.y) in roads), before))
            # What is told in its place goes: the sign that some are left out, and the sign of a leader.
            left_out = [chip.code for chip in seen.faces[own] if chip.code not in drawn.text(head)]
            missing = sum([len(code) + 1 for code in left_out]) - 1
            rightward = drawn.text(head).endswith(tuple("])"))
            # Before blocks that stand before their marker more is left free, and whose the next ones are is not asked.
            assert (free if rightward else before) - FAR < missing, (drawn.told(place), size)


@sizes
def test_roads_can_be_followed(size: tuple[int, int]) -> None:
    """Something is seen of every road that is not short, of nearly all of them, and still more of the highways."""
    layout = layout_of(*size)
    hidden = []
    for drawn in maps(size):
        for number, road in enumerate(drawn.roads):
            between = [(x, y) for x, y, _ in road if (x, y) not in layout.markers]
            # A space between a name and blocks has the style of the ground as well.
            seen = [(x, y) for x, y in between if drawn.rows[y][x][0] != " " and drawn.rows[y][x][1] in GROUND]
            if between and not seen:
                hidden.append((number, len(between)))
    # In so few rows blocks of Toyama have no other room than on the road from there to Kanazawa.
    assert all(cells <= (8 if size[1] >= 18 else 14) for _, cells in hidden)
    assert len(hidden) <= len(positions()) * len(ROADS) * 0.06
    assert len([number for number, _ in hidden if HIGHWAY[number]]) <= len(positions()) * 0.3


@sizes
def test_a_road_runs_where_it_is_seen_and_seems_to_lead_nowhere_else(size: tuple[int, int]) -> None:
    """With all that is written on a map less of the roads is hidden by it than of those of an empty sheet."""
    plain = road_cells(*size, dotted=True)
    seen = before = shared = loose = 0
    for drawn in maps(size):
        written = sum({cells for cells in drawn.layout.written if cells})
        free_of = [[not written >> (y * size[0] + x) & 1 for x in range(size[0])] for y in range(size[1])]
        ways: list[set[tuple[int, int]]] = []
        for number, (road, straight) in enumerate(zip(drawn.roads, plain, strict=True)):
            before += sum([free_of[y][x] for x, y, _ in straight])
            free = [(x, y) for x, y, _ in road if free_of[y][x]]
            seen += len(free)
            ends = [drawn.layout.markers[end] for end in ROADS[number].ends]
            near = [max(abs(x - across), abs(y - down)) == 1 for x, y in free for across, down in ends]
            loose += road != straight and bool(free) and not any(near)
            ways.append({*free})
            for place in {*LOCATIONS} - {*ROADS[number].ends}:
                assert drawn.layout.markers[place] not in {cell[:2] for cell in road}
        for one, another in combinations(range(len(ROADS)), 2):
            meeting = [drawn.layout.markers[end] for end in {*ROADS[one].ends} & {*ROADS[another].ends}]
            for x, y in ways[one] & ways[another]:
                shared += all(max(abs(x - across), abs(y - down)) > 1 for across, down in meeting)
    assert seen > before * 0.99, "what is told of other places is worth a few cells"
    assert loose <= len(maps(size)) * 3, "nobody knows where these lead"
    # In few rows roads lie side by side; of so many columns a window with as few has no places of its own.
    most = 10 if size[0] < 98 else 3 if size[1] >= 17 else 19
    assert shared <= len(maps(size)) * most, "roads run in the same cells"


@pytest.mark.parametrize("size", [(120, 24), (140, 30), (160, 36)], ids=lambda size: "x".join(map(str, size)))
def test_the_road_from_kiso_to_matsumoto_does_not_seem_to_lead_to_ueda(size: tuple[int, int]) -> None:
    """With its name to the left of its marker it did."""
    kiso, matsumoto, ueda = [NAMES.index(name) for name in ("Kiso", "Matsumoto", "Ueda")]
    drawn = Map(size, map_contents(new_table(1).view(SEATS[0]), Remembering().recollection))
    [road] = [number for number, road in enumerate(ROADS) if {*road.ends} == {kiso, matsumoto}]
    head = drawn.labels[ueda].lines[0]
    before = range(head.x - 3, head.end)
    assert not [x for x, y, _ in drawn.roads[road] if y == head.y and x in before]


def test_edo_has_a_road_of_its_own_to_mito_beside_that_to_oyama() -> None:
    edo, mito, oyama = map(NAMES.index, ("Edo", "Mito", "Oyama"))
    layout = layout_of(120, 22)
    roads = {frozenset(road.ends): cells for road, cells in zip(ROADS, road_cells(120, 22, dotted=True), strict=True)}
    to_mito, to_oyama = [{cell[:2] for cell in roads[frozenset({edo, there})]} for there in (mito, oyama)]
    x, y = layout.markers[edo]
    assert {*to_mito} & {*to_oyama} <= {(x + across, y + down) for across in range(3) for down in (0, 1)}


def test_a_road_is_seen_between_its_marker_and_blocks_if_not_anywhere_else() -> None:
    """Hakone has one block, and the name of Edo has all other cells of the highway that joins them."""
    hakone, edo = NAMES.index("Hakone"), NAMES.index("Edo")
    highway = next(number for number, road in enumerate(ROADS) if {*road.ends} == {hakone, edo})
    chips = (Chip(True, "To2", "tokugawa"),)
    seen = LocationContents((1, 0), (chips, ()), (True, False), SEATS[0], False, None, False)
    locations = [NOBODY] * len(LOCATIONS)
    locations[hakone] = seen
    for size, told in (((80, 14), r"Hakone T■⠛\[To2\]"), ((160, 29), r"\[To2\] Hakone T■[⠶⠞]")):
        drawn = Map(size, MapContents(SEATS[0], tuple(locations), 0))
        _, y = drawn.layout.markers[hakone]
        row = "".join([sign for sign, _ in drawn.rows[y]])
        assert re.search(told, row), row
        cells = [cell[:2] for cell in drawn.roads[highway]]
        styles = [bare(drawn.rows[y][x][1]) for x, y in cells if drawn.rows[y][x][0] != " "]
        assert "highway" in styles


@pytest.mark.parametrize("size", [(80, 14), (80, 15), (100, 16), (100, 17)], ids=lambda size: "x".join(map(str, size)))
def test_something_is_seen_of_every_road_of_the_empty_map_but_between_markers_that_touch(size: tuple[int, int]) -> None:
    drawn = Map(size, MapContents(SEATS[0], (NOBODY,) * len(LOCATIONS), 0))
    for number, cells in enumerate(drawn.roads):
        (x0, y0), (x1, y1) = ends = [drawn.layout.markers[end] for end in ROADS[number].ends]
        touch = x0 == x1 and abs(y0 - y1) == 1
        seen = [(x, y) for x, y, dots in cells if dots and (x, y) not in ends and drawn.rows[y][x][1] in GROUND]
        assert seen or touch, [NAMES[end] for end in ROADS[number].ends]


@pytest.mark.parametrize("size", [(80, 14), (80, 15), (100, 17)], ids=lambda size: "x".join(map(str, size)))
def test_a_name_stands_on_the_same_side_of_its_marker_whoever_stands_there(size: tuple[int, int]) -> None:
    """But for one in a hundred, who have no room there."""
    plain = Map(size, MapContents(SEATS[0], (NOBODY,) * len(LOCATIONS), 0))
    others = []
    for drawn in maps(size):
        for place in LOCATIONS:
            head, usual = drawn.labels[place].lines[0], plain.labels[place].lines[0]
            x, _ = drawn.layout.markers[place]
            if len(head.cells) > 1 and (head.x == x) != (usual.x == x):
                others.append(NAMES[place])
    assert len(others) <= len(positions()) * len(LOCATIONS) * 0.01, others


@pytest.mark.parametrize("rows", [13, 14, 15])
def test_a_name_stands_on_the_same_side_at_every_scale_and_with_a_row_more_or_less(rows: int) -> None:
    """But for few, of which another side shows more of the roads."""
    board = SekigaharaBoard(UNICODE, Remembering().recollection)
    contents = MapContents(SEATS[0], (NOBODY,) * len(LOCATIONS), 0)
    smallest = name_sides(board, board.layout(80, 14), contents)
    for zoom in range(board.zooms):
        sides = name_sides(board, board.layout(80, rows, zoom), contents)
        others = [NAMES[place] for place in LOCATIONS if sides[place] != smallest[place]]
        assert len(others) <= (5 if zoom else 0), (zoom, others)


def name_sides(board: SekigaharaBoard, layout: Layout, contents: MapContents) -> list[bool]:
    """Of each location whether its label begins with the marker."""
    assert isinstance(layout, MapLayout)
    drawn = board.labelled(layout, contents)
    return [box.x == x for box, (x, _) in zip(drawn.boxes, layout.markers, strict=True)]


def test_labels_are_the_same_in_ascii() -> None:
    for contents in positions()[::5]:
        boxes = [[label.boxes for label in Placing(glyphs).placed(80, 14, contents)] for glyphs in (UNICODE, ASCII)]
        assert boxes[0] == boxes[1]


def test_where_both_sides_stand_each_has_a_line_of_its_own_and_no_stack_is_broken() -> None:
    chips = [Chip(True, code, "tokugawa") for code in ("To3", "To2")], [Chip(True, code, "ukita") for code in ("Uk3",)]
    seen = LocationContents((2, 1), (tuple(chips[0]), tuple(chips[1])), (True, True), None, False, None, False)
    for telling in tellings(seen, SEATS[0], UNICODE, roomy=True):
        for lines, broken in telling.lines(3):
            texts = ["".join([sign for sign, _ in line]) for line in lines]
            assert not broken
            assert len(texts) < 2 or [text[0] for text in texts] == ["[", "("], texts


@pytest.mark.asyncio
async def test_a_known_leader_is_told_where_other_names_can_be_shorter_and_who_recruits_where_there_is_room() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        told = screen_text(app)
        for known in (
            "■I Osaka Ko",
            "(I8● Is1!",
            "■I Aizu",
            "(I4 Ue1L",
            "Ue3 Ue1g)",
            "[Da1L",
            "Sendai Da ○",
            "Himeji MoUk ○",
            "Kanazawa Ma",
        ):
            assert known in told


@pytest.mark.parametrize("size", [(118, 20), (120, 20), (120, 22)], ids=lambda size: "x".join(map(str, size)))
def test_in_120_columns_hardly_a_stack_is_cut_where_the_armies_stand_to_begin_with(size: tuple[int, int]) -> None:
    cut, names = 0, 0
    for seed in range(4):
        table = new_table(seed)
        for seat in SEATS:
            drawn = Map(size, map_contents(table.view(seat)))
            cut += len([label for label in drawn.labels if not label.whole])
            names += len([label for label in drawn.labels if not label.named])
    assert (cut <= 2, names) == (True, 0)


@pytest.mark.parametrize(("size", "most", "short"), [((100, 20), 10, 0), ((80, 20), 22, 3)], ids=("100x20", "80x20"))
def test_on_a_map_of_some_size_faces_are_told_before_a_road_is_seen_whole(
    size: tuple[int, int], most: int, short: int
) -> None:
    labels = [label for drawn in maps(size) for label in drawn.labels]
    assert len([label for label in labels if not label.whole]) <= most
    assert len([label for label in labels if not label.named]) <= short


@pytest.mark.parametrize("size", EMPTY_SIZES, ids=lambda size: "x".join(map(str, size)))
def test_who_recruits_where_is_told_with_the_names_of_the_empty_map(size: tuple[int, int]) -> None:
    drawn = Map(size, MapContents(SEATS[0], (NOBODY,) * len(LOCATIONS), 0))
    cut = []
    for place in LOCATIONS:
        letters = "".join([daimyo_code(daimyo) for daimyo in RECRUITS_AT[place]])
        if f"{NAMES[place]} {letters}".strip() not in drawn.told(place):
            cut.append(NAMES[place])
    # Between Iwamura and Aizu few columns have no room for all names, and above
    # Nihonmatsu a low map none.
    narrow = [name for name, columns in (("Matsumoto", 98), ("Shibukawa", 96), ("Himeji", 98)) if size[0] < columns]
    assert cut in ([], *[[name] for name in (*narrow, *(["Sendai"] if size[1] < 18 else []))])


def test_a_long_stack_beside_its_name_may_reach_over_other_places_and_one_in_another_row_may_not() -> None:
    chips = tuple([Chip(code != "Ma1L", code, "maeda") for code in (*STACK, *STACK[1:])])
    seen = LocationContents((9, 0), (chips, ()), (True, False), None, False, None, False)
    for place in LOCATIONS[:: 1 if EVERY_SIZE else 3]:
        for label in offer(100, 20, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            head, *stacks = label.lines
            hangs = any(line.tied for line in stacks)
            for x, y, cells, _ in stacks:
                around = [(column, row) for row in (y - 1, y + 1) for column in range(x, x + len(cells))]
                bits = sum([bit_of(100, column, row) for column, row in around if 0 <= row < 20])
                of_blocks = bits << _ground(100, 20).third
                if y != head.y:
                    assert label.clear & (of_blocks if hangs else bits) == (of_blocks if hangs else bits)
                elif len(stacks) == 1:
                    assert not label.clear & bits
                    if x < head.x and len(cells) >= 8:
                        assert label.clear & of_blocks == of_blocks, "they would go on in the row of others'"


def test_blocks_under_the_last_but_one_row_keep_nothing_from_the_first() -> None:
    """What is kept apart and nothing else is on a sheet of its own, of which no cell lies under the map."""
    chips = tuple([Chip(True, "Ma2", "maeda")] * 3)
    seen = LocationContents((3, 0), (chips, ()), (True, False), None, False, None, False)
    first_row = ((1 << 100) - 1) << _ground(100, 20).second
    for place in LOCATIONS:
        for label in offer(100, 20, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            assert label.lines[0].y == 0 or not label.clear & first_row


def test_blocks_that_stand_apart_from_their_name_rather_stand_near_no_other_name() -> None:
    """A name in their row would be read with them first."""
    saku, shirakawa = LOCATIONS[0], LOCATIONS[1]
    names = ((5, 10, 20), (6, 40, 52), *[(30, 0, 1)] * (len(LOCATIONS) - 2))
    near = nearness_of(shirakawa, names)
    lost = [near.lost((5, 20 + free, 36 + free)) for free in range(5, 13)]
    assert lost == sorted(lost, reverse=True)
    assert (lost[0] > 3, lost[-1]) == (True, 0)
    assert near.lost((6, 24, 40)) > 0, "the name in the row above is near"
    assert near.lost((7, 24, 40)) == 0
    assert nearness_of(saku, names).lost((5, 22, 30)) == 0, "the own name is no other"


def test_blocks_before_their_marker_rather_stand_over_or_under_no_other_name() -> None:
    """They have no sign that ties them, and would be read with that."""
    saku, shirakawa = LOCATIONS[0], LOCATIONS[1]
    names = ((5, 10, 20), (6, 40, 52), *[(30, 0, 1)] * (len(LOCATIONS) - 2))
    near = nearness_of(shirakawa, names)
    for row in (4, 6):
        lost = [near.lost_beside((row, first, first + 16)) for first in range(10, 24, 2)]
        assert lost == sorted(lost, reverse=True)
        assert (lost[0] > 3, lost[-1]) == (True, 0)
    assert near.lost_beside((5, 22, 38)) == near.lost_beside((7, 10, 26)) == 0
    assert nearness_of(saku, names).lost_beside((6, 10, 26)) == 0, "the own name is no other"


def test_of_two_sides_the_one_that_stands_farther_from_its_marker_rather_stands_near_no_other_name() -> None:
    castle = LOCATIONS[NAMES.index("Gifu")]
    x, y = layout_of(120, 22).markers[castle]
    chips = (Chip(True, "To3", "tokugawa"),) * 2, (Chip(True, "Uk3", "ukita"),) * 2
    seen = LocationContents((2, 2), chips, (True, True), SEATS[1], False, SEATS[1], False)
    far = (40, 0, 1)
    over = y + 1, x + 8, x + 40
    worth = []
    for other in (far, over):
        names = tuple([far if place != LOCATIONS[0] else other for place in LOCATIONS])
        labels = offer(120, 22, castle, seen, SEATS[0], NAMES[castle], UNICODE, names).labels
        worth.append({label.lines: label.value for label in labels})
    less = {lines for lines, value in worth[0].items() if worth[1][lines] < value}
    beside = [lines for lines in worth[0] if len(lines) == 2 and lines[1].y == y and lines[1].x > x]
    assert beside
    assert any(lines in less for lines in beside)
    assert not less.intersection([lines for lines in worth[0] if lines[-1].y == y and lines[-1].x < x - 20])


def test_blocks_beside_their_name_rather_reach_over_no_other_marker() -> None:
    ground, cells = _ground(112, 29), (BLANK,) * 5
    free = [
        (x, y - 1)
        for x, y in layout_of(112, 29).markers
        if y and 10 < x < 100 and ground._lost_by_blocks[y - 1][x + 8] == ground._lost_by_blocks[y - 1][x - 2]
    ]
    x, row = free[0]
    both = ground.label(Written(x - 2, row, cells), (Written(x + 3, row, cells),), 0.0, whole=True, named=True)
    over = ground.label(Written(x + 3, row, cells), (Written(x - 2, row, cells),), 0.0, whole=True, named=True)
    assert both is not None
    assert over is not None
    assert over.value < both.value, "the same cells, of which the name has those over the marker"


def test_a_name_that_is_cut_has_three_letters_at_least() -> None:
    """But where nothing is left of it: nobody knows a place by two."""
    for place in LOCATIONS:
        for seen in (NOBODY, replace(NOBODY, blocks=(2, 0), units=(True, False))):
            for label in offer(80, 14, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
                name = [sign for sign, style in label.lines[0].cells if style == "name" and sign.isalpha()]
                assert not name or len(name) >= 3, name


def test_blocks_over_or_under_their_marker_are_tied_to_it() -> None:
    chips = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2")])
    seen = LocationContents((2, 0), (chips, ()), (True, False), None, False, None, False)
    tied = set()
    for place in LOCATIONS[::4]:
        x, y = layout_of(120, 20).markers[place]
        for label in offer(120, 20, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            head, *blocks = label.lines
            if head.y == blocks[0].y:
                continue
            text = "".join([sign for sign, _ in blocks[0].cells])
            styles = {style for sign, style in blocks[0].cells if sign in TIES}
            assert styles <= {"tokugawa"}, "a tie has the colours of those it ties"
            over = blocks[0].y < y
            end = head.x + len(head.cells) - 1
            if text[0] in "┌└":
                assert text[0] == ("┌" if over else "└")
                assert head.x <= blocks[0].x <= end
                tied.add(text[0])
            elif text[-1] in "┐┘":
                assert text[-2:] in (("]┐", " ┐") if over else ("]┘", " ┘"))
                assert blocks[0].x + len(text) - 1 in (x, end)
                tied.add(text[-1])
            else:
                assert len(blocks) > 1, "what goes on in another line has a tie if there is room for that"
    assert tied == {*"┌└┐┘"}


def test_where_both_sides_stand_a_face_is_worth_more_than_elsewhere() -> None:
    chips = tuple([Chip(True, code, "tokugawa") for code in ("To3", "To2", "To2")])
    alone = LocationContents((3, 0), (chips, ()), (True, False), None, False, None, False)
    gained = []
    for seen in (alone, replace(alone, blocks=(3, 3), units=(True, True)), replace(alone, battle=True)):
        told = tellings(seen, SEATS[0], UNICODE, roomy=True)
        gained.append(told[0].value - max([each.value for each in told if not each.whole]))
    assert gained[0] + 10 < min(gained[1:])


def test_in_other_rows_than_their_marker_s_the_blocks_of_either_side_are_tied_to_it() -> None:
    """Those of the second side alone, a row farther away, would be read as of a place that is nearer."""
    ours, theirs = (tuple([Chip(True, code, "maeda")] * 4) for code in ("Ma2", "Ma3"))
    seen = LocationContents((4, 4), (ours, theirs), (True, True), None, False, None, False)
    tied = 0
    for place in LOCATIONS:
        for label in offer(120, 20, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            head, *stacks = label.lines
            rows = [line for line in stacks if abs(line.y - head.y) in (1, 2)]
            if len(rows) == 2 == len(stacks) and rows[0].tied and rows[0].y != rows[1].y:
                both = [{style for _, style in line.cells} & {*SIDES} for line in rows]
                if both[0].isdisjoint(both[1]) and {abs(line.y - head.y) for line in rows} == {1, 2}:
                    one, other = rows
                    tied += 1
                    assert other.tied == one.tied
                    assert (one.x == other.x) if one.tied == "before" else (one.end == other.end)
    assert tied > len(LOCATIONS)


def test_in_other_rows_than_their_marker_s_no_blocks_of_a_side_of_their_own_stand_loose() -> None:
    """Those of a siege, with one side beside the castle, would be read as those of a place in their row."""
    ours = tuple([Chip(True, "Ma2", "maeda")] * 4)
    seen = LocationContents((4, 2), (ours, ()), (True, True), SEATS[1], False, SEATS[1], False)
    others = 0
    for place in LOCATIONS:
        for label in offer(100, 18, place, seen, SEATS[0], NAMES[place], UNICODE).labels:
            for line in label.lines[1:]:
                if line.y != label.lines[0].y:
                    others += 1
                    assert line.tied, NAMES[place]
    assert others > len(LOCATIONS)


def test_roads_that_lead_elsewhere_rather_do_not_end_at_blocks() -> None:
    ground, ending = _ground(100, 18), 0
    for number, road in enumerate(road_cells(100, 18, dotted=True)):
        cells = [(x, y) for x, y, _ in road]
        for (x, y), behind in pairwise(cells):
            along = sorted((x, behind[0])) if behind[1] == y and abs(behind[0] - x) == 1 else []
            if along and not {(x, y), behind} & {*layout_of(100, 18).markers}:
                ending += 1
                blocks = Written(along[1], y, ((" ", "land"),) * 8)
                for place in LOCATIONS:
                    lost = ground.lost_by_ends(place, [blocks])
                    assert lost >= (0 if place in ROADS[number].ends else 1.5 + 2.5 * HIGHWAY[number])
    assert ending


def test_an_army_lies_in_no_long_bar_over_other_places_where_it_can_stand_in_two_rows() -> None:
    codes = ("To1!", "Ma1L", "To3", "Ma3", "Da2", "Fu2", "To2", "Ma2", "Da3", "Fu1c")
    army = tuple([Chip(code[-1].isdigit(), code, "maeda") for code in codes])
    seen = LocationContents((10, 0), (army, ()), (True, False), None, False, None, False)
    for place in LOCATIONS:
        labels = [each for each in offer(100, 20, place, seen, SEATS[0], NAMES[place], UNICODE).labels if each.whole]
        hangs = [label for label in labels if all(line.y != label.lines[0].y for line in label.lines[1:])]
        if hangs:
            assert max(len(line.cells) for line in hangs[0].lines) <= 32, NAMES[place]
