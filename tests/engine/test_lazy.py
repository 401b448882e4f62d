"""Lazy sequences are what the lists would be that they stand for, and make no element that nobody asked for."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lazy import Concatenated, LazySequence, Subsets

elements = st.lists(st.integers(0, 50), max_size=8).map(tuple)
slices = st.slices(12)


class Squares(LazySequence[int]):
    """The squares of 0, 1, 2..., noting what was asked for."""

    def __init__(self, count: int) -> None:
        self.size = count
        self.asked: list[int] = []

    def __len__(self) -> int:
        return self.size

    def at(self, place: int) -> int:
        """See `LazySequence.at`."""
        self.asked.append(place)
        return place * place


@given(st.integers(0, 9), st.integers(-12, 12), slices)
def test_a_lazy_sequence_is_asked_like_a_list(count: int, index: int, part: slice) -> None:
    lazy, written = Squares(count), [number * number for number in range(count)]
    assert list(lazy) == written
    assert list(reversed(lazy)) == written[::-1]
    assert lazy[part] == written[part]
    assert bool(lazy) == bool(written)
    if -count <= index < count:
        assert lazy[index] == written[index]
    else:
        with pytest.raises(IndexError):
            lazy[index]


def test_only_what_is_asked_for_is_made() -> None:
    lazy = Squares(10**9)
    assert len(lazy) == 10**9
    assert lazy[7] == 49
    assert lazy[-1] == (10**9 - 1) ** 2
    assert lazy[3:5] == [9, 16]
    assert lazy.asked == [7, 10**9 - 1, 3, 4]


@given(elements, st.integers(0, 9))
def test_subsets_are_the_combinations_in_order(of: tuple[int, ...], size: int) -> None:
    lazy = Subsets(of, size, lambda chosen: chosen)
    assert len(lazy) == comb(len(of), size)
    assert list(lazy) == list(combinations(of, size))


def test_subsets_too_many_to_write_out_are_counted_and_drawn_from() -> None:
    lazy = Subsets(tuple(range(60)), 30, lambda chosen: chosen)
    assert len(lazy) == comb(60, 30)
    assert lazy[0] == tuple(range(30))
    assert lazy[-1] == tuple(range(30, 60))
    assert len(set(lazy[comb(60, 30) // 3])) == 30


def test_subsets_are_made_into_what_is_asked() -> None:
    assert list(Subsets(("a", "b", "c"), 2, "".join)) == ["ab", "ac", "bc"]


@given(st.lists(elements, max_size=5), st.integers(-50, 50), st.slices(40))
def test_sequences_one_after_the_other_are_one(parts: list[tuple[int, ...]], index: int, part: slice) -> None:
    lazy: Concatenated[int] = Concatenated(parts)
    written = [element for elements in parts for element in elements]
    assert list(lazy) == written
    assert len(lazy) == len(written)
    assert bool(lazy) == bool(written)
    assert lazy[part] == written[part]
    assert lazy.parts == tuple(elements for elements in parts if elements)
    if -len(written) <= index < len(written):
        assert lazy[index] == written[index]
    else:
        with pytest.raises(IndexError):
            lazy[index]


def test_sequences_one_after_the_other_are_not_copied() -> None:
    one, two = Squares(10**9), Squares(10**9)
    both = Concatenated([one, Squares(0), two])
    assert len(both) == 2 * 10**9
    assert both.parts == (one, two)
    assert both[10**9 + 3] == 9
    assert one.asked == []
    assert two.asked == [3]
