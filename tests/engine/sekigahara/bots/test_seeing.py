"""What bots see: what their seat may see, in look-ahead too, and nothing remembered changes what they choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from engine.hidden import SEATS, Bot, Face, Over, Piece, Seat, View, other, view_of
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import BAG, CARD_POOLS, DECK, HAND, LOCATIONS, POOL_COUNT
from engine.sekigahara.bots import BOTS, make_bot
from engine.sekigahara.bots.steady import planning
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import march_sources
from engine.sekigahara.forms import Degree
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import EVERY_STACK, State
from tests.engine.sekigahara.positions import Table

QUICK = [name for name in BOTS if name != "strong"]
"""`strong` tries its plans for a second: `test_strong.py` looks at it with few trials."""

PAIRS = [(first, second) for first in QUICK for second in QUICK]


def positions(names: tuple[str, str], seed: int) -> Iterator[tuple[Table, Seat, Answer]]:
    """Every decision of a game between two bots: the table before it, whose it is, and what the bot chose."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bots = [make_bot(SEKIGAHARA, name, Random(seed * 2 + seat)) for seat, name in enumerate(names)]
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        chosen = bots[seat].choose(table.view(seat))
        yield table, seat, chosen
        table.act(seat, chosen)


def redealt(table: Table, seat: Seat, random: Random) -> dict[Piece, Face]:
    """All faces of a table, with those that `seat` may not see dealt anew among the pieces of their side and kind."""
    faces = dict(table.faces)
    for owner in SEATS:
        for cards in (True, False):
            secret = [
                piece
                for pool in range(POOL_COUNT)
                if (pool in CARD_POOLS) == cards and (owner != seat or pool in {DECK, BAG})
                for piece in table.state.pools[owner][pool]
                if piece not in table.state.shown
            ]
            dealt = [faces[piece] for piece in secret]
            random.shuffle(dealt)
            faces.update(zip(secret, dealt, strict=True))
    return faces


class SeenFaces(Mapping[Piece, Face]):
    """All faces of a table for one seat; a look at any that the seat may not know is an error."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self._known = view_of(SEKIGAHARA, table.state, seat, table.faces).faces

    def __getitem__(self, piece: Piece) -> Face:
        assert piece in self._known, f"looked at piece {piece}"
        return self._known[piece]

    def __iter__(self) -> Iterator[Piece]:
        raise AssertionError("looked at all faces")

    def __len__(self) -> int:
        raise AssertionError("counted the faces")

    def __contains__(self, piece: object) -> bool:
        assert piece in self._known, f"asked for piece {piece}"
        return True


@pytest.mark.parametrize("names", PAIRS)
def test_a_bot_chooses_the_same_whatever_its_seat_cannot_see(names: tuple[str, str]) -> None:
    # Like the bots that play, with all faces in hand: those of the table, and those dealt anew.
    open_handed = [make_bot(SEKIGAHARA, name, Random(10 + seat)) for seat, name in enumerate(names)]
    deceived = [make_bot(SEKIGAHARA, name, Random(10 + seat)) for seat, name in enumerate(names)]
    random = Random(1)
    changed = 0
    for table, seat, chosen in positions(names, 5):
        dealt = redealt(table, seat, random)
        changed += dealt != table.faces
        assert open_handed[seat].choose(View(table.state, seat, table.faces)) == chosen
        assert deceived[seat].choose(View(table.state, seat, dealt)) == chosen
    assert changed > 50


@pytest.mark.parametrize("names", PAIRS)
def test_a_bot_never_asks_for_a_face_that_its_seat_may_not_see(names: tuple[str, str]) -> None:
    watched = [make_bot(SEKIGAHARA, name, Random(10 + seat)) for seat, name in enumerate(names)]
    for table, seat, chosen in positions(names, 5):
        before = SEKIGAHARA.canonical(table.state)
        assert watched[seat].choose(View(table.state, seat, SeenFaces(table, seat))) == chosen
        assert SEKIGAHARA.canonical(table.state) == before


def test_the_redealing_touches_just_what_a_seat_may_not_see() -> None:
    for table, seat, _ in positions(("steady", "steady"), 5):
        dealt = redealt(table, seat, Random(1))
        known = table.view(seat).faces
        assert {piece: dealt[piece] for piece in known} == known
        secret = {piece for pool in table.state.pools[other(seat)] for piece in pool}
        secret |= {piece for pool in (DECK, BAG) for piece in table.state.pools[seat][pool]}
        assert known.keys() == table.faces.keys() - (secret - table.state.shown.keys())
        assert known.keys() >= {piece for place in (*LOCATIONS, HAND) for piece in table.state.pools[seat][place]}


@pytest.mark.parametrize("seed", range(3))
def test_memory_changes_no_choice(seed: int) -> None:
    """A bot that has played both sides so far chooses as one that is asked for the first time."""
    used = SteadyBot()
    for table, seat, chosen in positions(("steady", "steady"), seed):
        assert SteadyBot().choose(table.view(seat)) == chosen
        assert used.choose(table.view(seat)) == chosen


def test_a_bot_may_play_at_several_tables_at_once() -> None:
    """Pieces with equal serial numbers have other faces there."""
    shared: Bot[State, Answer] = SteadyBot()
    games = [positions(("steady", "steady"), seed) for seed in (20, 21)]
    for decisions in zip(*games, strict=False):
        for table, seat, chosen in decisions:
            assert shared.choose(table.view(seat)) == chosen


def test_look_ahead_copies_the_public_state_and_no_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[View[State]] = []

    def looked(view: View[State]) -> object:
        views.append(view)
        return march_sources(view)

    monkeypatch.setattr("engine.sekigahara.bots.steady.planning.march_sources", looked)
    ahead = 0
    for table, seat, _ in positions(("steady", "steady"), 5):
        views.clear()
        view = View(table.state, seat, SeenFaces(table, seat))
        SteadyBot().choose(view)
        assert all(seen.faces is view.faces for seen in views)
        if isinstance(table.asked(seat), MovementDue):
            assert all(seen is view for seen in views)
        else:
            assert all(seen.state is not view.state for seen in views)
            ahead += len(views)
    assert ahead


def test_the_view_after_paying() -> None:
    for table, seat, _ in positions(("steady", "steady"), 5):
        if isinstance(table.asked(seat), PaymentDue):
            view = table.view(seat)
            ahead = planning.after_paying(view, Degree.TOTAL, EVERY_STACK)
            assert ahead.faces is view.faces
            assert ahead.seat == seat
            assert ahead.state.current_movement().stack_moves == EVERY_STACK
            assert view.state.movement is None
            return
    raise AssertionError("nobody was asked to pay")
