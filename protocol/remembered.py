"""What a player has done and no entry says yet, kept beside the record: a sealed choice, and that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.hidden import MalformedAction
from protocol.canonical import EncodingError, decode_as, encode
from protocol.common import CommonKnowledge
from protocol.errors import RecordError
from protocol.phases import LEAVING
from protocol.private import Choice
from protocol.sentences import Sentence

_TAG: Final = "fairtable/3 remembered"


def to_remember(game_id: bytes, choice: Choice | None, leaving: str | None) -> bytes:
    """The bytes to be kept."""
    choices = [] if choice is None else [[choice.number, choice.action, choice.spent]]
    return encode((_TAG, game_id, choices, leaving or ""))


def recalled(blobs: Sequence[bytes], common: CommonKnowledge[Any, Any], path: str) -> tuple[Choice | None, str | None]:
    """What the last of `blobs` of this game says: how the player leaves, and the choice, if it is for this decision.

    Raises RecordError, naming `path`, if it cannot be read.
    """
    choice, leaving = None, None
    for blob in blobs:
        try:
            tag, game_id, choices, said = decode_as(blob, tuple[str, bytes, list[tuple[int, list[Any], int]], str])
            if (tag, game_id) != (_TAG, common.progress.game_id):
                continue
            leaving = said if said in LEAVING else None
            current = [each for each in choices if each[0] == common.progress.choices]
            choice = Choice(*current[-1]) if current else None
            if choice is not None:
                common.game.unpack_action(choice.action)
        except (EncodingError, MalformedAction) as refusal:
            advice = Sentence("Restore the file of remembered choices from a copy, or resume without it and resign")
            raise RecordError(
                path, Sentence("the remembered choice cannot be read ({refusal})", refusal=refusal), advice
            ) from None
    return choice, leaving
