"""Lines of talk in both directions: made safe to show, and no more of them than a screen and a reader can take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio

from p2p.notifications import ChatMuted, ChatSaid, Observe
from p2p.text import CHAT_LIMIT, clean
from p2p.wire.messages import ChatMessage

SECONDS: Final = 10.0
MOST_SAID: Final = 20
"""Own lines in ten seconds, and lines that wait for a connection."""
MOST_HEARD: Final = 60
"""Lines of the opponent's that are shown in ten seconds; more than an honest one has after a connection came back."""


class Chat:
    """What is said at one table. The clock is trio's."""

    def __init__(self, observe: Observe) -> None:
        self._observe = observe
        self._unsent: list[str] = []
        self._said = _Window(MOST_SAID)
        self._heard = _Window(MOST_HEARD)

    def say(self, text: str) -> bool:
        """Say something; it is cut to what may be sent. False if nothing is left of it, or too much was said."""
        line = clean(text, CHAT_LIMIT)
        if not line or len(self._unsent) >= MOST_SAID or not self._said.counts():
            return False
        self._unsent.append(line)
        self._observe(ChatSaid(own=True, text=line))
        return True

    def owe(self, lines: Sequence[str]) -> None:
        """Have lines sent that were said before, as many as may wait; nobody is told of them again."""
        cleaned = [line for text in lines if (line := clean(text, CHAT_LIMIT))]
        self._unsent = [*cleaned, *self._unsent][:MOST_SAID]

    def to_send(self) -> list[ChatMessage]:
        """What was said and not sent yet, taken out."""
        lines, self._unsent = self._unsent, []
        return [ChatMessage(line) for line in lines]

    def hear(self, text: str) -> None:
        """The opponent has said `text`. What is too much is dropped, and that told once in ten seconds."""
        line = clean(text, CHAT_LIMIT)
        if not line:
            return
        if self._heard.counts():
            self._observe(ChatSaid(own=False, text=line))
        elif self._heard.first_too_many:
            self._observe(ChatMuted(self._heard.ends_at - trio.current_time()))


class _Window:
    """Counts up to `most` within ten seconds of the first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self.ends_at = 0.0

    def counts(self) -> bool:
        """Whether one more is not too many."""
        now = trio.current_time()
        if not self._count or now >= self.ends_at:
            self.ends_at, self._count = now + SECONDS, 0
        self._count += 1
        return self._count <= self._most

    @property
    def first_too_many(self) -> bool:
        """Whether the last was the first of those that were too many."""
        return self._count == self._most + 1
