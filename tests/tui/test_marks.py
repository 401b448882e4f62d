"""What is still wrong with marked pieces, and what to do before they can be confirmed."""

from __future__ import annotations

import pytest

from engine.hidden import Piece
from tui.dialogue import Dialogue, Row
from tui.marks import Kind, at_least_one_block, exactly
from tui.steps import Checklist, Menu, Party, Problem


def last_row(problem: Problem, marked: int) -> Row:
    pieces = tuple(map(Piece, range(3)))
    step = Checklist("", [(piece, f"{piece}") for piece in pieces], problem, str, tuple, marked=pieces[:marked])
    return Dialogue(step).rows()[-1]


def test_who_confirms_too_few_hears_how_many_to_mark() -> None:
    one: list[tuple[Kind, str]] = [("block", "block"), ("card", "card"), ("tile", "tile")]
    for kind, word in one:
        assert last_row(exactly(1, kind), 0).instead == f"Mark 1 {word} first."
        assert last_row(exactly(2, kind), 0).instead == f"Mark 2 {word}s first."
        assert last_row(exactly(2, kind), 1).instead == f"Mark 1 more {word} first."
        assert last_row(exactly(3, kind), 1).instead == f"Mark 2 more {word}s first."
        assert not last_row(exactly(1, kind), 2).instead, "too many"
        assert last_row(exactly(1, kind), 1).ready
    assert last_row(at_least_one_block, 0).instead == "Mark at least 1 block first."
    assert last_row(at_least_one_block, 1).ready


@pytest.mark.parametrize("kind", [Checklist, Party])
def test_a_line_that_begins_marked_counts_down_and_one_that_begins_empty_up(kind: type) -> None:
    pieces = tuple(map(Piece, range(2)))

    def counted(marked: tuple[Piece, ...]) -> list[int]:
        items = [(piece, "alike") for piece in pieces]
        step = (
            Checklist("", items, lambda _: None, str, tuple, marked=marked)
            if kind is Checklist
            else Party("", items, lambda _: Menu("", []), marked)
        )
        dialogue, found = Dialogue(step), []
        for _ in range(4):
            found.append(dialogue.rows()[0].marks)
            dialogue.press(0)
        return found

    assert counted(pieces) == [2, 1, 0, 2]
    assert counted(()) == [0, 1, 2, 0]
