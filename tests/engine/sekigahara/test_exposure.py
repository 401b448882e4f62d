"""What stands open to the enemy's next turn."""

from __future__ import annotations

from engine.sekigahara.board import location_named
from engine.sekigahara.components import ISHIDA, TOKUGAWA, WEEKS
from engine.sekigahara.exposure import Exposure, exposure_of, is_endangered
from tests.engine.sekigahara.positions import position

ENEMIES = ["mori-2", "mori-2", "mori-3", "ukita-2"]


def test_a_place_without_a_unit_stands_open_where_the_enemy_could_march_and_so_does_one_that_it_could_overrun() -> None:
    """2.2, 4.2, 7.3, 7.4.1: by a card if it has any."""
    kyoto = location_named("kyoto")
    table = position({"edo": ["date-3"]}, {"osaka": ENEMIES}, owners={"kyoto": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure((kyoto,), 1)
    table = position({"kyoto": ["date-3"]}, {"osaka": ENEMIES}, owners={"kyoto": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure((), 1, (kyoto,))
    table = position({"kyoto": ["date-3", "date-2"]}, {"osaka": ENEMIES}, owners={"kyoto": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure()
    table = position({}, {"osaka": ENEMIES}, holders={"miyazu": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure(), "it is too far"
    table = position({}, {"osaka": ENEMIES, "hand": ["mori-single"]}, holders={"miyazu": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure((location_named("miyazu"),), 2)


def test_a_castle_held_by_few_stands_open_to_very_many() -> None:
    """8.9: nobody overruns them there, but four for each of them besiege it."""
    miyazu = location_named("miyazu")
    table = position({"miyazu": ["date-3"]}, {"ayabe": ENEMIES}, holders={"miyazu": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure((), 2, (miyazu,))
    table = position({"miyazu": ["date-3", "date-2"]}, {"ayabe": ENEMIES}, holders={"miyazu": TOKUGAWA})
    assert exposure_of(table.state, TOKUGAWA) == Exposure()


def test_in_the_last_turn_of_the_game_nothing_stands_open() -> None:
    """6.4."""
    table = position({"edo": ["date-3"]}, {"osaka": ENEMIES}, owners={"kyoto": TOKUGAWA}, week=WEEKS)
    assert exposure_of(table.state, TOKUGAWA).points == 1
    table.state.turn, table.state.first = 1, ISHIDA
    assert exposure_of(table.state, TOKUGAWA) == Exposure()
    assert exposure_of(table.state, ISHIDA) == exposure_of(table.state, ISHIDA)


def test_who_must_not_die_is_endangered_where_twice_as_many_could_come() -> None:
    """2.1: Ieyasu, Mitsunari, and Hideyori in Osaka."""
    for friends, danger in ((["date-3"], True), (["date-3", "date-2"], False)):
        table = position({"kyoto": ["tokugawa-1-leader", *friends]}, {"osaka": ENEMIES})
        assert is_endangered(table.state, table.faces, TOKUGAWA) == danger
        assert not is_endangered(table.state, {}, TOKUGAWA), "nobody is known to be he"
    table = position({"kyoto": ["date-3", "date-2"]}, {"osaka": ["mori-2"]})
    assert is_endangered(table.state, table.faces, ISHIDA)
    table = position({"kyoto": ["date-3"]}, {"osaka": ["mori-2"]})
    assert not is_endangered(table.state, table.faces, ISHIDA)
