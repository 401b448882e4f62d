"""What the screen costs, beside a bare Textual application: a move of the cursor, a repaint, the first frame.

    python -m benchmarks.bench_screen [--size 160x48 ...] [--game samurai] [--rounds 5]

The bare application has one widget that draws lines of the same cells as the map has, and marks one place in them. All
is processor time, measured in turns, and the median of the rounds; beside it stands the ratio in calls of functions,
which is the same on a busy machine. The first frame is what a process in a terminal of
its own has cost when the first thing can be read there, with the time that has passed until then; both programs have
their bytecode, as what is installed has.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import os
import pty
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from engine.games import GAMES, GameKind, game_kind
from engine.hidden import SEATS
from engine.open_table import SeededChance
from engine.random_bot import RandomBot
from tui.app import make_app
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.practice import PracticePort
from tui.screens.game import GameScreen
from tui.terminal import SIGNS
from tui.theme import Theme
from tui.widgets.board_view import BoardView

MOVES = 30
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("here I am")
Bare().run()
"""


WHERE = b"\x1b[6n"
"""Asks a terminal where its cursor is."""


class Cost(NamedTuple):
    """Milliseconds of processor time, and calls of functions, which do not depend on what else the machine does."""

    time: float
    calls: float


Found: TypeAlias = dict[str, list[tuple[Cost, Cost]]]
"""A cursor move and a repaint, of each round, by what was measured."""


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


def port(kind: GameKind) -> PracticePort[Any, Any]:
    """A new game."""
    game = kind.make({})
    return PracticePort(game, SEATS[0], RandomBot(game, Random(1)), SeededChance(1))


def board(kind: GameKind) -> BoardView:
    """The map alone, still empty."""
    interface = interface_of(kind.make({}), UNICODE)
    return BoardView(interface.board, Theme(UNICODE, interface.styles))


async def painted(widget: Widget) -> None:
    """Wait until what has changed is on the screen."""
    done = asyncio.Event()
    widget.call_after_refresh(done.set)
    await done.wait()


async def cost(widget: Widget, change: Callable[[], object]) -> Cost:
    """What a change costs with all that follows from it."""
    for _ in range(3):
        change()
        await painted(widget)
    # A collection of the whole program's objects falls into one measurement and not into the next.
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        for _ in range(MOVES):
            change()
            await painted(widget)
        spent = time.process_time() - began
    finally:
        gc.enable()
    with cProfile.Profile() as profile:
        for _ in range(MOVES):
            change()
            await painted(widget)
    calls = sum(each.callcount for each in profile.getstats())
    return Cost(spent / MOVES * 1000, calls / MOVES)


def walk(view: BoardView) -> Callable[[], None]:
    """The cursor to and fro."""
    steps = iter(range(10**6))
    return lambda: view.action_step(1 if next(steps) // 8 % 2 else -1, 0)


async def measure(kind: GameKind, size: tuple[int, int], found: Found) -> None:
    """A cursor move and a repaint of each, once, into `found` by name."""
    view = board(kind)
    async with Alone(view).run_test(size=size) as pilot:
        shown = port(kind).situation().view
        assert shown is not None
        view.show(shown)
        await pilot.pause()
        lines = [Strip(list(view.render_line(y))) for y in range(size[1])]
        found["map alone"].append((await cost(view, walk(view)), await cost(view, view.refresh)))
    bare = BareLines(lines)
    async with Alone(bare).run_test(size=size) as pilot:
        await pilot.pause()
        found["bare"].append((await cost(bare, bare.move), await cost(bare, bare.refresh)))
    app = make_app(port(kind), UNICODE)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        view = app.screen.board_view
        view.focus()
        await pilot.pause()
        found["game's screen"].append((await cost(view, walk(view)), await cost(view, view.refresh)))


def first_frame(command: list[str], text: bytes, size: tuple[int, ...], folder: str) -> tuple[float, float]:
    """Milliseconds of processor time, and those that pass, until `text` can be read in a terminal with `command`."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS=str(size[0]), LINES=str(size[1]), SEKIGAHARA_HOME=folder)
        os.environ.update(PYTHONPYCACHEPREFIX=folder)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.execvp(command[0], command)
    read = b""
    asked = 0
    while text not in read:
        read += os.read(terminal, 65536)
        if read.count(WHERE) > asked:  # a terminal says where its cursor is
            asked += 1
            os.write(terminal, b"\x1b[1;%dR" % (len(SIGNS) + 1))
    passed = time.perf_counter() - began
    os.kill(process, 9)
    usage = os.wait4(process, 0)[2]
    os.close(terminal)
    return (usage.ru_utime + usage.ru_stime) * 1000, passed * 1000


def print_moves(found: Found) -> None:
    """A line for each of the three, with how many times the bare widget's it is, round by round."""
    for name, figures in found.items():
        told = []
        for part, title in enumerate(("cursor move", "repaint")):
            pairs = [(figure[part], bare[part]) for figure, bare in zip(figures, found["bare"], strict=True)]
            spent = median([ours.time for ours, _ in pairs])
            times = median([ours.time / theirs.time for ours, theirs in pairs])
            calls = median([ours.calls / theirs.calls for ours, theirs in pairs])
            told.append(f"{title} {spent:6.2f} ({times:4.2f}; {calls:4.2f} in calls)")
        print(f"  {name:<14} {'   '.join(told)}")


def main() -> None:
    """Print the figures and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", default=["160x48"], help="columns and rows of the terminal")
    parser.add_argument("--game", default=GAMES[0].name, choices=[kind.name for kind in GAMES])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    kind = game_kind(options.game)
    sizes = [tuple(map(int, text.split("x"))) for text in options.size]
    for width, height in sizes:
        found: Found = {"bare": [], "map alone": [], "game's screen": []}
        for _ in range(options.rounds):
            asyncio.run(measure(kind, (width, height), found))
        print(f"{kind.name}, {width}x{height}, milliseconds of processor time, and times the bare widget's")
        print_moves(found)
    commands = {
        "bare": ([sys.executable, "-c", BARE], b"here"),
        "solo": ([sys.executable, "-m", "tui.cli", "solo", "--game", kind.name, "--bot", "random"], b"made ready"),
        "menu": ([sys.executable, "-m", "tui.cli"], b"The tutorial"),
    }
    frames: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    with TemporaryDirectory() as folder:
        for number in range(options.rounds + 1):
            for name, (command, shown) in commands.items():
                figures = first_frame(command, shown, sizes[-1], f"{folder}/{name}")
                if number:  # the first makes the bytecode
                    frames[name].append(figures)
                (Path(folder) / name / "tutorial.json").unlink(missing_ok=True)
    print("first frame, milliseconds of processor time, and times the bare application's; milliseconds that pass")
    for name, pairs in frames.items():
        cpu, passed = [median([pair[part] for pair in pairs]) for part in range(2)]
        times = median([pair[0] / bare[0] for pair, bare in zip(pairs, frames["bare"], strict=True)])
        print(f"  {name:<5} {cpu:5.0f} ({times:4.2f})   {passed:5.0f}")


if __name__ == "__main__":
    main()
