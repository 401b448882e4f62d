"""Makes docs/screenshot.svg: a real position in the middle of a practice game, as the program draws it.

Both sides are played by the bot named `steady` until the person's side is in a battle; equal seeds give equal pictures.

    python scripts/make_screenshot.py [SEED]
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.hidden import Seat  # noqa: E402
from engine.sekigahara.bots import bot  # noqa: E402
from engine.sekigahara.components import TOKUGAWA  # noqa: E402
from engine.sekigahara.legal import legal_choices  # noqa: E402
from tui.app import SekigaharaApp  # noqa: E402
from tui.glyphs import UNICODE  # noqa: E402
from tui.practice import LocalPort, practice  # noqa: E402
from tui.screens.game import GameScreen  # noqa: E402
from tui.widgets.board_view import MapView  # noqa: E402

SIZE = (200, 60)
SEED = 3
WEEK = 2
DEPLOYED, CHOICES = 3, 4
"""How many blocks are to have been deployed, and how much there is to choose from: a battle in full swing."""


def in_battle(seat: Seat, seed: int) -> LocalPort:
    """A practice game that has come to a deployment of `seat`, some blocks being deployed already."""
    player = bot("steady", Random(seed))
    port = practice(seat, bot("steady", Random(seed + 1)), seed, own_name="Ieyasu", opponent_name="Mitsunari")
    while True:
        situation = port.situation()
        state = situation.state
        if state is None or situation.to_decide is None:
            raise SystemExit(f"with seed {seed} the game ends before there is a battle to show; try another seed")
        combat = state.combat
        if situation.to_decide == "deploy" and combat is not None and state.week >= WEEK:
            choices = len(legal_choices(state, seat, situation.faces))
            if len(combat.deployed) >= DEPLOYED and choices >= CHOICES:
                return port
        port.act(player.choose(state, seat, situation.faces))


async def picture(port: LocalPort) -> str:
    """The screen as SVG."""
    app = SekigaharaApp(port, UNICODE)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        state = port.situation().state
        assert state is not None
        assert state.combat is not None
        screen = app.screen
        assert isinstance(screen, GameScreen)
        screen.query_one("#map", MapView).cursor = state.combat.place
        await pilot.pause()
        await pilot.pause()
        return without_addresses(app.export_screenshot(title="Sekigahara"))


def without_addresses(svg: str) -> str:
    """The picture without the fonts that it would have a browser fetch; any monospaced font does."""
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "Fira Code, DejaVu Sans Mono")


def main() -> None:
    """Write the picture."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    svg = asyncio.run(picture(in_battle(TOKUGAWA, seed)))
    target = ROOT / "docs" / "screenshot.svg"
    target.write_text(svg, encoding="utf-8")
    print(f"{target} written, {len(svg)} characters")


if __name__ == "__main__":
    main()
