"""Invites, version 2: what goes in comes out, and no slip of the hand passes."""

from __future__ import annotations

import hashlib
import ipaddress
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from p2p.reach.addresses import Kind, Place, kind_of
from p2p.reach.invitation import SPELLING, Invitation, derive, make_invitation, parse_invitation
from p2p.reach.tokens import ALPHABET, Slip, TokenError, value_of
from tests.p2p.reach.make_invite_vectors import FULL

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("invite_vectors.json").read_text(encoding="ascii"))

ports = st.integers(1, 65535)
usable = st.ip_addresses().map(str).filter(lambda host: kind_of(host) not in (Kind.UNUSABLE, Kind.LINK))
names = st.from_regex(r"([0-9a-z]{1,9}\.){0,3}[a-z]([0-9a-z\-]{0,20}[0-9a-z])?", fullmatch=True)
places = st.builds(Place, usable | names, ports)
invitations = st.builds(
    make_invitation,
    st.lists(places, max_size=12),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
    onion=st.none() | st.binary(min_size=32, max_size=32),
    relay=st.none() | places,
    letter_box=st.just(True),
    symmetric=st.booleans(),
)
TOKEN = FULL.token()
PREFIX = SPELLING.prefix


def slip_of(text: str) -> tuple[Slip, dict[str, object]]:
    with pytest.raises(TokenError) as caught:
        parse_invitation(text)
    return caught.value.slip, dict(caught.value.facts)


@given(invitations)
def test_round_trip(invitation: Invitation) -> None:
    token = invitation.token()
    assert token.isalnum()
    assert token == token.lower()
    assert len(token) <= SPELLING.longest
    assert parse_invitation(token) == invitation


def test_with_every_way_it_has_about_two_hundred_characters() -> None:
    assert 190 <= len(TOKEN) <= 220
    assert parse_invitation(TOKEN) == FULL


@given(invitations, st.data())
def test_what_people_and_chat_programs_do_to_it_does_not_matter(invitation: Invitation, data: st.DataObject) -> None:
    token = invitation.token()
    place = data.draw(st.integers(0, len(token)))
    around = data.draw(st.sampled_from(["{}", "`{}`", "<{}>.", "“{}”", " \u200b{}\ufeff\n"]))
    assert parse_invitation(around.format(f"{token[:place].upper()}\r\n\t\u00ad{token[place:]}")) == invitation


def test_every_replaced_character_is_refused_and_located() -> None:
    for index in range(len(PREFIX), len(TOKEN)):
        for character in ALPHABET + "0189":
            if character != TOKEN[index]:
                body = TOKEN[len(PREFIX) : index] + character + TOKEN[index + 1 :]
                value = value_of(body)
                assert value is None or SPELLING.checked(value, len(body)) is None
    for index in (5, 6, 77, len(TOKEN) - 1):
        for character in ("b" if TOKEN[index] != "b" else "c", "0", "é"):
            found = slip_of(TOKEN[:index] + character + TOKEN[index + 1 :])
            assert found == (Slip.WRONG_CHARACTER, {"place": index + 1, "right": TOKEN[index]})


@settings(max_examples=30)
@given(st.integers(len(PREFIX), len(TOKEN) - 2))
def test_lost_doubled_and_swapped_characters_are_located(index: int) -> None:
    assume(TOKEN[index] != TOKEN[index + 1] and TOKEN[index] != TOKEN[index - 1])
    assert slip_of(TOKEN[:index] + TOKEN[index + 1 :]) == (
        Slip.MISSING_CHARACTER,
        {"place": index + 1, "right": TOKEN[index]},
    )
    kind, found = slip_of(TOKEN[:index] + TOKEN[index] + TOKEN[index:])
    assert (kind, found["place"]) == (Slip.EXTRA_CHARACTER, index + 1)
    swapped = TOKEN[:index] + TOKEN[index + 1] + TOKEN[index] + TOKEN[index + 2 :]
    assert slip_of(swapped) == (Slip.SWAPPED_CHARACTERS, {"place": index + 1})


@given(st.integers(len(PREFIX), len(TOKEN) - 3))
def test_a_cut_copy_is_refused(size: int) -> None:
    assert slip_of(TOKEN[:size])[0] in (Slip.DAMAGED, Slip.EMPTY)


@pytest.mark.parametrize(
    ("text", "slip", "facts"),
    [
        ("", Slip.EMPTY, {}),
        (" \u200b\n", Slip.EMPTY, {}),
        ("hello", Slip.NO_INVITE, {"begins": "seki2"}),
        ("seki1abcdef", Slip.OTHER_VERSION, {"version": 1}),
        ("seki2", Slip.DAMAGED, {"length": 5}),
        (TOKEN[:30] + "!?" + TOKEN[32:], Slip.STRANGE_CHARACTER, {"place": 31}),
        ("s" * 5000, Slip.TOO_LONG, {"length": 5000, "most": 4000}),
        ("s" * 10_000_000, Slip.TOO_LONG, {"length": 10_000_000, "most": 4000}),
        ("seki2" + "a" * 1000, Slip.TOO_LONG, {"length": 1005, "most": SPELLING.longest}),
        ("seki2" + "a" * (SPELLING.longest - 5), Slip.DAMAGED, {"length": SPELLING.longest}),
    ],
)
def test_what_is_no_invite_is_told_why(text: str, slip: Slip, facts: dict[str, object]) -> None:
    assert slip_of(text) == (slip, facts)


def sealed(data: bytes) -> str:
    return SPELLING.write(data)


def contents(flags: int, counts: int, rest: bytes = b"") -> bytes:
    return bytes([flags]) + bytes(48) + bytes([counts]) + rest


FOUR = bytes([192, 168, 1, 5, 0, 80])


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (b"\0", "length"),
        (contents(0, 0), "places"),
        (contents(8, 0), "places"),
        (contents(16, 0), "flags"),
        (contents(4, 0, b"\0"), "length"),
        (contents(1, 0), "length"),
        (contents(0, 32, FOUR[:5]), "length"),
        (contents(0, 32, bytes([192, 168, 1, 5, 0, 0])), "places"),
        (contents(0, 32, bytes([224, 0, 0, 1, 0, 80])), "places"),
        (contents(0, 64, FOUR * 2), "places"),
        (contents(0, 4, bytes(10) + b"\xff\xff" + FOUR), "places"),
        (contents(0, 1, b"\0\0\1"), "places"),
        (contents(0, 1, b"\x05127.1\0\1"), "places"),
        (contents(0, 1, b"\x04.abc\0\1"), "places"),
        (contents(0, 1, b"\x05a b.c\0\1"), "places"),
        (contents(0, 1, b"\x03\x1b[2\0\1"), "places"),
        (contents(0, 1, b"\x071.2.3.4\0\1"), "places"),
        (contents(2, 0, b"\0" + FOUR[:4]), "length"),
    ],
)
def test_contents_out_of_bounds_are_refused(data: bytes, field: str) -> None:
    assert slip_of(sealed(data)) == (Slip.CONTENTS, {"field": field})


def test_spare_bits_are_refused() -> None:
    data = contents(4, 0)
    body = SPELLING.write(data)[5:]
    spare = len(body) * 5 % 8
    assert spare
    value = value_of(body)
    assert value is not None
    assert SPELLING.checked(value, len(body)) == data
    assert all(SPELLING.checked(value | bits, len(body)) is None for bits in range(1, 1 << spare))


@given(st.binary(max_size=200))
def test_garbage_under_a_right_check_is_refused_or_canonical(data: bytes) -> None:
    try:
        invitation = parse_invitation(sealed(data))
    except TokenError:
        return
    assert invitation.token() == sealed(data)


@given(st.text(max_size=300))
def test_any_text_is_an_invite_or_a_slip(text: str) -> None:
    for prefix in ("", PREFIX):
        slip_of(prefix + text)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"fingerprint": bytes(31)}, "fingerprint"),
        ({"secret": bytes(17)}, "secret"),
        ({"onion": bytes(33)}, "onion"),
        ({"places": [Place("45.1.1.2", 0)]}, "places"),
        ({"places": [Place("0.0.0.0", 5)]}, "places"),
        ({"places": [Place("fe80::1%eth0", 5)]}, "places"),
        ({"places": [Place("a" * 101, 5)]}, "places"),
        ({"places": [Place("bad host", 5)]}, "places"),
        ({"places": []}, "places"),
        ({"relay": Place("burg.example", 70_000)}, "places"),
    ],
)
def test_what_cannot_be_told_is_refused_when_it_is_made(wrong: dict[str, Any], field: str) -> None:
    given = {"places": [Place("45.1.1.2", 5)], "fingerprint": bytes(32), "secret": bytes(16), **wrong}
    with pytest.raises(TokenError) as caught:
        make_invitation(**given)
    assert (caught.value.slip, dict(caught.value.facts)) == (Slip.CONTENTS, {"field": field})


def test_too_many_places_are_cut_the_first_kept() -> None:
    many = [Place(f"45.1.1.{number}", 5) for number in range(1, 20)]
    assert make_invitation(many, bytes(32), bytes(16)).places == tuple(many[:7])


def test_the_secret_is_not_in_the_repr() -> None:
    assert "sixteen" not in repr(make_invitation([Place("a", 1)], bytes(32), b"sixteen letters!"))


# -- vectors, computed a second time with nothing of this project


def spelled(fields: dict[str, Any]) -> str:
    def place(host: str, port: int) -> bytes:
        try:
            return ipaddress.ip_address(host).packed + port.to_bytes(2, "big")
        except ValueError:
            return bytes([len(host)]) + host.encode() + port.to_bytes(2, "big")

    every = [(host, port, place(host, port)) for host, port in fields["places"]]
    four = [packed for host, _, packed in every if "." in host and host.replace(".", "").isdigit()]
    six = [packed for host, _, packed in every if ":" in host]
    other = [packed for _, _, packed in every if packed not in four and packed not in six]
    flags = (1 if fields["onion"] else 0) | (2 if fields["relay"] else 0) | (4 if fields["letter_box"] else 0)
    flags |= 8 if fields["symmetric"] else 0
    data = bytes([flags]) + bytes.fromhex(fields["fingerprint"] + fields["secret"])
    data += bytes([len(four) * 32 + len(six) * 4 + len(other)]) + b"".join(four + six + other)
    data += bytes.fromhex(fields["onion"] or "")
    if fields["relay"]:
        packed = place(*fields["relay"])
        if ":" in fields["relay"][0]:
            data += b"\1" + packed
        elif fields["relay"][0].replace(".", "").isdigit():
            data += b"\0" + packed
        else:
            data += bytes([packed[0] + 1]) + packed[1:]
    data += hashlib.sha256(b"fairtable invite 2\0" + data).digest()[:4]
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return "seki2" + "".join(ALPHABET[int(bits[index : index + 5], 2)] for index in range(0, len(bits), 5))


@pytest.mark.parametrize("vector", VECTORS["invites"], ids=lambda vector: vector["name"])
def test_vectors(vector: dict[str, Any]) -> None:
    assert spelled(vector) == vector["token"]
    invitation = parse_invitation(vector["token"])
    assert [[place.host, place.port] for place in invitation.places] == vector["places"]
    assert invitation.token() == vector["token"]
    for purpose, key in vector["derived"].items():
        assert derive(bytes.fromhex(vector["secret"]), purpose).hex() == key


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["why"])
def test_refused_vectors(vector: dict[str, Any]) -> None:
    assert slip_of(vector["token"])[0] == vector["slip"]
