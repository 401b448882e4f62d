"""Records as commands name them: a game of the list, a file, or a game's folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.hidden import Game
from p2p.errors import StorageError
from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.file_system import LocalFileSystem, reason
from p2p.store.game_folder import GameFolder
from protocol.errors import PeerError, RecordError
from protocol.record import MARK, MOST_RECORD_BYTES, Record, offer_in, read_record
from protocol.replay import Replay, replay
from protocol.roles import Role
from protocol.seeds import SEED_BYTES
from tui.cli.catalogue import OFFERED
from tui.cli.errors import WrongCommand
from tui.cli.games import games_in, table_of_games
from tui.cli.offered import game_named
from tui.cli.program import PROGRAM
from tui.language import N_, _

_ADVICE: Final = N_("Choose a file `record` or `proof` of a game's folder, or a copy of one")


@dataclass(frozen=True, slots=True)
class Found:
    """A record, what it is called, and, where it is of a game of this player's own, the seed of that player."""

    name: str
    path: Path
    game: Game[Any, Any]
    record: Record
    own_seeds: dict[Role, bytes]

    def replay(self, *, checked: bool = False) -> Replay[Any, Any]:
        """The record entry by entry, all of it checked; `checked`: without signatures and proofs."""
        return replay(self.game, self.record.entries, checked=checked, own_seeds=self.own_seeds)


def find_record(name: str) -> Found:
    """The record that `name` leads to: a file, a folder, the beginning of a game's name; empty: the game played last.

    Raises WrongCommand or RecordError.
    """
    path = Path(name)
    if name and path.exists():
        folder = path if path.is_dir() else path.parent
        return _found(path.name, path / "record" if path.is_dir() else path, GameFolder(folder, LocalFileSystem()))
    data = open_data_folder(PROGRAM)
    folder_of_game = _game(data, name)
    return _found(folder_of_game.name, folder_of_game.record_path, folder_of_game)


def path_named(name: str) -> Path:
    """The folder of the game whose name begins with `name`; else, and where there is such a file, `name` as a path.

    Raises WrongCommand where several games begin so.
    """
    path = Path(name)
    if not name or path.exists():
        return path
    data = open_data_folder(PROGRAM)
    if not any(game.name.startswith(name) for game in games_in(data)):
        return path
    return _game(data, name).path


def folder_of_the_last() -> Path:
    """The folder of the game played last that has a record. Raises WrongCommand if there is none."""
    return _game(open_data_folder(PROGRAM), "").path


def _game(data: DataFolder, name: str) -> GameFolder:
    games = games_in(data)
    found = [game for game in games if game.name.startswith(name)]
    if not name:
        found = [game for game in games if data.folder(game.name).has_record()][:1]
    if len(found) == 1:
        return data.folder(found[0].name)
    if found:
        raise WrongCommand(_("Several games begin with {name!r}: say which.").format(name=name), table_of_games(found))
    if not name:
        raise WrongCommand(_("There is no game with a record yet; `sekigahara solo` begins one."))
    raise WrongCommand(_("{name!r} is neither a file nor a game of `sekigahara games`.").format(name=name))


def _found(name: str, path: Path, folder: GameFolder) -> Found:
    try:
        record = record_in(bytes_of(path), path)
    except OSError as error:
        raise WrongCommand(
            _("{path}: {reason}. Choose the record of a game.").format(path=path, reason=_(reason(error)))
        ) from error
    return Found(name, path, game_of(record, str(path)), record, _own_seeds(folder, path))


def _own_seeds(folder: GameFolder, path: Path) -> dict[Role, bytes]:
    """The seed that lies beside the record in a folder of one's own. Whether it is of this game, the audit sees."""
    if path != folder.record_path:
        return {}
    try:
        secrets, about = folder.secrets(), folder.about()
    except StorageError:
        return {}
    if secrets is None:
        return {}
    return {Role.HOST if about.role == "host" else Role.JOINER: secrets[:SEED_BYTES]}


def bytes_of(path: Path) -> bytes:
    """What the file holds, which may be one without an end. Raises OSError, and RecordError if it is too long."""
    with path.open("rb") as file:
        data = file.read(MOST_RECORD_BYTES + 1)
    if len(data) > MOST_RECORD_BYTES:
        problem = _("it has more than {most} bytes, which no record has").format(most=MOST_RECORD_BYTES)
        raise RecordError(str(path), problem, _("Choose the record of a game"))
    return data


def record_in(data: bytes, path: Path) -> Record:
    """The record that the bytes of a file hold. Raises RecordError if they hold none, or no entry."""
    if data and not data.startswith(MARK[: len(data)]) and data.strip(b"\0"):
        raise RecordError(str(path), _("it is neither the record of a game nor a proof"), _(_ADVICE))
    record = read_record(data, str(path))
    if not record.entries:
        raise RecordError(str(path), _("the file holds no entries"), _("Choose the record of a game that was begun"))
    return record


def game_of(record: Record, path: str) -> Game[Any, Any]:
    """The game that the record says it is of. Raises RecordError if it is not known here."""
    try:
        offer = offer_in(record.entries)
    except PeerError:
        return OFFERED[0].make({})  # the audit says what is wrong with the entry
    try:
        return game_named(offer.game, offer.options)
    except LookupError as error:
        raise RecordError(path, str(error).rstrip("."), _("Audit it with a program that knows the game")) from error
