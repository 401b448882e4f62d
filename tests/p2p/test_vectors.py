"""The vectors of docs/wire.md: what we compute, and what a stranger computes who has read that document alone.

The stranger uses nothing of this project, only msgpack, the standard library and an Ed25519 library.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import msgpack
import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from p2p.errors import RemoteError
from p2p.wire import handshake
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT, FrameReader, decode_message
from p2p.wire.messages import AnyMessage
from tests.p2p.make_vectors import plain, vectors

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("vectors.json")
VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
SHAKEN: dict[str, Any] = VECTORS["handshake"]

# ------------------------------------------------------------------------------------------------------------ ours


def test_the_vectors_are_what_we_compute() -> None:
    """If this fails, the wire has changed: raise its version, or mend the change. See make_vectors.py."""
    assert json.loads(json.dumps(vectors())) == VECTORS


def read(raw: bytes) -> list[AnyMessage]:
    """The messages in some frames, which must be whole."""
    reader = FrameReader(FRAME_LIMIT)
    reader.feed(raw)
    messages = [decode_message(packed) for packed in reader.frames()]
    assert not reader.inside
    return messages


def test_the_messages_are_read() -> None:
    for message, frame in VECTORS["messages"]:
        assert [plain(found) for found in read(bytes.fromhex(frame))] == [message]


def test_there_is_a_vector_for_each_message() -> None:
    tags = {message[0] for message, _ in VECTORS["messages"]}
    assert tags == {kind.__struct_config__.tag for kind in AnyMessage.__args__}


@pytest.mark.parametrize("why", VECTORS["refused_frames"])
def test_refused_frames(why: str) -> None:
    with pytest.raises(RemoteError):
        read(bytes.fromhex(VECTORS["refused_frames"][why]))


FRAMES = [bytes.fromhex(frame) for frame in SHAKEN["frames"]]


@pytest.mark.trio
async def test_our_host_says_what_the_vectors_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "p2p.wire.handshake.secrets.token_bytes", lambda size: bytes.fromhex(SHAKEN["host_nonce"])[:size]
    )
    near, far = trio.testing.memory_stream_pair()
    await near.send_all(FRAMES[0] + FRAMES[2])
    key = await handshake.admit_joiner(
        Channel(far),
        secret=bytes.fromhex(SHAKEN["secret"]),
        certificate=bytes.fromhex(SHAKEN["fingerprint"]),
        game=handshake.GameDescription("toy", (("copies", "2"), ("rounds", "4"))),
        claim=lambda key: True,
        patience=5,
    )
    assert key.hex() == SHAKEN["joiner_public_key"]
    assert bytes(await near.receive_some()) == FRAMES[1] + FRAMES[3]


@pytest.mark.trio
async def test_our_joiner_says_what_the_vectors_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "p2p.wire.handshake.secrets.token_bytes", lambda size: bytes.fromhex(SHAKEN["joiner_nonce"])[:size]
    )
    near, far = trio.testing.memory_stream_pair()
    await near.send_all(FRAMES[1] + FRAMES[3])
    await handshake.prove_to_host(
        Channel(far),
        secret=bytes.fromhex(SHAKEN["secret"]),
        certificate=bytes.fromhex(SHAKEN["fingerprint"]),
        key=Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SHAKEN["joiner_private_key"])),
        patience=5,
    )
    assert bytes(await near.receive_some()) == FRAMES[0] + FRAMES[2]


# -------------------------------------------------------------------------------------------------------- a stranger


def pack(value: Any) -> bytes:
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def unplain(value: Any) -> Any:
    return bytes.fromhex(value["bytes"]) if isinstance(value, dict) else value


def framed(message: list[Any]) -> bytes:
    packed = pack(message)
    return len(packed).to_bytes(4, "big") + packed


def test_a_stranger_writes_the_same_frames() -> None:
    for message, frame in VECTORS["messages"]:
        assert framed([unplain(value) for value in message]).hex() == frame


def test_a_stranger_shakes_hands_alike() -> None:
    names = ("fingerprint", "secret", "joiner_nonce", "host_nonce", "joiner_public_key", "joiner_signature")
    fingerprint, secret, joiner, host, key, signature = (bytes.fromhex(SHAKEN[name]) for name in names)
    version = (4).to_bytes(4, "big")
    context = hashlib.sha256(b"fairtable handshake\0" + version + fingerprint + joiner + host + key).digest()
    assert context.hex() == SHAKEN["context"]
    proof = hmac.new(secret, b"joiner\0" + context, hashlib.sha256).digest()
    welcome = hmac.new(secret, b"host\0" + context, hashlib.sha256).digest()
    assert [proof.hex(), welcome.hex()] == [SHAKEN["joiner_proof"], SHAKEN["host_proof"]]
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SHAKEN["joiner_private_key"]))
    assert private.public_key().public_bytes_raw() == key
    assert private.sign(b"fairtable joiner\0" + context) == signature
    Ed25519PublicKey.from_public_bytes(key).verify(signature, b"fairtable joiner\0" + context)
    settings = [["copies", "2"], ["rounds", "4"]]
    messages = (
        ["hello", 4, joiner],
        ["challenge", 4, host],
        ["proof", proof, key, signature],
        ["welcome", welcome, "toy", settings],
    )
    assert [framed(message).hex() for message in messages] == SHAKEN["frames"]


SEQUENCES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[]PX^_](?:(?!\x07|\x1b\\\\)[\\s\\S])*(?:\x07|\x1b\\\\)?|\x1b[\\s\\S]?"
)


def cleaned(text: str, limit: int) -> str:
    kept = ""
    marks = 0
    for character in SEQUENCES.sub("", text[: 8 * limit]):
        category = unicodedata.category(character)
        if category == "Zs" or unicodedata.bidirectional(character) in ("WS", "B", "S"):
            marks = 0
            kept += " " if kept and not kept.endswith(" ") else ""
        elif category.startswith("M"):
            marks += 1
            kept += character if marks <= 2 else ""
        elif not category.startswith("C"):
            marks = 0
            kept += character
    return kept[:limit].rstrip(" ")


def test_a_stranger_cleans_alike() -> None:
    for text, limit, left in VECTORS["cleaned"]:
        assert cleaned(text, limit) == left


# ------------------------------------------------------------------------------------------------------ the document


def test_the_document_names_every_message_with_its_fields() -> None:
    document = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(r"^\| `(\w+)` \| ([\w, ]*?) ?\| (?:joiner|host|both|who watches) \|", document, flags=re.MULTILINE)
    )
    kinds = AnyMessage.__args__
    assert rows == {kind.__struct_config__.tag: ", ".join(kind.__struct_fields__) for kind in kinds}


def test_the_document_names_every_vector() -> None:
    document = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", document.partition("## 13. ")[2], flags=re.MULTILINE)
    assert named == list(VECTORS)


def test_the_document_has_our_figures() -> None:
    """Every figure of the code that the document states, as the document writes it."""
    from p2p.reach import dialer as dial
    from p2p.reach import host_listener as door
    from p2p.session import fork_resolution as forks
    from p2p.session.timeouts import Timeouts
    from p2p.text import CHAT_LIMIT
    from p2p.wire import channel, frames, messages

    document = " ".join((ROOT / "docs" / "wire.md").read_text(encoding="utf-8").split())
    limits, pace = door.StrangerLimits(), Timeouts()
    first = ", ".join(f"{wait:g}" for wait in itertools.islice(dial.BACK_OFF, len(dial.BACK_OFF) - 1))
    for sentence in (
        f"1 to {frames.STRANGER_LIMIT:,} bytes before the proof",
        f"1 to {frames.FRAME_LIMIT:,} after it",
        f"at most {CHAT_LIMIT} characters",
        f"at most {messages.SENTENCE_LIMIT:,} characters",
        f"waits {first}, and from then on {dial.BACK_OFF[-1]:g} seconds",
        f"at most {limits.strangers} connections at once",
        f"at most {limits.strangers_from_one_origin} of them from one",
        f"has not within {limits.patience:g} seconds",
        f"a `ping`, the first at once | every {pace.ping_every:g} |",
        f"from the end of the one before | within {pace.patience:g} |",
        f"what is sent must be taken | within {pace.patience:g} |",
        f"at most {pace.flood} are taken",
        f"tries for {pace.farewell:g} more seconds",
        f"At most {forks.MOST_ENTRIES:,} entries and {forks.MOST_BYTES >> 20} MiB",
        f"fewer than {forks.MOST_BESIDE:,} each time",
        f"for at most {pace.last_word:g} seconds",
        f"{channel.SENTENCE_SHOWN} for a sentence",
    ):
        assert sentence in document, sentence
