"""A second verifier, written from docs/proofs.md and RFC 9496 alone: no libsodium, nothing of `protocol.proofs`.

Slow and plain on purpose. Every function takes and gives bytes and integers; what is wrong raises `Refused` with the
name of the check as docs/proofs.md has it. `first_messages` shows what each equation of a mix gives, so that the
vectors can say which of them a forged proof breaks.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256, sha512
from itertools import pairwise

# -- the field, the curve and the encoding (RFC 9496, section 4)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)

Extended = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

IDENTITY: Extended = (0, 1, 1, 0)


class Refused(Exception):
    """What was sent is refused; the argument is the name of the check."""


def absolute(number: int) -> int:
    """The one of `number` and its negative that is even."""
    number %= P
    return P - number if number & 1 else number


def sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """Whether u/v is a square, and the root of it or of SQRT_M1 u/v that is even (section 4.2)."""
    root = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * root * root % P
    square = check in (u % P, -u % P)
    if check in (-u % P, -u * SQRT_M1 % P):
        root *= SQRT_M1
    return square, absolute(root)


SQRT_AD_MINUS_ONE = P - sqrt_ratio((-D - 1) % P, 1)[1]
INVSQRT_A_MINUS_D = sqrt_ratio(1, (-1 - D) % P)[1]


def decode(raw: bytes) -> Extended:
    """Section 4.3.1, and no identity."""
    if len(raw) != 32:
        raise Refused("length")
    s = int.from_bytes(raw, "little")
    if s >= P or s & 1:
        raise Refused("point")
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-D * u1 * u1 - u2 * u2) % P
    square, inverse = sqrt_ratio(1, v * u2 * u2)
    x = absolute(2 * s * inverse * u2)
    y = u1 * inverse * inverse * u2 * v % P
    t = x * y % P
    if not square or t & 1 or y == 0:
        raise Refused("point")
    if s == 0:
        raise Refused("identity")
    return x, y, 1, t


def encode(point: Extended) -> bytes:
    """Section 4.3.2."""
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, inverse = sqrt_ratio(1, u1 * u2 * u2)
    den1, den2 = inverse * u1 % P, inverse * u2 % P
    z_inverse = den1 * den2 * t % P
    if t * z_inverse % P & 1:
        x, y, den = y * SQRT_M1 % P, x * SQRT_M1 % P, den1 * INVSQRT_A_MINUS_D % P
    else:
        den = den2
    if x * z_inverse % P & 1:
        y = -y
    return absolute(den * (z - y)).to_bytes(32, "little")


def add(one: Extended, two: Extended) -> Extended:
    """The sum on the twisted Edwards curve with a = -1 (RFC 8032, section 5.1.4)."""
    a = (one[1] - one[0]) * (two[1] - two[0])
    b = (one[1] + one[0]) * (two[1] + two[0])
    c = 2 * D * one[3] * two[3]
    d = 2 * one[2] * two[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def combination(*terms: tuple[int, Extended]) -> Extended:
    """The sum of all scalars times their points, bit by bit from the highest."""
    result = IDENTITY
    reduced = [(scalar % L, point) for scalar, point in terms]
    for bit in range(L.bit_length() - 1, -1, -1):
        result = add(result, result)
        for scalar, point in reduced:
            if scalar >> bit & 1:
                result = add(result, point)
    return result


def elligator(half: bytes) -> Extended:
    """MAP of section 4.3.4."""
    t = int.from_bytes(half, "little") % 2**255 % P
    r = SQRT_M1 * t * t % P
    u = (r + 1) * (1 - D * D) % P
    v = (-1 - r * D) * (r + D) % P
    square, s = sqrt_ratio(u, v)
    if not square:
        s = -absolute(s * t) % P
    c = -1 if square else r
    n = (c * (r - 1) * (D - 1) ** 2 - v) % P
    w0, w1, w2, w3 = 2 * s * v, n * SQRT_AD_MINUS_ONE, 1 - s * s, 1 + s * s
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def derive(digest: bytes) -> Extended:
    """Element derivation from 64 bytes."""
    return add(elligator(digest[:32]), elligator(digest[32:]))


G = decode(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))

# -- hashes (docs/proofs.md, sections 2 to 4)


def framed(label: bytes, value: bytes) -> bytes:
    return len(label).to_bytes(4, "big") + label + len(value).to_bytes(4, "big") + value


def be64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def generator(name: bytes) -> Extended:
    return derive(sha512(framed(b"fairtable/2 generator", name)).digest())


H = generator(b"H")


def scalar_of(raw: bytes) -> int:
    value = int.from_bytes(raw, "little")
    if value >= L:
        raise Refused("scalar")
    return value


@dataclass(frozen=True)
class Context:
    version: int
    game: bytes
    author: int
    entry: int
    kind: str
    previous: bytes
    part: int

    def head(self, purpose: bytes) -> bytes:
        fields = (
            (b"fairtable/2 proof", purpose),
            (b"version", be64(self.version)),
            (b"game", self.game),
            (b"author", be64(self.author)),
            (b"entry", be64(self.entry)),
            (b"kind", self.kind.encode()),
            (b"previous", self.previous),
            (b"part", be64(self.part)),
        )
        return b"".join(framed(label, value) for label, value in fields)


def challenge(said: bytes, number: int) -> int:
    return int.from_bytes(sha512(said + framed(b"challenge", be64(number))).digest(), "little") % L


# -- pieces


def blinding(nonce: bytes) -> int:
    return int.from_bytes(hmac.digest(nonce, b"fairtable/2 blinding", "sha512"), "little") % L


def piece_point(face: int, nonce: bytes | None) -> bytes:
    return encode(combination((face + 1, G), (0 if nonce is None else blinding(nonce), H)))


# -- a mix


@dataclass
class Mix:
    """The received proof of a mix, cut into its parts, with the challenges that the statement gives."""

    key: list[Extended]
    old: list[list[Extended]]
    new: list[list[Extended]]
    c: list[Extended]
    k: list[Extended]
    x: int
    s: list[int]
    sv: list[int]
    sw: list[int]
    u: list[int]
    said: bytes

    def first_messages(self) -> dict[str, bytes]:
        """T1, T2, T3, T4 and Tk as the five equations give them, each encoded; T4 and Tk are several points."""
        n, x, u = len(self.old), self.x, self.u
        numbered = [generator(b"H_%d" % (number + 1)) for number in range(n)]
        product = 1
        for weight in u:
            product = product * weight % L
        chain = [H, *self.k]
        t1 = combination((self.s[0], G), *((-x, c) for c in self.c), *((x, one) for one in numbered))
        t2 = combination((self.s[1], G), (-x, chain[-1]), (x * product, H))
        t3 = combination(
            (self.s[2], G),
            *zip(self.sw, numbered, strict=True),
            *((-x * weight, c) for weight, c in zip(u, self.c, strict=True)),
        )
        t4 = [
            combination(
                *((share, element[at]) for share, element in zip(self.sw, self.new, strict=True)),
                (-self.s[3], part),
                *((-x * weight, element[at]) for weight, element in zip(u, self.old, strict=True)),
            )
            for at, part in enumerate(self.key)
        ]
        tk = [
            combination((link, G), (share, before), (-x, after))
            for link, share, (before, after) in zip(self.sv, self.sw, pairwise(chain), strict=True)
        ]
        return {
            "T1": encode(t1),
            "T2": encode(t2),
            "T3": encode(t3),
            "T4": b"".join(map(encode, t4)),
            "Tk": b"".join(map(encode, tk)),
        }


def read_mix(
    context: Context, key: Sequence[bytes], old: Sequence[Sequence[bytes]], new: Sequence[Sequence[bytes]], proof: bytes
) -> Mix:
    """Cut a proof into its parts. All that can be refused without arithmetic is refused here."""
    n = len(old)
    if len(new) != n or len(proof) != 32 * (4 * n + 5):
        raise Refused("length")
    parts = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    points = [decode(part) for part in parts[: 2 * n]]
    scalars = [scalar_of(part) for part in parts[2 * n :]]
    said = context.head(b"mix")
    said += framed(b"key", b"".join(key))
    said += framed(b"old", b"".join(b"".join(element) for element in old))
    said += framed(b"new", b"".join(b"".join(element) for element in new))
    said += framed(b"permutation", b"".join(parts[:n]))
    u = [challenge(said, number) for number in range(1, n + 1)]
    said += framed(b"chain", b"".join(parts[n : 2 * n]))
    return Mix(
        key=[decode(part) for part in key],
        old=[[decode(part) for part in element] for element in old],
        new=[[decode(part) for part in element] for element in new],
        c=points[:n],
        k=points[n:],
        x=scalars[0],
        s=scalars[1:5],
        sv=scalars[5 : 5 + n],
        sw=scalars[5 + n :],
        u=u,
        said=said,
    )


def verify_mix(
    context: Context, key: Sequence[bytes], old: Sequence[Sequence[bytes]], new: Sequence[Sequence[bytes]], proof: bytes
) -> None:
    """Raise Refused unless `new` is `old` in another order, each element changed by a multiple of `key`."""
    mix = read_mix(context, key, old, new, proof)
    if challenge(mix.said + framed(b"first messages", b"".join(mix.first_messages().values())), 0) != mix.x:
        raise Refused("equations")


# -- a claim


def verify_claim(context: Context, points: Sequence[bytes], faces: Sequence[int], proof: bytes) -> None:
    """Raise Refused unless one of the pieces has one of the faces."""
    count = len(points) * len(faces)
    if len(proof) != 64 * count:
        raise Refused("length")
    scalars = [scalar_of(proof[at : at + 32]) for at in range(0, len(proof), 32)]
    said = context.head(b"claim")
    said += framed(b"points", b"".join(points))
    said += framed(b"faces", b"".join(map(be64, faces)))
    decoded = [decode(point) for point in points]
    pairs = [(point, face) for point in decoded for face in faces]
    first = [
        encode(combination((z, H), (-x, point), (x * (face + 1), G)))
        for (point, face), x, z in zip(pairs, scalars[:count], scalars[count:], strict=True)
    ]
    if challenge(said + framed(b"first messages", b"".join(first)), 0) != sum(scalars[:count]) % L:
        raise Refused("equations")


# -- draws


def verify_link(public_key: bytes, number: int, link: bytes, previous: bytes) -> None:
    """Raise Refused unless `link` is the one after `previous`."""
    if len(link) != 32:
        raise Refused("length")
    said = framed(b"fairtable/2 link", public_key) + framed(b"number", be64(number)) + framed(b"link", link)
    if sha256(said).digest() != previous:
        raise Refused("link")


def places(game: bytes, number: int, link: bytes, size: int, count: int) -> list[int]:
    """The places of a draw."""
    prefix = framed(b"fairtable/2 places", game) + framed(b"number", be64(number))
    stream = b"".join(hmac.digest(link, prefix + block.to_bytes(4, "big"), "sha256") for block in range(16 + count))
    found: list[int] = []
    at = 0
    for left in range(size, size - count, -1):
        word = 2**32
        while word >= 2**32 - 2**32 % left:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
        found.append(word % left)
    return found
