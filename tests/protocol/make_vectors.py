"""Makes the test vectors of docs/protocol.md: python -m tests.protocol.make_vectors > tests/protocol/vectors.json."""

from __future__ import annotations

import json
from typing import Any

from engine.hidden import SEATS, Face, Piece
from protocol.audit import audit
from protocol.canonical import encode
from protocol.chain import Head
from protocol.commitments import (
    commit_choice,
    commit_coin,
    commit_piece,
    commit_seed,
    rules_digest,
    state_digest,
)
from protocol.entries.leave import RESIGN, LeaveBody
from protocol.entries.mix import MIX
from protocol.equivocation import double_signed, read_proof
from protocol.invariants import require
from protocol.names import is_clean
from protocol.persons import person_statement, sign_person
from protocol.phases import Phase
from protocol.proofs.chain import LINKS, Chain
from protocol.record import frame_entry
from protocol.roles import Role, Side
from protocol.seeds import SeedKeys, coin_value
from protocol.signed_head import sign_head
from protocol.transcript import read_entry, write_entry
from tests.protocol.cheater import Cheat
from tests.protocol.clocked import GAME, ClockedPair
from tests.protocol.pair import Pair, fixed_secrets, seen
from tests.protocol.test_cheats import cheating_pair, error_in
from tests.toy_game import Boast, Move, Position, ToyGame

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    127,
    128,
    255,
    256,
    65_536,
    2**64 - 1,
    -1,
    -32,
    -33,
    -129,
    -(2**63),
    "",
    "関ヶ原",
    "a" * 32,
    b"",
    bytes(255),
    bytes(256),
    [],
    [1, ["two", b"three"], None],
    [0] * 16,
)

REFUSED = {
    "a map": b"\x80",
    "a float": b"\xca\x00\x00\x00\x00",
    "an extension": b"\xd4\x01\x00",
    "1 in two bytes": b"\xcc\x01",
    "a text's length in two bytes": b"\xd9\x01a",
    "bytes after the value": b"\x01\x02",
    "bytes missing": b"\x92\x01",
    "not UTF-8": b"\xa1\xff",
    "17 lists inside each other": b"\x91" * 17 + b"\xc0",
}


NAMES = (
    "Ishida Mitsunari",
    "石田 三成",
    "Zoë",
    "Zoe\u0308",
    "a  b",
    " a",
    "",
    "a\u0301\u0302",
    "\u0301",
    "a\u0323\u0316\u0317\u0318",
    "a\u0323\u0316\u0317\u0318\u0319",
    "\u3164",
    "\u2800",
    "\U0001fae8",
    "[a]",
    "a" * 32,
    "a" * 33,
)


def plain(value: Any) -> Any:
    """`value` as JSON has it: bytes as {"bytes": hexadecimal}."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return [plain(part) for part in value] if isinstance(value, list) else value


def played() -> Pair[Position, Move]:
    """A short game in which the first boast that is possible is made, and else the n-th of the possible moves."""
    game = ToyGame(copies=1, rounds=3)
    pair: Pair[Position, Move] = Pair(game, Side.RANDOM)
    pair.host.begin()
    pair.run()
    number = 0
    boasted = False
    while deciders := pair.deciders():
        table = pair.tables[deciders[0]]
        moves = game.moves(require(table.state), require(table.seat), seen(table))
        number += 1
        boast = next((move for move in moves if isinstance(move, Boast)), None)
        table.act(moves[number % len(moves)] if boasted or boast is None else boast)
        boasted = boasted or boast is not None
        pair.run()
    return pair


def cheated(cheat: Cheat) -> dict[str, Any]:
    """A short game in which the host cheated: what the joiner has of it, and what its audit finds."""
    pair, cheater = cheating_pair(cheat, Role.HOST, Side.FIRST, ToyGame(copies=1, rounds=3))
    pair.host.begin()
    error_in(pair, 0)
    if not cheater.done:
        raise SystemExit("the host had no occasion to cheat")
    entries = pair.disks[Role.JOINER].entries
    return {
        "entries": [raw.hex() for raw in entries],
        "findings": [
            [finding.number, finding.author, finding.check, finding.expected, finding.found]
            for finding in audit(pair.game, entries).violations
        ],
    }


def clocked() -> dict[str, Any]:
    """A game with clocks in which the time of one player runs out at its third decision."""
    pair = ClockedPair()
    for spent in (1500, 250, 0, 3999):
        pair.decide(spent)
    banks = pair.host.banks
    pair.claimed()
    if not audit(GAME, pair.host.entries).clean:
        raise SystemExit("the game with clocks is not clean")
    return {"entries": [raw.hex() for raw in pair.host.entries], "banks_before_the_claim": list(banks)}


def left() -> dict[str, Any]:
    """A game in which the joiner resigns while the host is to write."""
    pair: Pair[Position, Move] = Pair(ToyGame(copies=1, rounds=3), Side.FIRST)
    pair.host.begin()
    pair.run()
    pair.joiner.resign()
    word = require(pair.joiner.signed_leave())
    pair.run()
    if not audit(pair.game, pair.host.entries).clean:
        raise SystemExit("the game that was left is not clean")
    return {"leave": word.hex(), "entries": [raw.hex() for raw in pair.host.entries]}


def proof(pair: Pair[Position, Move]) -> dict[str, Any]:
    """Two entries that the host signed at one place: what it wrote first, and a resignation there."""
    entries = [read_entry(raw) for raw in pair.host.entries]
    first = next(entry for entry in entries if entry.role is Role.HOST and entry.kind is MIX)
    second = write_entry(
        pair.secrets[Role.HOST].signing_key,
        game=first.game,
        role=Role.HOST,
        kind=RESIGN,
        body=LeaveBody(),
        after=Head(first.number, first.previous),
        state=entries[first.number - 1].state,
    )
    raw = require(double_signed(first, second, pair.host.entries))
    shown = read_proof(raw)
    return {
        "proof": raw.hex(),
        "role": shown.role.value,
        "number": shown.number,
        "key": shown.key.hex(),
        "name": shown.name,
    }


def person(game: ToyGame) -> dict[str, Any]:
    """What a person signs who joins with the joiner's secrets."""
    secrets = fixed_secrets(2)
    public_key, long_term_key = secrets.public_key, bytes([7]) * 32
    statement = person_statement(
        game=game.name,
        settings=game.settings,
        rules=rules_digest(game.rules_data()),
        role=Role.JOINER,
        public_key=public_key,
        seed_commitment=commit_seed(Role.JOINER, public_key, secrets.seed),
    )
    signed = sign_person(long_term_key, statement)
    return {
        "private_key": long_term_key.hex(),
        "game": [game.name, [list(setting) for setting in game.settings]],
        "statement": statement.hex(),
        "key": signed.key.hex(),
        "signature": signed.signature.hex(),
    }


def vectors() -> dict[str, Any]:
    """All vectors, as JSON will have them."""
    pair = played()
    game, game_id = pair.game, require(pair.host.game_id)
    players = []
    for role in Role:
        secrets = pair.secrets[role]
        keys = SeedKeys(game_id, secrets.seed)
        chain = Chain(secrets.public_key, secrets.seed)
        coin = coin_value(secrets.seed, secrets.public_key)
        players.append(
            {
                "role": role.value,
                "seat": pair.tables[role].seat,
                "seed": secrets.seed.hex(),
                "signing_key": secrets.signing_key.hex(),
                "public_key": secrets.public_key.hex(),
                "seed_commitment": commit_seed(role, secrets.public_key, secrets.seed).hex(),
                "coin": coin.hex(),
                "coin_commitment": commit_coin(role, secrets.public_key, coin).hex(),
                "nonces": {str(piece): keys.nonce(Piece(piece)).hex() for piece in (0, 1, 1000)},
                "choice_nonces": {str(number): keys.choice_nonce(number).hex() for number in (0, 1)},
                "orders": [[number, size, keys.order(number, size)] for number, size in ((0, 1), (0, 10), (3, 55))],
                "proof_key": keys.proofs.hex(),
                "draw_chain": [[number, chain.link(number).hex()] for number in (1, 2, LINKS)],
                "draw_chain_end": chain.end.hex(),
            }
        )
    start = game.canonical(game.start())
    report = audit(game, pair.host.entries)
    if not report.clean or pair.host.phase is not Phase.FINISHED:
        raise SystemExit("the game of the vectors is not clean")
    return {
        "encoding": [[plain(value), encode(value).hex()] for value in VALUES],
        "refused": {why: raw.hex() for why, raw in REFUSED.items()},
        "names": [[name, is_clean(name)] for name in NAMES],
        "rules_data": game.rules_data().decode(),
        "rules_digest": rules_digest(game.rules_data()).hex(),
        "start_state": start.decode(),
        "start_digest": state_digest(start).hex(),
        "game_id": game_id.hex(),
        "players": players,
        "piece_commitment": {
            "owner": 1,
            "piece": 300,
            "face": 17,
            "nonce": bytes(32).hex(),
            "commitment": commit_piece(game_id, SEATS[1], Piece(300), Face(17), bytes(32)).hex(),
        },
        "choice_commitment": {
            "seat": 0,
            "number": 2,
            "action": ["bid", None],
            "nonce": bytes(32).hex(),
            "commitment": commit_choice(game_id, SEATS[0], 2, ["bid", None], bytes(32)).hex(),
        },
        "entries": [
            {"kind": read_entry(raw).kind.name, "hash": read_entry(raw).hash.hex(), "entry": raw.hex()}
            for raw in pair.host.entries
        ],
        "refused_mix": cheated(Cheat.SWAP_A_CARD_AT_A_MIX),
        "refused_draw": cheated(Cheat.SKIP_A_LINK),
        "stacked": cheated(Cheat.STACK_THE_DECK),
        "clocked": clocked(),
        "left": left(),
        "proof": proof(pair),
        "person": person(ToyGame(copies=1, rounds=3)),
        "signed_head": sign_head(
            pair.secrets[Role.JOINER].signing_key,
            game_id,
            Role.JOINER,
            Head(2, read_entry(pair.host.entries[1]).hash),
        ).hex(),
        "frame_of_entry_0": frame_entry(pair.host.entries[0]).hex(),
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1, ensure_ascii=False))
