"""Losses in battle and what they end: 8.7, 2.1, R25, R29."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Over, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    FIELD,
    battle,
    declare,
    deploy,
    deploy_and_challenge,
    doing,
    finish,
    finish_all,
    impact,
    lose,
    lose_any,
    losing,
    refused,
    retreat,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position

LEADERS = ("maeda-1-leader", "date-1-leader", "fukushima-1-leader")
COUNT = {"8.7.1", "8.7.2", "R25"}

Step = tuple[str | None, str]
AMOUNTS: list[tuple[int, list[Step]]] = [
    (1, [(None, "maeda-1-leader")]),
    (6, [("maeda-single", "maeda-3"), ("date-single", "date-3")]),
    (7, [(None, "fukushima-1-leader"), ("maeda-single", "maeda-3"), ("date-single", "date-3")]),
    (
        13,
        [
            *((None, leader) for leader in LEADERS),
            ("maeda-single", "maeda-3"),
            ("date-single", "date-3"),
            ("fukushima-single", "fukushima-1-cavalry"),
        ],
    ),
    (
        14,
        [
            *((None, leader) for leader in LEADERS),
            ("maeda-single", "maeda-3"),
            ("date-single", "date-3"),
            ("fukushima-single", "fukushima-2"),
        ],
    ),
]
"""Ways to the impact named first."""


def struck(amount: int, victims: list[str], attacker: Seat = TOKUGAWA) -> Table:
    """A battle at its losses, in which Tokugawa has delivered `amount` and Ishida's blocks have not deployed."""
    steps = dict(AMOUNTS)[amount]
    cards = [card for card, _ in steps if card]
    table = battle([block for _, block in steps], victims, hands=(cards, ["mori-single"]), attacker=attacker)
    for card, block in steps:
        if doing(table) == (ISHIDA, DeploymentDue):
            finish(table)
        deploy(table, card, block)
    assert impact(table) == (amount, 0)
    finish_all(table)
    return table


@pytest.mark.parametrize(("amount", "lost"), [(1, 1), (6, 1), (7, 2), (13, 2), (14, 3)])
@pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])
def test_8_7_1_one_block_for_seven_impact_and_one_for_defeat(amount: int, lost: int, attacker: Seat) -> None:
    table = struck(amount, ["mori-2", "mori-2", "mori-3", "ukita-2", "ukita-3"], attacker)
    assert doing(table) == (ISHIDA, LossesDue)
    stack = pieces(table, ISHIDA, FIELD)
    for count in range(6):
        action = Lose(stack[:count])
        if count != lost:
            assert refused(table, action) in COUNT
    table.act(ISHIDA, Lose(stack[:lost]))
    assert len(pieces(table, ISHIDA, "dead")) == lost
    assert len(pieces(table, ISHIDA, FIELD)) == 5 - lost
    assert pieces(table, TOKUGAWA, "dead") == ()
    assert doing(table) == (ISHIDA, RetreatDue)


def test_8_7_1_the_rulebooks_example_of_five_and_nine() -> None:
    table = battle(
        ["maeda-3", "date-3", "fukushima-3", "date-1-leader"],
        ["mori-3", "ukita-2", "ukita-3"],
        hands=(["maeda-single", "date-single", "fukushima-single"], ["mori-single", "ukita-single"]),
    )
    deploy(table, "maeda-single", "maeda-3")
    deploy(table, "mori-single", "mori-3")
    deploy(table, "date-single", "date-3")
    deploy(table, "ukita-single", "ukita-2")
    assert impact(table) == (6, 5)
    finish(table)
    deploy(table, "fukushima-single", "fukushima-3")
    assert impact(table) == (9, 5)
    finish(table)
    assert doing(table) == (ISHIDA, LossesDue)
    assert len(SEKIGAHARA.options(table.view(ISHIDA))) == 1
    lose(table, "mori-3", "ukita-2")
    assert pieces(table, TOKUGAWA, "dead") == ()
    assert doing(table) == (ISHIDA, RetreatDue)


def test_r25_never_more_losses_than_blocks_there() -> None:
    table = struck(14, ["mori-2", "mori-3"])
    lose(table, "mori-2", "mori-3")
    assert pieces(table, ISHIDA, FIELD) == ()
    assert names_in(table, ISHIDA, "dead") == ["mori-2", "mori-3"]
    assert doing(table) == (ISHIDA, PaymentDue)


def test_8_7_1_a_large_winner_does_not_overrun_the_loser_before_it_retreats() -> None:
    table = struck(13, ["mori-2", "mori-3", "ukita-2"])
    lose(table, "mori-2", "ukita-2")
    assert len(pieces(table, TOKUGAWA, FIELD)) >= 4
    assert doing(table) == (ISHIDA, RetreatDue)
    retreat(table, "kiso")
    assert names_in(table, ISHIDA, "kiso") == ["mori-3"]


def exchange(attacker: Seat) -> Table:
    """A battle of five blocks a side at its first deployment."""
    return battle(
        ["date-1-leader", "maeda-3", "date-3", "fukushima-2", "fukushima-1-gun"],
        ["uesugi-1-leader", "mori-3", "ukita-2", "ukita-3", "kobayakawa-2"],
        hands=(
            ["maeda-single", "date-single", "fukushima-single", "tokugawa-loyalty"],
            ["mori-single", "ukita-single", "kobayakawa-single", "ishida-loyalty"],
        ),
        attacker=attacker,
    )


@pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])
def test_8_7_2_attacker_loses_first_and_then_the_defender(attacker: Seat) -> None:
    table = exchange(attacker)
    plans = {
        TOKUGAWA: [(None, "date-1-leader"), ("maeda-single", "maeda-3"), ("date-single", "date-3")],
        ISHIDA: [
            (None, "uesugi-1-leader"),
            ("mori-single", "mori-3"),
            ("ukita-single", "ukita-3"),
        ],
    }
    while doing(table)[1] == DeploymentDue:
        seat = doing(table)[0]
        if plans[seat]:
            deploy(table, *plans[seat].pop(0))
        else:
            finish(table)
    # date-3 counts the leader of its daimyo: 1 + 3 + 4 to 1 + 3 + 3.
    assert impact(table) == (8, 7)
    assert doing(table) == (attacker, LossesDue)
    lose_one_or_two(table)
    assert doing(table) == (other(attacker), LossesDue)
    lose_one_or_two(table)
    assert len(pieces(table, TOKUGAWA, "dead")) == 1
    assert len(pieces(table, ISHIDA, "dead")) == 2
    assert doing(table) == (ISHIDA, RetreatDue)


def lose_one_or_two(table: Table) -> None:
    """The losses of the side whose decision it is: Ishida's two (it has lost the battle) or Tokugawa's one."""
    lose(table, *(("maeda-3",), ("mori-3", "ukita-3"))[doing(table)[0]])


def defected() -> Table:
    """Tokugawa's battle at Ishida's losses, two of five: mori-3 defected, ukita-2 and ukita-3 deployed."""
    table = battle(
        ["date-1-leader", "maeda-3"],
        ["mori-3", "ukita-2", "ukita-3", "uesugi-3", "kobayakawa-2"],
        hands=(["maeda-single", "tokugawa-loyalty"], ["mori-single", "ukita-single", "ukita-swords"]),
    )
    deploy(table, None, "date-1-leader")
    deploy_and_challenge(table, "mori-single", "mori-3")
    assert impact(table) == (4, 0)
    deploy(table, "ukita-single", "ukita-2")
    deploy(table, "ukita-swords", "ukita-3")
    assert impact(table) == (4, 6)
    deploy(table, "maeda-single", "maeda-3")
    assert impact(table) == (7, 6)
    finish_all(table)
    assert doing(table) == (ISHIDA, LossesDue)
    return table


@pytest.mark.parametrize(
    "lost",
    [("ukita-2", "ukita-3"), ("uesugi-3", "kobayakawa-2"), ("mori-3", "uesugi-3"), ("ukita-2", "kobayakawa-2")],
)
def test_8_7_2_defectors_are_lost_first_then_the_deployed(lost: tuple[str, ...]) -> None:
    table = defected()
    assert refused(table, losing(table, ISHIDA, *lost)) in {"8.7.2", "R25"}


@pytest.mark.parametrize("lost", [("mori-3", "ukita-2"), ("mori-3", "ukita-3")])
def test_8_7_2_the_owner_picks_within_a_class(lost: tuple[str, ...]) -> None:
    table = defected()
    lose(table, *lost)
    assert names_in(table, ISHIDA, "dead") == sorted(lost)


def test_8_7_2_the_undeployed_are_lost_last() -> None:
    table = battle(
        [*LEADERS, "maeda-3", "date-3", "fukushima-2"],
        ["uesugi-1-leader", "mori-2", "mori-3", "ukita-2"],
        hands=(["maeda-single", "date-single", "fukushima-single"], []),
    )
    deploy(table, None, "maeda-1-leader")
    deploy(table, None, "uesugi-1-leader")
    finish_steps = [(None, "date-1-leader"), (None, "fukushima-1-leader")]
    for card, block in finish_steps:
        if doing(table) == (ISHIDA, DeploymentDue):
            finish(table)
        deploy(table, card, block)
    for daimyo, block in (("maeda", "maeda-3"), ("date", "date-3"), ("fukushima", "fukushima-2")):
        if doing(table) == (ISHIDA, DeploymentDue):
            finish(table)
        deploy(table, f"{daimyo}-single", block)
    assert impact(table) == (14, 1)
    finish_all(table)
    assert refused(table, losing(table, ISHIDA, "mori-2", "mori-3", "ukita-2")) in {"8.7.2", "R25"}
    lose(table, "uesugi-1-leader", "mori-3", "ukita-2")
    assert names_in(table, ISHIDA, FIELD) == ["mori-2"]


def test_8_7_2_losses_are_own_blocks_in_the_battle_each_once() -> None:
    table = struck(7, ["mori-2", "mori-3", "ukita-2"])
    stack = pieces(table, ISHIDA, FIELD)
    enemy = pieces(table, TOKUGAWA, FIELD)
    for blocks in ((stack[0], stack[0]), (stack[0], enemy[0]), enemy[:2]):
        assert refused(table, Lose(blocks)) in {"3.1", *COUNT}


def test_8_7_2_the_other_player_does_not_choose() -> None:
    table = struck(7, ["mori-2", "mori-3", "ukita-2"])
    refused(table, Lose(pieces(table, ISHIDA, FIELD)[:2]), seat=TOKUGAWA)


def test_8_7_3_lost_blocks_lie_open_to_both_for_good() -> None:
    table = struck(7, ["mori-2", "mori-3", "ukita-2"])
    lose(table, "mori-2", "ukita-2")
    dead = pieces(table, ISHIDA, "dead")
    assert set(dead) <= set(table.state.shown)
    retreat(table, "kiso")
    assert pieces(table, ISHIDA, "dead") == dead
    assert set(dead) <= set(table.state.shown)


def test_r25_survivors_of_both_sides_are_hidden_with_new_numbers_before_the_retreat() -> None:
    table = struck(7, ["mori-2", "mori-3", "ukita-2", "ukita-3"])
    before = set(pieces(table, TOKUGAWA, FIELD)) | set(pieces(table, ISHIDA, FIELD))
    assert len(shown_at(table, TOKUGAWA, FIELD)) == 3
    lose(table, "mori-2", "ukita-2")
    assert doing(table) == (ISHIDA, RetreatDue)
    after = set(pieces(table, TOKUGAWA, FIELD)) | set(pieces(table, ISHIDA, FIELD))
    assert not before & after
    assert not after & set(table.state.shown)
    assert names_in(table, TOKUGAWA, FIELD) == ["date-3", "fukushima-1-leader", "maeda-3"]
    assert names_in(table, ISHIDA, FIELD) == ["mori-3", "ukita-3"]


def test_r25_survivors_come_in_an_order_that_changes_with_the_chance() -> None:
    orders = set()
    for seed in range(12):
        table = battle(["maeda-2", "maeda-3", "date-2", "date-3"], ["mori-2"], seed=seed)
        finish_all(table)
        lose(table, "date-3")
        orders.add(tuple(table.faces[block] for block in pieces(table, TOKUGAWA, FIELD)))
    assert len(orders) > 1


def leaders_meet(attacker: Seat) -> Table:
    """A battle of both protagonists at its losses, 7 to 7 or 8 to 7 for the defender: each side loses at least one."""
    table = battle(
        ["tokugawa-1-leader", "maeda-3", "date-3", "fukushima-2"],
        ["ishida-1-leader", "mori-3", "ukita-3", "uesugi-3"],
        hands=(["maeda-single", "date-single"], ["mori-single", "ukita-single"]),
        attacker=attacker,
    )
    plans: dict[Seat, list[Step]] = {
        TOKUGAWA: [(None, "tokugawa-1-leader"), ("maeda-single", "maeda-3"), ("date-single", "date-3")],
        ISHIDA: [(None, "ishida-1-leader"), ("mori-single", "mori-3"), ("ukita-single", "ukita-3")],
    }
    while doing(table)[1] == DeploymentDue:
        seat = doing(table)[0]
        if plans[seat]:
            deploy(table, *plans[seat].pop(0))
        else:
            finish(table)
    assert impact(table) == (7, 7)
    return table


@pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])
@pytest.mark.parametrize(
    ("tokugawa_dies", "ishida_dies", "winner"),
    [(True, False, ISHIDA), (False, True, TOKUGAWA), (True, True, ISHIDA), (False, False, None)],
)
def test_2_1_r29_the_death_of_a_leader_ends_the_game_after_both_sides_losses(
    attacker: Seat, tokugawa_dies: bool, ishida_dies: bool, winner: Seat | None
) -> None:
    table = leaders_meet(attacker)
    lost = {
        TOKUGAWA: ["tokugawa-1-leader", "maeda-3"] if tokugawa_dies else ["maeda-3", "date-3"],
        ISHIDA: ["ishida-1-leader", "mori-3"] if ishida_dies else ["mori-3", "ukita-3"],
    }
    # The tie is the defender's, so the attacker loses two and the defender one.
    assert doing(table) == (attacker, LossesDue)
    lose(table, *lost[attacker])
    assert doing(table) == (other(attacker), LossesDue)
    lose(table, lost[other(attacker)][0])
    if winner is None:
        assert doing(table) == (attacker, RetreatDue)
    else:
        assert doing(table) == (winner, Over)


@pytest.mark.parametrize("leader", ["maeda-1-leader", "uesugi-1-leader"])
def test_2_1_the_death_of_another_leader_ends_nothing(leader: str) -> None:
    attacker = TOKUGAWA if leader.startswith("maeda") else ISHIDA
    table = battle(["maeda-1-leader", "date-2"], ["uesugi-1-leader", "mori-2"], attacker=attacker)
    finish_all(table)
    lose(table, leader)
    assert doing(table) == (attacker, RetreatDue)


def test_r37_a_winner_without_a_block_left_still_makes_the_loser_retreat() -> None:
    table = battle(
        ["tokugawa-1-leader", "tokugawa-3", "fukushima-3", "maeda-3", "maeda-2", "date-3", "date-2"],
        ["ukita-1-leader"],
        hands=(
            ["tokugawa-single", "fukushima-single", "maeda-double", "date-single"],
            ["ishida-loyalty", "ishida-loyalty"],
        ),
    )
    deploy(table, None, "tokugawa-1-leader")
    deploy(table, None, "ukita-1-leader")
    deploy_and_challenge(table, "tokugawa-single", "tokugawa-3")
    assert impact(table) == (1, 4)
    deploy_and_challenge(table, "maeda-double", "maeda-3", "maeda-2")
    assert impact(table) == (1, 4 + 3 + 3)
    deploy(table, "fukushima-single", "fukushima-3")
    deploy(table, "date-single", "date-3")
    assert impact(table) == (7, 10)
    finish_all(table)
    # Ten against it and defeat: two lost, both defectors; seven against the winner: its only block.
    lose(table, "tokugawa-3", "maeda-2")
    assert doing(table) == (ISHIDA, LossesDue)
    lose_any(table)
    assert pieces(table, ISHIDA, FIELD) == ()
    assert doing(table) == (TOKUGAWA, RetreatDue)
    retreat(table, "kofu")
    assert len(pieces(table, TOKUGAWA, "kofu")) == 5
    assert pieces(table, TOKUGAWA, FIELD) == ()


# R40: both sides die at a resource location

GUNS = {
    TOKUGAWA: ["tokugawa", "tokugawa", "tokugawa", "fukushima", "fukushima"],
    ISHIDA: ["mori", "mori", "ukita", "ukita", "kobayakawa"],
}
"""Five guns a side, deployed by special attacks: 39 impact against 37, and each side loses five blocks at least."""


def slaughter(winners_rest: list[str], losers_rest: list[str], owner: Seat | None) -> Table:
    """All guns are fired at Kiso, Tokugawa attacking and winning; the losses are still to be taken."""
    stacks = {
        seat: {
            "kiso": [f"{daimyo}-1-gun" for daimyo in GUNS[seat]],
            "hand": [f"{daimyo}-swords" for daimyo in GUNS[seat]],
        }
        for seat in SEATS
    }
    stacks[TOKUGAWA]["kiso"] += winners_rest
    stacks[ISHIDA]["kiso"] += losers_rest
    owners = {} if owner is None else {"kiso": owner}
    table = position(stacks[TOKUGAWA], stacks[ISHIDA], arrivals=[(TOKUGAWA, "kiso", "suwa")], owners=owners)
    declare(combat_phase(table), "kiso")
    left = {seat: list(GUNS[seat]) for seat in SEATS}
    while doing(table)[1] == DeploymentDue:
        seat = doing(table)[0]
        if left[seat]:
            daimyo = left[seat].pop(0)
            deploy(table, f"{daimyo}-swords", f"{daimyo}-1-gun")
        else:
            finish(table)
    assert impact(table) == (39, 37)
    return table


@pytest.mark.parametrize("owner", [TOKUGAWA, ISHIDA, None])
def test_r40_both_sides_die_in_one_battle_and_the_last_holder_keeps_the_location(owner: Seat | None) -> None:
    table = slaughter([], [], owner)
    kiso = location_named("kiso")
    while doing(table)[1] == LossesDue:
        assert table.state.owner[kiso] == owner
        lose_any(table)
    assert [len(pieces(table, seat, "kiso")) for seat in SEATS] == [0, 0]
    assert [len(pieces(table, seat, "dead")) for seat in SEATS] == [5, 5]
    assert table.state.owner[kiso] == owner
    assert doing(table) == (ISHIDA, PaymentDue)


@pytest.mark.parametrize("owner", [TOKUGAWA, ISHIDA, None])
def test_r40_r37_the_winner_is_wiped_out_and_the_location_is_the_losers(owner: Seat | None) -> None:
    """Even after the loser has retreated: it stood there alone."""
    table = slaughter([], ["mori-2", "mori-3"], owner)
    lose_any(table)
    assert [len(pieces(table, seat, "kiso")) for seat in SEATS] == [0, 1]
    kiso = location_named("kiso")
    assert doing(table) == (ISHIDA, RetreatDue)
    assert table.state.owner[kiso] == ISHIDA
    retreat(table, "matsumoto")
    assert table.state.owner[kiso] == ISHIDA


@pytest.mark.parametrize("owner", [TOKUGAWA, ISHIDA, None])
def test_r40_r3_the_loser_is_wiped_out_and_the_location_is_the_winners(owner: Seat | None) -> None:
    table = slaughter(["maeda-2"], [], owner)
    lose_any(table)
    assert [len(pieces(table, seat, "kiso")) for seat in SEATS] == [1, 0]
    assert table.state.owner[location_named("kiso")] == TOKUGAWA
    assert doing(table) == (ISHIDA, PaymentDue)
