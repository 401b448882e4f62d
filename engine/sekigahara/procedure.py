"""The agenda at work: automatic tasks, draws and mixes, and small helpers that every chapter's rules share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.hidden import Drawn, Face, IllegalAction, Piece, Pool, Seat
from engine.sekigahara.actions import Action
from engine.sekigahara.board import BAG, DECK, DISCARD, HAND, RECRUITMENT
from engine.sekigahara.pieces import KIND_OF
from engine.sekigahara.state import Pieces, State

Shown: TypeAlias = Mapping[Piece, Face]
Performer: TypeAlias = Callable[[State, Seat, Any, Shown], None]

AUTOMATIC: Final[dict[str, Callable[..., None]]] = {}
"""The tasks that need nobody, by name."""

PERFORM: Final[dict[tuple[str, type], Performer]] = {}
"""What carries out an action, by the kind of decision that it answers and its type."""

KINDS_OF_DECISION: Final[dict[str, tuple[type, ...]]] = {}
"""The types of action that answer each kind of decision."""


def task(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register an automatic task; it is called with the state and the task's arguments."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        AUTOMATIC[name] = function
        return function

    return register


def performs(kind: str, action: type) -> Callable[[Performer], Performer]:
    """Register what carries out actions of one type at decisions of one kind.

    A performer checks everything first and changes the state only when nothing can be refused any more; it takes the
    decision off the agenda itself, unless the same decision comes again.
    """

    def register(function: Performer) -> Performer:
        PERFORM[kind, action] = function
        KINDS_OF_DECISION[kind] = (*KINDS_OF_DECISION.get(kind, ()), action)
        return function

    return register


def perform(state: State, kind: str, seat: Seat, action: Action, shown: Shown) -> None:
    """Carry out `action` as the answer to a decision of `kind`. Raises IllegalAction."""
    performer = PERFORM.get((kind, type(action)))
    if performer is None:
        wanted = " or ".join(answer.__name__ for answer in KINDS_OF_DECISION[kind])
        raise IllegalAction("6.4", f"A decision of kind {kind} takes {wanted}, not {type(action).__name__}")
    performer(state, seat, action, shown)


def advance(state: State) -> None:
    """Carry out automatic tasks until one needs a player or the table, or the game is over."""
    agenda = state.agenda
    while agenda and state.result is None:
        run = AUTOMATIC.get(agenda[-1][0])  # type: ignore[arg-type]
        if run is None:
            return
        run(state, *agenda.pop()[1:])
    agenda.clear()


def require_in(state: State, seat: Seat, pieces: Pieces, pool: Pool, rule: str, what: str) -> None:
    """Raise IllegalAction unless `pieces` are different pieces that lie in `pool`; `what` ends the sentence."""
    lying = state.pools[seat][pool]
    for piece in pieces:
        if piece not in lying:
            raise IllegalAction(rule, f"Piece {piece} is not {what}")
    if len(pieces) > 1 and len(set(pieces)) != len(pieces):
        raise IllegalAction(rule, f"A piece is named twice among {len(pieces)}")


def face_of(state: State, shown: Shown, piece: Piece) -> Face:
    """The face of a piece that this action shows, or that both players see already. Raises IllegalAction."""
    face = state.shown.get(piece)
    if face is None:
        face = shown.get(piece)
        if face is None:
            raise IllegalAction("3.3", f"Piece {piece} must be shown")
    return face


def show(state: State, shown: Shown) -> None:
    """Make the faces that an action shows public."""
    state.shown.update(shown)


def discard(state: State, seat: Seat, cards: Pieces, shown: Shown) -> None:
    """Put `cards` from the hand on the discard pile, face up (3.3)."""
    show(state, shown)
    state.transfer(seat, cards, HAND, DISCARD)


@task("hide")
def hide(state: State, seat: Seat, *pools: Pool) -> None:
    """Turn the pieces of `pools` face down, and mix each pool of two or more so that none can be told apart (R25).

    A piece that lies alone is mixed if it has been seen: there is nobody to hide it among, but a piece that comes from
    the Mōri box has never been sealed, and this seals it.
    """
    mixing = []
    for pool in pools:
        pieces = state.pools[seat][pool]
        if len(pieces) > 1 or (pieces and pieces[0] in state.shown):
            mixing.append(pool)
    if mixing:
        state.push(("mix", seat, *mixing))


def mix(state: State, seat: Seat, pools: tuple[Pool, ...]) -> None:
    """Give the pieces of each pool new serial numbers, all faces hidden."""
    for pool in pools:
        old = state.pools[seat][pool]
        for piece in old:
            state.shown.pop(piece, None)
        start = state.next_piece
        state.next_piece = start + len(old)
        state.pools[seat][pool] = tuple(map(Piece, range(start, state.next_piece)))


def draw(state: State, seat: Seat, source: Pool, target: Pool, count: int, event: Drawn) -> None:
    """Move the pieces at the drawn positions. Raises IllegalAction for positions that are not there."""
    lying = list(state.pools[seat][source])
    if len(event.positions) != count:
        raise IllegalAction("6.2", f"The draw is of {count} pieces, got {len(event.positions)} positions")
    taken = []
    for position in event.positions:
        if not 0 <= position < len(lying):
            raise IllegalAction("6.2", f"There is no position {position} among {len(lying)} pieces")
        taken.append(lying.pop(position))
    state.pools[seat][source] = tuple(lying)
    state.pools[seat][target] += tuple(taken)


@task("cards")
def draw_cards(state: State, seat: Seat, count: int) -> None:
    """Draw `count` cards into the hand, which is then mixed (3.3, 6.2, 8.10)."""
    if count > 0:
        state.push(("deal", seat, count), ("hide", seat, HAND))


@task("deal")
def deal(state: State, seat: Seat, count: int) -> None:
    """Draw what the draw pile holds; shuffle the discards into a new one when it runs out (3.3, R7)."""
    pools = state.pools[seat]
    if not pools[DECK]:
        if not pools[DISCARD]:
            return
        pools[DECK], pools[DISCARD] = pools[DISCARD], ()
        state.push(("hide", seat, DECK), ("deal", seat, count))
        return
    at_once = min(count, len(pools[DECK]))
    state.push(("draw", seat, DECK, HAND, at_once))
    if count > at_once:
        state.agenda.insert(-1, ("deal", seat, count - at_once))


@task("recruits")
def draw_recruits(state: State, seat: Seat, count: int) -> None:
    """Draw blocks from the bag into the recruitment box; a bag with too few gives what it has (6.2, R7)."""
    at_once = min(count, len(state.pools[seat][BAG]))
    if at_once:
        state.push(("draw", seat, BAG, RECRUITMENT, at_once), ("hide", seat, RECRUITMENT))


def card_in_hand(state: State, seat: Seat, card: Piece, rule: str) -> None:
    """Raise IllegalAction unless `card` is in the hand of `seat`."""
    require_in(state, seat, (card,), HAND, rule, "a card in the hand")


def is_challenge(face: Face) -> bool:
    """Whether this is a Loyalty Challenge card (8.6)."""
    return KIND_OF[face] == "loyalty"
