"""What is kept of a search, and how long it has found nothing new."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import kept
from tests.fuzz.run import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.setattr(kept, "HERE", tmp_path)
    monkeypatch.setattr(kept, "RUNS", tmp_path / "runs.csv")
    kept.RUNS.write_text("day,target,seconds,executions,edges,quiet,found\n", encoding="ascii")
    return tmp_path


def test_the_same_inputs_make_the_same_file(folder: Path) -> None:
    kept.keep_inputs("home", [b"two", b"one", b"two"])
    first = (folder / "home.zip").read_bytes()
    assert sorted(kept.kept_inputs("home")) == [b"one", b"two"]
    kept.keep_inputs("home", [b"one", b"two"])
    assert (folder / "home.zip").read_bytes() == first
    assert kept.kept_inputs("proof") == []


def test_quiet_seconds_are_counted_on_from_the_last_run_of_the_target(folder: Path) -> None:
    assert kept.quiet_before("home") == 0
    for target, quiet in (("home", 100), ("home", 30), ("proof", 7)):
        kept.keep_run(kept.KeptRun("2026-01-01", target, 200, 5000, 61, quiet, 0))
    run = Run(took=10, reached=-kept.quiet_before("home"))
    assert run.quiet == 40


def test_what_the_inputs_at_hand_reach_is_not_new() -> None:
    run = Run(took=5, reached=-20)
    run.read("#7\tREAD cov: 50 ft: 60")
    run.read("#9\tINITED cov: 61 ft: 80 corp: 8/90b exec/s: 0 rss: 79Mb")
    run.took = 10
    run.read("#90\tREDUCE cov: 61 ft: 80 corp: 8/80b lim: 4096 exec/s: 9 rss: 79Mb")
    assert (run.quiet, run.coverage) == (30, 61)
    run.read("#95\tNEW    cov: 62 ft: 81 corp: 9/80b lim: 4096 exec/s: 9 rss: 79Mb")
    run.took = 12
    assert (run.quiet, run.executions) == (2, 95)
