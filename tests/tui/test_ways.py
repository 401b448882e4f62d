"""Which ways are to be tried, as typed: for a new game, and for one that goes on."""

from __future__ import annotations

import os
from typing import Any

import pytest
import trio

from p2p.reach.addresses import Place
from p2p.store.game_folder import HERE_ONLY, Ways
from tui.cli.answers import take_answers
from tui.cli.errors import WrongCommand
from tui.cli.parser import make_parser
from tui.cli.ways import replace_listen, ways_to_host, ways_to_join, ways_to_resume


def chosen(command: str) -> Ways:
    options = make_parser().parse_args(command.split())
    return ways_to_host(options) if options.command.name == "host" else ways_to_join(options)


def resumed(kept: Ways, typed: str, role: str = "host") -> Ways:
    return ways_to_resume(make_parser().parse_args(["resume", *typed.split()]), role, kept)


@pytest.mark.parametrize(
    "command",
    [
        "host",
        "host --no-dht --relay relay.example",
        "host --tor only",
        "host --tor off --address 45.1.1.2 --address [2a0a:10::1]:4000",
        "host --only-address --address 45.1.1.2:4000",
        "host --listen 127.0.0.1",
        "host --listen [::1]:0 --tor off",
    ],
)
def test_what_was_chosen_stays(command: str) -> None:
    ways = chosen(command)
    assert resumed(ways, "") == ways
    # Saying one thing anew changes no other.
    for tor in ("auto", "off"):
        assert resumed(ways, f"--tor {tor}") == chosen(
            f"{command.replace('--tor only', '').replace('--tor off', '')} --tor {tor}"
        )


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("host", "--no-dht", "host --no-dht"),
        ("host --no-dht", "--dht", "host"),
        ("host --no-dht", "--relay 45.3.3.2:7", "host --no-dht --relay 45.3.3.2:7"),
        ("host --relay 45.3.3.2", "--relay=", "host"),
        ("host --address 45.1.1.2", "--address=", "host"),
        ("host --address 45.1.1.2 --tor off", "--address 45.5.5.2", "host --address 45.5.5.2 --tor off"),
        ("host --address 45.1.1.2", "--only-address", "host --address 45.1.1.2 --only-address"),
        ("host --address 45.1.1.2 --only-address", "--no-only-address", "host --address 45.1.1.2"),
        ("host --relay 45.3.3.2 --address 45.1.1.2", "--tor only", "host --tor only"),
        ("host --tor only", "--tor auto --relay 45.3.3.2", "host --relay 45.3.3.2"),
        ("host --listen 127.0.0.1", "--listen :0", "host --listen :0"),
        ("join x", "--relay 45.3.3.2 --no-dht", "join x --relay 45.3.3.2 --no-dht"),
        ("join x --tor only", "--tor off", "join x --tor off"),
        ("join x --address 45.2.2.2", "--tor only", "join x --tor only"),
    ],
)
def test_what_is_said_at_a_resume_takes_the_place_of_what_was_said_before(before: str, typed: str, after: str) -> None:
    role = "host" if before.startswith("host") else "joiner"
    assert resumed(chosen(before), typed, role) == chosen(after)


@pytest.mark.parametrize(
    ("kept", "role", "typed", "problem"),
    [
        (Ways(), "joiner", "--listen :0", "for the host"),
        (Ways(), "joiner", "--only-address", "for the host"),
        (Ways(tor_only=True, dht=False), "host", "--relay 45.3.3.2", "say --tor auto too"),
        (Ways(), "host", "--tor only --relay 45.3.3.2", "leave --address"),
        (Ways(), "joiner", "--tor only --relay 45.3.3.2", "leave --address"),
        (Ways(), "host", "--only-address", "needs an --address"),
        (Ways(), "host", "--relay !", "not an address"),
    ],
)
def test_what_cannot_be_is_refused(kept: Ways, role: str, typed: str, problem: str) -> None:
    with pytest.raises(WrongCommand, match=problem):
        resumed(kept, typed, role)


def test_a_game_of_this_machine_alone_stays_so() -> None:
    kept = replace_listen(HERE_ONLY, Place("127.0.0.1", 0))
    assert resumed(kept, "--tor auto") == kept


@pytest.mark.trio
async def test_answer_codes_are_read_line_by_line_until_there_are_no_more() -> None:
    reading, writing = os.pipe()
    taken: list[str] = []
    heard = trio.Event()

    def take(code: str) -> None:
        taken.append(code)
        heard.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take_answers, take, reading)
        os.write(writing, b"reply2one\n\n repl")
        await heard.wait()
        heard = trio.Event()
        os.write(writing, b"y2two\r\nreply2three")
        os.close(writing)
        while len(taken) < 3:
            await heard.wait()
            heard = trio.Event()
        nursery.cancel_scope.cancel()
    assert [code.strip() for code in taken] == ["reply2one", "reply2two", "reply2three"]
    os.close(reading)


@pytest.mark.trio
async def test_without_any_input_nothing_is_taken(tmp_path: Any) -> None:
    file = os.open(tmp_path / "codes", os.O_RDWR | os.O_CREAT)
    closed = os.open(tmp_path / "codes", os.O_RDONLY)
    os.close(closed)
    taken: list[str] = []
    with trio.move_on_after(0.05):
        async with trio.open_nursery() as nursery:
            for descriptor in (file, closed):
                nursery.start_soon(take_answers, taken.append, descriptor)
    assert taken == []
    os.close(file)
