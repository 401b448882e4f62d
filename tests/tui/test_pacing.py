"""What happens is shown at a pace, and the cards of what has come to an end are not lost or talked over."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tui.log import Card
from tui.screens.pacing import Pacing
from tui.theme import Theme

CARD = Card("Battle of Sunpu", [])


class Table:
    """A screen and a port that only remember what is asked of them."""

    def __init__(self) -> None:
        self.steps = 0
        self.timers: list[Callable[[], None]] = []
        self.shown: list[Callable[[None], None]] = []
        self.app = SimpleNamespace(screen=None, push_screen=lambda card, closed: self.shown.append(closed))
        self.pace = 0.5
        self.events: list[int] = []

    def set_timer(self, seconds: float, call: Callable[[], None]) -> Any:
        self.timers.append(call)
        return SimpleNamespace(stop=lambda: None)

    def call_later(self, call: Callable[[], None]) -> None:
        call()

    def step(self) -> None:
        self.steps += 1

    def situation(self, new: int, *, behind: int = 0, asked: bool = False) -> Any:
        self.events += [0] * new
        return SimpleNamespace(events=self.events, behind=behind, question=object() if asked else None)


def pacing_of(table: Table) -> Pacing:
    return Pacing(table, table, Theme(), lambda: None)  # type: ignore[arg-type]


def test_nothing_moves_on_behind_a_card_until_it_is_closed() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=3), [])
    table.timers.pop()()
    pacing.follow(table.situation(1, behind=2), [CARD])
    assert len(table.shown) == 1
    pacing.follow(table.situation(0, behind=2), [])
    assert not table.timers
    table.shown[0](None)
    pacing.follow(table.situation(0, behind=2), [])
    assert len(table.timers) == 1


def test_the_card_of_an_own_decision_comes_however_late_its_end_is() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(5, asked=True), [])
    pacing.expect()
    # The decision goes out, comes back, and cards are drawn before the battle is over.
    pacing.follow(table.situation(0, asked=True), [])
    pacing.follow(table.situation(1), [])
    pacing.follow(table.situation(1, asked=True), [CARD])
    assert len(table.shown) == 1


def test_what_ends_after_the_next_question_needs_another_decision() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(5, asked=True), [])
    pacing.expect()
    pacing.follow(table.situation(1, asked=True), [])
    pacing.follow(table.situation(1, asked=True), [CARD])
    assert not table.shown
