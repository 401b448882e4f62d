"""The files of one player: the identity, and a folder for each game (threats 31, 34).

    identity.pem                 the key and certificate that this player's invites pin
    games/NAME/about.json        role, names, invite, keys of the connection: what is needed to come back
    games/NAME/progress.json     for the list of games: opponent, week, result
    games/NAME/secrets           what this side plays with: keys and seed
    games/NAME/remembered        the last own sealed choice
    games/NAME/record            every entry, as it was sent and received
    games/NAME/proof             two entries that the opponent signed at one place, if it did
    games/NAME/lock              held while a process plays the game

All of it is for the owner's eyes alone (mode 0600 in folders of mode 0700): even the record holds, in its last entries,
what a running game keeps secret.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from p2p.errors import StorageError
from p2p.store.file_system import FileSystem, LocalFileSystem
from p2p.store.journal import Journal, reason
from p2p.wire.certificate import Certificate, make_certificate, read_certificate
from protocol.record import frame_entry

_NAME_BYTES: Final = 4
_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class About(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game folder's owner needs to come back to the game."""

    role: Literal["host", "joiner"]
    name: str
    """The player's own name."""
    invite: str
    """The token that led the two together, and leads them together again."""
    listen: str = ""
    """Host: the address to listen at."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Host: the port, as the invite says."""
    side: Literal["first", "second", "random"] = "random"
    """Host: the seat wished for."""
    joiner: bytes = b""
    """Host: the key that the invite is bound to, once somebody has used it."""
    key: bytes = b""
    """Joiner: the private key that proves it is the one who used the invite."""
    bot: str = ""
    """The bot that plays this seat; empty: a person."""
    opponent_bot: str = ""
    """Host: the bot that this program starts to play the other seat; empty: somebody else comes."""


class Progress(msgspec.Struct, kw_only=True):
    """What the list of games shows. Follows from the record; kept beside it because that is quicker to read."""

    game_id: str = ""
    seat: int = -1
    opponent: str = ""
    stage: str = ""
    """How far the game is, in the game's own words, such as `week 3`."""
    result: str = ""
    finished: bool = False


class GameFolder:
    """The files of one game."""

    def __init__(self, path: Path, disk: FileSystem) -> None:
        self.path = path
        self._disk = disk

    @property
    def name(self) -> str:
        """What the player calls the game by."""
        return self.path.name

    @property
    def record_path(self) -> Path:
        """The record, which `sekigahara audit` reads."""
        return self.path / "record"

    def about(self) -> About:
        """Raises StorageError."""
        return self._read_json("about.json", About)

    def save_about(self, about: About) -> None:
        """Raises StorageError."""
        self._replace("about.json", msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")

    def progress(self) -> Progress:
        """Raises StorageError if there is something that cannot be read; nothing yet is no error."""
        if "progress.json" not in self._names():
            return Progress()
        return self._read_json("progress.json", Progress)

    def save_progress(self, progress: Progress) -> None:
        """Raises StorageError."""
        self._replace("progress.json", msgspec.json.format(msgspec.json.encode(progress), indent=2) + b"\n")

    def secrets(self) -> bytes | None:
        """What `save_secrets` kept, None if the game has not come so far. Raises StorageError."""
        return self._read("secrets") if "secrets" in self._names() else None

    def save_secrets(self, data: bytes) -> None:
        """Raises StorageError."""
        self._replace("secrets", data)

    def record(self) -> bytes:
        """The record's bytes, none if it has not begun. Raises StorageError."""
        return self._read("record") if "record" in self._names() else b""

    def open_record(self, size: int) -> Journal:
        """The record, to append entries to after its first `size` bytes. Raises StorageError."""
        return Journal(self._disk, self.record_path, size, frame_entry)

    def remembered(self) -> bytes | None:
        """What `save_remembered` kept last, None if nothing. Raises StorageError."""
        return self._read("remembered") if "remembered" in self._names() else None

    def save_remembered(self, data: bytes) -> None:
        """Raises StorageError."""
        self._replace("remembered", data)

    def save_proof(self, data: bytes) -> None:
        """Keep a packed `protocol.proof.Equivocation`. Raises StorageError."""
        self._replace("proof", data)

    def discard(self) -> None:
        """Remove the folder of a game that has no entries. Raises StorageError."""
        if self.record():
            return
        try:
            self._disk.remove_folder(self.path)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be removed: {reason(error)}.") from error

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """Hold the game: two processes that played one seat would sign two different entries (threat 7).

        Raises StorageError if another process has it.
        """
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(self._disk.lock(self.path / "lock"))
            except BlockingIOError as error:
                problem = f"The game {self.name} is being played by another process: close that first."
                raise StorageError(problem) from error
            except OSError as error:
                raise StorageError(f"{self.path / 'lock'} cannot be held: {reason(error)}.") from error
            yield

    def _names(self) -> list[str]:
        try:
            return self._disk.names(self.path)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be read: {reason(error)}.") from error

    def _read(self, name: str) -> bytes:
        try:
            return self._disk.read(self.path / name)
        except OSError as error:
            raise StorageError(f"{self.path / name} cannot be read: {reason(error)}.") from error

    def _read_json(self, name: str, kind: type[_Struct]) -> _Struct:
        try:
            return msgspec.json.decode(self._read(name), type=kind)
        except msgspec.MsgspecError as error:
            raise StorageError(f"{self.path / name} is damaged ({error}).") from error

    def _replace(self, name: str, data: bytes) -> None:
        try:
            self._disk.replace(self.path / name, data)
        except OSError as error:
            raise StorageError(f"{self.path / name} cannot be written: {reason(error)}.") from error


class DataFolder:
    """A player's folder."""

    def __init__(self, path: Path, disk: FileSystem) -> None:
        self.path = path
        self._disk = disk

    @property
    def identity_path(self) -> Path:
        """Key and certificate, for the standard library's `ssl`, which reads them from a file."""
        return self.path / "identity.pem"

    def certificate(self) -> Certificate:
        """This player's certificate, made at the first call. Raises StorageError."""
        try:
            self._disk.make_folder(self.path)
            try:
                return read_certificate(self._disk.read(self.identity_path))
            except FileNotFoundError:
                certificate = make_certificate()
                self._disk.replace(self.identity_path, certificate.pem)
                return certificate
        except OSError as error:
            raise StorageError(f"{self.identity_path} cannot be used: {reason(error)}.") from error
        except ValueError as error:
            raise StorageError(
                f"{self.identity_path} is damaged ({error}): move it away and invites will be for a new identity."
            ) from error

    def new_game(self, about: About) -> GameFolder:
        """A folder for a new game, under a name that none had before. Raises StorageError."""
        path = self.path / "games" / secrets.token_hex(_NAME_BYTES)
        try:
            self._disk.make_folder(path)
        except OSError as error:
            raise StorageError(f"{path} cannot be made: {reason(error)}.") from error
        folder = GameFolder(path, self._disk)
        folder.save_about(about)
        return folder

    def games(self) -> list[GameFolder]:
        """Every game that there is a folder of, by name. Raises StorageError."""
        try:
            names = self._disk.names(self.path / "games")
        except OSError as error:
            raise StorageError(f"{self.path / 'games'} cannot be read: {reason(error)}.") from error
        return [GameFolder(self.path / "games" / name, self._disk) for name in names]

    def game(self, name: str) -> GameFolder:
        """The game whose name begins with `name`. Raises StorageError if there is none or more than one."""
        found = [folder for folder in self.games() if folder.name.startswith(name)]
        if len(found) != 1:
            names = ", ".join(folder.name for folder in found or self.games()) or "none"
            how_many = "several games" if found else "no game"
            raise StorageError(f"There is {how_many} called {name!r} in {self.path / 'games'}; choose one of: {names}.")
        return found[0]


def open_data_folder(environment: dict[str, str] | None = None) -> DataFolder:
    """The home in SEKIGAHARA_HOME, or else in the place that the system has for a user's data."""
    import platformdirs

    chosen = (os.environ if environment is None else environment).get("SEKIGAHARA_HOME")
    path = Path(chosen) if chosen else Path(platformdirs.user_data_dir("sekigahara", appauthor=False))
    return DataFolder(path, LocalFileSystem())
