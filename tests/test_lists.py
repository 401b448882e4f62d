"""`docs/rules.md` names every rule and ruling, `docs/threats.md` every threat, and all that they name exists.

What carries a rule out stands where the rule is cited, and every rule of the list that the game is made of is named.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.rules import StepRule
from engine.sekigahara.rules import RULES

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| (\d+\.\d+(?:\.\d+)?|R\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)

CHAPTERS = """
2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 5.1 5.2.1 5.2.2 5.2.3 6.1 6.2 6.3 6.4 7.1 7.2
7.3.1 7.3.2 7.3.3 7.3.4 7.3.5 7.3.6 7.4.1 7.4.2 7.4.3 8.1 8.2.1 8.2.2 8.2.3 8.2.4 8.3.1 8.3.2 8.3.3 8.4.1 8.4.2 8.5
8.6.1 8.6.2 8.6.3 8.7.1 8.7.2 8.7.3 8.8.1 8.8.2 8.8.3 8.8.4 8.8.5 8.9.1 8.9.2 8.9.3 8.9.4 8.9.5 8.9.6 8.10
9.1 9.2 9.3 9.4 9.5
"""
SECTIONS = re.findall(r"\S+", CHAPTERS)
RULINGS = [f"R{number}" for number in range(1, 41)]

ROWS: dict[str, tuple[list[str], list[str]]] = {
    rule: (re.findall(r"`([^`]+)`", functions), re.findall(r"`([^`]+)`", tests))
    for rule, _, functions, tests in ROW.findall((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
}


def test_every_rule_and_every_ruling_has_a_row() -> None:
    assert list(ROWS) == [*SECTIONS, *RULINGS]


def test_no_rule_has_two_rows() -> None:
    document = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert len(ROW.findall(document)) == len(ROWS)
    assert len(re.findall(r"^\| (?!rule \|)", document, flags=re.MULTILINE)) == len(ROWS)


@pytest.mark.parametrize("rule", ROWS)
def test_what_a_row_names_exists(rule: str) -> None:
    functions, tests = ROWS[rule]
    assert functions
    assert tests
    assert len(functions) == len(set(functions))
    assert len(tests) == len(set(tests))
    for name in functions:
        assert getattr(named(name), "__doc__", None), name
    for name in tests:
        path, _, test = name.partition("::")
        assert test in named_in(path), name


@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_is_cited_where_it_is_carried_out(rule: str) -> None:
    assert any(cites(source_around(named(name)), rule) for name in ROWS[rule][0])


def test_every_rule_that_the_game_is_made_of_is_named() -> None:
    found = [named(name) for functions, _ in ROWS.values() for name in functions]
    for rule in RULES:
        rooms = (rule.run, rule.step) if isinstance(rule, StepRule) else (type(rule),)
        assert any(room in found for room in rooms), rule


def test_every_ruling_is_told_in_short() -> None:
    document = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*(R\d+)\*\* \S", document, flags=re.MULTILINE) == RULINGS


THREAT = re.compile(r"^\| (\d+) \|(?:[^|]+\|){3} ([^|]+) \|$", re.MULTILINE)
THREATS = {
    int(number): re.findall(r"`([^`]+)`", tests)
    for number, tests in THREAT.findall((ROOT / "docs" / "threats.md").read_text(encoding="utf-8"))
}


def test_every_threat_has_a_row() -> None:
    assert list(THREATS) == list(range(1, 49))


@pytest.mark.parametrize("threat", THREATS)
def test_the_tests_that_try_a_threat_exist(threat: int) -> None:
    assert THREATS[threat]
    for name in THREATS[threat]:
        path, _, test = name.partition("::")
        assert test in named_in(path), name


def named(name: str) -> Any:
    """What a dotted name, within `engine.sekigahara` or full, leads to; None if it leads nowhere."""
    words = name.split(".")
    if words[0] not in ("engine", "protocol", "p2p", "tui"):
        words = ["engine", "sekigahara", *words]
    for length in range(len(words) - 1, 0, -1):
        try:
            found: object = import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            found = getattr(found, word, None)
        return found
    return None


def source_around(found: Any) -> str:
    """The source of the module in which a function, class or property stands."""
    getter = found.fget if isinstance(found, property) else found
    return inspect.getsource(sys.modules[getter.__module__])


def cites(source: str, rule: str) -> bool:
    """Whether `source` names the rule, alone or within a range: `8.4.1`, `R10 to R16`, `8.2.2 to 8.2.4`."""
    if re.search(rf"(?<![\w.]){re.escape(rule)}(?!\d|\.\d)", source):
        return True
    chapter, _, number = rule.replace("R", "R.").rpartition(".")
    for first, last in re.findall(r"(R?\d+(?:\.\d+)*) to (R?\d+(?:\.\d+)*)", source):
        ends = [end.replace("R", "R.").rpartition(".") for end in (first, last)]
        if all(end[0] == chapter for end in ends) and int(ends[0][2]) <= int(number) <= int(ends[1][2]):
            return True
    return False


@cache
def named_in(path: str) -> frozenset[str]:
    """The names of the tests in a file under `tests/`."""
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))
