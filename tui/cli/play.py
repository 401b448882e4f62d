"""The commands that play: host, join, solo and resume."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec.structs import replace as changed

from p2p.errors import StorageError
from p2p.game_runner import GameRunner
from p2p.new_games import joined_game, new_hosted_game
from p2p.reach.invitation import parse_invitation
from p2p.reach.tokens import LONGEST_TEXT
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.file_system import reason
from p2p.store.game_folder import HERE_ONLY, GameFolder
from p2p.store.game_list import delete_expired
from p2p.store.rematches import first_game
from protocol.errors import LocalError
from tui.cli.checks import check_target, game_to_resume, need_a_player, need_a_screen
from tui.cli.commands.arguments import CHALLENGE_WINDOW
from tui.cli.errors import WrongCommand, complain
from tui.cli.games import stage_and_result
from tui.cli.in_plain import play_in_plain
from tui.cli.in_text import play_in_text
from tui.cli.offered import check_bot, chosen_game, game_named, usual_bot, wish_for
from tui.cli.on_screen import play_on_screen
from tui.cli.opponent import ENDING, Opponent, bot_process
from tui.cli.program import PROGRAM
from tui.cli.ways import ways_to_host, ways_to_join, ways_to_resume
from tui.games import bot_name
from tui.language import _

BOT_WINDOW: Final = 0.02
"""Seconds for a bot's answer (R24): longer than it needs for any, shorter than anybody minds."""
BOT_ABSENCE: Final = 60.0
ALWAYS: Final = ("--rematch", "9999999")
"""The bot that this program starts plays again as often as the player likes."""
FIRST_CONTACT: Final = 30.0
"""Seconds in which a host that is there can be reached."""

Runner: TypeAlias = GameRunner[Any, Any]


def _keeping_the_game(play: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A command that plays, which tells a player who interrupts it what becomes of the game."""

    @wraps(play)
    def play_until_interrupted(options: argparse.Namespace) -> int:
        try:
            return play(options)
        except KeyboardInterrupt:
            print(_("Interrupted; the game is kept. `sekigahara resume` continues it."), file=sys.stderr)
            return 130

    return play_until_interrupted


def _tidy(data: DataFolder) -> None:
    """Forget games that nobody has come to for a month, before there is one more."""
    with suppress(StorageError):
        delete_expired(data, time.time())


@_keeping_the_game
def host_game(options: argparse.Namespace) -> int:
    """Host a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    game = chosen_game(options.game, options.option)
    side = wish_for(game, options.side)
    check_bot(game, options.bot)
    check_target(options.record)
    ways = ways_to_host(options)
    need_a_player(options.bot, plain=options.plain)
    data = open_data_folder(PROGRAM)
    _tidy(data)
    signs = _signs(data, options)
    name, bot = options.name, options.bot or ""
    folder = new_hosted_game(
        data, game, ways, name=name, side=side, bot=bot, signs=signs, clock=options.clock, watch=options.watch
    )
    runner = _runner(data, folder, options, options.bot)
    return _play(runner, options.bot, options.record, copy=options.copy, plain=options.plain)


@_keeping_the_game
def join_game(options: argparse.Namespace) -> int:
    """Join a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    check_target(options.record)
    token = sys.stdin.readline(LONGEST_TEXT + 1) if options.token == "-" else options.token  # noqa: S105  a dash is no password
    parse_invitation(token)
    ways = ways_to_join(options)
    need_a_player(options.bot, plain=options.plain)
    data = open_data_folder(PROGRAM)
    name, bot = options.name, options.bot or ""
    folder = joined_game(
        data, token, name=name, bot=bot, signs=_signs(data, options), ways=ways, watchable=not options.no_watchers
    )
    runner = _reaching_soon(_runner(data, folder, options, options.bot))
    return _play(runner, options.bot, options.record, tied=options.tied, plain=options.plain)


def _signs(data: DataFolder, options: argparse.Namespace) -> bool:
    """Whether the player wants to be known; the first time the key is made. Raises StorageError before the game."""
    if options.sign_as_me:
        data.make_person_key()
    return bool(options.sign_as_me)


@_keeping_the_game
def play_solo(options: argparse.Namespace) -> int:
    """Play against a bot as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    game = chosen_game(options.game, options.option)
    side = wish_for(game, options.side)
    bot = options.bot or usual_bot(game)
    check_bot(game, bot)
    check_target(options.record)
    if not options.plain:
        need_a_screen()
    data = open_data_folder(PROGRAM)
    _tidy(data)
    folder = new_hosted_game(data, game, HERE_ONLY, name=options.name, side=side, opponent=bot)
    name = bot_name(bot)
    with bot_process(folder, ["join", "-", "--bot", bot, "--name", name, *ALWAYS]) as opponent:
        return _play(_against_bot(data, folder), None, options.record, opponent, plain=options.plain)


@_keeping_the_game
def resume_game(options: argparse.Namespace) -> int:
    """Go on with a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    check_target(options.record)
    data = open_data_folder(PROGRAM)
    game = game_to_resume(data, options.game or "")
    folder = data.folder(game.name)
    if game.damage:
        raise LocalError(_("{name} is damaged: {damage}").format(name=game.name, damage=game.damage))
    if game.progress.finished:
        print(
            _("The game {name} is over: {result}. `sekigahara audit {path}` checks it.").format(
                name=game.name, result=stage_and_result(game.progress)[1], path=folder.path
            )
        )
        return 0
    bot = options.bot or game.bot or None
    about = folder.about()
    ways = ways_to_resume(options, about.role, about.ways)
    if ways != about.ways:
        if game.opponent_bot:
            raise WrongCommand(_("This game is against a bot on this machine: no way to anybody else is needed."))
        folder.save_about(changed(about, ways=ways))
    need_a_player(bot, plain=options.plain)
    if not game.opponent_bot:
        runner = _runner(data, folder, options, bot)
        runner = _reaching_soon(runner, runner.timeouts.absence or FIRST_CONTACT) if bot else runner
        return _play(runner, bot, options.record, tied=options.tied, plain=options.plain)
    with bot_process(first_game(data, folder), ["resume", "--bot", game.opponent_bot, *ALWAYS]) as opponent:
        return _play(_against_bot(data, folder), bot, options.record, opponent, plain=options.plain)


# -- putting a game together


def _runner(data: DataFolder, folder: GameFolder, options: argparse.Namespace, bot: str | None) -> Runner:
    """How a game against somebody else is played: answers whose time would tell take even time (R24)."""
    window = options.challenge_window or (BOT_WINDOW if bot else CHALLENGE_WINDOW)
    absence = options.absence or (BOT_ABSENCE if bot and not options.tied else None)
    return replace(
        _against_bot(data, folder),
        rematches=options.rematch if bot else None,
        lock_patience=ENDING if options.tied else 0.0,
        timing=AnswerTiming(window, use_default=not bot),
        timeouts=Timeouts(absence=absence),
    )


def _reaching_soon(runner: Runner, seconds: float = FIRST_CONTACT) -> Runner:
    """An opponent who cannot be reached in so many seconds is not waited for without an end."""
    return replace(runner, timeouts=replace(runner.timeouts, first_contact=seconds))


def _against_bot(data: DataFolder, folder: GameFolder) -> Runner:
    """A bot that this program has started draws no conclusions from the time that an answer takes."""

    def nobody(session: Session[Any, Any]) -> None:
        """Nobody plays yet."""

    return GameRunner(game_named=game_named, data=data, folder=folder, attach=nobody, rematches=None)


# -- playing it


def _play(
    runner: Runner,
    bot: str | None,
    record: str | None,
    opponent: Opponent | None = None,
    *,
    tied: bool = False,
    plain: bool = False,
    copy: bool = False,
) -> int:
    """Play with a bot and lines of text, or with a person, who has a screen or (`plain`) lines too. The exit status."""
    try:
        if bot is not None:
            status = play_in_text(runner, bot, opponent, tied=tied)
        elif plain:
            status = play_in_plain(runner, opponent)
        else:
            status = play_on_screen(runner, opponent, copy=copy)
    finally:
        copied = record is None or _copy_records(runner.games or [runner.folder], record)
    return status if copied else status or 1


def _copy_records(games: list[GameFolder], target: str) -> bool:
    """Whether the record of each game is now kept a second time; complains of each that is not.

    That of the first is at `target`, game.record, those of its rematches beside it: game-2.record, game-3.record.
    """
    begun = [games[0], *[folder for folder in games[1:] if folder.has_record()]]
    first = Path(target)
    targets = [target, *[str(first.with_stem(f"{first.stem}-{number}")) for number in range(2, len(begun) + 1)]]
    copied = [_copy_record(folder, place) for folder, place in zip(begun, targets, strict=True)]
    return all(copied)


def _copy_record(folder: GameFolder, target: str) -> bool:
    """Whether the record is now at `target` too; complains if not."""
    if not folder.record_path.exists():
        complain(
            LocalError(
                _("Nothing was written to {path}: the game has not begun, so it has no record.").format(path=target)
            )
        )
        return False
    try:
        shutil.copyfile(folder.record_path, target)
        if folder.seen_path.exists():
            shutil.copyfile(folder.seen_path, f"{target}.seen")
    except OSError as error:
        complain(
            LocalError(
                _("The record was not copied to {path} ({reason}); it is {record}.").format(
                    path=target, reason=_(reason(error)), record=folder.record_path
                )
            )
        )
        return False
    return True
