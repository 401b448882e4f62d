"""Loyalty Challenge cards: 8.6, R23, R24."""

from __future__ import annotations

import pytest

from engine.hidden import Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    FIELD,
    act,
    battle,
    challenge,
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

ANSWER = {"8.6.1", "R23"}


def attack(blocks: list[str], cards: list[str], enemy: list[str] | None = None, hand: list[str] | None = None) -> Table:
    """A battle in which Ishida's `blocks` attack Tokugawa, which holds a challenge unless `hand` says otherwise."""
    return battle(
        enemy or ["maeda-2"],
        blocks,
        hands=(hand if hand is not None else ["tokugawa-loyalty"], cards),
        attacker=ISHIDA,
    )


def test_8_6_1_a_deployment_with_a_card_may_be_challenged_by_the_other_player() -> None:
    table = attack(["mori-2"], ["mori-single"])
    act(table, deployment(table, "mori-single", "mori-2"))
    assert doing(table) == (TOKUGAWA, ChallengeDue)
    [loyalty] = pieces(table, TOKUGAWA, "hand")
    listed = list(SEKIGAHARA.options(table.view(TOKUGAWA)))
    assert sorted(listed, key=repr) == sorted([Challenge(None), Challenge(loyalty)], key=repr)


@pytest.mark.parametrize("card", ["maeda-single", "maeda-swords", "date-double"])
def test_8_6_1_only_a_loyalty_challenge_challenges(card: str) -> None:
    table = attack(["mori-2"], ["mori-single"], hand=[card])
    act(table, deployment(table, "mori-single", "mori-2"))
    assert refused(table, Challenge(pieces(table, TOKUGAWA, "hand")[0])) in {"8.6.1", "R23"}


def test_8_6_1_a_challenge_is_played_from_the_hand() -> None:
    table = attack(["mori-2"], ["mori-single"])
    act(table, deployment(table, "mori-single", "mori-2"))
    assert refused(table, Challenge(pieces(table, TOKUGAWA, "deck", "tokugawa-loyalty")[0])) in {"3.3", "8.6.1"}


def test_8_6_1_an_unanswered_block_changes_sides_with_its_impact() -> None:
    table = attack(["mori-3", "ukita-2"], ["mori-single", "ukita-single"])
    deploy_and_challenge(table, "mori-single", "mori-3")
    assert impact(table) == (3, 0)
    [(block, side)] = table.state.current_combat().deployed
    assert (block, side) == (pieces(table, ISHIDA, FIELD, "mori-3")[0], TOKUGAWA)
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_r23_both_cards_stay_played_after_a_defection() -> None:
    table = attack(["mori-3"], ["mori-single", "ukita-single"])
    deploy_and_challenge(table, "mori-single", "mori-3")
    assert names_in(table, ISHIDA, "played") == ["mori-single"]
    assert names_in(table, TOKUGAWA, "played") == ["tokugawa-loyalty"]


def test_8_6_1_a_card_shown_keeps_the_block_loyal_and_goes_back_to_the_hand() -> None:
    table = attack(["mori-3"], ["mori-single", "mori-swords", "ukita-single"])
    deploy_and_challenge(table, "mori-single", "mori-3", answer="mori-swords")
    assert impact(table) == (0, 3)
    assert names_in(table, ISHIDA, "hand") == ["mori-swords", "ukita-single"]
    assert names_in(table, ISHIDA, "played") == ["mori-single"]
    assert names_in(table, TOKUGAWA, "played") == ["tokugawa-loyalty"]
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_r23_the_hand_is_mixed_after_a_card_was_shown_from_it() -> None:
    table = attack(["mori-3"], ["mori-single", "mori-swords", "ukita-single", "uesugi-single"])
    act(table, deployment(table, "mori-single", "mori-3"))
    before = set(table.state.pools[ISHIDA][HAND])
    challenge(table, answer="mori-swords")
    after = set(table.state.pools[ISHIDA][HAND])
    assert len(after) == 3
    assert not before & after
    assert not after & set(table.state.shown)


def test_8_6_1_a_loyal_block_makes_its_special_attack() -> None:
    table = attack(["mori-1-gun"], ["mori-swords", "mori-single"])
    deploy_and_challenge(table, "mori-swords", "mori-1-gun", answer="mori-single")
    assert impact(table) == (0, 3)


def test_8_6_1_the_refuting_card_may_be_played_later_in_the_battle() -> None:
    table = attack(["mori-2", "mori-3"], ["mori-single", "mori-swords"])
    deploy_and_challenge(table, "mori-single", "mori-2", answer="mori-swords")
    finish(table)
    deploy(table, "mori-swords", "mori-3")
    assert impact(table) == (0, 6)


@pytest.mark.parametrize(
    ("deployed", "block", "shown", "loyal"),
    [
        ("mori-single", "mori-2", "mori-single", True),
        ("mori-single", "mori-2", "mori-double", True),
        ("mori-double", "mori-2", "mori-single", True),
        ("mori-swords", "mori-1-gun", "mori-swords", True),
        ("mori-single", "mori-2", "ukita-single", False),
        ("mori-single", "mori-2", "ishida-loyalty", False),
        ("uesugi-single", "uesugi-1-leader", "uesugi-swords", True),
        ("mori-single", "ishida-1-leader", "mori-single", True),
        ("mori-single", "ishida-1-leader", "ukita-double", True),
        ("mori-single", "ishida-1-leader", "uesugi-swords", True),
        ("mori-single", "ishida-1-leader", "ishida-loyalty", False),
    ],
)
def test_r23_the_answer_is_another_card_that_could_deploy_the_block(
    deployed: str, block: str, shown: str, loyal: bool
) -> None:
    table = attack([block], [deployed, shown])
    act(table, deployment(table, deployed, block))
    act(table, Challenge(pieces(table, TOKUGAWA, "hand")[0]))
    assert doing(table) == (ISHIDA, LoyaltyProofDue)
    answer = ProveLoyalty(pieces(table, ISHIDA, "hand", shown)[0])
    if loyal:
        act(table, answer)
        assert impact(table)[TOKUGAWA] == 0
    else:
        assert refused(table, answer) in ANSWER


def test_r23_ii_is_proved_loyal_by_any_card() -> None:
    table = battle(
        ["ii-4"], ["mori-2"], hands=(["date-single", "maeda-double", "tokugawa-loyalty"], ["ishida-loyalty"])
    )
    act(table, deployment(table, "date-single", "ii-4"))
    act(table, Challenge(pieces(table, ISHIDA, "hand")[0]))
    assert refused(table, ProveLoyalty(pieces(table, TOKUGAWA, "hand", "tokugawa-loyalty")[0])) in ANSWER
    act(table, ProveLoyalty(pieces(table, TOKUGAWA, "hand", "maeda-double")[0]))
    assert impact(table) == (4, 0)


def test_r23_the_card_that_deployed_the_block_is_no_answer() -> None:
    table = attack(["mori-2"], ["mori-single", "ukita-single"])
    action = deployment(table, "mori-single", "mori-2")
    act(table, action)
    act(table, Challenge(pieces(table, TOKUGAWA, "hand")[0]))
    assert refused(table, ProveLoyalty(action.card)) in {*ANSWER, "3.3"}


def test_r23_showing_is_the_deployers_choice() -> None:
    table = attack(["mori-2"], ["mori-single", "mori-swords"])
    deploy_and_challenge(table, "mori-single", "mori-2", answer=None)
    assert impact(table) == (2, 0)
    assert names_in(table, ISHIDA, "hand") == ["mori-swords"]


def test_r23_one_challenge_a_deployment() -> None:
    table = attack(["mori-2"], ["mori-single", "mori-swords"], hand=["tokugawa-loyalty", "tokugawa-loyalty"])
    deploy_and_challenge(table, "mori-single", "mori-2", answer="mori-swords")
    assert doing(table)[1] == DeploymentDue
    [loyalty] = pieces(table, TOKUGAWA, "hand")
    refused(table, Challenge(loyalty), seat=TOKUGAWA)
    refused(table, Challenge(loyalty), seat=ISHIDA)


@pytest.mark.parametrize("hand", [["maeda-single"], ["tokugawa-loyalty"], ["maeda-single", "date-swords"]])
def test_r24_the_question_is_asked_whether_or_not_a_challenge_is_held(hand: list[str]) -> None:
    table = attack(["mori-2"], ["mori-single"], hand=hand)
    act(table, deployment(table, "mori-single", "mori-2"))
    assert doing(table) == (TOKUGAWA, ChallengeDue)


def test_8_6_2_a_defector_makes_no_special_attack() -> None:
    table = attack(["mori-1-gun", "ukita-2"], ["mori-swords", "ukita-single"])
    deploy_and_challenge(table, "mori-swords", "mori-1-gun")
    assert impact(table) == (1, 0)


def test_8_6_2_a_defecting_gun_contributes_to_later_special_attacks_of_its_new_side() -> None:
    table = attack(
        ["mori-1-gun", "ukita-3"],
        ["mori-swords", "ukita-single"],
        enemy=["date-1-gun", "date-2"],
        hand=["tokugawa-loyalty", "date-swords"],
    )
    deploy_and_challenge(table, "mori-swords", "mori-1-gun")
    deploy(table, "ukita-single", "ukita-3")
    assert impact(table) == (1, 3)
    deploy(table, "date-swords", "date-1-gun")
    assert impact(table) == (1 + (1 + 2 + 2), 3)


def test_8_6_2_a_defecting_gun_does_not_contribute_to_its_old_side() -> None:
    table = attack(["mori-1-gun", "mori-1-gun"], ["mori-swords", "mori-swords"])
    deploy_and_challenge(table, "mori-swords", "mori-1-gun")
    deploy(table, "mori-swords", "mori-1-gun")
    assert impact(table) == (1, 1 + 2)


def test_r23_a_defector_counts_the_daimyo_bonus_of_its_new_side() -> None:
    table = attack(
        ["mori-2", "mori-3", "mori-1-gun"],
        ["mori-single", "mori-swords", "mori-single"],
        hand=["tokugawa-loyalty", "tokugawa-loyalty"],
    )
    deploy_and_challenge(table, "mori-single", "mori-2")
    assert impact(table) == (2, 0)
    deploy_and_challenge(table, "mori-swords", "mori-3")
    assert impact(table) == (2 + (3 + 1), 0)
    deploy(table, "mori-single", "mori-1-gun")
    assert impact(table) == (6, 1)


def test_r23_a_defector_loses_the_daimyo_bonus_of_its_old_side() -> None:
    table = attack(["mori-2", "mori-3"], ["mori-single", "mori-swords", "ukita-single"])
    deploy(table, "mori-single", "mori-2")
    finish(table)
    deploy_and_challenge(table, "mori-swords", "mori-3")
    assert impact(table) == (3, 2)


def test_8_6_3_both_blocks_of_a_double_card_defect_and_keep_their_bonus() -> None:
    table = attack(["mori-2", "mori-3", "ukita-2"], ["mori-double", "ukita-single"])
    deploy_and_challenge(table, "mori-double", "mori-2", "mori-3")
    assert impact(table) == (2 + 3 + 1, 0)
    assert [side for _, side in table.state.current_combat().deployed] == [TOKUGAWA, TOKUGAWA]


def test_8_6_3_a_pair_that_defects_to_its_kin_counts_them_too() -> None:
    table = attack(
        ["mori-2", "mori-3", "mori-3"],
        ["mori-single", "mori-double", "ukita-single"],
        hand=["tokugawa-loyalty", "tokugawa-loyalty"],
    )
    deploy_and_challenge(table, "mori-single", "mori-2")
    deploy_and_challenge(table, "mori-double", "mori-3", "mori-3")
    assert impact(table) == (2 + (3 + 1) + (3 + 2), 0)


@pytest.mark.parametrize("answer", ["mori-single", "mori-swords"])
def test_8_6_3_one_card_of_any_kind_proves_both_blocks_loyal(answer: str) -> None:
    table = attack(["mori-2", "mori-3"], ["mori-double", answer])
    deploy_and_challenge(table, "mori-double", "mori-2", "mori-3", answer=answer)
    assert impact(table) == (0, 6)


def test_8_2_2_a_defector_is_not_deployed_again() -> None:
    table = attack(
        ["mori-2", "mori-3"],
        ["mori-single", "mori-single"],
        enemy=["maeda-2"],
        hand=["tokugawa-loyalty", "maeda-single"],
    )
    deploy_and_challenge(table, "mori-single", "mori-2")
    [block] = pieces(table, ISHIDA, FIELD, "mori-2")
    [card] = pieces(table, ISHIDA, "hand")
    assert refused(table, Deploy(card, (block,))) == "8.2.2"
    deploy(table, "mori-single", "mori-3")
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    assert refused(table, Deploy(pieces(table, TOKUGAWA, "hand")[0], (block,))) in {"3.1", "8.2.2", "8.2.3"}


def test_8_6_1_defection_can_take_the_lead_from_the_challenged() -> None:
    table = attack(
        ["uesugi-1-leader", "mori-3"], ["mori-single", "ukita-single"], hand=["tokugawa-loyalty", "date-single"]
    )
    deploy(table, None, "uesugi-1-leader")
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    finish(table)
    deploy_and_challenge(table, "mori-single", "mori-3")
    assert impact(table) == (3, 1)
    assert doing(table) == (ISHIDA, DeploymentDue)
    finish(table)
    # The attacker is behind: it has lost.
    assert doing(table) == (ISHIDA, LossesDue)


@pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])
def test_8_6_1_the_attacker_may_challenge_the_defender_too(seat: Seat) -> None:
    table = battle(
        ["date-1-leader", "maeda-3"],
        ["uesugi-1-leader", "mori-3"],
        hands=(["tokugawa-loyalty", "maeda-single"], ["ishida-loyalty", "mori-single"]),
        attacker=seat,
    )
    deploy(table, None, ("date-1-leader", "uesugi-1-leader")[seat])
    deploy_and_challenge(table, *(("mori-single", "mori-3"), ("maeda-single", "maeda-3"))[seat])
    assert impact(table)[seat] == 1 + 3
    assert impact(table)[1 - seat] == 0


def test_8_6_1_defectors_return_to_their_owner_after_the_battle() -> None:
    table = attack(["mori-3", "ukita-2", "ukita-3"], ["mori-single", "ukita-single"])
    deploy_and_challenge(table, "mori-single", "mori-3")
    deploy(table, "ukita-single", "ukita-2")
    assert impact(table) == (3, 2)
    finish_all(table)
    lose_any(table)
    # One loss for defeat, which falls on the defector; the others go home with their owner.
    assert names_in(table, ISHIDA, "dead") == ["mori-3"]
    assert names_in(table, ISHIDA, FIELD) == ["ukita-2", "ukita-3"]
    retreat(table, "kofu")
    assert names_in(table, ISHIDA, "kofu") == ["ukita-2", "ukita-3"]


def test_8_6_1_a_surviving_defector_retreats_with_its_owner() -> None:
    table = attack(["mori-3", "mori-2", "ukita-2"], ["mori-double", "ukita-single"])
    deploy_and_challenge(table, "mori-double", "mori-3", "mori-2")
    finish_all(table)
    lose_any(table)
    assert len(pieces(table, ISHIDA, "dead")) == 1
    retreat(table, "saku")
    assert len(pieces(table, ISHIDA, "saku")) == 2
    assert shown_at(table, ISHIDA, "saku") == []
