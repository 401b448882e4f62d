"""What an audit found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.hidden import Seat
from protocol.chain import Head
from protocol.errors import FairTableError, PeerError
from protocol.findings import Finding
from protocol.outcome import Outcome
from protocol.phases import Phase
from protocol.roles import Role


@dataclass(frozen=True, slots=True)
class Damage:
    """Entry `number` is not what an author signed for this place. Whoever held the file may have done it."""

    number: int
    check: str


class Integrity(Enum):
    """Whether a record is what the two players wrote."""

    WHOLE = "both players signed its end"
    FOREIGN = "of another game, or other rules or another version, than it was audited with"
    CUT = "unfinished, or cut: not both players signed its end"
    EDITED = "edited: it holds what no player wrote there"


FOREIGN_CHECKS: Final = frozenset({"version", "offer", "rules"})
"""What a first entry breaks that may be right, for another program."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found.

    `entries` is how many the record has and `followed` how many could be replayed (fewer after an entry that cannot be
    followed; `stopped` is why). What they do in secret is proven in themselves; where seeds were opened, it was checked
    a second time by hashes. `seats`, `names` and `keys` are by role. `violations` accuse a player, `damage` nobody.
    `unopened` names who never opened its seed. `owing` is who should have written the entry after the last one
    followed, and `phase` what that would have been (THREATS 6). `ended` is the number of the entry that ended the game.
    `head` and `last_author` are those of the last entry followed.
    """

    entries: int
    followed: int
    game_id: bytes
    names: tuple[str, ...]
    keys: tuple[bytes, ...]
    seats: tuple[Seat, ...]
    outcome: Outcome | None
    ended: int | None
    violations: tuple[Finding, ...]
    damage: tuple[Damage, ...]
    stopped: FairTableError | None
    unopened: tuple[Role, ...]
    verdicts: tuple[tuple[Finding, ...], ...]
    owing: Role | None
    phase: Phase
    head: Head
    last_author: Role | None

    @property
    def proven(self) -> int | None:
        """The number of the entry up to which every mix, draw and claim is proven, seed or no seed; None for none."""
        return self.followed - 1 if self.followed else None

    @property
    def complete(self) -> bool:
        """Whether both players signed a verdict, so that the record cannot have been cut short (THREATS 21)."""
        return len(self.verdicts) == len(Role)

    @property
    def integrity(self) -> Integrity:
        """Whether the record is whole, cut, edited, or not one of this game at all."""
        if self.followed == 0 and isinstance(self.stopped, PeerError) and self.stopped.check in FOREIGN_CHECKS:
            return Integrity.FOREIGN
        if self.damage:
            return Integrity.EDITED
        return Integrity.WHOLE if self.complete else Integrity.CUT

    @property
    def faultless(self) -> bool:
        """Whether nothing is wrong in any of the entries: each is proven, whatever comes or is missing after them."""
        return not (self.violations or self.damage or self.stopped)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong and both seeds were opened, so that everything was checked on both grounds."""
        return self.faultless and not self.unopened
