"""Which signatures are right (THREATS 38): Project Wycheproof's vectors, and every edge of our own stricter rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import ed25519
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.errors import PeerError
from protocol.transcript import read_entry
from tests.protocol.pair import Pair
from tests.toy_game import ToyGame

FILE = Path(__file__).with_name("wycheproof_ed25519.json")
GROUPS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["groups"]
CASES = [(bytes.fromhex(group["key"]), *test) for group in GROUPS for test in group["tests"]]
OUTSIDE_THE_GROUP = {"SmallOrderPublicKey", "MixedOrderPublicKey"}

P = 2**255 - 19
SMALL_ORDER = {
    "order 1": "0100000000000000000000000000000000000000000000000000000000000000",
    "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 4, even": "0000000000000000000000000000000000000000000000000000000000000000",
    "order 4, odd": "0000000000000000000000000000000000000000000000000000000000000080",
    "order 8, one": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, two": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order 8, three": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, four": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}
NOT_CANONICAL = {
    "order 1, x negative": "0100000000000000000000000000000000000000000000000000000000000080",
    "order 2, x negative": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    **{f"y = p + {more}": (P + more).to_bytes(32, "little").hex() for more in range(19)},
}


@pytest.mark.parametrize("case", CASES, ids=[f"{case[1]} {case[2]}" for case in CASES])
def test_wycheproof(case: tuple[bytes, int, str, list[str], str, str, str]) -> None:
    key, _, _, flags, message, signature, result = case
    ours = ed25519.verify(key, bytes.fromhex(signature), bytes.fromhex(message))
    outside = not OUTSIDE_THE_GROUP.isdisjoint(flags)
    assert ours == (result == "valid" and not outside)
    assert result != "acceptable" or outside
    assert ed25519.is_public_key(key) != outside


@pytest.mark.parametrize("name", [*SMALL_ORDER, *NOT_CANONICAL])
def test_keys_outside_the_group_or_spelled_otherwise_are_none(name: str) -> None:
    key = bytes.fromhex({**SMALL_ORDER, **NOT_CANONICAL}[name])
    assert not ed25519.is_public_key(key)
    for signature in (bytes(64), b"\x01" + bytes(63), key + bytes(32)):
        assert not ed25519.verify(key, signature, b"anything")


def test_a_library_takes_what_we_refuse() -> None:
    """Why the check is there: with a key of small order one signature fits messages that its holder never saw."""
    taken = 0
    for key in map(bytes.fromhex, SMALL_ORDER.values()):
        for number in range(20):
            signature, message = b"\x01" + bytes(63), number.to_bytes(2, "big")
            try:
                Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
            except (InvalidSignature, ValueError):
                continue
            taken += 1
            assert not ed25519.verify(key, signature, message)
    assert taken


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=60))
def test_what_we_sign_is_right_and_nothing_else_is(secret: bytes, message: bytes) -> None:
    key, signature = ed25519.public_key_of(secret), ed25519.sign(secret, message)
    assert ed25519.is_public_key(key)
    assert ed25519.verify(key, signature, message)
    assert not ed25519.verify(key, signature, message + b"\0")
    assert not ed25519.verify(key, signature[:-1], message)
    order = 2**252 + 27742317777372353535851937790883648493
    moved = int.from_bytes(signature[32:], "little") + order
    assert not ed25519.verify(key, signature[:32] + moved.to_bytes(32, "little"), message)


@pytest.mark.parametrize("name", SMALL_ORDER)
def test_a_hello_with_a_key_of_small_order_is_not_heard(name: str) -> None:
    """Whatever such a player signs it could deny: it does not come into the game."""
    key = bytes.fromhex(SMALL_ORDER[name])
    pair = Pair(ToyGame())
    pair.host.begin()
    (raw,) = pair.host.take_outbox()
    entry = read_entry(raw)
    forged = entry.content.replace(pair.secrets[0].public_key, key) + b"\x01" + bytes(SIGNATURE_BYTES - 1)
    with pytest.raises(PeerError, match="not signed") as caught:
        pair.joiner.receive(forged)
    assert caught.value.check == "signature"
    assert pair.joiner.entries == []
