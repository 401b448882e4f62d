"""Section 8.7 in words: losses of battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.chapters.chapter_8_7_losses import (
    Lose,
    LossesDue,
    certain_losses,
    loss_classes,
    terms_of_losses,
)
from engine.sekigahara.forecasts import CombatForecast
from engine.sekigahara.state import Combat, State
from tui.language import N_, _
from tui.sekigahara.words.names import SIDES, pieces_words

LOSSES_DUE: Final = N_("choose losses")


def loss_reasons(combat: Combat, seat: Seat, count: int) -> str:
    """What the `count` blocks that a side loses in a battle are made of (8.7.1): `2 for 15 impact, 1 for the defeat`.

    Nothing where it loses all that it has, and so less than that.
    """
    by_impact, by_defeat = terms_of_losses(combat, seat)
    if by_impact + by_defeat != count:
        return ""
    impact = combat.impact[other(seat)]
    # Translators: how many blocks are lost, and for what
    terms = [_("{count} for {impact} impact").format(count=by_impact, impact=impact)] if impact else []
    # Translators: how many blocks are lost, and for what
    terms += [_("{count} for the defeat").format(count=by_defeat)] if by_defeat else []
    return ", ".join(terms)


def no_choice_of_losses(state: State, question: LossesDue) -> str:
    """Why nobody is asked which blocks a side loses, or what difference it would make (8.7.2)."""
    certain, others = certain_losses(state, question)
    defectors, deployed, rest = loss_classes(state, question.seat)
    reasons = loss_reasons(state.current_combat(), question.seat, question.count)
    if others and len(certain) < question.count:
        why = _("Those who could be lost are alike (8.7.2)")
    elif len(certain) == len((*defectors, *deployed, *rest)):
        why = _("They are all that you had there (8.7.1)")
    elif certain == defectors:
        why = _("Who defected is lost first (8.7.2)")
    else:
        why = _("Who was deployed is lost first (8.7.2)")
    return f"{why}: {reasons}." if reasons else f"{why}."


def lose_words(answer: Lose, faces: Mapping[Piece, Face]) -> str:
    """8.7.2."""
    return _("loses {pieces}").format(pieces=pieces_words(answer.blocks, faces))


def losses_forecast(
    forecast: CombatForecast,
    reader: Seat,
    words: str = N_("{side} wins {more} to {less} if nothing more is deployed; losses: {losses}."),
) -> str:
    """Who wins a battle as the impact stands, and what it costs (8.2.1, 8.7.1), in these words: the reader first."""
    winner = forecast.leading
    return _(words).format(
        side=SIDES[winner],
        more=forecast.impact[winner],
        less=forecast.impact[other(winner)],
        losses=", ".join([f"{SIDES[seat]} {forecast.losses[seat]}" for seat in (reader, other(reader))]),
    )
