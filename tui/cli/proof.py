"""What a proof shows, in words: somebody signed two different entries at one place of one game."""

from __future__ import annotations

from typing import Any, Final

from p2p.text import NAME_LIMIT, clean
from protocol.canonical import decode_as
from protocol.entries.hello import HELLO, Hello, Offer
from protocol.equivocation import MOST_PROOF_BYTES, Equivocation
from protocol.persons import is_signed, person_statement
from protocol.roles import Role, Side
from protocol.transcript import Entry, read_entry
from tui.cli.offered import side_name
from tui.person_words import fingerprint

_KINDS: Final = {
    "hello": "its introduction",
    "coin": "its half of the coin",
    "mix": "a shuffle",
    "draw": "what the other draws",
    "action": "a move",
    "seal": "a sealed choice",
    "open": "the opening of a sealed choice",
    "resign": "its resignation",
    "stop": "the end of the game without a winner",
    "seed": "the opening of its seed",
    "verdict": "its verdict",
}


def proof_lines_of(shown: Equivocation) -> list[str]:
    """A proof for a reader, a sentence a line."""
    data = proof_data(shown)
    seat = f", playing {data['side']}" if data["side"] else ""
    person = data["person"]
    first, second = data["entries"]
    lines = [
        "This is a proof: one player has signed two different entries at one place of one game.",
        f"It was the {data['role']}, who called itself {data['name']}{seat}.",
        f"Key of the game: {data['fingerprint']} ({data['key']})",
    ]
    if person is not None:
        lines.append(f"The key was signed by the long-term key {person['fingerprint']} ({person['key']})")
    lines.append(f"Game: {data['game']}" if data["game"] else "Game: none yet, the entries are two introductions.")
    lines.append(f"Entry {data['entry']}, told in two ways: {first['what']} ({first['hash'][:16]}...)")
    lines.append(f"and {second['what']} ({second['hash'][:16]}...).")
    lines.append("Both signatures are right. An honest program signs one entry at each place; what else can bring this")
    lines.append("about is an old copy of the game that was played on.")
    return lines


def proof_data(shown: Equivocation) -> dict[str, Any]:
    """The same for programs."""
    _, _, one, two, hellos = decode_as(
        shown.proof, tuple[str, int, bytes, bytes, tuple[bytes, ...]], most_bytes=MOST_PROOF_BYTES
    )
    entries = [read_entry(one), read_entry(two)]
    bodies: list[Hello] = [entry.body for entry in map(read_entry, hellos) if entry.kind is HELLO]
    offer = bodies[Role.HOST].offer if bodies else entries[0].body.offer
    own: Hello = bodies[shown.role] if bodies else entries[0].body
    return {
        "proof": True,
        "role": shown.role.word,
        "name": clean(shown.name, NAME_LIMIT),
        "side": _side(offer, shown.role),
        "key": shown.key.hex(),
        "fingerprint": fingerprint(shown.key.hex()),
        "person": _person(own, offer, shown.role),
        "game": shown.game_id.hex(),
        "entry": shown.number,
        "entries": [_entry_data(entry) for entry in entries],
    }


def _entry_data(entry: Entry) -> dict[str, str]:
    return {"kind": entry.kind.name, "what": _KINDS.get(entry.kind.name, entry.kind.name), "hash": entry.hash.hex()}


def _side(offer: Offer | None, role: Role) -> str | None:
    """The side of the player, if the host chose it; a coin is not among the entries of a proof."""
    if offer is None or offer.side is Side.RANDOM:
        return None
    return side_name(offer.game, int(offer.side) if role is Role.HOST else 1 - int(offer.side))


def _person(hello: Hello, offer: Offer | None, role: Role) -> dict[str, str] | None:
    """The person that has signed the hello, if one has and the signature is right."""
    if hello.person is None or offer is None:
        return None
    statement = person_statement(
        game=offer.game,
        settings=offer.settings,
        rules=hello.rules,
        role=role,
        public_key=hello.public_key,
        seed_commitment=hello.seed_commitment,
    )
    if not is_signed(hello.person, statement):
        return None
    key = hello.person.key.hex()
    return {"key": key, "fingerprint": fingerprint(key)}
