"""Search with atheris, guided by coverage, for inputs that the program neither takes nor refuses as it should.

    .venv/bin/pip install --require-hashes -r tests/fuzz/requirements.txt
    python -m tests.fuzz.run --seconds 3600 TARGET ...

The seeds are made from real games and put into FOLDER/TARGET (default: .fuzz), where the fuzzer adds what reaches
something new; a later run goes on from there. A target is left when its time is up, or when for `--flat` seconds
nothing new was reached, the last seconds of runs before counted. All seconds are the processor's: on a busy machine it
takes longer. What was found lies in FOLDER/TARGET-found: put it into `tests/fuzz/found/TARGET`, where the tests try it
from then on, and mend what it found. With `--keep` what was gathered, and a line for each run, is kept in
`tests/fuzz/kept`, from which later runs go on, and `python -m tests.fuzz.table` tells what they come to.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz.kept import KeptRun, keep_inputs, keep_run, kept_inputs, quiet_before
from tests.fuzz.targets import NAMES, target_named

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_MEMORY: Final = 1500
"""Megabytes that the fuzzer's process may take."""
MOST_SECONDS: Final = 30
"""Seconds that one input may take, instrumented as the program is."""
WELL_FORMED: Final = 0.5
"""How often an input is changed by the target's own way, where it has one."""
INSTRUMENTED: Final = ("engine", "protocol", "p2p", "tui")

EXECUTED: Final = "executed so far:"

_EVENT: Final = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+)")
_DONE: Final = re.compile(rf"^{EXECUTED} (\d+)")


@dataclass
class Run:
    """How one run went. `took` and `reached`: processor's seconds in all, and when an edge was last new.

    That may have been before this run, and is then less than nothing.
    """

    took: float = 0.0
    reached: float = 0.0
    executions: int = 0
    coverage: int = 0
    features: int = 0

    @property
    def quiet(self) -> float:
        """For how many seconds no edge has been new."""
        return self.took - self.reached

    def read(self, line: str) -> None:
        """Take in a line of the fuzzer's."""
        event = _EVENT.match(line)
        if event:
            self.executions = max(self.executions, int(event[1]))
            coverage, self.features = int(event[3]), int(event[4])
            if coverage > self.coverage:
                # What is reached by the inputs at hand, before the search begins, is not new.
                if event[2] not in ("READ", "INITED"):
                    self.reached = self.took
                self.coverage = coverage
        done = _DONE.match(line)
        if done:
            self.executions = max(self.executions, int(done[1]))


def main() -> int:
    """Fuzz the targets one after another; the exit status is 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(NAMES)} (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="of the processor for each target (default: %(default)s)"
    )
    parser.add_argument(
        "--flat", type=float, default=float("inf"), help="leave a target after so long without coverage"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / ".fuzz", help="(default: %(default)s)")
    parser.add_argument("--keep", action="store_true", help="keep what was gathered for later runs and the tests")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        fuzz(options.inside, options.folder)
        return 0
    found = 0
    for name in options.targets or NAMES:
        seeds = list(target_named(name).seeds())
        run, new = supervise(name, seeds, options.folder, options.seconds, options.flat)
        found += new
        if options.keep:
            gathered = [path.read_bytes() for path in (options.folder / name).iterdir()]
            keep_inputs(name, [data for data in gathered if data not in seeds])
            day = f"{datetime.now(UTC):%Y-%m-%d}"
            keep_run(KeptRun(day, name, int(run.took), run.executions, run.coverage, int(run.quiet), new))
    return int(found > 0)


def supervise(name: str, seeds: list[bytes], folder: Path, seconds: float, flat: float) -> tuple[Run, int]:
    """Fuzz one target in a process of its own; how it went, and how many inputs were found."""
    corpus, finds = folder / name, folder / f"{name}-found"
    for place in (corpus, finds):
        place.mkdir(parents=True, exist_ok=True)
    for seed in (*seeds, *kept_inputs(name)):
        (corpus / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    write_words(name, seeds, folder)
    before = set(finds.iterdir())
    command = [sys.executable, "-m", "tests.fuzz.run", "--inside", name]
    command += ["--folder", str(folder)]
    run = Run(reached=-quiet_before(name))
    with (folder / f"{name}.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        def stop_in_time() -> None:
            while process.poll() is None:
                run.took = processor_seconds(process.pid) or run.took
                if run.took > seconds or run.quiet > flat:
                    process.send_signal(signal.SIGINT)
                    return
                time.sleep(1)

        watcher = threading.Thread(target=stop_in_time, daemon=True)
        watcher.start()
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            run.read(line)
        process.wait()
        watcher.join()
    new = sorted(set(finds.iterdir()) - before)
    line = (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} {name:<17} {run.took:>7.0f} s {run.executions:>10} executions, "
        f"coverage {run.coverage} edges {run.features} features, nothing new for {run.quiet:.0f} s, "
        f"{len(list(corpus.iterdir()))} inputs kept, {len(new)} found"
    )
    print(line, flush=True)
    for path in new:
        print(f"  {path}", flush=True)
    return run, len(new)


def processor_seconds(process: int) -> float:
    """How long a process has had the processor; nothing once it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except (OSError, ValueError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_words(name: str, seeds: list[bytes], folder: Path) -> None:
    """The words that stand in the seeds, for the fuzzer to put elsewhere."""
    text = b" ".join(seeds)
    words = sorted({word.decode() for word in re.findall(rb"[a-z][a-z0-9_-]{2,30}", text)})[:1500]
    lines = [f'"{word}"\n' for word in words]
    (folder / f"{name}.words").write_text("".join(lines), encoding="ascii")


def fuzz(name: str, folder: Path) -> None:
    """Run the fuzzer in this process, until it is interrupted."""
    import atheris

    with atheris.instrument_imports(include=list(INSTRUMENTED), enable_loader_override=False):
        target = target_named(name)
        for seed in target.seeds():
            target.attempt(seed)  # so that what is imported late is instrumented too

    executions, told = 0, 0.0

    def attempt(data: bytes) -> None:
        nonlocal executions, told
        executions += 1
        if time.process_time() > told + 2:
            # The fuzzer's own count comes seldom, and not at all in the end when it is interrupted.
            told = time.process_time()
            print(f"{EXECUTED} {executions}", flush=True)
        target.attempt(data)

    arguments = [
        sys.argv[0],
        str(folder / name),
        f"-max_len={target.most}",
        f"-rss_limit_mb={MOST_MEMORY}",
        f"-timeout={MOST_SECONDS}",
        f"-artifact_prefix={folder / (name + '-found')}{os.sep}",
        f"-dict={folder / name}.words",
        "-len_control=0",
        "-reload=0",
    ]

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        if (
            target.mutate is not None
            and chance.random() < WELL_FORMED
            and len(made := target.mutate(data, chance)) <= most
        ):
            return made
        changed: bytes = atheris.Mutate(data, most)
        return changed

    if target.mutate is None:
        atheris.Setup(arguments, attempt)
    else:
        atheris.Setup(arguments, attempt, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
