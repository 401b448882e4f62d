"""Questions that have one answer only, which is given for the player instead of costing a key."""

from __future__ import annotations

from typing import Any

from engine.hidden import View
from tui.games import GameInterface
from tui.ports import Situation
from tui.settings import asks_all
from tui.steps import Step, only_answer


def forced_answer(
    interface: GameInterface[Any, Any], situation: Situation[Any, Any], view: View[Any], step: Step
) -> Any | None:
    """The answer to give for the player at the first step of a question; None if the player is to be asked.

    That it came at once must tell nothing: a person who plays the other side would learn a hand from it, where the
    hand is why there is no choice (`GameInterface.forced_in_public`). With steps planned there is a choice always: to
    take them back.
    """
    question = situation.question
    answer = only_answer(step)
    if question is None or answer is None or situation.planned or situation.answer_by is not None:
        return None
    if situation.even_default is not None:
        # Whoever cannot challenge has nothing to think about, however much the player wants to be asked.
        return answer if answer == situation.even_default and not situation.time_tells else None
    if asks_all() or not interface.gives_only_answers:
        return None
    return answer if not situation.time_tells or interface.forced_in_public(view, question) else None
