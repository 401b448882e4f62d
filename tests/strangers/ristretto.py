"""The group ristretto255 in plain integers, from RFC 9496; and what it shares with Ed25519's curve (RFC 8032)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = 19681161376707505956807079304988542015446066515923890162744021073123829784752
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = 54469307008909316920995813868745141605393597292927456921205312896311721017578

Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T on the twisted Edwards curve."""

ZERO: Point = (0, 1, 1, 0)
WINDOW = 4


class Refused(Exception):
    """Something is not what the documents ask for; the first argument is the name of the check."""


def magnitude(number: int) -> int:
    """The one of x and -x that is not negative, that is even."""
    return P - number if number % 2 else number


def sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """Section 4.2: whether u/v is a square, and its root (or that of u/v times the root of -1)."""
    v3 = v * v * v % P
    r = u * v3 * pow(u * v3 * v3 * v % P, (P - 5) // 8, P) % P
    check = v * r * r % P
    square, turned, turned_i = check == u % P, check == -u % P, check == -u * SQRT_M1 % P
    if turned or turned_i:
        r = r * SQRT_M1 % P
    return square or turned, magnitude(r)


def decode(data: bytes) -> Point:
    """Section 4.3.1. Refuses with `point`."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or s % 2:
        raise Refused("point")
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-D * u1 * u1 - u2 * u2) % P
    square, inverse = sqrt_ratio(1, v * u2 * u2 % P)
    x = magnitude(2 * s * inverse * u2 % P)
    y = u1 * inverse * inverse * u2 * v % P
    t = x * y % P
    if not square or t % 2 or y == 0:
        raise Refused("point")
    return x, y, 1, t


def encode(point: Point) -> bytes:
    """Section 4.3.2."""
    x0, y0, z0, t0 = point
    u1, u2 = (z0 + y0) * (z0 - y0) % P, x0 * y0 % P
    _, inverse = sqrt_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = inverse * u1 % P, inverse * u2 % P
    z_inverse = den1 * den2 * t0 % P
    if t0 * z_inverse % P % 2:
        x, y, den = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P, den1 * INVSQRT_A_MINUS_D % P
    else:
        x, y, den = x0, y0, den2
    if x * z_inverse % P % 2:
        y = -y
    return magnitude(den * (z0 - y) % P).to_bytes(32, "little")


def derive(data: bytes) -> Point:
    """Section 4.3.4: a point of 64 uniform bytes."""
    halves = [int.from_bytes(data[at : at + 32], "little") % 2**255 % P for at in (0, 32)]
    return add(*[_map(half) for half in halves])


def _map(t: int) -> Point:
    r = SQRT_M1 * t * t % P
    u, v = (r + 1) * (1 - D * D) % P, (-1 - r * D) * (r + D) % P
    square, s = sqrt_ratio(u, v)
    c = -1 if square else r
    if not square:
        s = -magnitude(s * t % P) % P
    n = (c * (r - 1) * (D - 1) ** 2 - v) % P
    w0, w1, w2, w3 = 2 * s * v, n * SQRT_AD_MINUS_ONE, 1 - s * s, 1 + s * s
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def add(one: Point, two: Point) -> Point:
    """RFC 8032, section 5.1.4: right for any two points."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, two
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(point: Point) -> Point:
    """Likewise."""
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e, g = h - (x + y) ** 2, a - b
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negative(point: Point) -> Point:
    x, y, z, t = point
    return -x % P, y, z, -t % P


def total(points: Iterable[Point]) -> Point:
    return reduce(add, points, ZERO)


@cache
def multiples(point: Point) -> tuple[Point, ...]:
    """The first sixteen."""
    found = [ZERO, point]
    while len(found) < 2**WINDOW:
        found.append(add(found[-1], point))
    return tuple(found)


def combine(*terms: tuple[int, Point]) -> Point:
    """The sum of the products, four bits of all factors at a time."""
    pairs = [(factor % ORDER, multiples(point)) for factor, point in terms]
    result = ZERO
    for shift in range(252, -1, -WINDOW):
        result = double(double(double(double(result))))
        for factor, table in pairs:
            digit = factor >> shift & 2**WINDOW - 1
            if digit:
                result = add(result, table[digit])
    return result


BASE = decode(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))


def is_prime_order_key(data: bytes) -> bool:
    """Whether 32 bytes are an Ed25519 key as docs/protocol.md, section 2, wants it: canonical, of prime order."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    if len(data) != 32 or y >= P:
        return False
    square, x = sqrt_ratio(y * y - 1, D * y * y + 1)
    if not square or (x == 0 and sign):
        return False
    x = x if x % 2 == sign else P - x
    point = (x, y, 1, x * y % P)
    doubled = ZERO
    for bit in f"{ORDER:b}":
        doubled = double(doubled)
        if bit == "1":
            doubled = add(doubled, point)
    return point != ZERO and doubled[0] == 0 and doubled[1] == doubled[2]
