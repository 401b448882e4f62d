"""When no session runs any more, all that a screen may ask of a port or tell it is safe, and says what is the case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import trio
import trio.testing

from engine.hidden import IllegalAction
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue
from p2p.errors import Problem, StorageError
from p2p.notifications import RematchDeclined
from p2p.session.session import Session
from p2p.wire.channel import Channel
from protocol.clock import Clock
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.protocol.pair import Pair
from tests.tui import driving
from tests.tui.driving import game_screen, screen_text, settled, until
from tests.tui.sekigahara.games import practice_game, random_bot
from tests.tui.test_session_screen import EVIL_NAME, NARROW, Game, GameTable, Port, app_of
from tui.app import make_app
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.online import run_main
from tui.screens.result_screen import ResultScreen
from tui.screens.talk import TalkScreen
from tui.session_port import SessionPort

LEFT = f"Not said: {EVIL_NAME} has left."
NO_REMATCH = "Your opponent has left: there is no rematch."


async def _asked(game: Game) -> None:
    while game.port.situation().question != BidsDue():
        await trio.testing.wait_all_tasks_blocked()


def _timed(role: Role, clock: Clock) -> GameTable:
    return Table(SEKIGAHARA, role, Secrets.generate(), EVIL_NAME, Side.FIRST, clock=clock)


def _resigned(game: Game) -> Callable[[Port], Awaitable[None]]:
    """The opponent gives the game up, and both sessions come to their end."""

    async def play(port: Port) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.play, port)
            await _asked(game)
            game.resign()

    return play


def _failed(game: Game) -> Callable[[Port], Awaitable[None]]:
    """The disk fails while something is asked."""

    async def play(port: Port) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.play, port)
            await _asked(game)
            raise StorageError(Problem.CANNOT_WRITE, path="record", reason="No space left on device")

    return play


@pytest.mark.parametrize("clock", [None, Clock(600)])
@pytest.mark.parametrize(
    ("ending", "not_said", "rematch"),
    [
        (_resigned, LEFT, NO_REMATCH),
        (_failed, "Not said: The game has stopped.", "There is no game to play another one after."),
    ],
)
def test_everything_may_be_asked_and_told_when_the_session_has_ended(
    ending: Callable[[Game], Callable[[Port], Awaitable[None]]], not_said: str, rematch: str, clock: Clock | None
) -> None:
    game = Game(random_bot(1))
    if clock is not None:
        game.host, game.joiner = [_timed(role, clock) for role in Role]
    port, told = game.port, list[int]()
    port.take_answers(lambda code: pytest.fail("nobody waits for it"))
    port.subscribe(lambda: told.append(len(game.host.entries)))
    trio.run(run_main(ending(game), port, []))
    entries = len(game.host.entries)
    assert told[-1] == entries, "the screen is told of the end"
    for _ in range(2):
        now = port.situation()
        assert now.finished
        assert (now.clocks is None) == (clock is None)
        assert not any((now.connected, now.may_rematch, now.takes_answer))
        assert now.unheard
        assert port.chat("good bye") == not_said
        assert port.ask_rematch() == rematch
        assert port.answer("reply2code") == "No answer code is waited for."
        port.resign()
        with pytest.raises(IllegalAction, match="There is no game to play in now"):
            port.act(Bid(None))
        assert port.view_then(port.beginning()) is not None
        port.view_after(1)
    assert port.chats() == []
    assert len(game.host.entries) == entries
    assert not port.situation().leaving


def test_who_has_left_after_the_game_hears_nothing_any_more() -> None:
    game = Game(random_bot(1))
    said: list[str] = []

    async def play(port: Port) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.play, port)
            await _asked(game)
            said.append(port.chat("hello"))
            port.observe(RematchDeclined())
            said.append(port.chat("good bye"))
            said.append(port.situation().unheard)
            nursery.cancel_scope.cancel()

    trio.run(run_main(play, game.port, []))
    assert said == ["", LEFT, f"{EVIL_NAME} has left."]
    assert [line.text for line in game.port.chats()] == ["hello"]


@pytest.mark.asyncio
async def test_whoever_wants_to_talk_when_the_other_has_left_is_told_so_before_a_word_is_written() -> None:
    game = Game(random_bot(1))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: "Bid for the turn order" in screen_text(app), "the game")
        await pilot.press("t", *"well played")
        await until(lambda: isinstance(app.screen, TalkScreen), "the box")
        game.resign()
        await until(lambda: bool(game.port.situation().unheard), "the end of the session")
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        # The result may have come over where that is said.
        assert any(plain_text(line) == LEFT for line in game_screen(app).log_view.last(20))
        await settled(pilot)
        await pilot.press("t")
        await until(lambda: f"Nothing can be said any more: {EVIL_NAME} has left." in screen_text(app), "why not")
        assert isinstance(app.screen, ResultScreen)
        await pilot.press("escape", "t")
        await until(lambda: app.screen_stack[-1] is game_screen(app), "the result to be closed")
        await settled(pilot)
        assert app.screen_stack[-1] is game_screen(app)
        assert "Nothing can be said any more" in screen_text(app)
        assert game.port.chats() == []


@pytest.mark.asyncio
async def test_in_a_game_that_has_stopped_nobody_is_asked_whether_to_resign_it() -> None:
    port = practice_game(2)
    now = port.situation()
    port.situation = lambda: replace(now, trouble="The record cannot be written.", finished=True)  # type: ignore[method-assign]
    app = driving.app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), "what has happened")
        await pilot.press("escape", "R")
        await until(lambda: app.screen_stack[-1] is game_screen(app), "the game")
        await settled(pilot)
        assert app.screen_stack[-1] is game_screen(app)
        assert "The record cannot be written." in screen_text(app)


async def _nobody_comes() -> Channel:
    raise AssertionError("the session is not run")


@pytest.mark.asyncio
async def test_a_resignation_written_while_the_opponent_is_away_is_kept_and_everywhere_said_to_be() -> None:
    """Where both are asked, the own entry may come first, and the game is over for this side alone."""
    pair = Pair(SEKIGAHARA)
    pair.host.begin()
    pair.run()
    port: Port = SessionPort("Mitsunari")
    port.attach(Session(pair.host, _nobody_comes))
    port.resign()
    assert pair.host.outcome is not None, "the entry is written at once"
    now = port.situation()
    assert now.leaving
    assert now.ended is not None
    assert not now.finished
    kept = "Your resignation is kept, and given to Ieyasu as soon as you are both connected."
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await until(lambda: "Your resignation is kept" in screen_text(app), "what becomes of it")
        assert "All is being checked" not in screen_text(app)
        await pilot.press("escape")
        await until(lambda: app.screen is game_screen(app), "the game")
        assert game_screen(app).log_view.lines[-1].strip() == kept
        assert not any("not confirmed" in line for line in game_screen(app).log_view.lines), "said once"
        await pilot.press("q")
        await until(lambda: "Leave now? Your resignation is kept, and is given" in " ".join(screen_text(app).split()))
    pair.run()
    assert not port.situation().leaving, "the opponent has confirmed it"
