"""The malicious peer: a program that plays over the real network layer and cheats where its switch says so.

    python -m tests.malicious.peer --switch NAME --home FOLDER join TOKEN
    python -m tests.malicious.peer --switch NAME --home FOLDER host [--game GAME]
    python -m tests.malicious.peer --switch NAME --home FOLDER resume
    python -m tests.malicious.peer --switch NAME --home FOLDER attack TOKEN

A host prints its invite. The last line of each is what became of it on this side, as JSON. What came from the other
side, inside TLS, is kept in FOLDER/heard.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import trio

from engine.games import game_kind
from engine.hidden import IllegalAction
from p2p import game_runner
from p2p.errors import LinkError
from p2p.game_runner import GameRunner, Watch
from p2p.new_games import joined_game, new_hosted_game
from p2p.notifications import Observe
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.session.timeouts import Timeouts
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY, GameFolder
from p2p.task_group import run_task_group
from p2p.wire.channel import Channel
from p2p.wire.frames import FrameReader, encode_frame
from p2p.wire.messages import AnyMessage
from protocol.errors import FairTableError
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.registry import SWITCHES
from tests.malicious.switch import Switch
from tui.cli.offered import game_named


class CheatingChannel(Channel):
    """A real channel, on which the switch has the last word about what is sent."""

    def __init__(self, honest: Channel, session: CheatingSession) -> None:
        super().__init__(honest._stream, traffic=honest.traffic)
        self._reader = honest._reader
        self._session = session

    async def send(self, *messages: AnyMessage, patience: float) -> None:
        data = b""
        for message in messages:
            for part in self._session.switch.sending(self._session, message):
                data += part if isinstance(part, bytes) else encode_frame(part)
        with trio.fail_after(patience):
            async with self._sending:
                await self._stream.send_all(data)


class CheatingSession(Session[Any, Any]):
    """A real session whose connections are such channels."""

    switch: Switch

    def __init__(self, table: Any, connect: Callable[[], Awaitable[Channel]], **more: Any) -> None:
        async def connect_badly() -> Channel:
            return CheatingChannel(await connect(), self)

        super().__init__(table, connect_badly, **more)


def listen_in(path: Path) -> None:
    """Keep all that is received, frame by frame, as it came out of TLS."""
    feed = FrameReader.feed

    def feed_and_keep(self: FrameReader, data: bytes | bytearray) -> None:
        with path.open("ab") as file:
            file.write(data)
        feed(self, data)

    FrameReader.feed = feed_and_keep  # type: ignore[method-assign]


async def decide(session: Session[Any, Any], switch: Switch, stop: int | None) -> None:
    """Answer what is asked, at random or as the switch likes; stop the game after `stop` decisions."""
    table: Any = session.table
    bot = game_kind(table.game.name).bot(table.game, "random", Random(1600))
    taken = 0
    while table.outcome is None:
        if session.to_decide() is None:
            await session.next_change()
            continue
        if stop is not None and taken >= stop and switch.may_stop(table):
            switch.conclude(table)
            session.stop()
        elif not switch.decide(session, table):
            try:
                session.act(bot.choose(table.view()))
            except IllegalAction:
                session.stop()  # what it believes of its pieces leads it astray
        else:
            session.changed()
        taken += 1
        await trio.lowlevel.checkpoint()
    await trio.sleep_forever()


def folder_for(options: argparse.Namespace, data: DataFolder) -> GameFolder:
    if options.command == "host":
        game = game_kind(options.game).make({})
        return new_hosted_game(data, game, HERE_ONLY, name="Mallory", side=options.side)
    if options.command == "join":
        return joined_game(data, options.token, name="Mallory", signs=SWITCHES[options.switch].signs)
    (folder,) = data.games()
    return folder


def play(options: argparse.Namespace, switch: Switch) -> dict[str, Any]:
    home = Path(options.home)
    data = DataFolder(home, LocalFileSystem())
    folder = folder_for(options, data)
    CheatingTable.switch = switch
    CheatingSession.switch = switch
    game_runner.Table = CheatingTable  # type: ignore[attr-defined]
    game_runner.Session = CheatingSession  # type: ignore[attr-defined]
    sessions: list[Session[Any, Any]] = []
    ready = trio.Event()

    def attach(session: Session[Any, Any]) -> None:
        sessions.append(session)
        ready.set()

    async def choose() -> None:
        await ready.wait()
        await decide(sessions[0], switch, switch.stops_after)

    def show(token: str) -> None:
        print(f"invite: {token}", flush=True)

    observe: Observe = lambda news: switch.observe(sessions[0] if sessions else None, news)  # noqa: E731
    runner = GameRunner(
        game_named,
        data,
        folder,
        attach,
        observe,
        Watch(invite=show),
        timing=AnswerTiming(0.02, use_default=False),
        timeouts=Timeouts(absence=10, first_contact=20, breath=0.05),
    )
    ended = "finished"
    try:
        trio.run(partial(run_task_group, runner.play, choose, until_first=True))
    except FairTableError as error:
        ended = str(error)
    table = sessions[0].table if sessions else None
    return {"done": switch.done, "notes": switch.notes, "ended": ended, "entries": table.head.count if table else 0}


def attack(options: argparse.Namespace, switch: Switch) -> dict[str, Any]:
    ended = "finished"
    try:
        trio.run(switch.attack, options.token)
    except LinkError as error:
        ended = str(error)
    return {"done": switch.done, "notes": switch.notes, "ended": ended, "entries": 0}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--switch", required=True, choices=sorted(SWITCHES))
    parser.add_argument("--home", required=True)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("join").add_argument("token")
    host = commands.add_parser("host")
    host.add_argument("--game", default="sekigahara")
    host.add_argument("--side", default="random", choices=("first", "second", "random"))
    commands.add_parser("resume")
    commands.add_parser("attack").add_argument("token")
    options = parser.parse_args()
    home = Path(options.home)
    home.mkdir(parents=True, exist_ok=True)
    listen_in(home / "heard")
    switch = SWITCHES[options.switch]()
    report = attack(options, switch) if options.command == "attack" else play(options, switch)
    print(json.dumps(report), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
