"""`sekigahara identity`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_, _


class Identity(Command):
    """Show or make the long-term key."""

    name = "identity"
    summary = N_("show the key by which opponents know you again")
    description = N_(
        "Show the key by which opponents know you again, if you want that: as figures and as words that you can "
        "read out. Games are signed with it that you host or join with --sign-as-me."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument("--create", action="store_true", help=_("make the key, if there is none"))
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.players`."""
        from tui.cli.players import show_identity

        return show_identity(create=options.create, as_json=options.json)
