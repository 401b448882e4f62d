"""`sekigahara games`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_, _


class Games(Command):
    """List games, or delete one."""

    name = "games"
    summary = N_("list the games on this machine")
    description = N_("List the games on this machine, finished and not.")
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        add_json(parser)
        parser.add_argument("--all", action="store_true", help=_("old ones that are over, too"))
        parser.add_argument(
            "--delete", metavar="NAME", help=_("delete a game for good; one that is not over by its whole name")
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.games`."""
        from tui.cli.games import delete_game, show_games

        if options.delete is not None:
            return delete_game(options.delete)
        return show_games(as_json=options.json, every=options.all)
