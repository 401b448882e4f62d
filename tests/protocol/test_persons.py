"""Players that want to be known again sign the hello with a key that outlives the game (THREATS 44)."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from protocol import ed25519
from protocol.audit import audit
from protocol.chain import EMPTY
from protocol.entries.hello import HELLO, Hello
from protocol.errors import PeerError
from protocol.persons import Person
from protocol.referee import Referee
from protocol.report import Integrity
from protocol.roles import Role
from protocol.transcript import read_entry, write_entry
from tests.protocol.pair import Pair, fixed_secrets
from tests.toy_game import Move, Position, ToyGame

KEYS = (bytes([7]) * 32, bytes([8]) * 32)


def persons(keys: tuple[bytes, bytes] = KEYS) -> Pair[Position, Move]:
    """A game that has begun between two players with these long-term keys."""
    secrets = [replace(fixed_secrets(label), person_key=key) for label, key in zip((1, 2), keys, strict=True)]
    pair: Pair[Position, Move] = Pair(ToyGame(), secrets=(secrets[0], secrets[1]))
    pair.host.begin()
    pair.run()
    return pair


def hello(pair: Pair[Position, Move], role: Role) -> Hello:
    body: Hello = read_entry(pair.host.entries[role]).body
    return body


@pytest.mark.parametrize("keys", [KEYS, (b"", KEYS[1]), (KEYS[0], b""), (b"", b""), (KEYS[0], KEYS[0])])
def test_who_wants_to_be_known_is_and_nobody_has_to(keys: tuple[bytes, bytes]) -> None:
    pair = persons(keys)
    assert pair.deciders()
    for role in Role:
        person = hello(pair, role).person
        assert (person and person.key) == (ed25519.public_key_of(keys[role]) if keys[role] else None)
    assert audit(pair.game, pair.host.entries).integrity is Integrity.CUT


def test_who_comes_back_writes_the_same_hello() -> None:
    assert hello(persons(), Role.HOST) == hello(persons(), Role.HOST)


def refused(body: Hello) -> PeerError:
    """The error with which the host's hello is refused."""
    game = ToyGame()
    referee: Referee[Position, Move] = Referee(game)
    entry = write_entry(
        fixed_secrets(1).signing_key,
        game=b"",
        role=Role.HOST,
        kind=HELLO,
        body=body,
        after=EMPTY,
        state=referee.progress.digest,
    )
    referee.admit(entry)
    with pytest.raises(PeerError) as caught:
        referee.judge(entry)
    return caught.value


def test_somebody_else_s_word_is_refused() -> None:
    """Not another role's, another game's, another key's or another seed's; nor with a key that is none."""
    pair = persons()
    own = hello(pair, Role.HOST)
    assert own.person is not None
    signature = own.person.signature
    other_game = replace(fixed_secrets(3), person_key=KEYS[0])
    elsewhere: Pair[Position, Move] = Pair(ToyGame(rounds=4), secrets=(other_game, fixed_secrets(2)))
    elsewhere.host.begin()
    (raw,) = elsewhere.host.take_outbox()
    stolen = [
        hello(persons((KEYS[1], KEYS[0])), Role.JOINER).person,
        read_entry(raw).body.person,
        Person(ed25519.public_key_of(KEYS[1]), signature),
        Person(own.person.key, signature[:32] + bytes(32)),
        Person(bytes([1]) + bytes(31), bytes([1]) + bytes(63)),  # the neutral point signs everything, for the careless
        Person(own.person.key, bytes(64)),
    ]
    for person in stolen:
        assert refused(msgspec.structs.replace(own, person=person)).check == "person"


def test_the_person_of_another_seed_is_refused() -> None:
    own = hello(persons(), Role.HOST)
    assert refused(msgspec.structs.replace(own, seed_commitment=bytes(32))).check == "person"
