"""A real table that cheats where its switch says so. It does not look at proofs, its own least of all."""

from __future__ import annotations

from typing import Any, ClassVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.hidden import IllegalAction, Mix
from protocol.canonical import encode
from protocol.chain import Head
from protocol.commitments import VERSION
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX
from protocol.errors import PeerError
from protocol.roles import Role
from protocol.table import Table
from protocol.transcript import TAG
from tests.malicious.switch import Switch


class SigningTable(Table[Any, Any]):
    """Signs whatever it is told."""

    def sign(
        self,
        kind: EntryKind[Any],
        body: Any,
        *,
        like: Any | None = None,
        state: bytes | None = None,
        version: int = VERSION,
        game: bytes | None = None,
        role: Role | None = None,
        previous: bytes | None = None,
        signing_key: bytes | None = None,
        skip: int = 0,
        respell: bool = False,
    ) -> bytes:
        """An entry of ours, false in whatever is given. `like` is the honest body whose state digest to claim."""
        digest = self._common.progress.digest
        if like is not None:
            digest = self._referee.effect_of(self.role, kind, like).progress.digest
        content = encode(
            (
                TAG,
                version,
                self._common.progress.game_id if game is None else game,
                self.head.count + skip,
                self.role if role is None else role,
                kind.name,
                body,
                self.head.hash if previous is None else previous,
                digest if state is None else state,
            )
        )
        if respell:  # the tag's length in two bytes where one is enough
            content = content[:1] + b"\xd9" + bytes([len(TAG)]) + content[2:]
        return content + signature(signing_key or self._private.secrets.signing_key, content)


def signature(signing_key: bytes, content: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(signing_key).sign(content)


class CheatingTable(SigningTable):
    """`switch` is set once for the process."""

    switch: ClassVar[Switch]

    def __init__(self, game: Any, role: Role, secrets: Any, *rest: Any, **more: Any) -> None:
        super().__init__(game, role, self.switch.secrets(secrets), *rest, **more)
        self._injected: list[bytes] = []
        self._common.trusting = True
        self._common.inventory.too_many = lambda *arguments: None  # type: ignore[method-assign]
        self.switch.begun(self)

    @property
    def known(self) -> dict[Any, Any]:
        """The faces of all own pieces, as this table believes them to be."""
        return self._private.faces

    @property
    def mixes(self) -> int:
        """How many pools it has mixed."""
        seat = self.seat
        return 0 if seat is None else self._common.progress.mixes[seat]

    def inject(self, raw: bytes) -> None:
        """Send `raw`, whatever it is, if it is anything, and write nothing any more."""
        self.switch.done = True
        if raw:
            self._outbox.append(raw)
            self._injected.append(raw)
        self.fault = PeerError("cheat", "what comes next does not matter")

    def lacking(self, peer: Head) -> list[bytes]:
        return [*super().lacking(peer), *self._injected]

    def _body(self, kind: EntryKind[Any]) -> Any | None:
        if kind is MIX and isinstance(self.waiting, Mix):
            state, mix = self._common.progress.state, self.waiting
            pieces = [piece for pool in mix.pools for piece in self.game.pool(state, mix.owner, pool)]
            self.switch.before_mix(self, pieces)
        body = super()._body(kind)
        return None if body is None else self.switch.body(self, kind, body)

    def _write(self, kind: EntryKind[Any], body: Any) -> None:
        forged = self.switch.forge(self, kind, body)
        if forged is not None:
            self.inject(forged)
            return
        try:
            super()._write(kind, body)
        except (PeerError, IllegalAction):  # the own rules, which it does not keep to
            self.inject(self.sign(kind, body))

    def forget_after(self, count: int) -> None:
        """Believe that the chain has only its first `count` entries. For a table that only talks of its chain."""
        del self._referee.entries[count:]
        del self._common.hashes[count:]
