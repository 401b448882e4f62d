"""`sekigahara rules`: the rules of a game, on the screen or as text."""

from __future__ import annotations

import textwrap
from typing import Final

from tui.cli.catalogue import OFFERED
from tui.cli.checks import can_draw
from tui.cli.errors import WrongCommand
from tui.games import words_of
from tui.language import _
from tui.rules_text import Section, rules_text

WIDTH: Final = 80


def show_rules(game: str | None, words: str) -> int:
    """Print the sections that have the words; on a terminal without words, show all on the screen."""
    name = game or OFFERED[0].name
    rules = rules_text(name)
    if not words and can_draw():
        from tui.rules_app import RulesApp

        title = words_of(next(kind for kind in OFFERED if kind.name == name).make({})).title
        RulesApp(_("The rules of {title}").format(title=title), rules).run()
        return 0
    found = rules.search(words)
    if not found:
        raise WrongCommand(_("Nothing in the rules of {name} has {words!r}.").format(name=name, words=words))
    for number, section in enumerate(found):
        print("\n" * bool(number) + "\n".join(section_text(section)))
    return 0


def section_text(section: Section) -> list[str]:
    """A section as lines of at most `WIDTH` columns."""
    lines = [section.heading]
    for line in section.plain().splitlines():
        lines += textwrap.wrap(line, WIDTH, subsequent_indent="  " if line.startswith("- ") else "") or [""]
    return lines
