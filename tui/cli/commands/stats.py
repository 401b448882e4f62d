"""`sekigahara stats`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_


class Stats(Command):
    """Add up the games."""

    name = "stats"
    summary = N_("add up the games on this machine")
    description = N_(
        "Add up the games on this machine: who won, by side and by opponent, and what was counted in them."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.stats`."""
        from tui.cli.stats import show_stats

        return show_stats(as_json=options.json)
