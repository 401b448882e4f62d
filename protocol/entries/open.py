"""`open`: a player opens the answer that it has sealed. When both are open, the game is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from engine.hidden import SEATS, BothActed, IllegalAction
from protocol.commitments import commit_choice
from protocol.common import CommonKnowledge
from protocol.entries.choices import (
    Opening,
    check_openings,
    proven_claims,
    read_action,
    write_openings,
    write_proofs,
)
from protocol.entries.kind import Bytes32, EntryKind
from protocol.errors import GameError
from protocol.evidence import Deed, Evidence
from protocol.facts import Did, Fact, shown_and_claimed
from protocol.invariants import require
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence


class OpenBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens a sealed choice, the openings of the pieces that it shows, the proofs of what it claims."""

    action: list[Any]
    nonce: Bytes32
    openings: tuple[Opening, ...]
    proofs: tuple[bytes, ...]


class OpenKind(EntryKind[OpenBody]):
    """See the module."""

    name = "open"
    body = OpenBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> OpenBody | None:
        """See `EntryKind.write`."""
        choice = private.choice
        if choice is None:
            return None
        nonce = private.keys(common.progress.game_id).choice_nonce(choice.number)
        action = common.game.unpack_action(choice.action)
        openings = write_openings(common, private, action)
        return OpenBody(choice.action, nonce, openings, write_proofs(common, private, self.name, action))

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: OpenBody) -> Effect[Any]:
        """See `EntryKind.judge`. The choice is judged alone, whatever the other's is (THREATS 36)."""
        progress = common.progress
        seat = require(common.seat_of(role))
        found = commit_choice(progress.game_id, seat, progress.choices, body.action, body.nonce)
        if found != progress.sealed[seat]:
            problem = Sentence("the choice opened is not the one that was sealed")
            raise common.refused("seal", problem, progress.sealed[seat].hex(), found.hex())
        action = read_action(common, body.action)
        shown = check_openings(common, seat, action, body.openings)
        claims = proven_claims(common, role, self.name, action, shown, body.proofs)
        common.game.check(progress.state, seat, action, shown)
        opened = (*progress.opened, (action, shown))
        if len(opened) < len(SEATS):
            return Effect(replace(progress, opened=opened, phase=common.then), claims=claims, shown=shown)
        (one, one_shown), (two, two_shown) = opened
        event = BothActed((one, two), {**one_shown, **two_shown})
        done = replace(progress, choices=progress.choices + 1, sealed=(), opened=())
        try:
            after = common.told(event, done)
        except IllegalAction as refusal:
            raise GameError(refusal) from None
        return Effect(after, event=event, claims=claims, shown=shown)

    def audit(self, evidence: Evidence, deed: Deed, body: OpenBody) -> None:
        """The nonce must be the one that the seed gives."""
        keys = evidence.keys(evidence.seat_of(deed.role))
        if keys is None:
            return
        expected = keys.choice_nonce(deed.before.choices)
        if expected != body.nonce:
            evidence.find(deed, "seal", expected.hex(), body.nonce.hex())

    def facts(self, deed: Deed, body: OpenBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.OPENED_CHOICE), *shown_and_claimed(deed.effect.shown, deed.effect.claims))


OPEN = OpenKind()
