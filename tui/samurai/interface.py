"""Samurai as the client's screens know it: board, pages, questions, log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.hidden import Face, Piece, View
from engine.samurai import Answer, Samurai
from engine.samurai.state import State
from tui.games import GameInterface, Page, Player
from tui.glyphs import Glyphs
from tui.language import N_, _
from tui.lines import Line
from tui.samurai.choosers.first_step import first_step
from tui.samurai.explanations import explain, odds_lines
from tui.samurai.help import help_text
from tui.samurai.log import SamuraiLog
from tui.samurai.map.board import SamuraiBoard
from tui.samurai.panels.figures import figures_lines, final_score_lines, sway_lines
from tui.samurai.panels.hand import hand_lines
from tui.samurai.panels.status import score_lines, status_lines
from tui.samurai.words.samurai import SamuraiWords
from tui.steps import Step

STYLES: Final = {
    "around": "",
    "edge": "#5a5a5a",
    "land": "on #33402a",
    "land-sign": "#a8b890 on #33402a",
    "sea": "on #12283c",
    "sea-sign": "#5f86a8 on #12283c",
    "settlement": "bold #1c1400 on #d8b13c",
    "taken": "#b8a878 on #33402a",
    "red": "bold #ffffff on #a82c2c",
    "blue": "bold #ffffff on #2c50b8",
    "red-side": "bold #ff9a8a",
    "blue-side": "bold #a8bcff",
    "red-lead": "bold #ff9a8a on #33402a",
    "blue-lead": "bold #a8bcff on #33402a",
}


class SamuraiInterface(GameInterface[State, Answer]):
    """See `GameInterface`, which documents the methods."""

    def __init__(self, game: Samurai, glyphs: Glyphs) -> None:
        self._game = game
        self.words = SamuraiWords()
        self.board = SamuraiBoard(glyphs)
        self.pages = (
            Page(N_("hand"), _("Hand"), "d", hand_lines),
            Page(N_("figures"), _("Figures"), "f", figures_lines),
            Page(N_("influence"), _("Influence"), "s", sway_lines),
        )
        self.styles = STYLES
        self.stylesheet = Path(__file__).parent / "samurai.tcss"
        self.help = help_text(glyphs)

    def status(self, state: State) -> Sequence[Line]:
        """See `GameInterface.status`."""
        return status_lines(state)

    def scores(self, view: View[State], names: tuple[str, str]) -> Sequence[Line]:
        """See `GameInterface.scores`."""
        return score_lines(view, names)

    def final_score(self, state: State) -> list[Line]:
        """See `GameInterface.final_score`."""
        return final_score_lines(state)

    def ask(self, view: View[State], question: Any) -> Step:
        """See `GameInterface.ask`."""
        return first_step(Player(self._game, self.words, view), question)

    def opened(self, state: State, faces: Mapping[Piece, Face]) -> State:
        """See `GameInterface.opened`."""
        opened = state.copy()
        opened.shown.update(faces)
        return opened

    def explain(self, view: View[State], question: Any, rule: str) -> list[Line]:
        """See `GameInterface.explain`."""
        return explain(view, question)

    def odds(self, view: View[State]) -> list[Line]:
        """See `GameInterface.odds`."""
        return odds_lines(view)

    def log(self, beginning: State) -> SamuraiLog:
        """See `GameInterface.log`."""
        return SamuraiLog(self._game, beginning)
