"""What has been said in a game, kept with it: who comes back to a game finds the talk where it was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from p2p.errors import StorageError
from p2p.text import CHAT_LIMIT, clean
from tui.ports import ChatLine

MOST_KEPT: Final = 500
"""Lines; of more the last are kept."""


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line, how many events the game had when it was said, whether to nobody as yet, and after the end of it."""

    own: bool
    text: str
    events: Annotated[int, Meta(ge=0)]
    unsent: bool = False
    over: bool = False


_LINES: Final = msgspec.json.Decoder(list[_Kept])


class ChatKeeper:
    """Keeps every line that is said. `save` is given the bytes to keep."""

    def __init__(self, data: bytes = b"", save: Callable[[bytes], None] = lambda data: None) -> None:
        """`data` is what `save` was given last. What cannot be read was not said: no game depends on it."""
        self._save = save
        self._lines: list[_Kept] = []
        with suppress(msgspec.MsgspecError, UnicodeError):
            self._lines = _LINES.decode(data) if data else []

    def found(self) -> list[ChatLine]:
        """The lines of those who played the game before, safe to show."""
        cleaned = [(kept, clean(kept.text, CHAT_LIMIT)) for kept in self._lines]
        return [ChatLine(kept.own, text, kept.events, True, kept.unsent, kept.over) for kept, text in cleaned if text]

    def keep(self, line: ChatLine) -> None:
        """One more was said. One that cannot be kept is no reason to stop a game."""
        self._lines = [*self._lines, _Kept(line.own, line.text, line.events, line.unsent, line.over)][-MOST_KEPT:]
        self._write()

    def sent(self) -> None:
        """The opponent is there: whatever was said goes out."""
        if any(line.unsent for line in self._lines):
            self._lines = [msgspec.structs.replace(line, unsent=False) for line in self._lines]
            self._write()

    def _write(self) -> None:
        with suppress(StorageError):
            self._save(msgspec.json.encode(self._lines))
