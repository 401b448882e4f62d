"""Write invite_vectors.json anew: `python -m tests.p2p.reach.make_invite_vectors`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from p2p.reach.addresses import Place
from p2p.reach.invitation import SPELLING, Invitation, make_invitation, parse_invitation
from p2p.reach.tokens import TokenError

FINGERPRINT = bytes(range(32))
SECRET = bytes(range(100, 116))
ONION = bytes(range(200, 232))
FULL = make_invitation(
    [Place("192.168.1.10", 40_123), Place("45.1.1.2", 40_124), Place("2a0a:10::10", 40_125)],
    FINGERPRINT,
    SECRET,
    onion=ONION,
    relay=Place("45.3.3.2", 1600),
    letter_box=True,
)
PURPOSES = ("letter box host", "letter box joiner", "relay")


def fields(name: str, invitation: Invitation) -> dict[str, Any]:
    relay = invitation.relay
    return {
        "name": name,
        "places": [[place.host, place.port] for place in invitation.places],
        "fingerprint": invitation.fingerprint.hex(),
        "secret": invitation.secret.hex(),
        "symmetric": invitation.symmetric,
        "onion": None if invitation.onion is None else invitation.onion.hex(),
        "relay": None if relay is None else [relay.host, relay.port],
        "letter_box": invitation.letter_box,
        "token": invitation.token(),
        "derived": {purpose: invitation.derive(purpose).hex() for purpose in PURPOSES},
    }


def refused(why: str, token: str) -> dict[str, str]:
    try:
        parse_invitation(token)
    except TokenError as error:
        return {"why": why, "token": token, "slip": error.slip.value}
    raise AssertionError(why)


def vectors() -> dict[str, Any]:
    token, head = FULL.token(), FINGERPRINT + SECRET
    name, relay = Place("castle.example", 7), Place("b.example", 9)
    return {
        "invites": [
            fields("every way", FULL),
            fields("one address", make_invitation([Place("45.1.1.2", 1)], FINGERPRINT, SECRET)),
            fields("a name and a named relay", make_invitation([name], FINGERPRINT, SECRET, relay=relay)),
            fields("a relay of IPv6", make_invitation([], FINGERPRINT, SECRET, relay=Place("2a0a:3::2", 65535))),
            fields("an onion alone", make_invitation([], FINGERPRINT, SECRET, onion=ONION)),
            fields("a symmetric router", Invitation(FULL.places, FINGERPRINT, SECRET, symmetric=True)),
            fields("a letter box alone", make_invitation([], FINGERPRINT, SECRET, letter_box=True)),
        ],
        "refused": [
            refused("one character wrong", token[:50] + ("a" if token[50] != "a" else "b") + token[51:]),
            refused("one character lost", token[:50] + token[51:]),
            refused("cut off", token[:-20]),
            refused("nothing to try", SPELLING.write(b"\0" + head + b"\0")),
            refused("nothing to try but a router", SPELLING.write(b"\x08" + head + b"\0")),
            refused("an unknown flag", SPELLING.write(b"\x14" + head + b"\0")),
            refused("a byte too many", SPELLING.write(b"\4" + head + b"\0\0")),
            refused("the same place twice", SPELLING.write(b"\0" + head + b"\x40" + b"\x2d\1\1\2\0\1" * 2)),
            refused("version 1", "seki1aaaa"),
        ],
    }


if __name__ == "__main__":
    Path(__file__).with_name("invite_vectors.json").write_text(json.dumps(vectors(), indent=1) + "\n", encoding="ascii")
