"""The two games as a verifier of records asks for them, by the strangers of docs/position.md and samurai-position.md.

These carry out choices and judge none: whether a choice is allowed is the rulebook's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tests.engine.samurai import stranger as samurai
from tests.engine.sekigahara import stranger as sekigahara
from tests.strangers.ristretto import Refused


@dataclass(frozen=True)
class Mix:
    owner: int
    pools: list[list[int]]
    """The pieces of each, in order."""


@dataclass(frozen=True)
class Draw:
    owner: int
    size: int
    count: int


@dataclass(frozen=True)
class Decision:
    seat: int


@dataclass(frozen=True)
class Sealed:
    pass


@dataclass(frozen=True)
class Over:
    winner: int | None


Waiting = Mix | Draw | Decision | Sealed | Over
Claim = tuple[list[int], list[int]]
"""Pieces and faces: one of the pieces has one of the faces."""


class Position(Protocol):
    """What both games' strangers have."""

    pools: list[list[list[int]]]
    shown: dict[int, int]
    next: int
    agenda: list[tuple[Any, ...]]

    def mixed(self) -> None: ...
    def drawn(self, places: list[int], /) -> None: ...
    def acted(self, seat: int, action: list[Any], shown: dict[int, int], /) -> None: ...
    def text(self) -> str: ...


class Game(Protocol):
    """A game as it goes on."""

    @property
    def sides(self) -> Sequence[str]: ...
    @property
    def faces(self) -> int: ...
    @property
    def rules_data(self) -> bytes: ...
    @property
    def position(self) -> Position: ...

    def waiting(self) -> Waiting: ...
    def shows(self, seat: int, action: list[Any]) -> list[int]: ...
    def claims(self, seat: int, action: list[Any]) -> list[Claim]: ...
    def fits(self, seat: int, piece: int, face: int) -> bool: ...
    def both(self, actions: list[list[Any]], shown: dict[int, int]) -> None: ...


def where(position: Position, seat: int, piece: int) -> int:
    """The pool in which a piece of the seat lies."""
    for pool, pieces in enumerate(position.pools[seat]):
        if piece in pieces:
            return pool
    raise Refused("action", f"piece {piece} is not one of the seat's")


def request(position: Position) -> Waiting | None:
    """What any of the two waits for, if it is a request to the table."""
    match position.agenda[-1]:
        case ("mix", owner, pools):
            return Mix(owner, [list(position.pools[owner][pool]) for pool in pools])
        case ("draw", owner, source, _, count):
            return Draw(owner, len(position.pools[owner][source]), count)
        case _:
            return None


class Sekigahara:
    sides = sekigahara.SIDES
    faces = len(sekigahara.FACES)
    rules_data = sekigahara.RULES_DATA.encode()
    leaders = tuple(
        [number for number, face in enumerate(sekigahara.FACES) if face.leader and face.side == seat] for seat in (0, 1)
    )

    def __init__(self, settings: Mapping[str, str]) -> None:
        if settings:
            raise Refused("offer", "no variant is known here")
        self.position = sekigahara.Stranger()

    def waiting(self) -> Waiting:
        if self.position.result is not None:
            return Over(self.position.result[0])
        found = request(self.position)
        if found is not None:
            return found
        question = self.position.agenda[-1]
        return Decision(question[1]) if len(question) > 1 else Sealed()

    def shows(self, seat: int, action: list[Any]) -> list[int]:
        match action:
            case ["discard", cards]:
                named = cards
            case ["bid", card]:
                named = [] if card is None else [card]
            case _:
                named = self.position.named(self.position.agenda[-1], action)
        return [piece for piece in named if piece not in self.position.shown]

    def claims(self, seat: int, action: list[Any]) -> list[Claim]:
        match action:
            case ["march", [first, *_], _, True, _]:
                move, start = self.position.move, where(self.position, seat, first)
                on_the_move = any(first in group["blocks"] for group in self.position.groups)
                if move is not None and (on_the_move or move["origin"] == start):
                    return [(list(move["present"]), self.leaders[seat])]
                return [(list(self.position.pools[seat][start]), self.leaders[seat])]
            case _:
                return []

    def fits(self, seat: int, piece: int, face: int) -> bool:
        told = sekigahara.FACES[face]
        cards = (sekigahara.DECK, sekigahara.HAND, sekigahara.DISCARD, sekigahara.PLAYED)
        return told.side == seat and told.card == (where(self.position, seat, piece) in cards)

    def both(self, actions: list[list[Any]], shown: dict[int, int]) -> None:
        self.position.both(actions, shown)


class Samurai:
    sides = samurai.SEATS
    faces = len(samurai.FACES)

    def __init__(self, settings: Mapping[str, str]) -> None:
        if sorted(settings) != ["setup", "tiles"]:
            raise Refused("offer", "Samurai has the options setup and tiles")
        self.rules_data = samurai.rules_data(settings["setup"], settings["tiles"])
        self.position = samurai.Stranger(settings["setup"], settings["tiles"])

    def waiting(self) -> Waiting:
        if self.position.result is not None:
            winner = self.position.result[0]
            return Over(None if winner == "-" else self.sides.index(winner))
        found = request(self.position)
        if found is not None:
            return found
        question = self.position.agenda[-1]
        return Decision(question[1]) if len(question) > 1 else Sealed()

    def shows(self, seat: int, action: list[Any]) -> list[int]:
        match action:
            case ["turn-up-figures"]:
                named = self.position.pools[1][samurai.DRAWN]
            case ["place-tile" | "exchange-tile" | "exchange-figures", tile, *_]:
                named = [tile]
            case _:
                named = []
        return [piece for piece in named if piece not in self.position.shown]

    def claims(self, seat: int, action: list[Any]) -> list[Claim]:
        if action != ["pass"]:
            return []
        faces = self.position.unplayable(seat)
        return [([piece], faces) for piece in self.position.pools[seat][samurai.HAND]]

    def fits(self, seat: int, piece: int, face: int) -> bool:
        figure = where(self.position, seat, piece) in (samurai.BAG, samurai.DRAWN)
        return (face >= len(samurai.TILES)) == figure

    def both(self, actions: list[list[Any]], shown: dict[int, int]) -> None:
        self.position.shown.update(shown)
        self.position.both(actions)


GAMES: dict[str, Callable[[Mapping[str, str]], Game]] = {"sekigahara": Sekigahara, "samurai": Samurai}
