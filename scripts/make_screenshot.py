"""Makes docs/screenshot.svg: a real position in the middle of a practice game, as the program draws it.

Both sides are played by the bot named `steady` until the person's side is in a battle; equal seeds give equal pictures.

    python scripts/make_screenshot.py [SEED]
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.hidden import Seat, View  # noqa: E402
from engine.open_table import SeededChance  # noqa: E402
from engine.sekigahara import SEKIGAHARA, Answer  # noqa: E402
from engine.sekigahara.bots import make_bot  # noqa: E402
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue  # noqa: E402
from engine.sekigahara.components import TOKUGAWA  # noqa: E402
from engine.sekigahara.state import State  # noqa: E402
from tui.app import make_app  # noqa: E402
from tui.exports.picture import without_addresses  # noqa: E402
from tui.glyphs import UNICODE  # noqa: E402
from tui.practice import PracticePort  # noqa: E402
from tui.screens.game import GameScreen  # noqa: E402

SIZE = (200, 60)
SEED = 3
WEEK = 2
DEPLOYED, CHOICES = 3, 4
"""How many blocks are to have been deployed, and how much there is to choose from: a battle in full swing."""

Port: TypeAlias = PracticePort[State, Answer]


def in_battle(seat: Seat, seed: int) -> Port:
    """A practice game that has come to a deployment of `seat`, some blocks being deployed already."""
    player, opponent = [make_bot(SEKIGAHARA, "steady", Random(seed + number)) for number in range(2)]
    port: Port = PracticePort(
        SEKIGAHARA, seat, opponent, SeededChance(seed), own_name="Ieyasu", opponent_name="Mitsunari"
    )
    while True:
        situation = port.situation()
        view = situation.view
        if view is None or situation.question is None:
            raise SystemExit(f"with seed {seed} the game ends before there is a battle to show; try another seed")
        if isinstance(situation.question, DeploymentDue) and in_full_swing(view):
            return port
        port.act(player.choose(view))


def in_full_swing(view: View[State]) -> bool:
    """Whether there is enough to be seen of the battle."""
    state = view.state
    deployed = len(state.current_combat().deployed)
    return state.week >= WEEK and deployed >= DEPLOYED and len(SEKIGAHARA.options(view)) >= CHOICES


async def picture(port: Port) -> str:
    """The screen as SVG."""
    app = make_app(port, UNICODE)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        view = port.situation().view
        assert view is not None
        assert view.state.combat is not None
        screen = app.screen
        assert isinstance(screen, GameScreen)
        screen.board_view.cursor = view.state.combat.location
        await pilot.pause()
        await pilot.pause()
        return without_addresses(app.export_screenshot(title="Sekigahara"))


def main() -> None:
    """Write the picture."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    svg = asyncio.run(picture(in_battle(TOKUGAWA, seed)))
    target = ROOT / "docs" / "screenshot.svg"
    target.write_text(svg, encoding="utf-8")
    print(f"{target} written, {len(svg)} characters")


if __name__ == "__main__":
    main()
