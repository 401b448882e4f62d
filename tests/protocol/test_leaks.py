"""What the opponent receives does not depend on our hidden faces (THREATS 16, 17; the promise of DESIGN, "must not
leak").

The same public game is played twice. The second time our deck holds its faces in another order, so that every face that
we never show is another one, while all that is public (moves, places, numbers, shown faces) is the same. What the other
side receives must then be the same, entry for entry and field for field, but for values that are hashes or nonces.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Face
from protocol.canonical import decode
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.action import ACTION
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX, MixBody
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.roles import Role, Side
from protocol.seeds import SeedKeys
from protocol.transcript import read_entry
from tests.protocol.pair import Pair, fixed_secrets, owned
from tests.protocol.test_table import toy_moves
from tests.toy_game import DECK, HIGH, VALUES, Bid, Boast, Dump, Move, Pass, Position, ToyGame


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
                if read_entry(left).role is role:
                    assert _parts(bodies[0]).isdisjoint(_parts(bodies[1]))
    assert differing == {MIX}


def _parts(body: MixBody) -> set[bytes]:
    """Every hash, point and scalar of a mix."""
    parts = set(body.commitments)
    for proof in body.proofs:
        parts |= {*proof.points, *[proof.proof[at : at + 32] for at in range(0, len(proof.proof), 32)]}
    return parts


class _SwappedKeys(SeedKeys):
    """The seed's keys, but two places of the player's second mix, its hand, are exchanged."""

    swap: tuple[int, int] = (0, 0)

    def order(self, number: int, size: int) -> list[int]:
        order = super().order(number, size)
        if number == 1:
            one, two = self.swap
            order[one], order[two] = order[two], order[one]
        return order


def _boasted(swap: tuple[int, int], boast: tuple[int, int], label: int) -> tuple[list[Any], list[bytes], list[Face]]:
    """Seat 0 boasts of two places of its hand, and both pass from then on: what the joiner receives, the proofs of the
    boast, and the faces of the hand. The host has exchanged the cards at the places `swap`.
    """
    pair: Pair[Position, Move] = Pair(
        ToyGame(copies=2, rounds=4), Side.FIRST, (fixed_secrets(label), fixed_secrets(label + 100))
    )
    write = pair.host._body

    def body(kind: EntryKind[Any]) -> Any:
        private = pair.host._private
        if kind is MIX and private._keys is None:
            private._keys = _SwappedKeys(pair.host.game_id or b"", private.secrets.seed)
            private._keys.swap = swap
        return write(kind)

    pair.host._body = body  # type: ignore[method-assign]
    pair.host.begin()
    pair.run()
    assert pair.host.state is not None
    hand = pair.host.state.hand(SEATS[0])
    faces = [owned(pair.host)[card] for card in hand]
    for table in pair.tables:
        table.act(Bid(None))
    pair.run()
    cards = tuple([hand[place] for place in boast])
    if any(owned(pair.host)[card] in HIGH for card in cards):
        pair.host.act(Boast(cards))
    pair.run()
    while deciders := pair.deciders():
        pair.tables[deciders[0]].act(next(move for move in _public_moves(pair.tables[deciders[0]])))
        pair.run()
    entries = [read_entry(raw) for raw in pair.received[Role.JOINER]]
    shapes = [(len(entry.raw), _shape(decode(entry.content)), entry.state) for entry in entries]
    proofs = [proof for entry in entries if entry.kind is ACTION for proof in entry.body.proofs]
    return shapes, proofs, faces


def test_a_boast_does_not_tell_which_card_is_high() -> None:
    """The same boast of the same two cards, once with the one high, once with the other: only contents differ."""
    compared = 0
    for label in range(1, 12):
        first, proofs, faces = _boasted((0, 0), (0, 1), label)
        if (faces[0] in HIGH) == (faces[1] in HIGH):
            continue
        second, swapped_proofs, swapped = _boasted((0, 1), (0, 1), label)
        assert swapped == [faces[1], faces[0], faces[2]]
        kinds = [shape[1][5] for shape in first]
        end = kinds.index("verdict")  # the audit tells that the order was not the seed's
        assert first[:end] == second[:end]
        ((one,), (two,)) = proofs, swapped_proofs
        assert len(one) == len(two)
        fields = [{proof[at : at + 32] for at in range(0, len(proof), 32)} for proof in (one, two)]
        assert fields[0].isdisjoint(fields[1])
        compared += 1
    assert compared > 2


def test_the_size_of_a_proof_does_not_tell_how_many_cards_are_high() -> None:
    lengths: dict[int, set[int]] = {}
    for label, boast in product(range(1, 8), ((0, 1), (0, 2), (1, 2))):
        _, proofs, faces = _boasted((0, 0), boast, label)
        if proofs:
            lengths.setdefault(sum(faces[place] in HIGH for place in boast), set()).update(map(len, proofs))
        if len(lengths) == 2:
            break
    assert lengths == {1: {4 * 64}, 2: {4 * 64}}


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
