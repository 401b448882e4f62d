"""A player's folder: the identity that its invites pin, and a folder for each game."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from p2p.errors import Problem, StorageError
from p2p.store.data_path import GAMES, data_path
from p2p.store.file_system import FileSystem, LocalFileSystem, Stamp, reason
from p2p.store.game_folder import STAMPED, TEXT_LIMIT, About, GameFolder
from p2p.text import clean
from p2p.wire.certificate import Certificate, make_certificate, read_certificate
from protocol.ed25519 import KEY_BYTES

_NAME_BYTES: Final = 4
_INDEX: Final = "games.index"
_NODES: Final = "nodes"
_LOCK_PATIENCE: Final = 10.0
"""Seconds for another program to have made a key."""


class DataFolder:
    """A player's folder.

    identity.pem                 the key and certificate that this player's invites pin
    person.key                   the long-term key of a player that wants to be known again, if it does
    nodes                        nodes of the DHT that answered: where the next game begins to ask
    games.index                  a cache for the list of games
    lock                         held while a key is made, so that two programs do not make two
    games/NAME/                  a game (`GameFolder`)
    """

    def __init__(self, path: Path, files: FileSystem) -> None:
        self.path = path
        self._files = files

    @property
    def identity_path(self) -> Path:
        """Key and certificate, for the standard library's `ssl`, which reads them from a file."""
        return self.path / "identity.pem"

    @property
    def games_path(self) -> Path:
        """Where the folders of the games lie."""
        return self.path / GAMES

    def certificate(self) -> Certificate:
        """This player's certificate, made at the first call. Raises StorageError."""
        path = self.identity_path
        try:
            try:
                return read_certificate(self._files.read(path))
            except FileNotFoundError:
                return self._make_certificate()
        except OSError as error:
            raise StorageError(Problem.IDENTITY_UNUSABLE, path=path, reason=reason(error)) from error
        except ValueError as error:
            raise StorageError(Problem.IDENTITY_DAMAGED, path=path, reason=clean(str(error), TEXT_LIMIT)) from error

    def _make_certificate(self) -> Certificate:
        """A new one, unless another program has made one meanwhile. Raises OSError or ValueError."""
        path = self.identity_path
        with self._making_keys():
            try:
                return read_certificate(self._files.read(path))
            except FileNotFoundError:
                certificate = make_certificate()
                self._files.replace(path, certificate.pem)
                return certificate

    @contextlib.contextmanager
    def _making_keys(self) -> Iterator[None]:
        """Hold the folder, which is made if there is none. Raises OSError."""
        self._files.make_folder(self.path)
        with self._files.lock(self.path / "lock", _LOCK_PATIENCE):
            yield

    @property
    def person_path(self) -> Path:
        """Where the long-term key lies, if there is one."""
        return self.path / "person.key"

    def person_key(self) -> bytes | None:
        """The private long-term key of this player, None if there is none. Raises StorageError."""
        path = self.person_path
        try:
            key = self._files.read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(Problem.CANNOT_READ, path=path, reason=reason(error)) from error
        if len(key) != KEY_BYTES:
            raise StorageError(Problem.PERSON_DAMAGED, path=path)
        return key

    def make_person_key(self) -> bytes:
        """The private long-term key of this player, made at the first call. Raises StorageError."""
        key = self.person_key()
        if key is not None:
            return key
        try:
            with self._making_keys():
                key = self.person_key()
                if key is None:
                    key = secrets.token_bytes(KEY_BYTES)
                    self._files.replace(self.person_path, key)
                return key
        except OSError as error:
            raise StorageError(Problem.CANNOT_WRITE, path=self.person_path, reason=reason(error)) from error

    def new_game(self, about: About, name: str = "") -> GameFolder:
        """A folder for a new game. Raises StorageError.

        Under that `name`, if there is none of it yet: two who play each other from one folder have a game each. Else
        under one that none had before.
        """
        if not name or name in self.game_names():
            name = secrets.token_hex(_NAME_BYTES)
        path = self.games_path / name
        try:
            self._files.make_folder(path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_MAKE, path=path, reason=reason(error)) from error
        folder = GameFolder(path, self._files)
        folder.save_about(about)
        return folder

    def folder(self, name: str) -> GameFolder:
        """The folder of the game of this name, which may not exist."""
        return GameFolder(self.games_path / name, self._files)

    def read_index(self) -> bytes:
        """What `write_index` kept: a cache for the list of games (`p2p.store.game_list`). Raises OSError."""
        return self._files.read(self.path / _INDEX)

    def write_index(self, data: bytes) -> None:
        """Raises OSError."""
        self._files.replace(self.path / _INDEX, data)

    def read_nodes(self) -> bytes:
        """What `write_nodes` kept. Raises OSError."""
        return self._files.read(self.path / _NODES)

    def write_nodes(self, data: bytes) -> None:
        """Raises OSError."""
        self._files.replace(self.path / _NODES, data)

    def games(self) -> list[GameFolder]:
        """Every game that there is a folder of, by name. Raises StorageError."""
        return list(map(self.folder, self.game_names()))

    def game_names(self) -> list[str]:
        """What every game is called that there is a folder of, sorted. Raises StorageError."""
        try:
            return self._files.names(self.games_path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_READ, path=self.games_path, reason=reason(error)) from error

    def stamps(self, name: str) -> tuple[Stamp | None, ...]:
        """Those of the game of this name (`GameFolder.stamps`), for thousands of games."""
        return self._files.stamps(self.games_path, [f"{name}/{file}" for file in STAMPED])

    def game(self, name: str) -> GameFolder:
        """The game whose name begins with `name`. Raises StorageError if there is none or more than one."""
        found = [folder for folder in self.games() if folder.name.startswith(name)]
        if len(found) != 1:
            names = ", ".join(folder.name for folder in found or self.games()) or "none"
            problem = Problem.SEVERAL_GAMES if found else Problem.NO_SUCH_GAME
            raise StorageError(problem, name=name, path=self.games_path, games=names)
        return found[0]


def open_data_folder(program: str, environment: Mapping[str, str] = os.environ) -> DataFolder:
    """See `data_path`."""
    return DataFolder(data_path(program, environment), LocalFileSystem())
