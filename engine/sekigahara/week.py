"""Chapter 6: the weekly cycle of reinforcement, bids and turns."""

from __future__ import annotations

from engine.hidden import SEATS, IllegalAction, Seat, other
from engine.sekigahara.actions import Action, Bid, ChooseFirst, Discard
from engine.sekigahara.board import HAND
from engine.sekigahara.components import ISHIDA, REINFORCEMENT_BLOCKS, REINFORCEMENT_CARDS, TOKUGAWA, WEEKS
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.procedure import Shown, card_in_hand, discard, face_of, performs, require_in, show, task
from engine.sekigahara.state import NOBODY, State
from engine.sekigahara.victory import final_count


@task("week")
def begin_week(state: State, week: int) -> None:
    """A week: reinforcement but for the first, then turn order, then turns A and B (6.1)."""
    if week > WEEKS:
        final_count(state)
        return
    state.week = week
    state.turn = 0
    state.first = state.active = NOBODY
    if week > 1:
        if any(half_hand(state, seat) for seat in SEATS):
            state.push(("discards",), ("reinforcement",), ("turn-order",), ("next-week", week + 1))
        else:
            state.push(("reinforcement",), ("turn-order",), ("next-week", week + 1))
    else:
        state.push(("turn-order",), ("next-week", week + 1))


@task("next-week")
def end_week(state: State, week: int) -> None:
    """Advance the turn marker (6.4)."""
    state.push(("week", week))


def half_hand(state: State, seat: Seat) -> int:
    """How many cards `seat` throws away at the start of the week: half, rounded down (6.2)."""
    return len(state.pools[seat][HAND]) // 2


def majority(tokugawa: int, ishida: int) -> Seat | None:
    """The seat with more, None for a tie."""
    if tokugawa == ishida:
        return None
    return TOKUGAWA if tokugawa > ishida else ISHIDA


@task("reinforcement")
def reinforce(state: State) -> None:
    """Cards, then blocks, with the extra ones for most castles and most resource locations (6.2, R1, R5)."""
    castles = majority(state.castles_of(TOKUGAWA), state.castles_of(ISHIDA))
    resources = majority(state.resources_of(TOKUGAWA), state.resources_of(ISHIDA))
    blocks = REINFORCEMENT_BLOCKS[state.week - 1]
    state.push(
        *(("cards", seat, REINFORCEMENT_CARDS + (castles == seat)) for seat in SEATS),
        *(("recruits", seat, blocks + (resources in (seat, None))) for seat in SEATS),
    )


@task("turn-order")
def begin_bids(state: State) -> None:
    """Bids, unless neither side has a card: then Ishida wins the bid (6.3, R6)."""
    if state.pools[TOKUGAWA][HAND] or state.pools[ISHIDA][HAND]:
        state.push(("bid",))
    else:
        state.push(("first", ISHIDA))


def check_discard(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction unless `action` throws away exactly half the hand (6.2)."""
    if not isinstance(action, Discard):
        raise IllegalAction("6.2", f"Half the hand is to be discarded, not {type(action).__name__}")
    wanted = half_hand(state, seat)
    if len(action.cards) != wanted:
        raise IllegalAction("6.2", f"The half-hand discard is {wanted} cards, got {len(action.cards)}")
    require_in(state, seat, action.cards, HAND, "6.2", "a card in the hand")


def check_bid(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction unless `action` bids a card of the hand, or nothing with an empty hand (6.3, R6)."""
    if not isinstance(action, Bid):
        raise IllegalAction("6.3", f"A card is to be bid, not {type(action).__name__}")
    if action.card is not None:
        card_in_hand(state, seat, action.card, "6.3")
    elif state.pools[seat][HAND]:
        raise IllegalAction("R6", f"Only an empty hand bids nothing; there are {len(state.pools[seat][HAND])} cards")


def check_sealed(state: State, kind: str, seat: Seat, action: Action) -> None:
    """The whole check of a sealed action of `kind`, `discards` or `bid`. Raises IllegalAction."""
    if kind == "discards":
        check_discard(state, seat, action)
    else:
        check_bid(state, seat, action)


def perform_sealed(state: State, kind: str, actions: tuple[Action, Action], shown: Shown) -> None:
    """Open both sealed actions at once. Raises IllegalAction."""
    for seat in SEATS:
        check_sealed(state, kind, seat, actions[seat])
    bids = [-1, -1]
    for seat in SEATS:
        action = actions[seat]
        cards = action.cards if isinstance(action, Discard) else ()
        if isinstance(action, Bid) and action.card is not None:
            cards = (action.card,)
            bids[seat] = BID_OF[face_of(state, shown, action.card)]
        for card in cards:
            face_of(state, shown, card)
    show(state, shown)
    state.agenda.pop()
    for seat in SEATS:
        action = actions[seat]
        if isinstance(action, Discard):
            discard(state, seat, action.cards, {})
        elif isinstance(action, Bid) and action.card is not None:
            discard(state, seat, (action.card,), {})
    if kind == "bid":
        state.push(("first", TOKUGAWA if bids[TOKUGAWA] > bids[ISHIDA] else ISHIDA))


@performs("first", ChooseFirst)
def choose_first(state: State, seat: Seat, action: ChooseFirst, shown: Shown) -> None:
    """The winner of the bid names the first player of both turns (6.3, R8)."""
    state.agenda.pop()
    state.first = action.seat
    second = other(action.seat)
    state.push(*((("turn", turn, player)) for turn in (0, 1) for player in (action.seat, second)))


@task("turn")
def begin_turn(state: State, turn: int, seat: Seat) -> None:
    """One player's part of a turn: movement, then combat (6.4)."""
    state.turn = turn
    state.active = seat
    state.arrivals = frozenset()
    state.declared = 0
    state.push(("pay", seat), ("combats",))
