"""What follows from a seed: all of it, nothing but it, and evenly."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS, Piece
from protocol.proofs.transcripts import proof_key
from protocol.seeds import Secrets, SeedKeys, coin_value, subkey
from tests.protocol.pair import fixed_secrets
from tests.protocol.seed_chance import open_table_of
from tests.toy_game import DECK, ToyGame

GAME = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.integers(0, 10**6), st.integers(0, 200))
def test_orders_are_orders(seed: bytes, number: int, size: int) -> None:
    keys = SeedKeys(GAME, seed)
    assert sorted(keys.order(number, size)) == list(range(size))
    assert keys.order(number, size) == SeedKeys(GAME, seed).order(number, size)


@given(seeds, seeds)
def test_seed_game_and_purpose_all_count(seed: bytes, other: bytes) -> None:
    """No two of the values that a seed gives are alike, nor any of two seeds or of one seed in two games."""
    sources = {(GAME, seed), (GAME, other), (bytes(32), seed)}
    values = []
    for game, own in sources:
        keys = SeedKeys(game, own)
        values += [
            keys.nonce(Piece(0)),
            keys.nonce(Piece(1)),
            keys.choice_nonce(0),
            keys.choice_nonce(1),
            keys.proofs,
            own,
        ]
    distinct = {own for _, own in sources}
    assert len(set(values)) == 5 * len(sources) + len(distinct)


@given(seeds)
def test_the_key_of_the_proofs_is_the_one_that_the_proofs_know(seed: bytes) -> None:
    assert SeedKeys(GAME, seed).proofs == proof_key(GAME, seed)


def test_sub_keys_are_hkdf() -> None:
    """RFC 5869, test case 1, cut to the first block."""
    salt, material = bytes(range(13)), b"\x0b" * 22
    info = bytes(range(0xF0, 0xFA))
    expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
    assert subkey(salt, material, info).hex() == expected


def test_a_nonce_tells_nothing_that_gives_another() -> None:
    """Each nonce is an HMAC under a sub-key that is itself one: knowing one and the label does not give the next."""
    keys = SeedKeys(GAME, bytes(32))
    first = keys.nonce(Piece(7))
    guesses = {hmac.digest(first, Piece(8).to_bytes(8, "big"), "sha256"), hashlib.sha256(first).digest()}
    assert keys.nonce(Piece(8)) not in guesses


def test_mixes_follow_the_owner_s_seed_and_draws_the_opponent_s() -> None:
    one, two, three = (fixed_secrets(value) for value in (1, 2, 3))
    game = ToyGame(copies=8)
    tables = [open_table_of(game, GAME, pair) for pair in ((one, two), (three, two), (one, three))]
    decks = [[[table.faces[piece] for piece in table.state.pools[seat][DECK]] for seat in SEATS] for table in tables]
    # Which serial numbers are gone from the deck says which places were drawn.
    drawn = [[set(range(82, 162)) - set(table.state.pools[seat][DECK]) for seat in SEATS] for table in tables]
    for seat, changed in ((SEATS[0], 1), (SEATS[1], 2)):
        rival = SEATS[1 - seat]
        assert decks[0][seat] != decks[changed][seat]
        assert drawn[0][seat] == drawn[changed][seat]
        assert drawn[0][rival] != drawn[changed][rival]


def _chi_squared(counts: Counter[object], cells: int, samples: int) -> float:
    expected = samples / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def test_orders_are_even() -> None:
    """Chi-squared of all orders of four stays where one in a million would leave it."""
    keys = SeedKeys(GAME, b"\x05" * 32)
    samples = 11_000
    orders: Counter[object] = Counter(tuple(keys.order(number, 4)) for number in range(samples))
    assert set(orders) == set(permutations(range(4)))
    assert _chi_squared(orders, 24, samples) < 67  # 23 degrees of freedom


def test_the_coin_is_the_player_s_and_the_key_s() -> None:
    secrets = Secrets.generate()
    assert coin_value(secrets.seed, secrets.public_key) == coin_value(secrets.seed, secrets.public_key)
    assert coin_value(secrets.seed, secrets.public_key) != coin_value(secrets.seed, bytes(32))
