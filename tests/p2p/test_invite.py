"""Invites: what goes in comes out, and no slip of the hand passes."""

from __future__ import annotations

import string
import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import InviteError
from p2p.wire import invite as module
from p2p.wire.invite import Invite, make_invite, parse_invite

addresses = st.lists(
    st.text(string.ascii_letters + string.digits + ".:-", min_size=1, max_size=40), min_size=1, max_size=8
).map(tuple)
invites = st.builds(
    make_invite,
    addresses,
    st.integers(1, 65535),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
)
SAMPLE = make_invite(("192.0.2.7", "2001:db8::1"), 40_123, bytes(range(32)), bytes(range(16)))


@given(invites)
def test_round_trip(invite: Invite) -> None:
    token = invite.token()
    assert token.isalnum()
    assert parse_invite(token) == invite


@given(invites, st.data())
def test_case_and_line_breaks_do_not_matter(invite: Invite, data: st.DataObject) -> None:
    token = invite.token()
    place = data.draw(st.integers(0, len(token)))
    assert parse_invite(f"  {token[:place].upper()}\r\n\t{token[place:]} \n") == invite


def test_every_replaced_character_is_refused_and_located() -> None:
    token = SAMPLE.token()
    for index in range(len(token)):
        for character in "abcdefghijklmnopqrstuvwxyz0123456789":
            if character == token[index]:
                continue
            body = token[:index] + character + token[index + 1 :]
            if index < len(module.PREFIX):
                with pytest.raises(InviteError, match="starts with 'fair1'"):
                    parse_invite(body)
            else:
                assert module._checked(body[len(module.PREFIX) :]) is None, (index, character)
    body = token[:20] + ("a" if token[20] != "a" else "b") + token[21:]
    with pytest.raises(InviteError, match=f"character 21 is .* and should be '{token[20]}'"):
        parse_invite(body)


@settings(max_examples=8)  # finding the slip takes a tenth of a second
@given(st.integers(len(module.PREFIX), len(SAMPLE.token()) - 2))
def test_lost_doubled_and_swapped_characters_are_refused_and_named(index: int) -> None:
    token = SAMPLE.token()
    with pytest.raises(InviteError, match=r"typing error: a character .* is missing"):
        parse_invite(token[:index] + token[index + 1 :])
    with pytest.raises(InviteError, match=r"typing error: character .* is one too many"):
        parse_invite(token[:index] + token[index] + token[index:])
    if token[index] != token[index + 1]:
        with pytest.raises(InviteError, match="have changed places"):
            parse_invite(token[:index] + token[index + 1] + token[index] + token[index + 2 :])


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("hello", "starts with 'fair1'"),
        ("fair1", "incomplete"),
        (SAMPLE.token()[:-30], "incomplete"),
        (SAMPLE.token()[:30] + "!?" + SAMPLE.token()[32:], "has '!' at place 31"),
        ("f" * 5000, "5000 characters"),
    ],
)
def test_what_is_no_invite_is_told_why(token: str, message: str) -> None:
    with pytest.raises(InviteError, match=message):
        parse_invite(token)


def sealed(fields: object) -> str:
    packed = msgspec.msgpack.encode(fields)
    return module.PREFIX + module._text(packed + module._checksum(packed))


GOOD: list[object] = [1, ["192.0.2.7"], 4000, bytes(32), bytes(16)]


@pytest.mark.parametrize(
    ("index", "value", "message"),
    [
        (0, 2, "version 2, this program reads version 1"),
        (0, "1", "version '1'"),
        (1, [], "length >= 1"),
        (1, ["a"] * 9, "length <= 8"),
        (1, ["bad host\n"], "matching regex"),
        (1, ["\x1b[2J"], "matching regex"),
        (2, 0, ">= 1"),
        (2, 65536, "<= 65535"),
        (3, bytes(31), "length >= 32"),
        (4, bytes(17), "length <= 16"),
    ],
)
def test_fields_out_of_bounds_are_refused(index: int, value: object, message: str) -> None:
    fields = list(GOOD)
    fields[index] = value
    with pytest.raises(InviteError, match=message):
        parse_invite(sealed(fields))


@pytest.mark.parametrize("fields", [{}, 7, None, [], [*GOOD, 1], GOOD[:4]])
def test_other_shapes_are_refused(fields: object) -> None:
    with pytest.raises(InviteError):
        parse_invite(sealed(fields))


@given(st.binary(max_size=200))
def test_garbage_under_a_right_checksum_is_refused_without_a_traceback(packed: bytes) -> None:
    token = module.PREFIX + module._text(packed + module._checksum(packed))
    try:
        invite = parse_invite(token)
    except InviteError:
        return
    assert invite.token() == token


def test_the_secret_is_not_in_the_repr() -> None:
    secret = b"sixteen letters!"
    assert "sixteen" not in repr(make_invite(("a",), 1, bytes(32), secret))


@pytest.mark.parametrize("length", [100, 1000, 2000, 4000])
def test_a_token_of_any_length_is_judged_in_bounded_time(length: int) -> None:
    begun = time.process_time()
    for token in ("fair1" + "abcd" * length, "fair1" + "a" * length + "!", SAMPLE.token() + "a" * length):
        with pytest.raises(InviteError):
            parse_invite(token[:length])
    assert time.process_time() - begun < 2
