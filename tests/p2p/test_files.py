"""Nothing that was acknowledged is lost, whatever step fails (threat 34)."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import StorageError
from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, GameFolder, Progress
from p2p.store.journal import Journal
from protocol.record import frame_entry, read_record
from tests.p2p.fake_file_system import FakeFileSystem

PATH = Path("/home/player/record")
items = st.lists(st.binary(max_size=40), max_size=8)


def whole_record(entries: Iterable[bytes]) -> bytes:
    """A record file."""
    return b"".join(map(frame_entry, entries))


@given(items, st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_what_was_acknowledged_survives_a_failure_at_any_step(
    wanted: list[bytes], after: int, torn: int, kept: int
) -> None:
    disk = FakeFileSystem(after=after, torn=torn)
    acknowledged: list[bytes] = []
    with contextlib.suppress(StorageError):
        journal = Journal(disk, PATH, 0, frame_entry)
        for item in wanted:
            journal.append(item)
            acknowledged.append(item)
    record = read_record(disk.power_cut(kept).read(PATH))
    found, size = list(record.entries), record.size
    assert found[: len(acknowledged)] == acknowledged
    # One more at most: written whole, never acknowledged because the sync failed.
    assert len(found) <= len(acknowledged) + 1
    assert found == wanted[: len(found)]

    again = disk.power_cut(kept)
    journal = Journal(again, PATH, size, frame_entry)
    journal.append(b"next")
    assert again.read(PATH) == whole_record([*found, b"next"])


def test_after_a_failure_nothing_is_appended_any_more() -> None:
    disk = FakeFileSystem(after=8)
    journal = Journal(disk, PATH, 0, frame_entry)
    journal.append(b"e")
    with pytest.raises(StorageError, match=r"record cannot be written: (No space|Input).*make room, then resume"):
        journal.append(b"entry")
    disk.after = None
    with pytest.raises(StorageError, match="could not be written before"):
        journal.append(b"entry")


def test_disk_full_at_opening() -> None:
    with pytest.raises(StorageError, match="cannot be cut"):
        Journal(FakeFileSystem(after=0), PATH, 0, frame_entry)


ABOUT = About(role="host", name="Ieyasu", invite="seki2abc", key=b"\x00\xff")


@pytest.mark.parametrize("real", [True, False])
def test_a_home_keeps_what_it_was_given(tmp_path: Path, real: bool) -> None:
    home = DataFolder(tmp_path / "a" / "b", LocalFileSystem() if real else FakeFileSystem())
    assert home.games() == []
    certificate = home.certificate()
    assert home.certificate() == certificate
    folder = home.new_game(ABOUT)
    assert [game.name for game in home.games()] == [folder.name]
    folder = home.game(folder.name[:3])
    assert folder.about() == ABOUT
    assert folder.secrets() is None
    folder.save_secrets(b"secret")
    assert folder.secrets() == b"secret"
    assert folder.progress() is None
    folder.save_progress(Progress(game_id="g", seat=1, opponent="Mitsunari", stage="week 2"))
    progress = folder.progress()
    assert progress is not None
    assert progress.stage == "week 2"
    assert folder.record() == b""
    assert folder.remembered() is None
    folder.save_remembered(b"one")
    folder.save_remembered(b"two")
    assert folder.remembered() == b"two"
    for entry in (b"first", b"second"):
        journal = folder.open_record(len(folder.record()))
        journal.append(entry)
        journal.close()
    assert read_record(folder.record()).entries == (b"first", b"second")
    journal = folder.open_record(len(folder.record()) - 3)
    journal.close()
    assert read_record(folder.record()[:-3]).entries == (b"first",)


def test_everything_is_the_owners_alone(tmp_path: Path) -> None:
    home = DataFolder(tmp_path / "home", LocalFileSystem())
    home.certificate()
    folder = home.new_game(ABOUT)
    folder.save_secrets(b"secret")
    folder.open_record(0).close()
    folder.save_remembered(b"choice")
    folder.save_proof(b"proof")
    with folder.playing():
        pass
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in home.path.rglob("*")}
    assert len(found) == 10
    assert {mode for path, mode in found.items() if path.is_file()} == {0o600}
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}


@pytest.mark.parametrize("real", [True, False])
def test_a_game_is_played_by_one_process_at_a_time(tmp_path: Path, real: bool) -> None:
    folder = DataFolder(tmp_path, LocalFileSystem() if real else FakeFileSystem()).new_game(ABOUT)
    with folder.playing(), pytest.raises(StorageError, match="played by another process"), folder.playing():
        pytest.fail("the lock was given twice")
    with folder.playing():
        pass


def test_damage_is_named(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder = home.new_game(ABOUT)
    (folder.path / "about.json").write_text("{}")
    with pytest.raises(StorageError, match=r"about.json is damaged \(Object missing required field"):
        folder.about()
    home.identity_path.write_text("nothing")
    with pytest.raises(StorageError, match=r"identity\.pem is damaged.*restore it from a copy, or move it away"):
        home.certificate()
    with pytest.raises(StorageError, match=rf"no game called 'zz'.*choose one of: {folder.name}"):
        home.game("zz")
    (folder.path / "record").mkdir()
    with pytest.raises(StorageError, match="record cannot be opened: Is a directory"):
        folder.open_record(0)


@given(st.integers(0, 3))
def test_a_full_disk_is_named_wherever_it_strikes(after: int) -> None:
    home = DataFolder(Path("/home/player"), FakeFileSystem(after=after))

    def begin() -> None:
        home.certificate()
        folder = home.new_game(ABOUT)
        folder.save_secrets(b"secret")
        folder.save_progress(Progress())

    with pytest.raises(StorageError, match="No space left on device"):
        begin()


def test_two_processes_hold_one_lock(tmp_path: Path) -> None:
    """The lock is between processes, not only within one: another file handle of the same file is refused too."""
    disk = LocalFileSystem()
    with disk.lock(tmp_path / "lock"), pytest.raises(BlockingIOError), disk.lock(tmp_path / "lock"):
        pytest.fail("the lock was given twice")


def test_the_home_is_where_the_environment_says(tmp_path: Path) -> None:
    assert open_data_folder("toy", {"TOY_HOME": str(tmp_path)}).path == tmp_path
    assert open_data_folder("toy", {}).path.name == "toy"
    assert isinstance(GameFolder(tmp_path, LocalFileSystem()), GameFolder)


def test_a_name_from_a_file_is_safe_to_print(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path, LocalFileSystem()).new_game(ABOUT)
    folder.save_about(About(role="host", name="\x1b[2JIeyasu\u202e", invite=""))
    folder.save_progress(Progress(stage="\x1b]0;title\x07week 2", result="\x9b1mwon", opponent="a\nb"))
    assert folder.about().name == "Ieyasu"
    assert folder.progress() == Progress(stage="week 2", result="won", opponent="a b")


@pytest.mark.parametrize(
    "kind",
    [serialization.BestAvailableEncryption(b"password"), serialization.NoEncryption()],
    ids=["locked", "mangled"],
)
def test_an_identity_that_cannot_be_read_is_named_with_advice(
    tmp_path: Path, kind: serialization.KeySerializationEncryption
) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    pem = home.certificate().pem
    key = serialization.load_pem_private_key(pem, password=None)
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, kind)
    certificate = pem[pem.index(b"-----BEGIN CERTIFICATE") :]
    home.identity_path.write_bytes(
        private + certificate if b"ENCRYPTED" in private else private + certificate.replace(b"M", b"N", 3)
    )
    with pytest.raises(StorageError, match=r"identity\.pem is damaged.*restore it from a copy") as caught:
        home.certificate()
    assert caught.value.facts["path"] == home.identity_path


def test_a_copy_of_the_record_is_the_owners_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "home", LocalFileSystem()).new_game(ABOUT)
    journal = folder.open_record(0)
    journal.append(b"entry")
    journal.close()
    for target in (tmp_path / "new", tmp_path / "old"):
        if target.name == "old":
            target.write_text("something that was longer than a record of one entry")
            target.chmod(0o644)
        folder.copy_record(target)
        assert target.read_bytes() == folder.record()
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with pytest.raises(StorageError, match="nowhere/record cannot be written: No such file"):
        folder.copy_record(tmp_path / "nowhere" / "record")


def test_a_game_is_deleted_with_all_that_is_in_it_but_not_while_it_is_played(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder = home.new_game(ABOUT)
    (folder.path / "opponent" / "games").mkdir(parents=True)
    folder.open_record(0).close()
    with folder.playing(), pytest.raises(StorageError, match="played by another process"):
        folder.delete()
    assert folder.about() == ABOUT
    folder.delete()
    assert home.games() == []
    assert not folder.path.exists()


@pytest.mark.parametrize("zeros", range(1, 77))
def test_an_end_of_zeros_is_dropped_wherever_it_begins(zeros: int) -> None:
    """Threat 34: after a power cut a file can be as long as it should be, with zeros where nothing was written."""
    whole = whole_record([b"first", b"a second entry of some length that is not written to its end"])
    data = whole[:-zeros] + bytes(zeros)
    if data == whole:
        return
    record = read_record(data)
    assert record.entries == (b"first",)[: len(record.entries)]
    assert record.size == len(whole_record(record.entries))
    assert record.torn == len(data) - record.size


def test_what_a_killed_program_was_writing_is_cleared_away(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path, LocalFileSystem()).new_game(ABOUT)
    left = folder.path / "progress.json.0123abcd.new"
    left.write_bytes(b"{")
    with folder.playing():
        assert not left.exists()
    assert folder.about().name == ABOUT.name


class Overtaken(LocalFileSystem):
    """A disk on which another program is a little faster: it makes what is looked for the first time just then."""

    def __init__(self, make: Callable[[DataFolder], object]) -> None:
        self._make = make
        self.made: object = None

    def read(self, path: Path) -> bytes:
        try:
            return super().read(path)
        except FileNotFoundError:
            if self.made is None:
                self.made = self._make(DataFolder(path.parent, LocalFileSystem()))
            raise


@pytest.mark.parametrize("make", [DataFolder.certificate, DataFolder.make_person_key])
def test_two_programs_that_begin_at_once_in_a_new_home_have_one_identity(
    tmp_path: Path, make: Callable[[DataFolder], object]
) -> None:
    disk = Overtaken(make)
    slower = DataFolder(tmp_path, disk)
    assert make(slower) == disk.made == make(slower)
