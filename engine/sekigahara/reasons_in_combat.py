"""Why an answer in a combat is a good one: the facts that an adviser tells of it (`engine.advice`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from engine.hidden import Face
from engine.sekigahara.board import Location


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the combat at hand ends by trials: how often the enemy is gone then, the seat's losses, and the enemy's.

    The losses are blocks on average, and a disk counts as one (8.7, 8.9.4). `stays` is how often the seat stands there
    then, beaten or not: besieged in its castle, it has not won.
    """

    won: int
    own: float
    theirs: float
    stays: int


@dataclass(frozen=True, slots=True)
class Fought:
    """The outcome of the combat at hand in so many trials of a plan."""

    location: Location
    tried: int
    outcome: Outcome


class Figure(Enum):
    """A figure of an `Outcome`."""

    WON = "won"
    STAYS = "stays"
    OWN = "own"
    THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure of the outcome of the combat at hand in so many trials, and the same of the plan that is next best.

    They differ by more than chance makes. `better`: the figure speaks for the plan, not against it. `for_good`: who has
    not won is not there any more.
    """

    location: Location
    tried: int
    of: Figure
    figure: float
    instead: float
    for_good: bool = False

    @property
    def better(self) -> bool:
        """See the class. Own losses are the better the fewer they are."""
        return (self.figure > self.instead) == (self.of is not Figure.OWN)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a siege is about: at how much impact all who are besieged are dead, and the castle falls (8.9.4).

    `most` is what the besieger's own hand can come to in all; `wins`: the game is won by that (2.1).
    """

    location: Location
    falls: int
    most: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Adds:
    """A deployment that stands adds so much impact to the combat: the sums then, and the enemy's losses besides.

    A siege has an `aim`.
    """

    added: int
    own: int
    theirs: int
    further: int
    aim: Aim | None = None


@dataclass(frozen=True, slots=True)
class Trails:
    """The seat trails still when its deployment stands, and has the initiative (8.5)."""


@dataclass(frozen=True, slots=True)
class LostFirst:
    """Leaders who are deployed: of what is to be lost those are lost before any that are not (8.7.2)."""

    leaders: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Defenceless:
    """A deployment is one whose loyalty no card of the hand would prove (8.6.1)."""


@dataclass(frozen=True, slots=True)
class Stops:
    """The impact as it stands when a seat ends its deployment, and what its own would come to at most otherwise.

    By that the enemy would lose `further` units. A siege has an `aim`. In a battle the seat `leads` as it stands, or it
    would lead by the most that it could deploy, which `turns` it (8.5).
    """

    own: int
    theirs: int
    most: int
    aim: Aim | None = None
    further: int = 0
    leads: bool = False
    turns: bool = False

    @property
    def misses(self) -> bool:
        """Whether what could still be deployed would change anything, if the enemy let it."""
        return self.further > 0 or self.turns


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A card is played that the combat does not need: a draw replaces it afterwards (8.10)."""


@dataclass(frozen=True, slots=True)
class Reserves:
    """Cards of the hand that are not spent here fit blocks in combats that are still to come in the turn (8.1)."""

    locations: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class LostLast:
    """Leaders who are not deployed: as many as are to be lost have been, and those are lost first (8.7.2)."""

    leaders: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Unproved:
    """Of nobody who could still be deployed the hand would prove the loyalty (8.6.1)."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The seat's impact and the enemy's if a challenge is not refuted, and the same `otherwise`; None: it cannot be."""

    own: int
    theirs: int
    otherwise: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Proves:
    """The seat's impact and the enemy's if the loyalty is proved, and the same if it is not (8.6.1)."""

    own: int
    theirs: int
    own_else: int
    theirs_else: int


@dataclass(frozen=True, slots=True)
class Refuted:
    """How likely the enemy's hand proves the loyalty of what it has deployed, counted from what lies open (8.6.1).

    `challenged`: the seat challenges it.
    """

    chance: Fraction
    challenged: bool


@dataclass(frozen=True, slots=True)
class Walls:
    """Who holds a castle stays `inside`, or goes out (8.9.2): what it would bring to a battle, and what a siege takes.

    `besieged`: a siege comes of it to stay, else nothing does. `mon` and `fitting` cards of the hand are the own
    against so many `enemies`; at `falls` impact of a siege nobody is left in the castle (8.9.4).
    """

    inside: bool
    besieged: bool
    mon: int
    fitting: int
    enemies: int
    falls: int


@dataclass(frozen=True, slots=True)
class Spares:
    """In what the blocks that are lost are less than the others of so many that could have been.

    `weakest`: they have no more mon than any; `alike`: all have the same. `fitting` cards of the hand deploy any of
    them, `kept_fitting` any of the others (8.2.2). `leaders` are those that are spared, if no leader is lost.
    """

    choice: int
    weakest: bool
    alike: bool
    fitting: int
    kept_fitting: int
    leaders: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class LosesLeaders:
    """Leaders who are lost, though others could have been (8.7.2)."""

    leaders: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Joins:
    """A retreat leads to so many own blocks (8.8)."""

    location: Location
    count: int


@dataclass(frozen=True, slots=True)
class Overruns:
    """A retreat leads where it overruns so many of the enemy's blocks (7.4, 8.8)."""

    location: Location
    count: int


@dataclass(frozen=True, slots=True)
class Meets:
    """A retreat leads into a combat with so many of the enemy's blocks (8.8.5)."""

    location: Location
    count: int


@dataclass(frozen=True, slots=True)
class Shelters:
    """A retreat leads into a castle that the seat holds, or to a resource location, which is then the seat's (4.2)."""

    location: Location
    castle: bool


@dataclass(frozen=True, slots=True)
class Near:
    """A retreat to where nobody stands ends so many roads from so many own blocks at `support`, the nearest."""

    location: Location
    support: Location
    count: int
    roads: int


@dataclass(frozen=True, slots=True)
class Reached:
    """How many of the enemy's blocks could fight in its next turn where a retreat leads, and `elsewhere` instead.

    `elsewhere` is the place of the others that could have been chosen where the fewest could.
    """

    location: Location
    comers: int
    elsewhere: Location
    others: int

    @property
    def better(self) -> bool:
        """Whether that speaks for it."""
        return self.comers <= self.others


@dataclass(frozen=True, slots=True)
class Garrison:
    """So many blocks stay in a castle, which they hold: at `falls` impact of a siege nobody is left (8.8.4, 8.9.4).

    `weakest`: they have no more mon than any that leave.
    """

    location: Location
    count: int
    falls: int
    weakest: bool


ReasonInCombat: TypeAlias = (
    Fought
    | Beside
    | Adds
    | Trails
    | LostFirst
    | Defenceless
    | Stops
    | Redrawn
    | Reserves
    | LostLast
    | Unproved
    | Turns
    | Proves
    | Refuted
    | Walls
    | Spares
    | LosesLeaders
    | Joins
    | Overruns
    | Meets
    | Shelters
    | Near
    | Reached
    | Garrison
)
