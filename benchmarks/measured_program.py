"""A `sekigahara` command that says at its end what it has used, with proofs or without any: for bench_loopback.

python -m benchmarks.measured_program with-proofs|without-proofs ARGUMENTS
"""

from __future__ import annotations

import resource
import sys

from benchmarks.without_proofs import no_proofs
from tui.cli import main

if __name__ == "__main__":
    how, *arguments = sys.argv[1:]
    if how == "without-proofs":
        with no_proofs():
            status = main(arguments)
    else:
        status = main(arguments)
    used = resource.getrusage(resource.RUSAGE_SELF)
    kilobytes = used.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    print(f"used: {round(1000 * (used.ru_utime + used.ru_stime))} ms, {kilobytes} kB", file=sys.stderr, flush=True)
    sys.exit(status)
