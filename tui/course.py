"""The course of a plan that was advised: how far the player has followed it, and whether he has left it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.advice import Advice
from engine.forms import PIECE, PIECES
from engine.hidden import Acted, Drawn, Game, Mixed, Piece, View
from tui.ports import Situation


class Course(NamedTuple):
    """A plan that was advised after so many `events`, when these steps were planned already."""

    events: int
    planned: tuple[Any, ...]
    advice: Advice[Any]

    def done(self, situation: Situation[Any, Any]) -> int:
        """How many of its steps the player has done, planned or sent; 0 if he has done anything else, or all of them.

        What anybody else has done since makes another situation of it.
        """
        own, alone = self._own(situation)
        done = len(own) - len(self.planned)
        followed = alone and own == self.planned + self.advice.plan[: max(done, 0)]
        return done if followed and 0 < done < len(self.advice.plan) else 0

    def is_at_start(self, situation: Situation[Any, Any]) -> bool:
        """Whether things are again as they were when it was advised, without any of its steps."""
        own, alone = self._own(situation)
        return alone and own == self.planned

    def is_done(self, situation: Situation[Any, Any]) -> bool:
        """Whether the player has done all of its steps, and nothing else since."""
        own, _alone = self._own(situation)
        return own == (*self.planned, *self.advice.plan)

    def is_left(self, situation: Situation[Any, Any]) -> bool:
        """Whether the player has done anything else, before anybody but him has done something."""
        own, _alone = self._own(situation)
        wanted = (*self.planned, *self.advice.plan)
        return any(done != step for done, step in zip(own, wanted, strict=False))

    def with_pieces_of(self, situation: Situation[Any, Any], game: Game[Any, Any]) -> Course:
        """The same plan with the pieces that the player has planned steps with, where others like them were advised."""
        own, alone = self._own(situation)
        if not alone:
            return self
        plan = self.advice.plan
        first = len(own) - len(situation.planned) - len(self.planned)
        for number, step in enumerate(situation.planned, first):
            if not 0 <= number < len(plan) or step.action == plan[number]:
                continue
            instead = _instead(game, step.before, plan[number], step.action)
            plan = (*plan[:number], *[_with(instead, action) for action in plan[number:]])
            if step.action != plan[number]:
                return self
        return self._replace(advice=replace(self.advice, plan=plan))

    def _own(self, situation: Situation[Any, Any]) -> tuple[tuple[Any, ...], bool]:
        """What the player has done since, or before anybody else has done something; and whether nobody has."""
        view, own = situation.view, []
        if view is None:
            return (), False
        for event in situation.events[self.events :]:
            if isinstance(event, Acted) and event.seat == view.seat:
                own.append(event.action)
            elif not isinstance(event, Drawn | Mixed):
                return tuple(own), False
        return (*own, *[step.action for step in situation.planned]), True


def _instead(game: Game[Any, Any], view: View[Any], wanted: Any, taken: Any) -> Mapping[Piece, Piece]:
    """Which pieces were taken instead of which, and these instead of those, where nothing tells them apart.

    They lie in one pool, have one face, and it is hid from the opponent, or known to him, of both.
    """
    known, pools = game.public_faces(view.state), range(game.pool_count())
    lies = {piece: pool for pool in pools for piece in game.pool(view.state, view.seat, pool)}  # type: ignore[arg-type]

    def alike(piece: Piece) -> tuple[int, int, bool]:
        return lies.get(piece, -1), view.faces.get(piece, -1), piece in known

    instead: dict[Piece, Piece] = {}
    for name in _piece_fields(wanted) if type(wanted) is type(taken) else ():
        asked_for, used = _pieces_in(wanted, name), _pieces_in(taken, name)
        gone = sorted([piece for piece in asked_for if piece not in used], key=alike)
        come = sorted([piece for piece in used if piece not in asked_for], key=alike)
        if [*map(alike, gone)] == [*map(alike, come)]:
            instead |= {**dict(zip(gone, come, strict=True)), **dict(zip(come, gone, strict=True))}
    return instead


def _with(instead: Mapping[Piece, Piece], action: Any) -> Any:
    """The action with these pieces instead of those."""
    changed: dict[str, Any] = {}
    for name in _piece_fields(action):
        pieces = tuple([instead.get(piece, piece) for piece in _pieces_in(action, name)])
        changed[name] = pieces if isinstance(getattr(action, name), tuple) else pieces[0]
    return replace(action, **changed) if changed else action


def _piece_fields(action: Any) -> list[str]:
    """The fields of an action that hold pieces: what may hold none, such as the card of a forced march, is no such."""
    return [name for name, codec in action.form.codecs.items() if codec is PIECE or codec is PIECES]


def _pieces_in(action: Any, name: str) -> tuple[Piece, ...]:
    value = getattr(action, name)
    return value if isinstance(value, tuple) else (value,)
