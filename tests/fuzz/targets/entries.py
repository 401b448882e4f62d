"""Entries: their bytes, and bodies that the opponent has signed, at many places of a real game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.hidden import IllegalAction, MalformedAction
from protocol.canonical import MOST_BYTES, EncodingError, decode, encode, shaped
from protocol.errors import PeerError
from protocol.kinds import BY_NAME
from protocol.referee import Referee
from protocol.roles import Role
from protocol.transcript import MOST_ENTRY_BYTES, Entry, read_entry
from tests.fuzz.games import entries, played
from tests.fuzz.target import Target, number_and_rest
from tui.network_words import error_words

KINDS = sorted(BY_NAME)
_RAW = 255


@cache
def places() -> list[tuple[Referee[Any, Any], Entry]]:
    """Referees before entries of every kind, and the entry that came then."""
    found: list[tuple[Referee[Any, Any], Entry]] = []
    known: dict[object, int] = {}
    chain = [read_entry(raw) for raw in entries()]
    for number, entry in enumerate(chain):
        what = (entry.kind.name, entry.role, entry.body.action[0] if entry.kind.name == "action" else "")
        known[what] = known.get(what, 0) + 1
        if known[what] <= 2:
            found.append((_referee_before(chain[:number]), entry))
    return found


def _referee_before(chain: list[Entry]) -> Referee[Any, Any]:
    referee: Referee[Any, Any] = Referee(played().pair.game)
    referee.common.trusting = True
    for entry in chain:
        referee.append(entry, referee.judge(entry))
    referee.common.trusting = False
    return referee


def seeds() -> Iterable[bytes]:
    """The bytes of entries behind a first byte of 255; else the place, the kind and the body."""
    for number, (_, entry) in enumerate(places()):
        yield bytes([_RAW]) + entry.raw
        yield bytes([number, KINDS.index(entry.kind.name)]) + encode(entry.body)


def attempt(data: bytes) -> bool:
    """An entry is refused with the name of a check, or taken; and refusing changes nothing."""
    number, rest = number_and_rest(data)
    return _read(rest) if number == _RAW else _judge(number, rest)


def _read(raw: bytes) -> bool:
    try:
        entry = read_entry(raw)
        referee, _ = places()[0]
        referee.admit(entry)
    except PeerError as error:
        assert error.check
        assert error_words(error)
        return False
    assert entry.raw == raw
    return True


def _judge(number: int, data: bytes) -> bool:
    kind_number, raw = number_and_rest(data)
    referee, entry = places()[number % len(places())]
    kind = BY_NAME[KINDS[kind_number % len(KINDS)]]
    before, known, used = referee.progress, dict(referee.common.sealings), len(referee.common.used)
    try:
        plain = decode(raw)
        if not isinstance(plain, list):
            return False
        body = shaped(plain, kind.body)
        if encode(body) != raw:
            raise AssertionError("another spelling of a body")
        role = referee.common.author or Role.HOST
        referee.effect_of(role, kind, body)
    except EncodingError:
        return False
    except PeerError as error:
        assert error.check
        assert error_words(error)
        return False
    except MalformedAction as problem:
        assert str(problem)
        return False
    except IllegalAction as refusal:
        assert refusal.problem.format(**refusal.facts)
        return False
    finally:
        assert referee.progress is before
        assert referee.common.sealings == known
        assert len(referee.common.used) == used
    return entry.role is role


def worst() -> Iterable[bytes]:
    """The entries that take longest to check, and those with as much in them as there can be."""
    longest = max(entries(), key=len)
    yield bytes([_RAW]) + longest
    yield bytes([_RAW]) + bytes(MOST_ENTRY_BYTES)
    yield bytes([_RAW]) + longest + bytes(MOST_ENTRY_BYTES - len(longest))
    yield bytes([_RAW]) + b"\xdc\x04\x00" * 20_000
    yield bytes([_RAW]) + b"\x91" * MOST_BYTES + bytes(64)
    yield bytes([_RAW]) + b"\xdd\x00\x00\x04\x00" + b"\xc0" * 1024 + bytes(64)
    yield bytes([_RAW]) + (b"\xdc\x04\x00" + b"\xc0" * 1024) * 60 + bytes(64)
    for number, (_, entry) in enumerate(places()):
        plain = decode(encode(entry.body))
        assert isinstance(plain, list)
        kind = bytes([number, KINDS.index(entry.kind.name)])
        yield kind + encode(plain)
        for index, value in enumerate(plain):
            if isinstance(value, bytes):
                yield kind + encode([*plain[:index], value[:-1] + b"\0", *plain[index + 1 :]])
            elif isinstance(value, list) and value:
                many = value * (1024 // len(value))
                packed = encode([*plain[:index], many, *plain[index + 1 :]])
                if len(packed) <= MOST_BYTES:
                    yield kind + packed


TARGET = Target(seeds, attempt, MOST_ENTRY_BYTES + 1, worst)
