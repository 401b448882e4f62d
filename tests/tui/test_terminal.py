from __future__ import annotations

import os
import pty
import subprocess
import sys
from threading import Thread

import pytest

from tui.terminal import SIGNS, columns_of


def terminal(report: bytes, wide: int) -> tuple[int, bytes]:
    """Ask a terminal that answers so; what was made of it, and what the terminal was sent."""
    outside, inside = pty.openpty()
    seen = b""

    def answer() -> None:
        nonlocal seen
        while b"\x1b[6n" not in seen:
            seen += os.read(outside, 1024)
        os.write(outside, report)

    thread = Thread(target=answer)
    thread.start()
    try:
        columns = columns_of(SIGNS, inside, inside, patience=wide)
        thread.join()
        while not seen.endswith(b"\r\x1b[K"):
            seen += os.read(outside, 1024)
        return -1 if columns is None else columns, seen
    finally:
        os.close(outside)
        os.close(inside)


@pytest.mark.parametrize("columns", [len(SIGNS), 2 * len(SIGNS)])
def test_the_terminal_says_how_wide_it_draws_the_signs(columns: int) -> None:
    said, seen = terminal(f"\x1b[7;{columns + 1}R".encode(), 20)
    assert said == columns
    assert SIGNS.encode() in seen
    assert seen.endswith(b"\r\x1b[K"), "it is taken away again"


def test_keys_pressed_meanwhile_do_not_confuse_it_and_silence_ends() -> None:
    assert terminal(b"q\x1b[A\x1b[1;9R", 20)[0] == 8
    assert terminal(b"", 0)[0] == -1


@pytest.mark.parametrize(
    ("name", "wanted"), [("vt100", ["1"]), ("vt220", ["1"]), ("xterm-256color", []), ("linux", []), ("nonsense", [])]
)
def test_no_colours_are_wanted_of_a_terminal_that_has_none(name: str, wanted: list[str]) -> None:
    """Each in a program of its own: what is known of a terminal is read once."""
    if wanted:
        curses = pytest.importorskip("curses")
        try:
            curses.setupterm(name, 1)
        except curses.error:
            pytest.skip(f"nothing is known here of the terminal {name}")
    program = f"""
import sys
from tui.terminal import heed_colours
found = {{"TERM": "{name}"}}
heed_colours(found)
print(*[value for key, value in found.items() if key == "NO_COLOR"])
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.split() == wanted
