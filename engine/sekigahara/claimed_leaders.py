"""The leaders that were claimed to be in a stack and can still only be there (7.3.4, R13): public events, nothing else.

A claim is true, or the game ends with it: one of the blocks that stood where the move began is a leader. That holds of
them as they march and part, and when they are mixed with others, of all that come out of it; until a leader of theirs
lies open. Who could not be among them at any time since was not meant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.hidden import Acted, Event, Face, Mix, Mixed, Piece, Seat
from engine.rules import renumbered
from engine.sekigahara.board import CARD_POOLS
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_3_marches import MarchAlongRoads
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Pieces, State

_When: TypeAlias = tuple[int, int, int]

MayBe: TypeAlias = Callable[[State, Seat, frozenset[Piece]], frozenset[Face]]
"""The leaders of a side's that may be among some of its hidden blocks, but for what was claimed."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """One of these `blocks` is one of the `leaders`. It was made in the movement of a turn, `when`, in which `marched`
    left.
    """

    seat: Seat
    blocks: frozenset[Piece]
    leaders: frozenset[Face]
    when: _When
    marched: Pieces
    start: int

    def known_in(self, state: State) -> bool:
        """Whether it has been made in a state that has the same pieces.

        Within its own movement that is told by who has left. Of a stack that comes back in the same turn it is not.
        """
        now = _when(state)
        return now > self.when or (
            now == self.when and not set(self.marched) <= set(state.pools[self.seat][self.start])
        )

    def hidden_in(self, state: State) -> frozenset[Piece]:
        """Those of the blocks that may be the leader; none if he lies open."""
        open_ = self.blocks & state.shown.keys()
        return frozenset() if any(IS_LEADER[state.shown[block]] for block in open_) else self.blocks - open_


class ClaimedLeaders:
    """Follows the public events of a game; earlier states are known as well."""

    def __init__(self, may_be: MayBe) -> None:
        # Serial numbers only grow, with every mix: a state is told by the next of them, and by what was claimed since.
        self._claims: dict[int, tuple[_Claim, ...]] = {}
        self._may_be = may_be

    def follow(self, before: State, event: Event, after: State) -> None:
        """Take in the next event, which leads from one public state to the other."""
        if isinstance(event, Mixed):
            mix = before.agenda[-1]
            assert isinstance(mix, Mix)
            open_claims = [self._narrowed(claim, before) for claim in self._made(before) if claim.hidden_in(before)]
            self._claims[after.next_piece] = tuple([_mixed(claim, mix, before) for claim in open_claims])
        elif isinstance(event, Acted) and isinstance(event.action, March) and event.action.claim:
            march, seat = event.action, event.seat
            made = MarchAlongRoads().claims(before, MovementDue(seat), march)
            start = next(n for n, pool in enumerate(before.pools[seat]) if march.blocks[0] in pool)
            claims = [
                _Claim(seat, frozenset(each.pieces), frozenset(each.faces), _when(before), march.blocks, start)
                for each in made
            ]
            self._claims[before.next_piece] = (
                *self._claims.get(before.next_piece, ()),
                *[self._narrowed(claim, before) for claim in claims],
            )

    def leaders(self, state: State, seat: Seat, stack: Pieces) -> tuple[Face, ...]:
        """The leaders of whom one at least is among the hidden blocks of a stack; empty if that is not known."""
        within = frozenset(stack)
        claims = [(claim, claim.hidden_in(state)) for claim in self._made(state) if claim.seat == seat]
        if not any(hidden and hidden <= within for _claim, hidden in claims):
            return ()
        found = _apart([(self._narrowed(claim, state).leaders, hidden) for claim, hidden in claims if hidden])
        fewest = min([leaders for leaders, hidden in found if hidden <= within], key=len)
        return tuple(sorted(fewest))

    def _narrowed(self, claim: _Claim, state: State) -> _Claim:
        """The same claim without the leaders who are known not to be among its hidden blocks."""
        return replace(claim, leaders=claim.leaders & self._may_be(state, claim.seat, claim.hidden_in(state)))

    def _made(self, state: State) -> list[_Claim]:
        return [claim for claim in self._claims.get(state.next_piece, ()) if claim.known_in(state)]


def _when(state: State) -> _When:
    """A turn of one player's; between them, before the next."""
    return state.week, state.turn, -1 if state.active is None else int(state.active != state.first)


_Apart: TypeAlias = tuple[frozenset[Face], frozenset[Piece]]
"""The leaders of whom one is among some hidden blocks, and the blocks."""


def _apart(claims: list[_Apart]) -> list[_Apart]:
    """The same, where no two that have no block in common mean the same leader."""
    told: set[_Apart] = set()
    while sure := next((claim for claim in claims if len(claim[0]) == 1 and claim not in told), None):
        told.add(sure)
        leaders, blocks = sure
        claims = [(each - leaders, there) if blocks.isdisjoint(there) else (each, there) for each, there in claims]
    return claims


def _mixed(claim: _Claim, mix: Mix, before: State) -> _Claim:
    """The same claim of what came out of a mixing. Whoever lay open and is no leader was not meant."""
    hidden = blocks = claim.hidden_in(before)
    for pool, old, new in renumbered(before, mix):
        if mix.owner == claim.seat and pool not in CARD_POOLS and not hidden.isdisjoint(old):
            blocks = blocks.difference(old).union(new)
    return replace(claim, blocks=blocks)
