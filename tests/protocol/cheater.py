"""A real peer that misbehaves: an honest table but for one cheat, switched on by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from engine.hidden import Face, Mix, Piece
from protocol import proving
from protocol.chain import EMPTY
from protocol.commitments import VERSION, commit_choice
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.choices import Opening
from protocol.entries.coin import CoinBody
from protocol.entries.draw import DrawBody
from protocol.entries.hello import HELLO, Hello, Offer
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX, MixBody, PoolProof
from protocol.entries.open import OPEN, OpenBody
from protocol.entries.seal import SEAL, SealBody
from protocol.entries.seed import SeedBody
from protocol.entries.verdict import VerdictBody
from protocol.errors import PeerError
from protocol.findings import Finding
from protocol.private import Choice
from protocol.proofs.claims import proof_bytes
from protocol.proofs.group import ORDER
from protocol.proofs.pieces import Known, prove_claim
from protocol.proofs.transcripts import Context
from protocol.roles import Role, Side
from protocol.seeds import SeedKeys
from protocol.table import Table
from protocol.transcript import read_entry
from tests.malicious.cheating_table import SigningTable
from tests.protocol.pair import owned
from tests.toy_game import BOX, COUNTER, DECK, HAND, HIGH, Bid, BidQuestion, Boast, Move, Position, TurnQuestion


class Cheat(Enum):
    """What the peer does wrong. The first group is for the audit; the second is not proven, and the third is otherwise
    wrong: both do not pass during the game.
    """

    STACK_THE_DECK = auto()
    USE_A_NONCE_OF_ITS_OWN = auto()
    HASH_ANOTHER_CARD = auto()
    PROVE_POINTS_OF_ANOTHER_NONCE = auto()
    SEAL_WITH_A_NONCE_OF_ITS_OWN = auto()
    SIGN_A_FALSE_VERDICT = auto()
    DENY_IN_THE_VERDICT = auto()

    SEAL_A_HIGH_CARD_TWICE = auto()
    SWAP_A_CARD_AT_A_MIX = auto()
    SWAP_A_CARD_IN_A_REBUILT_DECK = auto()
    EXCHANGE_CARDS_BETWEEN_POOLS = auto()
    EXCHANGE_PROOFS_BETWEEN_POOLS = auto()
    SEAL_TOO_FEW_POINTS = auto()
    PROVE_TOO_FEW_POOLS = auto()
    COPY_A_POINT = auto()
    REPEAT_AN_OWN_POINT = auto()
    REPEAT_A_PROOF = auto()
    COPY_A_PROOF = auto()
    PROVE_FOR_ANOTHER_GAME = auto()
    PROVE_FOR_ANOTHER_ENTRY = auto()
    PROVE_BEHIND_ANOTHER_ENTRY = auto()
    PROVE_FOR_ANOTHER_KIND = auto()
    PROVE_FOR_ANOTHER_POOL = auto()
    PROVE_AS_THE_OTHER = auto()
    PROVE_FOR_ANOTHER_VERSION = auto()
    OPEN_ANOTHER_LINK = auto()
    REPEAT_A_LINK = auto()
    SKIP_A_LINK = auto()
    COPY_A_LINK = auto()
    BOAST_WITHOUT_A_PROOF = auto()
    BOAST_WITH_TWO_PROOFS = auto()
    BOAST_WITH_ZEROS = auto()
    BOAST_WITH_A_SIMULATED_PROOF = auto()
    BOAST_WITH_AN_OLD_PROOF = auto()
    BOAST_WITH_THE_OTHER_S_PROOF = auto()
    BOAST_WITH_A_PROOF_OF_OTHER_FACES = auto()
    BOAST_WITH_A_PROOF_OF_OTHER_CARDS = auto()
    BOAST_WITH_OTHER_NONCES = auto()

    PLAY_BY_OTHER_RULES = auto()
    SPEAK_ANOTHER_VERSION = auto()
    CALL_ITSELF_MARKUP = auto()
    CALL_ITSELF_A_MEGABYTE = auto()
    COPY_THE_SEED_COMMITMENT = auto()
    COPY_THE_DRAW_CHAIN = auto()
    USE_THE_DRAW_CHAIN_AS_A_COMMITMENT = auto()
    CHOOSE_THE_SIDE_AS_JOINER = auto()
    CHANGE_THE_COIN = auto()
    SEAL_TOO_FEW = auto()
    COPY_A_COMMITMENT = auto()
    REPEAT_AN_OWN_COMMITMENT = auto()
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


BOASTS = tuple([cheat for cheat in Cheat if cheat.name.startswith("BOAST_")])

ELSEWHERE: dict[Cheat, Callable[[Context], Context]] = {
    Cheat.PROVE_FOR_ANOTHER_GAME: lambda context: replace(context, game=bytes(32)),
    Cheat.PROVE_FOR_ANOTHER_ENTRY: lambda context: replace(context, entry=context.entry + 1),
    Cheat.PROVE_BEHIND_ANOTHER_ENTRY: lambda context: replace(context, previous=bytes(32)),
    Cheat.PROVE_FOR_ANOTHER_KIND: lambda context: replace(context, kind="action"),
    Cheat.PROVE_FOR_ANOTHER_POOL: lambda context: replace(context, part=context.part + 1),
    Cheat.PROVE_AS_THE_OTHER: lambda context: replace(context, author=1 - context.author),
    Cheat.PROVE_FOR_ANOTHER_VERSION: lambda context: replace(context, version=1),
}
"""Proofs that are good in another place."""


class Cheater(SigningTable):
    """`done` says whether the occasion for the cheat has come. It does not look at proofs, its own least of all."""

    cheat: Cheat
    done = False

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._common.trusting = True

    # -- what the audit must find, and false mixes

    def _body(self, kind: EntryKind[Any]) -> Any | None:
        if kind is MIX:
            return self._mix()
        honest = super()._body(kind)
        return self._verdict(honest) if isinstance(honest, VerdictBody) else honest

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
        if self.cheat is Cheat.EXCHANGE_CARDS_BETWEEN_POOLS and mix.pools == (BOX, HAND):
            self._exchange_faces(pieces)
        honest_keys = SeedKeys(progress.game_id, private.secrets.seed)
        if self.cheat is Cheat.STACK_THE_DECK:
            self.done = self.done or first
            private._keys = _StackedKeys(progress.game_id, private.secrets.seed) if first else honest_keys
        if self.cheat is Cheat.USE_A_NONCE_OF_ITS_OWN:
            self.done = True
            private._keys = _OtherNonces(progress.game_id, private.secrets.seed)
        elsewhere, honest_context = ELSEWHERE.get(self.cheat), proving._context
        if elsewhere is not None:
            with patch.object(proving, "_context", lambda *arguments: elsewhere(honest_context(*arguments))):
                return MIX.write(self._common, private)
        body = MIX.write(self._common, private)
        if mix.pools != (HAND,) or self.done:
            return body
        if self.cheat is Cheat.HASH_ANOTHER_CARD:
            honest = dict(private.faces)
            self._exchange_faces(pieces)
            body = MixBody(MIX.write(self._common, private).commitments, body.proofs)
            private.faces.update(honest)
        elif self.cheat is Cheat.PROVE_POINTS_OF_ANOTHER_NONCE:
            self.done = True
            private._keys = _OtherNonces(progress.game_id, private.secrets.seed, progress.state.next_piece)
            body = MixBody(body.commitments, MIX.write(self._common, private).proofs)
            private._keys = honest_keys
        return body

    def _exchange_faces(self, pieces: list[Piece]) -> None:
        """Believe that the first of `pieces` is the last that is another, and the other way round."""
        faces = self._private.faces
        one = pieces[0]
        other = next((piece for piece in reversed(pieces) if faces[piece] != faces[one]), one)
        faces[one], faces[other] = faces[other], faces[one]
        self.done = one != other

    def _forge_face(self, pieces: list[Piece], face: Face) -> None:
        """Believe that the lowest of `pieces` has `face`, seal it so, and open it so ever after."""
        faces = self._private.faces
        lowest = min(pieces, key=lambda piece: faces[piece])
        if faces[lowest] < 4:
            faces[lowest] = face
            self.done = True

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
        false_boast = isinstance(action, Boast) and not any(owned(self)[card] in HIGH for card in action.cards)
        proofs = self._false_proofs(action) if isinstance(action, Boast) and false_boast else None
        if proofs is not None:
            self._write(ACTION, ActionBody(self.game.pack_action(action), (), proofs))
            self.done = True
            self.proceed()
        elif self.cheat in (Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD) and isinstance(action, Bid):
            if action.card is not None and owned(self)[action.card] in (0, COUNTER):
                self.done = True
            self._private.choice = Choice(self._common.progress.choices, self.game.pack_action(action))
            self.proceed()
        else:
            super().act(action)

    def _false_proofs(self, boast: Boast) -> tuple[bytes, ...] | None:
        """What goes for the proof of a false boast; None if there is no occasion for this cheat."""
        common, private, cheat = self._common, self._private, self.cheat
        size = proof_bytes(len(boast.cards), len(HIGH))
        old: dict[Role, bytes] = {}
        for raw in self.entries:
            entry = read_entry(raw)
            if isinstance(entry.body, ActionBody) and entry.body.proofs:
                old[entry.role] = entry.body.proofs[0]
        honest = [proving._known(common, private, card) for card in boast.cards]
        context = proving._context(common, self.role, ACTION.name, 0)
        key = private.keys(common.progress.game_id).proofs
        if cheat is Cheat.BOAST_WITHOUT_A_PROOF:
            return ()
        if cheat is Cheat.BOAST_WITH_TWO_PROOFS:
            return (bytes(size), bytes(size))
        if cheat is Cheat.BOAST_WITH_ZEROS:
            return (bytes(size),)
        if cheat is Cheat.BOAST_WITH_A_SIMULATED_PROOF:
            random = Random(1)
            return (b"".join([random.randrange(ORDER).to_bytes(32, "little") for _ in range(size // 32)]),)
        if cheat is Cheat.BOAST_WITH_AN_OLD_PROOF:
            return (old[self.role],) if self.role in old else None
        if cheat is Cheat.BOAST_WITH_THE_OTHER_S_PROOF:
            return (old[self.role.other],) if self.role.other in old else None
        if cheat is Cheat.BOAST_WITH_A_PROOF_OF_OTHER_FACES:
            return (prove_claim(context, key, honest, (honest[0].face, honest[1].face + 1)),)
        if cheat is Cheat.BOAST_WITH_A_PROOF_OF_OTHER_CARDS:
            high = next(card for card in common.sealings if private.faces.get(card) in HIGH)
            return (prove_claim(context, key, [proving._known(common, private, high), honest[1]], HIGH),)
        if cheat is Cheat.BOAST_WITH_OTHER_NONCES:
            return (prove_claim(context, key, [Known(HIGH[0], known.nonce) for known in honest], HIGH),)
        return None

    # -- what must not pass

    def _write(self, kind: EntryKind[Any], body: Any) -> None:
        forged = self._forged(kind, body)
        if forged is None:
            if self.cheat is Cheat.SEAL_WITH_A_NONCE_OF_ITS_OWN and kind in (SEAL, OPEN):
                self.done = True
                body = self._resealed(body)
            try:
                super()._write(kind, body)
            except PeerError:
                forged = self.sign(kind, body)
            else:
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
            link = self._false_link(body)
            return None if link is None else self.sign(kind, DrawBody(link))
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

    def _false_link(self, honest: DrawBody) -> bytes | None:
        links, cheat = self._common.progress.links, self.cheat
        if cheat is Cheat.OPEN_ANOTHER_LINK:
            return honest.link[:-1] + bytes([honest.link[-1] ^ 1])
        if cheat is Cheat.REPEAT_A_LINK:
            return links[self.role].link
        if cheat is Cheat.SKIP_A_LINK:
            return self._private.chain.link(links[self.role].number + 2)
        if cheat is Cheat.COPY_A_LINK:
            return links[self.role.other].link
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
        elif cheat is Cheat.COPY_THE_DRAW_CHAIN and players:
            changes = {"draw_chain": players[0].draw_chain}
        elif cheat is Cheat.USE_THE_DRAW_CHAIN_AS_A_COMMITMENT:
            changes = {"draw_chain": body.seed_commitment}
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
        honest, proofs, cheat = body.commitments, body.proofs, self.cheat
        sealings = self._common.sealings.values()
        theirs = [sealing for sealing in sealings if sealing.commitment not in honest]
        false: MixBody | None = None
        if cheat is Cheat.SEAL_TOO_FEW:
            false = MixBody(honest[1:], proofs)
        elif cheat is Cheat.COPY_A_COMMITMENT and theirs:
            false = MixBody((theirs[-1].commitment, *honest[1:]), proofs)
        elif cheat is Cheat.REPEAT_AN_OWN_COMMITMENT and len(honest) > 1:
            false = MixBody((honest[1], *honest[1:]), proofs)
        elif cheat is Cheat.PROVE_TOO_FEW_POOLS and len(proofs) > 1:
            points = tuple([point for proof in proofs for point in proof.points])
            false = MixBody(honest, (PoolProof(points, proofs[0].proof),))
        elif cheat is Cheat.EXCHANGE_PROOFS_BETWEEN_POOLS and len(proofs) > 1:
            false = MixBody(honest, proofs[::-1])
        elif false_pool := self._false_pool(proofs[0], [sealing.point for sealing in theirs]):
            false = MixBody(honest, (false_pool, *proofs[1:]))
        elif cheat in ELSEWHERE:
            false = body
        return None if false is None else self.sign(MIX, false, like=body)

    def _false_pool(self, honest: PoolProof, theirs: list[bytes]) -> PoolProof | None:
        cheat, points = self.cheat, honest.points
        old = {
            entry.role: entry.body.proofs[0].proof
            for entry in map(read_entry, self.entries)
            if isinstance(entry.body, MixBody) and len(entry.body.proofs[0].proof) == len(honest.proof)
        }
        if cheat is Cheat.SEAL_TOO_FEW_POINTS:
            return PoolProof(points[1:], honest.proof)
        if cheat is Cheat.COPY_A_POINT and theirs:
            return PoolProof((theirs[-1], *points[1:]), honest.proof)
        if cheat is Cheat.REPEAT_AN_OWN_POINT and len(points) > 1:
            return PoolProof((points[1], *points[1:]), honest.proof)
        if cheat is Cheat.REPEAT_A_PROOF and self.role in old:
            return PoolProof(points, old[self.role])
        if cheat is Cheat.COPY_A_PROOF and self.role.other in old:
            return PoolProof(points, old[self.role.other])
        return None

    def _forged_action(self, body: ActionBody) -> bytes | None:
        cheat = self.cheat
        if cheat is Cheat.PLAY_A_CARD_IT_HAS_NOT:
            return self.sign(ACTION, ActionBody(["play", 0], (), ()))
        if cheat is Cheat.SEND_NO_ACTION_AT_ALL:
            return self.sign(ACTION, ActionBody(["overturn the board", [[]]], (), ()))
        if cheat is Cheat.SPELL_AN_ACTION_OTHERWISE and body.action[0] == "boast":
            return self.sign(ACTION, msgspec.structs.replace(body, action=["boast", body.action[1][::-1]]))
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
            return self.sign(OPEN, OpenBody(self.game.pack_action(Bid(None)), body.nonce, (), ()))
        if self.cheat is Cheat.OPEN_WITH_ANOTHER_NONCE and body.openings:
            opening = Opening(body.openings[0].face, bytes(32))
            return self.sign(OPEN, msgspec.structs.replace(body, openings=(opening,)), like=body)
        return None


class _StackedKeys(SeedKeys):
    """Puts the pieces where the player wants them."""

    def order(self, number: int, size: int) -> list[int]:
        return list(range(size))


class _OtherNonces(SeedKeys):
    """Hides pieces, from number `first` on, with nonces that the seed does not give."""

    def __init__(self, game_id: bytes, seed: bytes, first: int = 0) -> None:
        super().__init__(game_id, seed)
        self._first = first

    def nonce(self, piece: Piece) -> bytes:
        return super().nonce(piece) if piece < self._first else piece.to_bytes(32, "big")


def cheating_moves(table: Table[Position, Move]) -> list[Move]:
    """All moves, true or not."""
    view = table.view()
    assert view is not None
    moves: list[Move] = list(table.game.options(view))
    hand = table.game.pool(view.state, view.seat, HAND)
    if not isinstance(table, Cheater):
        return moves
    cheat, faces = table.cheat, view.faces
    if cheat in BOASTS and isinstance(table.asked(), TurnQuestion):
        low = sorted([card for card in hand if faces[card] not in HIGH])[:2]
        if len(low) == 2:
            boast = Boast((low[0], low[1]))
            return moves if table._false_proofs(boast) is None else [boast]
    if cheat in (Cheat.SEAL_A_BAD_BID, Cheat.SEAL_A_COUNTER_AS_A_CARD) and isinstance(table.asked(), BidQuestion):
        return [Bid(card) for card in hand if faces[card] in (0, COUNTER)] or moves
    return moves
