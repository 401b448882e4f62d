"""What every game and table share: claims, views, who is asked, refusals in words."""

from __future__ import annotations

import pytest

from engine.hidden import (
    SEATS,
    Claim,
    Decision,
    Draw,
    Face,
    IllegalAction,
    Mix,
    Over,
    Piece,
    Pool,
    Sealed,
    asked,
    check_claims,
    faces_shown,
    other,
    refusal,
    view_of,
)
from tests.engine.rule_game import DECK, HAND, Boast, Play, SmallGame, Table, TurnDue

NORTH, SOUTH = SEATS
CLAIM = Claim(NORTH, (Piece(1), Piece(2)), (Face(7), Face(8)), "7.3.4")


def test_the_other_seat_is_across() -> None:
    assert [other(seat) for seat in SEATS] == [SOUTH, NORTH]


def test_a_claim_holds_if_one_of_its_pieces_has_one_of_its_faces() -> None:
    assert CLAIM.holds({Piece(1): Face(3), Piece(2): Face(8)})
    assert not CLAIM.holds({Piece(1): Face(3), Piece(2): Face(4)})
    assert not Claim(NORTH, (), (Face(7),), "7.3.4").holds({})


def test_claims_are_checked_against_faces_that_are_known() -> None:
    true = {Piece(1): Face(7), Piece(2): Face(3)}
    check_claims((), {})
    check_claims((CLAIM, CLAIM), true)
    for faces in ({Piece(1): Face(7)}, {**true, Piece(1): Face(3)}):
        with pytest.raises(IllegalAction) as problem:
            check_claims((CLAIM,), faces)
        assert problem.value.rule == "7.3.4"


def test_a_refusal_is_a_sentence_with_its_facts_and_its_rule() -> None:
    problem = IllegalAction("7.1", "{degree} movement costs {price} cards", degree="total", price=2)
    assert str(problem) == "total movement costs 2 cards [7.1]"
    assert problem.facts == {"degree": "total", "price": 2}


def test_who_is_asked_what() -> None:
    assert [asked(Decision(SOUTH, "question"), seat) for seat in SEATS] == [None, "question"]
    assert [asked(Sealed("question"), seat) for seat in SEATS] == ["question", "question"]
    for waiting in (Draw(NORTH, Pool(0), Pool(1), 1), Mix(SOUTH, (Pool(0),)), Over(NORTH, "reason")):
        assert [asked(waiting, seat) for seat in SEATS] == [None, None]


def position() -> tuple[SmallGame, Table, dict[Piece, Face]]:
    """North's turn, with two cards a hand, the first of south's public; and all faces."""
    game = SmallGame()
    state = game.start()
    faces = dict(state.shown)
    for seat in SEATS:
        deck = state.pools[seat][DECK]
        state.pools[seat][HAND], state.pools[seat][DECK] = deck[:2], deck[2:]
    state.shown = {Piece(5): faces[Piece(5)]}
    state.agenda = [TurnDue(NORTH)]
    return game, state, faces


def test_a_view_holds_what_a_seat_may_look_at_and_what_is_public() -> None:
    game, state, faces = position()
    assert set(view_of(game, state, NORTH, faces).faces) == {0, 1, 5}
    assert set(view_of(game, state, SOUTH, faces).faces) == {5, 6}
    assert set(view_of(game, state, NORTH, {}).faces) == {5}


def test_a_view_believes_what_is_public_before_what_it_is_given() -> None:
    game, state, faces = position()
    assert view_of(game, state, SOUTH, {**faces, Piece(5): Face(9)}).faces[Piece(5)] == faces[Piece(5)]


def test_what_an_action_shows_comes_with_its_faces() -> None:
    game, state, faces = position()
    assert faces_shown(game, state, NORTH, Play(Piece(1)), faces) == {Piece(1): faces[Piece(1)]}
    with pytest.raises(IllegalAction):
        faces_shown(game, state, NORTH, Play(Piece(99)), faces)
    with pytest.raises(IllegalAction) as false_claim:
        faces_shown(game, state, NORTH, Boast(), faces)
    assert false_claim.value.rule == "boast"


def test_a_refusal_tells_what_the_rules_say_of_a_view() -> None:
    game, state, faces = position()
    assert refusal(game, view_of(game, state, NORTH, faces), Play(Piece(1))) is None
    for seat, action in ((NORTH, Play(Piece(5))), (NORTH, Boast()), (SOUTH, Play(Piece(5)))):
        assert refusal(game, view_of(game, state, seat, faces), action) is not None
