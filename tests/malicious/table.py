"""The table of all attempts: every switch is tried against the real program, and a line says what became of it.

    python -m tests.malicious.table                         all, in a few minutes
    python -m tests.malicious.table swap-at-a-mix choose-a-draw
    python -m tests.malicious.table --game samurai
    python -m tests.malicious.table --write                 and make docs/threats.md from it

The exit status is 1 if anything was not as its switch says it must be.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from protocol.roles import Role
from tests.malicious.arena import Arena
from tests.malicious.document import keep
from tests.malicious.games import FACTS
from tests.malicious.outcome import Outcome
from tests.malicious.registry import SWITCHES
from tests.malicious.switch import When

HEADINGS = ("threat", "attempt", "seen", "by", "named", "game", "secrets")
WIDTHS = (6, 32, 10, 24, 14, 26, 8)


def try_switch(name: str, game: str, folder: Path, role: Role | None = None) -> Outcome:
    """What became of the switch called `name`, its peer in its usual role, or in `role`."""
    switch = SWITCHES[name]()
    if role is not None:
        switch.role = role  # type: ignore[misc]
    try:
        return switch.run(Arena(folder / name, game))
    except Exception as error:  # noqa: BLE001  one attempt that fails does not keep the others from being tried
        last = traceback.format_exception_only(error)[-1].strip()
        where = traceback.extract_tb(error.__traceback__)[-1]
        wrong = (f"{last[:1500]} ({Path(where.filename).name}:{where.lineno})",)
        return Outcome(name, switch.threat, When.UNSEEN, "", "", "", "", "", wrong)


def row(cells: tuple[str, ...]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def cells_of(outcome: Outcome) -> tuple[str, ...]:
    when = outcome.when.value
    return str(outcome.threat), outcome.switch, when, outcome.check, outcome.named, outcome.game, outcome.secrets


def run_all(names: list[str], game: str, jobs: int, folder: Path, role: Role | None) -> list[Outcome]:
    """Try each, `jobs` at a time, and print a line as soon as those before it are there."""
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(lambda name: try_switch(name, game, folder, role), names):
            outcomes.append(outcome)
            print(row(cells_of(outcome)), flush=True)
            for wrong in outcome.wrong:
                print(f"        WRONG: {wrong}; {outcome.said}", flush=True)
    return outcomes


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("switches", nargs="*", metavar="SWITCH", help="which to try (default: all)")
    parser.add_argument("--game", choices=FACTS, default="sekigahara", help="what is played (default: %(default)s)")
    roles = {role.word: role for role in Role}
    parser.add_argument("--role", choices=roles, help="what the peer is (default: as the switch says, joiner mostly)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: %(default)s)")
    parser.add_argument("--keep", metavar="FOLDER", help="keep homes and records there")
    parser.add_argument("--write", action="store_true", help="write docs/threats.md and what it is made from")
    options = parser.parse_args(arguments)
    unknown = set(options.switches) - set(SWITCHES)
    if unknown:
        parser.error(f"there is no switch called {', '.join(sorted(unknown))}")
    role = None if options.role is None else roles[options.role]
    if options.write and role is not None:
        parser.error("what is written is of the usual roles")
    folder = Path(options.keep or tempfile.mkdtemp(prefix="malicious-"))
    print(row(HEADINGS), flush=True)
    try:
        names = options.switches or [name for name in SWITCHES if name not in FACTS[options.game].without]
        outcomes = run_all(names, options.game, options.jobs, folder, role)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if options.write:
        keep(options.game, [outcome for outcome in outcomes if not outcome.wrong])
    wrong = [outcome.switch for outcome in outcomes if outcome.wrong]
    print(
        f"{len(outcomes)} attempts, {len(outcomes) - len(wrong)} as they must be" + (f"; not: {wrong}" if wrong else "")
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
