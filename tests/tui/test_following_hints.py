"""Whoever follows a plan that was advised is led through it by Enter alone, and is told when he leaves it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.advice import Advice
from engine.hidden import Acted, Game, View
from engine.open_table import OpenTable
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.bot import plans_for
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.positions import pieces, position
from tests.tui.driving import game_screen, note_in_sight, panel_of, screen_text, settled, until
from tests.tui.sekigahara.games import new_table, owing, port_at
from tests.tui.test_hints import REASONS
from tui.app import ClientApp, make_app
from tui.dialogue import Dialogue
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.retracing import marks_to
from tui.screens.game import GameScreen
from tui.screens.hint_box import HintScreen
from tui.steps import Checklist, Menu, MenuItem

LEFT = "This leaves the plan that was advised (h: a new hint)."


def app_advised(table: OpenTable[Any, Any], plan: tuple[Any, ...], seat: Any = TOKUGAWA) -> ClientApp:
    """With somebody who advises this plan, whatever is asked."""

    async def ask(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        return Advice(plan, 0.5, 0.4, 14)

    return make_app(port_at(table, seat, SteadyBot()), UNICODE, grace=0, pace=0, ask=ask)


async def read_hint(pilot: Pilot[None], app: ClientApp) -> None:
    """Ask for one, and close its box."""
    await settled(pilot)
    await pilot.press("h")
    await until(lambda: game_screen(app)._hinting.has_come, "a hint")
    await settled(pilot)
    if isinstance(app.screen, HintScreen):
        await pilot.press("escape")
        await settled(pilot)


def before_payment(seed: int, turns: int) -> tuple[OpenTable[Any, Any], Any]:
    """A game of steady bots before that many payments and one more, and who is to pay."""
    table, bot = new_table(seed), SteadyBot()
    while True:
        owed = owing(table)
        assert owed is not None
        if isinstance(owed[1], PaymentDue):
            turns -= 1
            if turns < 0:
                return table, owed[0]
        table.act(owed[0], bot.choose(table.view(owed[0])))


def steps_done(screen: GameScreen, seat: Any, since: int) -> int:
    situation = screen.plan.situation()
    sent = [event for event in situation.events[since:] if isinstance(event, Acted) and event.seat == seat]
    return len(sent) + len(situation.planned)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("seed", "turns", "size"),
    [(5, 3, (100, 30)), (8, 0, (120, 36)), (13, 0, (100, 30)), (52, 0, (120, 36)), (55, 0, (100, 30))],
    ids=str,
)
async def test_a_plan_can_be_followed_by_enter_alone(seed: int, turns: int, size: tuple[int, int]) -> None:
    """Wherever the board's cursor stands, the line that leads on is pointed at, and marked is what is advised."""
    table, seat = before_payment(seed, turns)
    view, random = table.view(seat), Random(seed)
    usual, others = plans_for(view, (deal(view, random), 5), random, 12)
    plans = [plan for plan in (usual, *others) if any(isinstance(step, Muster) for step in plan)]
    plan = random.choice(plans or [usual])
    app = app_advised(table, plan, seat)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("tab", *random.choices(["left", "right", "up", "down"], k=6), *["tab"] * (seed % 2))
        await read_hint(pilot, app)
        screen, panel = game_screen(app), panel_of(app)
        since = len(screen.plan.situation().events)
        while (done := steps_done(screen, seat, since)) < len(plan):
            dialogue = panel.dialogue
            assert dialogue is not None
            step = dialogue.step
            if not isinstance(step, Menu):
                assert {*dialogue.marked} == {*(marks_to(step, plan[done]) or ())}, screen_text(app)
            if not isinstance(step, Checklist):
                assert panel.choices.highlighted == dialogue.retrace(plan[done]), screen_text(app)
            await pilot.press("enter")
            await settled(pilot)
            planned = tuple([step.action for step in screen.plan.situation().planned])
            assert planned in ((), plan[: len(planned)])


def musters() -> tuple[OpenTable[Any, Any], tuple[Any, ...]]:
    """With a muster at Sendai, and what is at the head of the list of where is another place."""
    own = {"edo": ["tokugawa-3"], "recruitment": ["date-1-leader", "date-2"], "hand": ["date-single"]}
    table = position(own, {"osaka": ["mori-2"], "hand": ["ukita-single"]}, paid=None)
    blocks = pieces(table, TOKUGAWA, "recruitment", "date-2")
    return table, (Pay(Degree.MINIMAL, ()), Muster(blocks, location_named("sendai"), True), EndMovement())


def test_the_line_that_leads_on_stays_pointed_at_when_those_of_little_weight_get_lines() -> None:
    """One line stands for them before, so that those after it move up."""
    items = [MenuItem(words, lambda words=words: words) for words in ("first", "little", "less", "later", "last")]  # type: ignore[misc]
    menu = Menu("Where?", items[:1], more=items[1:3], more_text="2 others", later=items[3:])
    dialogue = Dialogue(menu)
    assert dialogue.rows()[dialogue.retrace("later") or 0].text == "later"
    before = dialogue.first_row
    dialogue.unfold()
    assert dialogue.rows()[dialogue.first_row].text == "later"
    assert dialogue.place_unfolded(before) == dialogue.first_row


@pytest.mark.parametrize("seed", [1, 2])
def test_every_answer_is_come_to_again_from_the_first_step(seed: int) -> None:
    """Also one that names no pieces: who retreats and leaves nobody behind, or replaces no card (7.1, 8.8)."""
    table, bot, interface = new_table(seed), SteadyBot(), interface_of(SEKIGAHARA, UNICODE)
    asked: set[str] = set()
    for _ in range(400):
        if (owed := owing(table)) is None:
            break
        seat, question = owed
        view, answers = table.view(seat), []
        if not isinstance(question, MovementDue):
            # Of losses that are alike the list has one choice alone.
            answers = [*SEKIGAHARA.options(view)[: 1 if isinstance(question, LossesDue) else 4]]
        for answer in answers:
            assert Dialogue(interface.ask(view, question)).retrace(answer) is not None, answer
            asked.add(type(question).__name__)
        table.act(seat, bot.choose(view))
    assert {"RetreatDue", "PaymentDue", "LossesDue", "DeploymentDue", "BidsDue"} <= asked


@pytest.mark.asyncio
async def test_whoever_goes_to_a_place_on_the_board_means_that_and_not_what_is_advised() -> None:
    table, plan = musters()
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await read_hint(pilot, app)
        await pilot.press("enter")
        await settled(pilot)
        panel, board = panel_of(app), game_screen(app).board_view
        assert "Muster from" in panel.rows[panel.choices.highlighted or 0].text
        board.cursor = location_named("kiyosu")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert panel.rows[panel.choices.highlighted or 0].text.startswith("Kiyosu")


def like_cards() -> tuple[OpenTable[Any, Any], tuple[Any, ...]]:
    """With two cards of the same face, and two such blocks, and a plan with the second of each."""
    own = {"edo": ["date-2", "date-2", "maeda-2"], "hand": ["date-single", "date-single", "date-swords"]}
    table = position(own, {"osaka": ["mori-2"], "hand": ["ukita-single"]}, paid=None)
    view = table.view(TOKUGAWA)
    cards, blocks = view.state.pools[TOKUGAWA][HAND], view.state.pools[TOKUGAWA][location_named("edo")]
    there, on = location_named("oyama"), location_named("utsunomiya")
    march = March((blocks[1],), (there,), claim=False, forced=None)
    goes_on = March((blocks[1],), (on,), claim=False, forced=None)
    return table, (Pay(Degree.LIMITED, (cards[1],)), march, goes_on, EndMovement())


@pytest.mark.asyncio
async def test_a_plan_is_followed_with_another_card_and_block_of_the_same_face() -> None:
    table, plan = like_cards()
    pay, march, _goes_on, _end = plan
    view = table.view(TOKUGAWA)
    card = view.state.pools[TOKUGAWA][HAND][0]
    block = view.state.pools[TOKUGAWA][location_named("edo")][0]
    assert view.faces[card] == view.faces[pay.cards[0]]
    assert view.faces[block] == view.faces[march.blocks[0]]
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await read_hint(pilot, app)
        screen, panel = game_screen(app), panel_of(app)
        screen.plan.act(replace(pay, cards=(card,)))
        screen.update_all()
        await settled(pilot)
        assert panel.rows[panel.choices.highlighted or 0].text.startswith("March from Edo")
        assert "Pointed at as advised." in note_in_sight(app)
        screen.plan.act(replace(march, blocks=(block,)))
        screen.update_all()
        await settled(pilot)
        assert [trail.number for trail in screen.board_view._trails if trail.style == "advised"] == [3]
        assert panel.rows[panel.choices.highlighted or 0].text.startswith("Go on from Oyama")
        assert LEFT not in screen_text(app)
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert screen.plan.situation().planned[-1].action.blocks == (block,), "the one that has gone before"


@pytest.mark.asyncio
async def test_a_plan_is_left_by_a_block_of_another_face_and_that_is_said_once() -> None:
    table, plan = like_cards()
    pay, march, _goes_on, _end = plan
    other = pieces(table, TOKUGAWA, "edo", "maeda-2")
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await read_hint(pilot, app)
        screen = game_screen(app)
        screen.plan.act(pay)
        screen.update_all()
        await settled(pilot)
        assert LEFT not in screen_text(app), "that is the plan"
        screen.plan.act(replace(march, blocks=other))
        screen.update_all()
        await settled(pilot)
        assert LEFT in screen_text(app)
        assert not [trail for trail in screen.board_view._trails if trail.style == "advised"], "its ways go"
        await pilot.press("down")
        await settled(pilot)
        screen.plan.act(EndMovement())
        screen.update_all()
        await settled(pilot)
        assert LEFT not in screen_text(app), "that is known"


@pytest.mark.asyncio
async def test_whoever_takes_a_step_of_a_plan_back_has_not_left_it() -> None:
    table, plan = like_cards()
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await read_hint(pilot, app)
        screen = game_screen(app)
        screen.plan.act(plan[0])
        screen.update_all()
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert not screen.plan.situation().planned
        assert LEFT not in screen_text(app)


def two_stacks() -> tuple[OpenTable[Any, Any], tuple[Any, ...]]:
    """With a march from Mito that overruns, and another stack at Edo."""
    own = {"mito": ["date-2", "date-2", "maeda-2", "maeda-3"], "edo": ["tokugawa-3", "date-3"]}
    table = position(own, {"iwaki": ["mori-2"], "osaka": ["mori-3"], "hand": ["ukita-single"]})
    return table, (March(pieces(table, TOKUGAWA, "mito"), (location_named("iwaki"),), False, None),)


@pytest.mark.asyncio
async def test_whoever_takes_back_a_payment_finds_its_cards_marked_again() -> None:
    """7.1: they are in a list, and in no stack of which some stay behind."""
    table, plan = like_cards()
    pay, *_others = plan
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        screen.plan.act(pay)
        screen.update_all()
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        dialogue = panel.dialogue
        assert dialogue is not None
        assert isinstance(dialogue.step, Checklist)
        assert len(dialogue.marked) == 1
        await pilot.press("enter")
        await settled(pilot)
        assert len(screen.plan.situation().planned) == 1, "Enter pays them again"


@pytest.mark.asyncio
@pytest.mark.parametrize("marks", [False, True])
async def test_a_hint_asked_for_where_something_else_is_begun_leads_back_or_says_so(*, marks: bool) -> None:
    table, plan = two_stacks()
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        row = next(n for n, row in enumerate(panel.rows) if row.text.startswith("March from Edo"))
        await pilot.press("home", *["down"] * row, "enter")
        await settled(pilot)
        assert panel.dialogue is not None
        assert panel.dialogue.depth == 1
        if marks:
            await pilot.press("1")
            await settled(pilot)
            assert panel.dialogue.begun
        await pilot.press("h")
        await until(lambda: game_screen(app)._hinting.has_come, "a hint")
        told = [plain_text(line) for line in game_screen(app)._hinting._told]
        assert panel.dialogue.depth == int(marks), "what he has marked is his"
        pointed = panel.rows[panel.choices.highlighted or 0].text
        assert pointed.startswith("March from Mito") != marks
        assert ("First Backspace: you have begun something else." in told) == marks
        assert ("It leads elsewhere than what was begun, which is left." in told) != marks


@pytest.mark.asyncio
async def test_after_the_last_step_of_a_plan_that_goes_on_it_is_said_that_it_is_done() -> None:
    """7.4: what an overrun shows decides what follows."""
    table, plan = two_stacks()
    app = app_advised(table, plan)
    async with app.run_test(size=(120, 36)) as pilot:
        await read_hint(pilot, app)
        assert any("Ask again after it: " in plain_text(line) for line in game_screen(app)._hinting._known[1])
        screen = game_screen(app)
        screen.plan.act(plan[0])
        screen.update_all()
        await until(lambda: "All that was advised is done (h: a new hint)." in screen_text(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)], ids=str)
async def test_the_box_of_a_hint_can_be_put_elsewhere_where_what_is_asked_is_in_sight(size: tuple[int, int]) -> None:
    app = app_with_long_advice()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen), "the box")
        await settled(pilot)
        box, panel, found = app.screen.query_one("#box"), panel_of(app), []
        assert "Tab: elsewhere" in screen_text(app)
        while (box.region, box.max_scroll_y) not in found:
            found.append((box.region, box.max_scroll_y))
            await pilot.press("tab")
            await settled(pilot)
        assert box.region == found[0][0], "it comes round"
        assert len(found) > 1
        assert any(not region.overlaps(panel.region) for region, _more in found)
        assert all(region.bottom <= size[1] and region.right <= size[0] for region, _more in found)


def long_advice() -> tuple[OpenTable[Any, Any], Any, Advice[Any]]:
    """A plan of eight steps all over the map, with reasons."""
    table, seat = before_payment(8, 0)
    view, random = table.view(seat), Random(8)
    usual, others = plans_for(view, (deal(view, random), 5), random, 12)
    plan = next(plan for plan in (usual, *others) if len(plan) == 8)
    return table, seat, Advice(plan, 0.5, 0.4, 14, REASONS, instead=others[0])


def app_with_long_advice() -> ClientApp:
    table, seat, advice = long_advice()

    async def ask(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
        return advice

    return make_app(port_at(table, seat, SteadyBot()), UNICODE, grace=0, pace=0, ask=ask)


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "least"), [((80, 24), 13), ((100, 30), 11), ((120, 36), 12)], ids=str)
async def test_the_box_of_a_long_plan_goes_from_side_to_side_and_has_the_rows_that_there_are(
    size: tuple[int, int], least: int
) -> None:
    app = app_with_long_advice()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HintScreen), "the box")
        await settled(pilot)
        box, board = app.screen.query_one("#box"), game_screen(app).board_view
        assert (box.region.x, box.region.width) == (0, size[0]), "no shreds of what it covers stand beside it"
        assert box.region.height >= least, screen_text(app)
        spots = {spot for way in game_screen(app)._hinting._ways for spot in way.stops}
        seen = board.spots_seen(spots, board.scroll_offset, box.region)
        assert seen >= len(spots) * 2 // 3, screen_text(app)
        title = screen_text(app).splitlines()[box.region.y]
        rest = "…" if size == (80, 24) else ", and a muster"
        # The box hides what is asked and what is pointed at: it says both.
        assert f"Hint · Pay for movement ▶ 3) Total movement, 2 cards: every stack moves{rest} ─" in title, title
        if size == (120, 36):
            assert seen == len(spots)
            assert "For it: takes" in screen_text(app), "all steps are in sight, and why"


@pytest.mark.asyncio
async def test_no_word_below_a_list_is_cut_beside_an_empty_row() -> None:
    """That the mark is advised makes the note longer: it has the row then that keeps it apart from the list."""
    table, bot = new_table(5), SteadyBot()
    while not isinstance((owed := owing(table) or (TOKUGAWA, None))[1], BidsDue):
        table.act(owed[0], bot.choose(table.view(owed[0])))
    app = app_advised(table, (bot.choose(table.view(owed[0])),), owed[0])
    async with app.run_test(size=(100, 30)) as pilot:
        await read_hint(pilot, app)
        panel = panel_of(app)
        note = note_in_sight(app)
        assert note.startswith("As advised. The higher bid names"), screen_text(app)
        assert note.endswith("The card is discarded (6.3)."), screen_text(app)
        assert panel.choices.out_of_sight() == (0, 0)
