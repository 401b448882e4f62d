"""The choice of losses and of a retreat: why so many are lost, what stays in sight, and where the loser goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest

from engine.hidden import SEATS, Seat, View
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import ADJACENT, LOCATION_KEYS, location_named
from engine.sekigahara.chapters.chapter_8_7_losses import AfterBattle, Lose, LossesDue, LossesTaken
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege, SiegeLossesDue
from engine.sekigahara.chapters.chapter_8_10_replenishment import EndCombat
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Combat, State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, game_screen, panel_of, screen_text, settled, until
from tests.tui.sekigahara.games import Table, port_at
from tui.dialogue import Dialogue
from tui.games import words_of
from tui.glyphs import ASCII, Glyphs
from tui.lines import Line, plain_text
from tui.practice import PracticePort
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.chapter_7_3_way import OVERRUN_ITSELF
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.panels.battle import battle_lines
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.unasked import forced_in_public, unasked
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import block_code
from tui.steps import Checklist, Menu, Step, only_answer

HERE = location_named("kiyosu")
NEAR, *OTHERS = ADJACENT[HERE]
Page: TypeAlias = Callable[[View[State], Glyphs], Sequence[Line]]
STACK = ("tokugawa-3", "tokugawa-2", "date-2", "date-1-gun", "maeda-2")


def losing(
    own: Sequence[str] = STACK,
    impact: tuple[int, int] = (9, 15),
    *,
    count: int = 3,
    attacker: Seat = TOKUGAWA,
    deployed: int = 5,
    around: Sequence[str] = (),
) -> Table:
    """A battle at Kiyosu that Tokugawa has lost; `around`: where else the enemy stands."""
    there = {place: ["mori-2"] for place in around}
    table = position({"kiyosu": own, "hand": ["date-single"]}, {"kiyosu": ["ukita-3", "ukita-2", "mori-3"], **there})
    state = table.state
    sides = [(block, seat) for seat in SEATS for block in state.pools[seat][HERE][:deployed]]
    for block, _seat in sides:
        state.shown[block] = table.faces[block]
    state.combat = Combat(HERE, attacker, None, impact=impact, ended=(True, True), deployed=tuple(sides))
    state.arrivals = frozenset([(attacker, HERE, NEAR)])
    state.agenda[:] = [AfterBattle(TOKUGAWA, (count, 1)), LossesTaken(HERE), LossesDue(TOKUGAWA, HERE, count)]
    return table


def step_at(table: Table) -> Step:
    question = table.state.agenda[-1]
    assert isinstance(question, LossesDue | RetreatDue | SiegeLossesDue)
    return first_step(SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), table.view(question.seat)), question)


def note_at(table: Table) -> str:
    step = step_at(table)
    assert isinstance(step, Checklist)
    return step.note


@pytest.mark.parametrize(
    ("impact", "count", "told"),
    [
        ((9, 15), 3, "2 for 15 impact, 1 for the defeat (8.7.1)."),
        ((0, 0), 1, "1 for the defeat (8.7.1)."),
        ((3, 6), 1, "0 for 6 impact, 1 for the defeat (8.7.1)."),
        ((15, 14), 2, "2 for 14 impact (8.7.1)."),
    ],
)
def test_it_is_said_of_what_the_losses_of_a_battle_are_made(impact: tuple[int, int], count: int, told: str) -> None:
    assert note_at(losing(impact=impact, count=count)).startswith(told)


@pytest.mark.parametrize(("deployed", "public"), [(3, True), (1, False)])
def test_between_blocks_that_are_alike_there_is_nothing_to_pick(deployed: int, *, public: bool) -> None:
    """8.7.2. Where the enemy does not see that they are alike, the time of the answer must not tell it."""
    own = ["date-2", "tokugawa-3", "tokugawa-3", "tokugawa-3"] if deployed == 1 else ["tokugawa-3"] * 3 + ["date-2"]
    table = losing(own, count=2, deployed=deployed)
    step = step_at(table)
    assert isinstance(step, Menu)
    [item] = step.items
    lost = "2 × Tokugawa 3" if deployed == 3 else "Tokugawa 3, Date 2"
    assert item.text == f"Lose {lost}: the rules leave no choice"
    answer = only_answer(step)
    assert isinstance(answer, Lose)
    assert forced_in_public(table.view(TOKUGAWA), table.state.agenda[-1]) == public
    table.act(TOKUGAWA, answer)


@pytest.mark.parametrize(
    ("own", "deployed", "count", "why"),
    [
        (["tokugawa-3"] * 3, 3, 2, "Those who could be lost are alike (8.7.2): 1 for 9 impact, 1 for the defeat."),
        (["tokugawa-3", "date-2"], 1, 2, "They are all that you had there (8.7.1): 1 for 9 impact, 1 for the defeat."),
        (["tokugawa-3"], 1, 1, "They are all that you had there (8.7.1)."),
        (
            ["date-2", "maeda-3", "tokugawa-2"],
            2,
            2,
            "Who was deployed is lost first (8.7.2): 1 for 9 impact, 1 for the",
        ),
    ],
)
def test_losses_that_nobody_is_asked_about_say_why(own: list[str], deployed: int, count: int, why: str) -> None:
    table = losing(own, (0, 9), count=count, deployed=deployed)
    answer = only_answer(step_at(table))
    assert isinstance(answer, Lose)
    told = unasked(table.view(TOKUGAWA), table.state.agenda[-1], answer).note
    assert told.startswith("Kiyosu: Tokugawa loses ")
    assert f". {why}" in told


def test_whoever_loses_those_who_defected_is_told_that_they_are_lost_first() -> None:
    table = losing(["date-2", "maeda-3", "tokugawa-2"], (0, 9), count=1, deployed=2)
    combat = table.state.current_combat()
    defector = combat.deployed[0][0]
    sides = tuple([(block, ISHIDA if block == defector else side) for block, side in combat.deployed])
    table.state.combat = replace(combat, deployed=sides)
    answer = only_answer(step_at(table))
    assert isinstance(answer, Lose)
    told = unasked(table.view(TOKUGAWA), table.state.agenda[-1], answer).note
    assert "Who defected is lost first (8.7.2)" in told


def test_it_is_said_of_what_the_losses_of_a_siege_are_made() -> None:
    for disk in (False, True):
        place = "ueda" if disk else "gifu"
        here = location_named(place)
        table = position({place: ["tokugawa-3"]}, {place: ["ukita-3", "ukita-2"]})
        table.state.combat = Combat(here, TOKUGAWA, ISHIDA, siege=True, impact=(9, 0), ended=(True, False))
        table.state.agenda[:] = [EndCombat(here), SiegeLossesDue(ISHIDA, here, 1)]
        step = step_at(table)
        assert isinstance(step, Menu if disk else Checklist)
        assert step.note == "9 impact against you: one for every 7, of your choice (8.9.4)."


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("disk", [True, False])
def test_between_besieged_who_are_alike_there_is_nothing_to_pick(*, disk: bool, shown: bool) -> None:
    """8.9.4. Where the enemy does not see that they are alike, the time of the answer must not tell it."""
    place = "ueda" if disk else "gifu"
    here = location_named(place)
    table = position({place: ["tokugawa-3"]}, {place: ["ukita-3", "ukita-3"]})
    table.state.combat = Combat(here, TOKUGAWA, ISHIDA, siege=True, impact=(9, 0), ended=(True, False))
    table.state.agenda[:] = [EndCombat(here), SiegeLossesDue(ISHIDA, here, 1)]
    if shown:
        for block in table.state.pools[ISHIDA][here]:
            table.state.shown[block] = table.faces[block]
    step = step_at(table)
    assert isinstance(step, Menu)
    answers = [item.then() for item in step.items]
    assert all(isinstance(answer, LoseInSiege) for answer in answers), "nothing else is asked"
    if not disk:
        assert [item.text for item in step.items] == ["Lose Ukita 3: the rules leave no choice"]
        assert forced_in_public(table.view(ISHIDA), table.state.agenda[-1]) == shown


def test_an_attacker_is_told_before_he_picks_that_the_rest_goes_back_as_it_came() -> None:
    note = note_at(losing())
    assert f"The rest can retreat to {NAMES[NEAR]} (8.8)." in note
    assert f"{NAMES[OTHERS[0]]} (an attacker goes back as it came, 8.8.2)" in note


def test_a_defender_is_told_before_he_picks_which_neighbours_are_free_and_why_others_are_not() -> None:
    note = note_at(losing(attacker=ISHIDA, around=[LOCATION_KEYS[OTHERS[0]]]))
    assert f"Barred: {NAMES[NEAR]} (the attackers came from there, 8.8.3), " in note
    assert f"{NAMES[OTHERS[0]]} (the enemy is there, 8.8.3)" in note


def test_where_no_neighbour_is_free_it_is_said_which_the_enemy_is_at() -> None:
    note = note_at(losing(attacker=ISHIDA, around=[LOCATION_KEYS[place] for place in ADJACENT[HERE]]))
    assert f"{NAMES[NEAR]} (the enemy is there)" in note
    assert "Barred" not in note


def test_nothing_is_said_of_retreats_where_nobody_retreats() -> None:
    """The winner stays, and whoever is lost goes nowhere."""
    assert "retreat" not in note_at(losing(impact=(15, 14), count=2))
    step = step_at(losing(["date-2", "date-3"], count=2))
    assert isinstance(step, Menu)
    assert "retreat" not in step.note


def test_who_is_safe_and_called_as_one_in_the_list_is_said_to_be_another() -> None:
    """8.7.2: who was deployed is lost first."""
    own = ["tokugawa-2", "date-2", "tokugawa-2", "tokugawa-3"]
    assert "safe: another Tokugawa 2, Tokugawa 3." in note_at(losing(own, deployed=2, count=1))
    own = ["date-2", "date-3", "date-2", "date-2"]
    assert "safe: 2 other Date 2." in note_at(losing(own, deployed=2, count=1))


def test_of_the_leader_who_is_safe_nobody_is_warned_and_that_he_is_stands_in_the_note() -> None:
    """8.7.2: who was deployed is lost first."""
    own = ["tokugawa-3", "date-2", "date-3", "tokugawa-1-leader"]
    assert "safe: Ieyasu" in note_at(losing(own, deployed=3, count=2))
    assert "lost the game" not in note_at(losing(own, deployed=3, count=2))
    assert note_at(losing(own, deployed=4, count=2)).startswith("Ieyasu is in it: if he dies, you have lost the game")


# -- what stays in sight


@pytest.mark.parametrize("page", [battle_lines, lambda view, glyphs: drawn_battle(view, 78, glyphs)])
def test_impact_and_who_was_deployed_stay_in_sight_while_losses_are_chosen(page: Page) -> None:
    table = losing(deployed=2)
    text = "\n".join([plain_text(line) for line in page(table.view(TOKUGAWA), ASCII)])
    assert "Tokugawa is to lose 3 blocks: 2 for 15 impact, 1 for the defeat" in text
    assert "#######|##-----|" in text
    assert "#######|#######|#---" in text
    assert ("Tokugawa deployed: Tokugawa 3, Tokugawa 2" if page is battle_lines else "To3  To2") in text
    assert not any(words in text for words in ("leads", "has ended", "to come", "still to deploy"))
    table.state.agenda.pop()
    text = "\n".join([plain_text(line) for line in page(table.view(TOKUGAWA), ASCII)])
    assert "#" not in text, "hidden again they are known to their owner alone"


# -- the retreat


def retreating(own: Sequence[str], **there: list[str]) -> Table:
    """A battle that Tokugawa has lost at its own castle of Okazaki, the enemy having come from Kiyosu."""
    here, near = location_named("okazaki"), location_named("kiyosu")
    table = position({"okazaki": own}, {"okazaki": ["ukita-3", "ukita-2", "mori-3"], **there})
    table.state.combat = Combat(here, ISHIDA, TOKUGAWA, impact=(0, 5), ended=(True, True))
    table.state.arrivals = frozenset([(ISHIDA, here, near)])
    table.state.agenda[:] = [EndCombat(here), RetreatDue(TOKUGAWA, here)]
    return table


def retreat_menu(table: Table) -> Menu:
    step = step_at(table)
    assert isinstance(step, Menu)
    return step


def test_whoever_goes_into_the_castle_is_told_by_how_many_he_is_besieged_and_when_it_falls() -> None:
    menu = retreat_menu(retreating(["date-2", "date-3"]))
    assert menu.items[0].text == ("All 2 blocks into the castle — besieged by 3, the castle falls at 14 impact (8.9.4)")
    told = "With 1 block in the castle: besieged by 3, the castle falls at 7 impact (8.9.4)."
    assert menu.items[1].detail.endswith(told)
    staying = menu.items[1].then()
    assert isinstance(staying, Checklist)
    assert staying.outlook(staying.marked) == told


def test_what_the_castle_has_to_expect_goes_by_who_is_marked_to_stay_in_it() -> None:
    menu = retreat_menu(retreating(["date-2", "date-3", "maeda-2"]))
    dialogue = Dialogue(menu)
    assert dialogue.press(0) is None
    step = dialogue.step
    assert isinstance(step, Checklist)
    told = "With {blocks} in the castle: besieged by 3, the castle falls at {impact} impact (8.9.4)."
    assert dialogue.note.startswith(told.format(blocks="2 blocks", impact=14))
    dialogue.press(next(n for n, (block, _words) in enumerate(step.items) if block in dialogue.marked))
    assert dialogue.note.startswith(told.format(blocks="1 block", impact=7))
    dialogue.press(next(n for n, (block, _words) in enumerate(step.items) if block in dialogue.marked))
    assert dialogue.note == step.note, "nobody stays to be besieged"


def retreat_port() -> PracticePort[State, Answer]:
    """The same in a game that goes on."""
    table = retreating(["date-2", "date-3"])
    table.state.agenda[:0] = combat_phase(position({}, {})).state.agenda
    return port_at(table, TOKUGAWA)


@pytest.mark.asyncio
async def test_the_own_castle_is_clicked_to_retreat_into_it() -> None:
    app = app_of(retreat_port())
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: "All 2 blocks into the castle" in screen_text(app), "the question")
        panel = panel_of(app)
        panel.moment.end()
        panel.choices.highlighted = 1
        await settled(pilot)
        panel.pick_spot(location_named("okazaki"))
        await settled(pilot)
        assert panel.choices.highlighted == 0
        assert "The loser leaves Okazaki" not in screen_text(app)


def test_a_retreat_says_first_what_the_battle_has_come_to() -> None:
    told = "Dead: you none, they none. Ishida wins the battle of Okazaki, 5 to 0."
    assert retreat_menu(retreating(["date-2", "date-3"])).note.startswith(told)


def test_who_is_dead_is_told_whatever_line_is_pointed_at() -> None:
    table = retreating(["date-2", "date-3"])
    combat = table.state.current_combat()
    dead = min(table.state.pools[TOKUGAWA][combat.location], key=lambda block: table.faces[block])
    table.state.shown[dead] = table.faces[dead]
    table.state.combat = replace(combat, lost=((dead,), ()))
    told = f"Dead: you {block_code(table.faces[dead])}, they none. Ishida wins the battle of Okazaki, 5 to 0."
    menu = retreat_menu(table)
    assert menu.note.startswith(told)
    assert all(item.detail.startswith(told) for item in menu.items if item.detail)


def test_a_retreat_says_what_becomes_of_the_points() -> None:
    menu = retreat_menu(retreating(["date-2", "date-3"]))
    assert "with nobody left in the castle of Okazaki: you -2, they +2 (Okazaki to Ishida)" in menu.items[1].text


def test_a_retreat_says_what_the_place_is_and_which_other_enemies_are_near() -> None:
    """8.8: he who has won the battle is next to all of them, and is not told of."""
    table = retreating(["date-2", "date-3"])
    here = table.state.current_combat().location
    spot = retreat_menu(table).items[1].spot
    place = next(each for each in ADJACENT[here] if each == spot)
    near = next(each for each in ADJACENT[place] if each != here)
    plain = retreat_menu(table).items[1].text
    assert plain.endswith("; no other enemy near")
    table = retreating(["date-2", "date-3"], **{LOCATION_KEYS[near]: ["mori-2"]})
    assert "another enemy next door (1 block)" in {item.spot: item.text for item in retreat_menu(table).items}[spot]


def test_a_retreat_says_where_own_blocks_are_and_is_marked_on_the_map() -> None:
    """What is on the way and may be chosen is marked as the end of a march is."""
    menu = retreat_menu(retreating(["date-2", "date-3"]))
    assert all(item.tag == (("R", "reach-free"),) for item in menu.items)
    assert "On the map: R retreat" in menu.note
    here = location_named("okazaki")
    spot = menu.items[1].spot
    place = next(each for each in ADJACENT[here] if each == spot)
    near = next(each for each in ADJACENT[place] if each != here)
    table = retreating(["date-2", "date-3"])
    moved = table.state.pools[TOKUGAWA][here][:1]
    table.state.transfer(TOKUGAWA, moved, here, near)
    [item] = [item for item in retreat_menu(table).items if item.spot == spot]
    assert "1 block of yours next door" in item.text
    table = retreating(["date-2"], kiyosu=["mori-2"], hamamatsu=["mori-2", "mori-2", "mori-3", "ukita-2"])
    [overrun] = [item for item in retreat_menu(table).items if item.spot == location_named("hamamatsu")]
    assert overrun.tag is not None
    assert overrun.tag[1:] == ((OVERRUN_ITSELF, "reach-overrun"),)


def test_a_neighbour_that_is_barred_stands_below_the_others_with_its_rule() -> None:
    menu = retreat_menu(retreating(["date-2", "date-3", "maeda-2"]))
    [barred] = menu.refused
    assert barred.text == "Not Kiyosu (the attackers came from there, 8.8.3)"
    assert barred.why.startswith("Attackers of Okazaki came from Kiyosu; another neighbour is free (8.8.3).")
    assert "Kiyosu" not in " ".join([item.text for item in menu.items])


def test_a_retreat_into_an_overrun_says_so() -> None:
    table = retreating(["date-2"], kiyosu=["mori-2"], hamamatsu=["mori-2", "mori-2", "mori-3", "ukita-2"])
    [overrun] = [item for item in retreat_menu(table).items if item.spot == location_named("hamamatsu")]
    assert "your blocks there are overrun (7.4)" in overrun.text


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(160, 48), (120, 36)], ids=str)
async def test_blocks_that_are_marked_are_marked_where_they_stand_on_the_map(size: tuple[int, int]) -> None:
    app = app_of(port_at(losing(STACK[:3], count=2, deployed=3), TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await until(lambda: "lose" in screen_text(app), "the losses")
        await settled(pilot)
        board, dialogue = game_screen(app).board_view, panel_of(app).dialogue
        assert dialogue is not None
        assert isinstance(dialogue.step, Checklist)
        codes = {*dialogue.step.codes}
        written = {
            (x, box.y): board.written_at(x, box.y)
            for box in board.layout_in_use.boxes_of(HERE)
            for x in range(box.x, box.x + box.width)
        }
        places = {code: at for at, code in written.items() if code in codes}
        assert places.keys() == codes, "every face has its code, and stands on the map"
        for code, at in places.items():
            marked = {written[cell] for cell in board._marked_cells}
            await pilot.click("#board", offset=(at[0] - int(board.scroll_x), at[1] - int(board.scroll_y)))
            await settled(pilot)
            now = {written[cell] for cell in board._marked_cells}
            assert now == {*dialogue.marked_pieces[1]}
            assert (code in now) != (code in marked)
