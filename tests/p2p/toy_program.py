"""A program that plays the toy game with itself over sockets: python -m tests.p2p.toy_program host|join FOLDER [TOKEN].

Each line of its output is one thing that happened. The moves are slow enough that something is always under way.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import trio

from engine.hidden import View
from p2p.errors import LinkError
from p2p.game_runner import GameRunner, Watch
from p2p.new_games import joined_game, new_hosted_game
from p2p.notifications import EntryAdded, Notification, PeerConnected, PeerDisconnected
from p2p.session.bot_player import play_with_bot
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import HERE_ONLY
from p2p.task_group import run_until_interrupted
from tests.toy_game import Move, Position, ToyGame


class Bot:
    """Any move."""

    def choose(self, view: View[Position]) -> Move:
        options: list[Move] = list(GAME.options(view))
        return secrets.choice(options)


GAME = ToyGame(copies=20, rounds=400)


def say(line: str) -> None:
    print(line, flush=True)


def observe(news: Notification) -> None:
    match news:
        case PeerConnected():
            say("connected")
        case PeerDisconnected(error):
            say(f"disconnected {error.problem.name}")
        case EntryAdded(appended) if appended.number == 30:
            say("begun")


def main() -> None:
    role, folder = sys.argv[1:3]
    data = DataFolder(Path(folder), LocalFileSystem())
    if role == "host":
        game = new_hosted_game(data, GAME, HERE_ONLY, name="Mitsunari", side="first")
    else:
        game = joined_game(data, sys.argv[3], name="Ieyasu")
    sessions: list[Session[Position, Move]] = []
    ready = trio.Event()

    def attach(session: Session[Position, Move]) -> None:
        sessions.append(session)
        ready.set()

    async def decide() -> None:
        await ready.wait()
        await play_with_bot(sessions[0], Bot())
        await trio.sleep_forever()

    async def talk() -> None:
        await ready.wait()
        while True:
            await trio.sleep(0.002)
            sessions[0].chat("..")

    runner = GameRunner(lambda name, settings: GAME, data, game, attach, observe=observe, watch=Watch(invite=say))
    try:
        trio.run(run_until_interrupted, runner.play, decide, talk)
    except KeyboardInterrupt:
        say("interrupted")
    except LinkError as error:
        say(f"failed {error.problem.name}")


if __name__ == "__main__":
    main()
