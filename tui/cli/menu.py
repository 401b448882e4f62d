"""`sekigahara` alone: the menu, and the command that comes of it, until the player leaves."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p.store.data_path import keeps_games
from tui.cli.catalogue import OFFERED
from tui.cli.checks import need_a_screen
from tui.cli.program import PROGRAM
from tui.go_on_app import GoOnApp
from tui.language import _, speak
from tui.menu_app import Kept, MenuApp
from tui.settings import apply_settings, language
from tui.tutorial.lessons import lesson_names
from tui.tutorial.progress import read_progress

if TYPE_CHECKING:
    from tui.advising import Review

SILENT: Final = frozenset({"rules", "replay", "settings", "tutorial"})
"""Commands after which there is nothing to be read before the menu comes back."""


def run_menu(carry_out: Callable[[Sequence[str]], int]) -> int:
    """Show the menu and carry out what is chosen, again and again. The exit status of the last command."""
    need_a_screen()
    status = 0
    while True:
        own = apply_settings()
        speak(language())
        progress = read_progress()
        taught = [kind.name for kind in OFFERED if lesson_names(kind.name)]
        # Whoever has played is none, whether or not the menu was ever seen.
        newcomer = not progress.offered and not keeps_games(PROGRAM)
        if newcomer:
            progress.offer()
        app = MenuApp(OFFERED, _kept, taught=taught, newcomer=newcomer, review_of=_review_of)
        command = app.run()
        if command is None:
            return status
        if command[0] == "audit":
            command = ["audit", _folder_of(command[1])]
        status = carry_out(command)
        for variable in own:  # another setting may have been chosen
            os.environ.pop(variable, None)
        if command[0] not in SILENT or status:
            wait_for_the_player()


def wait_for_the_player() -> None:
    """Leave what was printed in sight until a key is pressed or the line is clicked."""
    GoOnApp(_("Enter, or a click here: back to the menu")).run(inline=True)


def _kept() -> list[Kept]:
    from p2p.store.data_folder import open_data_folder
    from tui.cli.games import games_in, line_of_game

    data = open_data_folder(PROGRAM)
    return [
        Kept(
            game.name,
            line_of_game(game),
            game.can_go_on,
            data.folder(game.name).has_record() and not game.damage,
        )
        for game in games_in(data)
    ]


def _review_of(game: Kept) -> Review:
    def review(tell: Callable[[str], None]) -> Awaitable[str]:
        from tui.advising import review_in_asyncio

        return review_in_asyncio(Path(_folder_of(game.name)), tell)

    return review


def _folder_of(game: str) -> str:
    from p2p.store.data_folder import open_data_folder

    return str(open_data_folder(PROGRAM).folder(game).path)
