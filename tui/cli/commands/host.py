"""`sekigahara host`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import (
    add_game,
    add_listen,
    add_name,
    add_only_address,
    add_player,
    add_relay_choice,
    add_side,
    add_signing,
    add_ways,
    clock,
)
from tui.cli.commands.command import Command
from tui.language import N_, _, pgettext


class Host(Command):
    """Open a game and wait for an opponent."""

    name = "host"
    summary = N_("open a game and wait for an opponent")
    description = N_(
        "Open a game and wait for an opponent. Shows an invite; send it to the opponent, who joins with it. "
        "With a bot it prints `invite: TOKEN`. It admits one opponent, whoever uses it first."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        add_listen(parser, default="")
        add_ways(parser)
        add_only_address(parser)
        add_relay_choice(parser)
        parser.add_argument(
            "--copy",
            action="store_true",
            help=_("put the invite on the clipboard, where the terminal allows that (OSC 52)"),
        )
        add_game(parser)
        parser.add_argument(
            "--clock",
            metavar="TIME[+TIME]",
            type=clock,
            help=_(
                "play with clocks: each side has so much time for all its decisions, such as 45m, and gets so much "
                "more with each, such as 45m+30s; whoever has none left has lost (default: no clocks)"
            ),
        )
        parser.add_argument(
            "--watch",
            action="store_true",
            help=_("let others watch what lies open: an invite of its own is shown for that; your opponent is told"),
        )
        add_side(parser)
        add_name(parser, pgettext("a player's name", "Host"))
        add_signing(parser)
        add_player(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.play`."""
        from tui.cli.play import host_game

        return host_game(options)
