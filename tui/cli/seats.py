"""Seats at a game over the network: the folder of a new game or one that is kept, and how it is to be played.

With this module come the rules and the network, so a command reads it when the game begins, and not before.
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from p2p.errors import StorageError
from p2p.game_runner import GameRunner
from p2p.new_games import Wish, joined_game, new_hosted_game
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.game_folder import HERE_ONLY, GameFolder, Ways
from p2p.store.game_list import delete_expired
from p2p.store.rematches import first_game
from tui.cli.commands.arguments import CHALLENGE_WINDOW
from tui.cli.offered import Choice, game_named
from tui.cli.opponent import ENDING, Opponent, bot_process
from tui.cli.program import PROGRAM
from tui.games import bot_name

BOT_WINDOW: Final = 0.02
"""Seconds for a bot's answer (R24): longer than it needs for any, shorter than anybody minds."""
BOT_ABSENCE: Final = 60.0
ALWAYS: Final = ("--rematch", "9999999")
"""The bot that this program starts plays again as often as the player likes."""
FIRST_CONTACT: Final = 30.0
"""Seconds in which a host that is there can be reached."""

Runner: TypeAlias = GameRunner[Any, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """A game that is ready to be played; the opponent, if this program has started it."""

    runner: Runner
    opponent: Opponent | None = None


def hosting_seat(choice: Choice, side: Wish, ways: Ways, options: argparse.Namespace) -> Seat:
    """At a new game that is hosted."""
    data = open_data_folder(PROGRAM)
    _tidy(data)
    game = choice.make()
    folder = new_hosted_game(
        data,
        game,
        ways,
        name=options.name,
        side=side,
        bot=options.bot or "",
        signs=_signs(data, options),
        clock=options.clock,
        watch=options.watch,
    )
    return Seat(_runner(data, folder, options, options.bot))


def joining_seat(token: str, ways: Ways | None, options: argparse.Namespace) -> Seat:
    """At the game of an invite."""
    data = open_data_folder(PROGRAM)
    folder = joined_game(
        data,
        token,
        name=options.name,
        bot=options.bot or "",
        signs=_signs(data, options),
        ways=ways,
        watchable=not options.no_watchers,
    )
    return Seat(_reaching_soon(_runner(data, folder, options, options.bot)))


def solo_seat(choice: Choice, side: Wish, bot: str, own_name: str, stack: ExitStack) -> Seat:
    """At a new game against a bot, whose program runs as long as `stack` is open."""
    data = open_data_folder(PROGRAM)
    _tidy(data)
    folder = new_hosted_game(data, choice.make(), HERE_ONLY, name=own_name, side=side, opponent=bot)
    opponent = stack.enter_context(bot_process(folder, ["join", "-", "--bot", bot, "--name", bot_name(bot), *ALWAYS]))
    return Seat(_against_bot(data, folder), opponent)


def kept_seat(data: DataFolder, folder: GameFolder, bot: str | None, options: argparse.Namespace) -> Seat:
    """At a game that goes on against somebody else."""
    runner = _runner(data, folder, options, bot)
    return Seat(_reaching_soon(runner, runner.timeouts.absence or FIRST_CONTACT) if bot else runner)


def kept_solo_seat(data: DataFolder, folder: GameFolder, opponent_bot: str, stack: ExitStack) -> Seat:
    """At a game that goes on against a bot, whose program runs as long as `stack` is open."""
    arguments = ["resume", "--bot", opponent_bot, *ALWAYS]
    return Seat(_against_bot(data, folder), stack.enter_context(bot_process(first_game(data, folder), arguments)))


def _tidy(data: DataFolder) -> None:
    """Forget games that nobody has come to for a month, before there is one more."""
    with suppress(StorageError):
        delete_expired(data, time.time())


def _signs(data: DataFolder, options: argparse.Namespace) -> bool:
    """Whether the player wants to be known; the first time the key is made. Raises StorageError before the game."""
    if options.sign_as_me:
        data.make_person_key()
    return bool(options.sign_as_me)


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
