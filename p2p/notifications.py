"""What goes on, told to whoever watches a game: a screen, a bot, a test. Data; the watcher finds the words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from p2p.errors import ConnectionLost, LinkError, Problem
from protocol.follower import Appended


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """An entry was added to the game, by either side."""

    appended: Appended


@dataclass(frozen=True, slots=True)
class PeerConnected:
    """The opponent is there, and both know where the other's chain stands. `opponent` is its name, '' if unknown."""

    opponent: str


@dataclass(frozen=True, slots=True)
class PeerDisconnected:
    """The opponent is not there any more, because of `error`; the session tries to reach it again."""

    error: ConnectionLost


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """A ping was answered after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A line of chat, already made safe to show."""

    own: bool
    text: str


@dataclass(frozen=True, slots=True)
class WordKept:
    """The player has answered what both are asked, or has left, and no entry of the game says so yet."""


@dataclass(frozen=True, slots=True)
class OpponentChosen:
    """The opponent has answered what both are asked, and cannot write it down yet."""


@dataclass(frozen=True, slots=True)
class AnswerHeld:
    """The own answer is known and will go out when its time has come. `at` is a time of trio's clock, in seconds."""

    at: float


@dataclass(frozen=True, slots=True)
class Synchronised:
    """After a resumed game's first connection: nothing is missing any more, the player may decide again."""


@dataclass(frozen=True, slots=True)
class ChoiceLost:
    """The own sealed choice is in the record, but no longer known, so it cannot be opened and the game cannot go on.

    What is left: to leave, put the game's file `remembered` back from a copy and resume; or to resign or stop.
    """


@dataclass(frozen=True, slots=True)
class ChatMuted:
    """The opponent says more than is shown: what comes in the next `seconds` is dropped."""

    seconds: float


@dataclass(frozen=True, slots=True)
class DialFailed:
    """The host was not reached, because of `error`; the next attempt comes in `again_in` seconds.

    `reached_before`: whether it has let us in at some time.
    """

    error: LinkError
    again_in: float
    reached_before: bool = False


@dataclass(frozen=True, slots=True)
class StrangersTurnedAway:
    """How many connections since the last such summary were not the opponent's, or did not show it in time.

    `origins` (addresses or networks) and `problems` say how many each, the most frequent first, of the origins only a
    few.
    """

    count: int
    origins: tuple[tuple[str, int], ...]
    problems: tuple[tuple[Problem, int], ...]


@dataclass(frozen=True, slots=True)
class TornEndDropped:
    """The last `torn` bytes of the record were the beginning of an entry that was never finished; `whole` are kept."""

    torn: int
    whole: int


@dataclass(frozen=True, slots=True)
class Watched:
    """Others may watch this game, and `count` do so now."""

    count: int


@dataclass(frozen=True, slots=True)
class WatchingRefused:
    """The joiner does not want to be watched: nobody is let in, and whoever was there is put out."""


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """One of the two wants another game with sides exchanged: this player (`own`) or the opponent."""

    own: bool


@dataclass(frozen=True, slots=True)
class RematchDeclined:
    """The opponent has left the game that is over without wanting another."""


Notification: TypeAlias = (
    EntryAdded
    | PeerConnected
    | PeerDisconnected
    | RoundTrip
    | ChatSaid
    | WordKept
    | OpponentChosen
    | AnswerHeld
    | Synchronised
    | ChoiceLost
    | ChatMuted
    | DialFailed
    | StrangersTurnedAway
    | TornEndDropped
    | Watched
    | WatchingRefused
    | RematchAsked
    | RematchDeclined
)

Observe: TypeAlias = Callable[[Notification], None]
"""Is told everything at once, in trio's thread, and must not fail."""


def nobody_observes(notification: Notification) -> None:
    """An `Observe` that nobody looks at."""
