"""`sekigahara games`: the games on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from p2p.store.data_folder import open_data_folder
from p2p.store.game_folder import GameFolder
from rich.cells import cell_len, set_cell_size

from p2p.errors import StorageError
from p2p.text import NAME_LIMIT, clean
from tui.cli.offered import side_name
from tui.cli.parser import PROGRAM

WIDTH: Final = 80
"""Columns of the list of games."""
OPPONENT_WIDTH: Final = 16
"""Columns that no name in it gets more than; the other columns do not need so many."""

Row: TypeAlias = dict[str, str | bool]


def list_games(*, as_json: bool) -> int:
    """Print the games on this machine. The exit status of `sekigahara games`."""
    data = open_data_folder(PROGRAM)
    try:
        rows = newest_first(data.games())
    except StorageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps(rows, indent=2))
        return 0
    if not rows:
        print(f"There are no games in {data.path}. `sekigahara solo` begins one.")
        return 0
    for line in table_of_games(rows):
        print(line)
    for row in rows:
        if row["stage"] == "damaged":
            print(f"{row['game']} is damaged: {row['result']}")
    print("A game's record is the file `record` in its folder, GAME in")
    print(data.games_path)
    return 0


def newest_first(folders: Iterable[GameFolder]) -> list[Row]:
    """What is told of each game, the one that was played last first."""
    return sorted((_row(folder) for folder in folders), key=lambda row: str(row["changed"]), reverse=True)


def table_of_games(rows: Sequence[Row]) -> list[str]:
    """The games as lines of at most `WIDTH` columns, with a heading."""
    cells = [("GAME", "LAST CHANGE", "SIDE", "OPPONENT", "STAND"), *(_cells(row) for row in rows)]
    widths = [min(max(cell_len(cell) for cell in column), OPPONENT_WIDTH) for column in zip(*cells, strict=True)][:-1]
    rest = WIDTH - sum(widths) - 2 * len(widths)
    return ["  ".join(map(_fit, line, [*widths, rest])).rstrip() for line in cells]


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    changed = datetime.fromisoformat(str(row["changed"])).astimezone().strftime("%Y-%m-%d %H:%M")
    stand = row["result"] if row["finished"] and row["stage"] != "damaged" else row["stage"]
    return str(row["game"]), changed, str(row["side"]), str(row["opponent"]), str(stand)


def _fit(text: str, width: int) -> str:
    """`text` in exactly `width` columns, of which a Chinese character takes two."""
    return set_cell_size(text if cell_len(text) <= width else set_cell_size(text, width - 3) + "...", width)


def _row(folder: GameFolder) -> Row:
    """What is told of one game; a damaged folder is told of as such."""
    where: Row = {"game": folder.name, "changed": _last_change(folder.path), "record": str(folder.record_path)}
    try:
        about, progress = folder.about(), folder.progress()
    except StorageError as error:
        unknown: Row = dict.fromkeys(("kind", "name", "side", "opponent"), "?")
        return where | unknown | {"stage": "damaged", "result": str(error), "finished": True}
    return where | {
        "kind": about.game or "-",
        "name": clean(about.name, NAME_LIMIT),
        "side": side_name(about.game, progress.seat),
        "opponent": clean(progress.opponent, NAME_LIMIT) or "-",
        "stage": progress.stage or "not begun",
        "result": progress.result or "unfinished",
        "finished": progress.finished,
    }


def _last_change(path: Path) -> str:
    """When a file of the game was last written, as ISO 8601 in universal time."""
    times = [0.0]
    for name in ("about.json", "progress.json", "record"):
        with suppress(OSError):
            times.append((path / name).stat().st_mtime)
    return datetime.fromtimestamp(max(times), UTC).isoformat(timespec="milliseconds")
