"""The list of a player's games, for a picker: quick for thousands of them, and whole where some are damaged.

What is told of each game is kept in one file beside them, `games.index`, with the stamps of the files it was read from;
only games whose files have changed since are read again. The file is a cache: without it, or if it cannot be read or
written, the list is the same and takes longer.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

from p2p.errors import Problem, StorageError
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import Stamp
from p2p.store.game_folder import About, GameFolder, Progress
from p2p.text import clean

EXPIRES_AFTER: Final = 30 * 24 * 3600.0
"""Seconds for which a game waits that nobody has ever come to."""

_SETTLED: Final = 2.0
"""Seconds after which a file that is written again certainly has another stamp."""
_SENTENCE: Final = 300

Rebuild: TypeAlias = Callable[[GameFolder], Progress]
"""Makes the progress of a game from its record, and keeps it; may raise StorageError."""


class GameSummary(msgspec.Struct, kw_only=True, frozen=True):
    """What a list shows of one game; all texts are safe to be printed."""

    name: str
    """The folder's."""
    changed: float
    """When it was last played: seconds since 1970."""
    role: Literal["host", "joiner", ""] = ""
    own_name: str = ""
    game: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    bot: str = ""
    opponent_bot: str = ""
    invite: str = ""
    begun: bool = False
    """Whether an opponent has ever come."""
    progress: Progress = msgspec.field(default_factory=Progress)
    damage: str = ""
    """What is wrong with its files, if it cannot be gone on with."""

    @property
    def can_go_on(self) -> bool:
        """Whether there is a game to resume."""
        return not self.damage and not self.progress.finished


class _Indexed(msgspec.Struct, array_like=True, frozen=True):
    stamps: tuple[Stamp | None, ...]
    summary: GameSummary


class _Index(msgspec.Struct, array_like=True, frozen=True):
    version: Literal[1]
    games: dict[str, _Indexed]


def list_games(
    data: DataFolder, rebuild: Rebuild | None = None, *, now: Callable[[], float] = time.time
) -> list[GameSummary]:
    """What is told of each game, the one that was played last first. A damaged one is told of as such.

    `rebuild` is asked for the progress of games that have a record, but none that can be read. `now`: seconds since
    1970. Raises StorageError if the folder of the games cannot be read.
    """
    known = _read_index(data)
    settled_before = (now() - _SETTLED) * 1e9
    keep: dict[str, _Indexed] = {}
    games: list[GameSummary] = []
    for name in data.game_names():
        indexed = known.get(name)
        if indexed is not None and indexed.stamps == data.stamps(name):
            keep[name] = indexed
            games.append(indexed.summary)
            continue
        folder = data.folder(name)
        if not folder.is_made():
            continue  # a program was ended while it made it
        summary, certain = _read_summary(folder, rebuild)
        games.append(summary)
        stamps = folder.stamps()  # by now: what is written from here on gives others
        if certain and all(stamp is None or stamp.written < settled_before for stamp in stamps):
            keep[folder.name] = _Indexed(stamps, summary)
    if keep != known:
        with contextlib.suppress(OSError):
            data.write_index(msgspec.msgpack.encode(_Index(1, keep)))
    return sorted(games, key=lambda game: (-game.changed, game.name))


def expired_games(games: list[GameSummary], now: float, after: float = EXPIRES_AFTER) -> list[GameSummary]:
    """Those that nobody has ever come to, and that have not been touched for `after` seconds."""
    return [game for game in games if not game.begun and not game.damage and game.changed < now - after]


def delete_expired(data: DataFolder, now: float, after: float = EXPIRES_AFTER) -> list[str]:
    """Remove the expired games that no process waits in; their names. Raises StorageError if there is no list."""
    deleted: list[str] = []
    for game in expired_games(list_games(data), now, after):
        with contextlib.suppress(StorageError):
            data.folder(game.name).delete()
            deleted.append(game.name)
    return deleted


def find_joined(data: DataFolder, is_wanted: Callable[[str], bool]) -> GameFolder | None:
    """The folder of the game that was joined with an invite that `is_wanted`, if there is one; of rematches the last.

    Raises StorageError, also where the disk refuses to read a game that may be the one: whoever joined it anew would
    come with another key, and be told that the invite is somebody else's.
    """
    found: list[tuple[int, GameFolder]] = []
    for game in list_games(data):
        folder = data.folder(game.name)
        try:
            role, invite = (game.role, game.invite) if game.role else _invite_of(folder)
            if role == "joiner" and is_wanted(invite):
                found.append((folder.about().number, folder))
        except StorageError as error:
            if error.problem is Problem.DAMAGED or isinstance(error.__cause__, FileNotFoundError):
                continue
            raise
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _invite_of(folder: GameFolder) -> tuple[str, str]:
    about = folder.about()
    return about.role, about.invite


def _read_summary(folder: GameFolder, rebuild: Rebuild | None) -> tuple[GameSummary, bool]:
    """What is told of a game, and whether it will be the same until a file changes."""
    try:
        about, progress = folder.about(), folder.progress()
        unread = progress is None and folder.has_record()
        if unread and rebuild is not None:
            progress, unread = rebuild(folder), False
    except StorageError as error:
        return GameSummary(name=folder.name, changed=_changed(folder), damage=clean(str(error), _SENTENCE)), False
    progress = progress or Progress()
    summary = GameSummary(
        name=folder.name,
        changed=_changed(folder),
        role=about.role,
        own_name=about.name,
        game=about.game,
        settings=about.settings,
        bot=about.bot,
        opponent_bot=about.opponent_bot,
        invite=about.invite,
        begun=_begun(about, progress),
        progress=progress,
    )
    return summary, not unread


def _begun(about: About, progress: Progress) -> bool:
    if about.number:  # a rematch that was asked for, and perhaps never agreed to
        return bool(progress.opponent)
    return bool(about.joiner or about.opponent_bot or progress.opponent) or about.admission == "admitted"


def _changed(folder: GameFolder) -> float:
    return max((stamp.written for stamp in folder.stamps() if stamp is not None), default=0) / 1e9


def _read_index(data: DataFolder) -> dict[str, _Indexed]:
    try:
        return msgspec.msgpack.decode(data.read_index(), type=_Index).games
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return {}
