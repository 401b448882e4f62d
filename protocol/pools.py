"""What mixes do to hidden faces: for the owner that seals, and for whoever recomputes it with the owner's seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.hidden import Action, Face, Game, Mix, Mixed, Piece, State
from protocol.commitments import commit_piece
from protocol.progress import Shuffled
from protocol.seeds import SeedKeys


def move_faces(faces: dict[Piece, Face], pool: Shuffled, order: Sequence[int] | None) -> None:
    """Follow one mixed pool in `faces`: new place i holds what lay at old place order[i].

    Without `order` (somebody else's mix) the pieces' faces are forgotten. Unknown faces stay unknown.
    """
    old = [faces.pop(piece, None) for piece in pool.old]
    if order is None:
        return
    for piece, place in zip(pool.new, order, strict=True):
        face = old[place]
        if face is not None:
            faces[piece] = face


def seal_pool(
    keys: SeedKeys, game_id: bytes, pool: Shuffled, order: Sequence[int], faces: Mapping[Piece, Face]
) -> list[bytes]:
    """The commitments of a mixed pool's new pieces. `faces` are those of the old pieces, which must all be known."""
    return [
        commit_piece(game_id, pool.owner, piece, faces[pool.old[place]], keys.nonce(piece))
        for piece, place in zip(pool.new, order, strict=True)
    ]


def seal_pools(
    game: Game[State, Action],
    state: State,
    mix: Mix,
    keys: SeedKeys,
    game_id: bytes,
    mixed_before: int,
    faces: Mapping[Piece, Face],
) -> tuple[bytes, ...]:
    """The commitments that answer `mix`, pool after pool. `mixed_before`: how many pools its owner has mixed so far."""
    before = [game.pool(state, mix.owner, pool) for pool in mix.pools]
    after = game.copy(state)
    game.apply(after, Mixed())
    commitments: list[bytes] = []
    for place, (pool, old) in enumerate(zip(mix.pools, before, strict=True)):
        shuffled = Shuffled(mix.owner, old, game.pool(after, mix.owner, pool))
        commitments += seal_pool(keys, game_id, shuffled, keys.order(mixed_before + place, len(old)), faces)
    return tuple(commitments)
