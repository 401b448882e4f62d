"""Which chooser belongs to which question."""

from __future__ import annotations

from typing import assert_never

from engine.samurai.chapters.chapter_2_figures import FigureDue, TurnUpDue
from engine.samurai.chapters.chapter_2_opening import OpeningTilesDue
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.rules import Question
from tui.samurai.choosers.chapter_2_figures import choose_figure, turn_up
from tui.samurai.choosers.chapter_2_opening import choose_opening_tiles
from tui.samurai.choosers.chapter_3_turn import choose_turn
from tui.samurai.choosers.lists import SamuraiPlayer
from tui.steps import Step


def first_step(player: SamuraiPlayer, question: Question) -> Step:
    """The first step to an answer of `question`."""
    match question:
        case OpeningTilesDue():
            return choose_opening_tiles(player)
        case FigureDue():
            return choose_figure(player)
        case TurnUpDue():
            return turn_up(player)
        case TurnDue():
            return choose_turn(player, question)
        case _:
            assert_never(question)
