"""`verdict`: a player signs what its own audit of the whole game has found."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec

from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed, Evidence
from protocol.facts import Did, Fact
from protocol.findings import MOST_FINDINGS, Finding, numbers
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence


class VerdictBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The hash of the entry that opened the second seed, and what the author's audit up to there found."""

    head: Bytes32
    findings: Annotated[tuple[Finding, ...], msgspec.Meta(max_length=MOST_FINDINGS)]


class VerdictKind(EntryKind[VerdictBody]):
    """See the module."""

    name = "verdict"
    body = VerdictBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> VerdictBody:
        """See `EntryKind.write`."""
        count = common.number - len(common.progress.verdicts)
        return VerdictBody(common.hashes[count - 1], private.audit(count)[:MOST_FINDINGS])

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: VerdictBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        verdicts = common.progress.verdicts
        head = common.hashes[-1 - len(verdicts)]
        if body.head != head:
            raise common.refused(
                "verdict", Sentence("the verdict is about another game's record"), head.hex(), body.head.hex()
            )
        return Effect(replace(common.progress, verdicts=(*verdicts, body.findings), phase=common.then))

    def audit(self, evidence: Evidence, deed: Deed, body: VerdictBody) -> None:
        """A verdict must say what the record says. Only who broke what where counts, not what differed."""
        count = deed.number - len(deed.before.verdicts)
        ours = _accused([finding for finding in evidence.findings if finding.number < count][:MOST_FINDINGS])
        theirs = _accused(body.findings)
        if ours != theirs:
            evidence.find(deed, "verdict", _entries(ours), _entries(theirs))

    def facts(self, deed: Deed, body: VerdictBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.SIGNED_VERDICT, count=len(body.findings)),)


def _accused(findings: tuple[Finding, ...] | list[Finding]) -> set[tuple[int, Role, str]]:
    return {(finding.number, finding.author, finding.check) for finding in findings}


def _entries(accused: set[tuple[int, Role, str]]) -> str:
    return f"entries={numbers(sorted({number for number, _, _ in accused}))}"


VERDICT = VerdictKind()
