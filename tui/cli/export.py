"""`sekigahara export`: a record as text, as a picture of a moment, or as a page for a browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from p2p.store.file_system import reason
from protocol.errors import LocalError
from tui.cli.errors import WrongCommand
from tui.cli.records import find_record
from tui.exports.page import page
from tui.exports.picture import picture
from tui.exports.text import text_log
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.replays import Eyes, Reel


def export_record(options: argparse.Namespace) -> int:
    """Write what was asked for. The exit status of `sekigahara export`."""
    if not (options.text or options.svg or options.html):
        raise WrongCommand("Say what is to be written: --text FILE, --svg FILE or --html FILE.")
    found = find_record(options.game or "")
    replayed = found.replay()
    if not replayed.report.seats:
        raise LocalError(
            f"{found.path} does not come so far that there is a game to show: `sekigahara audit` says why."
        )
    reel = Reel(replayed, interface_of(replayed.game, UNICODE))
    eyes = eyes_named(reel, options.eyes)
    if options.text:
        _write(options.text, "\n".join([*text_log(reel, eyes), ""]))
    if options.svg:
        moment = reel.last if options.entry is None else options.entry + 1
        if not 0 <= moment <= reel.last:
            raise WrongCommand(f"There is no entry {options.entry}: the last is {reel.last - 1}.")
        _write(options.svg, picture(reel, moment, eyes))
    if options.html:
        _write(options.html, page(reel))
    return 0


def eyes_named(reel: Reel, name: str) -> Eyes:
    """Through whose eyes: a side, `both` or `table`. Raises WrongCommand."""
    seats = reel.replay.game.seats
    named = {"both": Eyes.BOTH, "table": Eyes.TABLE, seats[0]: Eyes.FIRST, seats[1]: Eyes.SECOND}
    if name not in named:
        raise WrongCommand(f"{name!r} sees nothing of this game: say {', '.join(seats)}, both or table.")
    return named[name]


def _write(target: str, text: str) -> None:
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise LocalError(f"{target} cannot be written: {reason(error)}. Choose another file.") from error
    print(f"{target} is written.", file=sys.stderr)
