"""Which card brought which block, and what it added: held against how it happened, in games full of battles."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Piece
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.battle_line import battle_line
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.pieces import IS_LEADER, KIND_OF, SIDE_OF
from tests.engine.sekigahara.battles import act
from tests.engine.sekigahara.brawler import Brawler
from tests.engine.sekigahara.positions import combat_phase, pieces, position
from tests.tui.sekigahara.games import play


@pytest.mark.parametrize("seed", range(4))
def test_every_block_stands_with_its_card_and_its_impact(seed: int) -> None:
    table = OpenTable(SEKIGAHARA, SeededChance(seed))
    brought: dict[Piece, Piece | None] = {}
    bot, seen = Brawler(Random(seed)), 0

    class Watched:
        def choose(self, view):  # type: ignore[no-untyped-def]
            action = bot.choose(view)
            if isinstance(action, Deploy):
                brought.update(dict.fromkeys(action.blocks, action.card))
            return action

    for _ in play(table, Watched(), 400):
        combat = table.state.combat
        if combat is None:
            brought.clear()
            continue
        for side in SEATS:
            line = battle_line(table.state, side)
            assert [each.block for each in line] == [block for block, seat in combat.deployed if seat == side]
            if not all(each.known for each in line):
                assert any(block not in table.state.shown for block, _ in combat.deployed)
                continue
            assert sum([each.impact for each in line]) == combat.impact[side]
            for each in line:
                face = table.faces[each.block]
                seen += 1
                assert each.defected == (SIDE_OF[face] != side)
                if each.card != brought[each.block]:
                    # The one thing that the state does not say, and that changes nothing.
                    assert IS_LEADER[face]
                    assert each.card is not None
                    assert KIND_OF[table.faces[each.card]] == "double"
    assert seen


def test_swords_a_double_card_and_a_leader_without_a_card() -> None:
    table = position(
        {
            "suwa": ["tokugawa-1-leader", "date-1-gun", "maeda-2", "maeda-3"],
            "hand": ["date-swords", "maeda-double"],
        },
        {"suwa": ["ukita-3"], "hand": []},
    )
    table = combat_phase(table)
    act(table, Declare(location_named("suwa")))
    for card, *blocks in (
        (None, "tokugawa-1-leader"),
        ("date-swords", "date-1-gun"),
        ("maeda-double", "maeda-2", "maeda-3"),
    ):
        ids = tuple([pieces(table, TOKUGAWA, "suwa", block)[0] for block in blocks])
        act(table, Deploy(None if card is None else pieces(table, TOKUGAWA, "hand", card)[0], ids))
        if card is None:
            act(table, EndDeployment())
    line = battle_line(table.state, TOKUGAWA)
    names = [None if each.card is None else KIND_OF[table.faces[each.card]] for each in line]
    assert names == [None, "swords", "double", "double"]
    assert sorted([each.impact for each in line[2:]]) in ([2, 4], [3, 3])
    assert [each.impact for each in line[:2]] == [1, 3]
