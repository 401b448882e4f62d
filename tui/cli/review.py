"""`sekigahara review`: what a game's decisions were worth, and which of them turned it."""

from __future__ import annotations

import sys
import time

from engine.games import game_kind
from protocol.errors import LocalError
from tui.cli.records import find_record
from tui.games import words_of
from tui.glyphs import glyphs_for
from tui.language import _, plural
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

    began = time.monotonic()

    def progress(done: int, count: int) -> None:
        told = _("Weighing decision {number} of {count}...").format(number=done + 1, count=count)
        left = left_words(time.monotonic() - began, done, count)
        _say(f"{told} {left}" if left else told)

    reviewed = review(replayed, game_kind(game.name).adviser(game), progress)
    glyphs = glyphs_for()
    for line in review_lines(replayed, words_of(game), reviewed, blocks=not glyphs.ascii):
        print(glyphs.text(plain_text(line)))
    return 0


def left_words(seconds: float, done: int, count: int) -> str:
    """About how long it still takes, by how long those took that are done; nothing before the first of them is."""
    if not done:
        return ""
    left = seconds / done * (count - done)
    if left < 60:
        return plural(max(1, round(left)), "About {count} second more.", "About {count} seconds more.")
    return plural(round(left / 60), "About {count} minute more.", "About {count} minutes more.")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
