"""Where draws come from: a chain of hashes whose end is committed to in the hello, opened link by link.

Link k is the hash of link k + 1; link 0, the end, is public from the beginning. Whoever lets the opponent draw for the
k-th time opens link k, from which the places follow. Nobody can choose them: the chain was fixed before the game had an
id; and nobody can foresee them who does not know the chain (THREATS 2, 4).

How long a chain is, its author alone decides and knows: links are counted from the end. The default is far more than a
game needs; a longer one costs its author one hash a link when the game begins, and nobody anything else.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final

from protocol.proofs.errors import Check, ProofError
from protocol.proofs.framing import TAG, be64, framed
from protocol.proofs.words import WORDS, below, words_from
from protocol.sentences import Sentence

LINKS: Final = 4096
LINK_BYTES: Final = 32


class ChainExhausted(Exception):
    """The own chain has no further link. Nothing was written: the player can only stop or resign."""


class Chain:
    """A player's own chain in one game. `public_key` is the key in the player's hello, `seed` its secret seed."""

    def __init__(self, public_key: bytes, seed: bytes, length: int = LINKS) -> None:
        if length < 1:
            raise ValueError("A chain has at least one link")
        link = hmac.digest(hmac.digest(public_key, seed, "sha256"), TAG + b"chain" + b"\x01", "sha256")
        links = [link]
        for number in range(length, 0, -1):
            link = link_before(public_key, number, link)
            links.append(link)
        links.reverse()
        self._links = links

    @property
    def end(self) -> bytes:
        """Link 0, for the hello."""
        return self._links[0]

    def link(self, number: int) -> bytes:
        """The link for the `number`th draw that the player decides, from 1 on. Raises ChainExhausted."""
        if number < 1:
            raise ValueError(f"Draws are counted from 1, got {number}")
        if number >= len(self._links):
            raise ChainExhausted(
                f"This would be draw {number}, and the chain that was committed to at the beginning of the game has "
                f"{len(self._links) - 1} links"
            )
        return self._links[number]


def link_before(public_key: bytes, number: int, link: bytes) -> bytes:
    """Link `number` - 1 of the chain of the player with `public_key`, whose link `number` is `link`."""
    return sha256(framed(TAG + b"link", public_key) + framed(b"number", be64(number)) + framed(b"link", link)).digest()


def verify_link(public_key: bytes, number: int, link: bytes, previous: bytes) -> None:
    """Check `link`, which somebody sent for draw `number`; `previous` is the link before it. Raises ProofError."""
    if len(link) != LINK_BYTES:
        raise ProofError(
            Check.LENGTH,
            Sentence("got a link of {count} bytes, expected {expected}", count=len(link), expected=LINK_BYTES),
        )
    if link_before(public_key, number, link) != previous:
        raise ProofError(Check.LINK, Sentence("the bytes opened are not link {number} of the chain", number=number))


def places(game: bytes, number: int, link: bytes, size: int, count: int) -> tuple[int, ...]:
    """The places that link `number` gives for drawing `count` of `size` pieces, one by one.

    Each is counted in the pool as the draws before it left it, and each place of that pool is as likely as another.
    """
    if not 0 <= count <= size < WORDS:
        raise ValueError(f"Cannot draw {count} of {size} pieces")
    words = words_from(link, framed(TAG + b"places", game) + framed(b"number", be64(number)))
    return tuple(below(words, size - taken) for taken in range(count))


def verify_draw(
    public_key: bytes, game: bytes, number: int, link: bytes, previous: bytes, size: int, count: int
) -> tuple[int, ...]:
    """The places of the `number`th draw of the player with `public_key`, which opened `link`. Raises ProofError."""
    verify_link(public_key, number, link, previous)
    return places(game, number, link, size, count)
