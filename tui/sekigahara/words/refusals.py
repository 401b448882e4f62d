"""Why the rules refuse something, in words made of the facts that the engine gives (`engine.hidden.IllegalAction`).

The engine's own sentence serves as it is, its facts put into words; where a sentence with its facts reads badly,
`SENTENCES` has a better one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.hidden import IllegalAction
from tui.english import plural
from tui.rules_text import section_for
from tui.sekigahara.words.names import WORD_OF

Facts: TypeAlias = Mapping[str, Any]


def _too_far(facts: Facts) -> str:
    """The sum of 7.3.3: only what adds or takes something is named."""
    parts = ["1"]
    for key, what in (("highway", "highway"), ("led", "leadership"), ("forced", "forced march")):
        if facts[key]:
            parts.append(f"+{facts[key]} {what}")
    if facts["penalty"]:
        parts.append(f"-{facts['penalty']} size of {facts['largest']}")
    total = "" if len(parts) == 1 else f" = {facts['reach']}"
    return f"Too far: {plural(facts['steps'], 'location')} in all, the reach is {' '.join(parts)}{total}"


SENTENCES: Final[dict[str, Callable[[Facts], str]]] = {
    "Piece {piece} is not in: {pool}": lambda facts: f"One of these pieces is not in {facts['pool']}",
    "A piece is named twice among {count}": lambda facts: "The same piece is named twice",
    "Piece {piece} is not a block on the map": lambda facts: "These are not blocks on the map",
    "Piece {piece} is not one that this player can show": lambda facts: "One of these pieces is not yours to show",
    "Piece {piece} must be shown": lambda facts: "A piece must be shown for this",
    # 6.2, 6.3
    "The half-hand discard is {due} cards, got {count}": lambda facts: (
        f"Half the hand is {plural(facts['due'], 'card')}, not {facts['count']}"
    ),
    "Only an empty hand bids nothing; there are {count} cards": lambda facts: (
        f"Only an empty hand bids nothing; you have {plural(facts['count'], 'card')}"
    ),
    # 7.1
    "{degree} movement costs {price} cards, got {count}": lambda facts: (
        f"{facts['degree'].title()} movement costs {plural(facts['price'], 'card')}, not {facts['count']}"
    ),
    # 7.2
    "{location} is not a recruitment location of this side": lambda facts: (
        f"{facts['location']} is no recruitment location of yours"
    ),
    "Blocks mustered together are of one daimyo, got {count}": lambda facts: (
        f"Blocks mustered together are of one daimyo, not of {facts['count']}"
    ),
    "One block may be mustered unseen, got {count}": lambda facts: (
        f"One block may be mustered unseen, not {facts['count']}"
    ),
    # 7.3.3
    "The march is of {steps} locations in all, at most {reach} are allowed: 1, highway +{highway}, "
    "leadership +{led}, forced march +{forced}, size of {largest} -{penalty}": _too_far,
    # 8.2.2
    "A deployment is one block, or two with a double card, got {count}": lambda facts: (
        f"A deployment is one block, or two with a double card, not {facts['count']}"
    ),
    # 8.7.1, 8.9.4
    "{due} blocks are lost here, got {count}": lambda facts: (
        f"You lose {plural(facts['due'], 'block')} here, not {facts['count']}"
    ),
    "{due} units are lost here, got {count}": lambda facts: (
        f"You lose {plural(facts['due'], 'unit')} here, not {facts['count']}"
    ),
    # 8.8
    "{count} blocks would stay in the castle, at most {room} may": lambda facts: (
        f"{plural(facts['count'], 'block')} would stay in the castle, at most {facts['room']} may"
    ),
    "{count} blocks must retreat to an adjacent location; none was named": lambda facts: (
        f"{plural(facts['count'], 'block')} must retreat to an adjacent location"
    ),
}
"""By the engine's sentence. Their facts are in words already."""


def refusal_words(problem: IllegalAction) -> str:
    """Why something is refused, with the rule."""
    facts = {name: _fact_words(value) for name, value in problem.facts.items()}
    better = SENTENCES.get(problem.problem)
    text = problem.problem.format(**facts) if better is None else better(facts)
    return f"{text} [{_rule_words(problem.rule)}]"


def _rule_words(rule: str) -> str:
    """A rule by its number in the rulebook; a ruling by the section that tells of it, since its own number tells nobody
    anything.
    """
    section = section_for("sekigahara", rule) if rule.startswith("R") else None
    return rule if section is None else section.heading


def _fact_words(value: object) -> Any:
    return WORD_OF.get(value, value) if isinstance(value, str) else value
