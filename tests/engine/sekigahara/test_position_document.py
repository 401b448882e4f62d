"""`docs/position.md` says what the program does: its names, numbers, tables and examples are held to the code."""

from __future__ import annotations

import ast
import inspect
import json
import re
from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from textwrap import dedent

import msgpack
import pytest
from engine.sekigahara.actions import ACTION_TYPES, Action
from engine.sekigahara.game import SEALED_KINDS, Sekigahara
from engine.sekigahara.movement import STACK_MOVES

from engine.hidden import SEATS, Acted, BothActed, Decision, Drawn, Event, Mixed, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, procedure, setup, text, victory
from engine.sekigahara.board import HIGHWAY, PLACES, POOL_KEYS
from engine.sekigahara.components import CARD_FACES, COMPONENTS_TEXT, SUPPLIES
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.state import State
from engine.sekigahara.text import position_text, read_position
from tests.engine.sekigahara.stranger import FACE_OF, SIDES, Stranger
from tests.engine.sekigahara.test_random_games import Brawler

GOLDEN = Path(__file__).with_name("golden")
DOCUMENT = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")
PROSE = " ".join(DOCUMENT.split())
BLOCKS = re.findall(r"^```\n(.*?)^```$", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
PLACES_BLOCK, FACES_BLOCK, EXAMPLE, MOVEMENT = BLOCKS

TYPES = {
    "piece": "Piece",
    "piece?": "Piece | None",
    "pieces": "tuple[Piece, ...]",
    "place": "Place",
    "place?": "Place | None",
    "places": "tuple[Place, ...]",
    "seat": "Seat",
    "flag": "bool",
    "text": "str",
}


def section(number: int) -> str:
    """The text of one section."""
    return DOCUMENT.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def rows(of: str) -> list[list[str]]:
    """The rows of all tables in `of`, without headings and rules, a list of cells each."""
    found = re.findall(r"^\|(.*)\|$", of, flags=re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in found if not row.startswith("---")]


def numbered(block: str) -> list[tuple[int, str]]:
    return [(int(number), key) for number, key in re.findall(r"(\d+) ([\w-]+)", block)]


def digest(kind: str, raw: bytes) -> str:
    packed: bytes = msgpack.packb([f"fairtable/1 {kind}", raw], use_bin_type=True)
    return sha256(packed).hexdigest()


def test_locations_pools_and_faces_have_the_numbers_told() -> None:
    pools = [(int(row[0]), row[1].strip("`")) for row in rows(section(2)) if row[0].isdigit()]
    assert numbered(PLACES_BLOCK) + pools == list(enumerate(POOL_KEYS))
    assert numbered(FACES_BLOCK) == list(enumerate(FACE_KEYS))


def test_the_counts_told_are_right() -> None:
    cards = sum(supply.count for supply in SUPPLIES if supply.face < CARD_FACES)
    pieces = sum(supply.count for supply in SUPPLIES)
    for sentence in (
        f"pools 0 to {len(PLACES) - 1};",
        f"a *place* an integer from 0 to {len(PLACES) - 1},",
        f"There are {len(HIGHWAY)}, of which 0 to {HIGHWAY.index(False) - 1} are highway",
        f"There are {len(FACE_KEYS)} faces: the first {CARD_FACES} are cards",
        f"cards are 0 to {cards - 1}, blocks {cards} to {pieces - 1}",
    ):
        assert sentence in PROSE, sentence
    assert all(HIGHWAY[: HIGHWAY.index(False)])
    assert not any(HIGHWAY[HIGHWAY.index(False) :])


def test_rules_data_and_the_start_have_the_digests_told() -> None:
    assert SEKIGAHARA.rules_data() == b"sekigahara\n1\n" + COMPONENTS_TEXT.encode()
    assert f"`{digest('rules', SEKIGAHARA.rules_data())}`" in section(1)
    assert f"`{digest('state', SEKIGAHARA.canonical(SEKIGAHARA.start()))}`" in section(4)


def test_every_action_is_there_with_its_fields_in_order() -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section(6)) if row[0].startswith("`")}
    assert list(told) == list(ACTION_TYPES)
    for name, cell in told.items():
        pairs = [tuple(field.split(": ")) for field in cell.split(", ") if field]
        assert [(field, TYPES[kind]) for field, kind in pairs] == [
            (field.name, str(field.type)) for field in fields(ACTION_TYPES[name])
        ]


def test_every_action_says_what_it_needs_and_does() -> None:
    told = [row[0].strip("`") for number in (8, 9, 10) for row in rows(section(number)) if len(row) == 3]
    for name in ACTION_TYPES:
        assert name in told or f"`{name}` puts" in DOCUMENT, name


def test_every_decision_is_there_with_what_answers_it() -> None:
    tables = rows(section(5))
    start = tables.index(["decision", "arguments", "answered by"]) + 1
    told = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[2])) for row in tables[start:]}
    assert told == {kind: {action.__name__ for action in types} for kind, types in procedure.KINDS_OF_DECISION.items()}
    waited_for = re.findall(r"`([\w-]+)`", " ".join(row[0] for row in tables[: start - 1]))
    assert waited_for == ["mix", "draw", *SEALED_KINDS]


def tasks() -> dict[str, tuple[list[str], str]]:
    """The arguments of every automatic task, and what the document says of it."""
    return {
        row[0].strip("`"): ([argument for argument in row[1].split(", ") if argument], row[2])
        for number in (7, 8, 9, 10)
        for row in rows(section(number))
        if len(row) == 3 and row[0].strip("`") in procedure.AUTOMATIC
    }


def test_every_automatic_task_is_there_with_its_arguments() -> None:
    told = tasks()
    assert told.keys() == procedure.AUTOMATIC.keys()
    for name, function in procedure.AUTOMATIC.items():
        parameters = list(inspect.signature(function).parameters.values())[1:]
        several = [parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in parameters]
        assert [argument.endswith("...") for argument in told[name][0]] == several, name


@cache
def task_names() -> frozenset[str]:
    return frozenset({*procedure.AUTOMATIC, *procedure.KINDS_OF_DECISION, *SEALED_KINDS, "mix", "draw"})


def names_put(function: object) -> set[str]:
    """The tasks that a function names in tuples, which is how tasks are written."""
    tree = ast.parse(dedent(inspect.getsource(function)))  # type: ignore[arg-type]
    firsts = (node.elts[0] for node in ast.walk(tree) if isinstance(node, ast.Tuple) and node.elts)
    return {first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)}


@pytest.mark.parametrize("name", sorted(procedure.AUTOMATIC))
def test_a_task_puts_what_the_document_says(name: str) -> None:
    told = {word for word in re.findall(r"`([\w-]+)`", tasks()[name][1]) if word in task_names()}
    assert names_put(procedure.AUTOMATIC[name]) & task_names() == told


def test_the_setup_is_of_the_tasks_told() -> None:
    told = {word for word in re.findall(r"`([a-z-]+)", section(4)) if word in task_names()}
    assert names_put(setup.plan_setup) == told


def test_every_line_of_a_position_is_there_in_order() -> None:
    told = [row[0].strip("`") for row in rows(section(11))[1:]]
    assert told[0] == text.HEADING
    assert told[1:] == list(text._LINE_READERS)


def test_the_words_of_the_movement_table_are_told() -> None:
    told = re.search(r"\| moves \| .*: ([\d, or]+) for ([`\w, ]+)\.", section(8))
    assert told is not None
    numbers, words = re.findall(r"\d+", told[1]), re.findall(r"`(\w+)`", told[2])
    assert dict(zip(words, map(int, numbers), strict=True)) == STACK_MOVES


def test_the_reasons_for_victory_are_told() -> None:
    source = inspect.getsource(victory)
    reasons = re.findall(r'state\.result = \(\w+, "([^"]+)"\)', source)
    assert len(reasons) == 3
    assert re.findall(r"\| [01] \| `([^`]+)` \|", section(7)) == reasons
    assert 'f"victory points {high} to {low}"' in source
    assert "`victory points 14 to 13`" in section(10)


def test_the_example_is_a_position() -> None:
    state, private = read_position(EXAMPLE)
    assert private == {}
    assert position_text(state) == EXAMPLE
    assert f"`{digest('state', SEKIGAHARA.canonical(state))}`" in section(11)
    assert sum(len(pool) for pools in state.pools for pool in pools) == sum(supply.count for supply in SUPPLIES)
    waiting = SEKIGAHARA.waiting(state)
    assert (getattr(waiting, "seat", None), getattr(waiting, "kind", None)) == (1, "challenge")


def test_the_examples_show_every_line_but_those_of_rare_moments() -> None:
    heads = {line.split(" ")[0] for line in (EXAMPLE + MOVEMENT).splitlines()[1:]}
    assert text._LINE_READERS.keys() - heads == {"owed", "result"}


def test_the_lines_of_movement_are_those_of_a_position() -> None:
    """In place of the example's combat they make a position that is read."""
    before = [
        line for line in EXAMPLE.splitlines() if line.split(" ")[0] not in ("combat", "deployed", "pending", "task")
    ]
    after = [line for line in EXAMPLE.splitlines() if line.startswith("task")]
    whole = "\n".join([*before, *MOVEMENT.splitlines(), *after, ""])
    state, _ = read_position(whole)
    assert position_text(state) == whole


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_a_stranger_comes_to_the_same_positions(file: Path) -> None:
    """Whole games, event after event, by a second program that knows this document and the component data alone."""
    stranger = Stranger()
    decoder = json.JSONDecoder()
    events = 0
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", "|", "position")):
            continue
        event, _, expected = line.rpartition(" -> ")
        who, _, rest = event.partition(" ")
        plain, _, shown = rest.partition(" shows ")
        faces = {int(piece): FACE_OF[key] for piece, key in (word.split("=") for word in shown.split())}
        if who == "mixed":
            stranger.mixed()
        elif who == "drawn":
            stranger.drawn([int(place) for place in rest.split()])
        elif who == "both":
            first, end = decoder.raw_decode(plain)
            stranger.both([first, json.loads(plain[end:])], faces)
        else:
            stranger.acted(SIDES.index(who), json.loads(plain), faces)
        assert sha256(stranger.text().encode()).hexdigest()[:12] == expected, event
        events += 1
    assert events > 100
    assert stranger.result is not None


class Watched(Sekigahara):
    """The rules of the game, with a stranger beside them who must come to the same text after every event."""

    def __init__(self) -> None:
        self.stranger = Stranger()

    def apply(self, state: State, event: Event) -> None:
        """See `Game.apply`."""
        super().apply(state, event)
        stranger = self.stranger
        match event:
            case Mixed():
                stranger.mixed()
            case Drawn(positions):
                stranger.drawn(list(positions))
            case BothActed(actions, shown):
                stranger.both(
                    [self.pack_action(action) for action in actions], {piece: shown[piece] for piece in shown}
                )
            case Acted(seat, action, shown):
                stranger.acted(seat, self.pack_action(action), {piece: shown[piece] for piece in sorted(shown)})
        assert stranger.text() == position_text(state)


@pytest.mark.parametrize("seed", range(6))
def test_a_stranger_follows_random_games(seed: int) -> None:
    """Golden games are few; these have sieges, overruns and retreats into combat, played by who looks for trouble."""
    random = Random(seed)
    game = Watched()
    table: OpenTable[State, Action] = OpenTable(game, SeededChance(seed))
    brawler = Brawler(random)
    while not isinstance(table.waiting, Over):
        waiting = table.waiting
        seat = waiting.seat if isinstance(waiting, Decision) else SEATS[table.has_sealed(SEATS[0])]
        table.act(seat, brawler.choose(table.state, seat, table.faces))
    assert game.stranger.result == (table.waiting.winner, table.waiting.reason)
