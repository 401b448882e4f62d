"""The answer code: what the joiner's program prints and the host's player pastes, when both must dial at once.

It tells the host from where the joiner will knock, so that both routers let the other's knocking in. Two bytes say
which invite it answers. It holds addresses, no secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p.reach.addresses import Place, is_global
from p2p.reach.invitation import Invitation
from p2p.reach.packing import Reader, pack_places, tidy_places, wrong
from p2p.reach.tokens import Slip, Spelling, TokenError

_TAG_SIZE: Final = 2
SPELLING: Final = Spelling("reply2", b"fairtable answer 2", 450)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer code tells: the joiner's places, all global."""

    places: tuple[Place, ...]
    symmetric: bool = False
    """Whether the joiner's router takes a new port for each connection, and has opened none."""


def write_answer(invitation: Invitation, places: Sequence[Place], *, symmetric: bool = False) -> str:
    """The code for the joiner's global `places`. Raises TokenError (CONTENTS) if there are none."""
    useful = tidy_places([place for place in places if is_global(place.host)])
    if not useful:
        wrong("places")
    return SPELLING.write(_tag(invitation) + bytes([symmetric]) + pack_places(useful))


def read_answer(invitation: Invitation, text: str) -> Answer:
    """What the code in `text` tells. Raises TokenError: also if it answers another invite."""
    reader = Reader(SPELLING.read(text))
    tag = reader.take(_TAG_SIZE)
    router = reader.take(1)[0]
    places = reader.places()
    reader.end()
    if tag != _tag(invitation):
        raise TokenError(Slip.OTHER_GAME)
    if not places or not all(is_global(place.host) for place in places):
        wrong("places")
    if router > 1:
        wrong("router")
    return Answer(places, bool(router))


def _tag(invitation: Invitation) -> bytes:
    return invitation.derive("answer code")[:_TAG_SIZE]
