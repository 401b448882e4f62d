"""Which deployments are offered first, and what is told of them: cards that others need, what is for good."""

from __future__ import annotations

from engine.sekigahara.components import ISHIDA
from tests.engine.sekigahara.battles import act, battle
from tests.tui.sekigahara.games import Table, asked
from tui.dialogue import Dialogue, Row
from tui.sekigahara.choosers.first_step import first_step


def rows_at(table: Table) -> list[Row]:
    return Dialogue(first_step(*asked(table))).rows()


def siege(blocks: list[str], hand: list[str], besieged: list[str] | None = None) -> Table:
    """Of Gifu, by these blocks of Tokugawa's."""
    inside = ["ukita-3"] if besieged is None else besieged
    hands = hand, ["mori-single"]
    return battle(blocks, inside, hands=hands, place="gifu", inside=True, holders={"gifu": ISHIDA})


def test_a_block_that_any_card_deploys_takes_one_that_no_other_block_needs() -> None:
    """8.2.2: by the first line that is offered, every time, the castle falls."""
    table = siege(["ii-4", "fukushima-1-cavalry", "tokugawa-2"], ["fukushima-single", "tokugawa-single", "date-double"])
    first = rows_at(table)[0]
    assert first.text == "+4, impact 4: Ii 4 with Date double; then 7 at most"
    assert first.ways == 3, "the other cards are ways of the same line"
    for _deployment in range(3):
        rows = Dialogue(first_step(*asked(table)))
        action = rows.press(rows.first_row)
        assert action is not None
        act(table, action)
    assert table.state.current_combat().impact[0] == 7


def test_a_line_of_a_siege_says_what_it_leaves_where_that_differs() -> None:
    table = siege(["ii-4", "fukushima-1-cavalry"], ["fukushima-single"])
    lines = [(row.text, row.detail) for row in rows_at(table) if not row.key and row.ready]
    assert [text for text, _detail in lines] == [
        "+4, impact 4: Ii 4 with Fukushima card; then 4 at most",
        "+1, impact 1: Fukushima 1 cavalry with Fukushima card; then 1 at most",
    ]
    assert lines[0][1].startswith("No card is left then for: Fukushima 1 cavalry. ")
    assert lines[1][1].startswith("No card is left then for: Ii 4. ")
    alike = siege(["tokugawa-3", "date-3"], ["tokugawa-single", "date-single"])
    assert not any("at most" in row.text for row in rows_at(alike))


def test_in_a_battle_too_a_block_takes_the_card_that_no_other_needs() -> None:
    table = battle(
        ["ii-4", "fukushima-2"],
        ["ukita-3", "mori-2"],
        hands=(["fukushima-single", "maeda-double"], ["mori-single"]),
    )
    [line] = [row for row in rows_at(table) if "Ii 4" in row.text]
    assert "Ii 4 with Maeda double" in line.text
    assert "at most" not in line.text, "the enemy deploys as well"


def test_what_is_for_good_is_told_before_the_score() -> None:
    """8.2.4, 8.7.2: where there are few rows the end is cut."""
    table = battle(
        ["tokugawa-3", "maeda-1-leader"], ["ukita-3", "mori-2"], hands=(["tokugawa-single"], ["mori-single"])
    )
    leader, block = [row.detail for row in rows_at(table)[:2]]
    assert leader.startswith("Deployed, this leader is lost before those who are not (8.7.2). Then you lead")
    assert block.startswith("After this card leaders need one too (8.2.4): Maeda leader. Then you lead")
