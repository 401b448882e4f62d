"""Records of this project's own programs, read by a verifier that was written from the documents alone."""

from __future__ import annotations

import copy
import hashlib
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.hidden import Game as EngineGame
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI
from engine.sekigahara import SEKIGAHARA
from protocol.roles import Role
from tests.protocol.pair import Pair, write_record
from tests.strangers.proof_verifier import Entry, Replay, encode, main, read_entry, verify
from tests.strangers.ristretto import ORDER, Refused

UP_TO_A_CLAIM = 16
"""So many decisions lead past the first claim of this game of Sekigahara."""


@cache
def played(game: EngineGame[Any, Any], seed: int, most: int = 10_000) -> Pair[Any, Any]:
    """A game between two bots that choose at random, or its beginning."""
    pair: Pair[Any, Any] = Pair(game)
    random = Random(seed)
    bot = RandomBot(game, random)
    pair.host.begin()
    for _ in range(most):
        pair.run(random.choice)
        deciders = pair.deciders()
        if not deciders:
            break
        table = pair.tables[random.choice(deciders)]
        view = table.view()
        assert view is not None
        table.act(bot.choose(view))
    pair.run(random.choice)
    return pair


def beginning() -> Pair[Any, Any]:
    return played(SEKIGAHARA, 5, UP_TO_A_CLAIM)


@cache
def replays() -> dict[str, tuple[Replay, list[bytes]]]:
    """What is known before the last entry of each kind in the beginning of that game, and what comes from there on."""
    replay, found = Replay(), {}
    entries = beginning().disks[Role.HOST].entries
    last = {read_entry(data).kind: number for number, data in enumerate(entries) if has_all(read_entry(data))}
    for number, data in enumerate(entries):
        kind = read_entry(data).kind
        if last.get(kind) == number:
            found[kind] = copy.deepcopy(replay), entries[number:]
        replay.take(data)
    return found


def has_all(entry: Entry) -> bool:
    """Whether an entry has all that its kind can have: of actions, that with a claim is looked for."""
    return entry.kind != "action" or bool(entry.body[2])


def test_a_whole_game_of_samurai() -> None:
    entries = played(SAMURAI, 1).disks[Role.HOST].entries
    report = verify(entries)
    assert (report.refused, report.proven) == ((), len(entries))
    assert report.lines[-1].startswith("finished: ")
    assert report.lines[-2] == f"proven to entry {len(entries) - 1}, of {len(entries)} entries"


def test_a_game_that_somebody_left() -> None:
    entries = beginning().disks[Role.JOINER].entries
    report = verify(entries)
    assert (report.refused, report.proven) == ((), len(entries))
    assert report.lines[-1] == f"left by host: host owes entry {len(entries)}: action"
    assert " 2 claims, " in report.lines[2]


def test_it_needs_nothing_of_this_project() -> None:
    code = (
        "import sys, tests.strangers.proof_verifier\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('engine', 'protocol', 'p2p', 'tui', 'rbcl')])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = beginning().disks[Role.HOST].entries[:12]
    record = tmp_path / "a.record"
    record.write_bytes(write_record(entries)[:-5])
    assert main([str(record)]) == 0
    assert "proven to entry 10, of 11 entries" in capsys.readouterr().out
    record.write_bytes(write_record([*entries[:8], entries[9]]))
    assert main([str(record)]) == 1
    assert "refused: entry 8, number" in capsys.readouterr().out
    damaged = bytearray(write_record(entries))
    damaged[2000] ^= 1
    record.write_bytes(damaged)
    assert main([str(record)]) == 2
    assert main([str(tmp_path / "none")]) == 2


# -- lies: an entry that its author changed and signed

Change = Callable[[list[Any]], None]
"""Changes the list that an entry's content is."""


def in_body(change: Callable[[list[Any]], None]) -> Change:
    return lambda content: change(content[6])


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def exchange_points(body: list[Any]) -> None:
    points = body[1][0][0]
    points[0], points[1] = points[1], points[0]


def set_item(*path: int | Callable[[Any], Any]) -> Change:
    """Put what the last of `path` makes of it at the place that the others name."""
    *way, at, make = path
    assert callable(make)
    assert not callable(at)

    def change(body: list[Any]) -> None:
        for step in way:
            body = body[step]  # type: ignore[index]
        body[at] = make(body[at])

    return in_body(change)


LIES: dict[str, tuple[str, Change, str]] = {
    "points exchanged": ("mix", in_body(exchange_points), "mix, equations"),
    "a point that is none": ("mix", set_item(1, 0, 0, 0, lambda _: b"\xff" * 32), "mix, point"),
    "no point": ("mix", set_item(1, 0, 0, 0, lambda _: bytes(32)), "mix, identity"),
    "the proof of another pool": ("mix", set_item(1, 0, 1, lambda proof: flipped(proof, -33)), "mix, equations"),
    "a proof too short": ("mix", set_item(1, 0, 1, lambda proof: proof[:-1]), "mix, length"),
    "a number of l": (
        "mix",
        set_item(1, 0, 1, lambda proof: proof[:-32] + ORDER.to_bytes(32, "little")),
        "mix, scalar",
    ),
    "a hash twice": ("mix", in_body(lambda body: body[0].__setitem__(0, body[0][1])), "copy"),
    "a point twice": ("mix", set_item(1, 0, 0, lambda points: [points[1], *points[1:]]), "copy"),
    "a pool fewer": ("mix", in_body(lambda body: body[1].pop()), "mix, length"),
    "another link": ("draw", set_item(0, flipped), "draw, link"),
    "a claim not proven": ("action", set_item(2, 0, flipped), "claim, equations"),
    "a claim without a proof": ("action", in_body(lambda body: body[2].clear()), "claim, length"),
    "a choice that was not sealed": ("open", set_item(1, flipped), "seal"),
    "another face": ("open", set_item(2, 0, 0, lambda face: face + 1), "opening"),
    "another nonce": ("open", set_item(2, 0, 1, flipped), "opening"),
    "a face that is none": ("open", set_item(2, 0, 0, lambda _: 67), "opening"),
    "a card less shown": ("open", in_body(lambda body: body[2].pop()), "opening, length"),
    "another state": ("mix", lambda content: content.__setitem__(8, bytes(32)), "state"),
    "another game": ("draw", lambda content: content.__setitem__(2, bytes(32)), "game"),
    "after another entry": ("draw", lambda content: content.__setitem__(7, bytes(32)), "chain"),
    "at another place": ("draw", lambda content: content.__setitem__(3, content[3] + 1), "number"),
    "of another version": ("draw", lambda content: content.__setitem__(1, 1), "version"),
    "of no kind": ("draw", lambda content: content.__setitem__(5, "deal"), "encoding, a field"),
    "out of turn": ("action", lambda content: content.__setitem__(4, 1 - content[4]), "phase"),
    "of another kind": ("action", lambda content: content.__setitem__(slice(5, 7), ["coin", [bytes(32)]]), "phase"),
}


def signed(content: list[Any]) -> bytes:
    """An entry as its author would sign it."""
    key = beginning().secrets[content[4]].signing_key
    data = encode(content)
    return data + Ed25519PrivateKey.from_private_bytes(key).sign(data)


def content_of(entry: Entry) -> list[Any]:
    return [
        "fairtable entry",
        2,
        entry.game,
        entry.number,
        entry.role,
        entry.kind,
        copy.deepcopy(entry.body),
        entry.previous,
        entry.state,
    ]


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_refused_at_their_entry(lie: str) -> None:
    kind, change, check = LIES[lie]
    replay, rest = replays()[kind]
    content = content_of(read_entry(rest[0]))
    assert signed(content) == rest[0]
    change(content)
    with pytest.raises(Refused) as caught:
        copy.deepcopy(replay).take(signed(content))
    assert ", ".join(map(str, caught.value.args)) == check


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: flipped(raw, 10),
        lambda raw: raw[:-64] + bytes([1]) + bytes(31) + raw[-32:],
        lambda raw: raw[:-32] + (int.from_bytes(raw[-32:], "little") + ORDER).to_bytes(32, "little"),
        lambda raw: flipped(raw, -40),
    ],
    ids=["a byte of the text", "a neutral R", "S with L added", "another R"],
)
def test_what_the_author_did_not_sign(change: Callable[[bytes], bytes]) -> None:
    replay, rest = replays()["draw"]
    with pytest.raises(Refused) as caught:
        copy.deepcopy(replay).take(change(rest[0]))
    assert caught.value.args[0] in {"signature", "encoding"}


def test_an_entry_proves_nothing_in_another_game() -> None:
    """Its proofs neither: the same secrets, choices and places, in a game that has another id."""
    replay, rest = replays()["mix"]
    other = copy.deepcopy(replay)
    other.game_id = hashlib.sha256(replay.game_id).digest()
    content = content_of(read_entry(rest[0]))
    content[2] = other.game_id
    with pytest.raises(Refused) as caught:
        other.take(signed(content))
    assert caught.value.args == ("mix", "equations")
