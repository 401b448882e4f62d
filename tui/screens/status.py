"""The line over the board: who is not there, clocks, turn and phase, who watches, points, what was verified."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from engine.hidden import View
from tui.clock_words import clock_line
from tui.games import GameInterface
from tui.language import _, ngettext, plural
from tui.lines import GAP, Line
from tui.ports import Ended, Situation
from tui.screens.result import result_title


def head_lines(interface: GameInterface[Any, Any], situation: Situation[Any, Any], view: View[Any]) -> list[Line]:
    """The line over the board, the best wording first: how the game stands, and at its end the points.

    Where there is room, a sign that each entry was verified when it came: a click on the line says it in words
    (`checked_words`).
    """
    sign: Line = []
    if situation.connected and situation.verified and situation.ended is None and not situation.trouble:
        sign = [("  " + _("checked: {count}").format(count=situation.verified), "dim")]
    return in_one_line(_status(interface, situation, view), interface.scores(view, situation.names), sign)


def in_one_line(statuses: Sequence[Line], scores: Sequence[Line], sign: Line) -> list[Line]:
    """How a game stands, a sign behind it and the points, each as long as it can be beside the others: the best first.

    What is lost is counted: most by a step to shorter words of how it stands, then by the sign, which goes before the
    points have their shortest words.
    """

    def lost(steps: tuple[int, int, bool]) -> int:
        status, score, signed = steps
        return 10 * status + 8 * score + 4 * (score == len(scores) - 1) + 9 * (not signed)

    ways = sorted(product(range(len(statuses)), range(len(scores)), (True, False) if sign else (False,)), key=lost)
    return [
        [*statuses[status], *(sign if signed else []), ("  ", GAP), *scores[score]] for status, score, signed in ways
    ]


def _status(interface: GameInterface[Any, Any], situation: Situation[Any, Any], view: View[Any]) -> list[Line]:
    """Turn and phase, the longest wording first; before them, never cut off, that the opponent is not there.

    If of what both are asked only the own answer is missing, that stands there as well.

    Once the game is over: that it is, who has won, and by what. Once something is false, or has stopped the game, that
    comes first, and stays.
    """
    ended = situation.ended
    now = interface.status(view.state) if ended is None else _ended(interface, ended)
    watching: Line = []
    if situation.watched:
        watched = ngettext("  {count} watches", "  {count} watch", situation.watched)
        watching = [(watched.format(count=situation.watched), "key")]
    lines: list[Line] = [[*_clocks(situation), *wording, *watching] for wording in now]
    if situation.trouble and ended is None:
        stopped = (situation.trouble, result_title(situation))
        return [[(f"{words}  ", "bad"), *line] for words in stopped for line in lines]
    if situation.awaited and situation.connected and situation.time_tells:  # a bot has no patience to lose
        opponent = situation.opponent_name or _("Your opponent")
        waits = _("{opponent} has chosen and waits for you.").format(opponent=opponent)
        return [[(f"{words} ", "key"), *each] for words in (waits, _("You are waited for.")) for each in lines]
    if situation.connected or ended is not None:
        return lines
    away = _("Not connected: {connection}").format(connection=situation.connecting)
    away = away if away.endswith((".", "!", "?", "…")) else f"{away}."
    return [[(f"{words} ", "bad"), *line] for words in (away, _("Not connected.")) for line in lines]


def checked_words(entries: int) -> str:
    """What the sign of the checks stands for: a false entry would have ended the game."""
    return plural(
        entries,
        "No cheating found: {count} entry of the game's record was checked when it came.",
        "No cheating found: each of the {count} entries of the game's record was checked when it came.",
    )


def _ended(interface: GameInterface[Any, Any], ended: Ended) -> list[Line]:
    """Who has won, and by what where there is room."""
    over: Line = [(_("The game is over."), "bold"), (" ", "plain")]
    if ended.winner is not None:
        side = interface.words.side(ended.winner)
        words = [
            _("{side} has won: {reason}.").format(side=side, reason=ended.reason),
            _("{side} has won.").format(side=side),
        ]
    else:
        words = [_("The victory is shared.") if ended.shared else _("Nobody has won.")]
    return [[*over, (each, "bold")] for each in words]


def _clocks(situation: Situation[Any, Any]) -> Line:
    clocks = situation.clocks
    return [] if clocks is None or situation.ended is not None else clock_line(clocks, situation.opponent_name)
