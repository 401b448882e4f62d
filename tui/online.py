"""A game over the network on the screen: the session runs in trio beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from engine.hidden import Action, State
from protocol.errors import FairTableError
from protocol.replay import Replay
from tui.advising import Ask, Review
from tui.kept import Kept
from tui.network_words import stopped_words
from tui.session_port import SessionPort
from tui.table import Table

Play: TypeAlias = Callable[[SessionPort[State, Action]], Awaitable[None]]
"""Runs a game in trio: makes the session with `observe=port.observe`, calls `port.attach(session)`, then runs it."""


def _first(error: BaseException) -> BaseException:
    """The first exception in a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def run_main(
    play: Play[State, Action], port: SessionPort[State, Action], failures: list[BaseException]
) -> Callable[[], Awaitable[None]]:
    """What trio is to run: `play`, whose failures between two players go to the screen and into `failures`.

    Once it has ended, however that came, the port calls no session any more.
    """

    async def main() -> None:
        try:
            await play(port)
        except* FairTableError as group:
            failures.append(_first(group))
            port.stop(stopped_words(failures[0]))
        finally:
            port.end()

    return main


def online_table(
    play: Play[State, Action],
    failures: list[BaseException],
    *,
    own_name: str,
    window: float | None = None,
    kept: Callable[[], Kept] = Kept,
    ask: Ask | None = None,
    review: Review | None = None,
    replay: Callable[[], Replay[Any, Any]] | None = None,
) -> Table:
    """The table of a game over the network.

    `window` is the time that every answer takes to a question whose answer's timing would tell; the screen counts it
    down. Without it the opponent is a bot, and the player is not asked where there is only one answer. For the others
    see `Table`.

    `play` is called in trio, in guest mode, with the port that it is to feed. When it raises what can happen between
    two players (a lost connection, a cheating opponent, a full disk), that is put into `failures`, and the screen says
    so and stays until the player leaves it; anything else is a mistake in the program and closes the screen.
    """
    port: SessionPort[State, Action] = SessionPort(own_name, window)
    return Table(port, run_main(play, port, failures), kept, ask, review, replay)
