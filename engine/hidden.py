"""What a game with hidden pieces asks of the table it is played on, and what the table tells it. Names no game.

Two seats sit at a table. Each owns pieces; a piece lies in one of its owner's *pools* (a deck, a hand, a stack on a
map), and has a *face* that the game's public state knows only while the piece is shown. The public state names a piece
by a serial number that says nothing about its face. Both peers hold the same public state; each knows besides the faces
of its own pieces.

A game is a state machine over public facts. At every moment `Game.waiting` says what it waits for:

=============  =========================================================  =====================================
waiting for    meaning                                                    answered by the event
=============  =========================================================  =====================================
`Decision`     one seat chooses an action                                 `Acted`
`Sealed`       both seats choose at once, neither seeing the other        `BothActed`
`Draw`         pieces go from a pool to another, by chance                `Drawn`
`Mix`          pieces of a pool get new serial numbers in secret order    `Mixed`
`Over`         nothing: the game has ended                                (none)
=============  =========================================================  =====================================

An action may oblige its seat to *show* pieces (`Game.to_show`), and may rest on a *claim* about hidden faces
(`Game.claims`) which the other seat can check only once all faces are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NewType, Protocol, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""One of the two players: 0 or 1."""

Piece = NewType("Piece", int)
"""Public serial number of a piece. Given once, never given again; says nothing about the face."""

Face = NewType("Face", int)
"""What a piece is: an index into the game's own list of faces."""

Pool = NewType("Pool", int)
"""A place where pieces lie. Both seats number their pools alike."""

SEATS: Final[tuple[Seat, Seat]] = (Seat(0), Seat(1))


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return Seat(1 - seat)


class IllegalAction(Exception):
    """An event that the rules refuse; the state is as it was.

    `rule` is the rulebook's number (`7.3.2`) or the ruling's (`R12`); `problem` says what is wrong in one sentence and
    names no hidden face of either seat.
    """

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(f"{problem} [{rule}]")
        self.rule = rule
        self.problem = problem


class MalformedAction(Exception):
    """Plain data that is not an action of the game at all (as opposed to an action that the rules refuse)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """`seat` must choose an action of `kind`."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """Both seats choose an action of `kind` without seeing the other's choice."""

    kind: str


@dataclass(frozen=True, slots=True)
class Draw:
    """`count` pieces (at least 1, at most what `source` holds) go from `source` to the end of `target`, by chance."""

    owner: Seat
    source: Pool
    target: Pool
    count: int


@dataclass(frozen=True, slots=True)
class Mix:
    """The pieces of each of `pools` are hidden and get new serial numbers in an order that only `owner` knows."""

    owner: Seat
    pools: tuple[Pool, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; `winner` has won because of `reason`, a short public sentence."""

    winner: Seat
    reason: str


Waiting: TypeAlias = Decision | Sealed | Draw | Mix | Over


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of `seat` about the faces of `pieces`, which `Game.holds` decides once the faces are known.

    `rule` is cited when the claim proves false.
    """

    seat: Seat
    pieces: tuple[Piece, ...]
    statement: str
    rule: str


Action = TypeVar("Action")
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Acted:
    """`seat` took `action`, showing exactly the pieces that `Game.to_show` names."""

    seat: Seat
    action: Any
    shown: Mapping[Piece, Face]


@dataclass(frozen=True, slots=True)
class BothActed:
    """Both seats' sealed actions, seat 0's first, with the faces of all the pieces that either shows."""

    actions: tuple[Any, Any]
    shown: Mapping[Piece, Face]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The places drawn from, one a piece, each counted (from 0) in the pool as the draws before it left it."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mixed:
    """The mix asked for has been done. The new serial numbers follow from the state alone."""


Event: TypeAlias = Acted | BothActed | Drawn | Mixed


class Game(Protocol[State, Action]):
    """The rules of one game, as a table needs them. Every method but `apply` leaves the state as it is."""

    name: str

    def rules_data(self) -> bytes:
        """Canonical bytes of the game's name, rules version and component data; peers compare their digest."""

    def face_count(self) -> int:
        """How many faces there are: a face is 0 <= face < face_count()."""

    def start(self) -> State:
        """A new state: all pieces in their first pools with faces public, before anything has been mixed."""

    def copy(self, state: State) -> State:
        """An independent copy of `state`."""

    def waiting(self, state: State) -> Waiting:
        """What `state` waits for."""

    def pool(self, state: State, owner: Seat, pool: Pool) -> tuple[Piece, ...]:
        """The pieces of one pool in their public order."""

    def public_faces(self, state: State) -> Mapping[Piece, Face]:
        """The faces that both seats see now."""

    def to_show(self, state: State, seat: Seat, action: Action) -> tuple[Piece, ...]:
        """The pieces of `seat`, hidden until now, that `action` obliges it to show, in a fixed order.

        Raises IllegalAction if the action makes so little sense that the question has no answer. Of a sealed action it
        is the whole check, but for what the shown faces decide: a table asks it before it seals or accepts one.
        """

    def claims(self, state: State, seat: Seat, action: Action) -> tuple[Claim, ...]:
        """The claims about hidden faces on which `action` rests, asked before the action is applied.

        Raises IllegalAction as `to_show` does.
        """

    def holds(self, statement: str, faces: Sequence[Face]) -> bool:
        """Whether a claim's statement is true of pieces with these faces."""

    def apply(self, state: State, event: Event) -> None:
        """Check `event` and perform it on `state`. Raises IllegalAction, and changes nothing then."""

    def canonical(self, state: State) -> bytes:
        """The one canonical encoding of a public state: equal states, equal bytes. UTF-8 text, a fact a line."""

    def pack_action(self, action: Action) -> list[Any]:
        """`action` as plain data: a list of str, int, bool, None and lists of them."""

    def unpack_action(self, plain: object) -> Action:
        """The action that `plain` (the output of `pack_action`, from anywhere) describes. Raises MalformedAction."""


class Chance(Protocol):
    """Where a table's chance comes from. Numbers count up from 0, separately for each owner."""

    def position(self, owner: Seat, number: int, size: int) -> int:
        """The place, 0 <= place < size, that the `number`th piece ever drawn by `owner` is taken from."""

    def order(self, owner: Seat, number: int, size: int) -> Sequence[int]:
        """The order of the `number`th pool ever mixed by `owner`: new place i holds what lay at old place order[i]."""


def check_claims(game: Game[State, Action], claims: Iterable[Claim], faces: Mapping[Piece, Face]) -> None:
    """Raise IllegalAction unless each claim holds of its pieces, whose faces must all be in `faces`."""
    for claim in claims:
        if not game.holds(claim.statement, [faces[piece] for piece in claim.pieces]):
            raise IllegalAction(claim.rule, f"The claim is false: {claim.statement}")


def showing(
    game: Game[State, Action], state: State, seat: Seat, action: Action, faces: Mapping[Piece, Face]
) -> dict[Piece, Face]:
    """The faces that `action` shows, after checking that its claims are true. `faces` holds all of the seat's own.

    Raises IllegalAction as `Game.to_show` and `check_claims` do.
    """
    shown = {piece: faces[piece] for piece in game.to_show(state, seat, action)}
    check_claims(game, game.claims(state, seat, action), faces)
    return shown
