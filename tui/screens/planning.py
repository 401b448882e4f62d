"""What the decision panel offers beside the game's own choices: to take planned steps back, or to send them."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

from tui.games import GameInterface, GameWords
from tui.language import _, plural
from tui.lines import Line
from tui.ports import Planned, Situation
from tui.steps import Menu, MenuItem, Step


class PlanCommand(Enum):
    """What is done with a plan."""

    UNDO = "u"
    UNDO_ALL = "U"
    REDO = "D"
    SEND = "S"


def step_words(step: Planned[Any, Any], words: GameWords[Any, Any]) -> str:
    """A step of a plan, in the words for the action as it stood when it was planned."""
    return words.action(step.before, step.action)


def step_told(step: Planned[Any, Any], words: GameWords[Any, Any]) -> str:
    """The same, with what it costs and what would come of it."""
    return words.planned(step.before, step.action, step.after)


def with_plan(step: Step, situation: Situation[Any, Any], words: GameWords[Any, Any]) -> Step:
    """The first step of a question, with what can be done with the plan before its last item."""
    planned, undone = situation.planned, situation.undone
    if not (planned or undone) or not isinstance(step, Menu):
        return step
    items = []
    if planned:
        undo = _("Undo: {action}").format(action=step_words(planned[-1], words))
        items.append(_item(PlanCommand.UNDO, undo, _("undo")))
    if len(planned) > 1:
        undo_all = plural(len(planned), "Undo all {count} planned steps", "Undo all {count} planned steps")
        items.append(_item(PlanCommand.UNDO_ALL, undo_all, _("undo all")))
    if planned:
        send = plural(
            len(planned), "Send {count} planned step now, for good", "Send {count} planned steps now, for good"
        )
        items.append(_item(PlanCommand.SEND, send, _("send it now")))
    if undone:
        redo = _("Do again: {action}").format(action=step_words(undone[-1], words))
        items.append(_item(PlanCommand.REDO, redo, _("do again")))
    # What ends stays last.
    place = len(step.items) - bool(step.items and step.items[-1].key)
    ends = list(step.items[place:])
    if planned:
        ends = [
            replace(item, text=_("{choice}; what is planned goes out too, for good").format(choice=item.text))
            for item in ends
        ]
    return replace(step, items=[*step.items[:place], *items, *ends])


def plan_numbers(situation: Situation[Any, Any], interface: GameInterface[Any, Any]) -> list[int]:
    """The numbers of the planned steps, from 1 on: those of the ways on the board.

    What comes before all that has a place there, such as a payment, has none: 0.
    """
    steps = situation.planned
    placed = [number for number, step in enumerate(steps) if interface.way(step.before, step.action)]
    first = placed[0] if placed else 0
    return [max(number - first + 1, 0) for number in range(len(steps))]


def plan_lines(situation: Situation[Any, Any], interface: GameInterface[Any, Any]) -> list[Line]:
    """What is planned, step by step."""
    steps = zip(plan_numbers(situation, interface), situation.planned, strict=True)
    told = [(number, step_told(step, interface.words)) for number, step in steps]
    return [[(f"{number}. {words}" if number else f"· {words}", "plan")] for number, words in told]


def plan_note(situation: Situation[Any, Any]) -> str:
    """That there is a plan."""
    count = len(situation.planned)
    return plural(count, "{count} step planned, not sent", "{count} steps planned, not sent") if count else ""


def _item(command: PlanCommand, text: str, brief: str) -> MenuItem:
    return MenuItem(text, lambda: command, key=command.value, brief=brief)
