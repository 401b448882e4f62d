"""Check a record, finished or broken off, without any seed: signatures, chain, mixes, draws, claims, what was shown.

    python -m tests.strangers.proof_verifier FILE

Written from docs/protocol.md, docs/proofs.md and the two documents of positions, as a stranger would: it imports
nothing of the programs that it checks. What it does not ask is whether a choice was allowed by the rules of the game;
but the position that each entry leads to must be the one that its author signed.

The exit status is 0 if every entry that is there is proven, 1 if one is not, 2 if the file is no record.
"""

from __future__ import annotations

import sys
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.strangers.games import GAMES, Claim, Decision, Draw, Game, Mix, Over
from tests.strangers.proofs import Context, check_claim, check_draw, check_opening, check_pool, public_point
from tests.strangers.ristretto import ORDER, Refused, is_prime_order_key

ROLES = ("host", "joiner")
VERSION = 2

# ------------------------------------------------------------------------------------ docs/protocol.md, section 1


def encode(value: object) -> bytes:
    """The canonical encoding."""
    return bytes(msgpack.packb(value, use_bin_type=True))


def decode(data: bytes) -> Any:
    """Refuses with `encoding` what is not canonical."""
    if len(data) > 65_536:
        raise Refused("encoding", "too long")
    try:
        value = msgpack.unpackb(data, raw=False, strict_map_key=True)
        again = encode(value)
    except (ValueError, TypeError, msgpack.exceptions.ExtraData, OverflowError) as error:
        raise Refused("encoding", str(error)) from error
    if again != data or not plain(value, 0):
        raise Refused("encoding", "not canonical")
    return value


def plain(value: object, depth: int) -> bool:
    """Whether it consists of what section 1 allows."""
    if type(value) is list:
        return depth < 16 and len(value) <= 1024 and all(plain(element, depth + 1) for element in value)
    return value is None or type(value) in (bool, int, str, bytes)


def digest(*values: object) -> bytes:
    """H(a, b, ...)."""
    return sha256(encode(list(values))).digest()


def shaped(value: Any, *shape: Any) -> Any:
    """`value`, if it is a list of this shape: types, numbers of bytes, `[shape]` for a list of any length.

    Refuses with `encoding`.
    """
    if type(value) is not list or len(value) != len(shape):
        raise Refused("encoding", "a list of another length")
    for element, wanted in zip(value, shape, strict=True):
        _shaped(element, wanted)
    return value


def _shaped(value: Any, wanted: Any) -> None:
    match wanted:
        case None:
            fits = True
        case int():
            fits = type(value) is bytes and len(value) == wanted
        case tuple():
            shaped(value, *wanted)
            fits = True
        case [each]:
            fits = type(value) is list
            for element in value if fits else []:
                _shaped(element, each)
        case _:
            fits = type(value) is wanted
    if not fits:
        raise Refused("encoding", f"a field is not {wanted}")


# ---------------------------------------------------------------------------------------------------- section 2

OPENING = (int, 32)
BODIES: dict[str, tuple[Any, ...]] = {
    "hello": (32, 32, 32, 32, 32, str, None, None),
    "coin": (32,),
    "mix": ([32], [([32], bytes)]),
    "draw": (32,),
    "action": (None, [OPENING], [bytes]),
    "seal": (32,),
    "open": (None, 32, [OPENING], [bytes]),
    "resign": (),
    "stop": (),
    "left": (bytes,),
    "claim": (bytes,),
    "seed": (32,),
    "verdict": (32, [(int, int, str, str, str)]),
}


@dataclass(frozen=True)
class Entry:
    """One of the chain."""

    content: bytes
    signature: bytes
    game: bytes
    number: int
    role: int
    kind: str
    body: list[Any]
    previous: bytes
    state: bytes
    spent: int | None = None

    @property
    def hash(self) -> bytes:
        return sha256(self.content).digest()


def read_entry(data: bytes) -> Entry:
    """Refuses with `encoding`, `version`."""
    if not 64 < len(data) <= 65_600:
        raise Refused("encoding", "length")
    content, signature = data[:-64], data[-64:]
    value = decode(content)
    if type(value) is not list or value[:1] != ["fairtable entry"]:
        raise Refused("encoding", "no entry")
    if value[1:2] != [VERSION] or type(value[1]) is not int:
        raise Refused("version")
    shape = (str, int, bytes, int, int, str, None, 32, 32)
    fields = shaped(value, *shape, int) if len(value) == 10 else [*shaped(value, *shape), None]
    _, _, game, number, role, kind, body, previous, state, spent = fields
    if (
        (spent is not None and spent < 0)
        or role not in (0, 1)
        or number < 0
        or kind not in BODIES
        or len(game) not in (0, 32)
    ):
        raise Refused("encoding", "a field")
    shaped(body, *BODIES[kind])
    return Entry(content, signature, game, number, role, kind, body, previous, state, spent)


def check_signature(key: bytes, data: bytes, signature: bytes) -> None:
    """Refuses with `signature`. The key was checked to be one."""
    neutral = (1).to_bytes(32, "little")
    if signature[:32] == neutral or int.from_bytes(signature[32:], "little") >= ORDER:
        raise Refused("signature")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except InvalidSignature as error:
        raise Refused("signature") from error


UNSEEN = {0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x1D159}
UNSEEN |= {*range(0x180B, 0x180E), *range(0xFE00, 0xFE10)}
ALLOWED = {"L" + kind for kind in "ultmo"} | {"M" + kind for kind in "nc"} | {"N" + kind for kind in "dlo"}
ALLOWED |= {"P" + kind for kind in "cdseifo"} | {"S" + kind for kind in "mcko"}


def is_clean(name: str) -> bool:
    """Names, by Unicode 3.2."""
    tables = unicodedata.ucd_3_2_0
    if (
        not 1 <= len(name) <= 32
        or tables.normalize("NFC", name) != name
        or name != " ".join(name.split(" ")).strip(" ")
    ):
        return False
    marks = 0
    before = " "
    for character in name:
        category = tables.category(character)
        if (category not in ALLOWED and character != " ") or character in "[]<>\\" or ord(character) in UNSEEN:
            return False
        mark = category in ("Mn", "Mc")
        marks = marks + 1 if mark else 0
        if marks > 3 or (before == " " and (mark or character == " ")):
            return False
        before = character
    return True


# --------------------------------------------------------------------------------------------------- section 10


def read_file(data: bytes) -> list[bytes]:
    """The entries of a record file, a torn last frame left out. Refuses with `file`."""
    entries: list[bytes] = []
    at = 0
    while at < len(data):
        header = data[at : at + 12]
        length = int.from_bytes(header[4:8], "big")
        end = at + 12 + length + 4
        head_good = header[:4] == b"FTR1" and header[8:] == zlib.crc32(header[:8]).to_bytes(4, "big")
        if len(header) == 12 and head_good and end <= len(data):
            entry = data[at + 12 : end - 4]
            if data[end - 4 : end] == zlib.crc32(entry).to_bytes(4, "big"):
                entries.append(entry)
                at = end
                continue
            checksum = zlib.crc32(entry).to_bytes(4, "big")
            kept = data[end - 4 :].rstrip(b"\0")
            torn = len(kept) < 4 and checksum.startswith(kept)
        else:
            # Cut off, or filled with zeros: what is there must be right up to them.
            torn = (len(header) == 12 and head_good) or is_torn_header(data[at:])
        if not torn:
            raise Refused("file", f"the frame of entry {len(entries)} is damaged")
        break
    if not entries:
        raise Refused("file", "no entry")
    return entries


def is_torn_header(rest: bytes) -> bool:
    kept = rest.rstrip(b"\0")
    whole = b"FTR1" + kept[4:8].ljust(4, b"\0")
    whole += zlib.crc32(whole).to_bytes(4, "big")
    return len(kept) < 12 and whole.startswith(kept)


# ------------------------------------------------------------------------------------------------ sections 3 to 6


@dataclass
class Player:
    key: bytes
    seed_commitment: bytes
    coin_commitment: bytes
    last_link: bytes
    name: str
    person: list[bytes] | None
    draws: int = 0
    coin: bytes = b""


@dataclass
class Replay:
    """All that is known after the entries taken so far."""

    game: Game = field(init=False)
    settings: list[Any] = field(init=False)
    game_id: bytes = b""
    players: list[Player] = field(default_factory=list)
    host_seat: int | None = None
    number: int = 0
    last: bytes = bytes(32)
    commitments: dict[int, bytes] = field(default_factory=dict)
    points: dict[int, bytes] = field(default_factory=dict)
    seen: set[bytes] = field(default_factory=set)
    owned: list[Counter[int]] = field(default_factory=list)
    sealed: int = 0
    pending: list[Any] = field(default_factory=list)
    """The seals, then the first opened choice, of the sealed decision in progress."""
    ended: str | None = None
    """By resignation or stop; and whose it was."""
    closing: int = 0
    """Seeds and verdicts written."""
    second_seed: bytes = b""
    increment: int = 0
    """Section 12, in milliseconds."""
    banks: list[int] | None = None
    """By role, in milliseconds; none without clocks."""
    done: Counter[str] = field(default_factory=Counter)

    # -- section 5: who may write what

    def seat(self, role: int) -> int:
        assert self.host_seat is not None
        return self.host_seat if role == 0 else 1 - self.host_seat

    def expected(self) -> tuple[int, list[str]] | None:
        """The role that is to write, and the kinds that it may; nothing once the record is finished."""
        if len(self.players) < 2:
            return len(self.players), ["hello"]
        if self.host_seat is None:
            return (1 if self.players[0].coin else 0), ["coin"]
        found = self.expected_of_seat()
        if found is None:
            return None
        seat, kind = found
        role = 0 if seat == self.host_seat else 1
        return role, [kind] if kind in ("seed", "verdict") else [kind, "resign", "stop", "left"]

    def expected_of_seat(self) -> tuple[int, str] | None:
        if self.ended is not None or isinstance(self.game.waiting(), Over):
            steps = [(0, "seed"), (1, "seed"), (0, "verdict"), (1, "verdict")]
            return steps[self.closing] if self.closing < 4 else None
        match self.game.waiting():
            case Mix(owner):
                return owner, "mix"
            case Draw(owner):
                return 1 - owner, "draw"
            case Decision(seat):
                return seat, "action"
            case _:
                return [(0, "seal"), (1, "seal"), (0, "open"), (1, "open")][len(self.pending)]

    # -- section 6: an entry

    def take(self, data: bytes) -> None:
        """The next entry. Refuses it, with the name of the check, unless all of it is proven."""
        entry = read_entry(data)
        if entry.game != (b"" if entry.kind == "hello" else self.game_id):
            raise Refused("game")
        if entry.number != self.number:
            raise Refused("number")
        if entry.previous != self.last:
            raise Refused("chain")
        self.check_author(entry)
        role, kinds = self.expected() or (None, [])
        runs = role if self.banks is not None and kinds and kinds[0] in ("action", "seal") else None
        if not (entry.kind == "claim" and runs == 1 - entry.role) and (entry.role != role or entry.kind not in kinds):
            raise Refused("phase")
        self.take_time(entry)
        self.done["signatures"] += 1
        getattr(self, "take_" + entry.kind)(entry, *entry.body)
        if entry.state != digest("fairtable/2 state", self.game.position.text().encode()):
            raise Refused("state")
        self.number += 1
        self.last = entry.hash

    # -- section 12: clocks

    def take_time(self, entry: Entry) -> None:
        """The bank of a decision's author."""
        if (entry.spent is not None) != (self.banks is not None and entry.kind in ("action", "seal")):
            raise Refused("time", "told where it must not be, or not told")
        if self.banks is not None and entry.spent is not None:
            if entry.spent > self.banks[entry.role]:
                raise Refused("time", "more than the bank")
            self.banks[entry.role] += self.increment - entry.spent
            self.done["times"] += 1

    def take_claim(self, entry: Entry, head: bytes) -> None:
        late = 1 - entry.role
        try:
            said = shaped(decode(head[:-64]), str, int, 32, int, int, 32, int)
            check_signature(self.players[late].key, head[:-64], head[-64:])
        except Refused as error:
            raise Refused("time") from error
        assert self.banks is not None
        if said[:6] != ["fairtable head", VERSION, self.game_id, late, self.number, self.last]:
            raise Refused("time", "another place")
        if said[6] <= self.banks[late]:
            raise Refused("time", "in time")
        self.ended = f"{ROLES[late]} ran out of time"

    def take_clock(self, text: str) -> None:
        bank, _, more = text.partition("+")
        if not all(part.isascii() and part.isdigit() and part[0] != "0" for part in ([bank, more] if more else [bank])):
            raise Refused("offer", "no clock")
        if text.endswith("+") or int(bank) > 604_800 or int(more or 0) > 86_400:
            raise Refused("offer", "no clock")
        self.banks, self.increment = [1000 * int(bank), 1000 * int(bank)], 1000 * int(more or 0)

    def check_author(self, entry: Entry) -> None:
        """The author's signature: under a hello it is that of the key in it."""
        if entry.kind == "hello":
            key: bytes = entry.body[1]
            if not is_prime_order_key(key):
                raise Refused("signature", "no key")
        elif len(self.players) < 2:
            raise Refused("signature", "no key yet")
        else:
            key = self.players[entry.role].key
        check_signature(key, entry.content, entry.signature)

    def new(self, *commitments: bytes) -> None:
        for commitment in commitments:
            if commitment in self.seen:
                raise Refused("copy")
            self.seen.add(commitment)

    def context(self, entry: Entry, part: int) -> Context:
        return Context(self.game_id, entry.role, entry.number, entry.kind, entry.previous, part)

    # -- the kinds

    def take_hello(
        self,
        entry: Entry,
        rules: bytes,
        key: bytes,
        seed: bytes,
        coin: bytes,
        chain: bytes,
        name: str,
        offer: Any,
        person: Any,
    ) -> None:
        if entry.role == 0:
            self.take_offer(offer)
        elif offer is not None:
            raise Refused("offer")
        rules_digest = digest("fairtable/2 rules", self.game.rules_data)
        if rules != rules_digest:
            raise Refused("rules")
        if not is_clean(name):
            raise Refused("name")
        if person is not None:
            long_term, signature = shaped(person, 32, 64)
            statement = ["fairtable/2 person", VERSION, self.settings, rules, entry.role, key, seed]
            if not is_prime_order_key(long_term):
                raise Refused("person")
            try:
                check_signature(long_term, encode(statement), signature)
            except Refused as error:
                raise Refused("person") from error
        if self.players and key == self.players[0].key:
            raise Refused("copy")
        self.new(seed, coin, chain)
        self.players.append(Player(key, seed, coin, chain, name, person))
        if entry.role == 1:
            host, joiner = self.players
            self.game_id = digest(
                "fairtable/2 game", VERSION, rules, host.key, joiner.key, host.seed_commitment, joiner.seed_commitment,
                host.last_link, joiner.last_link,
            )  # fmt: skip

    def take_offer(self, offer: Any) -> None:
        game, settings, side = shaped(offer, str, [(str, str)], int)
        if game not in GAMES or side not in (0, 1, 2):
            raise Refused("offer", "a game that is not known here")
        self.settings = [game, settings]
        chosen = dict(map(tuple, settings))
        if "clock" in chosen:
            self.take_clock(chosen.pop("clock"))
        self.game = GAMES[game](chosen)
        if side != 2:
            self.host_seat = side
        position = self.game.position
        for seat in (0, 1):
            pieces = [piece for pool in position.pools[seat] for piece in pool]
            self.owned.append(Counter(position.shown[piece] for piece in pieces))
            self.points |= {piece: public_point(position.shown[piece]) for piece in pieces}

    def take_coin(self, entry: Entry, value: bytes) -> None:
        player = self.players[entry.role]
        if digest("fairtable/2 coin", entry.role, player.key, value) != player.coin_commitment:
            raise Refused("coin")
        player.coin = value
        if entry.role == 1:
            self.host_seat = (self.players[0].coin[0] ^ value[0]) & 1

    def take_mix(self, entry: Entry, commitments: list[bytes], proofs: list[Any]) -> None:
        waiting = self.game.waiting()
        assert isinstance(waiting, Mix)
        if len(proofs) != len(waiting.pools) or len(commitments) != sum(map(len, waiting.pools)):
            raise Refused("mix", "length")
        self.new(*commitments, *[point for points, _ in proofs for point in points])
        fresh = self.game.position.next
        made: dict[int, bytes] = {}
        for part, (pieces, (points, proof)) in enumerate(zip(waiting.pools, proofs, strict=True)):
            old = [self.points[piece] for piece in pieces]
            within("mix", check_pool, self.context(entry, part), old, points, proof)
            made |= {fresh + len(made) + at: point for at, point in enumerate(points)}
            self.done["pools mixed"] += 1
        self.points |= made
        self.commitments |= {fresh + at: commitment for at, commitment in enumerate(commitments)}
        self.done["pieces sealed"] += len(made)
        self.game.position.mixed()

    def take_draw(self, entry: Entry, link: bytes) -> None:
        waiting = self.game.waiting()
        assert isinstance(waiting, Draw)
        player = self.players[entry.role]
        number = player.draws + 1
        places = within(
            "draw", check_draw, player.key, self.game_id, number, link, player.last_link, waiting.size, waiting.count
        )
        player.draws, player.last_link = number, link
        self.done["draws"] += 1
        self.game.position.drawn(places)

    def take_action(self, entry: Entry, action: Any, openings: list[Any], proofs: list[bytes]) -> None:
        seat = self.seat(entry.role)
        shown = self.judge(entry, seat, action, openings, proofs)
        carried_out(self.game.position.acted, seat, action, shown)

    def judge(self, entry: Entry, seat: int, action: Any, openings: list[Any], proofs: list[bytes]) -> dict[int, int]:
        """What an action or an opened choice shows and claims: the faces shown."""
        pieces: list[int] = carried_out(self.game.shows, seat, action)
        claims: list[Claim] = carried_out(self.game.claims, seat, action)
        if len(openings) != len(pieces):
            raise Refused("opening", "length")
        shown: dict[int, int] = {}
        for piece, (face, nonce) in zip(pieces, openings, strict=True):
            if not 0 <= face < self.game.faces:
                raise Refused("opening")
            sealed = digest("fairtable/2 piece", self.game_id, seat, piece, face, nonce)
            if self.commitments.get(piece) != sealed:
                raise Refused("opening")
            within("opening", check_opening, self.points[piece], face, nonce)
            if not self.game.fits(seat, piece, face):
                raise Refused("face")
            shown[piece] = face
        self.done["pieces shown"] += len(shown)
        known = self.game.position.shown | shown
        mine = {piece for pool in self.game.position.pools[seat] for piece in pool}
        in_sight = Counter(known[piece] for piece in mine if piece in known)
        if shown and any(in_sight[face] > self.owned[seat][face] for face in shown.values()):
            raise Refused("pieces")
        if len(proofs) != len(claims):
            raise Refused("claim", "length")
        for part, ((about, faces), proof) in enumerate(zip(claims, proofs, strict=True)):
            if all(piece in known for piece in about) and not any(known[piece] in faces for piece in about):
                raise Refused("claim", "false")
            points = [self.points[piece] for piece in about]
            within("claim", check_claim, self.context(entry, part), points, faces, proof)
        self.done["claims"] += len(claims)
        return shown

    def take_seal(self, entry: Entry, commitment: bytes) -> None:
        self.new(commitment)
        self.pending.append(commitment)

    def take_open(self, entry: Entry, action: Any, nonce: bytes, openings: list[Any], proofs: list[bytes]) -> None:
        seat = self.seat(entry.role)
        if digest("fairtable/2 choice", self.game_id, seat, self.sealed, action, nonce) != self.pending[seat]:
            raise Refused("seal")
        shown = self.judge(entry, seat, action, openings, proofs)
        self.done["sealed choices"] += 1
        self.pending.append((action, shown))
        if seat == 1:
            (first, one), (second, two) = self.pending[2:]
            carried_out(self.game.both, [first, second], one | two)
            self.pending = []
            self.sealed += 1

    def take_resign(self, entry: Entry) -> None:
        self.ended = f"{ROLES[entry.role]} resigned"

    def take_stop(self, entry: Entry) -> None:
        self.ended = f"{ROLES[entry.role]} stopped the game"

    def take_left(self, entry: Entry, leave: bytes) -> None:
        leaver = 1 - entry.role
        try:
            said = shaped(decode(leave[:-64]), str, int, str, 32, int, int, 32)
            check_signature(self.players[leaver].key, leave[:-64], leave[-64:])
        except Refused as error:
            raise Refused("leave") from error
        ways = {"resign": "resigned", "stop": "stopped the game"}
        if said != ["fairtable leave", VERSION, said[2], self.game_id, leaver, self.number, self.last]:
            raise Refused("leave", "another place")
        if said[2] not in ways:
            raise Refused("leave", "another kind")
        self.ended = f"{ROLES[leaver]} {ways[said[2]]}"

    def take_seed(self, entry: Entry, seed: bytes) -> None:
        player = self.players[entry.role]
        if digest("fairtable/2 seed", entry.role, player.key, seed) != player.seed_commitment:
            raise Refused("seed")
        self.closing += 1
        if self.closing == 2:
            self.second_seed = entry.hash

    def take_verdict(self, entry: Entry, head: bytes, findings: list[Any]) -> None:
        if head != self.second_seed or len(findings) > 64:
            raise Refused("verdict")
        self.closing += 1


def within(check: str, run: Any, *arguments: Any) -> Any:
    """Run one of the proofs; what it finds is the detail of `check`."""
    try:
        return run(*arguments)
    except Refused as error:
        raise Refused(check, error.args[0]) from error


def carried_out(run: Any, *arguments: Any) -> Any:
    """Run a part of a game, which judges nothing and so may stumble over an action that no rule allows."""
    try:
        return run(*arguments)
    except Refused:
        raise
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        StopIteration,
        TypeError,
        ValueError,
    ) as error:
        raise Refused("action", f"{type(error).__name__}: {error}") from error


# ------------------------------------------------------------------------------------------------------ the whole


@dataclass(frozen=True)
class Report:
    """What a record proves."""

    entries: int
    proven: int
    """How many entries, from the first, are proven."""
    refused: tuple[str, ...]
    """The check that the next one fails, with details; nothing if there is none."""
    lines: tuple[str, ...]


def verify(entries: Sequence[bytes]) -> Report:
    """Take entries until one is refused or none is left."""
    replay = Replay()
    refused: tuple[str, ...] = ()
    for data in entries:
        try:
            replay.take(data)
        except Refused as error:
            refused = tuple(map(str, error.args))
            break
    return Report(len(entries), replay.number, refused, tuple(facts(replay, len(entries), refused)))


def facts(replay: Replay, count: int, refused: tuple[str, ...]) -> list[str]:
    """In words."""
    lines = []
    for role, player in enumerate(replay.players):
        side = "" if replay.host_seat is None else f", {replay.game.sides[replay.seat(role)]}"
        signed = ", signs as a known person" if player.person else ""
        lines.append(f"{ROLES[role]}: {player.name}{side}{signed}, {player.draws} draws named")
    lines.append("checked: " + ", ".join(f"{number} {what}" for what, number in sorted(replay.done.items())))
    if refused:
        lines.append(f"refused: entry {replay.number}, {': '.join(refused)}")
    proven = f"proven to entry {replay.number - 1}" if replay.number else "nothing proven"
    lines.append(f"{proven}, of {count} entries")
    lines.append(standing(replay))
    return lines


def standing(replay: Replay) -> str:
    expected = replay.expected()
    over = "" if len(replay.players) < 2 or replay.host_seat is None else ended(replay)
    if expected is None:
        return f"finished: {over}"
    role, kinds = expected
    owed = f"{ROLES[role]} owes entry {replay.number}: {kinds[0]}"
    return f"ended: {over}; {owed}" if over else f"left by {ROLES[role]}: {owed}"


def ended(replay: Replay) -> str:
    if replay.ended is not None:
        return replay.ended
    waiting = replay.game.waiting()
    if not isinstance(waiting, Over):
        return ""
    return "shared" if waiting.winner is None else f"{replay.game.sides[waiting.winner]} won"


def main(arguments: Sequence[str] = sys.argv[1:]) -> int:
    """Print what a record proves."""
    try:
        [name] = arguments
        report = verify(read_file(Path(name).read_bytes()))
    except (OSError, ValueError, Refused) as error:
        print(f"no record: {error}", file=sys.stderr)
        return 2
    print("\n".join(report.lines))
    return 1 if report.refused else 0


if __name__ == "__main__":
    sys.exit(main())
