"""Actions in plain form: what the opponent may send, well formed or not."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from engine.sekigahara.game import SEALED_KINDS
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Acted, BothActed, Decision, IllegalAction, MalformedAction, Over, Piece, Sealed, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.bots import bot
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import Table

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=20,
)
SOUND: dict[str, st.SearchStrategy[Any]] = {
    "Piece": st.integers(0, 900),
    "Piece | None": st.none() | st.integers(0, 900),
    "tuple[Piece, ...]": st.lists(st.integers(0, 900), max_size=5),
    "Location": st.integers(0, len(LOCATIONS) - 1),
    "Location | None": st.none() | st.integers(0, len(LOCATIONS) - 1),
    "tuple[Location, ...]": st.lists(st.integers(0, len(LOCATIONS) - 1), max_size=4),
    "Seat": st.integers(0, 1),
    "bool": st.booleans(),
    "str": st.sampled_from(["none", "minimal", "limited", "total", "all"]),
}


@st.composite
def sound_actions(draw: st.DrawFn) -> list[Any]:
    """The plain form of an action whose values are of the right shape, whatever they mean."""
    kind = draw(st.sampled_from(sorted(ACTION_TYPES)))
    return [kind, *(draw(SOUND[str(field.type)]) for field in fields(ACTION_TYPES[kind]))]


@given(sound_actions())
def test_an_action_of_the_right_shape_is_read_and_written_back_in_one_form(plain: list[Any]) -> None:
    packed = pack_action(unpack_action(plain))
    assert pack_action(unpack_action(packed)) == packed
    for given_value, value in zip(plain, packed, strict=True):
        if isinstance(given_value, list):
            assert sorted(given_value) == sorted(value)
        else:
            assert given_value == value


@given(PLAIN | st.lists(st.sampled_from(sorted(ACTION_TYPES)) | PLAIN, min_size=1, max_size=5))
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
        ["Bid", True],
        ["Bid", -1],
        ["Bid", LARGEST_PIECE + 1],
        ["Declare", len(LOCATIONS)],
        ["Position", 1],
        ["Discard", [1] * 61],
        ["EndDeployment", None],
        ["Retreat", []],
        ["ChooseFirst", 2],
        ["Pay", "x" * 21, []],
        "EndDeployment",
        ["State"],
    ],
)
def test_values_out_of_shape_are_refused(plain: object) -> None:
    with pytest.raises(MalformedAction):
        unpack_action(plain)


def test_pieces_named_together_have_one_order_whatever_the_player_listed_first() -> None:
    action = unpack_action(["March", [9, 3, 7], [1], False, None])
    assert isinstance(action, March)
    assert action.blocks == (3, 7, 9)
    assert pack_action(action)[1] == [3, 7, 9]


@lru_cache(maxsize=1)
def moments() -> list[Table]:
    """Tables at many moments of a few games, at least one for each kind of decision."""
    found: list[Table] = []
    kinds: dict[str, int] = {}
    for seed in range(8):
        player = bot("steady", Random(seed))
        table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
        while not isinstance(table.waiting, Over):
            waiting = table.waiting
            assert isinstance(waiting, Decision | Sealed)
            if kinds.setdefault(waiting.kind, 0) < 6:
                kinds[waiting.kind] += 1
                found.append(OpenTable(SEKIGAHARA, SeededChance(0), table.state.copy(), table.faces))
            for seat in (waiting.seat,) if isinstance(waiting, Decision) else SEATS:
                table.act(seat, player.choose(table.state, seat, table.faces))
    return found


def test_the_moments_tried_are_of_every_kind() -> None:
    kinds = {moment.waiting.kind for moment in moments() if isinstance(moment.waiting, Decision | Sealed)}
    assert kinds == {*KINDS_OF_DECISION, *SEALED_KINDS}


@settings(max_examples=300)
@given(st.data(), sound_actions(), sound_actions())
def test_whatever_is_sent_at_whatever_moment_is_applied_or_refused_by_a_rule(
    data: st.DataObject, plain: list[Any], second: list[Any]
) -> None:
    """Never another error, and a refusal changes nothing: what an opponent sends must not crash the program."""
    moment = data.draw(st.sampled_from(moments()))
    state: State = moment.state.copy()
    # Numbers of pieces that exist are likelier to get past the first check.
    near = [piece for seat in SEATS for pool in state.pools[seat][: len(LOCATIONS) + 2] for piece in pool]
    plain = _nearer(plain, near, data)
    action, other_action = unpack_action(plain), unpack_action(second)
    seat = data.draw(st.sampled_from(SEATS))
    before = SEKIGAHARA.canonical(state)
    try:
        shown = {piece: moment.faces[piece] for piece in SEKIGAHARA.to_show(state, seat, action)}
        SEKIGAHARA.claims(state, seat, action)
        if isinstance(moment.waiting, Sealed):
            SEKIGAHARA.apply(state, BothActed((action, other_action), shown))
        else:
            SEKIGAHARA.apply(state, Acted(Seat(seat), action, shown))
    except IllegalAction as problem:
        refused = problem
    else:
        return
    assert refused.rule
    assert refused.problem
    assert SEKIGAHARA.canonical(state) == before


def _nearer(plain: list[Any], pieces: list[Piece], data: st.DataObject) -> list[Any]:
    names = [field.type for field in fields(ACTION_TYPES[plain[0]])]
    values = []
    for name, value in zip(names, plain[1:], strict=True):
        if str(name) == "tuple[Piece, ...]":
            values.append(data.draw(st.lists(st.sampled_from(pieces), max_size=4)))
        elif str(name).startswith("Piece") and value is not None:
            values.append(data.draw(st.sampled_from(pieces)))
        else:
            values.append(value)
    return [plain[0], *values]
