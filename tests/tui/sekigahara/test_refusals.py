"""What cannot be chosen says why, with the rule and what to do instead: on the map, in the lists, and at the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.sekigahara.board import ADJACENT, HAND, LOCATIONS, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue
from engine.sekigahara.chapters.chapter_7_3_distance import is_too_far
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import why_not_reached
from tests.engine.sekigahara.positions import Table, combat_phase, position
from tests.tui.sekigahara.games import asked, new_table, play, random_bot
from tests.tui.sekigahara.test_choosers import dialogue_at, press
from tui.dialogue import Dialogue
from tui.sekigahara.choosers.chapter_7_3_marches import why_no_march
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.refusals import refusal_words
from tui.steps import Menu, Party

EDO = location_named("edo")
RULE = re.compile(r"[\[(](R\d+|\d\.\d|\d\.\d+ )")


def all_say_why(dialogue: Dialogue) -> None:
    picked = dialogue.spots()
    for spot in LOCATIONS:
        why = dialogue.why_closed(spot)
        assert spot in picked or why is not None, NAMES[spot]
        if why is not None:
            assert RULE.search(str(why)) or str(why).startswith("Mark "), str(why)
            assert "{" not in str(why)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_picked_on_the_map_is_a_choice_or_says_why_with_the_rule(seed: int) -> None:
    left = {MovementDue: 12, DeclarationDue: 4, RetreatDue: 4}
    table = new_table(seed)
    for _seat, question in play(table, random_bot(seed), 600):
        if left.get(type(question), 0) <= 0:
            continue
        left[type(question)] -= 1
        dialogue = Dialogue(first_step(*asked(table)))
        all_say_why(dialogue)
        # One step further: with the first stack, and where to muster.
        for beginning in ("March from", "Muster from"):
            further = Dialogue(first_step(*asked(table)))
            found = [number for number, row in enumerate(further.rows()) if row.text.startswith(beginning)]
            if found:
                further.press(found[0])
                assert isinstance(further.step, Menu | Party)
                all_say_why(further)


def refused(table: Table, beginning: str) -> str:
    rows = dialogue_at(table).rows()
    row = next(row for row in rows if row.text.startswith(beginning))
    assert not row.ready
    assert dialogue_at(table).press(rows.index(row)) is None, "it does nothing"
    assert RULE.search(row.detail), row.detail
    return row.detail


def closed(table: Table, key: str, *steps: str) -> str:
    dialogue = dialogue_at(table)
    for step in steps:
        press(dialogue, step)
    return str(dialogue.why_closed(location_named(key)))


def test_what_has_no_line_of_its_own_now_says_why_below_the_list() -> None:
    poor = position({"edo": ["tokugawa-3"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid=None)
    assert refused(poor, "Total") == ("It costs 2 cards, and you have 1 card (7.1): buy less, or replace cards.")
    places = {"kiyosu": "ukita-2", "kanazawa": "mori-2", "edo": "ukita-3", "sendai": "mori-3"}
    held = position(
        {"oyama": ["tokugawa-3"], "recruitment": ["tokugawa-2"]}, {place: [face] for place, face in places.items()}
    )
    assert "(R17)" in refused(held, "Muster")
    empty = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"], "mori_box": ["mori-3"]}, active=ISHIDA)
    assert refused(empty, "Call a block") == "It costs a card each, and your hand is empty (9.3)."


def test_cards_that_deploy_nothing_say_why() -> None:
    table = position(
        {"sunpu": ["tokugawa-3"], "hand": ["tokugawa-single", "date-single", "tokugawa-loyalty"]},
        {"sunpu": ["ukita-3"]},
    )
    combat_phase(table)
    action = press(dialogue_at(table), "Sunpu")
    assert action is not None
    table.act(TOKUGAWA, action)
    why = refused(table, "No block for: Date card")
    assert why == "No block of yours with that mon is left to deploy here (8.2.2)."
    why = refused(table, "Deploys nobody: Loyalty Challenge")
    assert why == "It answers a deployment of the enemy's in a battle (8.6.1)."


@pytest.mark.parametrize(
    ("say", "beginning"),
    [
        (lambda: closed(march_table(), "osaka"), "Osaka: none of yours is there (7.3.1). None that can"),
        (
            lambda: closed(marched("minimal"), "mito"),
            "Mito: All stack moves that minimal movement allows have been made (7.1). If your last move was a march",
        ),
        (
            lambda: closed(march_table(), "hakone", "March from Mito"),
            "Hakone: Too far: 2 locations in all, the reach is 1 (7.3.3). Go there in two turns",
        ),
        (
            lambda: closed(besieged(), "kiyosu"),
            "Besieged blocks may not leave Kiyosu (8.9.6). They can fight outside in your combat phase.",
        ),
    ],
)
def test_each_refusal_says_what_to_do_instead(say: Callable[[], str], beginning: str) -> None:
    assert say().startswith(beginning), say()


def test_where_no_other_road_leads_nobody_is_sent_by_another() -> None:
    """7.3.1: what could be reached by another road is not refused."""
    table = march_table()
    dialogue = dialogue_at(table)
    press(dialogue, "March from Mito")
    action = press(dialogue, "Mito → Edo —")
    assert action is not None
    table.act(TOKUGAWA, action)
    told = closed(table, "mito", "March from Edo")
    assert "The road from Edo to Mito has been used already this movement phase (7.3.1)" in told
    assert told.endswith("No other road gets there this turn: go next turn.")


def march_table(paid: str = "total") -> Table:
    return position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]}, paid=paid)


def marched(paid: str) -> Table:
    table = march_table(paid)
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    action = press(dialogue, "Edo → Hakone —")
    assert action is not None
    table.act(TOKUGAWA, action)
    return table


def besieged() -> Table:
    return position(
        {"kiyosu": ["tokugawa-3"], "edo": ["date-2"]}, {"kiyosu": ["ukita-3"] * 2}, holders={"kiyosu": TOKUGAWA}
    )


# -- the end of the movement


def test_after_the_moves_that_were_bought_the_end_asks_nothing_and_before_it_says_who_has_not_moved() -> None:
    assert isinstance(press(dialogue_at(marched("minimal")), "End your movement"), EndMovement)
    for table, place in ((marched("total"), "Mito"), (settled_table("minimal"), "Edo")):
        dialogue = dialogue_at(table)
        assert press(dialogue, "End your movement") is None
        assert dialogue.note == f"Not moved: {place}."
        assert isinstance(press(dialogue, "Yes, end your movement"), EndMovement)


def settled_table(paid: str, **more: list[str]) -> Table:
    """Edo has nothing to win: Takasaki is Tokugawa's already."""
    return position({"edo": ["tokugawa-3"], **more}, {"kyoto": ["ukita-3"]}, paid=paid, owners={"takasaki": TOKUGAWA})


def attacking_table(card: str) -> Table:
    """Three at Edo with a card, who could march for nothing to two of the enemy's at Oyama."""
    return position(
        {"edo": ["tokugawa-3"] * 3, "hand": [card]},
        {"oyama": ["ukita-3"] * 2},
        paid="minimal",
        owners={"takasaki": TOKUGAWA},
    )


def test_the_end_advises_no_attack_for_which_no_card_fits() -> None:
    """8.2.2: nobody could be deployed there."""
    dialogue = dialogue_at(attacking_table("date-single"))
    assert press(dialogue, "End your movement") is None
    assert dialogue.note == "Not moved: Edo."


@pytest.mark.parametrize(
    ("table", "note"),
    [
        (march_table("limited"), "Edo could still take Takasaki, free: you +1."),
        (settled_table("limited"), "No stack has moved, and you have paid for it."),
        (
            settled_table("minimal", recruitment=["tokugawa-2"]),
            "You could still muster: 1 block in the recruitment box.",
        ),
        (
            position({"edo": ["tokugawa-3"], "recruitment": ["tokugawa-2"]}, {"kyoto": ["ukita-3"]}, paid="total"),
            "Edo could still take Takasaki, free: you +1. You could still muster: 1 block in the recruitment box.",
        ),
        (
            position(
                {"edo": ["tokugawa-3"] * 4}, {"oyama": ["ukita-3"]}, paid="minimal", owners={"takasaki": TOKUGAWA}
            ),
            "Edo could still overrun the enemy at Oyama (7.4).",
        ),
        (
            attacking_table("tokugawa-single"),
            "Edo could still attack fewer blocks at Oyama.",
        ),
    ],
)
def test_the_end_names_what_was_bought_and_would_be_wasted(table: Table, note: str) -> None:
    dialogue = dialogue_at(table)
    assert press(dialogue, "End your movement") is None
    assert dialogue.note.partition(" Not moved:")[0] == note


def test_the_end_names_what_would_be_won_on_the_way() -> None:
    """4.2: a resource location that is passed through is won as well."""
    stack = ["ukita-3", "ukita-3", "mori-2", "mori-2"]
    table = position({"utsunomiya": ["date-2"]}, {"aizu": stack}, active=ISHIDA, paid="minimal")
    dialogue = dialogue_at(table)
    assert press(dialogue, "End your movement") is None
    assert dialogue.note.startswith("Aizu could still march to Utsunomiya, free, taking resource Shirakawa: you +1.")


def test_what_one_block_of_a_stack_could_do_says_so_and_what_it_takes_from_the_enemy() -> None:
    """7.3.5: all of them together are too slow for it, and a card is no chance of that kind."""
    stack = ["tokugawa-3", "tokugawa-2", "date-3", "date-2", "maeda-2"]
    own = {"kitanosho": stack, "edo": ["date-3"]}
    table = position(own, {"kyoto": ["ukita-3"]}, paid="minimal", owners={"tsuruga": ISHIDA, "takasaki": TOKUGAWA})
    dialogue = dialogue_at(table)
    assert press(dialogue, "End your movement") is None
    assert "Kitanosho (1 block) could still take Tsuruga, free: you +1, they -1." in dialogue.note


def test_where_every_stack_may_move_those_count_that_win_points_for_nothing() -> None:
    saku = location_named("saku")
    assert location_named("takasaki") in ADJACENT[saku], "a resource"
    table = position({"edo": ["tokugawa-3"], "saku": ["date-2"]}, {"kyoto": ["ukita-3"]})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    action = press(dialogue, "Edo → Mito —")
    assert action is not None
    table.act(TOKUGAWA, action)
    dialogue = dialogue_at(table)
    assert press(dialogue, "End your movement") is None
    assert dialogue.note == "Saku could still take Takasaki, free: you +1. Not moved: Saku."


def test_who_is_in_the_way_may_be_overrun_first() -> None:
    """7.3.2, 7.4.2: a march ends where enemies stand, but what has overrun them may go on."""
    table = position(
        {"utsunomiya": ["tokugawa-1-leader", *["tokugawa-2"] * 3], "hand": ["date-single"]}, {"oyama": ["ukita-2"]}
    )
    why = closed(table, "edo", "March from Utsunomiya")
    assert "if it is overrun, you may go on from there" in why, why


@pytest.mark.parametrize("fewer", [True, False])
def test_where_no_way_around_is_within_reach_nobody_is_told_to_go_around(*, fewer: bool) -> None:
    """7.3.2, 7.3.5: and that fewer get there is said only where they do."""
    blocks = ["ishida-1-leader", *["ukita-1-gun"] * 2, *["mori-2"] * 4] if fewer else ["mori-2"] * 2
    hand = ["mori-single"] if fewer else []
    table = position({"kiyosu": ["date-2"] * 2}, {"gifu": blocks, "hand": hand}, paid="limited", active=ISHIDA)
    why = closed(table, "kuwana", "March from Gifu")
    assert why.startswith("Kuwana: There are enemy units at Kiyosu"), why
    assert "go around" not in why
    assert why.endswith("No way around it is within reach." + fewer * " Fewer blocks go farther."), why


def test_blocks_that_have_made_a_forced_march_are_not_told_to_march_together() -> None:
    """R12: together they march on or not at all, so it is asked whether all of them could."""
    stack = ["tokugawa-1-leader", "tokugawa-2", "tokugawa-3"]
    table = position({"kyoto": stack, "hand": ["date-single"]}, {"aizu": ["ukita-3"]}, paid="total")
    blocks = table.state.pools[TOKUGAWA][location_named("kyoto")]
    stops = tuple([location_named(name) for name in ("minakuchi", "kuwana", "kiyosu", "okazaki")])
    card = table.state.pools[TOKUGAWA][HAND][0]
    table.act(TOKUGAWA, March(blocks, stops, True, card))
    why = str(why_no_march(asked(table)[0], stops[-1]))
    assert "together" not in why


def test_what_is_too_far_says_the_sum_of_the_way_that_lacks_least() -> None:
    """7.3.3, 7.3.4: by Hakone it is as near, but no highway all the way."""
    table = position({"edo": ["tokugawa-3"], "hand": []}, {"kyoto": ["ukita-3"]})
    assert closed(table, "suwa", "March from Edo") == (
        "Suwa: Too far: 4 locations in all, the reach is 3 = 1 +1 capital +1 highway (7.3.3). Go there in two turns. "
        "A card would get them there: undo the payment (u), if it is not sent."
    )


@pytest.mark.parametrize(
    ("place", "stack", "hand", "terms"),
    [
        ("okazaki", ["tokugawa-3"], ["date-single"], "+1 castle"),
        ("mito", ["date-1-leader"], [], "+1 leader"),
        ("mito", ["date-2"], ["date-single"], "+1 card"),
    ],
)
def test_what_is_too_far_says_its_sum_in_the_words_of_the_list(
    place: str, stack: list[str], hand: list[str], terms: str
) -> None:
    """7.3.3, 7.3.4: what gives leadership is named, not that there is some."""
    table = position({place: stack, "hand": hand}, {"osaka": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][location_named(place)]
    far = next(
        problem
        for end in LOCATIONS
        if (problem := why_not_reached(table.view(TOKUGAWA), blocks, end)) is not None and is_too_far(problem)
    )
    assert terms in refusal_words(far)
    assert "leadership" not in refusal_words(far)


def test_the_sum_of_very_many_is_what_its_terms_come_to() -> None:
    many = [
        "tokugawa-2",
        "tokugawa-3",
        "date-2",
        "date-3",
        "tokugawa-1-gun",
        "tokugawa-1-cavalry",
        "maeda-2",
        "maeda-3",
    ]
    table = position({"mito": [*many, "maeda-2"], "hand": []}, {"kyoto": ["ukita-3"]})
    why = why_not_reached(table.view(TOKUGAWA), table.state.pools[TOKUGAWA][location_named("mito")], EDO)
    assert why is not None
    assert refusal_words(why).startswith("Too far: 1 location in all, the reach is -1 = 1 -2 size")


@pytest.mark.parametrize(
    ("place", "instead"),
    [
        ("oshi", "Fewer blocks go farther. Or go there in two turns."),
        ("soma", "Fewer blocks go farther."),
        ("numazu", "Go there in two turns."),
        ("sendai", "Go there in several turns."),
        ("kyoto", "Go there in several turns."),
    ],
)
def test_what_is_too_far_says_how_it_is_reached_all_the_same(place: str, instead: str) -> None:
    """7.3.3, 7.3.5: by fewer blocks now, by a march of this turn and one of the next, or later."""
    stack = ["date-2", "date-2", "tokugawa-2", "tokugawa-2", "tokugawa-2"]
    table = position({"mito": stack, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    why = closed(table, place, "March from Mito")
    assert why.endswith(f"(7.3.3). {instead}"), why


def test_blocks_that_have_gone_as_far_as_they_can_are_sent_nowhere_next_turn() -> None:
    table = position({"mito": ["date-2"], "iwaki": ["date-3"], "hand": []}, {"kyoto": ["ukita-3"]})
    table.act(TOKUGAWA, March(table.state.pools[TOKUGAWA][location_named("mito")], (EDO,), False, None))
    why = closed(table, "edo")
    assert why == "Edo: Too far: 2 locations in all, the reach is 1 (7.3.3). March with others."


@pytest.mark.parametrize(("card", "asks"), [("maeda-single", True), ("tokugawa-single", False)])
def test_the_end_names_a_combat_that_was_marched_to_without_a_card_that_fits(card: str, *, asks: bool) -> None:
    """8.2.2: what stood there before is the enemy's doing, and nobody is asked about it."""
    own = {"edo": ["tokugawa-3"] * 3, "kiyosu": ["date-2"], "hand": [card]}
    enemies = {"oyama": ["ukita-3"] * 2, "kiyosu": ["mori-2"]}
    table = position(own, enemies, paid="minimal", owners={"takasaki": TOKUGAWA})
    dialogue = dialogue_at(table)
    press(dialogue, "March from Edo")
    dialogue.unfold()
    action = press(dialogue, "Edo → Oyama —")
    assert action is not None
    table.act(TOKUGAWA, action)
    dialogue = dialogue_at(table)
    assert isinstance(press(dialogue, "End your movement"), EndMovement) != asks
    told = "Oyama: no card of yours fits these blocks (8.2.2). Combat follows at Kiyosu and Oyama."
    assert not asks or dialogue.note == told


@pytest.mark.parametrize(
    ("paid", "hand", "end", "told"),
    [
        ("limited", [], "shirakawa", True),
        ("limited", [], "sendai", False),
        ("limited", ["maeda-single"], "sendai", False),
        ("minimal", [], "shirakawa", False),
    ],
)
def test_where_only_a_card_is_missing_that_was_paid_it_is_said_what_gives_it_back(
    paid: str, hand: list[str], end: str, *, told: bool
) -> None:
    """7.1, 7.3.3: with a hand that was empty before, or for nobody whom a card gets there, it would be no help."""
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=paid)
    why = closed(table, end, "March from Edo")
    assert "Too far" in why or "farther than anything" in why
    assert ("A card would get them there: undo the payment (u)" in why) == told
