"""The `sekigahara` command. Slow libraries are loaded by the commands that need them: `--help` comes at once."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    from tui.cli.parser import make_parser

    options = make_parser().parse_args(arguments)
    if options.command == "audit":
        from tui.cli.audit import audit_file

        return audit_file(options.file, as_json=options.json)
    if options.command == "games":
        from tui.cli.games import show_games

        return show_games(as_json=options.json)
    if options.command in ("doctor", "relay"):
        from tui.cli.network import run_doctor, run_relay

        return run_doctor(options) if options.command == "doctor" else run_relay(options)
    from tui.cli.play import run

    return run(options)
