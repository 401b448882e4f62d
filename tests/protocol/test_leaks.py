"""What the opponent receives does not depend on our hidden faces (THREATS 16, 17; the promise of DESIGN, "must not
leak").

The same public game is played twice. The second time our deck holds its faces in another order, so that every face that
we never show is another one, while all that is public (moves, places, numbers, shown faces) is the same. What the other
side receives must then be the same, entry for entry and field for field, but for values that are hashes or nonces.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Face
from protocol.canonical import decode
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.mix import MIX
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.roles import Role, Side
from protocol.transcript import read_entry
from tests.protocol.pair import Pair, owned
from tests.protocol.test_table import toy_moves
from tests.toy_game import DECK, VALUES, Bid, Dump, Move, Pass, Position, ToyGame


class _Permuted(ToyGame):
    """The toy game with one seat's cards in another order at the start: the same cards, and the same rules digest."""

    def __init__(self, seat: int, turn: int, rounds: int = 5) -> None:
        super().__init__(copies=2, rounds=rounds)
        self._seat = SEATS[seat]
        self._turn = turn

    def start(self) -> Position:
        state = super().start()
        for piece in state.pools[self._seat][DECK]:
            state.shown[piece] = Face((state.shown[piece] + self._turn) % VALUES)
        return state


class _SameStart(_Permuted):
    """Its public text does not show the faces of cards at the start, so that both variants have the same states."""

    def canonical(self, state: Position) -> bytes:
        hidden = self.copy(state)
        first = [piece for piece in hidden.shown if piece < 2 * VALUES * self.copies]
        for piece in first:
            del hidden.shown[piece]
        return super().canonical(hidden)


def _shape(value: Any) -> Any:
    """A decoded value with every hash, nonce and signature replaced by its length."""
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, list):
        return [_shape(part) for part in value]
    return value


def _received(turn: int, role: Role, seed: int, allowed: tuple[type, ...]) -> list[tuple[int, Any, bytes]]:
    """Play with moves chosen by public facts alone; what the opponent of `role` received: length, shape, state."""
    game = _SameStart(seat=role, turn=turn)
    pair: Pair[Position, Move] = Pair(game, Side.FIRST)
    pair.host.begin()
    random = Random(seed)
    while True:
        pair.run()
        deciders = pair.deciders()
        if not deciders:
            break
        table = pair.tables[deciders[0]]
        moves = [move for move in _public_moves(table) if isinstance(move, allowed)]
        table.act(random.choice(moves))
    entries = [read_entry(raw) for raw in pair.received[role.other]]
    return [
        (len(entry.raw), _shape(decode(entry.content)), entry.state)
        for entry in entries
        if entry.kind not in (SEED, VERDICT)
    ]


def _public_moves(table: Any) -> list[Move]:
    """The moves that show nothing, in an order that does not depend on any face."""
    return [move for move in toy_moves(table) if isinstance(move, Pass | Dump) or move == Bid(None)]


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_received_does_not_depend_on_hidden_faces(role: Role, seed: int) -> None:
    """Nothing is ever shown in these games, so up to the opened seeds there is no lawful difference at all."""
    first = _received(0, role, seed, (Pass, Dump, Bid))
    for turn in (1, 3):
        assert _received(turn, role, seed, (Pass, Dump, Bid)) == first
    assert len(first) > 10


@pytest.mark.parametrize("role", Role)
def test_commitments_are_all_that_differs(role: Role) -> None:
    """The games of the test above are not trivially alike: the hidden faces differ, and so do the commitments."""
    games = []
    for turn in (0, 1):
        game = _SameStart(seat=role, turn=turn)
        pair: Pair[Position, Move] = Pair(game, Side.FIRST)
        pair.host.begin()
        pair.run()
        games.append(pair)
    one, two = (pair.tables[role] for pair in games)
    hidden = [piece for piece in owned(one) if piece >= 2 * VALUES * 2 + 2]
    assert hidden
    assert all((owned(one)[piece] + 1) % VALUES == owned(two)[piece] for piece in hidden)
    differing = set()
    for left, right in zip(one.entries, two.entries, strict=True):
        if left[:-SIGNATURE_BYTES] != right[:-SIGNATURE_BYTES]:
            bodies = [read_entry(raw).body for raw in (left, right)]
            if bodies[0] != bodies[1]:
                differing.add(read_entry(left).kind)
    assert differing == {MIX}


@pytest.mark.parametrize("role", Role)
def test_a_seal_has_one_size_whatever_is_sealed(role: Role) -> None:
    """A bid of a card and no bid at all look alike until they are opened."""
    lengths = set()
    for pick in range(3):
        pair: Pair[Position, Move] = Pair(ToyGame(), Side.FIRST)
        pair.host.begin()
        pair.run()
        table = pair.tables[role]
        table.act(toy_moves(table)[pick % len(toy_moves(table))])
        if role is Role.JOINER:
            pair.host.act(Bid(None))
            pair.collect()
            pair.deliver(Role.JOINER)
        (raw, *_) = table.take_outbox()
        assert read_entry(raw).kind is SEAL
        lengths.add((len(raw), str(_shape(decode(read_entry(raw).content)))))
    assert len(lengths) == 1
