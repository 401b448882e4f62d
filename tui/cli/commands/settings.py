"""`sekigahara settings`."""

from __future__ import annotations

import argparse

from tui.cli.commands.command import Command
from tui.language import N_, _


class Settings(Command):
    """Choose how the program looks."""

    name = "settings"
    summary = N_("choose how the program looks")
    description = N_("Choose how the program looks, for good; without a change print what is chosen.")
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument("changes", metavar="NAME=VALUE", nargs="*", help=_("such as theme=light"))

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.settings`."""
        from tui.cli.settings import settings

        return settings(options.changes)
