"""`sekigahara resume`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_listen, add_only_address, add_player, add_relay_choice, add_ways
from tui.cli.commands.command import Command
from tui.language import N_, _


class Resume(Command):
    """Go on with a game that is not over."""

    name = "resume"
    summary = N_("continue a game that is not over")
    description = N_(
        "Continue a game that is not over from its record: the host listens again where it did, the joiner goes "
        "there. The ways to the other side stay as they were chosen, but for what is said here, and that is "
        "kept too; --relay '' and --address '' take back what was said before."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "game",
            metavar="GAME",
            nargs="?",
            help=_("its name in `sekigahara games`, or the beginning of it (default: the one)"),
        )
        add_listen(parser, default=None)
        add_ways(parser, kept=True)
        add_only_address(parser, kept=True)
        add_relay_choice(parser)
        add_player(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.play`."""
        from tui.cli.play import resume_game

        return resume_game(options)
