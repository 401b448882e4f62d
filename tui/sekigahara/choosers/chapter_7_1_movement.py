"""Choices of the movement phase: paying, and what to do with it (7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sekigahara import Answer
from engine.sekigahara.board import HAND, LOCATIONS, RECRUITMENT, Location
from engine.sekigahara.chapters.chapter_7_1_movement import PRICE, EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import muster_refusal
from engine.sekigahara.chapters.chapter_8_1_declaring import locations_to_declare
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import EVERY_STACK, Pieces
from tui.grammar import listed, sentence
from tui.language import N_, Said, _, plural
from tui.lines import plain_text
from tui.marks import exactly
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, card_items, card_uses
from tui.sekigahara.choosers.chapter_7_2_muster import muster_items, muster_refused
from tui.sekigahara.choosers.chapter_7_3_marches import (
    ending_words,
    fresh_stacks,
    further_items,
    march_items,
    why_no_march,
)
from tui.sekigahara.choosers.chapter_7_3_way import no_card_fits
from tui.sekigahara.choosers.chapter_7_3_worth import best_chance
from tui.sekigahara.choosers.chapter_9_3_mori import mori_items, mori_refused
from tui.sekigahara.panels.hand import hand_line
from tui.sekigahara.words.chapter_7_1_movement import DEGREES
from tui.sekigahara.words.dangers import danger_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words
from tui.steps import BACK, ENDS, Checklist, Menu, MenuItem, Refused, Step, Why

_NAMED: Final = 3
"""So many places are named of more."""

_BUYS: Final = Said(
    {
        Degree.MINIMAL: N_("one stack moves, or a muster"),
        Degree.LIMITED: N_("three moves, one of them may be a muster"),
        Degree.TOTAL: N_("every stack moves, and a muster"),
    }
)


def choose_payment(player: SekigaharaPlayer) -> Step:
    """How much movement to buy, and with which cards (7.1, R9)."""
    cards = len(player.state.pools[player.seat][HAND])
    items, refused = [], []
    for degree, buys in _BUYS.items():
        price = PRICE[degree]
        assert price is not None
        if price <= cards:
            items.append(_degree_item(player, degree, price, buys))
        else:
            refused.append(Refused(_degree_words(degree, price, buys), _too_dear(price, cards)))
    replace = _("No movement; replace any number of cards") if cards else _("No movement")
    items.append(MenuItem(replace, lambda: _replace(player)))
    hand = _("Your hand: {cards} (7.1).").format(cards=plain_text(hand_line(player.view)))
    return Menu(
        _("Pay for movement"),
        items,
        # Who pays sees what he pays with.
        note=f"{danger_words(player.view)} {hand}".strip(),
        refused=refused,
        closed=lambda spot: Why(_("Nobody marches before movement is paid for (7.1)."), _("Choose how much to buy.")),
    )


def _too_dear(price: int, hand: int) -> str:
    return _("It costs {price}, and you have {hand} (7.1): buy less, or replace cards.").format(
        price=plural(price, "{count} card", "{count} cards", _("no cards")),
        hand=plural(hand, "{count} card", "{count} cards", _("no cards")),
    )


def _degree_words(degree: Degree, price: int, buys: str) -> str:
    costs = plural(price, "{count} card", "{count} cards", _("free"))
    return f"{DEGREES[degree].capitalize()}, {costs}: {buys}"


def _degree_item(player: SekigaharaPlayer, degree: Degree, price: int, buys: str) -> MenuItem:
    text = _degree_words(degree, price, buys)
    only = _only_cards(player, price)
    if only is None:
        return MenuItem(text, lambda: _pay(player, degree, price))
    detail = _("Discards {pieces} (7.1).").format(pieces=pieces_words(only, player.faces)) if only else ""
    return MenuItem(text, lambda: Pay(degree, only), detail=detail)


def _only_cards(player: SekigaharaPlayer, price: int) -> Pieces | None:
    """The cards that pay so much, if no others of the hand would do it otherwise; None if there is a choice."""
    hand = player.state.pools[player.seat][HAND]
    alike = len({player.faces[card] for card in hand}) == 1
    return tuple(hand[:price]) if alike or price in (0, len(hand)) else None


def _pay(player: SekigaharaPlayer, degree: Degree, price: int) -> Step:
    return Checklist(
        _("{degree}: discard {cards}").format(
            degree=DEGREES[degree].capitalize(), cards=plural(price, "{count} card", "{count} cards", _("no cards"))
        ),
        card_items(player),
        exactly(price, "card"),
        lambda cards: _("Discard {pieces} for {degree}").format(
            pieces=pieces_words(cards, player.faces), degree=DEGREES[degree]
        ),
        lambda cards: Pay(degree, cards),
        note=_("What movement costs is shown and discarded (7.1)."),
        limit=price,
        asides=card_uses(player),
    )


def _replace(player: SekigaharaPlayer) -> Step | Answer:
    items = card_items(player)
    if not items:
        return Pay(Degree.NONE, ())
    drawn = _("You draw as many cards as you discard, after the last discard (7.1).")
    return Checklist(
        _("No movement: which cards to replace?"),
        items,
        player.allowed(lambda cards: Pay(Degree.NONE, cards)),
        lambda cards: _replacing(player, cards),
        lambda cards: Pay(Degree.NONE, cards),
        note=f"{danger_words(player.view)} {drawn}".strip(),
        asides=card_uses(player),
    )


def _replacing(player: SekigaharaPlayer, cards: Pieces) -> str:
    """What becomes of the hand: of many cards how many are marked, so that the line has room for all of it."""
    if not cards:
        return _("No movement; keep all cards")
    if len(cards) > _NAMED:
        # Translators: count is 4 or more
        return _("No movement; discard the {count} marked cards and draw as many").format(count=len(cards))
    return _("No movement; discard {pieces} and draw as many").format(pieces=pieces_words(cards, player.faces))


def choose_movement(player: SekigaharaPlayer) -> Step:
    """A march, a muster, a Mōri block for a card, or the end of the phase (7.2, 7.3, 9.3)."""
    left, ending, danger = _what_is_left(player), ending_words(player), danger_words(player.view)
    moves = player.state.current_movement().stack_moves
    if ending:  # it stands in the place of the note
        ending = f"{ending} {left}"
    others = [*march_items(player, ending), *muster_items(player, ending), *mori_items(player, ending)]
    further = further_items(player)
    items = [
        *others,
        *further,
        MenuItem(
            _("End your movement"),
            lambda: _end(player),
            key="e",
            brief=_("end your movement"),
            detail=" ".join([words for words in (danger, _what_ends(player), left) if words]),
        ),
    ]
    return Menu(
        _title(player),
        items,
        note=f"{danger} {left}".strip(),
        closed=lambda spot: why_no_march(player, LOCATIONS[spot]),
        refused=[*muster_refused(player), *mori_refused(player)],
        # With no move left all that could be done besides is to take a march further.
        first_key="" if moves else ENDS,
        first=len(others) if further and moves else None,
    )


def _title(player: SekigaharaPlayer) -> str:
    """What is asked, with the moves that are left: the line that is pointed at may take the place of the note."""
    movement = player.state.current_movement()
    if movement.stack_moves == EVERY_STACK:
        return _("Your movement: every stack")
    if movement.degree is Degree.NONE:
        return _("Your movement")
    return plural(
        movement.stack_moves,
        "Your movement: {count} move left",
        "Your movement: {count} moves left",
        _("Your movement: no move left"),
    )


def _end(player: SekigaharaPlayer) -> Step | Answer:
    """The end, after asking if the game may be lost at once, or a battle without a card, or if a move is left."""
    # Whoever bought no movement has been told of the danger before, and can do nothing about it.
    nothing = player.state.current_movement().degree is Degree.NONE
    danger = "" if nothing else danger_words(player.view)
    told = [each for each in (danger, _without_cards(player), _wasted(player)) if each]
    if not told and not fresh_stacks(player):
        return EndMovement()
    told.append(_what_ends(player))
    return Menu(
        _("End your movement all the same?"),
        [MenuItem(_("No, go on"), lambda: BACK), MenuItem(_("Yes, end your movement"), EndMovement, key="y")],
        note=" ".join(told).strip(),
        rule="8.1",
    )


def _what_ends(player: SekigaharaPlayer) -> str:
    """Which stacks could still march, and where combat is to be declared then (8.1)."""
    told = []
    if stacks := fresh_stacks(player):
        told.append(_("Not moved: {places}.").format(places=_first_of(stacks)))
    if combats := locations_to_declare(player.state):
        told.append(_("Combat follows at {places}.").format(places=_first_of(combats)))
    return " ".join(told)


def _first_of(places: Sequence[Location]) -> str:
    """The first of these places, and how many others there are."""
    named = [NAMES[place] for place in places]
    if len(named) <= _NAMED + 1:
        return listed(named)
    words = _("{places} and {count} more")
    return words.format(places=", ".join(named[:_NAMED]), count=len(named) - _NAMED)


def _without_cards(player: SekigaharaPlayer) -> str:
    """Where blocks have marched to a combat for which no card of the hand fits (8.1, 8.2.2)."""
    state, seat = player.state, player.seat
    marched = {there for side, there, _origin in state.arrivals if side == seat}
    told = []
    for place in locations_to_declare(state):
        words = no_card_fits(player, state.pools[seat][place]) if place in marched else ""
        if words:
            told.append(f"{NAMES[place]}: {words}.")
    return " ".join(told)


def _wasted(player: SekigaharaPlayer) -> str:
    """What was bought and would be wasted: the best march, and the muster; nothing if nothing of worth is left.

    Where every stack may move nobody moves all of them: of those that stand still a battle that could be fought counts
    only if none has moved.
    """
    movement = player.state.current_movement()
    stacks = fresh_stacks(player)
    chances = [chance for place in stacks if (chance := best_chance(player, place)) is not None]
    best = max(chances, default=None)
    told = [best.words] if best is not None and (best.points or best.overrun) else []
    if muster_items(player):
        box = len(player.state.pools[player.seat][RECRUITMENT])
        blocks = plural(box, "{count} block", "{count} blocks", _("no blocks"))
        told.append(_("You could still muster: {blocks} in the recruitment box.").format(blocks=blocks))
    if told:
        return " ".join(told)
    every = movement.stack_moves == EVERY_STACK
    if best is not None and not (every and movement.moved):
        return best.words
    if stacks and not movement.moved and movement.degree in (Degree.LIMITED, Degree.TOTAL):
        return _("No stack has moved, and you have paid for it.")
    return ""


def _what_is_left(player: SekigaharaPlayer) -> str:
    movement = player.state.current_movement()
    if movement.degree is Degree.NONE:
        return _("No movement was bought.")
    every = movement.stack_moves == EVERY_STACK
    moves = (
        _("every stack may move")
        if every
        else plural(
            movement.stack_moves, "{count} stack move left", "{count} stack moves left", _("no stack moves left")
        )
    )
    why_no_muster = muster_refusal(player.state, player.seat)
    degree = DEGREES[movement.degree].capitalize()
    if why_no_muster is None:
        if every:
            return _("{degree}: {moves}, and a muster.").format(degree=degree, moves=moves)
        words = (
            _("{degree}: {moves}, or a muster instead.")
            if movement.stack_moves == 1
            else _("{degree}: {moves}, or a muster for one of them.")
        )
        return words.format(degree=degree, moves=moves)
    if not movement.stack_moves and (march_items(player, "") or further_items(player)):
        return _("{degree}: no move left but to go on with the last march.").format(degree=degree)
    return f"{degree}: {moves}. {sentence(player.words.refusal(why_no_muster))}"
