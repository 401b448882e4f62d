"""From a player's files to a running session: games that begin, and games that were left (threats 7, 22, 34)."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic

import msgspec
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from engine.hidden import Action, Game, State, other
from p2p.errors import LinkError, Problem, RefusedError, StorageError
from p2p.game_named import GameNamed
from p2p.known_nodes import keep_nodes, with_known_nodes
from p2p.notifications import (
    Notification,
    Observe,
    PeerConnected,
    PeerDisconnected,
    TornEndDropped,
    nobody_observes,
)
from p2p.reach import ways
from p2p.reach.addresses import Place
from p2p.reach.candidates import way_of
from p2p.reach.dialer import Dialer
from p2p.reach.host_listener import HostListener
from p2p.reach.hosting import Hosting
from p2p.reach.invitation import Invitation, parse_invitation
from p2p.reach.plan import Plan, ReachMemory, Tools
from p2p.reach.strangers import origin_of
from p2p.reach.tokens import TokenError
from p2p.reach.ways import Facts, Way, WayReport, facts
from p2p.reach.ways import State as WayState
from p2p.session.answer_timing import AnswerTiming
from p2p.session.rematch import Moved, Rematch
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.session.watchers import Watchers
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import About, GameFolder, Ways
from p2p.store.journal import Journal
from p2p.store.rematches import forget_rematch, game_of_number, rematch_of
from p2p.task_group import Task, run_task_group
from p2p.wire.channel import Channel
from p2p.wire.handshake import GameDescription
from p2p.wire.tls import host_context
from protocol.clock import Clock, split_clock
from protocol.ed25519 import KEY_BYTES
from protocol.proving import load_proofs
from protocol.record import read_record
from protocol.roles import Role, Side
from protocol.seeds import SEED_BYTES, Secrets
from protocol.signed_head import kept_heads, read_head
from protocol.table import Table

SIDES: Final = {"first": Side.FIRST, "second": Side.SECOND, "random": Side.RANDOM}


def open_table(
    game: Game[State, Action],
    folder: GameFolder,
    observe: Observe = nobody_observes,
    person_key: bytes = b"",
    clock: Clock | None = None,
) -> tuple[Table[State, Action], Callable[[], None]]:
    """The table as the folder's files leave it, and what closes its record. `observe` is told of a torn last entry.
    `person_key` signs the hello, if there is none yet.

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
    kept = Secrets(own[:SEED_BYTES], own[SEED_BYTES:], person_key)
    journal = folder.open_record(record.size)
    side = SIDES[about.side]
    # Also a game that seems to begin may be a copy from before its first entry, of one that has gone on.
    remembered = folder.remembered() if record.entries else None
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
        clock=clock,
    )
    return table, partial(_close, table, folder, journal)


def _close(table: Table[Any, Any], folder: GameFolder, journal: Journal) -> None:
    """Close the record, and note how much of it need not be checked when the game is taken up again."""
    journal.close()
    if table.head.count:
        with contextlib.suppress(StorageError):  # nothing but time is lost
            folder.save_checked(table.mark())


INVITE_PATIENCE: Final = 5.0
"""Seconds for routers and the like to say what goes into the first invite."""
ONION_PATIENCE: Final = 180.0
"""The same where there is nothing but an onion."""


def plan_of(ways: Ways) -> Plan:
    """What is to be tried."""
    return Plan(
        addresses=tuple(Place(*place) for place in ways.addresses),
        only_addresses=ways.only_addresses,
        router=ways.router,
        dht=ways.dht,
        tor=ways.tor,
        tor_only=ways.tor_only,
        relay=None if ways.relay is None else Place(*ways.relay),
    )


def _unseen(text: str) -> None:
    """Nobody shows it."""


def _unused(hosting: Hosting) -> None:
    """Nobody pastes answer codes."""


@dataclass(frozen=True)
class Watch:
    """Who is told of how the two come together, at once and in trio's thread."""

    way: ways.Observe = ways.ignore
    """How a way fares; the one that the game is played over has WON, at both sides."""
    invite: Callable[[str], None] = _unseen
    """Host: the token, and again when more ways are known."""
    hosting: Callable[[Hosting], None] = _unused
    """Host: what answer codes are given to."""
    answer: Callable[[str], None] = _unseen
    """Joiner: the answer code."""
    watch_invite: Callable[[str], None] = _unseen
    """Host: the token for those who may watch, likewise."""


@dataclass
class GameRunner(Generic[State, Action]):
    """How a game is to be played.

    `game_named` builds the game from what its folder, or the host, says of it. `attach` gets the session before it
    runs; a joiner's, the first time, only once the host has said which game it is; and once more for each rematch, when
    `folder` is that game's already. `observe` is told everything that a player may want to know, `watch` how the two
    come together. `tools` touch the network. `timing` is for answers whose time would tell (`Decision.even_default`);
    None: they leave at once. `lock_patience`: seconds to wait for a process that still holds the game. `rematches`: up
    to the rematch of which number this side may want another; None: whenever its player does.
    """

    game_named: GameNamed[State, Action]
    data: DataFolder
    folder: GameFolder
    attach: Callable[[Session[State, Action]], None]
    observe: Observe = nobody_observes
    watch: Watch = Watch()
    tools: Tools = field(default_factory=Tools)
    timing: AnswerTiming | None = None
    timeouts: Timeouts = field(default_factory=Timeouts)
    lock_patience: float = 0.0
    rematches: int | None = 0
    _watchers: Watchers | None = field(default=None, init=False)
    _held: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    _games: dict[str, GameFolder] = field(default_factory=dict)

    async def play(self) -> None:
        """Play until the end.

        Raises what `Session.run` raises, StorageError or RecordError for the files, and RefusedError (UNKNOWN_GAME) if
        the host plays what `game_named` does not know, LocalError if proofs cannot be checked on this machine. A joiner
        that the host has refused without ever letting it in is forgotten: its folder is removed.
        """
        try:
            with self._held:
                self._hold(self.folder)
                about = self.folder.about()
                await (self._host(about) if about.role == "host" else self._join(about))
        except RefusedError as error:
            self._forget_if_never_admitted(error)
            raise

    def _hold(self, folder: GameFolder) -> None:
        """Keep other processes out of a game until this one has ended."""
        if folder.name not in self._games:
            self._held.enter_context(folder.playing(self.lock_patience))
            self._games[folder.name] = folder

    @property
    def games(self) -> list[GameFolder]:
        """The games that this runner, or one made of it by `replace`, has played: the first, then rematches."""
        return list(self._games.values())

    # -- hosting

    async def _host(self, about: About) -> None:
        if about.watch:
            self._watchers = Watchers(about.watch)
        host = self._host_listener(about)
        found: list[Hosting] = []

        def observe(notification: Notification) -> None:
            self.observe(notification)
            if isinstance(notification, PeerConnected | PeerDisconnected):
                for hosting in found:
                    hosting.joiner_there(isinstance(notification, PeerConnected))

        reachable = partial(self._be_reachable, about, host, found.append)
        await self._play(host.next_connection, [host.run, reachable], observe)

    async def _be_reachable(self, about: About, host: HostListener, begun: Callable[[Hosting], None]) -> None:
        """Keep every way open until cancelled, and tell the invite whenever more of them are known."""
        changed = trio.Event()

        async def take(stream: trio.abc.Stream, origin: str) -> None:
            if await host.admit(stream, origin_of(origin)):
                self.watch.way(_by_which(origin, about, hosting.effort))

        def observe(report: WayReport) -> None:
            self.watch.way(report)
            if report.state is WayState.READY:
                changed.set()

        memory = self._memory()
        hosting = Hosting(
            about.fingerprint,
            about.secret,
            take,
            plan=plan_of(about.ways),
            tools=with_known_nodes(self.tools, self.data),
            memory=memory,
            remember=self._remember,
            observe=observe,
            watch_secret=about.watch,
        )
        listen = about.ways.listen
        place = None if listen is None else Place(listen[0] or "::", listen[1] or memory.port)
        async with trio.open_nursery() as nursery:
            try:
                await nursery.start(hosting.run, place)
            except* OSError as group:
                raise _cannot_listen(group, place) from group
            begun(hosting)
            self.watch.hosting(hosting)
            try:
                with contextlib.suppress(TokenError):  # no way yet
                    await hosting.invitation(ONION_PATIENCE if about.ways.tor_only else INVITE_PATIENCE)
                token = ""
                while True:
                    changed = trio.Event()
                    with contextlib.suppress(TokenError):
                        known, token = token, hosting.present_invitation().token()
                        if token != known:
                            self._note_invite(token)
                            self.watch.invite(token)
                            if about.watch:
                                self.watch.watch_invite(hosting.watch_token())
                    await changed.wait()
            finally:
                if hosting.dht is not None:
                    keep_nodes(hosting.dht.good_nodes(), self.data)

    def _note_invite(self, token: str) -> None:
        about = self.folder.about()
        if about.invite != token:
            self.folder.save_about(replace(about, invite=token))

    def _host_listener(self, about: About) -> HostListener:
        certificate = self.data.certificate()
        if certificate.fingerprint != about.fingerprint:
            raise StorageError(Problem.OTHER_IDENTITY, path=self.data.identity_path)

        def bind(joiner: bytes) -> None:
            self.folder.save_about(replace(self.folder.about(), joiner=joiner))

        return HostListener(
            secret=about.secret,
            certificate=certificate.fingerprint,
            context=host_context(self.data.identity_path),
            game=GameDescription(about.game, about.settings),
            joiner=about.joiner or None,
            bind=bind,
            observe=self.observe,
            watch_secret=about.watch,
            watch=None if self._watchers is None else self._watchers.serve,
        )

    # -- joining

    async def _join(self, about: About) -> None:
        invitation = self._invitation(about)

        def before_proof() -> None:
            if self.folder.about().admission == "none":
                self.folder.save_about(replace(self.folder.about(), admission="asked"))

        dialer = Dialer(
            invitation,
            Ed25519PrivateKey.from_private_bytes(about.key),
            plan=plan_of(about.ways),
            tools=with_known_nodes(self.tools, self.data),
            watch=self.watch.way,
            show_answer=self.watch.answer,
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

        async def play() -> None:
            try:
                if not about.game:
                    waiting.append(await connect())
                await self._play(connect, [], self.observe)
            finally:
                keep_nodes(dialer.joining.good_nodes, self.data)
                for channel in waiting:
                    await channel.close()

        await run_task_group(play, dialer.joining.keep_port, until_first=True)

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

    def _invitation(self, about: About) -> Invitation:
        try:
            return parse_invitation(about.invite)
        except TokenError as error:
            raise StorageError(Problem.DAMAGED, path=self.folder.path / "about.json", reason="the invite") from error

    # -- what is kept for the next time: each saves time, and none is needed

    def _memory(self) -> ReachMemory:
        kept = self.folder.reach()
        try:
            return ReachMemory() if kept is None else msgspec.msgpack.decode(kept, type=ReachMemory)
        except (msgspec.MsgspecError, UnicodeError):
            return ReachMemory()

    def _remember(self, memory: ReachMemory) -> None:
        with contextlib.suppress(StorageError):
            self.folder.save_reach(msgspec.msgpack.encode(memory))

    # -- both

    def _keep_head(self, head: bytes) -> None:
        """Keep the opponent's signed head, unless one that reaches further is there already."""
        with contextlib.suppress(StorageError):  # the game can do without
            kept = kept_heads(self.folder.seen())
            said = read_head(head)
            if not kept or (kept[0].head.count, kept[0].spent or 0) < (said.head.count, said.spent or 0):
                self.folder.save_seen(head)

    async def _play(self, connect: Callable[[], Awaitable[Channel]], tasks: list[Task], observe: Observe) -> None:
        """Play this game, and those that the two go on with, over the connections that `connect` gives."""

        async def play() -> None:
            moved: Moved | None = None
            while True:
                moved = await self._play_one(connect, observe, moved)
                if moved is None:
                    if self._watchers is not None:
                        with trio.move_on_after(self.timeouts.last_word):
                            await self._watchers.caught_up()
                    return
                await self._go_on(moved)

        await run_task_group(play, *tasks, until_first=True)

    async def _go_on(self, moved: Moved) -> None:
        """Another game of the invite is the one that is played now."""
        folder = game_of_number(self.data, self.folder, moved.game)
        if folder is None:
            await moved.channel.close()
            raise RefusedError(Problem.GAME_NOT_HERE, game=moved.game)
        try:
            self._hold(folder)
        except StorageError:
            await moved.channel.close()
            raise
        self.folder = folder

    async def _play_one(
        self, connect: Callable[[], Awaitable[Channel]], observe: Observe, arrived: Moved | None
    ) -> Moved | None:
        """Play one game, first over the connection by which it was come to; returns with which the two go on."""
        about, folder = self.folder.about(), self.folder
        waiting = [] if arrived is None else [arrived.channel]
        for channel in waiting:
            channel.speak()
        close: Callable[[], None] | None = None

        async def next_connection() -> Channel:
            return waiting.pop() if waiting else await connect()

        def prepare() -> None:
            seat = session.table.seat
            assert seat is not None, "a game that is over has seats"  # noqa: S101  a mistake of the caller's
            rematch_of(self.data, folder, seat if session.table.role is Role.HOST else other(seat))

        try:
            try:
                clock, settings = split_clock(about.settings)
                game = self.game_named(about.game, settings)
            except (LookupError, ValueError) as error:
                raise RefusedError(Problem.UNKNOWN_GAME, game=about.game) from error
            load_proofs()
            person_key = self.data.make_person_key() if about.signs else b""
            table, close = open_table(game, folder, self.observe, person_key, clock)
            may_want = self.rematches is None or about.number < self.rematches
            rematch = Rematch(about.number, may_want, prepare=prepare, arrived=arrived)
            # Whoever comes back from the next game to this one has asked for that already.
            rematch.asked = arrived is not None and arrived.head is not None and bool(about.next)
            rematch.open = rematch.open or rematch.asked
            session = Session(
                table,
                next_connection,
                observe=observe,
                keep_proof=folder.save_proof,
                keep_head=self._keep_head,
                timing=self.timing,
                timeouts=self.timeouts,
                rematch=rematch,
                keep_time=folder.save_time,
                kept_time=folder.time(),
                watchers=self._watchers,
                watchable=about.watchable,
            )
            self.attach(session)
            await session.run()
            if rematch.asked and not rematch.open:
                with contextlib.suppress(StorageError):
                    forget_rematch(self.data, folder)
            return session.moved
        finally:
            for channel in waiting:
                await channel.close()
            if close is not None:
                close()


def _by_which(origin: str, about: About, effort: Facts) -> WayReport:
    """The way by which somebody has come from `origin` (`Hosting`); `effort`: what knocking took."""
    relay = about.ways.relay
    match origin:
        case Way.RELAY if relay is not None:
            return WayReport(Way.RELAY, WayState.WON, None, facts(address=relay[0], port=relay[1]))
        case Way.PUNCH:
            return WayReport(Way.PUNCH, WayState.WON, None, effort)
        case Way.ONION | Way.RELAY:
            return WayReport(Way(origin), WayState.WON)
        case _:
            return WayReport(way_of(Place(origin, 0)), WayState.WON, None, facts(address=origin))


def _cannot_listen(group: BaseExceptionGroup[OSError], place: Place | None) -> LinkError:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    known = isinstance(error, OSError) and not isinstance(error, socket.gaierror) and error.errno
    reason = os.strerror(known) if known else getattr(error, "strerror", None) or str(error)
    host, port = ("", 0) if place is None else (place.host, place.port)
    address = "this machine" if host in ("", "::") else host
    return LinkError(Problem.CANNOT_LISTEN, address=address, port=port, reason=reason)
