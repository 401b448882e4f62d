"""What any game shares speaks of no game: no word of this one, and none of its rules' numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = [
    *sorted((ROOT / "protocol").rglob("*.py")),
    *sorted((ROOT / "p2p").rglob("*.py")),
    *[ROOT / "engine" / f"{name}.py" for name in ("hidden", "rules", "forms", "lazy", "open_table")],
]

WORDS = re.compile(
    r"sekigahara|ishida|tokugawa|mitsunari|ieyasu|toyotomi|daimyo|samurai|daimyō|castle|loyalty|muster|siege|garrison"
    r"|\bclans?\b|\bmon\b|\bmarch|\bretreat|\bbattle|\bleader|\brecruit|\bdeploy",
    re.IGNORECASE,
)
# The rulebook begins to count at 2.
RULE_NUMBERS = re.compile(r"(?<![\w.])R\d+\b|(?<![\d.])[2-9]\.\d{1,2}\.\d{1,2}(?![\d.])|\brules? \d+\.\d+")


@pytest.mark.parametrize("file", SHARED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_and_no_rule_of_the_game(file: Path) -> None:
    lines = re.sub(r"RFC \d+, section [\d.]+", "", file.read_text(encoding="utf-8")).splitlines()
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(lines, start=1)
        if WORDS.search(line) or RULE_NUMBERS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("line", ["R24", "see 7.3.2", "(ruling R3)", "a Leader", "Sekigahara", "of rule 8.4"])
def test_what_it_looks_for_is_found(line: str) -> None:
    assert WORDS.search(line) or RULE_NUMBERS.search(line)


@pytest.mark.parametrize("line", ["TLS 1.3", "127.0.0.1", "192.0.2.1", "Unicode 3.2", "1.2.3.4"])
def test_what_it_does_not_mean_is_not(line: str) -> None:
    assert WORDS.search(line) is None
