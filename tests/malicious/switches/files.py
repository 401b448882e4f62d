"""Attempts at files: records edited and cut, old ones put back, secrets read; and bad luck with them (threats 21, 22,
31, 33 to 35).
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.two_programs import ROOT, Program, run
from protocol.record import read_record
from protocol.roles import Role
from protocol.transcript import read_entry
from tests.malicious.arena import Arena, left_behind
from tests.malicious.outcome import Honest, Outcome, checked, game_left, judge, report_of
from tests.malicious.switch import PREVENTED, Expected, Switch, When
from tests.malicious.switches.mixes import SwapAtAMix
from tests.protocol.pair import write_record

AUDIT = Expected(When.AUDIT)


def audited(arena: Arena, record: bytes) -> dict[str, Any]:
    """What the audit command says of a record that somebody shows."""
    path = arena.folder / "shown.record"
    path.write_bytes(record)
    found: dict[str, Any] = json.loads(run(arena.folder, "audit", "--json", str(path)).stdout)
    return found


class _Played(Switch):
    """Plays a short honest game; what it then does to the record is `edit`."""

    threat, stops_after = 35, 2

    def run(self, arena: Arena) -> Outcome:
        played = arena.play_against(_honest(self))
        (path,) = (arena.folder / "honest" / "games").glob("*/record")
        entries = list(read_record(path.read_bytes()).entries)
        assert report_of(entries).complete
        report = audited(arena, self.edit(entries))
        return self.told(played, report)

    def edit(self, entries: list[bytes]) -> bytes:
        raise NotImplementedError

    def told(self, played: Outcome, report: dict[str, Any]) -> Outcome:
        """Seen by the audit, and nobody accused of it."""
        accused = {found["author"] for found in report.get("violations", ())}
        damage = report.get("damage") or ()
        check = damage[0]["check"] if damage else report.get("integrity", "unreadable" if "error" in report else "")
        seen = not report.get("clean", False)
        outcome = Outcome(
            self.name,
            self.threat,
            When.AUDIT if seen else When.UNSEEN,
            check,
            self.named(accused),
            played.game,
            played.secrets,
            str(report.get("integrity_words") or report.get("error") or ""),
        )
        return checked(self, outcome)

    def named(self, accused: set[str]) -> str:
        return "an innocent" if accused else "nobody"


def _honest(switch: Switch) -> Switch:
    """A switch of the same name that plays honestly."""

    class Honestly(Switch):
        name, threat, expected, stops_after = switch.name, switch.threat, PREVENTED, switch.stops_after

        def begun(self, table: Any) -> None:
            self.done = True

    return Honestly()


class CutTheRecord(_Played):
    """shows a record without its end, in which it lost"""

    name, threat, expected = "cut-the-record", 21, Expected(When.AUDIT, "cut")

    def edit(self, entries: list[bytes]) -> bytes:
        return write_record(entries[:-6])


class ChangeAnEntry(_Played):
    """changes a byte of an entry, and mends the file's checksums"""

    name, threat, expected = "change-an-entry", 21, Expected(When.AUDIT, "signature|encoding|chain|version|game")

    def edit(self, entries: list[bytes]) -> bytes:
        entry = bytearray(entries[9])
        entry[len(entry) // 2] ^= 1
        return write_record([*entries[:9], bytes(entry), *entries[10:]])


class ExchangeTwoEntries(_Played):
    """exchanges two entries, so that the second seems to come out of turn"""

    name, expected = "exchange-two-entries", Expected(When.AUDIT, "number|chain|signature")

    def edit(self, entries: list[bytes]) -> bytes:
        entries[8], entries[9] = entries[9], entries[8]
        return write_record(entries)


class NameAnInnocent(_Played):
    """leaves out an entry of the honest player's, so that it seems to have left"""

    name, expected = "leave-an-entry-out", Expected(When.AUDIT, "number|chain|signature")

    def edit(self, entries: list[bytes]) -> bytes:
        number = next(place for place in range(10, len(entries)) if read_entry(entries[place]).role is Role.HOST)
        return write_record([*entries[:number], *entries[number + 1 :]])


class AddJunk(_Played):
    """adds junk behind the end, so that the record seems to be edited by the other"""

    name, expected = "add-junk", Expected(When.AUDIT)

    def edit(self, entries: list[bytes]) -> bytes:
        return write_record([*entries, b"\x90" + bytes(80)])


class HideACheat(Switch):
    """is caught at a shuffle, and changes its own entry in the record so that nobody signed it"""

    name, threat, expected = "hide-a-cheat", 35, Expected(When.AUDIT, "signature|encoding|chain")

    def run(self, arena: Arena) -> Outcome:
        caught = arena.play_against(SwapAtAMix())
        (path,) = (arena.folder / "honest" / "games").glob("*/record")
        entries = list(read_record(path.read_bytes()).entries)
        last = bytearray(entries[-1])
        last[-1] ^= 1
        report = audited(arena, write_record([*entries[:-1], bytes(last)]))
        # The honest player's own copy still has the signed entry: the cheat stays named in it.
        still = report_of(entries).violations
        seen = not report["clean"] and report["damage"] and len(still) == 1
        check = report["damage"][0]["check"] if report["damage"] else ""
        named = "the cheat" if still and still[0].author is Role.JOINER and not report["violations"] else "an innocent"
        when = When.AUDIT if seen else When.UNSEEN
        said = str(report["integrity_words"])
        return checked(self, Outcome(self.name, 35, when, check, named, caught.game, caught.secrets, said))


# -- the honest player's own files


class ReadTheFiles(Switch):
    """reads the honest player's files as another user of the machine"""

    name, threat, expected, stops_after = "read-the-files", 31, PREVENTED, 1

    def begun(self, table: Any) -> None:
        self.done = True

    def run(self, arena: Arena) -> Outcome:
        outcome = arena.play_against(self)
        home = arena.folder / "honest"
        paths = [home, *home.rglob("*")]
        loose = [str(path.name) for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]
        wrong = (f"open to others: {', '.join(loose)}",) if loose else ()
        return Outcome(**{**outcome.__dict__, "wrong": outcome.wrong + wrong})


class ForeseeTheSecrets(Switch):
    """starts an honest program twice from the same files and the same state of Python's chance, and compares"""

    name, threat, expected = "foresee-the-secrets", 33, PREVENTED

    def run(self, arena: Arena) -> Outcome:
        arena.folder.mkdir(parents=True, exist_ok=True)
        code = (
            "import random; random.seed(1600); from protocol.seeds import Secrets; "
            "from p2p.wire.handshake import secrets; "
            "own = Secrets.generate(); print(own.seed.hex(), own.signing_key.hex(), secrets.token_hex(32))"
        )
        environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
        seen: list[str] = []
        for _ in range(6):
            result = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
            )
            seen += result.stdout.split()
        when = When.PREVENTED if len(set(seen)) == len(seen) == 18 else When.UNSEEN
        return checked(self, Outcome(self.name, 33, when, "", "nobody", "whole; not begun", "whole"))


class _BadLuck(Switch):
    """Something happens to the honest program's own machine, and it goes on from its files."""

    expected = PREVENTED

    def strike(self, arena: Arena, home: Path) -> None:
        """What happens while the honest program is down."""

    def run(self, arena: Arena) -> Outcome:
        host, token = arena.host("honest")
        joiner = arena.join(token, "joiner", "--absence", "60")
        try:
            stop_in_mid_game(host)
            self.strike(arena, host.home)
            host.kill()
            host = arena.resume("honest")
            left = left_behind(host, Role.HOST)
        finally:
            host.kill()
            joiner.kill()
        return judge(self, left, b"", done=True, notes={})


def stop_in_mid_game(host: Program, size: int = 40_000) -> None:
    """End a host's program, as `kill -9` does, when its record has `size` bytes."""
    host.line("is connected")
    record = next(host.home.glob("games/*/record"))
    while record.stat().st_size < size:
        if host.process.poll() is not None:
            return
    host.process.kill()
    host.process.wait()


class PullThePlug(_BadLuck):
    """pulls the plug of the honest player's machine in the middle of a write"""

    name, threat = "pull-the-plug", 34

    def strike(self, arena: Arena, home: Path) -> None:
        """The last entry is torn. What was never acknowledged may be lost, the rest comes back."""
        (record,) = home.glob("games/*/record")
        entries = read_record(record.read_bytes()).entries
        last = len(entries) - 1
        while read_entry(entries[last]).role is Role.HOST:
            last -= 1
        whole = write_record(entries[:last])
        torn = write_record(entries[last : last + 1])[:-7]
        record.write_bytes(whole + torn)


class FillTheDisk(_BadLuck):
    """fills the honest player's disk"""

    name, threat = "fill-the-disk", 34

    def run(self, arena: Arena) -> Outcome:
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        host, token = arena.host("honest")
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (30_000, hard))
        joiner = arena.join(token, "joiner", "--absence", "60")
        try:
            full = left_behind(host, Role.HOST)
            host = arena.resume("honest")
            left = left_behind(host, Role.HOST)
        finally:
            host.kill()
            joiner.kill()
        return judge(self, left, b"", done="cannot be written" in full.output, notes={}, ended=full.output[-300:])


class _ExchangeFiles(Switch):
    """Two games of the honest player's are going on; a file of the one is put in the place of the other's."""

    threat = 22
    file: ClassVar[str]
    size: ClassVar[int] = 40_000

    def run(self, arena: Arena) -> Outcome:
        host, token = arena.host("honest")
        other, elsewhere = arena.host("elsewhere")
        joiner = arena.join(token, "joiner", "--absence", "60")
        stranger = arena.join(elsewhere, "stranger", "--absence", "60")
        try:
            for program in (host, other):
                stop_in_mid_game(program, self.size)
            mine, theirs = (next(program.home.glob(f"games/*/{self.file}")) for program in (host, other))
            kept = mine.read_bytes()
            shutil.copyfile(theirs, mine)
            refused = left_behind(arena.resume("honest"), Role.HOST)
            mine.write_bytes(kept)
            again = refused if report_of(refused.entries).complete else left_behind(arena.resume("honest"), Role.HOST)
        finally:
            for program in (host, other, joiner, stranger):
                program.kill()
        return self.told(refused, again)

    def told(self, refused: Honest, again: Honest) -> Outcome:
        """What the program said of the false file, and where the game stands when the right one is back."""
        raise NotImplementedError


class ExchangeTheSecrets(_ExchangeFiles):
    """puts the secrets of another game in the place of the honest player's, who then goes on"""

    name, file = "exchange-the-secrets", "secrets"
    expected = Expected(When.AT_ONCE, "other secrets", "the secrets belong to another game")

    def told(self, refused: Honest, again: Honest) -> Outcome:
        report = report_of(again.entries)
        seen = bool(refused.complaint) and report.clean
        when, check = (When.AT_ONCE, "other secrets") if seen else (When.UNSEEN, "")
        game = game_left(report, Role.HOST)
        return checked(self, Outcome(self.name, 22, when, check, "nobody", game, "whole", refused.complaint))


class ExchangeTheRemembered(_ExchangeFiles):
    """puts the sealed choice of another game in the place of the honest player's, who then goes on"""

    name, file, expected = "exchange-the-sealed-choice", "remembered", PREVENTED
    size = 90_000  # by then each has sealed a choice

    def told(self, refused: Honest, again: Honest) -> Outcome:
        return judge(self, again, b"", done=True, notes={})
