"""`docs/samurai-rules.md` tells every rule and every ruling, and all that its list names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DOCUMENT = (HERE.parents[2] / "docs" / "samurai-rules.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d\.\d|S\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS: dict[str, tuple[list[str], list[str]]] = {
    rule: (re.findall(r"`([^`]+)`", functions), re.findall(r"`([^`]+)`", tests))
    for rule, functions, tests in ROW.findall(DOCUMENT)
}
TOLD: list[str] = re.findall(r"^- \*\*(\d\.\d|S\d+)\*\* ", DOCUMENT, re.MULTILINE)
CITED = re.compile(r"(?<![\d.])([1-7]\.[1-9])(?![\d.])|\b(S\d+)\b")


def test_every_rule_and_every_ruling_has_a_row() -> None:
    assert list(ROWS) == TOLD
    assert [rule for rule in TOLD if rule.startswith("S")] == [f"S{number}" for number in range(1, 16)]


@pytest.mark.parametrize("rule", ROWS)
def test_what_a_row_names_exists(rule: str) -> None:
    functions, tests = ROWS[rule]
    assert functions
    assert tests
    for name in functions:
        assert exists(name), name
    for name in tests:
        path, _, test = name.partition("::")
        assert test in named_in(path), name


def test_every_rule_that_the_code_cites_is_told() -> None:
    package = HERE.parents[2] / "engine" / "samurai"
    for file in package.rglob("*.py"):
        docstrings_and_citations = re.findall(r'"[^"\n]*"', file.read_text(encoding="utf-8"))
        for text in docstrings_and_citations:
            for number, ruling in CITED.findall(text):
                assert (number or ruling) in TOLD, f"{file.name}: {text}"


def exists(name: str) -> bool:
    """Whether a dotted name within `engine.samurai` leads to something with a docstring of its own."""
    words = ["engine", "samurai", *name.split(".")]
    for length in range(len(words) - 1, 0, -1):
        try:
            found: object = import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            found = getattr(found, word, None)
        return bool(getattr(found, "__doc__", None))
    return False


@cache
def named_in(path: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((HERE / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
