"""Chapter 6: the weekly cycle: reinforcements, the bid, the order of the turns (R1, R5 to R8)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Decision, Over, Piece, Sealed, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import BAG, DECK, DISCARD, HAND, RECRUITMENT
from engine.sekigahara.chapters.chapter_4_control import castles_of
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, ChooseFirst, Discard, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.components import REINFORCEMENT_BLOCKS
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import BID_OF
from tests.engine.sekigahara.moves import (
    bid_first,
    count,
    deciding,
    discard_half,
    march,
    pass_turn,
    refused,
    supply,
    to_discards,
)
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

CARDS = {TOKUGAWA: supply(TOKUGAWA, cards=True), ISHIDA: supply(ISHIDA, cards=True)}


def hands(tokugawa: int, ishida: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Hands of so many cards."""
    return {"hand": CARDS[TOKUGAWA][:tokugawa]}, {"hand": CARDS[ISHIDA][:ishida]}


def next_week(table: Table) -> Table:
    """Pass to the next week's reinforcement step and through its discards."""
    to_discards(table)
    discard_half(table, SEATS)
    assert table.waiting == Sealed(BidsDue())
    return table


# 6.2 Reinforcements


@pytest.mark.parametrize(("size", "thrown"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3), (12, 6)])
@pytest.mark.parametrize("seat", SEATS)
def test_6_2_half_the_hand_rounded_down_is_discarded(seat: Seat, size: int, thrown: int) -> None:
    sizes = {seat: size, other(seat): 4}
    table = position(*hands(sizes[TOKUGAWA], sizes[ISHIDA]), paid=None)
    to_discards(table)
    hand = table.state.pools[seat][HAND]
    for wrong in (thrown - 1, thrown + 1):
        if 0 <= wrong <= size:
            assert refused(table, seat, Discard(hand[:wrong])) in {"6.2", "R5"}
    table.act(seat, Discard(hand[:thrown]))
    discard_half(table, [other(seat)])
    assert len(table.state.pools[seat][DISCARD]) == thrown


def test_6_2_r5_each_player_chooses_which_cards_to_discard() -> None:
    table = position(
        {"hand": ["date-single", "date-double", "maeda-swords", "tokugawa-loyalty"]}, {"hand": CARDS[ISHIDA][:1]}
    )
    to_discards(table)
    table.act(TOKUGAWA, Discard(pieces(table, TOKUGAWA, "hand", "tokugawa-loyalty", "date-single")))
    table.act(ISHIDA, Discard(()))
    assert names_in(table, TOKUGAWA, "discard") == ["date-single", "tokugawa-loyalty"]
    assert {"date-double", "maeda-swords"} <= set(names_in(table, TOKUGAWA, "hand"))


def test_6_2_one_card_cannot_be_discarded_twice_nor_a_card_that_is_not_in_the_hand() -> None:
    table = position(*hands(4, 4))
    to_discards(table)
    mine, theirs = table.state.pools[TOKUGAWA][HAND], table.state.pools[ISHIDA][HAND]
    deck = table.state.pools[TOKUGAWA][DECK]
    for cards in ((mine[0], mine[0]), (mine[0], deck[0])):
        assert refused(table, TOKUGAWA, Discard(cards)) in {"6.2", "R5"}
    assert refused(table, TOKUGAWA, Discard((mine[0], theirs[0]))) == "table"


@pytest.mark.parametrize("order", [SEATS, SEATS[::-1]])
def test_6_2_r5_the_discards_are_sealed_and_then_shown_together(order: tuple[Seat, Seat]) -> None:
    """The first to choose changes nothing that the other can see; who chooses first changes nothing at all."""
    table = position(*hands(6, 6), seed=5)
    to_discards(table)
    before = SEKIGAHARA.canonical(table.state)
    discard_half(table, order[:1])
    assert SEKIGAHARA.canonical(table.state) == before
    assert table.waiting == Sealed(DiscardsDue())
    discard_half(table, order[1:])
    twin = position(*hands(6, 6), seed=5)
    to_discards(twin)
    discard_half(twin, SEATS)
    assert SEKIGAHARA.canonical(table.state) == SEKIGAHARA.canonical(twin.state)
    assert all(len(table.state.pools[seat][DISCARD]) == 3 for seat in SEATS)


@pytest.mark.parametrize(
    ("tokugawa", "ishida", "cards"),
    [
        ({}, {}, (6, 5)),
        ({"gifu": ["date-2"]}, {"hakone": ["mori-2"]}, (6, 5)),
        ({}, {"hakone": ["mori-2"]}, (5, 6)),
        ({"gifu": ["date-2"], "ueda": ["date-2"]}, {}, (6, 5)),
    ],
    ids=["five to four", "five to four by exchange", "four to five", "six to three"],
)
def test_6_2_both_draw_five_cards_and_who_controls_most_castles_a_sixth(
    tokugawa: dict[str, list[str]], ishida: dict[str, list[str]], cards: tuple[int, int]
) -> None:
    table = next_week(position(tokugawa, ishida, disks=["osaka"]))
    assert (count(table, TOKUGAWA, "hand"), count(table, ISHIDA, "hand")) == cards


def test_6_2_castles_are_nine_and_each_is_always_somebodys_so_the_sixth_card_is_too() -> None:
    """R1 speaks of a tie that the printed map cannot give."""
    table = position({"gifu": ["date-2"]}, {"hakone": ["mori-2"], "okazaki": ["mori-2"]})
    assert castles_of(table.state, TOKUGAWA) + castles_of(table.state, ISHIDA) == 9


@pytest.mark.parametrize("week", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("owners", "extra"),
    [
        ({}, (1, 1)),
        ({"kuwana": TOKUGAWA}, (1, 0)),
        ({"kuwana": ISHIDA}, (0, 1)),
        ({"kuwana": ISHIDA, "kiso": TOKUGAWA}, (1, 1)),
        ({"kyoto": TOKUGAWA, "kuwana": ISHIDA, "kiso": ISHIDA, "niigata": ISHIDA}, (0, 1)),
    ],
    ids=["tied at one", "two to one", "one to two", "tied at two", "two to three"],
)
def test_6_2_r1_blocks_by_week_and_one_more_for_most_resource_locations_both_in_a_tie(
    week: int, owners: dict[str, Seat], extra: tuple[int, int]
) -> None:
    table = next_week(position({}, {}, week=week, owners=owners))
    base = {2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1}[table.state.week]
    assert table.state.week == week + 1
    assert tuple(count(table, seat, "recruitment") for seat in SEATS) == (base + extra[0], base + extra[1])


def test_6_2_the_track_gives_two_blocks_in_weeks_two_to_four_and_one_later() -> None:
    assert REINFORCEMENT_BLOCKS == (0, 2, 2, 2, 1, 1, 1)


def test_6_2_the_blocks_come_from_the_bag_and_join_those_in_the_box_unseen() -> None:
    table = position({"recruitment": ["date-2", "date-3"]}, {})
    waiting_before = set(pieces(table, TOKUGAWA, "recruitment"))
    bag = count(table, TOKUGAWA, "bag")
    next_week(table)
    assert count(table, TOKUGAWA, "recruitment") == 5
    assert count(table, TOKUGAWA, "bag") == bag - 3
    assert not waiting_before & set(pieces(table, TOKUGAWA, "recruitment"))
    assert not set(pieces(table, TOKUGAWA, "recruitment")) & set(SEKIGAHARA.public_faces(table.state))


@pytest.mark.parametrize("left", [0, 1, 2])
def test_r7_a_bag_with_too_few_blocks_gives_what_it_has(left: int) -> None:
    blocks = supply(TOKUGAWA, cards=False)
    table = next_week(position({"dead": blocks[: 48 - left]}, {}))
    assert count(table, TOKUGAWA, "recruitment") == left
    assert not table.state.pools[TOKUGAWA][BAG]


def test_6_2_r5_cards_discarded_may_be_drawn_again_at_once_from_a_rebuilt_pile() -> None:
    """Discards come before the draw: the pile of two gives two, then the 27 cards thrown away are shuffled in."""
    table = next_week(position({"hand": CARDS[TOKUGAWA][:53]}, {}))
    assert count(table, TOKUGAWA, "hand") == 53 - 26 + 6
    assert count(table, TOKUGAWA, "deck") == 55 - 33
    assert count(table, TOKUGAWA, "discard") == 0


def test_6_2_cards_are_drawn_after_the_discards_so_new_cards_are_not_discarded() -> None:
    table = next_week(position(*hands(6, 6)))
    assert (count(table, TOKUGAWA, "hand"), count(table, ISHIDA, "hand")) == (3 + 6, 3 + 5)
    assert (count(table, TOKUGAWA, "discard"), count(table, ISHIDA, "discard")) == (3, 3)


# 6.3 Turn order


@pytest.mark.parametrize(
    ("tokugawa", "ishida", "winner"),
    [
        ("tokugawa-single", "ukita-single", TOKUGAWA),
        ("tokugawa-single", "ukita-swords", ISHIDA),
        ("tokugawa-swords", "ukita-swords", TOKUGAWA),
        ("tokugawa-swords", "ukita-double", ISHIDA),
        ("tokugawa-double", "ukita-double", TOKUGAWA),
        ("tokugawa-double", "ishida-loyalty", ISHIDA),
        ("tokugawa-loyalty", "ishida-loyalty", TOKUGAWA),
    ],
)
@pytest.mark.parametrize("order", [SEATS, SEATS[::-1]])
def test_6_3_the_higher_number_wins_and_the_winner_chooses_who_is_first(
    tokugawa: str, ishida: str, winner: Seat, order: tuple[Seat, Seat]
) -> None:
    table = position({"hand": [tokugawa]}, {"hand": [ishida]})
    next_week(table)
    bids = {TOKUGAWA: pieces(table, TOKUGAWA, "hand", tokugawa), ISHIDA: pieces(table, ISHIDA, "hand", ishida)}
    sizes = {seat: count(table, seat, "hand") for seat in SEATS}
    for seat in order:
        before = SEKIGAHARA.canonical(table.state)
        table.act(seat, Bid(bids[seat][0]))
        if seat == order[0]:
            assert SEKIGAHARA.canonical(table.state) == before, "the first bid stays sealed (R5)"
    assert table.waiting == Decision(winner, FirstPlayerDue(winner), commits=True)
    assert names_in(table, TOKUGAWA, "discard") == [tokugawa], "both cards are discarded"
    assert names_in(table, ISHIDA, "discard") == [ishida]
    assert all(count(table, seat, "hand") == sizes[seat] - 1 for seat in SEATS), "and not replaced"
    assert refused(table, other(winner), ChooseFirst(winner)) == "table"


@pytest.mark.parametrize("chosen", SEATS)
@pytest.mark.parametrize("winner", SEATS)
def test_6_3_r8_the_winner_may_name_either_side_first_for_both_turns(winner: Seat, chosen: Seat) -> None:
    table = position(
        {"hand": ["tokugawa-loyalty" if winner == TOKUGAWA else "date-single"]}, {"hand": ["ishida-loyalty"]}
    )
    next_week(table)
    table.act(TOKUGAWA, Bid(_card(table, TOKUGAWA, highest=winner == TOKUGAWA)))
    table.act(ISHIDA, Bid(_card(table, ISHIDA, highest=winner == ISHIDA)))
    assert table.waiting == Decision(winner, FirstPlayerDue(winner), commits=True)
    table.act(winner, ChooseFirst(chosen))
    turns = []
    while isinstance(table.waiting, Decision):
        turns.append((table.state.turn, deciding(table, PaymentDue)))
        pass_turn(table)
    assert turns == [(0, chosen), (0, other(chosen)), (1, chosen), (1, other(chosen))]
    assert table.waiting == Sealed(DiscardsDue())


def _card(table: Table, seat: Seat, *, highest: bool) -> Piece:
    hand = sorted(table.state.pools[seat][HAND], key=lambda card: BID_OF[table.faces[card]])
    return hand[-1] if highest else hand[0]


def no_cards(*seats: Seat) -> Table:
    """A bid in which `seats` have no card in hand."""
    table = next_week(position(*hands(1, 1)))
    for seat in seats:
        pools = table.state.pools[seat]
        pools[DISCARD] += pools[HAND]
        pools[HAND] = ()
    return table


@pytest.mark.parametrize("empty", SEATS)
def test_r6_without_a_card_one_bids_nothing_and_loses_to_any_card(empty: Seat) -> None:
    table = no_cards(empty)
    rich = other(empty)
    assert refused(table, empty, Bid(table.state.pools[rich][HAND][0])) == "table"
    assert refused(table, empty, Bid(table.state.pools[empty][DISCARD][0])) in {"6.3", "R6"}
    table.act(empty, Bid(None))
    table.act(rich, Bid(_card(table, rich, highest=False)))
    assert table.waiting == Decision(rich, FirstPlayerDue(rich), commits=True)


def test_r6_when_neither_has_a_card_ishida_wins_the_bid() -> None:
    table = no_cards(*SEATS)
    bid_first(table, SEATS)
    assert table.waiting == Decision(ISHIDA, FirstPlayerDue(ISHIDA), commits=True)


@pytest.mark.parametrize("seat", SEATS)
def test_6_3_r6_who_has_a_card_must_bid_one_of_the_hand(seat: Seat) -> None:
    table = next_week(position(*hands(2, 2)))
    pools = table.state.pools
    for card in (None, pools[seat][DECK][0], pools[seat][DISCARD][0]):
        assert refused(table, seat, Bid(card)) in {"6.3", "R6"}
    assert refused(table, seat, Bid(pools[other(seat)][HAND][0])) == "table"


# 6.4 Turns


def test_6_4_a_turn_is_the_first_players_movement_and_combat_then_the_seconds() -> None:
    """With opposing blocks in one place the first player's combat comes before the second player's movement."""
    table = position({"suwa": ["date-2", "date-3"]}, {"kofu": ["ukita-2"]}, week=3)
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    table.act(TOKUGAWA, EndMovement())
    assert table.waiting == Decision(TOKUGAWA, DeclarationDue(TOKUGAWA), commits=True)


@pytest.mark.parametrize("seat", SEATS)
def test_6_4_nobody_acts_in_the_others_turn(seat: Seat) -> None:
    table = position(*hands(2, 2), active=seat, paid=None)
    assert refused(table, other(seat), Pay(Degree.MINIMAL, ())) == "table"
    table.act(seat, Pay(Degree.MINIMAL, ()))
    assert refused(table, other(seat), EndMovement()) == "table"


def test_6_1_6_4_a_whole_game_of_passing_is_seven_weeks_of_two_turns() -> None:
    table = position({}, {}, week=1)
    weeks = {1}
    while True:
        to_discards(table)
        if isinstance(table.waiting, Over):
            break
        weeks.add(table.state.week)
        discard_half(table, SEATS)
        assert not table.state.movement
        bid_first(table, SEATS)
        seat = deciding(table, FirstPlayerDue)
        table.act(seat, ChooseFirst(seat))
        assert table.state.turn == 0
    assert weeks == {1, 2, 3, 4, 5, 6, 7}
    assert [len(table.state.pools[seat][RECRUITMENT]) for seat in SEATS] == [9 + 6, 9 + 6]
