"""What the proofs cost beside the bare group operations that they need: one core, one run, ratios.

python -m benchmarks.bench_proofs [ROUNDS]

Each proof is timed beside exactly the calls of libsodium that its equations ask for, on inputs ready made: so many
multiplications, multiplications of the base point, additions and decodings. They are taken in turn, so that a machine
that changes its pace meets both alike; the ratio is the median over the rounds.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from protocol.proofs import sodium
from protocol.proofs.chain import LINKS, Chain, verify_link
from protocol.proofs.group import G, H, Scalar
from protocol.proofs.pieces import (
    Known,
    piece_point,
    prove_claim,
    seal_pool,
    verify_claim,
    verify_opening,
    verify_pool,
)
from protocol.proofs.transcripts import Context

SIZES = (1, 2, 6, 10, 55)
CLAIMS = ((1, 4), (4, 4), (10, 6))
FACES = 40
REPEATED = 20
"""Mixes after which the memory is looked at again."""
AT_LEAST = 0.005
"""Seconds that one reading takes."""
KEY = bytes(32)
CONTEXT = Context(game=bytes(32), author=0, entry=9, kind="mix", previous=bytes(32), part=0)


@dataclass(frozen=True)
class Operations:
    """How many calls of each of libsodium's functions."""

    multiply: int = 0
    base: int = 0
    add: int = 0
    decode: int = 0

    def run(self) -> None:
        """Make them."""
        scalar, one, two = SCALAR, ONE, TWO
        for _ in range(self.multiply):
            sodium.multiply(scalar, one)
        for _ in range(self.base):
            sodium.multiply_base(scalar)
        for _ in range(self.add):
            sodium.add(one, two)
        for _ in range(self.decode):
            sodium.is_point(one)


RANDOM = Random(1)
SCALAR = Scalar.reduce(RANDOM.randbytes(64)).encode()
ONE = (Scalar(7) * H).encoding
TWO = (Scalar(9) * G).encoding


def sealing(n: int) -> Operations:
    """A point: r H. c: r G. k: t G and one more. Tk: v G and one more. T3 and T4: one a piece, and w4 K."""
    return Operations(multiply=n + 4 * n + 1, base=3 * n + 3, add=n + 5 * n + 1, decode=n)


def verifying(n: int) -> Operations:
    """T1: one; T2: two; T3 and T4: two a piece, and s4 K; Tk: two a piece. Decoded: e, e', c, k."""
    return Operations(multiply=6 * n + 4, base=n + 3, add=7 * n + 5, decode=4 * n)


def claiming(pairs: int) -> Operations:
    """For each pair z H - x D, and D by one subtraction."""
    return Operations(multiply=2 * pairs, add=2 * pairs)


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU time that one call takes: what else runs on the machine counts less than by the clock."""
    started = process_time()
    work()
    return process_time() - started


def most_memory() -> float:
    """The most that this program has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


def compare(name: str, work: Callable[[], object], operations: Operations, rounds: int, size: int) -> None:
    """Print what `work` takes beside `operations`."""
    # What takes less than the clock tells apart is done several times.
    times = max(1, round(AT_LEAST / max(timed(operations.run), 1e-6)))

    def repeated(once: Callable[[], object]) -> float:
        def again() -> None:
            for _ in range(times):
                once()

        return timed(again) / times

    pairs = [(repeated(work), repeated(operations.run)) for _ in range(rounds)]
    own, bare = (min(column) for column in zip(*pairs, strict=True))
    ratio = median(one / other for one, other in pairs)
    print(f"{name:<28} {own * 1e3:>8.2f} ms {bare * 1e3:>8.2f} ms {ratio:>7.2f} {size:>8,}")


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for name, operations in (
        ("a multiplication", Operations(multiply=500)),
        ("one of the base point", Operations(base=500)),
        ("an addition", Operations(add=500)),
        ("a decoding", Operations(decode=500)),
    ):
        print(f"{name:<24} {min(timed(operations.run) for _ in range(5)) / 500 * 1e6:>6.1f} us")
    print(f"{'':<28} {'here':>11} {'bare':>11} {'ratio':>7} {'bytes':>8}")
    for n in SIZES:
        pieces = [Known(RANDOM.randrange(FACES), RANDOM.randbytes(32)) for _ in range(n)]
        old = [piece_point(piece) for piece in pieces]
        order = RANDOM.sample(range(n), n)
        nonces = [RANDOM.randbytes(32) for _ in range(n)]

        def seal(
            old: list[bytes] = old, pieces: list[Known] = pieces, order: list[int] = order, nonces: list[bytes] = nonces
        ) -> tuple[tuple[bytes, ...], bytes]:
            sealed = seal_pool(CONTEXT, KEY, old, pieces, order, nonces)
            return sealed.points, sealed.proof

        new, proof = seal()

        def check(old: list[bytes] = old, new: tuple[bytes, ...] = new, proof: bytes = proof) -> None:
            verify_pool(CONTEXT, old, new, proof)

        compare(f"seal a pool of {n}", seal, sealing(n), rounds, 32 * n + len(proof))
        compare(f"check a mix of {n}", check, verifying(n), rounds, 32 * n + len(proof))
        before = most_memory()
        for _ in range(REPEATED):
            seal()
            check()
        print(f"{'':<28} {before:>8.1f} MB {most_memory():>8.1f} MB after {REPEATED} more")
    for count, faces in CLAIMS:
        pieces = [Known(FACES + place, RANDOM.randbytes(32)) for place in range(count)]
        points = [piece_point(piece) for piece in pieces]
        named = [*range(faces - 1), pieces[-1].face]

        def claim(pieces: list[Known] = pieces, named: list[int] = named) -> bytes:
            return prove_claim(CONTEXT, KEY, pieces, named)

        proof = claim()

        def admit(points: list[bytes] = points, named: list[int] = named, proof: bytes = proof) -> None:
            verify_claim(CONTEXT, points, named, proof)

        # The prover makes the points of the pieces, and looks whether the claim is true.
        own = claiming(count * faces)
        bare = Operations(multiply=own.multiply + count + 1, add=own.add + count)
        compare(f"claim: {count} pieces, {faces} faces", claim, bare, rounds, len(proof))
        bare = Operations(multiply=own.multiply, add=own.add, decode=count)
        compare(f"check: {count} pieces, {faces} faces", admit, bare, rounds, len(proof))
    nonce = RANDOM.randbytes(32)
    point = piece_point(Known(3, nonce))
    compare("check an opening", lambda: verify_opening(point, 3, nonce), Operations(1, 0, 1, 1), 10 * rounds, 33)
    chain = Chain(KEY, KEY)
    print(f"a chain of {LINKS:,} links: {min(timed(lambda: Chain(KEY, KEY)) for _ in range(5)) * 1e3:.1f} ms, ", end="")
    link = min(timed(lambda: verify_link(KEY, 5, chain.link(5), chain.link(4))) for _ in range(100))
    print(f"checking one {link * 1e6:.1f} us")


if __name__ == "__main__":
    main()
