"""The proof of a mix: the new elements are the old ones in some order, each hidden anew. It does not say which order.

Terelius and Wikström's proof of a shuffle (2010), made non-interactive. An *element* is a vector of points, the *key* K
a vector of the same length. With an order p and numbers rho_j, new element j is

    e'_j  =  e_p(j) + rho_j K.

With K = (H) the elements are the points of pieces; with K = (G, Y) they would be ElGamal ciphertexts under the key Y.
The equations, the bytes and why they suffice are in docs/proofs.md; the names here are the names there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from protocol.proofs.errors import Check, ProofError
from protocol.proofs.framing import be32
from protocol.proofs.group import (
    POINT_BYTES,
    SCALAR_BYTES,
    ZERO,
    G,
    H,
    Point,
    Scalar,
    added,
    dot,
    generators,
    generators_sum,
    join,
    multiplied,
    total,
    weighted,
)
from protocol.proofs.transcripts import Context, Transcript
from protocol.sentences import Sentence

Element: TypeAlias = tuple[Point, ...]

_PURPOSE: Final = b"mix"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a proof is about: `new` is `old` in another order, each element changed by a multiple of `key`.

    Raises ValueError unless there are as many new elements as old ones, all as wide as the key.
    """

    key: Element
    old: tuple[Element, ...]
    new: tuple[Element, ...]

    def __post_init__(self) -> None:
        if not self.key or len(self.old) != len(self.new):
            raise ValueError(f"A mix of {len(self.old)} elements gives as many, not {len(self.new)}")
        if any(len(element) != len(self.key) for element in (*self.old, *self.new)):
            raise ValueError(f"Each element has {len(self.key)} points, as the key has")

    @property
    def size(self) -> int:
        """n, the number of elements."""
        return len(self.old)


@dataclass(frozen=True, slots=True)
class Witness:
    """What the author alone knows: new place j holds old element `order[j]`, changed by `changes[j]` times the key."""

    order: tuple[int, ...] = field(repr=False)
    changes: tuple[Scalar, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if sorted(self.order) != list(range(len(self.changes))):
            raise ValueError("An order names every place once, and each has its change")

    def encode(self) -> bytes:
        """The bytes from which, with the statement, the secret numbers of the proof follow."""
        return b"".join([*map(be32, self.order), *(change.encode() for change in self.changes)])


@dataclass(frozen=True, slots=True)
class FirstMessages:
    """What the five equations give: T1, T2, T3, T4 (a point for each of the key's) and one Tk for each element."""

    sums: Point
    product: Point
    weights: Point
    elements: Element
    links: tuple[Point, ...]

    def encode(self) -> bytes:
        """All of them, in the order in which they are hashed."""
        return join((self.sums, self.product, self.weights, *self.elements, *self.links))


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as it is sent: c_i, k_j, the challenge x, s1 to s4, and sv_j and sw_j."""

    permutation: tuple[Point, ...]
    chain: tuple[Point, ...]
    challenge: Scalar
    sums: Scalar
    product: Scalar
    weights: Scalar
    elements: Scalar
    links: tuple[Scalar, ...]
    shares: tuple[Scalar, ...]

    def encode(self) -> bytes:
        """The `proof_bytes(n)` bytes."""
        scalars = (self.challenge, self.sums, self.product, self.weights, self.elements, *self.links, *self.shares)
        return join((*self.permutation, *self.chain)) + b"".join([scalar.encode() for scalar in scalars])

    @classmethod
    def decode(cls, raw: bytes, size: int) -> Proof:
        """The proof that somebody sent about `size` elements. Raises ProofError, having computed nothing with it."""
        if len(raw) != proof_bytes(size):
            raise ProofError(
                Check.LENGTH,
                Sentence(
                    "got a proof of {size} bytes, expected {expected} for {elements} elements",
                    size=len(raw),
                    expected=proof_bytes(size),
                    elements=size,
                ),
            )
        parts = [raw[at : at + POINT_BYTES] for at in range(0, len(raw), POINT_BYTES)]
        points = tuple(Point.decode(part) for part in parts[: 2 * size])
        scalars = tuple(Scalar.decode(part) for part in parts[2 * size :])
        challenge, sums, product, weights, elements = scalars[:5]
        return cls(
            permutation=points[:size],
            chain=points[size:],
            challenge=challenge,
            sums=sums,
            product=product,
            weights=weights,
            elements=elements,
            links=scalars[5 : 5 + size],
            shares=scalars[5 + size :],
        )


def proof_bytes(size: int) -> int:
    """How long the proof about `size` elements is."""
    return 2 * size * POINT_BYTES + (2 * size + 5) * SCALAR_BYTES


def prove(context: Context, statement: Statement, witness: Witness, key: bytes) -> bytes:
    """The proof of `statement`. The same arguments always give the same bytes.

    `key` is the author's key of `transcripts.proof_key`. Whether the witness is true is not checked: with a false one
    the proof is one that nobody accepts.
    """
    size, order = statement.size, witness.order
    if len(order) != size or size == 0:
        raise ValueError(f"Got an order of {len(order)} places for {size} elements, of which there must be some")
    transcript = _begin(context, statement)
    numbers = transcript.numbers(key, witness.encode())
    masks = numbers.take(b"permutation", size)  # r_i
    steps = numbers.take(b"chain", size)  # t_j
    first, second, third, fourth = numbers.take(b"first", 4)  # w1 to w4
    link_masks = numbers.take(b"links", size)  # v_j
    share_masks = numbers.take(b"shares", size)  # w'_j

    permutation = [G] * size
    for place, generator in zip(order, generators(size), strict=True):
        permutation[place] = masks[place] * G + generator
    transcript.absorb(b"permutation", join(permutation))
    weights = _weights(transcript, size)  # u_i
    shares = [weights[place] for place in order]  # u'_j

    chain = [H]  # k_0 to k_n
    folded = ZERO  # R_j
    for step, share in zip(steps, shares, strict=True):
        chain.append(step * G + share * chain[-1])
        folded = step + share * folded
    transcript.absorb(b"chain", join(chain[1:]))

    messages = FirstMessages(
        sums=first * G,
        product=second * G,
        weights=third * G + weighted(share_masks, generators(size)),
        elements=tuple(
            weighted(share_masks, [element[at] for element in statement.new]) - fourth * part
            for at, part in enumerate(statement.key)
        ),
        links=tuple(
            mask * G + share * before for mask, share, before in zip(link_masks, share_masks, chain[:-1], strict=True)
        ),
    )
    challenge = _challenge(transcript, messages)
    return Proof(
        permutation=tuple(permutation),
        chain=tuple(chain[1:]),
        challenge=challenge,
        sums=first + challenge * added(masks),
        product=second + challenge * folded,
        weights=third + challenge * dot(weights, masks),
        elements=fourth + challenge * dot(shares, witness.changes),
        links=tuple(mask + challenge * step for mask, step in zip(link_masks, steps, strict=True)),
        shares=tuple(mask + challenge * share for mask, share in zip(share_masks, shares, strict=True)),
    ).encode()


def verify(context: Context, statement: Statement, raw: bytes) -> None:
    """Check the proof `raw`, which somebody sent, of `statement` in `context`. Raises ProofError."""
    if statement.size == 0:
        raise ValueError("There is no proof about no elements")
    proof = Proof.decode(raw, statement.size)
    transcript = _begin(context, statement)
    transcript.absorb(b"permutation", join(proof.permutation))
    weights = _weights(transcript, statement.size)
    transcript.absorb(b"chain", join(proof.chain))
    if _challenge(transcript, first_messages(statement, proof, weights)) != proof.challenge:
        raise ProofError(
            Check.EQUATIONS, Sentence("the proof about {size} elements does not hold", size=statement.size)
        )


def first_messages(statement: Statement, proof: Proof, weights: Sequence[Scalar]) -> FirstMessages:
    """What the five equations give for a proof with the weights u_i: what its author hashed, if they hold."""
    size, challenge = statement.size, proof.challenge
    scaled = [challenge * weight for weight in weights]  # x u_i
    chain = (H, *proof.chain)
    return FirstMessages(
        sums=proof.sums * G - challenge * (total(proof.permutation) - generators_sum(size)),
        product=proof.product * G - challenge * (chain[-1] - multiplied(weights) * H),
        weights=proof.weights * G + weighted(proof.shares, generators(size)) - weighted(scaled, proof.permutation),
        elements=tuple(
            weighted(proof.shares, [element[at] for element in statement.new])
            - weighted(scaled, [element[at] for element in statement.old])
            - proof.elements * part
            for at, part in enumerate(statement.key)
        ),
        links=tuple(
            link * G + share * before - challenge * after
            for link, share, (before, after) in zip(proof.links, proof.shares, pairwise(chain), strict=True)
        ),
    )


def weights_of(context: Context, statement: Statement, permutation: Sequence[Point]) -> list[Scalar]:
    """u_i, the weights that a proof with the commitments `permutation` is about."""
    transcript = _begin(context, statement)
    transcript.absorb(b"permutation", join(permutation))
    return _weights(transcript, statement.size)


def _begin(context: Context, statement: Statement) -> Transcript:
    transcript = Transcript(_PURPOSE, context)
    transcript.absorb(b"key", join(statement.key))
    transcript.absorb(b"old", b"".join(map(join, statement.old)))
    transcript.absorb(b"new", b"".join(map(join, statement.new)))
    return transcript


def _weights(transcript: Transcript, size: int) -> list[Scalar]:
    return [transcript.challenge(number) for number in range(1, size + 1)]


def _challenge(transcript: Transcript, messages: FirstMessages) -> Scalar:
    transcript.absorb(b"first messages", messages.encode())
    return transcript.challenge()
