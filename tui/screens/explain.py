"""What `?` says: the decision at hand, the rule that tells of it, and an example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.content import Content

from engine.hidden import Decision, Sealed
from tui.dialogue import Dialogue
from tui.games import GameInterface
from tui.language import N_, _
from tui.lines import Line
from tui.ports import GamePort, Situation
from tui.rules_text import Section, section_for
from tui.screens.bound import bound
from tui.screens.text import TextScreen
from tui.theme import Theme


class ExplainScreen(TextScreen):
    """An explanation; the keys that it names lead on from it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("game.help", "lead('help')", N_("Help")),
        bound("game.rules", "lead('rules')", N_("Rules")),
        bound("game.odds", "lead('odds')", N_("Odds")),
    ]

    def __init__(
        self,
        title: str,
        text: Content,
        theme: Theme,
        leads: Mapping[str, Callable[[], None]],
        *,
        asked_by: str,
        below: Callable[[str], object] | None = None,
        goes_below: Callable[[str], bool] = lambda key: False,
    ) -> None:
        """`leads`: what opens what it names. The others: see `TextScreen`."""
        super().__init__(title, text, theme, asked_by=asked_by, below=below, goes_below=goes_below)
        self._leads = leads

    def action_lead(self, to: str) -> None:
        """Close it, and open something else."""
        self.dismiss(None)
        self.app.call_later(self._leads[to])


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


def explanation(
    port: GamePort[Any, Any], interface: GameInterface[Any, Any], dialogue: Dialogue, pointed: str = ""
) -> list[Line]:
    """What is asked, what is `pointed` at, how it stands, what the rule says, an example."""
    situation = port.situation()
    view, question = situation.view, situation.question
    if view is None or question is None:
        return []
    task = interface.words.task(question)
    lines: list[Line] = [[(_("You are to {task}.").format(task=task.lower()), "bold")]]
    lines += [[(dialogue.note, "plain")]] if dialogue.note else []
    # What is told of a line may end with the note of all of them.
    pointed = " ".join((pointed.replace(dialogue.note, "") if dialogue.note else pointed).split())
    lines += [[(f"{_('Pointed at:')} ", "heading"), (pointed, "plain")]] if pointed else []
    told = interface.explain(view, question, rule_at_hand(port, interface, dialogue))
    lines += [[("", "plain")], *told] if told else []
    section = section_at_hand(port, interface, dialogue)
    if section is not None:
        lines += [[("", "plain")], [(_("Rule {heading}").format(heading=section.heading), "heading")], *section.lines()]
    return [
        *lines,
        *_kept_secret(port, situation),
        [("", "plain")],
        [(_("r: all the rules. F1: keys and signs. o: what the opponent can hold."), "dim")],
    ]


def _kept_secret(port: GamePort[Any, Any], situation: Situation[Any, Any]) -> list[Line]:
    """How what is decided here stays secret, where it does: it is sealed, or its time would tell something.

    Without a record nobody is there from whom it would have to be kept.
    """
    if not situation.verified or port.game is None or situation.view is None:
        return []
    waiting = port.game.waiting(situation.view.state)
    words = ""
    if isinstance(waiting, Sealed):
        words = _("Your answer is sealed until both have answered: nobody can read it before, nor change it.")
    elif isinstance(waiting, Decision) and waiting.even_default is not None and situation.time_tells:
        words = _("Every answer goes out at the same set time, so that how long you take tells nothing.")
    return [[("", "plain")], [(f"{_('Fair play:')} ", "heading"), (words, "plain")]] if words else []
