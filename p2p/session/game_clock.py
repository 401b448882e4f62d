"""The time that both players take, as this side measures it: its own to sign, the other's to hold it to its word.

Nobody's word takes time from the other: each signs its own. What keeps that honest is that the other has waited
meanwhile. What it has waited is more than what was thought by what messages take on their way, so each connection has
an allowance for that, `ALLOWANCE`, from which every wait takes what it was longer there than the time that was signed
for it, and to which every entry of the other's adds `REFILL`. Who needs more has a clock that goes slow.

Time counts only while the two are connected, from when both have said where they stand to the last message that came:
who is silent may not be there any more. trio's clock is monotonic, so setting the time of day changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import trio

from protocol.canonical import EncodingError, decode_as, encode
from protocol.errors import PeerError
from protocol.sentences import Sentence
from protocol.table import Table

ALLOWANCE: Final = 60_000
"""Milliseconds."""
REFILL: Final = 2_000
TICK: Final = 5.0
"""Seconds between two signed times of whoever is thinking."""


class LagAllowance:
    """How much longer than was signed the waits on one connection may be, in milliseconds."""

    def __init__(self) -> None:
        self.left = ALLOWANCE

    def bears(self, waited: int, signed: int) -> bool:
        """Whether a wait that goes on may have been so long when so much was signed for it."""
        return waited - signed <= self.left

    def take(self, waited: int, signed: int) -> bool:
        """A wait has ended. Whether it may have been so long."""
        borne = self.bears(waited, signed)
        self.left = min(ALLOWANCE, self.left - max(0, waited - signed) + REFILL)
        return borne


class GameClock:
    """Times of one game with clocks. `keep` makes the own time durable before it is signed; `kept` is what it was given
    last.
    """

    def __init__(self, table: Table[Any, Any], keep: Callable[[bytes], None], kept: bytes = b"") -> None:
        self._table = table
        self._keep = keep
        self._allowance = LagAllowance()
        self._count = table.head.count
        """The length of the chain for which time is counted."""
        self._counted = 0
        """Milliseconds that were counted for it before `_since`."""
        self._since: float | None = None
        """When the counting began that goes on now, as a time of trio's clock; None while there is no connection."""
        self._signed = 0
        """Milliseconds that whoever owes the next entry has signed for it."""
        self._restore(kept)

    @property
    def on(self) -> bool:
        """Whether the game has clocks."""
        return self._table.clock is not None

    @property
    def wanted(self) -> bool:
        """Whether the game has clocks, or will have them once its hellos are there."""
        return self.on or self._table.wanted_clock is not None

    def counted(self, until: float | None = None) -> int:
        """How many milliseconds the next entry has been owed while the two were connected, up to a time of trio's
        clock: now, if none is given.
        """
        if self._since is None:
            return self._counted
        until = trio.current_time() if until is None else until
        return self._counted + max(0, int(1000 * (until - self._since)))

    def spent(self) -> int:
        """For how long the own player has thought about what it owes, in milliseconds; never less than was signed."""
        return max(self.counted(), self._signed) if self._table.clock_of is self._table.role else 0

    def left(self) -> tuple[int, int]:
        """What the own bank and the opponent's hold now, as this side measures it, in milliseconds."""
        table = self._table
        banks = list(table.banks)
        if table.clock_of is not None:
            banks[table.clock_of] -= max(self.counted(), self._signed)
        return max(0, banks[table.role]), max(0, banks[table.role.other])

    def until_due(self) -> float:
        """Seconds until the next time is to be signed."""
        table = self._table
        if table.clock_of is not table.role or table.exhausted:
            return TICK
        return min(TICK, max(0, table.banks[table.role] + 1 - self.spent()) / 1000)

    # -- what happens

    def connect(self) -> None:
        """Both sides know where the other's chain stands."""
        self._allowance = LagAllowance()
        if self._table.author is not self._table.role:
            # What was waited too long before was borne by the connection on which it was.
            self._counted = min(self._counted, self._signed)
        self._since = trio.current_time()
        self.follow()

    def disconnect(self, last_heard: float) -> None:
        """The connection is over; nothing was heard after `last_heard`, a time of trio's clock."""
        self._counted, self._since = self.counted(last_heard), None

    def follow(self) -> None:
        """The chain may have grown."""
        if self._table.head.count != self._count:
            self._count = self._table.head.count
            self._counted = self._signed = 0
            if self._since is not None:
                self._since = trio.current_time()

    def sign(self) -> bytes | None:
        """Our signed head with the time that we have thought for, made durable first. Raises StorageError."""
        return self._table.signed_head(self._keep_spent())

    def sign_owed(self) -> bytes | None:
        """The same where we owe the next entry, None elsewhere. Raises StorageError."""
        return self._table.owed_head(self._keep_spent())

    def _keep_spent(self) -> int:
        spent = self.spent()
        if self.on and self._table.clock_of is self._table.role:
            self._keep(encode((self._count, spent)))
            self._signed = spent
        return spent

    def hear_entry(self, count: int, spent: int | None) -> None:
        """The opponent's entry of number `count` has come. Raises PeerError if it took longer than it says.

        One that ends the game while the opponent decides says nothing of that: its heads have.
        """
        table = self._table
        owes = table.author is table.role.other  # else it is a claim, or nonsense
        signed = (self._signed if table.clock_of is table.role.other else 0) if spent is None else spent
        if self.on and owes and count == self._count and not self._allowance.take(self.counted(), signed):
            raise self._slow(signed)

    def hear_time(self, count: int, spent: int) -> None:
        """The opponent has signed that it has thought for so long. Raises PeerError if it has been longer."""
        if count == self._count:
            self._signed = max(self._signed, spent)
            self.check(trio.current_time())

    def check(self, last_heard: float) -> None:
        """Raises PeerError if the opponent has owed its entry for longer than it has signed, and than lag explains: up
        to when it was heard last, since nobody knows whether it has been there since then.
        """
        owes = self._table.author is self._table.role.other
        if self.on and owes and not self._allowance.bears(self.counted(last_heard), self._signed):
            raise self._slow(self._signed)

    def _slow(self, signed: int) -> PeerError:
        problem = Sentence("the opponent's clock goes slow: it has taken longer than it says, and than messages take")
        return PeerError("time", problem, number=self._count, expected=f"about {self.counted()}", found=str(signed))

    def _restore(self, kept: bytes) -> None:
        try:
            count, spent = decode_as(kept, tuple[int, int])
        except EncodingError:
            return
        if count == self._count and self._table.author is self._table.role:
            self._counted = self._signed = max(0, spent)
            self._table.recall_thought(self._signed)
