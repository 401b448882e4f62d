"""What is seen of ways on the map where labels hide most of them: no sign that is read as one of a place."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine.sekigahara.board import ADJACENT, LOCATIONS, Location, location_named
from tests.tui.driving import app_of, game_screen, screen_lines, settled
from tests.tui.sekigahara.games import practice_game
from tui.app import ClientApp
from tui.boards import Spot, Tag, Trail
from tui.glyphs import ASCII, UNICODE
from tui.sekigahara.words.locations import NAMES
from tui.theme import STYLES
from tui.widgets.painted_board import PaintedBoard
from tui.widgets.ways import Ways

SIZES = [(80, 24), (120, 36)]
WAYS = [(here, there) for here in LOCATIONS for there in ADJACENT[here] if here < there]
ARROWS = {"→": (1, 0), "←": (-1, 0), "↓": (0, 1), "↑": (0, -1)}
AROUND = [step for step in product((-1, 0, 1), repeat=2) if any(step)]


async def signs_of(app: ClientApp, *ways: tuple[Location, ...]) -> set[tuple[int, int]]:
    """The cells of the map in which the sign of a way of the enemy's stands."""
    board = game_screen(app).board_view
    board.show_trails([Trail(way, "trail") for way in ways])
    rows = [board._row(y).text for y in range(board.layout_in_use.rows)]
    return {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in (UNICODE.trail, *ARROWS)}


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_no_sign_of_a_way_stands_alone_beside_what_is_written(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where colours do not tell it a way has a sign of its own."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        single = 0
        for way in WAYS:
            signs = await signs_of(app, way)
            cells = board.board.way(board.layout_in_use, way)
            assert signs <= cells
            for x, y in signs:
                beside = board.painted.is_written(x - 1, y) or board.painted.is_written(x + 1, y)
                assert not beside or any((x + across, y + down) in signs for across, down in AROUND), way
            single += bool(cells) and not signs
        assert single or size != SIZES[0], "it is drawn as the road that it is"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_before_a_place_that_a_way_comes_through_stands_no_sign_where_the_way_is_seen(
    size: tuple[int, int],
) -> None:
    """Nor where the markers touch; where labels hide all of it on one side it is told so."""
    app = app_of(practice_game())
    told, untold = 0, 0
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here, through in [*WAYS, *[way[::-1] for way in WAYS]]:
            for there in ADJACENT[through]:
                legs = [board.board.way(board.layout_in_use, step) for step in ((here, through), (through, there))]
                signs = await signs_of(app, (here, through, there))
                head = board.painted.head(through) - 1, board.layout_in_use.boxes[through].y
                if head not in legs[0] | legs[1]:
                    seen = all(leg - board._ways.kept_apart for leg in legs)
                    assert not (seen and head in signs), (here, through, there)
                    told, untold = told + (head in signs), untold + seen
    assert untold
    assert told or size != SIZES[0]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_an_arrow_on_a_way_tells_where_it_leads(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    told = 0
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for way in [*WAYS, *[way[::-1] for way in WAYS]]:
            signs = await signs_of(app, way)
            arrows = [(x, y) for x, y in signs if board._row(y).text[x] in ARROWS]
            assert len(arrows) <= 1
            told += len(arrows)
            for x, y in arrows:
                across, down = ARROWS[board._row(y).text[x]]
                (x0, y0), (x1, y1) = (board.layout_in_use.markers[place] for place in way)
                assert across * (x1 - x0) + down * (y1 - y0) > 0, way
        assert told > len(WAYS)


@pytest.mark.asyncio
async def test_in_colours_a_way_of_the_enemys_is_drawn_on_the_roads_that_it_took() -> None:
    """What kind they are is still to be seen; arrows say where it leads."""
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board, seen = game_screen(app).board_view, 0
        for way in WAYS:
            board.show_trails([Trail(way, "trail")])
            rows = [board._row(y).text for y in range(board.layout_in_use.rows)]
            for x, y in board._ways.trail_cells:
                drawn, style = board.painted.rows[y][x]
                if style in board.board.ground:
                    assert rows[y][x] in (drawn, " ", UNICODE.point, *ARROWS), way
                    seen += rows[y][x] == drawn
        assert seen > len(WAYS)


@pytest.mark.asyncio
async def test_arrows_stand_on_what_is_pointed_at_alone_and_on_all_ways_while_it_is_chosen_where_to_go() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        one, other = map(location_named, ("kiyosu", "hamamatsu"))
        kiso, suwa = map(location_named, ("kiso", "suwa"))
        trail, walk = Trail((kiso, suwa), "trail"), Trail((location_named("okazaki"), other), "walk")

        def arrows() -> str:
            rows = [board._row(y).text for y in range(board.layout_in_use.rows)]
            return "".join([sign for row in rows for sign in row if sign in ARROWS])

        def leads(stops: tuple[int, ...]) -> str:
            return {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}[board.painted.direction(*stops)]

        board.show_trails([trail])
        assert arrows() == leads(trail.stops)
        board.show_trails([trail, walk])
        assert arrows() == leads(walk.stops)
        board.show_trails([trail])

        def colours() -> set[str]:
            segments = [segment for y in range(board.layout_in_use.rows) for segment in board._row(y)]
            styles = [segment.style for segment in segments if {*segment.text} & {*ARROWS}]
            return {style.color.name for style in styles if style is not None and style.color is not None}

        assert colours() == {STYLES["trail"].split()[-1]}
        board.mark({one: (("3", "reach-free"),)})
        assert arrows() == leads(trail.stops)
        assert colours() == {STYLES["trail-back"]}, "they step back"


@pytest.mark.asyncio
async def test_from_himeji_by_ayabe_to_kyoto_no_sign_stands_before_ayabe() -> None:
    """The first two lie side by side."""
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        himeji, ayabe, kyoto = map(location_named, ("himeji", "ayabe", "kyoto"))
        await signs_of(app, (himeji, ayabe, kyoto))
        await settled(pilot)
        assert any(" Ayabe" in line for line in screen_lines(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_sign_of_what_has_happened_touches_no_other_place_than_its_own(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    beside_other = 0
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for place in LOCATIONS:
            if place == board.cursor:
                continue
            row = board.layout_in_use.boxes[place].y
            for sign in ("▲", "▼"):
                board.show_trails([], {place: ((sign, "good"),)})
                text = board._row(row).text
                for x in [x for x, spot in board._signs[row].items() if spot == place]:
                    assert text[x] == sign
                    left, right = board.painted.is_written(x - 1, row), board.painted.is_written(x + 1, row)
                    assert right or not left or board.layout_in_use.at(x - 1, row) == place, text
                    beside_other += board.painted.is_written(x - 2, row)
    assert beside_other or size != SIZES[0]


@pytest.mark.asyncio
async def test_no_sign_of_a_way_stands_before_blocks_that_keep_it_far_from_the_marker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        board.cursor = location_named("kyoto")
        mito, edo, hakone = map(location_named, ("mito", "edo", "hakone"))
        board.mark({}, (mito, edo, hakone))
        (x, y), head = board.layout_in_use.markers[edo], board.painted.head(edo)
        assert x - head > 10
        row = board._row(y).text
        assert row[head - 1] != UNICODE.way
        assert UNICODE.way in row[x + 1 :], "the way itself"


def bright(app: ClientApp) -> set[tuple[int, int]]:
    """The cells of the map in the style of the ways from a place that is looked at."""
    board = game_screen(app).board_view
    style = game_screen(app).look.style("near")
    rows = range(board.layout_in_use.rows)
    return {(x, y) for y in rows for x, (_, shown) in board._over(y).items() if shown.color == style.color}


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_roads_of_the_place_at_the_cursor_stand_out_and_under_the_mouse_those_of_that(
    size: tuple[int, int],
) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here in map(location_named, ("osaka", "edo", "aizu")):
            board.cursor = here
            roads = {there: board.board.way(board.layout_in_use, (here, there)) for there in ADJACENT[here]}
            seen = {(x, y) for road in roads.values() for x, y in road if not board.painted.is_written(x, y)}
            pointed = {(x, y) for x, y in seen if board._row(y).text[x] == UNICODE.point}
            assert bright(app) == seen - pointed != set()
        cursor, suwa = bright(app), location_named("suwa")
        x, y = board.layout_in_use.markers[suwa]
        await pilot.hover("#board", offset=(x - int(board.scroll_x), y - int(board.scroll_y)))
        await settled(pilot)
        assert board.hovered == suwa
        assert not bright(app) & cursor
        await pilot.hover("#decision")
        await settled(pilot)
        assert bright(app) == cursor
        await pilot.hover("#board", offset=(x - int(board.scroll_x), y - int(board.scroll_y)))
        await settled(pilot)
        board.action_step(1, 0)
        assert board.hovered is None, "who goes on by keys looks there, wherever the mouse rests"
        await pilot.hover("#board", offset=(x - int(board.scroll_x), y - int(board.scroll_y)))
        await settled(pilot)
        assert bright(app) != cursor
        board.cursor = location_named("aizu")
        await settled(pilot)
        assert bright(app) == cursor, "what has moved last is looked at"


@pytest.mark.asyncio
async def test_the_mark_of_a_used_road_keeps_its_colour_beside_the_cursor() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        board.cursor = location_named("edo")
        x, y = min(bright(app))
        rows = [list(row) for row in board.painted.rows]
        rows[y][x] = board.board.marks, "used"
        board.painted.rows = rows
        board._strips.clear()
        assert (x, y) not in bright(app)


@pytest.mark.asyncio
async def test_a_name_has_the_colour_of_what_it_costs_to_go_there_and_its_marker_keeps_its_own() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        board, theme = game_screen(app).board_view, game_screen(app).look
        osaka = location_named("osaka")
        colours = []
        for cost in ("reach-free", "reach-battle"):
            board.mark({osaka: (("B", cost),)})
            (marker, y), box = board.layout_in_use.markers[osaka], board.layout_in_use.boxes[osaka]
            over, cells = board._over(y), board.painted.rows[y]
            names = [x for x in range(box.x, box.x + box.width) if cells[x][1] in board.board.names]
            assert "".join(cells[x][0] for x in names).strip().startswith("Osaka")
            [colour] = {over[x][1].color for x in names}
            assert colour not in (None, theme.style("name").color)
            assert over[marker][1].color == theme.style(cells[marker][1]).color
            colours.append(colour)
        assert colours[0] != colours[1]


@pytest.mark.asyncio
async def test_the_cursor_hides_no_sign_of_what_has_happened_where_there_is_room() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for name, shown in (("kofu", f"{UNICODE.point}Kōfu ○«†"), ("saku", f"«†{UNICODE.point}○ Saku")):
            place = location_named(name)
            board.show_trails([], {place: (("«", "trail"), ("†", "bad"))})
            board.cursor = place
            assert shown in board._row(board.layout_in_use.boxes[place].y).text


@pytest.mark.asyncio
async def test_under_the_cursor_the_square_of_a_castle_looks_as_ever_and_its_name_is_reversed() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        board.cursor = anotsu = location_named("anotsu")
        await settled(pilot)
        box = board.layout_in_use.boxes[anotsu]
        assert board.layout_in_use.marker_of(anotsu) == (box.x, box.y), "its name stands behind it"
        styles = [segment.style for segment in board._row(box.y) for _sign in segment.text]
        named = styles[box.x : box.x + len("■T Anotsu")]
        assert [bool(style and style.reverse) for style in named] == [False, *[True] * 8]


@pytest.mark.asyncio
async def test_the_number_of_a_way_touches_no_other_way_where_it_need_not() -> None:
    app = app_of(practice_game())
    apart = 0
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here, there in WAYS:
            for beyond in ADJACENT[there]:
                ways = [(here, there), (beyond, there)]
                board.show_trails([Trail(way, "plan", number) for number, way in enumerate(ways, 1)])
                for number, (way, other) in enumerate((ways, ways[::-1]), 1):
                    others = board.board.way(board.layout_in_use, other)
                    touching = {(x + across, y + down) for x, y in others for across, down in (*AROUND, (0, 0))}
                    cells = [cell for cell, (sign, _) in board._ways.signs.items() if sign == str(number)]
                    free = board.painted._by_room(way, touching | board._ways.kept_apart)[1]
                    assert not free or not touching.intersection(cells), (way, other)
                    apart += bool(cells) and bool(free)
    assert apart > len(WAYS)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_an_arrow_touches_no_sign_of_another_leg(size: tuple[int, int]) -> None:
    """From Matsumoto by Arato to Ueda: an arrow to Arato right behind the number before Arato would lead from Ueda."""
    app = app_of(practice_game())
    signs = 0
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here, through in [*WAYS, *[way[::-1] for way in WAYS]]:
            for there in ADJACENT[through]:
                board.show_trails([Trail((here, through, there), "trail", 1)])
                legs = [board.board.way(board.layout_in_use, step) for step in ((here, through), (through, there))]
                drawn = board._ways.signs
                signs += len(drawn)
                for x, y in drawn:
                    for across, down in AROUND:
                        if (beside := (x + across, y + down)) in drawn and drawn[x, y][0] in ARROWS:
                            assert any({(x, y), beside} <= leg for leg in legs), (here, through, there)
    assert signs > len(WAYS)


@pytest.mark.asyncio
async def test_a_sign_of_a_way_stands_on_the_mark_of_a_used_road_only_where_it_has_no_other_room() -> None:
    app = app_of(practice_game())
    beside = 0
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        painted = game_screen(app).board_view.painted
        for way in WAYS:
            trail = Trail(way, "plan", 1)
            for x, y in Ways(painted, [trail]).signs:
                rows = [list(row) for row in painted.rows]
                rows[y][x] = painted.board.marks, "used"
                signs = Ways(PaintedBoard(painted.board, painted.layout, rows), [trail]).signs
                room = painted._by_room(way, {(x, y)})[1]
                assert (x, y) not in signs or len(room) < 4, way  # some of that points at other places
                beside += (x, y) not in signs and len(signs) > 1
    assert beside > len(WAYS) / 2


@pytest.mark.asyncio
async def test_no_arrow_of_what_has_happened_stands_on_a_road_that_is_planned_the_other_way() -> None:
    app = app_of(practice_game())
    arrows = 0
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        painted = game_screen(app).board_view.painted
        for way in WAYS:
            happened, planned = Trail(way, "trail", 1), Trail(way[::-1], "plan", 1)
            drawn = Ways(painted, [happened, planned]).signs.values()
            assert not [sign for sign, style in drawn if style == "trail" and sign in ARROWS], way
            arrows += any(style == "plan" and sign in ARROWS for sign, style in drawn)
    assert arrows > len(WAYS) / 2


@pytest.mark.asyncio
async def test_a_number_is_far_from_other_places_where_any_leg_has_room_for_it() -> None:
    app = app_of(practice_game())
    moved = 0
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here, through in [*WAYS, *[way[::-1] for way in WAYS]]:
            for there in ADJACENT[through]:
                board.show_trails([Trail((here, through, there), "plan", 1)])
                steps = ((here, through), (through, there))
                far = [board.painted._by_room(step, board._ways.kept_apart)[0] for step in steps]
                cells = [cell for cell, (sign, _) in board._ways.signs.items() if sign == "1"]
                assert not any(far) or cells[0] in far[0] + far[1], (here, through, there)
                moved += bool(far[0]) and not far[1]
    assert moved


@pytest.mark.asyncio
async def test_the_number_of_a_way_of_which_nothing_is_seen_stands_among_the_signs_of_where_it_leads() -> None:
    app = app_of(practice_game())
    beside = 0
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        rows = range(board.layout_in_use.rows)
        for way in [*WAYS, *[way[::-1] for way in WAYS]]:
            came: dict[Spot, Tag] = {way[1]: (("»", "trail"),)}
            for marks in ({}, came):
                board.show_trails([], marks)
                before = [board._row(y).text for y in rows]
                board.show_trails([Trail(way, "plan", 9)], marks)
                after = [board._row(y).text for y in rows]
                changed = [
                    (x, y) for y in rows for x, sign in enumerate(after[y]) if sign == "9" and before[y][x] != "9"
                ]
                assert len(changed) == 1 or marks, way
                for x, y in changed:
                    if (x, y) not in board.board.way(board.layout_in_use, way):
                        assert board.spot_of_cell(x, y) == way[1]
                        beside += 1
    assert beside > 10


@pytest.mark.asyncio
async def test_of_signs_that_would_touch_those_of_another_place_the_first_stands_alone() -> None:
    """`Shirakawa ▽»«⊕ Sendai` would be one place's, or nobody's."""
    app = app_of(practice_game())
    cut = whole = 0
    tag: Tag = (("▽", "good"), ("»", "trail"))
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for here, there in WAYS:
            board.show_trails([], {here: tag, there: tag})
            cells = board._sign_cells(pushed=False)
            kept = [board._signed[spot] for spot in (here, there)]
            assert kept in ([tag, tag], [tag[:1], tag[:1]])
            touching = any(cells.get((x + 1, y), spot) != spot for (x, y), spot in cells.items())
            assert not touching or kept == [tag[:1], tag[:1]]
            cut += kept != [tag, tag]
            whole += kept == [tag, tag]
    assert 0 < cut < whole


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [*SIZES, (100, 30)], ids=str)
async def test_signs_as_they_are_drawn_stand_in_no_string_with_those_of_another_place(size: tuple[int, int]) -> None:
    """Where a space keeps some from their name they are a column nearer to what is before them."""
    app = app_of(practice_game())
    tag: Tag = (("▽", "good"), ("»", "trail"))
    signs = 0
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        boxes = board.layout_in_use.boxes
        near = [
            (here, there)
            for here, there in permutations(LOCATIONS, 2)
            if boxes[here].y == boxes[there].y and 0 < boxes[there].x - boxes[here].x - boxes[here].width < 9
        ]
        for here, there in near:
            board.show_trails([], {here: tag, there: tag})
            board._row(boxes[here].y)
            drawn = board._signs[boxes[here].y]
            signs += len(drawn)
            string = [x for x in drawn if drawn.get(x + 1, drawn[x]) != drawn[x]]
            assert not string or len(board._signed[here]) == 1, (NAMES[here], NAMES[there])
    assert signs > 2 * len(near) > 2


@pytest.mark.asyncio
async def test_a_number_among_the_signs_of_a_place_touches_those_of_no_other() -> None:
    """`Shirakawa ▽»4« Sendai` would tell of a way between the two."""
    app = app_of(practice_game())
    among = left_out = 0
    async with app.run_test(size=SIZES[0]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        signs: Tag = (("▽", "good"), ("»", "trail"))
        for here, through in [*WAYS, *[way[::-1] for way in WAYS]]:
            for there in ADJACENT[through]:
                stops = here, through, there
                board.show_trails([Trail(stops, "trail", 4)], {here: (("«", "trail"),), there: signs})
                cells = board._sign_cells(pushed=False)
                touching = [(x, y) for (x, y), spot in cells.items() if cells.get((x + 1, y), spot) != spot]
                numbered = any(sign == "4" for sign, _ in board._marks_at(there))
                assert not (touching and numbered), stops
                among += numbered
                left_out += there in board._ways.numbers_of_ends and not numbered
    assert among > 10
    assert left_out


@pytest.mark.asyncio
async def test_in_ascii_no_letter_that_is_a_sign_is_read_with_a_name() -> None:
    """`o.f}` for blocks that fought and came to a place whose marker is an o."""
    app = app_of(practice_game(), ASCII)
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for spot in LOCATIONS:
            board.show_trails([], {spot: (("†", "bad"), ("»", "trail"))})
            rows = [board._row(y).text for y in range(board.layout_in_use.rows)]
            cells = [(x, y) for y, signs in board._signs.items() for x, whose in signs.items() if whose == spot]
            for x, y in cells:
                if rows[y][x] == "f":
                    assert not rows[y][x - 1].isalnum(), rows[y]
            assert "f" in [rows[y][x] for x, y in cells]


@pytest.mark.asyncio
async def test_where_a_way_leads_is_not_marked_as_a_place_that_may_be_chosen() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=SIZES[1]) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        way = WAYS[0] if WAYS[0][1] != board.cursor else WAYS[1]
        y = board.layout_in_use.boxes[way[1]].y
        for style in ("trail", "plan"):
            board.mark({})
            board.show_trails([Trail(way, style, 1)])
            assert not any(segment.style and segment.style.underline for segment in board._row(y))
        board.mark({way[1]: None})
        assert any(segment.style and segment.style.underline for segment in board._row(y))
