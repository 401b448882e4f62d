"""What a line of a list comes to stands in the line itself: above all that the game is lost by it (2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.hidden import Seat, View
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.chapters.chapter_6_week import BidsDue, Discard, DiscardsDue
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import FACE_NAMED
from tests.engine.sekigahara.positions import Stacks, Table, combat_phase, position
from tests.tui.sekigahara.games import asked, new_table, random_bot
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.unasked import forced_in_public
from tui.steps import Checklist, Menu, only_answer

SUNPU = location_named("sunpu")
OSAKA = location_named("osaka")
LOST = "End: as it stands Mitsunari falls, and you lose the game"


def battle(*stack: str, impact: tuple[int, int] = (0, 0), enemies: Stacks | None = None) -> Table:
    """Ishida's stack attacks at Sunpu, and is to deploy or to end."""
    own = {"sunpu": list(stack), "hand": ["ukita-single", "mori-single"]}
    enemies = enemies or {"sunpu": ["tokugawa-3", "tokugawa-2", "date-2"], "hand": ["tokugawa-single"]}
    table = combat_phase(position(enemies, own, active=ISHIDA))
    table.act(ISHIDA, Declare(SUNPU))
    table.state.combat = replace(table.state.current_combat(), impact=impact)
    return table


def lines_of(table: Table) -> list[str]:
    step = first_step(*asked(table))
    assert isinstance(step, Menu)
    return [item.text for item in step.items]


@pytest.mark.parametrize(
    ("stack", "impact", "end"),
    [
        (["ishida-1-leader"], (3, 0), LOST),
        (["ishida-1-leader"], (3, 5), "End: as it stands you win; lose 0, Tokugawa 1"),
        (["ishida-1-leader", "ukita-3"], (3, 0), "End: as it stands Tokugawa wins; you lose 1, they 0"),
        (["ishida-1-leader", "ukita-3"], (7, 0), LOST),
    ],
)
def test_to_end_a_battle_that_kills_the_own_leader_is_called_the_loss_of_the_game(
    stack: list[str], impact: tuple[int, int], end: str
) -> None:
    assert lines_of(battle(*stack, impact=impact))[-1] == end


def test_a_deployment_that_kills_the_own_leader_as_it_stands_says_that_the_game_is_lost() -> None:
    """8.7.2: whoever is deployed is lost first; with the other block deployed instead he is not."""
    lines = lines_of(battle("ishida-1-leader", "ukita-3", impact=(6, 0)))
    sends_him = [line for line in lines if "; risks Mitsunari: as it stands you lose the game" in line]
    assert sends_him
    assert all("Mitsunari" in line.partition(";")[0] for line in sends_him)
    assert not any("you lose the game" in line for line in lines if "Ukita 3 with" in line)
    lines = lines_of(battle("ishida-1-leader", "ukita-3", impact=(21, 0)))
    assert any("Ukita 3 with" in line and "; as it stands you lose the game" in line for line in lines)


def test_where_both_leaders_fall_ishida_wins_and_nobody_calls_that_a_loss() -> None:
    """R29."""
    table = battle("ishida-1-leader", "ukita-3", impact=(14, 7), enemies={"sunpu": ["tokugawa-1-leader"]})
    [ieyasu] = table.state.pools[TOKUGAWA][SUNPU]
    table.state.shown[ieyasu] = table.faces[ieyasu]
    assert lines_of(table)[-1].endswith(" — Ieyasu falls: you win the game")


def test_the_only_way_to_lose_blocks_says_that_the_game_goes_with_them() -> None:
    table = battle("ishida-1-leader", impact=(3, 0))
    table.act(ISHIDA, EndDeployment())
    table.act(TOKUGAWA, EndDeployment())
    assert lines_of(table) == ["Lose Mitsunari (Ishida leader): the rules leave no choice — you lose the game (2.1)"]


def test_who_picks_him_whose_death_loses_the_game_reads_it_where_it_is_confirmed() -> None:
    table = battle("ishida-1-leader", "ukita-3", impact=(3, 0))
    table.act(ISHIDA, EndDeployment())
    table.act(TOKUGAWA, EndDeployment())
    step = first_step(*asked(table))
    assert isinstance(step, Checklist)
    mitsunari = FACE_NAMED["block-ishida-1-leader"]
    for block, _words in step.items:
        dies = table.faces[block] == mitsunari
        assert step.confirmation((block,)).endswith(" — you lose the game (2.1)") == dies


@pytest.mark.parametrize("impact", [7, 14])
def test_a_siege_that_takes_hideyori_is_called_the_end_of_the_game_by_both_sides(impact: int) -> None:
    own = {"osaka": ["tokugawa-3", "date-2", "date-3"], "hand": ["tokugawa-single"]}
    table = combat_phase(position(own, {"osaka": ["ukita-3"]}, disks=["osaka"]))
    table.act(TOKUGAWA, Declare(OSAKA))
    table.act(ISHIDA, FightInside(True))
    table.state.combat = replace(table.state.current_combat(), impact=(impact, 0))
    won = impact == 14
    assert ("the castle falls: you win the game (2.1)" in lines_of(table)[-1]) == won
    assert any("the castle falls already, you win the game" in line for line in lines_of(table)) == won
    table.act(TOKUGAWA, EndDeployment())
    assert any(line.endswith(" — you lose the game (2.1)") for line in lines_of(table)) == won


def retreat_lines(enemies: Stacks, *, owners: dict[str, Seat] | None = None) -> list[str]:
    """The lines of Ishida's retreat from Utsunomiya, where it came from Shirakawa: an attacker goes back (8.8.2)."""
    own = {"utsunomiya": ["ishida-1-leader", "ukita-3"]}
    arrivals = [(ISHIDA, "utsunomiya", "shirakawa")]
    table = combat_phase(position(enemies, own, active=ISHIDA, arrivals=arrivals, owners=owners))
    blocks = table.state.pools[ISHIDA][location_named("utsunomiya")]
    table.act(ISHIDA, Declare(location_named("utsunomiya")))
    table.state.combat = replace(table.state.current_combat(), impact=(1, 0))
    bot = random_bot(1)
    while not isinstance((question := asked(table)[1]), RetreatDue):
        seat = asked(table)[0].seat
        if isinstance(question, LossesDue):
            [ukita] = [block for block in blocks if table.faces[block] == FACE_NAMED["block-ukita-3"]]
            table.act(ISHIDA, Lose((ukita,)))
        elif seat == ISHIDA:
            table.act(ISHIDA, EndDeployment())
        else:
            table.act(seat, bot.choose(table.view(seat)))
    return lines_of(table)


def test_a_retreat_into_an_overrun_that_kills_the_own_leader_says_that_the_game_is_lost() -> None:
    """8.8.2, 7.4: whoever is there by now."""
    enemies = {"utsunomiya": ["tokugawa-3"], "shirakawa": ["date-2", "date-2", "date-3", "maeda-2"]}
    [line] = retreat_lines(enemies)
    assert "your blocks there are overrun (7.4); Mitsunari falls: you lose the game (2.1)" in line


@pytest.mark.parametrize(
    ("owner", "told"), [(TOKUGAWA, "you +1, they -1 (Shirakawa to Ishida)"), (ISHIDA, "your resource")]
)
def test_a_retreat_names_what_it_wins_or_says_whose_it_is(owner: Seat, told: str) -> None:
    """4.2: of a resource location by itself nobody knows what there is to it."""
    [line] = retreat_lines({"utsunomiya": ["tokugawa-3"]}, owners={"shirakawa": owner})
    assert line == f"To Shirakawa, 1 block — {told}; no other enemy near"


@pytest.mark.parametrize(("impact", "told"), [(5, "impact 8, the castle falls"), (7, "the castle falls already")])
def test_a_card_that_comes_to_a_siege_that_is_won_is_not_said_to_win_it(impact: int, told: str) -> None:
    own = {"anotsu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single"]}
    table = combat_phase(position(own, {"anotsu": ["ukita-3"]}, holders={"anotsu": ISHIDA}))
    table.act(TOKUGAWA, Declare(location_named("anotsu")))
    table.act(ISHIDA, FightInside(True))
    table.state.combat = replace(table.state.current_combat(), impact=(impact, 0))
    assert told in lines_of(table)[0]


def test_half_of_a_hand_of_cards_alike_is_no_choice_and_nobody_sees_that_by_how_soon_it_is_given() -> None:
    """6.2: it would tell the opponent that they are alike."""
    table = new_table(1)
    player, question = asked(table)[0], DiscardsDue()
    hand = table.state.pools[player.seat][HAND]
    card = FACE_NAMED["card-tokugawa-single"]
    view = View(table.state, player.seat, {**player.faces, **dict.fromkeys(hand, card)})
    alike = SekigaharaPlayer(SEKIGAHARA, player.words, view)
    answer = only_answer(first_step(alike, question))
    assert answer == Discard(tuple(hand[: len(hand) // 2]))
    assert only_answer(first_step(player, question)) is None
    assert not forced_in_public(view, question)
    assert not forced_in_public(view, BidsDue())
