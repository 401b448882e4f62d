"""Deployment: 8.2.2 to 8.2.4, 8.4.2, 9.4, 9.5, R21, R22, R31."""

from __future__ import annotations

import pytest

from engine.hidden import Piece, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    FIELD,
    battle,
    declare,
    deploy,
    deploy_and_challenge,
    deployment,
    doing,
    finish,
    finish_all,
    impact,
    lose_any,
    refused,
    retreat,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, names_in, pieces

MISMATCH = {"8.2.2", "8.4.2", "9.4", "9.5", "R21"}
NO_CARD = {"8.2.2", "8.2.4"}


def attack(blocks: list[str], cards: list[str], enemy: list[str] | None = None, hand: list[str] | None = None) -> Table:
    """A battle in which the side of `blocks` attacks."""
    ishida = blocks[0].partition("-")[0] in ("ishida", "kobayakawa", "mori", "uesugi", "ukita")
    if ishida:
        return battle(enemy or ["maeda-2"], blocks, hands=(hand or [], cards), attacker=ISHIDA)
    return battle(blocks, enemy or ["mori-2"], hands=(cards, hand or []))


@pytest.mark.parametrize(
    ("card", "block"),
    [
        ("maeda-single", "maeda-2"),
        ("maeda-swords", "maeda-2"),
        ("maeda-swords", "maeda-1-cavalry"),
        ("maeda-single", "maeda-1-leader"),
        ("maeda-double", "maeda-3"),
        ("uesugi-single", "uesugi-3"),
        ("kobayakawa-swords", "kobayakawa-1-gun"),
        ("fukushima-single", "ii-4"),
        ("date-swords", "ii-4"),
        ("tokugawa-double", "ii-4"),
        ("maeda-single", "ii-4"),
        ("mori-single", "ishida-1-leader"),
        ("ukita-swords", "ishida-1-leader"),
        ("uesugi-double", "ishida-1-leader"),
        ("kobayakawa-single", "ishida-1-leader"),
    ],
)
def test_8_2_2_card_deploys_a_block_of_its_mon_and_any_card_deploys_ii_and_ishida(card: str, block: str) -> None:
    table = attack([block], [card])
    seat = doing(table)[0]
    deploy(table, card, block)
    assert shown_at(table, seat, FIELD) == [block]
    assert names_in(table, seat, "played") == [card]
    assert impact(table)[seat] >= 1


@pytest.mark.parametrize(
    ("card", "block"),
    [
        ("maeda-single", "date-2"),
        ("tokugawa-swords", "fukushima-1-cavalry"),
        ("date-double", "tokugawa-3"),
        ("fukushima-single", "tokugawa-1-leader"),
        ("tokugawa-loyalty", "tokugawa-3"),
        ("tokugawa-loyalty", "ii-4"),
        ("mori-single", "ukita-2"),
        ("ukita-swords", "kobayakawa-1-gun"),
        ("ishida-loyalty", "mori-2"),
        ("ishida-loyalty", "ishida-1-leader"),
    ],
)
def test_8_2_2_card_of_another_mon_or_a_loyalty_challenge_deploys_nothing(card: str, block: str) -> None:
    table = attack([block], [card])
    assert refused(table, deployment(table, card, block)) in MISMATCH | {"8.6.1"}


def test_8_2_2_one_single_card_deploys_one_block() -> None:
    table = attack(["maeda-2", "maeda-3"], ["maeda-single", "maeda-swords"])
    assert refused(table, deployment(table, "maeda-single", "maeda-2", "maeda-3")) in {"8.2.2", "8.4.2"}
    assert refused(table, deployment(table, "maeda-swords", "maeda-2", "maeda-3")) in {"8.2.2", "8.4.2"}


def test_8_2_2_a_deployment_has_a_block() -> None:
    table = attack(["maeda-2"], ["maeda-single", "maeda-double"])
    for card in ("maeda-single", "maeda-double", None):
        assert refused(table, deployment(table, card)).startswith("8.")


def test_8_2_2_no_block_is_deployed_twice_in_a_battle() -> None:
    table = attack(["maeda-2", "maeda-2"], ["maeda-single", "maeda-single", "maeda-swords", "maeda-double"])
    first = deployment(table, "maeda-single", "maeda-2")
    deploy(table, "maeda-single", "maeda-2")
    finish(table)
    [again] = pieces(table, TOKUGAWA, "hand", "maeda-swords")
    [double] = pieces(table, TOKUGAWA, "hand", "maeda-double")
    assert refused(table, Deploy(again, first.blocks)) == "8.2.2"
    assert refused(table, Deploy(double, (*first.blocks, *deployment(table, None, "maeda-2").blocks))) == "8.2.2"
    fresh = deployment(table, None, "maeda-2").blocks
    assert refused(table, Deploy(double, fresh * 2)) in {"3.1", "8.2.2", "8.4.2"}


def test_8_2_2_no_card_is_played_twice_in_a_battle() -> None:
    table = attack(["maeda-2", "maeda-3"], ["maeda-single"])
    first = deployment(table, "maeda-single", "maeda-2")
    deploy(table, "maeda-single", "maeda-2")
    finish(table)
    second = deployment(table, None, "maeda-3")
    assert refused(table, Deploy(first.card, second.blocks)) in {"8.2.2", "3.3"}


def test_8_2_2_cards_are_played_from_the_hand() -> None:
    table = attack(["maeda-2"], [])
    [block] = pieces(table, TOKUGAWA, FIELD)
    [card] = pieces(table, TOKUGAWA, "deck", "maeda-single")
    assert refused(table, Deploy(card, (block,))) in {"8.2.2", "8.2.3", "3.3"}


def test_8_2_3_only_own_blocks_in_the_battle_deploy() -> None:
    table = battle(["maeda-2"], ["mori-2"], hands=(["maeda-single"], []), elsewhere=({"edo": ["maeda-3"]}, {}))
    [card] = pieces(table, TOKUGAWA, "hand")
    [away] = pieces(table, TOKUGAWA, "edo")
    [enemy] = pieces(table, ISHIDA, FIELD)
    for block in (away, card):
        assert refused(table, Deploy(card, (block,))) in {"3.1", "8.2.2", "8.2.3"}
    for block in (enemy, Piece(10**6)):
        assert refused(table, Deploy(card, (block,))) == "table"


def test_8_2_3_card_and_block_are_face_up_and_the_rest_stays_hidden() -> None:
    table = attack(["maeda-2", "maeda-3", "date-2"], ["maeda-single", "date-single"])
    deploy(table, "maeda-single", "maeda-3")
    assert shown_at(table, TOKUGAWA, FIELD) == ["maeda-3"]
    assert shown_at(table, ISHIDA, FIELD) == []
    assert set(pieces(table, TOKUGAWA, "played")) <= set(table.state.shown)
    assert not set(pieces(table, TOKUGAWA, "hand")) & set(table.state.shown)


def test_8_2_4_leaders_deploy_without_a_card_before_the_first_card() -> None:
    table = attack(["tokugawa-1-leader", "maeda-1-leader", "date-1-leader", "date-2"], ["date-single"])
    deploy(table, None, "maeda-1-leader")
    finish(table)
    deploy(table, None, "tokugawa-1-leader")
    assert impact(table) == (2, 0)
    deploy(table, "date-single", "date-2")
    assert impact(table) == (4, 0)
    assert refused(table, deployment(table, None, "date-1-leader")) in {"8.2.4", "R31"}


def test_8_2_4_a_leader_without_a_card_is_not_challenged() -> None:
    table = attack(["tokugawa-1-leader"], [], hand=["ishida-loyalty"])
    table.act(TOKUGAWA, deployment(table, None, "tokugawa-1-leader"))
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_2_4_a_leader_deployed_with_a_card_may_be_challenged() -> None:
    table = attack(["maeda-1-leader"], ["maeda-single"], hand=["ishida-loyalty"])
    deploy_and_challenge(table, "maeda-single", "maeda-1-leader")
    assert impact(table) == (0, 1)


@pytest.mark.parametrize("block", ["maeda-2", "maeda-1-gun", "ii-4", "mori-3", "uesugi-1-cavalry"])
def test_8_2_4_only_leaders_deploy_without_a_card(block: str) -> None:
    table = attack([block], [])
    assert refused(table, deployment(table, None, block)) in NO_CARD


def test_8_2_4_two_leaders_without_a_card_are_two_deployments() -> None:
    table = attack(["tokugawa-1-leader", "maeda-1-leader"], [])
    assert refused(table, deployment(table, None, "tokugawa-1-leader", "maeda-1-leader")) in {"8.2.2", "8.2.4", "8.4.2"}


def test_8_2_4_the_enemys_cards_do_not_stop_ones_own_leaders() -> None:
    table = attack(["maeda-2"], ["maeda-single"], enemy=["uesugi-1-leader", "ukita-1-leader"])
    deploy(table, "maeda-single", "maeda-2")
    assert doing(table)[0] == ISHIDA
    deploy(table, None, "uesugi-1-leader")
    deploy(table, None, "ukita-1-leader")
    assert impact(table) == (2, 2)


def test_8_2_4_leaders_go_without_a_card_again_in_the_next_combat() -> None:
    table = battle(
        ["maeda-2", "maeda-1-leader"],
        ["mori-2"],
        hands=(["maeda-single"], []),
        elsewhere=({"mito": ["date-1-leader"]}, {"mito": ["ukita-2"]}),
    )
    deploy(table, "maeda-single", "maeda-2")
    finish_all(table)
    lose_any(table)
    if doing(table)[1] == RetreatDue:
        retreat(table, "saku")
    declare(table, "mito")
    deploy(table, None, "date-1-leader")
    assert impact(table) == (1, 0)


def test_r31_a_deployment_that_defects_counts_as_made_with_a_card() -> None:
    table = attack(["maeda-2", "date-1-leader"], ["maeda-single"], hand=["ishida-loyalty"])
    deploy_and_challenge(table, "maeda-single", "maeda-2")
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    assert refused(table, deployment(table, None, "date-1-leader")) in {"8.2.4", "R31"}


def test_r31_a_loyalty_challenge_played_is_no_deployment() -> None:
    table = attack(
        ["maeda-2", "maeda-3"],
        ["maeda-single", "maeda-single"],
        enemy=["uesugi-1-leader"],
        hand=["ishida-loyalty"],
    )
    deploy_and_challenge(table, "maeda-single", "maeda-2", answer="maeda-single")
    assert doing(table) == (ISHIDA, DeploymentDue)
    deploy(table, None, "uesugi-1-leader")
    assert impact(table) == (2, 1)


@pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])
def test_9_4_9_5_any_own_card_deploys_the_any_card_block(seat: Seat) -> None:
    cards = (
        [f"{daimyo}-{kind}" for daimyo in clans for kind in ("single", "swords", "double")]
        for clans in (
            ("fukushima", "date", "maeda", "tokugawa"),
            ("kobayakawa", "mori", "uesugi", "ukita"),
        )
    )
    own = list(cards)[seat]
    block = ("ii-4", "ishida-1-leader")[seat]
    loyalty = ("tokugawa-loyalty", "ishida-loyalty")[seat]
    table = attack([block], [*own, loyalty])
    choices = SEKIGAHARA.options(table.view(seat))
    for card in own:
        assert deployment(table, card, block) in choices, card
    assert deployment(table, loyalty, block) not in choices
    assert (deployment(table, None, block) in choices) is (seat == ISHIDA)


def test_9_5_ishida_is_a_leader_that_needs_a_card_after_the_first() -> None:
    table = attack(["mori-2", "ishida-1-leader"], ["mori-single", "ukita-single"])
    deploy(table, "mori-single", "mori-2")
    finish(table)
    assert refused(table, deployment(table, None, "ishida-1-leader")) in {"8.2.4", "R31"}
    deploy(table, "ukita-single", "ishida-1-leader")
    assert impact(table) == (0, 3)


def test_8_4_2_double_card_deploys_two_blocks() -> None:
    table = attack(["maeda-2", "maeda-3", "date-2"], ["maeda-double"])
    deploy(table, "maeda-double", "maeda-2", "maeda-3")
    assert impact(table) == (6, 0)
    assert shown_at(table, TOKUGAWA, FIELD) == ["maeda-2", "maeda-3"]


def test_8_4_2_double_card_may_deploy_one_block() -> None:
    table = attack(["maeda-2", "maeda-3"], ["maeda-double"])
    deploy(table, "maeda-double", "maeda-3")
    assert impact(table) == (3, 0)


@pytest.mark.parametrize("pair", [("maeda-2", "date-2"), ("date-2", "maeda-2"), ("date-2", "date-3")])
def test_8_4_2_both_blocks_of_a_double_card_match_it(pair: tuple[str, str]) -> None:
    table = attack(["maeda-2", "date-2", "date-3"], ["maeda-double"])
    assert refused(table, deployment(table, "maeda-double", *pair)) in {"8.2.2", "8.4.2"}


def test_8_4_2_double_card_deploys_no_third_block() -> None:
    table = attack(["maeda-2", "maeda-3", "maeda-1-gun"], ["maeda-double"])
    assert refused(table, deployment(table, "maeda-double", "maeda-2", "maeda-3", "maeda-1-gun")) in {"8.2.2", "8.4.2"}


def test_8_4_2_blocks_of_a_double_card_make_no_special_attack() -> None:
    table = attack(["maeda-1-gun", "maeda-1-gun"], ["maeda-double"])
    deploy(table, "maeda-double", "maeda-1-gun", "maeda-1-gun")
    assert impact(table) == (1 + 2, 0)


@pytest.mark.parametrize("pair", [("ii-4", "fukushima-2"), ("fukushima-2", "ii-4")])
def test_8_4_2_a_double_card_that_deploys_ii_deploys_nothing_else(pair: tuple[str, str]) -> None:
    table = attack(["fukushima-2", "ii-4"], ["fukushima-double"])
    assert refused(table, deployment(table, "fukushima-double", *pair)) in {"8.4.2", "R21", "9.4"}


def test_8_4_2_a_double_card_that_deploys_ishida_deploys_nothing_else() -> None:
    table = attack(["ishida-1-leader", "mori-2"], ["mori-double"])
    assert refused(table, deployment(table, "mori-double", "mori-2", "ishida-1-leader")) in {"8.4.2", "R21", "9.5"}
    deploy(table, "mori-double", "ishida-1-leader")
    assert impact(table) == (0, 1)


def test_r22_a_double_card_is_one_deployment_with_one_challenge_asked() -> None:
    table = attack(["maeda-2", "maeda-3"], ["maeda-double"], enemy=["mori-2"], hand=["mori-single", "ukita-single"])
    table.act(TOKUGAWA, deployment(table, "maeda-double", "maeda-2", "maeda-3"))
    assert doing(table) == (ISHIDA, ChallengeDue)
    table.act(ISHIDA, Challenge(None))
    assert doing(table) == (ISHIDA, DeploymentDue)
    assert impact(table) == (6, 0)


def test_8_2_3_the_other_player_does_not_deploy_out_of_turn() -> None:
    table = attack(["maeda-2"], ["maeda-single"], enemy=["uesugi-1-leader"])
    [leader] = pieces(table, ISHIDA, FIELD)
    refused(table, Deploy(None, (leader,)), seat=ISHIDA)
    assert doing(table) == (other(ISHIDA), DeploymentDue)
