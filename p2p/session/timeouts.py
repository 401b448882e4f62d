"""How long a session waits for what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """All in seconds but `flood`."""

    ping_every: float = 15.0
    patience: float = 45.0
    """For a whole message to come or to be taken. Longer than `ping_every`, since a ping is answered."""
    first_contact: float | None = None
    """How long to wait for the opponent to come for the first time since the start; None: for ever."""
    absence: float | None = None
    """How long the opponent may be away, once it has been there, before the session gives up; None: for ever."""
    farewell: float = 20.0
    """How long to go on trying to hand over the last verdict to an opponent who has gone."""
    breath: float = 1.0
    """Before connecting again after a connection that broke at once."""
    last_word: float = 2.0
    """For the last message, when this side goes: until it is taken and the other side has closed the connection."""
    flood: int = 100
    """Messages beside the game that are taken in ten seconds."""
