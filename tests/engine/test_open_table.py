"""The open table: what each seat may see, who is asked, and chance that comes out again."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS, Decision, Face, IllegalAction, Over, Piece, Sealed, Seat, other, view_of
from engine.open_table import OpenTable, SeededChance
from engine.random_bot import RandomBot
from tests.engine.rule_game import DECK, HAND, RULES, Bid, BidsDue, Boast, Play, Say, SmallGame, Table, TurnDue, told

GAME = SmallGame()
NORTH, SOUTH = SEATS
Open: TypeAlias = OpenTable[Table, Any]


def table(seed: int = 1) -> Open:
    return OpenTable(GAME, SeededChance(seed))


def play(open_table: Open, seed: int) -> list[Any]:
    """Play to the end at random; the choices made."""
    bot: RandomBot[Table, Any] = RandomBot(GAME, Random(seed))
    chosen = []
    while not isinstance(open_table.waiting, Over):
        seat = next(seat for seat in SEATS if open_table.asked(seat) is not None)
        action = bot.choose(open_table.view(seat))
        open_table.act(seat, action)
        chosen.append(action)
        check_views(open_table)
    return chosen


def check_views(open_table: Open) -> None:
    """Views are what `view_of` makes of all faces, and hold nothing that the seat may not know."""
    state = open_table.state
    for seat in SEATS:
        view = open_table.view(seat)
        assert view.state is state
        assert view.seat == seat
        assert view.faces == view_of(GAME, state, seat, open_table.faces).faces
        hidden = {piece for pool in state.pools[other(seat)] for piece in pool} - state.shown.keys()
        unseen = set(state.pools[seat][DECK]) - state.shown.keys()
        assert not (hidden | unseen) & view.faces.keys()
        assert set(state.pools[seat][HAND]) <= view.faces.keys()


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_view_holds_what_its_seat_may_know_after_every_event(chance: int, seed: int) -> None:
    open_table = table(chance)
    check_views(open_table)
    play(open_table, seed)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_the_same_seeds_make_the_same_game(chance: int, seed: int) -> None:
    one, two = table(chance), table(chance)
    assert play(one, seed) == play(two, seed)
    assert told(one.state) == told(two.state)
    assert one.faces == two.faces


def test_other_seeds_make_other_games() -> None:
    assert len({tuple(sorted(table(seed).faces.items())) for seed in range(20)}) > 10


@given(st.integers(0, 10_000))
def test_every_piece_has_a_face_and_every_face_is_there(chance: int) -> None:
    open_table = table(chance)
    lying = sorted(piece for pools in open_table.state.pools for pool in pools for piece in pool)
    assert sorted(open_table.faces) == lying
    assert sorted(open_table.faces.values()) == list(range(GAME.face_count()))
    for seat in SEATS:
        for pool in open_table.state.pools[seat]:
            assert all(GAME.face_fits(open_table.state, seat, piece, open_table.faces[piece]) for piece in pool)


def test_a_sealed_question_is_asked_until_it_is_answered_and_opened_when_both_are() -> None:
    open_table = table()
    assert open_table.waiting == Sealed(BidsDue(0))
    assert [open_table.asked(seat) for seat in SEATS] == [BidsDue(0), BidsDue(0)]
    [card, _] = open_table.state.pools[SOUTH][HAND]
    before = told(GAME.copy(open_table.state))
    open_table.act(SOUTH, Bid(card))
    assert [open_table.asked(seat) for seat in SEATS] == [BidsDue(0), None]
    assert told(open_table.state) == before
    assert card not in open_table.view(NORTH).faces
    open_table.act(NORTH, Bid(None))
    assert open_table.view(NORTH).faces[card] == open_table.faces[card]
    assert [open_table.asked(seat) for seat in SEATS] == [None, TurnDue(SOUTH)]


def test_a_sealed_answer_that_the_rules_refuse_is_not_kept() -> None:
    open_table = table()
    with pytest.raises(IllegalAction):
        open_table.act(NORTH, Bid(open_table.state.pools[SOUTH][HAND][0]))
    with pytest.raises(IllegalAction):
        open_table.act(NORTH, Say())
    assert open_table.asked(NORTH) == BidsDue(0)


def at_turn(seed: int = 1) -> Open:
    open_table = table(seed)
    for seat in SEATS:
        open_table.act(seat, Bid(None))
    assert isinstance(open_table.waiting, Decision)
    return open_table


def test_only_the_seat_that_is_asked_acts() -> None:
    open_table = at_turn()
    assert [open_table.asked(seat) for seat in SEATS] == [TurnDue(NORTH), None]
    with pytest.raises(IllegalAction):
        open_table.act(SOUTH, Say())
    open_table.act(NORTH, Say())
    assert isinstance(open_table.waiting, Over)
    assert [open_table.asked(seat) for seat in SEATS] == [None, None]
    for seat in SEATS:
        with pytest.raises(IllegalAction):
            open_table.act(seat, Say())


def test_the_table_shows_what_an_action_shows_and_checks_what_it_claims() -> None:
    boasts = set()
    for seed in range(12):
        open_table = at_turn(seed)
        hand = open_table.state.pools[NORTH][HAND]
        true = any(open_table.faces[card] % 5 >= 3 for card in hand)
        boasts.add(true)
        assert (Boast() in GAME.options(open_table.view(NORTH))) == true
        if true:
            open_table.act(NORTH, Boast())
            assert not set(hand) & open_table.view(SOUTH).faces.keys()
        else:
            with pytest.raises(IllegalAction):
                open_table.act(NORTH, Boast())
            open_table.act(NORTH, Play(hand[0]))
            assert open_table.view(SOUTH).faces[hand[0]] == open_table.faces[hand[0]]
    assert boasts == {True, False}


def test_what_a_seat_does_not_have_it_cannot_show() -> None:
    open_table = at_turn()
    for piece in (Piece(99_999), open_table.state.pools[SOUTH][HAND][0]):
        with pytest.raises(IllegalAction):
            open_table.act(NORTH, Play(piece))


def test_a_game_goes_on_from_a_state_with_the_faces_that_are_hidden_in_it() -> None:
    first = at_turn()
    hidden: Mapping[Piece, Face] = {
        piece: face for piece, face in first.faces.items() if piece not in first.state.shown
    }
    second: Open = OpenTable(GAME, SeededChance(1), GAME.copy(first.state), hidden)
    assert second.waiting == first.waiting
    assert second.faces == first.faces
    check_views(second)
    second.act(NORTH, Play(first.state.pools[NORTH][HAND][0]))
    assert isinstance(first.waiting, Decision)
    assert first.waiting.seat == NORTH


def test_a_table_plays_whatever_list_of_rules_its_game_has() -> None:
    quiet = SmallGame(tuple(rule for rule in RULES if getattr(rule, "answer", None) is not Boast))
    open_table: Open = OpenTable(quiet, SeededChance(3))
    for seat in SEATS:
        open_table.act(Seat(seat), Bid(None))
    with pytest.raises(IllegalAction):
        open_table.act(NORTH, Boast())
