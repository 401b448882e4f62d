"""`sekigahara relay`."""

from __future__ import annotations

import argparse

from tui.cli.commands.command import Command
from tui.language import N_, _


class Relay(Command):
    """Run a relay."""

    name = "relay"
    summary = N_("run a relay, by which players come together who cannot otherwise")
    description = N_(
        "Run a relay, by which players come together who cannot otherwise. It serves everybody who knows its "
        "address, reads nothing of what is played, and keeps nothing."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "--listen",
            metavar="ADDR:PORT",
            default=":1600",
            help=_("where to listen (default: all addresses, port 1600)"),
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.network`."""
        from tui.cli.network import run_relay

        return run_relay(options)
