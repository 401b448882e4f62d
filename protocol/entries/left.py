"""`left`: the opponent has resigned or stopped the game out of turn, by its own signed word.

Whoever leaves while the other is to write signs so for the head of the chain (`protocol.signed_leave`). The next entry
is still the other's, whose program writes this one by itself, with that word in it. So at every moment exactly one
player may write, nothing can fork, and anybody can check from the record who has left (THREATS 48).
"""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.common import CommonKnowledge
from protocol.entries.kind import EntryKind
from protocol.entries.leave import RESIGN, STOP
from protocol.errors import PeerError
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.signed_leave import read_leave


class LeftBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The opponent's signed word, for the entry before."""

    leave: bytes


class LeftKind(EntryKind[LeftBody]):
    """See the module."""

    name = "left"
    body = LeftBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> None:
        """See `EntryKind.write`: it takes the opponent's word, see `Table.hear_leave`."""
        return

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: LeftBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        try:
            said = read_leave(body.leave)
        except PeerError as error:
            raise common.refused("leave", error.problem) from None
        flaw = said.flaw(common, role.other)
        if flaw is not None:
            raise common.refused("leave", Sentence("the resignation that was taken in is {flaw}", flaw=flaw))
        if said.head != common.head:
            raise common.refused("leave", Sentence("the resignation that was taken in is for another place"))
        kind = RESIGN if said.kind == RESIGN.name else STOP
        return kind.ended_by(common, said.role)


LEFT = LeftKind()
