"""What happens is shown at a pace, and the cards of what has come to an end are not lost or talked over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.hidden import SEATS, Acted, other
from tui.glyphs import UNICODE
from tui.log import Card
from tui.moment import FirstMoment
from tui.screens.card import CardScreen
from tui.screens.pacing import Pacing
from tui.theme import Theme

CARD = Card("Battle of Sunpu", [])


class Table:
    """A screen and a port that only remember what is asked of them."""

    def __init__(self) -> None:
        self.steps = self.skips = 0
        self.timers: list[Callable[[], None]] = []
        self.waits: list[float] = []
        self.now = 100.0
        self.shown: list[Callable[[None], None]] = []
        self.is_active = True
        self.app = SimpleNamespace(push_screen=lambda card, closed: self.shown.append(closed))
        self.pace = 0.5
        self.events: list[Any] = []
        self.seat = SEATS[0]
        self.boxes: list[list[str]] = []
        self.hurried = False
        self.read = 0
        """How many cards of a box are read one by one, with the one that is told just now."""
        self.before: list[bool] = []
        """Whether a box says that it tells of what came before, each time that was said."""

    def set_timer(self, seconds: float, call: Callable[[], None]) -> Any:
        self.timers.append(call)
        self.waits.append(seconds)
        return SimpleNamespace(stop=lambda: None)

    def call_later(self, call: Callable[[], None]) -> None:
        call()

    def box(self, *cards: Card) -> Any:
        self.boxes.append([card.title for card in cards])

        def tell(*more: Card) -> None:
            self.boxes.append([card.title for card in more])

        def dismiss(closed: None) -> None:
            self.shown[-1](closed)

        return SimpleNamespace(
            cards=cards,
            clicked=None,
            say_whether_before=self.before.append,
            tell=tell,
            read=self.read,
            is_active=True,
            dismiss=dismiss,
        )

    def skip(self) -> None:
        """All of it is shown when it is followed next."""
        self.skips += 1

    def step(self) -> None:
        self.steps += 1

    def take_hurried(self) -> bool:
        hurried, self.hurried = self.hurried, False
        return hurried

    def situation(self, new: int, *, behind: int = 0, asked: bool = False, timed: bool = False) -> Any:
        self.events += [0] * new
        view, question = SimpleNamespace(seat=self.seat), object() if asked else None
        by = 1.0 if timed else None
        return SimpleNamespace(
            events=self.events, behind=behind, question=question, view=view, answer_by=by, ended=None
        )


def pacing_of(table: Table) -> Pacing:
    return Pacing(table, table, table.box, lambda: None, clock=lambda: table.now)  # type: ignore[arg-type]


def test_nothing_moves_on_behind_a_card_until_it_is_closed() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=3), [])
    table.timers.pop()()
    table.now += table.pace
    pacing.follow(table.situation(1, behind=2), [CARD])
    assert len(table.shown) == 1
    pacing.follow(table.situation(0, behind=2), [])
    assert not table.timers
    table.shown[0](None)
    pacing.follow(table.situation(0, behind=2), [])
    assert len(table.timers) == 1


def test_what_was_shown_last_is_in_sight_for_a_while_before_a_card_tells_what_came_of_it() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.timers.pop()()
    assert not pacing.holds([])
    assert pacing.holds([CARD])
    pacing.follow(table.situation(1), [CARD])
    assert not table.shown
    assert pacing.reads, "the result of the game waits as well"
    assert table.waits[-1] == pytest.approx(table.pace)
    table.now += table.pace
    table.timers.pop()()
    pacing.follow(table.situation(0), [])
    assert len(table.shown) == 1


def test_whoever_skips_waits_for_no_card() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.timers.pop()()
    pacing.follow(table.situation(1), [CARD])
    assert pacing.skip()
    pacing.follow(table.situation(0), [])
    assert len(table.shown) == 1


@pytest.mark.parametrize(("later", "wait"), [(0.1, 0.4), (2.0, 0.0)])
def test_what_comes_late_is_shown_no_sooner_after_the_last_than_what_was_there_already(
    later: float, wait: float
) -> None:
    """Who answers by himself between two of the enemy's deployments would see the first for as long as that takes."""
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    assert table.waits.pop() == pytest.approx(0, abs=0.01)
    table.timers.pop()()
    pacing.follow(table.situation(1), [])
    assert not table.timers
    table.now += later
    pacing.follow(table.situation(1, behind=1), [])
    assert table.waits == [pytest.approx(wait, abs=0.01)]


def test_a_box_says_that_it_tells_of_what_came_before_when_more_has_happened_since() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1), [replace(CARD, events=1)])
    table.events.append(Acted(table.seat, None, {}))
    pacing.follow(table.situation(1), [])
    table.events.append(Acted(other(table.seat), None, {}))
    pacing.follow(table.situation(0), [])
    assert table.before == [False, False, True]


def test_a_card_comes_at_every_pace_and_whoever_brought_it_about() -> None:
    for pace in (0.0, 0.5):
        table = Table()
        table.pace = pace
        pacing = pacing_of(table)
        pacing.follow(table.situation(5, asked=True), [])
        pacing.follow(table.situation(1, asked=True), [CARD])
        assert len(table.shown) == 1


def test_a_card_waits_until_nothing_else_lies_over_the_game() -> None:
    table = Table()
    pacing = pacing_of(table)
    table.is_active = False
    pacing.follow(table.situation(1, asked=True), [CARD])
    assert not table.shown
    table.is_active = True
    pacing.resumed()
    assert len(table.shown) == 1


def test_cards_that_come_together_are_one() -> None:
    table = Table()
    pacing = pacing_of(table)
    together = [CARD, Card("Week 2", [[("13 to 7", "plain")]])]
    pacing.follow(table.situation(2), together)
    assert table.boxes == [[card.title for card in together]]
    assert len(table.shown) == 1
    assert not pacing.unread
    box = CardScreen(together, Theme(UNICODE))
    assert (box._title, box._text.plain) == ("Battle of Sunpu · Week 2", "\nWeek 2\n13 to 7")


@pytest.mark.parametrize(
    ("pace", "skips", "told"), [(0.0, False, ["part"]), (0.5, False, []), (0.5, True, ["part"])], ids=str
)
def test_what_a_later_card_tells_again_is_told_to_who_has_not_seen_it_happen(
    pace: float, *, skips: bool, told: list[str]
) -> None:
    table = Table()
    table.pace = pace
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    if skips:
        pacing.skip()
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole")])
    assert table.boxes == ([told] if told else [])


def test_what_was_shown_last_is_skipped_as_well_while_nothing_has_come_after_it() -> None:
    """A program that thinks between two marches has them come one by one: whoever skips one has not seen them all."""
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.timers.pop()()
    pacing.follow(table.situation(1), [])
    assert not table.timers
    assert pacing.skip()
    pacing.follow(table.situation(0, behind=1), [])
    assert table.waits[-1] == pytest.approx(0, abs=0.01), "the next comes without delay"
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole")])
    assert table.boxes == [["part"]]


def test_what_has_been_pressed_for_the_answer_does_not_skip_what_comes_of_it() -> None:
    table = Table()
    pacing = Pacing(table, table, table.box, lambda: None, clock=lambda: table.now, grace=0.4)  # type: ignore[arg-type]
    pacing.answered()
    pacing.follow(table.situation(1, behind=3), [])
    assert pacing.skip(), "it is taken"
    table.timers.pop()()
    pacing.follow(table.situation(1, behind=2), [])
    table.now += 0.3
    assert pacing.skip()
    assert table.timers, "it goes on step by step"
    table.now += 0.1
    assert pacing.skip()
    assert table.timers, "whoever presses again and again draws it out"
    table.now += 0.3
    table.skips = 0
    assert pacing.skip()
    assert table.skips == 1
    pacing.follow(table.situation(1, behind=2), [])
    assert pacing.skip()
    assert table.skips == 2, "it is about the first step after an answer alone"


def test_nothing_is_skipped_once_something_is_asked_or_what_was_shown_has_been_looked_at() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.timers.pop()()
    pacing.follow(table.situation(1, asked=True), [])
    assert not pacing.skip(), "the key answers"
    pacing.follow(table.situation(0), [])
    table.now += table.pace
    assert not pacing.skip(), "there is nothing that it could shorten"


def test_what_was_shown_under_something_else_was_not_seen() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.is_active = False
    table.timers.pop()()
    table.is_active = True
    table.now += table.pace
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole")])
    assert table.boxes == [["part"]]


def test_what_the_player_has_seen_step_by_step_keeps_nothing_waiting() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    table.timers.pop()()
    part = Card("part", [], part_of="whole")
    assert not pacing.holds([part])
    assert pacing.holds([part, CARD])


def test_whoever_has_answered_by_a_set_time_is_not_told_later_what_will_be_told_again() -> None:
    table = Table()
    table.pace = 0.0
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, timed=True), [Card("part", [], part_of="whole"), CARD])
    assert not table.boxes
    pacing.answered()
    pacing.follow(table.situation(1), [])
    assert table.boxes == [[CARD.title]]


def test_whoever_has_answered_sees_what_comes_after_step_by_step_though_something_was_skipped_before() -> None:
    table = Table()
    pacing = pacing_of(table)
    pacing.follow(table.situation(1, behind=1), [])
    assert pacing.skip()
    pacing.answered()
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole")])
    assert not table.boxes


def test_what_was_not_shown_for_want_of_time_is_told() -> None:
    table = Table()
    pacing = pacing_of(table)
    table.hurried = True
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole")])
    assert table.boxes == [["part"]]


@pytest.mark.parametrize(("read", "again"), [(0, ["first", "second"]), (1, ["first", "second"]), (2, ["second"])])
def test_no_box_lies_over_what_has_to_be_answered_by_a_set_time(read: int, again: list[str]) -> None:
    table = Table()
    table.read = read
    pacing = pacing_of(table)
    cards = [Card("first", []), Card("second", [])]
    pacing.follow(table.situation(1), cards)
    assert table.boxes == [["first", "second"]]
    pacing.follow(table.situation(1, timed=True), [])
    pacing.follow(table.situation(1, timed=True), [])
    pacing.resumed()
    assert len(table.boxes) == 1
    assert pacing.unread == len(again)
    pacing.follow(table.situation(1), [])
    assert table.boxes[1:] == [again]


def test_a_step_of_what_goes_on_is_not_told_again_behind_an_answer_by_a_set_time() -> None:
    table = Table()
    pacing = pacing_of(table)
    step, other_card = Card("Challenge", [], passing=True), Card("Week", [])
    pacing.follow(table.situation(1), [step, other_card])
    assert table.boxes == [["Challenge", "Week"]]
    pacing.follow(table.situation(1, timed=True), [])
    pacing.follow(table.situation(1), [])
    assert table.boxes[1:] == [["Week"]]


def test_of_two_cards_that_wait_the_one_that_tells_both_is_shown() -> None:
    table = Table()
    pacing = pacing_of(table)
    table.is_active = False
    pacing.follow(table.situation(1), [Card("part", [], part_of="whole"), CARD])
    table.is_active = True
    pacing.follow(table.situation(1), [Card("whole", [])])
    assert table.boxes == [[CARD.title, "whole"]]


@pytest.mark.parametrize(("read", "told"), [(0, [CARD.title, "whole"]), (1, [CARD.title, "whole"]), (2, None)])
def test_what_an_open_box_has_still_to_tell_is_not_told_before_what_tells_it_again(
    read: int, told: list[str] | None
) -> None:
    table = Table()
    table.pace, table.read = 0.0, read
    pacing = pacing_of(table)
    pacing.follow(table.situation(1), [CARD, Card("part", [], part_of="whole")])
    pacing.follow(table.situation(1), [Card("whole", [])])
    assert table.boxes == [[CARD.title, "part"], told or [CARD.title, "part", "whole"]]


def test_a_box_that_is_gone_before_it_was_laid_out_takes_no_room() -> None:
    """It was closed as soon as it was there, and what was to be done after it had been drawn came later."""
    box = CardScreen([CARD], Theme(UNICODE))
    box._take_room()
    box._show_foot()


class Clock:
    """A clock that stands until somebody moves it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_counts_before_something_has_been_seen_for_a_moment() -> None:
    clock = Clock()
    moment = FirstMoment(0.4, clock)
    assert not moment.lasts
    moment.begin()
    clock.now += 60
    assert moment.lasts, "it has not been drawn yet"
    moment.seen()
    clock.now += 0.39
    assert moment.lasts
    clock.now += 0.02
    assert not moment.lasts
    moment.begin()
    moment.end()
    assert not moment.lasts, "the player has brought it about"


def test_whoever_holds_a_key_down_answers_nothing() -> None:
    clock = Clock()
    moment = FirstMoment(0.4, clock)
    moment.begin()
    moment.seen()
    for _ in range(100):
        assert moment.lasts
        moment.stray()
        clock.now += 0.19
    clock.now += 0.02
    assert not moment.lasts
    moment.stray()
    assert not moment.lasts, "what is over does not begin again"


def test_a_moment_that_is_longer_than_usual_can_be_made_as_long_as_usual() -> None:
    clock = Clock()
    moment = FirstMoment(0.4, clock)
    for seen in (False, True):
        moment.begin(2.5)
        if seen:
            moment.seen()
        moment.usual()
        moment.usual()
        moment.seen()
        clock.now += 0.39
        assert moment.lasts
        clock.now += 0.02
        assert not moment.lasts
