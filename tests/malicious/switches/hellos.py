"""Attempts at the introduction: rules, names, keys, persons (threats 10, 23, 32, 38, 44)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from protocol.entries.hello import HELLO, Hello
from protocol.entries.kind import EntryKind
from protocol.persons import Person
from protocol.roles import Role, Side
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.switch import Switch, at_once

SMALL_ORDER = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of order 8, in canonical form: whoever has it as a key can sign anything later, and deny it."""


class _FalseHello(Switch):
    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        raise NotImplementedError

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, Hello):
            return None
        changes = self.changes(table, body)
        return table.sign(HELLO, msgspec.structs.replace(body, **changes)) if changes else None


class PlayByOtherRules(_FalseHello):
    """plays by other rules or components"""

    name, threat, expected = "play-by-other-rules", 23, at_once("rules", "same version of the game")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"rules": bytes(32)}


class OfferAnotherGame(_FalseHello):
    """invites to one game and offers another"""

    name, threat, expected, role = "offer-another-game", 23, at_once("offer"), Role.HOST

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        assert hello.offer is not None
        return {"offer": msgspec.structs.replace(hello.offer, game="go")}


class OfferOtherSettings(_FalseHello):
    """invites to a game and offers it with other settings"""

    name, threat, expected, role = "offer-other-settings", 23, at_once("offer"), Role.HOST

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        assert hello.offer is not None
        return {"offer": msgspec.structs.replace(hello.offer, settings=(("cards", "all mine"),))}


class ChooseTheSideAsJoiner(_FalseHello):
    """chooses the side, which is the host's to offer"""

    name, threat, expected = "choose-the-side-as-joiner", 23, at_once("offer")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        from protocol.entries.hello import Offer

        return {"offer": Offer(table.game.name, table.game.settings, Side.FIRST)}


class _Copying(_FalseHello):
    field: ClassVar[str]
    threat, expected = 10, at_once("copy", "repeats a key, a commitment or a chain")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {self.field: getattr(table._common.progress.players[0], self.field)}


class CopyTheSeed(_Copying):
    """commits to the same seed as the host"""

    name, field = "copy-the-seed-commitment", "seed_commitment"


class CopyTheChain(_Copying):
    """gives the host's draw chain for its own"""

    name, field = "copy-the-draw-chain", "draw_chain"


class UseTheChainAsACommitment(_FalseHello):
    """gives its draw chain and its commitment to the seed as one value"""

    name, threat, expected = "one-value-for-two", 10, at_once("copy", "repeats a key, a commitment or a chain")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"draw_chain": hello.seed_commitment}


class CopyTheKey(_FalseHello):
    """gives the host's key for its own"""

    name, threat, expected = "copy-the-key", 10, at_once("copy|signature")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"public_key": table._common.progress.players[0].public_key}


class NameWithControls(_FalseHello):
    """calls itself what would colour and clear the other's terminal"""

    name, threat, expected = "name-with-controls", 32, at_once("name", "not plain text")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"name": "[b]Ieyasu\x1b[2J\x1b[31m"}


class NameOfManyLetters(_FalseHello):
    """calls itself by sixty thousand letters"""

    name, threat, expected = "name-of-sixty-thousand-letters", 32, at_once("name", "too long")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"name": "Ieyasu" * 10_000}


class NameTurnedRound(_FalseHello):
    """calls itself by a word that is shown in another order than it is written in"""

    name, threat, expected = "name-turned-round", 32, at_once("name", "not plain text")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"name": "Mallory\u202etsenoH"}


class KeyOfSmallOrder(_FalseHello):
    """signs with a key of small order, under which it can deny everything later"""

    name, threat, expected = "key-of-small-order", 38, at_once("signature", "not signed by")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"public_key": SMALL_ORDER}


class KeyInAnotherForm(_FalseHello):
    """gives a key that is not written as a point is"""

    name, threat, expected = "key-in-another-form", 38, at_once("signature", "not signed by")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {"public_key": b"\xff" * 32}


class SignOtherwise(Switch):
    """signs its move with a second signature of the same words, S + L"""

    name, threat, expected = "sign-with-s-plus-l", 38, at_once("signature", "not signed by")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if kind is HELLO and table.role is Role.JOINER:
            raw = table.sign(kind, body, like=body)
            order = 2**252 + 27742317777372353535851937790883648493
            scalar = int.from_bytes(raw[-32:], "little") + order
            return raw[:-32] + scalar.to_bytes(32, "little")
        return None


class BeSomebodyElse(_FalseHello):
    """names the long-term key of somebody else as its own"""

    name, threat, expected = "be-somebody-else", 44, at_once("person", "has not signed it")

    def changes(self, table: CheatingTable, hello: Hello) -> dict[str, Any]:
        return {
            "person": Person(
                bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"), bytes(64)
            )
        }
