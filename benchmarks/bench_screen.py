"""What the screen costs, beside a bare Textual application: a move of the cursor, a repaint, the first frame.

    python -m benchmarks.bench_screen [--size 160x48]

The bare application has one widget that draws lines of the same cells as the map has, and marks one place in them. The
first two are processor time; the first frame is the time from the start of a process in a terminal of its own to the
first thing that can be read there, the best of several.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import sys
import time
from collections.abc import Callable
from random import Random

from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from engine.open_table import SeededChance
from engine.random_bot import RandomBot
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.state import State
from tui.app import make_app
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.practice import PracticePort
from tui.screens.game import GameScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView

MOVES = 60
STARTS = 5
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("here I am")
Bare().run()
"""


class BareLines(ScrollView, can_focus=True):
    """Draws the lines it is given, and one place in another style."""

    def __init__(self, lines: list[Strip]) -> None:
        super().__init__()
        self.lines = lines
        self.place = 0
        self.mark = Style.parse("bold reverse")
        self.virtual_size = Size(lines[0].cell_length, len(lines))

    def render_line(self, y: int) -> Strip:
        """See `ScrollView.render_line`."""
        strip = self.lines[y] if y < len(self.lines) else Strip.blank(self.size.width)
        if y == self.place:
            marked = Strip(list(strip.crop(10, 22).apply_style(self.mark)))
            return Strip.join([strip.crop(0, 10), marked, strip.crop(22, strip.cell_length)])
        return strip

    def move(self) -> None:
        """Mark the next line."""
        old, self.place = self.place, (self.place + 1) % len(self.lines)
        self.refresh(Region(10, old, 12, 1), Region(10, self.place, 12, 1))


class Alone(App[None]):
    """An application with one widget."""

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget

    def compose(self) -> ComposeResult:
        """The widget."""
        yield self.widget


def port() -> PracticePort[State, Answer]:
    """A new game."""
    return PracticePort(SEKIGAHARA, TOKUGAWA, RandomBot(SEKIGAHARA, Random(1)), SeededChance(1))


def board() -> BoardView:
    """The map alone, still empty."""
    interface = interface_of(SEKIGAHARA, UNICODE)
    return BoardView(interface.board, Theme(UNICODE, interface.styles))


async def painted(widget: Widget) -> None:
    """Wait until what has changed is on the screen."""
    done = asyncio.Event()
    widget.call_after_refresh(done.set)
    await done.wait()


async def cost(widget: Widget, change: Callable[[], object]) -> float:
    """Milliseconds of processor time for a change and all that follows from it."""
    for _ in range(10):
        change()
        await painted(widget)
    await asyncio.sleep(0.2)
    began = time.process_time()
    for _ in range(MOVES):
        change()
        await painted(widget)
    await asyncio.sleep(0.2)
    return (time.process_time() - began) / MOVES * 1000


def walk(view: BoardView) -> Callable[[], None]:
    """The cursor to and fro."""
    steps = iter(range(10**6))
    return lambda: view.action_step(1 if next(steps) // 8 % 2 else -1, 0)


async def measure(width: int, height: int) -> dict[str, tuple[float, float]]:
    """A cursor move and a repaint of each, by name."""
    found = {}
    view = board()
    async with Alone(view).run_test(size=(width, height)) as pilot:
        shown = port().situation().view
        assert shown is not None
        view.show(shown)
        await pilot.pause()
        lines = [Strip(list(view.render_line(y))) for y in range(height)]
        found["map alone"] = await cost(view, walk(view)), await cost(view, view.refresh)
    bare = BareLines(lines)
    async with Alone(bare).run_test(size=(width, height)) as pilot:
        await pilot.pause()
        found["bare"] = await cost(bare, bare.move), await cost(bare, bare.refresh)
    app = make_app(port(), UNICODE)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        view = app.screen.board_view
        view.focus()
        await pilot.pause()
        found["game's screen"] = await cost(view, walk(view)), await cost(view, view.refresh)
    return found


def first_frame(command: list[str], text: bytes, width: int, height: int) -> float:
    """Milliseconds until `text` can be read in a terminal in which `command` was started."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS=str(width), LINES=str(height))
        os.execvp(command[0], command)
    read = b""
    try:
        while text not in read:
            read += os.read(terminal, 65536)
        return (time.perf_counter() - began) * 1000
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)


def main() -> None:
    """Print the figures and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="160x48", help="columns and rows of the terminal")
    width, height = [int(part) for part in parser.parse_args().size.split("x")]
    found = asyncio.run(measure(width, height))
    bare_move, bare_paint = found["bare"]
    print(f"{width}x{height}, milliseconds of processor time, and times the bare widget's")
    for name, (move, paint) in found.items():
        print(
            f"  {name:<14} cursor move {move:6.2f} ({move / bare_move:4.1f})   "
            f"repaint {paint:6.2f} ({paint / bare_paint:4.1f})"
        )
    ours = [sys.executable, "-m", "tui.cli", "solo", "--bot", "random"]
    bare_start, start = [
        min([first_frame(command, text, width, height) for _ in range(STARTS)])
        for command, text in (([sys.executable, "-c", BARE], b"here"), (ours, b"leave"))
    ]
    print(f"  first frame: bare {bare_start:.0f} ms, solo {start:.0f} ms ({start / bare_start:.2f})")


if __name__ == "__main__":
    main()
