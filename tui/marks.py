"""What may be wrong with marked pieces: checks for the steps in which pieces are marked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from tui.language import _, ngettext
from tui.steps import Pieces, Problem, Why

Kind: TypeAlias = Literal["block", "card", "tile"]


def exactly(count: int, what: Kind) -> Problem:
    """The check that exactly `count` pieces are marked."""

    def problem(marked: Pieces) -> Why | None:
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
        missing = count - len(marked)
        first = _first(missing, what, more=bool(marked)) if missing > 0 else ""
        return Why(words.format(count=count, marked=len(marked)), first)

    return problem


def _first(count: int, what: Kind, *, more: bool) -> str:
    """What to do before the marks can be confirmed: so many are to be marked, or so many `more`."""
    if what == "block":
        words = (
            ngettext("Mark {count} more block first.", "Mark {count} more blocks first.", count)
            if more
            else ngettext("Mark {count} block first.", "Mark {count} blocks first.", count)
        )
    elif what == "card":
        words = (
            ngettext("Mark {count} more card first.", "Mark {count} more cards first.", count)
            if more
            else ngettext("Mark {count} card first.", "Mark {count} cards first.", count)
        )
    else:
        words = (
            ngettext("Mark {count} more tile first.", "Mark {count} more tiles first.", count)
            if more
            else ngettext("Mark {count} tile first.", "Mark {count} tiles first.", count)
        )
    return words.format(count=count)


def at_least_one_block(marked: Pieces) -> Why | None:
    """The check that a block is marked."""
    return None if marked else Why(_("Mark at least 1 block: 0 marked so far"), _("Mark at least 1 block first."))


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

    def problem(marked: Pieces) -> str | Why | None:
        return next((found for check in problems if (found := check(marked)) is not None), None)

    return problem
