"""What follows from a seed: all of it, nothing but it, and evenly."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import SEATS, Piece
from protocol.seeds import Secrets, SeedKeys, coin_value, subkey
from tests.protocol.seed_chance import SeedChance

GAME = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.integers(0, 10**6), st.integers(0, 200))
def test_orders_are_orders_and_positions_are_in_the_pool(seed: bytes, number: int, size: int) -> None:
    keys = SeedKeys(GAME, seed)
    assert sorted(keys.order(number, size)) == list(range(size))
    assert 0 <= keys.position(number, size + 1) <= size
    assert keys.order(number, size) == SeedKeys(GAME, seed).order(number, size)


@given(seeds, seeds)
def test_seed_game_and_purpose_all_count(seed: bytes, other: bytes) -> None:
    """No two of the values that a seed gives are alike, nor any of two seeds or of one seed in two games."""
    sources = {(GAME, seed), (GAME, other), (bytes(32), seed)}
    values = []
    for game, own in sources:
        keys = SeedKeys(game, own)
        values += [keys.nonce(Piece(0)), keys.nonce(Piece(1)), keys.choice_nonce(0), keys.choice_nonce(1), own]
    distinct = {own for _, own in sources}
    assert len(set(values)) == 4 * len(sources) + len(distinct)


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
    one, two, three = (bytes([value]) * 32 for value in (1, 2, 3))
    chance = SeedChance(GAME, (one, two))
    for seat, changed in ((SEATS[0], (three, two)), (SEATS[1], (one, three))):
        other = SeedChance(GAME, changed)
        rival = SEATS[1 - seat]
        assert chance.order(seat, 0, 30) != other.order(seat, 0, 30)
        assert chance.order(rival, 0, 30) == other.order(rival, 0, 30)
        draws = [[table.position(seat, number, 1000) for number in range(9)] for table in (chance, other)]
        assert draws[0] == draws[1]
        rivals = [[table.position(rival, number, 1000) for number in range(9)] for table in (chance, other)]
        assert rivals[0] != rivals[1]


def _chi_squared(counts: Counter[object], cells: int, samples: int) -> float:
    expected = samples / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def test_positions_and_orders_are_even() -> None:
    """Chi-squared of many positions, and of all orders of four, stays where one in a million would leave it."""
    keys = SeedKeys(GAME, b"\x05" * 32)
    samples = 11_000
    positions: Counter[object] = Counter(keys.position(number, 55) for number in range(samples))
    assert _chi_squared(positions, 55, samples) < 115  # 54 degrees of freedom
    orders: Counter[object] = Counter(tuple(keys.order(number, 4)) for number in range(samples))
    assert set(orders) == set(permutations(range(4)))
    assert _chi_squared(orders, 24, samples) < 67  # 23 degrees of freedom


def test_words_in_the_incomplete_last_stretch_are_passed_over() -> None:
    """Without rejection, a size of 3/4 of all words would give the first third of the places twice as often."""
    keys = SeedKeys(GAME, b"\x06" * 32)
    size = 3 << 30
    low = sum(keys.position(number, size) < size // 3 for number in range(3000))
    assert 850 < low < 1150


def test_the_coin_is_the_player_s_and_the_key_s() -> None:
    secrets = Secrets.generate()
    assert coin_value(secrets.seed, secrets.public_key) == coin_value(secrets.seed, secrets.public_key)
    assert coin_value(secrets.seed, secrets.public_key) != coin_value(secrets.seed, bytes(32))
