"""Proof that a player signed two different entries at one place (THREATS 7, 8, 22): anybody can check it.

A proof is a few bytes that need nothing else: the two entries, and the game's two hellos, which tie the author's key to
the game id. A proof about one of the hellos themselves needs no others: it tells of whoever holds the key in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from protocol.canonical import EncodingError, decode_as, encode
from protocol.commitments import VERSION
from protocol.entries.hello import HELLO, Hello, game_id_of
from protocol.errors import PeerError, RecordError
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.transcript import MOST_ENTRY_BYTES, Entry, read_entry

PROOF_TAG: Final = "fairtable proof"
MOST_PROOF_BYTES: Final = 5 * MOST_ENTRY_BYTES


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Whoever holds `key`, and called itself `name` as `role` of the game, signed two different entries `number`.

    `proof` is what shows it. For a second hello, `game_id` is empty.
    """

    role: Role
    number: int
    game_id: bytes
    key: bytes
    name: str
    proof: bytes


def read_proof(raw: bytes, path: str = "The proof") -> Equivocation:
    """What the bytes of a proof show. Raises RecordError, naming `path`, if they prove nothing."""
    advice = Sentence("Ask whoever gave it to you for the whole file")
    try:
        _, version, one, two, hellos = decode_as(
            raw,
            tuple[Literal["fairtable proof"], int, bytes, bytes, tuple[bytes, ...]],
            most_bytes=MOST_PROOF_BYTES,
        )
        if version != VERSION:
            raise RecordError(
                path,
                Sentence("it is a proof of version {version}, not {ours}", version=version, ours=VERSION),
                advice,
            )
        first, second = read_entry(one), read_entry(two)
        own = _own_hello(first, [read_entry(hello) for hello in hellos])
    except (EncodingError, PeerError) as refusal:
        raise RecordError(path, Sentence("it cannot be read as a proof ({refusal})", refusal=refusal), advice) from None
    problem = _flaw(first, second, own)
    if problem is not None or own is None:
        raise RecordError(
            path, problem or Sentence("the hellos do not give the game id that the entries claim"), advice
        )
    return Equivocation(first.role, first.number, first.game, own.public_key, own.name, raw)


def double_signed(first: Entry, second: Entry, hellos: Sequence[bytes]) -> bytes | None:
    """The proof that one player signed both entries, which differ; None if they show nothing of the kind.

    `hellos` are the raw hellos of the game.
    """
    kept = tuple(hellos[:2]) if first.game else ()
    own = _own_hello(first, [read_entry(hello) for hello in kept])
    if own is None or _flaw(first, second, own) is not None:
        return None
    return encode((PROOF_TAG, VERSION, first.raw, second.raw, kept))


def find_equivocation(ours: Sequence[bytes], theirs: Sequence[bytes]) -> Equivocation | None:
    """What the first difference of two chains shows, None if one is the beginning of the other.

    Raises PeerError if the first difference is not a signed entry of the author of ours: then theirs is made up.
    """
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False)):
        if one == two:
            continue
        first, second = read_entry(one), read_entry(two)
        if first.hash == second.hash:
            continue
        proof = double_signed(first, second, ours)
        if proof is None:
            raise PeerError(
                "fork", Sentence("the opponent's chain differs from ours by an entry that nobody signed"), number=number
            )
        return read_proof(proof)
    return None


def _own_hello(entry: Entry, hellos: Sequence[Entry]) -> Hello | None:
    """The hello of the author of `entry`, None if `hellos` are not those of its game."""
    if entry.kind is HELLO and entry.number == entry.role and not entry.game:
        return _hello(entry)
    # The game id holds keys but no names, so a name is worth what the signature under the hello is.
    bodies = [_hello(hello) for hello in hellos if hello.kind is HELLO and hello.signed_by(_hello(hello).public_key)]
    if len(bodies) != 2 or game_id_of(bodies[0], bodies[1], bodies[0].rules) != entry.game:
        return None
    return bodies[entry.role]


def _hello(entry: Entry) -> Hello:
    body: Hello = entry.body
    return body


def _flaw(first: Entry, second: Entry, own: Hello | None) -> str | None:
    """Why two entries do not show that the author of `own` signed both; None if they do."""
    if (first.role, first.number, first.game) != (second.role, second.number, second.game):
        return "the two entries do not claim one place in one game"
    if first.hash == second.hash:
        return "the two entries say the same"
    if own is None:
        return "the hellos do not give the game id that the entries claim"
    if not (first.signed_by(own.public_key) and second.signed_by(own.public_key)):
        return f"an entry is not signed by the {first.role.word}"
    return None
