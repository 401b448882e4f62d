"""Chapter 5: the initial setup, which is the same for every seed but for what chance decides."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS, Draw, Drawn, Mix, Mixed, Sealed, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import (
    BAG,
    DEAD,
    DECK,
    DISCARD,
    HAND,
    LOCATIONS,
    MORI_BOX,
    PLAYED,
    POOL_KEYS,
    RECRUITMENT,
    RESOURCES,
)
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.components import CARD_FACES, FACES, MAP, SUPPLIES
from engine.sekigahara.pieces import FACE_KEYS, SIDE_OF
from tests.engine.sekigahara.moves import supply
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in

SEEDS = st.integers(0, 2**32 - 1)


def new_game(seed: int) -> Table:
    """A new game up to its first decision."""
    return OpenTable(SEKIGAHARA, SeededChance(seed))


def marked(seat: Seat) -> dict[str, Counter[str]]:
    """The blocks with setup symbols by the pool they start in (5.2.1)."""
    found: dict[str, Counter[str]] = {}
    for entry in SUPPLIES:
        if entry.setup and SIDE_OF[entry.face] == seat:
            name = FACE_KEYS[entry.face].partition("-")[2]
            found.setdefault(entry.setup, Counter())[name] += entry.count
    return found


def random_blocks(seat: Seat) -> dict[str, int]:
    """How many blocks are drawn for each location (5.2.2)."""
    return {place.key: place.random_blocks for place in MAP if place.random_side == seat}


def test_5_1_the_game_starts_in_week_one_with_the_bid() -> None:
    """The reinforcement step of the first week is skipped (6.2)."""
    table = new_game(1)
    assert table.state.week == 1
    assert table.waiting == Sealed(BidsDue())


@given(SEEDS)
def test_5_1_5_2_every_setup_has_the_printed_numbers(seed: int) -> None:
    """Five cards each; at every location its marked blocks and its random ones; four recruits; the rest in the bag."""
    table = new_game(seed)
    pools = table.state.pools
    for seat in SEATS:
        assert len(pools[seat][HAND]) == 5
        assert len(pools[seat][DECK]) == 50
        assert not pools[seat][DISCARD]
        assert not pools[seat][PLAYED]
        assert not pools[seat][DEAD]
        assert len(pools[seat][RECRUITMENT]) == 4
        drawn = random_blocks(seat)
        for place in LOCATIONS:
            key = POOL_KEYS[place]
            there = Counter(names_in(table, seat, key))
            symbols = marked(seat).get(key, Counter())
            assert symbols <= there
            assert there.total() == symbols.total() + drawn.get(key, 0)
        everything = [name for pool in POOL_KEYS for name in names_in(table, seat, pool)]
        assert sorted(everything) == sorted(supply(seat, cards=True) + supply(seat, cards=False))


@pytest.mark.parametrize(
    ("seat", "symbols", "drawn", "bag"), [(TOKUGAWA, 14, 8, 22), (ISHIDA, 14, 10, 20)], ids=["tokugawa", "ishida"]
)
def test_5_2_the_blocks_on_the_map_in_the_boxes_and_in_the_bag_add_up(
    seat: Seat, symbols: int, drawn: int, bag: int
) -> None:
    assert sum(blocks.total() for blocks in marked(seat).values()) == symbols
    assert sum(random_blocks(seat).values()) == drawn
    assert len(new_game(3).state.pools[seat][BAG]) == bag == 48 - symbols - drawn - 4


def test_5_2_1_the_setup_symbols_are_where_the_map_has_them() -> None:
    assert {key: blocks.total() for key, blocks in marked(TOKUGAWA).items()} == {
        "edo": 4,
        "kiyosu": 3,
        "kanazawa": 4,
        "sendai": 3,
    }
    assert {key: blocks.total() for key, blocks in marked(ISHIDA).items()} == {"osaka": 6, "aizu": 3, "mori_box": 5}
    assert marked(TOKUGAWA)["kiyosu"]["ii-4"] == 1


def test_5_2_2_random_blocks_by_location() -> None:
    assert random_blocks(TOKUGAWA) == {
        "miyazu": 1,
        "anotsu": 1,
        "kiyosu": 1,
        "kanazawa": 1,
        "hakone": 1,
        "edo": 2,
        "sendai": 1,
    }
    assert random_blocks(ISHIDA) == {"osaka": 2, "kyoto": 2, "gifu": 2, "ueda": 3, "aizu": 1}


@given(SEEDS)
def test_5_1_only_the_mori_box_is_face_up(seed: int) -> None:
    table = new_game(seed)
    mori = table.state.pools[ISHIDA][MORI_BOX]
    assert set(SEKIGAHARA.public_faces(table.state)) == set(mori)
    assert names_in(table, ISHIDA, "mori_box") == sorted(marked(ISHIDA)["mori_box"].elements())
    assert "mori-1-leader" in names_in(table, ISHIDA, "mori_box")


def test_3_4_the_disks_stand_at_osaka_and_ueda() -> None:
    assert {POOL_KEYS[place] for place in new_game(1).state.disks} == {"osaka", "ueda"}


def test_4_2_4_5_at_the_start_only_the_capitals_are_owned() -> None:
    """R3: Kyoto Ishida's, Edo Tokugawa's, the others nobody's, whoever stands there."""
    state = new_game(1).state
    owners = {POOL_KEYS[place]: state.owner[place] for place in RESOURCES if state.owner[place] is not None}
    assert owners == {"edo": TOKUGAWA, "kyoto": ISHIDA}


def test_5_2_2_blocks_for_the_map_come_from_the_bag_by_chance_each_location_named_beforehand() -> None:
    """Walks the requests of the setup: each draw names one location as its target and takes just its blocks."""
    state = SEKIGAHARA.start()
    targets: Counter[tuple[Seat, str]] = Counter()
    bags_mixed: set[Seat] = set()
    while True:
        waiting = SEKIGAHARA.waiting(state)
        if isinstance(waiting, Draw):
            if waiting.source == BAG:
                assert waiting.owner in bags_mixed, "a bag is shuffled before it is drawn from"
                targets[waiting.owner, POOL_KEYS[waiting.target]] += waiting.count
            SEKIGAHARA.apply(state, Drawn((0,) * waiting.count))
        elif isinstance(waiting, Mix):
            if BAG in waiting.pools:
                bags_mixed.add(waiting.owner)
            SEKIGAHARA.apply(state, Mixed())
        else:
            break
    for seat in SEATS:
        expected = {**random_blocks(seat), "recruitment": 4}
        assert {key: number for (drawer, key), number in targets.items() if drawer == seat} == expected


@given(SEEDS, SEEDS)
def test_5_1_the_public_position_does_not_depend_on_chance(one: int, two: int) -> None:
    """Who sees only serial numbers and sizes learns nothing of the faces: stacks differ by hidden numbers alone."""
    sizes = [[[len(pool) for pool in side] for side in new_game(seed).state.pools] for seed in (one, two)]
    assert sizes[0] == sizes[1]


def test_5_1_the_decks_are_shuffled() -> None:
    """Opening hands of many seeds hold every kind of card there is."""
    faces = {
        new.faces[piece] for new in map(new_game, range(60)) for seat in SEATS for piece in new.state.pools[seat][HAND]
    }
    assert faces == set(range(CARD_FACES))
    assert len(FACES) > CARD_FACES
