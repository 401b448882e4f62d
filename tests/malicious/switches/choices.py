"""Attempts at moves: illegal ones, false claims, false openings, other spellings (threats 9, 13 to 15, 19, 23, 28, 30,
36, 37, 40).
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from engine.hidden import Claim, Decision, Sealed
from p2p.session.session import Session
from protocol import proving
from protocol.chain import EMPTY
from protocol.commitments import VERSION, commit_choice
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.choices import Opening, write_openings
from protocol.entries.kind import EntryKind
from protocol.entries.open import OPEN, OpenBody
from protocol.entries.seal import SEAL, SealBody
from protocol.private import Choice
from protocol.proofs.claims import proof_bytes
from protocol.proofs.group import ORDER
from protocol.proofs.pieces import Known, prove_claim
from protocol.transcript import read_entry
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.games import FACTS
from tests.malicious.occasions import illegal_action, leaves, options, respelled, with_leaf
from tests.malicious.switch import Expected, Switch, When, at_once

AnySession = Session[Any, Any]


# -- illegal moves


class BreakARule(Switch):
    """makes a move that the rules forbid and anybody can see"""

    name, threat = "break-a-rule", 14
    expected = Expected(When.AT_ONCE)

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        found = illegal_action(table) if isinstance(table.waiting, Decision) else None
        if found is None:
            return False
        plain, refusal = found
        action = table.game.unpack_action(plain)
        openings = write_openings(table._common, table._private, action)
        self.notes["rule"] = refusal.rule
        table.inject(table.sign(ACTION, ActionBody(plain, openings, ())))
        return True


class SealAForbiddenChoice(Switch):
    """seals a choice that the rules forbid, to be opened when the other's is known"""

    name, threat, needs = "seal-a-forbidden-choice", 36, "sealed choices"
    expected = Expected(When.AT_ONCE)

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        found = illegal_action(table) if isinstance(table.waiting, Sealed) else None
        if found is None:
            return False
        table._private.choice = Choice(table._common.progress.choices, found[0])
        self.done = True
        table.proceed()
        return True


class SendNoAction(Switch):
    """sends what is no move at all"""

    name, threat, expected = "send-no-action", 14, at_once("action", "cannot be read")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        false = ActionBody(["overturn the board", [[]]], (), ())
        return table.sign(ACTION, false) if isinstance(body, ActionBody) else None


class _OtherAction(Switch):
    def action(self, table: CheatingTable, plain: list[Any]) -> list[Any] | None:
        raise NotImplementedError

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody):
            return None
        other = self.action(table, body.action)
        return None if other is None else table.sign(ACTION, msgspec.structs.replace(body, action=other), like=body)


class SpellAMoveOtherwise(_OtherAction):
    """sends a legal move in another spelling, in which it shows its own order"""

    name, threat, expected = "spell-a-move-otherwise", 28, at_once("action", "form in which the game writes it")

    def action(self, table: CheatingTable, plain: list[Any]) -> list[Any] | None:
        return respelled(table.game, plain)


class SendTrueForOne(_OtherAction):
    """writes true where a number stands"""

    name, threat, expected = "send-true-for-one", 37, at_once("action", "cannot be read")

    def action(self, table: CheatingTable, plain: list[Any]) -> list[Any] | None:
        paths = [path for path, value in leaves(plain) if isinstance(value, int) and not isinstance(value, bool)]
        return with_leaf(plain, paths[0], True) if paths else None


class SendTextForBytes(Switch):
    """writes the text that spells them where bytes stand"""

    name, threat, expected = "send-text-for-bytes", 37, at_once("encoding", "cannot be read")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, SealBody):
            return None
        import base64

        return table.sign(SEAL, [base64.b64encode(body.commitment).decode()], like=body)


# -- false claims


class _FalseClaim(Switch):
    threat, needs = 15, "claims"
    expected = at_once("claim", "not proven")

    def proof(self, table: CheatingTable, claim: Claim) -> bytes | None:
        """What goes for the proof of a false claim; None if there is no occasion."""
        raise NotImplementedError

    def proofs(self, table: CheatingTable, claims: tuple[Claim, ...]) -> tuple[bytes, ...] | None:
        found: list[bytes] = []
        for claim in claims:
            true = claim.holds(table._known_faces())
            proof = _honest(table, claim) if true else self.proof(table, claim)
            if proof is None:
                return None
            found.append(proof)
        return tuple(found)

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        lie = FACTS[table.game.name].lie(table) if isinstance(table.waiting, Decision) else None
        if lie is None:
            return False
        claims = table.game.claims(table.state, table.seat, lie)  # type: ignore[arg-type]
        proofs = self.proofs(table, claims)
        if proofs is None:
            return False
        openings = write_openings(table._common, table._private, lie)
        table.inject(table.sign(ACTION, ActionBody(table.game.pack_action(lie), openings, proofs)))
        return True


def _key(table: CheatingTable) -> bytes:
    return table._private.keys(table.game_id or b"").proofs


def _honest(table: CheatingTable, claim: Claim, part: int = 0) -> bytes:
    known = [proving._known(table._common, table._private, piece) for piece in claim.pieces]
    return prove_claim(proving._context(table._common, table.role, ACTION.name, part), _key(table), known, claim.faces)


class ClaimFalsely(_FalseClaim):
    """claims what is not so, with a proof of the right size made up of numbers"""

    name, quick = "claim-falsely", True

    def proof(self, table: CheatingTable, claim: Claim) -> bytes:
        random, size = Random(1), proof_bytes(len(claim.pieces), len(claim.faces))
        return b"".join([random.randrange(ORDER).to_bytes(32, "little") for _ in range(size // 32)])


class ClaimWithZeros(_FalseClaim):
    """claims what is not so, with a proof of zeros"""

    name = "claim-with-zeros"

    def proof(self, table: CheatingTable, claim: Claim) -> bytes:
        return bytes(proof_bytes(len(claim.pieces), len(claim.faces)))


class ClaimWithoutAProof(_FalseClaim):
    """claims what is not so, without a proof"""

    name, expected = "claim-without-a-proof", at_once("claim", "got 0 proofs")

    def proofs(self, table: CheatingTable, claims: tuple[Claim, ...]) -> tuple[bytes, ...]:
        return ()


class ClaimWithAProofOfOtherFaces(_FalseClaim):
    """claims what is not so, with a true proof about other faces"""

    name = "claim-with-a-proof-of-other-faces"

    def proof(self, table: CheatingTable, claim: Claim) -> bytes:
        known = [proving._known(table._common, table._private, piece) for piece in claim.pieces]
        faces = [known[0].face, *[face for face in claim.faces if face != known[0].face]][: len(claim.faces)]
        context = proving._context(table._common, table.role, ACTION.name, 0)
        return prove_claim(context, _key(table), known, faces)


class ClaimWithOtherNonces(_FalseClaim):
    """claims what is not so, with a proof about points that nobody sealed"""

    name = "claim-with-other-points"

    def proof(self, table: CheatingTable, claim: Claim) -> bytes:
        known = [Known(claim.faces[0], bytes(31) + b"\x01") for _ in claim.pieces]
        context = proving._context(table._common, table.role, ACTION.name, 0)
        return prove_claim(context, _key(table), known, claim.faces)


class ClaimWithAProofOfOtherPieces(_FalseClaim):
    """claims what is not so, with a true proof about other pieces of its own"""

    name = "claim-with-a-proof-of-other-pieces"

    def proof(self, table: CheatingTable, claim: Claim) -> bytes | None:
        common, private = table._common, table._private
        true = [piece for piece in common.sealings if private.faces.get(piece) in claim.faces]
        if not true:
            return None
        others = [true[0], *claim.pieces[1:]]
        known = [proving._known(common, private, piece) for piece in others]
        return prove_claim(proving._context(common, table.role, ACTION.name, 0), _key(table), known, claim.faces)


class ClaimWithTwoProofs(_FalseClaim):
    """claims what is not so, with a proof more than there are claims"""

    name, expected = "claim-with-a-proof-too-many", at_once("claim", "proofs, the action rests on")

    def proofs(self, table: CheatingTable, claims: tuple[Claim, ...]) -> tuple[bytes, ...]:
        sizes = [proof_bytes(len(claim.pieces), len(claim.faces)) for claim in claims]
        return tuple([bytes(size) for size in (*sizes, 64)])


# -- false openings


class ShowAnotherFace(Switch):
    """shows a piece as another than it is"""

    name, threat, expected = "show-another-face", 19, at_once("opening", "does not open to face")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody | OpenBody) or not body.openings:
            return None
        first = body.openings[0]
        other = Opening((first.face + 1) % table.game.face_count(), first.nonce)
        return table.sign(kind, msgspec.structs.replace(body, openings=(other, *body.openings[1:])), like=body)


class ShowAFaceThatIsNone(Switch):
    """shows a face that no piece of the game has"""

    name, threat, expected = "show-a-face-that-is-none", 19, at_once("opening", "which no piece has")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody | OpenBody) or not body.openings:
            return None
        other = Opening(table.game.face_count(), body.openings[0].nonce)
        return table.sign(kind, msgspec.structs.replace(body, openings=(other, *body.openings[1:])), like=body)


class ShowNothing(Switch):
    """plays a piece and does not show it"""

    name, threat, expected = "show-nothing", 19, at_once("opening", "got 0 openings")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody | OpenBody) or not body.openings:
            return None
        return table.sign(kind, msgspec.structs.replace(body, openings=()), like=body)


class ShowWithAnotherNonce(Switch):
    """shows a piece with another nonce than it was hidden with"""

    name, threat, expected = "show-with-another-nonce", 19, at_once("opening", "does not open to face")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody | OpenBody) or not body.openings:
            return None
        other = Opening(body.openings[0].face, bytes(32))
        return table.sign(kind, msgspec.structs.replace(body, openings=(other, *body.openings[1:])), like=body)


class OpenAnotherChoice(Switch):
    """opens another choice than it had sealed"""

    name, threat, expected = "open-another-choice", 19, at_once("seal", "not the one that was sealed")
    needs = "sealed choices"

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, OpenBody):
            return None
        packed = [table.game.pack_action(action) for action in options(table, 50)]
        other = next((plain for plain in packed if plain != body.action), None)
        return None if other is None else table.sign(OPEN, OpenBody(other, body.nonce, body.openings, body.proofs))


class OpenInTwoWays(Switch):
    """looks for a second choice and nonce that open what it has sealed, and opens the nearest"""

    name, threat, expected = "open-in-two-ways", 13, at_once("seal", "not the one that was sealed")
    needs = "sealed choices"
    tried: ClassVar[int] = 20_000

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, OpenBody) or table.seat is None:
            return None
        sealed, game = table._common.progress.sealed[table.seat], table.game_id or b""
        number, best = table._common.progress.choices, (-1, body)
        packed = [table.game.pack_action(action) for action in options(table, 50)]
        others = [plain for plain in packed if plain != body.action]
        if not others:
            return None
        for attempt in range(self.tried):
            nonce, plain = attempt.to_bytes(32, "big"), others[attempt % len(others)]
            made = commit_choice(game, table.seat, number, plain, nonce)
            alike = next((place for place in range(32) if made[place] != sealed[place]), 32)
            if alike > best[0]:
                best = alike, OpenBody(plain, nonce, body.openings, body.proofs)
        self.notes |= {"tried": self.tried, "gained": best[0] == 32}
        return table.sign(OPEN, best[1])


class SealWithANonceOfItsOwn(Switch):
    """seals a choice with a nonce that its seed does not give"""

    name, threat, needs, stops_after = "seal-with-a-nonce-of-its-own", 2, "sealed choices", 3
    expected = Expected(When.AUDIT, "seal")
    nonce: ClassVar[bytes] = bytes(31) + b"\x07"

    def may_stop(self, table: CheatingTable) -> bool:
        return self.done

    def body(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> Any:
        choice = table._private.choice
        if isinstance(body, SealBody) and choice is not None and table.seat is not None:
            made = commit_choice(table.game_id or b"", table.seat, choice.number, choice.action, self.nonce)
            return SealBody(made)
        if isinstance(body, OpenBody):
            self.done = True
            return msgspec.structs.replace(body, nonce=self.nonce)
        return body


class CopyASeal(Switch):
    """seals what the opponent has sealed"""

    name, threat, expected, needs = "copy-a-seal", 10, at_once("copy", "repeats one"), "sealed choices"
    seat = 1

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        sealed = table._common.progress.sealed
        return table.sign(SEAL, SealBody(sealed[0])) if isinstance(body, SealBody) and sealed else None


# -- entries for another place


class _OtherPlace(Switch):
    more: ClassVar[dict[str, Any]] = {}

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody):
            return None
        return table.sign(kind, body, **({"like": body} | self.more))


class SignForAnotherGame(_OtherPlace):
    """sends an entry that it signed for another game"""

    name, threat, expected = "sign-for-another-game", 9, at_once("game", "another game")
    more: ClassVar[dict[str, Any]] = {"game": bytes(32)}


class SignWithAnotherKey(_OtherPlace):
    """signs with another key than its own"""

    name, threat, expected = "sign-with-another-key", 9, at_once("signature", "not signed by")
    more: ClassVar[dict[str, Any]] = {"signing_key": bytes(32)}


class FollowAnotherEntry(_OtherPlace):
    """sends an entry that follows another one than the last"""

    name, threat, expected = "follow-another-entry", 9, at_once("chain", "follows another entry")
    more: ClassVar[dict[str, Any]] = {"previous": EMPTY.hash}


class SkipANumber(_OtherPlace):
    """leaves a number out"""

    name, threat, expected = "skip-a-number", 30, at_once("number", "expected entry")
    more: ClassVar[dict[str, Any]] = {"skip": 1}


class SpeakAnotherVersion(_OtherPlace):
    """goes on in another version of the protocol"""

    name, threat, expected = "speak-another-version", 24, at_once("version", "update the older one")
    more: ClassVar[dict[str, Any]] = {"version": VERSION - 1}


class SpellAnEntryOtherwise(_OtherPlace):
    """writes an entry in another spelling of the same values"""

    name, threat, expected = "spell-an-entry-otherwise", 28, at_once("encoding", "shortest")
    more: ClassVar[dict[str, Any]] = {"respell": True}


class ClaimAnotherState(_OtherPlace):
    """says that its move leads to another state"""

    name, threat, expected = "claim-another-state", 23, at_once("state", "another state than ours")
    more: ClassVar[dict[str, Any]] = {"state": bytes(32), "like": None}


class SignAsTheOther(Switch):
    """signs as the other player"""

    name, threat, expected = "sign-as-the-other", 9, at_once("signature", "not signed by")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return table.sign(kind, body, like=body, role=table.role.other) if isinstance(body, ActionBody) else None


class SendBackAnEntry(Switch):
    """sends the opponent's own last entry back as its move"""

    name, threat, expected = "send-an-entry-back", 9, at_once("number")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, ActionBody):
            return None
        theirs = [raw for raw in table.entries if read_entry(raw).role is not table.role]
        changed = bytearray(theirs[-1])
        changed[-70] ^= 1
        return bytes(changed)


class WriteOutOfTurn(Switch):
    """seals a choice where a move is due"""

    name, threat, expected = "write-out-of-turn", 30, at_once("phase", "got seal by the")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return table.sign(SEAL, SealBody(bytes(32))) if isinstance(body, ActionBody) else None


class BringAWrongKindAtTheEnd(Switch):
    """shows, in a sealed choice, a piece as one of another kind"""

    name, threat, expected, needs = "open-the-wrong-kind", 36, at_once("opening", "does not open"), "sealed choices"

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, OpenBody) or not body.openings or table.seat is None:
            return None
        action = table.game.unpack_action(body.action)
        (piece, *_) = table.game.to_show(table.state, table.seat, action)
        fits = table.game.face_fits
        faces = set(table._private.faces.values())
        wrong = next((face for face in faces if not fits(table.state, table.seat, piece, face)), None)
        if wrong is None:
            return None
        first = Opening(wrong, body.openings[0].nonce)
        return table.sign(OPEN, msgspec.structs.replace(body, openings=(first, *body.openings[1:])), like=body)
