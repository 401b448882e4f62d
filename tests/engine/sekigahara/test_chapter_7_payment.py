"""7.1: what a movement phase costs and what it buys (R9, R16, R38)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Decision, MalformedAction, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DECK, DISCARD, HAND, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.moves import count, march, marching, refused, supply
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

CARDS = {seat: supply(seat, cards=True) for seat in SEATS}
COST = {Degree.MINIMAL: 0, Degree.LIMITED: 1, Degree.TOTAL: 2}
STACKS = {Degree.MINIMAL: 1, Degree.LIMITED: 3, Degree.TOTAL: 5}
"""How many of the five stacks of `five_stacks` may move."""

RULE = {"7.1", "R9"}


def to_pay(seat: Seat, hand: int = 4) -> Table:
    """`seat` is to pay, with so many cards in hand."""
    hands = {seat: {"hand": CARDS[seat][:hand]}, other(seat): {"hand": CARDS[other(seat)][:4]}}
    return position(hands[TOKUGAWA], hands[ISHIDA], active=seat, paid=None)


FIVE = {"suwa": "kofu", "matsumoto": "arato", "toyama": "takeda", "tsuruga": "kitanosho", "mito": "iwaki"}
"""Five places, each with a neighbour to march to."""


def five_stacks(paid: str) -> Table:
    """Five stacks, a recruit in the box, and movement paid for."""
    return position(
        {
            **{
                place: ["maeda-2"] if place == "suwa" else ["date-2"] if place == "mito" else ["fukushima-2"]
                for place in FIVE
            },
            "recruitment": ["tokugawa-2"],
        },
        {},
        paid=paid,
    )


def go(table: Table, place: str) -> None:
    """The stack at `place` marches to its neighbour."""
    march(table, pieces(table, TOKUGAWA, place), FIVE[place])


def muster(table: Table) -> Muster:
    """The recruit comes to Edo."""
    return Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("edo"), False)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("movement", COST)
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_7_1_minimal_costs_nothing_limited_one_card_total_two(seat: Seat, movement: Degree, cards: int) -> None:
    table = to_pay(seat)
    pay = Pay(movement, table.state.pools[seat][HAND][:cards])
    if cards != COST[movement]:
        assert refused(table, seat, pay) in RULE
        return
    table.act(seat, pay)
    assert table.waiting == Decision(seat, MovementDue(seat))
    assert count(table, seat, "discard") == cards
    assert count(table, seat, "hand") == 4 - cards, "cards paid are not replaced"


@pytest.mark.parametrize("movement", [Degree.LIMITED, Degree.TOTAL])
def test_7_1_who_has_too_few_cards_cannot_buy_it(movement: Degree) -> None:
    table = to_pay(TOKUGAWA, hand=COST[movement] - 1)
    state = table.state
    for filler in (state.pools[TOKUGAWA][DECK][0], *state.pools[TOKUGAWA][HAND]):
        assert refused(table, TOKUGAWA, Pay(movement, (*state.pools[TOKUGAWA][HAND], filler))) in {*RULE, "3.3"}
    theirs = state.pools[ISHIDA][HAND][0]
    assert refused(table, TOKUGAWA, Pay(movement, (*state.pools[TOKUGAWA][HAND], theirs))) == "table"


@pytest.mark.parametrize("movement", ["", "Total", "everything"])
def test_7_1_there_are_four_degrees_of_movement_and_no_others(movement: str) -> None:
    """Another word makes no payment at all, refused or not."""
    assert sorted(Degree) == ["limited", "minimal", "none", "total"]
    with pytest.raises(MalformedAction):
        SEKIGAHARA.unpack_action(["pay", movement, []])


def test_7_1_any_card_pays_even_a_loyalty_challenge() -> None:
    table = position({"hand": ["tokugawa-loyalty"]}, {}, paid=None)
    table.act(TOKUGAWA, Pay(Degree.LIMITED, pieces(table, TOKUGAWA, "hand")))
    assert names_in(table, TOKUGAWA, "discard") == ["tokugawa-loyalty"]


def test_7_1_movement_is_paid_for_before_anything_moves() -> None:
    table = position({"suwa": ["date-2"], "recruitment": ["tokugawa-2"]}, {}, paid=None)
    for action in (marching(pieces(table, TOKUGAWA, "suwa"), "kofu"), muster(table), EndMovement()):
        assert refused(table, TOKUGAWA, action) == "table"


def test_7_1_movement_is_paid_for_once() -> None:
    table = to_pay(TOKUGAWA)
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    assert refused(table, TOKUGAWA, Pay(Degree.LIMITED, table.state.pools[TOKUGAWA][HAND][:1])) == "table"


# No movement


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("cards", [0, 1, 3, 4])
def test_7_1_r9_no_movement_replaces_any_number_of_cards(seat: Seat, cards: int) -> None:
    table = to_pay(seat)
    table.act(seat, Pay(Degree.NONE, table.state.pools[seat][HAND][:cards]))
    assert count(table, seat, "hand") == 4
    assert count(table, seat, "discard") == cards


def test_7_1_r9_the_cards_are_drawn_after_the_last_is_discarded() -> None:
    """With an empty pile the very cards thrown away come back, all of them among the others."""
    table = position({"hand": CARDS[TOKUGAWA]}, {}, paid=None)
    table.act(TOKUGAWA, Pay(Degree.NONE, table.state.pools[TOKUGAWA][HAND][:7]))
    assert names_in(table, TOKUGAWA, "hand") == sorted(CARDS[TOKUGAWA])
    assert not table.state.pools[TOKUGAWA][DISCARD]


def test_7_1_r9_with_no_movement_nothing_moves_and_nobody_musters() -> None:
    table = position({"suwa": ["date-2"], "recruitment": ["tokugawa-2"], "hand": ["date-single"]}, {}, paid="none")
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "suwa"), "kofu")) in RULE
    forced = pieces(table, TOKUGAWA, "hand")[0]
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "suwa"), "kofu", forced=forced)) in RULE
    assert refused(table, TOKUGAWA, muster(table)) in {*RULE, "7.2"}


def test_r9_with_no_movement_mori_cards_may_still_be_paid() -> None:
    table = position(
        {}, {"hand": ["ukita-single"] * 2, "mori_box": ["mori-3", "mori-1-leader"]}, active=ISHIDA, paid=None
    )
    table.act(ISHIDA, Pay(Degree.NONE, pieces(table, ISHIDA, "hand")[:1]))
    [block] = pieces(table, ISHIDA, "mori_box", "mori-3")
    table.act(ISHIDA, CallMori(table.state.pools[ISHIDA][HAND][0], block))
    assert names_in(table, ISHIDA, "osaka") == ["mori-3"]


# Stack moves and the muster


@pytest.mark.parametrize("paid", STACKS)
def test_7_1_one_stack_three_stacks_or_every_stack_may_move(paid: Degree) -> None:
    table = five_stacks(paid)
    for number, place in enumerate(FIVE, 1):
        if number <= STACKS[paid]:
            go(table, place)
        else:
            assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, place), FIVE[place])) in RULE


@pytest.mark.parametrize(
    ("paid", "moves", "musters"),
    [
        ("minimal", 0, True),
        ("minimal", 1, False),
        ("limited", 0, True),
        ("limited", 2, True),
        ("limited", 3, False),
        ("total", 0, True),
        ("total", 5, True),
    ],
)
def test_7_2_a_muster_takes_a_move_but_under_total_movement(paid: str, moves: int, musters: bool) -> None:
    table = five_stacks(paid)
    for place in list(FIVE)[:moves]:
        go(table, place)
    listed = SEKIGAHARA.options(table.view(TOKUGAWA))
    assert any(isinstance(action, Muster) for action in listed) == musters
    if musters:
        table.act(TOKUGAWA, muster(table))
        assert names_in(table, TOKUGAWA, "edo") == ["tokugawa-2"]
    else:
        assert refused(table, TOKUGAWA, muster(table)) in {*RULE, "7.2"}


@pytest.mark.parametrize(("paid", "left"), [("minimal", 0), ("limited", 2), ("total", 5)])
def test_7_2_after_a_muster_so_many_stacks_may_still_move(paid: str, left: int) -> None:
    table = five_stacks(paid)
    table.act(TOKUGAWA, muster(table))
    places = list(FIVE)
    for place in places[:left]:
        go(table, place)
    for place in places[left:]:
        assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, place), FIVE[place])) in {*RULE, "7.2"}


@pytest.mark.parametrize("paid", ["limited", "total"])
def test_7_2_there_is_one_muster_a_turn(paid: str) -> None:
    table = position({"recruitment": ["tokugawa-2", "tokugawa-3"]}, {}, paid=paid)
    first, second = pieces(table, TOKUGAWA, "recruitment")
    edo = location_named("edo")
    table.act(TOKUGAWA, Muster((first,), edo, False))
    assert refused(table, TOKUGAWA, Muster((second,), edo, False)) in {*RULE, "7.2"}


def test_7_1_moving_is_not_compulsory() -> None:
    table = five_stacks("total")
    table.act(TOKUGAWA, EndMovement())
    assert table.waiting == Decision(ISHIDA, PaymentDue(ISHIDA))


def test_7_1_a_move_of_several_marches_counts_once() -> None:
    """Blocks of one stack go different ways and on in steps: one stack has moved (7.3.1, R10)."""
    table = position({"edo": ["date-2", "date-3", "maeda-2"], "suwa": ["fukushima-2"]}, {}, paid="minimal")
    one, two, three = pieces(table, TOKUGAWA, "edo")
    march(table, [one], "hakone")
    march(table, [one], "numazu")
    march(table, [two], "oyama")
    march(table, [three], "mito")
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "suwa"), "kofu")) in RULE


def test_r38_two_moves_from_one_location_are_allowed_and_each_counts() -> None:
    table = position({"edo": ["date-2", "date-3", "maeda-2"], "suwa": ["fukushima-2"]}, {}, paid="limited")
    one, two, three = pieces(table, TOKUGAWA, "edo")
    march(table, [one], "hakone")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    march(table, [two], "oyama")
    march(table, [three], "mito")  # a branch of the third move, which began at Edo again
    later = position(
        {"edo": ["date-2", "date-3", "maeda-2"], "suwa": ["fukushima-2"], "tsuruga": ["maeda-2"]}, {}, paid="limited"
    )
    one, two, three = pieces(later, TOKUGAWA, "edo")
    march(later, [one], "hakone")
    march(later, pieces(later, TOKUGAWA, "suwa"), "kofu")
    march(later, [two], "oyama")
    assert refused(later, TOKUGAWA, marching(pieces(later, TOKUGAWA, "tsuruga"), "kitanosho")) in RULE


def test_r38_a_second_move_from_one_location_needs_a_move_left() -> None:
    table = position({"edo": ["date-2", "date-3"], "suwa": ["fukushima-2"], "tsuruga": ["maeda-2"]}, {}, paid="limited")
    one, two = pieces(table, TOKUGAWA, "edo")
    march(table, [one], "hakone")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    march(table, pieces(table, TOKUGAWA, "tsuruga"), "kitanosho")
    assert refused(table, TOKUGAWA, marching([two], "oyama")) in RULE


def test_r38_a_second_move_from_one_location_uses_other_roads() -> None:
    table = position({"edo": ["date-2", "date-3"], "suwa": ["fukushima-2"]}, {})
    one, two = pieces(table, TOKUGAWA, "edo")
    march(table, [one], "hakone")
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    assert refused(table, TOKUGAWA, marching([two], "hakone")) in {"7.3.1", "R10", "R38"}
    march(table, [two], "oyama")
