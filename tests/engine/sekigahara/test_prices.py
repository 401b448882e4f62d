"""What cards and blocks are worth, and what plans spend, lose and risk of them."""

from __future__ import annotations

from dataclasses import replace

from engine.sekigahara.board import location_named
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.prices import EXPOSED, price, risk, saved
from tests.engine.sekigahara.battles import FIELD, act, battle, deployment, finish_all
from tests.engine.sekigahara.positions import pieces, position


def test_a_card_is_worth_its_bid_and_whom_it_deploys_and_a_loyalty_challenge_much() -> None:
    """6.3, 8.2.2, 8.6."""
    names = ["mori-single", "ukita-swords", "uesugi-double", "ishida-loyalty"]
    table = position({"edo": ["date-2"]}, {"osaka": ["mori-2", "mori-3"], "kyoto": ["ukita-2"], "hand": names})
    view = table.view(ISHIDA)
    single, swords, double, challenge = [pieces(table, ISHIDA, "hand", name) for name in names]
    for spent in (Bid, lambda card: Discard((card,)), lambda card: Pay(Degree.LIMITED, (card,))):
        dearer = [price(view, (spent(*cards),)) for cards in (single, swords, challenge)]
        assert sorted(dearer) == dearer
        assert saved(view, (spent(*single),), (spent(*challenge),)) > 0
    assert saved(view, (Bid(*single),), (Bid(*double),)) != 0, "one has more to deploy, one bids more"
    none: Plan = (Pay(Degree.NONE, swords), EndMovement())
    assert price(view, none) == 0, "those are replaced"
    assert price(view, (Bid(None),)) == 0


def test_a_deployment_spends_its_card_and_risks_a_challenge() -> None:
    """8.2.4, 8.6.1."""
    hands = ["maeda-single", "date-single", "date-swords"], ["mori-single"]
    table = battle(["maeda-3", "date-3", "date-1-leader"], ["mori-2", "mori-3"], hands=hands)
    view = table.view(TOKUGAWA)
    end, leader, proved, unproved = (
        price(view, (answer,)) + risk(view, (answer,))
        for answer in (
            EndDeployment(),
            deployment(table, None, "date-1-leader"),
            deployment(table, "date-single", "date-3"),
            deployment(table, "maeda-single", "maeda-3"),
        )
    )
    assert 0 < leader < proved < unproved
    assert end > leader, "to deploy could still win"
    table.state.combat = replace(table.state.current_combat(), impact=(0, 30))
    assert risk(table.view(TOKUGAWA), (EndDeployment(),)) > 0, "or kill"
    table.state.combat = replace(table.state.current_combat(), impact=(30, 0))
    assert risk(table.view(TOKUGAWA), (EndDeployment(),)) == 0, "there is nobody left to kill"


def test_a_card_of_the_usual_worth_is_played_in_a_combat_for_nothing() -> None:
    """8.10: a draw replaces it. What is better than the others of the hand is not so likely to come again."""
    table = battle(["date-3", "maeda-3"], ["mori-2"], hands=(["date-single", "date-single", "date-double"], []))
    view = table.view(TOKUGAWA)
    usual, better = [
        price(view, (deployment(table, card, *blocks),))
        for card, blocks in (("date-single", ("date-3",)), ("date-double", ("date-3",)))
    ]
    assert usual == 0 < better


def test_a_leader_who_is_deployed_may_be_lost() -> None:
    """8.7.2: before those who are not."""
    table = battle(["date-1-leader", "date-1-gun"], ["mori-2"], hands=(["date-single"], []))
    view = table.view(TOKUGAWA)
    leader, block = [
        risk(view, (deployment(table, card, name),))
        for card, name in ((None, "date-1-leader"), ("date-single", "date-1-gun"))
    ]
    assert leader == 1 + EXPOSED
    assert block == 1, "and nobody holds a card to challenge with"


def test_a_block_is_worth_its_mon_the_cards_that_deploy_it_and_being_a_leader() -> None:
    table = battle(
        ["maeda-2", "maeda-3", "date-3", "date-1-leader"], ["mori-2"], hands=(["date-single"], ["mori-single"])
    )
    view = table.view(TOKUGAWA)
    weak, strong, fitting, leader = [
        price(view, (Lose(pieces(table, TOKUGAWA, FIELD, name)),))
        for name in ("maeda-2", "maeda-3", "date-3", "date-1-leader")
    ]
    assert weak < strong < fitting
    assert weak < leader


def test_a_retreat_risks_who_could_attack_and_most_of_all_a_fight_at_once() -> None:
    """8.8."""
    table = battle(["date-2", "date-3"], ["mori-2", "mori-3"], place="suwa", elsewhere=({}, {"saku": ["mori-2"]}))
    finish_all(table)
    act(table, Lose(pieces(table, TOKUGAWA, "suwa")[:1]))
    view = table.view(TOKUGAWA)
    kofu, saku = [risk(view, (Retreat((), location_named(place)),)) for place in ("kofu", "saku")]
    assert 0 < kofu < saku
    assert risk(position({"edo": ["date-2"]}, {"osaka": ["mori-2"]}).view(TOKUGAWA), (EndMovement(),)) == 0
