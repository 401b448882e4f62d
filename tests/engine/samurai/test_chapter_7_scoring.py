"""Chapter 7: who has won, also against the rulebook's words carried out for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from engine.hidden import SEATS, Over
from engine.samurai.chapters.chapter_7_scoring import (
    Decided,
    Ending,
    FinalCount,
    decide,
    final_count,
    final_over,
    leaders,
)
from engine.samurai.state import Counts, State
from tests.engine.samurai.positions import BLUE, RED


def winners_by_the_book(captured: Sequence[Counts]) -> set[int]:
    """The rulebook's five steps for any number of players, written apart from the game's."""
    players = range(len(captured))
    most: dict[int, list[int]] = {player: [] for player in players}
    for kind in range(3):
        best = max(own[kind] for own in captured)
        with_most = [player for player in players if captured[player][kind] == best]
        if len(with_most) == 1:
            most[with_most[0]].append(kind)
    for player in players:
        if len(most[player]) >= 2:
            return {player}
    candidates = [player for player in players if most[player]]
    if candidates:
        others = {player: sum(captured[player]) - captured[player][most[player][0]] for player in candidates}
        candidates = [player for player in candidates if others[player] == max(others.values())]
    else:
        candidates = list(players)
    total = max(sum(captured[player]) for player in candidates)
    return {player for player in candidates if sum(captured[player]) == total}


def test_the_oracle_gives_what_the_rulebooks_second_example_tells() -> None:
    """Red: 6 helmets, 1 Buddha, 2 rice fields; yellow: 5 Buddhas, 3 rice fields; blue and green tie for rice fields."""
    red, yellow, blue, green = (6, 1, 2), (0, 5, 3), (3, 3, 4), (3, 3, 4)
    assert winners_by_the_book([red, yellow, blue, green]) == {0}
    assert winners_by_the_book([(5, 1, 2), yellow, blue, green]) == {0, 1}


def test_7_every_possible_count_is_decided_as_the_rulebook_says() -> None:
    shares = [(red, blue) for red in range(8) for blue in range(8 - red)]
    for helmets, buddhas, rice in product(shares, repeat=3):
        captured = ((helmets[0], buddhas[0], rice[0]), (helmets[1], buddhas[1], rice[1]))
        winner, _ = decide(captured)
        found = {0, 1} if winner is None else {int(winner)}
        assert found == winners_by_the_book(captured), captured


@pytest.mark.parametrize(
    ("red", "blue", "winner", "decided"),
    [
        ((3, 3, 0), (2, 2, 7), RED, Decided.MOST_OF_TWO),
        ((0, 0, 0), (1, 1, 1), BLUE, Decided.MOST_OF_TWO),
        ((3, 2, 2), (2, 2, 2), RED, Decided.ONLY_LEADER),
        ((4, 1, 1), (1, 3, 1), RED, Decided.ALL_FIGURES),
        ((4, 3, 2), (2, 4, 2), RED, Decided.OTHER_FIGURES),
        ((4, 0, 2), (3, 3, 2), BLUE, Decided.OTHER_FIGURES),
        ((2, 2, 2), (2, 2, 2), None, Decided.SHARED),
        ((0, 0, 0), (0, 0, 0), None, Decided.SHARED),
        ((3, 2, 1), (2, 3, 1), None, Decided.SHARED),
    ],
)
def test_7_1_to_7_5_each_step(red: Counts, blue: Counts, winner: int | None, decided: Decided) -> None:
    assert decide((red, blue)) == (winner, decided)


def test_7_2_a_tie_for_the_most_counts_for_nobody() -> None:
    assert leaders(((3, 2, 0), (2, 2, 0))) == {0: RED}


def test_7_3_the_figures_of_the_other_kinds_are_counted_without_the_kind_led() -> None:
    """Red leads helmets 5 to 1 and has 2 + 1 others; blue leads Buddhas 3 to 2 and has 1 + 1: red has more others."""
    assert decide(((5, 2, 1), (1, 3, 1))) == (RED, Decided.OTHER_FIGURES)


def test_7_4_equal_others_then_all_figures_count() -> None:
    """Others 1 + 1 each; in all 6 to 5."""
    assert decide(((4, 1, 1), (1, 3, 1))) == (RED, Decided.ALL_FIGURES)


def test_7_5_everything_equal_the_victory_is_shared() -> None:
    winner, decided = decide(((3, 1, 1), (1, 3, 1)))
    assert (winner, decided) == (None, Decided.SHARED)
    assert decide(((2, 2, 2), (2, 2, 2))) == (None, Decided.SHARED)


def test_7_6_between_two_nobody_leads_only_if_all_is_equal() -> None:
    """So the step that counts all figures then never finds a winner, and the victory is shared."""
    for counts in product(range(4), repeat=3):
        assert decide((counts, counts)) == (None, Decided.SHARED)


def test_s11_a_shared_victory_names_both_in_the_reason() -> None:
    state = State()
    state.captured = [(2, 2, 2), (2, 2, 2)]
    count = final_count(state, Ending.FOUR_ASIDE)
    assert count == FinalCount(None, Ending.FOUR_ASIDE, Decided.SHARED, (2, 2, 2), (2, 2, 2))
    assert count.winners == SEATS
    over = final_over(count)
    assert isinstance(over, Over)
    assert over.reason == count
