"""What marches are worth: in which order they stand, which of them need no line, what would be wasted (7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.hidden import Seat, other
from engine.sekigahara.board import ADJACENT, CASTLE, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.forecasts import Reach, fitting_cards, points_after, reachable, state_after
from tui.language import _
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.chapter_4_control import Taken, taken_between, taken_words
from tui.sekigahara.words.chapter_7_3_marches import points_change_words
from tui.sekigahara.words.locations import NAMES

_IN_SIGHT: Final = 5
"""So many places have lines of their own, whatever they are worth; of more those of no worth share one."""
_HELPS: Final = 3
_OF_NO_WORTH: Final = 4
"""From the first weight on a march fights and wins nothing, from the second on it helps nobody either: there the
nearest come first, since whoever goes on step by step looks for those."""

_MARCH: Final = 2
"""The roads that a few blocks march with ease, with a leader or on a highway (7.3.3)."""


@dataclass(frozen=True, slots=True)
class Places:
    """The locations that blocks of a stack can reach, in the order of their lines.

    `lines` have lines of their own, `folded` share one after them. `later` come after that: the whole stack cannot
    reach them, but a part of it can.
    """

    lines: Sequence[Location]
    folded: Sequence[Location] = ()
    later: Sequence[Location] = ()


def by_weight(player: SekigaharaPlayer, found: Mapping[Location, list[Reach]]) -> Places:
    """Locations by the weight of a march there; those of one weight by what it costs.

    What Enter takes first costs no card, if anything does not: what is worth a card comes after the first of those.
    """

    def rank(end: Location) -> tuple[int, bool, bool, int, str]:
        way = found[end][0]
        return _weight(player, way), way.forced, way.claim, len(way.path.stops), NAMES[end]

    ends = sorted(found, key=rank)
    worth = [end for end in ends if _weight(player, found[end][0]) < _OF_NO_WORTH]
    free = [end for end in (*worth, *ends) if not found[end][0].forced][:1]
    first = [*free, *[end for end in worth if end not in free]]
    ends = [*first, *[end for end in ends if end not in first]]
    shown = max(len(first), _IN_SIGHT)
    return Places(ends) if len(ends) <= shown + 1 else Places(ends[:shown], ends[shown:])


def as_before(player: SekigaharaPlayer, found: Mapping[Location, list[Reach]], before: Places) -> Places:
    """The same of other blocks of a stack: what was there stays where it was, what is new comes after it."""
    lines, folded = ([end for end in ends if end in found] for ends in (before.lines, before.folded))
    fresh = by_weight(player, {end: ways for end, ways in found.items() if end not in {*lines, *folded}})
    if before.folded:
        worth = [end for end in fresh.lines if _weight(player, found[end][0]) < _OF_NO_WORTH]
        return Places(lines, [*folded, *[end for end in fresh.lines if end not in worth], *fresh.folded], worth)
    return Places([*lines, *fresh.lines], fresh.folded)


def _weight(player: SekigaharaPlayer, way: Reach) -> int:
    """Castles and resource locations to be won weigh most, then overruns, battles, and own places to be helped.

    What would destroy the own blocks stands last of all.
    """
    state, seat, end = player.state, player.seat, way.path.end
    if way.overruns == seat:
        return _OF_NO_WORTH + 1
    if way.overruns is not None:
        return 1
    if way.meets:
        return 2
    castle = CASTLE[end] is not None
    if (castle and state.holder[end] != seat) or (RESOURCE[end] and state.owner[end] != seat):
        return 0
    if (castle or state.pools[seat][end]) and enemy_beside(player, end):
        return _HELPS
    return _OF_NO_WORTH


def enemy_beside(player: SekigaharaPlayer, location: Location) -> bool:
    """Whether enemy blocks stand a road away from a location."""
    return roads_to_enemy(player, location, most=1) is not None


def roads_to_enemy(
    player: SekigaharaPlayer, location: Location, most: int = _MARCH, but: Location | None = None
) -> int | None:
    """How many roads away from a location the nearest enemy blocks elsewhere are; None if more than `most`.

    Those at `but` are left out.
    """
    found = nearest_blocks(player, other(player.seat), location, most, but)
    return None if found is None else found[0]


def nearest_blocks(
    player: SekigaharaPlayer, side: Seat, location: Location, most: int = _MARCH, but: Location | None = None
) -> tuple[int, int] | None:
    """How many roads away from a location the nearest blocks of a side elsewhere are, and how many stand so near.

    None if more than `most` roads. Those at `but` are left out.
    """
    near = {location}
    for roads in range(1, most + 1):
        near |= {there for place in near for there in ADJACENT[place]}
        count = sum([len(player.state.pools[side][place]) for place in near if place not in {location, but}])
        if count:
            return roads, count
    return None


@dataclass(frozen=True, slots=True, order=True)
class Chance:
    """A march of worth that costs neither card nor claim: points that it wins, else whom it overruns or attacks.

    The greater the more it is worth: points before an overrun, and that before a battle.
    """

    points: int
    overrun: bool
    odds: int
    blocks: int
    """How many of the stack march: all of it, or one."""
    origin: Location
    end: Location
    alone: bool = field(default=False, compare=False)
    """Whether that is one block of several."""
    change: str = field(default="", compare=False)
    """What becomes of both sides' points."""
    taken: tuple[Taken, ...] = field(default=(), compare=False)
    """What it would win, at its end or on the way there (4.2)."""

    @property
    def words(self) -> str:
        """What could be done, in a sentence."""
        if self.points and any(each.place != self.end for each in self.taken):
            words = _("{origin} could still march to {end}, free, taking {places}: {change}.")
        elif self.points:
            words = _("{origin} could still take {end}, free: {change}.")
        elif self.overrun:
            words = _("{origin} could still overrun the enemy at {end} (7.4).")
        else:
            words = _("{origin} could still attack fewer blocks at {end}.")
        origin, places = NAMES[self.origin], taken_words(self.taken)
        origin = _("{origin} (1 block)").format(origin=origin) if self.alone else origin
        return words.format(origin=origin, end=NAMES[self.end], change=self.change, places=places)


def best_chance(player: SekigaharaPlayer, location: Location) -> Chance | None:
    """The march of most worth that the stack at a location, or one block of it, could make for nothing."""
    state, seat = player.state, player.seat
    stack = state.pools[seat][location]
    before = score(state, seat)
    chances = []
    for size in {1, len(stack)}:
        for end, ways in reachable(player.view, stack[:size]).items():
            way = ways[0]
            enemies = len(state.pools[other(seat)][end])
            odds = size - enemies if way.meets else 0
            if way.claim or way.forced or way.overruns == seat or _weight(player, way) >= _HELPS or odds < 0:
                continue
            march = March(stack[:size], way.path.stops, False, None)
            points = points_after(player.view, march)[seat] - before
            overrun = way.overruns is not None
            fights = odds > 0 and bool(fitting_cards(player.view, (*stack[:size], *state.pools[seat][end])))
            if points > 0 or (points == 0 and (overrun or fights)):
                alone = size < len(stack)
                chances.append((Chance(points, overrun, odds, size, location, end, alone), march))
    if not chances:
        return None
    best, march = max(chances, key=lambda each: each[0])
    after = state_after(player.view, march)
    taken = tuple([each for each in taken_between(state, after) if each.after == seat])
    # What changes hands is named before it.
    return replace(best, taken=taken, change=points_change_words(state, after, seat))
