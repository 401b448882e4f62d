"""`sekigahara review`."""

from __future__ import annotations

import argparse

from tui.cli.commands.command import Command
from tui.language import N_, _


class Review(Command):
    """Tell what decided a game."""

    name = "review"
    summary = N_("tell what decided a game, and what would have been better")
    description = N_(
        "Tell what the decisions of a game were worth, as a line, and which of them turned it: what was played, "
        "what would have been better, by what could be known then and with the true faces. It takes some seconds."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "game", metavar="GAME|FILE", nargs="?", help=_("as for `replay` (default: the game played last)")
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.review`."""
        from tui.cli.review import review_record

        return review_record(options.game or "")
