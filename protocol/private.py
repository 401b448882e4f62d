"""What one player alone knows of a game: its secrets, the faces of its pieces, what it has chosen and not yet shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.hidden import Face, Piece
from protocol.clock import Clock
from protocol.errors import LocalError
from protocol.findings import Finding
from protocol.proofs.chain import Chain
from protocol.roles import Role, Side
from protocol.seeds import Secrets, SeedKeys
from protocol.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """A sealed choice: in the game's `number`th sealed decision, the action as plain data."""

    number: int
    action: list[Any]
    spent: int = 0
    """In a game with clocks, how many milliseconds it took."""


def _no_audit(count: int) -> tuple[Finding, ...]:
    raise LocalError(Sentence("Nobody audits the {count} entries of this game", count=count))


@dataclass(slots=True)
class PrivateKnowledge:
    """One player's. `faces` has all of its pieces, also those that the rules do not let it look at.

    `name` and `side` are what the player wishes to say in its hello. `leaving` is the kind of entry by which it wants
    to end the game. `audit` gives the findings of its own audit of the first entries, as many as it is told.
    """

    role: Role
    secrets: Secrets
    name: str
    side: Side
    faces: dict[Piece, Face]
    audit: Callable[[int], tuple[Finding, ...]] = _no_audit
    choice: Choice | None = None
    leaving: str | None = None
    thought: int = 0
    """In a game with clocks, for how many milliseconds the clock has run for the decision at hand."""
    clock: Clock | None = None
    """The clock that the host's player wants, and that the joiner's was told of."""
    _keys: SeedKeys | None = field(default=None, repr=False)
    _chain: Chain | None = field(default=None, repr=False)

    @property
    def chain(self) -> Chain:
        """The player's draw chain."""
        if self._chain is None:
            self._chain = Chain(self.secrets.public_key, self.secrets.seed)
        return self._chain

    def keys(self, game_id: bytes) -> SeedKeys:
        """The sub-keys of the player's seed in the game, which must have its id."""
        if self._keys is None:
            if not game_id:
                raise LocalError(Sentence("A game without an id has no keys"))
            self._keys = SeedKeys(game_id, self.secrets.seed)
        return self._keys
