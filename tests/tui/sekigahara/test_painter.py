from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from rich.cells import cell_len

from engine.hidden import SEATS, Seat, View, view_of
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import ADJACENT, LOCATIONS, ROAD_BETWEEN, location_named
from engine.sekigahara.bots import make_bot
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside
from engine.sekigahara.components import ISHIDA, ROADS, TOKUGAWA
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.sekigahara.games import Table, new_table, play, played
from tests.tui.sekigahara.test_choosers import dialogue_at, press
from tui.boards import Cell, Tag
from tui.glyphs import ASCII, GLYPHS, UNICODE, Glyphs
from tui.lines import TIE, plain_text
from tui.sekigahara import make_interface
from tui.sekigahara.map import placing
from tui.sekigahara.map.board import SekigaharaBoard
from tui.sekigahara.map.contents import MapContents, map_contents
from tui.sekigahara.map.layout import MapLayout, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.painter import GROUND, paint
from tui.sekigahara.map.placing import Placing
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.panels.location import location_lines
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import DAIMYO, KANJI, block_words, card_words, write_daimyo
from tui.theme import Theme
from tui.widgets.painted_board import PaintedBoard
from tui.widgets.row_cells import Over
from tui.widgets.ways import Ways

SMALL, MIDDLE, LARGE = (80, 14), (120, 33), (184, 54)
sizes = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["small", "middle", "large"])


def cells_of(table: Table, seat: Seat, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> list[list[Cell]]:
    contents = map_contents(table.view(seat))
    return paint(layout_of(*size), contents, Placing(glyphs).placed(*size, contents), glyphs)


def rows_of(table: Table, seat: Seat, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> list[str]:
    return ["".join(sign for sign, _ in row) for row in cells_of(table, seat, size, glyphs)]


def around(rows: list[str], key: str, size: tuple[int, int]) -> str:
    """What is written in the box of a location, and beside, above and below it."""
    box = layout_of(*size).boxes[location_named(key)]
    return "\n".join([row[max(box.x - 30, 0) : box.x + 40] for row in rows[max(box.y - 2, 0) : box.y + box.height + 2]])


@sizes
@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_every_location_is_named_and_every_cell_is_one_column_wide(size: tuple[int, int], glyphs: Glyphs) -> None:
    rows = rows_of(played(3, 120), TOKUGAWA, size, glyphs)
    assert len(rows) == size[1]
    for row in rows:
        assert len(row) == cell_len(row) == size[0]
    text = "\n".join(rows)
    for location in LOCATIONS:
        assert glyphs.text(NAMES[location]) in text or ON_MAP[location].code[:2] in text


def test_sides_differ_by_letter_and_bracket_and_the_controller_stands_first() -> None:
    table = position(
        {"gifu": ["tokugawa-3", "tokugawa-2"], "edo": ["tokugawa-3"]},
        {"gifu": ["ukita-3"], "aizu": ["uesugi-3"]},
        holders={"gifu": ISHIDA},
    )
    for size in (SMALL, LARGE):
        text = "\n".join(rows_of(table, TOKUGAWA, size))
        assert re.search(r"\(I1\^\)\[To3 (To)?2\]", text), "one block besieged by two"
        assert re.search("Gifu? I■|■I Gifu?", text)
        assert "[To3]" in text
        assert "(I1)" in text
        assert "◆- Kuwana" in text or "Kuwana -◆" in text
        assert "(I●)" in text, "a lone disk"


def test_own_blocks_are_chips_and_the_others_backs_with_a_number() -> None:
    table = position({"edo": ["tokugawa-3", "date-1-leader"]}, {"kyoto": ["ukita-3"]})
    for size in (SMALL, MIDDLE, LARGE):
        for seat, edo, kyoto in ((TOKUGAWA, "[Da1L To3]", "(I1)"), (ISHIDA, "[T2]", "(Uk3)")):
            text = "\n".join(rows_of(table, seat, size))
            assert edo in text or (size == SMALL and edo[:5] in text)
            assert kyoto in text or size == SMALL
    cells = cells_of(table, TOKUGAWA, LARGE)
    styles = {style for row in cells for _, style in row}
    assert {"chip-date", "chip-tokugawa"} <= styles
    assert "chip-ukita" not in styles


@sizes
def test_the_ascii_set_is_ascii(size: tuple[int, int]) -> None:
    for row in rows_of(played(4, 120), ISHIDA, size, ASCII):
        assert row.isascii()


@sizes
def test_roads_end_at_the_markers(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    for dotted in (True, False):
        for road, cells in zip(ROADS, road_cells(*size, dotted), strict=True):
            drawn = {(x, y) for x, y, _ in cells}
            assert {layout.markers[end] for end in road.ends} <= drawn
            assert all(0 <= x < layout.columns and 0 <= y < layout.rows for x, y in drawn)


@sizes
def test_large_stacks_are_told_by_number_at_least(size: tuple[int, int]) -> None:
    table = position(
        {"osaka": ["tokugawa-3"] * 5 + ["tokugawa-2"] * 4 + ["fukushima-2"] * 4},
        {"osaka": ["mori-3"] * 6 + ["mori-2"] * 4 + ["ukita-3"] * 3},
    )
    text = around(rows_of(table, TOKUGAWA, size), "osaka", size)
    assert "I13" in text
    assert "T13" in text


def test_daimyo_in_kanji_take_as_much_room_as_in_letters() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    latin = rows_of(table, TOKUGAWA, LARGE)
    write_daimyo(kanji=True)
    try:
        cells = cells_of(table, TOKUGAWA, LARGE)
        kanji = rows_of(table, TOKUGAWA, LARGE)
        assert block_words(FACE_NAMED["block-date-2"]) == "伊達 2"
        assert card_words(FACE_NAMED["card-date-single"]).startswith("伊達 card")
    finally:
        write_daimyo(kanji=False)
    assert "徳3" in "".join(kanji)
    assert "伊2" in "".join(kanji)
    assert [cell_len(row) for row in kanji] == [cell_len(row) for row in latin]
    assert all(len(row) == LARGE[0] for row in cells), "a cell a column"
    assert len({sign[0] for sign in KANJI.values()}) == len(DAIMYO) == len(KANJI)


def test_used_roads_are_marked() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    before = rows_of(table, TOKUGAWA, MIDDLE)
    road = ROAD_BETWEEN[location_named("edo"), location_named("mito")]
    table.state.movement = replace(table.state.current_movement(), roads=1 << road)
    after = rows_of(table, TOKUGAWA, MIDDLE)
    changed = [
        (old, new)
        for row, line in zip(before, after, strict=True)
        for old, new in zip(row, line, strict=True)
        if old != new
    ]
    assert [new for _, new in changed] == ["×"]


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


def test_a_siege_is_shown_when_somebody_has_shut_himself_in() -> None:
    """8.9.2, 8.9.6: not while the enemy marches there, nor in a battle outside."""
    aizu = location_named("aizu")
    arrived = [(TOKUGAWA, "aizu", "shirakawa")]

    def shown(table: Table) -> tuple[Seat | None, bool]:
        view = table.view(TOKUGAWA)
        text = " ".join([plain_text(line) for line in location_lines(view, aizu)])
        return map_contents(view).locations[aizu].besieged, "besieged" in text

    for inside in (True, False):
        table = position({"aizu": ["tokugawa-3"] * 2}, {"aizu": ["uesugi-3"]}, arrivals=arrived)
        state = table.state
        assert shown(table) == (ISHIDA, True), "they have stood there since a turn before"
        assert state.movement is not None
        state.movement = replace(state.movement, moved=frozenset(state.pools[TOKUGAWA][aizu]))
        assert shown(table) == (None, False), "they have only just come"
        combat_phase(table)
        assert shown(table) == (None, False), "combat is still to be declared"
        declare = press(dialogue_at(table), "Aizu")
        assert declare is not None
        table.act(TOKUGAWA, declare)
        table.act(ISHIDA, FightInside(inside))
        assert shown(table) == ((ISHIDA, True) if inside else (None, False))


def test_the_line_of_a_place_begins_with_its_blocks_where_not_all_has_room() -> None:
    board, table = SekigaharaBoard(UNICODE, Recollection()), new_table(1)
    view = table.view(TOKUGAWA)
    edo, iwaki = location_named("edo"), location_named("iwaki")
    told = [[plain_text(line) for line in board.spot_summary(view, place)] for place in (edo, iwaki)]
    assert told[0][0].startswith("Edo; capital of Tokugawa; resource, Tokugawa's")
    roads = "Highways: Hakone, Oshi  Roads: Oyama, Mito"
    assert told[0][0].endswith(roads)
    assert re.fullmatch(rf"Edo; capital .*  \[T6 To1! .*\]  {roads}", told[0][1]), "in letters, as on the map"
    assert re.fullmatch(rf"★T Edo  \[T6 To1! .*\]  {roads}", told[0][2]), "what it is by its sign"
    assert re.fullmatch(r"★T Edo  \[T6 To1! .*\]  Highways: Hakone, Oshi  …", told[0][3]), "in 80 columns too"
    assert len(told[0][3]) < 79
    assert told[0][-2].startswith("Edo  [T6] Ieyasu")
    assert told[0][-2].endswith("capital of Tokugawa; resource, Tokugawa's; recruits Tokugawa")
    assert told[0][-1].startswith("★T Edo  [T6 To1!")
    assert len(told[0][-1]) < 45
    assert told[1][-1] == "Iwaki  …"


def test_a_road_of_a_march_that_is_only_planned_is_not_called_used() -> None:
    edo, oshi = location_named("edo"), location_named("oshi")
    board, table = SekigaharaBoard(UNICODE, Recollection()), position({"edo": ["tokugawa-3"]}, {})
    before = table.view(TOKUGAWA)
    sent = View(SEKIGAHARA.copy(before.state), before.seat, dict(before.faces))
    table.state.movement = replace(table.state.current_movement(), roads=1 << ROAD_BETWEEN[edo, oshi])
    now = table.view(TOKUGAWA)

    def told(sent: View[State] | None) -> str:
        [page, summary] = board.spot_lines(now, edo, sent)[-1], board.spot_summary(now, edo, sent)[0]
        told = plain_text(page).replace(TIE, " ")
        assert plain_text(summary).endswith(told)
        return told

    assert "Oshi (planned)" in told(sent)
    assert "Oshi (used)" in told(now), "a march that went out before what is planned"
    assert "Oshi (used)" in told(None)


def test_markers_with_their_names_stay_where_the_empty_map_has_them_as_far_as_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, games = SekigaharaBoard(UNICODE, Recollection()), []
    for seed in (1, 2, 3):
        table = new_table(seed)
        games.append(
            [
                board.contents(table.view(TOKUGAWA))
                for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(seed)), 600))
                if number % 20 == 0
            ]
        )

    def forget() -> None:
        placing._empty_map.cache_clear()
        placing._following.cache_clear()

    def moved() -> int:
        """How many names have not stayed from one position to the next."""
        forget()
        count = 0
        for seen in games:
            heads = [
                [(label.lines[0].x, len(label.lines[0].cells)) for label in Placing(UNICODE).placed(80, 14, contents)]
                for contents in seen
            ]
            count += sum(sum(a != b for a, b in zip(*pair, strict=True)) for pair in itertools.pairwise(heads))
        return count

    stays = moved()
    monkeypatch.setattr(placing, "_STAYS", (0.0, 0.0))
    assert 0 < stays < 0.95 * moved()
    forget()


def test_whoever_begins_anew_is_shown_the_labels_that_were_worked_out() -> None:
    board, table = SekigaharaBoard(UNICODE, Recollection()), new_table(1)
    seen = [board.contents(table.view(seat)) for seat in SEATS]
    one, another, later = Placing(UNICODE), Placing(UNICODE), Placing(UNICODE)
    assert one.placed(*SMALL, seen[0]) is another.placed(*SMALL, seen[0])
    later.placed(*SMALL, seen[1])
    assert one.placed(*SMALL, seen[1]) is another.placed(*SMALL, seen[1])
    assert one.placed(*SMALL, seen[1]) is not later.placed(*SMALL, seen[1]), "there nothing was shown before"


def test_what_has_not_changed_stays_where_it_was() -> None:
    def moved(placings: Iterator[Placing], seen: list[MapContents]) -> int:
        """How many labels of locations where nothing has changed are another than before."""
        shown = [placing.placed(*SMALL, contents) for placing, contents in zip(placings, seen, strict=False)]
        count = 0
        for (before, old), (after, new) in itertools.pairwise(zip(seen, shown, strict=True)):
            for was, now, label, other in zip(before.locations, after.locations, old, new, strict=True):
                count += was == now and label.lines != other.lines
        return count

    alone = kept = 0
    for seed in (2, 4):
        table = new_table(seed)
        seen: list[MapContents] = []
        for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(seed)), 260)):
            contents = map_contents(table.view(TOKUGAWA))
            if number > 120 and (not seen or contents.locations != seen[-1].locations):
                seen.append(contents)
        alone += moved((Placing(UNICODE) for _ in seen), seen)
        kept += moved(itertools.repeat(Placing(UNICODE)), seen)
    assert alone > 0
    assert kept < 0.8 * alone, (kept, alone)


def test_a_stack_is_whole_before_a_name_has_letters_after_it_and_before_it_stays_on_its_side() -> None:
    aizu = {"aizu": ["uesugi-1-leader", "uesugi-1-gun"]}
    table = position({"edo": ["tokugawa-3"]}, aizu)
    assert any("Aizu" in row and re.search(r"\(Ue1L (Ue)?1g\)", row) for row in rows_of(table, ISHIDA, (118, 20)))
    placing, told = Placing(UNICODE), []
    for blocks in (["fukushima-2"], ["fukushima-2", "date-2"]):
        contents = map_contents(position({"shirakawa": blocks}, aizu).view(TOKUGAWA))
        label = placing.placed(118, 20, contents)[location_named("shirakawa")]
        told.append(" ".join(["".join([sign for sign, _ in line.cells]) for line in label.lines]))
    assert "[Fu2]" in told[0]
    assert "[Fu2 Da2]" in told[1]


def test_whoever_takes_something_back_sees_the_map_as_it_was() -> None:
    placing, table = Placing(UNICODE), new_table(1)
    first = map_contents(table.view(TOKUGAWA))
    shown = placing.placed(*SMALL, first)
    for _owing in play(table, make_bot(SEKIGAHARA, "steady", Random(1)), 30):
        placing.placed(*SMALL, map_contents(table.view(TOKUGAWA)))
    assert placing.placed(*SMALL, first) == shown


def test_the_mark_of_a_used_road_covers_no_label() -> None:
    table = position({"edo": ["tokugawa-3"] * 3, "mito": ["date-2"]}, {"aizu": ["uesugi-3"]})
    assert table.state.movement is not None
    table.state.movement = replace(table.state.movement, roads=(1 << len(ROADS)) - 1)
    contents = map_contents(table.view(TOKUGAWA))
    labels = Placing(UNICODE).placed(80, 14, contents)
    rows = paint(layout_of(80, 14), contents, labels, UNICODE)
    for label in labels:
        for line in label.lines:
            assert [cell[0] for cell in rows[line.y][line.x : line.x + len(line.cells)]] == [c[0] for c in line.cells]


def test_the_mark_of_a_used_road_stands_between_no_marker_and_its_blocks() -> None:
    marks = 0
    for seed in range(4):
        for size in (SMALL, (100, 17), (120, 22)):
            contents = replace(map_contents(new_table(seed).view(TOKUGAWA)), used=(1 << len(ROADS)) - 1)
            labels = Placing(UNICODE).placed(*size, contents)
            for row in paint(layout_of(*size), contents, labels, UNICODE):
                for x, (sign, _style) in enumerate(row):
                    beside = [cell for cell in row[max(x - 1, 0) : x + 2] if cell[1] not in GROUND]
                    marks += sign == "×"
                    assert sign != "×" or len(beside) < 2, "".join([cell[0] for cell in row])
    assert marks > 100


def test_the_mark_of_a_used_road_stands_on_no_other_road() -> None:
    empty = map_contents(new_table(0).view(TOKUGAWA))
    for size in (SMALL, (120, 22)):
        marks = 0
        labels = Placing(UNICODE).placed(*size, empty)
        layout = layout_of(*size).labelled([label.boxes for label in labels])
        roads = road_cells(*size, True, layout.written)
        for used in range(len(ROADS)):
            rows = paint(layout_of(*size), replace(empty, used=1 << used), labels, UNICODE)
            marked = {(x, y) for y, row in enumerate(rows) for x, (sign, _) in enumerate(row) if sign == "×"}
            marks += len(marked)
            for number, road in enumerate(roads):
                assert number == used or marked.isdisjoint([(x, y) for x, y, _ in road])
        assert marks > len(ROADS) / 2


def test_a_way_is_drawn_between_no_two_blocks_of_a_stack() -> None:
    """A sign in the space between two blocks would read as part of one."""
    blocks = iter(["tokugawa-3", "tokugawa-2", "date-2", "maeda-2", "date-1-leader", "date-3"] * 2)
    stacks = {place: [next(blocks) for _ in range(3)] for place in ("saku", "suwa", "edo")}
    contents = map_contents(position(stacks, {"kyoto": ["ukita-3"]}).view(TOKUGAWA))
    board = SekigaharaBoard(UNICODE, Recollection())
    for size in ((80, 14), (81, 21), (109, 28)):
        layout = board.layout(*size)
        assert isinstance(layout, MapLayout)
        layout = layout.labelled([label.boxes for label in Placing(UNICODE).placed(*size, contents, layout.usual)])
        spaces = {
            (line.x + number, line.y)
            for label in Placing(UNICODE).placed(*size, contents, layout.usual)
            for line in label.lines
            for number in range(len(line.cells))
        }
        for here in LOCATIONS:
            for there in ADJACENT[here]:
                assert not board.way(layout, (here, there)) & spaces


def test_on_a_wide_map_no_name_ever_moves() -> None:
    placing, table = Placing(UNICODE), new_table(1)
    heads: set[tuple[tuple[int, int], ...]] = set()
    for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(1)), 500)):
        if number % 25 == 0:
            labels = placing.placed(158, 29, map_contents(table.view(TOKUGAWA)))
            heads.add(tuple([(label.lines[0].x, label.named) for label in labels]))
    assert len(heads) == 1


CAME_AND_FOUGHT: Tag = (("†", "bad"), ("»", "trail"))


def painted(board: SekigaharaBoard, contents: MapContents, size: tuple[int, int]) -> PaintedBoard:
    """The map as it is painted for a window of this size."""
    layout = board.layout(*size)
    return PaintedBoard(board, board.labelled(layout, contents), board.paint(layout, contents))


@pytest.mark.parametrize("size", [(80, 14), (100, 20), (120, 23)], ids=["80x24", "100x30", "120x36"])
def test_the_signs_of_a_place_stand_on_its_row_and_touch_nothing_else(size: tuple[int, int]) -> None:
    board, table = SekigaharaBoard(UNICODE, Recollection()), new_table(1)
    asked = alone = beyond = 0
    for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(1)), 500)):
        if number % 40:
            continue
        shown = painted(board, board.contents(table.view(TOKUGAWA)), size)
        for place, tag in itertools.product(LOCATIONS, (CAME_AND_FOUGHT, CAME_AND_FOUGHT[:1])):
            kept = shown.kept(place, tag)
            assert kept in (tag, tag[:1])
            if (over := shown.beyond(place, kept)) is not None:
                beyond += 1
                end = over[0] + len(kept)
                assert not any(shown.is_written(x, over[1]) for x in range(end, end + 5)), "signs stand before a name"
                continue
            aside, row = shown.aside(place, kept), shown.layout.boxes[place].y
            first = shown.head(place) - len(kept) if aside is None else aside
            sides = shown.is_written(first - 1, row), shown.is_written(first + len(kept), row)
            box = shown.layout.boxes[place]
            within = box.x <= first and first + len(kept) <= box.x + box.width
            assert within or sides.count(True) == 1, (NAMES[place], number)
            asked += len(tag)
            alone += len(kept)
    assert alone > 0.95 * asked, "one of two is left out where there is no other way"
    assert beyond < 0.01 * asked, "in another row they could be read as another place's"


@pytest.mark.parametrize("size", [(80, 14), (100, 20), (120, 23), (140, 28)], ids=str)
def test_an_arrow_on_a_way_points_at_no_place_to_which_that_does_not_lead(size: tuple[int, int]) -> None:
    """Where the only cell of a way that is seen is far from both its ends, an arrow there would be anybody's."""
    board, table = SekigaharaBoard(UNICODE, Recollection()), new_table(1)
    legs = shown_on = 0
    for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(1)), 300)):
        if number % 60:
            continue
        shown = painted(board, board.contents(table.view(TOKUGAWA)), size)
        for here in LOCATIONS:
            for there in ADJACENT[here]:
                legs += 1
                if (cell := shown.cell_for_arrow((here, there), ())) is None:
                    continue
                shown_on += 1
                across, down = shown.direction(here, there)
                near = [(cell[0] + across * far, cell[1] + down * far) for far in range(1, 5 if across else 2)]
                first = next((at for at in near if shown.is_written(*at)), None)
                assert first is None or shown.layout.at(*first) in (None, here, there), (NAMES[here], NAMES[there])
                seen = [at for at in board.way(shown.layout, (here, there)) if not shown.is_written(*at)]
                ends = [marker for end in (here, there) if (marker := shown.layout.marker_of(end)) is not None]
                assert len(seen) > 1 or min(max(abs(x - cell[0]), abs(y - cell[1])) for x, y in ends) <= 2
    assert shown_on > (0.5 if size[0] < 100 else 0.8) * legs


@pytest.mark.parametrize("size", [(100, 19), (120, 24), (140, 25)], ids=str)
def test_the_way_that_is_pointed_at_has_arrows_to_where_it_leads(size: tuple[int, int]) -> None:
    board, theme = SekigaharaBoard(UNICODE, Recollection()), Theme(UNICODE, make_interface(SEKIGAHARA, UNICODE).styles)
    table = position({"edo": ["tokugawa-3"]}, {})
    shown = painted(board, board.contents(table.view(TOKUGAWA)), size)
    path = tuple([location_named(each) for each in ("edo", "oshi", "takasaki", "saku")])
    ways, drawn = Ways(shown, path=path), ""
    for row in range(len(shown.rows)):
        over: Over = {}
        ways.lay_over(row, over, theme)
        drawn += "".join([sign for sign, _style in over.values()])
    assert len([sign for sign in drawn if sign in "←↑"]) >= 2, "it leads up and to the left"
    assert not [sign for sign in drawn if sign in "→↓"]


def test_signs_stand_over_or_under_a_marker_only_where_its_row_is_full() -> None:
    board = SekigaharaBoard(UNICODE, Recollection())
    table = position({"edo": ["tokugawa-3"] * 5}, {})
    shown = painted(board, board.contents(table.view(TOKUGAWA)), (80, 17))
    empty, beyond = shown.rows, []
    for place, box in enumerate(shown.layout.boxes):
        if shown.beyond(place, CAME_AND_FOUGHT) is not None:
            first = shown.head(place) - len(CAME_AND_FOUGHT)
            assert shown.is_written(first - 1, box.y), "before it they would be read with what is there"
        full = [cell if box.x <= x < box.x + box.width else ("x", "name") for x, cell in enumerate(shown.rows[box.y])]
        shown.rows = [full if y == box.y else row for y, row in enumerate(empty)]
        found, marker = shown.beyond(place, CAME_AND_FOUGHT), shown.layout.marker_of(place)
        if found is not None and marker is not None:
            beyond.append(place)
            assert abs(found[1] - marker[1]) == 1
            assert found[0] <= marker[0] < found[0] + 2
        shown.rows = empty
    assert location_named("edo") in beyond


def test_signs_stand_behind_blocks_only_where_these_end_near_the_marker() -> None:
    board = SekigaharaBoard(UNICODE, Recollection())
    table, behind = new_table(1), 0
    for number, _owing in enumerate(play(table, make_bot(SEKIGAHARA, "steady", Random(1)), 300)):
        if number % 10:
            continue
        shown = painted(board, board.contents(table.view(TOKUGAWA)), (80, 14))
        for place, box in enumerate(shown.layout.boxes):
            marker, aside = shown.layout.marker_of(place), shown.aside(place, CAME_AND_FOUGHT)
            if marker is not None and aside is not None and aside >= box.x + box.width:
                behind += 1
                assert aside - marker[0] <= 17, "farther off nobody looks for them"
    assert behind
