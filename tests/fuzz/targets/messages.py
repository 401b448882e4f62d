"""One message of the wire, as a frame holds it, and what the program makes of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from p2p.errors import Problem, RemoteError
from p2p.text import CHAT_LIMIT, clean
from p2p.wire.channel import fault_error
from p2p.wire.frames import FRAME_LIMIT, decode_message, encode_frame
from p2p.wire.messages import (
    AnyMessage,
    ChallengeMessage,
    ChatMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    HelloMessage,
    PingMessage,
    PongMessage,
    ProofMessage,
    RematchMessage,
    SeenMessage,
    UnwatchedMessage,
    WatchedMessage,
    WatchMessage,
    WelcomeMessage,
)
from tests.fuzz.games import entries
from tests.fuzz.target import Target
from tui.cli.offered import game_named
from tui.network_words import error_words


def messages() -> list[AnyMessage]:
    """Some of each kind."""
    return [
        HelloMessage(2, bytes(32)),
        ChallengeMessage(2, bytes(range(32))),
        ProofMessage(bytes(32), bytes(32), bytes(64)),
        WelcomeMessage(bytes(32), "samurai", (("setup", "random"), ("tiles", "drawn"))),
        WelcomeMessage(bytes(32), "sekigahara", ()),
        HeadMessage(120, bytes(32)),
        RematchMessage(1),
        WatchMessage(bytes(32)),
        WatchedMessage(8),
        UnwatchedMessage(),
        SeenMessage(bytes(170)),
        ForkMessage(3),
        ChatMessage("Well met! ⚔ \u202e\x1b[2J"),
        PingMessage(1),
        PongMessage(2**31),
        FaultMessage("disk", "the disk of the other side failed", lasting=False),
        FaultMessage("invite-used", "x" * 1000, lasting=True),
        GoodbyeMessage(finished=True),
        *[EntryMessage(entry) for entry in entries()[::9]],
    ]


def seeds() -> Iterable[bytes]:
    """Each kind, packed."""
    return [encode_frame(message)[4:] for message in messages()]


def attempt(data: bytes) -> bool:
    """A message is refused, or is the only one with these bytes; and there are words for what it leads to."""
    try:
        message = decode_message(data)
    except RemoteError as error:
        assert error_words(error)
        return False
    assert encode_frame(message)[4:] == data
    consider(message)
    return True


def consider(message: AnyMessage) -> None:
    """What is done with a message before the game sees it."""
    match message:
        case ChatMessage(text):
            assert clean(text, CHAT_LIMIT).isprintable()
        case FaultMessage():
            assert error_words(fault_error(message, refused=Problem.REFUSED, opponent="The other side")).isprintable()
        case WelcomeMessage(_, name, settings):
            try:
                game_named(name, settings)
            except LookupError:
                return


def worst() -> Iterable[bytes]:
    """As much as a frame holds, in a text, in nested lists, in small strings."""
    deep = b"\x91" * (FRAME_LIMIT - 1)
    return [
        deep + b"\xc0",
        encode_frame(EntryMessage(bytes(FRAME_LIMIT - 20)))[4:],
        encode_frame(EntryMessage(bytes(FRAME_LIMIT - 20)))[4:-1],
        msgspec.msgpack.encode(["chat", "\U0001f3ef" * (FRAME_LIMIT // 4 - 8)]),
        b"\xdd\xff\xff\xff\xff\xa4ping" + bytes(1000),
        b"\xdc\xff\xff\xa7welcome" + b"\xa0" * (FRAME_LIMIT - 12),
        b"\x94\xa7welcome\xc4\x20" + bytes(32) + b"\xa7samurai\xdc\xff\xff" + b"\x92\xa1a\xa1b" * 20_000,
    ]


TARGET = Target(seeds, attempt, 6000, worst)
