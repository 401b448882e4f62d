"""`sekigahara tutorial`: the lessons, on the screen or in lines of text."""

from __future__ import annotations

import sys

from tui.cli.catalogue import OFFERED, offered_kind
from tui.cli.checks import need_a_screen
from tui.cli.errors import WrongCommand
from tui.language import _
from tui.tutorial.course import Course
from tui.tutorial.progress import read_progress


def run_tutorial(game: str | None, lesson: int | None, *, plain: bool) -> int:
    """Play lessons of a game until the player leaves. The exit status of `sekigahara tutorial`."""
    kind = OFFERED[0] if game is None else offered_kind(game)
    try:
        course = Course(kind.make({}), read_progress())
    except LookupError as error:
        raise WrongCommand(_("There is no tutorial of {game}.").format(game=kind.name)) from error
    if lesson is not None and not 1 <= lesson <= len(course.names):
        said = _("The lessons of {game} are 1 to {last}, not {number}.")
        raise WrongCommand(said.format(game=kind.name, last=len(course.names), number=lesson))
    name = "" if lesson is None else course.names[lesson - 1]
    if plain:
        from tui.tutorial.plain import play_lessons

        return play_lessons(course, name, sys.stdin, lambda line: print(line, flush=True))
    need_a_screen()
    from tui.tutorial.app import make_tutorial_app

    app = make_tutorial_app(course, lesson=name)
    app.run()
    return app.return_code or 0
