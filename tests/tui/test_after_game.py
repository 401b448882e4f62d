"""What can be done when a game is over: all of it from lines that keys and the mouse take, and back to the result."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_2_victory import PointsCounted
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, game_screen, panel_of, rows_of, screen_text, settled, until
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_replay import reel_of
from tests.whole_games.played import SHORT
from tui.app import ClientApp, make_app
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.log import Card
from tui.port_wrapper import PortWrapper
from tui.ports import Audit, Listener, Situation
from tui.screens.after_game import AfterGame, text_of
from tui.screens.board_screen import LONG_PAGE
from tui.screens.card import CardScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result_screen import CLOSING, ResultScreen
from tui.screens.text import TextScreen
from tui.sekigahara.words.chapter_2_victory import reason_words

SEKIGAHARA_CASE = next(case for case in SHORT if case.kind == SEKIGAHARA.name)


class WithRematch(PortWrapper[State, Answer]):
    """A game that is over and of which a rematch may come: `now` is how that stands."""

    def __init__(self) -> None:
        super().__init__(practice_game(2))
        self.inner.resign()
        self.now: dict[str, Any] = {"may_rematch": True}
        self._tell: Listener = lambda: None

    def situation(self) -> Situation[State, Answer]:
        return replace(self.inner.situation(), **self.now)

    def subscribe(self, listener: Listener) -> None:
        self._tell = listener

    def ask_rematch(self) -> str:
        if self.now["may_rematch"]:
            self.change(asked_rematch=True, rematch="You have asked.")
        return str(self.now["rematch"])

    def change(self, **now: object) -> None:
        self.now |= now
        self._tell()


def over() -> ClientApp:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    port.resign()
    return make_app(port, UNICODE, grace=0, pace=0, replay=lambda: reel_of(SEKIGAHARA_CASE).replay)


@pytest.mark.asyncio
async def test_who_sees_the_battle_that_ended_the_game_sees_first_that_it_has() -> None:
    table = position({"sunpu": ["tokugawa-1-leader"], "hand": ["date-single"]}, {"sunpu": ["ukita-3", "mori-2"]})
    combat_phase(table)
    table.act(TOKUGAWA, Declare(location_named("sunpu")))
    app = make_app(port_at(table, TOKUGAWA), UNICODE, grace=0, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: panel_of(app).takes_answers, "the deployment")
        await pilot.press("e", "e")
        await until(lambda: isinstance(app.screen, CardScreen), "the box")
        await settled(pilot)
        box = screen_text(app)
        over = box.index("The game is over · Battle of Sunpu")
        assert over < box.index("Ishida wins — you have lost") < box.index("Battle of Sunpu", over + 40)


async def click_line(pilot: Pilot[None], app: ClientApp, words: str) -> None:
    """Click where these words stand."""
    await until(lambda: words in screen_text(app), words)
    row, line = next((row, line) for row, line in enumerate(screen_text(app).splitlines()) if words in line)
    await pilot.click(offset=(line.index(words), row))


@pytest.mark.asyncio
async def test_the_result_leads_to_the_replay_and_back_by_the_mouse_alone() -> None:
    app = over()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "Replay the game")
        await until(lambda: isinstance(app.screen, ReplayScreen))
        await until(lambda: "leave" in screen_text(app))
        await click_line(pilot, app, "leave")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "The log")
        await until(lambda: game_screen(app).is_current and game_screen(app).page == "log")
        await until(lambda: [row.text for row in rows_of(app)][:1] == ["The result"], "the way back")
        await click_line(pilot, app, "The result")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "Look at the board")
        await until(lambda: game_screen(app).is_current)
        assert panel_of(app).dialogue is not None
        await click_line(pilot, app, "Replay the game")
        await until(lambda: isinstance(app.screen, ReplayScreen), "the replay, from the list of the game too")
        await until(lambda: "leave" in screen_text(app))
        await click_line(pilot, app, "leave")
        await until(lambda: game_screen(app).is_current)


@pytest.mark.asyncio
async def test_the_result_can_be_asked_for_before_its_box_that_was_closed_is_gone() -> None:
    port = practice_game(2)
    port.resign()
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await until(lambda: "Enter: take the line · Escape, q or click here: close" in screen_text(app), "its keys")
        closed = app.screen
        closed.dismiss(None)
        assert game_screen(app).is_current
        assert closed.is_attached
        game_screen(app).after_game(AfterGame.RESULT)
        await settled(pilot)
        assert isinstance(app.screen, ResultScreen)
        assert app.screen is not closed


@pytest.mark.asyncio
@pytest.mark.parametrize("closing", [AfterGame.BOARD, AfterGame.LOG, AfterGame.NEWS])
async def test_every_line_of_the_result_reacts_to_a_click(closing: AfterGame) -> None:
    chosen: list[AfterGame] = []
    choices: list[AfterGame] = [choice for choice in AfterGame if choice not in (AfterGame.RESULT, AfterGame.BOARD)]
    app = app_of(practice_game(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "help" in screen_text(app))
        told, look = Card("Over", [[("Over", "plain")]]), game_screen(app).look
        screen = ResultScreen(told, look, [], chosen.append, opponent="Ishida", grace=0)
        await app.push_screen(screen)
        screen.show_choices(choices)
        for choice in [choice for choice in choices if choice not in CLOSING]:
            await click_line(pilot, app, text_of(choice, "Ishida"))
            await until(lambda: len(chosen) > 0, choice.value)
            assert chosen.pop() is choice
        await click_line(pilot, app, text_of(closing, "Ishida"))
        await until(lambda: game_screen(app).is_current)
        assert chosen == ([] if closing is AfterGame.BOARD else [closing])


@pytest.mark.asyncio
async def test_the_rematch_that_the_opponent_wants_is_accepted_by_line_and_letter() -> None:
    chosen: list[AfterGame] = []
    app = app_of(practice_game(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "help" in screen_text(app))
        screen = game_screen(app)
        situation = replace(screen.port.situation(), may_rematch=True)
        assert AfterGame.REMATCH in screen.after_choices(situation)
        choices = screen.after_choices(replace(situation, heard_rematch=True))
        assert AfterGame.REMATCH not in choices
        app.push_screen(ResultScreen(Card("Over", [[("Over", "plain")]]), screen.look, choices, chosen.append, grace=0))
        await until(lambda: "Accept the rematch" in screen_text(app))
        await pilot.press("M")
        await until(lambda: chosen == [AfterGame.ACCEPT_REMATCH])
        assert AfterGame.REMATCH not in screen.after_choices(replace(situation, heard_rematch=True, asked_rematch=True))


@pytest.mark.asyncio
@pytest.mark.parametrize("from_panel", [False, True])
async def test_the_line_of_the_rematch_keeps_its_place_and_leaving_it_open_is_asked_about(from_panel: bool) -> None:
    port = WithRematch()
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Ask for a rematch" in screen_text(app))
        if from_panel:
            await pilot.press("1")
            await until(lambda: game_screen(app).is_current and "Ask for a rematch" in screen_text(app))
        below = app.screen
        await pilot.press("4")
        await until(
            lambda: re.search(r"4\)? Rematch asked: Bot has not answered yet", screen_text(app)) is not None,
            "that it was asked for",
        )
        await until(lambda: "You have asked." in screen_text(app), "what came of it")
        await settled(pilot)
        await pilot.press("4")
        await settled(pilot)
        assert app.screen is below, "it does nothing but say so"
        assert re.search(r"5\)? Leave", screen_text(app))
        await pilot.press("5")
        await until(lambda: isinstance(app.screen, ConfirmScreen), "the question")
        assert "You have asked. Leave all the same?" in " ".join(screen_text(app).replace("│", " ").split())
        await pilot.press("n")
        await until(lambda: app.screen is below)
        port.change(may_rematch=False, rematch="Bot has left.")
        await until(
            lambda: re.search(r"4\)? Bot has left: there is no rematch", screen_text(app)) is not None,
            "that it has left",
        )
        await until(lambda: "Bot has left." in screen_text(app), "it in a sentence too")
        assert "You have asked." not in screen_text(app)
        await settled(pilot)
        await pilot.press("5")
        await until(lambda: not app.is_running, "the end")


@pytest.mark.asyncio
async def test_who_has_heard_of_a_rematch_is_asked_before_leaving_it() -> None:
    port = WithRematch()
    port.now |= {"heard_rematch": True, "rematch": "Bot asks for a rematch."}
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Accept the rematch" in screen_text(app))
        await pilot.press("5")
        await until(lambda: isinstance(app.screen, ConfirmScreen), "the question")
        assert app.is_running


@pytest.mark.asyncio
@pytest.mark.parametrize("person", [True, False])
async def test_who_leaves_is_told_once_that_a_person_can_still_ask_for_a_rematch(*, person: bool) -> None:
    port = WithRematch()
    port.now |= {"time_tells": person}
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Ask for a rematch" in screen_text(app))
        await pilot.press("1")
        await until(lambda: game_screen(app).is_current, "the board")
        await pilot.press("q")
        if person:
            await until(lambda: isinstance(app.screen, ConfirmScreen), "what leaving ends")
            await until(lambda: "Bot can still ask for a rematch, which leaving ends." in screen_text(app))
            await pilot.press("q")
        await until(lambda: not app.is_running, "the end")


@pytest.mark.asyncio
async def test_the_first_line_and_the_bar_know_that_the_game_is_over() -> None:
    app = over()
    async with app.run_test(size=(240, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Look at the board" in screen_text(app))
        await pilot.press("1")
        await until(lambda: game_screen(app).is_current and "The game is over. Ishida has won" in screen_text(app))
        first, *_, bar = [line for line in screen_text(app).splitlines() if line.strip()]
        assert "Ishida has won" in first
        assert "turn" not in first
        assert "note" in bar
        assert "resign" not in bar


@pytest.mark.asyncio
async def test_what_is_not_there_is_not_offered_and_keys_do_the_same() -> None:
    port = practice_game(2)
    port.resign()
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Look at the board" in screen_text(app))
        text = screen_text(app)
        assert "Replay" not in text
        assert "rematch" not in text
        assert "What decided" not in text
        assert "Leave" in text
        await pilot.press("2")
        await until(lambda: game_screen(app).is_current and game_screen(app).page == "log")
        await until(lambda: bool(rows_of(app)))
        await pilot.press("1")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await pilot.press("down", "down", "enter")
        await until(lambda: game_screen(app).is_current and game_screen(app).page == "news")
        assert not isinstance(app.screen, ConfirmScreen)


def test_a_tie_says_by_what_it_was_decided() -> None:
    assert reason_words(PointsCounted(13, 13)) == "victory points 13 to 13, and a tie is Ishida's (2.2)"
    assert reason_words(PointsCounted(14, 13)) == "victory points 14 to 13"


@pytest.mark.asyncio
async def test_what_is_hidden_of_the_result_is_said_and_a_key_not_taken_only_until_the_next() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "help" in screen_text(app))
        told = Card("Over", [[(f"line {number}", "plain")] for number in range(40)])
        screen = ResultScreen(told, game_screen(app).look, [], lambda choice: None, grace=0)
        await app.push_screen(screen)

        def foot() -> str:
            return str(screen.query_one("#box").border_subtitle)

        await until(lambda: foot().startswith("Page Down: more below"), "more")
        await pilot.press("x")
        assert "x was not taken" in foot()
        await pilot.press("down")
        assert foot().startswith("Page Down: more below")
        await pilot.press("pagedown", "pagedown")
        await until(lambda: "more below" not in foot(), "the end")


@pytest.mark.asyncio
async def test_the_result_says_in_a_line_that_all_was_checked_and_how_behind_another() -> None:
    app = over()
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, ResultScreen))
        screen = game_screen(app)
        situation = replace(screen.port.situation(), audit=Audit([], None), proofs=["Proven."], may_rematch=True)
        text = "\n".join(plain_text(line) for line in screen.result(situation).lines)
        assert "All was checked: nothing false was found." in text
        assert "Proven." not in text
        *_, checked, rematch, leave = screen.after_choices(situation)
        assert (checked, rematch, leave) == (AfterGame.CHECKED, AfterGame.REMATCH, AfterGame.LEAVE)
        screen.after_game(AfterGame.CHECKED)
        assert [type(shown) for shown in app.screen_stack[-2:]] == [ResultScreen, TextScreen]
        found = screen.result(replace(situation, audit=Audit(["Entry 7 is false."], None)))
        assert "Entry 7 is false." in "\n".join(plain_text(line) for line in found.lines)


@pytest.mark.asyncio
async def test_a_page_in_sight_already_is_shown_large_and_not_refused() -> None:
    app = over()
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, ResultScreen))
        screen = game_screen(app)
        screen.action_page("log")
        screen.remove_class(LONG_PAGE)
        screen.after_game(AfterGame.LOG)
        assert screen.has_class(LONG_PAGE)


@pytest.mark.asyncio
async def test_it_is_said_that_another_game_has_begun_and_which_side_the_player_has() -> None:
    port = practice_game()
    now = port.situation()
    port.situation = lambda: replace(now, played=1)  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)):
        await until(lambda: "A new game: you play Tokugawa." in screen_text(app), "what has begun")


@pytest.mark.asyncio
async def test_the_log_ends_with_the_result_and_what_the_audit_found() -> None:
    app = over()
    async with app.run_test(size=(120, 36)):
        await until(lambda: isinstance(app.screen, ResultScreen))
        screen = game_screen(app)
        log = [line.strip() for line in screen.log_view.lines]
        begins = log.index("The game is over")
        told = [plain_text(line).strip() for line in screen.result(screen.port.situation()).lines]
        assert log[begins + 1] == told[0], "who has won"
        assert set(log[begins + 1 :]) <= set(told)
        now = screen.port.situation()
        for audit, words in ((Audit(None, None, expected=True), "checked"), (Audit([], None), "nothing false")):
            screen.show(replace(now, audit=audit))
            assert words in screen.log_view.lines[-1]
        assert screen.log_view.lines.count("The game is over") == 1
        assert len(screen.log_view.lines) == len(log) + 1
