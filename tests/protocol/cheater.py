"""A real peer that misbehaves: an honest table but for one cheat, switched on by name."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.hidden import Draw, Face, Mix, Piece
from protocol.canonical import encode
from protocol.chain import EMPTY
from protocol.commitments import VERSION, commit_choice
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.choices import Opening
from protocol.entries.coin import CoinBody
from protocol.entries.draw import DrawBody
from protocol.entries.hello import HELLO, Hello, Offer
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX, MixBody
from protocol.entries.open import OPEN, OpenBody
from protocol.entries.seal import SEAL, SealBody
from protocol.entries.seed import SeedBody
from protocol.entries.verdict import VerdictBody
from protocol.errors import PeerError
from protocol.findings import Finding
from protocol.private import Choice
from protocol.roles import Role, Side
from protocol.seeds import SeedKeys
from protocol.table import Table
from protocol.transcript import TAG
from tests.protocol.pair import owned
from tests.toy_game import COUNTER, DECK, HAND, HIGH, Bid, BidQuestion, Boast, Move, Position, TurnQuestion


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
    SEAL_A_COUNTER_AS_A_CARD = auto()
    OFFER_ANOTHER_GAME = auto()
    OFFER_OTHER_SETTINGS = auto()
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

    def _body(self, kind: EntryKind[Any]) -> Any | None:
        if kind is MIX:
            return self._mix()
        honest = super()._body(kind)
        if isinstance(honest, DrawBody):
            return self._draw(honest)
        if isinstance(honest, VerdictBody):
            return self._verdict(honest)
        return honest

    def _mix(self) -> MixBody:
        mix = self.waiting
        assert isinstance(mix, Mix)
        private, progress = self._private, self._common.progress
        pieces = [piece for pool in mix.pools for piece in self.game.pool(progress.state, mix.owner, pool)]
        first = len(self.entries) < 8 and mix.pools == (DECK,)
        occasions = {
            Cheat.SEAL_A_HIGH_CARD_TWICE: first,
            Cheat.SWAP_A_CARD_AT_A_MIX: mix.pools == (HAND,),
            Cheat.SEAL_A_COUNTER_AS_A_CARD: mix.pools == (HAND,),
            Cheat.SWAP_A_CARD_IN_A_REBUILT_DECK: not first and mix.pools == (DECK,),
        }
        if occasions.get(self.cheat, False) and not self.done:
            self._forge_face(pieces, COUNTER if self.cheat is Cheat.SEAL_A_COUNTER_AS_A_CARD else Face(4))
        honest_keys = SeedKeys(progress.game_id, private.secrets.seed)
        if self.cheat is Cheat.STACK_THE_DECK:
            self.done = self.done or first
            private._keys = _StackedKeys(progress.game_id, private.secrets.seed) if first else honest_keys
        if self.cheat is Cheat.USE_A_NONCE_OF_ITS_OWN:
            self.done = True
            private._keys = _OtherNonces(progress.game_id, private.secrets.seed)
        return MIX.write(self._common, private)

    def _forge_face(self, pieces: list[Piece], face: Face) -> None:
        """Believe that the lowest of `pieces` has `face`, seal it so, and open it so ever after."""
        faces = self._private.faces
        lowest = min(pieces, key=lambda piece: faces[piece])
        if faces[lowest] < 4:
            faces[lowest] = face
            self.done = True

    def _draw(self, honest: DrawBody) -> DrawBody:
        if self.cheat is not Cheat.CHOOSE_WHAT_THE_OTHER_DRAWS or self.done:
            return honest
        draw = self.waiting
        assert isinstance(draw, Draw)
        size = len(self.game.pool(self._common.progress.state, draw.owner, draw.source))
        self.done = True
        return DrawBody(((honest.positions[0] + 1) % size, *honest.positions[1:]), b"")

    def _verdict(self, honest: VerdictBody) -> VerdictBody:
        if self.cheat is Cheat.SIGN_A_FALSE_VERDICT:
            self.done = True
            accusation = Finding(3, self.role.other, "mix", "face=1", "face=2")
            return VerdictBody(honest.head, (accusation,))
        if self.cheat is Cheat.DENY_IN_THE_VERDICT:
            return VerdictBody(honest.head, ())
        return honest

    def act(self, action: Move) -> None:
        """Without asking whether it is allowed, where the cheat is that it is not."""
        if self.cheat is Cheat.BOAST_FALSELY and isinstance(action, Boast):
            self.done = self.done or not any(owned(self)[card] in HIGH for card in action.cards)
            self._write(ACTION, ACTION.write_for(self._common, self._private, self.game.pack_action(action)))
            self.proceed()
        elif self.cheat in (Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD) and isinstance(action, Bid):
            if action.card is not None and owned(self)[action.card] in (0, COUNTER):
                self.done = True
            self._private.choice = Choice(self._common.progress.choices, self.game.pack_action(action))
            self.proceed()
        else:
            super().act(action)

    # -- what must not pass

    def _write(self, kind: EntryKind[Any], body: Any) -> None:
        forged = self._forged(kind, body)
        if forged is None:
            if self.cheat is Cheat.SEAL_WITH_A_NONCE_OF_ITS_OWN and kind in (SEAL, OPEN):
                self.done = True
                body = self._resealed(body)
            super()._write(kind, body)
            return
        self.done = True
        self._outbox.append(forged)
        self.fault = PeerError("cheat", "what comes next does not matter")

    def _resealed(self, body: Any) -> Any:
        """The honest seal or opening, with a nonce that the seed does not give."""
        choice = self._private.choice
        assert choice is not None
        assert self.seat is not None
        nonce = bytes(31) + b"\x07"
        if isinstance(body, SealBody):
            return SealBody(
                commit_choice(self._common.progress.game_id, self.seat, choice.number, choice.action, nonce)
            )
        assert isinstance(body, OpenBody)
        return msgspec.structs.replace(body, nonce=nonce)

    def _forged(self, kind: EntryKind[Any], body: Any) -> bytes | None:
        """The false entry that this cheat puts in the place of an honest one, if this is the occasion."""
        cheat = self.cheat
        if isinstance(body, Hello):
            return self._forged_hello(body)
        if isinstance(body, CoinBody) and cheat is Cheat.CHANGE_THE_COIN:
            return self.sign(kind, CoinBody(bytes(32)))
        if isinstance(body, MixBody) and body.commitments:
            return self._forged_mix(body)
        if isinstance(body, DrawBody):
            if cheat is Cheat.DRAW_TOO_MANY:
                return self.sign(kind, DrawBody((*body.positions, 0), b""))
            if cheat is Cheat.DRAW_BEHIND_THE_POOL:
                return self.sign(kind, DrawBody((10_000, *body.positions[1:]), b""))
        if isinstance(body, ActionBody):
            return self._forged_action(body)
        if isinstance(body, SealBody) and cheat is Cheat.COPY_A_SEAL and self._common.progress.sealed:
            return self.sign(kind, SealBody(self._common.progress.sealed[0]))
        if isinstance(body, OpenBody):
            if cheat in (Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD):
                bad = body.openings and body.openings[0].face in (0, COUNTER)
                return self.sign(kind, body) if bad else None
            return self._forged_opening(body)
        if isinstance(body, SeedBody) and cheat is Cheat.OPEN_ANOTHER_SEED:
            return self.sign(kind, SeedBody(bytes(32)))
        if isinstance(body, VerdictBody) and cheat is Cheat.JUDGE_ANOTHER_RECORD:
            return self.sign(kind, VerdictBody(bytes(32), body.findings))
        return None

    def _forged_hello(self, body: Hello) -> bytes | None:
        cheat = self.cheat
        players = self._common.progress.players
        changes: dict[str, Any] = {}
        if cheat is Cheat.PLAY_BY_OTHER_RULES:
            changes = {"rules": bytes(32)}
        elif cheat is Cheat.CALL_ITSELF_MARKUP:
            changes = {"name": "[b]Ieyasu\x1b[31m"}
        elif cheat is Cheat.CALL_ITSELF_A_MEGABYTE:
            changes = {"name": "Ieyasu" * 10_000}
        elif cheat is Cheat.COPY_THE_SEED_COMMITMENT and players:
            changes = {"seed_commitment": players[0].seed_commitment}
        elif cheat is Cheat.CHOOSE_THE_SIDE_AS_JOINER and self.role is Role.JOINER:
            changes = {"offer": Offer(self.game.name, self.game.settings, Side.FIRST)}
        elif cheat is Cheat.OFFER_ANOTHER_GAME and body.offer is not None:
            changes = {"offer": msgspec.structs.replace(body.offer, game="go")}
        elif cheat is Cheat.OFFER_OTHER_SETTINGS and body.offer is not None:
            changes = {"offer": msgspec.structs.replace(body.offer, settings=(("copies", "9"),))}
        elif cheat is Cheat.SPEAK_ANOTHER_VERSION:
            return self.sign(HELLO, body, version=VERSION + 1)
        return self.sign(HELLO, msgspec.structs.replace(body, **changes)) if changes else None

    def _forged_mix(self, body: MixBody) -> bytes | None:
        honest = body.commitments
        theirs = [commitment for commitment in self._common.commitments.values() if commitment not in honest]
        if self.cheat is Cheat.SEAL_TOO_FEW:
            return self.sign(MIX, MixBody(honest[1:], ()))
        if self.cheat is Cheat.COPY_A_COMMITMENT and theirs:
            return self.sign(MIX, MixBody((theirs[-1], *honest[1:]), ()))
        if self.cheat is Cheat.REPEAT_AN_OWN_COMMITMENT and len(honest) > 1:
            return self.sign(MIX, MixBody((honest[1], *honest[1:]), ()))
        return None

    def _forged_action(self, body: ActionBody) -> bytes | None:
        cheat = self.cheat
        if cheat is Cheat.PLAY_A_CARD_IT_HAS_NOT:
            return self.sign(ACTION, ActionBody(["play", 0], (), ()))
        if cheat is Cheat.SEND_NO_ACTION_AT_ALL:
            return self.sign(ACTION, ActionBody(["overturn the board", [[]]], (), ()))
        if cheat is Cheat.SPELL_AN_ACTION_OTHERWISE and body.action[0] == "boast":
            return self.sign(ACTION, ActionBody(["boast", body.action[1][::-1]], (), ()))
        if cheat is Cheat.SEND_TRUE_FOR_ONE:
            return self.sign(ACTION, ActionBody(["play", True], (), ()))
        if cheat is Cheat.SHOW_ANOTHER_FACE and body.openings:
            (opening,) = body.openings
            return self.sign(
                ACTION, ActionBody(body.action, (Opening((opening.face + 1) % 5, opening.nonce),), ()), like=body
            )
        if cheat is Cheat.SHOW_A_FACE_THAT_IS_NONE and body.openings:
            return self.sign(ACTION, ActionBody(body.action, (Opening(6, body.openings[0].nonce),), ()), like=body)
        if cheat is Cheat.SHOW_NOTHING and body.openings:
            return self.sign(ACTION, ActionBody(body.action, (), ()), like=body)
        if cheat is Cheat.CLAIM_ANOTHER_STATE:
            return self.sign(ACTION, body, state=bytes(32))
        if cheat is Cheat.ACT_OUT_OF_PHASE:
            return self.sign(SEAL, SealBody(bytes(32)))
        if cheat is Cheat.SIGN_WITH_ANOTHER_KEY:
            return self.sign(ACTION, body, like=body, signing_key=bytes(32))
        if cheat is Cheat.SIGN_AS_THE_OTHER:
            return self.sign(ACTION, body, like=body, role=self.role.other)
        if cheat is Cheat.SIGN_FOR_ANOTHER_GAME:
            return self.sign(ACTION, body, like=body, game=bytes(32))
        if cheat is Cheat.SKIP_A_NUMBER:
            return self.sign(ACTION, body, like=body, skip=1)
        if cheat is Cheat.FOLLOW_ANOTHER_ENTRY:
            return self.sign(ACTION, body, like=body, previous=EMPTY.hash)
        if cheat is Cheat.SPELL_AN_ENTRY_OTHERWISE:
            return self.sign(ACTION, body, like=body, respell=True)
        return None

    def _forged_opening(self, body: OpenBody) -> bytes | None:
        if self.cheat is Cheat.OPEN_ANOTHER_BID and body.openings:
            return self.sign(OPEN, OpenBody(self.game.pack_action(Bid(None)), body.nonce, ()))
        if self.cheat is Cheat.OPEN_WITH_ANOTHER_NONCE and body.openings:
            opening = Opening(body.openings[0].face, bytes(32))
            return self.sign(OPEN, msgspec.structs.replace(body, openings=(opening,)), like=body)
        return None

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
        return content + _signature(signing_key or self._private.secrets.signing_key, content)


class _StackedKeys(SeedKeys):
    """Puts the pieces where the player wants them."""

    def order(self, number: int, size: int) -> list[int]:
        return list(range(size))


class _OtherNonces(SeedKeys):
    """Hides pieces with nonces that the seed does not give."""

    def nonce(self, piece: Piece) -> bytes:
        return piece.to_bytes(32, "big")


def _signature(signing_key: bytes, content: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(signing_key).sign(content)


def cheating_moves(table: Table[Position, Move]) -> list[Move]:
    """All moves, true or not."""
    view = table.view()
    assert view is not None
    moves: list[Move] = list(table.game.options(view))
    hand = table.game.pool(view.state, view.seat, HAND)
    cheat = table.cheat if isinstance(table, Cheater) else None
    faces = view.faces
    if cheat is Cheat.BOAST_FALSELY and isinstance(table.asked(), TurnQuestion):
        low = sorted([card for card in hand if faces[card] not in HIGH])[:2]
        if len(low) == 2:
            return [Boast((low[0], low[1]))]
    if cheat in (Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD) and isinstance(table.asked(), BidQuestion):
        return [Bid(card) for card in hand if faces[card] in (0, COUNTER)] or moves
    return moves
