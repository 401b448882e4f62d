"""Section 8.6 in words: loyalty challenges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Acted, Event, Face, Piece, other
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.state import State
from tui.language import N_, _, ngettext
from tui.sekigahara.words.chapter_8_3_impact import impact_figures
from tui.sekigahara.words.names import SIDES, card_or_none, pieces_words

CHALLENGE_DUE: Final = N_("challenge what was deployed, or not")
LOYALTY_PROOF_DUE: Final = N_("prove the loyalty challenged, or not")


def challenge_words(answer: Challenge) -> str:
    """8.6.1."""
    return _("does not challenge") if answer.card is None else _("challenges the loyalty")


def stands_words(before: State, event: Event, after: State) -> list[str]:
    """That a deployment was not challenged, with the impact that it has brought, in a short line: there are many."""
    figures = impact_figures(before, after)
    if not isinstance(event, Acted) or event.action != Challenge(None) or not figures:
        return []
    return [_("It stands: {figures}.").format(figures=figures)]


def prove_loyalty_words(answer: ProveLoyalty, faces: Mapping[Piece, Face]) -> str:
    """8.6.1, R23."""
    if answer.card is None:
        return _("cannot or will not prove the loyalty: what was deployed changes sides")
    return _("proves the loyalty with {card}, which goes back to the hand").format(
        card=card_or_none(answer.card, faces)
    )


def challenge_told(before: State, event: Event) -> str:
    """A challenge in a sentence: by whom, of which deployment, and how it was answered if it has been (8.6.1)."""
    combat = before.combat
    if combat is None or combat.pending is None or not isinstance(event, Acted):
        return ""
    deployment, faces = combat.pending, {**before.shown, **event.shown}
    proof: Piece | None = None
    match event.action:
        case Challenge(card) if card is not None:
            challenger = event.seat
            words = (
                _("{side} challenges the loyalty of {blocks} (deployed with {card}).")
                if before.pools[other(challenger)][HAND]
                else _(
                    "{side} challenges the loyalty of {blocks} (deployed with {card}): not proven, turned to {side}."
                )
            )
        case ProveLoyalty(proof):
            challenger = other(event.seat)
            words = (
                _("{side} challenges the loyalty of {blocks} (deployed with {card}): not proven, turned to {side}.")
                if proof is None
                else _("{side} challenges the loyalty of {blocks} (deployed with {card}): proven with {proof}.")
            )
        case _:
            return ""
    return words.format(
        side=SIDES[challenger],
        blocks=pieces_words(deployment.blocks, faces),
        card=pieces_words((deployment.card,), faces),
        proof=card_or_none(proof, faces),
    )


def defection_words(before: State, after: State) -> list[str]:
    """Which blocks fight for the other side from now on, because their loyalty was not proven (8.6.2).

    The same whether it could not be proven or was not, and whoever they fought for.
    """
    old, new = before.combat, after.combat
    if old is None or new is None or new.location != old.location:
        return []
    turned = [
        (block, seat)
        for block, seat in new.deployed[len(old.deployed) :]
        if block in after.pools[other(seat)][new.location]
    ]
    if not turned:
        return []
    words = ngettext(
        "Not proven: {blocks} fights for {side} now.", "Not proven: {blocks} fight for {side} now.", len(turned)
    )
    blocks = pieces_words(tuple([block for block, _seat in turned]), after.shown)
    return [words.format(blocks=blocks, side=SIDES[turned[0][1]])]
