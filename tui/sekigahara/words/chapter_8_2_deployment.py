"""Section 8.2 in words: deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from tui.language import N_, _
from tui.sekigahara.words.names import card_or_none, pieces_words

DEPLOYMENT_DUE: Final = N_("deploy or end")
END_DEPLOYMENT: Final = N_("deploys no more in this combat")


def deploy_words(answer: Deploy, faces: Mapping[Piece, Face]) -> str:
    """8.2.2 to 8.2.4."""
    words = _("deploys {pieces} without a card") if answer.card is None else _("deploys {pieces} with {card}")
    return words.format(pieces=pieces_words(answer.blocks, faces), card=card_or_none(answer.card, faces))
