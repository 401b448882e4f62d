"""Another game of the same two, with sides exchanged, over the connection of the one that is over.

The games of one invite are numbered from 0. Who wants the next one makes its folder first and says so then, so that
nothing can be agreed that one of the two has not on its disk; who has both said and heard it goes on to that game over
the same connection. Should the connection break between, both say at the next one which game they are at, and the lower
number is the one that is talked about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from p2p.wire.channel import Channel
from p2p.wire.messages import HeadMessage

Prepare: TypeAlias = Callable[[], None]
"""Makes the next game durable on this side. Raises StorageError."""


def _nothing_to_prepare() -> None:
    """Nothing is kept."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The two go on with another game of the invite, `game`, over `channel`. `head`: what the other has said of it."""

    game: int
    channel: Channel
    head: HeadMessage | None = None


@dataclass(slots=True)
class Rematch:
    """Where this side of the game of number `game` stands with the next one.

    `open`: its player may still want one, so that this side does not say goodbye when the game is over. `asked` and
    `heard`: this side, and the other, has said that it does.
    """

    game: int = 0
    open: bool = False
    asked: bool = False
    heard: bool = False
    prepare: Prepare = field(default=_nothing_to_prepare)
    arrived: Moved | None = None
    """How this game was come to, if from another one."""
