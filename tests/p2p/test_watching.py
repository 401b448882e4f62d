"""A third person watches: what it sees and checks, that it can do nothing else, and that nobody waits for it."""

from __future__ import annotations

import dataclasses
import socket
from pathlib import Path

import msgspec
import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import LinkError, Problem
from p2p.game_runner import GameRunner, Watch
from p2p.new_games import joined_game, new_hosted_game
from p2p.notifications import Notification, Watched, WatchingRefused
from p2p.reach.addresses import Place
from p2p.reach.invitation import make_invitation, parse_invitation, parse_watch_invitation
from p2p.reach.tokens import TokenError
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.session.watchers import MOST, TAKEN_WITHIN, Watchers
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY
from p2p.watching import GameWatcher
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.handshake import GameDescription, admit_joiner, prove_to_host, prove_to_watch
from p2p.wire.messages import ChatMessage, EntryMessage, FaultMessage, PingMessage, RematchMessage
from protocol.record import read_record
from protocol.roles import Role, Side
from protocol.table import Table
from tests.p2p.paired_sessions import fixed_secrets, legal_moves, on_virtual_time
from tests.p2p.test_rematch import toy_named
from tests.toy_game import Move, Position, ToyGame

GAME = ToyGame(rounds=1)
SECRET = bytes(range(16))
PLAY_SECRET = bytes(range(50, 66))
CERTIFICATE = bytes(32)


def table() -> Table[Position, Move]:
    made = Table(GAME, Role.HOST, fixed_secrets(1), "Mitsunari", Side.FIRST)
    made.begin()
    return made


def ends() -> tuple[Channel, Channel]:
    near, far = trio.testing.memory_stream_pair()
    return Channel(near, limit=FRAME_LIMIT), Channel(far)


# -- over real sockets


@pytest.mark.trio
@pytest.mark.parametrize("allowed", [True, False])
async def test_a_game_is_watched_to_its_end_unless_the_joiner_refuses(tmp_path: Path, *, allowed: bool) -> None:
    homes = [DataFolder(tmp_path / name, LocalFileSystem()) for name in ("host", "joiner")]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    ways = msgspec.structs.replace(HERE_ONLY, listen=("127.0.0.1", port))
    hosted = new_hosted_game(homes[0], GAME, ways, name="Mitsunari", side="first", watch=True)
    tokens: list[str] = []
    news: tuple[list[Notification], list[Notification]] = ([], [])
    watching = trio.Event()
    told = trio.Event()
    invited = trio.Event()

    async def play(home: DataFolder, role: int, token: str = "") -> None:
        folder = hosted if role == 0 else joined_game(home, token, name="Ieyasu", watchable=allowed)
        attached: list[Session[Position, Move]] = []
        ready = trio.Event()

        def attach(session: Session[Position, Move]) -> None:
            attached.append(session)
            ready.set()

        def observe(item: Notification) -> None:
            news[role].append(item)
            if role == 1 and item == Watched(1):
                told.set()

        async def decide() -> None:
            await ready.wait()
            session = attached[0]
            if role == 0 and allowed:
                await watching.wait()
                await told.wait()
            while not session.table.finished:
                if session.to_decide() is None:
                    await session.next_change()
                else:
                    session.act(legal_moves(session)[0])

        def show(token: str) -> None:
            tokens.append(token)
            if len(tokens) == 2:
                invited.set()

        watch = Watch(invite=show, watch_invite=show)
        runner = GameRunner(
            toy_named, home, folder, attach, observe=observe, watch=watch, timeouts=Timeouts(breath=0.01)
        )
        async with trio.open_nursery() as tasks:
            tasks.start_soon(decide)
            await runner.play()
            tasks.cancel_scope.cancel()

    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, homes[0], 0)
            await invited.wait()
            invite, watch_invite = tokens
            assert watch_invite.startswith("watch2")
            with pytest.raises(TokenError):
                parse_invitation(watch_invite)
            with pytest.raises(TokenError):
                parse_watch_invitation(invite)
            watcher = GameWatcher(parse_watch_invitation(watch_invite), toy_named, watching.set)
            if allowed:
                nursery.start_soon(watcher.run)
                await watching.wait()
                await play(homes[1], 1, invite)
            else:
                await play(homes[1], 1, invite)
    entries = read_record(hosted.record()).entries
    if allowed:
        assert watcher.over
        assert watcher.referee is not None
        assert tuple(watcher.referee.entries) == entries
        assert Watched(1) in news[0]
    else:
        assert WatchingRefused() in news[0]
    assert any(isinstance(item, Watched) for item in news[1])


# -- the two invites


async def admit(channel: Channel, watch_secret: bytes, refused: list[LinkError], bound: list[bytes]) -> None:
    """Be a host whose players' secret is `PLAY_SECRET`."""

    def claim(key: bytes) -> bool:
        bound.append(key)
        return True

    game = GameDescription("toy", ())
    try:
        await admit_joiner(
            channel,
            secret=PLAY_SECRET,
            certificate=CERTIFICATE,
            game=game,
            claim=claim,
            patience=5,
            watch_secret=watch_secret,
        )
    except LinkError as error:
        refused.append(error)
    await channel.close()


@pytest.mark.trio
@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("watch_secret", [SECRET, b"", bytes(16)])
async def test_a_player_s_invite_is_not_a_watcher_s(watch_secret: bytes, *, plays: bool) -> None:
    """Nor the other way round: neither secret serves for what the other is for."""
    near, far = ends()
    refused: list[LinkError] = []
    bound: list[bytes] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(admit, far, watch_secret, refused, bound)
        key = Ed25519PrivateKey.generate()
        with pytest.raises(LinkError):
            await (
                prove_to_host(near, secret=SECRET, certificate=CERTIFICATE, key=key, patience=5)
                if plays
                else prove_to_watch(near, secret=PLAY_SECRET, certificate=CERTIFICATE, patience=5)
            )
        await near.close()
    assert [error.problem for error in refused] == [Problem.OTHER_INVITE]
    assert bound == []


def test_a_watchers_invite_leads_by_the_same_ways_with_a_secret_of_its_own() -> None:
    invitation = make_invitation(
        [Place("8.8.8.8", 5)], bytes(32), bytes(16), onion=bytes(32), relay=Place("8.8.4.4", 7), letter_box=True
    )
    parsed = parse_watch_invitation(invitation.watch_token(SECRET))
    assert parsed == dataclasses.replace(invitation, secret=SECRET)


# -- what watchers can and cannot do


@pytest.mark.parametrize(
    ("sends", "reason"),
    [
        ([EntryMessage(b"entry")], "out-of-place"),
        ([ChatMessage("hello")], "out-of-place"),
        ([RematchMessage(1)], "out-of-place"),
        ([PingMessage(number) for number in range(40)], "flood"),
    ],
)
def test_a_watcher_that_writes_or_floods_is_put_out(sends: list[object], reason: str) -> None:
    async def watch() -> None:
        watchers = Watchers(SECRET)
        watchers.show(table(), 0)
        near, far = ends()
        heard = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watchers.serve, far)
            for message in sends:
                await near.send(message, patience=5)  # type: ignore[arg-type]
            with pytest.raises(LinkError):  # noqa: PT012
                while True:
                    heard.append(await near.receive(patience=5))
        faults = [message for message in heard if isinstance(message, FaultMessage)]
        assert [fault.reason for fault in faults] == [reason]
        assert watchers.count == 0

    on_virtual_time(watch)


def test_a_watcher_that_takes_nothing_is_put_out_and_delays_nobody() -> None:
    class Stalled(trio.abc.Stream):
        async def send_all(self, data: object) -> None:
            await trio.sleep_forever()

        async def wait_send_all_might_not_block(self) -> None:
            await trio.sleep_forever()

        async def receive_some(self, max_bytes: int | None = None) -> bytes:
            await trio.sleep_forever()
            raise AssertionError

        async def aclose(self) -> None:
            return

    async def watch() -> None:
        watchers = Watchers(SECRET)
        counts: list[int] = []
        watchers.changed = counts.append
        shown = table()
        watchers.show(shown, 0)
        near, far = ends()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watchers.serve, Channel(Stalled()))
            nursery.start_soon(watchers.serve, far)
            began = trio.current_time()
            await near.receive(patience=5)
            entry = await near.receive(patience=5)
            assert isinstance(entry, EntryMessage)
            assert entry.entry == shown.entries[0]
            assert trio.current_time() - began < 1
            await trio.sleep(TAKEN_WITHIN + 1)
            assert watchers.count == 1
            nursery.cancel_scope.cancel()
        assert counts == [1, 2, 1, 0]

    on_virtual_time(watch)


def test_only_so_many_may_watch_and_nobody_once_it_is_refused() -> None:
    async def watch() -> None:
        watchers = Watchers(SECRET)
        watchers.show(table(), 0)
        async with trio.open_nursery() as nursery:
            for _ in range(MOST):
                nursery.start_soon(watchers.serve, ends()[1])
            await trio.testing.wait_all_tasks_blocked()
            assert watchers.count == MOST
            near, far = ends()
            nursery.start_soon(watchers.serve, far)
            assert isinstance(fault := await near.receive(patience=5), FaultMessage)
            assert not fault.lasting
            watchers.forbid()
            await trio.testing.wait_all_tasks_blocked()
            assert watchers.count == 0
            near, far = ends()
            nursery.start_soon(watchers.serve, far)
            assert isinstance(fault := await near.receive(patience=5), FaultMessage)
            assert fault.lasting
            nursery.cancel_scope.cancel()

    on_virtual_time(watch)
