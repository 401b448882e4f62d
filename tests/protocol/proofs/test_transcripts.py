"""The hash behind the challenges: framed, separated, and the same for nobody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.proofs.framing import framed
from protocol.proofs.transcripts import Numbers, Transcript, proof_key
from tests.protocol.proofs import independent
from tests.protocol.proofs.examples import CONTEXT, GAME, KEY, OTHER_CONTEXTS, OTHER_GAME, SEED

pairs = st.tuples(st.binary(max_size=6), st.binary(max_size=6))


def test_a_frame_byte_by_byte() -> None:
    assert framed(b"ab", b"cde") == b"\0\0\0\2ab\0\0\0\3cde"


@given(st.lists(pairs, max_size=4), st.lists(pairs, max_size=4))
def test_different_values_never_give_the_same_bytes(
    ones: list[tuple[bytes, bytes]], twos: list[tuple[bytes, bytes]]
) -> None:
    if ones != twos:
        assert b"".join(framed(*pair) for pair in ones) != b"".join(framed(*pair) for pair in twos)


def test_a_challenge_is_the_documented_hash() -> None:
    transcript = Transcript(b"mix", CONTEXT)
    transcript.absorb(b"key", b"something")
    context = independent.Context(2, GAME, 0, 12, "mix", CONTEXT.previous, 3)
    said = context.head(b"mix") + framed(b"key", b"something")
    assert transcript.challenge(7).value == independent.challenge(said, 7)


def test_a_challenge_changes_nothing_and_depends_on_all_that_was_said() -> None:
    transcript = Transcript(b"mix", CONTEXT)
    first = transcript.challenge()
    assert transcript.challenge() == first != transcript.challenge(1)
    transcript.absorb(b"key", b"")
    assert transcript.challenge() != first
    assert Transcript(b"claim", CONTEXT).challenge() != first


@pytest.mark.parametrize("context", OTHER_CONTEXTS.values(), ids=OTHER_CONTEXTS)
def test_every_field_of_the_context_counts(context: object) -> None:
    assert isinstance(context, type(CONTEXT))
    assert Transcript(b"mix", context).challenge() != Transcript(b"mix", CONTEXT).challenge()
    other, own = (Transcript(b"mix", one).numbers(KEY, b"").take(b"first", 1) for one in (context, CONTEXT))
    assert other != own


def test_secret_numbers_depend_on_key_statement_witness_label_and_count() -> None:
    def numbers(key: bytes = KEY, said: bytes = b"said", witness: bytes = b"witness") -> Numbers:
        transcript = Transcript(b"mix", CONTEXT)
        transcript.absorb(b"key", said)
        return transcript.numbers(key, witness)

    taken = numbers().take(b"links", 5)
    assert taken == numbers().take(b"links", 5)
    others = [
        *numbers(key=bytes(32)).take(b"links", 5),
        *numbers(said=b"said otherwise").take(b"links", 5),
        *numbers(witness=b"another witness").take(b"links", 5),
        *numbers().take(b"chain", 5),
    ]
    assert len({scalar.value for scalar in (*taken, *others)}) == 25


def test_the_key_is_bound_to_game_and_seed() -> None:
    assert len(proof_key(GAME, SEED)) == 32
    assert len({proof_key(GAME, SEED), proof_key(OTHER_GAME, SEED), proof_key(GAME, bytes(32))}) == 3
    with pytest.raises(ValueError, match="32 bytes"):
        Transcript(b"mix", CONTEXT).numbers(b"short", b"")


def test_the_context_has_no_negative_and_no_endless_numbers() -> None:
    with pytest.raises(OverflowError):
        Transcript(b"mix", type(CONTEXT)(GAME, -1, 0, "mix", b"", 0))
    with pytest.raises(OverflowError):
        Transcript(b"mix", type(CONTEXT)(GAME, 0, 2**64, "mix", b"", 0))
