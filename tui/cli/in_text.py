"""A game played by a bot, told in lines of text."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import trio

from p2p.game_runner import GameRunner
from p2p.notifications import Notification
from p2p.session.bot_player import play_with_bot
from p2p.session.session import Session
from p2p.task_group import Task, run_task_group
from p2p.text import clean
from protocol.findings import Finding
from tui.cli.offered import make_bot
from tui.cli.opponent import Opponent
from tui.cli.progress import LINE, ProgressKeeper, result_of, say
from tui.network_words import notification_words


def play_in_text(runner: GameRunner[Any, Any], bot: str, opponent: Opponent | None) -> int:
    """Play with the bot of that name. The exit status."""
    keeper = ProgressKeeper(runner.folder, tell_stages=True)
    ready = trio.Event()

    def attach(session: Session[Any, Any]) -> None:
        keeper.attach(session)
        ready.set()

    def observe(notification: Notification) -> None:
        keeper.observe(notification)
        words = notification_words(notification)
        if words:
            say(words)

    async def decide() -> None:
        await ready.wait()
        session = keeper.session
        assert session is not None
        await play_with_bot(session, make_bot(session.table.game, bot))
        await trio.sleep_forever()

    tasks: list[Task] = [replace(runner, attach=attach, observe=observe).play, decide]
    if opponent is not None:
        tasks.append(lambda: opponent.watch(keeper.waits_for_opponent))
    try:
        trio.run(partial(run_task_group, *tasks, until_first=True))
    except* KeyboardInterrupt:
        raise KeyboardInterrupt from None
    assert keeper.session is not None
    return _conclude(keeper.session)


def _conclude(session: Session[Any, Any]) -> int:
    """Print the end of a game; returns the exit status."""
    table, traffic = session.table, session.traffic
    print(f"result: {result_of(table)}")
    print(
        f"traffic: {traffic.bytes_sent} bytes sent, {traffic.bytes_received} bytes received, "
        f"{table.head.count} entries, {traffic.round_trips} round trips"
    )
    verdict = table.verdict
    if verdict is not None and verdict.clean:
        print("audit: clean", flush=True)
        return 0
    for whose, findings in (("own", verdict and verdict.own), ("the opponent's", verdict and verdict.theirs)):
        if findings is None:
            print(f"audit: {whose} verdict is not signed")
        for finding in findings or ():
            print(f"audit: {whose} verdict: {_finding_words(finding)}")
    sys.stdout.flush()
    return 1


def _finding_words(finding: Finding) -> str:
    text = f"entry {finding.number}, by {finding.author.word}, {finding.check}: "
    return clean(f"{text}expected {finding.expected}, found {finding.found}", LINE)
