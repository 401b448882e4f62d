"""Castles and sieges: 8.9, 4.3, R2, R28, R29, R30."""

from __future__ import annotations

import pytest

from engine.hidden import Over, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege, SiegeLossesDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.battles import (
    at_retreat,
    battle,
    declare,
    deploy,
    deployment,
    doing,
    finish,
    finish_all,
    hand_size,
    impact,
    lose,
    lose_in_siege,
    losing_in_siege,
    refused,
    retreat,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position

AMOUNT = {"8.9.4", "R28"}
SINGLE = "tokugawa-single"
STEPS: list[tuple[str | None, str]] = [
    (None, "tokugawa-1-leader"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
    (SINGLE, "tokugawa-3"),
]
TRACK = [1, 1 + 4, 5 + 5, 10 + 6, 16 + 7]


def siege(defenders: list[str], deployments: int, place: str = "gifu", hand: list[str] | None = None) -> Table:
    """Tokugawa's siege of `place` after so many of STEPS and its end."""
    table = battle(
        [block for _, block in STEPS],
        defenders,
        hands=([SINGLE] * 4 + ["maeda-single"], hand or []),
        place=place,
        inside=True if defenders else None,
    )
    for card, block in STEPS[:deployments]:
        assert doing(table) == (TOKUGAWA, DeploymentDue)
        deploy(table, card, block)
    assert impact(table) == ((0, *TRACK)[deployments], 0)
    finish(table)
    return table


def test_8_9_4_the_besieger_keeps_initiative_and_the_defender_is_never_asked() -> None:
    table = battle(
        [block for _, block in STEPS],
        ["uesugi-1-leader", "mori-3"],
        hands=([SINGLE] * 4, ["mori-single", "ishida-loyalty"]),
        place="gifu",
        inside=True,
    )
    for card, block in STEPS:
        assert doing(table) == (TOKUGAWA, DeploymentDue)
        refused(table, Deploy(None, pieces(table, ISHIDA, "gifu", "uesugi-1-leader")), seat=ISHIDA)
        table.act(TOKUGAWA, deployment(table, card, block))
    assert impact(table) == (23, 0)
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_9_5_no_loyalty_challenge_in_a_siege() -> None:
    table = battle(["maeda-3"], ["mori-3"], hands=(["maeda-single"], ["ishida-loyalty"]), place="gifu", inside=True)
    table.act(TOKUGAWA, deployment(table, "maeda-single", "maeda-3"))
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    refused(table, Challenge(pieces(table, ISHIDA, "hand")[0]), seat=ISHIDA)


def test_8_9_5_no_special_attack_in_a_siege() -> None:
    table = battle(
        ["maeda-1-gun", "maeda-1-gun", "date-1-cavalry"],
        ["mori-3"],
        hands=(["maeda-swords", "maeda-swords", "date-swords"], []),
        place="gifu",
        inside=True,
    )
    deploy(table, "maeda-swords", "maeda-1-gun")
    assert impact(table) == (1, 0)
    deploy(table, "maeda-swords", "maeda-1-gun")
    # The bonus for blocks of the same daimyo is no special attack (R28).
    assert impact(table) == (1 + 2, 0)
    deploy(table, "date-swords", "date-1-cavalry")
    assert impact(table) == (4, 0)


def test_r28_leaders_need_no_card_before_the_first_card_of_a_siege() -> None:
    table = battle(
        ["maeda-1-leader", "date-1-leader", "maeda-2"],
        ["mori-3"],
        hands=(["maeda-single", "date-single"], []),
        place="gifu",
        inside=True,
    )
    deploy(table, None, "maeda-1-leader")
    deploy(table, "maeda-single", "maeda-2")
    assert impact(table) == (1 + 3, 0)
    assert refused(table, deployment(table, None, "date-1-leader")) in {"8.2.4", "R28", "R31"}
    deploy(table, "date-single", "date-1-leader")
    assert impact(table) == (5, 0)


def test_8_4_2_double_cards_deploy_two_blocks_in_a_siege() -> None:
    table = battle(["maeda-3", "maeda-2"], ["mori-3"], hands=(["maeda-double"], []), place="gifu", inside=True)
    deploy(table, "maeda-double", "maeda-3", "maeda-2")
    assert impact(table) == (3 + 3, 0)


@pytest.mark.parametrize(("card", "block"), [("date-single", "maeda-2"), ("tokugawa-loyalty", "ii-4"), (None, "ii-4")])
def test_8_2_2_cards_match_in_a_siege_too(card: str | None, block: str) -> None:
    table = battle([block], ["mori-3"], hands=([card] if card else [], []), place="gifu", inside=True)
    assert refused(table, deployment(table, card, block)) in {"8.2.2", "8.2.4", "8.9.5", "8.6.1", "R21"}


def test_8_9_4_a_besieger_may_deploy_nothing() -> None:
    table = siege(["mori-2"], 0)
    assert doing(table) == (ISHIDA, PaymentDue)
    assert len(pieces(table, ISHIDA, "gifu")) == 1
    assert len(pieces(table, TOKUGAWA, "gifu")) == 5


@pytest.mark.parametrize(("deployments", "due"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 2)])
def test_8_9_4_one_block_for_seven_impact_never_more_than_are_there(deployments: int, due: int) -> None:
    table = siege(["mori-2", "ukita-3"], deployments)
    if due:
        assert doing(table) == (ISHIDA, SiegeLossesDue)
        lose_in_siege(table, *["ukita-3", "mori-2"][:due])
    assert names_in(table, ISHIDA, "gifu") == sorted(["mori-2", "ukita-3"][: 2 - due])
    # The besieger loses nothing, and nobody retreats.
    assert len(pieces(table, TOKUGAWA, "gifu")) == 5
    assert pieces(table, TOKUGAWA, "dead") == ()
    assert doing(table) == (ISHIDA, PaymentDue)


@pytest.mark.parametrize("lost", [[], ["mori-2", "ukita-3"]])
def test_8_9_4_the_defender_loses_exactly_what_is_due(lost: list[str]) -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    assert refused(table, losing_in_siege(table, ISHIDA, *lost)) in AMOUNT


@pytest.mark.parametrize("lost", ["mori-2", "ukita-3"])
def test_8_9_4_the_defender_chooses_what_it_loses(lost: str) -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    refused(table, losing_in_siege(table, ISHIDA, lost), seat=TOKUGAWA)
    lose_in_siege(table, lost)
    assert names_in(table, ISHIDA, "dead") == [lost]
    assert set(pieces(table, ISHIDA, "dead")) <= set(table.state.shown)


def test_8_9_4_losses_are_own_blocks_of_the_siege_each_once() -> None:
    table = siege(["mori-2", "ukita-3"], 4)
    stack = pieces(table, ISHIDA, "gifu")
    enemy = pieces(table, TOKUGAWA, "gifu")
    for blocks in ((stack[0], stack[0]), (stack[0], enemy[0])):
        assert refused(table, LoseInSiege(blocks, False)) in {"3.1", *AMOUNT}


def test_8_9_4_no_disk_is_lost_where_there_is_none() -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    assert refused(table, LoseInSiege((), True)) in {*AMOUNT, "8.9.3", "9.1", "9.2"}


def test_8_9_4_the_castle_falls_when_all_inside_are_destroyed() -> None:
    table = siege(["mori-2", "ukita-3"], 4)
    lose_in_siege(table, "mori-2", "ukita-3")
    assert table.state.holder[location_named("gifu")] == TOKUGAWA
    assert len(pieces(table, TOKUGAWA, "gifu")) == 5


def test_8_9_4_both_sides_share_the_place_and_the_holder_is_besieged_otherwise() -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    lose_in_siege(table, "mori-2")
    assert table.state.holder[location_named("gifu")] == ISHIDA
    assert besieged(table.state, ISHIDA, location_named("gifu"))
    assert doing(table) == (ISHIDA, PaymentDue)


def test_8_2_1_blocks_deployed_in_a_siege_are_hidden_again() -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    assert len(shown_at(table, TOKUGAWA, "gifu")) == 3
    before = set(pieces(table, TOKUGAWA, "gifu"))
    lose_in_siege(table, "mori-2")
    assert shown_at(table, TOKUGAWA, "gifu") == shown_at(table, ISHIDA, "gifu") == []
    assert not before & set(pieces(table, TOKUGAWA, "gifu"))


@pytest.mark.parametrize(
    ("leader", "winner"), [("ishida-1-leader", TOKUGAWA), ("kobayakawa-1-leader", None)], ids=["ishida", "another"]
)
def test_r29_the_death_of_ishida_in_a_siege_ends_the_game(leader: str, winner: Seat | None) -> None:
    table = siege([leader, "mori-2"], 3)
    lose_in_siege(table, leader)
    assert doing(table) == ((ISHIDA, PaymentDue) if winner is None else (winner, Over))


def test_r29_the_death_of_tokugawa_in_a_siege_ends_the_game() -> None:
    table = battle(
        ["tokugawa-1-leader"],
        ["mori-3", "ukita-3", "kobayakawa-3"],
        hands=([], ["mori-single", "ukita-single", "kobayakawa-single"]),
        attacker=ISHIDA,
        place="okazaki",
        inside=True,
    )
    for daimyo in ("mori", "ukita", "kobayakawa"):
        deploy(table, f"{daimyo}-single", f"{daimyo}-3")
    finish(table)
    lose_in_siege(table, "tokugawa-1-leader")
    assert doing(table) == (ISHIDA, Over)


# 8.9.3: disks.


def test_8_9_3_a_lone_disk_is_besieged_and_seven_impact_take_it() -> None:
    table = siege([], 3, place="ueda")
    lose_in_siege(table, disk=True)
    assert location_named("ueda") not in table.state.disks
    assert table.state.holder[location_named("ueda")] == TOKUGAWA
    assert doing(table) == (ISHIDA, PaymentDue)


def test_8_9_3_less_than_seven_impact_leave_the_disk() -> None:
    table = siege([], 2, place="ueda")
    assert location_named("ueda") in table.state.disks
    assert table.state.holder[location_named("ueda")] == ISHIDA
    assert doing(table) == (ISHIDA, PaymentDue)


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_8_9_3_a_disk_does_not_count_against_the_castles_room(blocks: int) -> None:
    stack = ["mori-2", "mori-3", "ukita-3"][:blocks]
    table = battle(["maeda-2", "maeda-3"], stack, place="ueda", inside=True if blocks <= 2 else None)
    assert table.state.current_combat().siege is (blocks <= 2)


def test_8_9_3_a_battle_never_touches_the_disk() -> None:
    table = battle(["maeda-1-leader", "maeda-3"], ["mori-2"], place="ueda", inside=False)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    assert doing(table) == (ISHIDA, LossesDue)
    lose(table, "mori-2")
    assert location_named("ueda") in table.state.disks
    assert table.state.holder[location_named("ueda")] == ISHIDA
    # Nothing more happens here this phase.
    assert doing(table) == (ISHIDA, PaymentDue)


def test_r2_a_castle_whose_defenders_left_stays_its_sides_while_the_disk_stands() -> None:
    table = battle(["maeda-1-leader", "maeda-3"], ["mori-2", "mori-3"], place="ueda", inside=False)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "mori-2")
    retreat(table, "arato")
    assert table.state.holder[location_named("ueda")] == ISHIDA


def test_r2_a_castle_whose_defenders_left_falls_without_a_disk() -> None:
    table = battle(["maeda-1-leader", "maeda-3"], ["mori-2", "mori-3"], place="gifu", inside=False)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "mori-2")
    retreat(table, "iwamura")
    assert table.state.holder[location_named("gifu")] == TOKUGAWA


# 8.9.6 and 8.9.2: besieged, relieved, joined.


@pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])
def test_8_9_6_besieged_blocks_do_not_leave(seat: Seat) -> None:
    castle, way = (("okazaki", "kiyosu"), ("gifu", "kiyosu"))[seat]
    table = position({castle: ["maeda-2"]}, {castle: ["mori-2"]}, active=seat)
    march = March(pieces(table, seat, castle), (location_named(way),), False, None)
    assert refused(table, march) == "8.9.6"
    assert not [
        action
        for action in SEKIGAHARA.options(table.view(seat))
        if isinstance(action, March) and set(action.blocks) & set(pieces(table, seat, castle))
    ]


@pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])
def test_8_9_6_besiegers_leave_freely(seat: Seat) -> None:
    castle, way = (("gifu", "kiyosu"), ("okazaki", "kiyosu"))[seat]
    table = position({castle: ["maeda-2"]}, {castle: ["mori-2"]}, active=seat)
    table.act(seat, March(pieces(table, seat, castle), (location_named(way),), False, None))
    assert pieces(table, seat, castle) == ()
    assert len(pieces(table, seat, way)) == 1


@pytest.mark.parametrize(("besieged", "relief", "asked"), [(1, 1, True), (1, 2, False), (2, 1, False), (2, 2, False)])
def test_8_9_6_blocks_that_join_the_besieged_are_all_in_the_battle(besieged: int, relief: int, asked: bool) -> None:
    table = position(
        {"gifu": ["maeda-2", "maeda-3", "date-3"]},
        {"gifu": ["mori-2", "mori-3"][:besieged], "sawayama": ["ukita-2", "ukita-3"][:relief]},
        active=ISHIDA,
    )
    table.act(ISHIDA, March(pieces(table, ISHIDA, "sawayama"), (location_named("gifu"),), False, None))
    table.act(ISHIDA, EndMovement())
    declare(table, "gifu", inside=False if asked else None)
    assert not table.state.current_combat().siege
    assert len(pieces(table, ISHIDA, "gifu")) == besieged + relief
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_9_1_who_marches_into_a_held_castle_besieges_its_holder_whatever_its_colour() -> None:
    table = position({"gifu": ["maeda-2"]}, {"sawayama": ["mori-2", "mori-3", "ukita-2"]}, active=ISHIDA)
    assert table.state.holder[location_named("gifu")] == TOKUGAWA
    table.act(ISHIDA, March(pieces(table, ISHIDA, "sawayama"), (location_named("gifu"),), False, None))
    table.act(ISHIDA, EndMovement())
    assert table.state.holder[location_named("gifu")] == TOKUGAWA
    declare(table, "gifu", inside=True)
    assert table.state.current_combat().siege
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_r2_a_castle_left_empty_reverts_to_its_colour() -> None:
    table = position({"gifu": ["maeda-2"]}, {})
    assert table.state.holder[location_named("gifu")] == TOKUGAWA
    table.act(TOKUGAWA, March(pieces(table, TOKUGAWA, "gifu"), (location_named("kiyosu"),), False, None))
    assert table.state.holder[location_named("gifu")] == ISHIDA


def test_r2_a_castle_stays_the_holders_until_its_last_unit_is_gone() -> None:
    table = siege(["mori-2", "ukita-3"], 3)
    lose_in_siege(table, "ukita-3")
    assert table.state.holder[location_named("gifu")] == ISHIDA
    table.act(ISHIDA, Pay(Degree.MINIMAL, ()))
    table.act(ISHIDA, EndMovement())
    declare(table, "gifu", inside=True)
    assert table.state.holder[location_named("gifu")] == ISHIDA


def test_8_8_4_survivors_left_in_the_castle_are_besieged_in_the_next_phase() -> None:
    table = at_retreat(ISHIDA, TOKUGAWA, place="gifu", blocks=2)
    retreat(table, None, *names_in(table, ISHIDA, "gifu"))
    assert doing(table) == (ISHIDA, PaymentDue)
    combat_phase(table)
    assert doing(table) == (ISHIDA, DeclarationDue)
    declare(table, "gifu", inside=True)


# 8.10 in a siege.


@pytest.mark.parametrize(
    ("deployments", "lost", "drawn"), [(2, [], 0), (3, ["mori-2"], 1), (4, ["mori-2", "ukita-3"], 2)]
)
def test_8_10_the_defender_of_a_siege_draws_a_card_a_block_and_the_besieger_replaces_its_cards(
    deployments: int, lost: list[str], drawn: int
) -> None:
    table = siege(["mori-2", "ukita-3"], deployments, hand=["mori-single", "ukita-single"])
    if lost:
        assert hand_size(table, TOKUGAWA) == 5 - (deployments - 1)
        lose_in_siege(table, *lost)
    assert hand_size(table, ISHIDA) == 2 + drawn
    assert hand_size(table, TOKUGAWA) == 5
    assert names_in(table, TOKUGAWA, "discard") == [SINGLE] * (deployments - 1)
    assert pieces(table, TOKUGAWA, "played") == ()


@pytest.mark.parametrize(("lost", "drawn"), [(["mori-2", "ukita-3"], 2), (["mori-2"], 1)])
def test_8_10_a_disk_gives_no_card(lost: list[str], drawn: int) -> None:
    table = siege(["mori-2", "ukita-3"], 4, place="ueda")
    lose_in_siege(table, *lost, disk=len(lost) < 2)
    assert hand_size(table, ISHIDA) == drawn
