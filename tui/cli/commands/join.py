"""`sekigahara join`."""

from __future__ import annotations

import argparse

from tui.cli.commands.arguments import add_name, add_player, add_relay_choice, add_signing, add_ways
from tui.cli.commands.command import Command
from tui.language import N_, _, pgettext


class Join(Command):
    """Join the game of an invite."""

    name = "join"
    summary = N_("join the game of an invite")
    description = N_(
        "Join the game of an invite. The same invite leads back to the game after a break, and so does any "
        "later one that the host's program shows for it."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may be typed with it."""
        parser.add_argument(
            "token", metavar="TOKEN", help=_("the word that the host's program shows; - reads it from stdin")
        )
        add_ways(parser)
        add_relay_choice(parser)
        parser.add_argument(
            "--no-watchers",
            action="store_true",
            help=_("have nobody watch the game, though the host would let others do so"),
        )
        add_name(parser, pgettext("a player's name", "Guest"))
        add_signing(parser)
        add_player(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Carry it out: see `tui.cli.play`."""
        from tui.cli.play import join_game

        return join_game(options)
