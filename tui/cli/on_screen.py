"""A game played by a person, on the screen."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

from p2p.game_runner import GameRunner, Watch
from p2p.notifications import Notification
from p2p.session.session import Session
from p2p.store.game_folder import GameFolder
from p2p.store.players import Recognised
from p2p.task_group import Task, run_task_group
from protocol.errors import PeerError
from tui.advising import ask_in_asyncio, review_in_asyncio
from tui.chats import ChatKeeper
from tui.cli.opponent import Opponent
from tui.cli.progress import ProgressKeeper, proof_lines
from tui.cli.records import find_record
from tui.cli.seats import Seat
from tui.drafts import DraftKeeper
from tui.kept import Kept
from tui.language import _
from tui.notebook import Notebook
from tui.online import online_table
from tui.person_words import is_alarming, recognition_words
from tui.session_port import SessionPort
from tui.told import ToldKeeper


def tasks_for(
    port: SessionPort[Any, Any], runner: GameRunner[Any, Any], opponent: Opponent | None, keeper: ProgressKeeper
) -> list[Task]:
    """What is to be run for a person who plays through `port`."""

    def attach(session: Session[Any, Any]) -> None:
        keeper.attach(session, playing.folder)
        port.attach(session)
        port.keep_chats(ChatKeeper(playing.folder.chat(), playing.folder.save_chat))

    def observe(notification: Notification) -> None:
        keeper.observe(notification)
        port.observe(notification)

    def meet(met: Recognised) -> None:
        port.notice(recognition_words(met), alarming=is_alarming(met))

    keeper.meet = meet
    port.judged_by(keeper.worth)
    if opponent is not None:
        port.wait_for_bot()
        watch = Watch(invite=opponent.tell)
    else:
        watch = Watch(
            way=port.watch_way,
            invite=port.show_invite,
            hosting=lambda hosting: port.take_answers(hosting.answer),
            answer=port.show_answer_code,
            watch_invite=port.show_watch_invite,
        )
    playing = replace(runner, attach=attach, observe=observe, watch=watch)
    tasks: list[Task] = [playing.play]
    if opponent is not None:
        tasks.append(lambda: opponent.watch(keeper.waits_for_opponent))
    return tasks


class GameOnScreen:
    """A game that is played on the screen: its table, and what is to be said of it when the player has left.

    What can happen between two players (a lost connection, a cheating opponent, a full disk), the screen says, and
    stays until the player leaves it.
    """

    def __init__(self, seat: Seat, *, copy: bool = False) -> None:
        """`copy`: the invite is copied when it is there."""
        runner, opponent = seat.runner, seat.opponent
        self._failures: list[BaseException] = []
        self._keeper = keeper = ProgressKeeper(runner.folder, runner.data)

        async def play(port: SessionPort[Any, Any]) -> None:
            if copy:
                port.copy_invite()
            try:
                await run_task_group(*tasks_for(port, runner, opponent, keeper), until_first=True)
            finally:
                keeper.conclude()

        self.table = online_table(
            play,
            self._failures,
            own_name=runner.folder.about().name,
            window=None if runner.timing is None else runner.timing.window,
            kept=lambda: _kept_in(keeper.folder),
            ask=None if opponent is None else ask_in_asyncio,
            review=lambda tell: review_in_asyncio(keeper.folder.record_path, tell),
            # Every entry of it was checked when it came.
            replay=lambda: find_record(str(keeper.folder.path)).replay(checked=True),
        )

    def where_it_is(self) -> list[str]:
        """What a player who has left the screen wants to know."""
        folder = self._keeper.folder
        return where_the_game_is(folder, over=self._broken or is_over(folder))

    def raise_failure(self) -> None:
        """Raise again what the game has ended in, if anything went wrong between the two players."""
        for failure in self._failures:
            raise failure

    @property
    def _broken(self) -> bool:
        return any(isinstance(failure, PeerError) for failure in self._failures)


def _kept_in(folder: GameFolder) -> Kept:
    """What a folder keeps beside its game, saved there."""
    return Kept(
        Notebook(folder.notes(), folder.save_notes),
        DraftKeeper(folder.draft(), folder.save_draft),
        ToldKeeper(folder.told(), folder.save_told),
    )


def _audit_of_proof(folder: GameFolder) -> list[str]:
    if not folder.has_proof():
        return []
    return [_("Anybody can check it: `sekigahara audit {path}`.").format(path=shlex.quote(str(folder.proof_path)))]


def is_over(folder: GameFolder) -> bool:
    """Whether the game is known to have ended."""
    progress = folder.progress()
    return progress is not None and progress.finished


def where_the_game_is(folder: GameFolder, *, over: bool) -> list[str]:
    """What a player who has left the screen wants to know: where the record is, and what can be done with it."""
    if folder.has_record():
        record = _("The game's record is {path}.").format(path=folder.record_path)
        proof = [*proof_lines(folder), *_audit_of_proof(folder)]
        if over:
            return [
                record,
                *proof,
                _("`sekigahara audit {path}` checks it.").format(path=shlex.quote(str(folder.path))),
            ]
        progress = folder.progress()
        if progress is not None and progress.leaving:
            goes_on = _("You have ended the game: `sekigahara resume {name}` tells your opponent's program so.")
        elif progress is not None and progress.result:
            goes_on = _(
                "The game has ended, and is not checked by both yet: `sekigahara resume {name}` goes on with that."
            )
        else:
            goes_on = _("The game is not over: `sekigahara resume {name}` goes on with it.")
        return [record, *proof, goes_on.format(name=folder.name)]
    if folder.about().role == "host":
        return [
            _("The game has not begun: `sekigahara resume {name}` waits for the opponent again.").format(
                name=folder.name
            )
        ]
    return [_("The game has not begun: joining with the same invite tries again.")]
