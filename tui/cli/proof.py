"""What a proof shows, in words: somebody signed two different entries at one place of one game."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from p2p.text import NAME_LIMIT, clean
from protocol.canonical import decode_as
from protocol.entries.hello import HELLO, Hello, Offer
from protocol.entries.left import LEFT
from protocol.equivocation import MOST_PROOF_BYTES, Equivocation
from protocol.errors import PeerError
from protocol.persons import is_signed, person_statement
from protocol.roles import Role, Side
from protocol.signed_leave import read_leave
from protocol.transcript import Entry, read_entry
from tui.cli.offered import side_name
from tui.language import N_, _
from tui.person_words import fingerprint
from tui.record_words import role_words

_KINDS: Final = {
    "hello": N_("its introduction"),
    "coin": N_("its half of the coin"),
    "mix": N_("a shuffle"),
    "draw": N_("what the other draws"),
    "action": N_("a move"),
    "seal": N_("a sealed choice"),
    "open": N_("the opening of a sealed choice"),
    "resign": N_("its resignation"),
    "stop": N_("the end of the game without a winner"),
    "left": N_("that the other has left the game"),
    "left resign": N_("that the other has resigned"),
    "left stop": N_("that the other has stopped the game"),
    "claim": N_("its claim that the time has run out"),
    "seed": N_("the opening of its seed"),
    "verdict": N_("its verdict"),
}


def proof_lines_of(shown: Equivocation) -> list[str]:
    """A proof for a reader, a sentence a line."""
    data = proof_data(shown)
    facts = {"player": role_words(shown.role), "name": data["name"], "side": data["side"]}
    person = data["person"]
    first, second = data["entries"]
    lines = [
        _("This is a proof: one player has signed two different entries at one place of one game."),
        _("It was {player}, who called itself {name}, playing {side}.").format(**facts)
        if data["side"]
        else _("It was {player}, who called itself {name}.").format(**facts),
        _("Key of the game: {fingerprint} ({key})").format(fingerprint=data["fingerprint"], key=data["key"]),
    ]
    if person is not None:
        lines.append(
            _("The key was signed by the long-term key {fingerprint} ({key})").format(
                fingerprint=person["fingerprint"], key=person["key"]
            )
        )
    lines.append(
        _("Game: {game}").format(game=data["game"])
        if data["game"]
        else _("Game: none yet, the entries are two introductions.")
    )
    lines.append(
        _("Entry {entry}, told in two ways: {what} ({hash}...)").format(
            entry=data["entry"], what=_(first["what"]), hash=first["hash"][:16]
        )
    )
    lines.append(_("and {what} ({hash}...).").format(what=_(second["what"]), hash=second["hash"][:16]))
    lines.append(
        _("Both signatures are right. An honest program signs one entry at each place; what else can bring this")
    )
    lines.append(_("about is an old copy of the game that was played on."))
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
    kind = entry.kind.name
    what = kind
    if entry.kind is LEFT:
        with suppress(PeerError):
            what = f"{kind} {read_leave(entry.body.leave).kind}"
    return {"kind": kind, "what": _KINDS.get(what, what), "hash": entry.hash.hex()}


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
