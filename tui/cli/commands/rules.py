"""`sekigahara rules`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import Choices, offered_games
from tui.cli.commands.command import Command
from tui.language import N_, _


class Rules(Command):
    """Read and search the rules."""

    name = "rules"
    summary = N_("read and search the rules")
    description = N_("Read the rules of a game, or those parts that have some words.")
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument("words", metavar="WORD", nargs="*", help=_("words to look for, or a number such as 8.6.1"))
        parser.add_argument(
            "--game",
            metavar="GAME",
            choices=Choices(offered_games),
            help=_("whose rules: %(choices)s (default: the first)"),
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.rules`."""
        from tui.cli.rules import show_rules

        return show_rules(options.game, " ".join(options.words))
