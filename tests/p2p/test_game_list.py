"""The list of games: whole where some are damaged, quick where there are thousands."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from p2p.errors import StorageError
from p2p.new_games import joined_game, new_hosted_game
from p2p.progress import rebuild_progress
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, GameFolder, Progress, Ways
from p2p.store.game_list import EXPIRES_AFTER, delete_expired, expired_games, list_games
from protocol.record import frame_entry
from tests.p2p.hands import invite_to
from tests.p2p.paired_sessions import pair, play_both
from tests.toy_game import ToyGame

SETTINGS = (("copies", "2"), ("rounds", "2"))
HOSTED = About(role="host", name="Mitsunari", invite="x", game="toy", settings=SETTINGS, joiner=bytes(32))


def whole_record(entries: Iterable[bytes]) -> bytes:
    """A record file."""
    return b"".join(map(frame_entry, entries))


@pytest.fixture
def data(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path, LocalFileSystem())


def age(folder: GameFolder, seconds: float) -> None:
    """Make the files of a game older."""
    then = time.time() - seconds
    for file in folder.path.iterdir():
        os.utime(file, (then, then))


Damage = Callable[[GameFolder], Any]


def spoil(name: str, old: bytes, new: bytes) -> Damage:
    def damage(folder: GameFolder) -> None:
        file = folder.path / name
        assert old in file.read_bytes()
        file.write_bytes(file.read_bytes().replace(old, new))

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        spoil("about.json", b"Mitsunari", b"Mitsu\xf5nari"),
        spoil("about.json", b"{", b""),
        spoil("about.json", b'"tor"', b'"\x1b[31mport"'),
        lambda folder: (folder.path / "about.json").rename(folder.path / "record"),
    ],
)
def test_a_damaged_game_is_one_line_and_the_others_work(data: DataFolder, damage: Damage) -> None:
    good, bad = data.new_game(HOSTED), data.new_game(HOSTED)
    damage(bad)
    for _ in range(2):
        listed = {game.name: game for game in list_games(data)}
        assert listed.keys() == {good.name, bad.name}
        assert listed[good.name].damage == ""
        assert listed[good.name].can_go_on
        assert "about.json" in listed[bad.name].damage
        assert "\x1b" not in listed[bad.name].damage
        assert not listed[bad.name].can_go_on
    token = invite_to("a", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
    joined = joined_game(data, token, name="Ieyasu")
    assert joined_game(data, token, name="Ieyasu").path == joined.path
    with pytest.raises(StorageError):
        bad.about()


def test_host_and_joiner_call_a_game_alike_unless_they_play_from_one_folder(data: DataFolder, tmp_path: Path) -> None:
    hosted = new_hosted_game(data, ToyGame(), Ways(), name="Mitsunari", side="first")
    about = hosted.about()
    token = invite_to("127.0.0.1", port=4000, fingerprint=about.fingerprint, secret=about.secret).token()
    elsewhere = DataFolder(tmp_path / "elsewhere", LocalFileSystem())
    assert joined_game(elsewhere, token, name="Ieyasu").name == hosted.name
    assert joined_game(data, token, name="Ieyasu").name != hosted.name


def test_a_later_invite_of_the_same_game_leads_back_to_it(data: DataFolder) -> None:
    first = invite_to("a", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
    later = invite_to("b", port=2, fingerprint=bytes(32), secret=bytes(16)).token()
    other = invite_to("a", port=1, fingerprint=bytes(32), secret=bytes(range(16))).token()
    joined = joined_game(data, first, name="Ieyasu", ways=Ways(dht=False))
    again = joined_game(data, later, name="Ieyasu")
    assert again.path == joined.path
    assert (again.about().invite, again.about().ways) == (later, Ways(dht=False))
    assert joined_game(data, other, name="Ieyasu").path != joined.path


def tell(game: Any, state: Any, outcome: Any) -> tuple[str, str, dict[str, tuple[str, str]]]:
    return (
        "not begun" if state is None else f"round {state.round}",
        "" if outcome is None else f"seat {outcome.winner} won",
        {},
    )


def toy_named(name: str, settings: tuple[tuple[str, str], ...]) -> ToyGame:
    assert name == "toy"
    return ToyGame(rounds=int(dict(settings)["rounds"]))


@pytest.mark.trio
@pytest.mark.parametrize("spoilt", [b'{"seat": 2}', b'{"stage": "week \xf5"}', b"", None])
async def test_progress_is_rebuilt_from_the_record(
    data: DataFolder, autojump_clock: object, spoilt: bytes | None
) -> None:
    host, joiner = pair()
    await play_both(host, joiner)
    folder = data.new_game(HOSTED)
    folder.record_path.write_bytes(whole_record(host.store.entries))
    folder.save_progress(Progress(stage="round 9"))
    file = folder.path / "progress.json"
    if spoilt is None:
        file.unlink()
    else:
        file.write_bytes(spoilt)
    assert folder.progress() is None
    assert [game.progress for game in list_games(data)] == [Progress()]

    (game,) = list_games(data, lambda folder: rebuild_progress(folder, toy_named, tell))
    assert game.damage == ""
    assert game.progress.opponent == "Ieyasu"
    assert game.progress.seat == 0
    assert game.progress.stage == "round 2"
    assert game.progress.result.endswith("won")
    assert game.progress.finished
    assert folder.progress() == game.progress

    file.unlink()
    folder.record_path.write_bytes(folder.record_path.read_bytes()[:-60] + bytes(range(60)))
    (game,) = list_games(data, lambda folder: rebuild_progress(folder, toy_named, tell))
    assert "damaged" in game.damage


def test_what_a_program_died_in_making_is_no_game(data: DataFolder) -> None:
    """It was called a damaged game for ever."""
    kept, made, lost = (data.new_game(HOSTED) for _ in range(3))
    (made.path / "about.json").rename(made.path / "about.json.0123abcd.new")
    (lost.path / "about.json").unlink()
    (lost.path / "record").touch()
    assert {game.name: bool(game.damage) for game in list_games(data)} == {kept.name: False, lost.name: True}


def test_what_has_changed_is_read_again(data: DataFolder) -> None:
    folders = [data.new_game(HOSTED) for _ in range(3)]
    for folder in folders:
        folder.save_progress(Progress(stage="week 1"))
        age(folder, 100)
    assert [game.progress.stage for game in list_games(data)] == ["week 1"] * 3
    assert (data.path / "games.index").exists()
    folders[1].save_progress(Progress(stage="week 2"))
    assert [game.progress.stage for game in list_games(data)] == ["week 2", "week 1", "week 1"]
    folders[0].delete()
    assert {game.name for game in list_games(data)} == {folders[1].name, folders[2].name}
    for index in (b"", b"\xc1", b"\xff" * 100):
        (data.path / "games.index").write_bytes(index)
        assert len(list_games(data)) == 2


def test_a_game_that_nobody_came_to_expires(data: DataFolder) -> None:
    begun, waited, young = (
        data.new_game(HOSTED),
        *[data.new_game(About(role="host", name="Mitsunari", invite="x", game="toy")) for _ in range(2)],
    )
    for folder in (begun, waited):
        age(folder, EXPIRES_AFTER + 100)
    games = list_games(data)
    assert {game.name: game.begun for game in games} == {begun.name: True, waited.name: False, young.name: False}
    assert [game.name for game in expired_games(games, time.time())] == [waited.name]
    with waited.playing():
        assert delete_expired(data, time.time()) == []
    age(waited, EXPIRES_AFTER + 100)
    assert delete_expired(data, time.time()) == [waited.name]
    assert {game.name for game in list_games(data)} == {begun.name, young.name}


@pytest.mark.slow
def test_ten_thousand_games_are_listed_in_a_second(data: DataFolder) -> None:
    files = LocalFileSystem()
    files.make_folder(data.games_path)
    model = data.new_game(HOSTED)
    model.save_progress(Progress(stage="week 1", opponent="Ieyasu"))
    about, progress = ((model.path / name).read_bytes() for name in ("about.json", "progress.json"))
    for number in range(10_000):
        path = data.games_path / f"{number:08x}"
        path.mkdir()
        (path / "about.json").write_bytes(about)
        (path / "progress.json").write_bytes(progress)
        (path / "record").write_bytes(b"")
        for file in path.iterdir():
            os.utime(file, (number, number))
    taken: list[float] = []
    for _ in range(4):  # the first time there is no index
        begun = time.process_time()
        assert len(list_games(data)) == 10_001
        taken.append(time.process_time() - begun)
    assert min(taken[1:]) < 1, taken
