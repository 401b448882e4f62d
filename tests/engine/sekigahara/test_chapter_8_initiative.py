"""Initiative, the end of a battle and its winner: 8.2.1, 8.5, R20."""

from __future__ import annotations

import pytest

from engine.hidden import Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    battle,
    challenge,
    deploy,
    deployment,
    doing,
    finish,
    impact,
    lose_any,
    refused,
)

BOTH = pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])


@BOTH
def test_r20_attacker_has_initiative_at_nothing_to_nothing(attacker: Seat) -> None:
    table = battle(["maeda-2"], ["mori-2"], attacker=attacker)
    assert doing(table) == (attacker, DeploymentDue)


def test_8_5_taking_the_lead_passes_initiative() -> None:
    table = battle(["maeda-2"], ["mori-3"], hands=(["maeda-single"], ["mori-single"]))
    deploy(table, "maeda-single", "maeda-2")
    assert doing(table) == (ISHIDA, DeploymentDue)
    deploy(table, "mori-single", "mori-3")
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_5_a_side_still_behind_deploys_again() -> None:
    table = battle(
        ["maeda-3"], ["mori-1-gun", "ukita-1-gun", "uesugi-1-gun"], hands=(["maeda-single"], ["mori-single"] * 2)
    )
    deploy(table, "maeda-single", "maeda-3")
    deploy(table, "mori-single", "mori-1-gun")
    assert impact(table) == (3, 1)
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_5_defender_takes_the_lead_by_a_tie() -> None:
    table = battle(["maeda-2"], ["mori-2"], hands=(["maeda-single"], ["mori-single"]))
    deploy(table, "maeda-single", "maeda-2")
    deploy(table, "mori-single", "mori-2")
    assert impact(table) == (2, 2)
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_5_attacker_does_not_take_the_lead_by_a_tie() -> None:
    table = battle(
        ["maeda-1-leader", "maeda-2", "date-1-leader"],
        ["mori-3"],
        hands=(["maeda-single"], ["mori-single"]),
    )
    deploy(table, None, "maeda-1-leader")
    deploy(table, "mori-single", "mori-3")
    deploy(table, None, "date-1-leader")
    assert impact(table) == (2, 3)
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    deploy(table, "maeda-single", "maeda-2")
    assert impact(table) == (5, 3)
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_5_attacker_at_a_tie_keeps_deploying() -> None:
    table = battle(
        ["maeda-1-leader", "date-1-leader", "fukushima-1-leader", "tokugawa-1-leader"],
        ["mori-2"],
        hands=([], ["mori-single"]),
    )
    deploy(table, None, "maeda-1-leader")
    deploy(table, "mori-single", "mori-2")
    deploy(table, None, "date-1-leader")
    assert impact(table) == (2, 2)
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    deploy(table, None, "fukushima-1-leader")
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_r22_initiative_is_checked_after_both_blocks_of_a_double_card() -> None:
    table = battle(["maeda-3"], ["ukita-3", "ukita-2"], hands=(["maeda-single"], ["ukita-double"]))
    deploy(table, "maeda-single", "maeda-3")
    deploy(table, "ukita-double", "ukita-3", "ukita-2")
    assert impact(table) == (3, 6)
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_5_initiative_stays_with_the_other_side_after_one_has_ended() -> None:
    table = battle(
        ["tokugawa-1-leader", "maeda-1-leader", "date-1-leader", "fukushima-1-leader"],
        ["mori-2"],
        hands=([], ["mori-single"]),
    )
    deploy(table, None, "tokugawa-1-leader")
    finish(table)
    for leader in ("maeda-1-leader", "date-1-leader", "fukushima-1-leader"):
        assert doing(table) == (TOKUGAWA, DeploymentDue)
        deploy(table, None, leader)
    assert impact(table) == (4, 0)
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    finish(table)
    assert doing(table)[1] != DeploymentDue


def test_8_5_a_side_that_has_ended_does_not_resume_though_it_falls_behind() -> None:
    table = battle(
        ["maeda-2", "date-2"],
        ["mori-2", "ukita-3", "uesugi-3"],
        hands=(["maeda-single", "date-single"], ["mori-single", "ukita-single", "uesugi-single"]),
    )
    deploy(table, "maeda-single", "maeda-2")
    deploy(table, "mori-single", "mori-2")
    unused = deployment(table, "date-single", "date-2")
    finish(table)
    for card, block in (("ukita-single", "ukita-3"), ("uesugi-single", "uesugi-3")):
        assert doing(table) == (ISHIDA, DeploymentDue)
        refused(table, unused, seat=TOKUGAWA)
        deploy(table, card, block)
    assert impact(table) == (2, 8)
    finish(table)
    assert doing(table)[1] != DeploymentDue


def test_8_5_a_side_that_has_ended_may_still_challenge() -> None:
    table = battle(
        ["maeda-2"],
        ["mori-2", "ukita-3"],
        hands=(["tokugawa-loyalty"], ["ukita-single", "mori-single"]),
    )
    finish(table)
    table.act(ISHIDA, deployment(table, "ukita-single", "ukita-3"))
    assert doing(table) == (TOKUGAWA, ChallengeDue)
    challenge(table)
    assert impact(table) == (3, 0)
    # Tokugawa leads now, and has ended: Ishida goes on.
    assert doing(table) == (ISHIDA, DeploymentDue)
    deploy(table, "mori-single", "mori-2")
    assert doing(table) == (ISHIDA, DeploymentDue)
    finish(table)
    # The attacker won without deploying: the defender lost one for defeat.
    assert doing(table) == (ISHIDA, LossesDue)


@BOTH
def test_8_5_a_battle_without_deployments_needs_both_to_end_and_the_attacker_loses(attacker: Seat) -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2", "mori-3"], attacker=attacker)
    finish(table)
    assert doing(table) == (other(attacker), DeploymentDue)
    finish(table)
    assert doing(table) == (attacker, LossesDue)
    lose_any(table)
    assert doing(table) == (attacker, RetreatDue)


@BOTH
def test_8_2_1_the_higher_impact_wins(attacker: Seat) -> None:
    leader = ("maeda-1-leader", "uesugi-1-leader")[attacker]
    armies = [["maeda-2", "maeda-3"], ["mori-2", "mori-3"]]
    armies[attacker].append(leader)
    table = battle(armies[0], armies[1], attacker=attacker)
    deploy(table, None, leader)
    finish(table)
    finish(table)
    lose_any(table)
    assert doing(table) == (other(attacker), RetreatDue)


@BOTH
def test_8_2_1_a_tie_is_the_defenders(attacker: Seat) -> None:
    table = battle(["maeda-1-leader", "maeda-3"], ["uesugi-1-leader", "mori-3"], attacker=attacker)
    for _ in range(2):
        deploy(table, None, ("maeda-1-leader", "uesugi-1-leader")[doing(table)[0]])
    assert impact(table) == (1, 1)
    finish(table)
    finish(table)
    assert doing(table) == (attacker, LossesDue)
    lose_any(table)
    assert doing(table) == (attacker, RetreatDue)


@BOTH
@pytest.mark.parametrize(
    "hands", [((), ()), (("date-single",), ("ukita-single",)), (("tokugawa-loyalty",), ("ishida-loyalty",))]
)
def test_r20_a_side_that_cannot_deploy_must_still_say_that_it_ends(
    attacker: Seat, hands: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    table = battle(["maeda-2"], ["mori-2"], hands=hands, attacker=attacker)
    for seat in (attacker, other(attacker)):
        assert doing(table) == (seat, DeploymentDue)
        assert list(SEKIGAHARA.options(table.view(seat))) == [EndDeployment()]
        finish(table)
    assert doing(table)[1] != DeploymentDue


def test_r20_a_side_with_all_its_blocks_deployed_must_still_say_that_it_ends() -> None:
    table = battle(["maeda-1-leader"], ["mori-2"], hands=([], ["mori-single"]))
    deploy(table, None, "maeda-1-leader")
    deploy(table, "mori-single", "mori-2")
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    finish(table)
    assert doing(table) == (ISHIDA, DeploymentDue)
    finish(table)
    assert doing(table) == (TOKUGAWA, LossesDue)
