"""The open table: all faces known to one process, seeded chance. For tests, bots' look-ahead, benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Generic

from engine.hidden import (
    SEATS,
    Acted,
    Action,
    BothActed,
    Chance,
    Decision,
    Draw,
    Drawn,
    Face,
    Game,
    IllegalAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Sealed,
    Seat,
    State,
    Waiting,
    showing,
)


class SeededChance:
    """Chance from Python's own generator: reproducible, fast, and good for nothing where fairness counts."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def position(self, owner: Seat, number: int, size: int) -> int:
        """See `Chance.position`."""
        return self._random.randrange(size)

    def order(self, owner: Seat, number: int, size: int) -> Sequence[int]:
        """See `Chance.order`."""
        order = list(range(size))
        self._random.shuffle(order)
        return order


class OpenTable(Generic[State, Action]):
    """A game in one process. Draws and mixes are answered at once; the players' choices come in through `act`.

    `faces` holds the face of every piece in play, of both seats.
    """

    def __init__(
        self,
        game: Game[State, Action],
        chance: Chance,
        state: State | None = None,
        faces: Mapping[Piece, Face] | None = None,
    ) -> None:
        """A new game, or one that goes on from `state` with the hidden `faces` given. The table owns the state."""
        self.game = game
        self.state: State = game.start() if state is None else state
        self.faces: dict[Piece, Face] = {**(faces or {}), **game.public_faces(self.state)}
        self._chance = chance
        self._draws = [0, 0]
        self._mixes = [0, 0]
        self._sealed: list[Action | None] = [None, None]
        self.waiting: Waiting = self._settle()

    def act(self, seat: Seat, action: Action) -> None:
        """`seat` takes `action`; a sealed one waits for the other seat's. Raises IllegalAction."""
        waiting = self.waiting
        if isinstance(waiting, Decision):
            if seat != waiting.seat:
                raise IllegalAction("6.4", "It is the other player's decision")
            event = Acted(seat, action, self._showing(seat, action))
            self.game.apply(self.state, event)
        elif isinstance(waiting, Sealed):
            self._showing(seat, action)
            self._sealed[seat] = action
            first, second = self._sealed
            if first is None or second is None:
                return
            self._sealed = [None, None]
            shown = self._showing(SEATS[0], first) | self._showing(SEATS[1], second)
            self.game.apply(self.state, BothActed((first, second), shown))
        else:
            raise IllegalAction("2.1", "The game is over")
        self.waiting = self._settle()

    def has_sealed(self, seat: Seat) -> bool:
        """Whether `seat` has made its sealed choice and waits for the other's."""
        return self._sealed[seat] is not None

    def _showing(self, seat: Seat, action: Action) -> dict[Piece, Face]:
        """The faces that `action` shows, after checking that its claims are true."""
        return showing(self.game, self.state, seat, action, self.faces)

    def _settle(self) -> Waiting:
        """Answer draws and mixes until a player must choose or the game is over."""
        while True:
            waiting = self.game.waiting(self.state)
            if isinstance(waiting, Draw):
                self._draw(waiting)
            elif isinstance(waiting, Mix):
                self._mix(waiting)
            else:
                assert isinstance(waiting, Decision | Sealed | Over)
                return waiting

    def _draw(self, draw: Draw) -> None:
        size = len(self.game.pool(self.state, draw.owner, draw.source))
        number = self._draws[draw.owner]
        self._draws[draw.owner] += draw.count
        positions = tuple(
            self._chance.position(draw.owner, number + taken, size - taken) for taken in range(draw.count)
        )
        self.game.apply(self.state, Drawn(positions))

    def _mix(self, mix: Mix) -> None:
        before = [self.game.pool(self.state, mix.owner, pool) for pool in mix.pools]
        self.game.apply(self.state, Mixed())
        for pool, old in zip(mix.pools, before, strict=True):
            new = self.game.pool(self.state, mix.owner, pool)
            order = self._chance.order(mix.owner, self._mixes[mix.owner], len(old))
            self._mixes[mix.owner] += 1
            moved = [self.faces.pop(old[place]) for place in order]
            self.faces.update(zip(new, moved, strict=True))
