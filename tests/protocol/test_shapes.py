"""Every field of every body takes values of its own type alone (THREATS 37)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from protocol.canonical import EncodingError, decode, encode, shaped
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.kind import EntryKind
from protocol.errors import PeerError
from protocol.kinds import BY_NAME, KINDS
from protocol.roles import Role, Side
from protocol.transcript import read_entry
from tests.protocol.cheater import Cheat
from tests.protocol.clocked import ClockedPair
from tests.protocol.test_cheats import play_against
from tests.protocol.test_persons import persons
from tests.protocol.test_table import finished, started

WRONG: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2**64 - 1,
    1.0,
    float("nan"),
    "",
    "0",
    "AA==",
    "AB==",
    "A" * 43 + "=",  # 32 bytes in Base64
    b"",
    b"0",
    b"hello",
    bytes(31),
    bytes(33),
    [],
    [[]],
    [0],
    {},
    {"side": 0},
)


@cache
def bodies() -> dict[str, list[Any]]:
    """For each kind of entry the body of one, as plain data; the richest one that was met."""
    resigned = started()
    resigned.host.resign()
    stopped = started()
    stopped.host.stop()
    left = started()
    left.joiner.resign()
    left.run()
    tables = [resigned.host, stopped.host, left.host, finished(1, Side.RANDOM).host, finished(2).host, persons().host]
    clocked = ClockedPair()
    clocked.claimed()
    tables.append(clocked.host)
    tables.append(play_against(Cheat.STACK_THE_DECK, Role.HOST)[0].joiner)
    richest: dict[str, list[Any]] = {}
    for table in tables:
        for raw in table.entries:
            content: Any = decode(read_entry(raw).content)
            name, body = content[5], content[6]
            if name not in richest or len(encode(body)) > len(encode(richest[name])):
                richest[name] = body
    return richest


def paths(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The way to every value inside `value`."""
    if path:
        yield path
    if isinstance(value, list):
        for place, part in enumerate(value):
            yield from paths(part, (*path, place))


def changed(value: list[Any], path: tuple[int, ...], new: Any) -> list[Any]:
    copy = deepcopy(value)
    inner = copy
    for place in path[:-1]:
        inner = inner[place]
    inner[path[-1]] = new
    return copy


def free(kind: EntryKind[Any], path: tuple[int, ...]) -> bool:
    """Whether any value may stand there for all that the protocol knows: inside an action, which the game reads."""
    return kind.name in ("action", "open") and path[0] == 0 and len(path) > 1


def test_every_kind_was_met() -> None:
    assert set(bodies()) == set(BY_NAME)
    assert bodies()["verdict"][1]
    assert bodies()["action"][1] or bodies()["open"][2]
    assert bodies()["action"][2]
    assert bodies()["mix"][1][0][1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_is_read_as_it_was_written(kind: EntryKind[Any]) -> None:
    assert encode(shaped(bodies()[kind.name], kind.body)) == encode(bodies()[kind.name])


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_takes_its_own_type_alone(kind: EntryKind[Any]) -> None:
    """What is taken is of the type that was there, and is written again as it came."""
    body = bodies()[kind.name]
    for path in paths(body):
        if free(kind, path):
            continue
        right: Any = body
        for place in path:
            right = right[place]
        for wrong in WRONG:
            bad = changed(body, path, wrong)
            try:
                read = shaped(bad, kind.body)
            except EncodingError:
                continue
            assert encode(read) == encode(bad)
            assert type(wrong) is type(right) or {type(wrong), type(right)} <= {type(None), list}, (path, wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_may_be_missing_or_follow(kind: EntryKind[Any]) -> None:
    body = bodies()[kind.name]
    for other in ([*body, 0], [*body, None], body[:-1]):
        if other != body:
            with pytest.raises(EncodingError):
                shaped(other, kind.body)


@pytest.mark.parametrize("text", ["\x1b[31m", "a\n", "\x7f", "é", "\u202e", "a" * 201])
def test_what_a_peer_signs_can_be_shown(text: str) -> None:
    for place in (2, 3, 4):
        with pytest.raises(EncodingError):
            shaped(changed(bodies()["verdict"], (1, 0, place), text), BY_NAME["verdict"].body)
    content: Any = decode(read_entry(started().host.entries[0]).content)
    for path in ((6, 0), (6, 1, 0, 0), (6, 1, 0, 1)):
        with pytest.raises(EncodingError):
            shaped(changed(content[6], path, text), BY_NAME["hello"].body)


def test_each_field_of_an_entry_takes_its_own_type_alone() -> None:
    raw = started().host.entries[3]
    content: Any = decode(read_entry(raw).content)
    for place in range(len(content)):
        for wrong in WRONG:
            if type(wrong) is type(content[place]) or isinstance(wrong, float | dict):
                continue
            bad = changed(content, (place,), wrong)
            with pytest.raises(PeerError) as caught:
                read_entry(encode(bad) + bytes(SIGNATURE_BYTES))
            assert caught.value.check in ("encoding", "version")
