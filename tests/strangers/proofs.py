"""docs/proofs.md, sections 1 to 6 and 9: what a verifier of mixes, claims, openings and draws computes."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

from tests.strangers.ristretto import (
    BASE,
    ORDER,
    Point,
    Refused,
    combine,
    decode,
    derive,
    encode,
    negative,
    total,
)

IDENTITY = bytes(32)
HOST, JOINER = 0, 1


def be32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def be64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def frame(label: str, value: bytes) -> bytes:
    """Section 2."""
    name = label.encode("ascii")
    return be32(len(name)) + name + be32(len(value)) + value


def to_scalar(digest: bytes) -> int:
    """Section 1: 64 bytes."""
    return int.from_bytes(digest, "little") % ORDER


@cache
def named_point(name: str) -> Point:
    """Section 1: `point(name)`."""
    return derive(hashlib.sha512(frame("fairtable/2 generator", name.encode("ascii"))).digest())


H = named_point("H")


def received_point(data: bytes) -> Point:
    """Section 1. Refuses with `point`, `identity`."""
    if data == IDENTITY:
        raise Refused("identity")
    return decode(data)


def received_scalar(data: bytes) -> int:
    """Section 1. Refuses with `scalar`."""
    number = int.from_bytes(data, "little")
    if number >= ORDER:
        raise Refused("scalar")
    return number


def split(data: bytes) -> list[bytes]:
    return [data[at : at + 32] for at in range(0, len(data), 32)]


@dataclass(frozen=True)
class Context:
    """Section 2: the seven frames after the purpose."""

    game: bytes
    author: int
    entry: int
    kind: str
    previous: bytes
    part: int


class Transcript:
    """Section 2."""

    def __init__(self, purpose: str, context: Context) -> None:
        self.said = hashlib.sha512()
        self.take("fairtable/2 proof", purpose.encode("ascii"))
        self.take("version", be64(2))
        self.take("game", context.game)
        self.take("author", be64(context.author))
        self.take("entry", be64(context.entry))
        self.take("kind", context.kind.encode("ascii"))
        self.take("previous", context.previous)
        self.take("part", be64(context.part))

    def take(self, label: str, value: bytes) -> None:
        self.said.update(frame(label, value))

    def challenge(self, number: int) -> int:
        said = self.said.copy()
        said.update(frame("challenge", be64(number)))
        return to_scalar(said.digest())


# ------------------------------------------------------------------------------------------------- section 3: pieces


def public_point(face: int) -> bytes:
    """The point of a piece that everybody sees."""
    return encode(combine((face + 1, BASE)))


def check_opening(point: bytes, face: int, nonce: bytes) -> None:
    """Refuses with `opening`."""
    blinding = to_scalar(hmac.digest(nonce, b"fairtable/2 blinding", "sha512"))
    if not 0 <= face < 2**32 or len(nonce) != 32 or encode(combine((face + 1, BASE), (blinding, H))) != point:
        raise Refused("opening")


# -------------------------------------------------------------------------------------------------- section 4: a mix

Row = list[Point]


def check_pool(context: Context, old: Sequence[bytes], new: Sequence[bytes], proof: bytes) -> None:
    """The mix of one pool of pieces. Refuses with `length`, `point`, `identity`, `scalar`, `equations`."""
    if len(old) != len(new):
        raise Refused("length")
    if not old:
        if proof:
            raise Refused("length")
        return
    computed = recompute(context, [encode(H)], [[point] for point in old], [[point] for point in new], proof)
    if not computed.holds:
        raise Refused("equations")


@dataclass(frozen=True)
class Recomputed:
    """What a verifier computes of the proof of a mix."""

    challenges: list[int]
    """u_1..u_n."""
    first_messages: dict[str, bytes]
    """By the names of section 4."""
    holds: bool


def recompute(
    context: Context, key: Sequence[bytes], old: Sequence[Sequence[bytes]], new: Sequence[Sequence[bytes]], proof: bytes
) -> Recomputed:
    """The proof in general, of rows of points. Refuses with `length`, `point`, `identity`, `scalar`."""
    count = len(old)
    after: list[Row] = [[received_point(data) for data in row] for row in new]
    if len(proof) != 32 * (4 * count + 5):
        raise Refused("length")
    parts = split(proof)
    c = [received_point(data) for data in parts[:count]]
    k = [H, *[received_point(data) for data in parts[count : 2 * count]]]
    x, s1, s2, s3, s4, *rest = [received_scalar(data) for data in parts[2 * count :]]
    sv, sw = rest[:count], rest[count:]
    key_row: Row = [received_point(data) for data in key]
    before: list[Row] = [[received_point(data) for data in row] for row in old]

    transcript = Transcript("mix", context)
    transcript.take("key", b"".join(key))
    transcript.take("old", b"".join(data for row in old for data in row))
    transcript.take("new", b"".join(data for row in new for data in row))
    transcript.take("permutation", b"".join(parts[:count]))
    u = [transcript.challenge(number) for number in range(1, count + 1)]
    transcript.take("chain", b"".join(parts[count : 2 * count]))

    generators = [named_point(f"H_{number}") for number in range(1, count + 1)]
    products = total([*c, *map(negative, generators)])
    t1 = combine((s1, BASE), (-x, products))
    t2 = combine((s2, BASE), (-x, k[count]), (x * prod(u), H))
    t3 = combine(
        (s3, BASE),
        *zip(sw, generators, strict=True),
        *[(-x * factor, point) for factor, point in zip(u, c, strict=True)],
    )
    t4 = [
        combine(
            *[(sw[j], after[j][place]) for j in range(count)],
            (-s4, key_row[place]),
            *[(-x * u[i], before[i][place]) for i in range(count)],
        )
        for place in range(len(key))
    ]
    tk = [combine((sv[j], BASE), (sw[j], k[j]), (-x, k[j + 1])) for j in range(count)]
    rows = {"T1": [t1], "T2": [t2], "T3": [t3], "T4": t4, "Tk": tk}
    messages = {name: b"".join(map(encode, row)) for name, row in rows.items()}
    transcript.take("first messages", b"".join(messages.values()))
    return Recomputed(u, messages, holds=transcript.challenge(0) == x)


# ------------------------------------------------------------------------------------------------- section 5: a claim


def check_claim(context: Context, points: Sequence[bytes], faces: Sequence[int], proof: bytes) -> None:
    """That one of the pieces has one of the faces. Refuses with `length`, `scalar`, `equations`."""
    count = len(points) * len(faces)
    if not count or len(proof) != 64 * count:
        raise Refused("length")
    numbers = [received_scalar(data) for data in split(proof)]
    x, z = numbers[:count], numbers[count:]
    transcript = Transcript("claim", context)
    transcript.take("points", b"".join(points))
    transcript.take("faces", b"".join(map(be64, faces)))
    first = []
    for number, (piece, face) in enumerate((piece, face) for piece in map(received_point, points) for face in faces):
        # zH - x(C - (f+1)G)
        first.append(combine((z[number], H), (-x[number], piece), (x[number] * (face + 1), BASE)))
    transcript.take("first messages", b"".join(map(encode, first)))
    if transcript.challenge(0) != sum(x) % ORDER:
        raise Refused("equations")


# ------------------------------------------------------------------------------------------------- section 6: draws


def check_draw(key: bytes, game: bytes, number: int, link: bytes, last: bytes, size: int, count: int) -> list[int]:
    """The places that link `number` names in a pool of `size`. Refuses with `link`."""
    step = frame("fairtable/2 link", key) + frame("number", be64(number)) + frame("link", link)
    if len(link) != 32 or hashlib.sha256(step).digest() != last:
        raise Refused("link")
    places: list[int] = []
    block = 0
    words: list[int] = []
    while len(places) < count:
        if not words:
            said = frame("fairtable/2 places", game) + frame("number", be64(number)) + be32(block)
            digest = hmac.digest(link, said, "sha256")
            words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
            block += 1
        left = size - len(places)
        word = words.pop(0)
        if word < 2**32 - 2**32 % left:
            places.append(word % left)
    return places
