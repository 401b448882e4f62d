"""`sekigahara watch`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_plain, add_relay_choice, add_ways
from tui.cli.commands.command import Command
from tui.language import N_, _


class Watch(Command):
    """Watch a game of others."""

    name = "watch"
    summary = N_("watch a game of others")
    description = N_(
        "Watch a game whose host lets others watch: what lies open to both sides, from the beginning on, each "
        "entry checked as it comes."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument("token", metavar="TOKEN", help=_("the word that begins with watch2"))
        add_ways(parser)
        add_relay_choice(parser)
        add_plain(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.watch`."""
        from tui.cli.watch import watch_game

        return watch_game(options)
