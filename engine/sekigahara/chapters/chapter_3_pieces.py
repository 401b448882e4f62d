"""Chapter 3: cards and blocks, how they are shown, hidden, discarded and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import NUMBER, Form
from engine.hidden import Draw, Face, IllegalAction, Mix, Piece, Pool, Seat
from engine.rules import Rule, Shown, Step, StepRule
from engine.sekigahara.board import BAG, DECK, DISCARD, HAND, POOL_KEYS, RECRUITMENT
from engine.sekigahara.forms import POOLS, SEAT
from engine.sekigahara.pieces import KIND_OF
from engine.sekigahara.state import Pieces, State


def require_in(state: State, seat: Seat, pieces: Pieces, pool: Pool, rule: str) -> None:
    """Raise IllegalAction unless `pieces` are different pieces that lie in `pool`."""
    lying = state.pools[seat][pool]
    for piece in pieces:
        if piece not in lying:
            raise IllegalAction(rule, "Piece {piece} is not in: {pool}", piece=piece, pool=POOL_KEYS[pool])
    if len(pieces) > 1 and len(set(pieces)) != len(pieces):
        raise IllegalAction(rule, "A piece is named twice among {count}", count=len(pieces))


def card_in_hand(state: State, seat: Seat, card: Piece, rule: str) -> None:
    """Raise IllegalAction unless `card` is in the hand of `seat`."""
    if card not in state.pools[seat][HAND]:
        raise IllegalAction(rule, "Piece {piece} is not in: {pool}", piece=card, pool=POOL_KEYS[HAND])


def face_of(state: State, shown: Shown, piece: Piece) -> Face:
    """The face of a piece that this action shows, or that both players see already. Raises IllegalAction."""
    face = shown.get(piece)
    if face is None:
        face = state.shown.get(piece)
        if face is None:
            raise IllegalAction("3.3", "Piece {piece} must be shown", piece=piece)
    return face


def require_shown(state: State, shown: Shown, pieces: Pieces) -> None:
    """Raise IllegalAction unless the faces of all `pieces` are public with this action."""
    for piece in pieces:
        face_of(state, shown, piece)


def discard(state: State, seat: Seat, cards: Pieces) -> None:
    """Put `cards`, which are public, from the hand on the discard pile (3.3)."""
    if cards:
        state.transfer(seat, cards, HAND, DISCARD)


def is_challenge(face: Face) -> bool:
    """Whether this is a Loyalty Challenge card (8.6)."""
    return KIND_OF[face] == "loyalty"


@dataclass(frozen=True, slots=True)
class Hide(Step):
    """Turn the pieces of `pools` face down, and mix each pool of two or more so that none can be told apart (R25).

    A piece that lies alone is mixed if it has been seen: there is nobody to hide it among, but a piece that comes from
    the Mōri box has never been sealed, and this seals it.
    """

    seat: Seat
    pools: tuple[Pool, ...]
    form: ClassVar[Form] = Form("hide", seat=SEAT, pools=POOLS)


def hide(state: State, step: Hide) -> None:
    """See `Hide`."""
    stacks = state.pools[step.seat]
    mixing = []
    for pool in step.pools:
        pieces = stacks[pool]
        if len(pieces) > 1 or (pieces and pieces[0] in state.shown):
            mixing.append(pool)
    if mixing:
        state.agenda.append(Mix(step.seat, tuple(mixing)))


@dataclass(frozen=True, slots=True)
class DrawCards(Step):
    """Draw `count` cards into the hand, which is then mixed (3.3, 6.2, 8.10)."""

    seat: Seat
    count: int
    form: ClassVar[Form] = Form("draw-cards", seat=SEAT, count=NUMBER)


def draw_cards(state: State, step: DrawCards) -> None:
    """See `DrawCards`."""
    if step.count > 0:
        state.push(Deal(step.seat, step.count), Hide(step.seat, (HAND,)))


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """Draw what the draw pile holds; shuffle the discards into a new one when it runs out (3.3, R7)."""

    seat: Seat
    count: int
    form: ClassVar[Form] = Form("deal", seat=SEAT, count=NUMBER)


def deal(state: State, step: Deal) -> None:
    """See `Deal`."""
    seat, count = step.seat, step.count
    pools = state.pools[seat]
    if not pools[DECK]:
        if not pools[DISCARD]:
            return
        pools[DECK], pools[DISCARD] = pools[DISCARD], ()
        state.push(Hide(seat, (DECK,)), step)
        return
    at_once = min(count, len(pools[DECK]))
    if count > at_once:
        state.push(Draw(seat, DECK, HAND, at_once), Deal(seat, count - at_once))
    else:
        state.push(Draw(seat, DECK, HAND, at_once))


@dataclass(frozen=True, slots=True)
class DrawRecruits(Step):
    """Draw blocks from the bag into the recruitment box; a bag with too few gives what it has (6.2, R7)."""

    seat: Seat
    count: int
    form: ClassVar[Form] = Form("draw-recruits", seat=SEAT, count=NUMBER)


def draw_recruits(state: State, step: DrawRecruits) -> None:
    """See `DrawRecruits`."""
    at_once = min(step.count, len(state.pools[step.seat][BAG]))
    if at_once:
        state.push(Draw(step.seat, BAG, RECRUITMENT, at_once), Hide(step.seat, (RECRUITMENT,)))


RULES: Final[tuple[Rule, ...]] = (
    StepRule(Hide, hide),
    StepRule(DrawCards, draw_cards),
    StepRule(Deal, deal),
    StepRule(DrawRecruits, draw_recruits),
)
