"""Actions, events and decisions in plain words, from public facts and the faces that the reader may see.

`describe_event` reads only the public states before and after an event: what it says may be shown to either player.
`describe_action` reads the own faces besides, for the player who is choosing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import SEATS, Acted, BothActed, Decision, Drawn, Event, Face, Mix, Piece, Sealed, Seat, other
from engine.sekigahara.actions import (
    Action,
    Answer,
    Bid,
    CallMori,
    Challenge,
    ChooseFirst,
    Declare,
    Deploy,
    Discard,
    EndMovement,
    Finish,
    Lose,
    LoseInSiege,
    March,
    Muster,
    Pay,
    Position,
    Retreat,
    Reveal,
)
from engine.sekigahara.board import BAG, CASTLES, DEAD, DECK, HAND, NAMES, PLACES, RECRUITMENT, RESOURCES
from engine.sekigahara.game import SEKIGAHARA
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.state import NOBODY, State
from tui.sekigahara.words.names import SIDES, card_words, pieces_words, plural, side_of, time_words, way_words

Faces = Mapping[Piece, Face]

KINDS: Final[dict[str, str]] = {
    "discards": "discard half the hand",
    "bid": "bid a card for the turn order",
    "first": "name the first player of the week",
    "pay": "pay for movement",
    "move": "move",
    "reveal": "show the blocks that are overrun",
    "declare": "declare a combat",
    "castle": "fight inside or outside the castle",
    "deploy": "deploy or end",
    "challenge": "challenge the loyalty of the blocks deployed, or not",
    "answer": "prove the loyalty of the blocks challenged, or not",
    "lose": "choose losses",
    "lose-in-siege": "choose losses of the siege",
    "retreat": "retreat",
}
"""What each kind of decision asks for, after "to"."""

MOVEMENTS: Final = {
    "none": "no movement",
    "minimal": "minimal movement",
    "limited": "limited movement",
    "total": "total movement",
}


def describe_waiting(state: State, kind: str | None, seat: Seat, opponent: str) -> str:
    """Who decides what now, told to `seat`, which owes a decision of `kind` (None: none)."""
    if kind is not None:
        return f"You are to {KINDS[kind]}"
    waiting = SEKIGAHARA.waiting(state)
    if isinstance(waiting, Sealed):
        return f"{opponent} is to {KINDS[waiting.kind]}"
    if isinstance(waiting, Decision):
        if waiting.seat == seat:
            return f"Your choice to {KINDS[waiting.kind]} is on its way"
        return f"{opponent} is to {KINDS[waiting.kind]}"
    return "The programs draw and shuffle"


def _origin(state: State, seat: Seat, blocks: tuple[Piece, ...]) -> int:
    return next((place for place in PLACES if blocks and blocks[0] in state.pools[seat][place]), NOBODY)


def describe_action(state: State, seat: Seat, action: Action, faces: Faces) -> str:
    """`action` of `seat` in words that begin with a verb; what `faces` does not show is called hidden."""
    match action:
        case Discard(cards):
            return f"discards {plural(len(cards), 'card')}" + _which(cards, faces)
        case Bid(None):
            return "bids nothing, having no card"
        case Bid(card):
            return f"bids {card_words(faces[card])}" if card is not None and card in faces else "bids a card"
        case ChooseFirst(first):
            if first == seat:
                return "chooses to move first this week"
            return f"lets {SIDES[first]} move first this week"
        case Pay("none", cards):
            return "moves nothing" + (
                f" and replaces {plural(len(cards), 'card')}{_which(cards, faces)}" if cards else " and keeps all cards"
            )
        case Pay(movement, cards):
            price = f" for {plural(len(cards), 'card')}{_which(cards, faces)}" if cards else ", which is free"
            return f"buys {MOVEMENTS.get(movement, movement)}{price}"
        case March(blocks, stops, claim, forced):
            return _march(state, seat, blocks, stops, claim, forced, faces)
        case Muster(blocks, place, shown):
            if any(block not in faces for block in blocks):
                return f"musters {plural(len(blocks), 'block')} unseen at {NAMES[place]}"
            return f"musters {pieces_words(blocks, faces)} at {NAMES[place]}" + (", shown" if shown else ", unseen")
        case CallMori(card, block):
            return f"calls {pieces_words((block,), faces)} to Osaka for {_card(card, faces)}"
        case EndMovement():
            return "ends the movement"
        case Reveal():
            return "shows the overrun blocks"
        case Declare(place):
            return f"declares combat at {NAMES[place]}"
        case Position(inside):
            return "stays inside the castle" if inside else "fights outside the castle"
        case Deploy(None, blocks):
            return f"deploys {pieces_words(blocks, faces)} without a card"
        case Deploy(card, blocks):
            return f"deploys {pieces_words(blocks, faces)} with {_card(card, faces)}"
        case Finish():
            return "deploys no more in this combat"
        case Challenge(None):
            return "does not challenge"
        case Challenge(_):
            return "challenges their loyalty"
        case Answer(None):
            return "cannot or will not prove their loyalty: they change sides"
        case Answer(card):
            return f"proves their loyalty with {_card(card, faces)}, which goes back to the hand"
        case Lose(blocks):
            return f"loses {pieces_words(blocks, faces)}"
        case LoseInSiege(blocks, disk):
            lost = ([pieces_words(blocks, faces)] if blocks else []) + (["the disk"] if disk else [])
            return f"loses {' and '.join(lost)}"
        case Retreat(staying, place):
            return _retreat(state, seat, staying, place)


def _card(card: Piece | None, faces: Faces) -> str:
    return "no card" if card is None else pieces_words((card,), faces)


def _which(cards: tuple[Piece, ...], faces: Faces) -> str:
    return f" ({pieces_words(cards, faces)})" if cards and all(card in faces for card in cards) else ""


def _march(
    state: State,
    seat: Seat,
    blocks: tuple[Piece, ...],
    stops: tuple[int, ...],
    claim: bool,
    forced: Piece | None,
    faces: Faces,
) -> str:
    origin = _origin(state, seat, blocks)
    what = plural(len(blocks), "block")
    way = way_words(origin, stops) if origin != NOBODY else "?"  # type: ignore[arg-type]
    extras = ""
    if claim:
        extras += ", claiming that a leader is at the origin"
    if forced is not None:
        extras += f", a forced march for {pieces_words((forced,), faces)}"
    return f"marches {what} {way}{extras}"


def _retreat(state: State, seat: Seat, staying: tuple[Piece, ...], place: int | None) -> str:
    assert state.combat is not None
    here = state.combat.place
    leaving = len(state.pools[seat][here]) - len(staying)
    parts = []
    if staying:
        parts.append(f"leaves {plural(len(staying), 'block')} in the castle of {NAMES[here]}")
    if place is not None:
        parts.append(f"retreats {plural(leaving, 'block')} to {NAMES[place]}")
    return " and ".join(parts)


# ------------------------------------------------------------------------------------------------- events, for the log


def describe_event(before: State, event: Event, after: State) -> list[str]:
    """What `event` did, in lines that both players may read. Lines that begin with `#` are headings."""
    lines = _headline(before, event)
    lines += _consequences(before, event, after)
    return lines


def _headline(before: State, event: Event) -> list[str]:
    match event:
        case Acted(seat, action, shown):
            public = {**before.shown, **shown}
            return [f"{SIDES[seat]} {describe_action(before, seat, action, public)}."]
        case BothActed(actions, shown):
            lines = [f"{SIDES[seat]} {describe_action(before, seat, actions[seat], dict(shown))}." for seat in SEATS]
            if isinstance(actions[0], Bid):
                lines.append(_bid_result(actions, dict(shown)))
            return lines
        case Drawn():
            return _draw(before)
        case _:
            return _mix(before)


def _bid_result(actions: tuple[Action, Action], shown: Faces) -> str:
    bids = [
        BID_OF[shown[action.card]] if isinstance(action, Bid) and action.card is not None else -1 for action in actions
    ]
    winner = SIDES[0] if bids[0] > bids[1] else SIDES[1]
    return f"{winner} wins the bid."


def _draw(before: State) -> list[str]:
    name, *arguments = before.agenda[-1]
    assert name == "draw"
    owner, source, target, count = map(int, arguments)
    if target == HAND:
        return [f"{SIDES[owner]} draws {plural(count, 'card')}."]
    if target == RECRUITMENT:
        return [f"{SIDES[owner]} draws {plural(count, 'block')} from the bag into the recruitment box."]
    if source == BAG:
        return [f"{SIDES[owner]} draws {plural(count, 'block')} from the bag for {NAMES[target]}."]
    return []


def _mix(before: State) -> list[str]:
    waiting = SEKIGAHARA.waiting(before)
    if isinstance(waiting, Mix) and DECK in waiting.pools:
        return [f"{SIDES[waiting.owner]}'s draw pile is shuffled."]
    return []


def _consequences(before: State, event: Event, after: State) -> list[str]:
    lines: list[str] = []
    lines += _combat_changes(before, after)
    lines += _combat_result(before, event)
    lines += _deaths(before, event, after)
    lines += _control(before, after)
    if after.result is not None and before.result is None:
        winner, reason = after.result
        lines.append(f"# {SIDES[winner]} wins: {reason}")
    elif after.week != before.week:
        lines.append(f"# {time_words(after)}")
    turned = (after.active, after.turn) != (before.active, before.turn)
    if turned and after.active != NOBODY and after.result is None:
        lines.append(f"# {time_words(after)}: {side_of(after.active)}")
    return lines


def _combat_changes(before: State, after: State) -> list[str]:
    lines = []
    old, new = before.combat, after.combat
    if new is not None and old is None:
        kind = "Siege" if new.siege else "Combat"
        lines.append(f"# {kind} at {NAMES[new.place]}: {SIDES[new.attacker]} attacks")
    if new is not None and old is not None and new.place == old.place:
        if new.siege and not old.siege:
            lines.append(f"It is a siege: {SIDES[new.defender]} stays inside.")
        if new.impact != old.impact:
            lines.append(f"Impact: Tokugawa {new.impact[0]}, Ishida {new.impact[1]}.")
        for block, seat in new.deployed[len(old.deployed) :]:
            if block not in after.pools[seat][new.place] and block in after.pools[other(seat)][new.place]:
                lines.append(f"{pieces_words((block,), after.shown)} fights for {SIDES[seat]} now.")
    return lines


def _combat_result(before: State, event: Event) -> list[str]:
    """Who has won, told when the last side that could deploy has ended."""
    combat = before.combat
    if combat is None or not isinstance(event, Acted) or not isinstance(event.action, Finish):
        return []
    if combat.siege:
        return [f"The siege of {NAMES[combat.place]} ends with impact {combat.impact[combat.attacker]}."]
    if not combat.ended[other(event.seat)]:
        return []
    winner = combat.leading
    return [f"{SIDES[winner]} wins the battle of {NAMES[combat.place]}, {max(combat.impact)} to {min(combat.impact)}."]


def _deaths(before: State, event: Event, after: State) -> list[str]:
    lines = []
    chosen = isinstance(event, Acted) and isinstance(event.action, Lose | LoseInSiege)
    for seat in SEATS:
        dead = after.pools[seat][DEAD][len(before.pools[seat][DEAD]) :]
        if dead and not chosen:
            lines.append(f"{SIDES[seat]}'s blocks are overrun and destroyed: {pieces_words(dead, after.shown)}.")
    return lines + [f"The disk at {NAMES[place]} is lost." for place in before.disks if place not in after.disks]


def _control(before: State, after: State) -> list[str]:
    castles = [
        f"{side_of(after.holder[place])} now holds the castle of {NAMES[place]}."
        for place in CASTLES
        if before.holder[place] != after.holder[place]
    ]
    resources = [
        f"{side_of(after.owner[place])} now owns the resource {NAMES[place]}."
        for place in RESOURCES
        if before.owner[place] != after.owner[place]
    ]
    return castles + resources


def battle_forecast(state: State) -> str:
    """What the combat would cost as the impact stands."""
    combat = state.combat
    assert combat is not None
    if combat.siege:
        lost = combat.impact[combat.attacker] // 7
        return f"As it stands {SIDES[combat.defender]} would lose {plural(lost, 'unit')}."
    parts = []
    for seat in SEATS:
        due = combat.impact[other(seat)] // 7 + (seat != combat.leading)
        parts.append(f"{SIDES[seat]} {min(due, len(state.pools[seat][combat.place]))}")
    return f"{SIDES[combat.leading]} leads. Losses as it stands: {', '.join(parts)}."
