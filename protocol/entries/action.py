"""`action`: a player answers the question that the game asks it, and opens the pieces that this shows."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine.hidden import Acted
from protocol.common import CommonKnowledge
from protocol.entries.choices import Opening, check_openings, decided_claims, read_action, write_openings
from protocol.entries.kind import EntryKind, Reserved
from protocol.invariants import require
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role


class ActionBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """An action, and the openings of the pieces of `Game.to_show`, in its order.

    `proofs`: for each claim of `Game.claims`, that it is true. Reserved.
    """

    action: list[Any]
    openings: tuple[Opening, ...]
    proofs: Annotated[tuple[Reserved, ...], msgspec.Meta(max_length=0)]


class ActionKind(EntryKind[ActionBody]):
    """See the module."""

    name = "action"
    body = ActionBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> None:
        """See `EntryKind.write`: an action is the player's to choose, see `write_for`."""
        return

    def write_for(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge, plain: list[Any]) -> ActionBody:
        """The body for the action `plain`."""
        return ActionBody(plain, write_openings(common, private, common.game.unpack_action(plain)), proofs=())

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: ActionBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        seat = require(common.seat_of(role))
        action = read_action(common, body.action)
        shown = check_openings(common, seat, action, body.openings)
        claims = decided_claims(common, seat, action, shown)
        event = Acted(seat, action, shown)
        return Effect(common.told(event), event=event, claims=claims, shown=shown)


ACTION = ActionKind()
