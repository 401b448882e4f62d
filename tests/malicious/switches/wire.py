"""Attempts of the opponent at the connection: frames, floods, nonsense (threats 27 to 30, 32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2p.session.session import Session
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.messages import (
    AnyMessage,
    ChallengeMessage,
    ChatMessage,
    EntryMessage,
    GoodbyeMessage,
    HeadMessage,
    RematchMessage,
)
from protocol.canonical import encode
from tests.malicious.switch import PREVENTED, Expected, Switch, at_once

AnySession = Session[Any, Any]


def framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(4, "big") + packed


class _Instead(Switch):
    """Sends something in the place of its sixth entry, when the game is on."""

    count = 0

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        raise NotImplementedError

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        if not isinstance(message, EntryMessage):
            return [message]
        self.count += 1
        if self.count != 6:
            return [message]
        self.done = True
        return self.instead(message)


class HugeFrame(_Instead):
    """announces a frame of a byte more than the cap"""

    name, threat, expected = "frame-above-the-cap", 27, at_once("frame-too-large")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [(FRAME_LIMIT + 1).to_bytes(4, "big")]


class TenMegabytesOfMaps(_Instead):
    """sends ten megabytes of empty maps"""

    name, threat, expected = "ten-megabytes-of-maps", 27, at_once("frame-too-large")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [framed(b"\xdd" + (10**7).to_bytes(4, "big") + b"\x80" * 10**7)]


class MapsWithinTheCap(_Instead):
    """sends a frame full of empty maps, for an entry"""

    name, threat, expected = "entry-of-maps", 27, at_once("encoding")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [EntryMessage(b"\xdc" + (60_000).to_bytes(2, "big") + b"\x80" * 60_000)]


class NestDeep(_Instead):
    """sends a thousand lists within each other"""

    name, threat, expected = "a-thousand-deep", 27, at_once("not-a-message")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [framed(b"\x91" * 1000 + b"\x90")]


class NestAnEntryDeep(_Instead):
    """sends a thousand lists within each other, for an entry"""

    name, threat, expected = "entry-a-thousand-deep", 27, at_once("encoding")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [EntryMessage(b"\x91" * 1000 + bytes(100))]


class LongInt(_Instead):
    """writes a number in two bytes where one is enough"""

    name, threat, expected = "message-not-canonical", 28, at_once("not-canonical")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [framed(b"\x92\xa4ping\xcc\x07")]


class Extension(_Instead):
    """sends an extension type of msgpack"""

    name, threat, expected = "extension-type", 28, at_once("not-a-message")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [framed(b"\x92\xa5entry\xd4\x01\x00")]


class NotANumber(_Instead):
    """sends an entry with a NaN in it"""

    name, threat, expected = "not-a-number", 28, at_once("encoding")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [EntryMessage(b"\x91\xcb\x7f\xf8" + bytes(6) + bytes(64))]


class TwoKeys(_Instead):
    """sends an entry with a map that has a key twice"""

    name, threat, expected = "key-twice", 28, at_once("encoding")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [EntryMessage(b"\x91\x82\xa1a\x01\xa1a\x02" + bytes(64))]


class Garbage(_Instead):
    """sends an entry of nonsense"""

    name, threat, expected = "nonsense", 28, at_once("encoding")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [EntryMessage(encode("nonsense") * 20)]


class Flood(_Instead):
    """says two hundred things at once"""

    name, threat, expected = "flood", 29, at_once("flood")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [*[ChatMessage("x")] * 200, message]


class RepeatAnEntry(_Instead):
    """sends an entry three times"""

    name, threat, expected, stops_after = "entry-three-times", 30, PREVENTED, 1

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [message] * 3


class RepeatAnEntryOften(_Instead):
    """sends an entry five hundred times"""

    name, threat, expected = "entry-five-hundred-times", 29, at_once("flood")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [message] * 500


class SayFinished(_Instead):
    """says that the game is finished"""

    name, threat, expected = "say-that-it-is-finished", 30, at_once("not-finished")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [GoodbyeMessage(True)]


class SayAgainWhereItStands(_Instead):
    """says in mid-game where its chain stands"""

    name, threat, expected = "head-in-mid-game", 30, at_once("out-of-place")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [HeadMessage(5, bytes(32))]


class AskForARematchInMidGame(_Instead):
    """asks for a rematch in mid-game"""

    name, threat, expected = "rematch-in-mid-game", 30, at_once("out-of-place")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [RematchMessage(1)]


class ShakeHandsAgain(_Instead):
    """begins the handshake again in mid-game"""

    name, threat, expected = "handshake-in-mid-game", 30, at_once("out-of-place")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [ChallengeMessage(2, bytes(32))]


class TalkWithControls(_Instead):
    """says what would clear and colour the other's terminal"""

    name, threat, expected, stops_after = "chat-with-controls", 32, PREVENTED, 1

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        return [ChatMessage("\x1b[2J\x1b]0;won\x07[red]you lose\u202e"), message]


class TalkAMegabyte(_Instead):
    """says a hundred thousand letters at once"""

    name, threat = "chat-of-a-hundred-thousand-letters", 32
    expected = Expected(at_once("").when, "not-a-message")

    def instead(self, message: EntryMessage) -> Sequence[AnyMessage | bytes]:
        text = b"x" * 100_000
        return [framed(b"\x92\xa4chat\xdb" + len(text).to_bytes(4, "big") + text)]
