"""A game as a list of rules: what it admits, asks, lists, refuses and carries out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.forms import Form
from engine.hidden import (
    SEATS,
    Acted,
    BothActed,
    Claim,
    Decision,
    Draw,
    Drawn,
    Event,
    Face,
    IllegalAction,
    MalformedAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Sealed,
    Seat,
    View,
    view_of,
)
from engine.rules import Rule, Step, StepRule, draw, mix
from tests.engine.rule_game import (
    DECK,
    DISCARD,
    HAND,
    RULES,
    BeDone,
    Bid,
    BidCards,
    BidsDue,
    Boast,
    Deal,
    Play,
    PlayCard,
    Say,
    SmallGame,
    Table,
    TurnDue,
    deal,
    told,
)

GAME = SmallGame()
NORTH, SOUTH = SEATS
HANDS = {Piece(20): Face(1), Piece(21): Face(4), Piece(22): Face(5), Piece(23): Face(8)}
"""North holds 1 and 4, south 0 and 3."""


def bidding() -> Table:
    """Hands have been drawn and mixed; both bid."""
    state = GAME.start()
    for event in (Mixed(), Mixed(), Drawn((0, 0)), Mixed(), Drawn((0, 0)), Mixed()):
        GAME.apply(state, event)
    state.pools[NORTH][HAND] = (Piece(20), Piece(21))
    state.pools[SOUTH][HAND] = (Piece(22), Piece(23))
    assert GAME.waiting(state) == Sealed(BidsDue(0))
    return state


def turn() -> Table:
    """It is north's turn, both having bid nothing."""
    state = bidding()
    GAME.apply(state, BothActed((Bid(None), Bid(None)), {}))
    return state


def refused(state: Table, event: Event) -> IllegalAction:
    """The refusal of an event, which leaves everything as it was."""
    before = told(GAME.copy(state))
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, event)
    assert told(state) == before
    assert str(refusal.value)
    return refusal.value


# -- the list


@dataclass(frozen=True, slots=True)
class Nap(Step):
    """A step of no game."""

    form: ClassVar[Form] = Form("nap")


class OtherPlayCard(PlayCard):
    """Another rule for the same answer to the same question."""


class OtherBidCards(BidCards):
    """Another rule for the same sealed question."""


@pytest.mark.parametrize("rule", [StepRule(Deal, deal), OtherPlayCard(), OtherBidCards()])
def test_two_rules_for_one_thing_are_refused(rule: Rule) -> None:
    with pytest.raises(ValueError, match="two rules"):
        SmallGame((*RULES, rule))
    with pytest.raises(ValueError, match="two rules"):
        SmallGame((rule, *RULES))


def test_another_list_is_another_game_and_both_are_played_in_one_process() -> None:
    quiet = SmallGame(tuple(rule for rule in RULES if not isinstance(rule, BeDone)))
    state = turn()
    assert Say() in GAME.options(seen(state, NORTH))
    assert Say() not in quiet.options(seen(state, NORTH))
    with pytest.raises(IllegalAction, match="takes"):
        quiet.apply(GAME.copy(state), Acted(NORTH, Say(), {}))
    with pytest.raises(MalformedAction):
        quiet.unpack_action(["say"])
    GAME.apply(state, Acted(NORTH, Say(), {}))
    assert state.over is not None


def test_the_order_of_the_list_is_the_order_of_the_options() -> None:
    other = SmallGame(RULES[::-1])
    state = turn()
    kinds = [type(part[0]) for part in GAME.options(seen(state, NORTH)).parts]
    assert [type(part[0]) for part in other.options(seen(state, NORTH)).parts] == [Say, Boast, Play, Play]
    assert kinds == [Play, Play, Boast, Say]


def test_a_game_knows_its_tasks_and_answers_by_name() -> None:
    assert GAME.tasks.read("turn-due seat=south") == TurnDue(SOUTH)
    assert GAME.tasks.read("bids-due least=2") == BidsDue(2)
    assert GAME.tasks.read("deal") == Deal()
    for line in ("nap", "play card=3", "mix"):
        with pytest.raises(ValueError, match="no task"):
            GAME.tasks.read(line)
    assert GAME.answers == {Bid, Play, Boast, Say}
    for action in (Bid(Piece(3)), Bid(None), Play(Piece(3)), Boast(), Say()):
        assert GAME.unpack_action(GAME.pack_action(action)) == action
    for plain in (["turn-due", 0], ["deal"], ["bid"], ["play", None]):
        with pytest.raises(MalformedAction):
            GAME.unpack_action(plain)


# -- what it waits for


def test_steps_are_done_at_once_and_requests_are_waited_for() -> None:
    state = GAME.start()
    assert GAME.waiting(state) == Mix(NORTH, (DECK,))
    GAME.apply(state, Mixed())
    assert GAME.waiting(state) == Mix(SOUTH, (DECK,))
    assert state.log == []
    GAME.apply(state, Mixed())
    assert state.log == ["deal"]
    assert GAME.waiting(state) == Draw(NORTH, DECK, HAND, 2)


def test_a_question_is_a_decision_of_its_seat_with_its_even_default() -> None:
    assert GAME.waiting(turn()) == Decision(NORTH, TurnDue(NORTH), Say())


def test_when_it_is_over_nothing_is_left_to_do() -> None:
    state = turn()
    GAME.apply(state, Acted(NORTH, Play(Piece(21)), {Piece(21): Face(4)}))
    assert GAME.waiting(state) == Over(NORTH, "highest")
    assert state.agenda == []
    for seat in SEATS:
        assert len(GAME.options(seen(state, seat))) == 0
        for event in (Acted(seat, Say(), {}), BothActed((Bid(None), Bid(None)), {}), Mixed(), Drawn((0,))):
            assert refused(state, event).rule == "table"


# -- events out of turn, wrong answers

ACT = Acted(NORTH, Say(), {})
BOTH = BothActed((Bid(None), Bid(None)), {})


@pytest.mark.parametrize("event", [ACT, BOTH, Drawn((0, 0))])
def test_where_a_mix_is_due_nothing_else_is_taken(event: Event) -> None:
    assert refused(GAME.start(), event).rule == "table"


@pytest.mark.parametrize("event", [ACT, BOTH, Mixed()])
def test_where_a_draw_is_due_nothing_else_is_taken(event: Event) -> None:
    state = GAME.start()
    GAME.apply(state, Mixed())
    GAME.apply(state, Mixed())
    assert refused(state, event).rule == "table"


@pytest.mark.parametrize("event", [ACT, Acted(NORTH, Bid(None), {}), Mixed(), Drawn((0,))])
def test_where_both_are_asked_nothing_else_is_taken(event: Event) -> None:
    assert refused(bidding(), event).rule == "table"


@pytest.mark.parametrize("event", [Acted(SOUTH, Say(), {}), BOTH, Mixed(), Drawn((0,))])
def test_where_one_is_asked_nothing_else_is_taken(event: Event) -> None:
    assert refused(turn(), event).rule == "table"


def test_an_answer_to_another_question_is_refused_and_the_right_ones_named() -> None:
    problem = refused(turn(), Acted(NORTH, Bid(None), {}))
    assert problem.facts == {"question": "turn-due", "wanted": "play or boast or say", "found": "bid"}
    problem = refused(bidding(), BothActed((Bid(None), Say()), {}))
    assert problem.facts == {"question": "bids-due", "wanted": "bid", "found": "say"}
    assert refused(turn(), Acted(NORTH, 3, {})).facts["found"] == "int"


@pytest.mark.parametrize("positions", [(), (0,), (0, 0, 0), (0, 4), (5, 0), (-1, 0)])
def test_a_draw_of_what_is_not_there_is_refused(positions: tuple[int, ...]) -> None:
    state = GAME.start()
    GAME.apply(state, Mixed())
    GAME.apply(state, Mixed())
    assert refused(state, Drawn(positions)).rule == "table"


def test_what_a_check_refuses_changes_nothing() -> None:
    assert refused(turn(), Acted(NORTH, Play(Piece(22)), {Piece(22): Face(1)})).rule == "play"
    assert refused(turn(), Acted(NORTH, Play(Piece(20)), {})).rule == "play"


@pytest.mark.parametrize("seat", SEATS)
def test_a_face_that_cannot_be_is_refused(seat: Seat) -> None:
    wrong = {Piece(20): Face(7), Piece(22): Face(2)}
    card = Piece(20 if seat == NORTH else 22)
    bids: list[Any] = [Bid(None), Bid(None)]
    bids[seat] = Bid(card)
    assert "cannot be" in str(refused(bidding(), BothActed((bids[0], bids[1]), {card: wrong[card]})))
    assert "cannot be" in str(refused(turn(), Acted(NORTH, Play(Piece(20)), {Piece(20): Face(7)})))


# -- sealed questions


def test_both_sealed_answers_are_carried_out_at_once() -> None:
    state = bidding()
    GAME.apply(state, BothActed((Bid(Piece(20)), Bid(Piece(23))), {Piece(20): Face(1), Piece(23): Face(8)}))
    assert state.pools[NORTH][DISCARD] == (Piece(20),)
    assert state.pools[SOUTH][DISCARD] == (Piece(23),)
    assert state.shown[Piece(23)] == Face(8)
    assert GAME.waiting(state) == Decision(SOUTH, TurnDue(SOUTH), Say())


@pytest.mark.parametrize("seat", SEATS)
def test_one_wrong_sealed_answer_refuses_both(seat: Seat) -> None:
    bids: list[Any] = [Bid(None), Bid(None)]
    bids[seat] = Bid(Piece(99))
    assert refused(bidding(), BothActed((bids[0], bids[1]), {Piece(99): Face(5 * seat)})).rule == "bid"


def test_a_sealed_answer_is_checked_alone_before_it_is_given() -> None:
    state = bidding()
    before = told(GAME.copy(state))
    GAME.check(state, NORTH, Bid(Piece(20)), {Piece(20): Face(1)})
    GAME.check(state, SOUTH, Bid(None), {})
    for seat, bid, shown in ((NORTH, Bid(Piece(22)), {Piece(22): Face(1)}), (SOUTH, Bid(Piece(22)), {})):
        with pytest.raises(IllegalAction):
            GAME.check(state, seat, bid, shown)
    assert told(state) == before
    assert GAME.to_show(state, NORTH, Bid(Piece(20))) == (Piece(20),)
    assert GAME.claims(state, NORTH, Bid(Piece(20))) == ()


# -- what it lists, shows and claims


def seen(state: Table, seat: Seat) -> View[Table]:
    return view_of(GAME, state, seat, HANDS)


def test_options_are_of_the_seat_that_is_asked() -> None:
    state = turn()
    options = GAME.options(seen(state, NORTH))
    assert list(options) == [Play(Piece(20)), Play(Piece(21)), Boast(), Say()]
    assert [list(part) for part in options.parts] == [[Play(Piece(20))], [Play(Piece(21))], [Boast()], [Say()]]
    assert list(GAME.options(seen(state, SOUTH))) == []
    assert list(GAME.options(seen(bidding(), SOUTH))) == [Bid(Piece(22)), Bid(Piece(23)), Bid(None)]


def test_whether_an_answer_is_among_the_options_the_rules_say() -> None:
    state = turn()
    options = GAME.options(seen(state, NORTH))
    for action in options:
        assert action in options
        assert GAME.refusal(seen(state, NORTH), action) is None
    for action in (Play(Piece(22)), Bid(None), "say", None, 3):
        assert action not in options
    assert Say() not in GAME.options(seen(state, SOUTH))


def test_what_is_shown_already_is_not_to_be_shown_again() -> None:
    state = turn()
    assert GAME.to_show(state, NORTH, Play(Piece(20))) == (Piece(20),)
    state.shown[Piece(20)] = Face(1)
    assert GAME.to_show(state, NORTH, Play(Piece(20))) == ()


def test_a_false_claim_is_refused_to_who_makes_it() -> None:
    state = turn()
    view = seen(state, NORTH)
    [claim] = GAME.claims(state, NORTH, Boast())
    assert claim == Claim(NORTH, (Piece(20), Piece(21)), (Face(3), Face(4), Face(8), Face(9)), "boast")
    assert GAME.refusal(view, Boast()) is None
    state.pools[NORTH][HAND] = (Piece(20),)
    problem = GAME.refusal(view, Boast())
    assert problem is not None
    assert problem.rule == "boast"
    assert Boast() not in GAME.options(view)


def test_nothing_is_shown_or_claimed_out_of_turn() -> None:
    for state, seat in ((turn(), SOUTH), (GAME.start(), NORTH)):
        with pytest.raises(IllegalAction):
            GAME.to_show(state, seat, Say())
        # What rests on no claim in its turn rests on none out of it; the check refuses it.
        assert GAME.claims(state, seat, Say()) == ()
        with pytest.raises(IllegalAction):
            GAME.check(state, seat, Say(), {})


# -- mixes and draws


def test_a_mix_gives_new_numbers_and_hides() -> None:
    state = GAME.start()
    first = state.next_piece
    mix(state, Mix(NORTH, (DECK,)))
    assert state.pools[NORTH][DECK] == tuple(range(first, first + 5))
    assert state.next_piece == first + 5
    assert set(state.shown) == set(state.pools[SOUTH][DECK])


def test_draws_are_counted_in_what_the_draws_before_left() -> None:
    state = GAME.start()
    draw(state, Draw(NORTH, DECK, HAND, 3), (4, 0, 1))
    assert state.pools[NORTH][HAND] == (Piece(4), Piece(0), Piece(2))
    assert state.pools[NORTH][DECK] == (Piece(1), Piece(3))
