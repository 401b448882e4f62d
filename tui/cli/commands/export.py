"""`sekigahara export`."""

from __future__ import annotations

import argparse

from tui.cli.commands.command import Command
from tui.language import N_, _


class Export(Command):
    """Write a game as text, picture or page."""

    name = "export"
    summary = N_("write a game as text, picture or page")
    description = N_(
        "Write a game as a log in text, a picture of a moment, or one HTML page in which it can be gone through "
        "without this program and without a network."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "game", metavar="GAME|FILE", nargs="?", help=_("as for `replay` (default: the game played last)")
        )
        parser.add_argument("--text", metavar="FILE", help=_("what happened, line by line; - is the output"))
        parser.add_argument("--svg", metavar="FILE", help=_("a picture of the board and of the entry of --entry"))
        parser.add_argument("--html", metavar="FILE", help=_("all of it, for a browser"))
        parser.add_argument(
            "--entry", metavar="NUMBER", type=int, help=_("which moment the picture shows (default: the last)")
        )
        parser.add_argument(
            "--eyes",
            metavar="WHO",
            default="both",
            help=_("who sees it: a side, both (default), or table for what lay open to both; the page has all of them"),
        )

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.export`."""
        from tui.cli.export import export_record

        return export_record(options)
