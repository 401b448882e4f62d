"""What peers compare are the values that rules depend on: no label, drawing, comment or sentence is among them."""

from __future__ import annotations

import copy
import re
import sys
import tomllib
from importlib.resources import files
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest

from engine.hidden import Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Answer, components
from engine.sekigahara.board import POOL_KEYS
from engine.sekigahara.chapters.chapter_2_victory import REASONS
from engine.sekigahara.components import SIDES
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.state import State
from engine.sekigahara.text import LINES, position_text
from tests.engine.sekigahara.test_random_games import Brawler, mover

PROGRAM: Final = compile(
    files("engine.sekigahara").joinpath("components.py").read_text(encoding="utf-8"), "components.py", "exec"
)
COMPONENTS: Final = files("engine.sekigahara").joinpath("components.toml").read_text(encoding="utf-8")


def values_with(data: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """The values that rules depend on, were this the component data."""
    module = ModuleType("components_of_a_test")
    with monkeypatch.context() as patched:
        # A dataclass looks its module up by name.
        patched.setitem(sys.modules, module.__name__, module)
        patched.setattr(tomllib, "loads", lambda text: data)
        exec(PROGRAM, module.__dict__)
    values: str = module.rule_values()
    return values


def values_of(toml: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The values that rules depend on, were these the components."""
    return values_with(tomllib.loads(toml), monkeypatch)


def test_the_values_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert values_of(COMPONENTS, monkeypatch) == components.rule_values()
    assert SEKIGAHARA.rules_data().decode().endswith(components.rule_values())


def test_comments_names_and_drawings_make_no_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments gone, labels and places on the screen added and translated: the same values to the last byte."""
    bare = "\n".join(line.partition("#")[0].rstrip() for line in COMPONENTS.splitlines())
    assert bare != COMPONENTS
    assert values_of(bare, monkeypatch) == components.rule_values()
    label = 'name = "\\2 の城"\nx = 11\ny = 7\nside_of_label = "left"'
    drawn = re.sub(r"^(\[locations\.(\w+)\])$", rf"\1\n{label}", COMPONENTS, flags=re.MULTILINE)
    picture = 'name = "武将"\npicture = "mon.png"'
    drawn = re.sub(r"^(\[\[(?:cards|blocks)\]\])$", rf"\1\n{picture}", drawn, flags=re.MULTILINE)
    assert drawn.count("の城") == len(components.MAP)
    assert values_of(drawn, monkeypatch) == components.rule_values()


CHANGES: Final = [
    ("bid = 8", "bid = 10"),
    ("count = 7\nreinforcement", "count = 6\nreinforcement"),
    ("reinforcement_blocks = [0, 2, 2", "reinforcement_blocks = [0, 2, 3"),
    ("reinforcement_cards = 5", "reinforcement_cards = 4"),
    ("opening_hand = 5", "opening_hand = 6"),
    ("opening_recruits = 4", "opening_recruits = 5"),
    ('castle = "ishida"\nrecruit', 'castle = "tokugawa"\nrecruit'),
    ('capital = "ishida"', 'capital = "tokugawa"'),
    ("[locations.kuwana]\nresource = true", "[locations.kuwana]"),
    ('recruit = ["mori", "ukita"]', 'recruit = ["mori"]'),
    ('disk = "hideyori"\n', ""),
    ('random = { side = "ishida", blocks = 2 }', 'random = { side = "ishida", blocks = 3 }'),
    ('  ["mito", "edo"],\n', ""),
    ("count = 4\n", "count = 5\n"),
]


@pytest.mark.parametrize(("said", "changed"), CHANGES)
def test_every_value_that_a_rule_depends_on_is_compared(
    said: str, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said in COMPONENTS
    other = COMPONENTS.replace(said, changed, 1)
    assert values_of(other, monkeypatch) != components.rule_values()


def test_every_key_of_the_component_data_is_a_value_of_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands there is compared: a single value changed anywhere makes other data, or no components."""
    data = tomllib.loads(COMPONENTS)
    chance = Random(1)
    compared = 0
    for path, value in leaves(data):
        for changed in chance.sample(other_values(value), min(1, len(other_values(value)))):
            twin = copy.deepcopy(data)
            put(twin, path, changed)
            try:
                assert values_with(twin, monkeypatch) != components.rule_values(), path
            except (KeyError, ValueError):
                continue
            compared += 1
    assert compared > 100


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every value of nested data, with where it stands; rows of a road stand for themselves."""
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in leaves(value, (*path, key))]
    if isinstance(data, list) and data and isinstance(data[0], dict | list):
        return [leaf for number, value in enumerate(data) for leaf in leaves(value, (*path, number))]
    return [(path, data)]


def other_values(value: Any) -> list[Any]:
    """Values of the same kind that it might have had instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, str):
        return [key for key in (*SIDES, "edo", "sanada", "gun", "double") if key != value][:3]
    return [list(reversed(value)), [*value, *value[:1]]] if isinstance(value[0], int) else []


def put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    """Set the value that stands at `path`."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


# No sentences


WORD: Final = r"[a-z0-9][a-z0-9_-]*"
"""A key: of a location, a side, a daimyo, a face, a record or a field."""
VALUE: Final = rf"(?:-|{WORD})(?:[,:]{WORD})*"


def test_the_rules_data_is_keys_and_numbers() -> None:
    text = SEKIGAHARA.rules_data().decode("ascii")
    for line in text.splitlines():
        assert re.fullmatch(rf"{WORD}(?: (?:{WORD}=)?{VALUE})*", line), line


def test_canonical_positions_and_results_hold_no_sentence() -> None:
    """Every line of every position of some games is its name, keys, numbers and fields; so is why a game was won."""
    names = {line.name for line in LINES}
    keys = {*SIDES, *POOL_KEYS, *FACE_KEYS}
    won: set[type] = set()
    for seed in range(12):
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        chance = Random(seed)
        brawler = Brawler(chance)
        while not isinstance(table.waiting, Over):
            seat = mover(table)
            table.act(seat, brawler.choose(table.view(seat)))
            if chance.random() < 0.1:
                check_text(SEKIGAHARA.canonical(table.state).decode("ascii"), names, keys)
        check_text(SEKIGAHARA.canonical(table.state).decode("ascii"), names, keys)
        won.add(type(table.waiting.reason))
        [result] = [line for line in position_text(table.state).splitlines() if line.startswith("result ")]
        _, winner, reason, *fields = result.split(" ")
        assert table.waiting.winner is not None
        assert winner == SIDES[table.waiting.winner]
        assert reason in {record.form.name for record in REASONS}
        assert all(re.fullmatch(r"leader=block-\w+-1-leader|(tokugawa|ishida)=\d+", field) for field in fields)
    assert len(won) > 1


def check_text(text: str, names: set[str], keys: set[str]) -> None:
    """Lines of a kind that there is, made of keys, numbers, records' names and fields."""
    heading, *lines = text.splitlines()
    assert re.fullmatch(r"sekigahara position \d+", heading)
    for line in lines:
        name, *words = line.split(" ")
        assert name in names
        for number, word in enumerate(words):
            piece = re.fullmatch(r"\d+(?:=(\S+))?", word)
            field = re.fullmatch(rf"{WORD}={VALUE}", word)
            listed = set(word.split(",")) <= {*keys, "-"}
            record = number < 2 and name in {"task", "result"} and re.fullmatch(WORD, word)
            assert piece or field or listed or record, line
            assert piece is None or piece[1] is None or piece[1] in keys, line
