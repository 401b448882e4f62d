"""Choices after a combat: losses and retreats (8.7, 8.8, 8.9.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.hidden import Piece, other
from engine.sekigahara.actions import Lose, LoseInSiege, Retreat
from engine.sekigahara.board import NAMES, OSAKA, Place
from engine.sekigahara.losses import loss_classes
from engine.sekigahara.retreat import castle_room, retreat_places
from engine.sekigahara.state import Pieces
from tui.dialogue import Asked, Marks, Option, Pick, Step, all_of, allowed, at_most, exactly
from tui.sekigahara.words.names import block_words, pieces_words, plural


def _blocks(asked: Asked, pieces: Sequence[Piece], note: str = "") -> list[tuple[Piece, str]]:
    ordered = sorted(pieces, key=lambda piece: (asked.faces[piece], piece))
    return [(piece, block_words(asked.faces[piece]) + note) for piece in ordered]


def choose_losses(asked: Asked) -> Step:
    """Own blocks: defectors first, then deployed ones, then the rest, each as the owner likes (8.7.2, R25)."""
    state, seat = asked.state, asked.seat
    due = int(state.agenda[-1][2])
    place = state.current_combat().place
    classes = loss_classes(state, seat)
    certain: Pieces = ()
    for blocks in classes:
        if len(certain) + len(blocks) <= due:
            certain += blocks
        else:
            break
    if len(certain) == due:
        words = pieces_words(certain, asked.faces)
        text = f"Lose {words}: the rules leave no choice"
        return Pick(_lost(due, place), [Option(text, lambda: Lose(certain), scene=place)])
    notes = (" (fights for the enemy: lost first)", " (deployed: lost before the others)", " (not deployed)")
    items = [item for blocks, note in zip(classes, notes, strict=True) for item in _blocks(asked, blocks, note)]
    rules_allow = allowed(asked, Lose)

    def in_order(blocks: Pieces) -> str | None:
        # The right number is marked: what the rules can still have against it is the order (8.7.2).
        if rules_allow(blocks) is None:
            return None
        return "Those that fight for the enemy are lost first, then those deployed, then the rest (8.7.2)"

    return Marks(
        _lost(due, place),
        items,
        all_of(exactly(due, "block"), in_order),
        lambda blocks: f"Lose {pieces_words(blocks, asked.faces)}",
        Lose,
        marked=certain,
        note="The blocks lost are shown and out of the game (8.7).",
        place=place,
    )


def _lost(due: int, place: Place) -> str:
    return f"You lose {plural(due, 'block')} at {NAMES[place]}"


def choose_siege_losses(asked: Asked) -> Step:
    """Blocks, and the disk where the rules allow it (8.9.4, 9.1, 9.2, R28)."""
    state, seat = asked.state, asked.seat
    place = state.current_combat().place
    due = int(state.agenda[-1][2])
    blocks = state.pools[seat][place]
    title = f"You lose {plural(due, 'unit')} in the siege of {NAMES[place]}"
    options = []
    if due <= len(blocks):
        options.append(Option("Lose blocks alone", lambda: _siege_blocks(asked, title, due, disk=False), scene=place))
    if place in state.disks and due - 1 <= len(blocks) and (place != OSAKA or due - 1 == len(blocks)):
        what = "the disk" if due == 1 else f"the disk and {plural(due - 1, 'block')}"
        options.append(Option(f"Lose {what}", lambda: _siege_blocks(asked, title, due - 1, disk=True), scene=place))
    if len(options) == 1 and due <= len(blocks):
        return _marks_for_siege(asked, title, due, disk=False)
    return Pick(title, options)


def _siege_blocks(asked: Asked, title: str, count: int, *, disk: bool) -> Step | LoseInSiege:
    blocks = asked.state.pools[asked.seat][asked.state.current_combat().place]
    if count in (0, len(blocks)):
        return LoseInSiege(blocks[:count], disk)
    return _marks_for_siege(asked, title, count, disk=disk)


def _marks_for_siege(asked: Asked, title: str, count: int, *, disk: bool) -> Step:
    place = asked.state.current_combat().place
    blocks = asked.state.pools[asked.seat][place]
    and_disk = " and the disk" if disk else ""
    return Marks(
        title,
        _blocks(asked, blocks),
        all_of(exactly(count, "block"), allowed(asked, lambda chosen: LoseInSiege(chosen, disk))),
        lambda chosen: f"Lose {pieces_words(chosen, asked.faces)}{and_disk}",
        lambda chosen: LoseInSiege(chosen, disk),
        marked=blocks if count == len(blocks) else (),
        place=place,
    )


def choose_retreat(asked: Asked) -> Step:
    """Where the loser goes; up to two blocks into its castle (8.8, R26)."""
    state, seat = asked.state, asked.seat
    combat = state.current_combat()
    stack = state.pools[seat][combat.place]
    room = min(castle_room(combat, seat), len(stack))
    title = f"Retreat from {NAMES[combat.place]}"
    # Either side may have to go where the enemy is (8.8.2, 8.8.3); say why, for it looks like a mistake.
    if seat != combat.attacker:
        why = ", but no neighbour is free: each is the enemy's or where it came from (8.8.3)"
    elif any(side == seat and target == combat.place for side, target, _ in state.arrivals):
        why = ", but an attacker goes back the way it came (8.8.2)"
    else:
        why = ""
    options = []
    if room == len(stack):
        options.append(
            Option(
                f"All {plural(len(stack), 'block')} into the castle", lambda: Retreat(stack, None), scene=combat.place
            )
        )
    for place in retreat_places(state, combat, seat):
        if min(room, len(stack) - 1):
            text = f"To {NAMES[place]}, leaving blocks in the castle if you like"
        else:
            text = f"To {NAMES[place]}, {plural(len(stack), 'block')}"
        if state.has_units(other(seat), place):
            text += f" — the enemy is there{why}"
        options.append(Option(text, _retreat_to(asked, place, room), place=place, path=(combat.place, place)))
    return Pick(title, options, note="Blocks that leave go to one adjacent location together (8.8).")


def _retreat_to(asked: Asked, place: Place, room: int) -> Callable[[], Step | Retreat]:
    stack = asked.state.pools[asked.seat][asked.state.current_combat().place]

    def then() -> Step | Retreat:
        # Whoever retreats to a place sends at least one block there.
        most = min(room, len(stack) - 1)
        if most == 0:
            return Retreat((), place)
        return Marks(
            f"Which blocks stay in the castle, at most {most}?",
            _blocks(asked, stack),
            all_of(at_most(most, "block"), allowed(asked, lambda staying: Retreat(staying, place))),
            lambda staying: (
                f"Retreat to {NAMES[place]}, leaving {pieces_words(staying, asked.faces) or 'nobody'} behind"
            ),
            lambda staying: Retreat(staying, place),
            place=place,
        )

    return then
