"""Invites and answer codes, as they are pasted; and what stands in them when the check fits."""

from __future__ import annotations

from collections.abc import Iterable

from p2p.reach import answer_code, invitation
from p2p.reach.addresses import Place
from p2p.reach.answer_code import read_answer, write_answer
from p2p.reach.invitation import Invitation, make_invitation, parse_invitation
from p2p.reach.tokens import ALPHABET, LONGEST_TEXT, Slip, TokenError
from tests.fuzz.target import Target, number_and_rest
from tui.network_words import error_words

_PLACES = (
    Place("8.8.8.7", 7600),
    Place("10.0.0.7", 7600),
    Place("2606:4700::7", 7600),
    Place("a-home.example.org", 1),
)
_FULL = make_invitation(
    [
        *[Place(f"8.8.4.{number}", 65535 - number) for number in range(7)],
        *[Place(f"2606:4700::{number:x}", 1 + number) for number in range(7)],
        *[Place(f"{letter * 60}.org"[-63:], 7600) for letter in "abc"],
    ],
    bytes(range(32)),
    bytes(range(16)),
    onion=bytes(range(32)),
    relay=Place("relay.example.org", 1600),
    letter_box=True,
)
_ANSWERED = make_invitation(_PLACES, bytes(32), bytes(16), letter_box=True)
_ANSWER = write_answer(_ANSWERED, [Place("8.8.8.8", 7600), Place("2606:4700::1111", 7600)])


def seeds() -> Iterable[bytes]:
    """A byte for what it is, then the text or the data."""
    for one in (_ANSWERED, _FULL, make_invitation(_PLACES[:1], bytes(32), bytes(16))):
        token = one.token()
        yield b"\0" + token.encode()
        yield b"\0" + f"  «{token[:70].upper()}\n{token[70:]}» ".encode()
        yield b"\0" + (token[:40] + token[41:]).encode()
        yield b"\1" + invitation._pack(one)
    yield b"\2" + _ANSWER.encode()
    yield b"\3" + answer_code.SPELLING.read(_ANSWER)


def attempt(data: bytes) -> bool:
    """A word is refused with a sentence, or is another spelling of the one word with this content."""
    what, rest = number_and_rest(data)
    try:
        match what % 4:
            case 0:
                return _invite(rest.decode("utf-8", "surrogateescape"))
            case 1:
                return _invite(invitation.SPELLING.write(rest))
            case 2:
                read_answer(_ANSWERED, rest.decode("utf-8", "surrogateescape"))
            case _:
                read_answer(_ANSWERED, answer_code.SPELLING.write(rest))
    except TokenError as error:
        assert isinstance(error.slip, Slip)
        assert error_words(error)
        return False
    return True


def _invite(text: str) -> bool:
    found: Invitation = parse_invitation(text)
    token = found.token()
    assert parse_invitation(token) == found
    assert token in "".join(text.split()).lower() or len(text) > len(token)
    return True


def worst() -> Iterable[bytes]:
    """The longest bodies that there is a slip to be looked for in, and the longest texts."""
    longest = _FULL.token()
    body = "".join(ALPHABET[number * 7 % 32] for number in range(900))
    for text in (
        longest[:-1],
        longest[:300] + longest[301:],
        longest[:300] + "1" + longest[301:],
        "seki2" + body[:895],
        "seki2" + "7" * 895,
        "seki2" + "a" * (LONGEST_TEXT - 5),
        " " * LONGEST_TEXT,
        "\u200b" * LONGEST_TEXT,
        "\u0130" * LONGEST_TEXT,
        "seki2" + " a" * 1990,
        "x" * 100_000,
    ):
        yield b"\0" + text.encode()
        yield b"\2" + text.replace("seki2", "reply2").encode()
    for size in (300, 3000):
        yield b"\1" + b"\xff" * size
        yield b"\3" + b"\xff" * size
        yield b"\1" + b"\x07" + bytes(size)


TARGET = Target(seeds, attempt, 4200, worst)
