"""Chapter 1: the board, the figures and the tiles of the game for two."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.hidden import SEATS
from engine.samurai import SAMURAI
from engine.samurai.board import (
    ADJACENT,
    CAPITAL,
    CITIES,
    HAND,
    IS_LAND,
    IS_SEA,
    LAND,
    LAND_AROUND,
    PLACE_KEYS,
    PLACES,
    SEA,
    SETTLEMENTS,
    VILLAGES,
    room,
)
from engine.samurai.components import FACE_KEYS, FIGURES_OF_EACH_KIND, TILE_SUPPLY, TILES
from tests.engine.samurai.positions import BUDDHA, HELMET, RICE, face, place

THREE = (HELMET, BUDDHA, RICE)


def test_1_1_honshu_has_91_hexes() -> None:
    assert (len(VILLAGES), len(CITIES), len(LAND), len(SEA), len(PLACES)) == (14, 2, 30, 44, 91)
    assert len(set(PLACE_KEYS)) == 91


def test_1_1_hexes_next_to_each_other_are_so_both_ways_and_six_at_most() -> None:
    for here in PLACES:
        assert len(ADJACENT[here]) <= 6
        assert list(ADJACENT[here]) == sorted(set(ADJACENT[here]))
        assert all(here in ADJACENT[near] for near in ADJACENT[here])


def test_1_1_the_sea_surrounds_the_island_so_that_no_land_is_at_the_edge() -> None:
    for here in (*LAND, *SETTLEMENTS):
        assert len(ADJACENT[here]) == 6


def test_1_1_no_two_settlements_are_adjacent_and_all_land_is_beside_one() -> None:
    for here in SETTLEMENTS:
        assert not set(ADJACENT[here]) & set(SETTLEMENTS)
        assert LAND_AROUND[here]
    for here in LAND:
        assert set(ADJACENT[here]) & set(SETTLEMENTS)


@pytest.mark.parametrize(
    ("key", "around"),
    [
        # Even column: the neighbours to the sides lie at the same row and the one before.
        ("o14", "n13 n14 o13 o15 p13 p14"),
        # Odd column: at the same row and the one after.
        ("l16", "k16 k17 l15 l17 m16 m17"),
        ("f18", "e18 e19 f17 f19 g18 g19"),
    ],
)
def test_1_1_the_six_hexes_around_a_hex(key: str, around: str) -> None:
    assert {PLACE_KEYS[near] for near in ADJACENT[place(key)]} == set(around.split())


def test_1_1_the_capital_has_land_all_around() -> None:
    assert PLACE_KEYS[CAPITAL] == "o14"
    assert len(LAND_AROUND[CAPITAL]) == 6


def test_1_1_a_hex_is_land_sea_or_a_settlement() -> None:
    for here in PLACES:
        assert IS_LAND[here] + IS_SEA[here] + (here in SETTLEMENTS) == 1


def test_1_2_seven_figures_of_each_kind_fill_all_settlements() -> None:
    assert FIGURES_OF_EACH_KIND == 7
    assert sum(room(here) for here in SETTLEMENTS) == 21


def test_1_3_each_player_has_the_same_twenty_tiles() -> None:
    supply = Counter(FACE_KEYS[tile] for tile in TILE_SUPPLY)
    once = "helmet-2 helmet-3 helmet-4 buddha-2 buddha-3 buddha-4 rice-2 rice-3 rice-4 samurai-3 tile-exchange ship-2"
    once += " ronin-1 figure-exchange"
    assert supply == Counter([*once.split(), *["samurai-1", "samurai-2", "ship-1"] * 2])
    assert supply.total() == 20
    state = SAMURAI.start()
    for seat in SEATS:
        assert tuple([state.shown[piece] for piece in state.pools[seat][HAND]]) == TILE_SUPPLY


@pytest.mark.parametrize(
    ("name", "affects"),
    [
        ("helmet-4", (HELMET,)),
        ("buddha-2", (BUDDHA,)),
        ("rice-3", (RICE,)),
        ("samurai-2", THREE),
        ("ship-1", THREE),
        ("ronin-1", THREE),
        ("tile-exchange", ()),
        ("figure-exchange", ()),
    ],
)
def test_1_4_a_tile_influences_the_figures_pictured_and_samurai_ship_and_ronin_all(
    name: str, affects: tuple[int, ...]
) -> None:
    assert TILES[face(name)].affects == affects


def test_1_5_five_tiles_bear_the_character_the_ships_the_ronin_and_the_figure_exchange() -> None:
    with_character = [FACE_KEYS[tile] for tile in TILE_SUPPLY if TILES[tile].character]
    assert sorted(with_character) == ["figure-exchange", "ronin-1", "ship-1", "ship-1", "ship-2"]
