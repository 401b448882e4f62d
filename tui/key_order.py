"""Keys one after another: what is typed behind a key that opens a box goes to the box, and not to what lies below."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

_LONGEST: Final = 0.5
"""Seconds after which a key is thought to have done all that it does: what it went to may be gone."""


class KeyOrder:
    """Lets an application hear a key when the one before it has done all that it does.

    Textual hands every key at once to what has the focus just then; what that comes to, such as a box that takes the
    keys from then on, is seen only after the next keys have gone the same way.
    """

    def __init__(self, app: App[Any], hear: Callable[[events.Key], Awaitable[None]]) -> None:
        """`hear` hands a key to what has the focus."""
        self._app = app
        self._hear = hear
        self._waiting: deque[events.Key] = deque()
        self._following: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether every key has done all that it does."""
        return not self._waiting and self._following is None

    async def take(self, event: events.Key) -> None:
        """Hear a key in its turn."""
        self._waiting.append(event)
        if self._following is None:
            await self._next()

    def end(self) -> None:
        """No key is heard any more."""
        self._waiting.clear()
        if self._following is not None:
            self._following.cancel()

    async def _next(self) -> None:
        self._following = None
        if self._waiting and self._app.screen_stack:
            screen = self._app.screen
            way: list[MessagePump] = [*(self._app.focused or screen).ancestors_with_self]
            await self._hear(self._waiting.popleft())
            self._following = asyncio.create_task(self._follow(way, screen))

    async def _follow(self, way: list[MessagePump], screen: MessagePump) -> None:
        """Wait until the key has gone all its way, and what it has opened is there; then hear the next."""
        for each in way:
            await _called(each.call_later)
        if self._app.screen_stack and self._app.screen is not screen:
            await _called(self._app.screen.call_after_refresh)
        self._app.call_later(self._next)


async def _called(later: Callable[[Callable[[], None]], bool]) -> None:
    """Wait until what is called later is called, if it ever is."""
    done = asyncio.Event()
    if later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), _LONGEST)
