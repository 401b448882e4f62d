"""The files of one game (threats 31, 34).

    about.json                 role, names, invite, keys of the connection: what is needed to come back
    progress.json              a cache for the list of games: opponent, stage, result
    secrets                    what this side plays with: keys and seed
    remembered                 the last own sealed choice
    record                     every entry, as it was sent and received
    reach                      host: the ports and the onion that were had, to have them again
    checked                    a cache: how much of the record this side has checked already (`protocol.mark`)
    record.seen                the opponent's last signed word for how far it has the record (`protocol.signed_head`)
    time                       in a game with clocks, how long the player has thought about what it owes
    notes                      what the player has noted for itself
    chat                       what the two have said, as far as this side has heard it
    told                       what this side's program has told in the log that is not in the record
    draft                      what the player has planned and not sent
    proof                      two entries that the opponent signed at one place, if it did
    lock                       held while a process plays the game

All of it is for the owner's eyes alone (mode 0600 in folders of mode 0700): even the record holds, in its last entries,
what a running game keeps secret.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from p2p.errors import Problem, StorageError
from p2p.store.file_system import FileSystem, Stamp, reason
from p2p.store.journal import Journal
from p2p.text import NAME_LIMIT, clean
from protocol.record import frame_entry

SEEN: Final = "record.seen"
TEXT_LIMIT: Final = 200
"""Characters of what a file says that is shown."""

STAMPED: Final = ("about.json", "progress.json", "record")
"""The files from which a list tells of a game."""

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


Port = Annotated[int, Meta(ge=0, le=65535)]


class Ways(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Which ways to the other side the player wants tried (`p2p.reach.plan.Plan`). A place is a host and a port."""

    listen: tuple[str, Port] | None = None
    addresses: tuple[tuple[str, Port], ...] = ()
    only_addresses: bool = False
    router: bool = True
    dht: bool = True
    tor: bool = True
    tor_only: bool = False
    relay: tuple[str, Port] | None = None


HERE_ONLY: Final = Ways(
    listen=("127.0.0.1", 0), addresses=(("127.0.0.1", 0),), only_addresses=True, router=False, dht=False, tor=False
)
"""Both players on this machine: nothing outside is told or asked."""


class About(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game folder's owner needs to come back to the game."""

    role: Literal["host", "joiner"]
    name: str
    """The player's own name."""
    invite: str
    """The token that led the two together, and leads them together again. Host: empty until it is known."""
    game: str = ""
    """The game's name. Joiner: empty until the host has said it."""
    settings: tuple[tuple[str, str], ...] = ()
    """What was chosen of the game's options."""
    fingerprint: bytes = b""
    """Host: of the certificate that the invite names."""
    secret: bytes = b""
    """Host: what lets one joiner in."""
    ways: Ways = Ways()
    """How the two may come together."""
    side: Literal["first", "second", "random"] = "random"
    """The seat that the host wishes for. Joiner: the one that it must offer, or any if that is `random`."""
    joiner: bytes = b""
    """Host: the key that the invite is bound to, once somebody has used it."""
    key: bytes = b""
    """Joiner: the private key that proves it is the one who used the invite."""
    bot: str = ""
    """The bot that plays this seat; empty: a person."""
    admission: Literal["none", "asked", "admitted"] = "none"
    """Joiner: whether the key was ever shown to the host, and whether the host has let it in."""
    opponent_bot: str = ""
    """Host: the bot that this program starts to play the other seat; empty: somebody else comes."""
    signs: bool = False
    """Whether the player signs the game with its long-term key."""
    watch: bytes = b""
    """Host: the secret of the invite to watch the game; empty: nobody may."""
    watchable: bool = True
    """Joiner: whether the player lets others watch, if the host does."""
    number: Annotated[int, Meta(ge=0)] = 0
    """Which game this is of those that the invite has led to: each after the first is a rematch."""
    before: str = ""
    """The name of the game that this is a rematch of."""
    next: str = ""
    """The name of the rematch of this game."""


Words: TypeAlias = tuple[str, str, dict[str, tuple[str, str]]]
"""Stage and result of a game in English words, and both in other languages by their codes."""


class Progress(msgspec.Struct, kw_only=True):
    """What the list of games shows. Follows from the record; kept beside it because that is quicker to read."""

    game_id: str = ""
    seat: Annotated[int, Meta(ge=-1, le=1)] = -1
    opponent: str = ""
    stage: str = ""
    """How far the game is, in the game's own words."""
    result: str = ""
    """Who won, or counts as the winner, and why, in words."""
    told: dict[str, tuple[str, str]] = {}
    """Stage and result in other languages than English, by their codes."""
    finished: bool = False
    """Whether nothing is left to write, or the game was broken off for good."""
    undelivered: bool = False
    """Whether the opponent may lack the last entry of a game in which nothing is left to write."""
    winner: Annotated[int, Meta(ge=-1, le=1)] = -1
    """The seat that counts as the winner; -1: none, or nobody knows yet."""
    person: str = ""
    """The opponent's long-term public key, hexadecimal; empty: it has not signed as anybody."""
    moves: Annotated[int, Meta(ge=0)] = 0
    """The decisions that the opponent has taken."""
    turn: Literal["own", "opponent", ""] = ""
    """Who owes the next entry."""
    both_choose: bool = False
    """Whether both are asked something, and neither is known to have answered: who writes first tells nothing."""
    left: Literal["own", "opponent", ""] = ""
    """Who ended the game before its end: resigned or stopped it."""
    leaving: bool = False
    """Whether this player has resigned or stopped it, and the opponent has not confirmed it: no entry says so yet, or
    none of the opponent's comes after that one."""
    cheat: Literal["own", "opponent", "both", ""] = ""
    """Who is known to have broken the rules."""


class GameFolder:
    """The files of one game."""

    def __init__(self, path: Path, files: FileSystem) -> None:
        self.path = path
        self._files = files

    @property
    def name(self) -> str:
        """What the player calls the game by."""
        return self.path.name

    @property
    def record_path(self) -> Path:
        """The record, which an audit reads."""
        return self.path / "record"

    def is_made(self) -> bool:
        """Whether there is anything of a game in it. Raises StorageError."""
        return not {"about.json", "secrets", "record"}.isdisjoint(self._names())

    def about(self) -> About:
        """Raises StorageError."""
        about = self._read_json("about.json", About)
        return replace(about, name=clean(about.name, NAME_LIMIT))

    def save_about(self, about: About) -> None:
        """Raises StorageError."""
        self._replace("about.json", msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")

    def progress(self) -> Progress | None:
        """What `save_progress` kept, safe to be printed; None if there is nothing that can be read.

        It is a cache: the record has it all (`p2p.progress`). Raises StorageError if the disk refuses.
        """
        try:
            progress = msgspec.json.decode(self._files.read(self.path / "progress.json"), type=Progress)
        except (FileNotFoundError, msgspec.MsgspecError, UnicodeError):
            return None
        except OSError as error:
            path = self.path / "progress.json"
            raise StorageError(Problem.CANNOT_READ, path=path, reason=reason(error)) from error
        return replace(
            progress,
            game_id=clean(progress.game_id, 2 * NAME_LIMIT),
            opponent=clean(progress.opponent, NAME_LIMIT),
            stage=clean(progress.stage, TEXT_LIMIT),
            result=clean(progress.result, TEXT_LIMIT),
            told={
                clean(code, NAME_LIMIT): (clean(stage, TEXT_LIMIT), clean(result, TEXT_LIMIT))
                for code, (stage, result) in progress.told.items()
            },
            person=clean(progress.person, 2 * NAME_LIMIT),
        )

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
        return Journal(self._files, self.record_path, size, frame_entry)

    def remembered(self) -> bytes | None:
        """What `save_remembered` kept last, None if nothing. Raises StorageError."""
        return self._read("remembered") if "remembered" in self._names() else None

    def save_remembered(self, data: bytes) -> None:
        """Raises StorageError."""
        self._replace("remembered", data)

    def reach(self) -> bytes | None:
        """What `save_reach` kept last, None if nothing. Raises StorageError."""
        return self._read("reach") if "reach" in self._names() else None

    def save_reach(self, data: bytes) -> None:
        """Raises StorageError."""
        self._replace("reach", data)

    @property
    def proof_path(self) -> Path:
        """Where a proof lies, if there is one."""
        return self.path / "proof"

    def has_proof(self) -> bool:
        """Whether somebody signed two entries at one place in this game. Raises StorageError."""
        return "proof" in self._names()

    def checked(self) -> bytes:
        """What `save_checked` kept last, nothing if it did not. Raises StorageError."""
        return self._read("checked") if "checked" in self._names() else b""

    def save_checked(self, data: bytes) -> None:
        """Raises StorageError."""
        self._replace("checked", data)

    @property
    def seen_path(self) -> Path:
        """Where the opponent's signed head lies, if there is one."""
        return self.path / SEEN

    def seen(self) -> bytes:
        """What `save_seen` kept last, nothing if it did not. Raises StorageError."""
        return self._read(SEEN) if SEEN in self._names() else b""

    def save_seen(self, data: bytes) -> None:
        """Keep the opponent's signed head. Raises StorageError."""
        self._replace(SEEN, data)

    def save_proof(self, data: bytes) -> None:
        """Keep a proof (`protocol.equivocation`). Raises StorageError."""
        self._replace("proof", data)

    def time(self) -> bytes:
        """What `save_time` kept last, nothing if it did not. Raises StorageError."""
        return self._read("time") if "time" in self._names() else b""

    def save_time(self, data: bytes) -> None:
        """Keep how long the player has thought (`p2p.session.game_clock`). Raises StorageError."""
        self._replace("time", data)

    def notes(self) -> bytes:
        """What `save_notes` kept last, nothing if it did not. Raises StorageError."""
        return self._read("notes") if "notes" in self._names() else b""

    def save_notes(self, data: bytes) -> None:
        """Keep the player's own notes. Raises StorageError."""
        self._replace("notes", data)

    def chat(self) -> bytes:
        """What `save_chat` kept last, nothing if it did not. Raises StorageError."""
        return self._read("chat") if "chat" in self._names() else b""

    def save_chat(self, data: bytes) -> None:
        """Keep what was said. Raises StorageError."""
        self._replace("chat", data)

    def told(self) -> bytes:
        """What `save_told` kept last, nothing if it did not. Raises StorageError."""
        return self._read("told") if "told" in self._names() else b""

    def save_told(self, data: bytes) -> None:
        """Keep what the program has told beside the game. Raises StorageError."""
        self._replace("told", data)

    def draft(self) -> bytes:
        """What `save_draft` kept last, nothing if it did not. Raises StorageError."""
        return self._read("draft") if "draft" in self._names() else b""

    def save_draft(self, data: bytes) -> None:
        """Keep what the player has planned and not sent. Raises StorageError."""
        self._replace("draft", data)

    def has_record(self) -> bool:
        """Whether there is a record, be it empty. Raises StorageError."""
        return "record" in self._names()

    def stamps(self) -> tuple[Stamp | None, ...]:
        """The stamps of the files from which a list tells of the game; None for each that cannot be looked at."""
        return self._files.stamps(self.path, STAMPED)

    def copy_record(self, target: Path) -> None:
        """Write the record to `target`, a file for the owner's eyes alone. Raises StorageError."""
        data = self.record()
        try:
            self._files.write_copy(target, data)
        except OSError as error:
            raise StorageError(Problem.CANNOT_WRITE, path=target, reason=reason(error)) from error

    def discard(self) -> None:
        """Remove the folder of a game that has no entries. Raises StorageError."""
        if not self.record():
            self.delete()

    def delete(self) -> None:
        """Remove the game for good, whatever there is of it.

        Raises StorageError if a process plays it, or if the disk refuses.
        """
        with self.playing():
            pass  # Windows does not remove a file that is held, so let go of it first
        try:
            self._files.remove_folder(self.path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_REMOVE, path=self.path, reason=reason(error)) from error

    @contextlib.contextmanager
    def playing(self, patience: float = 0.0) -> Iterator[None]:
        """Hold the game: two processes that played one seat would sign two different entries (threat 7).

        Raises StorageError if another process still has it after `patience` seconds.
        """
        path = self.path / "lock"
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(self._files.lock(path, patience))
            except BlockingIOError as error:
                raise StorageError(Problem.BEING_PLAYED, game=self.name, path=path) from error
            except OSError as error:
                raise StorageError(Problem.CANNOT_LOCK, path=path, reason=reason(error)) from error
            yield

    def _names(self) -> list[str]:
        try:
            return self._files.names(self.path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_READ, path=self.path, reason=reason(error)) from error

    def _read(self, name: str) -> bytes:
        path = self.path / name
        try:
            return self._files.read(path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_READ, path=path, reason=reason(error)) from error

    def _read_json(self, name: str, kind: type[_Struct]) -> _Struct:
        try:
            return msgspec.json.decode(self._read(name), type=kind)
        except (msgspec.MsgspecError, UnicodeError) as error:
            # The library's words may quote the file.
            problem = clean(str(error), TEXT_LIMIT)
            raise StorageError(Problem.DAMAGED, path=self.path / name, reason=problem) from error

    def _replace(self, name: str, data: bytes) -> None:
        path = self.path / name
        try:
            self._files.replace(path, data)
        except OSError as error:
            raise StorageError(Problem.CANNOT_WRITE, path=path, reason=reason(error)) from error
