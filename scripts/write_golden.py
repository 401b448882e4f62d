#!/usr/bin/env python3
"""Writes the golden playthroughs in tests/engine/sekigahara/golden anew, after a change of rules that is meant.

Run from the top of the project: python scripts/write_golden.py [name ...]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.engine.sekigahara.playthroughs import FOLDER, GAMES, write


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="name", nargs="*", help=f"{', '.join(GAMES)}; all if none is named")
    names = parser.parse_args().names or list(GAMES)
    unknown = [name for name in names if name not in GAMES]
    if unknown:
        parser.error(f"there is no playthrough called {unknown[0]!r}; there are {', '.join(GAMES)}")
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        path = FOLDER / f"{name}.txt"
        text = write(name)
        path.write_text(text, encoding="utf-8")
        print(f"{path}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
