"""Makes the test vectors of docs/wire.md: python -m tests.p2p.make_vectors > tests/p2p/vectors.json."""

from __future__ import annotations

import json
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.text import clean
from p2p.wire.frames import FRAME_LIMIT, encode_frame
from p2p.wire.handshake import _context, _proof
from p2p.wire.messages import (
    WIRE_VERSION,
    AnyMessage,
    ChallengeMessage,
    ChatMessage,
    ChosenMessage,
    EntryMessage,
    FaultMessage,
    ForkMessage,
    GoodbyeMessage,
    HeadMessage,
    HelloMessage,
    LeaveMessage,
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

CERTIFICATE: Final = bytes(range(32))
"""The fingerprint of the host's certificate."""
SECRET: Final = bytes(range(100, 116))
JOINER_NONCE: Final = bytes([1]) * 32
HOST_NONCE: Final = bytes([2]) * 32
JOINER_KEY: Final = bytes([3]) * 32
"""The joiner's private key."""

MESSAGES: Final[tuple[AnyMessage, ...]] = (
    HeadMessage(0, bytes(32)),
    HeadMessage(2**31, bytes([255]) * 32, 3),
    WatchMessage(bytes(range(32))),
    WatchedMessage(2),
    UnwatchedMessage(),
    LeaveMessage(b"\x93\x01\x02\x03" * 40),
    ChosenMessage(3),
    RematchMessage(1),
    EntryMessage(b""),
    EntryMessage(bytes(300)),
    SeenMessage(bytes(range(170))),
    ForkMessage(256),
    ChatMessage("関ヶ原"),
    ChatMessage(""),
    PingMessage(0),
    PongMessage(65536),
    FaultMessage("disk", "the disk of the other side failed; the game can be resumed", lasting=False),
    FaultMessage("", "a" * 1000, lasting=True),
    GoodbyeMessage(finished=False),
    GoodbyeMessage(finished=True),
)

TEXTS: Final = (
    ("  Well\tplayed \n ", 500),
    ("\x1b[31mred\x1b[0m \x1b]0;title\x07and \x1b]8;;x\x1b\\more\x1b", 500),
    ("\x9b2Jaway \x1bPq\x1b\\\x1b(Bcharset \x1b]unfinished", 500),
    ("right\u202eleft\u200b\x00\ufeff\U000e0041", 500),
    ("tower a\u0301\u0302\u0303\u200d\u0304, and b\u0301", 500),
    ("line\u2028line\x1cline\u3000\u00a0line", 500),
    ("a" * 6 + " " + "b" * 6, 7),
    ("\x1b" * 80 + "out of reach", 10),
)


def frame(packed: bytes) -> bytes:
    """Any bytes with a length before them."""
    return len(packed).to_bytes(4, "big") + packed


REFUSED_FRAMES: Final = {
    "no message": frame(b""),
    "longer than is taken": (FRAME_LIMIT + 1).to_bytes(4, "big"),
    "not msgpack": frame(b"\xc1"),
    "an unknown tag": frame(b"\x91\xa4move"),
    "no list": frame(b"\xa4ping"),
    "a field missing": frame(b"\x91\xa4ping"),
    "a field too many": frame(b"\x93\xa4ping\x00\x00"),
    "a field of another type": frame(b"\x92\xa7goodbye\x01"),
    "a list inside": frame(b"\x92\xa4chat\x91\xa1a"),
    "a number in two bytes that fits one": frame(b"\x92\xa4ping\xcc\x01"),
    "a number below 0": frame(b"\x92\xa4ping\xff"),
    "a number above 2^31": frame(b"\x92\xa4ping\xce\x80\x00\x00\x01"),
    "a hash of 31 bytes": frame(b"\x93\xa4head\x00\xc4\x1f" + bytes(31)),
    "a signed head of 321 bytes": frame(b"\x92\xa4seen\xc5\x01\x41" + bytes(321)),
    "bytes after the message": frame(b"\x92\xa4ping\x00\x00"),
    "a chat of 501 characters": frame(b"\x92\xa4chat\xda\x01\xf5" + b"a" * 501),
    "not UTF-8": frame(b"\x92\xa4chat\xa1\xff"),
}


def handshake() -> tuple[HelloMessage, ChallengeMessage, ProofMessage, WelcomeMessage]:
    """The four messages, with everything random fixed."""
    key = Ed25519PrivateKey.from_private_bytes(JOINER_KEY)
    public = key.public_key().public_bytes_raw()
    context = _context(CERTIFICATE, JOINER_NONCE, HOST_NONCE, public)
    return (
        HelloMessage(WIRE_VERSION, JOINER_NONCE),
        ChallengeMessage(WIRE_VERSION, HOST_NONCE),
        ProofMessage(_proof(SECRET, b"joiner", context), public, key.sign(b"fairtable joiner\0" + context)),
        WelcomeMessage(_proof(SECRET, b"host", context), "toy", (("copies", "2"), ("rounds", "4"))),
    )


def plain(message: AnyMessage) -> list[Any]:
    """A message as JSON has it: its tag and its fields, bytes as {"bytes": hexadecimal}."""
    values = (getattr(message, name) for name in message.__struct_fields__)
    return [message.tag(), *({"bytes": value.hex()} if isinstance(value, bytes) else listed(value) for value in values)]


def listed(value: Any) -> Any:
    """Tuples as lists, which is what JSON makes of them."""
    return [listed(item) for item in value] if isinstance(value, tuple) else value


def vectors() -> dict[str, Any]:
    """All vectors, as JSON will have them."""
    shaken = handshake()
    proof = shaken[2]
    return {
        "handshake": {
            "fingerprint": CERTIFICATE.hex(),
            "secret": SECRET.hex(),
            "joiner_nonce": JOINER_NONCE.hex(),
            "host_nonce": HOST_NONCE.hex(),
            "joiner_private_key": JOINER_KEY.hex(),
            "joiner_public_key": proof.key.hex(),
            "context": _context(CERTIFICATE, JOINER_NONCE, HOST_NONCE, proof.key).hex(),
            "joiner_proof": proof.proof.hex(),
            "joiner_signature": proof.signature.hex(),
            "host_proof": shaken[3].proof.hex(),
            "frames": [encode_frame(message).hex() for message in shaken],
        },
        "messages": [[plain(message), encode_frame(message).hex()] for message in (*shaken, *MESSAGES)],
        "refused_frames": {why: raw.hex() for why, raw in REFUSED_FRAMES.items()},
        "cleaned": [[text, limit, clean(text, limit)] for text, limit in TEXTS],
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
