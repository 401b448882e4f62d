"""The parser of the whole command, made of what each of the commands says of itself."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from tui.cli.commands import COMMANDS
from tui.cli.program import PROGRAM, version_words
from tui.language import LANGUAGES, N_, _

_EPILOG: Final = N_("""\
exit status:
  0  all went well
  1  the game broke off, could not be played, or its record was not copied;
     an audit found something, or could not check the game to its end
  2  the command was wrong, or FILE is neither a readable record nor a proof
  130, 143  the player, or SIGTERM, ended it; the game is kept

Games are kept in the user's data folder, or in the folder that SEKIGAHARA_HOME names.
""")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command. What it makes has the command that was typed as `command`, or None."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_(
            "Play the block wargame Sekigahara, or another game with hidden pieces: against a bot, or against\n"
            "someone you need not trust, over a direct connection."
        ),
        epilog=_(_EPILOG),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_language(parser)
    parser.add_argument("--version", action=_Version, help=_("show the version and exit"))
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(
        title=_("commands"), description=_("Without one a menu opens."), parser_class=_CommandParser
    )
    for command in COMMANDS:
        of_command = commands.add_parser(command.name, help=_(command.summary), description=_(command.description))
        _add_language(of_command)
        command.add_arguments(of_command)
        of_command.set_defaults(command=command)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    # Read by `tui.cli` before there is a parser, whose own words depend on it.
    parser.add_argument(
        "--lang",
        metavar="CODE",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help=_("the language: %(choices)s (default: as set, or the locale's)"),
    )


class _CommandParser(argparse.ArgumentParser):
    """Of a command. What it does not know it answers with its own usage, not with that of the whole program."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """See `ArgumentParser.parse_known_args`."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(_("unrecognized arguments: %s") % " ".join(unknown))
        return found, unknown


class _Version(argparse.Action):
    """Prints the version, found out only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, dest=dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(version_words())
        parser.exit()
