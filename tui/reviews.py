"""A game looked at afterwards: what each decision was worth, which of them turned it, and what would have been better.

Bounded: every decision gets a glance, `WEIGHED` of them are weighed by trials, and `TOLD` are told. That by which a
game was lost before its time is always among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engine.advice import Adviser, Comparison
from engine.hidden import SEATS, Acted, BothActed, Decision, Over, Pool, Sealed, Seat, View, other
from p2p.text import NAME_LIMIT, clean
from protocol.replay import Replay
from tui.games import GameWords
from tui.grammar import counted, percent
from tui.hints import plan_words
from tui.language import _
from tui.lines import Line

WEIGHED: Final = 12
"""Decisions that are weighed: those after which the game looked worst for who made them."""
TOLD: Final = 6
"""Turning points that are told, at most."""
LEAST_LOSS: Final = 0.03
"""What a decision must have cost to be called one."""
WIDTH: Final = 72
"""Columns of the line of values."""
BLOCKS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "01234567"
"""The same where there are no blocks."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of a game: at which moment of the record, whose, what was asked, and all that was answered."""

    moment: int
    seat: Seat
    question: Any
    plan: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that has cost its player much, by what could be known then."""

    choice: Choice
    view: View[Any]
    comparison: Comparison[Any]
    unseen: tuple[tuple[Pool, tuple[Any, ...]], ...]
    """The faces that decided it and could not be seen: by pool of the opponent."""
    lost: bool = False
    """Whether the game was lost by it before its time, whatever the trials say of it."""


@dataclass(frozen=True, slots=True)
class Review:
    """`values` are the chances of seat 0 before each decision, and at the end."""

    choices: tuple[Choice, ...]
    values: tuple[float, ...]
    turning_points: tuple[TurningPoint, ...]
    ended: Any = None
    """Why the game ended, if it did (`engine.hidden.Over.reason`)."""


def choices_of(replayed: Replay[Any, Any], adviser: Adviser[Any, Any]) -> list[Choice]:
    """The decisions of a record; what belongs to one plan is one."""
    found: list[Choice] = []
    for moment, step in enumerate(replayed.steps):
        waited, event = step.waited, step.event
        if isinstance(event, BothActed) and isinstance(waited, Sealed):
            found += [Choice(moment, seat, waited.question, (event.actions[seat],)) for seat in SEATS]
        elif isinstance(event, Acted) and isinstance(waited, Decision):
            last = found[-1] if found else None
            if last is not None and last.seat == event.seat and adviser.continues(waited.question):
                found[-1] = Choice(last.moment, last.seat, last.question, (*last.plan, event.action))
            else:
                found.append(Choice(moment, event.seat, waited.question, (event.action,)))
    return found


def review(
    replayed: Replay[Any, Any], adviser: Adviser[Any, Any], progress: Callable[[int, int], None], seed: int = 0
) -> Review:
    """Look at a whole record. `progress` hears how many of how many decisions have been weighed."""
    choices = choices_of(replayed, adviser)
    states = [replayed.state(choice.moment) for choice in choices]
    end = replayed.state(len(replayed.steps))
    values = [adviser.value(state, replayed.faces) for state in [*states, end]]
    costly = sorted(range(len(choices)), key=lambda number: _gain(choices, values, number))
    over = replayed.game.waiting(end)
    asked = [(choice.seat, choice.question) for choice in choices]
    lost = adviser.lost_by(over, asked) if isinstance(over, Over) else None
    if lost is not None:
        # Whatever it looked like when it was made.
        costly = [lost, *[number for number in costly if number != lost]]
    weighed = [number for number in costly if _own_faces_known(replayed, choices[number])][:WEIGHED]
    found = []
    for done, number in enumerate(weighed):
        progress(done, len(weighed))
        choice = choices[number]
        view = replayed.seen(choice.moment, choice.seat)
        comparison = adviser.compare(view, choice.plan, replayed.faces, Random(f"{seed} {number}"))
        better = comparison.plan != choice.plan
        if number == lost or (better and comparison.loss >= LEAST_LOSS):
            unseen = _unseen(replayed, adviser, choice, view, comparison)
            found.append(TurningPoint(choice, view, comparison, unseen, number == lost))
    found.sort(key=lambda point: (not point.lost, -point.comparison.loss))
    told = sorted(found[:TOLD], key=lambda point: point.choice.moment)
    return Review(tuple(choices), tuple(values), tuple(told), over.reason if isinstance(over, Over) else None)


def _gain(choices: Sequence[Choice], values: Sequence[float], number: int) -> float:
    """What the game looked better for who decided after the decision than before it."""
    gain = values[number + 1] - values[number]
    return gain if choices[number].seat == SEATS[0] else -gain


def _own_faces_known(replayed: Replay[Any, Any], choice: Choice) -> bool:
    """Whether all is known that the player could see then."""
    game, state, seat = replayed.game, replayed.state(choice.moment), choice.seat
    seen = replayed.seen(choice.moment, seat).faces
    pools = [Pool(number) for number in range(game.pool_count()) if game.may_look(seat, Pool(number))]
    return all(piece in seen for pool in pools for piece in game.pool(state, seat, pool))


def _unseen(
    replayed: Replay[Any, Any], adviser: Adviser[Any, Any], choice: Choice, view: View[Any], found: Comparison[Any]
) -> tuple[tuple[Pool, tuple[Any, ...]], ...]:
    pools = [*adviser.concerned(view, choice.plan), *adviser.concerned(view, found.plan)]
    hidden = []
    for pool in dict.fromkeys(pools):
        pieces = replayed.game.pool(view.state, other(view.seat), pool)
        faces = [replayed.faces[piece] for piece in pieces if piece not in view.faces and piece in replayed.faces]
        if faces:
            hidden.append((pool, tuple(faces)))
    return tuple(hidden)


# -- in words


def review_lines(
    replayed: Replay[Any, Any], words: GameWords[Any, Any], found: Review, *, blocks: bool = True
) -> list[Line]:
    """The review: the line of values, and the turning points. `blocks`: whether there are block characters."""
    if not found.choices:
        return [[(_("Nobody has decided anything in this record."), "plain")]]
    sides = [words.side(seat) for seat in SEATS]
    names = [clean(name, NAME_LIMIT) for name in replayed.names()]
    told = _("{side}'s chance to win before each of {count} decisions, as the position looks, all faces known:")
    lines: list[Line] = [
        [(told.format(side=sides[0], count=len(found.choices)), "plain")],
        [(value_line(found.values, blocks=blocks), "key")],
        [(stage_line([words.stage(replayed.state(choice.moment)) for choice in found.choices]), "dim")],
        [("", "plain")],
    ]
    if not found.turning_points:
        return [*lines, [(_("No single decision was much worse than what else could be found."), "plain")]]
    lines.append([(_("Turning points, with games won of 100 by trials:"), "bold")])
    for point in found.turning_points:
        choice, compared = point.choice, point.comparison
        number = found.choices.index(choice) + 1
        who = f"{names[choice.seat]} ({sides[choice.seat]})" if names[choice.seat] else sides[choice.seat]
        heading = _("Decision {number}, entry {entry}, {stage}, {who}: {task}")
        task, stage = words.task(choice.question), words.stage(point.view.state)
        lines += [
            [("", "plain")],
            [(heading.format(number=number, entry=choice.moment, stage=stage, who=who, task=task), "heading")],
            _judged(_("Played: "), words, point, choice.plan, compared.played, compared.played_true),
        ]
        lines += _why(_("It {reasons}."), words.reasons(compared.played_reasons))
        if compared.plan != choice.plan:
            lines.append(_judged(_("Better: "), words, point, compared.plan, compared.better, compared.better_true))
            lines += _why(_("It {reasons}."), words.reasons(compared.reasons))
        if point.lost:
            text = _("The game was lost by what this exposed: {reason}.")
            lines.append([(text.format(reason=words.reason(found.ended)), "bold")])
        if point.unseen:
            hidden = [
                f"{words.pool(pool)}: {counted([words.face(face) for face in faces])}" for pool, faces in point.unseen
            ]
            lines.append([(_("Hidden then: "), "bold"), ("; ".join(hidden), "plain")])
    return lines


def _why(text: str, reasons: Sequence[str]) -> list[Line]:
    """What speaks for a plan, or against it, by the trials."""
    return [[("  " + text.format(reasons="; ".join(reasons)), "dim")]] if reasons else []


def _judged(
    word: str, words: GameWords[Any, Any], point: TurningPoint, plan: tuple[Any, ...], known: float, true: float
) -> Line:
    text = _("{plan}. By what could be known: {known}; with the true faces: {true}.")
    said = text.format(plan=plan_words(words, point.view, plan), known=percent(known), true=percent(true))
    return [(word, "bold"), (said, "plain")]


def stage_line(stages: Sequence[str]) -> str:
    """Beneath the line of values: where a stage begins, such as a week, as far as there is room to name it."""
    values = len(stages) + 1  # that of the end too
    columns, line, before = min(values, WIDTH), "", ""
    for number, stage in enumerate(stages):
        column = number * columns // values
        if stage != before and column >= len(line):
            line = f"{line:<{column}}|{stage}"
        before = stage
    return line


def value_line(values: Sequence[float], *, blocks: bool = True) -> str:
    """The values as a line, a column each; where there are more than `WIDTH`, the means of some."""
    columns = min(len(values), WIDTH)
    signs = BLOCKS if blocks else DIGITS
    line = ""
    for column in range(columns):
        part = values[column * len(values) // columns : (column + 1) * len(values) // columns]
        line += signs[min(int(sum(part) / len(part) * len(signs)), len(signs) - 1)]
    return line
