"""Print what the kept runs of every target come to, for docs/reliability.md: `python -m tests.fuzz.table`."""

from __future__ import annotations

from tests.fuzz.kept import kept_inputs, kept_runs
from tests.fuzz.targets import NAMES


def main() -> None:
    """A line for each target; hours are the processor's, the edges those of the last run."""
    print("| target | hours | executions | edges | hours without a new edge | inputs kept | found |")
    print("|---|---|---|---|---|---|---|")
    for name in NAMES:
        runs = list(kept_runs(name))
        hours = sum(run.seconds for run in runs) / 3600
        executions, found = sum(run.executions for run in runs), sum(run.found for run in runs)
        edges, quiet = (runs[-1].edges, runs[-1].quiet / 3600) if runs else (0, 0.0)
        print(
            f"| {name} | {hours:.2f} | {executions:,} | {edges:,} | {quiet:.2f} | {len(kept_inputs(name))} | {found} |"
        )


if __name__ == "__main__":
    main()
