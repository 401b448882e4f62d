"""Where a game stands, worked out from its record: what the lists of games and of players cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias

from engine.hidden import Game
from p2p.errors import Problem, StorageError
from p2p.game_named import GameNamed
from p2p.store.game_folder import GameFolder, Progress, Words
from protocol.audit import audit
from protocol.clock import split_clock
from protocol.entries.action import ACTION
from protocol.entries.hello import HELLO, Hello
from protocol.entries.kind import EntryKind
from protocol.entries.open import OPEN
from protocol.entries.seed import SEED
from protocol.errors import GameError, PeerError, RecordError
from protocol.outcome import Outcome, Resigned, Stopped
from protocol.phases import Phase
from protocol.record import read_record
from protocol.referee import Referee
from protocol.remembered import recalled
from protocol.roles import Role
from protocol.standing import Cheated, Owed, Standing, standing
from protocol.transcript import read_entry

Tell: TypeAlias = Callable[[Game[Any, Any], Any | None, Standing | None], Words]
"""Puts a game into words, from its public state (None before it has begun) and what it is worth (None while it goes
on)."""

Side: TypeAlias = Literal["own", "opponent", ""]

DECISIONS: Final[tuple[EntryKind[Any], ...]] = (ACTION, OPEN)
"""The entries with which a player takes a decision that both know then."""


def rebuild_progress(folder: GameFolder, game_named: GameNamed[Any, Any], tell: Tell) -> Progress:
    """Follow the record of a game and keep what a list tells of it. Raises StorageError if it cannot be followed."""
    about = folder.about()
    role = Role.HOST if about.role == "host" else Role.JOINER
    moves, worth = 0, None
    try:
        game = game_named(about.game, split_clock(about.settings)[1])
        referee: Referee[Any, Any] = Referee(game, in_place=True)
        entries = read_record(folder.record(), str(folder.record_path)).entries
        try:
            for raw in entries:
                entry = read_entry(raw)
                referee.admit(entry)
                referee.append(entry, referee.judge(entry))
                moves += entry.role is role.other and entry.kind in DECISIONS
        except PeerError as error:
            worth = _broken_off(game, entries, error)
    except (PeerError, RecordError, GameError, LookupError, ValueError) as error:
        raise StorageError(Problem.DAMAGED, path=folder.record_path, reason=str(error)) from error
    found, seat = referee.progress, referee.common.seat_of(role)
    has_chosen, has_left = _remembered(folder, referee)
    players = found.players
    if worth is None and found.outcome is not None:
        worth = standing(audit(game, entries))
    stage, result, told = tell(game, None if seat is None else found.state, worth)
    author = referee.common.author
    progress = Progress(
        game_id=found.game_id.hex(),
        seat=-1 if seat is None else seat,
        opponent=players[role.other].name if role.other < len(players) else "",
        stage=stage,
        result=result,
        told=told,
        finished=found.phase is Phase.FINISHED or (worth is not None and found.outcome is None),
        # Nothing in the record says whether the other has received the last entry, so it is offered once more.
        undelivered=found.phase is Phase.FINISHED and read_entry(entries[-1]).role is role,
        winner=-1 if worth is None or worth.winner is None else worth.winner,
        person=person_of(entries, role.other),
        moves=moves,
        turn="" if author is None else side_of(author is role),
        both_choose=found.phase is Phase.FIRST_SEAL and not has_chosen and not has_left,
        left=who_left(found.outcome, seat),
        leaving=has_left if found.outcome is None else left_unconfirmed(found.outcome, seat, entries, role),
        cheat=who_cheated(worth, seat),
    )
    with suppress(StorageError):  # a cache
        folder.save_progress(progress)
    return progress


def _remembered(folder: GameFolder, referee: Referee[Any, Any]) -> tuple[bool, bool]:
    """Whether the player has answered what both are asked, and has left the game: only its own program knows it yet."""
    with suppress(StorageError, RecordError):
        remembered = folder.remembered()
        if remembered is not None:
            choice, leaving = recalled([remembered], referee.common, str(folder.path))
            return choice is not None, leaving is not None
    return False, False


def _broken_off(game: Game[Any, Any], entries: Sequence[bytes], error: PeerError) -> Standing:
    """What a record is worth in which somebody broke the rules. Raises `error` if it is only damaged."""
    worth = standing(audit(game, entries))
    if not isinstance(worth.result, Cheated):
        raise error
    return worth


def person_of(entries: Sequence[bytes], role: Role) -> str:
    """The long-term public key that the player of `role` has signed with, hexadecimal; empty if with none, or if its
    hello is not there. The hello must have been judged.
    """
    if role >= len(entries):
        return ""
    entry = read_entry(entries[role])
    if entry.kind is not HELLO:
        return ""
    hello: Hello = entry.body
    return "" if hello.person is None else hello.person.key.hex()


def side_of(own: bool) -> Side:
    """`own` or `opponent`."""
    return "own" if own else "opponent"


def who_left(outcome: Outcome | None, seat: int | None) -> Side:
    """Who resigned or stopped the game, for the player of `seat`."""
    return side_of(outcome.seat == seat) if isinstance(outcome, Resigned | Stopped) else ""


def ended_alone(entries: Sequence[bytes], role: Role) -> bool:
    """Whether the player of `role` has written the entry that ended a game, and the other one nothing after it.

    To be asked only of a game that has ended.
    """
    for raw in reversed(entries):
        entry = read_entry(raw)
        if entry.role is not role:
            return False
        if entry.kind is not SEED:
            return True
    return False


def is_untold(owed: Owed, entries: Sequence[bytes], role: Role) -> bool:
    """Whether what is missing after the end is owed by the opponent of the player of `role`, and nothing that it has
    signed shows that it knows of the end.
    """
    return owed.role is role.other and not owed.witnessed and ended_alone(entries, role)


def left_unconfirmed(outcome: Outcome | None, seat: int | None, entries: Sequence[bytes], role: Role) -> bool:
    """Whether the player of `role`, at `seat`, has resigned or stopped the game and the other one has written nothing
    since: it may not have heard of it.
    """
    return who_left(outcome, seat) == "own" and ended_alone(entries, role)


def who_cheated(worth: Standing | None, seat: int | None) -> Literal["own", "opponent", "both", ""]:
    """Who broke the rules, for the player of `seat`."""
    if worth is None or not isinstance(worth.result, Cheated):
        return ""
    return "both" if len(worth.result.cheats) == 2 else side_of(worth.result.cheats[0] == seat)
