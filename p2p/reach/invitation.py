"""The invite, version 2: one word that leads to one host by every way there is.

It holds the addresses at which the host may be, each with its port, its onion and its relay if it has them, the
fingerprint of its certificate (threat 25) and the secret that lets one joiner in (threat 26). All fields have fixed
places, so that a whole one has some 200 characters.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from p2p.reach.addresses import Place
from p2p.reach.packing import Reader, pack_any_place, pack_places, tidy, tidy_places, wrong
from p2p.reach.tokens import Spelling

FINGERPRINT_SIZE: Final = 32
SECRET_SIZE: Final = 16
ONION_SIZE: Final = 32
_NAME_BYTES: Final = 4
"""Of the name of a game."""
_ONION, _RELAY, _LETTER_BOX, _SYMMETRIC = 1, 2, 4, 8

# The longest has 7 of both kinds of address, 3 names, onion and relay.
SPELLING: Final = Spelling("seki2", b"fairtable invite 2", 900)
WATCH_SPELLING: Final = Spelling("watch2", b"fairtable watch 2", 900)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where a host may be and what lets a joiner in. Make one with `make_invitation`.

    `letter_box`: the host also looks for letters in the Mainline DHT.
    """

    places: tuple[Place, ...]
    fingerprint: bytes
    secret: bytes = field(repr=False)
    onion: bytes | None = None
    """The onion service's public key."""
    relay: Place | None = None
    letter_box: bool = False
    symmetric: bool = False
    """Whether the host's router takes a new port for each connection, and has opened none."""

    def token(self) -> str:
        """The invite as one word."""
        return SPELLING.write(_pack(self))

    def watch_token(self, secret: bytes) -> str:
        """The invite to watch the game: it leads by the same ways, and has a `secret` of its own.

        Raises TokenError (CONTENTS) if that is out of bounds.
        """
        return WATCH_SPELLING.write(_pack(replace(self, secret=secret)))

    def derive(self, purpose: str) -> bytes:
        """32 bytes that whoever holds this invite has too, different for each purpose."""
        return derive(self.secret, purpose)


def derive(secret: bytes, purpose: str) -> bytes:
    """32 bytes for `purpose` from an invite's secret, from which nothing else can be computed."""
    return hmac.digest(secret, b"fairtable reach\0" + purpose.encode("ascii"), "sha256")


def game_name(secret: bytes) -> str:
    """What both programs call the first game that an invite of this secret leads to."""
    return derive(secret, "name of game")[:_NAME_BYTES].hex()


def make_invitation(
    places: Sequence[Place],
    fingerprint: bytes,
    secret: bytes,
    *,
    onion: bytes | None = None,
    relay: Place | None = None,
    letter_box: bool = False,
    symmetric: bool = False,
) -> Invitation:
    """An invite with its places in the order of the token, without doubles, cut to what a token holds.

    Raises TokenError (CONTENTS) if a field is out of bounds, or if it leads nowhere.
    """
    known_relay = None if relay is None else tidy(relay)
    invitation = Invitation(tidy_places(places), fingerprint, secret, onion, known_relay, letter_box, symmetric)
    return _unpack(_pack(invitation))


def parse_invitation(text: str) -> Invitation:
    """The invite in `text`. Raises TokenError that says where the slip is."""
    return _unpack(SPELLING.read(text))


def parse_watch_invitation(text: str) -> Invitation:
    """The invite to watch a game in `text`. Raises TokenError that says where the slip is."""
    return _unpack(WATCH_SPELLING.read(text))


def _pack(invitation: Invitation) -> bytes:
    flags = _ONION * (invitation.onion is not None) + _RELAY * (invitation.relay is not None)
    flags += _LETTER_BOX * invitation.letter_box + _SYMMETRIC * invitation.symmetric
    onion = b"" if invitation.onion is None else _sized("onion", invitation.onion, ONION_SIZE)
    relay = b"" if invitation.relay is None else pack_any_place(invitation.relay)
    fingerprint = _sized("fingerprint", invitation.fingerprint, FINGERPRINT_SIZE)
    secret = _sized("secret", invitation.secret, SECRET_SIZE)
    return bytes([flags]) + fingerprint + secret + pack_places(invitation.places) + onion + relay


def _unpack(data: bytes) -> Invitation:
    reader = Reader(data)
    flags = reader.take(1)[0]
    if flags & ~(_ONION | _RELAY | _LETTER_BOX | _SYMMETRIC):
        wrong("flags")
    fingerprint, secret = reader.take(FINGERPRINT_SIZE), reader.take(SECRET_SIZE)
    places = reader.places()
    onion = reader.take(ONION_SIZE) if flags & _ONION else None
    relay = reader.any_place() if flags & _RELAY else None
    reader.end()
    if not places and not flags & ~_SYMMETRIC:
        wrong("places")
    return Invitation(places, fingerprint, secret, onion, relay, bool(flags & _LETTER_BOX), bool(flags & _SYMMETRIC))


def _sized(name: str, data: bytes, size: int) -> bytes:
    return data if len(data) == size else wrong(name)
