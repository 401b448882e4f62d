"""`sekigahara audit`: a game checked from its record alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from engine.hidden import Game
from p2p.store.file_system import reason
from protocol.audit import audit
from protocol.errors import PeerError, RecordError
from protocol.findings import Finding
from protocol.record import Record, offer_in, read_record
from protocol.report import Integrity, Report
from protocol.roles import Role
from tui.cli.catalogue import OFFERED
from tui.cli.offered import game_named
from tui.cli.progress import outcome_words

CLEAN: Final = 0
FOUND: Final = 1
UNREADABLE: Final = 2


def audit_file(name: str, *, as_json: bool) -> int:
    """Check a record and print what was found. The exit status of `sekigahara audit`."""
    path = Path(name)
    if path.is_dir():
        path /= "record"
    try:
        record = read_record(path.read_bytes(), str(path))
        if not record.entries:
            raise RecordError(str(path), "the file holds no entries", "Choose the record of a game that was begun")
        game = game_of(record.entries, str(path))
    except OSError as error:
        return _unreadable(f"{path}: {reason(error)}. Choose the record of a game.", as_json)
    except RecordError as error:
        return _unreadable(str(error), as_json)
    report = audit(game, record.entries)
    if as_json:
        print(json.dumps(as_plain(game, report, record), indent=2))
    else:
        if record.message:
            print(f"{record.message}.")
        for line in report.lines():
            print(line)
        print(f"audit: {verdict_line(report)}")
    return CLEAN if report.clean else FOUND


def game_of(entries: Sequence[bytes], path: str) -> Game[Any, Any]:
    """The game that the record says it is of. Raises RecordError if it is not known here."""
    try:
        offer = offer_in(entries)
    except PeerError:
        return OFFERED[0].make({})  # the audit says what is wrong with the entry
    try:
        return game_named(offer.game, offer.settings)
    except LookupError as error:
        raise RecordError(path, str(error), "Audit it with a program that knows the game") from error


def verdict_line(report: Report) -> str:
    """The audit in a few words."""
    if report.violations:
        count = len(report.violations)
        return f"{count} violation{'' if count == 1 else 's'} found"
    if report.integrity is Integrity.FOREIGN:
        return "not a record that this program can check"
    if report.integrity is Integrity.EDITED:
        return "the record has been edited"
    return "clean" if report.clean else "no violation found, but not all could be checked"


def as_plain(game: Game[Any, Any], report: Report, record: Record) -> dict[str, Any]:
    """The report as plain data for `--json`."""
    outcome = report.outcome
    seats = game.seats
    return {
        "clean": report.clean,
        "complete": report.complete,
        "integrity": report.integrity.name.lower(),
        "entries": report.entries,
        "followed": report.followed,
        "torn_bytes": record.torn,
        "kind": game.name,
        "game": report.game_id.hex(),
        "players": [
            {
                "role": role.word,
                "name": report.names[role] if role < len(report.names) else None,
                "side": seats[report.seats[role]] if role < len(report.seats) else None,
                "seed_opened": role not in report.unopened,
                "verdict_signed": bool(report.seats) and report.seats[role] < len(report.verdicts),
            }
            for role in Role
        ],
        "outcome": None
        if outcome is None
        else {
            "how": type(outcome).__name__.lower(),
            "winner": None if outcome.winner is None else seats[outcome.winner],
            "reason": outcome_words(game, outcome),
        },
        "violations": [_plain_finding(finding) for finding in report.violations],
        "damage": [{"entry": damage.number, "check": damage.check} for damage in report.damage],
    }


def _plain_finding(finding: Finding) -> dict[str, Any]:
    return {
        "entry": finding.number,
        "author": finding.author.word,
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
