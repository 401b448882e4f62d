"""What is read before there is anything to be seen: the rest is read while the player looks."""

from __future__ import annotations

import gc
import os
import pty
import sys
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet

from tui.dressed_app import GARBAGE_THRESHOLD, DressedApp
from tui.theme import TEXTUAL_THEMES, dress

HEAVY = {
    "trio": "the network",
    "cryptography": "the network",
    "rbcl": "the proofs",
    "msgpack": "the records",
    "segno": "the picture of an invite",
    "p2p.reach": "the network",
    "p2p.session": "the network",
    "p2p.wire": "the network",
    "protocol.table": "the chain",
    "engine.sekigahara": "a game that is not chosen yet",
    "engine.samurai": "a game that is not chosen yet",
    "tui.sekigahara.interface": "a game that is not chosen yet",
    "tui.samurai.interface": "a game that is not chosen yet",
    "tui.screens.game": "the screen of a game that has not begun",
    "tui.widgets.drawn_board": "the screen of a game that has not begun",
}
"""What takes long to read, and what it is for."""

PROGRAM = """
import os, sys
from tui.driver import TerminalDriver

def write(self, data, write=TerminalDriver.write):
    if sys.argv[1] in data:
        open(sys.argv[2], "w").write("\\n".join(sys.modules))
        os._exit(0)
    write(self, data)

TerminalDriver.write = write
from tui.cli import main
main(sys.argv[3:])
"""
"""Runs a command, and ends with a list of what is loaded when it is about to write the text."""


def loaded_when(text: str, folder: Path, *command: str) -> set[str]:
    """The modules that are loaded when `command`, in a terminal, is about to show `text`."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24", SEKIGAHARA_HOME=str(folder))
        os.execv(sys.executable, [sys.executable, "-c", PROGRAM, text, str(folder / "loaded"), *command])
    said = b""
    try:
        while True:
            said += os.read(terminal, 65536)
    except OSError:  # it has ended
        assert os.waitpid(process, 0)[1] == 0, said.decode(errors="replace")
    finally:
        os.close(terminal)
    return set((folder / "loaded").read_text().split())


@pytest.mark.parametrize(
    ("text", "command"),
    [("made ready", ["solo"]), ("made ready", ["solo", "--game", "samurai", "--bot", "random"]), ("The tutorial", [])],
    ids=["solo", "samurai", "menu"],
)
def test_nothing_heavy_is_read_before_the_first_frame(text: str, command: list[str], tmp_path: Path) -> None:
    loaded = loaded_when(text, tmp_path, *command)
    assert "textual.app" in loaded
    assert {name: why for name, why in HEAVY.items() if name in loaded} == {}
    assert command or "tui.games" not in loaded, "the menu shows nothing of a game"


@pytest.mark.asyncio
@pytest.mark.parametrize("palette", ["dark", "light", "contrast"])
async def test_the_stylesheet_is_read_once_in_the_palette_that_is_chosen(
    palette: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(Stylesheet, "reparse", lambda sheet, reparse=Stylesheet.reparse: read.append(reparse(sheet)))
    monkeypatch.setenv("SEKIGAHARA_THEME", palette)
    app = DressedApp[None]()
    async with app.run_test() as pilot:
        assert app.screen.styles.background == _ground_of(palette)
        assert not read
        for another in ("light", "dark"):
            monkeypatch.setenv("SEKIGAHARA_THEME", another)
            dress(app)
            await pilot.pause()
            assert app.screen.styles.background == _ground_of(another)


def test_garbage_is_sought_seldom_and_not_among_what_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is what one application leaves behind kept for good by the next one."""
    frozen: list[tuple[int, int, int]] = []
    monkeypatch.setattr(App, "run", lambda self: frozen.append(gc.get_threshold()))
    monkeypatch.setattr(gc, "get_freeze_count", lambda: len(frozen))
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append((0, 0, 0)))
    before = gc.get_threshold()
    try:
        for _ in range(2):
            DressedApp[None]().run()
    finally:
        gc.set_threshold(*before)
    assert frozen == [(0, 0, 0), GARBAGE_THRESHOLD, GARBAGE_THRESHOLD]


def _ground_of(palette: str) -> Color:
    return Color.parse(TEXTUAL_THEMES[palette].to_color_system().generate()["background"])
