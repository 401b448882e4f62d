"""`sekigahara audit`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_, _


class Audit(Command):
    """Check a record or a proof."""

    name = "audit"
    summary = N_("check a game from its record, or a proof")
    description = N_(
        "Check a game from its record alone: every signature, rule, shuffle, draw, opening and claim. Either "
        "player's record will do. Or tell what a proof shows that somebody signed two entries at one place. "
        "Exit status 0: clean, also where the opponent has not confirmed the end of a game of yours yet; 1: something "
        "was found, or the game could not be checked to its end; 2: neither a readable record nor a proof."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "file",
            metavar="GAME|FILE",
            nargs="?",
            help=_("a game as for `replay`, its folder, a record or a proof (default: the game played last)"),
        )
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.audit`."""
        from tui.cli.audit import audit_file

        return audit_file(options.file or "", as_json=options.json)
