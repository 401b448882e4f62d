"""`sekigahara players`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_


class Players(Command):
    """List the opponents met."""

    name = "players"
    summary = N_("list the opponents that you have met")
    description = N_(
        "List the opponents that you have met: the key that they signed with, if they did, the names they used, "
        "and how many games they finished or left early."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.players`."""
        from tui.cli.players import show_players

        return show_players(as_json=options.json)
