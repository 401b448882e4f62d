"""What whoever remembers still knows of stacks whose blocks were seen and hidden again: public events, nothing else.

Blocks that are hidden again are mixed with those they stand with, and with no others (R25). So what was seen in a stack
is still in it, though not at which place: it is followed as the stack marches, parts and meets others, by counting
alone, and never by looking at a face that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.hidden import Event, Face, Mix, Mixed, Piece, Pool, Seat
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.state import Pieces, State


@dataclass(frozen=True, slots=True)
class Part:
    """`count` blocks of a stack that bear as many of these `faces`, which may be more."""

    count: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known of the hidden blocks of a stack: `sure` are faces among them, `parts` tell of others."""

    sure: tuple[Face, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class _Group:
    """Blocks, which may stand apart by now, and faces.

    Of what is `held` all the faces are among those of the blocks; of what is `bounded` the blocks have no other faces.
    """

    blocks: frozenset[Piece]
    faces: tuple[Face, ...]

    def without(self, shown: Mapping[Piece, Face]) -> _Group:
        """The same of the blocks that are still hidden."""
        open_now = self.blocks & shown.keys()
        if not open_now:
            return self
        left = Counter(self.faces)
        left.subtract([shown[block] for block in open_now])
        return _Group(self.blocks - open_now, tuple(sorted((+left).elements())))


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """Groups of disjoint blocks each."""

    held: tuple[_Group, ...] = ()
    bounded: tuple[_Group, ...] = ()


_NOTHING: Final = _Knowledge()


class Recollection:
    """Follows the public events of a game, as often as somebody tells them; earlier states are known as well.

    What the set-up puts where is no part of it: nobody has seen that in play.
    """

    def __init__(self) -> None:
        # Serial numbers only grow, with every mix: a state is told by the next of them.
        self._known: dict[int, _Knowledge] = {}

    def follow(self, before: State, event: Event, after: State) -> None:
        """Take in the next event, which leads from one public state to the other."""
        if not isinstance(event, Mixed):
            return
        mix = before.agenda[-1]
        assert isinstance(mix, Mix)
        known, first = self._known.get(before.next_piece, _NOTHING), before.next_piece
        for pool in mix.pools:
            old = before.pools[mix.owner][pool]
            new = tuple([Piece(number) for number in range(first, first + len(old))])
            first += len(old)
            if pool in _MAP and before.week:
                known = _mixed(known, before.shown, old, new)
        self._known[after.next_piece] = known

    def recalled(self, state: State, seat: Seat, pool: Pool) -> Recalled:
        """What is known of the hidden blocks of `seat` in `pool`, beyond their number."""
        known = self._known.get(state.next_piece, _NOTHING)
        stack = frozenset(state.pools[seat][pool]) - state.shown.keys()
        sure: list[Face] = []
        counted: frozenset[Piece] = frozenset()
        parts = []
        held = _touching(known.held, stack, state.shown)
        for group in held:
            if group.blocks <= stack:
                sure += group.faces
                counted |= group.blocks
        for group in _touching(known.bounded, stack, state.shown):
            here = (group.blocks & stack) - counted
            if here:
                parts.append(Part(len(here), group.faces))
                counted |= here
        for group in held:
            least = len(group.faces) - len(group.blocks - stack)
            if least > 0 and not group.blocks & counted:
                parts.append(Part(least, group.faces))
        return Recalled(tuple(sorted(sure)), tuple(parts))


_MAP: Final = frozenset(LOCATIONS)


def _touching(groups: Iterable[_Group], blocks: frozenset[Piece], shown: Mapping[Piece, Face]) -> list[_Group]:
    """The groups that have some of the blocks, as far as they are hidden and something is known of them."""
    found = [group.without(shown) for group in groups if group.blocks & blocks]
    return [group for group in found if group.faces and group.blocks & blocks]


def _mixed(known: _Knowledge, shown: Mapping[Piece, Face], old: Pieces, new: Pieces) -> _Knowledge:
    """What is known after the `old` blocks of a stack have become the `new` ones, nobody can tell which which."""
    stack, fresh = frozenset(old), frozenset(new)
    seen = tuple([shown[block] for block in old if block in shown])
    # Each face that was among blocks of the stack is among the new ones, or still with those that stand elsewhere.
    met = _touching(known.held, stack, shown)
    held = [group for group in known.held if not group.blocks & stack]
    faces = (*seen, *[face for group in met for face in group.faces])
    if faces:
        elsewhere: frozenset[Piece] = frozenset().union(*[group.blocks - stack for group in met])
        held.append(_Group(fresh | elsewhere, tuple(sorted(faces))))
    # The new blocks have no other faces than the old ones might, if that is known of all of these.
    bounds = [group for group in known.bounded if group.blocks & stack]
    bounded = [group for group in known.bounded if not group.blocks & stack]
    open_here = {block: shown[block] for block in old if block in shown}
    covered = frozenset(open_here)
    most = Counter(seen)
    for group in bounds:
        hidden = group.without(shown)
        covered |= hidden.blocks & stack
        most.update(hidden.faces)
        if group.blocks - stack:
            bounded.append(_Group(group.blocks - stack, group.without(open_here).faces))
    if covered == stack:
        bounded.append(_Group(fresh, tuple(sorted(most.elements()))))
    return _Knowledge(tuple(held), tuple(bounded))
