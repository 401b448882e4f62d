"""docs/protocol.md says what the code does: checks, bodies, phases, limits."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.canonical import DEEPEST, MOST_BYTES, MOST_ELEMENTS
from protocol.commitments import VERSION
from protocol.entries.hello import Offer
from protocol.entries.kind import EntryKind
from protocol.equivocation import PROOF_TAG
from protocol.findings import MOST_FINDINGS, MOST_TEXT, Finding
from protocol.kinds import BY_NAME, KINDS
from protocol.names import MOST_NAME_CHARACTERS
from protocol.signed_head import HEAD_TAG
from protocol.signed_leave import LEAVE_TAG
from protocol.transcript import MOST_ENTRY_BYTES, TAG
from tests.protocol.make_vectors import vectors

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def checks_in_code() -> set[str]:
    """The names of the checks that the package cites as texts: the first argument of what refuses or finds."""
    found: set[str] = set()
    for file in sorted((ROOT / "protocol").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {"refused": 0, "PeerError": 0, "find": 1, "Damage": 1}.get(called)
            if place is None or len(node.args) <= place:
                continue
            argument = node.args[place]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                found.add(argument.value)
    return found


def test_every_check_has_a_row_and_every_row_a_check() -> None:
    table = TEXT[TEXT.index("| check | what fails |") : TEXT.index("| anything else |")]
    rows = re.findall(r"^\| (`.+?`) \|", table, flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == checks_in_code()


def fields(struct: type[Any]) -> list[str]:
    names: list[str] = [field.encode_name for field in msgspec.structs.fields(struct)]
    return names


@pytest.mark.parametrize("kind", KINDS)
def test_the_body_of_each_kind_is_as_the_document_says(kind: EntryKind[Any]) -> None:
    row = re.search(rf"^\| .*`{kind.name}`.* \| `(\[.*?\])`", TEXT, flags=re.MULTILINE)
    assert row is not None
    assert re.findall(r"\w+", row[1]) == fields(kind.body)


def test_the_parts_of_bodies_are_as_the_document_says() -> None:
    assert f"`[{', '.join(fields(Offer))}]`" in TEXT
    assert f"`[{', '.join(fields(Finding))}]`" in TEXT


def test_the_document_has_our_figures() -> None:
    for words in (
        f"version {VERSION}",
        f"at most {MOST_BYTES:,} bytes",
        f"at most {MOST_ELEMENTS:,} elements",
        f"at most {DEEPEST}\n  lists",
        f"at most {MOST_ENTRY_BYTES:,} (`encoding`)",
        f"at most {MOST_FINDINGS} findings",
        f"at most {MOST_TEXT} characters",
        f"1 to {MOST_NAME_CHARACTERS} characters",
        f'"{PROOF_TAG}", {VERSION}',
        f'"{HEAD_TAG}", {VERSION}',
        f'"{LEAVE_TAG}", {VERSION}',
        f"the text `{TAG}`",
    ):
        assert words in TEXT, words


def test_the_document_names_every_kind_and_every_vector() -> None:
    turns = TEXT[TEXT.index("| phase | author |") : TEXT.index("**Seats.**")]
    assert set(re.findall(r"`(\w+)`", turns)) >= set(BY_NAME)
    table = TEXT[TEXT.index("## 11.") :]
    assert set(re.findall(r"`(\w+)`", table)) >= set(vectors())
