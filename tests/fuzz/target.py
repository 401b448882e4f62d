"""What a target of the fuzzer is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Target:
    """One kind of input.

    `seeds` gives inputs made from real games. `attempt` hands an input to the program, and says whether it was taken;
    it raises for anything but a taking or the refusal that the program documents. `most` is the bytes of the longest
    input worth trying. `worst` gives inputs that are meant to take as much time and memory as there is to be had.
    `mutate`, where there is one, makes another input of one: a well-formed one, which changing bytes seldom comes to.
    """

    seeds: Callable[[], Iterable[bytes]]
    attempt: Callable[[bytes], bool]
    most: int
    worst: Callable[[], Iterable[bytes]] = tuple
    mutate: Callable[[bytes, Random], bytes] | None = None


def number_and_rest(data: bytes, size: int = 1) -> tuple[int, bytes]:
    """The first `size` bytes as a number, 0 if there are fewer, and what follows."""
    return int.from_bytes(data[:size], "big"), data[size:]
