"""`sekigahara doctor`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_json
from tui.cli.commands.command import Command
from tui.language import N_, _


class Doctor(Command):
    """Find out how this machine can be reached."""

    name = "doctor"
    summary = N_("find out how this machine can be reached")
    description = N_(
        "Find out how this machine can be reached: addresses, router, IPv6, Tor, the DHT. Takes up to ten seconds."
    )
    reads = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument("--relay", metavar="ADDR[:PORT]", help=_("a relay to be looked at too"))
        parser.add_argument("--no-dht", action="store_true", help=_("ask nobody in the DHT"))
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.network`."""
        from tui.cli.network import run_doctor

        return run_doctor(options)
