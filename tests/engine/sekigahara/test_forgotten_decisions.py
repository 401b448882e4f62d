"""Who must deal with every question and answer of the game, and forgets one, is told by mypy."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
UNIONS: Final = {"Question": "question", "Answer": "answer"}
"""The unions in `engine/sekigahara/rules.py`, and what their members are called where all are dealt with."""

STEADY: Final = "engine/sekigahara/bots/steady/bot.py"


def exhaustive(name: str) -> list[str]:
    """The files of the program that deal with every question, or with every answer."""
    said = f"assert_never({name})"
    paths = [
        path for folder in ("engine/sekigahara", "tui/sekigahara") for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    return [path.relative_to(ROOT).as_posix() for path in paths if said in path.read_text(encoding="utf-8")]


def mypy(folder: Path, files: list[str]) -> str:
    """What mypy says of these files of a copy of the program."""
    options = ["--config-file", "pyproject.toml", "--follow-imports", "silent", "--cache-dir", str(folder / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files], cwd=folder, capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout


def add_members(rules: Path) -> None:
    """Add a question, and an answer to it, that nobody has heard of."""
    text = rules.read_text(encoding="utf-8")
    for union in UNIONS:
        members = rf"^({union}: TypeAlias = \(\n(?:.+\n)*?)\)$"
        text, changed = re.subn(members, rf"\1    | MadeUp{union}\n)", text, count=1, flags=re.MULTILINE)
        assert changed == 1, f"the union {union} is not where it is looked for"
        text = text.replace(f"\n{union}: TypeAlias", f"\n\nclass MadeUp{union}:\n    pass\n\n\n{union}: TypeAlias")
    rules.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_a_decision_that_a_bot_or_a_screen_forgets_is_a_type_error(tmp_path: Path) -> None:
    forgetful = {union: exhaustive(name) for union, name in UNIONS.items()}
    assert STEADY in forgetful["Question"]
    files = sorted({path for paths in forgetful.values() for path in paths})
    for folder in ("engine", "protocol", "p2p", "tui"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert "assert_never" not in mypy(tmp_path, files)
    add_members(tmp_path / "engine" / "sekigahara" / "rules.py")
    said = mypy(tmp_path, files)
    for union, paths in forgetful.items():
        for path in paths:
            complaint = rf'^{re.escape(path)}:\d+: error: Argument 1 to "assert_never" has .*"MadeUp{union}"'
            assert re.search(complaint, said, re.MULTILINE), f"{path} forgets MadeUp{union} and nobody says so:\n{said}"
