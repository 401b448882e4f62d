"""`sekigahara watch`: a game of others, looked at as it goes on."""

from __future__ import annotations

import argparse
from typing import Any

import trio

from engine.hidden import Event, other
from p2p.game_runner import plan_of
from p2p.known_nodes import keep_nodes, with_known_nodes
from p2p.reach.invitation import parse_watch_invitation
from p2p.reach.plan import Tools
from p2p.reach.ways import State, WayReport
from p2p.store.data_folder import open_data_folder
from p2p.text import clean
from p2p.watching import GameWatcher
from protocol.audit import audit
from protocol.errors import FairTableError
from protocol.roles import Role
from protocol.standing import standing
from tui.cli.checks import need_a_screen
from tui.cli.in_text import run_until_signal
from tui.cli.offered import game_named
from tui.cli.program import PROGRAM
from tui.cli.progress import say
from tui.cli.ways import ways_to_join
from tui.games import interface_of
from tui.glyphs import glyphs_for
from tui.language import _
from tui.lines import plain_text
from tui.network_words import WayLines, connected_words, stopped_words
from tui.record_words import LINE, result_line


def watch_game(options: argparse.Namespace) -> int:
    """Watch until the game is over or the player leaves. The exit status."""
    invitation = parse_watch_invitation(options.token)
    plan, data = plan_of(ways_to_join(options)), open_data_folder(PROGRAM)
    tools = with_known_nodes(Tools(), data)
    if options.plain:
        teller = _Teller()
        watcher = GameWatcher(
            invitation, game_named, lambda: teller.tell(watcher), plan=plan, tools=tools, watch=teller.tell_way
        )
        try:
            stopped_by = trio.run(run_until_signal, [watcher.run])
        finally:
            keep_nodes(watcher.good_nodes, data)
        return 0 if stopped_by is None else 128 + stopped_by
    need_a_screen()
    from tui.watch_app import make_watch_app

    ways = WayLines()

    def take_way(report: WayReport) -> None:
        ways.take(report)

    watcher = GameWatcher(invitation, game_named, lambda: None, plan=plan, tools=tools, watch=take_way)

    async def watch() -> None:
        try:
            await watcher.run()
            app.tell(_("The game is over, and its host has left."))
        except FairTableError as error:
            app.tell(stopped_words(error))
        finally:
            keep_nodes(watcher.good_nodes, data)

    app = make_watch_app(watcher, watch, ways.lines)
    app.run()
    return app.return_code or 0


class _Teller:
    """Tells a game that is watched in lines."""

    def __init__(self) -> None:
        self._games = 0
        self._events: list[Event] = []
        self._log: Any = None
        self._read = 0
        self._over = False
        self._connected = False
        self._ways = WayLines()
        self._by: WayReport | None = None

    def tell_way(self, report: WayReport) -> None:
        """Tell how a way fares."""
        if report.state is State.WON:
            self._by = report
        words = self._ways.take(report)
        if words:
            say(words)

    def tell(self, watcher: GameWatcher) -> None:
        """Tell what is new."""
        if watcher.connected != self._connected:
            self._connected = watcher.connected
            how = "" if self._by is None else connected_words(self._by)
            say(_("You watch the game, {how}.").format(how=how) if watcher.connected else _("The host is not there."))
        referee, game = watcher.referee, watcher.game
        if referee is None or game is None:
            return
        common = referee.common
        interface = interface_of(game, glyphs_for())
        if watcher.games != self._games:
            self._games, self._events, self._log, self._read, self._over = watcher.games, [], None, 0, False
        seat = common.seat_of(Role.HOST)
        if seat is None:
            return
        if self._log is None:
            self._log = interface.log(game.start())
            host, joiner = (clean(player.name, LINE) for player in common.progress.players)
            sides = interface.words.side(seat), interface.words.side(other(seat))
            say(f"{sides[0]}: {host}; {sides[1]}: {joiner}")
        new = referee.events[self._read :]
        self._read += len(new)
        self._events += [event for event in new if event is not None]
        for line in self._log.follow(self._events):
            say(plain_text(line))
        if common.author is None and not self._over:
            self._over = True
            worth = standing(audit(game, referee.entries, checked=True))
            say(_("result: {line}").format(line=result_line(game, worth)))
