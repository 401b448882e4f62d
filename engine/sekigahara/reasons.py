"""Why a plan is a good one: the facts that an adviser tells of it (`engine.advice`).

Those of an answer in a combat are in `reasons_in_combat`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.hidden import Face
from engine.sekigahara.board import Location
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.reasons_in_combat import ReasonInCombat


@dataclass(frozen=True, slots=True)
class Takes:
    """The own turn leaves a castle or a resource location to the seat that was not its own."""

    location: Location


@dataclass(frozen=True, slots=True)
class Holds:
    """A castle or a resource location that the enemy can reach stays the seat's own in the enemy's turn."""

    location: Location


@dataclass(frozen=True, slots=True)
class Threatens:
    """What blocks that have moved could go on to take."""

    location: Location


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat of the turn: how often the enemy was gone afterwards, how often the seat was, of the `fought` trials.

    In the others both stand there still, one of them in a castle: the seat `inside` times. `already`: as before.
    """

    location: Location
    won: int
    lost: int
    fought: int
    inside: int = 0
    already: bool = False


@dataclass(frozen=True, slots=True)
class BidWon:
    """How often, in so many trials, the card that is bid won the bid (6.3)."""

    won: int
    tried: int


@dataclass(frozen=True, slots=True)
class Keeps:
    """The cards of the hand with a higher bid than the one that is bid, the highest first: they stay in it (6.3)."""

    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class GivesUp:
    """How many own blocks on the map the cards that are discarded could deploy, and those that are `kept` (6.2).

    `kept` are those that deploy any of them. `alone`: some that go deploy blocks that no other card does. `challenges`
    are the Loyalty Challenges that are kept besides, which deploy nobody (8.6.1).
    """

    fitting: int
    kept_fitting: int
    kept: tuple[Face, ...]
    alone: bool
    challenges: int = 0


@dataclass(frozen=True, slots=True)
class Strands:
    """How many own blocks on the map no card deploys any more when cards are discarded (6.2)."""

    count: int


@dataclass(frozen=True, slots=True)
class KeepsBid:
    """The card of those that are kept with the highest bid, and the bids of those that are discarded (6.2, 6.3)."""

    highest: Face
    gone: tuple[int, ...]

    @property
    def better(self) -> bool:
        """Whether that speaks for it."""
        return BID_OF[self.highest] >= max(self.gone)


@dataclass(frozen=True, slots=True)
class Fits:
    """How many own blocks on the map a card could deploy that is spent; `fewest`: any other of the hand could more."""

    fitting: int
    fewest: bool


class Measure(Enum):
    """What is measured a turn later."""

    POINTS = "points"
    BLOCKS = "blocks"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Later:
    """What both sides have after this turn and the next on average of trials, and with the plan that is next best.

    The points that they hold (2.2), the blocks that they have lost, or the cards in hand. It differs by more than
    chance makes. `between`: it is nobody's turn, and both will have had one.
    """

    of: Measure
    between: bool
    own: float
    theirs: float
    own_instead: float
    theirs_instead: float

    @property
    def better(self) -> bool:
        """Whether that speaks for the plan."""
        more = self.own - self.theirs > self.own_instead - self.theirs_instead
        return more == (self.of is not Measure.BLOCKS)


@dataclass(frozen=True, slots=True)
class Leaves:
    """The price of a plan: a castle or a resource location is without a unit when it ends.

    Either the enemy could march there in its next turn, or the seat has `given_up` what it held by leaving (4.2, 4.3).
    """

    location: Location
    given_up: bool


@dataclass(frozen=True, slots=True)
class Overrunnable:
    """The price of a plan: the enemy could overrun so many blocks that it brings or leaves somewhere (7.4)."""

    location: Location
    count: int


@dataclass(frozen=True, slots=True)
class Attackable:
    """The price of a plan: so many blocks that it brings somewhere in the open could be attacked by many more (7.3)."""

    location: Location
    count: int
    comers: int


@dataclass(frozen=True, slots=True)
class Guards:
    """How many points of the seat nobody guards that the enemy could march to, and with the plan that is next best.

    On average of trials, when the turn is over. It differs by more than chance makes.
    """

    points: float
    instead: float

    @property
    def better(self) -> bool:
        """Whether that speaks for it."""
        return self.points < self.instead


@dataclass(frozen=True, slots=True)
class Unfit:
    """The price of a plan: no card that is left fits the own blocks in a combat that it begins (8.2)."""

    location: Location


@dataclass(frozen=True, slots=True)
class Spends:
    """The price of a plan: so many cards of those in the hand (7.1, 7.3.3).

    `bare`: none is left, and none is drawn before the enemy's turn.
    """

    cards: int
    hand: int
    bare: bool = False


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Whose the last turn of the week is (6.3, 6.4); `ends`: that of the game."""

    own: bool
    ends: bool


@dataclass(frozen=True, slots=True)
class FirstAt:
    """Who comes first to castles and resource locations where nobody stands, and that both could reach (6.3)."""

    own: bool
    locations: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Risks:
    """How likely the enemy ends the game in its next turn, and with the plan that is next best (2.1)."""

    chance: float
    instead: float

    @property
    def better(self) -> bool:
        """Whether that speaks for it."""
        return self.chance < self.instead


@dataclass(frozen=True, slots=True)
class Saves:
    """A plan spends so many cards less than the next best (7.1, 7.3.3)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Lying:
    """The price of a plan: it ends though blocks at `origin` could still take a place for nothing, so many points.

    `tried`: to take it as well did worse in the trials. `instead`: they could only before it.
    """

    location: Location
    origin: Location
    points: int
    tried: bool = False
    instead: bool = False


Reason: TypeAlias = (
    ReasonInCombat
    | Takes
    | Holds
    | Threatens
    | Battle
    | BidWon
    | Keeps
    | GivesUp
    | Strands
    | Fits
    | Later
    | Leaves
    | Overrunnable
    | Attackable
    | Guards
    | Unfit
    | Spends
    | LastTurn
    | FirstAt
    | Risks
    | Saves
    | Lying
    | KeepsBid
)
