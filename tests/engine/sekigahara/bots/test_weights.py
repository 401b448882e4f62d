"""The weights of the steady bot: read from a file, every one checked, and each side's used for that side."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib.resources import files
from random import Random

import pytest

from engine.hidden import Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import make_bot
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS, Weights, WeightsError, read_weights, shipped_weights
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.components import ISHIDA, SIDES, TOKUGAWA
from tests.engine.sekigahara.positions import position

SHIPPED = files("engine.sekigahara.bots.steady").joinpath("tokugawa.toml").read_text(encoding="utf-8")


def changed(line: str, to: str) -> str:
    assert SHIPPED.count(f"\n{line}\n") == 1
    return SHIPPED.replace(f"\n{line}\n", f"\n{to}\n")


def test_each_side_has_its_file() -> None:
    for side, weights in zip(SIDES, SHIPPED_WEIGHTS, strict=True):
        assert shipped_weights(side) == weights
    assert SHIPPED_WEIGHTS[TOKUGAWA].castle == 2.0
    assert SHIPPED_WEIGHTS[ISHIDA].arrival == (1.0, 0.9, 0.55, 0.25)


def test_the_file_has_the_weights_in_the_order_of_their_descriptions() -> None:
    keys = [line.partition(" =")[0] for line in SHIPPED.splitlines() if " = " in line]
    assert keys == [field.name for field in fields(Weights)]


@pytest.mark.parametrize(
    ("line", "to", "message"),
    [
        ("castle = 2.0", "", "mine.toml: castle is missing"),
        ("castle = 2.0", "castle = 2.0\nspeed = 1", "mine.toml: speed is no weight"),
        (
            "fading = 0.72",
            "fading = 1.2",
            "mine.toml: fading must be a number from 0 to 1 (a chance), got 1.2",
        ),
        (
            "castle = 2.0",
            "castle = nan",
            "mine.toml: castle must be a number from 0 to 1000 (victory points), got nan",
        ),
        (
            "castle = 2.0",
            "castle = true",
            "mine.toml: castle must be a number from 0 to 1000 (victory points), got True",
        ),
        (
            "escort = 3",
            "escort = 3.0",
            "mine.toml: escort must be a whole number from 0 to 100 (how many), got 3.0",
        ),
        (
            "arrival = [1.0, 0.9, 0.55, 0.25]",
            "arrival = []",
            "mine.toml: arrival must be a list of numbers from 0 to 1 (a chance), got []",
        ),
        (
            "arrival = [1.0, 0.9, 0.55, 0.25]",
            "arrival = [1.0, 2.0]",
            "mine.toml: arrival must be a list of numbers from 0 to 1 (a chance), got [1.0, 2.0]",
        ),
    ],
)
def test_one_error_says_which_file_and_what_is_wrong(line: str, to: str, message: str) -> None:
    with pytest.raises(WeightsError) as error:
        read_weights(changed(line, to), "mine.toml")
    assert str(error.value) == message


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(WeightsError, match=r"^mine\.toml: speed is no weight; castle is missing; resource is missing;"):
        read_weights("speed = 1", "mine.toml")


def test_a_file_that_is_no_toml_is_named_too() -> None:
    with pytest.raises(WeightsError, match=r"^mine\.toml: "):
        read_weights("castle 2", "mine.toml")


def test_a_whole_number_will_do_for_any() -> None:
    assert read_weights(changed("castle = 2.0", "castle = 2"), "mine.toml") == SHIPPED_WEIGHTS[TOKUGAWA]


def test_no_division_by_nothing_is_asked_for() -> None:
    for line in ("party = 3.0", "uncertainty = 2.5", "leader_doubt = 3.0", "osaka_doubt = 10.0"):
        key = line.partition(" ")[0]
        with pytest.raises(WeightsError, match=f"{key} must be a number above 0"):
            read_weights(changed(line, f"{key} = 0"), "mine.toml")


def test_each_seat_plays_by_its_own_weights() -> None:
    table = position(
        {"edo": ["tokugawa-1-leader", "tokugawa-3", "tokugawa-3", "tokugawa-2"], "mito": ["date-2"]},
        {"osaka": ["ishida-1-leader", "kobayakawa-3"], "mori_box": ["mori-1-leader", "mori-3"]},
    )
    usual, idle = SHIPPED_WEIGHTS[TOKUGAWA], replace(SHIPPED_WEIGHTS[TOKUGAWA], worthwhile=1000.0)
    view = table.view(TOKUGAWA)
    assert SteadyBot((usual, idle)).choose(view) == SteadyBot().choose(view) != EndMovement()
    assert SteadyBot((idle, usual)).choose(view) == EndMovement()


def test_unusual_weights_play_a_whole_legal_game() -> None:
    timid = replace(SHIPPED_WEIGHTS[ISHIDA], arrival=(1.0,), card_share=3.0, power=0.0, crowd=0, escort=0, mori_hand=0)
    table = OpenTable(SEKIGAHARA, SeededChance(4))
    bots = (SteadyBot((timid, timid)), make_bot(SEKIGAHARA, "random", Random(4)))
    paid = 0
    while not isinstance(table.waiting, Over):
        seat = TOKUGAWA if table.asked(TOKUGAWA) is not None else ISHIDA
        action = bots[seat].choose(table.view(seat))
        paid += isinstance(action, Pay)
        table.act(seat, action)
    assert paid
