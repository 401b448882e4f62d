"""The commands that only read files: `sekigahara audit` and `sekigahara games`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.sekigahara import SEKIGAHARA
from p2p.errors import StorageError
from p2p.home import GameFolder, open_home
from p2p.journal import reason
from protocol.audit import Report, audit
from protocol.errors import RecordError
from protocol.record import Record, read_record
from protocol.transcript import Finding, Role

CLEAN: Final = 0
FOUND: Final = 1
UNREADABLE: Final = 2
SIDES: Final = ("tokugawa", "ishida")


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
        rows = [_row(folder) for folder in home.games()]
    except StorageError as error:
        print(f"error: {error}", file=sys.stderr)
        return FOUND
    if as_json:
        print(json.dumps(rows, indent=2))
        return CLEAN
    if not rows:
        print(f"There are no games in {home.path}. `sekigahara solo` begins one.")
        return CLEAN
    titles = {"game": "GAME", "name": "YOU", "side": "SIDE", "opponent": "OPPONENT", "stage": "STAGE"}
    titles |= {"result": "RESULT", "record": "RECORD"}
    widths = {key: max(len(title), *(len(str(row[key])) for row in rows)) for key, title in titles.items()}
    lines: list[Mapping[str, str | bool]] = [titles, *rows]
    for line in lines:
        print("  ".join(str(line[key]).ljust(width) for key, width in widths.items()).rstrip())
    return CLEAN


def _row(folder: GameFolder) -> dict[str, str | bool]:
    """What is told of one game; a damaged folder is told of as such."""
    try:
        about, progress = folder.about(), folder.progress()
    except StorageError as error:
        damaged: dict[str, str | bool] = dict.fromkeys(("name", "side", "opponent", "stage"), "?")
        return damaged | {
            "game": folder.name,
            "result": str(error),
            "record": str(folder.record_path),
            "finished": True,
        }
    return {
        "game": folder.name,
        "name": about.name,
        "side": SIDES[progress.seat] if progress.seat >= 0 else "-",
        "opponent": progress.opponent or "-",
        "stage": progress.stage or "not begun",
        "result": progress.result or "unfinished",
        "record": str(folder.record_path),
        "finished": progress.finished,
    }


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
