"""`action`: a player answers the question that the game asks it, opens what this shows, proves what it claims."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.hidden import Acted
from protocol.common import CommonKnowledge
from protocol.entries.choices import (
    Opening,
    check_openings,
    proven_claims,
    read_action,
    write_openings,
    write_proofs,
)
from protocol.entries.kind import EntryKind
from protocol.evidence import Deed
from protocol.facts import Fact, shown_and_claimed
from protocol.invariants import require
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role


class ActionBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """An action, the openings of the pieces of `Game.to_show` and the proofs of `Game.claims`, in their order."""

    action: list[Any]
    openings: tuple[Opening, ...]
    proofs: tuple[bytes, ...]


class ActionKind(EntryKind[ActionBody]):
    """See the module."""

    name = "action"
    body = ActionBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> None:
        """See `EntryKind.write`: an action is the player's to choose, see `write_for`."""
        return

    def write_for(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge, plain: list[Any]) -> ActionBody:
        """The body for the action `plain`."""
        action = common.game.unpack_action(plain)
        openings = write_openings(common, private, action)
        return ActionBody(plain, openings, write_proofs(common, private, self.name, action))

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: ActionBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        seat = require(common.seat_of(role))
        action = read_action(common, body.action)
        shown = check_openings(common, seat, action, body.openings)
        claims = proven_claims(common, role, self.name, action, shown, body.proofs)
        event = Acted(seat, action, shown)
        return Effect(common.told(event), event=event, claims=claims, shown=shown)

    def facts(self, deed: Deed, body: ActionBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return shown_and_claimed(deed.effect.shown, deed.effect.claims)


ACTION = ActionKind()
