"""Special rules: Hideyori, Sanada, the Mōri box, Ii and Ishida: chapter 9, R18, R19, R28."""

from __future__ import annotations

import pytest

from engine.hidden import Over, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import OSAKA, UEDA, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_9_sieges import SiegeLossesDue
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.battles import (
    act,
    battle,
    declare,
    deploy,
    deployment,
    doing,
    finish,
    finish_all,
    impact,
    lose,
    lose_any,
    lose_in_siege,
    losing_in_siege,
    refused,
    retreat,
    reveal,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position

SINGLE = "tokugawa-single"
STEPS: list[tuple[str | None, str]] = [
    (None, "tokugawa-1-leader"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
]
"""Deployments in a siege with 1, 5, 10, 16 and 23 impact in all: none, none, one, two and three losses."""


def siege(place: str, defenders: list[str], losses: int) -> Table:
    """Tokugawa's siege of a castle with a disk, at the defender's loss of so many units (9.1, 9.2)."""
    table = battle(
        [block for _, block in STEPS],
        defenders,
        hands=([SINGLE] * 4, []),
        place=place,
        inside=True if defenders else None,
    )
    for card, block in STEPS[: losses + 2]:
        deploy(table, card, block)
    assert impact(table)[TOKUGAWA] // 7 == losses
    finish(table)
    assert doing(table) == (ISHIDA, SiegeLossesDue)
    return table


@pytest.mark.parametrize(
    ("defenders", "losses", "lost"),
    [
        (["mori-2"], 1, []),
        (["mori-2", "mori-3"], 1, []),
        (["mori-2", "mori-3"], 2, ["mori-2"]),
        (["mori-2", "mori-3"], 2, ["mori-3"]),
    ],
)
def test_9_1_hideyori_is_the_last_unit_lost_at_osaka(defenders: list[str], losses: int, lost: list[str]) -> None:
    table = siege("osaka", defenders, losses)
    assert refused(table, losing_in_siege(table, ISHIDA, *lost, disk=True)) in {"9.1", "R28"}
    assert not any(getattr(action, "disk", False) for action in SEKIGAHARA.options(table.view(ISHIDA)))


@pytest.mark.parametrize("defenders", [[], ["mori-2"], ["mori-2", "mori-3"]])
def test_9_1_hideyori_lost_with_all_blocks_is_tokugawas_victory(defenders: list[str]) -> None:
    table = siege("osaka", defenders, len(defenders) + 1)
    lose_in_siege(table, *defenders, disk=True)
    assert doing(table) == (TOKUGAWA, Over)


@pytest.mark.parametrize(("defenders", "losses"), [(["mori-2"], 1), (["mori-2", "mori-3"], 2)])
def test_9_1_hideyori_alone_holds_osaka(defenders: list[str], losses: int) -> None:
    table = siege("osaka", defenders, losses)
    lose_in_siege(table, *defenders)
    assert OSAKA in table.state.disks
    assert table.state.holder[OSAKA] == ISHIDA
    assert doing(table) == (ISHIDA, PaymentDue)


def test_2_1_hideyori_is_not_taken_by_a_battle() -> None:
    table = battle(["maeda-1-leader", "maeda-2"], ["mori-2"], place="osaka", inside=False)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "mori-2")
    assert doing(table) == (ISHIDA, PaymentDue)
    assert OSAKA in table.state.disks


@pytest.mark.parametrize(
    ("defenders", "losses", "lost", "disk"),
    [
        (["mori-2", "mori-3"], 1, [], True),
        (["mori-2", "mori-3"], 1, ["mori-3"], False),
        (["mori-2", "mori-3"], 2, ["mori-2"], True),
        (["mori-2", "mori-3"], 2, ["mori-2", "mori-3"], False),
        (["mori-2", "mori-3"], 3, ["mori-2", "mori-3"], True),
        (["mori-2"], 1, [], True),
        (["mori-2"], 1, ["mori-2"], False),
        ([], 1, [], True),
    ],
)
def test_9_2_sanada_takes_any_loss_at_ueda(defenders: list[str], losses: int, lost: list[str], disk: bool) -> None:
    table = siege("ueda", defenders, losses)
    lose_in_siege(table, *lost, disk=disk)
    assert (UEDA in table.state.disks) is not disk
    assert names_in(table, ISHIDA, "dead") == lost
    empty = disk and lost == defenders
    assert table.state.holder[UEDA] == (TOKUGAWA if empty else ISHIDA)
    assert doing(table) == (ISHIDA, PaymentDue)


@pytest.mark.parametrize(
    ("losses", "lost", "disk"),
    [
        (1, ["mori-2"], True),
        (2, [], True),
        (2, ["mori-2"], False),
        (3, ["mori-2"], True),
        (3, ["mori-2", "mori-3"], False),
    ],
)
def test_r28_the_disk_is_one_of_the_losses_due(losses: int, lost: list[str], disk: bool) -> None:
    table = siege("ueda", ["mori-2", "mori-3"], losses)
    assert refused(table, losing_in_siege(table, ISHIDA, *lost, disk=disk)) in {"8.9.4", "R28"}


def test_9_2_sanadas_disk_is_lost_once() -> None:
    table = siege("ueda", ["mori-2", "mori-3"], 1)
    lose_in_siege(table, disk=True)
    table.act(ISHIDA, Pay(Degree.MINIMAL, ()))
    table.act(ISHIDA, EndMovement())
    declare(table, "ueda", inside=True)
    assert UEDA not in table.state.disks


# 9.3: the Mōri box.

BOX = ["mori-1-leader", "mori-3", "mori-3", "mori-3", "mori-3"]


def box(
    hand: list[str],
    *,
    tokugawa: dict[str, list[str]] | None = None,
    active: Seat = ISHIDA,
    paid: str | None = "minimal",
) -> Table:
    """A movement phase with the full Mōri box and Ukita's block at Osaka."""
    return position(
        tokugawa or {"edo": ["maeda-2"]},
        {"osaka": ["ukita-2"], "mori_box": BOX, "hand": hand},
        active=active,
        paid=paid,
    )


def call(table: Table, block: str, card: str = "mori-single") -> CallMori:
    """The call of one block from the box."""
    return CallMori(pieces(table, ISHIDA, "hand", card)[0], pieces(table, ISHIDA, "mori_box", block)[0])


def test_9_3_a_card_brings_one_block_from_the_box_to_osaka() -> None:
    table = box(["mori-single", "ukita-swords"])
    act(table, call(table, "mori-3", "ukita-swords"))
    assert names_in(table, ISHIDA, "osaka") == ["mori-3", "ukita-2"]
    assert len(pieces(table, ISHIDA, "mori_box")) == 4
    assert names_in(table, ISHIDA, "discard") == ["ukita-swords"]
    assert names_in(table, ISHIDA, "hand") == ["mori-single"]


@pytest.mark.parametrize("card", ["ishida-loyalty", "uesugi-double", "kobayakawa-single"])
def test_9_3_any_card_will_do(card: str) -> None:
    table = box([card])
    act(table, call(table, "mori-3", card))
    assert len(pieces(table, ISHIDA, "osaka")) == 2


def test_r18_any_number_of_cards_the_leader_last() -> None:
    table = box(["mori-single"] * 6)
    for left in (4, 3, 2, 1):
        assert refused(table, call(table, "mori-1-leader")) in {"9.3", "R18"}
        act(table, call(table, "mori-3"))
        assert len(pieces(table, ISHIDA, "mori_box")) == left
    act(table, call(table, "mori-1-leader"))
    assert pieces(table, ISHIDA, "mori_box") == ()
    assert len(pieces(table, ISHIDA, "osaka")) == 6
    assert len(pieces(table, ISHIDA, "hand")) == 1


@pytest.mark.parametrize("paid", ["none", "minimal", "limited", "total"])
def test_r9_r18_mori_come_whatever_movement_was_paid_for(paid: str) -> None:
    table = box(["mori-single"], paid=paid)
    act(table, call(table, "mori-3"))
    assert len(pieces(table, ISHIDA, "osaka")) == 2


def test_9_3_mori_come_only_to_a_card_of_the_hand_and_from_the_box() -> None:
    table = box(["mori-single"])
    [card] = pieces(table, ISHIDA, "hand")
    [at_osaka] = pieces(table, ISHIDA, "osaka")
    in_box = pieces(table, ISHIDA, "mori_box", "mori-3")[0]
    in_deck = pieces(table, ISHIDA, "deck")[0]
    assert refused(table, CallMori(card, at_osaka)) in {"9.3", "R18", "3.1"}
    assert refused(table, CallMori(in_deck, in_box)) in {"9.3", "R18", "3.3"}


def test_9_3_mori_come_in_ishidas_movement_phase_only() -> None:
    table = box(["mori-single"], active=TOKUGAWA)
    action = call(table, "mori-3")
    refused(table, action, seat=ISHIDA)
    refused(table, action, seat=TOKUGAWA)
    combat_phase(table)
    assert doing(table) == (ISHIDA, PaymentDue)
    refused(table, call(table, "mori-3"))


def test_9_3_blocks_that_arrived_do_not_move_this_turn() -> None:
    table = box(["mori-single"], paid="total")
    act(table, call(table, "mori-3"))
    arrived = pieces(table, ISHIDA, "osaka", "mori-3")
    settled = pieces(table, ISHIDA, "osaka", "ukita-2")
    kyoto = (location_named("kyoto"),)
    assert refused(table, March(arrived, kyoto, False, None)) in {"9.3", "R16", "7.3.1"}
    assert refused(table, March((*arrived, *settled), kyoto, False, None)) in {"9.3", "R16", "7.3.1"}
    act(table, March(settled, kyoto, False, None))
    assert names_in(table, ISHIDA, "kyoto") == ["ukita-2"]


def test_9_3_arrived_blocks_are_hidden_by_the_time_of_combat() -> None:
    table = box(["mori-single"], tokugawa={"osaka": ["maeda-2", "maeda-3"]})
    act(table, call(table, "mori-3"))
    table.act(ISHIDA, EndMovement())
    declare(table, "osaka", inside=False)
    assert shown_at(table, ISHIDA, "osaka") == []


def test_9_3_the_box_stands_open_to_both() -> None:
    table = box([])
    assert set(pieces(table, ISHIDA, "mori_box")) <= set(table.state.shown)


def test_r15_an_arrival_from_the_box_overruns() -> None:
    table = box(["mori-single"] * 3, tokugawa={"osaka": ["maeda-2"]})
    act(table, call(table, "mori-3"))
    act(table, call(table, "mori-3"))
    assert len(pieces(table, TOKUGAWA, "osaka")) == 1
    act(table, call(table, "mori-3"))
    assert doing(table) == (TOKUGAWA, RevealDue)
    reveal(table)
    assert names_in(table, TOKUGAWA, "dead") == ["maeda-2"]
    assert doing(table) == (ISHIDA, MovementDue)


@pytest.mark.parametrize("at_osaka", [[], ["ukita-2"], ["ukita-2", "ukita-3", "uesugi-3"]])
def test_9_3_the_whole_box_joins_when_tokugawa_declares_at_osaka(at_osaka: list[str]) -> None:
    table = combat_phase(
        position({"osaka": ["maeda-2", "maeda-3", "date-2", "date-3"]}, {"osaka": at_osaka, "mori_box": BOX})
    )
    assert len(pieces(table, ISHIDA, "mori_box")) == 5
    declare(table, "osaka")
    assert pieces(table, ISHIDA, "mori_box") == ()
    assert names_in(table, ISHIDA, "osaka") == sorted([*BOX, *at_osaka])
    assert not table.state.current_combat().siege
    assert shown_at(table, ISHIDA, "osaka") == []
    assert doing(table) == (TOKUGAWA, DeploymentDue)


@pytest.mark.parametrize(("at_osaka", "in_box", "asked"), [(1, 1, True), (0, 2, True), (1, 2, False), (2, 1, False)])
def test_r19_the_holder_is_asked_after_the_box_has_entered(at_osaka: int, in_box: int, asked: bool) -> None:
    table = combat_phase(
        position(
            {"osaka": ["maeda-2", "maeda-3"]}, {"osaka": ["ukita-2", "ukita-3"][:at_osaka], "mori_box": BOX[:in_box]}
        )
    )
    declare(table, "osaka", inside=True if asked else None)
    assert len(pieces(table, ISHIDA, "osaka")) == at_osaka + in_box
    assert table.state.current_combat().siege is asked


def test_9_3_mori_from_the_box_fight_in_the_battle() -> None:
    table = combat_phase(
        position(
            {"osaka": ["maeda-1-leader", "maeda-3"]}, {"osaka": ["ukita-2"], "mori_box": BOX, "hand": ["mori-single"]}
        )
    )
    declare(table, "osaka")
    deploy(table, None, "maeda-1-leader")
    deploy(table, None, "mori-1-leader")
    assert impact(table) == (1, 1)
    finish(table)
    deploy(table, "mori-single", "mori-3")
    assert impact(table) == (1, 1 + 4)


def test_r15_the_box_overruns_a_small_attack_at_its_declaration() -> None:
    table = combat_phase(position({"osaka": ["maeda-2"]}, {"mori_box": BOX}))
    declare(table, "osaka")
    assert doing(table) == (TOKUGAWA, RevealDue)
    reveal(table)
    assert names_in(table, TOKUGAWA, "dead") == ["maeda-2"]
    assert len(pieces(table, ISHIDA, "osaka")) == 5
    assert doing(table) == (ISHIDA, PaymentDue)


def test_9_3_the_box_stays_when_tokugawa_declares_elsewhere() -> None:
    table = combat_phase(position({"mito": ["maeda-2"]}, {"mito": ["ukita-2"], "mori_box": BOX}))
    declare(table, "mito")
    assert len(pieces(table, ISHIDA, "mori_box")) == 5


@pytest.mark.parametrize("inside", [True, False])
def test_9_3_the_box_stays_when_ishida_declares_at_osaka(inside: bool) -> None:
    table = combat_phase(
        position({"osaka": ["maeda-2", "maeda-3"]}, {"osaka": ["ukita-2"], "mori_box": BOX}, active=ISHIDA)
    )
    declare(table, "osaka", inside=inside)
    assert len(pieces(table, ISHIDA, "mori_box")) == 5
    assert len(pieces(table, ISHIDA, "osaka")) == 1


def test_8_8_2_nobody_retreats_into_the_mori_box_or_the_recruitment_box() -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2", "mori-3"], attacker=ISHIDA, place="kyoto")
    finish_all(table)
    lose_any(table)
    ways = {action.location for action in SEKIGAHARA.options(table.view(ISHIDA))}
    assert ways == {location_named(key) for key in ("osaka", "sawayama", "minakuchi", "ayabe")}
    retreat(table, "osaka")


def test_9_4_ii_is_the_one_block_of_four_mon_and_no_card_is_his() -> None:
    table = battle(["ii-4", "fukushima-3"], ["mori-2"], hands=(["date-single", "fukushima-single"], []))
    deploy(table, "date-single", "ii-4")
    assert impact(table) == (4, 0)
    # Ii gives no bonus to those whose card or company he used.
    table = battle(
        ["ii-4", "fukushima-3", "date-2"],
        ["mori-2"],
        hands=(["fukushima-single", "fukushima-single", "date-single"], ["mori-single"]),
    )
    deploy(table, "fukushima-single", "ii-4")
    finish(table)
    deploy(table, "fukushima-single", "fukushima-3")
    deploy(table, "date-single", "date-2")
    assert impact(table) == (4 + 3 + 2, 0)


def test_9_4_ii_deployed_by_swords_makes_no_special_attack() -> None:
    table = battle(["ii-4"], ["mori-2"], hands=(["tokugawa-swords"], []))
    deploy(table, "tokugawa-swords", "ii-4")
    assert impact(table) == (4, 0)


def test_9_4_a_loyalty_challenge_does_not_deploy_ii() -> None:
    table = battle(["ii-4"], ["mori-2"], hands=(["tokugawa-loyalty"], []))
    assert refused(table, deployment(table, "tokugawa-loyalty", "ii-4")) in {"9.4", "8.2.2", "8.6.1", "R21"}


def test_9_5_a_loyalty_challenge_does_not_deploy_ishida() -> None:
    table = battle(["maeda-2"], ["ishida-1-leader"], hands=([], ["ishida-loyalty"]), attacker=ISHIDA)
    assert refused(table, deployment(table, "ishida-loyalty", "ishida-1-leader")) in {"9.5", "8.2.2", "8.6.1", "R21"}
    deploy(table, None, "ishida-1-leader")
    assert impact(table) == (0, 1)


def test_9_5_the_death_of_ishida_is_tokugawas_victory() -> None:
    table = battle(["maeda-2"], ["ishida-1-leader", "mori-2"], attacker=ISHIDA)
    finish_all(table)
    lose(table, "ishida-1-leader")
    assert doing(table) == (TOKUGAWA, Over)
