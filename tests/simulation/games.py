"""The games that are simulated, and players whose choices depend on the position alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from engine.games import game_kind
from engine.hidden import Decision, Game, View, Waiting
from protocol.audit import audit
from protocol.clock import Clock
from protocol.outcome import Outcome
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.toy_game import Pass, Position, ToyGame

PLAYERS = {Role.HOST: "Mitsunari", Role.JOINER: "Ieyasu"}
_SIDES = {"first": Side.FIRST, "second": Side.SECOND, "random": Side.RANDOM}


class TimedToyGame(ToyGame):
    """The time of the answer to a turn tells something."""

    def waiting(self, state: Position) -> Waiting:
        waiting = super().waiting(state)
        return replace(waiting, even_default=Pass()) if isinstance(waiting, Decision) else waiting


@dataclass(frozen=True, slots=True)
class Setting:
    """Which game, and everything that its course follows from: secrets and choices from `seed`, seats from `side`."""

    game: str
    seed: int
    side: str
    copies: int = 0
    rounds: int = 0
    timed: bool = False
    """Whether answers leave at the end of a window (`AnswerTiming`)."""
    signs: bool = False
    """Whether both sign with a long-term key."""
    clock: Clock | None = None
    slow: Role | None = None
    """Who sometimes thinks for longer than the clock allows."""
    watched: bool = False
    """Whether somebody watches (`tests.simulation.onlookers`)."""


TOYS = tuple(
    Setting("toy", number, side, copies, rounds, timed, signs)
    for number, (side, copies, rounds, timed, signs) in enumerate(
        [
            ("first", 1, 2, False, False),
            ("second", 1, 2, True, True),
            ("random", 1, 3, False, False),
            ("random", 2, 2, True, False),
            ("first", 1, 1, False, True),
            ("second", 1, 3, False, False),
            ("first", 1, 2, True, False),
            ("random", 1, 2, False, True),
        ]
    )
)
"""The toy games that are played again and again, each with other faults."""

CLOCKED = tuple(
    replace(setting, clock=Clock(300, 20), slow=slow, watched=True)
    for setting, slow in zip(TOYS[:6], (None, Role.HOST, Role.JOINER) * 2, strict=True)
)
"""Some of them under clocks, which nobody or one of them lets run out, and watched."""

REAL = {
    name: tuple(Setting(name, number, side) for number, side in enumerate(("first", "second", "random")))
    for name in ("sekigahara", "samurai")
}
"""Whole games of the real rules, between players who choose by chance."""


@lru_cache(maxsize=32)
def game_of(setting: Setting) -> Game[Any, Any]:
    """The rules."""
    if setting.game == "toy":
        kind = TimedToyGame if setting.timed else ToyGame
        return kind(copies=setting.copies, rounds=setting.rounds)
    return game_kind(setting.game).make({})


def choice(setting: Setting, view: View[Any], mood: str = "") -> Any:
    """What the player of a view's seat does: the same in the same position and mood, whatever happened before."""
    game = game_of(setting)
    position = hashlib.sha256(game.canonical(view.state)).hexdigest()
    random = Random(f"{setting.seed} {position} {view.seat} {mood}")
    if setting.game == "toy":
        return random.choice(sorted(game.options(view), key=lambda action: repr(game.pack_action(action))))
    sorted_view = View(game.copy(view.state), view.seat, dict(sorted(view.faces.items())))
    return game_kind(setting.game).bot(game, "random", random).choose(sorted_view)


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """A game as it goes if nothing happens."""

    entries: tuple[bytes, ...]
    outcome: Outcome | None


@lru_cache(maxsize=64)
def undisturbed(setting: Setting, host: Secrets, joiner: Secrets) -> Undisturbed:
    """The game between these two, played on two tables with nothing in between."""
    game = game_of(setting)
    tables: dict[Role, Table[Any, Any]] = {
        role: Table(game, role, secrets, PLAYERS[role], _SIDES[setting.side], clock=setting.clock)
        for role, secrets in ((Role.HOST, host), (Role.JOINER, joiner))
    }
    tables[Role.HOST].begin()
    going = True
    while going:
        going = False
        for role, table in tables.items():
            for raw in table.take_outbox():
                going = True
                tables[Role(1 - role)].receive(raw)
            view = table.view()
            if table.asked() is not None and view is not None:
                going = True
                table.act(choice(setting, view))
    entries = tuple(tables[Role.HOST].entries)
    report = audit(game, entries)
    assert report.clean, report
    return Undisturbed(entries, report.outcome)
