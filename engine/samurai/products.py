"""All pairs of two sequences as a lazy sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from engine.lazy import Item, LazySequence

First = TypeVar("First")
Second = TypeVar("Second")


class Product(LazySequence[Item], Generic[First, Second, Item]):
    """What `make` makes of every pair, the pairs of the first of `firsts` first."""

    def __init__(
        self, firsts: Sequence[First], seconds: Sequence[Second], make: Callable[[First, Second], Item]
    ) -> None:
        self._firsts = firsts
        self._seconds = seconds
        self._make = make

    def __len__(self) -> int:
        return len(self._firsts) * len(self._seconds)

    def at(self, place: int) -> Item:
        """See `LazySequence.at`."""
        first, second = divmod(place, len(self._seconds))
        return self._make(self._firsts[first], self._seconds[second])
