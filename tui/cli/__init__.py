"""The `sekigahara` command. Slow libraries are loaded by the commands that need them: `--help` comes at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.language import LANGUAGES, VARIABLE, _, lead_argparse, speak

if TYPE_CHECKING:
    from tui.cli.commands.command import Command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    from tui.cli.output import forgiving_output
    from tui.cli.parser import make_parser

    _speak(sys.argv[1:] if arguments is None else arguments)
    with forgiving_output() as output:
        parser = make_parser()
        options = parser.parse_args(arguments)
        from tui.terminal import heed_colours, on_a_terminal

        if on_a_terminal():
            heed_colours()
        elif options.command is None:
            parser.error(_("the following arguments are required: %s") % "command")
        if options.command is not None:
            from tui.settings import apply_settings

            apply_settings()
        if getattr(options, "json", False):
            speak("en")  # what programs read is the same in every language
        status = _guarded(options)
        output.flush()
        failure = output.failure
        if failure is not None and not isinstance(failure, BrokenPipeError):
            from tui.cli.errors import complain_of_output

            return complain_of_output(failure, status, reads=options.command is not None and options.command.reads)
    return status


def _speak(words: Sequence[str]) -> None:
    """Choose the language, before anything is said: even what may be typed is told in it.

    `--lang` counts for this program and for those that it starts. Whether it is right the parser finds out.
    """
    from tui.settings import language

    typed = [word for before, word in zip(["", *words], words, strict=False) if before == "--lang"]
    typed += [word.partition("=")[2] for word in words if word.startswith("--lang=")]
    if typed and typed[-1] in LANGUAGES:
        os.environ[VARIABLE] = typed[-1]
    speak(language())
    lead_argparse()


def _guarded(options: argparse.Namespace) -> int:
    """The one boundary of every command: what can go wrong is a sentence and a status, all else a line and a log."""
    try:
        return _carry_out(options)
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001  whatever it is, the player gets a sentence
        from tui.cli.errors import status_of

        return status_of(error)


def _carry_out(options: argparse.Namespace) -> int:
    command: Command | None = options.command
    if command is not None:
        return command.run(options)
    from tui.cli.menu import run_menu
    from tui.cli.parser import make_parser

    return run_menu(lambda words: _guarded(make_parser().parse_args(words)))
