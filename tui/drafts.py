"""What a player has planned and not sent, kept with the game: a program that dies takes no plan with it.

It is this side's own and private, as the notes are: nobody has heard of it, and it may name hidden pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from engine.hidden import Piece
from p2p.errors import StorageError


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions as plain data (`engine.hidden.Game.pack_action`), planned when so many events had happened.

    `marks` are the pieces that were marked for the answer to what was asked then, where nothing was planned.
    """

    events: int
    actions: list[Any]
    marks: list[Piece] = []


_DRAFT: Final = msgspec.json.Decoder(Draft)


class DraftKeeper:
    """Keeps the latest plan. `save` is given the bytes to keep; nothing is kept of a plan that is empty."""

    def __init__(self, data: bytes = b"", save: Callable[[bytes], None] = lambda data: None) -> None:
        """`data` is what `save` was given last. What cannot be read is no plan."""
        self._save = save
        self._found: Draft | None = None
        self._kept = data
        with suppress(msgspec.MsgspecError, UnicodeError):
            self._found = _DRAFT.decode(data) if data else None

    def found(self, events: int) -> Sequence[Any]:
        """The actions of the plan that was left, once: if it was made when so many events had happened."""
        found = self._found
        if found is None or events < found.events or not found.actions:
            return ()
        self._found = None
        return found.actions if events == found.events else ()

    def keep(self, events: int, actions: Sequence[Any]) -> None:
        """Keep these as the plan. One that cannot be kept is no reason to stop a game."""
        self._found = None
        self._write(Draft(events, list(actions)))

    def marks(self, events: int) -> Sequence[Piece]:
        """The pieces that were left marked when so many events had happened."""
        found = self._found
        return found.marks if found is not None and found.events == events else ()

    def keep_marks(self, events: int, marks: Sequence[Piece]) -> None:
        """Keep which pieces are marked, where nothing is planned."""
        self._found = None
        self._write(Draft(events, [], list(marks)))

    def _write(self, draft: Draft) -> None:
        data = msgspec.json.encode(draft) if draft.actions or draft.marks else b""
        if data != self._kept:
            with suppress(StorageError):
                self._save(data)
                self._kept = data
