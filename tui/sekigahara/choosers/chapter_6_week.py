"""Choices at the start of a week: discards, the bid, who moves first (chapter 6)."""

from __future__ import annotations

from engine.hidden import Piece, Seat, other
from engine.sekigahara.board import DISCARD, HAND
from engine.sekigahara.chapters.chapter_6_week import Bid, ChooseFirst, Discard, half_hand
from engine.sekigahara.pieces import BID_OF
from tui.language import _, plural
from tui.marks import exactly
from tui.sekigahara.choosers.chapter_3_pieces import (
    SekigaharaPlayer,
    card_items,
    card_uses,
    count_in_brief,
    count_words,
    kinds_in_hand,
    later_words,
)
from tui.sekigahara.words.names import SIDES, card_name, card_words, pieces_words
from tui.steps import Checklist, Menu, MenuItem, Step


def choose_discards(player: SekigaharaPlayer) -> Step:
    """Half the hand, rounded down, in secret (6.2, R5)."""
    count = half_hand(player.state, player.seat)
    if count == 0:
        text = _("Go on: with fewer than two cards there is nothing to discard")
        return Menu(_("Start of the week"), [MenuItem(text, lambda: Discard(()))])
    title = _("Discard {cards}, half your hand").format(
        cards=plural(count, "{count} card", "{count} cards", _("no cards"))
    )
    if len(kinds_in_hand(player)) == 1:  # which of them is no choice
        alike = tuple(player.state.pools[player.seat][HAND][:count])
        text = _("Discard {pieces}").format(pieces=pieces_words(alike, player.faces))
        return Menu(title, [MenuItem(text, lambda: Discard(alike))])
    return Checklist(
        title,
        card_items(player),
        exactly(count, "card"),
        lambda cards: _("Discard {pieces}").format(pieces=pieces_words(cards, player.faces)),
        Discard,
        note=_("Both sides choose in secret; the discards are then shown (6.2)."),
        limit=count,
        asides=card_uses(player),
    )


def choose_bid(player: SekigaharaPlayer) -> Step:
    """A card for the turn order, in secret (6.3, R5, R6): it is marked, then confirmed."""
    title = _("Bid for the turn order")
    note = _("The higher bid names who moves first; bids never tie. The card is discarded (6.3).")
    cards = kinds_in_hand(player)

    def words(card: Piece) -> str:
        face = player.faces[card]
        return _("Bid {value}: {card}").format(value=BID_OF[face], card=card_name(face))

    if not cards:
        return Menu(title, [MenuItem(_("Bid nothing: your hand is empty"), lambda: Bid(None))], note=note)
    if len(cards) == 1:
        return Menu(title, [MenuItem(words(cards[0]), lambda: Bid(cards[0]))], note=note)
    return Checklist(
        title,
        [(card, card_words(player.faces[card])) for card in cards],
        exactly(1, "card"),
        lambda marked: words(marked[0]),
        lambda marked: Bid(marked[0]),
        note=note,
        limit=1,
        asides=[_asides(player, card) for card in cards],
    )


def _asides(player: SekigaharaPlayer, card: Piece) -> tuple[str, ...]:
    """How many such cards there are in hand, if there are others, and what each could do later if it is not bid."""
    count, uses = count_words(player, card), later_words(player, card)
    return (f"{count}  {uses}", count, count_in_brief(player, card)) if count else (uses,)


def choose_first_player(player: SekigaharaPlayer) -> Step:
    """Who moves first in both turns of the week (6.3, R8)."""

    def item(text: str, seat: Seat) -> MenuItem:
        return MenuItem(text.format(side=SIDES[seat]), lambda: ChooseFirst(seat))

    items = [
        item(_("You move first ({side})"), player.seat),
        item(_("Your opponent moves first ({side})"), other(player.seat)),
    ]
    both = _("It holds for both turns of the week: whoever moves second has the last word before it ends.")
    note = f"{_bids_words(player)} {both}".strip()
    return Menu(_("You won the bid: who moves first this week?"), items, note=note)


def _bids_words(player: SekigaharaPlayer) -> str:
    """What both have bid; nothing if one of them may have had no card to bid (R6)."""
    state, seat = player.state, player.seat
    if not state.pools[other(seat)][HAND]:
        return ""
    own, theirs = [card_words(state.shown[state.pools[side][DISCARD][-1]]) for side in (seat, other(seat))]
    return _("You have bid {own}, {side} {theirs} (6.3).").format(own=own, side=SIDES[other(seat)], theirs=theirs)
