"""The files of a home: each of them, damaged in any way, while the others are whole."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from p2p.game_runner import GameRunner, open_table
from p2p.known_nodes import with_known_nodes
from p2p.new_games import new_hosted_game
from p2p.reach.invitation import make_invitation
from p2p.reach.plan import ReachMemory
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import HERE_ONLY, About
from p2p.store.players import known_players, recognise
from protocol.errors import FairTableError
from protocol.record import frame_entry
from protocol.roles import Role
from tests.fuzz.games import entries, played
from tests.fuzz.target import Target, number_and_rest
from tests.fuzz.targets import proof
from tests.p2p.fake_file_system import FakeFileSystem
from tui.cli import games as games_command
from tui.cli.offered import game_named
from tui.cli.progress import ProgressKeeper
from tui.network_words import error_words

HOME = Path("/home/somebody")
_FEW = 30
FILES = (
    "games/host/about.json",
    "games/host/progress.json",
    "games/host/secrets",
    "games/host/remembered",
    "games/host/record",
    "games/host/reach",
    "games/host/checked",
    "games/host/proof",
    "games/joiner/about.json",
    "games.index",
    "nodes",
    "identity.pem",
    "person.key",
)


@cache
def whole_home() -> dict[Path, bytes]:
    """A home with two games, one hosted and one joined, and a file of every kind."""
    disk = FakeFileSystem()
    data = DataFolder(HOME, disk)
    data.make_person_key()
    game = played().pair.game
    made = new_hosted_game(data, game, HERE_ONLY, name="Ieyasu", side="first", bot="random")
    about = made.about()
    made.delete()
    invite = make_invitation([], about.fingerprint, about.secret, letter_box=True).token()
    about = msgspec.structs.replace(about, invite=invite, joiner=bytes(32))
    for role in Role:
        folder = data.folder(("host", "joiner")[role])
        disk.make_folder(folder.path)
        own = played().pair.secrets[role]
        folder.save_secrets(own.seed + own.signing_key)
        folder.save_about(
            about
            if role is Role.HOST
            else About(
                role="joiner", name="Mitsunari", invite=invite, key=bytes(32), game=game.name, admission="admitted"
            )
        )
        disk.replace(folder.record_path, b"".join(map(frame_entry, entries()[:_FEW])))
        folder.save_remembered(played().pair.disks[role].remembered[-1])
        table, close = open_table(game, folder)
        keeper = ProgressKeeper(folder)
        keeper.attach(Session(table, _never))
        keeper.conclude()
        close()
    host = data.folder("host")
    host.save_reach(msgspec.msgpack.encode(ReachMemory()))
    host.save_proof(next(iter(proof.seeds())))
    data.write_nodes(msgspec.msgpack.encode([("192.0.2.7", 6881), ("2001:db8::7", 6881)]))
    games_command.games_in(data)
    return {path: bytes(content) for path, content in disk.files.items()}


async def _never() -> Any:
    raise AssertionError("nobody connects")


def seeds() -> Iterable[bytes]:
    """A byte for the file, and its contents."""
    for number, name in enumerate(FILES):
        yield bytes([number]) + whole_home()[HOME / name]


def attempt(data: bytes) -> bool:
    """Whatever a file holds: the lists tell of every game, and whoever goes on with one is told in a sentence."""
    number, content = number_and_rest(data)
    disk = FakeFileSystem()
    disk.files = {path: bytearray(known) for path, known in whole_home().items()}
    disk.durable = dict(whole_home())
    for name in FILES:
        disk.make_folder((HOME / name).parent)
    changed = HOME / FILES[number % len(FILES)]
    disk.replace(changed, content)
    if changed.suffix == ".json":
        del disk.files[HOME / "games.index"]
    home = DataFolder(HOME, disk)
    listed = games_command.games_in(home)
    assert [game.name for game in listed] == ["host", "joiner"] or {game.name for game in listed} == {"host", "joiner"}
    lines = games_command.table_of_games(listed)
    assert all(line.isprintable() for line in lines), lines
    json.dumps([games_command._row(home, game) for game in listed])
    known_players(listed, 1e12)
    recognise(listed, "host", "Mitsunari", "")
    steps: list[Callable[[], object]] = [home.certificate, home.person_key]
    for game in listed:
        # A game none of whose files were changed goes on as it always did: what may have harmed it is shared.
        if changed.parent.name in (game.name, HOME.name):
            steps += [_resume(home, game.name), _reach(home, game.name)]
    went_well = [_said(step) for step in steps]
    return all(went_well)


def _said(step: Callable[[], object]) -> bool:
    """Whether the step went well; else it was told in a sentence."""
    try:
        step()
    except FairTableError as error:
        sentence = error_words(error)
        assert sentence
        return False
    return True


def _resume(home: DataFolder, name: str) -> Callable[[], None]:
    def resume() -> None:
        folder = home.folder(name)
        about = folder.about()
        try:
            game = game_named(about.game, about.settings)
        except LookupError:
            return
        with folder.playing(), contextlib.redirect_stdout(io.StringIO()):
            table, close = open_table(game, folder)
            keeper = ProgressKeeper(folder, home)
            keeper.attach(Session(table, _never))
            keeper.conclude()
            keeper.result()
            close()

    return resume


def _reach(home: DataFolder, name: str) -> Callable[[], None]:
    def reach() -> None:
        folder = home.folder(name)
        runner: GameRunner[Any, Any] = GameRunner(game_named, home, folder, lambda session: None)
        about = folder.about()
        with_known_nodes(runner.tools, home)
        runner._memory()
        if about.role == "joiner":
            runner._invitation(about)

    return reach


def worst() -> Iterable[bytes]:
    """Each file very long, deep, or full of small things."""
    whole = whole_home()
    for number, name in enumerate(FILES):
        kind = bytes([number])
        content = whole[HOME / name]
        yield kind + content
        yield kind + bytes(1_000_000)
        yield kind + b"[" * 1_000_000
        yield kind + b"\x91" * 1_000_000
        yield kind + b"\xdd\xff\xff\xff\xff" + b"\xc0" * 100_000
        yield kind + content * (1_000_000 // len(content))
        yield kind + content[:-1]


TARGET = Target(seeds, attempt, 20_000, worst)
