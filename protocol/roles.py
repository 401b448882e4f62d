"""The two ends of a game, before and after it is known who sits where."""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    """Who opened the table and who came to it. Which of them has the first seat is settled later."""

    HOST = 0
    JOINER = 1

    @property
    def other(self) -> Role:
        """The role across the table."""
        return Role(1 - self)

    @property
    def word(self) -> str:
        """`host` or `joiner`."""
        return self.name.lower()


class Side(IntEnum):
    """The seat that the host wants for itself."""

    FIRST = 0
    SECOND = 1
    RANDOM = 2
