"""The game as tables see it: `SEKIGAHARA` implements `engine.hidden.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.hidden import (
    SEATS,
    Acted,
    BothActed,
    Claim,
    Decision,
    Draw,
    Drawn,
    Event,
    Face,
    IllegalAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Pool,
    Sealed,
    Seat,
    Waiting,
)
from engine.sekigahara import combat, losses, movement, muster, overrun, procedure, retreat, text, week
from engine.sekigahara.actions import (
    Action,
    Answer,
    Bid,
    CallMori,
    Challenge,
    Deploy,
    Discard,
    Lose,
    LoseInSiege,
    March,
    Muster,
    Pay,
    Reveal,
    pack_action,
    unpack_action,
)
from engine.sekigahara.board import HAND, RECRUITMENT
from engine.sekigahara.components import COMPONENTS_TEXT, FACES
from engine.sekigahara.pieces import IS_CARD, IS_LEADER, SIDE_OF
from engine.sekigahara.setup import start
from engine.sekigahara.state import Pieces, State

RULES_VERSION: Final = 1
"""Raised whenever the same choices may lead to another state: peers must agree on it."""

SEALED_KINDS: Final = ("discards", "bid")
LEADER_HERE: Final = "a leader is here"

CHAPTERS: Final = (week, movement, muster, overrun, combat, losses, retreat)
"""The modules whose rules are in force: importing them registers their tasks and decisions."""


class Sekigahara:
    """The rules of Sekigahara behind the interface of `engine.hidden.Game`, which documents the methods."""

    name = "sekigahara"

    def rules_data(self) -> bytes:
        """The game's name, rules version and component data."""
        return f"{self.name}\n{RULES_VERSION}\n{COMPONENTS_TEXT}".encode()

    def face_count(self) -> int:
        """See `Game.face_count`."""
        return len(FACES)

    def start(self) -> State:
        """See `Game.start`."""
        return start()

    def copy(self, state: State) -> State:
        """See `Game.copy`."""
        return state.copy()

    def waiting(self, state: State) -> Waiting:
        """See `Game.waiting`."""
        if state.result is not None:
            return Over(*state.result)
        name, *arguments = state.agenda[-1]
        assert isinstance(name, str)
        if name == "mix":
            seat, *pools = arguments
            return Mix(Seat(int(seat)), tuple(Pool(int(pool)) for pool in pools))
        if name == "draw":
            seat, source, target, count = map(int, arguments)
            return Draw(Seat(seat), Pool(source), Pool(target), count)
        if name in SEALED_KINDS:
            return Sealed(name)
        return Decision(Seat(int(arguments[0])), name)

    def pool(self, state: State, owner: Seat, pool: Pool) -> tuple[Piece, ...]:
        """See `Game.pool`."""
        return state.pools[owner][pool]

    def public_faces(self, state: State) -> Mapping[Piece, Face]:
        """See `Game.public_faces`."""
        return state.shown

    def to_show(self, state: State, seat: Seat, action: Action) -> tuple[Piece, ...]:
        """Cards discarded, played or shown (3.3); blocks deployed, lost, overrun or mustered by option A."""
        name = state.agenda[-1][0]
        if name in SEALED_KINDS:
            week.check_sealed(state, str(name), seat, action)
        cards, blocks, pool = _exposed(state, seat, action)
        procedure.require_in(state, seat, cards, HAND, "3.3", "a card in the hand")
        procedure.require_in(state, seat, blocks, pool, "3.1", "where this action needs it")
        return tuple([piece for piece in (*cards, *blocks) if piece not in state.shown])

    def claims(self, state: State, seat: Seat, action: Action) -> tuple[Claim, ...]:
        """The one claim of the game: "a leader is here", at the origin of a march (7.3.4, R13)."""
        if isinstance(action, March) and action.claim and state.movement is not None:
            return (Claim(seat, movement.claims_leader(state, seat, action), LEADER_HERE, "R13"),)
        return ()

    def holds(self, statement: str, faces: Sequence[Face]) -> bool:
        """See `Game.holds`."""
        return statement == LEADER_HERE and any(IS_LEADER[face] for face in faces)

    def apply(self, state: State, event: Event) -> None:
        """See `Game.apply`."""
        waiting_for = state.agenda[-1][0] if state.agenda else None
        match event:
            case Acted(seat, action, shown):
                if waiting_for is None or state.result is not None:
                    raise IllegalAction("2.1", "The game is over")
                if waiting_for in ("mix", "draw", *SEALED_KINDS) or state.agenda[-1][1] != seat:
                    raise IllegalAction("6.4", f"{type(action).__name__} is out of turn")
                _check_faces(state, seat, shown)
                procedure.perform(state, str(waiting_for), seat, action, shown)
            case Mixed():
                if waiting_for != "mix":
                    raise IllegalAction("6.4", "Nothing is to be mixed now")
                _, owner, *pools = state.agenda.pop()
                procedure.mix(state, Seat(int(owner)), tuple(Pool(int(pool)) for pool in pools))
            case Drawn():
                if waiting_for != "draw":
                    raise IllegalAction("6.4", "Nothing is to be drawn now")
                owner, source, target, count = map(int, state.agenda[-1][1:])
                procedure.draw(state, Seat(owner), Pool(source), Pool(target), count, event)
                state.agenda.pop()
            case BothActed(actions, shown):
                if waiting_for not in SEALED_KINDS:
                    raise IllegalAction("6.4", "No sealed choices are to be opened now")
                for seat in SEATS:
                    hand = state.pools[seat][HAND]
                    _check_faces(state, seat, {card: shown[card] for card in hand if card in shown})
                week.perform_sealed(state, str(waiting_for), actions, shown)
        procedure.advance(state)

    def canonical(self, state: State) -> bytes:
        """See `Game.canonical`; `text.position_text` says how it looks."""
        return text.position_text(state).encode()

    def pack_action(self, action: Action) -> list[Any]:
        """See `Game.pack_action`."""
        return pack_action(action)

    def unpack_action(self, plain: object) -> Action:
        """See `Game.unpack_action`."""
        return unpack_action(plain)


def _check_faces(state: State, seat: Seat, shown: Mapping[Piece, Face]) -> None:
    """Raise IllegalAction if a card is shown as a block, a block as a card, or either as the enemy's (3.1, 3.3)."""
    hand = state.pools[seat][HAND]
    for piece, face in shown.items():
        if SIDE_OF[face] != seat or IS_CARD[face] != (piece in hand):
            what = "card" if piece in hand else "block"
            raise IllegalAction(
                "3.3" if piece in hand else "3.1", f"Piece {piece} is shown as no {what} of its owner's"
            )


def _exposed(state: State, seat: Seat, action: Action) -> tuple[Pieces, Pieces, Pool]:
    """The cards of the hand that `action` shows, the blocks it shows, and the pool they must lie in."""
    here = state.combat.place if state.combat is not None else HAND
    match action:
        case Discard(cards) | Pay(_, cards):
            return cards, (), HAND
        case Bid(card) | Challenge(card) | Answer(card):
            return () if card is None else (card,), (), HAND
        case March(_, _, _, forced):
            return () if forced is None else (forced,), (), HAND
        case Muster(blocks, _, shown):
            return (), blocks if shown else (), RECRUITMENT
        case CallMori(card, _):
            return (card,), (), HAND
        case Deploy(card, blocks):
            return () if card is None else (card,), blocks, here
        case Lose(blocks) | LoseInSiege(blocks, _):
            return (), blocks, here
        case Reveal():
            if state.agenda[-1][0] != "reveal":
                raise IllegalAction("7.4.2", "No blocks are overrun now")
            place = Pool(int(state.agenda[-1][2]))
            return (), state.pools[seat][place], place
        case _:
            return (), (), HAND


SEKIGAHARA: Final = Sekigahara()
