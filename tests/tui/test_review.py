"""A review: the decisions of a record, what they were worth, and what is said of those that turned the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.advice import Advice, Adviser, Comparison
from engine.games import game_kind
from engine.hidden import Pool
from protocol.replay import Replay, replay
from tests.protocol.pair import write_record
from tests.tui.test_cli import run_main
from tests.whole_games.played import SHORT, Case, whole_game
from tui import reviews
from tui.games import words_of
from tui.lines import plain_text
from tui.reviews import BLOCKS, DIGITS, choices_of, review, review_lines, value_line

BOTH_GAMES = pytest.mark.parametrize("case", SHORT, ids=str)


class Oracle:
    """An adviser that knows at once: every plan would have been better by a tenth with another answer."""

    def __init__(self, adviser: Adviser[Any, Any]) -> None:
        self.real = adviser

    def advise(self, view: Any, random: Random) -> Advice[Any]:
        raise AssertionError("nobody asks for advice")

    def compare(self, view: Any, played: tuple[Any, ...], faces: Mapping[Any, Any], random: Random) -> Comparison[Any]:
        return Comparison((*played, played[-1]), 0.4, 0.5, 0.3, 0.6)

    def continues(self, question: Any) -> bool:
        return self.real.continues(question)

    def value(self, state: Any, faces: Mapping[Any, Any]) -> float:
        return self.real.value(state, faces)

    def concerned(self, view: Any, plan: tuple[Any, ...]) -> tuple[Pool, ...]:
        return self.real.concerned(view, plan)


def replayed_of(case: Case, entries: int | None = None) -> Replay[Any, Any]:
    return replay(case.game, list(whole_game(case).pair.host.entries)[:entries], checked=True)


@BOTH_GAMES
def test_turning_points_are_told_with_what_was_known_and_what_was_true(case: Case) -> None:
    replayed = replayed_of(case)
    heard: list[tuple[int, int]] = []
    oracle = Oracle(game_kind(case.game.name).adviser(case.game))
    found = review(replayed, oracle, lambda done, count: heard.append((done, count)))
    assert heard == [(number, reviews.WEIGHED) for number in range(reviews.WEIGHED)]
    assert len(found.values) == len(found.choices) + 1
    assert all(0 <= value <= 1 for value in found.values)
    assert len(found.turning_points) == reviews.TOLD
    moments = [point.choice.moment for point in found.turning_points]
    assert moments == sorted(moments)
    for point in found.turning_points:
        # What is said not to have been seen was not in the player's view, and is what lay there.
        assert point.view.faces == replayed.seen(point.choice.moment, point.choice.seat).faces
    text = [plain_text(line) for line in review_lines(replayed, words_of(case.game), found)]
    assert set(text[1]) <= set(BLOCKS)
    assert sum(line.startswith("Played: ") for line in text) == reviews.TOLD
    assert any("By what could be known: 50; with the true faces: 60." in line for line in text)
    assert any(line.startswith("Not to be seen then: ") for line in text)


def test_a_movement_phase_is_one_decision() -> None:
    replayed = replayed_of(SHORT[0])
    choices = choices_of(replayed, game_kind(SHORT[0].game.name).adviser(SHORT[0].game))
    assert any(len(choice.plan) > 2 for choice in choices)
    assert sum(len(choice.plan) for choice in choices) == sum(
        2 if hasattr(step.event, "actions") else hasattr(step.event, "action") for step in replayed.steps
    )


def test_of_a_game_whose_seeds_nobody_opened_nothing_hidden_is_weighed() -> None:
    case = SHORT[0]
    replayed = replayed_of(case, 150)
    oracle = Oracle(game_kind(case.game.name).adviser(case.game))
    found = review(replayed, oracle, lambda done, count: None)
    assert found.choices
    assert not found.turning_points
    text = " ".join([plain_text(line) for line in review_lines(replayed, words_of(case.game), found)])
    assert "No single decision" in text


def test_the_line_of_values_has_a_column_for_each_or_the_means() -> None:
    assert value_line([0.0, 0.5, 1.0]) == "▁▅█"
    assert value_line([0.0, 0.5, 1.0], blocks=False) == "047"
    assert len(set(value_line([0.5] * 100))) == 1
    assert len(value_line([0.3] * 1000)) == reviews.WIDTH
    assert len(BLOCKS) == len(DIGITS)


def test_the_command_prints_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "WEIGHED", 1)
    path = tmp_path / "record"
    path.write_bytes(write_record(whole_game(SHORT[1]).pair.host.entries))
    status, out, err = run_main(capsys, "review", str(path))
    assert status == 0
    assert "chance to win before each of" in out
    assert "Weighing decision 1 of 1..." in err
    path.write_bytes(write_record(list(whole_game(SHORT[1]).pair.host.entries)[:1]))
    status, _, err = run_main(capsys, "review", str(path))
    assert status
    assert err.splitlines()[-1].startswith("error: ")
