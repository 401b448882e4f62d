"""`sekigahara solo`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import Choices, add_game, add_name, add_plain, add_record, add_side, offered_bots
from tui.cli.commands.command import Command
from tui.language import N_, _, pgettext


class Solo(Command):
    """Play against a bot on this machine."""

    name = "solo"
    summary = N_("play against a bot")
    description = N_(
        "Play against a bot. It runs as a program of its own, and the two play over the same protocol as two people do."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        add_game(parser)
        parser.add_argument(
            "--bot",
            metavar="BOT",
            choices=Choices(offered_bots),
            help=_("who plays the other side: %(choices)s (default: the game's usual one)"),
        )
        add_side(parser)
        add_name(parser, pgettext("a player's name", "You"))
        add_plain(parser)
        add_record(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.play`."""
        from tui.cli.play import play_solo

        return play_solo(options)
