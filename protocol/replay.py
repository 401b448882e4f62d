"""A record entry by entry: what the game was after each, who saw what then, and what is known of it now.

Hidden faces are known from what was opened: a piece's number is given once, so whoever has shown a piece, or has opened
the seed that sealed it, has told its face for as long as the piece has had that number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Generic

from engine.hidden import (
    SEATS,
    Acted,
    Action,
    Draw,
    Event,
    Face,
    Game,
    IllegalAction,
    MalformedAction,
    Mix,
    Piece,
    Pool,
    Seat,
    State,
    View,
    Waiting,
    view_of,
)
from protocol.audit import Auditor
from protocol.entries.action import ActionBody
from protocol.errors import FairTableError
from protocol.evidence import Deed, Evidence
from protocol.facts import SECRET, Fact
from protocol.findings import Finding
from protocol.invariants import require
from protocol.report import Report
from protocol.roles import Role
from protocol.standing import Standing, standing
from protocol.transcript import Entry


class SecondLook(Enum):
    """What the audit says of an entry on the ground of the opened seeds."""

    NOTHING = "there is nothing secret in it"
    HOLDS = "it is what the author's seed gives"
    BROKEN = "it is not what it should be"
    CLOSED = "the author never opened the seed"


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """One entry of the record, and the game before and after it. The states are not to be changed.

    `waited` is what the game waited for. `pools` are those that the entry touched, by owner. `refused` is the entry, at
    most one and the last, that breaks what it must hold: it changes nothing, and one of its `findings` says why.
    """

    number: int
    role: Role
    seat: Seat | None
    kind: str
    before: State
    after: State
    waited: Waiting
    event: Event | None
    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    second_look: SecondLook
    pools: tuple[tuple[Seat, Pool], ...]
    refused: bool = False


@dataclass(frozen=True)
class Replay(Generic[State, Action]):
    """A whole record. A *moment* is how many of the steps have been taken: 0 <= moment <= len(steps).

    `faces` are all that are known now, of every piece that ever lay there.
    """

    game: Game[State, Action]
    report: Report
    steps: tuple[Step[State], ...]
    faces: Mapping[Piece, Face]

    @cached_property
    def start(self) -> State:
        """The state before the first entry."""
        return self.game.start()

    @cached_property
    def standing(self) -> Standing:
        """What the record is worth."""
        return standing(self.report)

    def state(self, moment: int) -> State:
        """The game at a moment, not to be changed."""
        return self.steps[moment - 1].after if moment else self.start

    def seen(self, moment: int, seat: Seat) -> View[State]:
        """What `seat` saw then, as far as its faces are known now."""
        return view_of(self.game, self.state(moment), seat, self.faces)

    def on_the_table(self, moment: int, seat: Seat) -> View[State]:
        """What lay open to both then, from the side of `seat`."""
        state = self.state(moment)
        return View(state, seat, dict(self.game.public_faces(state)))

    def lying(self, moment: int) -> dict[Piece, Face]:
        """Every face known now of the pieces that lay anywhere then, also where nobody could look."""
        game, state = self.game, self.state(moment)
        pools = [game.pool(state, seat, Pool(number)) for seat in SEATS for number in range(game.pool_count())]
        known = {piece: self.faces[piece] for pool in pools for piece in pool if piece in self.faces}
        return {**known, **game.public_faces(state)}

    def unknown(self, moment: int) -> int:
        """How many pieces lay there then whose faces nobody has ever opened."""
        game, state = self.game, self.state(moment)
        public = game.public_faces(state)
        pools = [game.pool(state, seat, Pool(number)) for seat in SEATS for number in range(game.pool_count())]
        return sum([piece not in self.faces and piece not in public for pool in pools for piece in pool])

    def names(self) -> tuple[str, str]:
        """The players' names by seat; empty if the record does not come so far."""
        report = self.report
        names = ["", ""]
        for role, seat in enumerate(report.seats):
            names[seat] = report.names[role]
        return names[0], names[1]


def replay(
    game: Game[State, Action],
    entries: Sequence[bytes],
    *,
    checked: bool = False,
    own_seeds: Mapping[Role, bytes] | None = None,
) -> Replay[State, Action]:
    """The record `entries` of a game of `game`, as far as it goes, with all that its audit finds. Never raises for what
    the entries hold. `checked` and `own_seeds`: see `Auditor`.
    """
    faces: dict[Piece, Face] = {}
    taken: list[tuple[Deed, Entry]] = []

    def watch(deed: Deed, entry: Entry, evidence: Evidence) -> None:
        faces.update(evidence.faces)
        taken.append((deed, entry))

    auditor = Auditor(game, entries, checked=checked, keep_states=True, own_seeds=own_seeds, watch=watch)
    report = auditor.report()
    steps = [_step(game, report, deed, entry) for deed, entry in taken]
    stopped = auditor.stopped_at
    if stopped is not None and isinstance(report.stopped, FairTableError):
        steps.append(_refused(game, report, stopped, auditor.end))
    return Replay(game, report, tuple(steps), faces)


def _seat_of(report: Report, role: Role) -> Seat | None:
    return report.seats[role] if role < len(report.seats) else None


def _step(game: Game[Any, Any], report: Report, deed: Deed, entry: Entry) -> Step[Any]:
    before, after = deed.before, deed.effect.progress
    facts = entry.kind.facts(deed, entry.body)
    findings = tuple([finding for finding in report.violations if finding.number == deed.number])
    return Step(
        number=deed.number,
        role=deed.role,
        seat=_seat_of(report, deed.role),
        kind=entry.kind.name,
        before=before.state,
        after=after.state,
        waited=before.waiting,
        event=deed.effect.event,
        facts=facts,
        findings=findings,
        second_look=_second_look(report, deed.role, facts, findings),
        pools=_touched(game, deed),
    )


def _second_look(report: Report, role: Role, facts: tuple[Fact, ...], findings: tuple[Finding, ...]) -> SecondLook:
    if findings:
        return SecondLook.BROKEN
    if not any(fact.did in SECRET for fact in facts):
        return SecondLook.NOTHING
    return SecondLook.CLOSED if role in report.unopened else SecondLook.HOLDS


def _touched(game: Game[Any, Any], deed: Deed) -> tuple[tuple[Seat, Pool], ...]:
    """The pools that an entry mixed, drew between, changed, or claimed something of."""
    before, after, waiting = deed.before.state, deed.effect.progress.state, deed.before.waiting
    if deed.effect.event is None:
        return ()
    if isinstance(waiting, Mix | Draw):
        return _requested(waiting)
    claimed = {piece for claim in deed.effect.claims for piece in claim.pieces}
    named = claimed.union(deed.effect.shown)
    touched = []
    for seat in SEATS:
        for number in range(game.pool_count()):
            old = game.pool(before, seat, Pool(number))
            if named.intersection(old) or old != game.pool(after, seat, Pool(number)):
                touched.append((seat, Pool(number)))
    return tuple(touched)


def _requested(request: Mix | Draw) -> tuple[tuple[Seat, Pool], ...]:
    """The pools that a mix or a draw is of."""
    pools = request.pools if isinstance(request, Mix) else (request.source, request.target)
    return tuple([(request.owner, pool) for pool in pools])


def _refused(game: Game[Any, Any], report: Report, entry: Entry, end: Any) -> Step[Any]:
    """The entry at which the replay stopped; the pools are those that it was about, if that can be told."""
    findings = tuple([finding for finding in report.violations if finding.number == report.followed])
    pools: tuple[tuple[Seat, Pool], ...] = ()
    waiting = end.waiting
    if isinstance(waiting, Mix | Draw):
        pools = _requested(waiting)
    elif isinstance(entry.body, ActionBody) and _seat_of(report, entry.role) is not None:
        pools = _pools_of_action(game, end.state, require(_seat_of(report, entry.role)), entry.body.action)
    return Step(
        number=report.followed,
        role=entry.role,
        seat=_seat_of(report, entry.role),
        kind=entry.kind.name,
        before=end.state,
        after=end.state,
        waited=waiting,
        event=None,
        facts=(),
        findings=findings,
        second_look=SecondLook.BROKEN if findings else SecondLook.NOTHING,
        pools=pools,
        refused=True,
    )


def _pools_of_action(game: Game[Any, Any], state: Any, seat: Seat, plain: object) -> tuple[tuple[Seat, Pool], ...]:
    """Where the pieces lie that an action shows or makes a claim of, as far as that makes sense."""
    try:
        action = game.unpack_action(plain)
        pieces = set(game.to_show(state, seat, action))
        pieces.update([piece for claim in game.claims(state, seat, action) for piece in claim.pieces])
    except (MalformedAction, IllegalAction):
        return ()
    numbers = [Pool(number) for number in range(game.pool_count())]
    return tuple([(seat, pool) for pool in numbers if pieces.intersection(game.pool(state, seat, pool))])


def decisions(replayed: Replay[Any, Any]) -> list[int]:
    """The moments right after each decision of a player."""
    return [step.number + 1 for step in replayed.steps if isinstance(step.event, Acted) or step.kind == "open"]
