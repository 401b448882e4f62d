"""What a switch is: one thing that a malicious peer does otherwise than an honest one, and what must become of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from engine.hidden import Piece
from p2p.notifications import Notification
from p2p.session.session import Session
from p2p.wire.messages import AnyMessage
from protocol.entries.kind import EntryKind
from protocol.roles import Role
from protocol.seeds import Secrets

if TYPE_CHECKING:
    from tests.malicious.arena import Arena
    from tests.malicious.cheating_table import CheatingTable
    from tests.malicious.outcome import Outcome

Notes: TypeAlias = dict[str, Any]


class When(Enum):
    """When an attempt is seen. The value is what the table says."""

    PREVENTED = "prevented"
    """It came to nothing: nothing was gained, and the game was played on or refused to it."""
    AT_ONCE = "at once"
    """The honest program refused it when it arrived."""
    AUDIT = "audit"
    """The audit of the finished game names it."""
    ATTRIBUTED = "attributed"
    """It cannot be prevented; the record says who did it."""
    UNSEEN = "unseen"
    """Nobody saw it, and it gained something. No switch may end so."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What must become of an attempt: when it is seen, by which check, and a piece of the sentence that says why."""

    when: When
    check: str = ""
    reason: str = ""


def at_once(check: str, reason: str = "") -> Expected:
    return Expected(When.AT_ONCE, check, reason)


PREVENTED = Expected(When.PREVENTED)


GAMES_TRIED = 6
"""Games are played by chance, and not each gives occasion for everything: so many are begun until one does."""


class Switch:
    """One attempt. The docstring of each subclass says what it tries; its hooks are honest unless overridden.

    A switch plays as the opponent of an honest program, in the role `role`, until `done`; `notes` is what it found out
    on its side, and goes into the table's judgement.
    """

    name: ClassVar[str]
    threat: ClassVar[int]
    role: ClassVar[Role] = Role.JOINER
    expected: ClassVar[Expected]
    quick: ClassVar[bool] = False
    """Whether it is among the few that are tried each time the tests run."""
    stops_after: ClassVar[int | None] = None
    """After so many own decisions the game is stopped, so that the audit comes soon. None: it is played to the end."""
    seat: ClassVar[int | None] = None
    """The seat that the peer must have; None: the coin says."""
    signs: ClassVar[bool] = False
    """Whether the peer signs its games with a long-term key."""
    clock: ClassVar[str] = ""
    """The clock that the honest host offers; none if empty."""
    needs: ClassVar[str] = ""
    """What a game must have to give occasion, if not every game does: `claims`, `sealed choices`."""

    def __init__(self) -> None:
        self.done = False
        self.notes: Notes = {}

    @classmethod
    def tries(cls) -> str:
        """What it tries: a clause that goes on from "the peer"."""
        return (cls.__doc__ or "").strip()

    def run(self, arena: Arena) -> Outcome:
        """Try it against honest programs, and say what became of it."""
        outcome = arena.play_against(self)
        for _ in range(GAMES_TRIED - 1):
            if outcome.made:
                break
            arena.clear()
            outcome = arena.play_against(self)
        return outcome

    # -- what it does to its table

    def secrets(self, secrets: Secrets) -> Secrets:
        """The secrets to play with."""
        return secrets

    def begun(self, table: CheatingTable) -> None:
        """The table is there."""

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        """It is about to seal `pieces` anew: it may believe what it likes of their faces."""

    def body(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> Any:
        """The body to be written in the place of the honest one; the game goes on with it."""
        return body

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        """An entry to be sent in the place of the honest one, after which nothing more is written; None: not now.

        Nothing at all is written if it is empty.
        """
        return None

    def decide(self, session: Session[Any, Any], table: CheatingTable) -> bool:
        """Whether it has answered the question that it is asked, in a way of its own."""
        return False

    def may_stop(self, table: CheatingTable) -> bool:
        """Whether it has had its occasion, so that the game can be stopped."""
        return True

    def conclude(self, table: CheatingTable) -> None:
        """Before it stops the game: what can be found out from all that it has received?"""

    def observe(self, session: Session[Any, Any] | None, news: Notification) -> None:
        """Something has happened."""

    # -- what it does to its connections

    def sending(self, session: Session[Any, Any], message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        """What is sent in the place of `message`; bytes go out as they are."""
        return [message]

    async def attack(self, token: str) -> None:
        """What a stranger does who has got hold of an invite."""
