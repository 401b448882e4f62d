"""`sekigahara replay`."""

from __future__ import annotations

import argparse

from tui.cli.commands.command import Command
from tui.language import N_, _


class Replay(Command):
    """Look at a game entry by entry."""

    name = "replay"
    summary = N_("look at a game again, entry by entry")
    description = N_(
        "Look at a game again, entry by entry: the board through either side's eyes or both, what each entry "
        "sealed, opened and proved, and what was checked of it."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "game",
            metavar="GAME|FILE",
            nargs="?",
            help=_(
                "its name in `sekigahara games`, or the beginning of it, or a record (default: the game played last)"
            ),
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.replay`."""
        from tui.cli.replay import replay_record

        return replay_record(options.game or "")
