"""Long-term keys in figures and words that two people can compare, and what is said of who has come to a game."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from p2p.store.players import Recognised, Recognition
from tui.grammar import listed
from tui.language import _, plural

FINGERPRINT_DIGITS: Final = 16
WORD_BYTES: Final = 16
"""Of the key's digest; twelve words stand for them."""


def fingerprint(person: str) -> str:
    """A short name of a public key, given in hexadecimal: `1a2b-3c4d-5e6f-7a8b`, from SHA-256 of the key."""
    digits = sha256(bytes.fromhex(person)).hexdigest()[:FINGERPRINT_DIGITS]
    return "-".join([digits[place : place + 4] for place in range(0, FINGERPRINT_DIGITS, 4)])


def key_words(person: str) -> str:
    """Twelve English words for a public key, the same on every machine: for reading out.

    They are those of BIP-39 for the first 128 bits of SHA-256 of the key, which the fingerprint begins with too.
    """
    from mnemonic import Mnemonic

    return Mnemonic("english").to_mnemonic(sha256(bytes.fromhex(person)).digest()[:WORD_BYTES])


def recognition_words(met: Recognised) -> str:
    """Who has come to a game, in a line."""
    before = listed([fingerprint(key) for key in met.keys])
    match met.how:
        case Recognition.KNOWN:
            return _("{name} signs as {fingerprint}, known to you from {games}.").format(
                name=met.name,
                fingerprint=fingerprint(met.person),
                games=plural(met.games, "{count} game", "{count} games", _("no games")),
            )
        case Recognition.NEW:
            return _("{name} signs as {fingerprint}, whom you have not met before.").format(
                name=met.name, fingerprint=fingerprint(met.person)
            )
        case Recognition.OTHER_KEY:
            return _(
                "CAREFUL: {name} signs with another key than before: {fingerprint}, not {before}. It may be somebody "
                "else of that name: ask by another way."
            ).format(name=met.name, fingerprint=fingerprint(met.person), before=before)
        case Recognition.NO_KEY:
            return _(
                "CAREFUL: {name} does not sign this game, and somebody of that name has signed before ({before}). "
                "It may be somebody else: ask by another way."
            ).format(name=met.name, before=before)


def is_alarming(met: Recognised) -> bool:
    """Whether the player should look twice."""
    return met.how in {Recognition.OTHER_KEY, Recognition.NO_KEY}
