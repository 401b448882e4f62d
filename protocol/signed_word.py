"""What a player signs about the chain beside its entries: a word that counts for one head of one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protocol import ed25519
from protocol.chain import Head
from protocol.common import CommonKnowledge
from protocol.roles import Role
from protocol.sentences import Sentence


@dataclass(frozen=True, slots=True)
class SignedWord:
    """`role` of the game `game` says something of the chain up to `head`. Worth what its signature is."""

    game: bytes
    role: Role
    head: Head
    content: bytes
    signature: bytes

    def signed_by(self, public_key: bytes) -> bool:
        """Whether the signature is right under `public_key`."""
        return ed25519.verify(public_key, self.signature, self.content)

    def flaw(self, common: CommonKnowledge[Any, Any], author: Role) -> Sentence | None:
        """Why this is no word of `author` for this chain or a beginning of it; None if it is one."""
        hashes, players = common.hashes, common.progress.players
        if self.role is not author or len(players) < len(Role):
            return Sentence("of another player")
        if self.game != common.progress.game_id:
            return Sentence("of another game")
        if self.head.count > len(hashes):
            return Sentence("of {count} entries where there are {ours}", count=self.head.count, ours=len(hashes))
        if hashes[self.head.count - 1] != self.head.hash:
            return Sentence("of another chain of {count} entries", count=self.head.count)
        if not (common.trusting or self.signed_by(players[author].public_key)):
            return Sentence("not signed with that player's key")
        return None
