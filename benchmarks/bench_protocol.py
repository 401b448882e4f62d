"""What the fairness layer costs beside the bare cryptography it rests on: one core, one run, ratios.

python -m benchmarks.bench_protocol [toy|sekigahara|samurai] [ROUNDS]

Sealing: the mix of a pool of 55 (order, nonces, hash commitments, points, proof) beside the same HMACs, SHA-256s and
operations of the group, inputs ready made; and the check of its proof. A game: all that two tables do in it, with the
proofs and with stand-ins for them, the rules and the bots included. Auditing: the audit of that game's record beside
what it cannot do without: each entry's Ed25519 verification and hash, each commitment with its nonce, each order, each
state digest, each link, and the calls of libsodium behind each proof, opening and point. What the engine takes to
replay the game is shown beside it: it is part of the audit, and not of this layer.
"""

from __future__ import annotations

import hmac
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_proofs import Operations, claiming, sealing, timed, verifying
from benchmarks.without_proofs import no_proofs
from engine.games import GAMES
from engine.hidden import SEATS, Face, Game, Piece
from engine.random_bot import RandomBot
from protocol.audit import audit
from protocol.canonical import encode
from protocol.entries.choices import Opening
from protocol.entries.draw import DRAW
from protocol.entries.mix import MixBody, seal_pool
from protocol.progress import MixedPool
from protocol.proofs import pieces
from protocol.proofs.claims import proof_bytes
from protocol.proofs.pieces import Known, SealedPool, piece_point, public_point
from protocol.proofs.transcripts import Context
from protocol.roles import Role
from protocol.seeds import SeedKeys
from protocol.transcript import Entry, read_entry
from tests.protocol.pair import Pair
from tests.toy_game import ToyGame

CARDS = 55
SEALS = 10
WORDS_IN_A_BLOCK = 8
KEY = bytes(32)
NUMBER = bytes(8)
NUMBER_AND_BLOCK = bytes(12)
CONTEXT = Context(game=KEY, author=0, entry=2, kind="mix", previous=KEY, part=0)
OPENING = Operations(multiply=1, add=1, decode=1)
POINT = Operations(multiply=1, add=1)


def bare_order(size: int) -> None:
    """The HMACs behind one order of `size` pieces."""
    for _ in range(-(-max(size - 1, 0) // WORDS_IN_A_BLOCK)):
        hmac.digest(KEY, NUMBER_AND_BLOCK, "sha256")


class Sealing:
    """The first mix of 55 public pieces."""

    def __init__(self) -> None:
        self.keys = SeedKeys(KEY, KEY)
        old = tuple(Piece(piece) for piece in range(CARDS))
        self.pool = MixedPool(SEATS[0], old, tuple(Piece(piece + 1000) for piece in old))
        self.faces = {piece: Face(piece) for piece in old}
        self.points = [public_point(face) for face in self.faces.values()]
        self.inputs = [encode(("fairtable/2 piece", KEY, 0, piece, 7, KEY)) for piece in self.pool.new]
        self.sealed = self.proof()

    def commitments(self) -> list[bytes]:
        """The hashes."""
        return seal_pool(self.keys, KEY, self.pool, self.keys.order(0, CARDS), self.faces)

    def proof(self) -> SealedPool:
        """The points, and the proof."""
        known = [Known(self.faces[piece], None) for piece in self.pool.old]
        nonces = [self.keys.nonce(piece) for piece in self.pool.new]
        return pieces.seal_pool(CONTEXT, self.keys.proofs, self.points, known, self.keys.order(0, CARDS), nonces)

    def seal(self) -> None:
        """What a table does for the mix's body."""
        self.commitments()
        self.proof()

    def check(self) -> None:
        """What the opponent's does."""
        pieces.verify_pool(CONTEXT, self.points, self.sealed.points, self.sealed.proof)

    def bare_hashes(self) -> None:
        """The hashes of `commitments` alone."""
        bare_order(CARDS)
        for value in self.inputs:
            hmac.digest(KEY, NUMBER, "sha256")
            sha256(value).digest()

    def bare(self) -> None:
        """The cryptography of `seal` alone."""
        self.bare_hashes()
        sealing(CARDS).run()


class Replayed:
    """A recorded game of random moves: its entries, and the states that they led to."""

    def __init__(self, game: Game[Any, Any], seed: int = 3) -> None:
        self.game = game
        self.states: list[bytes] = []
        self.events: list[Any] = []
        pair: Pair[Any, Any] = Pair(game)
        pair.host._on_event = self._note(pair.host)
        bots = [RandomBot(game, Random(2 * seed + role)) for role in Role]
        pair.host.begin()
        pair.run()
        while deciders := pair.deciders():
            for role in deciders:
                view = pair.tables[role].view()
                if view is None:
                    raise SystemExit("the game has not begun")
                pair.tables[role].act(bots[role].choose(view))
            pair.run()
        self.raw = pair.host.entries
        self.entries: list[Entry] = [read_entry(raw) for raw in self.raw]
        self.keys = [entry.body.public_key for entry in self.entries[:2]]

    def _note(self, table: Any) -> Callable[[Any], None]:
        def note(happened: Any) -> None:
            if happened.event is not None:
                self.events.append(happened.event)
                self.states.append(self.game.canonical(table.state))

        return note

    @property
    def pools(self) -> list[int]:
        """How many pieces each pool had that was mixed."""
        bodies = [entry.body for entry in self.entries]
        return [len(proof.points) for body in bodies if isinstance(body, MixBody) for proof in body.proofs]

    @property
    def proven_bytes(self) -> int:
        """How many of the record's bytes are points and proofs."""
        found = 0
        for entry in self.entries:
            for proof in getattr(entry.body, "proofs", ()):
                found += len(proof) if isinstance(proof, bytes) else len(proof.proof) + 32 * len(proof.points)
        return found

    def audit(self) -> None:
        """The audit of the record."""
        report = audit(self.game, self.raw)
        if not report.clean:
            raise SystemExit(f"the audit found {report.violations} {report.damage} {report.stopped}")

    def rules(self) -> None:
        """What the rules engine does in an audit: apply each event, and write each state."""
        state = self.game.start()
        for event in self.events:
            self.game.apply(state, event)
            self.game.waiting(state)
            self.game.canonical(state)

    def bare(self) -> None:
        """The cryptography alone, with ready-made inputs."""
        keys = [Ed25519PublicKey.from_public_bytes(key) for key in self.keys]
        commitment = bytes(100)
        for entry in self.entries:
            content = entry.content
            sha256(content).digest()
            keys[entry.role].verify(entry.signature, content)
            if isinstance(entry.body, MixBody):
                for proof in entry.body.proofs:
                    size = len(proof.points)
                    bare_order(size)
                    if size:
                        verifying(size).run()
                    for _ in proof.points:
                        hmac.digest(KEY, NUMBER, "sha256")
                        sha256(commitment).digest()
                        POINT.run()  # the point that the seed's nonce gives
            else:
                for claim in getattr(entry.body, "proofs", ()):
                    claiming(len(claim) // proof_bytes(1, 1)).run()
            openings: tuple[Opening, ...] = getattr(entry.body, "openings", ())
            for _ in openings:
                sha256(commitment).digest()
                OPENING.run()
            if entry.kind is DRAW:
                sha256(commitment).digest()
                hmac.digest(KEY, NUMBER_AND_BLOCK, "sha256")
        for state in self.states:
            sha256(state).digest()


def game_called(name: str) -> Game[Any, Any]:
    """The toy game, large, or one of the list with its usual settings."""
    if name == "toy":
        return ToyGame(copies=11, rounds=40)
    for kind in GAMES:
        if kind.name == name:
            return kind.make({})
    raise SystemExit(f"there is no game called {name!r}; say toy or {' or '.join([kind.name for kind in GAMES])}")


def print_sealing(rounds: int) -> None:
    """A mix of 55, in parts."""
    made = Sealing()
    for name, work, bare in (
        ("hash commitments", made.commitments, made.bare_hashes),
        ("points and proof", made.proof, sealing(CARDS).run),
        ("seal, all of it", made.seal, made.bare),
        ("check of the proof", made.check, verifying(CARDS).run),
    ):
        pairs = [(timed(work), timed(bare)) for _ in range(rounds * SEALS)]
        own, alone = (min(column) for column in zip(*pairs, strict=True))
        ratio = median(one / other for one, other in pairs)
        print(f"55 pieces, {name:<20} {own * 1e3:>8.2f} ms {alone * 1e3:>8.2f} ms bare {ratio:>6.2f}")
    piece = Known(7, KEY)
    print(f"55 pieces, one point {min(timed(lambda: piece_point(piece)) for _ in range(50)) * 1e6:>22.0f} us")


def print_game(name: str, rounds: int) -> Replayed:
    """A whole game between two tables in one process."""
    with_proofs, without = [], []
    game = game_called(name)
    for _ in range(rounds):
        with_proofs.append(timed(lambda: Replayed(game)))
        with no_proofs():
            without.append(timed(lambda: Replayed(game)))
    made = Replayed(game)
    size = sum(map(len, made.raw))
    print(
        f"{name}: {len(made.raw)} entries, {size:,} bytes, of which {made.proven_bytes:,} points and proofs; "
        f"{sum(made.pools)} pieces sealed in {len(made.pools)} pools"
    )
    proofs = min(with_proofs) - min(without)
    print(
        f"both tables, a whole game: {min(with_proofs):.2f} s, without proofs {min(without):.2f} s: "
        f"{proofs / 2:.2f} s a player for making its own, checking them and the other's, and its audit at the end"
    )
    return made


def print_audit(made: Replayed, rounds: int) -> None:
    """The audit of its record; each pair is taken in turn, so that a machine that changes its pace meets both alike."""
    print(f"{'round':>5} {'audit':>10} {'bare':>10} {'rules':>10} {'ratio':>6} {'less rules':>11}")
    ratios, own_ratios = [], []
    for number in range(rounds):
        whole, bare, rules = timed(made.audit), timed(made.bare), timed(made.rules)
        ratios.append(whole / bare)
        own_ratios.append((whole - rules) / bare)
        print(
            f"{number:>5} {whole * 1e3:>7.1f} ms {bare * 1e3:>7.1f} ms {rules * 1e3:>7.1f} ms {ratios[-1]:>6.2f} "
            f"{own_ratios[-1]:>11.2f}"
        )
    print(
        f"median: auditing {median(ratios):.2f} times the bare cryptography "
        f"({median(own_ratios):.2f} without the rules engine)"
    )


def main() -> None:
    """Print all of it."""
    name = sys.argv[1] if len(sys.argv) > 1 else "toy"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print_sealing(rounds)
    print_audit(print_game(name, rounds), rounds)


if __name__ == "__main__":
    main()
