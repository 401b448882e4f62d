"""`seed`: after the game, a player opens the seed from which all that it did at random follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from protocol.commitments import commit_seed
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed
from protocol.facts import Did, Fact
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.sentences import Sentence


class SeedBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens the commitment in the hello."""

    seed: Bytes32


class SeedKind(EntryKind[SeedBody]):
    """See the module."""

    name = "seed"
    body = SeedBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> SeedBody:
        """See `EntryKind.write`."""
        return SeedBody(private.secrets.seed)

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: SeedBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        player = common.progress.players[role]
        found = commit_seed(role, player.public_key, body.seed)
        if found != player.seed_commitment:
            problem = Sentence("the seed is not the one committed to in the hello")
            raise common.refused("seed", problem, player.seed_commitment.hex(), found.hex())
        return Effect(replace(common.progress, seeds=(*common.progress.seeds, body.seed), phase=common.then))

    def facts(self, deed: Deed, body: SeedBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.OPENED_SEED),)


SEED = SeedKind()
