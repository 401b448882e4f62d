"""What would lose the game at once is said of a march, after it and at the end of the movement (2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_NAMED
from tests.engine.sekigahara.positions import Table, position
from tests.tui.sekigahara.games import port_at
from tests.tui.sekigahara.test_choosers import dialogue_at, press
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.plans import PlanPort
from tui.screens.planning import plan_lines
from tui.sekigahara.words.dangers import game_dangers

ALONE = "Mitsunari is alone at Kyoto, the enemy 2 roads away (1 block can come): his death loses the game (2.1)"


def kyoto(*others: str, enemies: int = 1) -> Table:
    """Mitsunari at Kyoto with others, the enemy two roads away at Kuwana."""
    own = {"kyoto": ["ishida-1-leader", *others]}
    return position({"kuwana": ["tokugawa-3"] * enemies}, own, active=ISHIDA, paid="limited", disks=["ueda"])


def march_of_others(table: Table) -> March:
    stack = table.state.pools[ISHIDA][location_named("kyoto")]
    mitsunari = FACE_NAMED["block-ishida-1-leader"]
    others = tuple([block for block in stack if table.faces[block] != mitsunari])
    return March(others, (location_named("osaka"),), False, None)


def test_of_those_who_can_come_it_is_told_if_all_of_them_are_attacked_first() -> None:
    """8.1: only who wins his combat can come afterwards."""
    own = {"kyoto": ["ishida-1-leader"], "kuwana": ["ukita-3"]}
    table = position({"kuwana": ["tokugawa-3"]}, own, active=ISHIDA, paid="limited", disks=["ueda"])
    view = table.view(ISHIDA)
    [(_place, words)] = game_dangers(view)
    assert words == ALONE.replace("(1 block can come)", "(1 block, attacked before that, can come)")
    [(_place, words)] = game_dangers(kyoto().view(ISHIDA))
    assert words == ALONE


def test_who_is_left_alone_is_told_of_the_plan_and_first_of_all_before_the_movement_ends() -> None:
    table = kyoto("ukita-3", "mori-2")
    assert "Mitsunari" not in dialogue_at(table).note, "three are no danger"
    plan: PlanPort[Any, Any] = PlanPort(port_at(table, ISHIDA))
    plan.act(march_of_others(table))
    [told] = [plain_text(line) for line in plan_lines(plan.situation(), interface_of(SEKIGAHARA, UNICODE))]
    assert told.startswith("1. Kyoto → Osaka, 2 blocks")
    assert f" — free; {ALONE}" in told
    table.act(ISHIDA, march_of_others(table))
    dialogue = dialogue_at(table)
    assert dialogue.note.startswith(f"{ALONE}. Limited movement:")
    [end] = [row for row in dialogue.rows() if row.text.startswith("End your movement")]
    assert end.detail.startswith(f"{ALONE}. ")
    assert press(dialogue, "End your movement") is None
    assert dialogue.note.startswith(f"{ALONE}.")
    assert isinstance(press(dialogue, "Yes, end your movement"), EndMovement)


@pytest.mark.parametrize(
    ("others", "enemies", "told"),
    [
        ((), 1, ALONE),
        (("ukita-3",), 3, ""),
        (
            ("ukita-3",),
            4,
            ALONE.replace("alone", "one of only 2").replace("1 block", "4 blocks"),
        ),
    ],
)
def test_who_stands_exposed_without_having_moved_is_told_wherever_the_movement_may_end(
    others: tuple[str, ...], enemies: int, told: str
) -> None:
    dialogue = dialogue_at(kyoto(*others, enemies=enemies))
    assert dialogue.note.startswith(f"{told}. ") if told else "Mitsunari" not in dialogue.note
    assert press(dialogue, "End your movement") is None
    assert dialogue.note.startswith(f"{told}. ") if told else "Mitsunari" not in dialogue.note


def test_whoever_buys_no_movement_is_told_before_that_and_not_asked_after_it() -> None:
    table = position({"kuwana": ["tokugawa-3"]}, {"kyoto": ["ishida-1-leader"]}, active=ISHIDA, paid=None, disks=[])
    assert dialogue_at(table).note.startswith(f"{ALONE}. Your hand: ")
    table.act(ISHIDA, Pay(Degree.NONE, ()))
    assert isinstance(press(dialogue_at(table), "End your movement"), EndMovement)


def test_who_fights_and_must_not_die_is_told_when_the_movement_ends() -> None:
    own = {"mito": ["tokugawa-1-leader", "date-2"], "hand": ["date-single"]}
    table = position(own, {"mito": ["ukita-3"]}, paid="minimal", arrivals=[(TOKUGAWA, "mito", "edo")])
    dialogue = dialogue_at(table)
    press(dialogue, "End your movement")
    assert dialogue.note.startswith("Ieyasu fights at Mito, 2 against 1: his death loses the game (2.1). ")


@pytest.mark.parametrize(
    ("tokugawa", "ishida", "told"),
    [
        (
            {"kyoto": ["tokugawa-3"]},
            {"gifu": ["ukita-3"]},
            "Hideyori is alone in Osaka, the enemy 1 road away (1 block can come): taken, you lose the game (2.1). ",
        ),
        (
            {"kyoto": ["tokugawa-3"] * 4},
            {"osaka": ["ukita-3"]},
            "Hideyori has only 1 block with him in Osaka, the enemy 1 road away (4 blocks can come): ",
        ),
        ({"kyoto": ["tokugawa-3"] * 2}, {"osaka": ["ukita-3"]}, ""),
        (
            {"osaka": ["tokugawa-3"] * 2},
            {"osaka": ["ukita-3"]},
            "Hideyori is besieged in Osaka, 1 block with him against 2: taken, you lose the game (2.1). ",
        ),
    ],
)
def test_hideyori_is_told_of_as_long_as_he_is_exposed(
    tokugawa: dict[str, list[str]], ishida: dict[str, list[str]], told: str
) -> None:
    table = position(tokugawa, ishida, active=ISHIDA, paid="minimal", disks=["osaka"])
    note = dialogue_at(table).note
    assert note.startswith(told) if told else "Hideyori" not in note
