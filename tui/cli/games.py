"""`sekigahara games`: the games on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from textwrap import wrap
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size

from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.game_folder import GameFolder, Progress
from p2p.store.game_list import GameSummary, list_games
from p2p.text import clean
from protocol.errors import LocalError
from tui.cli.errors import WrongCommand
from tui.cli.offered import side_name, side_words
from tui.cli.program import PROGRAM
from tui.language import N_, _, plural, spoken
from tui.terminal import on_a_terminal

WIDTH: Final = 80
"""Columns of the list of games."""
NARROWEST: Final = 12
"""Columns that the last column has at least."""
TURNS: Final = {"own": N_("you are next"), "opponent": N_("the opponent is next")}
"""Who owes the next entry: who never writes it loses the game. Of what both are asked, who has not answered it."""

LISTED: Final = 100
"""Games that are over and are listed unless all are asked for."""

OPPONENT_WIDTH: Final = 16
"""Columns that no name in it gets more than; the other columns do not need so many."""

Row: TypeAlias = dict[str, str | bool]


def show_games(*, as_json: bool, every: bool = False) -> int:
    """Print the games on this machine: all that are not over, and `every` other one or the last of them.

    The exit status of `sekigahara games`. `as_json` has them all.
    """
    data = open_data_folder(PROGRAM)
    games = games_in(data)
    if as_json:
        print(json.dumps([_row(data, game) for game in games], indent=2))
        return 0
    if not games:
        print(_("There are no games in {path}. `sekigahara solo` begins one.").format(path=data.path))
        return 0
    listed = games if every else lately_played(games)
    for line in table_of_games(listed):
        print(line)
    if left := len(games) - len(listed):
        print(
            plural(
                left,
                "One older game that is over is not listed: `sekigahara games --all` lists it.",
                "{count} older games that are over are not listed: `sekigahara games --all` lists them.",
            )
        )
    for game in listed:
        if game.damage:
            print(_("{name} is damaged: {damage}").format(name=game.name, damage=game.damage))
    print(_("A game's record is the file `record` in its folder, GAME in"))
    print(data.games_path)
    return 0


def lately_played(games: list[GameSummary]) -> list[GameSummary]:
    """All that can be gone on with or are damaged, and the `LISTED` others that come first."""
    over = [game.name for game in games if game.progress.finished and not game.damage]
    left = set(over[LISTED:])
    return [game for game in games if game.name not in left]


def delete_game(name: str) -> int:
    """Remove a game for good. The exit status of `sekigahara games --delete NAME`."""
    data = open_data_folder(PROGRAM)
    found = [game for game in games_in(data) if name and game.name.startswith(name)]
    if len(found) != 1:
        problem = (
            _("Several games begin with {name!r}: say which.").format(name=name)
            if found
            else _("There is no game called {name!r}.").format(name=name)
        )
        raise WrongCommand(problem, table_of_games(found) if found else ())
    (game,) = found
    if game.begun and game.can_go_on and name != game.name:
        raise LocalError(
            _(
                "The game {name} is not over, and without its folder it is lost for you. To delete it all the same, "
                "give its whole name: `sekigahara games --delete {name}`."
            ).format(name=game.name)
        )
    data.folder(game.name).delete()
    print(_("The game {name} is deleted.").format(name=game.name))
    return 0


def game_to_resume(data: DataFolder, name: str) -> GameSummary | None:
    """The one game whose name begins with `name`; if there are several, the one of them that is not over.

    If there are several of these, whoever sits at a terminal is asked which; None if none is chosen. Raises
    WrongCommand, with the games that there are to choose from, where nobody is, StorageError, or LocalError if there is
    none.
    """
    games = games_in(data)
    named = [game for game in games if game.name.startswith(name)]
    if name and len(named) == 1:
        return named[0]
    going_on = [game for game in named if game.can_go_on]
    if len(going_on) == 1:
        return going_on[0]
    choice = going_on or [game for game in games if game.can_go_on]
    if not choice:
        if name:
            raise WrongCommand(
                _("There is no game called {name!r} to go on with; `sekigahara solo` begins one.").format(name=name)
            )
        raise LocalError(_("There is no game to go on with; `sekigahara solo` begins one."))
    if not name:
        problem = _("Several games are not over: say which, with `sekigahara resume GAME`.")
    elif going_on:
        problem = _("Several games that are not over begin with {name!r}: say which.").format(name=name)
    else:
        problem = _("There is no game called {name!r} to go on with. These are not over:").format(name=name)
    if not on_a_terminal():
        raise WrongCommand(problem, table_of_games(choice))
    return _asked(choice)


def _asked(games: Sequence[GameSummary]) -> GameSummary | None:
    """The one of the games that is chosen by its number; None if none is."""
    for number, game in enumerate(games, 1):
        print(f"{number}) {line_of_game(game)}")
    while True:
        try:
            answer = input(_("Which game goes on? Its number, or nothing for none: ")).strip()
        except EOFError:
            print()
            return None
        if not answer:
            return None
        if answer.isdecimal() and 0 < int(answer) <= len(games):
            return games[int(answer) - 1]
        print(_("There is no {number} in this list.").format(number=clean(answer, 20)))


def games_in(data: DataFolder) -> list[GameSummary]:
    """What is told of each game, the one that was played last first. Raises StorageError."""

    def rebuild(folder: GameFolder) -> Progress:
        from tui.cli.rebuilding import rebuilt  # and with it the network: seldom needed

        return rebuilt(folder)

    return list_games(data, rebuild)


def stage_and_result(progress: Progress) -> tuple[str, str]:
    """Both in the language that is spoken."""
    return progress.told.get(spoken(), (progress.stage, progress.result))


def table_of_games(games: Iterable[GameSummary]) -> list[str]:
    """The games as lines of at most `WIDTH` columns, with a heading."""
    heads = (_("GAME"), _("LAST CHANGE"), _("SIDE"), _("OPPONENT"), _("STAND"))
    cells = [heads, *map(_cells, games)]
    widths = [min(max(map(cell_len, column)), OPPONENT_WIDTH) for column in zip(*cells, strict=True)][:-1]
    before = sum(widths) + 2 * len(widths)
    lines = []
    for *fitting, stand in cells:
        # A long result goes on below: the end of it says why.
        room = max(WIDTH - before, NARROWEST)
        first, *more = wrap(stand, room) if len(stand) > room else [stand]
        lines.append(("  ".join(map(fit, fitting, widths)) + "  " + first).rstrip())
        lines += [" " * before + part for part in more]
    return lines


def _cells(game: GameSummary) -> tuple[str, str, str, str, str]:
    changed = datetime.fromtimestamp(game.changed).astimezone().strftime("%Y-%m-%d %H:%M")
    if game.damage:
        return game.name, changed, "?", "?", _("damaged")
    return game.name, changed, side_words(game.game, game.progress.seat), game.progress.opponent or "-", _stand(game)


def line_of_game(game: GameSummary) -> str:
    """A game in one line, safe to be shown."""
    name, changed, side, opponent, stand = _cells(game)
    return _("{game} {name}, {changed}: {side} against {opponent}, {stand}").format(
        game=game.game or "-", name=name, changed=changed, side=side, opponent=opponent, stand=stand
    )


def _stand(game: GameSummary) -> str:
    progress = game.progress
    stage, result = stage_and_result(progress)
    if min(progress.winner, progress.seat) >= 0:
        words = _("you won; {result}") if progress.winner == progress.seat else _("you lost; {result}")
        result = words.format(result=result)
    if progress.finished:
        return result
    stage = stage or _("not begun")
    if progress.leaving:
        left = _("you have resigned, {opponent} has not confirmed it")
        return f"{stage}; {left.format(opponent=progress.opponent or _('the opponent'))}"
    if progress.result:
        return _("{result}; not checked by both programs yet").format(result=result)
    if not progress.stage or not progress.turn:
        return stage
    return f"{stage}; {_('you both are next') if progress.both_choose else _(TURNS[progress.turn])}"


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` columns, of which a Chinese character takes two."""
    return set_cell_size(text if cell_len(text) <= width else set_cell_size(text, width - 3) + "...", width)


def _row(data: DataFolder, game: GameSummary) -> Row:
    """What is told of one game to programs; a damaged one is told of as such.

    `game` is the name of the folder here. The opponent's program calls it so as well, unless it had another of that
    name, such as where both play from one folder; `id` is the same for both.
    """
    where: Row = {
        "game": game.name,
        "changed": datetime.fromtimestamp(game.changed, UTC).isoformat(timespec="milliseconds"),
        "record": str(data.folder(game.name).record_path),
    }
    if game.damage:
        unknown: Row = dict.fromkeys(("kind", "name", "side", "opponent"), "?")
        nobody: Row = {"id": "-", "winner": "-", "next": "-"}
        return where | unknown | {"stage": "damaged", "result": game.damage, "finished": True} | nobody
    progress = game.progress
    return where | {
        "kind": game.game or "-",
        "name": game.own_name,
        "side": side_name(game.game, progress.seat),
        "opponent": progress.opponent or "-",
        "id": progress.game_id or "-",
        "stage": progress.stage or "not begun",
        "result": progress.result or "unfinished",
        "finished": progress.finished,
        "winner": side_name(game.game, progress.winner),
        "next": progress.turn or "-",
    }
