"""Makes the vectors of docs/proofs.md.

python -m tests.protocol.proofs.make_vectors > tests/protocol/proofs/vectors.json

Byte strings are in hexadecimal. Everything follows from fixed seeds, so that it comes out the same each time.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from protocol.proofs import claims, mix
from protocol.proofs.chain import Chain, places
from protocol.proofs.commitments import blinding
from protocol.proofs.group import ORDER, G, H, Scalar, generator
from protocol.proofs.pieces import Known, piece_point, prove_claim, public_point
from protocol.proofs.transcripts import Context, proof_key
from tests.protocol.proofs.examples import CONTEXT, GAME, KEY, SEED, fields_of_mix, make_pool, with_bytes
from tests.protocol.proofs.forgers import EQUATIONS, FIELDS, forge

PUBLIC_KEY = sha256(b"a public key").digest()
HIGH_BIT = "a point with its highest bit set"


def plain_context(context: Context) -> dict[str, Any]:
    return {
        "version": context.version,
        "game": context.game.hex(),
        "author": context.author,
        "entry": context.entry,
        "kind": context.kind,
        "previous": context.previous.hex(),
        "part": context.part,
    }


def plain_elements(elements: tuple[mix.Element, ...]) -> list[list[str]]:
    return [[point.encoding.hex() for point in element] for element in elements]


def plain_messages(messages: mix.FirstMessages) -> dict[str, str]:
    shown = {}
    for name, field in FIELDS.items():
        value = getattr(messages, field)
        points = value if isinstance(value, tuple) else (value,)
        shown[name] = b"".join(point.encoding for point in points).hex()
    return shown


def plain_mix(context: Context, statement: mix.Statement, proof: bytes) -> dict[str, Any]:
    """A statement and its proof, with the challenges and first messages on the way."""
    read = mix.Proof.decode(proof, statement.size)
    weights = mix.weights_of(context, statement, read.permutation)
    return {
        "context": plain_context(context),
        "key": [point.encoding.hex() for point in statement.key],
        "old": plain_elements(statement.old),
        "new": plain_elements(statement.new),
        "u": [weight.encode().hex() for weight in weights],
        "first_messages": plain_messages(mix.first_messages(statement, read, weights)),
        "proof": proof.hex(),
    }


def mixes() -> list[dict[str, Any]]:
    """Proofs that verify."""
    made = []
    for faces, public in (((4,), False), ((1, 2), False), ((0, 0, 5, 5, 9, 30), True), (tuple(range(10)), False)):
        pool = make_pool(faces, public=public)
        vector = plain_mix(CONTEXT, pool.statement(), pool.sealed.proof)
        vector["prover"] = {
            "key": KEY.hex(),
            "order": pool.order,
            "changes": [change.encode().hex() for change in pool.witness().changes],
        }
        made.append(vector)
    return [*made, ciphertexts()]


def ciphertexts() -> dict[str, Any]:
    """A mix of three ElGamal ciphertexts: elements of two points."""
    random = Random("ciphertexts")
    secret, *chance = (Scalar.reduce(random.randbytes(64)) for _ in range(7))
    key = (G, secret * G)
    old = tuple((one * G, Scalar(face) * G + one * key[1]) for face, one in zip((5, 6, 7), chance[:3], strict=True))
    order, changes = (2, 0, 1), tuple(chance[3:])
    new = tuple(
        tuple(point + change * part for point, part in zip(old[place], key, strict=True))
        for place, change in zip(order, changes, strict=True)
    )
    statement = mix.Statement(key, old, new)
    vector = plain_mix(CONTEXT, statement, mix.prove(CONTEXT, statement, mix.Witness(order, changes), KEY))
    vector["prover"] = {
        "key": KEY.hex(),
        "order": order,
        "changes": [change.encode().hex() for change in changes],
    }
    return vector


def refused_mixes() -> list[dict[str, Any]]:
    """Proofs that do not: for each equation one that breaks it alone, then one for each other check."""
    made = []
    for name in EQUATIONS:
        forgery = forge(name, CONTEXT)
        vector = plain_mix(forgery.context, forgery.statement, forgery.proof)
        vector |= {"why": f"breaks {name} alone", "check": "equations", "hashed": plain_messages(forgery.hashed)}
        made.append(vector)
    pool = make_pool((1, 2))
    statement, proof = pool.statement(), pool.sealed.proof
    at = fields_of_mix(2)
    point, scalar = proof[:32], proof[at["s3"] : at["s3"] + 32]
    changed = {
        "a byte short": (proof[:-1], "length"),
        "a point that is none": (with_bytes(proof, at["c_2"], b"\x01" + bytes(31)), "point"),
        HIGH_BIT: (with_bytes(proof, at["c_1"], point[:31] + bytes([point[31] | 0x80])), "point"),
        "a point that is the identity": (with_bytes(proof, at["k_2"], bytes(32)), "identity"),
        "a scalar of l": (with_bytes(proof, at["x"], ORDER.to_bytes(32, "little")), "scalar"),
        "a scalar with l added": (
            with_bytes(proof, at["s3"], (int.from_bytes(scalar, "little") + ORDER).to_bytes(32, "little")),
            "scalar",
        ),
        "the answer s4 changed": (with_bytes(proof, at["s4"], bytes(32)), "equations"),
    }
    for why, (raw, check) in changed.items():
        vector = plain_mix(CONTEXT, statement, proof)
        del vector["u"], vector["first_messages"]
        made.append(vector | {"why": why, "check": check, "proof": raw.hex()})
    elsewhere = replace(CONTEXT, entry=CONTEXT.entry + 1)
    moved = plain_mix(elsewhere, statement, proof)
    return [*made, moved | {"why": "made for the entry before", "check": "equations"}]


def plain_claim(context: Context, points: list[bytes], faces: list[int], proof: bytes) -> dict[str, Any]:
    return {
        "context": plain_context(context),
        "points": [point.hex() for point in points],
        "faces": faces,
        "proof": proof.hex(),
    }


def all_claims() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Claims that verify, and claims that do not."""
    context = replace(CONTEXT, kind="action", part=0)
    random = Random("claims")
    pieces = [Known(face, random.randbytes(32)) for face in (3, 17, 8)]
    points = [piece_point(piece) for piece in pieces]
    good = [
        plain_claim(context, points[:1], [3], prove_claim(context, KEY, pieces[:1], [3])),
        plain_claim(context, points, [8, 9], prove_claim(context, KEY, pieces, [8, 9])),
    ]
    faces, proof = [8, 9], bytes.fromhex(good[1]["proof"])
    order = ORDER.to_bytes(32, "little")
    bad = [
        plain_claim(context, points, [9, 8], proof) | {"why": "the faces in another order", "check": "equations"},
        plain_claim(context, points[:2], faces, proof) | {"why": "a piece fewer", "check": "length"},
        plain_claim(context, points, faces, order + proof[32:]) | {"why": "a scalar of l", "check": "scalar"},
        plain_claim(context, points, faces, bytes(32) + proof[32:]) | {"why": "a part changed", "check": "equations"},
        plain_claim(replace(context, part=1), points, faces, proof)
        | {"why": "made for another claim of the entry", "check": "equations"},
    ]
    if len(proof) != claims.proof_bytes(3, 2):
        raise SystemExit("a proof has another length than it says")
    return good, bad


def vectors() -> dict[str, Any]:
    """All vectors, as JSON will have them."""
    nonce = sha256(b"a nonce").digest()
    chain = Chain(PUBLIC_KEY, SEED)
    good, bad = all_claims()
    return {
        "generators": {
            "H": H.encoding.hex(),
            **{f"H_{number}": generator(number).encoding.hex() for number in (1, 2, 64)},
        },
        "proof_key": {"game": GAME.hex(), "seed": SEED.hex(), "key": proof_key(GAME, SEED).hex()},
        "points": [
            {"face": 0, "nonce": None, "point": public_point(0).hex()},
            {"face": 54, "nonce": None, "point": public_point(54).hex()},
            {
                "face": 54,
                "nonce": nonce.hex(),
                "blinding": blinding(nonce).encode().hex(),
                "point": piece_point(Known(54, nonce)).hex(),
            },
        ],
        "mixes": mixes(),
        "refused_mixes": refused_mixes(),
        "claims": good,
        "refused_claims": bad,
        "chain": {
            "public_key": PUBLIC_KEY.hex(),
            "seed": SEED.hex(),
            "links": {str(number): (chain.link(number) if number else chain.end).hex() for number in (0, 1, 2, 4096)},
            "places": [
                {
                    "game": GAME.hex(),
                    "number": number,
                    "size": size,
                    "count": count,
                    "places": places(GAME, number, chain.link(number), size, count),
                }
                for number, size, count in ((1, 55, 5), (2, 10, 10), (4096, 1, 1))
            ],
        },
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
