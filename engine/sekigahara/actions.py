"""What the players may do, as small values, and their plain form for the wire and for texts.

An action holds public facts only: serial numbers of pieces, locations, yes and no. The faces that an action shows
travel beside it (`Sekigahara.to_show`). Whether an action is legal is the business of the chapters' modules.

Pieces named together are always in the order of their serial numbers, however they were given: a player's program that
lists its blocks strongest first must not tell the opponent so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

from engine.hidden import MalformedAction, Piece, Pool, Seat
from engine.sekigahara.board import PLACES, Place


@dataclass(frozen=True, slots=True)
class Discard:
    """Half the hand, thrown away in secret at the start of a week (6.2, R5)."""

    cards: tuple[Piece, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Bid:
    """The card bid for turn order, None with an empty hand (6.3, R6)."""

    card: Piece | None


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """The winner of the bid names the first player of the week (6.3, R8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pay:
    """The movement bought, `none`, `minimal`, `limited` or `total`, and the cards discarded for it (7.1, R9).

    With `none` the cards are those to be replaced, any number.
    """

    movement: str
    cards: tuple[Piece, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class March:
    """`blocks`, standing together, go along `stops` (7.3, R10).

    Blocks that have not moved yet start a new stack's move, or a branch of the move in progress when they stand at its
    origin; blocks that have marched in the move in progress go on. `claim` says "a leader is at the origin" (R13);
    `forced` is the card discarded for a forced march (R12).
    """

    blocks: tuple[Piece, ...]
    stops: tuple[Place, ...]
    claim: bool
    forced: Piece | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


@dataclass(frozen=True, slots=True)
class Muster:
    """Blocks from the recruitment box to `place`: of one daimyo and shown (option A), or one unseen (B) (7.2)."""

    blocks: tuple[Piece, ...]
    place: Place
    shown: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


@dataclass(frozen=True, slots=True)
class CallMori:
    """A card discarded brings `block` from the Mōri box to Osaka (9.3)."""

    card: Piece
    block: Piece


@dataclass(frozen=True, slots=True)
class EndMovement:
    """The movement phase is over."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The blocks that an overrun destroys are shown by their owner (7.4.2, R15). There is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Declare:
    """The active player declares combat at `place` (8.1, R19)."""

    place: Place


@dataclass(frozen=True, slots=True)
class Position:
    """The castle's holder fights inside (a siege, or nothing) or outside (a battle) (8.9.2)."""

    inside: bool


@dataclass(frozen=True, slots=True)
class Deploy:
    """One block, or two by a double card, deployed with `card`; a leader may do without (8.2.3, 8.2.4, 8.4.2)."""

    card: Piece | None
    blocks: tuple[Piece, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


@dataclass(frozen=True, slots=True)
class Finish:
    """This side deploys no more in this combat (8.5)."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A Loyalty Challenge card against the deployment just made, or None to let it stand (8.6.1)."""

    card: Piece | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A card shown from the hand that proves the challenged blocks loyal, or None: they change sides (8.6.1, R23)."""

    card: Piece | None


@dataclass(frozen=True, slots=True)
class Lose:
    """The blocks lost in a battle (8.7.2, R25)."""

    blocks: tuple[Piece, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


@dataclass(frozen=True, slots=True)
class LoseInSiege:
    """The blocks lost in a siege, and whether the disk is lost too (8.9.4, R28)."""

    blocks: tuple[Piece, ...]
    disk: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


@dataclass(frozen=True, slots=True)
class Retreat:
    """After a lost battle: `staying` blocks go into the castle, the others to `place`, None if none are left (8.8)."""

    staying: tuple[Piece, ...]
    place: Place | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "staying", tuple(sorted(self.staying)))


Action: TypeAlias = (
    Discard
    | Bid
    | ChooseFirst
    | Pay
    | March
    | Muster
    | CallMori
    | EndMovement
    | Reveal
    | Declare
    | Position
    | Deploy
    | Finish
    | Challenge
    | Answer
    | Lose
    | LoseInSiege
    | Retreat
)

ACTION_TYPES: Final[dict[str, type]] = {kind.__name__: kind for kind in Action.__args__}

LARGEST_PIECE: Final = 2**31 - 1


def _number(value: object, low: int, high: int, what: str) -> int:
    # bool is an int to Python, but not to us: True must not pass for piece 1.
    if type(value) is not int or not low <= value <= high:
        raise MalformedAction(f"{what} must be a whole number from {low} to {high}, got {value!r:.40}")
    return value


def _piece(value: object) -> Piece:
    return Piece(_number(value, 0, LARGEST_PIECE, "a piece"))


def _place(value: object) -> Place:
    return Pool(_number(value, 0, len(PLACES) - 1, "a location"))


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise MalformedAction(f"expected true or false, got {value!r:.40}")
    return value


def _text(value: object) -> str:
    if type(value) is not str or len(value) > 20:
        raise MalformedAction(f"expected a short word, got {value!r:.40}")
    return value


def _many(item: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > 60:
            raise MalformedAction(f"expected a list of at most 60, got {value!r:.40}")
        return tuple(item(element) for element in value)

    return read


def _optional(item: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else item(value)


_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "Piece | None": _optional(_piece),
    "Piece": _piece,
    "tuple[Piece, ...]": _many(_piece),
    "Place": _place,
    "Place | None": _optional(_place),
    "tuple[Place, ...]": _many(_place),
    "Seat": lambda value: Seat(_number(value, 0, 1, "a seat")),
    "bool": _flag,
    "str": _text,
}

_FIELDS: Final[dict[type, tuple[tuple[str, Callable[[object], Any]], ...]]] = {
    kind: tuple((field.name, _READERS[str(field.type)]) for field in fields(kind)) for kind in ACTION_TYPES.values()
}


def pack_action(action: Action) -> list[Any]:
    """`action` as a list: its name, then its fields in order, tuples as lists."""
    kind = type(action)
    values = (getattr(action, name) for name, _ in _FIELDS[kind])
    return [kind.__name__, *(list(value) if isinstance(value, tuple) else value for value in values)]


def unpack_action(plain: object) -> Action:
    """The action described by the output of `pack_action`. Raises MalformedAction for anything else."""
    if not isinstance(plain, list) or not plain or not isinstance(plain[0], str):
        raise MalformedAction(f"an action is a list that starts with its name, got {plain!r:.60}")
    kind = ACTION_TYPES.get(plain[0])
    if kind is None:
        raise MalformedAction(f"there is no action called {plain[0]!r:.40}")
    readers = _FIELDS[kind]
    if len(plain) != len(readers) + 1:
        raise MalformedAction(f"{plain[0]} takes {len(readers)} values, got {len(plain) - 1}")
    action: Action = kind(*(read(value) for (_, read), value in zip(readers, plain[1:], strict=True)))
    return action
