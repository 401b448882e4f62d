"""`mix`: the owner hides the pieces of some pools anew, in an order that its seed gives and nobody else knows.

That each pool holds the same faces as before is proven at once (THREATS 1, 3); that order and nonces are those of the
seed, the audit sees when that is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import msgspec

from engine.hidden import Face, Game, Mix, Mixed, Piece, Seat
from protocol.commitments import commit_piece
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed, Evidence
from protocol.facts import Did, Fact
from protocol.invariants import require_type
from protocol.private import PrivateKnowledge
from protocol.progress import Effect, MixedPool, Sealing
from protocol.proving import check_mix, point_of_opening, prove_mix
from protocol.roles import Role
from protocol.seeds import SeedKeys
from protocol.sentences import Sentence


class PoolProof(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The points of a pool's pieces in their new public order, and the proof that they are the old ones hidden anew."""

    points: tuple[Bytes32, ...]
    proof: bytes


class MixBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The commitments of all mixed pieces, pool after pool, each in its new public order; and for each pool a proof."""

    commitments: tuple[Bytes32, ...]
    proofs: tuple[PoolProof, ...]


class MixKind(EntryKind[MixBody]):
    """See the module."""

    name = "mix"
    body = MixBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> MixBody:
        """See `EntryKind.write`."""
        game, progress = common.game, common.progress
        mix = require_type(Mix, progress.waiting)
        after = game.copy(progress.state)
        game.apply(after, Mixed())
        keys = private.keys(progress.game_id)
        commitments: list[bytes] = []
        proofs: list[PoolProof] = []
        before = _lying(game, progress.state, mix)
        for part, pool in enumerate(_mixed(game, after, mix, before)):
            order = keys.order(progress.mixes[mix.owner] + part, len(pool.old))
            commitments += seal_pool(keys, progress.game_id, pool, order, private.faces)
            proven = prove_mix(common, private, self.name, part, pool, order)
            proofs.append(PoolProof(proven.points, proven.proof))
        return MixBody(tuple(commitments), tuple(proofs))

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: MixBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        game, progress = common.game, common.progress
        mix = require_type(Mix, progress.waiting)
        before = _lying(game, progress.state, mix)
        count = sum(map(len, before))
        commitments, points = body.commitments, [point for proof in body.proofs for point in proof.points]
        if len(commitments) != count or len(points) != count:
            problem = Sentence(
                "got {commitments} commitments and {points} points for {pieces} pieces",
                commitments=len(commitments),
                points=len(points),
                pieces=count,
            )
            raise common.refused("mix", problem, count, f"{len(commitments)} {len(points)}")
        if len(body.proofs) != len(before):
            problem = Sentence("got {count} proofs for {pools} pools", count=len(body.proofs), pools=len(before))
            raise common.refused("mix", problem, len(before), len(body.proofs))
        used = (*commitments, *points)
        if len(set(used)) != len(used) or not common.used.isdisjoint(used):
            raise common.refused("copy", Sentence("a commitment or point repeats one that was made before"))
        for part, (pool, proof) in enumerate(zip(before, body.proofs, strict=True)):
            check_mix(common, role, self.name, part, pool, proof.points, proof.proof)
        mixes = more(progress.mixes, mix.owner, len(mix.pools))
        event = Mixed()
        after = common.told(event, replace(progress, mixes=mixes))
        mixed = _mixed(game, after.state, mix, before)
        pieces = [piece for pool in mixed for piece in pool.new]
        sealings = map(Sealing, commitments, points)
        return Effect(after, event=event, mixed=mixed, sealings=dict(zip(pieces, sealings, strict=True)), used=used)

    def audit(self, evidence: Evidence, deed: Deed, body: MixBody) -> None:
        """Each pool's commitments must be those that the owner's seed and the pool's old faces give (THREATS 1, 3).

        This rests on hashes alone. What the proofs show, they have shown; here is seen that both speak of one face.
        """
        made = iter(body.commitments)
        owner = require_type(Mix, deed.before.waiting).owner
        for part, pool in enumerate(deed.effect.mixed):
            number = deed.before.mixes[owner] + part
            found = [next(made) for _ in pool.new]
            keys = evidence.keys(owner)
            if keys is None or any(piece not in evidence.faces for piece in pool.old):
                follow_mix(evidence.faces, pool, None)
                continue
            order = keys.order(number, len(pool.old))
            expected = seal_pool(keys, evidence.game_id, pool, order, evidence.faces)
            follow_mix(evidence.faces, pool, order)
            if expected != found:
                _blame(evidence, deed, keys, pool, expected, found)
            else:
                _compare_points(evidence, deed, keys, pool, body.proofs[part].points)

    def facts(self, deed: Deed, body: MixBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        pools = deed.effect.mixed
        sealed = Fact(Did.SEALED_PIECES, count=sum([len(pool.new) for pool in pools]))
        return (sealed, *[Fact(Did.PROVED_MIX, count=len(pool.new)) for pool in pools])


def seal_pool(
    keys: SeedKeys, game_id: bytes, pool: MixedPool, order: Sequence[int], faces: Mapping[Piece, Face]
) -> list[bytes]:
    """The commitments of a mixed pool's new pieces. `faces` are those of the old pieces, which must all be known."""
    return [
        commit_piece(game_id, pool.owner, piece, faces[pool.old[place]], keys.nonce(piece))
        for piece, place in zip(pool.new, order, strict=True)
    ]


def follow_mix(faces: dict[Piece, Face], pool: MixedPool, order: Sequence[int] | None) -> None:
    """Move the pool's faces to its new pieces: new place i holds what lay at old place order[i].

    Without `order` (somebody else's mix) they are forgotten. Unknown faces stay unknown.
    """
    old = [faces.pop(piece, None) for piece in pool.old]
    if order is None:
        return
    for piece, place in zip(pool.new, order, strict=True):
        face = old[place]
        if face is not None:
            faces[piece] = face


def more(counts: tuple[int, int], seat: Seat, count: int) -> tuple[int, int]:
    """`counts`, by seat, with `count` more for `seat`."""
    changed = list(counts)
    changed[seat] += count
    return cast("tuple[int, int]", tuple(changed))


def _lying(game: Game[Any, Any], state: Any, mix: Mix) -> list[tuple[Piece, ...]]:
    """The pieces that lie in the pools of `mix`, pool by pool."""
    return [game.pool(state, mix.owner, pool) for pool in mix.pools]


def _mixed(game: Game[Any, Any], after: Any, mix: Mix, before: Sequence[tuple[Piece, ...]]) -> tuple[MixedPool, ...]:
    """The pools of `mix`, which held the pieces of `before`, in the state after it."""
    now = _lying(game, after, mix)
    return tuple([MixedPool(mix.owner, old, new) for old, new in zip(before, now, strict=True)])


def _blame(
    evidence: Evidence, deed: Deed, keys: SeedKeys, pool: MixedPool, expected: Sequence[bytes], found: Sequence[bytes]
) -> None:
    """Say what was sealed instead, and go on with that, so that it is not reported again at each later mix.

    A piece whose commitment no face explains is taken for what it should be.
    """
    wrong = [place for place in range(len(found)) if found[place] != expected[place]]
    first = ("", "")
    for place in wrong:
        piece = pool.new[place]
        face = evidence.faces[piece]
        sealed = _sealed_face(evidence, pool.owner, piece, keys.nonce(piece), found[place])
        first = first if first[0] else (f"piece={piece} face={face}", "face=?" if sealed is None else f"face={sealed}")
        if sealed is not None:
            evidence.faces[piece] = sealed
    evidence.find(deed, "mix", first[0], f"{first[1]} wrong={len(wrong)} of={len(found)}")


def _compare_points(evidence: Evidence, deed: Deed, keys: SeedKeys, pool: MixedPool, points: Sequence[bytes]) -> None:
    """The openings that the seed gives, which open the hashes, must open the points."""
    wrong = [
        piece
        for piece, point in zip(pool.new, points, strict=True)
        if point_of_opening(evidence.faces[piece], keys.nonce(piece)) != point
    ]
    if wrong:
        piece = wrong[0]
        evidence.find(
            deed, "mix", f"piece={piece} face={evidence.faces[piece]}", f"point=? wrong={len(wrong)} of={len(points)}"
        )


def _sealed_face(evidence: Evidence, owner: Seat, piece: Piece, nonce: bytes, commitment: bytes) -> Face | None:
    for number in range(evidence.game.face_count()):
        if commit_piece(evidence.game_id, owner, piece, Face(number), nonce) == commitment:
            return Face(number)
    return None


MIX = MixKind()
