"""`sekigahara review`: what a game's decisions were worth, and which of them turned it."""

from __future__ import annotations

import sys

from engine.games import game_kind
from protocol.errors import LocalError
from tui.cli.records import find_record
from tui.games import words_of
from tui.glyphs import glyphs_for
from tui.language import _
from tui.lines import plain_text
from tui.reviews import review, review_lines


def review_record(name: str) -> int:
    """Print the review of a record. The exit status of `sekigahara review`."""
    found = find_record(name)
    _say(_("Reading {game}...").format(game=found.name))
    replayed = found.replay(checked=True)
    if not replayed.report.seats:
        raise LocalError(
            _("{path} does not come so far that there is a game to review: `sekigahara audit` says why.").format(
                path=found.path
            )
        )
    game = found.game

    def progress(done: int, count: int) -> None:
        _say(_("Weighing decision {number} of {count}...").format(number=done + 1, count=count))

    reviewed = review(replayed, game_kind(game.name).adviser(game), progress)
    glyphs = glyphs_for()
    for line in review_lines(replayed, words_of(game), reviewed, blocks=not glyphs.ascii):
        print(glyphs.text(plain_text(line)))
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
