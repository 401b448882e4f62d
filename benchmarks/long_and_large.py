"""A home with 10,000 games and a game of 20,000 entries: how long it takes to list the one and to resume the other.

    python -m benchmarks.long_and_large

The games of the home are copies of one that is played to its end first (Samurai, random bot). The long game is one of
the tests' toy game, in which nobody bids and everybody passes: no game of ours is so long. Each figure is the
processor's seconds, the best of three goes; the time by the clock is beside it, which depends on what else runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.two_programs import ROOT
from p2p.game_runner import open_table
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, GameFolder
from protocol.record import frame_entry
from protocol.roles import Role
from tests.protocol.pair import Pair
from tests.toy_game import Bid, BidQuestion, Pass, ToyGame
from tests.whole_games.played import Case, whole_game
from tui.cli.games import games_in

GAMES = 10_000
ENTRIES = 20_000


def main() -> int:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(prefix="large-") as name:
        home = Path(name)
        data = DataFolder(home / "large", LocalFileSystem())
        many_games(data)
        environment = os.environ | {"SEKIGAHARA_HOME": str(data.path), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "tui.cli", "games"]
        report(f"`games` with {GAMES} games, the first time", lambda: children(command, environment), goes=1)
        report("the same again", lambda: children(command, environment))
        report("the same with all of them listed", lambda: children([*command, "--all"], environment))
        folder, game = long_game(DataFolder(home / "long", LocalFileSystem()))

        def resume() -> None:
            _, close = open_table(game, folder)
            close()

        report(f"a game of {ENTRIES} entries is resumed", resume)
        (folder.path / "checked").unlink()
        report("the same without the note that it is checked", resume, goes=1)
    return 0


def report(what: str, do: Callable[[], float | None], goes: int = 3) -> None:
    """How long it takes."""
    found = []
    for _ in range(goes):
        processor, clock = time.process_time(), time.perf_counter()
        others = do() or 0.0
        found.append((time.process_time() - processor + others, time.perf_counter() - clock))
    print(f"{what}: {min(found)[0]:.2f} s of the processor, {min(found)[1]:.2f} s by the clock", flush=True)


def children(command: list[str], environment: dict[str, str]) -> float:
    """Run a command; the processor's seconds that it took."""
    before = os.times()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def many_games(data: DataFolder) -> None:
    """As many copies of one finished game, each in its folder."""
    pair = whole_game(Case("samurai", "random", 0)).pair
    made = data.new_game(About(role="host", name="Ieyasu", invite="", game="samurai", settings=pair.game.settings))
    own = pair.secrets[Role.HOST]
    made.save_secrets(own.seed + own.signing_key)
    made.record_path.write_bytes(b"".join(map(frame_entry, pair.host.entries)))
    games_in(data)  # writes down what the lists show of a game, as the program does while it is played
    for number in range(GAMES - 1):
        shutil.copytree(made.path, data.games_path / f"{number:08x}")
    for path in data.path.glob("games/*/*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    (data.path / "games.index").unlink(missing_ok=True)


def long_game(data: DataFolder) -> tuple[GameFolder, ToyGame]:
    """The folder of such a game, and the game."""
    game = ToyGame(copies=8, rounds=ENTRIES)
    pair = Pair(game)
    for table in pair.tables:
        table._common.trusting = True  # each would check what the other has just proven
    pair.host.begin()
    while pair.host.head.count < ENTRIES:
        pair.run()
        table = pair.tables[pair.deciders()[0]]
        table.act(Bid(None) if isinstance(table.asked(), BidQuestion) else Pass())
    folder = data.new_game(About(role="host", name="Mitsunari", invite="", game="toy", side="first"))
    own = pair.secrets[Role.HOST]
    folder.save_secrets(own.seed + own.signing_key)
    folder.record_path.write_bytes(b"".join(map(frame_entry, pair.disks[Role.HOST].entries)))
    if pair.disks[Role.HOST].remembered:
        folder.save_remembered(pair.disks[Role.HOST].remembered[-1])
    folder.save_checked(pair.host.mark())
    return folder, game


if __name__ == "__main__":
    sys.exit(main())
