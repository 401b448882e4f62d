"""The vectors of docs/protocol.md: what we compute, and what a stranger computes who has read that document alone.

`Stranger` uses nothing of this project, only msgpack, hashlib, hmac, zlib and an Ed25519 library. `Auditor` uses the
rules of the game besides, and the second verifier of the proofs, which knows nothing of the first.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.hidden import Acted, BothActed, Draw, Drawn, Face, Mix, Mixed, Piece, Seat
from protocol.canonical import EncodingError, decode
from protocol.names import is_clean
from tests.protocol.make_vectors import plain, vectors
from tests.protocol.proofs import independent
from tests.toy_game import ToyGame

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
    keys, seed_commitments, chains = [], [], []
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
        assert stranger.hkdf(game_id, seed, "fairtable/2 proofs").hex() == player["proof_key"]
        links = {4096: stranger.hkdf(key, seed, "fairtable/2 chain")}
        for number in range(4096, 0, -1):
            said = independent.framed(b"fairtable/2 link", key) + independent.framed(
                b"number", independent.be64(number)
            )
            links[number - 1] = hashlib.sha256(said + independent.framed(b"link", links[number])).digest()
        assert links[0].hex() == player["draw_chain_end"]
        assert [[number, links[number].hex()] for number, _ in player["draw_chain"]] == player["draw_chain"]
        keys.append(key)
        chains.append(links[0])
        seed_commitments.append(bytes.fromhex(player["seed_commitment"]))
    rules = stranger.hash("fairtable/2 rules", VECTORS["rules_data"].encode())
    assert rules.hex() == VECTORS["rules_digest"]
    assert stranger.hash("fairtable/2 game", 2, rules, *keys, *seed_commitments, *chains) == game_id
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
            action, nonce, _, _ = body
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


class Auditor:
    """Checks a record without any seed, as section 9 of docs/proofs.md says: with the rules of the game, which are no
    part of the protocol, and the second verifier of the proofs. `points` are the pieces', `links` by role.
    """

    def __init__(self, game_id: bytes, hellos: list[Any], seats: list[Seat]) -> None:
        self.game_id, self.seats = game_id, seats
        self.keys = [hello[1] for hello in hellos]
        self.links = [(0, hello[4]) for hello in hellos]
        self.game = ToyGame(copies=1, rounds=3)
        self.state = self.game.start()
        self.points: dict[Piece, bytes] = {
            piece: independent.piece_point(face, None) for piece, face in self.state.shown.items()
        }
        self.opened: list[tuple[Any, dict[Piece, Face]]] = []
        self.checked: Counter[str] = Counter()

    def read(self, content: list[Any]) -> None:
        _, version, game, number, role, kind, body, previous, _ = content
        self.place = {"game": game, "author": role, "entry": number, "kind": kind, "previous": previous, "version": 2}
        assert (version, game) == (2, self.game_id)
        if kind in ("mix", "draw", "action", "open"):
            getattr(self, f"_{kind}")(role, body)

    def _mix(self, role: int, body: Any) -> None:
        mix = self.game.waiting(self.state)
        assert isinstance(mix, Mix)
        before = [self.game.pool(self.state, mix.owner, pool) for pool in mix.pools]
        self.game.apply(self.state, Mixed())
        for part, (pool, (points, proof)) in enumerate(zip(before, body[1], strict=True)):
            old = [[self.points[piece]] for piece in pool]
            context = independent.Context(**self.place, part=part)
            h = independent.encode(independent.generator(b"H"))
            independent.verify_mix(context, [h], old, [[point] for point in points], proof)
            self.points.update(zip(self.game.pool(self.state, mix.owner, mix.pools[part]), points, strict=True))
            self.checked["mix"] += 1

    def _draw(self, role: int, body: Any) -> None:
        draw = self.game.waiting(self.state)
        assert isinstance(draw, Draw)
        number, last = self.links[role]
        independent.verify_link(self.keys[role], number + 1, body[0], last)
        self.links[role] = number + 1, body[0]
        size = len(self.game.pool(self.state, draw.owner, draw.source))
        places = independent.places(self.game_id, number + 1, body[0], size, draw.count)
        self.game.apply(self.state, Drawn(tuple(places)))
        self.checked["draw"] += 1

    def _judged(self, role: int, action: Any, openings: Any, proofs: Any) -> dict[Piece, Face]:
        seat = self.seats[role]
        shown = dict(zip(self.game.to_show(self.state, seat, action), [face for face, _ in openings], strict=True))
        for piece, (face, nonce) in zip(shown, openings, strict=True):
            assert independent.piece_point(face, nonce) == self.points[piece]
            self.checked["opening"] += 1
        for part, (claim, proof) in enumerate(zip(self.game.claims(self.state, seat, action), proofs, strict=True)):
            points = [self.points[piece] for piece in claim.pieces]
            independent.verify_claim(independent.Context(**self.place, part=part), points, claim.faces, proof)
            self.checked["claim"] += 1
        return shown

    def _action(self, role: int, body: Any) -> None:
        action = self.game.unpack_action(body[0])
        self.game.apply(self.state, Acted(self.seats[role], action, self._judged(role, action, *body[1:])))

    def _open(self, role: int, body: Any) -> None:
        action = self.game.unpack_action(body[0])
        self.opened.append((action, self._judged(role, action, *body[2:])))
        if len(self.opened) == 2:
            (one, one_shown), (two, two_shown) = self.opened
            self.game.apply(self.state, BothActed((one, two), {**one_shown, **two_shown}))
            self.opened = []


def read_without_seeds(entries: list[str]) -> Auditor:
    contents = [msgpack.unpackb(bytes.fromhex(entry)[:-64], raw=False) for entry in entries]
    first = next(content for content in contents if content[5] == "mix")  # seat 0's, in this game
    auditor = Auditor(contents[2][2], [content[6] for content in contents[:2]], [Seat(first[4]), Seat(1 - first[4])])
    for content in contents[2:]:
        auditor.read(content)
    return auditor


def test_a_stranger_checks_every_hidden_act_without_a_seed() -> None:
    checked = read_without_seeds([item["entry"] for item in VECTORS["entries"]]).checked
    assert set(checked) == {"mix", "draw", "opening", "claim"}
    kinds = Counter(item["kind"] for item in VECTORS["entries"])
    assert (checked["mix"] >= kinds["mix"], checked["draw"]) == (True, kinds["draw"])


@pytest.mark.parametrize(("key", "check"), [("refused_mix", "equations"), ("refused_draw", "link")])
def test_a_stranger_refuses_what_was_refused(key: str, check: str) -> None:
    entries = VECTORS[key]["entries"]
    read_without_seeds(entries[:-1])
    with pytest.raises(independent.Refused, match=check):
        read_without_seeds(entries)


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
    committed = [body[place] for place in (2, 4) for body in bodies]
    game = stranger.hash("fairtable/2 game", 2, bodies[0][0], *keys, *committed)
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


def test_a_stranger_reads_that_a_player_has_left() -> None:
    raw = bytes.fromhex(VECTORS["left"]["leave"])
    entries = [msgpack.unpackb(bytes.fromhex(entry)[:-64], raw=False) for entry in VECTORS["left"]["entries"]]
    taken = next(content for content in entries if content[5] == "left")
    assert taken[6] == [raw]
    kind, game, role, count, head = msgpack.unpackb(raw[:-64], raw=False)[2:]
    assert msgpack.unpackb(raw[:-64], raw=False)[:2] == ["fairtable leave", 2]
    assert (kind, game, role, count, head) == ("resign", taken[2], 1 - taken[4], taken[3], taken[7])
    key = bytes.fromhex(VECTORS["players"][role]["public_key"])
    Ed25519PublicKey.from_public_bytes(key).verify(raw[-64:], raw[:-64])


@pytest.mark.parametrize(("key", "check"), [("refused_mix", "mix"), ("refused_draw", "draw")])
def test_what_is_refused_is_the_last_entry(key: str, check: str) -> None:
    item = VECTORS[key]
    assert [finding[:3] for finding in item["findings"]] == [[len(item["entries"]) - 1, 0, check]]
    raw = bytes.fromhex(item["entries"][-1])
    assert msgpack.unpackb(raw[:-64], raw=False)[4:6] == [0, check]


def test_the_findings_are_what_both_verdicts_signed() -> None:
    item = VECTORS["stacked"]
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
