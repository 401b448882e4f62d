"""Where a game, whichever it is, gives occasion to cheat: found by the contract of `engine.hidden` alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.hidden import Decision, Face, Game, IllegalAction, MalformedAction, Piece, View, faces_shown
from protocol.table import Table

AnyTable = Table[Any, Any]
Plain = list[Any]


def view_at(table: AnyTable) -> View[Any]:
    """What the player of a table whose game is on may see."""
    view = table.view()
    assert view is not None
    return view


def false_claim(table: AnyTable, faces: frozenset[Face], most: int = 40) -> Any | None:
    """An action that would be legal if a piece of the player's had another of `faces`, and claims so."""
    if not isinstance(table.waiting, Decision):
        return None
    game, view = table.game, view_at(table)
    public: Mapping[Piece, Face] = game.public_faces(view.state)
    own = [piece for piece in table._known_faces() if piece not in public and piece in view.faces]
    for piece, face in islice(((piece, face) for piece in own for face in sorted(faces)), most):
        pretended = View(view.state, view.seat, {**view.faces, piece: face})
        for action in islice(game.options(pretended), 0, 4000):
            if piece in game.to_show(view.state, view.seat, action):
                continue
            claims = game.claims(view.state, view.seat, action)
            if any(not claim.holds(view.faces) for claim in claims):
                return action
    return None


def leaves(plain: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The values within plain data that are no lists, each with the way to it."""
    if isinstance(plain, list):
        for place, part in enumerate(plain):
            yield from leaves(part, (*path, place))
    else:
        yield path, plain


def with_leaf(plain: Any, path: Sequence[int], value: Any) -> Any:
    """`plain` with the value at `path` replaced."""
    if not path:
        return value
    copy = list(plain)
    copy[path[0]] = with_leaf(copy[path[0]], path[1:], value)
    return copy


def options(table: AnyTable, most: int = 300) -> list[Any]:
    """Some of what the player may choose now."""
    return list(islice(table.game.options(view_at(table)), 0, most))


def illegal_action(table: AnyTable) -> tuple[Plain, IllegalAction] | None:
    """An action that the rules refuse, made from a legal one by exchanging a piece or a number; and the refusal.

    It can be read, it shows only pieces that the player can open, and it claims nothing.
    """
    game, view = table.game, view_at(table)
    own = [piece for piece in table._known_faces() if piece in view.faces]
    numbers = [*own[:60], *range(4)]
    for action in options(table, 60):
        plain = game.pack_action(action)
        for path, value in leaves(plain):
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            for number in numbers:
                found = _refused(table, with_leaf(plain, path, number)) if number != value else None
                if found is not None:
                    return found
    return None


def _refused(table: AnyTable, plain: Plain) -> tuple[Plain, IllegalAction] | None:
    game, view = table.game, view_at(table)
    try:
        action = game.unpack_action(plain)
        if game.pack_action(action) != plain or game.claims(view.state, view.seat, action):
            return None
        hidden = game.to_show(view.state, view.seat, action)
        if not all(piece in table._private.faces and piece in table._common.sealings for piece in hidden):
            return None
    except (IllegalAction, MalformedAction, KeyError, IndexError, ValueError):
        return None
    try:
        shown = faces_shown(game, view.state, view.seat, action, table._known_faces())
        game.check(view.state, view.seat, action, shown)
    except IllegalAction as refusal:
        return (plain, refusal) if refusal.rule != "table" else None
    return None


def respelled(game: Game[Any, Any], plain: Plain) -> Plain | None:
    """Another spelling of the same action, which the game would read as the same; None if it has none."""
    for path, turned in _turned(plain):
        other = with_leaf(plain, path, turned)
        if other == plain:
            continue
        try:
            if game.pack_action(game.unpack_action(other)) == plain:
                return other  # type: ignore[no-any-return]
        except (MalformedAction, IllegalAction):
            continue
    return None


def _turned(plain: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    if isinstance(plain, list):
        if len(plain) > 1:
            yield path, plain[::-1]
        for place, part in enumerate(plain):
            yield from _turned(part, (*path, place))
