"""What `?` says: the decision at hand, the rule that tells of it, and an example."""

from __future__ import annotations

from typing import Any

from tui.dialogue import Dialogue
from tui.games import GameInterface
from tui.language import _
from tui.lines import Line
from tui.ports import GamePort
from tui.rules_text import Section, section_for


def rule_at_hand(port: GamePort[Any, Any], interface: GameInterface[Any, Any], dialogue: Dialogue | None) -> str:
    """The rule of the step in which the player is, else of the question that is owed an answer; nothing without one."""
    question = port.situation().question
    if question is None:
        return ""
    return (dialogue.rule if dialogue is not None else "") or interface.words.rule(question)


def section_at_hand(
    port: GamePort[Any, Any], interface: GameInterface[Any, Any], dialogue: Dialogue | None
) -> Section | None:
    """The section of the rules that tells of what the player is asked."""
    rule = rule_at_hand(port, interface, dialogue)
    return section_for(port.game, rule) if rule and port.game is not None else None


def explanation(port: GamePort[Any, Any], interface: GameInterface[Any, Any], dialogue: Dialogue) -> list[Line]:
    """What is asked, how it stands, what the rule says, an example."""
    situation = port.situation()
    view, question = situation.view, situation.question
    if view is None or question is None:
        return []
    task = interface.words.task(question)
    lines: list[Line] = [[(_("You are to {task}.").format(task=task.lower()), "bold")]]
    lines += [[(dialogue.note, "plain")]] if dialogue.note else []
    told = interface.explain(view, question, rule_at_hand(port, interface, dialogue))
    lines += [[("", "plain")], *told] if told else []
    section = section_at_hand(port, interface, dialogue)
    if section is not None:
        lines += [[("", "plain")], [(_("Rule {heading}").format(heading=section.heading), "heading")], *section.lines()]
    return [
        *lines,
        [("", "plain")],
        [(_("r: all the rules. F1: keys and signs. o: what the opponent can hold."), "dim")],
    ]
