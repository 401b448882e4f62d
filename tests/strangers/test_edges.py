"""Where a prover chose its numbers at the edges, the two verifiers, which know nothing of each other, must agree.

Two programs that disagreed about one proof could be made to part: the one plays on, the other stops.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from itertools import pairwise
from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.proofs import pieces, transcripts
from protocol.proofs.errors import ProofError
from tests.strangers.proofs import (
    Context,
    H,
    Transcript,
    be64,
    check_claim,
    check_pool,
    named_point,
)
from tests.strangers.ristretto import BASE, ORDER, Refused, combine, encode, total

CONTEXT = Context(game=bytes(32), author=1, entry=9, kind="mix", previous=bytes(range(32)), part=2)
Numbers = Callable[[], int]


def scalars(numbers: list[int]) -> bytes:
    return b"".join((number % ORDER).to_bytes(32, "little") for number in numbers)


def mix(old: list[int], order: list[int], rho: list[int], number: Numbers) -> tuple[list[bytes], list[bytes], bytes]:
    """Old points bG, new ones and a proof, as section 4 of docs/proofs.md has it: true, its masks from `number`."""
    count = len(old)
    before = [combine((face, BASE)) for face in old]
    after = [combine((old[order[j]], BASE), (rho[j], H)) for j in range(count)]
    transcript = Transcript("mix", CONTEXT)
    for label, row in (("key", [H]), ("old", before), ("new", after)):
        transcript.take(label, b"".join(map(encode, row)))
    r = [number() for _ in range(count)]
    c = [combine((r[i], BASE), (1, named_point(f"H_{order.index(i) + 1}"))) for i in range(count)]
    transcript.take("permutation", b"".join(map(encode, c)))
    u = [transcript.challenge(i + 1) for i in range(count)]
    moved = [u[i] for i in order]
    t = [number() for _ in range(count)]
    k, sums = [H], [0]
    for j in range(count):
        k.append(combine((t[j], BASE), (moved[j], k[j])))
        sums.append(t[j] + moved[j] * sums[j])
    transcript.take("chain", b"".join(map(encode, k[1:])))
    w = [number() for _ in range(4)]
    shares, v = [number() for _ in range(count)], [number() for _ in range(count)]
    first = [
        combine((w[0], BASE)),
        combine((w[1], BASE)),
        combine((w[2], BASE), *[(shares[j], named_point(f"H_{j + 1}")) for j in range(count)]),
        combine((-w[3], H), *[(shares[j], after[j]) for j in range(count)]),
        *[combine((v[j], BASE), (shares[j], k[j])) for j in range(count)],
    ]
    transcript.take("first messages", b"".join(map(encode, first)))
    x = transcript.challenge(0)
    secrets = [sum(r), sums[-1], sum(map(prod, zip(u, r, strict=True))), sum(map(prod, zip(moved, rho, strict=True)))]
    answers = [mask + x * secret for mask, secret in zip(w + v + shares, secrets + t + moved, strict=True)]
    points = [encode(point) for point in [*c, *k[1:]]]
    return list(map(encode, before)), list(map(encode, after)), b"".join(points) + scalars([x, *answers])


def claim(blinding: int, faces: list[int], number: Numbers) -> tuple[list[bytes], bytes]:
    """A piece of the last of `faces`, and the proof that it has one of them, as section 5 has it."""
    piece = combine((faces[-1] + 1, BASE), (blinding, H))
    transcript = Transcript("claim", CONTEXT)
    transcript.take("points", encode(piece))
    transcript.take("faces", b"".join(map(be64, faces)))
    x, z = [number() for _ in faces[1:]], [number() for _ in faces[1:]]
    w = number()
    first = [combine((z[i], H), (-x[i], piece), (x[i] * (faces[i] + 1), BASE)) for i in range(len(x))]
    transcript.take("first messages", b"".join(map(encode, [*first, combine((w, H))])))
    known = transcript.challenge(0) - sum(x)
    return [encode(piece)], scalars([*x, known, *z, w + known * blinding])


def of_the_project() -> transcripts.Context:
    game, author, entry, kind, previous, part = astuple(CONTEXT)
    return transcripts.Context(game=game, author=author, entry=entry, kind=kind, previous=previous, part=part)


def verdicts_on_mix(old: list[bytes], new: list[bytes], proof: bytes) -> tuple[str, str]:
    """The checks that fail, by the stranger and by the project; nothing where none does."""
    found = ["", ""]
    try:
        check_pool(CONTEXT, old, new, proof)
    except Refused as error:
        found[0] = error.args[0]
    try:
        pieces.verify_pool(of_the_project(), old, new, proof)
    except ProofError as error:
        found[1] = error.check
    return found[0], found[1]


def verdicts_on_claim(points: list[bytes], faces: list[int], proof: bytes) -> tuple[str, str]:
    """Likewise."""
    found = ["", ""]
    try:
        check_claim(CONTEXT, points, faces, proof)
    except Refused as error:
        found[0] = error.args[0]
    try:
        pieces.verify_claim(of_the_project(), points, faces, proof)
    except ProofError as error:
        found[1] = error.check
    return found[0], found[1]


SPECIAL = st.sampled_from([0, 1, ORDER - 1])
NUMBER = st.one_of(SPECIAL, st.integers(0, ORDER - 1))
"""Often one at the edge."""


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_true_mixes_of_whatever_numbers(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    old = data.draw(st.lists(st.sampled_from([1, 2, 7]), min_size=count, max_size=count))
    order = data.draw(st.permutations(range(count)))
    rho = data.draw(st.lists(NUMBER, min_size=count, max_size=count))
    verdicts = verdicts_on_mix(*mix(old, order, rho, lambda: data.draw(NUMBER)))
    assert verdicts[0] == verdicts[1]
    assert verdicts[0] in ("", "identity")


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_true_claims_of_whatever_numbers(data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=3))
    points, proof = claim(data.draw(NUMBER), faces, lambda: data.draw(NUMBER))
    assert verdicts_on_claim(points, faces, proof) == ("", "")


@pytest.mark.parametrize("zero", ["masks", "all"])
def test_first_messages_that_are_the_identity(zero: str) -> None:
    """All masks zero: each first message is the identity, and the proof shows everything, yet it holds."""
    random = Random(1)
    rest = [*[random.randrange(1, ORDER) for _ in range(4)], *[0] * 20]
    numbers = iter(rest) if zero == "masks" else iter([0] * 24)
    verdicts = verdicts_on_mix(*mix([1, 2], [1, 0], [5, 6], lambda: next(numbers)))
    assert verdicts == ("", "")
    assert verdicts_on_claim(*_with(claim(4, [1, 2, 3], lambda: 0), [1, 2, 3])) == ("", "")


def _with(made: tuple[list[bytes], bytes], faces: list[int]) -> tuple[list[bytes], list[int], bytes]:
    return made[0], faces, made[1]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_mixes_with_a_part_replaced(data: st.DataObject) -> None:
    random = Random(2)
    old, new, proof = mix([1, 2], [1, 0], [5, 6], lambda: random.randrange(ORDER))
    parts = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    at = data.draw(st.integers(0, len(parts) - 1))
    numbers = [0, 1, ORDER - 1, ORDER, ORDER + 1, 2**255 - 19, 2**255 - 18, 2**255 + 1, 2**256 - 1]
    odd = [number.to_bytes(32, "little") for number in numbers]
    parts[at] = data.draw(st.sampled_from([*odd, *parts, *old, *new]))
    if data.draw(st.booleans()):
        new[0] = data.draw(st.sampled_from([*odd, *parts]))
    verdicts = verdicts_on_mix(old, new, b"".join(parts))
    assert verdicts[0] == verdicts[1]


def test_the_edges_are_as_the_document_has_them() -> None:
    assert encode(total([])) == bytes(32)
    assert all(one != two for one, two in pairwise([BASE, H, named_point("H_1")]))
