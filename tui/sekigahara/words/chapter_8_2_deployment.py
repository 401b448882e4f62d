"""Section 8.2 in words: deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat, View
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, has_deployed, undeployed
from engine.sekigahara.state import State
from tui.language import N_, _
from tui.sekigahara.words.names import card_or_none, pieces_words

DEPLOYMENT_DUE: Final = N_("deploy or end")


def end_words(state: State, seat: Seat) -> str:
    """8.5: of whoever has deployed nothing it would be no help to hear that it deploys no more."""
    if state.combat is not None and not has_deployed(state, seat):
        return _("deploys nothing")
    return _("deploys no more in this combat")


def deploy_words(answer: Deploy, faces: Mapping[Piece, Face]) -> str:
    """8.2.2 to 8.2.4."""
    words = _("deploys {pieces} without a card") if answer.card is None else _("deploys {pieces} with {card}")
    return words.format(pieces=pieces_words(answer.blocks, faces), card=card_or_none(answer.card, faces))


def why_nothing_to_deploy(view: View[State]) -> str:
    """Why the view's seat can deploy nobody in the combat any more: the blocks, and the cards that fit none (8.2.2)."""
    state, seat = view.state, view.seat
    blocks, hand = undeployed(state, seat), state.pools[seat][HAND]
    if not blocks:
        return _("all your blocks there are deployed")
    words = _("no card for {blocks}; you hold {cards}")
    return words.format(blocks=pieces_words(blocks, view.faces), cards=pieces_words(hand, view.faces) or _("no cards"))
