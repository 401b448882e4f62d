"""The proof of a mix: honest ones pass, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.proofs import mix
from protocol.proofs.commitments import blinding
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.group import ORDER, G, H, Point, Scalar
from protocol.proofs.mix import Statement, Witness
from protocol.proofs.pieces import Known, piece_point, public_point, seal_pool, verify_pool
from protocol.proofs.transcripts import Context, Transcript
from tests.protocol.proofs.examples import (
    CONTEXT,
    KEY,
    OTHER_CONTEXTS,
    Pool,
    fields_of_mix,
    make_pool,
    statement_of,
    with_bytes,
)
from tests.protocol.proofs.forgers import EQUATIONS, forge

pools = st.lists(st.integers(0, 6), min_size=1, max_size=7)


def refused(check: Check, pool: Pool, **changed: object) -> None:
    """The pool's proof is refused for `check` once something in it is `changed`."""
    values: dict[str, object] = {
        "context": CONTEXT,
        "old": pool.old,
        "new": pool.sealed.points,
        "proof": pool.sealed.proof,
    }
    with pytest.raises(ProofError) as refusal:
        verify_pool(**(values | changed))  # type: ignore[arg-type]
    assert refusal.value.check is check


@given(pools, st.integers(0, 3), st.booleans())
def test_an_honest_mix_is_accepted(faces: list[int], seed: int, public: bool) -> None:
    pool = make_pool(faces, seed, public=public)
    verify_pool(CONTEXT, pool.old, pool.sealed.points, pool.sealed.proof)
    assert len(pool.sealed.proof) == 32 * (4 * len(faces) + 5)
    assert list(pool.sealed.points) == [piece_point(piece) for piece in pool.mixed]


def test_the_biggest_pool_and_a_lone_piece() -> None:
    for faces in (range(55), range(70), [3]):
        pool = make_pool(list(faces))
        verify_pool(CONTEXT, pool.old, pool.sealed.points, pool.sealed.proof)


def test_a_pool_is_mixed_again_and_again() -> None:
    pool = make_pool([1, 1, 2, 30], public=True)
    pieces, points = pool.mixed, list(pool.sealed.points)
    for number in range(3):
        context = replace(CONTEXT, entry=20 + number)
        random = Random(number)
        order, nonces = random.sample(range(4), 4), [random.randbytes(32) for _ in range(4)]
        sealed = seal_pool(context, KEY, points, pieces, order, nonces)
        verify_pool(context, points, sealed.points, sealed.proof)
        pieces = [Known(pieces[place].face, nonce) for place, nonce in zip(order, nonces, strict=True)]
        points = list(sealed.points)
    assert sorted(piece.face for piece in pieces) == [1, 1, 2, 30]


def test_an_empty_pool_has_an_empty_proof() -> None:
    sealed = seal_pool(CONTEXT, KEY, [], [], [], [])
    assert (sealed.points, sealed.proof) == ((), b"")
    verify_pool(CONTEXT, [], [], b"")
    with pytest.raises(ProofError) as refusal:
        verify_pool(CONTEXT, [], [], bytes(160))
    assert refusal.value.check is Check.LENGTH


@given(pools, st.integers(0, 3))
def test_the_same_arguments_give_the_same_bytes(faces: list[int], seed: int) -> None:
    assert make_pool(faces, seed).sealed == make_pool(faces, seed).sealed


def test_two_proofs_share_no_number() -> None:
    pool = make_pool([1, 2, 3])
    statement, witness = pool.statement(), pool.witness()
    proofs = [mix.prove(context, statement, witness, KEY) for context in (CONTEXT, *OTHER_CONTEXTS.values())]
    proofs.append(mix.prove(CONTEXT, statement, witness, bytes(32)))
    parts = [proof[at : at + 32] for proof in proofs for at in range(0, len(proof), 32)]
    assert len(set(parts)) == len(parts)


def test_two_witnesses_of_one_statement_share_no_number() -> None:
    # Pieces of one face can be told in two orders; the answers of both together must give nothing away.
    pool = make_pool([4, 4])
    statement, one = pool.statement(), pool.witness()
    a, b = one.changes
    # e'_j = e_p(j) + rho_j H; with the old places exchanged, rho_j changes by the difference of the old blindings.
    first, second = (piece.nonce for piece in pool.pieces)
    by_place = (blinding(first or b""), blinding(second or b""))
    swapped = tuple(1 - place for place in one.order)
    changes = tuple(
        change + by_place[place] - by_place[other]
        for change, place, other in zip((a, b), one.order, swapped, strict=True)
    )
    proofs = [mix.prove(CONTEXT, statement, witness, KEY) for witness in (one, Witness(swapped, changes))]
    for proof in proofs:
        mix.verify(CONTEXT, statement, proof)
    parts = [proof[at : at + 32] for proof in proofs for at in range(0, len(proof), 32)]
    assert len(set(parts)) == len(parts)


# -- other statements


@pytest.mark.parametrize("context", OTHER_CONTEXTS.values(), ids=OTHER_CONTEXTS)
def test_a_proof_is_worth_nothing_elsewhere(context: Context) -> None:
    refused(Check.EQUATIONS, make_pool([1, 2, 3]), context=context)


def test_a_proof_is_worth_nothing_for_another_pool_of_the_same_faces() -> None:
    one, two = make_pool([1, 2, 3], 1), make_pool([1, 2, 3], 2)
    refused(Check.EQUATIONS, one, proof=two.sealed.proof)
    refused(Check.EQUATIONS, one, new=two.sealed.points)
    refused(Check.EQUATIONS, one, old=two.old)
    refused(Check.EQUATIONS, one, old=two.old, new=two.sealed.points)


def test_every_part_of_the_statement_is_in_the_challenges() -> None:
    """Else a forger could choose that part after the challenge, so that the equations hold."""
    statement, permutation = make_pool([1, 2]).statement(), (G, H)
    others = [
        Statement((G,), statement.old, statement.new),
        Statement((H,), statement.old[::-1], statement.new),
        Statement((H,), statement.old, statement.new[::-1]),
        Statement((H,), statement.new, statement.old),
        Statement((H,), statement.old[:1], statement.new[:1]),
    ]
    firsts = [mix.weights_of(CONTEXT, each, permutation)[0].value for each in (statement, *others)]
    firsts += [mix.weights_of(CONTEXT, statement, (H, G))[0].value]
    firsts += [mix.weights_of(context, statement, permutation)[0].value for context in OTHER_CONTEXTS.values()]
    assert len(set(firsts)) == len(firsts) == 14


def test_the_last_challenge_covers_all_that_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = make_pool([1, 2])
    said: list[tuple[bytes, bytes]] = []
    absorb = Transcript.absorb

    def listen(transcript: Transcript, label: bytes, value: bytes) -> None:
        said.append((label, value))
        absorb(transcript, label, value)

    monkeypatch.setattr(Transcript, "absorb", listen)
    verify_pool(CONTEXT, pool.old, pool.sealed.points, pool.sealed.proof)
    assert [label for label, _ in said] == [b"key", b"old", b"new", b"permutation", b"chain", b"first messages"]
    assert [len(value) for _, value in said] == [32, 64, 64, 64, 64, 32 * 6]
    sent = b"".join(value for _, value in said[:5])
    assert sent == H.encoding + b"".join(pool.old) + b"".join(pool.sealed.points) + pool.sealed.proof[:128]


def test_places_exchanged_among_themselves_are_another_statement() -> None:
    pool = make_pool([1, 2, 3])
    refused(Check.EQUATIONS, pool, old=pool.old[::-1])
    refused(Check.EQUATIONS, pool, new=pool.sealed.points[::-1])


@given(st.permutations(range(4)), st.sampled_from(["exchanged", "doubled", "a new piece"]), st.integers(0, 3))
def test_a_false_mix_finds_no_proof(order: list[int], what: str, place: int) -> None:
    """The honest prover, told that other faces are the same ones, makes a proof that nobody accepts."""
    random = Random(f"{order} {what} {place}")
    pieces = [Known(face, random.randbytes(32)) for face in (1, 2, 3, 4)]
    old = [piece_point(piece) for piece in pieces]
    nonces = [random.randbytes(32) for _ in pieces]
    false = list(pieces)
    if what == "exchanged":
        false[place] = Known(7, pieces[place].nonce)
    elif what == "doubled":
        false[place] = Known(pieces[place - 1].face, pieces[place].nonce)
    else:
        false[place] = Known(pieces[place].face + 1, random.randbytes(32))
    sealed = seal_pool(CONTEXT, KEY, old, false, order, nonces)
    with pytest.raises(ProofError) as refusal:
        verify_pool(CONTEXT, old, sealed.points, sealed.proof)
    assert refusal.value.check is Check.EQUATIONS


def test_a_missing_piece_and_a_piece_too_many() -> None:
    pool = make_pool([1, 2, 3])
    refused(Check.LENGTH, pool, new=pool.sealed.points[:2])
    refused(Check.LENGTH, pool, new=(*pool.sealed.points, public_point(9)))
    refused(Check.LENGTH, pool, old=pool.old[:2], new=pool.sealed.points[:2])


def test_a_piece_of_the_same_face_out_of_another_pool_is_none_of_this_one() -> None:
    one, two = make_pool([1, 2, 3], 1), make_pool([1, 2, 3], 2)
    refused(Check.EQUATIONS, one, new=(two.sealed.points[0], *one.sealed.points[1:]))


# -- other bytes


@settings(max_examples=200)
@given(st.integers(1, 4), st.data())
def test_every_changed_bit_is_refused(size: int, data: st.DataObject) -> None:
    pool = make_pool(list(range(size)))
    proof = pool.sealed.proof
    bit = data.draw(st.integers(0, 8 * len(proof) - 1))
    changed = bytearray(proof)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ProofError):
        verify_pool(CONTEXT, pool.old, pool.sealed.points, bytes(changed))


@pytest.mark.parametrize("name", fields_of_mix(2))
def test_every_field_counts(name: str) -> None:
    pool = make_pool([1, 2])
    proof, at = pool.sealed.proof, fields_of_mix(2)[name]
    part = proof[at : at + 32]
    if name[0] in "ck":
        another = (Point.decode(part) + G).encoding
        refused(Check.IDENTITY, pool, proof=with_bytes(proof, at, bytes(32)))
        refused(Check.POINT, pool, proof=with_bytes(proof, at, part[:31] + bytes([part[31] | 0x80])))
        refused(Check.POINT, pool, proof=with_bytes(proof, at, b"\x01" + bytes(31)))
    else:
        value = int.from_bytes(part, "little")
        another = ((value + 1) % ORDER).to_bytes(32, "little")
        refused(Check.SCALAR, pool, proof=with_bytes(proof, at, ORDER.to_bytes(32, "little")))
        refused(Check.SCALAR, pool, proof=with_bytes(proof, at, (value + ORDER).to_bytes(32, "little")))
        refused(Check.SCALAR, pool, proof=with_bytes(proof, at, b"\xff" * 32))
        refused(Check.EQUATIONS, pool, proof=with_bytes(proof, at, bytes(32)))
    refused(Check.EQUATIONS, pool, proof=with_bytes(proof, at, another))


@pytest.mark.parametrize("length", [0, 1, 32, 415, 417, 448, 40_000])
def test_other_lengths_are_refused(length: int) -> None:
    refused(Check.LENGTH, make_pool([1, 2]), proof=bytes(length))


def test_new_points_that_are_none_are_refused() -> None:
    pool = make_pool([1, 2])
    refused(Check.IDENTITY, pool, new=(bytes(32), pool.sealed.points[1]))
    refused(Check.POINT, pool, new=(b"\x01" + bytes(31), pool.sealed.points[1]))
    refused(Check.LENGTH, pool, new=(b"", pool.sealed.points[1]))


# -- the five equations


@pytest.mark.parametrize("name", EQUATIONS)
@pytest.mark.parametrize("seed", range(3))
def test_each_equation_is_needed_and_stops_its_forger(name: str, seed: int) -> None:
    forgery = forge(name, CONTEXT, seed)
    assert forgery.broken() == [name]
    with pytest.raises(ProofError) as refusal:
        mix.verify(CONTEXT, forgery.statement, forgery.proof)
    assert refusal.value.check is Check.EQUATIONS


# -- vectors of points


@given(st.permutations(range(3)))
def test_elements_of_two_points_are_mixed_under_a_key_of_two(order: list[int]) -> None:
    random = Random(f"{order}")
    secret, *chance = (Scalar.reduce(random.randbytes(64)) for _ in range(7))
    key = (G, secret * G)
    old = tuple((one * G, Scalar(face) * G + one * key[1]) for face, one in zip((5, 6, 7), chance[:3], strict=True))
    new = tuple(
        tuple(point + change * part for point, part in zip(old[place], key, strict=True))
        for place, change in zip(order, chance[3:], strict=True)
    )
    statement = Statement(key, old, new)
    proof = mix.prove(CONTEXT, statement, Witness(tuple(order), tuple(chance[3:])), KEY)
    mix.verify(CONTEXT, statement, proof)
    assert len(proof) == mix.proof_bytes(3)
    # A change of one half of one element only is no multiple of the key.
    false = Statement(key, old, ((new[0][0], new[0][1] + G), *new[1:]))
    for raw in (proof, mix.prove(CONTEXT, false, Witness(tuple(order), tuple(chance[3:])), KEY)):
        with pytest.raises(ProofError) as refusal:
            mix.verify(CONTEXT, false, raw)
        assert refusal.value.check is Check.EQUATIONS


def test_calls_that_make_no_sense() -> None:
    pool = make_pool([1, 2])
    statement = pool.statement()
    with pytest.raises(ValueError, match="as many"):
        Statement((H,), statement.old, statement.new[:1])
    with pytest.raises(ValueError, match="as the key has"):
        Statement((G, H), statement.old, statement.new)
    with pytest.raises(ValueError, match="as many"):
        Statement((), (), ())
    with pytest.raises(ValueError, match="every place once"):
        Witness((0, 0), (Scalar(1), Scalar(1)))
    with pytest.raises(ValueError, match="order of 1 places"):
        mix.prove(CONTEXT, statement, Witness((0,), (Scalar(1),)), KEY)
    with pytest.raises(ValueError, match="no elements"):
        mix.verify(CONTEXT, statement_of([], []), bytes(160))
    with pytest.raises(ValueError, match="zip"):
        seal_pool(CONTEXT, KEY, pool.old, pool.pieces, [0, 1], [bytes(32)])
