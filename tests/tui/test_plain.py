"""Whole games in lines of text: every decision by typed words, any game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, GameKind, game_kind
from engine.hidden import SEATS
from engine.open_table import SeededChance
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.plain import PROMPT, PlainClient
from tui.practice import PracticePort

EACH_GAME = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)


def client_of(kind: GameKind, seed: int = 1, glyphs: Glyphs = UNICODE) -> tuple[PlainClient, list[str], Any]:
    game = kind.make({})
    port: Any = PracticePort(game, SEATS[0], kind.bot(game, "random", Random(seed)), SeededChance(seed))
    said: list[str] = []
    client = PlainClient(port, glyphs, said.append)
    client.update()
    return client, said, port


@EACH_GAME
def test_a_whole_game_is_played_by_typed_words(kind: GameKind) -> None:
    client, said, port = client_of(kind, glyphs=ASCII)
    random = Random(5)
    for _ in range(5000):
        if client.leaving:
            break
        assert said[-1] == PROMPT
        assert client.dialogue is not None
        rows = client.dialogue.rows()
        number = len(rows) - 1 if random.random() < 0.3 else random.randrange(len(rows))
        text = rows[number].text
        if rows[number].confirms:
            client.hear("done")
        elif [row.text for row in rows].count(text) == 1 and random.random() < 0.7:
            client.hear(text)
        else:
            client.hear(str(number + 1))
    assert port.situation().ended is not None
    assert "The game is over" in said
    assert all(line.isascii() for line in said)


@EACH_GAME
def test_the_game_is_told_when_it_is_asked_for(kind: GameKind) -> None:
    client, said, port = client_of(kind)
    for typed, wanted in (
        ("help", "Pages: hand"),
        ("status", kind.seats[0].capitalize()),
        ("hand", "Hand:"),
        ("log 3", ""),
        ("rule", ""),
        ("rules 5.1", "5.1 "),
        ("rules nonesuch", "Nothing has that."),
        ("place zzz", "No place's name begins with"),
        ("list", PROMPT),
        ("say hello", "You: hello"),
        ("xyzzy", "No choice has the words"),
        ("4000", ""),
        ("back", "There is no step to go back."),
    ):
        del said[:]
        client.hear(typed)
        assert said, typed
        assert any(wanted in line for line in said), typed
    del said[:]
    client.hear("rule")
    assert said[0].partition(" ")[0].replace(".", "").isdigit()
    client.hear("resign")
    client.hear("no")
    assert port.situation().ended is None
    client.hear("resign")
    client.hear("yes")
    assert port.situation().ended is not None
    assert client.leaving


def test_what_is_not_said_is_told_with_why() -> None:
    client, said, port = client_of(game_kind("sekigahara"))
    port.chat = lambda text: f"Not said: Bot has left. {text}"
    client.hear("say good bye")
    assert "Not said: Bot has left. good bye" in said


def test_the_board_is_told_place_by_place() -> None:
    client, said, _ = client_of(game_kind("sekigahara"))
    del said[:]
    client.hear("board")
    assert any(line.startswith("Osaka") for line in said)
    assert not any(line.startswith("Kumano") for line in said)
    del said[:]
    client.hear("place osa")
    assert said[0].startswith("Osaka")


def test_marks_are_told_when_they_change() -> None:
    client, said, _ = client_of(game_kind("samurai"))
    del said[:]
    client.hear("1 2 3")
    assert [line for line in said if line != PROMPT] == [
        "1. marked: H2 helmet 2",
        "2. marked: H3 helmet 3",
        "3. marked: H4 helmet 4",
        "(not yet) Mark 5 tiles: 3 marked so far",
    ]
    client.hear("done")
    assert said[-2] == "Mark 2 more tiles first."
    del said[:]
    client.hear("none")
    assert said[0] == "1. not marked: H2 helmet 2"
    client.hear("1,2,3,4,5")
    client.hear("done")
    assert any("chooses" in line for line in said)


def test_quit_leaves_the_game_as_it_is() -> None:
    client, _, port = client_of(game_kind("samurai"))
    client.hear("quit")
    assert client.leaving
    assert port.situation().ended is None


def test_a_resignation_that_the_opponent_does_not_have_yet_is_told() -> None:
    client, said, port = client_of(game_kind("sekigahara"))
    resigned = replace(port.situation(), question=None, opponent_name="Ishida", leaving=True, connected=False)
    port.situation = lambda: resigned
    client.update()
    kept = "Your resignation is kept, and given to Ishida as soon as you are both connected."
    assert f"You have resigned. {kept}" in said
    client.hear("resign")
    assert said[-1] == f"You have resigned already. {kept}"
    resigned = replace(resigned, leaving=False)
    client.hear("resign")
    question = "Resign? The game is lost then, and cannot be taken up again."
    assert f"{question} {kept} Type yes, or anything else to go on." in said
