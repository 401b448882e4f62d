"""Actions as lessons speak of them: the words of the record (`engine.forms`), with faces in the place of pieces.

    march blocks=block-date-2 stops=oyama claim=no forced=-

A pattern is such words, each field with `*` and `?` as in file names; fields that it leaves out may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Generic

from engine.forms import Formed
from engine.hidden import Face, Piece, State


@dataclass(frozen=True, slots=True)
class Guide(Generic[State]):
    """What lessons must know of a game. `piece_fields` are the fields of its actions that hold pieces.

    `read_position` reads its canonical text; `face` names a face; `reached` says in a word how far the game is, for
    `Step.until`. `idle` are patterns of what the opponent does when a lesson has no answer for it.
    """

    read_position: Callable[[str], tuple[State, dict[Piece, Face]]]
    face: Callable[[Face], str]
    piece_fields: frozenset[str]
    reached: Callable[[State], str]
    idle: tuple[str, ...] = ()


def action_words(guide: Guide[Any], action: Formed, faces: Mapping[Piece, Face]) -> dict[str, str]:
    """The fields of an action as words. Pieces are told by their faces, in alphabetical order, `?` for an unknown."""
    words = {}
    for name, codec in action.form.codecs.items():
        value = getattr(action, name)
        if name not in guide.piece_fields or value is None:
            words[name] = codec.write(value)
            continue
        pieces = value if isinstance(value, tuple) else (value,)
        words[name] = ",".join(sorted([guide.face(faces[p]) if p in faces else "?" for p in pieces])) or "-"
    return words


def matches(guide: Guide[Any], pattern: str, action: Formed, faces: Mapping[Piece, Face]) -> bool:
    """Whether `pattern` is one of `action`."""
    name, *fields = pattern.split()
    if name != action.form.name:
        return False
    words = action_words(guide, action, faces)
    wanted = [field.partition("=") for field in fields]
    return all(label in words and fnmatchcase(words[label], value) for label, _, value in wanted)
