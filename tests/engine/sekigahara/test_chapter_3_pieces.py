"""Chapter 3: blocks, cards, draw piles, and what each side may see of them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.hidden import SEATS, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DECK, DISCARD, HAND, LOCATIONS, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.components import FACES, SUPPLIES, BlockKind, CardKind, block_kind, card_kind
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import IS_CARD, SIDE_OF
from tests.engine.sekigahara.moves import at, count, march, supply
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, names_in, pieces, position

CARDS = [kind for kind in FACES if isinstance(kind, CardKind)]
BLOCKS = [kind for kind in FACES if isinstance(kind, BlockKind)]


@pytest.mark.parametrize("seat", SEATS)
def test_3_2_each_side_has_48_blocks_and_55_cards(seat: Seat) -> None:
    assert len(supply(seat, cards=False)) == 48
    assert len(supply(seat, cards=True)) == 55


def test_3_2_strengths_run_from_one_to_four_and_arms_are_guns_or_cavalry_on_blocks_of_one_mon() -> None:
    assert {block.mon for block in BLOCKS} == {1, 2, 3, 4}
    assert {block.arm for block in BLOCKS} == {None, "gun", "cavalry"}
    assert {block.mon for block in BLOCKS if block.arm or block.leader} == {1}


def test_3_2_9_4_9_5_only_ii_and_mitsunari_match_any_card_and_ii_alone_has_four_mon() -> None:
    assert [block.daimyo for block in BLOCKS if block.any_card] == ["ii", "ishida"]
    assert [block.daimyo for block in BLOCKS if block.mon == 4] == ["ii"]
    singles = Counter(
        block_kind(entry.face).daimyo for entry in SUPPLIES for _ in range(entry.count) if not IS_CARD[entry.face]
    )
    assert singles["ii"] == singles["ishida"] == 1


@pytest.mark.parametrize("seat", SEATS)
def test_3_2_every_daimyo_with_cards_has_one_leader_block(seat: Seat) -> None:
    with_cards = {card.daimyo for card in CARDS if card.side == seat and card.daimyo}
    leaders = Counter(
        block_kind(entry.face).daimyo
        for entry in SUPPLIES
        if not IS_CARD[entry.face] and SIDE_OF[entry.face] == seat and block_kind(entry.face).leader
        for _ in range(entry.count)
    )
    expected = with_cards | ({"ishida"} if seat == ISHIDA else set())
    assert leaders == dict.fromkeys(expected, 1)


def test_3_3_6_3_bids_of_the_two_sides_never_tie() -> None:
    assert {card.bid % 2 for card in CARDS if card.side == TOKUGAWA} == {0}
    assert {card.bid % 2 for card in CARDS if card.side == ISHIDA} == {1}


def test_3_3_loyalty_challenges_bid_most_and_belong_to_no_daimyo() -> None:
    for seat in SEATS:
        own = [card for card in CARDS if card.side == seat]
        [loyalty] = [card for card in own if card.kind == "loyalty"]
        assert loyalty.daimyo is None
        assert all(card.bid < loyalty.bid for card in own if card is not loyalty)
    assert {card_kind(entry.face).side: entry.count for entry in SUPPLIES if _is_loyalty(entry.face)} == {
        TOKUGAWA: 4,
        ISHIDA: 3,
    }


def _is_loyalty(face: int) -> bool:
    kind = FACES[face]
    return isinstance(kind, CardKind) and kind.kind == "loyalty"


@pytest.mark.parametrize("seat", SEATS)
def test_3_3_discards_are_public_when_they_are_made(seat: Seat) -> None:
    hand = {TOKUGAWA: "date-single", ISHIDA: "ukita-swords"}
    table = position({"hand": [hand[TOKUGAWA]]}, {"hand": [hand[ISHIDA]]}, active=seat, paid=None)
    [card] = pieces(table, seat, "hand")
    assert SEKIGAHARA.to_show(table.state, seat, Pay(Degree.LIMITED, (card,))) == (card,)
    table.act(seat, Pay(Degree.LIMITED, (card,)))
    assert names_in(table, seat, "discard") == [hand[seat]]
    assert names_in(table, seat, "hand") == []


def test_3_3_r7_a_draw_pile_that_runs_out_is_rebuilt_from_the_discards_at_once() -> None:
    """Three to draw, one left: 51 discards and the three just thrown away are shuffled and give the other two."""
    everything = supply(TOKUGAWA, cards=True)
    table = position({"hand": everything[:3], "deck": everything[3:4], "discard": everything[4:]}, {}, paid=None)
    table.act(TOKUGAWA, Pay(Degree.NONE, pieces(table, TOKUGAWA, "hand")))
    assert count(table, TOKUGAWA, "hand") == 3
    assert count(table, TOKUGAWA, "deck") == 52
    assert count(table, TOKUGAWA, "discard") == 0
    assert everything[3] in names_in(table, TOKUGAWA, "hand")
    assert sorted(names_in(table, TOKUGAWA, "hand") + names_in(table, TOKUGAWA, "deck")) == sorted(everything)


def test_3_3_r7_a_rebuilt_draw_pile_is_hidden_again() -> None:
    everything = supply(TOKUGAWA, cards=True)
    table = position({"hand": everything[:3], "discard": everything[3:]}, {}, paid=None)
    before = set(at(table, TOKUGAWA, "discard"))
    table.act(TOKUGAWA, Pay(Degree.NONE, pieces(table, TOKUGAWA, "hand")))
    state = table.state
    assert not set(state.pools[TOKUGAWA][DECK] + state.pools[TOKUGAWA][HAND]) & set(SEKIGAHARA.public_faces(state))
    assert not set(state.pools[TOKUGAWA][DECK]) & before, "who saw a discard could follow it into the pile"


def test_3_3_a_draw_pile_that_gives_its_last_card_needs_no_more() -> None:
    everything = supply(TOKUGAWA, cards=True)
    table = position({"hand": everything[:3], "deck": everything[3:6], "discard": everything[6:]}, {}, paid=None)
    table.act(TOKUGAWA, Pay(Degree.NONE, pieces(table, TOKUGAWA, "hand")))
    assert names_in(table, TOKUGAWA, "hand") == sorted(everything[3:6])


@pytest.mark.parametrize("seat", SEATS)
def test_3_1_blocks_that_share_a_place_after_movement_cannot_be_told_apart(seat: Seat) -> None:
    """Moved and standing blocks mingle: none keeps the number under which it was known, none is shown."""
    one, two = {TOKUGAWA: ("date-2", "maeda-2"), ISHIDA: ("ukita-2", "mori-2")}[seat]
    sides = {seat: {"suwa": [one], "kofu": [two], "mito": [two]}, other(seat): {}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=seat)
    known = {*at(table, seat, "suwa"), *at(table, seat, "kofu")}
    march(table, pieces(table, seat, "suwa"), "kofu")
    table.act(seat, EndMovement())
    assert names_in(table, seat, "kofu") == sorted([one, two])
    assert not known & set(at(table, seat, "kofu"))


def test_3_1_7_2_blocks_shown_to_be_mustered_are_hidden_on_the_map() -> None:
    table = position({"recruitment": ["maeda-2", "maeda-3"], "kanazawa": ["date-2"]}, {})
    table.act(
        TOKUGAWA, Muster(pieces(table, TOKUGAWA, "recruitment", "maeda-2", "maeda-3"), location_named("kanazawa"), True)
    )
    shown_blocks = {*at(table, TOKUGAWA, "kanazawa")}
    table.act(TOKUGAWA, EndMovement())
    on_map = {piece for place in LOCATIONS for piece in table.state.pools[TOKUGAWA][place]}
    assert len(on_map) == 3
    assert not on_map & set(SEKIGAHARA.public_faces(table.state))
    assert not on_map & shown_blocks


def test_3_3_a_hand_that_draws_cannot_be_told_apart_from_the_cards_it_kept() -> None:
    table = position({"hand": ["date-single", "date-swords", "maeda-single"]}, {}, paid=None)
    kept = set(pieces(table, TOKUGAWA, "hand", "maeda-single"))
    table.act(TOKUGAWA, Pay(Degree.NONE, pieces(table, TOKUGAWA, "hand", "date-single", "date-swords")))
    assert count(table, TOKUGAWA, "hand") == 3
    assert not kept & set(at(table, TOKUGAWA, "hand"))
    assert len(table.state.pools[TOKUGAWA][DISCARD]) == 2
