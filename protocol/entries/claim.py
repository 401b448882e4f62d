"""`claim`: the opponent's bank has run out, by its own signed word, and so it has lost.

Whoever is to decide signs from time to time how long it has thought (`protocol.signed_head`). Once it has signed that
it has thought for longer than its bank holds it has given its turn away: its own entry could only contradict that. The
next entry is then its opponent's, and is this one, with the signed head in it. So at every moment exactly one player
may write, and anybody can check from the record that the claim is right (THREATS 46).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from protocol.common import CommonKnowledge
from protocol.entries.kind import EntryKind
from protocol.errors import PeerError
from protocol.invariants import require
from protocol.outcome import OutOfTime
from protocol.phases import Phase
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.signed_head import read_head


class ClaimBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The opponent's signed head for the entry before."""

    head: bytes


class ClaimKind(EntryKind[ClaimBody]):
    """See the module."""

    name = "claim"
    body = ClaimBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> None:
        """See `EntryKind.write`: it takes a signed head of the opponent's, see `Table.hear_head`."""
        return

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: ClaimBody) -> Effect[Any]:
        """See `EntryKind.judge`. That it is a time at which the opponent decides, the referee has seen."""
        progress, late = common.progress, role.other
        try:
            said = read_head(body.head)
        except PeerError as error:
            raise common.refused("time", error.problem) from None
        ours = (late, progress.game_id, common.head.count, common.head.hash)
        theirs = (said.role, said.game, said.head.count, said.head.hash)
        if ours != theirs:
            raise common.refused("time", Sentence("the claim rests on a signed head for another place"))
        if not (common.trusting or said.signed_by(progress.players[late].public_key)):
            raise common.refused("time", Sentence("the claim rests on a head that the other has not signed"))
        left = progress.banks[late]
        if said.spent is None or said.spent <= left:
            raise common.refused("time", Sentence("the bank has not run out"), f"more than {left}", said.spent)
        return Effect(replace(progress, phase=Phase.FIRST_SEED, outcome=OutOfTime(require(common.seat_of(late)))))


CLAIM = ClaimKind()
