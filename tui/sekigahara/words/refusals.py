"""Why the rules refuse something, in words made of the facts that the engine gives (`engine.hidden.IllegalAction`).

The engine's own sentence serves as it is, its facts put into words; where a sentence with its facts reads badly,
`SENTENCES` has a better one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.hidden import IllegalAction
from engine.sekigahara.chapters.chapter_7_3_distance import refused_distance
from engine.sekigahara.forms import Degree
from tui.language import _, plural
from tui.rules_text import section_for
from tui.sekigahara.words.chapter_7_1_movement import DEGREES
from tui.sekigahara.words.chapter_7_3_marches import distance_words
from tui.sekigahara.words.names import WORD_OF
from tui.steps import Why

Facts: TypeAlias = Mapping[str, Any]


def _too_far(facts: Facts) -> str:
    """With the sum of 7.3.3, in the words that it has beside a march that is not too far."""
    return _("Too far: {locations} in all, the reach is {sum}").format(
        locations=plural(facts["steps"], "{count} location", "{count} locations", _("no locations")),
        sum=distance_words(refused_distance(facts)),
    )


SENTENCES: Final[dict[str, Callable[[Facts], str]]] = {
    "Piece {piece} is not in: {pool}": lambda facts: _("One of these pieces is not in {pool}").format(
        pool=facts["pool"]
    ),
    "A piece is named twice among {count}": lambda facts: _("The same piece is named twice"),
    "Piece {piece} is not a block on the map": lambda facts: _("These are not blocks on the map"),
    "Piece {piece} is not one that this player can show": lambda facts: _("One of these pieces is not yours to show"),
    "Piece {piece} must be shown": lambda facts: _("A piece must be shown for this"),
    # 6.2, 6.3
    "The half-hand discard is {due} cards, got {count}": lambda facts: _(
        "Half the hand is {cards}, not {count}"
    ).format(cards=plural(facts["due"], "{count} card", "{count} cards", _("no cards")), count=facts["count"]),
    "Only an empty hand bids nothing; there are {count} cards": lambda facts: _(
        "Only an empty hand bids nothing; you have {cards}"
    ).format(cards=plural(facts["count"], "{count} card", "{count} cards", _("no cards"))),
    # 7.1
    "{degree} movement costs {price} cards, got {count}": lambda facts: _("{degree} costs {cards}, not {count}").format(
        degree=DEGREES[Degree(facts["degree"])].capitalize(),
        cards=plural(facts["price"], "{count} card", "{count} cards", _("no cards")),
        count=facts["count"],
    ),
    "All stack moves that {degree} movement allows have been made": lambda facts: _(
        "All stack moves that {degree} allows have been made"
    ).format(degree=DEGREES[Degree(facts["degree"])]),
    "All moves that {degree} movement allows have been made; a muster is one": lambda facts: _(
        "All moves that {degree} allows have been made; a muster is one"
    ).format(degree=DEGREES[Degree(facts["degree"])]),
    # 7.2
    "{location} is not a recruitment location of this side": lambda facts: _(
        "{location} is no recruitment location of yours"
    ).format(location=facts["location"]),
    "Blocks mustered together are of one daimyo, got {count}": lambda facts: _(
        "Blocks mustered together are of one daimyo, not of {count}"
    ).format(count=facts["count"]),
    "One block may be mustered unseen, got {count}": lambda facts: _(
        "One block may be mustered unseen, not {count}"
    ).format(count=facts["count"]),
    # 7.3.3
    "The march is of {steps} locations in all, at most {reach} are allowed: 1, highway +{highway}, "
    "leadership +{led}, forced march +{forced}, size of {largest} -{penalty}": _too_far,
    # 8.2.2
    "A deployment is one block, or two with a double card, got {count}": lambda facts: _(
        "A deployment is one block, or two with a double card, not {count}"
    ).format(count=facts["count"]),
    # 8.7.1, 8.9.4
    "{due} blocks are lost here, got {count}": lambda facts: _("You lose {blocks} here, not {count}").format(
        blocks=plural(facts["due"], "{count} block", "{count} blocks", _("no blocks")), count=facts["count"]
    ),
    "{due} units are lost here, got {count}": lambda facts: _("You lose {blocks} here, not {count}").format(
        blocks=plural(facts["due"], "{count} block", "{count} blocks", _("no blocks")), count=facts["count"]
    ),
    # 8.8
    "{count} blocks would stay in the castle, at most {room} may": lambda facts: _(
        "{blocks} would stay in the castle, at most {room} may"
    ).format(blocks=plural(facts["count"], "{count} block", "{count} blocks", _("no blocks")), room=facts["room"]),
    "{count} blocks must retreat to an adjacent location; none was named": lambda facts: _(
        "{blocks} must retreat to an adjacent location"
    ).format(blocks=plural(facts["count"], "{count} block", "{count} blocks", _("no blocks"))),
}
"""By the engine's sentence. Their facts are in words already."""


def refusal_words(problem: IllegalAction) -> str:
    """Why something is refused, with the rule."""
    facts = {name: _fact_words(value) for name, value in problem.facts.items()}
    better = SENTENCES.get(problem.problem)
    text = _(problem.problem).format(**facts) if better is None else better(facts)
    return f"{text} ({_rule_words(problem.rule)})"


def fewer_go_farther() -> str:
    """What those hear who are too many."""
    return _("Fewer blocks go farther.")


def instead_of_too_far(*, fewer: bool, two_turns: bool) -> str:
    """What those hear who would march too far: whether `fewer` of them get there now, or all of them in `two_turns`."""
    if fewer:
        return _("Fewer blocks go farther. Or go there in two turns.") if two_turns else fewer_go_farther()
    return _("Go there in two turns.") if two_turns else _("Go there in several turns.")


ADVICE: Final[dict[str, Callable[[Facts], str]]] = {
    # 7.1, 7.2
    "No movement was bought, so nothing moves this turn": lambda facts: _("End your movement."),
    "All stack moves that {degree} movement allows have been made": lambda facts: _(
        "If your last move was a march it may go on; else end your movement."
    ),
    "{location} is not a recruitment location of this side": lambda facts: _("Muster at a marked place."),
    "There are enemy units at {location} and no friendly blocks to support": lambda facts: _(
        "Muster elsewhere, or march there first."
    ),
    # 7.3
    "A block moves only once a turn, and not in the turn in which it arrived": lambda facts: _(
        "A move is over once another begins. March from a marked place."
    ),
    "The march begins at {location}": lambda facts: _("Go to where it leads."),
    "The road from {origin} to {location} has been used already this movement phase": lambda facts: _(
        "No other road gets there this turn: go next turn."
    ),
    "There are enemy units at {location}: the march must stop there": lambda facts: _(
        "March to {location} itself: if it is overrun, you may go on from there. No way around it is within reach."
    ).format(location=facts["location"]),
    "These blocks met enemy units at {location} and had to stop there": lambda facts: _("March with others."),
    "Blocks in a forced march begin, travel and finish together": lambda facts: _("Mark all of them, or none."),
    "The march is of {steps} locations in all, at most {reach} are allowed: 1, highway +{highway}, "
    "leadership +{led}, forced march +{forced}, size of {largest} -{penalty}": lambda facts: _("March with others."),
    # 8.1, 8.8, 8.9
    "There is no combat to declare at {location}": lambda facts: _("Choose a marked place."),
    "Besieged blocks may not leave {location}": lambda facts: _("They can fight outside in your combat phase."),
    "{target} is not adjacent to {location}": lambda facts: _("Choose a marked place, a road away."),
    "An attacker at {location} goes back the way it came, not to {target}": lambda facts: _("Choose a marked place."),
    "Attackers of {location} came from {target}; another neighbour is free": lambda facts: _("Choose a marked place."),
    "There are enemy units at {target}; another neighbour of {location} is free": lambda facts: _(
        "Choose a marked place."
    ),
}
"""What to do instead, by the engine's sentence: for what is picked on the map."""


def why_refused(problem: IllegalAction, place: str = "") -> Why:
    """Why something is refused, with the rule, and what to do instead. `place` is named if the reason does not."""
    words, advice = refusal_words(problem), ADVICE.get(problem.problem)
    facts = {name: _fact_words(value) for name, value in problem.facts.items()}
    why = f"{words}." if place in words else f"{place}: {words}."
    return Why(why, "" if advice is None else advice(facts))


def _rule_words(rule: str) -> str:
    """A rule by its number in the rulebook; a ruling by the section that tells of it, since its own number tells nobody
    anything.
    """
    section = section_for("sekigahara", rule) if rule.startswith("R") else None
    return rule if section is None else section.heading


def _fact_words(value: object) -> Any:
    return WORD_OF.get(value, value) if isinstance(value, str) else value
