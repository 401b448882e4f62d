"""The choosers offer what the rules allow: nothing illegal comes out of them, and nothing legal is out of reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.hidden import Acted, Decision, Face, Piece, Seat
from engine.sekigahara import SEKIGAHARA, Answer, Question
from engine.sekigahara.board import ADJACENT, HAND, LOCATION_KEYS, LOCATIONS, location_named
from engine.sekigahara.chapters.chapter_6_week import BidsDue, ChooseFirst, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import overruns_of
from engine.sekigahara.pieces import FACE_KEYS, IS_LEADER
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.sekigahara.games import Table, asked, new_table, owing, play, random_bot
from tui.dialogue import Dialogue, Row
from tui.games import words_of
from tui.sekigahara.choosers import chapter_7_3_way as marches
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, card_items
from tui.sekigahara.choosers.chapter_6_week import choose_bid
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.map.contents import map_contents
from tui.sekigahara.map.signs import BATTLE
from tui.sekigahara.panels.hand import hand_lines
from tui.sekigahara.words.names import pieces_words
from tui.steps import Back, Checklist, Menu, Party, Step
from tui.widgets.note import first_part

MARKABLE = 5
"""Up to so many pieces every way to mark them is tried; of more, a few."""


def dialogue_at(table: Table) -> Dialogue:
    return Dialogue(first_step(*asked(table)))


def outcomes(step: Step | Answer) -> Iterator[Answer]:
    """Every action that a step can lead to."""
    if isinstance(step, Menu):
        for item in step.all_items:
            for way in (item, *item.others):
                yield from outcomes(way.then())
    elif isinstance(step, Checklist):
        pieces = tuple(piece for piece, _ in step.items)
        sizes = range(len(pieces) + 1) if len(pieces) <= MARKABLE else (0, 1, 2, len(pieces))
        for size in sizes:
            for chosen in combinations(pieces, size):
                if step.problem(chosen) is None:
                    yield from outcomes(step.then(chosen))
    elif isinstance(step, Party):
        pieces = tuple(piece for piece, _ in step.items)
        some = len(pieces) if len(pieces) <= MARKABLE else 2
        for size in {*range(1, some + 1), len(pieces)}:
            for chosen in combinations(pieces, size):
                yield from outcomes(step.menu(chosen))
    elif not isinstance(step, Back):  # from the question whether something is meant
        yield step


def by_face(action: Answer, faces: dict[Piece, Face]) -> str:
    """An action with its pieces replaced by their faces: equal for whoever cannot tell equal pieces apart."""

    def name(value: Any) -> Any:
        if isinstance(value, list):
            return sorted((name(item) for item in value), key=str)
        return f"face {faces[Piece(value)]}"

    packed = SEKIGAHARA.pack_action(action)
    fields = [packed[0]]
    for key, value in zip(action.form.codecs, packed[1:], strict=True):
        is_piece = key in ("cards", "card", "blocks", "block", "forced", "staying") and value is not None
        fields.append(name(value) if is_piece else value)
    return str(fields)


@pytest.mark.parametrize("seed", range(6))
def test_everything_that_can_be_chosen_is_legal(seed: int) -> None:
    random = Random(seed)
    table = new_table(seed)
    seen: Counter[type] = Counter()
    for _, question in play(table, random_bot(seed)):
        seen[type(question)] += 1
        if seen[type(question)] > 4 and random.random() > 0.1:
            continue
        player, _ = asked(table)
        for action in random_outcomes(player, question, random, 8):
            assert player.refused(action) is None, (question, action)
    assert {BidsDue, FirstPlayerDue, PaymentDue, MovementDue, DiscardsDue} <= set(seen)


def random_outcomes(player: SekigaharaPlayer, question: Question, random: Random, count: int) -> Iterator[Answer]:
    """Answers that a player comes to who presses lines at random."""
    for _ in range(count):
        dialogue = Dialogue(first_step(player, question))
        for _ in range(60):
            rows = dialogue.rows()
            action = dialogue.press(random.randrange(len(rows)))
            if action is not None:
                yield action
                break


@pytest.mark.parametrize("seed", range(8))
def test_everything_legal_can_be_chosen(seed: int) -> None:
    """Of every question that comes up; where many pieces could be marked, a sample of the ways to mark them."""
    table = new_table(seed)
    seen: Counter[type] = Counter()
    for seat, question in play(table, random_bot(100 + seed)):
        seen[type(question)] += 1
        if seen[type(question)] > 3 or isinstance(question, DiscardsDue | PaymentDue):
            continue
        large = sum(len(table.state.pools[seat][location]) > MARKABLE for location in LOCATIONS)
        if isinstance(question, MovementDue) and large:
            continue
        faces = dict(table.view(seat).faces)
        offered = {by_face(action, faces) for action in outcomes(first_step(*asked(table)))}
        legal = {by_face(action, faces) for action in SEKIGAHARA.options(table.view(seat))}
        assert legal - offered == set(), question


def test_payments_and_discards_can_be_any_cards() -> None:
    table = position(
        {"edo": ["tokugawa-3"], "hand": ["date-single", "date-swords", "maeda-single"]},
        {"kyoto": ["ukita-3"]},
        paid=None,
    )
    player, question = asked(table)
    faces = dict(player.faces)
    offered = {by_face(action, faces) for action in outcomes(first_step(player, question))}
    legal = {by_face(action, faces) for action in SEKIGAHARA.options(player.view)}
    assert offered == legal
    assert len(offered) == 8 + 1 + 3 + 3


def test_a_march_may_take_any_part_of_a_large_stack() -> None:
    blocks = ["tokugawa-3", "tokugawa-3", "tokugawa-2", "date-1-gun", "date-3", "maeda-2"]
    table = position({"edo": blocks, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    assert [row.marks for row in dialogue.rows()[:6]] == [2, 1, 1, 1, 1, 0], "the two Tokugawa 3 share a line"
    for text in ("Tokugawa 3", "Maeda 2"):
        press(dialogue, text)
    press(dialogue, next(row.text for row in dialogue.rows() if "other places" in row.text))
    ways = [row.text for row in dialogue.rows()]
    assert "Edo → Hakone — free; reach 3 = 1 +1 capital +1 highway" in ways
    assert "Edo → Hakone → Numazu → Sunpu — free; reach 3 = 1 +1 capital +1 highway" in ways
    forced = "forced march, 1 card; reach 4 = 1 +1 capital +1 highway +1 card"
    assert f"Edo → Hakone → Numazu → Sunpu → Hamamatsu — {forced}" in ways
    press(dialogue, "Edo → Hakone → Numazu → Sunpu → Hamamatsu")
    action = press(dialogue, "Discard Date card")
    assert isinstance(action, March)
    assert len(action.blocks) == 4
    assert action.forced == table.state.pools[TOKUGAWA][HAND][0]


def press(dialogue: Dialogue, beginning: str) -> Answer | None:
    texts = [row.text for row in dialogue.rows()]
    return dialogue.press(next(number for number, text in enumerate(texts) if text.startswith(beginning)))


def test_a_claim_is_offered_only_where_a_leader_stands_and_is_needed() -> None:
    for leader, claims in ((["date-1-leader"], True), (["date-3"], False)):
        table = position({"mito": [*leader, "date-2"]}, {"kyoto": ["ukita-3"]})
        dialogue = dialogue_at(table)
        press(dialogue, "March from Mito")
        texts = [row.text for row in dialogue.rows()]
        assert any("declares a leader" in text for text in texts) == claims
        assert any(text.startswith("Mito → Edo — free; reach 1") for text in texts)


def test_back_returns_to_the_step_before() -> None:
    table = position({"edo": ["tokugawa-3", "date-3"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    assert not dialogue.back()
    first = dialogue.step
    press(dialogue, "March from Edo")
    assert dialogue.depth == 1
    assert dialogue.back()
    assert dialogue.step is first


def test_places_can_be_picked_on_the_map() -> None:
    table = position({"edo": ["tokugawa-3"], "aizu": ["date-3"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    assert set(dialogue.spots()) == {location_named("edo"), location_named("aizu")}
    [row] = dialogue.rows_of(location_named("aizu"))
    dialogue.press(row)
    assert dialogue.rows_of(location_named("shirakawa")) != []


def deployment(hand: list[str], enemy_hand: list[str]) -> Table:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-1-gun", "date-1-leader"], "hand": hand},
        {"sunpu": ["ukita-3", "mori-2"], "hand": enemy_hand},
    )
    combat_phase(table)
    dialogue = dialogue_at(table)
    action = press(dialogue, "Sunpu")
    assert action is not None
    table.act(TOKUGAWA, action)
    return table


def test_to_end_says_what_the_enemy_may_do_after_that() -> None:
    """8.5: the other side may deploy on."""
    table = deployment(["tokugawa-swords", "date-single"], [])
    [end] = [row for row in dialogue_at(table).rows() if row.key == "e"]
    assert end.detail == "Ishida may go on after that: 7 more impact would cost you another block."
    told = "Ishida may go on after that: {} more impact would cost you another block."
    for impact, more in (((3, 0), 3), ((9, 1), 6), ((0, 5), 2)):
        table.state.combat = replace(table.state.current_combat(), impact=impact)
        dialogue = dialogue_at(table)
        [end] = [row for row in dialogue.rows() if row.key == "e"]
        vain = dialogue.rows()[dialogue.first_row] == end
        why = "Nothing that you can deploy changes the losses or the winner. " if vain else ""
        assert end.detail == why + told.format(more), "a tie is the defender's, and the loser loses one more"


def test_to_end_says_who_wins_as_it_stands() -> None:
    table = deployment(["tokugawa-single"], [])
    table.state.combat = replace(table.state.current_combat(), impact=(14, 7), ended=(False, True))
    [end] = [row.text for row in dialogue_at(table).rows() if row.key == "e"]
    assert end == "End: as it stands you win; lose 1, Ishida 2"


def test_a_deployment_in_brief_has_the_codes_of_the_blocks_and_no_daimyo_twice() -> None:
    rows = dialogue_at(deployment(["tokugawa-swords", "date-single"], ["ishida-loyalty"])).rows()
    assert [row.brief for row in rows] == [
        "+1, 1 to 0, you lead: Da1L without a card",
        "+3, 3 to 0, you lead: To3 with swords; could defect 5%",
        "+3, 3 to 0, you lead: To1g with swords; could defect 5%",
        "+1, 1 to 0, you lead: Da1L with a card; could defect 5%",
        "end: as it stands Ishida wins; you lose 1, they 0",
    ]


def test_of_a_large_stack_a_line_names_each_daimyo_once_so_that_all_of_it_has_room() -> None:
    blocks = ["tokugawa-1-leader", "tokugawa-3", "maeda-2", "maeda-2", "date-2", "date-1-gun", "fukushima-2"]
    table = position({"edo": blocks, "saku": ["maeda-3", "maeda-1-gun"], "hand": []}, {"kyoto": ["ukita-3"]})
    rows = dialogue_at(table).rows()
    asides = [row.aside for row in rows if row.text.startswith("March from")]
    assert asides == ["Ma3 Ma1g", "To1! 3 Fu2 Ma2 2 Da2 1g"]


def test_a_march_to_a_disk_says_what_the_hand_can_do_there() -> None:
    """8.9.4, 8.9.5."""
    table = position(
        {"saku": ["tokugawa-3", "tokugawa-1-gun"], "hand": ["tokugawa-swords", "tokugawa-single"]},
        {"kyoto": ["ukita-3"]},
        disks=["ueda"],
    )
    dialogue = dialogue_at(table)
    press(dialogue, "March from Saku")
    [line] = [row for row in dialogue.rows() if row.spot == location_named("ueda")]
    assert "against a disk, which falls at 7 (your hand: at most 5)" in line.text
    assert len(line.brief) <= 76


def test_deployments_say_what_they_bring_the_most_first_and_ending_comes_last() -> None:
    """But before all others stands whom the first card makes dearer, and with him the cursor begins (8.2.4)."""
    table = deployment(["tokugawa-swords", "date-single"], [])
    texts = [row.text for row in dialogue_at(table).rows()]
    assert dialogue_at(table).first_row == 0
    assert texts == [
        "+1, 1 to 0, you lead: Date leader without a card",
        "+3, 3 to 0, you lead: Tokugawa 3 with Tokugawa swords",
        "+3, 3 to 0, you lead: Tokugawa 1 gun with Tokugawa swords",
        "+1, 1 to 0, you lead: Date leader with Date card",
        "End: as it stands Ishida wins; you lose 1, they 0",
    ]
    for number, text in enumerate(texts[:-1]):
        action = dialogue_at(table).press(number)
        after = table.state.copy()
        assert action is not None
        shown = {piece: table.faces[piece] for piece in SEKIGAHARA.to_show(after, TOKUGAWA, action)}
        SEKIGAHARA.apply(after, Acted(TOKUGAWA, action, shown))
        assert after.combat is not None
        assert text.startswith(f"+{after.combat.impact[TOKUGAWA]}, {after.combat.impact[TOKUGAWA]} to 0")


def test_where_nothing_changes_the_result_the_cursor_begins_at_the_end() -> None:
    """So that no reflex sends a leader for nothing; the lines stand as always."""
    table = deployment(["maeda-single"], ["ukita-single"])
    assert dialogue_at(table).rows()[0].text.startswith("+1, 1 to 0, you lead")
    combat = table.state.current_combat()
    for impact, vain in (((6, 20), False), ((0, 8), True), ((5, 6), True), ((6, 6), False)):
        table.state.combat = replace(combat, impact=impact)
        combat = table.state.current_combat()
        dialogue = dialogue_at(table)
        pointed = dialogue.rows()[dialogue.first_row]
        assert (pointed.key == "e") == vain == ("Nothing that you can deploy" in dialogue.note), impact
        assert dialogue.rows()[1].key == "e", "in one place"
        assert [row.text.startswith("+1,") for row in dialogue.rows()].count(True) == 1


def test_who_would_win_comes_first_in_the_note_and_in_what_a_deployment_leads_to() -> None:
    """8.2.1: a tie is the defender's, which is said where there is one."""
    table = deployment(["tokugawa-swords", "date-single"], [])
    combat = table.state.current_combat()
    for impact, told in (
        ((9, 6), "You win 9 to 6 if nothing more is deployed."),
        ((2, 6), "Ishida wins 6 to 2 if nothing more is deployed."),
        ((6, 6), "Ishida wins 6 to 6 if nothing more is deployed. A tie is the defender's (8.2.1)."),
    ):
        table.state.combat = replace(combat, impact=impact)
        dialogue = dialogue_at(table)
        assert dialogue.note.startswith(told)
        assert ("A tie" in dialogue.note) == (impact[0] == impact[1])
        [line] = [row for row in dialogue.rows() if "Tokugawa 3 with" in row.text]
        own, theirs = impact[0] + 3, impact[1]
        leads = f"you lead {own} to {theirs}, " if own > theirs else f"Ishida leads {theirs} to {own}, "
        assert f"Then {leads}" in line.detail


def test_one_card_for_several_blocks_is_not_counted_for_comrades_whom_nobody_deploys() -> None:
    """8.3.3: either block for the one card adds 3 at most, and the cursor begins at the end."""
    stacks = {"sunpu": ["date-3", "date-2", "tokugawa-1-gun"], "hand": ["date-single"]}
    table = combat_phase(position(stacks, {"sunpu": ["ukita-3", "mori-2"]}))
    declared(table)
    for own, vain in ((3, True), (4, False)):
        table.state.combat = replace(table.state.current_combat(), impact=(own, 20))
        dialogue = dialogue_at(table)
        assert (dialogue.rows()[dialogue.first_row].key == "e") == vain, own


@pytest.mark.parametrize("card", ["tokugawa-swords", "tokugawa-single"])
def test_a_siege_says_that_swords_add_no_special_attack(card: str) -> None:
    """8.9.5."""
    table = position(
        {"ueda": ["tokugawa-3", "tokugawa-1-gun", "date-3"], "hand": [card]},
        {"ueda": ["ukita-3"], "hand": ["mori-single"]},
    )
    declared(declared(combat_phase(table)))
    assert table.state.current_combat().siege
    said = "Swords add no special attack in a siege (8.9.5)." in dialogue_at(table).note
    assert said == (card == "tokugawa-swords")


def test_in_a_siege_leaders_stand_first_as_the_besieger_loses_nothing() -> None:
    table = position(
        {"ueda": ["tokugawa-3", "tokugawa-1-leader", "date-3"], "hand": ["tokugawa-single", "date-single"]},
        {"ueda": ["ukita-3"], "hand": ["mori-single"]},
    )
    declared(declared(combat_phase(table)))
    dialogue = dialogue_at(table)
    assert table.state.current_combat().siege
    texts = [row.text for row in dialogue.rows() if row.ready]
    assert texts[0] == "+1, impact 1: Ieyasu (Tokugawa leader) without a card; then 8 at most"
    assert not any("risks" in text or "defect" in text for text in texts)
    assert dialogue.note.startswith("Ishida loses nothing if nothing more is deployed. ")
    assert dialogue.rows()[0].detail.startswith("Then the besieged lose nothing (impact 1). ")


def test_what_would_make_the_castle_fall_says_so() -> None:
    """8.9.4: nobody is left in it."""
    table = position(
        {"ueda": ["tokugawa-3", "tokugawa-1-leader", "date-3"], "hand": ["tokugawa-single", "date-single"]},
        {"ueda": ["ukita-3"], "hand": ["mori-single"]},
    )
    declared(declared(combat_phase(table)))
    combat = table.state.current_combat()
    units = 1 + (combat.location in table.state.disks)
    table.state.combat = replace(combat, impact=(7 * units - 3, 0))
    rows = dialogue_at(table).rows()
    assert [row.text for row in rows if "the castle falls: Tokugawa 3 with Tokugawa card" in row.text]
    assert next(row.text for row in rows if row.key == "e").startswith("End: deploy no more; Ishida loses")
    table.state.combat = replace(combat, impact=(7 * units, 0))
    assert [row.text for row in dialogue_at(table).rows() if row.key == "e"] == [
        "End: deploy no more; the castle falls"
    ]


def test_of_deployments_alike_the_one_with_the_cheapest_card_stands_there_and_the_others_take_turns() -> None:
    """And Ieyasu, who may lose the game, stands last: the cursor begins at the first line."""
    table = position(
        {
            "sunpu": ["tokugawa-3", "tokugawa-1-leader", "date-2"],
            "hand": ["tokugawa-double", "tokugawa-swords", "tokugawa-single", "tokugawa-single", "date-single"],
        },
        {"sunpu": ["ukita-3", "mori-2"]},
    )
    dialogue = Dialogue(first_step(*asked(declared(combat_phase(table)))))
    texts = [row.text for row in dialogue.rows() if not row.key]
    [number] = [number for number, text in enumerate(texts) if ": Tokugawa 3 with" in text]
    turned = []
    for _way in range(dialogue.rows()[number].ways):
        turned.append(dialogue.rows()[number].text)
        dialogue.turn(number)
    assert [text.rpartition("Tokugawa ")[2] for text in turned] == ["card", "swords", "double"]
    ieyasu = ["Ieyasu" in text or "Tokugawa leader" in text for text in texts]
    assert ieyasu == sorted(ieyasu)
    assert all("; risks Ieyasu" in text for text in texts if "Ieyasu" in text)
    assert texts == [row.text for row in Dialogue(first_step(*asked(table))).rows() if not row.key]


def declared(table: Table) -> Table:
    owed = owing(table)
    assert owed is not None
    table.act(owed[0], SEKIGAHARA.options(table.view(owed[0]))[0])
    return table


def test_what_cannot_be_played_is_named_in_a_line_for_each_reason() -> None:
    table = deployment(["tokugawa-single", "tokugawa-loyalty", "maeda-single", "fukushima-single"], [])
    table.state.combat = replace(table.state.current_combat(), carded=(True, False))
    refused = [row for row in dialogue_at(table).rows() if not row.ready]
    assert [row.text for row in refused] == [
        "No card for: Date leader",
        "No block for: Fukushima card, Maeda card",
        "Deploys nobody: Loyalty Challenge",
    ]
    assert all(row.detail for row in refused)


def test_only_what_can_be_lost_stands_in_the_list_and_the_order_is_said_once() -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2", "date-2", "date-3"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single"]},
    )
    declared(combat_phase(table))
    while not isinstance(asked(table)[1], LossesDue) or asked(table)[0].seat != TOKUGAWA:
        player, _question = asked(table)
        table.act(player.seat, SEKIGAHARA.options(player.view).parts[-1][0])
    player, question = asked(table)
    assert isinstance(question, LossesDue)
    step = first_step(player, replace(question, count=2))
    assert isinstance(step, Checklist)
    certain = Dialogue(step).rows()
    assert [row.text for row in certain] == ["Tokugawa 2", "Date 2", "Date 3", "Mark 1 block: 0 marked so far"]
    assert step.note.startswith("Lost in any case: Tokugawa 3. Pick the others. The rest can retreat to ")
    combat = table.state.current_combat()
    rest = [block for block in table.state.pools[TOKUGAWA][combat.location] if not dict(combat.deployed).get(block)]
    table.state.combat = replace(combat, deployed=tuple([(block, TOKUGAWA) for block in rest[:2]]))
    step = first_step(player, question)
    assert isinstance(step, Checklist)
    assert len(step.items) == 2
    assert "Who was deployed is lost first (8.7.2); safe: " in step.note


def test_pieces_alike_share_a_line_that_counts_its_marks() -> None:
    """Marked once more it marks one more, after the last none; and no more than the limit."""
    hand = ["ukita-single"] * 3 + ["mori-single"]
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"], "hand": hand}, active=ISHIDA, paid=None)
    dialogue = dialogue_at(table)
    press(dialogue, "Total")

    def told() -> list[tuple[str, int, int]]:
        return [(f"{row.text}, {row.aside}", row.marks, row.pieces) for row in dialogue.rows() if row.mark is not None]

    def ukita(marks: int, mori: int = 0) -> list[tuple[str, int, int]]:
        lines = [("Ukita card, bid 1, fits 1 block", marks, 3), ("Mōri card, bid 1, fits no block", mori, 1)]
        return sorted(lines, reverse=told()[0][0] > "N")

    for marks in (1, 2, 0, 1):
        press(dialogue, "Ukita card")
        assert told() == ukita(marks)
    press(dialogue, "Mōri card")
    assert told() == ukita(1, 1)
    press(dialogue, "Ukita card")
    assert told() == ukita(2), "the other mark gives way"
    assert dialogue.rows()[-1].ready
    action = dialogue.confirm()
    assert action is not None
    assert SEKIGAHARA.refusal(table.view(ISHIDA), action) is None
    spread = Dialogue(first_step(*asked(table)), spread=True)
    press(spread, "Total")
    assert sum(row.mark is not None for row in spread.rows()) == 4, "in lines of text each has its own"


@pytest.mark.parametrize("enemy_hand", [["mori-single"], ["ishida-loyalty"]])
def test_whether_to_challenge_is_always_asked(enemy_hand: list[str]) -> None:
    """R24: also of those who have no Loyalty Challenge, and nothing answers for them."""
    table = deployment(["tokugawa-single"], enemy_hand)
    first = next(action for action in outcomes(first_step(*asked(table))) if isinstance(action, Deploy) and action.card)
    table.act(TOKUGAWA, first)
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    assert isinstance(waiting.question, ChallengeDue)
    assert waiting.even_default == Challenge(None)
    rows = dialogue_at(table).rows()
    assert rows[0].text == "Let it stand"
    title = dialogue_at(table).step.title
    assert title.startswith("Challenge Tokugawa "), "what a narrow title cuts is its end"
    assert title.endswith("? Tokugawa card")
    assert "if it stands" in dialogue_at(table).note
    assert len(rows) == 1 + (enemy_hand == ["ishida-loyalty"])
    actions = list(outcomes(first_step(*asked(table))))
    assert actions[0] == Challenge(None)


def test_one_daimyo_or_one_block_may_be_mustered_and_any_part_of_it() -> None:
    box = ["maeda-3", "maeda-2", "date-2"]
    table = position({"edo": ["tokugawa-3"], "recruitment": box}, {"kyoto": ["ukita-3"]})
    player, question = asked(table)
    musters = [action for action in outcomes(first_step(player, question)) if isinstance(action, Muster)]
    shown = {
        tuple(sorted(player.faces[block] for block in action.blocks)): action.location
        for action in musters
        if action.shown
    }
    assert len(shown) == 4, "Maeda 3, Maeda 2, both; Date 2"
    assert all(player.refused(action) is None for action in musters)
    hidden = {action.location for action in musters if not action.shown}
    assert hidden == {location_named(key) for key in ("edo", "kiyosu", "kanazawa", "sendai")}


def test_mori_blocks_come_for_a_card() -> None:
    table = position(
        {"edo": ["tokugawa-3"]},
        {"kyoto": ["ukita-3"], "mori_box": ["mori-3", "mori-1-leader"], "hand": ["mori-single"]},
        active=ISHIDA,
        paid="none",
    )
    dialogue = dialogue_at(table)
    assert press(dialogue, "Call Mōri 3") is None
    action = press(dialogue, "Discard Mōri card")
    assert action is not None
    assert SEKIGAHARA.refusal(table.view(ISHIDA), action) is None


@pytest.mark.parametrize(
    ("paid", "wanted"), [("Limited", "Mark 1 card: 0 marked"), ("Total", "Mark 2 cards: 0 marked")]
)
def test_what_is_missing_of_a_payment_is_said_in_marks(paid: str, wanted: str) -> None:
    hand = ["date-single", "date-swords", "maeda-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    dialogue = dialogue_at(table)
    press(dialogue, paid)
    assert dialogue.rows()[-1].text.startswith(wanted)


@pytest.mark.parametrize(
    ("hand", "direct"),
    [
        (["date-single"], ["Minimal", "Limited"]),
        (["date-single", "date-swords"], ["Minimal", "Total"]),
        (["date-single"] * 3, ["Minimal", "Limited", "Total"]),
        (["date-single", "date-single", "date-swords"], ["Minimal"]),
    ],
)
def test_a_payment_for_which_there_is_no_choice_of_cards_asks_for_none(hand: list[str], direct: list[str]) -> None:
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    for paid, price in (("Minimal", 0), ("Limited", 1), ("Total", 2)):
        if price > len(hand):
            continue
        dialogue = dialogue_at(table)
        [row] = [row for row in dialogue.rows() if row.text.startswith(paid)]
        action = press(dialogue, paid)
        assert (action is not None) == (paid in direct)
        if action is not None:
            assert isinstance(action, Pay)
            assert len(action.cards) == price
            assert SEKIGAHARA.refusal(table.view(TOKUGAWA), action) is None
            assert row.detail.startswith("Discards ") == bool(price)


@pytest.mark.parametrize("seed", range(4))
def test_no_line_that_asks_for_marks_is_an_error_of_the_engine(seed: int) -> None:
    """Whatever is marked, the last line says what to do: none says what the engine "got"."""
    random = Random(200 + seed)
    table = new_table(seed)
    marked: Counter[type] = Counter()
    for _, question in play(table, random_bot(seed)):
        if marked[type(question)] > 6:
            continue
        dialogue = dialogue_at(table)
        for _ in range(12):
            rows = dialogue.rows()
            marked[type(question)] += not isinstance(dialogue.step, Menu)
            if isinstance(dialogue.step, Checklist):
                assert ", got " not in rows[-1].text, rows[-1].text
                if not dialogue.marked and not rows[-1].ready:
                    assert rows[-1].text.startswith("Mark "), rows[-1].text
            if dialogue.press(random.randrange(len(rows))) is not None:
                break
    assert {PaymentDue, MovementDue, DiscardsDue} <= set(marked)


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (TOKUGAWA, "Ueda: your 2 blocks against 1 block and a disk; they may stay inside (8.9.2)"),
        (ISHIDA, "Ueda: your 1 block and a disk against 2 blocks; you may stay inside (8.9.2)"),
    ],
)
def test_a_disk_is_counted_on_the_side_that_it_fights_for(seat: Seat, text: str) -> None:
    table = position({"ueda": ["tokugawa-3", "date-2"]}, {"ueda": ["ukita-3"]}, active=seat)
    combat_phase(table)
    assert dialogue_at(table).rows()[0].text == text


def test_of_many_cards_to_be_replaced_the_line_that_confirms_says_how_many() -> None:
    hand = ["mori-single", "mori-swords", "uesugi-swords", "ukita-single", "ukita-double"]
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"], "hand": hand}, active=ISHIDA, paid=None)
    dialogue = dialogue_at(table)
    press(dialogue, "No movement")
    for number, row in enumerate(dialogue.rows()):
        if row.mark is False:
            dialogue.press(number)
    assert dialogue.rows()[-1].text == "No movement; discard the 5 marked cards and draw as many"


def test_who_ends_his_movement_hears_who_has_not_moved_and_which_combats_follow() -> None:
    """8.1: before anything is sent."""
    stacks = zip(("mito", "oyama", "iwaki", "shirakawa", "niigata"), ("date-2", "maeda-2") * 3, strict=False)
    own = {key: [block] for key, block in stacks}
    table = position({**own, "sunpu": ["date-3", "date-3"]}, {"sunpu": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    [end] = [row for row in dialogue.rows() if row.key == "e"]
    assert end.detail.startswith("Not moved: ")
    assert "and 3 more. Combat follows at Sunpu. Limited movement: 3 stack moves left" in end.detail
    assert press(dialogue, "End your movement") is None
    assert "and 3 more. Combat follows at Sunpu." in dialogue.note


def test_a_combat_to_declare_tells_whom_one_knows_there_and_what_the_hand_can_do_in_a_siege() -> None:
    """8.1, 8.9.4: what the march there told is told again where the order of the combats is chosen."""
    table = position(
        {"ueda": ["tokugawa-3"], "sunpu": ["date-3"], "hand": ["tokugawa-single"]}, {"sunpu": ["ukita-3", "mori-2"]}
    )
    seen = table.state.pools[ISHIDA][location_named("sunpu")][0]
    table.state.shown[seen] = table.faces[seen]
    combat_phase(table)
    battle, siege = dialogue_at(table).rows()
    assert siege.text == "Ueda: your 1 block against no blocks and a disk"
    assert siege.detail.startswith(
        "In a siege your hand has at most 3 impact; every 7 cost a block or the disk (8.9.4). Combat is declared"
    )
    assert battle.text == "Sunpu: your 1 block against 2 blocks: Uk3 +1 unknown"
    assert "siege" not in battle.detail


def test_the_mori_box_is_counted_before_osaka_is_attacked() -> None:
    table = position({"osaka": ["tokugawa-3"]}, {"osaka": ["ukita-3"], "mori_box": ["mori-3"] * 4})
    combat_phase(table)
    row = dialogue_at(table).rows()[0]
    assert row.text == "Osaka: your 1 block against 1 block and a disk, and 4 from the Mōri box (9.3)"
    stacks = {"kyoto": ["tokugawa-3"] * 3, "hand": ["tokugawa-single"]}
    table = position(stacks, {"osaka": ["ukita-3"] * 2, "mori_box": ["mori-3"] * 4})
    march = dialogue_at(table)
    assert press(march, "March from Kyoto") is None
    [text] = [row.text for row in march.rows() if "Osaka" in row.text]
    assert "against 2 enemy blocks; 4 from the Mōri box join them (9.3)" in text


def test_when_leaders_need_no_card_is_said() -> None:
    table = deployment(["tokugawa-swords", "tokugawa-single"], [])
    assert "Leaders need no card until your first card here (8.2.4)" in dialogue_at(table).note
    step = dialogue_at(table).step
    [deploy] = [a for a in outcomes(step) if isinstance(a, Deploy) and len(a.blocks) == 1 and a.card is None]
    with_card = next(a for a in outcomes(step) if isinstance(a, Deploy) and a.card is not None)
    assert deploy != with_card
    table.act(TOKUGAWA, with_card)
    while table.state.current_combat().initiative != TOKUGAWA:
        owed = owing(table)
        assert owed is not None
        table.act(owed[0], EndDeployment())
    assert "leaders need one now" in dialogue_at(table).note


def test_that_any_card_deploys_a_block_is_said_where_it_is_offered() -> None:
    table = position(
        {"sunpu": ["ii-4", "date-3"], "hand": ["date-single"]}, {"sunpu": ["ukita-3"], "hand": ["mori-single"]}
    )
    combat_phase(table)
    action = press(dialogue_at(table), "Sunpu")
    assert action is not None
    table.act(TOKUGAWA, action)
    told = {row.text: row.detail for row in dialogue_at(table).rows()}
    assert any("Ii 4 with Date card" in text and "Any card deploys it" in detail for text, detail in told.items())
    assert not any("Date 3" in text and "Any card" in detail for text, detail in told.items())


def test_whoever_won_the_bid_stands_first() -> None:
    for seat in (TOKUGAWA, ISHIDA):
        table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
        player = SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), table.view(seat))
        dialogue = Dialogue(first_step(player, FirstPlayerDue(seat)))
        assert dialogue.rows()[0].text.startswith("You move first")
        assert dialogue.press(0) == ChooseFirst(seat)


def fought_out(table: Table) -> None:
    """Declare the combat, let the attacker deploy its leader if it has one, and go on to the retreat."""
    combat_phase(table)
    while (owed := owing(table)) is not None and not isinstance(owed[1], RetreatDue):
        table.act(owed[0], next(iter(outcomes(first_step(*asked(table))))))
    assert owed is not None


def test_a_defender_with_no_free_neighbour_is_told_why_the_enemys_are_offered() -> None:
    sunpu = location_named("sunpu")
    around = {LOCATION_KEYS[location]: ["maeda-2"] for location in ADJACENT[sunpu]}
    table = position({"sunpu": ["date-1-leader"], **around}, {"sunpu": ["ukita-3", "mori-2", "mori-2"]})
    fought_out(table)
    rows = dialogue_at(table).rows()
    assert {row.spot for row in rows} == set(ADJACENT[sunpu])
    assert all("the enemy is there, but no neighbour is free" in row.text for row in rows)


def test_a_defender_with_no_free_neighbour_is_told_which_is_open_though_the_attackers_came_from_there() -> None:
    """8.8.3: it is for that that the neighbours with the enemy are open as well."""
    sunpu = location_named("sunpu")
    origin, *others = ADJACENT[sunpu]
    around = {LOCATION_KEYS[location]: ["maeda-2"] for location in others}
    table = position({"sunpu": ["date-1-leader"], **around}, {"sunpu": ["ukita-3", "mori-2", "mori-2"]})
    table.state.arrivals = frozenset([(TOKUGAWA, sunpu, origin)])
    fought_out(table)
    for row in dialogue_at(table).rows():
        told = "The attackers came from there: it is open only because no neighbour is free (8.8.3)." in row.detail
        assert told == (row.spot == origin)


def test_an_attacker_is_told_why_it_goes_back_to_the_enemy() -> None:
    sunpu = location_named("sunpu")
    origin = ADJACENT[sunpu][0]
    table = position(
        {"sunpu": ["date-3", "date-3", "maeda-2"]}, {"sunpu": ["ukita-3"], LOCATION_KEYS[origin]: ["mori-2"]}
    )
    table.state.arrivals |= {(TOKUGAWA, sunpu, origin)}
    fought_out(table)
    [row] = [row for row in dialogue_at(table).rows() if row.ready]
    assert row.spot == origin
    assert "the enemy is there, but an attacker goes back the way it came (8.8.2)" in row.text


def test_a_place_without_own_blocks_says_from_where_it_can_be_reached() -> None:
    table = position(
        {"mito": ["date-2"], "edo": ["tokugawa-3"], "iwaki": ["date-3"], "hand": ["date-single"]},
        {"kyoto": ["ukita-3"]},
    )
    oyama, mito = location_named("oyama"), location_named("mito")
    reached = "Oyama: none of yours is there (7.3.1). Begin in Edo"
    assert str(dialogue_at(table).why_closed(oyama)).startswith(reached)
    table.act(TOKUGAWA, March(table.state.pools[TOKUGAWA][location_named("iwaki")], (mito,), False, None))
    assert "(go on)" not in str(dialogue_at(table).why_closed(location_named("soma")))
    table.act(TOKUGAWA, March(table.state.pools[TOKUGAWA][location_named("edo")], (oyama,), False, None))
    why = str(dialogue_at(table).why_closed(location_named("utsunomiya")))
    assert why.startswith("Utsunomiya: none of yours is there (7.3.1). Begin in Oyama (go on)"), why


def test_a_place_out_of_reach_says_why() -> None:
    table = position({"mito": ["date-2", "date-3"], "hand": []}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    assert str(dialogue.why_closed(location_named("kyoto"))) == (
        "Kyoto: none of yours is there (7.3.1). None that can still march comes so far."
    )
    press(dialogue, "March from Mito")
    assert dialogue.why_closed(location_named("edo")) is None, "it can be reached"
    why = str(dialogue.why_closed(location_named("hakone")))
    assert why == (
        "Hakone: Too far: 2 locations in all, the reach is 1 (7.3.3). Go there in two turns. "
        "A card would get them there: undo the payment (u), if it is not sent."
    )
    assert str(dialogue.why_closed(location_named("mito"))) == "The march begins at Mito (7.3.3). Go to where it leads."
    assert str(dialogue.why_closed(location_named("osaka"))) == (
        "Osaka is farther than anything can march in a turn (7.3.3). Go there in several turns."
    )


SIGNS = {"+": (False, False), "L": (True, False), "C": (False, True), "&": (True, True)}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_marked_on_the_map_is_what_the_march_costs_and_what_comes_of_it(seed: int) -> None:
    """Through the random bot's movement phases: of stacks, the cheapest way to each place, and every other way."""
    random = Random(400 + seed)
    seen: Counter[str] = Counter()
    table = new_table(400 + seed)
    for _, question in play(table, random_bot(seed)):
        if not isinstance(question, MovementDue):
            continue
        dialogue = dialogue_at(table)
        marches = [n for n, row in enumerate(dialogue.rows()) if row.text.startswith(("March", "Go on", "Branch"))]
        if not marches:
            continue
        dialogue.press(random.choice(marches))
        for spot, tag in dialogue.spots().items():
            assert tag is not None
            (cost, _), *rest = tag
            happens = "".join([sign for sign, _ in rest])
            dialogue.reveal(spot)
            lines = [dialogue.rows()[row] for row in dialogue.rows_of(spot)]
            costs = [("declares a leader" in line.text, "forced march" in line.text) for line in lines]
            assert SIGNS[cost] == costs[0] == min(costs, key=lambda each: (each[1], each[0]))
            assert (happens == BATTLE) == ("against" in lines[0].text)
            assert (happens == "%") == ("overruns" in lines[0].text)
            assert (happens == "X") == ("are overrun" in lines[0].text)
            for line in lines:
                assert line.path[-1] == spot
                total = line.text.rpartition("reach ")[2].split()[0]
                assert int(total) >= len(line.path) - 1
            seen[cost + happens] += 1
    assert {"+", "C"} <= set(seen), seen


def test_the_whole_stack_is_taken_in_hand_and_parted_by_one_mark() -> None:
    table = position({"mito": ["date-1-leader", "date-2", "date-3"]}, {"kyoto": ["ukita-3"]})
    stack = table.state.pools[TOKUGAWA][location_named("mito")]
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    assert set(dialogue.marked) == set(stack)
    assert location_named("edo") in dialogue.spots()
    press(dialogue, "Date 3")
    [row] = dialogue.rows_of(location_named("edo"))[:1]
    action = dialogue.press(row)
    assert isinstance(action, March)
    assert len(action.blocks) == 2
    assert "date-3" not in {FACE_KEYS[table.faces[block]] for block in action.blocks}


def test_with_nobody_marked_nobody_goes_anywhere_and_it_is_said() -> None:
    table = position({"mito": ["date-2", "date-3"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    press(dialogue, "Date 2")
    press(dialogue, "Date 3")
    assert dialogue.spots() == {}
    assert dialogue.note == "Mark at least 1 block to march."
    assert str(dialogue.why_closed(location_named("edo"))) == "Mark at least 1 block to march"


def test_of_too_many_to_go_anywhere_as_many_as_can_are_marked_and_the_leader_stays() -> None:
    """7.3.4: he is claimed where the march begins, whether he marches or not."""
    blocks = ["date-2"] * 3 + ["maeda-2"] * 3 + ["fukushima-2"] * 4 + ["date-3", "date-1-leader"]
    table = position({"mito": blocks, "hand": []}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    # 1 +1 leader -1 size = 1 for up to eight.
    assert len(dialogue.marked) == 8
    assert any(row.text == "Date leader" and not row.mark for row in dialogue.rows())
    assert any("reach 1 = 1 +1 leader -1 size" in row.text for row in dialogue.rows())
    dialogue.mark_all()
    assert "12 blocks together are too slow to go anywhere" in dialogue.note


def test_a_march_says_what_its_reach_is_made_of_and_what_it_wins() -> None:
    table = position(
        {"edo": ["tokugawa-3"] * 4 + ["date-3"] * 2, "mito": ["fukushima-2"] * 4},
        {"kyoto": ["ukita-3"], "iwaki": ["mori-2"]},
    )
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    texts = [row.text for row in dialogue.rows()]
    assert any(text.startswith("Edo → Oshi") and "reach 2 = 1 +1 capital +1 highway -1 size" in text for text in texts)
    takasaki = next(text for text in texts if text.startswith("Edo → Oshi → Takasaki"))
    assert "; you +1;" in takasaki
    dialogue.back()
    press(dialogue, "March from Mito")
    iwaki = next(row.text for row in dialogue.rows() if row.text.startswith("Mito → Iwaki"))
    assert "overruns Ishida there (7.4)" in iwaki


def test_of_the_places_worth_a_march_only_the_first_stands_before_weightier_ones_for_a_card() -> None:
    """Enter takes no card by itself, but an overrun for a card is not the last that one reads of."""
    own = {"mito": ["fukushima-2"] * 4, "iwaki": ["date-2"], "edo": ["tokugawa-3"], "hand": ["tokugawa-single"]}
    table = position(own, {"kyoto": ["ukita-3"], "oshi": ["mori-2"], "soma": ["mori-2"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    ways = [row.text.partition(" — ")[0] for row in dialogue.rows() if row.text.startswith("Mito →")]
    assert ways[:4] == ["Mito → Edo", "Mito → Edo → Oshi", "Mito → Iwaki → Sōma", "Mito → Iwaki"]


def test_the_last_question_before_an_overrun_says_what_becomes_of_the_points() -> None:
    """7.4, 2.2: what stood in the list is not forgotten where it is decided."""
    table = position({"kiyosu": ["tokugawa-3"] * 4}, {"kuwana": ["ukita-3"]})
    view = table.view(TOKUGAWA)
    march = March(table.state.pools[TOKUGAWA][location_named("kiyosu")], (location_named("kuwana"),), False, None)
    told = words_of(SEKIGAHARA).for_good(view, march)
    assert told.startswith("What has been shown cannot be taken back.")
    assert told.endswith("Points: you +1, they -1.")
    assert "The enemy's blocks at Kuwana are overrun" in told


def test_at_every_place_one_block_unseen_stands_before_those_of_a_daimyo() -> None:
    """7.2: to show a single block tells the enemy more and brings no more."""
    box = ["maeda-3", "maeda-2", "date-2"]
    table = position({"edo": ["tokugawa-3"], "recruitment": box}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "Muster from")
    texts = [row.text for row in dialogue.rows()]
    unseen = ": one block of any daimyo, unseen"
    assert texts.index(f"Sendai{unseen}") < texts.index("Sendai: Date 2, shown")
    assert texts.index(f"Kanazawa{unseen}") < texts.index("Kanazawa: Maeda blocks, shown (up to 2)")
    shown = dialogue.action_of(texts.index("Sendai: Date 2, shown"))
    assert isinstance(shown, Muster)
    assert shown.shown


def test_the_places_of_a_muster_are_marked_by_a_letter_and_the_legend_says_so() -> None:
    table = position({"edo": ["tokugawa-3"], "recruitment": ["date-2", "maeda-2", "maeda-3"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "Muster from")
    marked = {spot: "".join([sign for sign, _ in tag or ()]) for spot, tag in dialogue.spots().items()}
    assert marked == {location_named(key): "M" for key in ("edo", "kiyosu", "kanazawa", "sendai")}
    assert dialogue.note.endswith("On the map: M muster.")


def test_a_place_where_nothing_can_be_mustered_says_why() -> None:
    table = position({"edo": ["tokugawa-3"], "recruitment": ["date-2"]}, {"sendai": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "Muster from")
    why = (
        "There are enemy units at Sendai and no friendly blocks to support (7.2 Mustering). "
        "Muster elsewhere, or march there first."
    )
    assert str(dialogue.why_closed(location_named("sendai"))) == why
    [refused] = [row for row in dialogue.rows() if not row.ready]
    assert (refused.text, refused.detail) == ("Sendai: the enemy is there (R17)", why)
    assert str(dialogue.why_closed(location_named("mito"))) == (
        "Mito is no recruitment location of yours (7.2). Muster at a marked place."
    )


def test_a_place_that_the_loser_may_not_retreat_to_says_why() -> None:
    sunpu = location_named("sunpu")
    origin, *others = ADJACENT[sunpu]
    table = position({"sunpu": ["date-3", "date-3", "maeda-2"]}, {"sunpu": ["ukita-3"]})
    table.state.arrivals |= {(TOKUGAWA, sunpu, origin)}
    fought_out(table)
    dialogue = dialogue_at(table)
    assert dialogue.why_closed(origin) is None
    why = str(dialogue.why_closed(others[0]))
    assert why.startswith("An attacker at Sunpu goes back the way it came, not to ")


def test_a_retreat_to_own_blocks_says_why_it_is_for_good() -> None:
    sunpu = location_named("sunpu")
    joined, *others = ADJACENT[sunpu]
    table = position(
        {"sunpu": ["date-1-leader"]}, {"sunpu": ["ukita-3", "mori-2", "mori-2"], LOCATION_KEYS[joined]: ["mori-2"]}
    )
    fought_out(table)
    details = {row.spot: row.detail for row in dialogue_at(table).rows()}
    assert details[joined].startswith("They are mixed with your blocks there, so this cannot be taken back. Dead: ")
    assert {details[other] for other in others} == {""}


def retreat_from_gifu() -> Dialogue:
    """The holder of a castle has lost before it, and marks who stays."""
    table = position(
        {"gifu": ["date-1-leader"]}, {"gifu": ["ukita-3", "mori-2", "mori-2", "mori-1-gun"]}, holders={"gifu": ISHIDA}
    )
    fought_out(table)
    dialogue = dialogue_at(table)
    assert dialogue.press(next(n for n, row in enumerate(dialogue.rows()) if row.text.startswith("To "))) is None
    return dialogue


def test_who_leaves_nobody_in_the_castle_is_told_that_it_falls_and_asked_once_more() -> None:
    dialogue = retreat_from_gifu()
    *pieces, leaving = dialogue.rows()
    assert "the castle falls" not in leaving.text, "as many as it holds are marked"
    for number, row in enumerate(pieces):
        for _ in range(row.marks):
            dialogue.press(number)
    leaving = dialogue.rows()[-1]
    assert leaving.text.endswith("leaving nobody behind: the castle falls")
    assert dialogue.confirm() is None, "it is asked about"
    assert dialogue.step.title == "Give up the castle of Gifu?"
    assert [(row.text, row.key) for row in dialogue.rows()] == [
        ("No, choose who stays", ""),
        ("Yes, retreat: the castle falls", "y"),
    ]
    assert dialogue.press(0) is None
    assert len(dialogue.rows()) == len(pieces) + 1
    dialogue.press(0)
    assert "the castle falls" not in dialogue.rows()[-1].text
    assert dialogue.confirm() is not None


def march_lines(dialogue: Dialogue) -> list[Row]:
    return [row for row in dialogue.rows() if row.mark is None]


@pytest.mark.parametrize("seed", range(3))
def test_a_march_list_has_a_line_for_each_place_and_turning_it_comes_to_every_way(seed: int) -> None:
    """And in lines of text every way has a line of its own."""
    table = new_table(500 + seed)
    several = 0
    for _, question in play(table, random_bot(seed)):
        marches = [n for n, row in enumerate(dialogue_at(table).rows()) if row.text.startswith("March")]
        if not isinstance(question, MovementDue) or not marches:
            continue
        turned, spread = dialogue_at(table), Dialogue(first_step(*asked(table)), spread=True)
        turned.press(marches[0])
        spread.press(marches[0])
        if any("other place" in row.text for row in turned.rows()):
            press(turned, next(row.text for row in turned.rows() if "other place" in row.text))
        spots = [row.spot for row in march_lines(turned)]
        assert len(spots) == len(set(spots))
        seen = []
        for number, row in enumerate(turned.rows()):
            for way in range(row.ways if row.mark is None else 0):
                assert turned.rows()[number].way == way + 1
                seen.append(turned.rows()[number].text)
                assert turned.turn(number) == (row.ways > 1)
            several += row.ways > 1
        assert seen == [row.text for row in march_lines(spread)]
    assert several


def test_marches_stand_by_their_weight_and_stay_where_they_are_while_blocks_are_marked() -> None:
    stack = ["tokugawa-3", "tokugawa-2", "tokugawa-2", "date-2", "date-3"]
    table = position(
        {"edo": stack, "mito": ["date-3"]},
        {"numazu": ["ukita-1-gun"], "oyama": ["ukita-3", "mori-2"], "ueda": ["mori-2"]},
    )
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    lines = march_lines(dialogue)
    kinds = [
        0 if "overruns" in row.text else 1 if "against" in row.text else -1 if "you +" in row.text else 2
        for row in lines
    ]
    kinds = kinds[: [*["free" in row.text for row in lines], False].index(False)]
    assert kinds == sorted(kinds), "what is won, then who is overrun, then who is fought"
    assert set(kinds) >= {0, 1}
    before = [row.spot for row in lines]
    press(dialogue, "Tokugawa 2")
    after = [row.spot for row in march_lines(dialogue)]
    kept = [spot for spot in before if spot in after]
    assert kept == after[: len(kept)], "what is new comes after what was there"
    alone = position({"edo": ["tokugawa-3"]}, {"oyama": ["ukita-3"] * 2 + ["mori-2"] * 2})
    dialogue = dialogue_at(alone)
    press(dialogue, "March from Edo")
    press(dialogue, dialogue.rows()[-1].text)
    assert "your blocks there are overrun" in dialogue.rows()[-1].text
    alone = position({"edo": ["tokugawa-1-leader"]}, {"oyama": ["ukita-3"] * 2 + ["mori-2"] * 2})
    dialogue = dialogue_at(alone)
    press(dialogue, "March from Edo")
    press(dialogue, dialogue.rows()[-1].text)
    [line] = [row.text for row in dialogue.rows() if "Oyama" in row.text]
    assert "Ieyasu is overrun there: his death loses the game (2.1)" in line


def test_who_has_just_arrived_changes_no_line_of_those_who_can_begin_to_march() -> None:
    stacks = {"edo": ["tokugawa-3", "date-3"], "kanazawa": ["maeda-2"], "sendai": ["date-2"]}
    table = position(stacks, {"kyoto": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    places = [row.spot for row in dialogue.rows() if row.text.startswith("March")]
    press(dialogue, "March from Edo")
    press(dialogue, "Date 3")
    action = dialogue.press(next(dialogue.rows().index(row) for row in march_lines(dialogue) if "free" in row.text))
    assert action is not None
    table.act(TOKUGAWA, action)
    dialogue = dialogue_at(table)
    rows = dialogue.rows()
    assert [row.spot for row in rows[: len(places)]] == places, "with the same digits"
    assert [row.text.split(" from ")[0] for row in rows[len(places) :]][:1] == ["Go on"]
    assert dialogue.first_row == len(places), "it is pointed at all the same"


def test_places_of_no_worth_share_a_line_until_it_is_taken_or_one_of_them_is_come_to() -> None:
    own = {"edo": ["tokugawa-3"], "oshi": ["date-3"], "hand": ["date-single"]}
    table = position(own, {"oyama": ["ukita-3", "mori-2"]})
    folded: list[int] = []
    for opened_by in ("line", "map"):
        dialogue = dialogue_at(table)
        press(dialogue, "March from Edo")
        lines = march_lines(dialogue)
        assert [row.spot is None for row in lines] == [False] * 5 + [True]
        folded = [spot for spot in dialogue.spots() if not dialogue.rows_of(spot)]
        assert lines[-1].text == f"{len(folded)} other places: 0 lists them, the map has them too"
        assert all(dialogue.spots()[spot] for spot in folded), "they are marked on the map"
        assert dialogue.action_of(len(lines) - 1) is None
        if opened_by == "line":
            assert dialogue.press(len(lines) - 1) is None
        else:
            assert dialogue.folded_at(folded[0]) is not None
            assert dialogue.reveal(folded[0])
        assert len(march_lines(dialogue)) == 5 + len(folded)
        assert all(dialogue.rows_of(spot) for spot in folded)
        assert not dialogue.reveal(folded[0])
        places = [row for row in march_lines(dialogue) if " +: " in row.brief and "you +" not in row.text]
        roads = [len(row.path) - 1 for row in places]
        assert roads == sorted(roads), "the nearest come first"
        assert len(set(roads)) > 1


@pytest.mark.parametrize(("enemy", "roads"), [("kiyosu", "1 road"), ("okazaki", "2 roads"), ("hamamatsu", "")])
def test_how_near_the_enemy_of_a_castle_left_empty_is_is_said_as_far_as_he_marches_without_a_card(
    enemy: str, roads: str
) -> None:
    """7.3.3: with a leader two roads, unless who has left stands in his way."""
    table = position({"gifu": ["tokugawa-3"]}, {enemy: ["ukita-3"]}, holders={"gifu": TOKUGAWA})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Gifu")
    marches = [row for row in dialogue.rows() if row.path]
    assert marches
    for row in marches:
        warned = f"leaves the castle of Gifu empty, the enemy {roads} away;" in row.text
        stands_in_the_way = row.spot == location_named("kiyosu") and enemy == "okazaki"
        assert warned == (bool(roads) and not stands_in_the_way), row.text
    assert not any("empty" in row.brief for row in marches), "all of them do: it is said once, of the one pointed at"


def test_what_is_left_alone_where_the_enemy_can_come_is_said_of_disks_and_resources() -> None:
    """9.2, 4.2: he who leaves Ueda leaves its disk to a siege, and an empty resource location is lost to a march."""
    table = position({"saku": ["tokugawa-3"]}, {"ueda": ["uesugi-1-leader"], "kiso": ["mori-2"]}, active=ISHIDA)
    for place, warning in (
        ("Ueda", "leaves the disk alone in Ueda, the enemy 1 road away"),
        ("Kiso", "leaves the resource Kiso empty, the enemy 2 roads away"),
    ):
        dialogue = dialogue_at(table)
        press(dialogue, f"March from {place}")
        rows = [row for row in dialogue.rows() if row.path]
        assert any(warning in row.text for row in rows), [row.text for row in rows]


@pytest.mark.parametrize(("enemy", "said"), [("gifu", "enemy 3 roads away"), ("edo", "")])
def test_whoever_leaves_hideyori_alone_is_told_what_his_capture_costs(enemy: str, said: str) -> None:
    """2.1: the disk at Osaka holds the castle, but with it the game is lost."""
    table = position({enemy: ["tokugawa-3"]}, {"osaka": ["ukita-3", "mori-2"]}, active=ISHIDA, disks=["osaka"])
    dialogue = dialogue_at(table)
    press(dialogue, "March from Osaka")
    marches = [row for row in dialogue.rows() if row.path]
    assert marches
    kept_away = {location_named(key) for key in ("kyoto", "gifu")}  # by whoever bars his way, or besieges him
    for row in marches:
        warned = "leaves Hideyori alone in Osaka" in row.text
        assert warned == (bool(said) and row.spot not in kept_away)
        assert said in row.text or not warned
    press(dialogue, "Mōri 2")
    assert not any("Hideyori" in row.text + row.brief for row in dialogue.rows())


def test_of_two_dangers_to_the_game_neither_falls_away_for_want_of_room() -> None:
    """2.1: a note keeps all of its first sentence."""
    own = {"osaka": ["ishida-1-leader", "ukita-3"]}
    table = position({"kyoto": ["tokugawa-3"]}, own, active=ISHIDA, disks=["osaka"])
    dialogue = dialogue_at(table)
    press(dialogue, "March from Osaka")
    [detail] = {row.detail for row in dialogue.rows() if row.spot == location_named("kyoto")}
    first = first_part(detail)
    assert "his death loses the game" in first
    assert "Hideyori alone in Osaka" in first


def test_that_a_march_leaves_a_castle_empty_beside_the_enemy_is_said() -> None:
    table = position({"gifu": ["tokugawa-3", "date-2"]}, {"kiyosu": ["ukita-3"]}, holders={"gifu": TOKUGAWA})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Gifu")
    marches = [row for row in dialogue.rows() if row.path]
    assert marches
    assert all("leaves the castle of Gifu empty, the enemy 1 road away" in row.text for row in marches)
    # Whoever drags the stack has read no line: the way, its cost and the risk come before all else.
    assert all(re.search(r"→ .* — free; (you [^;]*; )?leaves the castle of Gifu empty", row.done) for row in marches)
    press(dialogue, "Date 2")
    assert not any("empty" in row.text + row.brief for row in dialogue.rows())


def test_what_ends_the_move_in_progress_says_so_before() -> None:
    blocks = ["tokugawa-3", "date-2"]
    table = position(
        {"edo": blocks, "mito": ["date-3"], "recruitment": ["date-2"]}, {"kyoto": ["ukita-3"]}, paid="limited"
    )
    dialogue = dialogue_at(table)
    assert not any(row.detail for row in dialogue.rows() if row.key != "e")
    press(dialogue, "March from Edo")
    press(dialogue, "Date 2")
    action = press(dialogue, "Edo → Oshi —")
    assert action is not None
    table.act(TOKUGAWA, action)
    dialogue = dialogue_at(table)
    rows = dialogue.rows()
    assert "Go" in rows[dialogue.first_row].text
    table.state.movement = replace(table.state.current_movement(), stack_moves=0)
    left = dialogue_at(table)
    assert left.rows()[left.first_row].key == "e", "one Enter too many takes no march further"
    begins = [row.text.partition(" ")[0] for row in rows[:5]]
    assert begins == ["Branch", "March", "Muster", "Go", "End"], "what goes on changes no digit of the others"
    details = {row.text.partition(",")[0]: row.detail for row in rows}
    assert "Branch off from Edo" in details
    assert not details["Branch off from Edo"]
    assert rows[0].brief == "Branch off from Edo, no new move: 1 block left behind"
    ends = (
        "Any other march or muster ends the move from Edo (7.3). "
        "Limited movement: 2 stack moves left, or a muster for one of them."
    )
    assert details["March from Mito (1 block)"] == details["Muster from the recruitment box (1 block)"] == ends


def test_for_a_forced_march_that_card_is_pointed_at_which_could_deploy_the_fewest_blocks() -> None:
    hand = ["tokugawa-single", "date-single", "maeda-single", "tokugawa-loyalty"]
    table = position({"edo": ["tokugawa-3", "date-2"], "mito": ["tokugawa-2"], "hand": hand}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    press(dialogue, next(row.text for row in dialogue.rows() if "other places" in row.text))
    press(dialogue, next(row.text for row in dialogue.rows() if "forced march" in row.text))
    assert dialogue.first_row > 0, "it is not the first of them"
    assert dialogue.rows()[dialogue.first_row].text.startswith("Discard Maeda card")
    assert dialogue.rows()[dialogue.first_row].aside == "fits no block"


def test_a_forced_march_says_how_many_of_the_blocks_would_need_no_card() -> None:
    """7.3.3: whoever sends many pays for their number."""
    blocks = ["tokugawa-3", "tokugawa-2", "date-3", "date-2", "maeda-2"]
    table = position({"edo": blocks, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    press(dialogue, "5 other places")
    press(dialogue, "Edo → Oshi → Takasaki → Saku —")
    assert dialogue.step.title == "Forced march to Saku: discard which card?"
    way = [location_named(name) for name in ("edo", "oshi", "takasaki", "saku")]
    assert [*dialogue.rows()[0].path] == way, "the map shows what the card is for"
    assert isinstance(dialogue.step, Menu)
    assert dialogue.step.rule == "7.3.3"
    assert (
        dialogue.note == "You +1 (Takasaki to Tokugawa). All 5 march; 4 of them would get there without a card (7.3.3)."
    )
    press(dialogue, "Only 4 march, without a card: choose who stays")
    assert dialogue.step.title == "Who marches from Edo to Saku, without a card?"
    assert [row.text for row in dialogue.rows() if row.mark is False] == ["Date 2"]
    press(dialogue, "Maeda 2")
    press(dialogue, "Date 2")
    assert [row.text for row in dialogue.rows() if row.mark is False] == ["Maeda 2"]
    action = press(dialogue, "4 blocks: Edo → Oshi → Takasaki → Saku —")
    assert isinstance(action, March)
    assert (len(action.blocks), action.forced, action.claim) == (4, None, False)
    table.act(TOKUGAWA, action)


def test_of_those_who_march_without_a_card_the_leaders_are_no_more_than_needed_and_what_that_leaves_is_told() -> None:
    """2.1: nobody sends Ieyasu out by a proposal; that he stays alone near the enemy is said all the same."""
    blocks = ["tokugawa-1-leader", "tokugawa-3", "date-3", "maeda-2", "date-2"]
    table = position({"edo": blocks, "hand": ["date-single"]}, {"utsunomiya": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    press(dialogue, "5 other places")
    press(dialogue, "Edo → Oshi → Takasaki → Saku —")
    press(dialogue, "Only 4 march, without a card: choose who stays")
    assert [row.text for row in dialogue.rows() if row.mark is False] == ["Ieyasu (Tokugawa leader)"]
    assert "leaves Ieyasu alone, the enemy 2 roads away" in dialogue.rows()[-1].text


def test_a_march_for_a_card_says_that_a_leader_would_do_where_one_marches() -> None:
    """7.3.3, 7.3.4: the other way of the same line is not forgotten for one with fewer blocks."""
    blocks = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "date-3", "date-2"]
    table = position({"osaka": blocks, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid="limited")
    player, question = asked(table)
    dialogue = Dialogue(first_step(player, question), spread=True)
    press(dialogue, "March from Osaka")
    claims = {row.spot for row in dialogue.rows() if row.path and "declares a leader" in row.text}
    plain = {row.spot for row in dialogue.rows() if row.path and "declares a leader" not in row.text}
    end = next(
        row
        for row in dialogue.rows()
        if row.path
        and row.spot in claims & plain
        and "forced march" in row.text
        and "declares a leader" not in row.text
    )
    press(dialogue, end.text)
    assert "All 5 would get there without a card, by declaring a leader (7.3.3)." in str(dialogue.note)
    assert not any(row.text.startswith("Only ") for row in dialogue.rows())


def test_a_march_for_a_card_names_the_free_way_where_there_is_another_and_what_it_comes_to() -> None:
    """7.3.3: what a longer way wins on top, such as a resource location on it, may cost a card."""
    table = position(
        {"edo": ["tokugawa-3"]}, {"kyoto": ["kobayakawa-3", "ukita-2"], "hand": ["ukita-single"]}, active=ISHIDA
    )
    player, question = asked(table)
    dialogue = Dialogue(first_step(player, question), spread=True)
    press(dialogue, "March from Kyoto")
    [longer] = [row.text for row in dialogue.rows() if "Tsuruga → Miyazu — " in row.text and "forced" in row.text]
    press(dialogue, longer)
    told = "All 2 would get there without a card by Kyoto → Ayabe → Miyazu (7.3.3)"
    assert told in dialogue.note
    assert "leader" not in dialogue.note


def test_of_blocks_alike_in_the_recruitment_box_a_line_says_how_many_there_are() -> None:
    box = ["date-2", "date-2", "tokugawa-3"]
    table = position({"edo": ["tokugawa-3"], "recruitment": box}, {"kyoto": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "Muster from the recruitment box")
    press(dialogue, "Edo: one block of any daimyo")
    assert [row.text for row in dialogue.rows()] == ["Muster Tokugawa 3", "Muster Date 2 (2 in the box)"]
    assert (
        dialogue.note == "The enemy sees that a block comes to Edo, and not which; it does not move in this turn (7.2)."
    )


def test_a_card_for_the_mori_box_is_asked_for_with_who_comes_for_it() -> None:
    """9.3: and the page of the place tells of where he comes."""
    ishida = {"kyoto": ["ukita-3"], "hand": ["mori-single", "ukita-single"], "mori_box": ["mori-3"]}
    table = position({"edo": ["tokugawa-3"]}, ishida, active=ISHIDA, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "Call ")
    assert dialogue.note.startswith("Mōri 3 comes to Osaka for the card, which is discarded (9.3).")
    assert {row.path for row in dialogue.rows()} == {(location_named("osaka"),)}


def test_a_march_to_where_own_blocks_face_the_enemy_says_that_it_joins_them() -> None:
    table = position({"kiyosu": ["tokugawa-3"], "gifu": ["date-3"]}, {"gifu": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "March from Kiyosu")
    [line] = [row for row in march_lines(dialogue) if row.spot == location_named("gifu")]
    assert "; joins your 1" in line.text
    assert "battle with 1, joins your 1" in line.brief


def test_the_order_of_blocks_is_the_same_in_a_list_in_a_text_and_on_the_map() -> None:
    """Leaders first, then by daimyo, then by strength."""
    table = position(
        {"edo": ["date-2", "maeda-1-leader", "tokugawa-2", "tokugawa-1-leader", "tokugawa-3", "date-3"]},
        {"kyoto": ["ukita-3"]},
    )
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    listed = [row.text for row in dialogue.rows() if row.mark is not None]
    assert listed == [
        "Ieyasu (Tokugawa leader)",
        "Maeda leader",
        "Tokugawa 3",
        "Tokugawa 2",
        "Date 3",
        "Date 2",
    ]
    codes = [row.brief for row in dialogue.rows() if row.mark is not None]
    [chips] = [
        [chip.code for chip in place.faces[TOKUGAWA]]
        for place in map_contents(table.view(TOKUGAWA)).locations
        if place.blocks[TOKUGAWA]
    ]
    assert chips == codes
    stack = table.state.pools[TOKUGAWA][location_named("edo")]
    assert pieces_words(stack, table.faces) == ", ".join(listed)


@pytest.mark.parametrize("seed", range(4))
def test_the_first_line_ends_nothing_while_something_else_would_change_anything(seed: int) -> None:
    """Of deployments those change nothing that leave the losses and the winner as they are."""
    table = new_table(seed)
    for _, question in play(table, random_bot(seed)):
        rows = dialogue_at(table).rows()
        if rows[0].key == "e" and any(row.ready for row in rows[1:]):
            assert isinstance(question, DeploymentDue)
            assert all("changes no losses" in row.detail for row in rows[1:] if row.ready)


def test_the_legend_names_every_sign_that_is_on_the_map_and_no_other() -> None:
    assert len(set(marches.SIGNS)) == len(marches.SIGNS)
    table = position({"edo": ["tokugawa-3"] * 4}, {"numazu": ["ukita-1-gun"], "oyama": ["ukita-3", "mori-2"]})
    movement = table.state.current_movement()
    table.state.movement = replace(movement, roads=1)
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    shown = {sign for tag in dialogue.spots().values() for sign, _ in tag or ()}
    legend = dialogue.note.partition(": ")[2]
    assert {part.split()[0] for part in legend.rstrip(".").split(", ")} == {*shown, "×"}
    assert "× road of another march" in legend, "which may be planned alone"


def test_what_a_march_overruns_is_forecast_as_it_happens() -> None:
    table = position({"edo": ["tokugawa-3"] * 4}, {"oyama": ["ukita-3"]})
    player, _ = asked(table)
    march = next(a for a in outcomes(first_step(*asked(table))) if isinstance(a, March) and len(a.blocks) == 4)
    ends = {location_named("oyama"): [(location_named("oyama"), ISHIDA)]}
    assert overruns_of(player.view, march) == ends.get(march.stops[-1], [])
    over = replace(march, stops=(location_named("oyama"),))
    assert overruns_of(player.view, over) == [(location_named("oyama"), ISHIDA)]


def test_the_hand_stands_in_one_order_on_its_page_and_in_lists() -> None:
    hand = ["tokugawa-loyalty", "tokugawa-swords", "date-single", "maeda-double", "date-swords"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]})
    player, _question = asked(table)
    cards = ["".join([text for text, _style in line]).strip() for line in hand_lines(player.view)]
    items = [words for _card, words in card_items(player)]
    assert cards[: len(hand)] == items


def test_whoever_pays_with_a_card_is_told_what_it_could_do_later_and_what_the_hand_is() -> None:
    """7.1, 7.3.3: with it goes what it would deploy."""
    hand = ["date-swords", "maeda-single", "tokugawa-loyalty"]
    table = position({"edo": ["date-3"], "mito": ["date-2"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    dialogue = dialogue_at(table)
    assert dialogue.note == "Your hand: Date swords, Maeda card, Loyalty Challenge (7.1)."
    press(dialogue, "Limited")
    assert [(row.text, row.aside) for row in dialogue.rows()[:3]] == [
        ("Date swords, bid 4", "fits 2 blocks"),
        ("Maeda card, bid 2", "fits no block"),
        ("Loyalty Challenge, bid 8", "challenges loyalty"),
    ]
    assert press(dialogue, "Date swords") is None


def test_a_card_to_bid_says_how_many_such_there_are_and_what_it_could_do_later() -> None:
    """6.3: a card that is bid is gone."""
    hand = ["date-single", "date-single", "maeda-single"]
    table = position({"edo": ["date-3"], "mito": ["date-2"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    player, _question = asked(table)
    rows = Dialogue(choose_bid(player)).rows()
    assert [(row.text, row.aside, row.less_aside) for row in rows[:2]] == [
        ("Date card, bid 2", "(you have 2)  fits 2 blocks", ("(you have 2)", "×2")),
        ("Maeda card, bid 2", "fits no block", ()),
    ]


def test_of_two_alike_that_march_one_is_left_behind_first() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    marks = []
    for _press in range(4):
        marks.append(next(row.marks for row in dialogue.rows() if row.pieces == 2))
        dialogue.press(next(number for number, row in enumerate(dialogue.rows()) if row.pieces == 2))
    assert marks == [2, 1, 0, 2]


def test_a_place_keeps_its_line_whoever_is_left_behind() -> None:
    """Who types what he has just read marches there."""
    stack = ["uesugi-1-leader", "uesugi-3", "uesugi-1-gun", "mori-2"]
    table = position({"mito": ["date-2"]}, {"aizu": stack, "hand": ["mori-single"]}, paid="limited", active=ISHIDA)
    for spread in (False, True):
        dialogue = dialogue_at(table)
        press(dialogue, "March from Aizu")
        if spread:
            dialogue.unfold()
        pieces = sum(row.mark is not None for row in dialogue.rows())
        before = [row.spot for row in dialogue.rows()]
        for number in range(pieces):
            dialogue.press(number)
            if len(dialogue.marked) == 0:
                break
            after = [row.spot for row in dialogue.rows()]
            gone = set(before) - set(after)
            assert gone or after[: len(before)] == before


def test_nobody_goes_out_against_more_by_the_first_enter() -> None:
    """8.9.2: whoever is besieged chooses."""
    for defenders, first in ((1, "Stay inside"), (2, "Fight outside")):
        stack = ["tokugawa-3", "date-2"][:defenders]
        table = position({"kanazawa": stack}, {"kanazawa": ["ukita-3", "mori-2"]}, active=ISHIDA)
        declared(combat_phase(table))
        dialogue = dialogue_at(table)
        assert [row.text.split()[0] for row in dialogue.rows()] == ["Fight", "Stay"], "in one order"
        assert dialogue.rows()[dialogue.first_row].text.startswith(first)


def test_a_forced_march_that_leaves_a_castle_empty_says_so_where_the_card_is_chosen() -> None:
    beside = ADJACENT[location_named("aizu")][0]
    stacks = {"aizu": ["uesugi-3"], "hand": ["mori-single"]}
    table = position({LOCATION_KEYS[beside]: ["date-2", "date-3"]}, stacks, paid="limited", active=ISHIDA)
    dialogue = dialogue_at(table)
    press(dialogue, "March from Aizu")
    dialogue.unfold()
    number = next(number for number, row in enumerate(dialogue.rows()) if "forced march" in row.text)
    dialogue.press(number)
    assert dialogue.note.startswith("Leaves the castle of Aizu empty, the enemy 1 road away.")


@pytest.mark.parametrize("enemies", [3, 4])
def test_a_forced_march_into_an_overrun_of_itself_says_so_where_the_card_is_chosen(enemies: int) -> None:
    """7.4: what the line of the place has said is not forgotten at the last question."""
    table = position({"mito": ["date-2"], "hand": ["date-single"]}, {"hakone": ["mori-2"] * enemies}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    [number] = dialogue.rows_of(location_named("hakone"))
    dialogue.press(number)
    assert dialogue.step.title == "Forced march to Hakone: discard which card?"
    assert dialogue.note.startswith("Your blocks there are overrun (7.4).") is (enemies == 4)


def test_a_march_against_few_in_their_castle_says_that_they_may_stay_inside() -> None:
    """8.9.2: it may be a siege and no battle."""
    for blocks, says in ((2, True), (3, False)):
        enemy = ["ukita-3", "mori-2", "mori-3"][:blocks]
        table = position({"kiyosu": ["tokugawa-3", "date-3"]}, {"gifu": enemy}, paid="limited")
        dialogue = dialogue_at(table)
        press(dialogue, "March from Kiyosu")
        [line] = [row for row in march_lines(dialogue) if row.spot == location_named("gifu")]
        assert ("they may stay inside the castle, 7 impact for each block" in line.text) == says
        assert ("may stay inside" in line.brief) == says


def test_a_march_says_that_it_leaves_the_one_who_must_not_die_alone_near_the_enemy() -> None:
    """2.1."""
    table = position({"edo": ["tokugawa-1-leader", "date-2"]}, {"oyama": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    press(dialogue, "Ieyasu")
    told = "leaves Ieyasu alone, the enemy 1 road away: his death loses the game (2.1)"
    assert any(told in row.text for row in dialogue.rows())
    press(dialogue, "Ieyasu")
    assert not any("alone" in row.text for row in dialogue.rows())


def test_that_nothing_changes_the_losses_is_not_said_where_one_more_leaves_a_choice_who_is_lost() -> None:
    """8.7.2: whoever is deployed is lost first."""
    table = position(
        {"sunpu": ["fukushima-1-leader", "tokugawa-2"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single"]},
    )
    declared(combat_phase(table))
    stack = table.state.pools[TOKUGAWA][location_named("sunpu")]
    leader = next(block for block in stack if IS_LEADER[table.faces[block]])
    for has_leader in (False, True):
        if has_leader:
            table.state.shown[leader] = table.faces[leader]
        lines = ((leader, TOKUGAWA),) * has_leader
        table.state.combat = replace(table.state.current_combat(), impact=(0, 6), deployed=lines, ended=(False, True))
        dialogue = dialogue_at(table)
        told = "with one more you choose who." if has_leader else "changes the losses or the winner."
        assert told in dialogue.note
        assert (dialogue.first_row == len(dialogue.rows()) - 1) != has_leader


def test_what_may_be_lost_and_what_cannot_be_undone_comes_first_in_a_note() -> None:
    table = position(
        {"sunpu": ["tokugawa-1-leader", "date-3"], "hand": ["date-single"]},
        {"sunpu": ["ukita-3"], "hand": ["ukita-single"]},
    )
    declared(combat_phase(table))
    table.state.combat = replace(table.state.current_combat(), impact=(0, 20))
    note = dialogue_at(table).note
    assert "Nothing that you can deploy" in note
    assert note.startswith("Ieyasu and the game are lost (2.1) at Ishida 7 in a defeat, 14 in a victory; now 20. ")
    # Whoever has ended deploys no more: with too little now it never is enough.
    for impact, told in (((0, 6), False), ((0, 7), True)):
        table.state.combat = replace(table.state.current_combat(), impact=impact, ended=(False, True))
        assert ("the game are lost" in dialogue_at(table).note) == told
    table = deployment(["tokugawa-single"], ["ishida-loyalty"])
    deploys = [action for action in outcomes(first_step(*asked(table))) if isinstance(action, Deploy) and action.card]
    table.act(TOKUGAWA, deploys[0])
    assert dialogue_at(table).note.startswith("Your card stays played whatever comes of it. ")


def test_a_card_that_takes_from_leaders_to_come_without_one_says_so() -> None:
    """8.2.4: only Ieyasu would be free, who is pointed at last (8.7.2), so that Enter takes a card."""
    table = position(
        {"sunpu": ["tokugawa-1-leader", "date-3"], "hand": ["date-single"]},
        {"sunpu": ["ukita-3"], "hand": ["ukita-single"]},
    )
    declared(combat_phase(table))
    told = [row.detail for row in dialogue_at(table).rows()[:2]]
    # What may come of a challenge is told after it: a note of few rows has no room for that.
    assert 0 <= told[0].find("After this card leaders need one too (8.2.4): Ieyasu") < told[0].find("challenged")
    assert "After this card" not in told[1]


def test_a_drag_into_a_forced_march_is_told_that_it_claims_a_leader() -> None:
    """7.3.4: the line that the mouse has let go nobody has read."""
    stack = ["date-1-leader", "date-3"]
    table = position({"mito": stack, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    dialogue.unfold()
    both = [number for number, row in enumerate(dialogue.rows()) if " &: " in row.brief]
    assert dialogue.press(both[0]) is None
    assert "Declares a leader at Mito." in dialogue.note


def test_who_marches_into_what_may_lose_the_game_is_told_that_before_the_card_is_chosen() -> None:
    stack = ["tokugawa-1-leader", "tokugawa-3", "date-2"]
    table = position({"edo": stack, "hand": ["date-single"]}, {"shirakawa": ["ukita-3", "ukita-2"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    dialogue.unfold()
    [number] = [number for number, row in enumerate(dialogue.rows()) if "Ieyasu fights there" in row.text]
    beginning = (
        "Edo → Oyama → Utsunomiya → Shirakawa — Ieyasu fights there: his death loses the game (2.1); forced march"
    )
    assert dialogue.rows()[number].text.startswith(beginning)
    # A note of one row has room for that, however long the way is.
    assert dialogue.rows()[number].detail.startswith("Ieyasu fights there: his death loses the game (2.1). Edo → Oyama")
    assert dialogue.press(number) is None
    assert dialogue.note.startswith("Ieyasu fights there: his death loses the game (2.1). Against 2 enemy blocks;")


def march_into(hand: list[str], stack: list[str], end: str = "oyama") -> Row:
    """The line of a march of a stack from Edo to an enemy near, or farther for a card."""
    stacks = {"edo": stack, "hand": hand}
    table = position(stacks, {end: ["ukita-3", "ukita-2", "mori-2"]}, paid="limited")
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    dialogue.unfold()
    [line] = [row for row in march_lines(dialogue) if row.spot == location_named(end)]
    return line


@pytest.mark.parametrize(
    ("hand", "stack", "told"),
    [
        (["maeda-single"], ["date-2", "tokugawa-3"], "no card of yours fits these blocks (8.2.2)"),
        (["tokugawa-loyalty"], ["date-2", "tokugawa-3"], "no card of yours fits these blocks (8.2.2)"),
        ([], ["date-2", "date-1-leader"], "no card of yours fits these blocks, only leaders deploy (8.2.4)"),
        (["date-single"], ["date-2", "tokugawa-3"], ""),
    ],
)
def test_a_march_into_a_battle_says_that_no_card_of_the_hand_fits(hand: list[str], stack: list[str], told: str) -> None:
    line = march_into(hand, stack)
    assert ("no card" in line.text, "no card fits" in line.brief) == (bool(told), bool(told))
    assert told in line.text


def test_the_card_of_a_forced_march_fits_nobody_any_more() -> None:
    """7.3.3: it is discarded before the battle; of several one that does not fit."""
    for hand, told in ((["date-single"], True), (["date-single", "maeda-single"], False)):
        line = march_into(hand, ["date-2", "date-3"], "shirakawa")
        assert "forced march" in line.text
        assert ("no card of yours fits" in line.text) == told, line.text
