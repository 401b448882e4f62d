"""Declaring combat: 8.1, 8.2.1, R19, R27, R30, R35."""

from __future__ import annotations

import pytest

from engine.hidden import Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, PaymentDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, FightInside
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    act,
    battle,
    declare,
    doing,
    finish,
    finish_all,
    impact,
    lose_any,
    refused,
    retreat,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, combat_phase, pieces, position

BOTH = pytest.mark.parametrize("active", [TOKUGAWA, ISHIDA])


def two_fronts(active: Seat) -> Table:
    """Opposing blocks at Suwa and at Mito, the combat phase of `active`."""
    return combat_phase(
        position(
            {"suwa": ["maeda-2", "date-2"], "mito": ["tokugawa-2", "tokugawa-3"], "edo": ["date-3"]},
            {"suwa": ["mori-2", "mori-3"], "mito": ["ukita-2", "ukita-3"], "kyoto": ["mori-2"]},
            active=active,
        )
    )


@BOTH
def test_8_1_phasing_player_declares_each_place_where_opposing_blocks_stand(active: Seat) -> None:
    table = two_fronts(active)
    assert doing(table) == (active, DeclarationDue)
    listed = SEKIGAHARA.options(table.view(active))
    assert set(listed) == {Declare(location_named("suwa")), Declare(location_named("mito"))}
    assert not SEKIGAHARA.options(table.view(other(active)))


@BOTH
@pytest.mark.parametrize("first", ["suwa", "mito"])
def test_8_1_places_are_declared_one_at_a_time_in_any_order_until_none_is_left(active: Seat, first: str) -> None:
    table = two_fronts(active)
    declare(table, first)
    assert doing(table) == (active, DeploymentDue)
    finish_all(table)
    lose_any(table)
    retreat(table, {"suwa": "kofu", "mito": "iwaki"}[first])
    second = {"suwa": "mito", "mito": "suwa"}[first]
    assert doing(table) == (active, DeclarationDue)
    assert list(SEKIGAHARA.options(table.view(active))) == [Declare(location_named(second))]
    declare(table, second)
    finish_all(table)
    lose_any(table)
    retreat(table, {"suwa": "kofu", "mito": "iwaki"}[second])
    assert doing(table) == (other(active), PaymentDue)


@pytest.mark.parametrize("place", ["edo", "kyoto", "sunpu", "ueda"])
def test_8_1_no_combat_where_only_one_side_or_nobody_stands(place: str) -> None:
    assert refused(two_fronts(TOKUGAWA), Declare(location_named(place))) in {"8.1", "R19"}


def test_8_1_combat_is_not_declared_twice_in_a_phase() -> None:
    table = combat_phase(
        position({"gifu": ["tokugawa-2", "tokugawa-3"], "mito": ["date-2"]}, {"gifu": ["mori-2"], "mito": ["ukita-2"]})
    )
    declare(table, "gifu", inside=True)
    finish(table)
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    assert refused(table, Declare(location_named("gifu"))) in {"8.1", "R19"}


def test_r19_the_phase_cannot_end_before_every_combat_is_declared() -> None:
    table = two_fronts(TOKUGAWA)
    refused(table, EndMovement())
    refused(table, EndDeployment())
    assert doing(table) == (TOKUGAWA, DeclarationDue)


def test_8_1_the_other_player_declares_nothing() -> None:
    refused(two_fronts(TOKUGAWA), Declare(location_named("suwa")), seat=ISHIDA)


@BOTH
def test_8_1_without_opposing_blocks_the_phase_passes_by(active: Seat) -> None:
    table = combat_phase(position({"edo": ["date-3"]}, {"kyoto": ["mori-2"]}, active=active))
    assert doing(table) == (other(active), PaymentDue)


@BOTH
def test_8_2_1_active_player_attacks_and_deploys_first(active: Seat) -> None:
    table = declare(two_fronts(active), "suwa")
    assert table.state.current_combat().attacker == active
    assert not table.state.current_combat().siege
    assert doing(table) == (active, DeploymentDue)
    assert impact(table) == (0, 0)


def test_8_2_1_all_blocks_are_concealed_when_a_battle_begins() -> None:
    table = declare(two_fronts(TOKUGAWA), "suwa")
    assert shown_at(table, TOKUGAWA, "suwa") == shown_at(table, ISHIDA, "suwa") == []


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_8_9_2_castle_holder_is_asked_only_with_two_blocks_or_fewer(blocks: int) -> None:
    stack = ["mori-2", "mori-3", "ukita-2"][:blocks]
    table = combat_phase(position({"gifu": ["tokugawa-2", "tokugawa-3"]}, {"gifu": stack}))
    act(table, Declare(location_named("gifu")))
    assert doing(table) == ((ISHIDA, CastleChoiceDue) if blocks <= 2 else (TOKUGAWA, DeploymentDue))


@pytest.mark.parametrize("inside", [True, False])
def test_8_9_2_inside_is_a_siege_and_outside_a_battle(inside: bool) -> None:
    table = battle(["tokugawa-2", "tokugawa-3"], ["mori-2"], place="gifu", inside=inside)
    assert table.state.current_combat().siege is inside
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_9_2_only_the_holder_is_asked() -> None:
    table = combat_phase(position({"gifu": ["tokugawa-2"]}, {"gifu": ["mori-2", "mori-3"]}))
    act(table, Declare(location_named("gifu")))
    refused(table, FightInside(True), seat=TOKUGAWA)
    assert doing(table) == (ISHIDA, CastleChoiceDue)


def test_8_9_1_a_side_that_does_not_hold_the_castle_is_never_asked() -> None:
    table = battle(["tokugawa-2"], ["mori-2", "mori-3", "ukita-2"], place="gifu")
    assert not table.state.current_combat().siege


def test_8_9_1_the_side_first_there_holds_a_castle_of_the_other_colour() -> None:
    table = combat_phase(position({"gifu": ["tokugawa-2"]}, {"gifu": ["mori-2"]}, holders={"gifu": TOKUGAWA}))
    act(table, Declare(location_named("gifu")))
    assert doing(table) == (TOKUGAWA, CastleChoiceDue)
    act(table, FightInside(False))
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_r19_a_lone_disk_is_a_siege_and_nobody_is_asked() -> None:
    table = battle(["tokugawa-2"], [], place="ueda")
    assert table.state.current_combat().siege
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_9_2_active_holder_inside_nothing_happens_this_phase() -> None:
    table = combat_phase(position({"gifu": ["tokugawa-2", "tokugawa-3"]}, {"gifu": ["mori-2"]}, active=ISHIDA))
    declare(table, "gifu", inside=True)
    assert doing(table) == (TOKUGAWA, PaymentDue)
    assert len(pieces(table, TOKUGAWA, "gifu")) == 2
    assert len(pieces(table, ISHIDA, "gifu")) == 1
    assert table.state.holder[location_named("gifu")] == ISHIDA


def test_8_9_2_active_holder_outside_attacks_in_a_battle() -> None:
    table = battle(["tokugawa-2", "tokugawa-3"], ["mori-2"], attacker=ISHIDA, place="gifu", inside=False)
    assert table.state.current_combat().attacker == ISHIDA
    assert not table.state.current_combat().siege
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_9_2_active_holder_with_more_than_two_blocks_must_fight() -> None:
    table = battle(["tokugawa-2", "tokugawa-3"], ["mori-2", "mori-3", "ukita-2"], attacker=ISHIDA, place="gifu")
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_8_9_2_a_force_may_come_out_in_a_later_phase() -> None:
    table = battle(["tokugawa-2", "tokugawa-3"], ["mori-2"], place="gifu", inside=True)
    finish(table)
    assert doing(table) == (ISHIDA, PaymentDue)
    combat_phase(table)
    declare(table, "gifu", inside=False)
    assert not table.state.current_combat().siege


def test_r30_a_lone_disk_of_the_active_player_does_nothing() -> None:
    table = position({"ueda": ["tokugawa-2", "tokugawa-3"]}, {"hand": ["mori-single"]}, active=ISHIDA)
    combat_phase(table)
    if doing(table) == (ISHIDA, DeclarationDue):
        declare(table, "ueda")
    assert doing(table) == (TOKUGAWA, PaymentDue)
    assert len(pieces(table, TOKUGAWA, "ueda")) == 2
    assert location_named("ueda") in table.state.disks
    assert table.state.holder[location_named("ueda")] == ISHIDA


def test_8_9_4_the_besieger_must_declare_in_every_phase() -> None:
    table = combat_phase(position({"gifu": ["tokugawa-2", "tokugawa-3"]}, {"gifu": ["mori-2"]}))
    assert list(SEKIGAHARA.options(table.view(TOKUGAWA))) == [Declare(location_named("gifu"))]
    declare(table, "gifu", inside=True)
    finish(table)
    assert doing(table) == (ISHIDA, PaymentDue)
    combat_phase(table)
    assert doing(table) == (ISHIDA, DeclarationDue)
