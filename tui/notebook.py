"""The player's own notes on places and pieces, kept with the game. Nobody else ever sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from engine.hidden import Piece
from p2p.text import clean
from tui.boards import Spot

NOTE_LIMIT: Final = 200
"""Characters of a note."""
NOTED: Final = ("n", "own")
"""The sign of a spot with a note, and its style."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was noted at a spot, and of which pieces there: it goes where they go, as long as they can be told apart."""

    text: str
    spot: Spot
    pieces: tuple[Piece, ...] = ()


_NOTES: Final = msgspec.json.Decoder(list[Note])


class Notebook:
    """All notes of a game. `save` is given the bytes to keep whenever one has changed."""

    def __init__(self, data: bytes = b"", save: Callable[[bytes], None] = lambda data: None) -> None:
        """`data` is what `save` was given last. What cannot be read is no note: nothing depends on it."""
        self._save = save
        self._notes: list[Note] = []
        try:
            found = _NOTES.decode(data) if data else []
        except (msgspec.MsgspecError, UnicodeError):
            found = []
        self._notes = [msgspec.structs.replace(note, text=clean(note.text, NOTE_LIMIT)) for note in found]

    def at(self, spot: Spot, pieces: Collection[Piece]) -> list[str]:
        """The notes to be shown at `spot`, where `pieces` lie now."""
        return [note.text for note in self._notes if self._belongs(note, spot, pieces)]

    def spots(self, pieces_at: Callable[[Spot], Collection[Piece]], count: int) -> list[Spot]:
        """Of so many spots those at which notes are to be shown."""
        return [spot for spot in range(count) if self._notes and self.at(spot, pieces_at(spot))]

    def write(self, spot: Spot, pieces: Collection[Piece], text: str) -> None:
        """Put `text` in the place of the notes shown at `spot`; nothing if it is empty."""
        self._notes = [note for note in self._notes if not self._belongs(note, spot, pieces)]
        text = clean(text, NOTE_LIMIT)
        if text:
            self._notes.append(Note(text, spot, tuple(pieces)))
        self._save(msgspec.json.encode(self._notes))

    def _belongs(self, note: Note, spot: Spot, pieces: Collection[Piece]) -> bool:
        """With its pieces if any of them lies here, else to its own spot."""
        return any(piece in pieces for piece in note.pieces) or note.spot == spot
