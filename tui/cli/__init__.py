"""The `sekigahara` command. Slow libraries are loaded by the commands that need them: `--help` comes at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tui.language import LANGUAGES, VARIABLE, _, lead_argparse, speak


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    from tui.cli.output import forgiving_output
    from tui.cli.parser import make_parser

    _speak(sys.argv[1:] if arguments is None else arguments)
    with forgiving_output() as output:
        parser = make_parser()
        options = parser.parse_args(arguments)
        if options.command is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
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

            return complain_of_output(failure, status, reads=options.command in READING)
    return status


READING = frozenset(
    {"games", "players", "identity", "audit", "review", "rules", "stats", "settings", "doctor", "relay"}
)
"""The commands that are there for what they print."""


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
    if options.command is None:
        from tui.cli.menu import run_menu
        from tui.cli.parser import make_parser

        return run_menu(lambda words: _guarded(make_parser().parse_args(words)))
    if options.command == "audit":
        from tui.cli.audit import audit_file

        return audit_file(options.file, as_json=options.json)
    if options.command == "replay":
        from tui.cli.replay import replay_record

        return replay_record(options.game or "")
    if options.command == "watch":
        from tui.cli.watch import watch_game

        return watch_game(options.token, plain=options.plain)
    if options.command == "review":
        from tui.cli.review import review_record

        return review_record(options.game or "")
    if options.command == "export":
        from tui.cli.export import export_record

        return export_record(options)
    if options.command == "stats":
        from tui.cli.stats import show_stats

        return show_stats(as_json=options.json)
    if options.command == "settings":
        from tui.cli.settings import settings

        return settings(options.changes)
    if options.command == "rules":
        from tui.cli.rules import show_rules

        return show_rules(options.game, " ".join(options.words))
    if options.command == "tutorial":
        from tui.cli.tutorial import run_tutorial

        return run_tutorial(options.game, options.lesson, plain=options.plain)
    if options.command == "games":
        from tui.cli.games import delete_game, show_games

        if options.delete is not None:
            return delete_game(options.delete)
        return show_games(as_json=options.json, every=options.all)
    if options.command == "players":
        from tui.cli.players import show_players

        return show_players(as_json=options.json)
    if options.command == "identity":
        from tui.cli.players import show_identity

        return show_identity(create=options.create, as_json=options.json)
    if options.command in ("doctor", "relay"):
        from tui.cli.network import run_doctor, run_relay

        return run_doctor(options) if options.command == "doctor" else run_relay(options)
    from tui.cli.play import run

    return run(options)
