"""The screen over the real protocol: two sessions in one process, trio as guest of the screen's loop."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
import trio
import trio.lowlevel
import trio.testing

from engine.hidden import Bot, View
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_7_1_movement import Pay, PaymentDue
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from p2p.errors import ConnectionLost, Problem, StorageError
from p2p.game_runner import GameRunner, Watch
from p2p.new_games import new_hosted_game
from p2p.notifications import DialFailed, Notification, PeerConnected, PeerDisconnected, RematchDeclined
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.ways import NoWayToHost, Reason, Way, WayReport, facts
from p2p.reach.ways import State as WayState
from p2p.session.bot_player import play_with_bot
from p2p.session.rematch import Rematch
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT
from protocol.audit import audit
from protocol.errors import PeerError
from protocol.findings import Finding
from protocol.record import read_record
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.tui.driving import (
    close_cards,
    game_screen,
    note_in_sight,
    panel_of,
    press_row,
    random_rows,
    screen_text,
    until,
)
from tests.tui.sekigahara.games import random_bot
from tui.app import ClientApp, make_app
from tui.cli.offered import game_named
from tui.glyphs import UNICODE
from tui.network_words import notification_words
from tui.online import run_main
from tui.screens.after_game import AfterGame
from tui.screens.card import CardScreen
from tui.screens.commands import commands_of
from tui.screens.game import GameScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.text import TextScreen
from tui.session_port import SENTENCE, SessionPort, finding_words
from tui.widgets.text_view import TextView

NARROW = (80, 24)
ROOT = Path(__file__).resolve().parents[2]
EVIL_NAME = "Eve @click=app.exit"

GameTable: TypeAlias = Table[State, Answer]
Port: TypeAlias = SessionPort[State, Answer]


class Game:
    """A game of the person at the screen (the host) against a bot, over a connection in memory."""

    def __init__(self, bot: Bot[State, Answer]) -> None:
        self.port: Port = SessionPort("Ieyasu")
        self.host = table(Role.HOST, "Ieyasu")
        self.joiner = table(Role.JOINER, EVIL_NAME)
        self.bot = bot
        self.says = ""
        self.resign: Callable[[], None] = lambda: None

    async def play(self, port: Port) -> None:
        near, far = trio.testing.memory_stream_pair()
        session = Session(self.host, once(Channel(near, limit=FRAME_LIMIT)), observe=port.observe)
        theirs = Session(self.joiner, once(Channel(far, limit=FRAME_LIMIT)))
        port.attach(session)
        self.resign = theirs.resign
        if self.says:
            theirs.chat(self.says)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._opponent, theirs)
            await session.run()

    async def _opponent(self, session: Session[State, Answer]) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_with_bot, session, self.bot)
            await session.run()
            nursery.cancel_scope.cancel()


def table(role: Role, name: str) -> GameTable:
    secrets = Secrets(bytes([role + 1]) * 32, bytes([role + 7]) * 32)
    return Table(SEKIGAHARA, role, secrets, name, Side.FIRST)


def once(channel: Channel) -> Callable[[], Awaitable[Channel]]:
    """The way to the opponent: this connection, and no other after it."""
    channels = [channel]

    async def connect() -> Channel:
        if not channels:
            await trio.sleep_forever()
        return channels.pop()

    return connect


def app_of(port: Port, play: Callable[[Port], Awaitable[None]]) -> ClientApp:
    return make_app(port, UNICODE, play=run_main(play, port, []), grace=0, pace=0)


@pytest.mark.asyncio
async def test_the_invite_is_shown_until_the_opponent_is_there() -> None:
    game = Game(random_bot(1))
    arrives = trio.Event()
    token = "sekigahara1:" + "A1b2C3d4" * 18

    async def play(port: Port) -> None:
        port.copy_invite()
        port.show_invite(token)
        await arrives.wait()
        await game.play(port)

    app = app_of(game.port, play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: token in screen_text(app).replace("\n", ""), "the invite")
        assert app.clipboard == token
        text = screen_text(app)
        assert token in text.replace("\n", ""), "it can be copied whole"
        assert "Waiting for your opponent to join" in text
        await pilot.press("s")
        await until(lambda: "█▀▀▀▀▀█" in screen_text(app), "the QR code")
        await pilot.press("escape")
        arrives.set()
        await until(lambda: game.port.situation().question == BidsDue(), "the first decision")
        await pilot.pause()
        assert "sekigahara1:" not in screen_text(app)
        assert "Bid for the turn order" in screen_text(app)


@pytest.mark.asyncio
async def test_the_invite_to_watch_is_copied_before_the_game_and_in_it() -> None:
    game = Game(random_bot(1))
    arrives = trio.Event()
    token, later = ("watch2" + letter * 150 for letter in "ab")

    async def play(port: Port) -> None:
        port.show_invite("seki2" + "c" * 150)
        port.show_watch_invite(token)
        await arrives.wait()
        port.show_watch_invite(later)
        await game.play(port)

    app = app_of(game.port, play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: token in screen_text(app).replace("\n", ""), "the invite to watch, whole")
        await pilot.press("W")
        await until(lambda: app.clipboard == token, "it on the clipboard")
        await pilot.press("escape", "c")
        await until(lambda: app.clipboard.startswith("seki2"), "the other one on the clipboard")
        arrives.set()
        await until(lambda: game.port.situation().question == BidsDue(), "the first decision")
        await until(lambda: "Bid for the turn order" in screen_text(app), "the game")
        assert [each.refused for each in commands_of(app, app.screen) if each.title == "Invite to watch"] == [""]
        await pilot.press("W")
        await until(lambda: app.clipboard == later, "it on the clipboard")
        await until(lambda: "sekigahara watch INVITE" in screen_text(app), "what to do with it")


@pytest.mark.asyncio
async def test_who_joined_has_nobody_to_invite() -> None:
    game = Game(random_bot(1))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: "Bid for the turn order" in screen_text(app), "the game")
        await pilot.press("W")
        await until(lambda: "Nobody can be invited to watch" in screen_text(app), "why not")
        assert app.clipboard == ""


@pytest.mark.asyncio
async def test_when_no_way_leads_there_each_says_why_and_what_to_do_is_whole() -> None:
    port: Port = SessionPort("Ieyasu")
    reports = [WayReport(way, WayState.FAILED, Reason.SYMMETRIC) for way in (Way.PUNCH, Way.LETTER_BOX)]

    async def play(port: Port) -> None:
        for report in reports:
            port.watch_way(report)
        raise NoWayToHost(reports)

    app = app_of(port, play)
    async with app.run_test(size=NARROW):
        await until(lambda: "The game has stopped" in screen_text(app), "the end")
        text = " ".join(screen_text(app).replace("│", " ").split())
        assert "have the host make a new invite." in text
        assert "Letters in the DHT: the other router takes a new port for each connection" in text


@pytest.mark.asyncio
async def test_the_lobby_tells_how_the_ways_fare_and_takes_answer_codes() -> None:
    port: Port = SessionPort("Ieyasu")
    given: list[str] = []

    def take(code: str) -> None:
        given.append(code)
        if code != "reply2right":
            raise TokenError(Slip.OTHER_GAME)

    async def play(port: Port) -> None:
        port.watch_way(WayReport(Way.ONION, WayState.TRYING, Reason.NOT_READY, facts(percent=45)))
        port.show_answer_code("reply2" + "a" * 40)
        port.take_answers(take)
        await trio.sleep_forever()

    app = app_of(port, play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: "Tor: is connecting itself: 45 %." in screen_text(app), "the way")
        assert "reply2" + "a" * 40 in screen_text(app)
        for code in ("wrong", "reply2right"):
            await pilot.press("a", *code, "enter")
            await until(lambda code=code: code in given, "the code")  # type: ignore[misc]
    assert given == ["wrong", "reply2right"]


class WithNobody(Game):
    """A game against a program at which nobody decides anything."""

    async def _opponent(self, session: Session[State, Answer]) -> None:
        await session.run()


@pytest.mark.asyncio
async def test_while_the_opponent_alone_has_to_answer_it_is_known_since_when() -> None:
    game = WithNobody(random_bot(1))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: "Bid for the turn order" in screen_text(app), "the game")
        assert game.port.situation().asked_at is None, "both are asked"
        await pilot.press("1", "enter")
        await until(lambda: game.port.situation().question is None, "the bid is given")
        await until(lambda: game.port.situation().asked_at is not None, "the opponent alone is asked")


async def play_on_screen(port: Port, play: Callable[[Port], Awaitable[None]], decisions: int | None, seed: int) -> str:
    """Play so many decisions with keys, resign if the game is not over then, and return the result screen's text."""
    app = app_of(port, play)
    random = Random(seed)
    async with app.run_test(size=NARROW) as pilot:
        lines = random_rows(app, random)
        while port.situation().ended is None and decisions != 0:
            await until(lambda: is_asked(app) or port.situation().ended is not None, "a decision")
            if port.situation().ended is None:
                await press_row(app, next(lines))
                decisions = None if decisions is None else decisions - 1
        if port.situation().ended is None:
            await pilot.press("R", "y")
        await until(lambda: port.situation().finished, "both verdicts")
        await until(lambda: isinstance(app.screen, CardScreen), "a box")
        # A game that ends with a combat tells of that first.
        await close_cards(app)
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await pilot.resize_terminal(NARROW[0], 60)  # however much there is to tell of the game
        await until(lambda: "All was checked: nothing false was found." in screen_text(app), "what was found")
        text = screen_text(app)
        game_screen(app).after_game(AfterGame.CHECKED)
        await until(lambda: screen_text(app).count("everything in order") == 2, "both verdicts on the screen")
        return text + screen_text(app)


def is_asked(app: ClientApp) -> bool:
    """Whether there is a decision, and the screen has come to it."""
    situation = app.port.situation()
    return situation.question is not None and has_game(app) and panel_of(app).dialogue is not None


def has_game(app: ClientApp) -> bool:
    """Whether the screen has come from the lobby to the game."""
    return any(isinstance(screen, GameScreen) for screen in app.screen_stack)


@pytest.mark.asyncio
async def test_a_game_over_the_protocol_is_played_resigned_and_audited() -> None:
    game = Game(random_bot(2))
    text = await play_on_screen(game.port, game.play, 12, 5)
    assert "Ishida wins — you have lost" in text
    assert "You resigned." in text
    assert "other side" not in text
    order = f"audit of all {len(game.host.entries)} entries: everything in order."
    assert f"Your {order}" in text
    assert f"{EVIL_NAME}'s {order}" in text
    opened = game.port.situation().opened
    assert all(opened[piece] == face for piece, face in game.joiner.opened.items())
    assert opened, "what the audit has told of both sides' pieces"
    assert audit(SEKIGAHARA, game.host.entries).clean


def bot_process(home: Path) -> subprocess.Popen[str]:
    """The program, joining the game of the invite that it reads with the random bot."""
    command = [sys.executable, "-m", "tui.cli", "join", "-", "--bot", "random"]
    environment = os.environ | {"SEKIGAHARA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=ROOT)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_whole_game_against_a_bot_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Everything real but the terminal: sockets, TLS, files, and the program itself on the other side."""
    data = DataFolder(tmp_path / "own", LocalFileSystem())
    folder = new_hosted_game(data, SEKIGAHARA, HERE_ONLY, name="Ieyasu", side="second")
    process = bot_process(tmp_path / "bot")
    assert process.stdin is not None
    try:

        def tell(token: str) -> None:
            assert process.stdin is not None
            process.stdin.write(token + "\n")
            process.stdin.flush()

        async def play(port: Port) -> None:
            runner: GameRunner[State, Answer] = GameRunner(
                game_named=game_named,
                data=data,
                folder=folder,
                attach=port.attach,
                observe=port.observe,
                watch=Watch(way=port.watch_way, invite=tell),
            )
            await runner.play()

        text = await play_on_screen(SessionPort("Ieyasu"), play, None, 7)
        # It writes its last lines after it has said goodbye.
        output, _ = await asyncio.to_thread(process.communicate)
    finally:
        process.kill()
        process.wait()
    assert " wins — you have " in text
    assert text.count("everything in order") == 2
    assert "audit: clean" in output
    assert process.returncode == 0
    assert audit(SEKIGAHARA, read_record(folder.record(), "record").entries).clean


@pytest.mark.asyncio
async def test_chat_from_the_network_is_shown_as_it_is_and_harmless() -> None:
    game = Game(random_bot(4))
    game.says = "[red]hello[/red] \x1b[31mthere\x07"
    app = app_of(game.port, game.play)
    async with app.run_test(size=(200, 60)) as pilot:
        await until(lambda: bool(game.port.chats()), "the line")
        await until(lambda: game.port.situation().question is not None, "a decision")
        await pilot.pause()
        log = game_screen(app).query_one("#log", TextView).lines
        assert any("[red]hello[/red] there" in line for line in log)
        assert EVIL_NAME in screen_text(app)
        await pilot.press("t", *"hi", "enter")
        await until(lambda: any(chat.own for chat in game.port.chats()), "the own line")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "problem",
    [
        PeerError("R12", "the opponent broke a rule", number=7),
        StorageError(Problem.CANNOT_WRITE, path="record", reason="no space left"),
    ],
)
async def test_what_goes_wrong_between_two_players_is_said_on_the_screen(problem: Exception) -> None:
    port: Port = SessionPort("Ieyasu")
    failures: list[BaseException] = []

    async def play(_: Port) -> None:
        async with trio.open_nursery():
            raise problem

    app = make_app(port, UNICODE, play=run_main(play, port, failures), grace=0, pace=0)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: isinstance(app.screen, TextScreen))
        await pilot.pause()
        assert str(problem) in screen_text(app).replace("\n", " ")
        await pilot.press("enter", "q")
        await pilot.pause()
    assert failures == [problem]
    assert app.mistake is None


@pytest.mark.asyncio
async def test_a_mistake_in_the_program_closes_the_screen_and_is_not_lost() -> None:
    port: Port = SessionPort("Ieyasu")
    mistake = ZeroDivisionError("oh")

    async def play(_: Port) -> None:
        raise mistake

    app = make_app(port, UNICODE, play=run_main(play, port, []), grace=0, pace=0)
    async with app.run_test(size=NARROW):
        await until(lambda: app.mistake is not None)
    assert isinstance(app.mistake, ExceptionGroup | ZeroDivisionError)
    assert app.return_code == 1


@pytest.mark.asyncio
async def test_leaving_lets_the_session_say_goodbye() -> None:
    port: Port = SessionPort("Ieyasu")
    ended: list[str] = []

    async def play(_: Port) -> None:
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.lowlevel.checkpoint()
            ended.append("goodbye")

    app = app_of(port, play)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("q", "y")
        await pilot.pause()
    assert ended == ["goodbye"]


def test_findings_of_the_opponent_are_cleaned() -> None:
    finding = Finding(3, Role.JOINER, "\x1b[31mcheck", "[b]x", "y" * 300)
    words = finding_words(finding, Role.HOST, EVIL_NAME)
    assert "\x1b" not in words
    assert words.startswith(f"entry 3, by {EVIL_NAME}, check: expected [b]x, found yyy")
    assert len(words) <= SENTENCE
    assert "by you" in finding_words(finding, Role.JOINER, EVIL_NAME)


@pytest.mark.parametrize(
    ("notification", "words"),
    [
        (PeerConnected(""), "Your opponent is connected."),
        (PeerConnected("Eve"), "Eve is connected."),
        (
            PeerDisconnected(ConnectionLost(Problem.CLOSED)),
            "The other side closed the connection. Trying to reach the opponent again…",
        ),
        (DialFailed(ConnectionLost(Problem.BROKEN), 0.5), "The connection broke."),
    ],
)
def test_what_goes_on_between_the_programs_is_told(notification: Notification, words: str) -> None:
    assert notification_words(notification) == words


def test_the_seconds_until_the_next_attempt_are_those_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    port: Port = SessionPort("Ieyasu")
    port.observe(DialFailed(ConnectionLost(Problem.BROKEN), 2.5))
    assert port.situation().connecting == "The connection broke. Trying again in 3 seconds…"
    now = 102.0
    assert port.situation().connecting == "The connection broke. Trying again in 1 second…"
    now = 103.0
    assert port.situation().connecting == "The connection broke. Trying again…"
    port.observe(PeerConnected("Eve"))
    assert port.situation().connecting.startswith("Eve is connected. ")


def test_that_the_opponent_has_left_for_now_is_said_until_he_is_there_again() -> None:
    port: Port = SessionPort("Ieyasu")
    port.observe(PeerDisconnected(ConnectionLost(Problem.PEER_LEFT, opponent="Eve")))
    port.observe(DialFailed(ConnectionLost(Problem.BROKEN), 2.5))
    assert port.situation().connecting.startswith("Eve has left for now; the game is kept. Trying again in")
    port.show_invite("an invite")
    assert port.situation().connecting.startswith("Eve has left for now; the game is kept.")
    port.observe(PeerConnected("Eve"))
    port.observe(PeerDisconnected(ConnectionLost(Problem.BROKEN)))
    assert "has left" not in port.situation().connecting


@pytest.mark.asyncio
async def test_an_opponent_who_resigns_is_named_at_once_and_nothing_is_asked_any_more() -> None:
    thinking = threading.Event()
    game = Game(Thinker(thinking))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: is_asked(app))
        game.resign()
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await until(lambda: f"{EVIL_NAME} resigned" in screen_text(app), "who it was")
        assert not is_asked(app)
        ended = game.port.situation().ended
        thinking.set()
        assert ended is not None
        assert ended.winner == game.host.seat
        assert ended.reason == f"{EVIL_NAME} resigned"
        assert ended.early
        await pilot.press("escape")
        await until(lambda: app.screen is game_screen(app), "the game")
        news = game_screen(app).text_view("news").lines
        assert f"{EVIL_NAME} resigned." in [line.strip() for line in news], "that is the news"
        assert "nothing" not in [line.strip() for line in news]


@pytest.mark.asyncio
async def test_the_seconds_for_an_answer_are_counted_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PaymentDue, "even_default", Pay(Degree.MINIMAL, ()))
    game = Game(random_bot(1))
    game.port = SessionPort("Ieyasu", 90.0)
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        lines = random_rows(app, Random(1))
        while not isinstance(game.port.situation().question, PaymentDue):
            assert game.port.situation().answer_by is None
            await until(lambda: is_asked(app), "a decision")
            if not isinstance(game.port.situation().question, PaymentDue):
                await press_row(app, next(lines))
            await pilot.pause()
        answer_by = game.port.situation().answer_by
        assert answer_by is not None
        assert re.search(r"\((90|8\d) s\) Pay for movement", screen_text(app))
        assert "Without an answer in time, Tokugawa buys minimal movement" in " ".join(screen_text(app).split())
        assert game.port.situation().answer_by == answer_by, "looking does not start it again"
        await press_row(app, 0)
        await until(lambda: not isinstance(game.port.situation().question, PaymentDue))
        assert game.port.situation().answer_by is None


class Thinker:
    """Plays as the random bot does, once it is let."""

    def __init__(self, thinking: threading.Event) -> None:
        self._thinking = thinking
        self._bot = random_bot(1)

    def choose(self, view: View[State]) -> Answer:
        self._thinking.wait()
        return self._bot.choose(view)


@pytest.mark.asyncio
async def test_the_own_secret_answer_stays_in_sight_until_both_have_answered() -> None:
    thinking = threading.Event()
    game = Game(Thinker(thinking))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW):
        await until(lambda: is_asked(app))
        assert game.port.situation().sealed is None
        for number in (0, -1):
            await press_row(app, number % len(panel_of(app).rows))
        await until(lambda: game.port.situation().question is None)
        told = f"Your answer, which {EVIL_NAME} does not see yet: bids "
        await until(lambda: note_in_sight(app).startswith(told), "what was bid")
        thinking.set()
        await until(lambda: game.port.situation().sealed is None, "the other bid")
        await until(lambda: told not in screen_text(app))


@pytest.mark.asyncio
async def test_a_resignation_while_the_opponent_thinks_ends_the_game_at_once() -> None:
    thinking = threading.Event()
    game = Game(Thinker(thinking))
    app = app_of(game.port, game.play)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: is_asked(app))
        for number in (0, -1):
            await press_row(app, number % len(panel_of(app).rows))
        await until(lambda: game.port.situation().question is None)
        assert game.host.author is Role.JOINER, "it is the opponent's turn to write"
        await pilot.press("R", "y")
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await until(lambda: "You resigned." in screen_text(app), "who it was")
        thinking.set()


def test_before_a_game_against_a_bot_it_is_said_step_by_step_what_is_waited_for() -> None:
    port: Port = SessionPort("Ieyasu")
    port.wait_for_bot()
    assert port.situation().connection == "The bot's program starts…"
    port.observe(PeerConnected("Steady bot"))
    assert "Both programs shuffle and seal what is hidden" in port.situation().connection
    port.stop("The connection is lost.")
    assert port.situation().connection == "The connection is lost."


def test_that_the_opponent_has_left_after_the_game_is_said_to_who_has_not_asked_for_a_rematch_too() -> None:
    port: Port = SessionPort("Ieyasu")
    over: Any = SimpleNamespace(rematch=Rematch(), table=SimpleNamespace(finished=True, opponent_name="Eve"))
    assert port._rematch(over) == "", "there was never one to be had"
    port.observe(RematchDeclined())
    assert port._rematch(over) == "Eve has left: there is no rematch."
