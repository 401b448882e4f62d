"""What can be done when a game is over: from the box of the result, and from the panel in which it was decided."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Any, Final

from tui.language import N_, Said, _
from tui.ports import Situation
from tui.steps import Menu, MenuItem


class AfterGame(Enum):
    """One of the things that can be done then."""

    RESULT = "result"
    BOARD = "board"
    REPLAY = "replay"
    REVIEW = "review"
    REMATCH = "rematch"
    ACCEPT_REMATCH = "accept"
    REMATCH_ASKED = "asked"
    NO_REMATCH = "none"
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
        AfterGame.REMATCH_ASKED: N_("Rematch asked: {opponent} has not answered yet"),
        AfterGame.NO_REMATCH: N_("{opponent} has left: there is no rematch"),
        AfterGame.LOG: N_("The log"),
        AfterGame.NEWS: N_("What happened last"),
        AfterGame.CHECKED: N_("How it was checked"),
        AfterGame.LEAVE: N_("Leave"),
    }
)


ONLY_AFTER: Final = (AfterGame.RESULT, AfterGame.REPLAY, AfterGame.REVIEW, AfterGame.CHECKED)
"""What has no key of its own besides that of its line."""

OF_REMATCH: Final = (AfterGame.REMATCH, AfterGame.ACCEPT_REMATCH, AfterGame.REMATCH_ASKED, AfterGame.NO_REMATCH)
"""What stands in the line of the rematch, which keeps its place whatever becomes of it: the key that has asked for one
must not leave when it comes again."""


def text_of(choice: AfterGame, opponent: str) -> str:
    """What the line of a choice says."""
    return TEXTS[choice].format(opponent=opponent)


def choice_of_rematch(situation: Situation[Any, Any]) -> AfterGame | None:
    """How it stands with another game; None where there was never one to be had."""
    if not situation.may_rematch:
        return AfterGame.NO_REMATCH if situation.rematch else None
    if situation.asked_rematch:
        return AfterGame.REMATCH_ASKED
    return AfterGame.ACCEPT_REMATCH if situation.heard_rematch else AfterGame.REMATCH


def after_game_menu(choices: Sequence[AfterGame], opponent: str) -> Menu:
    """The lines of the panel: back to the result first."""
    return Menu(
        _("The game is over"),
        [MenuItem(text_of(choice, opponent), partial(_chosen, choice)) for choice in (AfterGame.RESULT, *choices)],
    )


def _chosen(choice: AfterGame) -> AfterGame:
    return choice
