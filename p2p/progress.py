"""Where a game stands, worked out from its record: what the list of games caches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from engine.hidden import Game
from p2p.errors import Problem, StorageError
from p2p.game_runner import GameNamed
from p2p.store.game_folder import GameFolder, Progress
from protocol.errors import GameError, PeerError, RecordError
from protocol.outcome import Outcome
from protocol.phases import Phase
from protocol.record import read_record
from protocol.referee import Referee
from protocol.roles import Role
from protocol.transcript import read_entry

Tell: TypeAlias = Callable[[Game[Any, Any], Any | None, Outcome | None], tuple[str, str]]
"""Stage and result of a game in words, from its public state (None before it has begun) and its outcome."""


def rebuild_progress(folder: GameFolder, game_named: GameNamed[Any, Any], tell: Tell) -> Progress:
    """Follow the record of a game and keep what a list tells of it. Raises StorageError if it cannot be followed."""
    about = folder.about()
    role = Role.HOST if about.role == "host" else Role.JOINER
    try:
        game = game_named(about.game, about.settings)
        referee: Referee[Any, Any] = Referee(game, in_place=True)
        for raw in read_record(folder.record(), str(folder.record_path)).entries:
            entry = read_entry(raw)
            referee.admit(entry)
            referee.append(entry, referee.judge(entry))
    except (PeerError, RecordError, GameError, LookupError) as error:
        raise StorageError(Problem.DAMAGED, path=folder.record_path, reason=str(error)) from error
    found, seat = referee.progress, referee.common.seat_of(role)
    players = found.players
    stage, result = tell(game, None if seat is None else found.state, found.outcome)
    progress = Progress(
        game_id=found.game_id.hex(),
        seat=-1 if seat is None else seat,
        opponent=players[role.other].name if role.other < len(players) else "",
        stage=stage,
        result=result,
        finished=found.phase is Phase.FINISHED,
    )
    with suppress(StorageError):  # a cache
        folder.save_progress(progress)
    return progress
