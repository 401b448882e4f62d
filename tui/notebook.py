"""The player's own notes on places and pieces, kept with the game. Nobody else ever sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
    """What was noted of a spot, where it stays; or of pieces, with which it goes as long as they can be told apart."""

    text: str
    spot: Spot | None = None
    pieces: tuple[Piece, ...] = ()


_NOTES: Final = msgspec.json.Decoder(list[Note])


class Notebook:
    """All notes of a game. `save` is given the bytes to keep whenever one has changed."""

    def __init__(self, data: bytes = b"", save: Callable[[bytes], None] = lambda data: None) -> None:
        """`data` is what `save` was given last. What cannot be read is no note: nothing depends on it."""
        self._save = save
        try:
            found = _NOTES.decode(data) if data else []
        except (msgspec.MsgspecError, UnicodeError):
            found = []
        self._notes = [msgspec.structs.replace(note, text=clean(note.text, NOTE_LIMIT)) for note in found]

    @property
    def is_empty(self) -> bool:
        """Whether there is no note at all."""
        return not self._notes

    def of_spot(self, spot: Spot) -> str:
        """What was noted of a spot; empty if nothing was."""
        return next((note.text for note in self._notes if note.spot == spot), "")

    def of_pieces(self, pieces: Collection[Piece]) -> str:
        """What was noted of any of these pieces, which lie together now; empty if nothing was."""
        return "; ".join([note.text for note in self._notes if any(piece in pieces for piece in note.pieces)])

    def spots(self, pieces: Mapping[Spot, Collection[Piece]]) -> list[Spot]:
        """The spots that have notes, or at which `pieces` lie that have any."""
        return [spot for spot, there in pieces.items() if self.of_spot(spot) or self.of_pieces(there)]

    def note_spot(self, spot: Spot, text: str) -> None:
        """Put `text` in the place of what was noted of a spot; nothing if it is empty."""
        self._replace([note for note in self._notes if note.spot != spot], Note(text, spot))

    def note_pieces(self, pieces: Collection[Piece], text: str) -> None:
        """Put `text` in the place of what was noted of these pieces; with others that shared it, the old note stays."""
        others = [
            msgspec.structs.replace(note, pieces=tuple([piece for piece in note.pieces if piece not in pieces]))
            for note in self._notes
        ]
        kept = [note for note in others if note.spot is not None or note.pieces]
        self._replace(kept, Note(text, None, tuple(pieces)))

    def _replace(self, others: list[Note], note: Note) -> None:
        text = clean(note.text, NOTE_LIMIT)
        self._notes = [*others, msgspec.structs.replace(note, text=text)] if text else others
        self._save(msgspec.json.encode(self._notes))
