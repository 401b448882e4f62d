"""The commands that play: host, join, solo and resume. With a bot there is no screen, only lines of text."""

from __future__ import annotations

import argparse
import os
import random
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import trio
from engine.sekigahara.actions import Action, Challenge

from engine.hidden import Face, Piece, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import bot as make_bot
from engine.sekigahara.state import State
from p2p.answers import EvenAnswers
from p2p.errors import InviteError, LinkError, RefusedError, StorageError
from p2p.home import GameFolder, Home, open_home
from p2p.invite import parse_invite
from p2p.journal import reason
from p2p.listen import LOOPBACK, listen, reachable_at
from p2p.news import Connected, Disconnected, News
from p2p.opening import Opening, Wish, joined_game, new_hosted_game
from p2p.players import play_with
from p2p.session import Pace
from p2p.text import clean
from p2p.together import run_together
from protocol.errors import LocalError, PeerError, RecordError
from protocol.transcript import Finding, Role
from tui.cli import CHALLENGE_WINDOW
from tui.cli.checks import (
    WrongCommand,
    check_addresses,
    check_target,
    game_to_resume,
    listening_at,
    need_a_player,
    need_a_screen,
)
from tui.cli.progress import LINE, Diary, GameSession, log_path, result_of, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tui.session_port import SessionPort

EVEN_KINDS: Final = frozenset({"challenge"})
BOT_WINDOW: Final = 0.02
"""Seconds for a bot's answer (R24): longer than it needs for any, shorter than anybody minds."""
BOT_ABSENCE: Final = 60.0
ORPHANED: Final = 10.0
"""Seconds after which the bot of a solo game takes it that the game's program has died."""
ATTEMPTS: Final = 5
WISHES: Final[dict[str, Wish]] = {"tokugawa": "first", "ishida": "second", "random": "random"}
ERRORS: Final = (LinkError, PeerError, RecordError, LocalError)


def run(options: argparse.Namespace) -> int:
    """Carry out a parsed command that plays; returns the exit status."""
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "host": _host,
        "join": _join,
        "solo": _solo,
        "resume": _resume,
    }
    try:
        return commands[options.command](options)
    except (InviteError, WrongCommand) as error:
        _complain(error)
        for line in error.more if isinstance(error, WrongCommand) else ():
            print(line, file=sys.stderr)
        return 2
    except ERRORS as error:
        _complain(error)
        return 1
    except KeyboardInterrupt:
        print("Interrupted; the game is kept. `sekigahara resume` continues it.", file=sys.stderr)
        return 130


def _host(options: argparse.Namespace) -> int:
    check_target(options.record)
    check_addresses(options.address)
    home = open_home()
    with listening_at(options.listen) as listener:
        need_a_player(options.bot)
        addresses = (*options.address, *reachable_at(listener))
        folder, token = new_hosted_game(
            home,
            listener,
            tuple(dict.fromkeys(addresses))[:8],
            name=options.name,
            side=WISHES[options.side],
            bot=options.bot or "",
            opponent="",
        )
        print(f"invite: {token}", flush=True)
        opening = replace(_opening(home, folder, options, options.bot), listener=listener)
        return _play(opening, options.bot, options.record, token)


def _join(options: argparse.Namespace) -> int:
    check_target(options.record)
    token = sys.stdin.readline() if options.token == "-" else options.token  # noqa: S105  a dash is no password
    parse_invite(token)
    need_a_player(options.bot)
    home = open_home()
    folder = joined_game(home, token, name=options.name, bot=options.bot or "")
    opening = replace(_opening(home, folder, options, options.bot), attempts=ATTEMPTS)
    try:
        return _play(opening, options.bot, options.record)
    except RefusedError:
        folder.discard()
        raise


def _solo(options: argparse.Namespace) -> int:
    check_target(options.record)
    need_a_screen()
    home = open_home()
    with listen(LOOPBACK, 0) as listener:
        folder, token = new_hosted_game(
            home,
            listener,
            (LOOPBACK,),
            name=options.name,
            side=WISHES[options.side],
            bot="",
            opponent=options.bot,
        )
        opening = replace(_against_bot(home, folder), listener=listener)
        arguments = ["join", "-", "--bot", options.bot, "--name", f"{options.bot.title()} bot"]
        with _bot_process(folder, arguments, token) as process:
            return _play(opening, None, options.record, opponent=process)


def _resume(options: argparse.Namespace) -> int:
    check_target(options.record)
    home = open_home()
    folder = game_to_resume(home, options.game or "")
    about, progress = folder.about(), folder.progress()
    if progress.finished:
        print(f"The game {folder.name} is over: {progress.result}. `sekigahara audit {folder.path}` checks it.")
        return 0
    name = options.bot or about.bot or None
    need_a_player(name)
    if not about.opponent_bot:
        token = about.invite if about.role == "host" else ""
        if token:
            print(f"invite: {token}", flush=True)
        opening = replace(_opening(home, folder, options, name), attempts=ATTEMPTS if name else None)
        return _play(opening, name, options.record, token)
    with _bot_process(folder, ["resume", "--bot", about.opponent_bot], about.invite) as process:
        return _play(_against_bot(home, folder), name, options.record, opponent=process)


# -- putting a game together


def _opening(home: Home, folder: GameFolder, options: argparse.Namespace, bot: str | None) -> Opening[State, Action]:
    """How a game against somebody else is played: answers to deployments take even time (R24)."""
    window = options.challenge_window or (BOT_WINDOW if bot else CHALLENGE_WINDOW)
    absence = options.absence or (BOT_ABSENCE if bot else None)
    return _blank_opening(home, folder, EvenAnswers(EVEN_KINDS, window, None if bot else _no_challenge), absence)


def _against_bot(home: Home, folder: GameFolder) -> Opening[State, Action]:
    """A bot that this program has started draws no conclusions from the time that an answer takes."""
    return _blank_opening(home, folder, None, None)


def _blank_opening(
    home: Home, folder: GameFolder, even: EvenAnswers[State, Action] | None, absence: float | None
) -> Opening[State, Action]:
    return Opening(
        game=SEKIGAHARA,
        home=home,
        folder=folder,
        attach=_nothing,
        observe=_nothing,
        report=_nothing,
        even=even,
        pace=Pace(absence=absence),
    )


def _no_challenge(state: State, seat: Seat, kind: str) -> Action:
    return Challenge(None)


def _nothing(_: object) -> None:
    """Nobody listens yet."""


# -- playing it


def _play(
    opening: Opening[State, Action],
    bot: str | None,
    record: str | None,
    token: str = "",
    opponent: subprocess.Popen[str] | None = None,
) -> int:
    """Play with a bot and lines of text, or with a person and a screen. The exit status.

    `opponent`: the process that plays the other side, if this program has started it.
    """
    diary = Diary(opening.folder, opponent=opponent)
    try:
        status = _play_on_screen(opening, diary, token) if bot is None else _play_in_text(opening, diary, bot)
    finally:
        copied = record is None or _copy_record(opening.folder, record)
    return status if copied else status or 1


def _play_on_screen(opening: Opening[State, Action], diary: Diary, token: str) -> int:
    from tui.online import run_client

    async def play(port: SessionPort) -> None:
        def attach(session: GameSession) -> None:
            diary.attach(session)
            port.attach(session)

        def observe(news: News) -> None:
            diary.observe(news)
            port.observe(news)

        if token:
            port.show_invite(token)
        opened = replace(opening, attach=attach, observe=observe, report=port.report)
        await run_together(opened.play, diary.watch_opponent, until_first=True)

    even = opening.even
    windows = dict.fromkeys(even.kinds, even.window) if even is not None else None
    broken = False
    try:
        return run_client(play, own_name=opening.folder.about().name, windows=windows)
    except PeerError:
        broken = True
        raise
    finally:
        for line in _farewell(opening.folder, over=broken or opening.folder.progress().finished):
            print(line)


def _farewell(folder: GameFolder, *, over: bool) -> list[str]:
    """What a player who has left the screen wants to know: where the record is, and what can be done with it."""
    if folder.record():
        record = f"The game's record is {folder.record_path}."
        if over:
            return [record, f"`sekigahara audit {shlex.quote(str(folder.path))}` checks it."]
        return [record, f"The game is not over: `sekigahara resume {folder.name}` goes on with it."]
    if folder.about().role == "host":
        return [f"The game has not begun: `sekigahara resume {folder.name}` waits for the opponent again."]
    return ["The game has not begun: joining with the same invite tries again."]


def _play_in_text(opening: Opening[State, Action], diary: Diary, name: str) -> int:
    sessions: list[GameSession] = []
    ready = trio.Event()
    player = make_bot(name, random.Random(secrets.randbits(128)))

    def attach(session: GameSession) -> None:
        diary.attach(session)
        sessions.append(session)
        ready.set()

    def observe(news: News) -> None:
        diary.observe(news)
        if isinstance(news, Connected | Disconnected):
            say(news.sentence)

    def choose(state: State, seat: Seat, faces: Mapping[Piece, Face], kind: str) -> Action:
        return player.choose(state, seat, faces)

    async def decide() -> None:
        await ready.wait()
        await play_with(sessions[0], choose)
        await trio.sleep_forever()

    diary.tell_weeks = True
    opened = replace(opening, attach=attach, observe=observe, report=say)
    try:
        trio.run(partial(run_together, opened.play, decide, diary.watch_opponent, until_first=True))
    except* KeyboardInterrupt:
        raise KeyboardInterrupt from None
    return _conclude(sessions[0])


def _conclude(session: GameSession) -> int:
    """Print the end of a game; returns the exit status."""
    table, traffic = session.table, session.traffic
    print(f"result: {result_of(table)}")
    print(
        f"traffic: {traffic.bytes_sent} bytes sent, {traffic.bytes_received} bytes received, "
        f"{table.head.count} entries, {traffic.round_trips} round trips"
    )
    verdict = table.verdict
    if verdict is not None and verdict.clean:
        print("audit: clean", flush=True)
        return 0
    for whose, findings in (("own", verdict and verdict.own), ("the opponent's", verdict and verdict.theirs)):
        if findings is None:
            print(f"audit: {whose} verdict is not signed")
        for finding in findings or ():
            print(f"audit: {whose} verdict: {_finding(finding)}")
    sys.stdout.flush()
    return 1


def _finding(finding: Finding) -> str:
    author = "one of the two" if finding.author is None else Role(finding.author).name.lower()
    text = f"entry {finding.number}, by {author}, {finding.check}: "
    return clean(f"{text}expected {finding.expected}, found {finding.found}", LINE)


# -- odds and ends


@contextmanager
def _bot_process(folder: GameFolder, arguments: list[str], token: str) -> Iterator[subprocess.Popen[str]]:
    """The opponent of a solo game: this program once more, with a home of its own in the game's folder."""
    environment = os.environ | {"SEKIGAHARA_HOME": str(folder.path / "opponent")}
    command = [sys.executable, "-m", "tui.cli", *arguments, "--absence", f"{ORPHANED:g}"]
    with ExitStack() as stack:
        try:
            log = stack.enter_context(log_path(folder).open("ab"))
        except OSError as error:
            raise StorageError(f"{log_path(folder)} cannot be written: {error.strerror}.") from error
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603  this program itself, no shell
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        )
        stack.callback(process.terminate)
        if process.stdin is not None:
            # By this way, since a command line can be read by everybody on the machine.
            # If it has ended already, whoever waits for it will notice.
            with suppress(BrokenPipeError):
                process.stdin.write(f"{token}\n")
                process.stdin.close()
        yield process


def _copy_record(folder: GameFolder, target: str) -> bool:
    """Whether the record is now at `target` too; complains if not."""
    if not folder.record_path.exists():
        _complain(LinkError(f"Nothing was written to {target}: the game has not begun, so it has no record."))
        return False
    try:
        shutil.copyfile(folder.record_path, target)
    except OSError as error:
        _complain(LinkError(f"The record was not copied to {target} ({reason(error)}); it is {folder.record_path}."))
        return False
    return True


def _complain(error: Exception) -> None:
    print(f"error: {clean(str(error), 1000)}", file=sys.stderr)
