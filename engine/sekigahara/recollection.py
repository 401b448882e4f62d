"""What whoever remembers still knows of stacks whose blocks were seen and hidden again: public events, nothing else.

Blocks that are hidden again are mixed with those they stand with, and with no others (R25). So what was seen in a stack
is still in it, though not at which place: it is followed as the stack marches, parts and meets others, by counting
alone (`elimination`), and never by looking at a face that is hidden.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from engine.hidden import SEATS, Event, Face, Mix, Mixed, Piece, Pool, Seat
from engine.rules import Shown, renumbered
from engine.sekigahara.board import CARD_POOLS, DEAD, LOCATIONS
from engine.sekigahara.claimed_leaders import ClaimedLeaders
from engine.sekigahara.elimination import Elimination
from engine.sekigahara.odds import unseen_blocks
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.seen_cards import SeenCards
from engine.sekigahara.state import Pieces, State

MOST_KINDS: Final = 6
"""Of more kinds than these it is not worth telling that a block is one of them."""

_NOBODY: Final[tuple[Counter[Face], Counter[Face]]] = (Counter(), Counter())


@dataclass(frozen=True, slots=True)
class Part:
    """`count` blocks of a stack that bear as many of these `faces`, which are more."""

    count: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known of the hidden blocks of a stack: `sure` are faces among them, `parts` tell of others."""

    sure: tuple[Face, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def in_parts(self) -> int:
        """The blocks that the parts tell of. Of whom nothing is known may bear the faces of parts as well."""
        return sum([part.count for part in self.parts])


_Known: TypeAlias = tuple[Elimination, ...]
"""What is known of each seat's blocks; not to be changed."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was `known` of a seat's blocks, and is `now` with the `news`; and what has been `told` of stacks since."""

    known: Elimination
    news: frozenset[Piece]
    now: Elimination
    told: dict[Pieces, Recalled] = field(default_factory=dict)

    def of(self, stack: Pieces, shown: Shown) -> Recalled:
        """What is known of the hidden blocks of a stack, but for the leaders that were claimed."""
        if stack not in self.told:
            hidden = [block for block in stack if block not in shown]
            sure, parts = self.now.told(hidden, MOST_KINDS)
            self.told[stack] = Recalled(sure, tuple([Part(count, faces) for count, faces in parts]))
        return self.told[stack]


class Recollection:
    """Follows the public events of a game, as often as somebody tells them; earlier states are known as well.

    What the set-up puts where is public too: the map has its symbols (5.2.1).
    """

    def __init__(self) -> None:
        # Serial numbers only grow, with every mix: a state is told by the next of them.
        self._known: dict[int, _Known] = {}
        # How many of each face of both sides' blocks have been seen on the map at the same time, the dead among them.
        self._met: dict[int, tuple[Counter[Face], Counter[Face]]] = {}
        self._nothing: Final = tuple([Elimination(seat) for seat in SEATS])
        self._now: dict[Seat, _Seen] = {}
        self._cards: Final = SeenCards()
        self._leaders: Final = ClaimedLeaders(self._may_lead)

    def follow(self, before: State, event: Event, after: State) -> None:
        """Take in the next event, which leads from one public state to the other."""
        self._cards.follow(before, event, after)
        self._leaders.follow(before, event, after)
        if not isinstance(event, Mixed):
            return
        mix = before.agenda[-1]
        assert isinstance(mix, Mix)
        met = self._met.get(before.next_piece, _NOBODY)
        self._met[after.next_piece] = met[0] | _open_blocks(before, SEATS[0]), met[1] | _open_blocks(before, SEATS[1])
        known = self._known.get(before.next_piece, self._nothing)
        for pool, old, new in renumbered(before, mix):
            if pool not in CARD_POOLS:
                own = known[mix.owner].copy()
                own.mix(old, new, before.shown)
                known = tuple([own if seat == mix.owner else known[seat] for seat in SEATS])
        self._known[after.next_piece] = known

    def recalled(self, state: State, seat: Seat, pool: Pool) -> Recalled:
        """What is known of the hidden blocks of `seat` in `pool`, beyond their number."""
        stacks, seen = state.pools[seat], self._seen_now(state, seat)
        leaders = self._leaders.leaders(state, seat, stacks[pool])
        found = _with_leader(seen.of(stacks[pool], state.shown), leaders, state, stacks[pool])
        if not found.parts:
            return found
        # Whoever lies open elsewhere, or is certain to be in another stack, is none of these.
        elsewhere = self._sure_elsewhere(state, seat, frozenset(stacks[pool]))
        return _of_those(found, unseen_blocks(state, seat) - Counter(found.sure) - elsewhere)

    def seen(self, state: State, seat: Seat) -> Counter[Face]:
        """The faces of `seat`'s blocks that have been seen and stand hidden again, wherever, the least number of each.

        What has been on the map leaves it only as dead, and lies open then.
        """
        return self._met.get(state.next_piece, _NOBODY)[seat] - _open_blocks(state, seat)

    def cards(self, state: State, seat: Seat) -> Counter[Face]:
        """The faces known to be among the hidden cards of `seat`'s hand, each with the least number of them."""
        return self._cards.known(state, seat)

    def _may_lead(self, state: State, seat: Seat, blocks: frozenset[Piece]) -> frozenset[Face]:
        """The leaders of `seat` that may be among those hidden `blocks`, but for what was claimed."""
        # There is one leader of each daimyo: whoever is certain to be elsewhere is not here.
        leaders = {face for face in unseen_blocks(state, seat) if IS_LEADER[face]}
        leaders -= set(self._sure_elsewhere(state, seat, blocks))
        now = self._seen_now(state, seat).now
        return frozenset([face for face in leaders if now.may_be(face, blocks)])

    def _sure_elsewhere(self, state: State, seat: Seat, blocks: frozenset[Piece]) -> Counter[Face]:
        """The faces that are certain to be in stacks of `seat` to which none of these `blocks` belongs."""
        stacks, seen = state.pools[seat], self._seen_now(state, seat)
        others = [seen.of(stacks[place], state.shown) for place in LOCATIONS if blocks.isdisjoint(stacks[place])]
        return Counter([face for other in others for face in other.sure])

    def _seen_now(self, state: State, seat: Seat) -> _Seen:
        """What is known with what lies open in a state; kept, since many stacks of one state are asked for."""
        known = self._known.get(state.next_piece, self._nothing)[seat]
        news, seen = known.news(state.shown), self._now.get(seat)
        if seen is not None and seen.known is known:
            if seen.news == news:
                return seen
            now = (seen.now if seen.news <= news else known).copy()
        else:
            now = known.copy()
        now.see(state.shown)
        self._now[seat] = found = _Seen(known, news, now)
        return found


def _open_blocks(state: State, seat: Seat) -> Counter[Face]:
    """The faces of `seat`'s blocks that lie open, on the map or dead."""
    pools, shown = state.pools[seat], state.shown
    return Counter([shown[block] for place in (*LOCATIONS, DEAD) for block in pools[place] if block in shown])


def _of_those(known: Recalled, faces: Counter[Face]) -> Recalled:
    """The same where the parts can bear no others than these faces."""
    sure, parts = list(known.sure), []
    for part in known.parts:
        left = Counter(part.faces) & faces
        if left.total() > part.count:
            parts.append(replace(part, faces=tuple(sorted(left.elements()))))
        elif left.total() == part.count:
            sure += left.elements()
        else:  # nothing that was seen leads here
            parts.append(part)
    return Recalled(tuple(sorted(sure)), tuple(parts))


def _with_leader(known: Recalled, leaders: tuple[Face, ...], state: State, stack: Pieces) -> Recalled:
    """The same with the knowledge that one of the `leaders` is there, as far as that is more."""
    if not leaders or any(IS_LEADER[face] for face in known.sure):
        return known
    if len(leaders) == 1:
        others = [replace(part, count=part.count - (leaders[0] in part.faces)) for part in known.parts]
        sure = tuple(sorted([*known.sure, *leaders]))
        return Recalled(sure, tuple([part for part in others if part.count]))
    hidden = len([block for block in stack if block not in state.shown])
    room = hidden - len(known.sure) - known.in_parts
    return Recalled(known.sure, (*known.parts, Part(1, leaders))) if room > 0 else known
