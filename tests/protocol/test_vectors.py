"""The vectors of docs/protocol.md: what we compute, and what a stranger computes who has read that document alone.

`Stranger` uses nothing of this project, only msgpack, hashlib, hmac, zlib and an Ed25519 library.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.canonical import EncodingError, decode
from protocol.names import is_clean
from tests.protocol.make_vectors import plain, vectors

FILE = Path(__file__).with_name("vectors.json")
VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_vectors_are_what_we_compute() -> None:
    """If this fails, the protocol has changed: raise its version, or mend the change. See make_vectors.py."""
    assert json.loads(json.dumps(vectors())) == VECTORS


@pytest.mark.parametrize("why", VECTORS["refused"])
def test_refused_encodings(why: str) -> None:
    with pytest.raises(EncodingError):
        decode(bytes.fromhex(VECTORS["refused"][why]))


def test_encodings() -> None:
    for value, encoded in VECTORS["encoding"]:
        assert plain(decode(bytes.fromhex(encoded))) == value


class Stranger:
    """A second implementation of the derivations and hashes, written from docs/protocol.md."""

    @staticmethod
    def pack(*values: Any) -> bytes:
        packed: bytes = msgpack.packb(list(values), use_bin_type=True)
        return packed

    def hash(self, *values: Any) -> bytes:
        return hashlib.sha256(self.pack(*values)).digest()

    @staticmethod
    def hkdf(salt: bytes, seed: bytes, label: str) -> bytes:
        extracted = hmac.new(salt, seed, hashlib.sha256).digest()
        return hmac.new(extracted, label.encode() + b"\x01", hashlib.sha256).digest()

    @staticmethod
    def words(key: bytes, number: int) -> Any:
        block = 0
        while True:
            digest = hmac.new(key, number.to_bytes(8, "big") + block.to_bytes(4, "big"), hashlib.sha256).digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    @staticmethod
    def below(words: Any, size: int) -> int:
        for word in words:
            if word < 2**32 - 2**32 % size:
                return int(word) % size
        raise AssertionError

    def position(self, game_id: bytes, seed: bytes, number: int, size: int) -> int:
        return self.below(self.words(self.hkdf(game_id, seed, "fairtable/2 positions"), number), size)

    def order(self, game_id: bytes, seed: bytes, number: int, size: int) -> list[int]:
        words = self.words(self.hkdf(game_id, seed, "fairtable/2 orders"), number)
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            chosen = self.below(words, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order


@pytest.fixture
def stranger() -> Stranger:
    return Stranger()


def test_a_stranger_encodes_alike(stranger: Stranger) -> None:
    for value, encoded in VECTORS["encoding"]:
        raw = bytes.fromhex(encoded)
        assert plain(msgpack.unpackb(raw, raw=False)) == value
        assert msgpack.packb(msgpack.unpackb(raw, raw=False), use_bin_type=True) == raw


def test_a_stranger_derives_alike(stranger: Stranger) -> None:
    game_id = bytes.fromhex(VECTORS["game_id"])
    keys, seed_commitments = [], []
    for player in VECTORS["players"]:
        seed, key = bytes.fromhex(player["seed"]), bytes.fromhex(player["public_key"])
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(player["signing_key"]))
        assert private.public_key().public_bytes_raw() == key
        coin = stranger.hkdf(key, seed, "fairtable/2 coin")
        assert coin.hex() == player["coin"]
        assert stranger.hash("fairtable/2 coin", player["role"], key, coin).hex() == player["coin_commitment"]
        assert stranger.hash("fairtable/2 seed", player["role"], key, seed).hex() == player["seed_commitment"]
        for label, name in (("nonces", "nonces"), ("choices", "choice_nonces")):
            subkey = stranger.hkdf(game_id, seed, f"fairtable/2 {label}")
            for number, nonce in player[name].items():
                assert hmac.new(subkey, int(number).to_bytes(8, "big"), "sha256").hexdigest() == nonce
        for number, size, order in player["orders"]:
            assert stranger.order(game_id, seed, number, size) == order
        for number, size, position in player["positions"]:
            assert stranger.position(game_id, seed, number, size) == position
        keys.append(key)
        seed_commitments.append(bytes.fromhex(player["seed_commitment"]))
    rules = stranger.hash("fairtable/2 rules", VECTORS["rules_data"].encode())
    assert rules.hex() == VECTORS["rules_digest"]
    assert stranger.hash("fairtable/2 game", 2, rules, *keys, *seed_commitments) == game_id
    assert stranger.hash("fairtable/2 state", VECTORS["start_state"].encode()).hex() == VECTORS["start_digest"]
    coins = [bytes.fromhex(player["coin"]) for player in VECTORS["players"]]
    assert VECTORS["players"][0]["seat"] == (coins[0][0] ^ coins[1][0]) & 1


def test_a_stranger_commits_alike(stranger: Stranger) -> None:
    game_id = bytes.fromhex(VECTORS["game_id"])
    piece = VECTORS["piece_commitment"]
    value = stranger.hash(
        "fairtable/2 piece", game_id, piece["owner"], piece["piece"], piece["face"], bytes.fromhex(piece["nonce"])
    )
    assert value.hex() == piece["commitment"]
    choice = VECTORS["choice_commitment"]
    value = stranger.hash(
        "fairtable/2 choice",
        game_id,
        choice["seat"],
        choice["number"],
        choice["action"],
        bytes.fromhex(choice["nonce"]),
    )
    assert value.hex() == choice["commitment"]


def test_a_stranger_reads_the_transcript(stranger: Stranger) -> None:
    """Chain, signatures and game ids; and every opening of a seal or a first deck mix against the seeds."""
    previous = bytes(32)
    keys = [bytes.fromhex(player["public_key"]) for player in VECTORS["players"]]
    seals: dict[int, bytes] = {}
    sealed = 0
    mixes = 0
    for index, item in enumerate(VECTORS["entries"]):
        raw = bytes.fromhex(item["entry"])
        content, signature = raw[:-64], raw[-64:]
        tag, version, game, number, role, kind, body, before, state = msgpack.unpackb(content, raw=False)
        assert (tag, version, number, kind, before) == ("fairtable entry", 2, index, item["kind"], previous)
        assert game.hex() == ("" if index < 2 else VECTORS["game_id"])
        assert len(state) == 32
        Ed25519PublicKey.from_public_bytes(keys[role]).verify(signature, content)
        previous = hashlib.sha256(content).digest()
        assert previous.hex() == item["hash"]
        seat = VECTORS["players"][role]["seat"]
        if kind == "seal":
            seals[seat] = body[0]
        elif kind == "open":
            action, nonce, _ = body
            assert stranger.hash("fairtable/2 choice", game, seat, sealed // 2, action, nonce) == seals[seat]
            sealed += 1
        elif kind == "mix" and mixes < 2:
            seed = bytes.fromhex(VECTORS["players"][role]["seed"])
            faces = stranger.order(game, seed, 0, len(body[0]))  # five cards of values 0 to 4, in that order at first
            nonces = stranger.hkdf(game, seed, "fairtable/2 nonces")
            first = 12 + 5 * mixes
            assert body[0] == [
                stranger.hash(
                    "fairtable/2 piece",
                    game,
                    seat,
                    first + place,
                    face,
                    hmac.new(nonces, (first + place).to_bytes(8, "big"), "sha256").digest(),
                )
                for place, face in enumerate(faces)
            ]
            mixes += 1
        elif kind == "seed":
            assert body[0].hex() == VECTORS["players"][role]["seed"]
        elif kind == "verdict":
            assert body[1] == []
    assert sealed == 6


def test_a_stranger_reads_a_proof(stranger: Stranger) -> None:
    """Nothing but the file: the hellos give the game id and the key, and both entries are signed with it."""
    item = VECTORS["proof"]
    tag, version, one, two, hellos = msgpack.unpackb(bytes.fromhex(item["proof"]), raw=False)
    assert (tag, version) == ("fairtable proof", 2)
    contents = [msgpack.unpackb(raw[:-64], raw=False) for raw in (one, two)]
    bodies = [msgpack.unpackb(raw[:-64], raw=False)[6] for raw in hellos]
    keys = [body[1] for body in bodies]
    for raw, key in zip(hellos, keys, strict=True):
        Ed25519PublicKey.from_public_bytes(key).verify(raw[-64:], raw[:-64])
    game = stranger.hash("fairtable/2 game", 2, bodies[0][0], *keys, *[body[2] for body in bodies])
    for raw, content in zip((one, two), contents, strict=True):
        assert content[2:5] == [game, item["number"], item["role"]]
        Ed25519PublicKey.from_public_bytes(keys[item["role"]]).verify(raw[-64:], raw[:-64])
    assert contents[0] != contents[1]
    assert (keys[item["role"]].hex(), bodies[item["role"]][5]) == (item["key"], item["name"])


def test_a_stranger_signs_as_a_person(stranger: Stranger) -> None:
    item, joiner = VECTORS["person"], VECTORS["players"][1]
    rules, key, seed = (
        bytes.fromhex(text) for text in (VECTORS["rules_digest"], joiner["public_key"], joiner["seed_commitment"])
    )
    statement = stranger.pack("fairtable/2 person", 2, item["game"], rules, 1, key, seed)
    assert statement.hex() == item["statement"]
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(item["private_key"]))
    assert private.public_key().public_bytes_raw().hex() == item["key"]
    assert private.sign(statement).hex() == item["signature"]


def test_a_stranger_reads_a_signed_head() -> None:
    raw = bytes.fromhex(VECTORS["signed_head"])
    tag, version, game, role, count, head = msgpack.unpackb(raw[:-64], raw=False)
    assert (tag, version, game.hex(), role, count) == ("fairtable head", 2, VECTORS["game_id"], 1, 2)
    assert head.hex() == VECTORS["entries"][1]["hash"]
    key = bytes.fromhex(VECTORS["players"][1]["public_key"])
    Ed25519PublicKey.from_public_bytes(key).verify(raw[-64:], raw[:-64])


def test_the_findings_are_what_both_verdicts_signed() -> None:
    item = VECTORS["cheated"]
    assert [finding[1:3] for finding in item["findings"]] == [[0, "mix"]]
    for raw in item["entries"][-2:]:
        _, _, _, _, _, kind, body, _, _ = msgpack.unpackb(bytes.fromhex(raw)[:-64], raw=False)
        assert (kind, body[1]) == ("verdict", item["findings"])


@pytest.mark.parametrize(("name", "clean"), VECTORS["names"])
def test_names(name: str, clean: bool) -> None:
    assert is_clean(name) == clean


def test_a_stranger_reads_the_record() -> None:
    frame = bytes.fromhex(VECTORS["frame_of_entry_0"])
    entry = bytes.fromhex(VECTORS["entries"][0]["entry"])
    start = b"FTR1" + len(entry).to_bytes(4, "big")
    assert frame == b"".join([start, zlib.crc32(start).to_bytes(4, "big"), entry, zlib.crc32(entry).to_bytes(4, "big")])
