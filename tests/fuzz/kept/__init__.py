"""What searches have gathered: a zip file of inputs for each target, and the runs.

A later search goes on from there, on any machine, and the tests try it all again.
"""

from __future__ import annotations

import csv
import hashlib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
RUNS: Final = HERE / "runs.csv"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip file, so that the same inputs make the same bytes."""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A search: `seconds` of the processor, and for how many of them, runs before counted, no edge was new."""

    day: str
    target: str
    seconds: int
    executions: int
    edges: int
    quiet: int
    found: int


def kept_inputs(name: str) -> list[bytes]:
    """The inputs of a target."""
    path = HERE / f"{name}.zip"
    if not path.exists():
        return []
    with zipfile.ZipFile(path) as kept:
        return [kept.read(each) for each in kept.namelist()]


def keep_inputs(name: str, inputs: Iterable[bytes]) -> None:
    """Keep these, and no others, for a target."""
    named = {hashlib.sha1(data).hexdigest(): data for data in inputs}
    with zipfile.ZipFile(HERE / f"{name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept:
        for each, data in sorted(named.items()):
            kept.writestr(zipfile.ZipInfo(each, EPOCH), data, zipfile.ZIP_DEFLATED)


def kept_runs(name: str) -> Iterator[KeptRun]:
    """The runs of a target, the oldest first."""
    with RUNS.open(encoding="ascii", newline="") as table:
        for row in csv.DictReader(table):
            if row["target"] == name:
                numbers = {each: int(row[each]) for each in ("seconds", "executions", "edges", "quiet", "found")}
                yield KeptRun(day=row["day"], target=name, **numbers)


def keep_run(run: KeptRun) -> None:
    """Add a run."""
    with RUNS.open("a", encoding="ascii", newline="") as table:
        csv.DictWriter(table, [field.name for field in fields(KeptRun)], lineterminator="\n").writerow(asdict(run))


def quiet_before(name: str) -> int:
    """For how many seconds of the processor no edge was new to a target at the end of its last run."""
    return next((run.quiet for run in reversed(list(kept_runs(name)))), 0)
