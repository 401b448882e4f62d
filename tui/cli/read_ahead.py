"""What takes long to read is read while something else is waited for, so that nobody waits for it afterwards."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from random import Random
from threading import Thread
from typing import Final

from tui.cli.catalogue import OFFERED

_SCREEN: Final = "tui.screens.game"
"""The screen of a game that is played."""
_BOT_PLAYER: Final = ("tui.cli.seats", "tui.cli.in_text")
"""What it takes to play as a bot, whichever game that is."""


def read_for_screen(game: str) -> None:
    """Read, in a thread of its own, the screen and what is shown of the game of that name, if that is known."""
    modules = (_SCREEN, f"tui.{game}.interface") if game else (_SCREEN,)
    Thread(target=_read, args=modules, daemon=True).start()


def read_for_bot(bot: str) -> None:
    """Read what it takes to play as a bot, and the first game that has one of that name: which it is, nobody knows."""
    _read(*_BOT_PLAYER)
    for kind in [kind for kind in OFFERED if bot in kind.bots][:1]:
        kind.bot(kind.make({}), bot, Random(0))


def _read(*modules: str) -> None:
    """Read modules. What is wrong with one is met by whoever needs it."""
    for module in modules:
        with suppress(ImportError):
            import_module(module)
