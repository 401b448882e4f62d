"""Section 8.7 in words: losses of battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import SEATS, Face, Piece
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.forecasts import CombatForecast
from tui.language import N_, _
from tui.sekigahara.words.names import SIDES, pieces_words

LOSSES_DUE: Final = N_("choose losses")


def lose_words(answer: Lose, faces: Mapping[Piece, Face]) -> str:
    """8.7.2."""
    return _("loses {pieces}").format(pieces=pieces_words(answer.blocks, faces))


def losses_forecast(forecast: CombatForecast) -> str:
    """What a battle costs as the impact stands (8.7.1)."""
    losses = ", ".join([f"{SIDES[seat]} {forecast.losses[seat]}" for seat in SEATS])
    return _("{side} leads. Losses if it ended now: {losses}.").format(side=SIDES[forecast.leading], losses=losses)
