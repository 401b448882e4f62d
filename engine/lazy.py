"""Sequences that know how many elements they have and make each only when it is asked for."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")
Element = TypeVar("Element")


class LazySequence(Sequence[Item]):
    """A sequence that is told by its length and by `at`."""

    @abstractmethod
    def at(self, place: int) -> Item:
        """The element at `place`, 0 <= place < len."""

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return [self.at(place) for place in range(len(self))[index]]
        length = len(self)
        if index < 0:
            index += length
        if not 0 <= index < length:
            raise IndexError(index)
        return self.at(index)


class Each(LazySequence[Item], Generic[Element, Item]):
    """What `make` makes of each of `elements`."""

    def __init__(self, elements: Sequence[Element], make: Callable[[Element], Item]) -> None:
        self._elements = elements
        self._make = make

    def __bool__(self) -> bool:
        return bool(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def at(self, place: int) -> Item:
        """See `LazySequence.at`."""
        return self._make(self._elements[place])

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, self._elements)


class Subsets(LazySequence[Item], Generic[Element, Item]):
    """What `make` makes of every way to choose `size` of `elements`, in lexicographic order."""

    def __init__(self, elements: tuple[Element, ...], size: int, make: Callable[[tuple[Element, ...]], Item]) -> None:
        self._elements = elements
        self._size = size
        self._make = make

    def __bool__(self) -> bool:
        return self._size <= len(self._elements)

    def __len__(self) -> int:
        return comb(len(self._elements), self._size)

    def at(self, place: int) -> Item:
        """See `LazySequence.at`."""
        chosen = []
        left = self._size
        for number, element in enumerate(self._elements, start=1):
            if left == 0:
                break
            with_element = comb(len(self._elements) - number, left - 1)
            if place < with_element:
                chosen.append(element)
                left -= 1
            else:
                place -= with_element
        return self._make(tuple(chosen))


class EverySubset(LazySequence[Item], Generic[Element, Item]):
    """What `make` makes of every way to choose any number of `elements`, the smallest choices first."""

    def __init__(self, elements: tuple[Element, ...], make: Callable[[tuple[Element, ...]], Item]) -> None:
        self._elements = elements
        self._make = make

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return 1 << len(self._elements)

    def at(self, place: int) -> Item:
        """See `LazySequence.at`."""
        for size in range(len(self._elements) + 1):
            count = comb(len(self._elements), size)
            if place < count:
                return Subsets(self._elements, size, self._make).at(place)
            place -= count
        raise IndexError(place)


class Concatenated(LazySequence[Item]):
    """Several sequences one after the other, none of them copied; empty ones are left out of `parts`."""

    def __init__(self, parts: Iterable[Sequence[Item]]) -> None:
        self.parts: tuple[Sequence[Item], ...] = tuple([part for part in parts if part])

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(map(len, self.parts))]

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __len__(self) -> int:
        return self._starts[-1]

    def at(self, place: int) -> Item:
        """See `LazySequence.at`."""
        part = bisect_right(self._starts, place) - 1
        return self.parts[part][place - self._starts[part]]

    def __iter__(self) -> Iterator[Item]:
        for part in self.parts:
            yield from part
