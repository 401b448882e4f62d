"""What can be done when a game is over: from the box of the result, and from the panel in which it was decided."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Final

from tui.language import N_, Said, _
from tui.steps import Menu, MenuItem


class AfterGame(Enum):
    """One of the things that can be done then."""

    RESULT = "result"
    BOARD = "board"
    REPLAY = "replay"
    REVIEW = "review"
    REMATCH = "rematch"
    ACCEPT_REMATCH = "accept"
    LOG = "log"
    NEWS = "news"
    CHECKED = "checked"
    LEAVE = "leave"


TEXTS: Final = Said(
    {
        AfterGame.RESULT: N_("The result"),
        AfterGame.BOARD: N_("Look at the board"),
        AfterGame.REPLAY: N_("Replay the game from its beginning, with all that was hidden"),
        AfterGame.REVIEW: N_("What decided the game"),
        AfterGame.REMATCH: N_("Ask for a rematch with sides exchanged"),
        AfterGame.ACCEPT_REMATCH: N_("Accept the rematch with sides exchanged"),
        AfterGame.LOG: N_("The log"),
        AfterGame.NEWS: N_("What happened last"),
        AfterGame.CHECKED: N_("How it was checked"),
        AfterGame.LEAVE: N_("Leave"),
    }
)


def after_game_menu(choices: Sequence[AfterGame]) -> Menu:
    """The lines of the panel: back to the result first."""
    return Menu(
        _("The game is over"),
        [MenuItem(TEXTS[choice], partial(_chosen, choice)) for choice in (AfterGame.RESULT, *choices)],
    )


def _chosen(choice: AfterGame) -> AfterGame:
    return choice
