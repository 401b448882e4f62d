"""Another game of the same two over the connection of the one that is over, and what a cut in between leaves."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
import trio

from p2p.game_named import Settings
from p2p.game_runner import GameRunner
from p2p.new_games import joined_game, new_hosted_game
from p2p.notifications import Notification, PeerConnected, RematchAsked, RematchDeclined
from p2p.reach.plan import ReachMemory, Tools
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY, GameFolder
from p2p.store.game_list import list_games
from protocol.audit import audit
from protocol.errors import LocalError, PeerError
from protocol.record import offer_in, read_record
from protocol.report import Report
from protocol.roles import Role, Side
from protocol.table import Table
from tests.p2p.hands import invite_to
from tests.p2p.paired_sessions import Cable, Fuse, fixed_secrets, legal_moves
from tests.toy_game import Move, Position, ToyGame

GAME = ToyGame(rounds=1)

Toy = Session[Position, Move]


def toy_named(name: str, settings: Settings) -> ToyGame:
    chosen = dict(settings)
    return ToyGame(copies=int(chosen["copies"]), rounds=int(chosen["rounds"]))


@dataclass
class Seat:
    """One player: its home, the game that it plays, and how often it wants another one."""

    home: DataFolder
    folder: GameFolder
    wants: int
    news: list[Notification] = field(default_factory=list)
    sessions: list[Toy] = field(default_factory=list)
    fuse: Fuse = field(default_factory=lambda: Fuse(None))
    cut_after: int | None = None
    """So many bytes after it has asked for a rematch the first time the connection breaks."""
    ask: bool = True

    async def play(self, until: Callable[[Seat], bool] = lambda seat: False) -> None:
        """Play to the end, or until `until` says so."""
        attached = trio.Event()

        def attach(session: Toy) -> None:
            nonlocal attached
            self.sessions.append(session)
            attached.set()
            attached = trio.Event()

        def observe(news: Notification) -> None:
            self.news.append(news)
            if news == RematchAsked(own=True) and self.cut_after is not None:
                self.fuse.left, self.cut_after = self.cut_after, None
            if until(self):
                nursery.cancel_scope.cancel()

        async def decide_in(session: Toy) -> None:
            while not session.table.finished:
                if session.to_decide() is None:
                    await session.next_change()
                else:
                    session.act(Random(session.table.head.count).choice(legal_moves(session)))
            if session.rematch.open and self.ask:
                session.ask_rematch()

        async def decide() -> None:
            while True:
                if not self.sessions:
                    await attached.wait()
                current, other = self.sessions[-1], attached
                async with trio.open_nursery() as tasks:
                    tasks.start_soon(decide_in, current)
                    await other.wait()
                    tasks.cancel_scope.cancel()

        async def dial(place: object) -> trio.abc.Stream:
            stream = await Tools().open_stream(place)  # type: ignore[arg-type]
            self.fuse = Fuse(None)
            return Cable(stream, self.fuse)

        self.sessions.clear()
        runner = GameRunner(
            toy_named,
            self.home,
            self.folder,
            attach,
            observe=observe,
            tools=Tools(open_stream=dial),
            timeouts=Timeouts(breath=0.01),
            rematches=self.wants,
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(decide)
            await runner.play()
            nursery.cancel_scope.cancel()

    def records(self) -> list[Report]:
        """The audits of all its games, by their numbers."""
        found = {}
        for folder in self.home.games():
            entries = read_record(folder.record()).entries
            if entries:
                found[folder.about().number] = audit(GAME, entries)
        return [found[number] for number in sorted(found)]


def two_seats(tmp_path: Path, host_wants: int, joiner_wants: int) -> tuple[Seat, Seat]:
    homes = [DataFolder(tmp_path / name, LocalFileSystem()) for name in ("host", "joiner")]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    ways = msgspec.structs.replace(HERE_ONLY, listen=("127.0.0.1", port))
    hosted = new_hosted_game(homes[0], GAME, ways, name="Mitsunari", side="first")
    about = hosted.about()
    token = invite_to("127.0.0.1", port=port, fingerprint=about.fingerprint, secret=about.secret).token()
    return Seat(homes[0], hosted, host_wants), Seat(homes[1], joined_game(homes[1], token, name="Ieyasu"), joiner_wants)


async def play_both(*seats: Seat) -> None:
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(seat.play)


def check_games(host: Seat, joiner: Seat, count: int) -> None:
    ours, theirs = host.records(), joiner.records()
    assert host.home.game_names() == joiner.home.game_names(), "both call their games alike"
    assert ours == theirs
    assert len(ours) == count
    assert all(report.clean for report in ours)
    assert [report.seats[Role.HOST] for report in ours] == [0, 1, 0][:count]
    # Nothing of one game comes again in the next.
    assert len({key for report in ours for key in report.keys}) == 2 * count
    assert len({report.game_id for report in ours}) == count


@pytest.mark.trio
async def test_two_rematches_are_played_over_one_connection(tmp_path: Path) -> None:
    host, joiner = two_seats(tmp_path, 2, 2)
    await play_both(host, joiner)
    check_games(host, joiner, 3)
    assert len(host.sessions) == len(joiner.sessions) == 3
    assert host.news.count(PeerConnected("")) == 3  # one for each game, whose hellos are not there yet
    offers = [offer_in(read_record(folder.record()).entries).side for folder in host.home.games()]
    assert sorted(offers) == [Side.FIRST, Side.FIRST, Side.SECOND]


@pytest.mark.trio
@pytest.mark.parametrize(("host_wants", "joiner_wants"), [(1, 0), (0, 1)])
async def test_a_rematch_takes_both(tmp_path: Path, host_wants: int, joiner_wants: int) -> None:
    host, joiner = two_seats(tmp_path, host_wants, joiner_wants)
    await play_both(host, joiner)
    check_games(host, joiner, 1)
    for seat in (host, joiner):
        assert len(seat.home.games()) == 1
        assert seat.folder.about().next == ""
        assert (RematchDeclined() in seat.news) == bool(seat.wants)


@pytest.mark.trio
@pytest.mark.parametrize("bytes_left", [0, 10, 33, 60, 90, 130, 200])
@pytest.mark.parametrize("first", ["host", "joiner"])
async def test_a_cut_while_they_agree_loses_nothing(tmp_path: Path, bytes_left: int, first: str) -> None:
    host, joiner = two_seats(tmp_path, 1, 1)
    joiner.cut_after = bytes_left
    if first == "host":
        joiner.ask = False

        def follow(seat: Seat) -> bool:
            if RematchAsked(own=False) in seat.news and not seat.sessions[-1].rematch.asked and seat.ask is False:
                seat.ask = True
                seat.sessions[-1].ask_rematch()
            return False

        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(host.play)
                nursery.start_soon(partial(joiner.play, follow))
    else:
        await play_both(host, joiner)
    check_games(host, joiner, 2)


@pytest.mark.trio
@pytest.mark.parametrize("which", [0, 1])
async def test_who_ends_right_after_asking_comes_back_to_the_rematch(tmp_path: Path, which: int) -> None:
    seats = two_seats(tmp_path, 1, 1)
    leaver, other = seats[which], seats[1 - which]
    other.ask = False
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other.play)
            await leaver.play(lambda seat: RematchAsked(own=True) in seat.news)
            nursery.cancel_scope.cancel()
    # The one who has asked has the next game; the other is at the first.
    again = leaver.home.folder(leaver.folder.about().next)
    assert again.about().number == 1
    leaver.folder, other.ask, leaver.news = again, True, []
    await play_both(*seats)
    check_games(*seats, 2)
    assert [folder.about().number for folder in leaver.home.games() if folder.name == again.name] == [1]


@pytest.mark.trio
async def test_both_find_each_other_again_when_their_programs_end_in_a_rematch(tmp_path: Path) -> None:
    seats = two_seats(tmp_path, 1, 1)
    host = seats[0].folder
    about = host.about()
    # The host had listened at whatever port was free, and remembers it.
    listen = about.ways.listen
    assert listen is not None
    host.save_about(msgspec.structs.replace(about, ways=msgspec.structs.replace(about.ways, listen=(listen[0], 0))))
    host.save_reach(msgspec.msgpack.encode(ReachMemory(port=listen[1])))
    with trio.move_on_after(30) as scope:
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(partial(seat.play, lambda seat: len(seat.sessions) > 1))
    assert not scope.cancelled_caught
    for seat in seats:
        seat.folder = seat.home.folder(seat.folder.about().next)
        assert seat.folder.about().number == 1
    await play_both(*seats)
    check_games(*seats, 2)


def test_a_host_that_keeps_its_side_is_refused() -> None:
    host = Table(GAME, Role.HOST, fixed_secrets(1), "Mitsunari", Side.FIRST)
    joiner = Table(GAME, Role.JOINER, fixed_secrets(2), "Ieyasu", Side.SECOND)
    host.begin()
    (hello,) = host.take_outbox()
    with pytest.raises(PeerError, match="other sides than were agreed on") as refused:
        joiner.receive(hello)
    assert refused.value.check == "offer"
    assert joiner.entries == []


@pytest.mark.trio
async def test_there_is_no_rematch_of_a_game_that_goes_on(tmp_path: Path) -> None:
    host, _ = two_seats(tmp_path, 1, 1)

    def ask(seat: Seat) -> bool:
        return True

    with trio.move_on_after(0.2):
        await host.play(ask)
    with pytest.raises(LocalError, match="not over yet"):
        host.sessions[0].ask_rematch()
    assert len(list_games(host.home)) == 1
