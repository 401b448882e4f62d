"""A real peer that misbehaves: an honest table but for one cheat, switched on by name."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import msgspec

from engine.hidden import Claim, Draw, Face, Mix, Piece
from protocol.canonical import encode
from protocol.commitments import VERSION, commit_choice
from protocol.errors import PeerError
from protocol.seeds import SeedKeys
from protocol.table import Table
from protocol.transcript import (
    EMPTY,
    TAG,
    Body,
    Choosing,
    Coin,
    Drawing,
    Finding,
    Hello,
    Kind,
    Mixing,
    Opening,
    Role,
    Sealing,
    SeedOpening,
    Unsealing,
    VerdictBody,
)
from tests.toy_game import DECK, HAND, Bid, Boast, Move, Position, ToyGame


class Cheat(Enum):
    """What the peer does wrong. The first group is for the audit; the second does not pass during the game."""

    SEAL_A_HIGH_CARD_TWICE = auto()
    SWAP_A_CARD_AT_A_MIX = auto()
    SWAP_A_CARD_IN_A_REBUILT_DECK = auto()
    STACK_THE_DECK = auto()
    USE_A_NONCE_OF_ITS_OWN = auto()
    CHOOSE_WHAT_THE_OTHER_DRAWS = auto()
    SEAL_WITH_A_NONCE_OF_ITS_OWN = auto()
    BOAST_FALSELY = auto()
    SIGN_A_FALSE_VERDICT = auto()
    DENY_IN_THE_VERDICT = auto()

    PLAY_BY_OTHER_RULES = auto()
    SPEAK_ANOTHER_VERSION = auto()
    CALL_ITSELF_MARKUP = auto()
    CALL_ITSELF_A_MEGABYTE = auto()
    COPY_THE_SEED_COMMITMENT = auto()
    CHOOSE_THE_SIDE_AS_JOINER = auto()
    CHANGE_THE_COIN = auto()
    SEAL_TOO_FEW = auto()
    COPY_A_COMMITMENT = auto()
    REPEAT_AN_OWN_COMMITMENT = auto()
    DRAW_TOO_MANY = auto()
    DRAW_BEHIND_THE_POOL = auto()
    PLAY_A_CARD_IT_HAS_NOT = auto()
    SEND_NO_ACTION_AT_ALL = auto()
    SPELL_AN_ACTION_OTHERWISE = auto()
    SEND_TRUE_FOR_ONE = auto()
    SHOW_ANOTHER_FACE = auto()
    SHOW_A_FACE_THAT_IS_NONE = auto()
    SHOW_NOTHING = auto()
    COPY_A_SEAL = auto()
    OPEN_ANOTHER_BID = auto()
    OPEN_WITH_ANOTHER_NONCE = auto()
    SEAL_A_BAD_BID = auto()
    CLAIM_ANOTHER_STATE = auto()
    ACT_OUT_OF_PHASE = auto()
    SIGN_WITH_ANOTHER_KEY = auto()
    SIGN_AS_THE_OTHER = auto()
    SIGN_FOR_ANOTHER_GAME = auto()
    SKIP_A_NUMBER = auto()
    FOLLOW_ANOTHER_ENTRY = auto()
    SPELL_AN_ENTRY_OTHERWISE = auto()
    OPEN_ANOTHER_SEED = auto()
    JUDGE_ANOTHER_RECORD = auto()


class Cheater(Table[Position, Move]):
    """`done` says whether the occasion for the cheat has come."""

    cheat: Cheat
    done = False

    # -- what the audit must find

    def _mixing(self) -> Mixing:
        mix = self.waiting
        assert isinstance(mix, Mix)
        state = self._match.progress.state
        pieces = [piece for pool in mix.pools for piece in self.game.pool(state, mix.owner, pool)]
        first = len(self.entries) < 8 and mix.pools == (DECK,)
        rebuilt = not first and mix.pools == (DECK,)
        occasions = {
            Cheat.SEAL_A_HIGH_CARD_TWICE: first,
            Cheat.SWAP_A_CARD_AT_A_MIX: mix.pools == (HAND,),
            Cheat.SWAP_A_CARD_IN_A_REBUILT_DECK: rebuilt,
        }
        if occasions.get(self.cheat, False) and not self.done:
            self._forge_face(pieces)
        honest = super()._mixing()
        if self.cheat is Cheat.STACK_THE_DECK and first:
            self.done = True
            self._seed_keys()
            self._keys = _StackedKeys(self._match.progress.game_id, self._secrets.seed)
            return super()._mixing()
        if self.cheat is Cheat.USE_A_NONCE_OF_ITS_OWN and first:
            self.done = True
            self._seed_keys()
            self._keys = _OtherNonces(self._match.progress.game_id, self._secrets.seed)
            return super()._mixing()
        if isinstance(self._keys, _StackedKeys) and not first:
            self._keys = None  # back to what the seed gives
            return super()._mixing()
        return honest

    def _forge_face(self, pieces: list[Piece]) -> None:
        """Believe that the lowest of `pieces` is a 4, seal it as one, and open it as one ever after."""
        lowest = min(pieces, key=lambda piece: self._faces[piece])
        if self._faces[lowest] < 4:
            self._faces[lowest] = Face(4)
            self.done = True

    def _drawing(self) -> Drawing:
        honest = super()._drawing()
        if self.cheat is not Cheat.CHOOSE_WHAT_THE_OTHER_DRAWS or self.done:
            return honest
        draw = self.waiting
        assert isinstance(draw, Draw)
        size = len(self.game.pool(self._match.progress.state, draw.owner, draw.source))
        self.done = True
        return Drawing(((honest.positions[0] + 1) % size, *honest.positions[1:]))

    def _check_claims(self, claims: object) -> None:
        if self.cheat is Cheat.BOAST_FALSELY:
            assert isinstance(claims, tuple)
            self.done = self.done or any(self._is_false(claim) for claim in claims)
            return
        if self.cheat is Cheat.SEAL_A_BAD_BID:
            self.done = True
            return
        super()._check_claims(claims)  # type: ignore[arg-type]

    def _is_false(self, claim: Claim) -> bool:
        return not self.game.holds(claim.statement, [self._faces[piece] for piece in claim.pieces])

    def _judging(self) -> VerdictBody:
        honest = super()._judging()
        if self.cheat is Cheat.SIGN_A_FALSE_VERDICT:
            self.done = True
            accusation = Finding(3, self.role.other, "mix", "an honest mix", "nothing of the kind")
            return VerdictBody(honest.head, (accusation,))
        if self.cheat is Cheat.DENY_IN_THE_VERDICT:
            return VerdictBody(honest.head, ())
        return honest

    # -- what must not pass

    def _write(self, kind: Kind, body: Body) -> None:
        forged = self._forged(kind, body)
        if forged is None:
            if self.cheat is Cheat.SEAL_WITH_A_NONCE_OF_ITS_OWN and kind in (Kind.SEAL, Kind.OPEN):
                self.done = True
                body = self._resealed(body)
            super()._write(kind, body)
            return
        self.done = True
        self._outbox.append(forged)
        self.fault = PeerError("cheat", "what comes next does not matter")

    def _resealed(self, body: Body) -> Body:
        """The honest seal or opening, with a nonce that the seed does not give."""
        assert self._choice is not None
        assert self.seat is not None
        number, packed = self._choice
        nonce = bytes(31) + b"\x07"
        if isinstance(body, Sealing):
            return Sealing(commit_choice(self._match.progress.game_id, self.seat, number, packed, nonce))
        assert isinstance(body, Unsealing)
        return msgspec.structs.replace(body, nonce=nonce)

    def _forged(self, kind: Kind, body: Body) -> bytes | None:
        """The false entry that this cheat puts in the place of an honest one, if this is the occasion."""
        cheat = self.cheat
        if isinstance(body, Hello):
            return self._forged_hello(body)
        if isinstance(body, Coin) and cheat is Cheat.CHANGE_THE_COIN:
            return self.sign(kind, Coin(bytes(32)))
        if isinstance(body, Mixing) and body.commitments:
            return self._forged_mix(body)
        if isinstance(body, Drawing):
            if cheat is Cheat.DRAW_TOO_MANY:
                return self.sign(kind, Drawing((*body.positions, 0)))
            if cheat is Cheat.DRAW_BEHIND_THE_POOL:
                return self.sign(kind, Drawing((10_000, *body.positions[1:])))
        if isinstance(body, Choosing):
            return self._forged_action(body)
        if isinstance(body, Sealing) and cheat is Cheat.COPY_A_SEAL and self._match.progress.sealed:
            return self.sign(kind, Sealing(self._match.progress.sealed[0]))
        if isinstance(body, Unsealing):
            if cheat is Cheat.SEAL_A_BAD_BID and body.openings and body.openings[0].face == 0:
                return self.sign(kind, body)
            return self._forged_opening(body)
        if isinstance(body, SeedOpening) and cheat is Cheat.OPEN_ANOTHER_SEED:
            return self.sign(kind, SeedOpening(bytes(32)))
        if isinstance(body, VerdictBody) and cheat is Cheat.JUDGE_ANOTHER_RECORD:
            return self.sign(kind, VerdictBody(bytes(32), body.findings))
        return None

    def _forged_hello(self, body: Hello) -> bytes | None:
        cheat = self.cheat
        hellos = self._match.progress.hellos
        changes: dict[str, Any] = {}
        if cheat is Cheat.PLAY_BY_OTHER_RULES:
            changes = {"rules": bytes(32)}
        elif cheat is Cheat.CALL_ITSELF_MARKUP:
            changes = {"name": "[b]Ieyasu\x1b[31m"}
        elif cheat is Cheat.CALL_ITSELF_A_MEGABYTE:
            changes = {"name": "Ieyasu" * 10_000}
        elif cheat is Cheat.COPY_THE_SEED_COMMITMENT and hellos:
            changes = {"seed_commitment": hellos[0].seed_commitment}
        elif cheat is Cheat.CHOOSE_THE_SIDE_AS_JOINER and self.role is Role.JOINER:
            changes = {"side": 0}
        elif cheat is Cheat.SPEAK_ANOTHER_VERSION:
            return self.sign(Kind.HELLO, body, version=VERSION + 1)
        return self.sign(Kind.HELLO, msgspec.structs.replace(body, **changes)) if changes else None

    def _forged_mix(self, body: Mixing) -> bytes | None:
        honest = body.commitments
        theirs = [commitment for commitment in self._match.commitments.values() if commitment not in honest]
        if self.cheat is Cheat.SEAL_TOO_FEW:
            return self.sign(Kind.MIX, Mixing(honest[1:]))
        if self.cheat is Cheat.COPY_A_COMMITMENT and theirs:
            return self.sign(Kind.MIX, Mixing((theirs[-1], *honest[1:])))
        if self.cheat is Cheat.REPEAT_AN_OWN_COMMITMENT and len(honest) > 1:
            return self.sign(Kind.MIX, Mixing((honest[1], *honest[1:])))
        return None

    def _forged_action(self, body: Choosing) -> bytes | None:
        cheat = self.cheat
        if cheat is Cheat.PLAY_A_CARD_IT_HAS_NOT:
            return self.sign(Kind.ACTION, Choosing(["play", 0], ()))
        if cheat is Cheat.SEND_NO_ACTION_AT_ALL:
            return self.sign(Kind.ACTION, Choosing(["overturn the board", [[]]], ()))
        if cheat is Cheat.SPELL_AN_ACTION_OTHERWISE and body.action[0] == "boast":
            return self.sign(Kind.ACTION, Choosing(["boast", body.action[1][::-1]], ()))
        if cheat is Cheat.SEND_TRUE_FOR_ONE:
            return self.sign(Kind.ACTION, Choosing(["play", True], ()))
        if cheat is Cheat.SHOW_ANOTHER_FACE and body.openings:
            (opening,) = body.openings
            return self.sign(
                Kind.ACTION, Choosing(body.action, (Opening((opening.face + 1) % 5, opening.nonce),)), like=body
            )
        if cheat is Cheat.SHOW_A_FACE_THAT_IS_NONE and body.openings:
            return self.sign(Kind.ACTION, Choosing(body.action, (Opening(5, body.openings[0].nonce),)), like=body)
        if cheat is Cheat.SHOW_NOTHING and body.openings:
            return self.sign(Kind.ACTION, Choosing(body.action, ()), like=body)
        if cheat is Cheat.CLAIM_ANOTHER_STATE:
            return self.sign(Kind.ACTION, body, state=bytes(32))
        if cheat is Cheat.ACT_OUT_OF_PHASE:
            return self.sign(Kind.SEAL, Sealing(bytes(32)))
        if cheat is Cheat.SIGN_WITH_ANOTHER_KEY:
            return self.sign(Kind.ACTION, body, like=body, signing_key=bytes(32))
        if cheat is Cheat.SIGN_AS_THE_OTHER:
            return self.sign(Kind.ACTION, body, like=body, role=self.role.other)
        if cheat is Cheat.SIGN_FOR_ANOTHER_GAME:
            return self.sign(Kind.ACTION, body, like=body, game=bytes(32))
        if cheat is Cheat.SKIP_A_NUMBER:
            return self.sign(Kind.ACTION, body, like=body, skip=1)
        if cheat is Cheat.FOLLOW_ANOTHER_ENTRY:
            return self.sign(Kind.ACTION, body, like=body, previous=EMPTY.hash)
        if cheat is Cheat.SPELL_AN_ENTRY_OTHERWISE:
            return self.sign(Kind.ACTION, body, like=body, respell=True)
        return None

    def _forged_opening(self, body: Unsealing) -> bytes | None:
        if self.cheat is Cheat.OPEN_ANOTHER_BID and body.openings:
            return self.sign(Kind.OPEN, Unsealing(self.game.pack_action(Bid(None)), body.nonce, ()))
        if self.cheat is Cheat.OPEN_WITH_ANOTHER_NONCE and body.openings:
            opening = Opening(body.openings[0].face, bytes(32))
            return self.sign(Kind.OPEN, msgspec.structs.replace(body, openings=(opening,)), like=body)
        return None

    def sign(
        self,
        kind: Kind,
        body: Body,
        *,
        like: Body | None = None,
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
        digest = self._match.progress.digest
        if like is not None:
            digest = self._match.step(self.role, kind, like).progress.digest
        content = encode(
            (
                TAG,
                version,
                self._match.progress.game_id if game is None else game,
                self.head.count + skip,
                self.role if role is None else role,
                kind,
                body,
                self.head.hash if previous is None else previous,
                digest if state is None else state,
            )
        )
        if respell:  # the tag's length in two bytes where one is enough
            content = content[:1] + b"\xd9" + bytes([len(TAG)]) + content[2:]
        return content + _signature(signing_key or self._secrets.signing_key, content)


class _StackedKeys(SeedKeys):
    """Puts the pieces where the player wants them."""

    def order(self, number: int, size: int) -> list[int]:
        return list(range(size))


class _OtherNonces(SeedKeys):
    """Hides pieces with nonces that the seed does not give."""

    def nonce(self, piece: Piece) -> bytes:
        return piece.to_bytes(32, "big")


def _signature(signing_key: bytes, content: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(signing_key).sign(content)


def cheating_moves(table: Table[Position, Move]) -> list[Move]:
    """All moves, true or not."""
    assert isinstance(table.game, ToyGame)
    assert table.state is not None
    assert table.seat is not None
    moves = table.game.moves(table.state, table.seat, table.faces)
    hand = table.game.pool(table.state, table.seat, HAND)
    if isinstance(table, Cheater) and table.cheat is Cheat.BOAST_FALSELY and table.to_decide() == "turn":
        low = sorted(hand, key=lambda piece: table.faces[piece])[:2]
        if sum(table.faces[piece] for piece in low) < 5:
            return [Boast((low[0], low[1]))]
    if isinstance(table, Cheater) and table.cheat is Cheat.SEAL_A_BAD_BID and table.to_decide() == "bid":
        return [Bid(card) for card in hand if table.faces[card] == 0] or moves
    return moves
