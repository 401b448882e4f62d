"""The commands that play: host, join, solo and resume.

Whether a command can be carried out is seen here, before anything is on the screen. What it takes to play, the rules
and the network, is read when the game begins (`tui.cli.seats`): on the screen that is after the first thing is shown.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeAlias

from p2p.store.file_system import reason
from protocol.errors import LocalError
from tui.cli.checks import check_target, need_a_player, need_a_screen
from tui.cli.errors import WrongCommand, complain
from tui.cli.offered import check_bot, chosen_game, wish_for
from tui.cli.parser import PROGRAM
from tui.language import _

if TYPE_CHECKING:
    from p2p.store.game_folder import GameFolder
    from tui.cli.on_screen import GameOnScreen
    from tui.cli.seats import Seat
    from tui.table import Table

    Sit: TypeAlias = Callable[[ExitStack], Seat]
    """Takes a seat, with what is to be closed when the game is left."""


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
    except KeyboardInterrupt:
        print(_("Interrupted; the game is kept. `sekigahara resume` continues it."), file=sys.stderr)
        return 130


def _host(options: argparse.Namespace) -> int:
    choice = chosen_game(options.game, options.option)
    side = wish_for(choice.kind, options.side)
    check_bot(choice.kind, options.bot)
    check_target(options.record)
    from tui.cli.ways import ways_to_host

    ways = ways_to_host(options)
    need_a_player(options.bot, plain=options.plain)

    def sit(_stack: ExitStack) -> Seat:
        from tui.cli.seats import hosting_seat

        return hosting_seat(choice, side, ways, options)

    return _play(sit, options.bot, options, copy=options.copy)


def _join(options: argparse.Namespace) -> int:
    check_target(options.record)
    from p2p.reach.invitation import parse_invitation
    from p2p.reach.tokens import LONGEST_TEXT
    from tui.cli.ways import ways_to_join

    token = sys.stdin.readline(LONGEST_TEXT + 1) if options.token == "-" else options.token  # noqa: S105  a dash is no password
    parse_invitation(token)
    ways = ways_to_join(options)
    need_a_player(options.bot, plain=options.plain)

    def sit(_stack: ExitStack) -> Seat:
        from tui.cli.seats import joining_seat

        return joining_seat(token, ways, options)

    return _play(sit, options.bot, options, tied=options.tied)


def _solo(options: argparse.Namespace) -> int:
    choice = chosen_game(options.game, options.option)
    side = wish_for(choice.kind, options.side)
    bot = options.bot or choice.kind.bots[0]
    check_bot(choice.kind, bot)
    check_target(options.record)
    if not options.plain:
        need_a_screen()

    def sit(stack: ExitStack) -> Seat:
        from tui.cli.seats import solo_seat

        return solo_seat(choice, side, bot, options.name, stack)

    return _play(sit, None, options)


def _resume(options: argparse.Namespace) -> int:
    check_target(options.record)
    from msgspec.structs import replace

    from p2p.store.data_folder import open_data_folder
    from tui.cli.games import game_to_resume, stage_and_result
    from tui.cli.ways import ways_to_resume

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
        folder.save_about(replace(about, ways=ways))
    need_a_player(bot, plain=options.plain)

    def sit(stack: ExitStack) -> Seat:
        from tui.cli.seats import kept_seat, kept_solo_seat

        if game.opponent_bot:
            return kept_solo_seat(data, folder, game.opponent_bot, stack)
        return kept_seat(data, folder, bot, options)

    return _play(sit, bot, options, tied=options.tied and not game.opponent_bot)


# -- playing it


def _play(sit: Sit, bot: str | None, options: argparse.Namespace, *, tied: bool = False, copy: bool = False) -> int:
    """Play with a bot and lines of text, or with a person, who has a screen or (`--plain`) lines too. The exit status.

    `tied`: only as long as this program's input is open. `copy`: the invite is copied when it is there.
    """
    folders: list[GameFolder] = []
    with ExitStack() as stack:

        def seat() -> Seat:
            taken = sit(stack)
            folders.append(taken.runner.folder)
            return taken

        try:
            if bot is not None:
                from tui.cli.in_text import play_in_text

                taken = seat()
                status = play_in_text(taken.runner, bot, taken.opponent, tied=tied)
            elif options.plain:
                from tui.cli.in_plain import play_in_plain

                taken = seat()
                status = play_in_plain(taken.runner, taken.opponent)
            else:
                status = _play_on_screen(seat, copy=copy)
        finally:
            target: str | None = options.record
            copied = target is None or all(_copy_record(folder, target) for folder in folders)
    return status if copied else status or 1


def _play_on_screen(seat: Callable[[], Seat], *, copy: bool) -> int:
    """Play until the player leaves; then say where the game is. The exit status."""
    from tui.app import make_app
    from tui.terminal import glyphs_of_terminal

    games: list[GameOnScreen] = []

    def open_table() -> Table:
        from tui.cli.on_screen import GameOnScreen

        games.append(GameOnScreen(seat(), copy=copy))
        return games[0].table

    app = make_app(glyphs=glyphs_of_terminal(), opening=open_table)
    try:
        app.run()
    finally:
        for game in games:
            for line in game.where_it_is():
                print(line)
    if app.mistake is not None:
        raise app.mistake
    for game in games:
        game.raise_failure()
    return app.return_code or 0


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
