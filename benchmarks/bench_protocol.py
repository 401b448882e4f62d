"""What the fairness layer costs beside the bare cryptography it rests on: one core, one run, ratios.

python benchmarks/bench_protocol.py [toy|sekigahara] [ROUNDS]

Sealing: the mix of a deck of 55 cards (order, nonces, commitments) beside the same HMACs and SHA-256s, inputs ready
made. Auditing: the audit of a whole game's record beside the verifications and hashes that it cannot do without: each
entry's Ed25519 verification and hash, each commitment with its nonce, each order, each state digest. What the engine
takes to replay the game is shown beside it: it is part of the audit, and not of this layer.
"""

from __future__ import annotations

import hmac
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Face, Game, Piece
from protocol.audit import audit
from protocol.canonical import encode
from protocol.entries.choices import Opening
from protocol.entries.draw import DRAW
from protocol.entries.mix import MixBody, seal_pool
from protocol.progress import MixedPool
from protocol.seeds import SeedKeys
from protocol.table import Table
from protocol.transcript import Entry, read_entry
from tests.protocol.pair import Pair
from tests.toy_game import ToyGame

CARDS = 55
SEALS = 200
WORDS_IN_A_BLOCK = 8
KEY = bytes(32)
NUMBER = bytes(8)
NUMBER_AND_BLOCK = bytes(12)


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def bare_order(size: int) -> None:
    """The HMACs behind one order of `size` pieces."""
    for _ in range(-(-max(size - 1, 0) // WORDS_IN_A_BLOCK)):
        hmac.digest(KEY, NUMBER_AND_BLOCK, "sha256")


def sealing() -> tuple[float, float]:
    """Seconds for sealing 55 cards, and for the same hashes alone."""
    keys = SeedKeys(KEY, KEY)
    old = tuple(Piece(piece) for piece in range(CARDS))
    pool = MixedPool(SEATS[0], old, tuple(Piece(piece + 1000) for piece in old))
    faces = {piece: Face(piece) for piece in old}
    inputs = [encode(("fairtable/2 piece", KEY, 0, piece, 7, KEY)) for piece in pool.new]

    def seal() -> None:
        for number in range(SEALS):
            seal_pool(keys, KEY, pool, keys.order(number, CARDS), faces)

    def bare() -> None:
        for _ in range(SEALS):
            bare_order(CARDS)
            for value in inputs:
                hmac.digest(KEY, NUMBER, "sha256")
                sha256(value).digest()

    return timed(seal) / SEALS, timed(bare) / SEALS


class Replayed:
    """A recorded game: its entries, and the states that they led to."""

    def __init__(self, game: Game[Any, Any], choose: Callable[[Table[Any, Any]], Any]) -> None:
        self.game = game
        self.states: list[bytes] = []
        self.events: list[Any] = []
        pair: Pair[Any, Any] = Pair(game)
        pair.host._on_event = self._note(pair.host)
        pair.host.begin()
        pair.run()
        while deciders := pair.deciders():
            for role in deciders:
                pair.tables[role].act(choose(pair.tables[role]))
            pair.run()
        self.raw = pair.host.entries
        self.entries: list[Entry] = [read_entry(raw) for raw in self.raw]
        self.keys = [entry.body.public_key for entry in self.entries[:2]]

    def _note(self, table: Table[Any, Any]) -> Callable[[Any], None]:
        def note(happened: Any) -> None:
            if happened.event is not None:
                self.events.append(happened.event)
                self.states.append(self.game.canonical(table.state))

        return note

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
            pieces = 0
            if isinstance(entry.body, MixBody):
                pieces = len(entry.body.commitments)
                bare_order(pieces)
            openings: tuple[Opening, ...] = getattr(entry.body, "openings", ())
            for _ in range(pieces):
                hmac.digest(KEY, NUMBER, "sha256")
                sha256(commitment).digest()
            for _ in openings:
                sha256(commitment).digest()
            if entry.kind is DRAW:
                hmac.digest(KEY, NUMBER_AND_BLOCK, "sha256")
        for state in self.states:
            sha256(state).digest()


def recorded(name: str) -> Replayed:
    """A whole game of random moves."""
    random = Random(3)

    def choose(table: Table[Any, Any]) -> Any:
        view = table.view()
        if view is None:
            raise SystemExit("the game has not begun")
        options = table.game.options(view)
        return options[random.randrange(len(options))]

    if name == "toy":
        return Replayed(ToyGame(copies=11, rounds=40), choose)
    if name == "sekigahara":
        from engine.sekigahara import SEKIGAHARA

        return Replayed(SEKIGAHARA, choose)
    raise SystemExit(f"there is no game called {name!r}; say toy or sekigahara")


def main() -> None:
    """Print the table."""
    name = sys.argv[1] if len(sys.argv) > 1 else "toy"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    game = recorded(name)
    print(f"{name}: {len(game.raw)} entries, {sum(map(len, game.raw)):,} bytes, {len(game.states)} states")
    heads = f"{'round':>5} {'seal 55':>9} {'bare':>9} {'ratio':>6} {'audit':>9} {'bare':>9} {'rules':>9} "
    print(heads + f"{'ratio':>6} {'less rules':>11}")
    seal_ratios, audit_ratios, own_ratios = [], [], []
    # Each pair is taken in turn, so that a machine that changes its pace meets both alike.
    for number in range(rounds):
        seal, seal_bare = sealing()
        whole, bare, rules = timed(game.audit), timed(game.bare), timed(game.rules)
        seal_ratios.append(seal / seal_bare)
        audit_ratios.append(whole / bare)
        own_ratios.append((whole - rules) / bare)
        print(
            f"{number:>5} {seal * 1e6:>6.0f} us {seal_bare * 1e6:>6.0f} us {seal_ratios[-1]:>6.2f} "
            f"{whole * 1e3:>6.1f} ms {bare * 1e3:>6.1f} ms {rules * 1e3:>6.1f} ms {audit_ratios[-1]:>6.2f} "
            f"{own_ratios[-1]:>11.2f}"
        )
    print(
        f"median: sealing {median(seal_ratios):.2f} times the bare hashes, auditing {median(audit_ratios):.2f} times "
        f"the bare verifications and hashes ({median(own_ratios):.2f} without the rules engine)"
    )


if __name__ == "__main__":
    main()
