"""What a session tells whoever watches it: a screen, a bot, a test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.table import Happened


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """An entry was added to the game, by either side."""

    happened: Happened


@dataclass(frozen=True, slots=True)
class PeerConnected:
    """The opponent is there, and both know where the other's chain stands."""

    sentence: str


@dataclass(frozen=True, slots=True)
class PeerDisconnected:
    """The opponent is not there any more; the session tries to reach it again. `sentence` says what happened."""

    sentence: str


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A line of chat, already made safe to show."""

    own: bool
    text: str


@dataclass(frozen=True, slots=True)
class AnswerHeld:
    """The own answer is known and will go out when its time has come (R24). `at` is a time of trio's clock."""

    at: float


@dataclass(frozen=True, slots=True)
class Synchronised:
    """After a resumed game's first connection: nothing is missing any more, the player may decide again."""


Notification: TypeAlias = EntryAdded | PeerConnected | PeerDisconnected | ChatSaid | AnswerHeld | Synchronised
