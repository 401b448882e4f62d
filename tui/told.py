"""What this program alone has told in the log of a game, kept with it: no record of the game has it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from p2p.errors import StorageError
from p2p.text import clean

MOST_KEPT: Final = 500
"""Lines; of more the last are kept."""
_LIMIT: Final = 300
"""Characters of a line."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line about the connection with its style, told when the game had so many events; `over`: and had ended.

    Without a style it tells of the answer by which the game came to have so many, which was given for the player.
    """

    text: str
    events: Annotated[int, Meta(ge=0)]
    style: Literal["good", "bad", ""] = ""
    over: bool = False


_LINES: Final = msgspec.json.Decoder(list[Told])


class ToldKeeper:
    """Keeps these lines. `save` is given the bytes to keep."""

    def __init__(self, data: bytes = b"", save: Callable[[bytes], None] = lambda data: None) -> None:
        """`data` is what `save` was given last. What cannot be read was not told: no game depends on it."""
        self._save = save
        self._lines: list[Told] = []
        with suppress(msgspec.MsgspecError, UnicodeError):
            self._lines = _LINES.decode(data) if data else []

    def found(self) -> list[Told]:
        """The lines of those who played the game before, safe to show."""
        return [msgspec.structs.replace(line, text=clean(line.text, _LIMIT)) for line in self._lines]

    def keep(self, line: Told, *, instead: bool = False) -> None:
        """One more was told, or another `instead` of the last. One that cannot be kept is no reason to stop a game."""
        before = self._lines[:-1] if instead else self._lines
        self._lines = [*before, line][-MOST_KEPT:]
        with suppress(StorageError):
            self._save(msgspec.json.encode(self._lines))
