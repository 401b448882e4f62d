"""Chapter 6 in words: weeks and turns, discards, bids, who moves first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import SEATS, Face, Piece, Seat
from engine.sekigahara.chapters.chapter_6_week import (
    Bid,
    ChooseFirst,
    Discard,
    bid_winner,
    cards_due,
    recruits_due,
)
from engine.sekigahara.components import WEEKS
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.state import State
from tui.language import N_, _, plural
from tui.lines import Line
from tui.sekigahara.words.names import SIDES, card_name, side_of, sided, which

DISCARDS_DUE: Final = N_("discard half the hand")
BIDS_DUE: Final = N_("bid a card for the turn order")
FIRST_PLAYER_DUE: Final = N_("name the first player of the week")
TURNS: Final = "AB"


def time_words(state: State) -> str:
    """`Week 3 of 7, turn B`, or what comes before and after the turns."""
    if state.week == 0:
        return _("Setup")
    if state.active is None:
        return _("Week {week} of {weeks}").format(week=state.week, weeks=WEEKS)
    return _("Week {week} of {weeks}, turn {turn}").format(week=state.week, weeks=WEEKS, turn=TURNS[state.turn])


def short_time_words(state: State) -> str:
    """`Week 3 B`: `time_words` where there is little room."""
    if state.week == 0:
        return _("Setup")
    if state.active is None:
        return _("Week {week}").format(week=state.week)
    return _("Week {week} {turn}").format(week=state.week, turn=TURNS[state.turn])


def discard_words(answer: Discard, faces: Mapping[Piece, Face]) -> str:
    """6.2."""
    return _("discards {cards}").format(
        cards=plural(len(answer.cards), "{count} card", "{count} cards", _("no cards"))
    ) + which(answer.cards, faces)


def reinforcement_words(state: State) -> list[str]:
    """Who draws a card or a block more than the other in a reinforcement, and why; nothing of what is equal (6.2)."""
    told = []
    cards = cards_due(state, SEATS[0]), cards_due(state, SEATS[1])
    blocks = recruits_due(state, SEATS[0], state.week), recruits_due(state, SEATS[1], state.week)
    for words, due in (
        (_("{side} holds more castles: cards {more} to {less}."), cards),
        (_("{side} holds more resource locations: blocks {more} to {less}."), blocks),
    ):
        if due[0] != due[1]:
            side = SIDES[SEATS[0] if due[0] > due[1] else SEATS[1]]
            told.append(words.format(side=side, more=max(due), less=min(due)))
    return told


def bid_words(answer: Bid, faces: Mapping[Piece, Face]) -> str:
    """6.3."""
    if answer.card is None:
        return _("bids nothing, having no card")
    if answer.card not in faces:
        return _("bids a card")
    face = faces[answer.card]
    return _("bids {value}: {card}").format(value=BID_OF[face], card=card_name(face))


def choose_first_words(seat: Seat, answer: ChooseFirst) -> str:
    """6.3, by `seat`."""
    if answer.seat == seat:
        return _("chooses to move first this week")
    return _("lets {side} move first this week").format(side=SIDES[answer.seat])


def bid_result(bids: tuple[Bid, Bid], faces: Mapping[Piece, Face]) -> str:
    """Who has won the bid, and with what (6.3)."""
    first, second = [None if bid.card is None else BID_OF[faces[bid.card]] for bid in bids]
    winner = SIDES[bid_winner((first, second))]
    if first is None and second is None:
        return _("{side} wins the bid: neither side has a card, and that is {side}'s (6.3).").format(side=winner)
    if first is None or second is None:
        return _("{side} wins the bid: the other side has no card (6.3).").format(side=winner)
    return _("{side} wins the bid, {more} to {less}.").format(
        side=winner, more=max(first, second), less=min(first, second)
    )


def turn_lines(before: State, after: State) -> list[Line]:
    """That a week or a turn begins."""
    if after.over is not None:
        return []
    lines: list[Line] = []
    if after.week != before.week:
        lines.append([(time_words(after), "heading")])
    if (after.active, after.turn) != (before.active, before.turn) and after.active is not None:
        lines.append([(f"{time_words(after)}: ", "heading"), *sided(side_of(after.active))])
    return lines
