"""The invite, version 2: one word that leads to one host by every way there is.

It holds the addresses at which the host may be, each with its port, its onion and its relay if it has them, the
fingerprint of its certificate (threat 25) and the secret that lets one joiner in (threat 26). All fields have fixed
places, so that a whole one has some 200 characters. Letters and digits only: no chat program makes a link or a smiley
of them. 32 bits of a hash refuse whatever was mistyped or cut off, and a single slip is located.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NoReturn

from p2p.reach.addresses import Kind, Place, ip_of, kind_of
from p2p.reach.ways import Fact, Facts, facts

VERSION: Final = 2
PREFIX: Final = "seki2"
FINGERPRINT_SIZE: Final = 32
SECRET_SIZE: Final = 16
ONION_SIZE: Final = 32
FOUR_AT_MOST: Final = 7
SIX_AT_MOST: Final = 7
NAMES_AT_MOST: Final = 3
NAME_AT_MOST: Final = 63

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LONGEST: Final = 900
"""Characters of the longest token: 7 of both kinds of address, 3 names, onion and relay."""
LONGEST_TEXT: Final = 4000
"""Characters of pasted text that are looked at."""
_CHECK_SIZE: Final = 4
_ONION, _RELAY, _LETTER_BOX = 1, 2, 4
_VALUES: Final = {character: value for value, character in enumerate(ALPHABET)}
# The last part begins with a letter: what looks like a number would be taken for an address by some systems.
_NAME: Final = re.compile(r"([0-9a-z][0-9a-z\-]*\.)*[a-z]([0-9a-z\-]*[0-9a-z])?")
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_AROUND: Final = "\"'`´<>()[]{}.,;:*_~|«»“”‘’"


class Slip(StrEnum):
    """What is wrong with a token. Places count from 1, in the token without spaces."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    """length, most"""
    NO_INVITE = "no-invite"
    """It does not begin as an invite does."""
    OTHER_VERSION = "other-version"
    """version"""
    WRONG_CHARACTER = "wrong-character"
    """place; right: the character that should be there"""
    MISSING_CHARACTER = "missing-character"
    """place, right"""
    EXTRA_CHARACTER = "extra-character"
    """place"""
    SWAPPED_CHARACTERS = "swapped-characters"
    """place: of the first of the two"""
    STRANGE_CHARACTER = "strange-character"
    """place: of the first character that no invite contains, if there are several"""
    DAMAGED = "damaged"
    """length: it is cut, or has several slips"""
    CONTENTS = "contents"
    """The check fits, but not what stands in it. field"""


class InvitationError(Exception):
    """A token that is no invite. The exception's text is for programmers only."""

    def __init__(self, slip: Slip, **named: Fact) -> None:
        super().__init__(slip.value, *facts(**named))
        self.slip: Final = slip
        self.facts: Final[Facts] = facts(**named)


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

    def token(self) -> str:
        """The invite as one word."""
        return PREFIX + _text(_pack(self))

    def derive(self, purpose: str) -> bytes:
        """32 bytes that whoever holds this invite has too, different for each purpose."""
        return derive(self.secret, purpose)


def derive(secret: bytes, purpose: str) -> bytes:
    """32 bytes for `purpose` from an invite's secret, from which nothing else can be computed."""
    return hmac.digest(secret, b"sekigahara reach\0" + purpose.encode("ascii"), "sha256")


def make_invitation(
    places: Sequence[Place],
    fingerprint: bytes,
    secret: bytes,
    *,
    onion: bytes | None = None,
    relay: Place | None = None,
    letter_box: bool = False,
) -> Invitation:
    """An invite with its places in the order of the token, without doubles, cut to what a token holds.

    Raises InvitationError (CONTENTS) if a field is out of bounds, or if it leads nowhere.
    """
    tidy = [_tidy(place) for place in places]
    six = [place for place in tidy if (ip_of(place.host) or _NOBODY).version == 6]
    names = [place for place in tidy if ip_of(place.host) is None]
    four = [place for place in tidy if place not in six and place not in names]
    chosen = (
        *list(dict.fromkeys(four))[:FOUR_AT_MOST],
        *list(dict.fromkeys(six))[:SIX_AT_MOST],
        *list(dict.fromkeys(names))[:NAMES_AT_MOST],
    )
    invitation = Invitation(chosen, fingerprint, secret, onion, None if relay is None else _tidy(relay), letter_box)
    return _unpack(_pack(invitation))


def parse_invitation(text: str) -> Invitation:
    """The invite in `text`, in either case, wrapped, and with what chat programs put around it.

    Raises InvitationError that says where the slip is; takes a fraction of a second whatever the text.
    """
    if len(text) > LONGEST_TEXT:
        raise InvitationError(Slip.TOO_LONG, length=len(text), most=LONGEST_TEXT)
    word = "".join(text.translate(_INVISIBLE).split()).lower().strip(_AROUND)
    if not word:
        raise InvitationError(Slip.EMPTY)
    if not word.startswith(PREFIX):
        version = re.match(r"seki([0-9])", word)
        if version is not None:
            raise InvitationError(Slip.OTHER_VERSION, version=int(version[1]))
        raise InvitationError(Slip.NO_INVITE)
    if len(word) > LONGEST:
        raise InvitationError(Slip.TOO_LONG, length=len(word), most=LONGEST)
    body = word[len(PREFIX) :]
    value = _value(body)
    data = None if value is None else _checked(value, len(body))
    if data is None:
        raise _slip(body)
    return _unpack(data)


# -- the fields


_NOBODY: Final = ipaddress.IPv4Address(0)


def _wrong(name: str) -> NoReturn:
    raise InvitationError(Slip.CONTENTS, field=name)


def _tidy(place: Place) -> Place:
    address = ip_of(place.host)
    return Place(place.host.lower() if address is None else str(address), place.port)


def _pack(invitation: Invitation) -> bytes:
    four = [place for place in invitation.places if (ip_of(place.host) or ipaddress.IPv6Address(0)).version == 4]
    six = [place for place in invitation.places if (ip_of(place.host) or _NOBODY).version == 6]
    names = [place for place in invitation.places if ip_of(place.host) is None]
    if len(four) > FOUR_AT_MOST or len(six) > SIX_AT_MOST or len(names) > NAMES_AT_MOST:
        _wrong("places")
    flags = _ONION * (invitation.onion is not None) + _RELAY * (invitation.relay is not None)
    flags += _LETTER_BOX * invitation.letter_box
    parts = [bytes([len(four) << 5 | len(six) << 2 | len(names), flags]), invitation.fingerprint, invitation.secret]
    for name, found, size in (
        ("fingerprint", invitation.fingerprint, FINGERPRINT_SIZE),
        ("secret", invitation.secret, SECRET_SIZE),
        ("onion", invitation.onion or bytes(ONION_SIZE), ONION_SIZE),
    ):
        if len(found) != size:
            _wrong(name)
    parts += [pack_place(place) for place in (*four, *six)]
    parts += [_pack_name(place) for place in names]
    parts.append(invitation.onion or b"")
    if invitation.relay is not None:
        parts.append(pack_any_place(invitation.relay))
    return b"".join(parts)


def pack_place(place: Place) -> bytes:
    """An IP address and a port: 6 bytes or 18. Raises InvitationError."""
    address = ip_of(place.host)
    if address is None or not 1 <= place.port <= 65535:
        _wrong("places")
    return address.packed + place.port.to_bytes(2, "big")


def _pack_name(place: Place) -> bytes:
    if not 1 <= len(place.host) <= NAME_AT_MOST or not 1 <= place.port <= 65535:
        _wrong("places")
    return bytes([len(place.host)]) + place.host.encode("ascii", "replace") + place.port.to_bytes(2, "big")


def pack_any_place(place: Place) -> bytes:
    """A place with its kind before it: 0 for IPv4, 1 for IPv6, else one more than the length of the name."""
    address = ip_of(place.host)
    if address is not None:
        return bytes([int(address.version == 6)]) + pack_place(place)
    packed = _pack_name(place)
    return bytes([packed[0] + 1]) + packed[1:]


class Reader:
    """Takes packed fields one after another. Raises InvitationError when there are too few bytes, or too many."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        if self._at + size > len(self._data):
            _wrong("length")
        self._at += size
        return self._data[self._at - size : self._at]

    def place(self, size: int) -> Place:
        """An address of `size` bytes, and a port."""
        host = str(ipaddress.ip_address(self.take(size)))
        if kind_of(host) in (Kind.UNUSABLE, Kind.LINK):
            _wrong("places")
        return Place(host, self._port())

    def name(self, size: int) -> Place:
        """A host name of `size` characters, and a port."""
        host = self.take(size).decode("ascii", "replace")
        if not 1 <= size <= NAME_AT_MOST or not _NAME.fullmatch(host) or ip_of(host) is not None:
            _wrong("places")
        return Place(host, self._port())

    def any_place(self) -> Place:
        """What `pack_any_place` wrote."""
        kind = self.take(1)[0]
        return self.name(kind - 1) if kind >= 2 else self.place((4, 16)[kind])

    def end(self) -> None:
        """Raise if anything is left."""
        if self._at != len(self._data):
            _wrong("length")

    def _port(self) -> int:
        port = int.from_bytes(self.take(2), "big")
        return port or _wrong("places")


def _unpack(data: bytes) -> Invitation:
    reader = Reader(data)
    counts, flags = reader.take(2)
    if flags & ~(_ONION | _RELAY | _LETTER_BOX):
        _wrong("flags")
    fingerprint, secret = reader.take(FINGERPRINT_SIZE), reader.take(SECRET_SIZE)
    places = [reader.place(4) for _ in range(counts >> 5)]
    places += [reader.place(16) for _ in range(counts >> 2 & 7)]
    places += [reader.name(reader.take(1)[0]) for _ in range(counts & 3)]
    onion = reader.take(ONION_SIZE) if flags & _ONION else None
    relay = reader.any_place() if flags & _RELAY else None
    reader.end()
    if len(set(places)) != len(places):
        _wrong("places")
    if not places and not flags:
        _wrong("places")
    return Invitation(tuple(places), fingerprint, secret, onion, relay, bool(flags & _LETTER_BOX))


# -- the letters


def _check(data: bytes) -> bytes:
    return hashlib.sha256(b"sekigahara invite 2\0" + data).digest()[:_CHECK_SIZE]


def _text(data: bytes) -> str:
    """Five bits a character, high ones first; the bits that are left over are zero."""
    whole = data + _check(data)
    length = -(-len(whole) * 8 // 5)
    value = int.from_bytes(whole, "big") << (length * 5 - len(whole) * 8)
    return "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(length)))


def _value(body: str) -> int | None:
    value = 0
    for character in body:
        digit = _VALUES.get(character)
        if digit is None:
            return None
        value = value << 5 | digit
    return value


def _checked(value: int, length: int) -> bytes | None:
    """The packed fields in `length` characters of `value` together; None unless spare bits and check are right."""
    spare = length * 5 % 8
    size = length * 5 // 8
    if spare >= 5 or value & ((1 << spare) - 1) or size <= _CHECK_SIZE:
        return None
    whole = (value >> spare).to_bytes(size, "big")
    data, check = whole[:-_CHECK_SIZE], whole[-_CHECK_SIZE:]
    return data if _check(data) == check else None


def _slip(body: str) -> InvitationError:
    """What is wrong with a body that does not pass the check."""
    strange = [index for index, character in enumerate(body) if character not in _VALUES]
    if len(strange) <= 1:
        value = _value("".join(character if character in _VALUES else "a" for character in body)) or 0
        for slip, place, changed, length, right in _neighbours(value, len(body), strange):
            if _checked(changed, length) is not None:
                named: dict[str, Fact] = {"place": place + 1 + len(PREFIX)}
                if right is not None:
                    named["right"] = ALPHABET[right]
                return InvitationError(slip, **named)
    if strange:
        return InvitationError(Slip.STRANGE_CHARACTER, place=strange[0] + 1 + len(PREFIX))
    return InvitationError(Slip.DAMAGED, length=len(PREFIX) + len(body))


def _neighbours(value: int, length: int, only: list[int]) -> Iterator[tuple[Slip, int, int, int, int | None]]:
    """Every body one slip away, in numbers: what slip, at which index, the value, its length, the right digit.

    `only`: the indexes where the slip is known to be, if it is known.
    """
    for index in only or range(length):
        below = 5 * (length - 1 - index)
        high, low = value >> below + 5, value & ((1 << below) - 1)
        yield Slip.EXTRA_CHARACTER, index, high << below | low, length - 1, None
        for digit in range(32):
            yield Slip.WRONG_CHARACTER, index, (high << 5 | digit) << below | low, length, digit
    if only:
        return
    for index in range(length - 1):
        below = 5 * (length - 2 - index)
        pair = value >> below & 1023
        swapped = (pair & 31) << 5 | pair >> 5
        yield Slip.SWAPPED_CHARACTERS, index, value ^ (pair ^ swapped) << below, length, None
    for index in range(length + 1):
        below = 5 * (length - index)
        high, low = value >> below, value & ((1 << below) - 1)
        for digit in range(32):
            yield Slip.MISSING_CHARACTER, index, (high << 5 | digit) << below | low, length + 1, digit
