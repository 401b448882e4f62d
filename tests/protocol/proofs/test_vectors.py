"""The vectors of docs/proofs.md: what made them gives them again, and two verifiers agree about each."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from protocol.proofs import mix
from protocol.proofs.chain import Chain, places, verify_link
from protocol.proofs.commitments import blinding
from protocol.proofs.errors import ProofError
from protocol.proofs.group import H, Point, Scalar, generator
from protocol.proofs.pieces import Known, piece_point, verify_claim
from protocol.proofs.transcripts import Context, proof_key
from tests.protocol.proofs import independent
from tests.protocol.proofs.examples import CONTEXT, make_pool
from tests.protocol.proofs.forgers import EQUATIONS
from tests.protocol.proofs.make_vectors import vectors

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def context_of(vector: dict[str, Any]) -> Context:
    plain = vector["context"]
    return Context(**(plain | {"game": bytes.fromhex(plain["game"]), "previous": bytes.fromhex(plain["previous"])}))


def second_context_of(vector: dict[str, Any]) -> independent.Context:
    plain = vector["context"]
    changed = {"game": bytes.fromhex(plain["game"]), "previous": bytes.fromhex(plain["previous"])}
    return independent.Context(**(plain | changed))


def elements_of(rows: list[list[str]]) -> list[list[bytes]]:
    return [[bytes.fromhex(point) for point in row] for row in rows]


def statement_of(vector: dict[str, Any]) -> mix.Statement:
    key, *_ = elements_of([vector["key"]])
    old, new = (
        tuple(tuple(map(Point.decode, element)) for element in elements_of(vector[name])) for name in ("old", "new")
    )
    return mix.Statement(tuple(map(Point.decode, key)), old, new)


def verify_mix(vector: dict[str, Any]) -> None:
    mix.verify(context_of(vector), statement_of(vector), bytes.fromhex(vector["proof"]))


def second_arguments(vector: dict[str, Any]) -> tuple[Any, ...]:
    key = [bytes.fromhex(point) for point in vector["key"]]
    old, new = elements_of(vector["old"]), elements_of(vector["new"])
    return second_context_of(vector), key, old, new, bytes.fromhex(vector["proof"])


def test_they_come_out_the_same_again() -> None:
    assert json.loads(json.dumps(vectors())) == VECTORS


def test_generators_keys_and_points() -> None:
    names = {"H": H, **{f"H_{number}": generator(number) for number in (1, 2, 64)}}
    assert {name: point.encoding.hex() for name, point in names.items()} == VECTORS["generators"]
    for name, encoding in VECTORS["generators"].items():
        assert independent.encode(independent.generator(name.encode())).hex() == encoding
    key = VECTORS["proof_key"]
    assert proof_key(bytes.fromhex(key["game"]), bytes.fromhex(key["seed"])).hex() == key["key"]
    for vector in VECTORS["points"]:
        nonce = None if vector["nonce"] is None else bytes.fromhex(vector["nonce"])
        assert piece_point(Known(vector["face"], nonce)).hex() == vector["point"]
        assert independent.piece_point(vector["face"], nonce).hex() == vector["point"]
        if nonce is not None:
            assert blinding(nonce).encode().hex() == vector["blinding"]


@pytest.mark.parametrize("vector", VECTORS["mixes"], ids=lambda vector: f"{len(vector['old'])} elements")
def test_mixes_verify_twice(vector: dict[str, Any]) -> None:
    verify_mix(vector)
    independent.verify_mix(*second_arguments(vector))
    read = independent.read_mix(*second_arguments(vector))
    assert [weight.to_bytes(32, "little").hex() for weight in read.u] == vector["u"]
    assert {name: raw.hex() for name, raw in read.first_messages().items()} == vector["first_messages"]


def test_the_second_verifier_takes_the_biggest_pool_and_refuses_it_elsewhere() -> None:
    pool = make_pool(list(range(55)))
    old, new = [[point] for point in pool.old], [[point] for point in pool.sealed.points]
    context = independent.Context(2, CONTEXT.game, 0, 12, "mix", CONTEXT.previous, 3)
    independent.verify_mix(context, [H.encoding], old, new, pool.sealed.proof)
    with pytest.raises(independent.Refused, match="equations"):
        independent.verify_mix(replace(context, part=4), [H.encoding], old, new, pool.sealed.proof)


@pytest.mark.parametrize("vector", VECTORS["mixes"], ids=lambda vector: f"{len(vector['old'])} elements")
def test_the_prover_s_bytes_follow_from_key_and_witness(vector: dict[str, Any]) -> None:
    prover = vector["prover"]
    changes = tuple(Scalar.decode(bytes.fromhex(change)) for change in prover["changes"])
    witness = mix.Witness(tuple(prover["order"]), changes)
    made = mix.prove(context_of(vector), statement_of(vector), witness, bytes.fromhex(prover["key"]))
    assert made.hex() == vector["proof"]


@pytest.mark.parametrize("vector", VECTORS["refused_mixes"], ids=lambda vector: str(vector["why"]))
def test_false_mixes_are_refused_twice_for_the_same_reason(vector: dict[str, Any]) -> None:
    with pytest.raises(ProofError) as refusal:
        verify_mix(vector)
    with pytest.raises(independent.Refused) as second:
        independent.verify_mix(*second_arguments(vector))
    assert refusal.value.check == second.value.args[0] == vector["check"]


@pytest.mark.parametrize("name", EQUATIONS)
def test_each_equation_has_a_vector_that_breaks_it_alone(name: str) -> None:
    (vector,) = (vector for vector in VECTORS["refused_mixes"] if vector["why"] == f"breaks {name} alone")
    found = independent.read_mix(*second_arguments(vector)).first_messages()
    assert [each for each in EQUATIONS if found[each].hex() != vector["hashed"][each]] == [name]
    # The forger's challenge is the hash of the messages that it made: without this equation it would be a proof.
    read = independent.read_mix(*second_arguments(vector))
    hashed = b"".join(bytes.fromhex(vector["hashed"][each]) for each in EQUATIONS)
    assert independent.challenge(read.said + independent.framed(b"first messages", hashed), 0) == read.x


@pytest.mark.parametrize("vector", VECTORS["claims"], ids=lambda vector: f"{len(vector['points'])} pieces")
def test_claims_verify_twice(vector: dict[str, Any]) -> None:
    points, proof = [bytes.fromhex(point) for point in vector["points"]], bytes.fromhex(vector["proof"])
    verify_claim(context_of(vector), points, vector["faces"], proof)
    independent.verify_claim(second_context_of(vector), points, vector["faces"], proof)


@pytest.mark.parametrize("vector", VECTORS["refused_claims"], ids=lambda vector: str(vector["why"]))
def test_false_claims_are_refused_twice_for_the_same_reason(vector: dict[str, Any]) -> None:
    points, proof = [bytes.fromhex(point) for point in vector["points"]], bytes.fromhex(vector["proof"])
    with pytest.raises(ProofError) as refusal:
        verify_claim(context_of(vector), points, vector["faces"], proof)
    with pytest.raises(independent.Refused) as second:
        independent.verify_claim(second_context_of(vector), points, vector["faces"], proof)
    assert refusal.value.check == second.value.args[0] == vector["check"]


def test_the_chain() -> None:
    vector = VECTORS["chain"]
    public_key, seed = bytes.fromhex(vector["public_key"]), bytes.fromhex(vector["seed"])
    chain = Chain(public_key, seed)
    links = {int(number): bytes.fromhex(link) for number, link in vector["links"].items()}
    assert links == {0: chain.end} | {number: chain.link(number) for number in links if number}
    for verify in (verify_link, independent.verify_link):
        verify(public_key, 1, links[1], links[0])
        verify(public_key, 2, links[2], links[1])
    for draw in vector["places"]:
        arguments = bytes.fromhex(draw["game"]), draw["number"], chain.link(draw["number"]), draw["size"], draw["count"]
        assert list(places(*arguments)) == independent.places(*arguments) == draw["places"]
