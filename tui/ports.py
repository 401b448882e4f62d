"""What the screen needs of a game, whoever carries it: a table in this process, or a session with another player.

A port is asked (`situation`) and told (`act`, `resign`, `chat`), never awaited: it belongs to the thread of the screen.
Whoever wants to know that something has changed subscribes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.sekigahara.actions import Action

from engine.hidden import Event, Face, Piece, Seat
from engine.sekigahara.state import State


@dataclass(frozen=True, slots=True)
class Ended:
    """How the game ended: who won (None: nobody) and why, in a short public sentence."""

    winner: Seat | None
    reason: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audits of the finished game found. None: that side has not said yet, or never will.

    Each finding is a sentence. `expected` says whether there is anything to wait for: a practice game has no audit.
    """

    own: Sequence[str] | None
    theirs: Sequence[str] | None
    expected: bool = True


@dataclass(frozen=True, slots=True)
class Situation:
    """A game as one of its players sees it now.

    `state` and `seat` are None until the game has begun; `state` is not to be changed. `faces` holds at least the faces
    of the own hand and blocks. `to_decide` is the kind of decision that this player owes now, None if there is none.
    `events` is the game's history from its first event on; it only grows. `held` is an answer already given that waits
    for its time to go out (R24): until then another may take its place. `answer_by` is the time, on the clock of
    `time.monotonic`, at which the program will answer for the player, None if it never will. `time_tells`: the
    opponent is a person, who could learn something from how long an answer takes (R24). `leaving`: a resignation
    waits for this side's turn to write. `connection` says in a sentence how things stand with the opponent; `connected`
    whether it is there. `trouble` is what ended the game, or the program's part in it, against the player's will.
    `invite` is what the opponent needs to join, while it has not.
    """

    state: State | None
    seat: Seat | None
    faces: Mapping[Piece, Face]
    to_decide: str | None
    events: Sequence[Event]
    own_name: str
    opponent_name: str
    connected: bool
    connection: str
    held: Action | None = None
    answer_by: float | None = None
    time_tells: bool = True
    leaving: bool = False
    ended: Ended | None = None
    audit: Audit = field(default_factory=lambda: Audit(None, None))
    finished: bool = False
    trouble: str = ""
    invite: str = ""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat, safe to show."""

    own: bool
    text: str


Listener = Callable[[], None]


class GamePort(Protocol):
    """A game that a screen can show and play."""

    def situation(self) -> Situation:
        """The game as it stands."""

    def beginning(self) -> State:
        """A new copy of the state before the first of the events."""

    def chats(self) -> Sequence[ChatLine]:
        """What has been said; it only grows."""

    def act(self, action: Action) -> None:
        """Take the decision owed. Raises IllegalAction, changing nothing."""

    def resign(self) -> None:
        """Give the game up. Does nothing if it is over."""

    def chat(self, text: str) -> None:
        """Say something to the opponent."""

    def subscribe(self, listener: Listener) -> None:
        """Have `listener` called after every change. It must return at once and raise nothing."""
