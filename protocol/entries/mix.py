"""`mix`: the owner hides the pieces of some pools anew, in an order that its seed gives and nobody else knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, cast

import msgspec

from engine.hidden import Face, Game, Mix, Mixed, Piece, Seat
from protocol.commitments import commit_piece
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind, Reserved
from protocol.evidence import Deed, Evidence
from protocol.invariants import require_type
from protocol.private import PrivateKnowledge
from protocol.progress import Effect, MixedPool
from protocol.roles import Role
from protocol.seeds import SeedKeys


class MixBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The commitments of all mixed pieces, pool after pool, each in its new public order.

    `proofs`: for each pool, that it holds the same faces as before. Reserved.
    """

    commitments: tuple[Bytes32, ...]
    proofs: Annotated[tuple[Reserved, ...], msgspec.Meta(max_length=0)]


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
        before = _lying(game, progress.state, mix)
        for number, pool in enumerate(_mixed(game, after, mix, before), progress.mixes[mix.owner]):
            order = keys.order(number, len(pool.old))
            commitments += seal_pool(keys, progress.game_id, pool, order, private.faces)
        return MixBody(tuple(commitments), proofs=())

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: MixBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        game, progress = common.game, common.progress
        mix = require_type(Mix, progress.waiting)
        before = _lying(game, progress.state, mix)
        count = sum(map(len, before))
        made = body.commitments
        if len(made) != count:
            raise common.refused("mix", f"got {len(made)} commitments for {count} pieces", count, len(made))
        if len(set(made)) != count or not common.used.isdisjoint(made):
            raise common.refused("copy", "a commitment repeats one that was made before")
        mixes = more(progress.mixes, mix.owner, len(mix.pools))
        event = Mixed()
        after = common.told(event, replace(progress, mixes=mixes))
        mixed = _mixed(game, after.state, mix, before)
        pieces = [piece for pool in mixed for piece in pool.new]
        return Effect(after, event=event, mixed=mixed, commitments=dict(zip(pieces, made, strict=True)))

    def audit(self, evidence: Evidence, deed: Deed, body: MixBody) -> None:
        """Each pool's commitments must be those that the owner's seed and the pool's old faces give (THREATS 1, 3)."""
        made = iter(body.commitments)
        owner = require_type(Mix, deed.before.waiting).owner
        for number, pool in enumerate(deed.effect.mixed, deed.before.mixes[owner]):
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


def _sealed_face(evidence: Evidence, owner: Seat, piece: Piece, nonce: bytes, commitment: bytes) -> Face | None:
    for number in range(evidence.game.face_count()):
        if commit_piece(evidence.game_id, owner, piece, Face(number), nonce) == commitment:
            return Face(number)
    return None


MIX = MixKind()
