"""What became of an attempt, as the honest program's own output and record tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from engine.games import GAMES
from engine.hidden import Piece
from p2p.errors import Problem
from protocol.audit import audit
from protocol.entries.action import ActionBody
from protocol.entries.draw import DrawBody
from protocol.entries.open import OpenBody
from protocol.entries.seed import SEED
from protocol.errors import PeerError
from protocol.proofs.chain import Chain
from protocol.record import offer_in, read_record
from protocol.report import Report
from protocol.roles import Role
from protocol.seeds import SEED_BYTES, SeedKeys
from protocol.standing import Cheated, Decided, Forfeited, Owed, standing
from protocol.transcript import Entry, read_entry
from tests.malicious.switch import Notes, Switch, When
from tui.cli.offered import game_named

PIECES = 3000
"""No game gives so many serial numbers; for so many the nonces are looked for in what was heard."""


@dataclass(frozen=True)
class Outcome:
    """What became of an attempt: when it was seen, by which check, who was named, and what was left whole."""

    switch: str
    threat: int
    when: When
    check: str
    named: str
    """`the cheat`, `nobody`, or `an innocent`, which must never be."""
    game: str
    secrets: str
    said: str = ""
    """The honest program's own sentence."""
    wrong: tuple[str, ...] = ()
    """What is not as it must be."""
    gained: str = ""
    """`nothing`, where the peer has measured that."""
    made: bool = True
    """Whether the game gave occasion for it."""


@dataclass(frozen=True)
class Honest:
    """What an honest program left behind: its home, what it wrote, and its exit status."""

    home: Path
    role: Role
    output: str
    status: int

    @property
    def entries(self) -> list[bytes]:
        """Its record; empty if there is none."""
        paths = sorted(self.home.glob("games/*/record"))
        return list(read_record(paths[0].read_bytes()).entries) if paths else []

    @property
    def complaint(self) -> str:
        """The sentence with which it stopped; empty if it did not."""
        found = re.findall(r"^error: (.*)$", self.output, re.MULTILINE)
        return found[-1] if found else ""


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [
        (problem.name.lower().replace("_", "-"), re.compile(re.sub(r"\\{.*?\\}", ".*", re.escape(problem.value))))
        for problem in Problem
    ]


def check_named(sentence: str) -> str:
    """What a sentence of the program's says was checked: `mix`, or a problem of the network's list."""
    found = re.search(r"(?:^| )\[([^\]]+)\]$", sentence)
    if found:
        return found[1]
    return next((name for name, pattern in _patterns() if pattern.search(sentence)), "")


def report_of(entries: Sequence[bytes]) -> Report:
    try:
        offer = offer_in(entries)
        game = game_named(offer.game, offer.options)
    except (PeerError, LookupError):
        game = GAMES[0].make({})  # the audit says what is wrong with the entry
    return audit(game, entries)


def judge(switch: Switch, honest: Honest, heard: bytes, *, done: bool, notes: Notes, ended: str = "") -> Outcome:
    """What became of `switch`, whose peer has heard `heard`."""
    entries = honest.entries
    report = report_of(entries) if entries else None
    check, said = check_named(honest.complaint), honest.complaint
    when, named, game = When.UNSEEN, "nobody", "not begun"
    if report is not None:
        authors = {finding.author for finding in report.violations}
        if authors:
            named = "the cheat" if authors == {honest.role.other} else "an innocent"
            check = report.violations[-1].check if report.stopped else report.violations[0].check
        game = game_left(report, honest.role)
    if report is not None and report.violations and isinstance(report.stopped, PeerError):
        when = When.AT_ONCE
        said = str(report.stopped)
    elif report is not None and report.violations:
        when = When.AUDIT
    elif _kept_proof(honest.home):
        when, named, check = When.AT_ONCE, "the cheat", "equivocation"
    elif check and check not in _AWAY:
        when = When.AT_ONCE
        named = "the other side"
    elif report is not None and report.clean and report.complete:
        when = When.PREVENTED
    elif report is not None and (owed := owing(report)) is not None:
        role = owed.role
        when, named = When.ATTRIBUTED, "the cheat" if role is honest.role.other else "an innocent"
        check = owed.phase.name.lower().replace("_", " ")
    elif report is not None and report.owing is honest.role.other:
        when, named, check = When.ATTRIBUTED, "the cheat", report.phase.name.lower().replace("_", " ")
    if when is When.PREVENTED and notes.get("refused"):
        when, named, said = When.AT_ONCE, "the stranger", str(notes["refused"])
        check = check_named(said)
    if notes.get("gained"):
        when = When.UNSEEN
    gained = "nothing" if notes.get("gained") is False else ""
    leaks = leaked(honest, entries, heard)
    outcome = Outcome(
        switch.name,
        switch.threat,
        when,
        check,
        named,
        game,
        "whole" if not leaks else ", ".join(leaks),
        said,
        gained=gained,
    )
    return checked(switch, outcome, done=done, ended=ended, output=honest.output)


def owing(report: Report) -> Owed | None:
    """Who has left, or withholds what comes after the end."""
    worth = standing(report)
    return worth.left or worth.withheld


_AWAY = {"away", "peer-left", "closed", "broken", "never-came"}


def checked(switch: Switch, outcome: Outcome, *, done: bool = True, ended: str = "", output: str = "") -> Outcome:
    """`outcome` with what is not as the switch says it must be."""
    expected = switch.expected
    wrong = []
    if not done:
        needs = f", which needs {switch.needs}," if switch.needs else ""
        wrong.append(f"the attempt{needs} was not made ({ended})")
    if outcome.when is not expected.when:
        wrong.append(f"it was to be seen: {expected.when.value}")
    if expected.check and not re.fullmatch(expected.check, outcome.check):
        wrong.append(f"the check was to be {expected.check}")
    if expected.reason not in outcome.said:
        wrong.append(f"the reason was to be: {expected.reason}")
    if "\x1b" in output:
        wrong.append("something that came from the peer was written to the terminal as it was")
    if outcome.named == "an innocent":
        wrong.append("an innocent is named")
    if outcome.secrets != "whole":
        wrong.append("something secret was heard")
    if outcome.game.startswith("broken"):
        wrong.append("the game is not whole")
    return replace(outcome, wrong=tuple(wrong), made=done)


def game_left(report: Report, own: Role) -> str:
    """What the honest player's game is worth now."""
    if not report.seats:
        return "whole; not begun"
    if report.damage or any(finding.author is own for finding in report.violations):
        return "broken"
    result = standing(report).result
    if isinstance(result, Cheated):
        return (
            "whole; the cheat forfeits" if result.winner == report.seats[own] else "broken: the honest player forfeits"
        )
    if isinstance(result, Forfeited):
        return "whole; can go on" if result.loser != report.seats[own] else "whole; can go on, our turn"
    if isinstance(result, Decided):
        return "whole; finished" if report.complete else "whole; ended"
    return "whole; undecided"


def _kept_proof(home: Path) -> bool:
    return any(home.glob("games/*/proof"))


# -- what must not have been heard


def leaked(honest: Honest, entries: Sequence[bytes], heard: bytes) -> list[str]:
    """What the peer has heard of the honest player's secrets without the rules making it show them."""
    return [what for what, secret in secrets_of(honest, entries) if secret and secret in heard]


def secrets_of(honest: Honest, entries: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """All that the honest player has not shown by now, each with what it is."""
    identity = honest.home / "identity.pem"
    if identity.exists():
        key: Any = load_pem_private_key(identity.read_bytes(), password=None)
        yield "the identity", key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())[-32:]
    for path in honest.home.glob("person.key"):
        yield "the long-term key", path.read_bytes()
    for path in honest.home.glob("games/*/secrets"):
        own = path.read_bytes()
        seed, signing_key = own[:SEED_BYTES], own[SEED_BYTES:]
        yield "the signing key", signing_key
        yield from _chance(honest.role, seed, signing_key, _readable(entries))


def _readable(entries: Sequence[bytes]) -> list[Entry]:
    found: list[Entry] = []
    for raw in entries:
        try:
            found.append(read_entry(raw))
        except PeerError:
            break
    return found


def _chance(role: Role, seed: bytes, signing_key: bytes, entries: Sequence[Entry]) -> Iterator[tuple[str, bytes]]:
    own = [entry for entry in entries if entry.role is role]
    game = next((entry.game for entry in entries if entry.game), b"")
    if any(entry.kind is SEED for entry in own) or not game:
        return
    yield "the seed", seed
    keys = SeedKeys(game, seed)
    yield from [("a key", keys.proofs), ("a key", keys._nonces), ("a key", keys._choices), ("a key", keys._orders)]
    shown = {
        opening.nonce
        for entry in own
        if isinstance(entry.body, ActionBody | OpenBody)
        for opening in entry.body.openings
    }
    for number in range(PIECES):
        nonce = keys.nonce(Piece(number))
        if nonce not in shown:
            yield "a nonce", nonce
    opened = sum(isinstance(entry.body, OpenBody) for entry in own)
    yield from [("the nonce of a choice", keys.choice_nonce(number)) for number in range(opened, opened + 20)]
    links = sum(isinstance(entry.body, DrawBody) for entry in own)
    from protocol import ed25519

    chain = Chain(ed25519.public_key_of(signing_key), seed)
    yield from [("a draw to come", chain.link(number)) for number in range(links + 1, links + 50)]
