"""What a seat sees: its own pieces and what has been shown (3.1, 3.3, R24), and nothing that the rules keep from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Decision, Face, Over, Piece, Seat, asked, other, view_of
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.pieces import IS_CARD, SIDE_OF
from engine.sekigahara.state import State
from engine.sekigahara.text import view_text
from tests.engine.sekigahara.invariants import CheckedTable
from tests.engine.sekigahara.test_random_games import mover, player

Table = OpenTable[State, Answer]


class WatchedTable(CheckedTable):
    """A table at which both seats' views are checked after every event, between a draw and the next as well."""

    def _check(self) -> None:
        self.events += 1
        self._check_views()


def faces_within(thing: object) -> Iterator[tuple[Piece, Face]]:
    """Every piece with a face that can be come by in `thing`, through all that it is made of."""
    if isinstance(thing, Mapping):
        yield from thing.items()
    elif isinstance(thing, tuple | list | frozenset):
        for part in thing:
            yield from faces_within(part)
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        for field in dataclasses.fields(thing):
            yield from faces_within(getattr(thing, field.name))
    elif isinstance(thing, State):
        for name in State.__slots__:
            yield from faces_within(getattr(thing, name))
    else:
        assert not hasattr(thing, "faces"), f"a view must not lead to {thing!r}"


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["random", "brawler"])
def test_3_1_3_3_after_every_event_of_a_game_a_seat_sees_what_it_may_and_nothing_else(name: str, seed: int) -> None:
    random = Random(seed)
    table = WatchedTable(SeededChance(seed))
    players = [player(name, random) for _ in SEATS]
    while not isinstance(table.waiting, Over):
        seat = mover(table)
        for viewer in SEATS:
            view = table.view(viewer)
            assert view.seat == viewer
            assert dict(faces_within(view)) == view_of(SEKIGAHARA, table.state, viewer, table.faces).faces
        table.act(seat, players[seat].choose(table.view(seat)))
    assert table.events > 20


def deal_again(table: Table, viewer: Seat, random: Random) -> Table:
    """A table that `viewer` cannot tell from this one: the faces that it does not see lie otherwise."""
    seen = table.view(viewer).faces
    faces = dict(table.faces)
    for side in SEATS:
        for card in (False, True):
            hidden = [
                piece
                for piece, face in table.faces.items()
                if piece not in seen and SIDE_OF[face] == side and IS_CARD[face] == card
            ]
            dealt = [faces[piece] for piece in hidden]
            random.shuffle(dealt)
            faces.update(zip(hidden, dealt, strict=True))
    return OpenTable(SEKIGAHARA, SeededChance(0), table.state.copy(), faces)


def some(options: Any, random: Random) -> list[Answer]:
    """Some of the options, the same for the same source of chance."""
    return [options[random.randrange(len(options))] for _ in range(min(30, len(options)))]


@pytest.mark.parametrize("seed", range(6))
def test_3_1_what_a_seat_sees_and_may_do_does_not_hang_on_what_is_hidden_from_it(seed: int) -> None:
    """Dealt again, with all that a seat does not see elsewhere: its view and its options are the same."""
    random = Random(seed)
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    players = [player("brawler", random) for _ in SEATS]
    different = 0
    while not isinstance(table.waiting, Over):
        seat = mover(table)
        if random.random() < 0.2:
            for viewer in SEATS:
                again = deal_again(table, viewer, random)
                view, twin = table.view(viewer), again.view(viewer)
                assert view.faces == twin.faces
                assert view_text(view.state, viewer, view.faces) == view_text(twin.state, viewer, twin.faces)
                options, others = SEKIGAHARA.options(view), SEKIGAHARA.options(twin)
                assert len(options) == len(others)
                assert bool(options) == (asked(table.waiting, viewer) is not None)
                draws = random.random()
                assert some(options, Random(draws)) == some(others, Random(draws))
                different += table.faces != again.faces
                if isinstance(table.waiting, Decision) and viewer == seat:
                    enemy = other(viewer)
                    assert table.view(enemy).faces != again.view(enemy).faces or table.faces == again.faces
        table.act(seat, players[seat].choose(table.view(seat)))
    assert different > 10
