"""The first line over the board: who is not there, the clocks, turn and phase, who watches, what was verified."""

from __future__ import annotations

from typing import Any

from engine.hidden import View
from tui.clock_words import clock_line
from tui.games import GameInterface
from tui.language import _, ngettext, plural
from tui.lines import Line
from tui.ports import Ended, Situation
from tui.screens.result import result_title


def status_lines(interface: GameInterface[Any, Any], situation: Situation[Any, Any], view: View[Any]) -> list[Line]:
    """Turn and phase, the longest wording first; before them, never cut off, that the opponent is not there.

    If of what both are asked only the own answer is missing, that stands there as well.

    Once the game is over: that it is, who has won, and by what.

    Behind them, where there is room, a sign that each entry was verified when it came: a click on the line says it in
    words (`checked_words`). Once something is false, or has stopped the game, that comes first, and stays.
    """
    ended = situation.ended
    now = [interface.status(view.state)] if ended is None else _ended(interface, ended)
    watching: Line = []
    if situation.watched:
        watched = ngettext("  {count} watches", "  {count} watch", situation.watched)
        watching = [(watched.format(count=situation.watched), "key")]
    lines: list[Line] = [[*_clocks(situation), *wording, *watching] for wording in now]
    line = lines[-1]
    if situation.trouble and ended is None:
        stopped = (situation.trouble, result_title(situation))
        return [[(f"{words}  ", "bad"), *line] for words in stopped]
    if situation.awaited and situation.connected and situation.time_tells:  # a bot has no patience to lose
        opponent = situation.opponent_name or _("Your opponent")
        waits = _("{opponent} has chosen and waits for you.").format(opponent=opponent)
        return [[(f"{words} ", "key"), *each] for words in (waits, _("You are waited for.")) for each in lines]
    if situation.connected and situation.verified and ended is None:
        sign = _("checked: {count}").format(count=situation.verified)
        return [[*each, *more] for each in lines for more in ([(f"  {sign}", "dim")], [])]
    if situation.connected or ended is not None:
        return lines
    away = _("Not connected: {connection}").format(connection=situation.connecting)
    away = away if away.endswith((".", "!", "?", "…")) else f"{away}."
    return [[(f"{away} ", "bad"), *line], [(f"{_('Not connected.')} ", "bad"), *line]]


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
