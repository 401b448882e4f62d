"""The commands that only read files: `sekigahara audit` and `sekigahara games`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from rich.cells import cell_len, set_cell_size

from engine.sekigahara import SEKIGAHARA
from p2p.errors import StorageError
from p2p.home import GameFolder, open_home
from p2p.journal import reason
from p2p.text import NAME_LIMIT, clean
from protocol.audit import Report, audit
from protocol.errors import RecordError
from protocol.record import Record, read_record
from protocol.transcript import Finding, Role

CLEAN: Final = 0
FOUND: Final = 1
UNREADABLE: Final = 2
SIDES: Final = ("tokugawa", "ishida")
WIDTH: Final = 80
"""Columns of the list of games."""
OPPONENT_WIDTH: Final = 16
"""Columns that no name in it gets more than; the other columns do not need so many."""

Row: TypeAlias = dict[str, str | bool]


def audit_file(name: str, *, as_json: bool) -> int:
    """Check a record and print what was found. The exit status of `sekigahara audit`."""
    path = Path(name)
    if path.is_dir():
        path /= "record"
    try:
        record = read_record(path.read_bytes(), str(path))
        if not record.entries:
            raise RecordError(str(path), "the file holds no entries", "Choose the record of a game that was begun")
    except OSError as error:
        return _unreadable(f"{path}: {reason(error)}. Choose the record of a game.", as_json)
    except RecordError as error:
        return _unreadable(str(error), as_json)
    report = audit(SEKIGAHARA, record.entries)
    if as_json:
        print(json.dumps(as_plain(report, record), indent=2))
    else:
        if record.message:
            print(f"{record.message}.")
        for line in report.lines():
            print(line)
        print(f"audit: {verdict_line(report)}")
    return CLEAN if report.clean else FOUND


def verdict_line(report: Report) -> str:
    """The audit in a few words."""
    if report.violations:
        count = len(report.violations)
        return f"{count} violation{'' if count == 1 else 's'} found"
    if report.unopened:
        return "no violation found, but not all could be checked"
    return "clean"


def as_plain(report: Report, record: Record) -> dict[str, Any]:
    """The report as plain data for `--json`."""
    outcome = report.outcome
    return {
        "clean": report.clean,
        "complete": report.complete,
        "entries": report.entries,
        "followed": report.followed,
        "torn_bytes": record.torn,
        "game": report.game_id.hex(),
        "players": [
            {
                "role": role.name.lower(),
                "name": report.names[role] if role < len(report.names) else None,
                "side": SIDES[report.seats[role]] if role < len(report.seats) else None,
                "seed_opened": role not in report.unopened,
                "verdict_signed": bool(report.seats) and report.seats[role] < len(report.verdicts),
            }
            for role in Role
        ],
        "outcome": None
        if outcome is None
        else {"winner": None if outcome.winner is None else SIDES[outcome.winner], "reason": outcome.reason},
        "violations": [_plain_finding(finding) for finding in report.violations],
    }


def list_games(*, as_json: bool) -> int:
    """Print the games on this machine. The exit status of `sekigahara games`."""
    home = open_home()
    try:
        rows = newest_first(home.games())
    except StorageError as error:
        print(f"error: {error}", file=sys.stderr)
        return FOUND
    if as_json:
        print(json.dumps(rows, indent=2))
        return CLEAN
    if not rows:
        print(f"There are no games in {home.path}. `sekigahara solo` begins one.")
        return CLEAN
    for line in table_of_games(rows):
        print(line)
    for row in rows:
        if row["stage"] == "damaged":
            print(f"{row['game']} is damaged: {row['result']}")
    print("A game's record is the file `record` in its folder, GAME in")
    print(home.path / "games")
    return CLEAN


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
        unknown: Row = dict.fromkeys(("name", "side", "opponent"), "?")
        return where | unknown | {"stage": "damaged", "result": str(error), "finished": True}
    return where | {
        "name": clean(about.name, NAME_LIMIT),
        "side": SIDES[progress.seat] if progress.seat >= 0 else "-",
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


def _plain_finding(finding: Finding) -> dict[str, Any]:
    return {
        "entry": finding.number,
        "author": None if finding.author is None else finding.author.name.lower(),
        "check": finding.check,
        "expected": finding.expected,
        "found": finding.found,
    }


def _unreadable(problem: str, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": problem}, indent=2))
    else:
        print(f"error: {problem}", file=sys.stderr)
    return UNREADABLE
