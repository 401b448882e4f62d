"""Attempts at the end and at the past: leaving, coming back with another story, withholding (threats 6 to 8, 20, 22,
39).
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine.hidden import Decision
from p2p.errors import ConnectionLost, Problem
from p2p.session.session import Session
from p2p.wire.messages import AnyMessage, HeadMessage
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.choices import write_openings, write_proofs
from protocol.entries.kind import EntryKind
from protocol.entries.open import OpenBody
from protocol.entries.seed import SEED, SeedBody
from protocol.entries.verdict import VERDICT, VerdictBody
from protocol.findings import Finding
from protocol.record import read_record
from protocol.roles import Role
from protocol.transcript import read_entry
from tests.malicious.arena import Arena, left_behind
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.occasions import options
from tests.malicious.outcome import Outcome, judge
from tests.malicious.switch import PREVENTED, Expected, Switch, When, at_once
from tests.protocol.pair import write_record

AnySession = Session[Any, Any]
ATTRIBUTED = Expected(When.ATTRIBUTED)


def die() -> None:
    """End this program as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def go_soon() -> bytes:
    """Write nothing more, and be gone when what was written before has been sent."""
    threading.Timer(1.0, die).start()
    return b""


# -- leaving


class KillTheProgram(Switch):
    """ends its program in mid-game, as `kill -9` does, and never comes back"""

    name, threat, expected, quick = "kill-9", 6, Expected(When.ATTRIBUTED), True

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        if table.head.count > 16:
            die()
        return False


class LeaveBeforeShowing(Switch):
    """leaves when it has to open what it has sealed"""

    name, threat, expected, needs = "leave-before-opening", 6, Expected(When.ATTRIBUTED, ".* open"), "sealed choices"

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if isinstance(body, OpenBody):
            die()
        return None


class LeaveAfterTheOpeningHand(Switch):
    """looks at its opening hand, and leaves"""

    name, threat, expected = "leave-after-the-opening-hand", 6, ATTRIBUTED

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        die()
        return True


class Resign(Switch):
    """resigns when it has seen enough, so that the rest is not played"""

    name, threat, expected = "resign", 6, PREVENTED

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        self.done = table.head.count > 16
        if self.done:
            session.resign()
        return self.done


class StopTheGame(Switch):
    """stops the game, so that nobody wins"""

    name, threat, expected, stops_after = "stop", 6, PREVENTED, 2

    def conclude(self, table: CheatingTable) -> None:
        self.done = True


class RefuseTheSeed(Switch):
    """never opens its seed"""

    name, threat, stops_after = "refuse-the-seed", 20, 2
    expected = Expected(When.ATTRIBUTED, ".* seed")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return go_soon() if isinstance(body, SeedBody) else None


class WithholdTheVerdict(Switch):
    """never signs its verdict"""

    name, threat, stops_after = "withhold-the-verdict", 20, 2
    expected = Expected(When.ATTRIBUTED, ".* verdict")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return go_soon() if isinstance(body, VerdictBody) else None


class OpenAnotherSeed(Switch):
    """opens another seed than it had committed to"""

    name, threat, stops_after, expected = "open-another-seed", 20, 2, at_once("seed", "not the one committed to")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return table.sign(SEED, SeedBody(bytes(32))) if isinstance(body, SeedBody) else None


class JudgeAnotherRecord(Switch):
    """signs a verdict on another record"""

    name, threat, stops_after, expected = "judge-another-record", 21, 2, at_once("verdict", "another game's record")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return table.sign(VERDICT, VerdictBody(bytes(32), ())) if isinstance(body, VerdictBody) else None


class AccuseFalsely(Switch):
    """accuses the honest player in its verdict"""

    name, threat, stops_after, expected = "accuse-falsely", 35, 2, Expected(When.AUDIT, "verdict")

    def body(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> Any:
        if not isinstance(body, VerdictBody):
            return body
        self.done = True
        return VerdictBody(body.head, (Finding(3, table.role.other, "mix", "face=1", "face=2"),))


# -- two stories


def another_entry(table: CheatingTable, chosen: Any) -> bytes | None:
    """Another move than `chosen` for the same place, rightly made and signed."""
    common, private = table._common, table._private
    plain = table.game.pack_action(chosen)
    for action in options(table, 40):
        other = table.game.pack_action(action)
        if other != plain:
            openings = write_openings(common, private, action)
            body = ActionBody(other, openings, write_proofs(common, private, ACTION.name, action))
            return table.sign(ACTION, body, like=body)
    return None


class _TwoStories(Switch):
    """At a decision it signs two moves: the one goes out, the other it keeps for `tell`."""

    threat, expected = 7, Expected(When.AT_ONCE, "equivocation")
    place = -1
    other = b""

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        if self.place < 0 and isinstance(table.waiting, Decision):
            first = options(table, 1)[0]
            other = another_entry(table, first)
            if other is None:
                return False
            self.place, self.other = table.head.count, other
            session.act(first)
            self.at_once(session, table)
            return True
        if self.place >= 0 and not self.done and _answered(table, self.place):
            self.done = True
            self.later(session, table)
        return False

    def at_once(self, session: AnySession, table: CheatingTable) -> None:
        """Right behind the first move."""

    def later(self, session: AnySession, table: CheatingTable) -> None:
        """When the game has gone on from there."""


def _answered(table: CheatingTable, place: int) -> bool:
    """Whether the opponent has written something behind that place: it has what stands there."""
    return any(read_entry(raw).role is not table.role for raw in table.entries[place + 1 :])


class SignTwoMoves(_TwoStories):
    """makes a move, and right behind it another at the same place"""

    name = "sign-two-moves"

    def at_once(self, session: AnySession, table: CheatingTable) -> None:
        self.done = True
        table._outbox.append(self.other)


class _ComesBack(_TwoStories):
    """Breaks the connection and comes back with something else."""

    breaks = False

    def later(self, session: AnySession, table: CheatingTable) -> None:
        self.breaks = True
        self.forget(table)
        session.chat("...")  # so that something is sent, and breaks

    def forget(self, table: CheatingTable) -> None:
        """What it makes of its chain."""

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if self.breaks:
            self.breaks = False
            raise ConnectionLost(Problem.BROKEN)
        return [message]


class ComeBackWithAnotherMove(_ComesBack):
    """crashes, as it says, and comes back with another move than it had made"""

    name = "come-back-with-another-move"

    def forget(self, table: CheatingTable) -> None:
        table.forget_after(self.place)
        table._referee.entries.append(self.other)
        table._common.hashes.append(read_entry(self.other).hash)


class TellTwoStories(_ComesBack):
    """says at a reconnect that its chain goes another way from its move on"""

    name, threat = "tell-two-stories", 8

    def forget(self, table: CheatingTable) -> None:
        table._referee.entries[self.place] = self.other
        table._common.hashes[self.place] = read_entry(self.other).hash

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if self.done and isinstance(message, HeadMessage):
            return [HeadMessage(self.place + 1, read_entry(self.other).hash)]
        return super().sending(session, message)


class MakeUpAnEntry(_ComesBack):
    """comes back with an entry in the honest player's name, which nobody has signed"""

    name, threat, expected = "make-up-an-entry", 39, Expected(When.AT_ONCE, "signature|fork|chain|encoding|number")

    def forget(self, table: CheatingTable) -> None:
        entries = table._referee.entries
        number = max(place for place, raw in enumerate(entries) if read_entry(raw).role is not table.role)
        changed = bytearray(entries[number])
        changed[-80] ^= 1
        entries[number] = bytes(changed)
        table._common.hashes[number] = sha256(bytes(changed)[:-64]).digest()
        table.forget_after(number + 1)


class ShortHead(_ComesBack):
    """says at a reconnect that it has hardly anything, to be sent everything again"""

    name, threat, expected, stops_after = "short-head", 39, PREVENTED, 6

    def may_stop(self, table: CheatingTable) -> bool:
        return self.done

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if self.done and isinstance(message, HeadMessage):
            return [HeadMessage(1, session.table._common.hashes[0])]
        return super().sending(session, message)


class HeadOfAMillion(Switch):
    """says that its chain has a million entries, so that the other waits for them"""

    name, threat, expected = "head-of-a-million", 39, Expected(When.AT_ONCE, "false-head")

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if isinstance(message, HeadMessage):
            self.done = True
            return [HeadMessage(1_000_000, bytes(32))]
        return [message]


class ForkThatIsNone(_ComesBack):
    """says that its chain differs, and it does not"""

    name, threat, expected = "fork-that-is-none", 39, Expected(When.AT_ONCE, "fork")

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if self.done and isinstance(message, HeadMessage):
            return [HeadMessage(self.place + 1, bytes(32))]
        return super().sending(session, message)


def came_again() -> bool:
    """Whether this is the peer's second start."""
    return "MALICIOUS_AGAIN" in os.environ


class RestoreAnOldSave(Switch):
    """ends its program, puts an older copy of its record back, and comes again"""

    name, threat, expected, stops_after = "restore-an-old-save", 22, PREVENTED, 2

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        if table.head.count > 20 and not self._again(session):
            die()
        return False

    def may_stop(self, table: CheatingTable) -> bool:
        return came_again()

    def _again(self, session: AnySession) -> bool:
        self.done = came_again()
        return self.done

    def run(self, arena: Arena) -> Outcome:
        honest, token = arena.host("honest", "--absence", "60")
        try:
            peer = arena.peer(self, "join", token)
            peer.process.wait()
            peer.out.close()
            (record,) = (arena.folder / "cheat" / "games").glob("*/record")
            entries = read_record(record.read_bytes()).entries
            record.write_bytes(write_record(entries[:-5]))
            peer = arena.peer(self, "resume", environment={"MALICIOUS_AGAIN": "1"})
            try:
                report = arena.report(peer)
            finally:
                peer.kill()
            left = left_behind(honest, Role.HOST)
        finally:
            honest.kill()
        return judge(self, left, report.heard, done=report.done, notes=report.notes, ended=report.ended)
