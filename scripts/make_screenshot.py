"""Makes the pictures in `docs/`: real positions in the middle of practice games, as the program draws them.

Both sides are played by the bot named `steady`: of Sekigahara until the person's side is on the march, of Samurai until
many tiles lie and one is to be laid. Equal seeds, equal pictures.

    python scripts/make_screenshot.py [SEED]
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.hidden import SEATS, Seat, View  # noqa: E402
from engine.open_table import SeededChance  # noqa: E402
from engine.samurai import SAMURAI  # noqa: E402
from engine.samurai import bots as samurai_bots  # noqa: E402
from engine.samurai.chapters.chapter_3_turn import TurnDue  # noqa: E402
from engine.sekigahara import SEKIGAHARA, Answer  # noqa: E402
from engine.sekigahara.bots import make_bot  # noqa: E402
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue  # noqa: E402
from engine.sekigahara.chapters.chapter_7_3_routes import march_sources  # noqa: E402
from engine.sekigahara.components import TOKUGAWA  # noqa: E402
from engine.sekigahara.state import State  # noqa: E402
from tui.app import make_app  # noqa: E402
from tui.exports.picture import without_addresses  # noqa: E402
from tui.glyphs import UNICODE  # noqa: E402
from tui.practice import PracticePort  # noqa: E402
from tui.screens.game import GameScreen  # noqa: E402

SIZES = {"screenshot": (160, 48), "screenshot-80x24": (80, 24)}
"""The pictures in `docs/`, by name, with columns and rows."""
SEED = 3
WEEK = 2
STACKS = 5
"""From how many stacks there is to be a march to choose: a campaign in full swing."""
SAMURAI_SIZE = (120, 36)
TURNS = 7
"""The turn of the person's side in which Samurai is shown."""

Port: TypeAlias = PracticePort[State, Answer]


def on_the_march(seat: Seat, seed: int) -> Port:
    """A practice game that has come to a choice of marches."""
    player, opponent = [make_bot(SEKIGAHARA, "steady", Random(seed + number)) for number in range(2)]
    port: Port = PracticePort(
        SEKIGAHARA, seat, opponent, SeededChance(seed), own_name="Ieyasu", opponent_name="Mitsunari"
    )
    while True:
        situation = port.situation()
        view = situation.view
        if view is None or situation.question is None:
            raise SystemExit(f"with seed {seed} the game ends before there is a march to show; try another seed")
        if isinstance(situation.question, MovementDue) and in_full_swing(view):
            return port
        port.act(player.choose(view))


def in_full_swing(view: View[State]) -> bool:
    """Whether there is enough to be seen."""
    return view.state.week >= WEEK and len(list(march_sources(view))) >= STACKS


async def picture(port: Port, size: tuple[int, int]) -> str:
    """The screen as SVG, while a march of the largest stack is chosen."""
    app = make_app(port, UNICODE, grace=0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        view = port.situation().view
        assert view is not None
        source = max(march_sources(view), key=lambda source: len(source.blocks))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        screen.board_view.focus()
        screen.board_view.cursor = source.location
        await pilot.pause()
        screen.panel.pick_spot(source.location)
        await pilot.pause()
        reach = [row.spot for row in screen.panel.rows if row.path]
        screen.board_view.cursor = next(spot for spot in reach[::-1] if spot is not None)
        await pilot.pause(1)
        return without_addresses(app.export_screenshot(title="Sekigahara"))


def laying_a_tile(seat: Seat, seed: int) -> PracticePort[Any, Any]:
    """A practice game of Samurai that has come to the beginning of a turn."""
    player, opponent = [samurai_bots.make_bot(SAMURAI, "steady", Random(seed + number)) for number in range(2)]
    port: PracticePort[Any, Any] = PracticePort(
        SAMURAI, seat, opponent, SeededChance(seed), own_name="Ieyasu", opponent_name="Mitsunari"
    )
    turns = 0
    while turns < TURNS:
        situation = port.situation()
        question, view = situation.question, situation.view
        if view is None or question is None:
            raise SystemExit(f"with seed {seed} the game ends before turn {TURNS}; try another seed")
        turns += isinstance(question, TurnDue) and question.played == 0
        if turns < TURNS:
            port.act(player.choose(view))
    return port


async def picture_of_samurai(port: PracticePort[Any, Any], size: tuple[int, int]) -> str:
    """The screen as SVG, while it is chosen where the first tile of the hand goes."""
    app = make_app(port, UNICODE, grace=0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause(1)
        return without_addresses(app.export_screenshot(title="Samurai"))


def main() -> None:
    """Write the pictures."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    port = on_the_march(TOKUGAWA, seed)
    for name, size in SIZES.items():
        target = ROOT / "docs" / f"{name}.svg"
        target.write_text(asyncio.run(picture(port, size)), encoding="utf-8")
        print(f"{target} written, {target.stat().st_size} characters")
    target = ROOT / "docs" / "screenshot-samurai.svg"
    target.write_text(asyncio.run(picture_of_samurai(laying_a_tile(SEATS[0], seed), SAMURAI_SIZE)), encoding="utf-8")
    print(f"{target} written, {target.stat().st_size} characters")


if __name__ == "__main__":
    main()
