"""Clocks: how much time each player has for its decisions, and what an entry takes of it.

A game with clocks says so among its settings, in the option `clock`, which both players sign. Each signed decision then
says how long its author has thought, and so what is left of each bank follows from the record alone. No clock is read
here: times come in, in whole milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

CLOCK: Final = "clock"
"""The option of that name belongs to the table; no game has one."""

TIMED: Final = ("action", "seal")
"""The kinds of entry that take a decision, and time: all others follow from what is known, and take none."""

MOST_BANK: Final = 7 * 24 * 3600
MOST_INCREMENT: Final = 24 * 3600
_TEXT: Final = re.compile(r"([1-9][0-9]*)(?:\+([1-9][0-9]*))?\Z", re.ASCII)

Settings: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Clock:
    """A bank of `bank` seconds for each player, which grows by `increment` seconds with each decision taken."""

    bank: int
    increment: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.bank <= MOST_BANK and 0 <= self.increment <= MOST_INCREMENT):
            raise ValueError(f"a bank has 1 to {MOST_BANK} seconds, an increment at most {MOST_INCREMENT}")

    @property
    def text(self) -> str:
        """As it stands among the settings: `2700` or `2700+30`."""
        return f"{self.bank}+{self.increment}" if self.increment else str(self.bank)

    @property
    def full(self) -> int:
        """What each bank holds at the start, in milliseconds."""
        return 1000 * self.bank

    def after(self, left: int, spent: int) -> int | None:
        """What is left of a bank of `left` milliseconds after a decision that took `spent`; None if it had not so much.

        Who uses up the very last millisecond has had enough.
        """
        return None if spent > left else left - spent + 1000 * self.increment


def read_clock(text: str) -> Clock:
    """The clock that `Clock.text` has written. Raises ValueError."""
    found = _TEXT.match(text)
    if found is None or len(text) > 20:
        raise ValueError(f"{text[:40]!r} is no clock")
    return Clock(int(found[1]), int(found[2] or 0))


def split_clock(settings: Settings) -> tuple[Clock | None, Settings]:
    """The clock that settings name, None if they name none, and the settings of the game itself. Raises ValueError."""
    texts = [choice for option, choice in settings if option == CLOCK]
    if len(texts) > 1:
        raise ValueError("there are two clocks")
    rest = tuple([(option, choice) for option, choice in settings if option != CLOCK])
    return (read_clock(texts[0]) if texts else None), rest


def with_clock(settings: Settings, clock: Clock | None) -> Settings:
    """The settings of a game, and its clock in its place among them."""
    return settings if clock is None else tuple(sorted((*settings, (CLOCK, clock.text))))
