"""Section 8.2 in words: deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from tui.sekigahara.words.names import card_or_none, pieces_words

DEPLOYMENT_DUE: Final = "deploy or end"
END_DEPLOYMENT: Final = "deploys no more in this combat"


def deploy_words(answer: Deploy, faces: Mapping[Piece, Face]) -> str:
    """8.2.2 to 8.2.4."""
    card = "without a card" if answer.card is None else f"with {card_or_none(answer.card, faces)}"
    return f"deploys {pieces_words(answer.blocks, faces)} {card}"
