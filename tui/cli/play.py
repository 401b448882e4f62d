"""The commands that play: host, join, solo and resume.

Whether a command can be carried out is seen here, before anything is on the screen. What it takes to play, the rules
and the network, is read when the game begins (`tui.cli.seats`): on the screen that is after the first thing is shown.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from p2p.errors import StorageError
from p2p.store.file_system import reason
from protocol.errors import LocalError
from tui.cli.checks import check_target, need_a_player, need_a_screen
from tui.cli.errors import WrongCommand, complain
from tui.cli.offered import check_bot, chosen_game, wish_for
from tui.cli.program import PROGRAM
from tui.cli.read_ahead import read_for_bot, read_for_screen
from tui.language import _

if TYPE_CHECKING:
    from p2p.store.game_folder import GameFolder
    from tui.cli.on_screen import GameOnScreen
    from tui.cli.seats import Seat
    from tui.table import Table

    Sit: TypeAlias = Callable[[ExitStack], Seat]
    """Takes a seat, with what is to be closed when the game is left."""


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


@_keeping_the_game
def host_game(options: argparse.Namespace) -> int:
    """Host a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
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

    return _play(sit, options.bot, options, game=choice.kind.name, copy=options.copy)


@_keeping_the_game
def join_game(options: argparse.Namespace) -> int:
    """Join a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    check_target(options.record)
    from p2p.reach.invitation import parse_invitation
    from p2p.reach.tokens import LONGEST_TEXT
    from tui.cli.ways import ways_to_join

    if options.tied:
        read_for_bot(options.bot)  # the program that has started this one is not ready yet either
    token = sys.stdin.readline(LONGEST_TEXT + 1) if options.token == "-" else options.token  # noqa: S105  a dash is no password
    parse_invitation(token)
    ways = ways_to_join(options)
    need_a_player(options.bot, plain=options.plain)

    def sit(_stack: ExitStack) -> Seat:
        from tui.cli.seats import joining_seat

        return joining_seat(token, ways, options)

    return _play(sit, options.bot, options, tied=options.tied)


@_keeping_the_game
def play_solo(options: argparse.Namespace) -> int:
    """Play against a bot as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
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

    return _play(sit, None, options, game=choice.kind.name)


@_keeping_the_game
def resume_game(options: argparse.Namespace) -> int:
    """Go on with a game as `options` say; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
    check_target(options.record)
    from msgspec.structs import replace

    from p2p.store.data_folder import open_data_folder
    from tui.cli.games import game_to_resume, stage_and_result
    from tui.cli.ways import ways_to_resume

    data = open_data_folder(PROGRAM)
    game = game_to_resume(data, options.game or "")
    if game is None:
        print(_("No game was chosen, so none goes on."))
        return 0
    folder = data.folder(game.name)
    if game.damage:
        raise LocalError(_("{name} is damaged: {damage}").format(name=game.name, damage=game.damage))
    if game.progress.finished and not game.progress.undelivered:
        with suppress(StorageError), folder.playing():
            pass  # a program that was killed after the last entry may have left half a file, which this clears away
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

    return _play(sit, bot, options, game=game.game, tied=options.tied and not game.opponent_bot)


# -- playing it


def _play(
    sit: Sit, bot: str | None, options: argparse.Namespace, *, game: str = "", tied: bool = False, copy: bool = False
) -> int:
    """Play with a bot and lines of text, or with a person, who has a screen or (`--plain`) lines too. The exit status.

    `game`: which it is, as far as that is known. `tied`: only as long as this program's input is open. `copy`: the
    invite is copied when it is there.
    """
    taken: list[Seat] = []
    with ExitStack() as stack:

        def seat() -> Seat:
            taken.append(sit(stack))
            return taken[0]

        try:
            if bot is not None:
                from tui.cli.in_text import play_in_text

                own = seat()
                status = play_in_text(own.runner, bot, own.opponent, tied=tied)
            elif options.plain:
                from tui.cli.in_plain import play_in_plain

                own = seat()
                status = play_in_plain(own.runner, own.opponent)
            else:
                status = _play_on_screen(seat, game, copy=copy)
        finally:
            target: str | None = options.record
            copied = target is None or all(
                _copy_records(own.runner.games or [own.runner.folder], target) for own in taken
            )
    return status if copied else status or 1


def _play_on_screen(seat: Callable[[], Seat], game: str, *, copy: bool) -> int:
    """Play until the player leaves; then say where the game is. The exit status."""
    from tui.app import make_app
    from tui.terminal import glyphs_of_terminal

    games: list[GameOnScreen] = []

    def open_table() -> Table:
        from tui.cli.on_screen import GameOnScreen

        games.append(GameOnScreen(seat(), copy=copy))
        read_for_screen(game)  # while the opponent is waited for
        return games[0].table

    app = make_app(glyphs=glyphs_of_terminal(), opening=open_table)
    try:
        app.run()
    finally:
        for played in games:
            for line in played.where_it_is():
                print(line)
    for played in games:
        played.raise_failure()
    return app.return_code or 0


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
