"""Why something is a good answer, in words."""

from __future__ import annotations

from typing import assert_never

from engine.samurai.reasons import Captures, Leads, Nears, Reason
from tui.language import _
from tui.samurai.words.names import FIGURE_WORDS, NAMES, SIDES


def reason_words(reason: Reason) -> str:
    """A reason, after "it"."""
    place, figure = NAMES[reason.place], FIGURE_WORDS[reason.figure]
    match reason:
        case Captures(taker=None):
            return _("puts the {figure} of {place} aside").format(figure=figure, place=place)
        case Captures():
            assert reason.taker is not None
            told = _("captures the {figure} of {place} for {side}")
            return told.format(figure=figure, place=place, side=SIDES[reason.taker])
        case Leads():
            return _("takes the lead for the {figure} of {place}").format(figure=figure, place=place)
        case Nears(own=own, theirs=theirs):
            told = _("brings your influence on the {figure} of {place} to {own} against {theirs}")
            return told.format(figure=figure, place=place, own=own, theirs=theirs)
        case _:
            assert_never(reason)
