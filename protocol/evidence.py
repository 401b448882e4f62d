"""What an audit knows once the seeds are open: all faces, all sub-keys, and what it has found so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.hidden import Face, Game, Piece, Seat, other
from protocol.commitments import commit_seed
from protocol.findings import Finding, machine_text, numbers
from protocol.invariants import require
from protocol.progress import Effect, Progress
from protocol.roles import Role
from protocol.seeds import SeedKeys


@dataclass(frozen=True, slots=True)
class Deed:
    """What the entry `number` by `role` did, and where the game stood before it. The states are not to be used."""

    number: int
    role: Role
    before: Progress[Any]
    effect: Effect[Any]


class Evidence:
    """What is known of a game of which `end` is where it stands. `faces` are the true ones as far as seeds and openings
    tell, at the deed that is looked at: an audit looks at them in order, each once. `own_seeds` are seeds that were
    not opened: they count where the hello has promised them, and tell faces.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        faces: Mapping[Piece, Face],
        end: Progress[Any],
        own_seeds: Mapping[Role, bytes] | None = None,
    ) -> None:
        self.game = game
        self.game_id = end.game_id
        self.faces = dict(faces)
        self.findings: list[Finding] = []
        self.seeds: dict[Role, bytes] = {}
        self._host_seat = end.host_seat
        self._keys: dict[Seat, SeedKeys] = {}
        for number, seed in enumerate(end.seeds):
            seat = Seat(number)
            self.seeds[Role.HOST if seat == end.host_seat else Role.JOINER] = seed
            self._keys[seat] = SeedKeys(end.game_id, seed)
        for role, seed in (own_seeds or {}).items() if self._host_seat is not None else ():
            player, seat = end.players[role], self.seat_of(role)
            if seat not in self._keys and commit_seed(role, player.public_key, seed) == player.seed_commitment:
                self._keys[seat] = SeedKeys(end.game_id, seed)

    def keys(self, seat: Seat) -> SeedKeys | None:
        """The sub-keys of `seat`, None if its seed was never opened."""
        return self._keys.get(seat)

    def seat_of(self, role: Role) -> Seat:
        """The seat of `role`, which must be settled."""
        host = require(self._host_seat)
        return host if role is Role.HOST else other(host)

    def see(self, deed: Deed) -> None:
        """Take over the faces that a deed shows, and judge its claims by all that are known."""
        self.faces.update(deed.effect.shown)
        for claim in deed.effect.claims:
            known = [piece for piece in claim.pieces if piece in self.faces]
            if len(known) == len(claim.pieces) and not claim.holds(self.faces):
                found = " ".join([f"{piece}={self.faces[piece]}" for piece in known])
                self.find(deed, claim.rule, f"faces={numbers(claim.faces)}", found)

    def find(self, deed: Deed, check: str, expected: object, found: object) -> None:
        """Note that the author of `deed` broke a check."""
        texts = map(machine_text, (check, expected, found))
        self.findings.append(Finding(deed.number, deed.role, *texts))
