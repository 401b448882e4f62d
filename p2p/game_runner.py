"""From a player's files to a running session: games that begin, and games that were left (threats 7, 22, 34)."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, TypeAlias

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from engine.hidden import Action, Game, State
from p2p.errors import InviteError, Problem, RefusedError, StorageError
from p2p.notifications import Observe, TornEndDropped, nobody_observes
from p2p.reach.dialer import Dialer
from p2p.reach.host_listener import HostListener
from p2p.reach.listening import open_listening_socket
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import About, GameFolder
from p2p.store.journal import Journal
from p2p.task_group import Task, run_task_group
from p2p.wire.channel import Channel
from p2p.wire.handshake import GameDescription
from p2p.wire.invite import Invite, parse_invite
from p2p.wire.tls import host_context
from protocol.ed25519 import KEY_BYTES
from protocol.record import read_record
from protocol.roles import Role, Side
from protocol.seeds import SEED_BYTES, Secrets
from protocol.table import Table

SIDES: Final = {"first": Side.FIRST, "second": Side.SECOND, "random": Side.RANDOM}

Settings: TypeAlias = tuple[tuple[str, str], ...]
GameNamed: TypeAlias = Callable[[str, Settings], Game[State, Action]]
"""The game of a name, with these choices made of its options. Raises LookupError if there is none."""


def open_table(
    game: Game[State, Action], folder: GameFolder, observe: Observe = nobody_observes
) -> tuple[Table[State, Action], Callable[[], None]]:
    """The table as the folder's files leave it, and what closes its record. `observe` is told of a torn last entry.

    The caller must hold the game (`GameFolder.playing`). Raises StorageError, RecordError, or PeerError.
    """
    about = folder.about()
    role = Role.HOST if about.role == "host" else Role.JOINER
    record = read_record(folder.record(), str(folder.record_path))
    if record.torn:
        observe(TornEndDropped(record.torn, len(record.entries)))
    own = folder.secrets()
    if own is None:
        if record.entries:
            raise StorageError(Problem.SECRETS_MISSING, path=folder.path / "secrets")
        made = Secrets.generate()
        own = made.seed + made.signing_key
        folder.save_secrets(own)
    if len(own) != SEED_BYTES + KEY_BYTES:
        raise StorageError(Problem.SECRETS_DAMAGED, path=folder.path / "secrets")
    kept = Secrets(own[:SEED_BYTES], own[SEED_BYTES:])
    journal = folder.open_record(record.size)
    side = SIDES[about.side]
    if not record.entries:
        table = Table(game, role, kept, about.name, side, journal.append, folder.save_remembered)
        return table, partial(_close, table, folder, journal)
    remembered = folder.remembered()
    table = Table.resume(
        game,
        role,
        kept,
        record.entries,
        [] if remembered is None else [remembered],
        journal.append,
        folder.save_remembered,
        name=about.name,
        side=side,
        path=str(folder.record_path),
        mark=folder.checked(),
    )
    return table, partial(_close, table, folder, journal)


def _close(table: Table[Any, Any], folder: GameFolder, journal: Journal) -> None:
    """Close the record, and note how much of it need not be checked when the game is taken up again."""
    journal.close()
    if table.head.count:
        with contextlib.suppress(StorageError):  # nothing but time is lost
            folder.save_checked(table.mark())


@dataclass
class GameRunner(Generic[State, Action]):
    """How a game is to be played.

    `game_named` builds the game from what its folder, or the host, says of it. `attach` gets the session before it
    runs; a joiner's, the first time, only once the host has said which game it is. `observe` is told everything that a
    player may want to know. `listener` is the host's socket, if it is open already. `timing` is for answers whose time
    would tell (`Decision.even_default`); None: they leave at once.
    """

    game_named: GameNamed[State, Action]
    data: DataFolder
    folder: GameFolder
    attach: Callable[[Session[State, Action]], None]
    observe: Observe = nobody_observes
    listener: socket.socket | None = None
    timing: AnswerTiming | None = None
    timeouts: Timeouts = field(default_factory=Timeouts)

    async def play(self) -> None:
        """Play until the end.

        Raises what `Session.run` raises, StorageError or RecordError for the files, and RefusedError (UNKNOWN_GAME) if
        the host plays what `game_named` does not know. A joiner that the host has refused without ever letting it in is
        forgotten: its folder is removed.
        """
        try:
            with self.folder.playing():
                about = self.folder.about()
                invite = parse_invite(about.invite)
                await (self._host(about, invite) if about.role == "host" else self._join(about, invite))
        except RefusedError as error:
            self._forget_if_never_admitted(error)
            raise

    # -- hosting

    async def _host(self, about: About, invite: Invite) -> None:
        host = self._host_listener(about, invite)
        listener = self.listener or open_listening_socket(about.listen, about.port)
        listener.setblocking(False)
        listeners = [trio.SocketListener(trio.socket.from_stdlib_socket(listener))]
        try:
            await self._play(about, host.next_connection, [partial(host.serve, listeners)])
        finally:
            for each in listeners:
                each.socket.close()

    def _host_listener(self, about: About, invite: Invite) -> HostListener:
        certificate = self.data.certificate()
        if certificate.fingerprint != invite.fingerprint:
            raise InviteError(Problem.OTHER_IDENTITY, path=self.data.identity_path)

        def bind(joiner: bytes) -> None:
            self.folder.save_about(replace(self.folder.about(), joiner=joiner))

        return HostListener(
            secret=invite.secret,
            certificate=certificate.fingerprint,
            context=host_context(self.data.identity_path),
            game=GameDescription(about.game, about.settings),
            joiner=about.joiner or None,
            bind=bind,
            observe=self.observe,
        )

    # -- joining

    async def _join(self, about: About, invite: Invite) -> None:

        def before_proof() -> None:
            if self.folder.about().admission == "none":
                self.folder.save_about(replace(self.folder.about(), admission="asked"))

        dialer = Dialer(
            invite,
            Ed25519PrivateKey.from_private_bytes(about.key),
            observe=self.observe,
            before_proof=before_proof,
            admitted=about.admission == "admitted",
            game=GameDescription(about.game, about.settings) if about.game else None,
            give_up_after=self.timeouts.first_contact,
        )
        waiting: list[Channel] = []

        async def connect() -> Channel:
            channel = waiting.pop() if waiting else await dialer.next_connection()
            try:
                self._note_admission(dialer.game)
            except StorageError:
                await channel.close()
                raise
            return channel

        try:
            if not about.game:
                waiting.append(await connect())
            await self._play(self.folder.about(), connect, [])
        finally:
            for channel in waiting:
                await channel.close()

    def _note_admission(self, game: GameDescription | None) -> None:
        """Write down, the first time, that the host has let us in and what it plays."""
        about = self.folder.about()
        if game is not None and (about.admission != "admitted" or not about.game):
            self.folder.save_about(replace(about, admission="admitted", game=game.name, settings=game.settings))

    def _forget_if_never_admitted(self, error: RefusedError) -> None:
        """Remove the folder of a joiner whose key is not bound, as the host itself says (or has never seen the key)."""
        about = self.folder.about()
        if about.role == "host" or about.admission == "admitted":
            return
        if about.admission == "none" or error.problem is not Problem.OTHER_CERTIFICATE:
            self.folder.discard()

    # -- both

    async def _play(self, about: About, connect: Callable[[], Awaitable[Channel]], tasks: list[Task]) -> None:
        try:
            game = self.game_named(about.game, about.settings)
        except LookupError as error:
            raise RefusedError(Problem.UNKNOWN_GAME, game=about.game) from error
        table, close = open_table(game, self.folder, self.observe)
        try:
            session = Session(
                table,
                connect,
                observe=self.observe,
                keep_proof=self.folder.save_proof,
                timing=self.timing,
                timeouts=self.timeouts,
            )
            self.attach(session)
            await run_task_group(session.run, *tasks, until_first=True)
        finally:
            close()
