"""A review: the decisions of a record, what they were worth, and what is said of those that turned the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.advice import Advice, Adviser, Comparison
from engine.games import game_kind
from engine.hidden import SEATS, Pool
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, advice
from engine.sekigahara.advice import SekigaharaAdviser
from engine.sekigahara.board import LOCATIONS, location_named
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import PROTAGONIST
from protocol.replay import Replay, replay
from tests.engine.sekigahara.moves import at, march
from tests.engine.sekigahara.positions import Table
from tests.protocol.pair import write_record
from tests.tui.test_cli import run_main
from tests.whole_games.played import SHORT, Case, whole_game
from tui import reviews
from tui.cli.review import left_words
from tui.games import words_of
from tui.lines import plain_text
from tui.reviews import BLOCKS, DIGITS, choices_of, review, review_lines, stage_line, value_line

KOFU = location_named("kofu")
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

    def lost_by(self, over: Any, decisions: Any) -> int | None:
        return self.real.lost_by(over, decisions)

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
    assert any(line.startswith("Hidden then: ") for line in text)


class Made(Replay[Any, Any]):
    """A record made of a game at one table, from a position on."""

    def state(self, moment: int) -> Any:
        return self.steps[moment - 1].after if moment else self.steps[0].before

    def names(self) -> tuple[str, str]:
        return "Ann", "Bob"


class Recording:
    """A game that notes every event: what was waited for, and the states before and after."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.noted: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, state: Any, event: Any) -> None:
        before, waited = state.copy(), self.game.waiting(state)
        self.game.apply(state, event)
        self.noted.append(SimpleNamespace(before=before, after=state.copy(), waited=waited, event=event))


def test_the_march_that_exposed_the_leader_is_told_though_nothing_happened_for_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advice, "WORLDS", (2, 2))
    monkeypatch.setattr(advice, "TASTES", 2)
    table: Table = OpenTable(SEKIGAHARA, SeededChance(2))
    state, bot = table.state, SteadyBot()
    while not (isinstance(table.asked(TOKUGAWA), PaymentDue) and state.first == TOKUGAWA):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        table.act(seat, bot.choose(table.view(seat)))
    leader = [block for block in at(table, TOKUGAWA, "edo") if table.faces[block] == PROTAGONIST[TOKUGAWA]]
    state.transfer(TOKUGAWA, tuple(leader), location_named("edo"), location_named("numazu"))
    hunters = [(place, block) for place in LOCATIONS for block in state.pools[ISHIDA][place]][:4]
    for place, block in hunters:
        state.transfer(ISHIDA, (block,), place, location_named("suwa"))
    game = Recording(SEKIGAHARA)
    table.game = game
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    march(table, at(table, TOKUGAWA, "numazu"), "kofu")
    table.act(TOKUGAWA, EndMovement())
    table.act(ISHIDA, Pay(Degree.MINIMAL, ()))
    march(table, at(table, ISHIDA, "suwa"), "kofu")
    table.act(TOKUGAWA, Reveal())
    replayed: Made = Made(SEKIGAHARA, None, tuple(game.noted), table.faces)  # type: ignore[arg-type]
    found = review(replayed, SekigaharaAdviser(), lambda done, count: None)
    lost = [point for point in found.turning_points if point.lost]
    assert [(point.choice.seat, type(point.choice.question)) for point in lost] == [(TOKUGAWA, PaymentDue)]
    assert any(isinstance(answer, March) and answer.stops[-1] == KOFU for answer in lost[0].choice.plan)
    assert lost[0].comparison.loss > 0
    assert not any(isinstance(answer, March) and answer.stops[-1] == KOFU for answer in lost[0].comparison.plan)
    text = [plain_text(line) for line in review_lines(replayed, words_of(SEKIGAHARA), found)]
    assert any(line.startswith("The game was lost by what this exposed: ") for line in text)
    # Why the other plan is better is said, and the heading reads with any name, in any language.
    compared = lost[0].comparison
    assert compared.reasons
    assert not set(compared.reasons) & set(compared.played_reasons)
    told = [point.comparison.reasons for point in found.turning_points]
    told += [point.comparison.played_reasons for point in found.turning_points]
    assert sum(line.startswith("  It ") for line in text) == sum(map(bool, told))
    assert any(line.endswith(", Ann (Tokugawa): pay for movement") for line in text)


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


def test_how_long_it_still_takes_goes_by_what_is_done() -> None:
    assert left_words(0.1, 0, 12) == ""
    assert left_words(10, 1, 3) == "About 20 seconds more."
    assert left_words(60, 4, 12) == "About 2 minutes more."


def test_beneath_the_line_of_values_the_stages_begin_where_there_is_room_to_name_them() -> None:
    assert stage_line(["week 1"] * 9 + ["week 2"] * 3 + ["week 3"]) == "|week 1  |week 2"
    first, second = stage_line(["week 1"] * 150 + ["week 2"] * 150).split("|")[1:]
    assert (len(first), second) == (reviews.WIDTH // 2 - 2, "week 2")


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
