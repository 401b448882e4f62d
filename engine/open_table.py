"""The open table: all faces known to one process, seeded chance. For tests, bots' look-ahead, benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic

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
    Piece,
    Sealed,
    Seat,
    State,
    View,
    Waiting,
    faces_shown,
    view_of,
)


class SeededChance:
    """Chance from Python's own generator: reproducible, fast, and good for nothing where fairness counts."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._bits = self._random.getrandbits

    def position(self, owner: Seat, number: int, size: int) -> int:
        """See `Chance.position`."""
        return self._below(size)

    def _below(self, limit: int) -> int:
        """Like `Random.randrange(limit)`, number for number, and quicker."""
        bits = limit.bit_length()
        number = self._bits(bits)
        while number >= limit:
            number = self._bits(bits)
        return number

    def order(self, owner: Seat, number: int, size: int) -> Sequence[int]:
        """See `Chance.order`."""
        order = list(range(size))
        bits = self._bits
        for last in range(size - 1, 0, -1):
            width = (last + 1).bit_length()
            place = bits(width)
            while place > last:
                place = bits(width)
            order[last], order[place] = order[place], order[last]
        return order


class OpenTable(Generic[State, Action]):
    """A game in one process. Draws and mixes are answered at once; the players' choices come in through `act`.

    `faces` holds the face of every piece in play, of both seats; `view` what one of them may see.
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
        # What each seat may see is kept up to date, event by event: a view costs nothing.
        self._seen = tuple([dict(view_of(game, self.state, seat, self.faces).faces) for seat in SEATS])
        self._views = tuple([View(self.state, seat, self._seen[seat]) for seat in SEATS])
        self._chance = chance
        self._draws = [0, 0]
        self._mixes = [0, 0]
        self._sealed: list[Action | None] = [None, None]
        self.waiting: Waiting = self._answer_requests()

    def view(self, seat: Seat) -> View[State]:
        """What `seat` may see now. It changes with the table."""
        return self._views[seat]

    def asked(self, seat: Seat) -> Any | None:
        """The question that `seat` is to answer and has not, None if there is none."""
        waiting = self.waiting
        if isinstance(waiting, Decision):
            return waiting.question if waiting.seat == seat else None
        if isinstance(waiting, Sealed) and self._sealed[seat] is None:
            return waiting.question
        return None

    def act(self, seat: Seat, action: Action) -> None:
        """`seat` takes `action`; a sealed one waits for the other seat's. Raises IllegalAction."""
        waiting = self.waiting
        if isinstance(waiting, Decision):
            if seat != waiting.seat:
                raise IllegalAction("table", "It is the other player's decision")
            shown = self._shown(seat, action)
            self.game.apply(self.state, Acted(seat, action, shown))
            self._see(shown)
        elif isinstance(waiting, Sealed):
            self.game.check(self.state, seat, action, self._shown(seat, action))
            self._sealed[seat] = action
            first, second = self._sealed
            if first is None or second is None:
                return
            self._sealed = [None, None]
            shown = self._shown(SEATS[0], first) | self._shown(SEATS[1], second)
            self.game.apply(self.state, BothActed((first, second), shown))
            self._see(shown)
        else:
            raise IllegalAction("table", "The game is over")
        self.waiting = self._answer_requests()

    def _shown(self, seat: Seat, action: Action) -> dict[Piece, Face]:
        """The faces that `action` shows, after checking that its claims are true."""
        return faces_shown(self.game, self.state, seat, action, self.faces)

    def _see(self, shown: Mapping[Piece, Face]) -> None:
        if shown:
            for seen in self._seen:
                seen.update(shown)

    def _answer_requests(self) -> Waiting:
        """Answer draws and mixes until a player must choose or the game is over."""
        while True:
            waiting = self.game.waiting(self.state)
            if isinstance(waiting, Draw):
                self._draw(waiting)
            elif isinstance(waiting, Mix):
                self._mix(waiting)
            else:
                return waiting

    def _draw(self, draw: Draw) -> None:
        game, state, owner = self.game, self.state, draw.owner
        size = len(game.pool(state, owner, draw.source))
        number = self._draws[owner]
        self._draws[owner] += draw.count
        positions = tuple([self._chance.position(owner, number + taken, size - taken) for taken in range(draw.count)])
        game.apply(state, Drawn(positions))
        if game.may_look(owner, draw.target):
            drawn = game.pool(state, owner, draw.target)[-draw.count :]
            self._seen[owner].update({piece: self.faces[piece] for piece in drawn})

    def _mix(self, mix: Mix) -> None:
        game, state, owner = self.game, self.state, mix.owner
        own, others = self._seen[owner], self._seen[1 - owner]
        before = [game.pool(state, owner, pool) for pool in mix.pools]
        # Until then the old pieces are seen, by whoever looks at every event.
        game.apply(state, Mixed())
        for pool, old in zip(mix.pools, before, strict=True):
            # The owner may have seen it in another pool, out of which an action has moved it here, and the other seat
            # where it was face up.
            for piece in old:
                own.pop(piece, None)
                others.pop(piece, None)
            new = game.pool(state, owner, pool)
            order = self._chance.order(owner, self._mixes[owner], len(old))
            self._mixes[owner] += 1
            faces = self.faces
            moved = [faces.pop(old[place]) for place in order]
            faces.update(zip(new, moved, strict=True))
            if game.may_look(owner, pool):
                own.update(zip(new, moved, strict=True))
