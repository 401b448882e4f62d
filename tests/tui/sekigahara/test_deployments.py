"""Which deployments are offered first, and what is told of them: cards that others need, what is for good."""

from __future__ import annotations

import pytest

from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import act, battle, deploy, deployment
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, note_in_sight, panel_of, screen_text, settled, until
from tests.tui.sekigahara.games import Table, asked, port_at
from tui.dialogue import Dialogue, Row
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.unasked import unasked


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
    assert block.startswith("After this card leaders need one too (8.2.4): Maeda leader.\n")


def test_what_may_come_of_a_deployment_one_way_or_the_other_has_a_line_each() -> None:
    """8.6: what a challenge would do, and what comes of it without one, read as one thing after the other."""
    table = battle(["tokugawa-3", "date-2"], ["ukita-3", "mori-2"], hands=(["tokugawa-single"], ["mori-single"]))
    challenged, stands = rows_at(table)[0].detail.split("\n")
    assert challenged.startswith("If challenged (")
    assert "that Ishida can): you hold no second Tokugawa card, it fights for Ishida, Ishida leads 3 to 0" in challenged
    assert stands.startswith("If it stands: you lead 3 to 0, ")


def test_whoever_can_deploy_nobody_is_told_which_blocks_and_which_cards() -> None:
    """8.2.2."""

    def told(table: Table) -> str:
        return unasked(table.view(TOKUGAWA), table.asked(TOKUGAWA), EndDeployment()).log

    def fought(hand: list[str]) -> Table:
        return battle(["tokugawa-3", "date-2"], ["ukita-3", "mori-2"], hands=(hand, ["mori-single"]))

    assert told(fought(["maeda-single", "tokugawa-loyalty"])) == (
        "Suwa: ended for you, as you could deploy nothing: "
        "no card for Tokugawa 3, Date 2; you hold Maeda card, Loyalty Challenge."
    )
    assert ": no card for Tokugawa 3, Date 2; you hold no cards." in told(fought([]))
    table = siege(["tokugawa-3", "date-2"], ["date-single", "maeda-single"])
    act(table, deployment(table, "date-single", "date-2"))
    assert told(table) == (
        "Gifu: ended for you, as nothing is left that you could deploy: no card for Tokugawa 3; you hold Maeda card."
    )
    table = siege(["date-2"], ["date-single", "maeda-single"])
    act(table, deployment(table, "date-single", "date-2"))
    assert ": all your blocks there are deployed." in told(table)


def test_whoever_chooses_inside_or_outside_reads_the_hand_and_what_else_is_to_be_fought() -> None:
    """8.9.2, 8.1."""
    own = {"gifu": ["tokugawa-3", "date-2"], "kiyosu": ["date-3"], "hand": ["tokugawa-single", "maeda-single"]}
    enemy = {"gifu": ["ukita-3", "mori-2", "mori-3"], "kiyosu": ["mori-1-gun", "mori-2"]}
    table = position(own, enemy, active=ISHIDA, holders={"gifu": TOKUGAWA})
    act(combat_phase(table), Declare(location_named("gifu")))
    told = "To come this phase as well: Kiyosu (1 against 2)."
    assert all(told in row.detail for row in rows_at(table))
    page = [plain_text(line) for line in drawn_battle(table.view(TOKUGAWA), 78, UNICODE)]
    assert "Your hand: Maeda card, Tokugawa card" in page
    assert told in page
    alone = position(own | {"kiyosu": []}, enemy, active=ISHIDA, holders={"gifu": TOKUGAWA})
    act(combat_phase(alone), Declare(location_named("gifu")))
    assert all("No other combat is to come this phase." in row.detail for row in rows_at(alone))


def test_the_page_of_a_siege_says_who_besieges_whom_and_both_sides_stand_in_its_second_row() -> None:
    """8.9.3: nobody leads, and the besieged deploy nothing."""
    table = siege(["tokugawa-3", "date-2"], ["tokugawa-single", "date-single"])
    for width, title in (
        (78, "Siege of Gifu: Tokugawa attacks · Ishida held the castle before this battle."),
        (50, "Siege of Gifu: Tokugawa attacks"),
    ):
        page = [plain_text(line) for line in drawn_battle(table.view(TOKUGAWA), width, UNICODE)]
        assert page[0] == title
        assert "besieges" in page[1]
        assert "is besieged" in page[1]
        assert "initiative" not in " ".join(page)
        assert sum("held the castle" in line for line in page) == 1


def test_how_both_sides_stand_comes_before_what_is_in_question() -> None:
    table = battle(["tokugawa-3"], ["ukita-3"], hands=(["tokugawa-single"], ["ishida-loyalty"]))
    act(table, deployment(table, "tokugawa-single", "tokugawa-3"))
    page = [plain_text(line) for line in drawn_battle(table.view(ISHIDA), 50, UNICODE)]
    assert "(I  0 )" in page[1]
    assert "[T  0 ]" in page[1]
    assert page[2].startswith("In question: ")


@pytest.mark.asyncio
async def test_below_a_list_no_key_is_named_whose_line_is_in_sight() -> None:
    """What is cut is what cannot be chosen; the row is for what is told of the line that is pointed at."""
    own = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-1-cavalry", "date-2", "date-1-gun", "maeda-1-leader"]
    hand = ["tokugawa-single", "tokugawa-swords", "date-single", "date-double", "fukushima-single", "tokugawa-loyalty"]
    enemies = ["mori-2", "mori-2", "mori-1-gun", "mori-3"]
    theirs = ["mori-single", "mori-double", "mori-swords", "ishida-loyalty"]
    table = battle([*own, "fukushima-2"], enemies, hands=(hand, theirs), attacker=ISHIDA)
    for card, *deployed in (
        ("mori-double", "mori-2", "mori-3"),
        ("date-double", "date-2", "date-1-gun"),
        ("tokugawa-swords", "tokugawa-1-cavalry"),
        ("mori-single", "mori-2"),
    ):
        deploy(table, card, *deployed)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: any(row.key == "e" for row in panel_of(app).rows), "the deployments")
        panel = panel_of(app)
        await until(lambda: panel.choices.out_of_sight()[1] > 0, "a list that is cut")
        await settled(pilot)
        assert "e) End: as it stands" in screen_text(app)
        assert "e end:" not in screen_text(app)
        assert "that Ishida can): you hold no" in note_in_sight(app)
