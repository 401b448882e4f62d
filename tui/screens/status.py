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

    Once the game is over: that it is, and who has won.

    Behind them, where there is room, that each entry was verified when it came: one that is not ends the game.
    """
    ended = situation.ended
    now = interface.status(view.state) if ended is None else _ended(interface, ended)
    line = [*_clocks(situation), *now]
    if situation.watched:
        watched = ngettext("  {count} watches", "  {count} watch", situation.watched)
        line.append((watched.format(count=situation.watched), "key"))
    if situation.connected and situation.verified:
        verified = plural(situation.verified, "{count} entries, each verified", "{count} entries, each verified")
        return [[*line, (f"  {verified}", "dim")], [*line, (f"  {_('verified')}", "dim")], line]
    if situation.connected or ended is not None:
        return [line]
    away = _("Not connected: {connection}").format(connection=situation.connection)
    return [[(f"{away} ", "bad"), *line], [(f"{_('Not connected.')} ", "bad"), *line]]


def _ended(interface: GameInterface[Any, Any], ended: Ended) -> Line:
    over: Line = [(_("The game is over."), "bold"), (" ", "plain")]
    if ended.winner is not None:
        return [*over, (_("{side} has won.").format(side=interface.words.side(ended.winner)), "bold")]
    return [*over, (_("The victory is shared.") if ended.shared else _("Nobody has won."), "bold")]


def _clocks(situation: Situation[Any, Any]) -> Line:
    clocks = situation.clocks
    return [] if clocks is None or situation.ended is not None else clock_line(clocks, situation.opponent_name)
