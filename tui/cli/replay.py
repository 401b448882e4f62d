"""`sekigahara replay`: a record looked at again, on the screen."""

from __future__ import annotations

import sys

from protocol.errors import LocalError
from tui.cli.checks import need_a_screen
from tui.cli.records import find_record
from tui.language import _


def replay_record(name: str) -> int:
    """Show the record until the player leaves. The exit status of `sekigahara replay`."""
    found = find_record(name)
    need_a_screen()
    count = len(found.record.entries)
    print(_("Checking {count} entries of {name}...").format(count=count, name=found.name), file=sys.stderr)
    replayed = found.replay()
    if not replayed.report.seats:
        raise LocalError(
            _("{path} does not come so far that there is a game to show: `sekigahara audit` says why.").format(
                path=found.path
            )
        )
    from tui.replay_app import make_replay_app

    app = make_replay_app(replayed)
    app.run()
    return app.return_code or 0
