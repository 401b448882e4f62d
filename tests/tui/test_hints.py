"""Hints: asked for by a key or a word, worked out elsewhere from what the seat may see, told where nothing is hid."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from engine.advice import Advice
from engine.games import GAMES, game_kind
from engine.hidden import SEATS, Game, View, view_of
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.reasons import Battle, Holds, Takes, Threatens
from tests.engine.sekigahara.positions import pieces, position
from tests.tui.driving import game_screen, note_in_sight, panel_of, screen_lines, screen_text, settled, until
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.sekigahara.test_losses import losing
from tests.tui.test_screens import look
from tui.advising import AdviceError, ask_in_asyncio, packed, review_in_asyncio, unpacked
from tui.app import ClientApp, make_app
from tui.boards import Trail
from tui.games import words_of
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.lines import HELD
from tui.plain import PlainClient
from tui.screens.game import GameScreen
from tui.screens.hint_box import HintScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.text import TextScreen
from tui.widgets.text_view import TextView

REASONS = (
    Battle(location_named("kuwana"), 1, 2, 3),
    Takes(location_named("gifu")),
    Holds(location_named("edo")),
    Threatens(location_named("kyoto")),
    Threatens(location_named("gifu")),  # said already
)


def table() -> Any:
    return position(
        {"edo": ["tokugawa-3", "date-2", "date-1-leader"], "mito": ["maeda-2"], "hand": ["date-single", "date-swords"]},
        {"oyama": ["ukita-3"], "osaka": ["mori-2", "mori-3"], "hand": ["ukita-single"]},
        paid=None,
    )


async def told(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """Somebody who knows at once."""
    return Advice((SteadyBot().choose(view),), 0.554, 0.491, 14, REASONS, instead=(EndMovement(),))


async def ends(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """With nothing else."""
    return Advice((EndMovement(),), 0.554, 0.491, 14, REASONS)


async def silent(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    raise AdviceError


def app_with(ask: Any, glyphs: Glyphs = UNICODE) -> ClientApp:
    return make_app(port_at(table(), TOKUGAWA), glyphs, grace=0, pace=0, ask=ask)


def hint_of(app: ClientApp) -> str:
    """What is told of a hint, in its place or in a box."""
    if isinstance(app.screen, HintScreen):
        told = " ".join([str(text.render()) for text in app.screen.query("#text").results(Static)])
        return told.replace(HELD, " ").replace("\n", " ")
    place = game_screen(app).query_one("#hint", TextView)
    return " ".join(place.lines) if place.display else ""


@pytest.mark.asyncio
async def test_h_tells_a_hint_where_it_covers_nothing_and_takes_it_away(snapshot: SnapshotAssertion) -> None:
    app = app_with(told)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        assert look(app) == snapshot
        await take_away(pilot, app)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await pilot.click("#choices", button=3)
        await until(lambda: hint_of(app) == "")
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        app.port.act(SteadyBot().choose(table().view(TOKUGAWA)))
        await until(lambda: hint_of(app) == "")


@pytest.mark.asyncio
async def test_against_a_person_there_is_no_hint_and_a_dead_process_is_said() -> None:
    app = app_with(None)
    async with app.run_test(size=(160, 24)) as pilot:
        await settled(pilot)
        assert "h hint" not in look(app)
        assert "t talk" in look(app)
        await pilot.press("h")
        await settled(pilot)
        assert "against a person you are on your own." in look(app)
        assert hint_of(app) == ""
    app = app_with(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "t talk ? explain ^p q leave" in look(app), "who plays against a person finds the key to talk"
    app = app_with(silent)
    async with app.run_test(size=(160, 24)) as pilot:
        await settled(pilot)
        assert "h hint" in look(app)
        await pilot.press("h")
        await until(lambda: hint_of(app).endswith("No hint came of it."))


@pytest.mark.asyncio
async def test_whoever_is_advised_to_undo_the_plan_is_led_to_that_and_on_to_what_it_would_be_undone_for() -> None:
    view = table().view(TOKUGAWA)
    block = view.state.pools[TOKUGAWA][location_named("edo")][0]
    march = March((block,), (location_named("oyama"),), claim=False, forced=None)
    goes_on = March((block,), (location_named("utsunomiya"),), claim=False, forced=None)
    before = Pay(Degree.MINIMAL, ())
    limited = Pay(Degree.LIMITED, pieces(table(), TOKUGAWA, "hand", "date-single"))

    async def rather_other(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        planned = view.state.movement is not None
        return Advice((EndMovement(),), 0.4, None, 14) if planned else Advice((limited, march, goes_on), 0.7, None, 14)

    app = app_with(rather_other)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        game_screen(app).plan.act(before)
        game_screen(app).update_all()
        await settled(pilot)
        panel = panel_of(app)
        way = Trail((location_named("edo"), location_named("oyama")), "advised", 2)
        await pilot.press("h")
        await until(lambda: way in game_screen(app).board_view._trails, "the way of what is better")
        further = Trail((location_named("oyama"), location_named("utsunomiya")), "advised", 3)
        assert further in game_screen(app).board_view._trails, "from where the march before it has ended"
        if isinstance(app.screen, HintScreen):
            await pilot.press("escape")
        await settled(pilot)
        assert panel.rows[panel.choices.highlighted or 0].text.startswith("Undo: "), screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert not game_screen(app).plan.situation().planned
        assert panel.rows[panel.choices.highlighted or 0].text.startswith("Limited movement"), screen_text(app)
        assert way in game_screen(app).board_view._trails, "it stays drawn"
        await pilot.press("enter")
        await settled(pilot)
        assert panel.dialogue is not None
        assert panel.dialogue.marked == limited.cards, "and so on"


@pytest.mark.asyncio
async def test_planned_steps_that_cost_the_game_are_called_a_mistake_and_others_are_not() -> None:
    """What was seen before the first of them is asked about as well; another plan of as many steps is asked about."""
    minimal, limited = Pay(Degree.MINIMAL, ()), Pay(Degree.LIMITED, pieces(table(), TOKUGAWA, "hand", "date-single"))
    chances = {None: 0.61, Degree.MINIMAL: 0.5, Degree.LIMITED: 0.55}
    answers = {None: limited, Degree.MINIMAL: EndMovement(), Degree.LIMITED: EndMovement()}

    async def by_what_is_bought(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        bought = None if view.state.movement is None else view.state.movement.degree
        reasons = (Takes(location_named("gifu")),) if bought is None else ()
        return Advice((answers[bought],), chances[bought], 0.3, 14, reasons)

    app = app_with(by_what_is_bought)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        port = game_screen(app).plan

        async def hint_with(step: Pay) -> str:
            port.act(step)
            await settled(pilot)
            await pilot.press("h")
            await until(lambda: "of 100 games" in hint_of(app))
            hint = hint_of(app)
            await take_away(pilot, app)
            port.undo()
            await settled(pilot)
            return hint

        hint = await hint_with(minimal)
        better = words_of(SEKIGAHARA).action(table().view(TOKUGAWA), limited)
        assert f"Undo what is planned: the strongest bot {better}. For it: takes Gifu (2 points)." in hint
        assert "you would win about 61 of 100 games, with what is planned about 50." in hint
        assert "ends the movement" not in hint, "what is worse than to undo it is not advised"
        # The same step again is no other plan, though its chance is less here than there.
        assert "Undo" not in await hint_with(limited)
        chances[None] = 0.57
        assert "Undo" not in await hint_with(minimal), "no clear difference"


def test_the_process_is_told_what_the_seat_may_see_and_nothing_else() -> None:
    for kind in GAMES:
        game = kind.make({})
        open_table: OpenTable[Any, Any] = OpenTable(game, SeededChance(3))
        for seat in SEATS:
            name, _, view = pickle.loads(packed(game, open_table.view(seat)))
            assert name == game.name
            assert view.faces == view_of(game, open_table.state, seat, open_table.faces).faces
            assert game.canonical(view.state) == game.canonical(open_table.state)


@pytest.mark.asyncio
async def test_a_process_of_its_own_gives_the_advice() -> None:
    game = game_kind("samurai").make({})
    open_table: OpenTable[Any, Any] = OpenTable(game, SeededChance(3))
    view = open_table.view(SEATS[0])
    first, again = await asyncio.gather(ask_in_asyncio(game, view), ask_in_asyncio(game, view))
    assert first == again
    open_table.act(SEATS[0], first.plan[0])


@pytest.mark.asyncio
async def test_no_code_of_the_current_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tui").mkdir()
    (tmp_path / "tui" / "__init__.py").write_text("raise SystemExit(1)\n")
    monkeypatch.chdir(tmp_path)
    game = game_kind("samurai").make({})
    open_table: OpenTable[Any, Any] = OpenTable(game, SeededChance(3))
    assert (await ask_in_asyncio(game, open_table.view(SEATS[0]))).plan


def test_a_process_that_died_has_given_none() -> None:
    with pytest.raises(AdviceError):
        unpacked(b"")


@pytest.mark.parametrize("offered", [True, False])
def test_the_word_hint_in_lines_of_text(*, offered: bool) -> None:
    port = port_at(table(), TOKUGAWA)
    said: list[str] = []
    wanted: list[View[Any]] = []
    ask = (lambda game, view: wanted.append(view)) if offered else None
    client = PlainClient(port, UNICODE, said.append, ask)
    client.update()
    client.hear("hint")
    if not offered:
        assert any("against a person you are on your own." in line for line in said)
        return
    [view] = wanted
    client.hear_advice(view, Advice((SteadyBot().choose(view),), 0.55, 0.49, 14, REASONS, instead=(EndMovement(),)))
    assert any("win about 55 of 100 games. The next best wins about 49: it ends the movement." in x for x in said)
    client.hear_advice(view, None)
    assert "No hint came of it." in said


@pytest.mark.asyncio
async def test_the_result_leads_to_a_review_that_says_how_far_it_is(snapshot: SnapshotAssertion) -> None:
    found = asyncio.Event()

    async def reviewed(tell: Callable[[str], None]) -> str:
        tell("Weighing decision 3 of 12...")
        await found.wait()
        return "Red's chance to win before each of 3 decisions:\n▁▅█\n\nDecision 2: Played: ends the turn."

    port = port_at(table(), TOKUGAWA)
    app = make_app(port, UNICODE, grace=0, pace=0, review=reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        port.resign()
        await until(lambda: isinstance(app.screen, ResultScreen))
        await until(lambda: "What decided the game" in look(app))
        await pilot.press("v")
        await until(lambda: "Weighing decision 3 of 12" in look(app))
        found.set()
        await until(lambda: "Decision 2" in look(app))
        await settled(pilot)
        assert look(app) == snapshot
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ResultScreen))


@pytest.mark.asyncio
async def test_a_review_of_what_is_no_record_says_why(tmp_path: Path) -> None:
    heard: list[str] = []
    (tmp_path / "junk").write_bytes(b"junk")
    with pytest.raises(AdviceError, match="neither the record of a game nor a proof"):
        await review_in_asyncio(tmp_path / "junk", heard.append)
    assert heard


@pytest.mark.asyncio
async def test_no_block_to_lose_is_hidden_by_a_hint() -> None:
    """The page of the battle is scrolled: it gives the rows, not the list."""
    own = ["tokugawa-1-leader", "date-1-leader", "tokugawa-3", "tokugawa-2", "date-2", "date-1-gun", "maeda-2"]
    table = losing(own, deployed=6)
    app = make_app(port_at(table, TOKUGAWA), UNICODE, grace=0, pace=0, ask=told)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert panel_of(app).choices.out_of_sight() == (0, 0)
        await pilot.press("h")
        await until(lambda: "The strongest bot loses" in hint_of(app))
        await settled(pilot)
        assert panel_of(app).choices.out_of_sight() == (0, 0), look(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("moves", [False, True])
async def test_the_line_that_a_hint_speaks_of_is_pointed_at_unless_the_player_has_gone_on(*, moves: bool) -> None:
    wanted = Pay(Degree.LIMITED, pieces(table(), TOKUGAWA, "hand", "date-single"))
    asked = asyncio.Event()

    async def slowly(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        await asked.wait()
        return Advice((wanted,), 0.554, 0.491, 14, REASONS)

    app = app_with(slowly)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        choices = panel_of(app).choices
        assert choices.highlighted == 0
        await pilot.press("h", *(["down", "down"] if moves else []))
        asked.set()
        await until(lambda: ("It has come" if moves else "limited movement") in hint_of(app))
        await settled(pilot)
        assert choices.highlighted == (2 if moves else 1)
        assert panel_of(app).rows[1].text.startswith("Limited movement")


@pytest.mark.asyncio
async def test_a_hint_below_a_larger_map_leaves_it_as_it_is() -> None:
    app = app_with(silent)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("f2")
        await settled(pilot)
        panel = panel_of(app)
        assert game_screen(app).alone
        rows = game_screen(app).board_view.size.height
        await pilot.press("h")
        await until(lambda: "No hint" in hint_of(app))
        await settled(pilot)
        assert game_screen(app).board_view.size.height == rows, look(app)
        for line in [row.text for row in panel.rows]:
            await until(lambda line=line: line in look(app), line)  # type: ignore[misc]
            await pilot.press("down")
            await settled(pilot)


@pytest.mark.asyncio
async def test_beside_the_map_a_right_click_takes_the_hint_away() -> None:
    app = app_with(told)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await pilot.click("#choices", button=3)
        await until(lambda: hint_of(app) == "")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)], ids=str)
async def test_no_line_of_the_list_moves_for_a_hint(size: tuple[int, int]) -> None:
    app = app_with(silent)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for key in ("f2", "f2", "f2", "f3", "f2"):
            top = panel_of(app).choices.region.y
            await pilot.press("h")
            await until(lambda: "No hint" in hint_of(app))
            await settled(pilot)
            assert panel_of(app).choices.region.y == top, look(app)
            assert "1) " in screen_lines(app)[top], "the first line is in sight where it was"
            await take_away(pilot, app)
            await pilot.press(key)
            await settled(pilot)


async def take_away(pilot: Pilot[None], app: ClientApp) -> None:
    """By its key."""
    await pilot.press("h")
    await settled(pilot)
    assert not isinstance(app.screen, TextScreen), "the key means one thing"
    assert hint_of(app) == ""


@pytest.mark.asyncio
async def test_a_hint_longer_than_its_place_comes_in_a_box_at_once_and_goes_with_it() -> None:
    app = app_with(told)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        place = game_screen(app).query_one("#hint", TextView)
        for leave in ("escape", "q", "h"):
            await pilot.press("h")
            await until(lambda: isinstance(app.screen, HintScreen), "all of it, the first time and again")
            await settled(pilot)
            for words in ("Kuwana", "Gifu", "Edo", "Kyoto", "of 100 games"):
                assert words in hint_of(app)
            assert not place.display, "no part of it stands below"
            box = app.screen.query_one("#box").region
            assert not box.overlaps(game_screen(app).board_view.region), "the board is in sight"
            await pilot.press(leave)
            await until(lambda: not isinstance(app.screen, TextScreen), leave)
            await settled(pilot)
            assert hint_of(app) == ""


@pytest.mark.asyncio
async def test_in_ascii_the_frame_of_a_hint_is_so_too() -> None:
    app = app_with(told, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Tab: elsewhere" in screen_text(app), "the box")
        assert screen_text(app).isascii()


@pytest.mark.asyncio
async def test_no_box_with_a_hint_comes_over_who_has_gone_on_meanwhile() -> None:
    asked = asyncio.Event()

    async def slowly(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        await asked.wait()
        return await told(game, view)

    app = app_with(slowly)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h", "down")
        asked.set()
        await until(lambda: hint_of(app) == "Hint (h: close) It has come, and is long: Page Down shows it.")
        await pilot.press("pagedown")
        await until(lambda: "Kuwana" in hint_of(app), "the hint")
        assert isinstance(app.screen, HintScreen)
        await pilot.press("enter")
        await until(lambda: hint_of(app) == "", "gone with its box")


@pytest.mark.asyncio
async def test_a_hint_that_has_lost_its_room_comes_in_a_box() -> None:
    app = app_with(told)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        assert not isinstance(app.screen, TextScreen)
        await pilot.resize_terminal(40, 24)
        await until(lambda: isinstance(app.screen, HintScreen), "all of it")


@pytest.mark.asyncio
async def test_page_down_does_what_it_always_does_where_all_of_a_hint_is_in_sight() -> None:
    app = app_with(told)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "(h: close)" in hint_of(app) and "Kuwana" in hint_of(app))
        await settled(pilot)
        await pilot.press("pagedown")
        await settled(pilot)
        assert not isinstance(app.screen, TextScreen)
        await take_away(pilot, app)


def north_and_south() -> Any:
    """With a stack at the upper edge of the map, and one at the lower."""
    own = {"edo": ["tokugawa-3"], "kanazawa": ["maeda-2"], "hand": ["date-single", "date-swords"]}
    return position(own, {"osaka": ["mori-2", "mori-3"], "hand": ["ukita-single"]}, paid=None)


async def marches(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """With both of them."""
    pools = north_and_south().view(TOKUGAWA).state.pools[TOKUGAWA]
    ways = {
        location_named(start): location_named(stop) for start, stop in (("edo", "oyama"), ("kanazawa", "kitanosho"))
    }
    plan = [March((pools[start][0],), (stop,), claim=False, forced=None) for start, stop in ways.items()]
    limited = Pay(Degree.LIMITED, pieces(north_and_south(), TOKUGAWA, "hand", "date-single"))
    return Advice((limited, *plan, EndMovement()), 0.554, 0.491, 14, REASONS, instead=(EndMovement(),))


def marching_app() -> ClientApp:
    return make_app(port_at(north_and_south(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=marches)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (140, 43), (160, 48)], ids=str)
async def test_the_box_of_a_hint_leaves_the_places_of_its_ways_and_what_is_asked_in_sight(
    size: tuple[int, int],
) -> None:
    app = marching_app()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        board = screen.board_view
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        spots = {location_named(name) for name in ("edo", "oyama", "kanazawa", "kitanosho")}
        # Where there is room it needs no box.
        cover = next((box.region for box in app.screen.query("#box")), Region())
        assert board.spots_seen(spots, board.scroll_offset, cover) == len(spots), look(app)
        if size[0] >= 120:
            assert not cover.overlaps(screen.panel.region), "what is asked stays in sight"
        if size == (80, 24):
            assert "Page Down: more" in screen_text(app), "it is lower than its text"
            assert "of 100 games" not in screen_text(app)
            assert "(4) ends the movement" in screen_text(app), "what to do is told first, and whole"
            box = app.screen.query_one("#box")
            assert not app.screen.query_one("#text").region.overlaps(box.vertical_scrollbar.region)
            await pilot.press("pagedown")
            await until(lambda: "of 100 games" in screen_text(app), "the rest of it")


@pytest.mark.asyncio
async def test_the_box_of_a_hint_covers_neither_a_battle_nor_what_is_asked_of_it() -> None:
    app = make_app(port_at(losing(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=told)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        assert screen.query_one("#battle").region
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await settled(pilot)
        box, board = app.screen.query_one("#box").region, screen.board_view
        assert not box.overlaps(screen.panel.region)
        assert not box.overlaps(screen.query_one("#battle").region)
        title = screen_text(app).splitlines()[box.y][box.x : box.right]
        assert title.startswith("╭─ Hint ──"), "what is in sight below it needs no words in its frame"
        assert board.spots_seen({board.cursor}, board.scroll_offset, box), look(app)
        assert box.area <= board.region.area // 2


@pytest.mark.asyncio
@pytest.mark.parametrize("names", [("himeji", "osaka", "wakayama"), ("mito", "iwaki", "oyama")], ids=str)
async def test_the_box_of_a_hint_lies_where_the_places_that_its_reasons_name_are_in_sight(
    names: tuple[str, ...],
) -> None:
    named = [location_named(each) for each in names]

    async def ask(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        reasons = Battle(named[0], 2, 1, 3), Takes(named[1]), Holds(named[2]), Threatens(named[0])
        return Advice((SteadyBot().choose(view),), 0.5, 0.4, 14, reasons)

    app = make_app(port_at(losing(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=ask)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen), "the box")
        await settled(pilot)
        box = app.screen.query_one("#box").region
        assert board.spots_seen(frozenset(named), board.scroll_offset, box) == len(named), look(app)


@pytest.mark.asyncio
async def test_where_a_page_hides_the_board_the_box_of_a_hint_hides_nothing_that_is_asked() -> None:
    app = marching_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("f3", "h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert not game_screen(app).board_view.region
        box, panel = app.screen.query_one("#box"), panel_of(app)
        assert (box.region.x, box.region.width) == (0, 80)
        assert not panel.hidden_by(box.region, 80), "it lies below what is asked"
        before = box.region
        await pilot.press("tab")
        await settled(pilot)
        assert (box.region.x, box.region.y) == (0, 0), "and elsewhere it is above"
        await pilot.press("tab")
        await settled(pilot)
        assert box.region == before


@pytest.mark.asyncio
async def test_a_board_that_is_scrolled_shows_the_places_of_a_hint() -> None:
    app = marching_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        board.scale(1)
        board.scale(1)
        await settled(pilot)
        board.scroll_to(0, 0, animate=False)
        await settled(pilot)
        assert board.max_scroll_y
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await settled(pilot)
        spots, box = (
            {location_named(name) for name in ("edo", "oyama", "kanazawa", "kitanosho")},
            app.screen.query_one("#box").region,
        )
        assert board.spots_seen(spots, board.scroll_offset, box) >= 2, look(app)


@pytest.mark.asyncio
async def test_the_ways_of_a_hint_stay_on_the_map_when_its_box_is_closed_until_the_player_goes_on() -> None:
    app = marching_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        way = Trail((location_named("edo"), location_named("oyama")), "advised", 2)

        async def ask(leave: str) -> None:
            await pilot.press("h")
            await until(lambda: isinstance(app.screen, HintScreen))
            await settled(pilot)
            assert way in board._trails
            await pilot.press(leave)
            await until(lambda: not isinstance(app.screen, HintScreen))
            await settled(pilot)

        await ask("h")
        assert way not in board._trails, "its key takes all of it away"
        await ask("q")
        assert way in board._trails
        await pilot.press("down")
        await settled(pilot)
        assert way in board._trails, "while what it was for is at hand"
        await pilot.press("escape")
        await until(lambda: way not in board._trails, "that it is taken away")
        assert "What was advised is not led to any more (h: a new hint)." in screen_text(app)
        await ask("escape")
        assert way in board._trails
        await pilot.press("1")
        await until(lambda: way not in board._trails, "that it goes with the question")


def does(screen: GameScreen, action: Any) -> None:
    """Plan or send it as if it had been chosen."""
    screen.plan.act(action)
    screen.update_all()


@pytest.mark.asyncio
async def test_of_a_plan_that_is_followed_the_rest_is_drawn_and_told_at_once() -> None:
    asked = 0

    async def ask(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        nonlocal asked
        asked += 1
        return await marches(game, view)

    app = make_app(port_at(north_and_south(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=ask)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        game, view = screen.plan.game, screen.plan.situation().view
        assert game is not None
        assert view is not None
        board, plan = screen.board_view, (await marches(game, view)).plan
        edo, oyama, kanazawa, kitanosho = map(location_named, ("edo", "oyama", "kanazawa", "kitanosho"))
        first, second = Trail((edo, oyama), "advised", 2), Trail((kanazawa, kitanosho), "advised", 3)
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await pilot.press("escape")
        await settled(pilot)
        numbers = {cell: int(sign) for cell, (sign, _style) in board._ways.signs.items() if sign.isdigit()}
        assert 2 in numbers.values()
        assert {*numbers.values()} <= {2, 3}
        for (x, y), number in numbers.items():
            assert board._row(y).text[x] == str(number)
            assert not board.painted.is_written(x, y)
            assert not any(board.painted.rows[y][beside][0].isalnum() for beside in (x - 1, x + 1))
        does(screen, plan[0])
        await until(lambda: len(screen.plan.situation().planned) == 1)
        await settled(pilot)
        assert board._trails == (first, second)
        does(screen, plan[1])
        await settled(pilot)
        assert board._trails == (Trail(first.stops, "plan"), second), "what is left has its number"
        await pilot.press("h")
        await until(lambda: "The plan goes on as it was: (3) marches" in hint_of(app))
        assert "(4) ends the movement" in hint_of(app)
        assert asked == 1, "nothing is worked out anew"
        await take_away(pilot, app)
        await pilot.press("h")
        await until(lambda: "(4) ends the movement" in hint_of(app))
        await pilot.press(*(["escape"] if isinstance(app.screen, HintScreen) else []))
        await until(lambda: app.screen is screen)
        does(screen, plan[2])
        await settled(pilot)
        assert len(screen.plan.situation().planned) == 3
        does(screen, EndMovement())
        await until(lambda: not board._trails, "the movement has ended")


@pytest.mark.asyncio
async def test_who_does_anything_else_than_was_advised_is_on_his_own() -> None:
    app = marching_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        board, view = screen.board_view, screen.plan.situation().view
        assert screen.plan.game is not None
        assert view is not None
        pay, _, other, _ = (await marches(screen.plan.game, view)).plan
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await pilot.press("enter")
        await settled(pilot)
        does(screen, pay)
        await until(lambda: len(screen.plan.situation().planned) == 1)
        await settled(pilot)
        assert [trail.number for trail in board._trails] == [2, 3]
        does(screen, other)
        await until(lambda: len(board._trails) == 1, "the own way alone")


@pytest.mark.asyncio
async def test_where_nothing_is_asked_no_hint_is_worked_out() -> None:
    app = app_with(told)
    waiting = replace(app.port.situation(), question=None)
    app.port.situation = lambda: waiting  # type: ignore[method-assign]
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Nothing is asked of you now" in screen_text(app))
        assert hint_of(app) == ""


@pytest.mark.asyncio
@pytest.mark.parametrize("comes", [False, True])
async def test_a_hint_that_goes_unread_says_so(*, comes: bool) -> None:
    asked = asyncio.Event()

    async def slowly(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        await asked.wait()
        return await told(game, view)

    app = app_with(slowly)
    gone = "The hint is gone, for you have gone on; h asks anew."
    async with app.run_test(size=(80, 24) if comes else (120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("h", "4")
        await settled(pilot)
        assert panel_of(app).has_begun
        if comes:
            asked.set()
            await until(lambda: "It has come" in hint_of(app))
        assert gone not in look(app)
        await pilot.press("enter")
        await until(lambda: bool(game_screen(app).plan.situation().planned), "the step")
        await settled(pilot)
        assert gone in look(app)
        assert hint_of(app) == ""


@pytest.mark.asyncio
async def test_a_hint_that_was_read_goes_without_a_word() -> None:
    app = app_with(told)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await pilot.press("1", "enter")
        await until(lambda: hint_of(app) == "")
        await settled(pilot)
        assert "is gone" not in look(app)


@pytest.mark.asyncio
async def test_the_keys_of_lines_do_over_a_hint_that_is_shown_whole_what_they_do_below_it() -> None:
    app = app_with(told)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, TextScreen))
        await settled(pilot)
        await pilot.press("8")
        await settled(pilot)
        assert isinstance(app.screen, TextScreen), "there is no such line"
        await until(lambda: "8 was not taken" in screen_text(app), "that it did nothing")
        await pilot.press("2")
        await until(lambda: panel_of(app).has_begun, "the line to be taken")
        assert not isinstance(app.screen, TextScreen)
        assert "Limited movement" in screen_text(app)


@pytest.mark.asyncio
async def test_enter_takes_the_line_that_is_advised_over_the_box_of_a_hint_too() -> None:
    app = marching_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        for key in ("escape", "enter"):
            await pilot.press("h")
            await until(lambda: isinstance(app.screen, HintScreen))
            await settled(pilot)
            assert "Enter: take the line · Escape" in screen_text(app)
            await pilot.press("x")
            await until(lambda: "x not taken: Enter takes the line ─╯" in screen_text(app))
            rows, at = panel.rows, panel.choices.highlighted
            await pilot.press(key)
            await until(lambda: app.screen is game_screen(app), "it is closed")
            await settled(pilot)
            assert (panel.rows == rows and panel.choices.highlighted == at) == (key == "escape")


@pytest.mark.asyncio
async def test_enter_over_the_box_of_a_hint_takes_no_line_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes boxes with it would have decided what cannot be taken back."""
    app = marching_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await settled(pilot)
        panel = panel_of(app)
        assert panel.takes_advised
        monkeypatch.setattr(panel, "_goes_out", lambda number: True)
        assert panel.is_advised
        assert not panel.takes_advised
        rows = panel.rows
        await pilot.press("enter")
        await until(lambda: app.screen is game_screen(app), "it is closed")
        await settled(pilot)
        assert panel.rows == rows


@pytest.mark.asyncio
async def test_enter_over_the_box_of_a_hint_sends_no_bid() -> None:
    """6.3: it is for good. That its card is marked already, as advised, is not the player's doing."""

    async def bids(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        return Advice((next(iter(SEKIGAHARA.options(view))),), 0.554, None, 14, ())

    app = make_app(practice_game(2), UNICODE, grace=0, pace=0, ask=bids)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        await pilot.press("h")
        await until(lambda: any(row.mark for row in panel.rows), "the card")
        await settled(pilot)
        assert panel.is_advised
        assert not panel.takes_advised
        assert "Enter: take the line" not in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f3", "i", "question_mark", "f1", "g", "z"])
async def test_a_key_that_shows_something_closes_the_box_of_a_hint_and_does_so(key: str) -> None:
    app = app_with(told)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        scale = screen.board_view.layout_in_use.name
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await settled(pilot)
        await pilot.press(key)
        if key in ("f3", "i"):
            page = screen.pages[1] if key == "f3" else screen.letters[key]
            await until(lambda: app.screen is screen and screen.page == page, "the page")
        elif key == "z":
            await until(lambda: app.screen is screen and screen.board_view.layout_in_use.name != scale, "the scale")
        else:
            await until(lambda: app.screen is not screen and not isinstance(app.screen, HintScreen), "another box")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(140, 43), (160, 48)], ids=str)
async def test_a_hint_gives_its_rows_to_the_longer_list_of_another_step(size: tuple[int, int]) -> None:
    stacks = {"edo": ["tokugawa-3", "tokugawa-2", "date-2", "date-1-leader", "maeda-2"], "hand": ["date-single"]}
    marching = position(stacks, {"oyama": ["ukita-3"], "hand": ["ukita-single"]})
    app = make_app(port_at(marching, TOKUGAWA), UNICODE, grace=0, pace=0, ask=ends)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        panel, place = panel_of(app), game_screen(app).query_one("#hint", TextView)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        assert place.size.height == place.virtual_size.height, "no row of it is empty"
        await pilot.press("1")
        await settled(pilot)
        assert len(panel.rows) > 2 * len(stacks["edo"])
        await until(lambda: panel.choices.out_of_sight() == (0, 0), "the whole list")
        if place.size.height < 4:
            await until(lambda: hint_of(app).endswith("It has come, and is long: Page Down shows it."))
            await pilot.press("pagedown")
            await until(lambda: isinstance(app.screen, HintScreen), "all of it")


def stack_at_edo() -> Any:
    own = {"edo": ["tokugawa-3", "tokugawa-2", "date-2", "maeda-2"], "hand": ["date-single", "date-swords"]}
    return position(own, {"osaka": ["mori-2", "mori-3"], "hand": ["ukita-single"]}, paid=None)


async def two_march(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """Of the four at Edo, to a place that is not the first of the list, for a card that is not the first either."""
    limited = Pay(Degree.LIMITED, pieces(stack_at_edo(), TOKUGAWA, "hand", "date-swords"))
    blocks = pieces(stack_at_edo(), TOKUGAWA, "edo", "tokugawa-2", "date-2")
    march = March(blocks, (location_named("oyama"), location_named("utsunomiya")), claim=False, forced=None)
    return Advice((limited, march, EndMovement()), 0.554, 0.491, 14, REASONS, instead=(EndMovement(),))


@pytest.mark.asyncio
async def test_whoever_follows_a_plan_finds_marked_and_pointed_at_what_it_advises() -> None:
    app = make_app(port_at(stack_at_edo(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=two_march)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        panel = panel_of(app)

        def pointed() -> str:
            assert panel.choices.highlighted is not None
            return panel.rows[panel.choices.highlighted].text

        def marked() -> list[str]:
            return [row.text for row in panel.rows if row.mark]

        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        await pilot.press(*["escape"] * isinstance(app.screen, HintScreen), "enter")
        await settled(pilot)
        assert marked() == ["Date swords, bid 4"]
        assert "As advised." in note_in_sight(app)
        await pilot.press("1")
        await settled(pilot)
        assert marked() == ["Date card, bid 2"], "it can be changed"
        await pilot.press("2", "enter")
        await settled(pilot)
        assert pointed().startswith("March from Edo"), look(app)
        assert "Pointed at as advised." in note_in_sight(app)
        await pilot.press("enter")
        await settled(pilot)
        assert marked() == ["Tokugawa 2", "Date 2"]
        assert pointed().startswith("Edo → Oyama → Utsunomiya")
        assert "As advised: 2 of 4 (a: all)." in note_in_sight(app)
        await pilot.press("enter")
        await settled(pilot)
        assert len(game_screen(app).plan.situation().planned) == 2
        assert pointed().startswith("End your movement"), "the last step"
        assert app.screen is game_screen(app)


@pytest.mark.asyncio
async def test_a_hint_that_is_asked_for_within_a_step_leads_on_from_there() -> None:
    app = make_app(port_at(stack_at_edo(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=two_march)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        await pilot.press("2")
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        assert [row.text for row in panel.rows if row.mark] == ["Date swords, bid 4"]


@pytest.mark.asyncio
async def test_what_the_player_has_marked_himself_no_hint_changes() -> None:
    app = make_app(port_at(stack_at_edo(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=two_march)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("2", "1")
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        assert [row.text for row in panel_of(app).rows if row.mark] == ["Date card, bid 2"]


@pytest.mark.asyncio
async def test_whoever_takes_a_hint_away_is_led_no_further() -> None:
    app = make_app(port_at(stack_at_edo(), TOKUGAWA), UNICODE, grace=0, pace=0, ask=two_march)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        await pilot.press("h")
        await until(lambda: "Kuwana" in hint_of(app))
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: hint_of(app) == "")
        game, view = screen.plan.game, screen.plan.situation().view
        assert game is not None
        assert view is not None
        does(screen, (await two_march(game, view)).plan[0])
        await settled(pilot)
        assert len(screen.plan.situation().planned) == 1
        assert "as advised" not in note_in_sight(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: str(glyphs.name))
async def test_what_is_advised_and_what_is_planned_are_told_apart_on_the_map_without_colour(
    glyphs: Glyphs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(port_at(north_and_south(), TOKUGAWA), glyphs, grace=0, pace=0, ask=marches)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        game, view = screen.plan.game, screen.plan.situation().view
        assert game is not None
        assert view is not None
        plan = (await marches(game, view)).plan
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await pilot.press("enter")
        for number, step in enumerate(plan[:2], 1):
            does(screen, step)
            await until(lambda number=number: len(screen.plan.situation().planned) == number)  # type: ignore[misc]
        await settled(pilot)
        board = screen.board_view
        signs = {
            trail.style: {board._row(y).text[x] for x, y in board.board.way(board.layout_in_use, trail.stops)}
            for trail in board._trails
        }
        assert signs.keys() == {"plan", "advised"}
        assert glyphs.way in signs["plan"]
        assert glyphs.advised not in signs["plan"]
        assert glyphs.advised in signs["advised"]
        assert glyphs.way not in signs["advised"]
