"""`coin`: a player's part in the flip for the first seat, committed to in its hello."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from engine.hidden import SEATS
from protocol.commitments import commit_coin
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed, Evidence
from protocol.facts import Did, Fact
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.seeds import coin_value
from protocol.sentences import Sentence


class CoinBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens the commitment."""

    value: Bytes32


class CoinKind(EntryKind[CoinBody]):
    """See the module."""

    name = "coin"
    body = CoinBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> CoinBody:
        """See `EntryKind.write`."""
        return CoinBody(coin_value(private.secrets.seed, private.secrets.public_key))

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: CoinBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        player = common.progress.players[role]
        found = commit_coin(role, player.public_key, body.value)
        if found != player.coin_commitment:
            raise common.refused(
                "coin",
                Sentence("the coin is not the one committed to in the hello"),
                player.coin_commitment.hex(),
                found.hex(),
            )
        coins = (*common.progress.coins, body.value)
        progress = replace(common.progress, coins=coins)
        if role is Role.HOST:
            return Effect(replace(progress, phase=common.then))
        host, joiner = coins
        return Effect(common.led_on(replace(progress, host_seat=SEATS[(host[0] ^ joiner[0]) & 1])))

    def audit(self, evidence: Evidence, deed: Deed, body: CoinBody) -> None:
        """The coin must be the one that the seed gives: a chosen one could steer nothing, but is no chance either."""
        seed = evidence.seeds.get(deed.role)
        if seed is None:
            return
        expected = coin_value(seed, deed.before.players[deed.role].public_key)
        if expected != body.value:
            evidence.find(deed, "coin", expected.hex(), body.value.hex())

    def facts(self, deed: Deed, body: CoinBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.OPENED_COIN),)


COIN = CoinKind()
