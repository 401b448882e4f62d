"""Forgers of mixes: each breaks exactly one of the five equations, and keeps the other four.

They are the reason why each equation is there: with any one of them left out, the proof made here would be accepted,
and in the pool that it is about two faces have become two others. The prover is written anew, so that it can lie where
the honest one cannot: about the matrix behind the commitments c, the shares u', and the chain k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from protocol.proofs.group import (
    ONE,
    ORDER,
    ZERO,
    G,
    H,
    Point,
    Scalar,
    added,
    dot,
    generators,
    multiplied,
    weighted,
)
from protocol.proofs.mix import FirstMessages, Proof, Statement, first_messages, weights_of
from protocol.proofs.transcripts import Context, Transcript

Shares = Callable[[list[Scalar]], list[Scalar] | None]
"""u' from u; None if there are none for these weights."""

TWO = Scalar(2)
HALF = Scalar(pow(2, -1, ORDER))
MINUS_ONE = Scalar(ORDER - 1)

EQUATIONS = ("T1", "T2", "T3", "T4", "Tk")
FIELDS = dict(zip(EQUATIONS, ("sums", "product", "weights", "elements", "links"), strict=True))


@dataclass(frozen=True)
class Forgery:
    """A false statement, a proof of it, and the first messages that its forger put into the hash."""

    breaks: str
    context: Context
    statement: Statement
    proof: bytes
    hashed: FirstMessages

    def broken(self) -> list[str]:
        """The equations that do not hold."""
        proof = Proof.decode(self.proof, self.statement.size)
        weights = weights_of(self.context, self.statement, proof.permutation)
        found = first_messages(self.statement, proof, weights)
        return [name for name, field in FIELDS.items() if getattr(found, field) != getattr(self.hashed, field)]


@dataclass(frozen=True)
class Plan:
    """What a forger commits to: row j of the matrix says of which old elements new element j claims to be made."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    matrix: tuple[tuple[Scalar, ...], ...]
    shares: Shares | None = None
    false_link: bool = False


UNIT = ((ONE, ZERO), (ZERO, ONE))
DOUBLED = ((TWO, ZERO), (ZERO, HALF))
MIXED = ((TWO, MINUS_ONE), (ZERO, ONE))


def _square_root(number: int) -> int | None:
    """A root modulo the order, which is 5 modulo 8 (Atkin)."""
    v = pow(2 * number, (ORDER - 5) // 8, ORDER)
    i = 2 * number * v * v % ORDER
    root = number * v * (i - 1) % ORDER
    return root if root * root % ORDER == number % ORDER else None


def _solving(old: tuple[int, ...], new: tuple[int, ...]) -> Shares:
    """Shares with the right product and the right sum over the false faces: a root of new0 z^2 - a z + new1 b."""

    def shares(u: list[Scalar]) -> list[Scalar] | None:
        a = sum(weight.value * value for weight, value in zip(u, old, strict=True))
        b = u[0].value * u[1].value
        root = _square_root((a * a - 4 * new[0] * new[1] * b) % ORDER)
        if root is None:
            return None
        z = (a + root) * pow(2 * new[0], -1, ORDER) % ORDER
        return [Scalar(z), Scalar(b * pow(z, -1, ORDER) % ORDER)]

    return shares


PLANS = {
    # Faces with the values 2 and 3 become 1 and 6: the matrix doubles one and halves the other.
    "T1": Plan((2, 3), (1, 6), DOUBLED),
    # 2 and 3 become 1 and 4: each row adds up to one, but the matrix moves a part of one face to the other.
    "T2": Plan((2, 3), (1, 4), MIXED),
    # 2 and 3 become 1 and 5: the shares are not those of the matrix.
    "T3": Plan((2, 3), (1, 5), UNIT, shares=_solving((2, 3), (1, 5))),
    # 2 and 3 become 1 and 5, and all else is the proof of an honest mix.
    "T4": Plan((2, 3), (1, 5), UNIT),
    # As T2, but the chain ends where it should and a link of it is false.
    "Tk": Plan((2, 3), (1, 4), MIXED, false_link=True),
}


def forge(breaks: str, context: Context, seed: int = 0) -> Forgery:
    """A forgery about two pieces, in which only the equation `breaks` does not hold."""
    random = Random(f"{breaks} {seed}")
    while True:
        forgery = _attempt(breaks, PLANS[breaks], context, random)
        if forgery is not None:
            return forgery


def _attempt(breaks: str, plan: Plan, context: Context, random: Random) -> Forgery | None:
    def chance(count: int) -> list[Scalar]:
        return [Scalar.reduce(random.randbytes(64)) for _ in range(count)]

    size = len(plan.old)
    old_hiding, new_hiding = chance(size), chance(size)
    statement = Statement((H,), _elements(plan.old, old_hiding), _elements(plan.new, new_hiding))
    masks, steps, link_masks, share_masks = chance(size), chance(size), chance(size), chance(size)
    columns = zip(*plan.matrix, strict=True)
    permutation = tuple(
        mask * G + weighted(column, generators(size)) for mask, column in zip(masks, columns, strict=True)
    )
    weights = weights_of(context, statement, permutation)
    shares: list[Scalar] | None = [dot(row, weights) for row in plan.matrix]
    if plan.shares is not None:
        shares = plan.shares(weights)
    if shares is None:
        return None

    chain, folded = [H], ZERO
    for step, share in zip(steps, shares, strict=True):
        chain.append(step * G + share * chain[-1])
        folded = step + share * folded
    if plan.false_link:
        (folded,) = chance(1)
        chain[-1] = folded * G + multiplied(weights) * H

    first, second, third, fourth = chance(4)
    hashed = FirstMessages(
        sums=first * G,
        product=second * G,
        weights=third * G + weighted(share_masks, generators(size)),
        elements=(weighted(share_masks, [element[0] for element in statement.new]) - fourth * H,),
        links=tuple(
            mask * G + share * before for mask, share, before in zip(link_masks, share_masks, chain[:-1], strict=True)
        ),
    )
    challenge = _challenge(context, statement, permutation, chain, hashed)
    proof = Proof(
        permutation=permutation,
        chain=tuple(chain[1:]),
        challenge=challenge,
        sums=first + challenge * added(masks),
        product=second + challenge * folded,
        weights=third + challenge * dot(weights, masks),
        elements=fourth + challenge * (dot(shares, new_hiding) - dot(weights, old_hiding)),
        links=tuple(mask + challenge * step for mask, step in zip(link_masks, steps, strict=True)),
        shares=tuple(mask + challenge * share for mask, share in zip(share_masks, shares, strict=True)),
    )
    return Forgery(breaks, context, statement, proof.encode(), hashed)


def _elements(values: tuple[int, ...], hiding: list[Scalar]) -> tuple[tuple[Point, ...], ...]:
    """The points of pieces with the faces `values` less one."""
    return tuple((Scalar(value) * G + one * H,) for value, one in zip(values, hiding, strict=True))


def _challenge(
    context: Context,
    statement: Statement,
    permutation: tuple[Point, ...],
    chain: list[Point],
    hashed: FirstMessages,
) -> Scalar:
    def join(points: list[Point]) -> bytes:
        return b"".join(point.encoding for point in points)

    transcript = Transcript(b"mix", context)
    transcript.absorb(b"key", join(list(statement.key)))
    transcript.absorb(b"old", b"".join(join(list(element)) for element in statement.old))
    transcript.absorb(b"new", b"".join(join(list(element)) for element in statement.new))
    transcript.absorb(b"permutation", join(list(permutation)))
    transcript.absorb(b"chain", join(chain[1:]))
    transcript.absorb(b"first messages", hashed.encode())
    return transcript.challenge()
