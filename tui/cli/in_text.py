"""A game played by a bot, told in lines of text."""

from __future__ import annotations

import signal
import sys
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import trio

from p2p.game_runner import GameRunner, Watch
from p2p.notifications import Notification, PeerConnected, RoundTrip
from p2p.reach.hosting import Hosting
from p2p.reach.ways import State, WayReport
from p2p.session.bot_player import play_with_bot
from p2p.session.session import Session
from p2p.store.players import Recognised
from p2p.system import LAST_SIGNALS
from p2p.task_group import Task, run_task_group
from p2p.text import clean
from protocol.errors import FairTableError, LocalError
from protocol.findings import Finding
from protocol.roles import Role
from tui.cli.answers import take_answers
from tui.cli.offered import make_bot
from tui.cli.opponent import Opponent, input_ends
from tui.cli.progress import ProgressKeeper, proof_lines, say
from tui.language import _
from tui.network_words import WayLines, answered_words, notification_words
from tui.person_words import recognition_words
from tui.record_words import LINE, proven_notes, result_line, role_words, standing_notes


def play_in_text(
    runner: GameRunner[Any, Any],
    bot: str,
    opponent: Opponent | None,
    *,
    tied: bool = False,
    copy: bool = False,
) -> int:
    """Play with the bot of that name, if `tied` only as long as this program's input is open.

    `copy`: the terminal is asked to put the invite on the clipboard. The exit status.
    """
    keeper = ProgressKeeper(runner.folder, runner.data, meet=_tell_who_came, tell_stages=True)
    arrivals = [trio.Event()]
    ways = WayLines()
    by: list[WayReport] = []
    hostings: list[Hosting] = []
    unmeasured = False

    def attach(session: Session[Any, Any]) -> None:
        if keeper.session is not None:
            _tell_standing(keeper)
            say(_("rematch: the sides are exchanged"))
        keeper.attach(session, playing.folder)
        arrivals[-1].set()
        arrivals.append(trio.Event())

    def observe(notification: Notification) -> None:
        nonlocal unmeasured
        keeper.observe(notification)
        words = notification_words(notification, by[-1] if by else None)
        # How long a message takes is told once of each connection.
        if words and (unmeasured or not isinstance(notification, RoundTrip)):
            say(words)
        unmeasured = isinstance(notification, PeerConnected) or (unmeasured and not isinstance(notification, RoundTrip))

    def watch_way(report: WayReport) -> None:
        if report.state is State.WON:
            by.append(report)
        words = ways.take(report)
        if words:
            say(words)

    def show_invite(token: str) -> None:
        # Not cleaned: it is longer than a sentence, and our own. Programs look for it: it is so in every language.
        print(f"invite: {token}", flush=True)
        if copy and sys.stdout.isatty():
            print(f"\033]52;c;{b64encode(token.encode('ascii')).decode('ascii')}\a", end="", flush=True)

    def show_answer(code: str) -> None:
        print(f"answer code: {code}", flush=True)

    async def decide() -> None:
        while True:
            await arrivals[-1 if keeper.session is None else -2].wait()
            session, next_one = keeper.session, arrivals[-1]
            assert session is not None
            async with trio.open_nursery() as nursery:
                nursery.start_soon(decide_in, session)
                await next_one.wait()
                nursery.cancel_scope.cancel()

    async def decide_in(session: Session[Any, Any]) -> None:
        await play_with_bot(session, make_bot(session.table.game, bot))
        while not session.table.finished:
            await session.next_change()
        if session.rematch.open:
            with suppress(LocalError):
                session.ask_rematch()

    def answer(code: str) -> None:
        if hostings:
            say(answered_words(hostings[-1].answer, code))

    def show_watch_invite(token: str) -> None:
        print(f"watch invite: {token}", flush=True)

    watch = Watch(watch_way, show_invite, hostings.append, show_answer, show_watch_invite)
    if opponent is not None:
        watch = Watch(watch_way, opponent.tell)
    playing = replace(runner, attach=attach, observe=observe, watch=watch)
    tasks: list[Task] = [playing.play, decide]
    if opponent is not None:
        tasks.append(lambda: opponent.watch(keeper.waits_for_opponent))
    if tied:
        tasks.append(input_ends)
    elif opponent is None and runner.folder.about().role == "host":
        tasks.append(partial(take_answers, answer))
    try:
        stopped_by = trio.run(run_until_signal, tasks)
    except FairTableError:
        keeper.conclude()
        _tell_standing(keeper)
        raise
    keeper.conclude()
    if stopped_by is not None:
        if stopped_by == signal.SIGINT:
            raise KeyboardInterrupt
        name = signal.Signals(stopped_by).name
        print(
            _("Ended by {name}; the game is kept. `sekigahara resume` continues it.").format(name=name), file=sys.stderr
        )
        return 128 + stopped_by
    assert keeper.session is not None
    return _conclude(keeper, keeper.session)


async def run_until_signal(tasks: Sequence[Task]) -> int | None:
    """Run the tasks until one has ended; the number of the signal that cancelled them, so that they said goodbye."""
    stopped_by: int | None = None

    async with trio.open_nursery() as nursery:

        async def wait_for_signal(task_status: trio.TaskStatus[None]) -> None:
            nonlocal stopped_by
            with trio.open_signal_receiver(*LAST_SIGNALS) as signals:
                task_status.started()
                async for number in signals:
                    stopped_by = number
                    limit.cancel()

        await nursery.start(partial(wait_for_signal))
        with trio.CancelScope() as limit:
            failure: FairTableError | None = None
            try:
                await run_task_group(*tasks, until_first=True)
            except FairTableError as error:
                failure = error
        nursery.cancel_scope.cancel()
    if failure is not None and stopped_by is None:
        raise failure
    return stopped_by


def _tell_who_came(met: Recognised) -> None:
    say(recognition_words(met))


def _tell_standing(keeper: ProgressKeeper) -> None:
    """Who won, or counts as the winner, and what is to be known besides."""
    session, worth = keeper.session, keeper.worth()
    if session is None or worth is None:
        return
    table = session.table
    say(_("result: {result}").format(result=result_line(table.game, worth)))
    seat = table.seat
    for note in proven_notes(worth):
        say(_("proof: {note}").format(note=note))
    for note in standing_notes(worth, lambda role: _called(role, table.role, table.game.seats, seat)):
        say(_("standing: {note}").format(note=note))
    for line in proof_lines(keeper.folder):
        print(line)


def _called(role: Role, own: Role, seats: Sequence[str], seat: int | None) -> str:
    if seat is None:
        return role_words(role)
    return seats[seat if role is own else 1 - seat]


def _conclude(keeper: ProgressKeeper, session: Session[Any, Any]) -> int:
    """Print the end of a game; returns the exit status."""
    table, traffic = session.table, session.traffic
    _tell_standing(keeper)
    print(
        _("traffic: {sent} bytes sent, {received} bytes received, {entries} entries, {round_trips} round trips").format(
            sent=traffic.bytes_sent,
            received=traffic.bytes_received,
            entries=table.head.count,
            round_trips=traffic.round_trips,
        )
    )
    verdict = table.verdict
    if verdict is not None and verdict.clean:
        print(_("audit: clean"), flush=True)
        return 0
    for findings, unsigned, found in (
        (verdict and verdict.own, _("audit: own verdict is not signed"), _("audit: own verdict: {finding}")),
        (
            verdict and verdict.theirs,
            _("audit: the opponent's verdict is not signed"),
            _("audit: the opponent's verdict: {finding}"),
        ),
    ):
        if findings is None:
            print(unsigned)
        for finding in findings or ():
            print(found.format(finding=_finding_words(finding)))
    sys.stdout.flush()
    return 1


def _finding_words(finding: Finding) -> str:
    words = _("entry {number}, by {player}, {check}: expected {expected}, found {found}").format(
        number=finding.number,
        player=role_words(finding.author),
        check=finding.check,
        expected=finding.expected,
        found=finding.found,
    )
    return clean(words, LINE)
