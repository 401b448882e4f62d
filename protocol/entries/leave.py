"""`resign` and `stop`: the author, whose turn it is, ends the game before the rules do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from protocol.common import CommonKnowledge
from protocol.entries.kind import EntryKind
from protocol.invariants import require
from protocol.outcome import Resigned, Stopped
from protocol.phases import Phase
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role


class LeaveBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Nothing more to say."""


class _LeaveKind(EntryKind[LeaveBody]):
    body = LeaveBody

    def __init__(self, outcome: type[Resigned] | type[Stopped]) -> None:
        self._outcome = outcome

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> LeaveBody:
        """See `EntryKind.write`."""
        return LeaveBody()

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: LeaveBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        return self.ended_by(common, role)

    def ended_by(self, common: CommonKnowledge[Any, Any], role: Role) -> Effect[Any]:
        """What becomes of the game when `role` leaves it in this way."""
        outcome = self._outcome(require(common.seat_of(role)))
        return Effect(replace(common.progress, phase=Phase.FIRST_SEED, outcome=outcome))


class ResignKind(_LeaveKind):
    """The other player has won."""

    name = "resign"


class StopKind(_LeaveKind):
    """Nobody has won."""

    name = "stop"


RESIGN = ResignKind(Resigned)
STOP = StopKind(Stopped)
