"""Questions with one answer only: given for the player, unless its time would tell the opponent something."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest

from engine.hidden import View
from engine.open_table import OpenTable
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import ADJACENT, location_named
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import (
    app_of,
    close_cards,
    game_screen,
    panel_of,
    press_row,
    press_text,
    rows_of,
    screen_text,
    settled,
    until,
)
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_game_screen import recorded
from tests.tui.test_turns import Scripted, end_movement
from tui.games import Unasked
from tui.glyphs import ASCII
from tui.lines import plain_text
from tui.log import Card
from tui.plain import PlainClient
from tui.ports import Situation
from tui.screens.card import CardScreen
from tui.sekigahara.log import SekigaharaLog
from tui.widgets.line_view import LineView
from tui.widgets.text_view import TextView

Table = OpenTable[State, Answer]


class Idle:
    """Deploys nothing, and lets everything stand."""

    def choose(self, view: View[State]) -> Answer:
        answer: Answer = SEKIGAHARA.options(view)[0]
        return answer


class Fighting(Idle):
    """Declares combats in this order, and deploys nothing."""

    def __init__(self, *places: str) -> None:
        self._places = list(places)

    def choose(self, view: View[State]) -> Answer:
        answer = super().choose(view)
        return Declare(location_named(self._places.pop(0))) if isinstance(answer, Declare) else answer


def one_battle(hand: list[str]) -> Table:
    """The only battle is the attacker's to declare; with this hand it deploys there, or cannot."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": hand},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["ukita-single"]},
    )
    return combat_phase(table)


@pytest.mark.asyncio
async def test_what_has_one_answer_only_costs_no_key_and_is_told() -> None:
    port = port_at(one_battle(["maeda-single"]), TOKUGAWA, Idle())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(80, 24)):
        await until(lambda: any(row.mark is not None for row in panel_of(app).rows), "the losses")
        log = " ".join(game_screen(app).query_one("#log", TextView).lines)
        assert "There was only one combat left to declare" in log
        assert "you could deploy nothing" in log
        ticker = game_screen(app).query_one("#ticker", LineView)
        assert "you could deploy nothing" in ticker.render_line(0).text, "nobody need read the log for it"
    assert [type(action) for action in actions] == [Declare, EndDeployment]


@pytest.mark.asyncio
async def test_all_that_was_done_for_the_player_since_a_decision_is_told_together_where_there_is_room() -> None:
    """A siege at which nobody could be deployed was over before anybody had read of it."""
    app = app_of(port_at(one_battle(["maeda-single"]), TOKUGAWA, Idle()))
    async with app.run_test(size=(240, 60)):
        await until(lambda: any(row.mark is not None for row in panel_of(app).rows), "the losses")
        told = game_screen(app).query_one("#ticker", LineView).render_line(0).text
        assert "only one combat left to declare, Sunpu. Sunpu: ended for you, as you could deploy nothing" in told


@pytest.mark.asyncio
async def test_what_is_done_after_a_combat_stands_below_it_and_not_in_it() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "mito": ["date-2"], "hand": ["maeda-single"]},
        {"sunpu": ["ukita-3"], "mito": ["mori-2"], "hand": ["ukita-single"]},
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA, Idle()))
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: bool(rows_of(app)))
        await press_text(app, "Sunpu")
        await close_cards(app)
        view, told = game_screen(app).log_view, "There was only one combat left to declare"
        await until(lambda: any(told in line for line in view.lines), "the other combat")
        await settled(pilot)
        first, last = [n for n, item in enumerate(view._items) if item.details][-2:]
        between = [plain_text(line) for item in view._items[first + 1 : last] for line in item.whole]
        assert any(told in line for line in between)
        assert not any(
            told in plain_text(line) for item in (view._items[first], view._items[last]) for line in item.whole
        )
        assert any("you could deploy nothing" in plain_text(line) for line in view._items[last].whole)


@pytest.mark.asyncio
async def test_what_was_done_for_the_player_is_told_until_the_next_decision() -> None:
    port = port_at(one_battle(["tokugawa-single"]), TOKUGAWA, Idle())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: any(row.key == "e" for row in panel_of(app).rows), "the deployment")
        told = "There was only one combat left to declare"
        await until(lambda: told in screen_text(app), "what was done")
        await pilot.press("down", "up")
        await settled(pilot)
        assert told in screen_text(app), "nothing is decided by that"
        await pilot.press("e", "e")
        await until(lambda: len(actions) > 1, "a decision")
        await settled(pilot)
        assert told not in screen_text(app), "no matter any more"


@pytest.mark.asyncio
async def test_who_wants_to_be_asked_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEKIGAHARA_FORCED", "asked")
    port = port_at(one_battle(["maeda-single"]), TOKUGAWA, Idle())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(80, 24)):
        await until(lambda: len(panel_of(app).rows) == 1, "the only combat")
    assert actions == []


@pytest.mark.parametrize("hand", [["maeda-single"], []])
def test_a_person_never_learns_from_the_time_what_a_hand_lacks(hand: list[str]) -> None:
    """R20: that blocks are left and nothing deploys them is nobody's business; where both sides stand all can see."""
    port = port_at(one_battle(hand), TOKUGAWA, Idle(), time_tells=True)
    actions = recorded(port)
    told: list[str] = []
    PlainClient(port, ASCII, told.append).update()
    assert [type(action) for action in actions] == [Declare]
    assert any("only one combat" in line for line in told)


def test_a_person_is_not_kept_waiting_where_all_see_that_nothing_is_left() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["ukita-single"]},
    )
    port = port_at(combat_phase(table), TOKUGAWA, Idle(), time_tells=True)
    actions = recorded(port)
    client = PlainClient(port, ASCII, lambda line: None)
    client.update()
    client.hear("1")
    assert [type(action) for action in actions[:3]] == [Declare, Deploy, EndDeployment]


def test_that_nothing_can_be_challenged_is_said_with_what_stands_and_in_no_line_of_its_own() -> None:
    table = position(
        {
            "sunpu": ["tokugawa-3", "tokugawa-2", "date-2"],
            "hand": ["tokugawa-single", "tokugawa-single", "date-single"],
        },
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["mori-single"]},
    )
    port = port_at(combat_phase(table), ISHIDA, _Attacker())
    actions = recorded(port)
    told: list[str] = []
    client = PlainClient(port, ASCII, told.append)
    client.update()
    for _ in range(6):
        if client.dialogue is None or any(row.mark is not None for row in client.dialogue.rows()):
            break
        client.hear("end")
    assert len([action for action in actions if action.form.name == "challenge"]) > 1
    assert not [line for line in told if "You hold no Loyalty Challenge" in line]
    stands = [line for line in told if "It stands: " in line]
    assert stands
    told_why = ["(you have no Loyalty Challenge)" in line for line in stands]
    assert len(told_why) > 1
    assert told_why.index(True) == 0
    assert sum(told_why) == 1, "once in a battle is enough"


class _Attacker:
    """Fights wherever it can, and deploys whatever it can."""

    def choose(self, view: View[State]) -> Answer:
        answer: Answer = SEKIGAHARA.options(view).parts[-1][0]
        return answer


@pytest.mark.asyncio
async def test_an_answer_given_for_the_player_is_no_answer_of_his_and_says_why_it_was_given() -> None:
    """8.6.1: what came before it is news, and the reason is for the player alone."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2", "date-3"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["mori-single", "ukita-single"]},
    )
    port = port_at(combat_phase(table), TOKUGAWA, _Attacker())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: any(row.key == "e" for row in panel_of(app).rows), "the deployment")
        await press_row(app, 0)
        await settled(pilot)
        await until(lambda: Challenge(None) in actions and bool(rows_of(app)), "an answer that is given")
        await settled(pilot)
        why = "It stands: Tokugawa 3, Ishida 2 (+2). (you have no Loyalty Challenge)"
        told = [plain_text(line) for line in game_screen(app)._telling.news.lines()]
        assert why in told, told
        assert any(line.startswith("Ishida deploys Mōri 2") for line in told[: told.index(why)])
        assert "nothing since your last answer" not in told
        assert why in " ".join([plain_text(line) for line in game_screen(app).log_view.log_of_game.lines])
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.follow(port.situation().events)
    assert not any("in hand)" in plain_text(line) for line in log.lines), "whoever reads the record is not told"


@pytest.mark.asyncio
async def test_what_was_done_for_the_player_in_a_battle_is_told_no_more_when_another_begins() -> None:
    """The opponent has declared both: nothing is decided between them."""
    table = position(
        {"sunpu": ["tokugawa-3"], "mito": ["date-2"], "hand": ["date-single"]},
        {"sunpu": ["ukita-3"], "mito": ["mori-2"], "hand": ["ukita-single"]},
        active=ISHIDA,
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA, Fighting("sunpu", "mito")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, CardScreen), "what the first battle came to")
        await close_cards(app)
        await until(lambda: any(row.key == "e" for row in rows_of(app)), "the deployment at Mito")
        await settled(pilot)
        told = "ended for you, as you could deploy nothing"
        log = [plain_text(line) for item in game_screen(app).log_view._items for line in item.whole]
        assert any(told in line for line in log)
        assert told not in game_screen(app).query_one("#ticker", LineView).render_line(0).text


@pytest.mark.asyncio
async def test_what_was_done_for_the_player_in_a_battle_is_told_no_more_when_his_own_turn_begins() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "hand": ["date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single"]},
        active=ISHIDA,
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA, Fighting("sunpu")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, CardScreen), "what the battle came to")
        await close_cards(app)
        await until(lambda: any("movement" in row.text for row in rows_of(app)), "the payment")
        await settled(pilot)
        told = "ended for you, as you could deploy nothing"
        log = [plain_text(line) for item in game_screen(app).log_view._items for line in item.whole]
        assert any(told in line for line in log)
        assert told not in game_screen(app).query_one("#ticker", LineView).render_line(0).text


@pytest.mark.asyncio
@pytest.mark.parametrize(("chosen", "presses"), [("twice", 2), ("once", 1)])
async def test_a_block_is_deployed_by_as_many_presses_as_the_player_has_chosen(
    chosen: str, presses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_DEPLOY", chosen)
    port = port_at(one_battle(["tokugawa-single"]), TOKUGAWA, Idle())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: any(row.key == "e" for row in panel_of(app).rows), "the deployment")
        await settled(pilot)
        deployed = [Deploy in map(type, actions)]
        for _ in range(presses):
            await pilot.press("1")
            await settled(pilot)
            deployed.append(Deploy in map(type, actions))
    assert deployed == [False] * presses + [True]


@pytest.mark.asyncio
async def test_a_person_is_not_kept_waiting_for_the_one_answer_to_what_is_still_to_be_shown() -> None:
    """7.4: which blocks are overrun is shown at once, whatever box is open and whatever is still to be seen."""
    table = position(
        {"edo": ["tokugawa-3"], "minakuchi": ["tokugawa-2"]},
        {"kyoto": ["ukita-3", "mori-2", "mori-3", "ukita-2", "mori-2"], "osaka": ["kobayakawa-2"]},
    )
    kyoto, minakuchi = location_named("kyoto"), location_named("minakuchi")
    stack = table.state.pools[ISHIDA][kyoto]
    beside = next(spot for spot in ADJACENT[kyoto] if spot != minakuchi)
    overruns = March(stack[:4], (minakuchi,), False, None)
    script: list[Answer] = [Pay(Degree.MINIMAL, ()), March(stack[4:], (beside,), False, None), overruns]
    port = port_at(table, TOKUGAWA, Scripted(script), time_tells=True)
    actions = recorded(port)
    app = app_of(port, pace=1e6)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.interface.unasked = lambda view, question, answer: Unasked("", "", "Done for you.")  # type: ignore[method-assign]
        await end_movement(app)
        await until(lambda: any(isinstance(action, Reveal) for action in actions), "the answer")
        assert screen.playback.situation().behind, "nothing is skipped for it"
        assert "Done for you." not in screen_text(app)
        assert screen._pacing is not None
        screen._pacing.skip()
        await until(lambda: any("Done for you." in line for line in screen.log_view.lines), "what was done")
        await settled(pilot)
        assert not screen.log_view.log_of_game._given, "the log knows that it was no answer of the player's"


@pytest.mark.asyncio
async def test_what_was_done_for_the_player_stands_before_what_it_led_to_however_late_it_is_shown() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "mito": ["date-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3"], "mito": ["mori-2"], "hand": []},
    )
    port = port_at(combat_phase(table), TOKUGAWA, Idle(), time_tells=True)
    actions = recorded(port)
    app = app_of(port, pace=1e6)
    async with app.run_test(size=(160, 48)) as pilot:
        screen = game_screen(app)
        await until(lambda: bool(rows_of(app)), "the combats")
        await press_text(app, "Sunpu")
        await press_row(app, 0)
        await until(lambda: EndDeployment in map(type, actions), "the answer that is given")
        assert screen.playback.situation().behind, "before what came before it is shown"
        assert screen._pacing is not None
        screen._pacing.skip()

        def battle() -> list[str]:
            items = [item for item in screen.log_view._items if "Battle of Sunpu" in plain_text(item.line)]
            return [plain_text(line) for item in items for line in item.details]

        await until(lambda: any("wins the battle" in line for line in battle()), "the result")
        await settled(pilot)
        why = "all your blocks there are deployed"
        told = f"Sunpu: ended for you, as nothing is left that you could deploy: {why}."
        ended = next(number for number, line in enumerate(battle()) if "wins the battle" in line)
        assert battle().count(told) == 1
        assert battle().index(told) < ended
        lines = [plain_text(item.line) for item in screen.log_view._items]
        declared = lines.index("There was only one combat left to declare, Mito.")
        assert lines[declared + 1].startswith("Battle of Mito"), "no part of what it has begun"


@pytest.mark.asyncio
async def test_that_the_time_to_answer_has_run_out_stands_in_the_log_before_what_came_of_it() -> None:
    """8.6.1: with a Loyalty Challenge in hand, which is not what is said of who holds none."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ishida-loyalty", "mori-single"]},
    )
    port = port_at(combat_phase(table), ISHIDA, _Attacker())
    situation = port.situation

    def timed() -> Situation[State, Answer]:
        now = situation()
        return now if now.even_default is None else replace(now, answer_by=monotonic() + 90)

    port.situation = timed  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: "Without an answer in time" in screen_text(app), "the question")
        port.act(Challenge(None))  # as the session does by itself
        told = "The time to answer is over: Ishida does not challenge."
        await until(lambda: told in screen_text(app), "what was done")
        await settled(pilot)
        entries = [[plain_text(line) for line in entry.details] for entry in game_screen(app).log_view._items]
        [battle] = [details for details in entries if told in details]
        after = battle.index(told) + 1
        assert battle[after] == "It stands: Tokugawa 3 (+3), Ishida 0."
        assert battle.count(told) == 1


@pytest.mark.asyncio
async def test_a_box_says_whom_it_keeps_waiting() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "mito": ["date-2", "date-3"], "hand": []},
        {"sunpu": ["ukita-3", "mori-3"], "mito": ["mori-2"], "hand": []},
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA, Idle(), time_tells=True))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)))
        for key in ("1", "1", "e"):
            await pilot.press(key)
            await settled(pilot)
        await until(lambda: isinstance(app.screen, CardScreen), "what the battle came to")
        await until(lambda: "Bot waits for you · Enter" in screen_text(app), "who waits")


@pytest.mark.asyncio
async def test_a_box_says_that_the_opponent_has_chosen_what_both_are_asked() -> None:
    port = practice_game(2)
    now = replace(port.situation(), time_tells=True)
    port.situation = lambda: now  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert isinstance(now.question, BidsDue)
        app.push_screen(game_screen(app).card_screen(Card("Week 1 is over", [[("Nobody won.", "plain")]])))
        await until(lambda: "Nobody won." in screen_text(app), "the box")
        await settled(pilot)
        assert "waits for you" not in screen_text(app)
        now = replace(now, awaited=True)
        port._tell()
        await until(lambda: "Bot waits for you · Enter" in screen_text(app), "who waits")
        await until(lambda: "Bot has chosen and waits for you." in screen_text(app), "the same above the board")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=["narrow", "large"])
@pytest.mark.parametrize("pace", [0.0, 1e6], ids=["at once", "one by one"])
async def test_what_was_done_for_the_player_in_a_battle_is_told_behind_the_deployment_that_led_to_it(
    size: tuple[int, int], pace: float
) -> None:
    """It decided the battle, and was to be read in the log alone."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["maeda-single"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["mori-single"]},
        active=ISHIDA,
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA, _Attacker()), pace=pace)
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        while not any(row.mark is not None for row in panel_of(app).rows):
            await settled(pilot)
            screen.playback.step()
            screen.update_all()
        await settled(pilot)
        line = screen.query_one("#ticker", LineView).render_line(0).text
        assert line.startswith("Ishida deploys Mōri 2: Tokugawa 0, Ishida 2 (+2). Sunpu: ended for you"), line
