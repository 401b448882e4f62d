"""`sekigahara audit`: a game checked from its record alone, or what a proof shows."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.hidden import Game
from p2p.errors import StorageError
from p2p.progress import is_untold, person_of
from p2p.store.file_system import LocalFileSystem, reason
from p2p.store.game_folder import GameFolder, Progress
from protocol.audit import audit
from protocol.canonical import encode
from protocol.equivocation import PROOF_TAG, read_proof
from protocol.errors import RecordError
from protocol.findings import Finding
from protocol.proving import load_proofs
from protocol.record import Record
from protocol.report import Report
from protocol.roles import Role
from protocol.signed_head import kept_heads
from protocol.standing import Standing, standing
from tui.cli.proof import proof_data, proof_lines_of
from tui.cli.records import bytes_of, folder_of_the_last, game_of, path_named, record_in
from tui.grammar import sentence
from tui.language import _
from tui.network_words import error_words, torn_words
from tui.person_words import fingerprint, key_words
from tui.record_words import (
    by_side,
    integrity_line,
    outcome_reason,
    player_words,
    report_lines,
    standing_data,
    verdict_line,
)

CLEAN: Final = 0
FOUND: Final = 1
UNREADABLE: Final = 2

PROOF_START: Final = encode([PROOF_TAG, 0, 0, 0, 0])[: 2 + len(PROOF_TAG)]
"""How a proof begins: a list of five, the tag the first."""


def audit_file(name: str, *, as_json: bool) -> int:
    """Check a record or a proof, without a name the record of the game played last, and print what was found.

    The exit status of `sekigahara audit`.
    """
    path = path_named(name) if name else folder_of_the_last()
    if not name and not as_json:
        told = _("This is {game}, played last. `sekigahara games` lists all, `sekigahara audit GAME` takes one.")
        print(told.format(game=path.name))
    beside, kept, own = None, None, None
    if path.is_dir():
        kept, own = _progress_of(path), _role_of(path)
        beside = path / "proof"
        path /= "record"
    try:
        data = bytes_of(path)
        if data.startswith(PROOF_START):
            return _show_proof(data, path, as_json=as_json)
        record = record_in(data, path)
        game = game_of(record, str(path))
        proof = bytes_of(beside) if beside is not None and beside.exists() else None
        seen = path.with_name(f"{path.name}.seen")
        heads = kept_heads(bytes_of(seen)) if seen.is_file() else []
    except OSError as error:
        return _unreadable(
            _("{path}: {reason}. Choose the record of a game.").format(path=path, reason=_(reason(error))), as_json
        )
    except RecordError as error:
        return _unreadable(error_words(error), as_json)
    load_proofs()
    report = audit(game, record.entries)
    worth = standing(report, heads)
    untold = None
    if own is not None and worth.withheld is not None and is_untold(worth.withheld, record.entries, own):
        # A record alone does not tell who breaks off; whose game it is knows that the other one may not know yet.
        untold, worth = worth.withheld.role, replace(worth, withheld=None)
    # What had come after the end once is missing, if this game was known to be over.
    was_over = kept is None or kept.finished
    unconfirmed = untold is not None and report.faultless and not record.torn and not was_over
    persons = persons_of(record.entries, report)
    if as_json:
        plain = as_plain(game, report, record, worth, persons)
        plain["unconfirmed_by"] = untold.word if untold is not None and unconfirmed else None
        print(json.dumps(plain if proof is None else {**plain, "proof": str(beside)}, indent=2))
    else:
        if record.torn:
            print(torn_words(record.torn, len(record.entries)))
        shown = [fingerprint(person) if person else "" for person in persons]
        for line in report_lines(game, report, worth, shown):
            print(line)
        if untold is not None:
            told = _("{player} has not confirmed the end: it may not have heard of it yet")
            print(sentence(told.format(player=player_words(report, untold))))
        if kept is not None and kept.leaving and report.outcome is None:
            print(_("But the player of this game has resigned, which the record does not say yet."))
        if proof is not None:
            print(
                _("There is a proof beside the record: `sekigahara audit {beside}` tells what it shows.").format(
                    beside=beside
                )
            )
        verdict = _("clean as far as it goes, the end is not confirmed") if unconfirmed else verdict_line(report)
        print(_("audit: {verdict}").format(verdict=verdict))
    return CLEAN if (report.clean or unconfirmed) and proof is None else FOUND


def _progress_of(folder: Path) -> Progress | None:
    """What is kept beside a game of where it stands; None if the folder does not say."""
    with suppress(StorageError):
        return GameFolder(folder, LocalFileSystem()).progress()
    return None


def _role_of(folder: Path) -> Role | None:
    """Which of the two players the game of a folder is; None if the folder does not say."""
    with suppress(StorageError):
        return Role.HOST if GameFolder(folder, LocalFileSystem()).about().role == "host" else Role.JOINER
    return None


def _show_proof(data: bytes, path: Path, *, as_json: bool) -> int:
    """Tell what a proof shows, to somebody who knows neither player."""
    shown = read_proof(data, str(path))
    if as_json:
        print(json.dumps(proof_data(shown), indent=2))
    else:
        for line in proof_lines_of(shown):
            print(line)
    return FOUND


def persons_of(entries: Sequence[bytes], report: Report) -> tuple[str, str]:
    """By role, the long-term public key that each player has signed with; empty if with none."""
    known = [person_of(entries, role) if role < min(len(report.names), report.followed) else "" for role in Role]
    return known[0], known[1]


def as_plain(
    game: Game[Any, Any], report: Report, record: Record, worth: Standing, persons: tuple[str, str]
) -> dict[str, Any]:
    """The report as plain data for `--json`."""
    outcome = report.outcome
    seats = game.seats
    return {
        "clean": report.clean,
        "complete": report.complete,
        "integrity": report.integrity.name.lower(),
        "integrity_words": integrity_line(report),
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
                "person": _plain_person(persons[role]),
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
            "reason": outcome_reason(game, outcome, by_side(game)),
        },
        "standing": standing_data(game, worth),
        "violations": [_plain_finding(finding) for finding in report.violations],
        "damage": [{"entry": damage.number, "check": damage.check} for damage in report.damage],
    }


def _plain_person(person: str) -> dict[str, str] | None:
    return {"key": person, "fingerprint": fingerprint(person), "words": key_words(person)} if person else None


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
        print(_("error: {problem}").format(problem=problem), file=sys.stderr)
    return UNREADABLE
