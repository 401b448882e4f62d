"""The page of a battle: its lines while it is fought, and what it came to once nobody deploys any more."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from engine.hidden import SEATS, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DEAD, PLAYED, location_named
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_3_impact import add_impact
from engine.sekigahara.chapters.chapter_8_7_losses import (
    AfterBattle,
    Lose,
    LossesDue,
    LossesTaken,
    bury_in_combat,
)
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import AfterSiege, CastleChoiceDue, FightInside, SiegeLossesDue
from engine.sekigahara.chapters.chapter_8_10_replenishment import EndCombat
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Combat
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, close_cards, game_screen, panel_of, press_row, screen_text, settled, until
from tests.tui.hands import resize
from tests.tui.sekigahara.games import Table, asked, new_table, play, port_at, random_bot
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.glyphs import ASCII, UNICODE
from tui.language import speak
from tui.lines import columns, plain_text
from tui.screens.result_screen import ResultScreen
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.panels.battle import battle_lines, broken_off_lines, impact_bar, standing_words
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.panels.forces import forces_lines
from tui.sekigahara.results import lost_words
from tui.sekigahara.words.names import block_code, block_words
from tui.steps import Checklist, Menu
from tui.widgets.line_view import LineView

SUNPU = location_named("sunpu")


def page(table: Table, seat: int, width: int = 78) -> list[str]:
    return [plain_text(line) for line in drawn_battle(table.view(SEATS[seat]), width, UNICODE)]


def test_what_a_battle_came_to_is_told_with_the_right_numbers_and_no_unknown_own_block() -> None:
    told = 0
    for seed in range(6):
        table = new_table(seed)
        lost: dict[int, int] = {}
        for seat, question in play(table, random_bot(seed)):
            combat = table.state.combat
            if isinstance(question, LossesDue) and combat is not None:
                lost[seat] = question.count
                assert f"{('Tokugawa', 'Ishida')[seat]} is to lose {question.count} block" in "\n".join(page(table, 0))
            elif isinstance(question, RetreatDue) and combat is not None:
                for side in SEATS:
                    text = "\n".join(page(table, side))
                    assert "??" not in text
                    assert f"{max(combat.impact)} to {min(combat.impact)}" in text
                    own = table.state.pools[side][combat.location]
                    assert f"there now ({len(own)}): {'nothing' if not own else ''}" in text
                    name = ("Tokugawa", "Ishida")[seat]
                    assert f"{name} has lost {lost[seat]}: " in text
                    told += 1
                lost = {}
    assert told > 5


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_nothing_of_a_side_runs_into_the_other(language: str) -> None:
    table = position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]})
    combat = Combat(SUNPU, TOKUGAWA, ISHIDA, impact=(17, 11))
    speak(language)
    try:
        for width in (*range(60, 80), 37, 50):
            for ended in ((False, False), (True, False), (False, True)):
                table.state.combat = replace(combat, ended=ended)
                lines = page(table, 0, width)
                assert all(columns(line) <= width for line in lines[1:5]), lines
    finally:
        speak("en")


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_the_bars_of_both_sides_stand_in_one_row_however_long_one_heading_is(language: str) -> None:
    table = position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]})
    combat = Combat(SUNPU, TOKUGAWA, ISHIDA, impact=(3, 2))
    speak(language)
    try:
        for width in range(46, 80):
            for ended in ((False, False), (True, False), (False, True)):
                table.state.combat = replace(combat, ended=ended)
                bars = [line for line in page(table, 0, width) if "░" in line]
                assert len(bars) == 1
    finally:
        speak("en")


def with_ieyasu() -> Table:
    return position(
        {"sunpu": ["tokugawa-1-leader", "tokugawa-2", "date-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single"]},
    )


def test_blocks_in_question_do_not_count_as_nothing_but_as_one_thing_or_the_other() -> None:
    """8.6.1: the forecast is of both."""
    table = position(
        {"sunpu": ["tokugawa-3"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3"], "hand": ["ishida-loyalty"]},
    )
    combat_phase(table)
    table.act(TOKUGAWA, Declare(SUNPU))
    deploy = next(action for action in SEKIGAHARA.options(table.view(TOKUGAWA)) if isinstance(action, Deploy))
    table.act(TOKUGAWA, deploy)
    assert table.state.current_combat().pending is not None
    for width in (78, 50, 30):
        said = page(table, ISHIDA, width)
        drawn = next(number for number, line in enumerate(said) if "░" in line)
        assert any("If it defects" in line for line in said[:drawn]), "where there are few rows it is in sight"
    off = [plain_text(line) for line in broken_off_lines(table.view(ISHIDA), "You resigned")]
    assert "Tokugawa deployed: Tokugawa 3 (in question)" in off, "the end of the game leaves it so"
    assert "Ishida deployed: nothing" in off
    text = " ".join(page(table, ISHIDA))
    assert "If it stands, Tokugawa would win 3 to 0 so far; losses: Ishida 1, Tokugawa 0." in text, (
        "the own losses first"
    )
    assert "If it defects, Ishida would win 3 to 0 so far; losses: Ishida 0, Tokugawa 1." in text
    assert "losses: Tokugawa 1, Ishida 0." in " ".join(page(table, TOKUGAWA))
    assert "if nothing more is deployed" not in text
    assert "For one more enemy loss" not in text


def test_a_siege_says_what_the_hand_can_come_to_at_most_and_that_its_cards_are_drawn_anew() -> None:
    stacks = {"anotsu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "maeda-single"]}
    table = combat_phase(position(stacks, {"anotsu": ["ukita-3"]}, holders={"anotsu": ISHIDA}))
    table.act(TOKUGAWA, Declare(location_named("anotsu")))
    table.act(ISHIDA, FightInside(True))
    told = "You can reach 3 at most; cards played are drawn anew (8.10)."
    assert told in page(table, TOKUGAWA)
    assert told not in page(table, ISHIDA)
    watched = [plain_text(line) for line in battle_lines(table.view(TOKUGAWA), UNICODE, watched=True)]
    assert told.replace("You", "Tokugawa") in watched
    assert any(line.startswith("Tokugawa's hand: ") for line in watched)


def test_whoever_may_lose_the_game_with_his_leader_is_told_before() -> None:
    table = combat_phase(with_ieyasu())
    player, question = asked(table)
    step = first_step(player, question)
    assert isinstance(step, Menu)
    warned = "Ieyasu is in it: if he dies, you have lost the game at once (2.1)."
    assert warned in step.items[0].detail
    table.act(TOKUGAWA, step.items[0].then())  # type: ignore[arg-type]
    player, question = asked(table)
    step = first_step(player, question)
    assert isinstance(step, Menu)
    told = "Ieyasu and the game are lost (2.1) at Ishida 14 in a defeat, 21 in a victory; now 0."
    assert step.note.startswith(told)
    [item] = [item for item in step.items if "Ieyasu" in item.text and "without a card" in item.text]
    assert item.detail.startswith("Ieyasu deployed is lost before those who are not")
    table.act(TOKUGAWA, item.then())  # type: ignore[arg-type]
    table.act(ISHIDA, EndDeployment())
    step = first_step(*asked(table))
    told = "Ieyasu and the game are lost (2.1) in any defeat, and at Ishida 7 in a victory; now 0."
    assert isinstance(step, Menu)
    assert step.note.startswith(told)


@pytest.mark.parametrize("shown", [True, False])
def test_whoever_would_kill_the_leader_of_the_enemy_is_told_before(*, shown: bool) -> None:
    """2.1: if he is known to be there."""
    table = position(
        {"sunpu": ["tokugawa-1-leader", "tokugawa-3"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["ukita-single", "mori-single"]},
        active=ISHIDA,
    )
    combat_phase(table)
    table.act(ISHIDA, Declare(SUNPU))
    if shown:
        [ieyasu, _other] = table.state.pools[TOKUGAWA][SUNPU]
        table.state.shown[ieyasu] = table.faces[ieyasu]
    for impact, falls in ((6, False), (7, True)):
        table.state.combat = replace(table.state.current_combat(), impact=(0, impact))
        step = first_step(*asked(table))
        assert isinstance(step, Menu)
        [end] = [item.text for item in step.items if item.key == "e"]
        assert (" — Ieyasu falls: you win the game" in end) == (shown and falls)
        [brief] = [item.brief for item in step.items if item.key == "e"]
        assert (brief == "end: Ieyasu falls, and you win the game") == (shown and falls)
        assert any("they lose 2, Ieyasu falls" in item.text for item in step.items) == (shown and not falls)


def test_in_a_siege_of_his_own_nobody_is_warned_for_he_can_lose_nothing() -> None:
    stacks = {"anotsu": ["tokugawa-1-leader", "tokugawa-2", "date-2"], "hand": ["tokugawa-single", "date-single"]}
    enemies = {"anotsu": ["ukita-3"], "hand": ["ukita-single"]}
    warnings = {}
    for inside in (True, False):
        table = combat_phase(position(stacks, enemies, holders={"anotsu": ISHIDA}))
        table.act(TOKUGAWA, Declare(location_named("anotsu")))
        table.act(ISHIDA, FightInside(inside))
        step = first_step(*asked(table))
        assert isinstance(step, Menu)
        told = [step.note, *[item.detail for item in step.items if "Ieyasu" in item.text]]
        assert len(told) > 1
        warnings[inside] = [
            text for text in told if "lost the game" in text or "the game (2.1)" in text or "the game are lost" in text
        ]
    assert not warnings[True]
    assert warnings[False]


def test_against_a_disk_alone_there_is_nothing_to_warn_of() -> None:
    stacks = {"ueda": ["tokugawa-1-leader", "tokugawa-2"]}
    for enemies, warned in (({}, False), ({"ueda": ["ukita-3"]}, True)):
        table = combat_phase(position(stacks, enemies))
        step = first_step(*asked(table))
        assert isinstance(step, Menu)
        assert ("Ieyasu is in it" in step.items[0].detail) == warned


def test_his_line_among_the_losses_says_what_his_death_means() -> None:
    table = with_ieyasu()
    here = table.state.pools[TOKUGAWA][SUNPU]
    deployed = ((here[0], TOKUGAWA), (here[1], TOKUGAWA))
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=(3, 8), ended=(True, True), deployed=deployed)
    question = LossesDue(TOKUGAWA, SUNPU, 1)
    player, _question = asked(table)
    step = first_step(player, question)
    assert isinstance(step, Checklist)
    assert "if he dies, you have lost the game" in step.note
    rows = [row.text for row in Dialogue(step).rows()]
    assert sum("his death loses the game (2.1)" in row for row in rows) == 1


def test_who_is_missed_least_stands_first_among_those_to_lose_and_he_last() -> None:
    here = ["tokugawa-1-leader", "date-1-leader", "tokugawa-3", "maeda-2", "date-1-gun"]
    table = position({"sunpu": here}, {"sunpu": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][SUNPU]
    deployed = tuple([(block, TOKUGAWA) for block in blocks])
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=(3, 8), ended=(True, True), deployed=deployed)
    player, _question = asked(table)
    step = first_step(player, LossesDue(TOKUGAWA, SUNPU, 1))
    assert isinstance(step, Checklist)
    codes = [block_code(player.faces[block]) for block, _words in step.items]
    assert codes == ["Da1g", "Ma2", "To3", "Da1L", "To1!"]


def test_his_block_is_told_from_all_others() -> None:
    table = with_ieyasu()
    faces = table.view(TOKUGAWA).faces
    here = table.state.pools[TOKUGAWA][SUNPU]
    assert block_code(faces[here[0]]) == "To1!"
    assert block_words(faces[here[0]]) == "Ieyasu (Tokugawa leader)"
    forces = "\n".join([plain_text(line) for line in forces_lines(table.view(TOKUGAWA))])
    assert "Ieyasu (Tokugawa leader)" in forces
    assert other(TOKUGAWA) == ISHIDA


def test_losses_that_end_the_game_are_told_like_any_others() -> None:
    """Blocks that had not been deployed too; the page, the log and the box of the result say the same."""
    here = ["tokugawa-1-leader", "tokugawa-3", "date-1-gun", "tokugawa-1-gun"]
    table = position({"sunpu": here}, {"sunpu": ["ukita-3", "ukita-2", "mori-3"]})
    blocks = table.state.pools[TOKUGAWA][SUNPU]
    combat = Combat(SUNPU, ISHIDA, None, impact=(1, 22), ended=(True, True), deployed=((blocks[0], TOKUGAWA),))
    table.state.combat = combat
    table.state.agenda[:] = [AfterBattle(TOKUGAWA, (4, 0)), LossesTaken(SUNPU), LossesDue(TOKUGAWA, SUNPU, 4)]
    before = table.state.copy()
    table.act(TOKUGAWA, Lose(blocks))
    assert table.state.over is not None
    told = "Tokugawa has lost 4: " + lost_words(before, table.state, TOKUGAWA)
    for seat in SEATS:
        text = "\n".join(page(table, seat))
        assert told in text
        assert "there now (0): nothing" in text
        assert "Ishida has lost nothing" in text


def test_the_disk_is_among_what_a_siege_has_cost() -> None:
    table = position({"ueda": ["tokugawa-3"]}, {"ueda": ["ukita-3"]})
    ueda = location_named("ueda")
    table.state.combat = Combat(ueda, TOKUGAWA, ISHIDA, siege=True, impact=(15, 0), ended=(True, False))
    table.state.agenda[:] = [AfterSiege(1), LossesTaken(ueda), SiegeLossesDue(ISHIDA, ueda, 2)]
    bury_in_combat(table.state, ISHIDA, table.state.pools[ISHIDA][ueda], disk=True)
    table.state.agenda.pop()
    text = "\n".join(page(table, 0))
    assert "Ishida has lost 2: " in text
    assert "the disk of Ueda" in text


def test_a_page_that_has_no_room_yet_is_drawn_all_the_same() -> None:
    table = position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]})
    table.state.combat = Combat(SUNPU, TOKUGAWA, ISHIDA)
    assert page(table, 0, 0)


@pytest.mark.parametrize(
    ("cards", "says"),
    [([], "it was not proven. On the side of Ishida now: Date 2"), (["date-swords"], "it was proven")],
)
def test_what_came_of_a_challenge_stands_on_the_page(cards: list[str], says: str) -> None:
    table = position(
        {"sunpu": ["date-2", "tokugawa-3"], "hand": ["date-single", "tokugawa-single", *cards]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ishida-loyalty", "ukita-single"]},
    )
    combat_phase(table)
    for action in ("Declare", "Deploy", "Challenge", "ProveLoyalty"):
        player, _question = asked(table)
        options = [option for option in SEKIGAHARA.options(player.view) if type(option).__name__ == action]
        if action == "Deploy":
            options = [each for each in options if "Date 2" in block_words(table.faces[each.blocks[0]])]
        table.act(player.seat, options[-1])
    assert says in " ".join(page(table, 0))
    drawn = " ".join(page(table, 0, 40))
    assert ("<>+" in drawn) == (not cards), "who has changed sides"
    assert ("whoever was deployed" in drawn) == (not cards), "it has deployed something"
    assert "(<> changed sides)" in drawn
    assert "!" not in drawn, "that is whose death ends the game"
    challenged = tuple([block for block, _side in table.state.current_combat().deployed])
    table.state.transfer(TOKUGAWA, challenged, SUNPU, DEAD)
    assert says in " ".join(page(table, 0)), "whoever has changed sides has done so, dead or alive"
    table.state.transfer(TOKUGAWA, challenged, DEAD, SUNPU)
    for block in challenged:
        del table.state.shown[block]  # after the battle all stacks there are hidden and mixed
    assert says.replace("Date 2", "1 block") in " ".join(page(table, 0))


@pytest.mark.parametrize(
    ("impact", "told"),
    [
        ((5, 14), "Tokugawa +2 (at 7), Ishida +7 (at 21)"),
        ((0, 6), "Tokugawa +7 (at 7), Ishida +1 (at 7)"),
        # Whoever wins costs the enemy a block more; a tie is the defender's.
        ((1, 2), "Tokugawa +2 (at 3), Ishida +5 (at 7)"),
        ((2, 1), "Tokugawa +5 (at 7), Ishida +1 (at 2)"),
    ],
)
def test_what_is_missing_to_the_next_loss_is_told_of_both_sides(impact: tuple[int, int], told: str) -> None:
    blocks = ["tokugawa-3", "tokugawa-3", "tokugawa-2", "date-2", "date-3"]
    table = position({"sunpu": blocks}, {"sunpu": ["ukita-3", "ukita-3", "mori-3"]})
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=impact)
    assert f"For one more enemy loss: {told}. A tie is Ishida's (8.2.1)." in " ".join(" ".join(page(table, 0)).split())


def test_that_a_tie_is_the_defenders_stands_beside_it_where_it_is_one() -> None:
    table = position({"sunpu": ["tokugawa-3", "date-3"]}, {"sunpu": ["ukita-3", "mori-3"]})
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=(3, 3))
    told = "\n".join(page(table, 0))
    assert "A tie is" not in told
    assert "Ishida wins a tie" in told


def test_nothing_more_can_be_lost_than_is_there() -> None:
    table = position({"sunpu": ["tokugawa-3", "date-2"]}, {"sunpu": ["ukita-3"]})
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=(9, 1))
    assert "For one more enemy loss: Ishida +6 (at 7). A tie is Ishida's (8.2.1)." in page(table, 0)


def test_a_siege_says_at_what_impact_the_castle_falls() -> None:
    """8.9.4: 7 for each block and for the disk; with the disk of Osaka goes the game (2.1, 9.1)."""
    for place, inside, told in (
        (
            "osaka",
            ["mori-2"],
            "The castle falls, and with Hideyori the game is won, at 14: 1 block and the disk, 7 for",
        ),
        ("ueda", [], "The castle falls at 7: the disk, 7 for each."),
        ("gifu", ["mori-2", "mori-3"], "The castle falls at 14: 2 blocks, 7 for each."),
    ):
        table = position({place: ["tokugawa-3"]}, {place: inside})
        table.state.combat = Combat(location_named(place), TOKUGAWA, ISHIDA, siege=True)
        assert told in " ".join(page(table, 0))


def test_who_has_as_much_impact_as_the_attacker_is_said_to_win_a_tie() -> None:
    """8.2.1, R20."""
    combat = Combat(SUNPU, TOKUGAWA, None)
    assert standing_words(combat, ISHIDA) == "wins a tie"
    assert standing_words(combat, TOKUGAWA) == "has initiative"
    assert standing_words(replace(combat, impact=(0, 3)), ISHIDA) == "leads"


@pytest.mark.parametrize(
    ("impact", "bar"),
    [
        (0, "-------|-------|"),
        (6, "######-|-------|"),
        (7, "#######|-------|"),
        (8, "#######|#------|"),
        (14, "#######|#######|"),
        (15, "#######|#######|>"),
    ],
)
def test_the_notch_of_a_loss_stays_whatever_the_impact_is(impact: int, bar: str) -> None:
    """8.7.1: where the bar ends at it there are 7, and a block is lost."""
    assert impact_bar(ASCII, impact, 16) == bar
    assert impact_bar(ASCII, impact, 15).startswith(bar[:14]), "a point without the room for its notch is left out"


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_what_the_signs_under_blocks_mean_is_cut_by_no_edge_of_a_small_screen(language: str) -> None:
    """The page has 76 columns there beside its border and its scroll bar."""
    played = {"sunpu": ["tokugawa-3", "date-2"], "played": ["tokugawa-single", "date-single"]}
    table = position(played, {"sunpu": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][SUNPU]
    for piece in (*blocks, *table.state.pools[TOKUGAWA][PLAYED]):
        table.state.shown[piece] = table.faces[piece]
    deployed = ((blocks[0], TOKUGAWA), (blocks[1], ISHIDA))
    table.state.combat = Combat(SUNPU, TOKUGAWA, None, impact=(3, 2), deployed=deployed)
    speak(language)
    try:
        legend = page(table, 0)[-2:]
    finally:
        speak("en")
    assert all("(" in line and columns(line) <= 76 for line in legend), legend


@pytest.mark.parametrize(
    ("ended", "siege", "told"),
    [
        ((False, False), False, ["nothing deployed", "nothing deployed"]),
        ((True, False), False, ["deploys nothing", "nothing deployed"]),
        # 8.9.3: the besieged never deploy.
        ((False, False), True, ["nothing deployed", "deploys nothing"]),
    ],
)
def test_who_has_deployed_nothing_yet_is_told_from_who_does_not(
    ended: tuple[bool, bool], *, siege: bool, told: list[str]
) -> None:
    table = position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]})
    table.state.combat = Combat(SUNPU, TOKUGAWA, ISHIDA, siege=siege, ended=ended)
    assert told == [line for line in page(table, 0, 40) if line in {"nothing deployed", "deploys nothing"}]


async def deployments(count: int) -> AsyncIterator[tuple[Pilot[None], ClientApp]]:
    """Battles on a small screen, each at a deployment for which its page has much to tell, or right after it."""
    for seed in range(count):
        table = new_table(seed)
        for seat, question in play(table, random_bot(seed)):
            if isinstance(question, DeploymentDue) and len(drawn_battle(table.view(seat), 78, UNICODE)) > 10:
                app = app_of(port_at(table, seat))
                async with app.run_test(size=(80, 24)) as pilot:
                    await shown(pilot, app)
                    yield pilot, app
                break


async def shown(pilot: Pilot[None], app: ClientApp) -> None:
    """All that has come is closed and drawn."""
    await settled(pilot)
    await close_cards(app)
    await settled(pilot)


@pytest.mark.asyncio
async def test_the_page_of_a_battle_has_the_rows_that_the_decision_does_without() -> None:
    in_sight = 0
    async for _pilot, app in deployments(8):
        page, panel = game_screen(app).text_view("battle"), panel_of(app)
        in_sight += page.region.height > 0  # where there was a choice, the battle goes on
        assert panel.empty_rows <= 1 or page.max_scroll_y == 0, screen_text(app)
    assert in_sight > 3


@pytest.mark.asyncio
async def test_a_battle_that_the_end_of_the_game_has_broken_off_is_told_so_and_does_not_come_in_front() -> None:
    hand = ["tokugawa-single", "tokugawa-double", "date-single"]
    stacks = {"sunpu": ["tokugawa-3", "tokugawa-2", "date-2"], "hand": hand}
    table = combat_phase(position(stacks, {"sunpu": ["ukita-3", "ukita-2"], "hand": ["ukita-single"]}))
    table.act(TOKUGAWA, Declare(SUNPU))
    port = port_at(table, TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, app)
        screen = game_screen(app)
        assert screen.front == screen.page == "battle"
        port.resign()
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        when = screen.interface.ended_when(table.state)
        assert re.fullmatch(r"Week \d of 7, turn [AB]; the battle of Sunpu was broken off", when)
        await until(lambda: when in " ".join(screen_text(app).split()), "when and where it has ended")
        await pilot.press("escape")
        await until(lambda: screen.is_current, "the game")
        assert screen.front is None
        assert screen.page == screen.pages[0], "the board is in sight again"
        await pilot.press("b")
        await settled(pilot)
        told = " ".join(" ".join(screen.text_view("battle").lines).split())
        assert "The battle was broken off: You resigned." in told
        assert " deployed: " in told
        assert not any(words in told for words in ("if nothing more", "initiative", "Your hand", "For one more"))


def test_both_lines_stand_side_by_side_in_the_columns_beside_a_decision() -> None:
    """At 120x36 there are 48 columns and 11 rows: what came last was below their edge."""
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2", "date-2", "maeda-2"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3", "ukita-2"]},
    )
    table.state.combat = Combat(SUNPU, TOKUGAWA, ISHIDA)
    for seat in SEATS:
        for block in table.state.pools[seat][SUNPU][:3]:
            table.state.shown[block] = table.faces[block]
            add_impact(table.state, seat, (block,), swords=False)
    lines = page(table, TOKUGAWA, 48)
    [chips] = [line for line in lines if "To3" in line]
    assert "Uk3" in chips
    assert len([line for line in lines if "|" in line]) == 1
    assert lines.index(chips) < 5


@pytest.mark.asyncio
async def test_whoever_looks_at_the_map_in_a_battle_is_told_there_what_came_last() -> None:
    """The page of the battle has it in sight, and needs the row."""
    told = 0
    async for pilot, app in deployments(8):
        screen = game_screen(app)
        line = screen.query_one("#ticker", LineView)
        await press_row(app, 0)
        await shown(pilot, app)
        done = "ended for you" in line.render_line(0).text
        if screen.front is None or screen._telling.news.mine_alone or done:
            continue
        assert screen.query_one("#ticker").has_class("silent")
        await pilot.press("f2")
        await settled(pilot)
        assert line.region.height == 1
        assert line.render_line(0).text.strip().startswith(screen.log_view.latest[:30])
        told += 1
    assert told


@pytest.mark.asyncio
async def test_the_page_of_a_battle_says_by_what_key_to_read_on_until_its_end_is_in_sight() -> None:
    hand = ["tokugawa-single", "tokugawa-double", "date-single"]
    stacks = {"anotsu": ["tokugawa-3", "tokugawa-2", "date-2", "date-2", "fukushima-2", "tokugawa-1-gun"], "hand": hand}
    enemies = ["ukita-3", "ukita-2", "mori-2", "mori-3"]
    table = combat_phase(position(stacks, {"anotsu": enemies, "hand": ["ukita-single"]}))
    table.act(TOKUGAWA, Declare(location_named("anotsu")))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await shown(pilot, app)
        text = game_screen(app).text_view("battle")
        for _deployment in range(3):
            if text.max_scroll_y:
                break
            await press_row(app, 0)
            await shown(pilot, app)
        assert text.max_scroll_y, "not all of it has room"
        assert re.search(r"Battle · \+: \d+ more below", screen_text(app))
        while text.scroll_y < text.max_scroll_y:
            assert re.search(r"Battle · \+: \d+ more below", screen_text(app))
            await pilot.press("plus")
            await settled(pilot)
        assert "+: " not in str(text.border_title)
        await pilot.press("minus")
        await settled(pilot)
        assert re.search(r"Battle · \+: \d+ more below", screen_text(app))
        await resize(app, (120, 60))
        await shown(pilot, app)
        assert not text.max_scroll_y
        assert "+: " not in str(text.border_title)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "columns", "back"), [("f2", 80, True), ("f2", 120, False), ("f3", 80, False)], ids=["map", "wide", "hand"]
)
async def test_the_page_of_a_battle_comes_back_over_the_map_with_what_happens_in_it(
    key: str, columns: int, *, back: bool
) -> None:
    """On the map nothing of it is seen; whoever reads another page goes on reading."""
    hand = ["tokugawa-single", "tokugawa-double", "date-single"]
    stacks = {"sunpu": ["tokugawa-3", "tokugawa-2", "date-2"], "hand": hand}
    table = combat_phase(position(stacks, {"sunpu": ["ukita-3", "ukita-2"], "hand": ["ukita-single"]}))
    table.act(TOKUGAWA, Declare(SUNPU))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(columns, 24)) as pilot:
        await shown(pilot, app)
        screen = game_screen(app)
        await pilot.press(key)
        await settled(pilot)
        left = screen.page
        screen.update_all()
        await settled(pilot)
        assert left == screen.page != "battle", "nothing has happened"
        await press_row(app, 0)
        await until(lambda: screen.port.situation().question is not None, "the next deployment")
        await settled(pilot)
        assert screen.front == "battle", "the battle goes on"
        assert screen.page == ("battle" if back else left)


def test_any_leader_is_said_to_be_lost_before_those_who_are_not_deployed() -> None:
    """8.7.2; not where he besieges, for only the besieged lose blocks (8.9.4)."""
    told = "Deployed, this leader is lost before those who are not (8.7.2)."
    stack, hand = ["date-1-leader", "tokugawa-2", "date-2"], ["tokugawa-single", "date-single"]
    for place, said in (("sunpu", True), ("osaka", False)):
        table = combat_phase(position({place: stack, "hand": hand}, {place: ["ukita-3", "mori-2"], "hand": []}))
        table.act(TOKUGAWA, Declare(location_named(place)))
        if not said:
            table.act(ISHIDA, FightInside(True))
        step = first_step(*asked(table))
        assert isinstance(step, Menu)
        deployments = [item for each in step.items if each.key != "e" for item in each.ways]
        assert {told in item.detail for item in deployments if "Date leader" in item.text} == {said}
        assert not any(told in item.detail for item in deployments if "Date leader" not in item.text)


@pytest.mark.asyncio
@pytest.mark.parametrize("asked_for", [CastleChoiceDue, RetreatDue], ids=["castle", "retreat"])
async def test_whether_one_leaves_a_castle_and_where_one_retreats_to_is_decided_on_the_map(
    asked_for: type[CastleChoiceDue | RetreatDue],
) -> None:
    """8.9.2, 8.8; where there are columns for both the battle stands beside it."""
    here = location_named("okazaki")
    table = position({"okazaki": ["date-2", "date-3"]}, {"okazaki": ["ukita-3", "ukita-2", "mori-3"]})
    fought = asked_for is RetreatDue
    table.state.combat = Combat(here, ISHIDA, TOKUGAWA, impact=(0, 5 * fought), ended=(fought, fought))
    table.state.arrivals = frozenset([(ISHIDA, here, location_named("kiyosu"))])
    table.state.agenda += [EndCombat(here), asked_for(TOKUGAWA, here)]
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(100, 30)) as pilot:
        await shown(pilot, app)
        screen = game_screen(app)
        assert screen.page == screen.pages[0]
        assert screen.board_view.region.height >= 20
        await resize(app, (120, 36))
        assert screen.front == "battle"
        assert screen.board_view.region.height
        assert screen.text_view("battle").region.height
        await resize(app, (80, 24))
        assert screen.page == screen.pages[0]
        assert screen.board_view.region.height >= 14
