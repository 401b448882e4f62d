"""`seal`: a player commits to its answer to a question that both answer at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from protocol.commitments import commit_choice
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed
from protocol.facts import Did, Fact
from protocol.invariants import require
from protocol.private import Choice, PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence


class SealBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The commitment to the choice."""

    commitment: Bytes32


class SealKind(EntryKind[SealBody]):
    """See the module."""

    name = "seal"
    body = SealBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> SealBody | None:
        """See `EntryKind.write`."""
        return None if private.choice is None else SealBody(commitment_to(common, private, private.choice))

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: SealBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        if body.commitment in common.used:
            raise common.refused("copy", Sentence("the commitment repeats one that was made before"))
        sealed = (*common.progress.sealed, body.commitment)
        return Effect(replace(common.progress, sealed=sealed, phase=common.then), used=(body.commitment,))

    def facts(self, deed: Deed, body: SealBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.SEALED_CHOICE),)


def commitment_to(common: CommonKnowledge[Any, Any], private: PrivateKnowledge, choice: Choice) -> bytes:
    """Our commitment to `choice`."""
    game_id = common.progress.game_id
    nonce = private.keys(game_id).choice_nonce(choice.number)
    return commit_choice(game_id, require(common.seat_of(private.role)), choice.number, choice.action, nonce)


SEAL = SealKind()
