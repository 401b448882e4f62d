"""What a game with hidden pieces asks of the table it is played on, and what the table tells it. Names no game.

Two seats sit at a table. Each owns pieces; a piece lies in one of its owner's *pools* (a deck, a hand, a stack on a
map), and has a *face* that the game's public state knows only while the piece is shown. The public state names a piece
by a serial number that says nothing about its face. Both peers hold the same public state; each knows besides the faces
of its own pieces.

A game is a state machine over public facts. At every moment `Game.waiting` says what it waits for:

=============  =========================================================  =====================================
waiting for    meaning                                                    answered by the event
=============  =========================================================  =====================================
`Decision`     one seat answers a question                                `Acted`
`Sealed`       both seats answer one at once, neither seeing the other's  `BothActed`
`Draw`         pieces go from a pool to another, by chance                `Drawn`
`Mix`          pieces of a pool get new serial numbers in secret order    `Mixed`
`Over`         nothing: the game has ended                                (none)
=============  =========================================================  =====================================

An action may oblige its seat to *show* pieces (`Game.to_show`), and may rest on a *claim* about hidden faces
(`Game.claims`). What one seat may see of it all is its `View`, made by `view_of` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NewType, Protocol, TypeAlias, TypeVar

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
    return SEATS[1 - seat]


class IllegalAction(Exception):
    """An event that the rules refuse; the state is as it was.

    `rule` is how the game cites its rules, a number of its rulebook. `problem` is one sentence with the names of
    `facts` in braces, by which a catalogue of translations finds it; it names no hidden face of either seat. Facts are
    numbers, and keys of the game's own things (a location, a side), for whoever tells the player to put into words.
    """

    def __init__(self, rule: str, problem: str, **facts: object) -> None:
        super().__init__(rule, problem, facts)
        self.rule = rule
        self.problem = problem
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        return f"{self.problem.format(**self.facts)} [{self.rule}]"


class MalformedAction(Exception):
    """Plain data that is not an action of the game at all (as opposed to an action that the rules refuse)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """`seat` must answer `question`, a record of the game's own.

    With an `even_default`, how long the answer takes could tell what the seat holds: a client lets every answer go out
    at one set time, and this one then if the player has given none. With `commits` each answer is given for good, one
    by one, even where it could wait for the next (see `planned`).
    """

    seat: Seat
    question: Any
    even_default: Any | None = None
    commits: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """Both seats answer `question` without seeing the other's answer."""

    question: Any


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
    """The game has ended; `winner` has won because of `reason`, a record of the game's own that holds facts alone.

    `winner` is None if the victory is shared.
    """

    winner: Seat | None
    reason: Any


Waiting: TypeAlias = Decision | Sealed | Draw | Mix | Over


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of `seat`: at least one of its `pieces` has one of these `faces`. "All of them have" is a claim each.

    `rule` is cited when the claim proves false.
    """

    seat: Seat
    pieces: tuple[Piece, ...]
    faces: tuple[Face, ...]
    rule: str

    def holds(self, known: Mapping[Piece, Face]) -> bool:
        """Whether the claim is true, when `known` has the faces of all its pieces."""
        return any(known[piece] in self.faces for piece in self.pieces)


Action = TypeVar("Action")
Action_co = TypeVar("Action_co", covariant=True)
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


@dataclass(frozen=True, slots=True)
class View(Generic[State]):
    """All that `seat` may see: the public state, not to be changed, and `faces`, which a player may know by looking.

    `faces` holds the public ones and those of the seat's own pieces where the rules let their owner look.
    """

    state: State
    seat: Seat
    faces: Mapping[Piece, Face]


class Options(Protocol[Action_co]):
    """The legal actions of one view, made only when they are asked for.

    `action in options` asks the rules, so it is true of legal actions that are not listed one by one.
    """

    @property
    def parts(self) -> tuple[Sequence[Action_co], ...]:
        """The actions in groups of a kind, groups without any left out."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Action_co: ...

    def __iter__(self) -> Iterator[Action_co]: ...

    def __contains__(self, action: object, /) -> bool: ...


class Game(Protocol[State, Action]):
    """The rules of one game, as a table needs them. Every method but `apply` leaves the state as it is."""

    @property
    def name(self) -> str:
        """What the game is called, in lower case."""

    @property
    def seats(self) -> tuple[str, str]:
        """What its two seats are called, in lower case."""

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """What was chosen of the game's options, as (option, choice), sorted."""

    def rules_data(self) -> bytes:
        """Canonical bytes of the game's name, rules version and all values that rules depend on: peers compare them."""

    def face_count(self) -> int:
        """How many faces there are: a face is 0 <= face < face_count()."""

    def start(self) -> State:
        """A new state: all pieces in their first pools with faces public, before anything has been mixed."""

    def copy(self, state: State) -> State:
        """An independent copy of `state`."""

    def waiting(self, state: State) -> Waiting:
        """What `state` waits for."""

    def pool_count(self) -> int:
        """How many pools each seat has: a pool is 0 <= pool < pool_count()."""

    def pool(self, state: State, owner: Seat, pool: Pool) -> tuple[Piece, ...]:
        """The pieces of one pool in their public order."""

    def may_look(self, owner: Seat, pool: Pool) -> bool:
        """Whether `owner` may look at its own hidden pieces in `pool`. Nobody may at the opponent's."""

    def public_faces(self, state: State) -> Mapping[Piece, Face]:
        """The faces that both seats see now."""

    def face_fits(self, state: State, owner: Seat, piece: Piece, face: Face) -> bool:
        """Whether `piece`, which lies in a pool of `owner`, can have `face` at all: its side's, and of its kind."""

    def to_show(self, state: State, seat: Seat, action: Action) -> tuple[Piece, ...]:
        """The pieces, hidden until now, that `action` obliges `seat` to show, in a fixed order; nothing is checked."""

    def claims(self, state: State, seat: Seat, action: Action) -> tuple[Claim, ...]:
        """The claims about hidden faces on which `action` rests, asked before the action is applied.

        Raises IllegalAction if the action makes so little sense that the question has no answer.
        """

    def check(self, state: State, seat: Seat, action: Action, shown: Mapping[Piece, Face]) -> None:
        """Raise IllegalAction unless `action`, showing these faces, answers what `state` asks of `seat`.

        It is the whole check: what passes can be applied. Of a sealed action it judges one seat's alone, so that two
        actions which pass it can be applied together: nobody can be at fault jointly.
        """

    def apply(self, state: State, event: Event) -> None:
        """Check `event` and perform it on `state`. Raises IllegalAction, and changes nothing then."""

    def options(self, view: View[State]) -> Options[Action]:
        """What the view's seat may do now; empty if it owes no decision."""

    def canonical(self, state: State) -> bytes:
        """The one canonical encoding of a public state: equal states, equal bytes. UTF-8 text, a fact a line."""

    def pack_action(self, action: Action) -> list[Any]:
        """`action` as plain data: a list of str, int, bool, None and lists of them."""

    def unpack_action(self, plain: object) -> Action:
        """The action that `plain` (the output of `pack_action`, from anywhere) describes. Raises MalformedAction."""


class Bot(Protocol[State, Action_co]):
    """A player that needs no person. It sees what its seat may see, and nothing else."""

    def choose(self, view: View[State]) -> Action_co:
        """A legal action for the decision that the view's seat owes now."""


class Chance(Protocol):
    """Where a table's chance comes from. Numbers count up from 0, separately for each owner."""

    def position(self, owner: Seat, number: int, size: int) -> int:
        """The place, 0 <= place < size, that the `number`th piece ever drawn by `owner` is taken from."""

    def order(self, owner: Seat, number: int, size: int) -> Sequence[int]:
        """The order of the `number`th pool ever mixed by `owner`: new place i holds what lay at old place order[i]."""


def view_of(game: Game[State, Action], state: State, seat: Seat, faces: Mapping[Piece, Face]) -> View[State]:
    """What `seat` may see of `state`. Of `faces`, which may hold any, only those that it may know are taken over."""
    seen: dict[Piece, Face] = {}
    for number in range(game.pool_count()):
        pool = Pool(number)
        if game.may_look(seat, pool):
            seen.update({piece: faces[piece] for piece in game.pool(state, seat, pool) if piece in faces})
    seen.update(game.public_faces(state))
    return View(state, seat, seen)


def asked(waiting: Waiting, seat: Seat) -> Any | None:
    """The question that `seat` is to answer, None if it owes none. A sealed one is asked until both have answered."""
    if isinstance(waiting, Sealed) or (isinstance(waiting, Decision) and waiting.seat == seat):
        return waiting.question
    return None


def check_claims(claims: Iterable[Claim], faces: Mapping[Piece, Face]) -> None:
    """Raise IllegalAction unless each claim is of pieces that `faces` knows, and true of them."""
    for claim in claims:
        if not all(piece in faces for piece in claim.pieces):
            raise IllegalAction(claim.rule, "The claim is about pieces that this player does not know")
        if not claim.holds(faces):
            count = len(claim.pieces)
            raise IllegalAction(
                claim.rule, "The claim is false: none of the {count} pieces is of that kind", count=count
            )


def faces_shown(
    game: Game[State, Action], state: State, seat: Seat, action: Action, faces: Mapping[Piece, Face]
) -> dict[Piece, Face]:
    """The faces that `action` shows, after checking that its claims are true. `faces` holds all of the seat's own.

    Raises IllegalAction for a piece that the seat does not know, and for a false claim.
    """
    shown: dict[Piece, Face] = {}
    for piece in game.to_show(state, seat, action):
        if piece not in faces:
            raise IllegalAction("table", "Piece {piece} is not one that this player can show", piece=piece)
        shown[piece] = faces[piece]
    claims = game.claims(state, seat, action)
    if claims:
        check_claims(claims, faces)
    return shown


def refusal(game: Game[State, Action], view: View[State], action: Action) -> IllegalAction | None:
    """Why `action` is not legal for the view's seat, None if it is."""
    try:
        game.check(view.state, view.seat, action, faces_shown(game, view.state, view.seat, action, view.faces))
    except IllegalAction as problem:
        return problem
    return None


def planned(game: Game[State, Action], view: View[State], action: Action) -> View[State] | None:
    """The view after `action` if it may stay a plan of the view's seat, None if it must go out at once.

    A plan can be taken back, so doing it must teach the player nothing and wait for nobody: it draws and mixes nothing,
    nothing of the opponent's is shown or decided by it, and the next decision is the same seat's again. Then all that
    comes of it follows from what the seat knows already. A sealed choice, an answer whose time would tell and one that
    commits are no plans. Raises IllegalAction if the rules refuse `action`.
    """
    waiting = game.waiting(view.state)
    shown = faces_shown(game, view.state, view.seat, action, view.faces)
    game.check(view.state, view.seat, action, shown)
    if not isinstance(waiting, Decision) or waiting.even_default is not None or waiting.commits:
        return None
    state = game.copy(view.state)
    game.apply(state, Acted(view.seat, action, shown))
    after = game.waiting(state)
    if not isinstance(after, Decision) or after.seat != view.seat or after.even_default is not None or after.commits:
        return None
    return view_of(game, state, view.seat, {**view.faces, **shown})
