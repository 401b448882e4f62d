"""A game played by a bot, told in lines of text."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import trio

from p2p.game_runner import GameRunner, Watch
from p2p.notifications import Notification, RoundTrip
from p2p.reach.ways import State, WayReport
from p2p.session.bot_player import play_with_bot
from p2p.session.session import Session
from p2p.task_group import Task, run_until_interrupted
from p2p.text import clean
from protocol.findings import Finding
from tui.cli.offered import make_bot
from tui.cli.opponent import Opponent
from tui.cli.progress import LINE, ProgressKeeper, result_of, say
from tui.network_words import WayLines, notification_words


def play_in_text(runner: GameRunner[Any, Any], bot: str, opponent: Opponent | None) -> int:
    """Play with the bot of that name. The exit status."""
    keeper = ProgressKeeper(runner.folder, tell_stages=True)
    ready = trio.Event()
    ways = WayLines()
    by: list[WayReport] = []

    def attach(session: Session[Any, Any]) -> None:
        keeper.attach(session)
        ready.set()

    def observe(notification: Notification) -> None:
        keeper.observe(notification)
        words = notification_words(notification, by[-1] if by else None)
        if words and not isinstance(notification, RoundTrip):
            say(words)

    def watch_way(report: WayReport) -> None:
        if report.state is State.WON:
            by.append(report)
        words = ways.take(report)
        if words:
            say(words)

    def show_invite(token: str) -> None:
        # Not cleaned: it is longer than a sentence, and our own.
        print(f"invite: {token}", flush=True)

    def show_answer(code: str) -> None:
        print(f"answer code: {code}", flush=True)

    async def decide() -> None:
        await ready.wait()
        session = keeper.session
        assert session is not None
        await play_with_bot(session, make_bot(session.table.game, bot))
        await trio.sleep_forever()

    watch = Watch(watch_way, show_invite if opponent is None else opponent.tell, answer=show_answer)
    tasks: list[Task] = [replace(runner, attach=attach, observe=observe, watch=watch).play, decide]
    if opponent is not None:
        tasks.append(lambda: opponent.watch(keeper.waits_for_opponent))
    try:
        trio.run(partial(run_until_interrupted, *tasks))
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
