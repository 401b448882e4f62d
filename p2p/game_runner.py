"""From a player's files to a running session: new games, and games that were left (threats 7, 22, 34)."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Generic, Literal

import msgspec
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.hidden import Action, Game, State
from p2p.errors import InviteError, StorageError
from p2p.reach.addresses import open_listening_socket
from p2p.reach.dialer import Dialer
from p2p.reach.host_listener import HostListener
from p2p.session.answer_timing import AnswerTiming
from p2p.session.notifications import Notification
from p2p.session.session import Session, Timeouts
from p2p.store.data_folder import About, DataFolder, GameFolder
from p2p.task_group import Task, run_task_group
from p2p.wire.channel import Traffic
from p2p.wire.invite import SECRET_SIZE, Invite, make_invite, parse_invite
from p2p.wire.tls import host_context
from protocol.record import read_record
from protocol.seeds import KEY_BYTES, SEED_BYTES, Secrets
from protocol.table import Table
from protocol.transcript import Role, Side

Wish = Literal["first", "second", "random"]
SIDES: Final = {"first": Side.FIRST, "second": Side.SECOND, "random": Side.RANDOM}


def new_hosted_game(
    home: DataFolder,
    listener: socket.socket,
    addresses: tuple[str, ...],
    *,
    name: str,
    side: Wish,
    bot: str,
    opponent: str,
) -> tuple[GameFolder, str]:
    """A folder for a game that `listener` waits for an opponent of, and the token of its invite.

    `side` is a key of SIDES; `bot` plays this seat and `opponent` is a bot that this program starts, if not empty.
    Raises StorageError, or InviteError if an address cannot stand in an invite.
    """
    bound, port = listener.getsockname()[:2]
    invite = make_invite(addresses, port, home.certificate().fingerprint, secrets.token_bytes(SECRET_SIZE))
    token = invite.token()
    about = About(
        role="host",
        name=name,
        invite=token,
        listen=str(bound),
        port=port,
        side=side,
        bot=bot,
        opponent_bot=opponent,
    )
    return home.new_game(about), token


def joined_game(home: DataFolder, token: str, *, name: str, bot: str) -> GameFolder:
    """The folder of the game that the invite `token` leads to: a new one, or the one it was used for before.

    A token that is used again must come with the key that it was first used with, or the host lets nobody in. Raises
    InviteError or StorageError.
    """
    canonical = parse_invite(token).token()
    for folder in home.games():
        about = _about_if_readable(folder)
        if about is not None and about.role == "joiner" and about.invite == canonical:
            return folder
    key = Ed25519PrivateKey.generate().private_bytes_raw()
    return home.new_game(About(role="joiner", name=name, invite=canonical, key=key, bot=bot))


def open_table(
    game: Game[State, Action], folder: GameFolder, report: Callable[[str], None]
) -> tuple[Table[State, Action], Callable[[], None]]:
    """The table as the folder's files leave it, and what closes its record. `report` is told of a torn last entry.

    The caller must hold the game (`GameFolder.playing`). Raises StorageError, RecordError, or PeerError.
    """
    about = folder.about()
    role = Role.HOST if about.role == "host" else Role.JOINER
    record = read_record(folder.record(), str(folder.record_path))
    if record.message:
        report(f"{record.message}.")
    own = folder.secrets()
    if own is None:
        if record.entries:
            raise StorageError(f"{folder.path / 'secrets'} is missing: without it the game cannot be continued.")
        made = Secrets.generate()
        own = made.seed + made.signing_key
        folder.save_secrets(own)
    if len(own) != SEED_BYTES + KEY_BYTES:
        raise StorageError(f"{folder.path / 'secrets'} is damaged: restore it from a copy.")
    kept = Secrets(own[:SEED_BYTES], own[SEED_BYTES:])
    journal = folder.open_record(record.size)
    side = SIDES[about.side]
    if not record.entries:
        return Table(game, role, kept, about.name, side, journal.append, folder.save_remembered), journal.close
    blob = folder.remembered()
    table = Table.resume(
        game,
        role,
        kept,
        record.entries,
        [] if blob is None else [blob],
        journal.append,
        folder.save_remembered,
        name=about.name,
        side=side,
        path=str(folder.record_path),
    )
    return table, journal.close


@dataclass
class GameRunner(Generic[State, Action]):
    """How a game is to be played. `report` is told in a sentence whatever else a player may want to know.

    `attach` gets the session before it runs. `listener` is the host's socket, if it is open already. `attempts`: how
    often a joiner tries to reach the host for the first time; None: until it is there.
    """

    game: Game[State, Action]
    home: DataFolder
    folder: GameFolder
    attach: Callable[[Session[State, Action]], None]
    observe: Callable[[Notification], None]
    report: Callable[[str], None]
    listener: socket.socket | None = None
    even: AnswerTiming[State, Action] | None = None
    pace: Timeouts = field(default_factory=Timeouts)
    attempts: int | None = None

    async def play(self) -> None:
        """Play until the end. Raises what `Session.run` raises, and StorageError or RecordError for the files."""
        with self.folder.playing():
            table, close = open_table(self.game, self.folder, self.report)
            try:
                await self._play(table)
            finally:
                close()

    async def _play(self, table: Table[State, Action]) -> None:
        about = self.folder.about()
        invite = parse_invite(about.invite)
        traffic = Traffic()
        tasks: list[Task] = []
        if table.role is Role.HOST:
            door = self._door(about, invite, traffic)
            listener = self.listener or open_listening_socket(about.listen, about.port)
            listener.setblocking(False)
            listeners = [trio.SocketListener(trio.socket.from_stdlib_socket(listener))]
            tasks.append(partial(door.serve, listeners))
            connect = door.next_connection
        else:
            key = Ed25519PrivateKey.from_private_bytes(about.key)
            dialer = Dialer(invite, key, report=self.report, traffic=traffic, attempts=self.attempts)
            connect = dialer.next_connection
        session = Session(
            table,
            connect,
            observe=self.observe,
            keep_proof=self.folder.save_proof,
            even=self.even,
            pace=self.pace,
            traffic=traffic,
        )
        self.attach(session)
        await run_task_group(session.run, *tasks, until_first=True)

    def _door(self, about: About, invite: Invite, traffic: Traffic) -> HostListener:
        certificate = self.home.certificate()
        if certificate.fingerprint != invite.fingerprint:
            raise InviteError(
                f"The identity in {self.home.identity_path} is not the one that this game's invite was made with: "
                "restore it from a copy, or the opponent cannot come back."
            )

        def bind(joiner: bytes) -> None:
            self.folder.save_about(msgspec.structs.replace(self.folder.about(), joiner=joiner))

        return HostListener(
            secret=invite.secret,
            certificate=certificate.fingerprint,
            context=host_context(self.home.identity_path),
            joiner=about.joiner or None,
            bind=bind,
            report=self.report,
            traffic=traffic,
        )


def _about_if_readable(folder: GameFolder) -> About | None:
    """One damaged folder must not keep a player from all other games."""
    try:
        return folder.about()
    except StorageError:
        return None
