"""The chain of links behind the draws."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.proofs.chain import LINKS, Chain, ChainExhausted, link_before, places, verify_draw, verify_link
from protocol.proofs.errors import Check, ProofError
from tests.protocol.proofs import independent
from tests.protocol.proofs.examples import GAME, OTHER_GAME, SEED

PUBLIC_KEY = sha256(b"a public key").digest()
OTHER_KEY = sha256(b"another public key").digest()
CHAIN = Chain(PUBLIC_KEY, SEED, 40)


def refused(check: Check, number: int, link: bytes, previous: bytes, public_key: bytes = PUBLIC_KEY) -> None:
    with pytest.raises(ProofError) as refusal:
        verify_link(public_key, number, link, previous)
    assert refusal.value.check is check


def test_every_link_leads_to_the_one_before() -> None:
    previous = CHAIN.end
    for number in range(1, 41):
        link = CHAIN.link(number)
        verify_link(PUBLIC_KEY, number, link, previous)
        independent.verify_link(PUBLIC_KEY, number, link, previous)
        previous = link


def test_skipped_repeated_and_foreign_links_are_refused() -> None:
    one, two, three = (CHAIN.link(number) for number in (1, 2, 3))
    refused(Check.LINK, 2, three, one)  # skipped
    refused(Check.LINK, 2, one, one)  # repeated
    refused(Check.LINK, 3, two, one)  # the right link under a wrong number
    refused(Check.LINK, 2, two, one, OTHER_KEY)  # of another game, which has another key
    refused(Check.LINK, 2, Chain(OTHER_KEY, SEED, 40).link(2), one)
    refused(Check.LINK, 2, Chain(PUBLIC_KEY, bytes(32), 40).link(2), one)
    refused(Check.LINK, 2, bytes(32), one)
    refused(Check.LENGTH, 2, two[:31], one)
    refused(Check.LENGTH, 2, two + b"\0", one)


def test_chains_differ_by_key_seed_and_length() -> None:
    ends = {Chain(*of).end for of in ((PUBLIC_KEY, SEED, 5), (OTHER_KEY, SEED, 5), (PUBLIC_KEY, bytes(32), 5))}
    assert len({*ends, CHAIN.end}) == 4


def test_the_same_seed_gives_the_same_chain() -> None:
    assert Chain(PUBLIC_KEY, SEED).link(LINKS) == Chain(PUBLIC_KEY, SEED).link(4096)


def test_a_chain_that_is_used_up_says_so() -> None:
    assert CHAIN.link(40)
    with pytest.raises(ChainExhausted, match=r"draw 41.* 40 links"):
        CHAIN.link(41)
    for number in (0, -1):
        with pytest.raises(ValueError, match="counted from 1"):
            CHAIN.link(number)
    with pytest.raises(ValueError, match="at least one link"):
        Chain(PUBLIC_KEY, SEED, 0)


def test_a_longer_chain_is_nobody_else_s_business() -> None:
    longer = Chain(PUBLIC_KEY, SEED, 10_000)
    verify_link(PUBLIC_KEY, 1, longer.link(1), longer.end)
    verify_link(PUBLIC_KEY, 10_000, longer.link(10_000), longer.link(9_999))


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**40), st.integers(0, 300), st.data())
def test_places_lie_in_what_is_left_and_follow_from_the_link(
    link: bytes, number: int, size: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, size))
    drawn = places(GAME, number, link, size, count)
    assert len(drawn) == count
    assert all(0 <= place < size - taken for taken, place in enumerate(drawn))
    assert list(drawn) == independent.places(GAME, number, link, size, count)
    assert drawn[: count // 2] == places(GAME, number, link, size, count // 2)


def test_places_depend_on_game_number_and_link() -> None:
    drawn = places(GAME, 1, CHAIN.link(1), 10**6, 4)
    assert drawn != places(OTHER_GAME, 1, CHAIN.link(1), 10**6, 4)
    assert drawn != places(GAME, 2, CHAIN.link(1), 10**6, 4)
    assert drawn != places(GAME, 1, CHAIN.link(2), 10**6, 4)


def test_a_draw_is_checked_and_gives_its_places() -> None:
    one, two = CHAIN.link(1), CHAIN.link(2)
    assert verify_draw(PUBLIC_KEY, GAME, 2, two, one, 55, 3) == places(GAME, 2, two, 55, 3)
    with pytest.raises(ProofError) as refusal:
        verify_draw(PUBLIC_KEY, GAME, 2, one, one, 55, 3)
    assert refusal.value.check is Check.LINK


def test_every_place_is_as_likely() -> None:
    # 6,000 links, 6 places: with 5 degrees of freedom chi squared exceeds 25.7 once in ten thousand.
    counts = Counter(places(GAME, number, sha256(b"%d" % number).digest(), 6, 1)[0] for number in range(6000))
    assert sum((counts[place] - 1000) ** 2 / 1000 for place in range(6)) < 25.7


def test_words_of_the_incomplete_stretch_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**32 - 1, 2**32 - 2, 3 * 2**30, 5])
    monkeypatch.setattr("protocol.proofs.chain.words_from", lambda key, prefix: words)
    # Of a size of 3 * 2**30 all words from there on are passed over, for the first would come twice as often.
    assert places(GAME, 1, bytes(32), 3 * 2**30, 1) == (5,)


@pytest.mark.parametrize(("size", "count"), [(3, 4), (2, -1), (2**32, 1)])
def test_draws_that_make_no_sense(size: int, count: int) -> None:
    with pytest.raises(ValueError, match="Cannot draw"):
        places(GAME, 1, bytes(32), size, count)


def test_a_link_is_the_documented_hash() -> None:
    said = b"\0\0\0\x10fairtable/2 link" + b"\0\0\0\x20" + PUBLIC_KEY
    said += b"\0\0\0\x06number" + b"\0\0\0\x08" + bytes(7) + b"\x05"
    said += b"\0\0\0\x04link" + b"\0\0\0\x20" + bytes(32)
    assert link_before(PUBLIC_KEY, 5, bytes(32)) == sha256(said).digest()
