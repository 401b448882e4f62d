"""Actions in plain form: what the opponent may send, well formed or not."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.forms import LARGEST_NUMBER, Codec, Flag, Many, Maybe, Member, Whole
from engine.hidden import (
    SEATS,
    Acted,
    BothActed,
    Decision,
    IllegalAction,
    MalformedAction,
    Over,
    Piece,
    Sealed,
    Seat,
    asked,
)
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.forms import Degree
from engine.sekigahara.rules import Answer, Question
from engine.sekigahara.state import State
from tests.engine.sekigahara.brawler import Brawler
from tests.engine.sekigahara.positions import Table

unpack_action, pack_action = SEKIGAHARA.unpack_action, SEKIGAHARA.pack_action

ANSWERS = {answer.form.name: answer for answer in get_args(Answer)}
NAMES = st.sampled_from(sorted(ANSWERS))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=20,
)


def sound(codec: Codec[Any], piece: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    """Plain values that a codec takes; pieces are drawn from `piece`."""
    match codec:
        case Maybe():
            return st.none() | sound(codec._codec, piece)
        case Many():
            return st.lists(sound(codec._codec, piece), max_size=5)
        case Member():
            return st.sampled_from([degree.value for degree in Degree])
        case Flag():
            return st.booleans()
        case Whole():
            return piece if codec._largest == LARGEST_NUMBER else st.integers(0, codec._largest)
    raise AssertionError(codec)


@st.composite
def sound_actions(draw: st.DrawFn, piece: st.SearchStrategy[int] = st.integers(0, 900)) -> list[Any]:  # noqa: B008
    """The plain form of an action whose values are of the right shape, whatever they mean."""
    name = draw(NAMES)
    return [name, *[draw(sound(codec, piece)) for codec in ANSWERS[name].form.codecs.values()]]


@given(sound_actions())
def test_an_action_of_the_right_shape_is_read_and_written_back_in_one_form(plain: list[Any]) -> None:
    packed = pack_action(unpack_action(plain))
    assert pack_action(unpack_action(packed)) == packed
    for given_value, value in zip(plain, packed, strict=True):
        if isinstance(given_value, list):
            assert sorted(given_value) == sorted(value)
        else:
            assert given_value == value


@given(PLAIN | st.lists(NAMES | PLAIN, min_size=1, max_size=5))
def test_anything_else_is_a_malformed_action(plain: object) -> None:
    try:
        action = unpack_action(plain)
    except MalformedAction:
        return
    assert isinstance(plain, list)
    assert pack_action(action)[0] == plain[0]


@pytest.mark.parametrize(
    "plain",
    [
        ["bid", True],
        ["bid", -1],
        ["bid", LARGEST_NUMBER + 1],
        ["bid", 3.0],
        ["Bid", 3],
        ["declare", len(LOCATIONS)],
        ["declare", "edo"],
        ["fight-inside", 1],
        ["discard", [1] * 121],
        ["discard", [True]],
        ["discard", None],
        ["end-deployment", None],
        ["retreat", []],
        ["choose-first", 2],
        ["pay", "all", []],
        ["pay", ["none"], []],
        ["march", [1], [0] * 61, False, None],
        "end-deployment",
        ("end-deployment",),
        {"end-deployment": 1},
        ["movement-due", 0],
        ["hide", 0, [1]],
        ["state"],
        [],
        [[]],
        None,
    ],
)
def test_values_out_of_shape_are_refused(plain: object) -> None:
    with pytest.raises(MalformedAction):
        unpack_action(plain)


def test_pieces_named_together_have_one_order_whatever_the_player_listed_first() -> None:
    action = unpack_action(["march", [9, 3, 7], [1], False, None])
    assert isinstance(action, March)
    assert action.blocks == (3, 7, 9)
    assert pack_action(action)[1] == [3, 7, 9]


@lru_cache(maxsize=1)
def moments() -> list[Table]:
    """Tables at many moments of a few games, at least one for each question."""
    found: list[Table] = []
    questions: dict[type, int] = {}
    for seed in range(48, 56):
        player = Brawler(Random(seed))
        table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
        while not isinstance(table.waiting, Over):
            waiting = table.waiting
            assert isinstance(waiting, Decision | Sealed)
            question = type(waiting.question)
            if questions.setdefault(question, 0) < 6:
                questions[question] += 1
                found.append(OpenTable(SEKIGAHARA, SeededChance(0), table.state.copy(), table.faces))
            for seat in SEATS:
                if asked(waiting, seat) is not None:
                    table.act(seat, player.choose(table.view(seat)))
    return found


def test_the_moments_tried_are_of_every_kind() -> None:
    questions = {type(moment.waiting.question) for moment in moments() if isinstance(moment.waiting, Decision | Sealed)}
    assert questions == set(get_args(Question))


@settings(max_examples=300)
@given(st.data())
def test_whatever_is_sent_at_whatever_moment_is_applied_or_refused_by_a_rule(data: st.DataObject) -> None:
    """Never another error, and a refusal changes nothing: what an opponent sends must not crash the program."""
    moment = data.draw(st.sampled_from(moments()))
    state: State = moment.state.copy()
    # Numbers of pieces that exist are likelier to get past the first check.
    near = [piece for seat in SEATS for pool in state.pools[seat][: len(LOCATIONS) + 2] for piece in pool]
    pieces = st.sampled_from(near) | st.integers(0, 900)
    first, second = [unpack_action(data.draw(sound_actions(pieces))) for _ in SEATS]
    seat = data.draw(st.sampled_from(SEATS))
    before = SEKIGAHARA.canonical(state)
    refused = tried(moment, state, seat, first, second)
    if refused is None:
        return
    assert refused.rule
    assert str(refused)
    assert SEKIGAHARA.canonical(state) == before


def tried(moment: Table, state: State, seat: Seat, action: Answer, other_action: Answer) -> IllegalAction | None:
    """The refusal of `action`, None if it has been applied."""

    def faces(seat: Seat, action: Answer) -> dict[Piece, Any]:
        return {
            piece: moment.faces[piece] for piece in SEKIGAHARA.to_show(state, seat, action) if piece in moment.faces
        }

    try:
        shown = faces(seat, action)
        SEKIGAHARA.claims(state, seat, action)
        if isinstance(moment.waiting, Sealed):
            shown = faces(SEATS[0], action) | faces(SEATS[1], other_action)
            SEKIGAHARA.apply(state, BothActed((action, other_action), shown))
        else:
            SEKIGAHARA.apply(state, Acted(seat, action, shown))
    except IllegalAction as problem:
        return problem
    return None
