"""Section 8.2 in words: deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, has_deployed
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
