"""Positions of any game, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.hidden import SEATS, Face, Piece
from tests.fuzz.games import moments
from tests.fuzz.target import Target

MOST = 20_000


def target_of(
    kind: str,
    read: Callable[[str], tuple[Any, dict[Piece, Face]]],
    text_of: Callable[[Any, Mapping[Piece, Face]], str],
    refusal: type[Exception],
) -> Target:
    """The target for the positions of a game. `text_of` is given a state and the faces that are not public."""

    def seeds() -> Iterable[bytes]:
        for number, moment in enumerate(moments(kind)[::23]):
            yield text_of(moment.state, moment.faces if number % 2 else {}).encode()

    def attempt(data: bytes) -> bool:
        try:
            state, private = read(data.decode("utf-8", "surrogateescape"))
        except refusal as problem:
            assert str(problem)
            return False
        assert text_of(state, private).encode() == data
        return True

    def worst() -> Iterable[bytes]:
        whole = text_of(moments(kind)[60].state, moments(kind)[60].faces)
        lines = whole.splitlines()
        yield whole.encode()
        for line in lines[1:]:
            name, _, rest = line.partition(" ")
            yield "\n".join([lines[0], *[line] * (MOST // len(line)), ""]).encode()
            yield "\n".join([lines[0], f"{name} {rest} {'9' * MOST}", ""]).encode()
            yield "\n".join([lines[0], line + ",1" * (MOST // 2), ""]).encode()
            yield "\n".join([lines[0], f"{name} " + "a=b " * (MOST // 4), ""]).encode()

    return Target(seeds, attempt, MOST, worst)


def owners_of(state: Any, private: Mapping[Piece, Face]) -> list[Any]:
    """The seats some of whose pieces are told."""
    return [seat for seat in SEATS if any(piece in private for pool in state.pools[seat] for piece in pool)]
