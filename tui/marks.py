"""What may be wrong with marked pieces: checks for the steps in which pieces are marked."""

from __future__ import annotations

from typing import Literal

from tui.language import _, ngettext
from tui.steps import Pieces, Problem


def exactly(count: int, what: Literal["block", "card", "tile"]) -> Problem:
    """The check that exactly `count` pieces are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) == count:
            return None
        if what == "block":
            words = ngettext(
                "Mark {count} block: {marked} marked so far", "Mark {count} blocks: {marked} marked so far", count
            )
        elif what == "card":
            words = ngettext(
                "Mark {count} card: {marked} marked so far", "Mark {count} cards: {marked} marked so far", count
            )
        else:
            words = ngettext(
                "Mark {count} tile: {marked} marked so far", "Mark {count} tiles: {marked} marked so far", count
            )
        return words.format(count=count, marked=len(marked))

    return problem


def at_least_one_block(marked: Pieces) -> str | None:
    """The check that a block is marked."""
    return None if marked else _("Mark at least 1 block: 0 marked so far")


def at_most_blocks(limit: int) -> Problem:
    """The check that no more than `limit` blocks are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) <= limit:
            return None
        words = ngettext(
            "Mark at most {count} block: {marked} marked so far",
            "Mark at most {count} blocks: {marked} marked so far",
            limit,
        )
        return words.format(count=limit, marked=len(marked))

    return problem


def all_of(*problems: Problem) -> Problem:
    """The first of several checks that finds something wrong."""

    def problem(marked: Pieces) -> str | None:
        return next((found for check in problems if (found := check(marked)) is not None), None)

    return problem
