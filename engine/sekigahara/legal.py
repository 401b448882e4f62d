"""What a seat may do now: legal choices that can be counted, indexed and drawn from without being written out.

    >>> choices = legal_choices(state, seat, faces)
    >>> len(choices), choices[0], choices.parts

Every choice listed is legal, and every kind of legal action is listed. Where the possibilities explode, sensible
descriptions stand for them: marches and musters of large stacks go by whole, by one, by fours (the sizes at which
groups slow down) rather than by every subset; pieces with equal faces stand for each other. Any other description is as
legal as the rules make it: `refusal` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from engine.hidden import SEATS, Acted, Decision, Face, IllegalAction, MalformedAction, Piece, Sealed, Seat, showing
from engine.sekigahara import combat as combat_rules
from engine.sekigahara import losses, muster, retreat
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
    Muster,
    Pay,
    Position,
    Retreat,
    Reveal,
)
from engine.sekigahara.board import HAND, OSAKA, PLACES, RECRUITMENT, Place
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.counted import Joined, Subsets
from engine.sekigahara.game import SEKIGAHARA
from engine.sekigahara.marches import Marches
from engine.sekigahara.pieces import ANY_CARD, DAIMYO_OF, IS_LEADER, KIND_OF, RECRUITS_AT, matches
from engine.sekigahara.state import Pieces, State

Faces = Mapping[Piece, Face]


class Choices(Joined[Action]):
    """The legal choices of one seat. `parts` groups them by kind of action.

    `action in choices` asks the rules, so it is true of legal actions that are not listed one by one.
    """

    def __init__(self, state: State, seat: Seat, faces: Faces, parts: Iterable[Sequence[Action]]) -> None:
        super().__init__(parts)
        self._state = state
        self._seat = seat
        self._faces = faces

    def __contains__(self, action: object) -> bool:
        return refusal(self._state, self._seat, action, self._faces) is None


def refusal(state: State, seat: Seat, action: object, faces: Faces) -> IllegalAction | None:
    """Why `action` is not legal for `seat`, None if it is. `state` stays as it is; `faces` holds the own faces."""
    try:
        checked: Action = SEKIGAHARA.unpack_action(SEKIGAHARA.pack_action(action))  # type: ignore[arg-type]
    except (MalformedAction, KeyError, AttributeError):
        return IllegalAction("6.4", f"{action!r:.60} is not an action")
    try:
        waiting = SEKIGAHARA.waiting(state)
        if not isinstance(waiting, Decision | Sealed):
            raise IllegalAction("6.4", "No choice is to be made now")
        shown = showing(SEKIGAHARA, state, seat, checked, faces)
        if isinstance(waiting, Decision):
            SEKIGAHARA.apply(state.copy(), Acted(seat, checked, shown))
    except IllegalAction as problem:
        return problem
    return None


def legal_choices(state: State, seat: Seat, faces: Faces) -> Choices:
    """What `seat` may do now; nothing if it is not its decision. `faces` holds at least the seat's own faces."""
    waiting = SEKIGAHARA.waiting(state)
    parts: Iterable[Sequence[Action]] = ()
    if isinstance(waiting, Sealed):
        parts = _SEALED[waiting.kind](state, seat, faces)
    elif isinstance(waiting, Decision) and waiting.seat == seat:
        parts = _DECISIONS[waiting.kind](state, seat, faces)
    return Choices(state, seat, faces, parts)


def one_of_each(pieces: Pieces, faces: Faces) -> Pieces:
    """The first piece of every face among `pieces`."""
    return tuple({faces[piece]: piece for piece in reversed(pieces)}.values())[::-1]


def _discards(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    hand = state.pools[seat][HAND]
    return (Subsets(hand, len(hand) // 2, Discard),)


def _bids(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    hand = state.pools[seat][HAND]
    return ([Bid(card) for card in one_of_each(hand, faces)] or [Bid(None)],)


def _first(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    return ([ChooseFirst(first) for first in SEATS],)


def _pay(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    hand = state.pools[seat][HAND]
    return (
        Joined([Subsets(hand, count, lambda cards: Pay("none", cards)) for count in range(len(hand) + 1)]),
        [Pay("minimal", ())],
        [Pay("limited", (card,)) for card in one_of_each(hand, faces)],
        Subsets(hand, 2, lambda cards: Pay("total", cards)),
    )


def _move(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    movement = state.current_movement()
    hand = one_of_each(state.pools[seat][HAND], faces)
    parts: list[Sequence[Action]] = [[EndMovement()]]
    if movement.paid != "none":
        parts.append(Marches(state, seat, faces, hand))
        parts.append(_musters(state, seat, faces))
    if seat == ISHIDA:
        parts.append([CallMori(card, block) for block in muster.mori_to_call(state)[:1] for card in hand])
    return parts


def _musters(state: State, seat: Seat, faces: Faces) -> Sequence[Action]:
    box = state.pools[seat][RECRUITMENT]
    if not box or not muster.may_muster(state):
        return ()
    places = [place for place in PLACES if muster.muster_place_open(state, seat, place)]
    unseen = [Muster((block,), place, False) for block in one_of_each(box, faces) for place in places]
    seen = []
    for place in places:
        for daimyo in RECRUITS_AT[place]:
            clan = tuple(block for block in box if DAIMYO_OF[faces[block]] == daimyo)
            seen += [Muster(clan[:size], place, True) for size in range(1, len(clan) + 1)]
    return Joined((unseen, seen))


def _reveal(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    return ([Reveal()],)


def _declare(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    return ([Declare(place) for place in combat_rules.places_to_declare(state)],)


def _castle(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    return ([Position(True), Position(False)],)


def _deploy(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    combat = state.current_combat()
    blocks = combat_rules.undeployed(state, seat)
    singly = one_of_each(blocks, faces)
    leaders: list[Action] = []
    if not combat.carded[seat]:
        leaders = [Deploy(None, (block,)) for block in singly if IS_LEADER[faces[block]]]
    deployments: list[Action] = []
    for card in one_of_each(state.pools[seat][HAND], faces):
        kind = faces[card]
        deployments += [Deploy(card, (block,)) for block in singly if matches(kind, faces[block])]
        if KIND_OF[kind] == "double":
            clan = tuple(block for block in blocks if matches(kind, faces[block]) and not ANY_CARD[faces[block]])
            pairs = {tuple(sorted((faces[one], faces[two]))): (one, two) for one, two in combinations(clan, 2)}
            deployments += [Deploy(card, pair) for pair in pairs.values()]
    return ([Finish()], leaders, deployments)


def _challenge(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    hand = one_of_each(state.pools[seat][HAND], faces)
    return ([Challenge(None)], [Challenge(card) for card in hand if KIND_OF[faces[card]] == "loyalty"])


def _answer(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    combat = state.current_combat()
    assert combat.pending is not None
    challenged = faces[combat.pending[1][0]]
    hand = one_of_each(state.pools[seat][HAND], faces)
    return ([Answer(None)], [Answer(card) for card in hand if matches(faces[card], challenged)])


def _lose(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    due = int(state.agenda[-1][2])
    certain: Pieces = ()
    for blocks in losses.loss_classes(state, seat):
        left = due - len(certain)
        if len(blocks) > left:
            return (_losing(blocks, left, certain),)
        certain += blocks
    return ([Lose(certain)],)


def _losing(blocks: Pieces, count: int, certain: Pieces) -> Sequence[Action]:
    return Subsets(blocks, count, lambda chosen: Lose(certain + chosen))


def _lose_in_siege(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    combat = state.current_combat()
    due = int(state.agenda[-1][2])
    blocks = state.pools[seat][combat.place]
    parts: list[Sequence[Action]] = []
    if due <= len(blocks):
        parts.append(Subsets(blocks, due, lambda chosen: LoseInSiege(chosen, False)))
    if combat.place in state.disks and due - 1 <= len(blocks) and (combat.place != OSAKA or due - 1 == len(blocks)):
        parts.append(Subsets(blocks, due - 1, lambda chosen: LoseInSiege(chosen, True)))
    return parts


def _retreat(state: State, seat: Seat, faces: Faces) -> Iterable[Sequence[Action]]:
    combat = state.current_combat()
    stack = state.pools[seat][combat.place]
    room = min(retreat.castle_room(combat, seat), len(stack))
    parts: list[Sequence[Action]] = []
    if room == len(stack):
        parts.append([Retreat(stack, None)])
    for place in retreat.retreat_places(state, combat, seat):
        parts += [_leaving(stack, staying, place) for staying in range(min(room, len(stack) - 1) + 1)]
    return parts


def _leaving(stack: Pieces, staying: int, place: Place) -> Sequence[Action]:
    return Subsets(stack, staying, lambda chosen: Retreat(chosen, place))


_SEALED: Final = {"discards": _discards, "bid": _bids}
_DECISIONS: Final[dict[str, Callable[[State, Seat, Faces], Iterable[Sequence[Action]]]]] = {
    "first": _first,
    "pay": _pay,
    "move": _move,
    "reveal": _reveal,
    "declare": _declare,
    "castle": _castle,
    "deploy": _deploy,
    "challenge": _challenge,
    "answer": _answer,
    "lose": _lose,
    "lose-in-siege": _lose_in_siege,
    "retreat": _retreat,
}
