"""The first line over the board: who is not there, the clocks, turn and phase, who watches, what was verified."""

from __future__ import annotations

from typing import Any

from engine.hidden import View
from tui.clock_words import clock_line
from tui.games import GameInterface
from tui.language import _, ngettext, plural
from tui.lines import Line
from tui.ports import Ended, Situation


def status_lines(interface: GameInterface[Any, Any], situation: Situation[Any, Any], view: View[Any]) -> list[Line]:
    """Turn and phase, the longest wording first; before them, never cut off, that the opponent is not there.

    Once the game is over: that it is, who has won, and by what.

    Behind them, where there is room, that each entry was verified when it came, in words for who has never heard of
    entries (`?` says what was checked). A false one ends the game; once that is over the audits tell.
    """
    ended = situation.ended
    now = [interface.status(view.state)] if ended is None else _ended(interface, ended)
    watching: Line = []
    if situation.watched:
        watched = ngettext("  {count} watches", "  {count} watch", situation.watched)
        watching = [(watched.format(count=situation.watched), "key")]
    lines: list[Line] = [[*_clocks(situation), *wording, *watching] for wording in now]
    line = lines[-1]
    if situation.connected and situation.verified and ended is None and not situation.trouble:
        count = situation.verified
        verified = [
            plural(
                count,
                "no cheating found: {count} entry of the record is checked, signature and proofs",
                "no cheating found: all {count} entries of the record are checked, signatures and proofs",
            ),
            _("no cheating found: all is checked"),
            _("no cheating found"),
            _("fair so far"),
        ]
        more: list[Line] = [*[[(f"  {words}", "dim")] for words in verified], []]
        return [[*line, *each] for line in lines for each in more]
    if situation.connected or ended is not None:
        return lines
    away = _("Not connected: {connection}").format(connection=situation.connection)
    return [[(f"{away} ", "bad"), *line], [(f"{_('Not connected.')} ", "bad"), *line]]


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
