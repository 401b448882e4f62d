"""What a kind of entry is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from protocol.commitments import DIGEST_BYTES
from protocol.common import CommonKnowledge
from protocol.evidence import Deed, Evidence
from protocol.facts import Fact
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role

Body = TypeVar("Body")

Bytes32: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=DIGEST_BYTES, max_length=DIGEST_BYTES)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class EntryKind(ABC, Generic[Body]):
    """One kind of entry, with bodies of type `body`, called `name` on the wire."""

    name: ClassVar[str]
    body: ClassVar[type[Any]]

    def __repr__(self) -> str:
        return self.name

    @abstractmethod
    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> Body | None:
        """The body that our player, whose turn it is, owes; None if that takes a decision of the player's first.

        The same knowledge always gives the same bytes.
        """

    @abstractmethod
    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: Body) -> Effect[Any]:
        """What `body` by `role`, whose turn it is, would do now. Raises PeerError, IllegalAction or MalformedAction."""

    def audit(self, evidence: Evidence, deed: Deed, body: Body) -> None:
        """Hold an entry that was followed against what is known now that the seeds are open."""

    def facts(self, deed: Deed, body: Body) -> tuple[Fact, ...]:
        """What an entry that was followed sealed, opened and proved."""
        return ()
