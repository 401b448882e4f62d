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
from tui.grammar import alternatives
from tui.language import _
from tui.replays import Eyes, Reel


def export_record(options: argparse.Namespace) -> int:
    """Write what was asked for. The exit status of `sekigahara export`."""
    if not (options.text or options.svg or options.html):
        raise WrongCommand(_("Say what is to be written: --text FILE, --svg FILE or --html FILE."))
    found = find_record(options.game or "")
    replayed = found.replay()
    if not replayed.report.seats:
        raise LocalError(
            _("{path} does not come so far that there is a game to show: `sekigahara audit` says why.").format(
                path=found.path
            )
        )
    reel = Reel(replayed, interface_of(replayed.game, UNICODE))
    eyes = eyes_named(reel, options.eyes)
    if options.text:
        _write(options.text, "\n".join([*text_log(reel, eyes), ""]))
    if options.svg:
        moment = reel.last if options.entry is None else options.entry + 1
        if not 0 <= moment <= reel.last:
            raise WrongCommand(
                _("There is no entry {entry}: the last is {last}.").format(entry=options.entry, last=reel.last - 1)
            )
        _write(options.svg, picture(reel, moment, eyes))
    if options.html:
        _write(options.html, page(reel))
    return 0


def eyes_named(reel: Reel, name: str) -> Eyes:
    """Through whose eyes: a side, `both` or `table`. Raises WrongCommand."""
    seats = reel.replay.game.seats
    named = {seats[0]: Eyes.FIRST, seats[1]: Eyes.SECOND, "both": Eyes.BOTH, "table": Eyes.TABLE}
    if name not in named:
        raise WrongCommand(
            _("{name!r} sees nothing of this game: say {eyes}.").format(name=name, eyes=alternatives(list(named)))
        )
    return named[name]


def _write(target: str, text: str) -> None:
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise LocalError(
            _("{path} cannot be written: {reason}. Choose another file.").format(path=target, reason=_(reason(error)))
        ) from error
    print(_("{path} is written.").format(path=target), file=sys.stderr)
