"""From files to a running game: addresses, sockets, invites, new and resumed games over real sockets on loopback."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
import trio

from p2p.errors import LinkError, Problem, RefusedError, StorageError
from p2p.game_named import Settings
from p2p.game_runner import GameRunner, Watch, open_table
from p2p.new_games import joined_game, new_hosted_game
from p2p.notifications import DialFailed, Notification, Observe, PeerConnected, TornEndDropped, nobody_observes
from p2p.reach.addresses import Place
from p2p.reach.host_listener import HostListener
from p2p.reach.invitation import parse_invitation
from p2p.reach.listening import parse_place
from p2p.reach.tokens import TokenError
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY, GameFolder
from p2p.wire.handshake import GameDescription
from p2p.wire.tls import host_context
from protocol.audit import audit
from protocol.errors import RecordError
from protocol.phases import Phase
from protocol.record import read_record
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.p2p.hands import invite_to, serve
from tests.p2p.paired_sessions import legal_moves
from tests.toy_game import Move, Position, ToyGame

GAME = ToyGame(rounds=2)


def toy_named(name: str, settings: Settings) -> ToyGame:
    if name != "toy":
        raise LookupError(name)
    chosen = dict(settings)
    return ToyGame(copies=int(chosen["copies"]), rounds=int(chosen["rounds"]))


@pytest.mark.parametrize(
    ("text", "address", "port"),
    [
        ("", "", 0),
        ("127.0.0.1:0", "127.0.0.1", 0),
        ("127.0.0.1:7600", "127.0.0.1", 7600),
        (":7600", "", 7600),
        ("example.org", "example.org", 0),
        ("::1", "::1", 0),
        ("[::1]:7600", "::1", 7600),
        ("[::]", "::", 0),
    ],
)
def test_addresses_are_split(text: str, address: str, port: int) -> None:
    assert parse_place(text) == Place(address, port)


@pytest.mark.parametrize("text", ["a:b", "a:65536", "[::1", "[::1]7600", "a:-1", "a:٣"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(LinkError, match=r"is not an address|does not end in a port"):
        parse_place(text)


def host_game(home: DataFolder) -> tuple[GameFolder, str]:
    """A game hosted at a port that is free now, and the invite to it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    ways = msgspec.structs.replace(HERE_ONLY, listen=("127.0.0.1", port))
    folder = new_hosted_game(home, GAME, ways, name="Mitsunari", side="first")
    about = folder.about()
    return folder, invite_to("127.0.0.1", port=port, fingerprint=about.fingerprint, secret=about.secret).token()


async def play(
    home: DataFolder,
    folder: GameFolder,
    until: Callable[[Session[Position, Move]], bool] = lambda session: False,
    observe: Observe = nobody_observes,
) -> None:
    """Play with random moves, to the end or until `until` says so."""
    sessions: list[Session[Position, Move]] = []
    begun = trio.Event()

    def attach(session: Session[Position, Move]) -> None:
        sessions.append(session)
        begun.set()

    async def decide() -> None:
        await begun.wait()
        session = sessions[0]
        while not until(session):
            if session.to_decide() is None:
                await session.next_change()
                continue
            session.act(Random(session.table.head.count).choice(legal_moves(session)))
        nursery.cancel_scope.cancel()

    runner = GameRunner(toy_named, home, folder, attach, observe=observe, timeouts=Timeouts(breath=0.01))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(decide)
        await runner.play()
        nursery.cancel_scope.cancel()


def entries(folder: GameFolder) -> tuple[bytes, ...]:
    return read_record(folder.record()).entries


@pytest.mark.trio
async def test_a_host_tells_its_invite_and_a_port_that_is_taken(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder, token = host_game(home)
    told: list[str] = []
    async with trio.open_nursery() as nursery:

        def tell(invite: str) -> None:
            told.append(invite)
            nursery.cancel_scope.cancel()

        nursery.start_soon(GameRunner(toy_named, home, folder, lambda session: None, watch=Watch(invite=tell)).play)
    assert told == [token]
    assert folder.about().invite == token
    where = parse_invitation(token).places[0]
    with (
        socket.create_server((where.host, where.port)),
        pytest.raises(LinkError, match=r"Nobody can listen at 127\.0\.0\.1 port \d+: Address already in use\."),
    ):
        await GameRunner(toy_named, home, folder, lambda session: None).play()


@pytest.mark.trio
async def test_a_game_is_left_by_both_and_resumed_from_the_files(tmp_path: Path) -> None:
    homes = DataFolder(tmp_path / "host", LocalFileSystem()), DataFolder(tmp_path / "joiner", LocalFileSystem())
    hosted, token = host_game(homes[0])
    joined = joined_game(homes[1], token, name="Ieyasu")

    def in_the_middle(session: Session[Position, Move]) -> bool:
        return session.table.head.count >= 12

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, homes[1], joined)
        await play(homes[0], hosted, in_the_middle)
        nursery.cancel_scope.cancel()
    assert 12 <= len(entries(hosted)) < 20
    before = entries(hosted)
    assert len(hosted.about().joiner) == 32

    # The same invite leads back to the same game and key.
    again = joined_game(homes[1], f" {token.upper()}\n", name="Somebody")
    assert again.path == joined.path
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(play, homes[1], again))
        nursery.start_soon(partial(play, homes[0], hosted))
    assert entries(hosted) == entries(joined)
    assert entries(hosted)[: len(before)] == before
    assert audit(GAME, entries(hosted)).clean


def test_a_folder_is_made_only_for_a_readable_invite(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    with pytest.raises(TokenError):
        joined_game(home, "nonsense", name="Ieyasu")
    assert home.games() == []
    token = invite_to("a", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
    folder = joined_game(home, token, name="Ieyasu", bot="steady")
    assert folder.about().bot == "steady"
    folder.discard()
    assert home.games() == []


def test_a_game_with_entries_is_not_discarded(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder, _ = host_game(home)
    table, close = open_table(GAME, folder)
    table.begin()
    close()
    folder.discard()
    assert len(entries(folder)) == 1
    reports: list[Notification] = []
    data = folder.record()
    folder.record_path.write_bytes(data + data[:20])
    table, close = open_table(GAME, folder, reports.append)
    close()
    assert reports == [TornEndDropped(torn=20, whole=1)]
    assert folder.record() == data
    assert table.entries == list(entries(folder))


def test_a_game_of_which_nothing_is_recorded_may_have_gone_on(tmp_path: Path) -> None:
    """A copy of its folder from before the first entry mixed at once, where the player may have resigned."""
    home = DataFolder(tmp_path, LocalFileSystem())
    folder = new_hosted_game(home, GAME, HERE_ONLY, name="Mitsunari", side="first")
    host, close = open_table(GAME, folder)
    joiner = Table(GAME, Role.JOINER, Secrets(bytes([2]) * 32, bytes([3]) * 32), "Ieyasu", Side.FIRST)
    host.begin()
    joiner.receive(host.take_outbox()[0])
    host.receive(joiner.take_outbox()[0])
    assert host.phase is Phase.MIX
    assert host.take_outbox() == []
    host.settle()
    assert len(host.take_outbox()) > 0
    close()


def test_a_note_of_what_was_checked_is_kept_and_may_be_lost_or_spoilt(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder, _ = host_game(home)
    table, close = open_table(GAME, folder)
    close()
    assert folder.checked() == b""
    table, close = open_table(GAME, folder)
    table.begin()
    close()
    assert folder.checked() == table.mark()
    for spoilt in (b"", b"junk", table.mark()[:-1]):
        folder.save_checked(spoilt)
        again, close = open_table(GAME, folder)
        close()
        assert again.entries == table.entries
        assert folder.checked() == table.mark()


@pytest.mark.parametrize(
    ("damage", "error", "message"),
    [
        (lambda folder: (folder.path / "secrets").unlink(), StorageError, "secrets is missing"),
        (lambda folder: folder.save_secrets(b"short"), StorageError, "secrets is damaged"),
        (lambda folder: folder.save_secrets(bytes(64)), RecordError, "the secrets belong to another game"),
        (lambda folder: folder.record_path.write_bytes(b"x" * 50), RecordError, "not the record of a game"),
        (lambda folder: (folder.path / "about.json").write_text("[]"), StorageError, "about.json is damaged"),
    ],
)
def test_damaged_files_are_named(
    tmp_path: Path, damage: Callable[[GameFolder], object], error: type[Exception], message: str
) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    folder, _ = host_game(home)
    table, close = open_table(GAME, folder)
    table.begin()
    close()
    damage(folder)
    with pytest.raises(error, match=message):
        open_table(GAME, folder)


def test_one_damaged_game_does_not_keep_from_joining(tmp_path: Path) -> None:
    home = DataFolder(tmp_path, LocalFileSystem())
    token = invite_to("a", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
    first = joined_game(home, token, name="Ieyasu")
    (first.path / "about.json").write_bytes(b"\xff")
    second = joined_game(home, token, name="Ieyasu")
    assert second.path != first.path
    wrong = msgspec.structs.replace(second.about(), invite="seki2")
    second.save_about(wrong)
    third = joined_game(home, token, name="Ieyasu")
    assert third.about().invite == token


# -- who is told what, and what is kept


@pytest.mark.trio
async def test_the_joiner_learns_from_the_host_which_game_it_is(tmp_path: Path) -> None:
    homes = [DataFolder(tmp_path / name, LocalFileSystem()) for name in ("host", "joiner")]
    hosted, token = host_game(homes[0])
    joined = joined_game(homes[1], token, name="Ieyasu")
    assert joined.about().game == ""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, homes[0], hosted)
        await play(homes[1], joined)
    about = joined.about()
    assert (about.game, about.settings, about.admission) == ("toy", (("copies", "2"), ("rounds", "2")), "admitted")


@pytest.mark.trio
async def test_a_game_that_the_joiner_does_not_know_is_named_and_the_key_kept(tmp_path: Path) -> None:
    homes = [DataFolder(tmp_path / name, LocalFileSystem()) for name in ("host", "joiner")]
    hosted, token = host_game(homes[0])
    joined = joined_game(homes[1], token, name="Ieyasu")

    def none_named(name: str, settings: Settings) -> ToyGame:
        raise KeyError(name)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, homes[0], hosted)
        with pytest.raises(RefusedError, match="plays toy, which this program does not know"):
            await GameRunner(none_named, homes[1], joined, lambda session: None).play()
        nursery.cancel_scope.cancel()
    assert joined.about().key
    assert joined_game(homes[1], token, name="Ieyasu").path == joined.path


async def refused_by(home: DataFolder, folder: GameFolder) -> Problem:
    with pytest.raises(RefusedError) as caught:
        await GameRunner(toy_named, home, folder, lambda session: None).play()
    return caught.value.problem


@pytest.mark.trio
async def test_whom_the_host_refuses_is_forgotten_but_not_who_may_be_bound(tmp_path: Path) -> None:
    homes = [DataFolder(tmp_path / name, LocalFileSystem()) for name in ("host", "joiner", "second", "other host")]
    hosted, token = host_game(homes[0])
    first, second = (joined_game(home, token, name="Ieyasu") for home in homes[1:3])
    connected = trio.Event()

    def observe(news: Notification) -> None:
        if isinstance(news, PeerConnected):
            connected.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(play, homes[0], hosted, lambda session: False, observe))
        with trio.CancelScope() as life:
            async with trio.open_nursery() as theirs:
                theirs.start_soon(play, homes[1], first)
                await connected.wait()
                assert await refused_by(homes[2], second) is Problem.INVITE_USED
                life.cancel()
        nursery.cancel_scope.cancel()
    assert not second.path.exists()
    # Somebody else answers at the host's address: of the joiner that was admitted nothing is lost, nor of one that may
    # have been; one that has never shown its key is forgotten.
    place = parse_invitation(token).places[0]
    homes[3].certificate()
    with socket.create_server((place.host, place.port)) as listener:
        listener.setblocking(False)
        stranger = HostListener(
            secret=bytes(16),
            certificate=homes[3].certificate().fingerprint,
            context=host_context(homes[3].identity_path),
            game=GameDescription("toy", ()),
            joiner=None,
            bind=lambda key: None,
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, stranger, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))])
            with trio.move_on_after(2):
                await GameRunner(toy_named, homes[1], first, lambda session: None).play()
            assert first.about().admission == "admitted"
            first.record_path.unlink()
            with trio.move_on_after(2):
                await GameRunner(toy_named, homes[1], first, lambda session: None).play()
            for admission, kept in (("asked", True), ("none", False)):
                third = joined_game(homes[2], token, name="Ieyasu")
                third.save_about(msgspec.structs.replace(third.about(), admission=admission))
                assert await refused_by(homes[2], third) is Problem.OTHER_CERTIFICATE
                assert third.path.exists() == kept
                if kept:
                    third.discard()
            nursery.cancel_scope.cancel()
    assert first.about().key


class FullDisk(LocalFileSystem):
    """Has no room for what is written into a game's folder once it is full."""

    full = False

    def replace(self, path: Path, data: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        super().replace(path, data)


@pytest.mark.trio
async def test_a_full_disk_when_the_joiner_first_proves_itself(tmp_path: Path) -> None:
    disk = FullDisk()
    homes = [DataFolder(tmp_path / "host", disk), DataFolder(tmp_path / "joiner", LocalFileSystem())]
    hosted, token = host_game(homes[0])
    hosted.save_secrets(bytes(range(64)))
    hosted.save_about(msgspec.structs.replace(hosted.about(), invite=token))
    joined = joined_game(homes[1], token, name="Ieyasu")
    disk.full = True
    seen: list[Notification] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(play, homes[1], joined, observe=seen.append))
        with pytest.raises(StorageError, match=r"about\.json cannot be written: No space left"):
            await GameRunner(toy_named, homes[0], hosted, lambda session: None).play()
        await trio.sleep(0.1)
        nursery.cancel_scope.cancel()
    failed = seen[-1]
    assert isinstance(failed, DialFailed)
    assert failed.error.problem is Problem.PEER_TROUBLE
