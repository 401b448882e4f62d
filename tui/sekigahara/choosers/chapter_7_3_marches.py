"""Choices of the movement phase: paying, marches, musters, the Mōri box (chapter 7, 9.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.hidden import Piece, other
from engine.sekigahara.actions import Action, CallMori, EndMovement, March, Muster, Pay
from engine.sekigahara.board import HAND, NAMES, OSAKA, PLACES, RECRUITMENT, Place
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.legal import one_of_each
from engine.sekigahara.marches import Start, Way, starts
from engine.sekigahara.muster import may_muster, mori_to_call, muster_place_open
from engine.sekigahara.pieces import DAIMYO_OF, RECRUITS_AT
from engine.sekigahara.state import EVERY_STACK, Movement, Pieces
from tui.dialogue import Asked, Marks, Option, Pick, Step, allowed, at_least_one, exactly
from tui.sekigahara.choosers.chapter_6_week import cards_in_hand
from tui.sekigahara.words.names import DAIMYO, block_words, card_words, pieces_words, plural, way_words


def choose_payment(asked: Asked) -> Step:
    """How much movement to buy, and with which cards (7.1, R9)."""
    hand = len(asked.state.pools[asked.seat][HAND])
    options = [Option("Minimal movement, free: one stack moves, or a muster", lambda: Pay("minimal", ()))]
    if hand:
        options.append(
            Option("Limited movement, 1 card: three moves, one of them may be a muster", _pay(asked, "limited", 1))
        )
    if hand > 1:
        options.append(Option("Total movement, 2 cards: every stack moves, and a muster", _pay(asked, "total", 2)))
    replace = "no movement; replace any number of cards" if hand else "no movement"
    options.append(Option(replace[0].upper() + replace[1:], lambda: _replace(asked)))
    return Pick("Pay for movement", options, note=f"You have {plural(hand, 'card')} (7.1).")


def _pay(asked: Asked, movement: str, count: int) -> Callable[[], Step]:
    def then() -> Step:
        return Marks(
            f"{movement.title()} movement: discard {plural(count, 'card')}",
            cards_in_hand(asked),
            exactly(count, "card"),
            lambda cards: f"Discard {pieces_words(cards, asked.faces)} for {movement} movement",
            lambda cards: Pay(movement, cards),
        )

    return then


def _replace(asked: Asked) -> Step | Action:
    items = cards_in_hand(asked)
    if not items:
        return Pay("none", ())
    return Marks(
        "No movement: which cards to replace?",
        items,
        allowed(asked, lambda cards: Pay("none", cards)),
        lambda cards: (
            f"No movement; discard {pieces_words(cards, asked.faces)} and draw as many"
            if cards
            else "No movement; keep all cards"
        ),
        lambda cards: Pay("none", cards),
        note="You draw as many cards as you discard, after the last discard (R9).",
    )


# ----------------------------------------------------------------------------------------------------------- moves


def choose_move(asked: Asked) -> Step:
    """A march, a muster, a Mōri block for a card, or the end of the phase (7.2, 7.3, 9.3)."""
    state, seat, faces = asked.state, asked.seat, asked.faces
    movement = state.current_movement()
    options = []
    if movement.paid != "none":
        options += [_march_option(asked, start) for start in starts(state, seat, faces) if _can_move(asked, start)]
        musters = _muster_options(asked) if may_muster(state) else []
        if musters:
            box = plural(len(state.pools[seat][RECRUITMENT]), "block")
            options.append(Option(f"Muster from the recruitment box ({box})", lambda: _muster(musters)))
    if seat == ISHIDA and mori_to_call(state):
        block = mori_to_call(state)[0]
        text = f"Call {block_words(state.shown[block])} from the Mōri box to Osaka, for a card"
        options.append(Option(text, lambda: _mori(asked, block), place=OSAKA))
    options.append(Option("End your movement", EndMovement))
    return Pick("Your movement", options, note=_left(movement))


def _left(movement: Movement) -> str:
    if movement.paid == "none":
        return "No movement was bought."
    if movement.stack_moves == EVERY_STACK:
        moves = "every stack may move"
    else:
        moves = f"{plural(movement.stack_moves, 'stack move')} left"
    # Under total movement the muster comes on top of the moves; otherwise it is one of them (7.2).
    muster = "the muster is made" if movement.mustered else "a muster may be made"
    if not movement.mustered and not movement.stack_moves:
        muster = "no muster left"
    return f"{movement.paid.title()} movement: {moves}; {muster}."


def _can_move(asked: Asked, start: Start) -> bool:
    cards = bool(asked.state.pools[asked.seat][HAND])
    whole = start.group is not None and start.group.forced
    sizes = [len(start.blocks)] if whole else range(1, len(start.blocks) + 1)
    return any(start.ways(size, cards) for size in sizes)


def _march_option(asked: Asked, start: Start) -> Option:
    blocks = plural(len(start.blocks), "block")
    begun = asked.state.current_movement().origin == start.place
    if start.group is not None:
        text = f"Go on from {NAMES[start.place]}, same move: {blocks} that marched there in it"
    elif begun:
        text = f"Branch off from {NAMES[start.place]}, same move, no new one used: {blocks} still there"
    else:
        text = f"March from {NAMES[start.place]} ({blocks})"
    return Option(text, lambda: _party(asked, start), place=start.place)


def _party(asked: Asked, start: Start) -> Step:
    """Which blocks march. Those in a forced march stay together (R12)."""
    if len(start.blocks) == 1 or (start.group is not None and start.group.forced):
        return _ways(asked, start, start.blocks)
    cards = bool(asked.state.pools[asked.seat][HAND])
    ordered = sorted(start.blocks, key=lambda block: (asked.faces[block], block))

    def problem(blocks: Pieces) -> str | None:
        if not start.ways(len(blocks), cards):
            return f"{plural(len(blocks), 'block')} together are too slow to go anywhere: mark fewer (7.3.5)"
        return None

    return Marks(
        f"Who marches from {NAMES[start.place]}?",
        [(block, block_words(asked.faces[block])) for block in ordered],
        at_least_one(problem, "block"),
        lambda blocks: f"March {plural(len(blocks), 'block')}: choose where to",
        lambda blocks: _ways(asked, start, blocks),
        marked=start.blocks,
        note="All but the first four blocks make a group slower, each four by one (7.3.5).",
        place=start.place,
    )


def _ways(asked: Asked, start: Start, blocks: Pieces) -> Step:
    ways = start.ways(len(blocks), bool(asked.state.pools[asked.seat][HAND]))
    ordered = sorted(ways, key=lambda way: (way.forced + way.claim, len(way.path.stops), NAMES[way.path.end]))
    options = [
        Option(
            _way_text(asked, start, way),
            _take_way(asked, start, blocks, way),
            place=way.path.end,
            path=(start.place, *way.path.stops),
        )
        for way in ordered
    ]
    return Pick(
        f"Where to with {plural(len(blocks), 'block')} from {NAMES[start.place]}?",
        options,
        note="A longer road may cost a card (forced march) or tell the enemy that a leader is here.",
    )


def _way_text(asked: Asked, start: Start, way: Way) -> str:
    text = way_words(start.place, way.path.stops)
    enemy = other(asked.seat)
    costs = []
    if way.claim:
        costs.append("claim in public that a leader is here")
    if way.forced:
        costs.append("forced march, 1 card")
    if asked.state.has_units(enemy, way.path.end):
        costs.append(f"against {plural(len(asked.state.pools[enemy][way.path.end]), 'enemy block')}")
    return text + (f" — {'; '.join(costs)}" if costs else "")


def _take_way(asked: Asked, start: Start, blocks: Pieces, way: Way) -> Callable[[], Step | Action]:
    def make(card: Piece | None) -> March:
        return March(blocks, way.path.stops, way.claim, card)

    def then() -> Step | Action:
        if not way.forced:
            return make(None)
        return _card(asked, f"Forced march to {NAMES[way.path.end]}: discard which card?", make)

    return then


def _card(asked: Asked, title: str, make: Callable[[Piece], Action]) -> Step:
    faces = asked.faces
    cards = sorted(one_of_each(asked.state.pools[asked.seat][HAND], faces), key=lambda card: (faces[card], card))
    return Pick(title, [Option(f"Discard {card_words(faces[card])}", _bound(make, card)) for card in cards])


def _bound(make: Callable[[Piece], Action], piece: Piece) -> Callable[[], Action]:
    return lambda: make(piece)


# --------------------------------------------------------------------------------------------- musters, the Mōri box


def _muster(options: list[Option]) -> Step:
    return Pick("Muster where, and how?", options, note="Mustered blocks do not move this turn (7.2).")


def _muster_options(asked: Asked) -> list[Option]:
    """Where to, then which blocks: of one daimyo and shown (A), or one unseen (B) (7.2)."""
    state, seat = asked.state, asked.seat
    options: list[Option] = []
    for place in PLACES if state.pools[seat][RECRUITMENT] else ():
        if not muster_place_open(state, seat, place):
            continue
        for daimyo in RECRUITS_AT[place]:
            clan = _clan(asked, daimyo)
            if clan:
                text = f"{NAMES[place]}: {DAIMYO[daimyo]} blocks, shown (up to {len(clan)})"
                options.append(Option(text, _muster_clan(asked, place, daimyo), place=place))
        options.append(
            Option(f"{NAMES[place]}: one block of any daimyo, unseen", _muster_one(asked, place), place=place)
        )
    return options


def _clan(asked: Asked, daimyo: str) -> Pieces:
    box = asked.state.pools[asked.seat][RECRUITMENT]
    return tuple(block for block in box if DAIMYO_OF[asked.faces[block]] == daimyo)


def _muster_clan(asked: Asked, place: Place, daimyo: str) -> Callable[[], Step]:
    def then() -> Step:
        clan = sorted(_clan(asked, daimyo), key=lambda block: (asked.faces[block], block))
        return Marks(
            f"Muster which {DAIMYO[daimyo]} blocks at {NAMES[place]}?",
            [(block, block_words(asked.faces[block])) for block in clan],
            at_least_one(allowed(asked, lambda blocks: Muster(blocks, place, True)), "block"),
            lambda blocks: f"Show and muster {pieces_words(blocks, asked.faces)}",
            lambda blocks: Muster(blocks, place, True),
            marked=tuple(clan),
            place=place,
        )

    return then


def _muster_one(asked: Asked, place: Place) -> Callable[[], Step]:
    def then() -> Step:
        box = one_of_each(asked.state.pools[asked.seat][RECRUITMENT], asked.faces)
        blocks = sorted(box, key=lambda block: (asked.faces[block], block))
        options = [
            Option(f"Muster {block_words(asked.faces[block])}", _bound(_unseen(place), block), place=place)
            for block in blocks
        ]
        return Pick(f"Muster which block unseen at {NAMES[place]}?", options)

    return then


def _unseen(place: Place) -> Callable[[Piece], Action]:
    return lambda block: Muster((block,), place, False)


def _mori(asked: Asked, block: Piece) -> Step:
    return _card(asked, "Mōri box: discard which card?", lambda card: CallMori(card, block))
