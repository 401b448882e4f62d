"""`sekigahara tutorial`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import Choices, offered_games
from tui.cli.commands.command import Command
from tui.language import N_, _


class Tutorial(Command):
    """Learn a game by playing."""

    name = "tutorial"
    summary = N_("learn a game by playing")
    description = N_("Learn a game on its own board, in short lessons. What is left is taken up again where it was.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "lesson",
            metavar="LESSON",
            nargs="?",
            type=int,
            help=_("its number (default: ask; the first time the first)"),
        )
        parser.add_argument(
            "--game",
            metavar="GAME",
            choices=Choices(offered_games),
            help=_("which game: %(choices)s (default: the first)"),
        )
        parser.add_argument("--plain", action="store_true", help=_("in lines of text, by typed words"))

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.tutorial`."""
        from tui.cli.tutorial import run_tutorial

        return run_tutorial(options.game, options.lesson, plain=options.plain)
