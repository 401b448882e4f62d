"""What becomes of plans in worlds that agree with what is known: the trials of the adviser, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import inf, sqrt
from typing import Final, NamedTuple

from engine.advice import ALIKE
from engine.hidden import SEATS, Decision, Face, Piece, Sealed, Seat, other
from engine.sekigahara.board import DEAD, HAND, Location
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.hunt import peril
from engine.sekigahara.bots.strong.plans import TURNS, Plan, Table, trial, world
from engine.sekigahara.bots.strong.search import World
from engine.sekigahara.bots.strong.tastes import raided
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_6_week import FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.exposure import exposure_of, is_endangered
from engine.sekigahara.state import State

SURE: Final = 2.0
"""By so many standard errors of it a difference must be off 0 to be told."""

ENDANGERED: Final = 3
"""As many points it is worth that nobody is endangered whose loss would lose the game (2.1)."""

CLOSE: Final = 4
"""Of plans whose chances are not clearly apart so many go on from heat to heat, at least."""


class Course:
    """A plan in one world: its `chance` to win, where there was combat in the turn, and how things stood then.

    `after_own` and `after_theirs` are the states after this turn and the next. Where the plan is made `between` turns
    they are those before the next turn, and after one of each. `bid_winner` is who won the bid, None if there was none
    before. Of a combat that is at hand: whether the seat `won` it, `stays` there, and the units that each side `lost`.
    """

    def __init__(self, state: State, seat: Seat, plan: Plan, known: World, bot: HastyBot) -> None:
        """`bot` answers for both seats whatever the plan does not."""
        self.seat = seat
        self.between = state.active is None
        self.dead = [len(state.pools[side][DEAD]) for side in SEATS]
        self.combats: set[Location] = set()
        self.bid_winner: Seat | None = None
        self.won = self.stays = False
        self.lost = [0, 0]
        self._disks = len(state.disks)
        self._fought = None if state.combat is None else state.combat.location
        self._between_turns: list[State] = []
        self._faces: dict[Piece, Face] = {}
        table = world(state, *known)
        self._own_due = isinstance(_question(table), PaymentDue)
        # Both will have had a turn: who plans one has begun it.
        self.chance = trial(table, seat, plan, bot, TURNS + self.between, self._watch)
        self._settle(table.state)
        self.after_theirs = table.state
        self.after_own = [*self._between_turns, table.state][0]

    def _watch(self, table: Table) -> None:
        """Take in how things stand when the next answer is due."""
        state = table.state
        combat = state.combat
        if self._fought is not None and (combat is None or combat.location != self._fought):
            self._settle(state)
        question = _question(table)
        if isinstance(question, FirstPlayerDue) and self.bid_winner is None:
            self.bid_winner = question.seat
        if isinstance(question, PaymentDue):
            if self._own_due:
                self._own_due = False
            else:
                self._between_turns.append(state.copy())
                self._faces = self._faces or dict(table.faces)
        if combat is not None and not self._between_turns:
            self.combats.add(combat.location)

    @property
    def peril(self) -> float:
        """How likely the enemy ends the game in the next turn, by what stands on the map before it (2.1)."""
        return peril(self.after_own, self._faces, self.seat) if self._faces else 0.0

    @cached_property
    def open(self) -> int:
        """The points of the seat that nobody guards against the enemy's next turn (2.2)."""
        return exposure_of(self.after_own, self.seat).points

    @property
    def secured(self) -> int:
        """By how many points the seat leads after its turn, without those that stand open.

        That who must not die could be attacked by many more is as bad as some points.
        """
        lead = score(self.after_own, self.seat) - score(self.after_own, other(self.seat))
        return lead - self.open - ENDANGERED * self.endangered

    @cached_property
    def endangered(self) -> bool:
        """Whether many more could attack where the protagonist stands, or Hideyori (2.1)."""
        return is_endangered(self.after_own, self._faces, self.seat)

    @property
    def cards(self) -> tuple[int, int]:
        """The cards in the seat's hand after both turns, and in the enemy's."""
        return self._of_both(lambda side: len(self.after_theirs.pools[side][HAND]))

    @property
    def points(self) -> tuple[int, int]:
        """The seat's points then, and the enemy's (2.2)."""
        return self._of_both(lambda side: score(self.after_theirs, side))

    @property
    def blocks_lost(self) -> tuple[int, int]:
        """The blocks that the seat has lost by then, and the enemy."""
        return self._of_both(lambda side: len(self.after_theirs.pools[side][DEAD]) - self.dead[side])

    def _of_both(self, measured: Callable[[Seat], int]) -> tuple[int, int]:
        """What is measured of the seat, and of the enemy."""
        return measured(self.seat), measured(other(self.seat))

    def _settle(self, state: State) -> None:
        """Of the combat that was at hand: how it has ended."""
        if self._fought is None:
            return
        place, self._fought = self._fought, None
        self.won = not has_units(state, other(self.seat), place)
        self.stays = has_units(state, self.seat, place)
        self.lost = [len(state.pools[side][DEAD]) - self.dead[side] for side in SEATS]
        self.lost[ISHIDA] += self._disks - len(state.disks)


class Tried(NamedTuple):
    """What became of a plan in each of so many worlds."""

    plan: Plan
    courses: list[Course]

    @property
    def chance(self) -> float:
        """The chance to win by it."""
        return mean([course.chance for course in self.courses])

    def margin(self, other: Tried) -> float:
        """By how much its chance must differ from that of another plan to be clearly apart (paired: same worlds)."""
        pairs = zip(self.courses, other.courses, strict=True)
        return max(ALIKE, SURE * error([mine.chance - theirs.chance for mine, theirs in pairs]))

    def is_close_to(self, other: Tried) -> bool:
        """Whether trials do not tell the two apart."""
        return abs(self.chance - other.chance) < self.margin(other)


class Trials:
    """Tries plans of a seat in worlds, all in the same ones, and keeps what has become of them."""

    def __init__(self, state: State, seat: Seat, worlds: Sequence[World]) -> None:
        """All plans are for the question that `seat` owes in `state`."""
        self._state, self._seat, self._worlds = state, seat, worlds
        self._players = (HastyBot(), HastyBot(raided(seat)))
        self._courses: dict[Plan, list[Course]] = {}

    def of(self, plan: Plan, count: int | None = None) -> Tried:
        """A plan tried in so many worlds, in all if it is not said."""
        courses = self._courses.setdefault(plan, [])
        for number in range(len(courses), len(self._worlds) if count is None else count):
            # Every other enemy goes for what would win the game at once.
            player = self._players[number % len(self._players)]
            courses.append(Course(self._state, self._seat, plan, self._worlds[number], player))
        return Tried(plan, courses)

    def best_of(
        self,
        plans: Iterable[Plan],
        heats: Sequence[int],
        kept: Plan,
        more: Callable[[Plan], Iterable[Plan]] | None = None,
    ) -> list[Tried]:
        """Those of `plans` that are left after all heats, best first, each tried in as many worlds as heats take.

        Each heat takes so many more of the worlds, and the better half goes on to the next; so do `kept`, and `CLOSE`
        that are not clearly worse than the best, two at least. Before the last heat the plans that `more` makes of the
        best one join.
        """
        left, tried = list(dict.fromkeys(plans)), 0
        for number, heat in enumerate(heats):
            if more is not None and tried and number == len(heats) - 1:
                joining = [plan for plan in more(left[0]) if plan not in left]
                left = self._left([*left, *joining], tried, len(left), kept)
            tried += heat
            # The more that is known, the fewer are worth the time.
            left = self._left(left, tried, max((len(left) + 1) // 2, 2), kept)
        return sorted([self.of(plan, tried) for plan in left], key=lambda each: -each.chance)

    def _left(self, plans: Sequence[Plan], tried: int, count: int, kept: Plan) -> list[Plan]:
        """So many of the plans after so many trials, the best first, with those that are close to the best."""
        found = sorted([self.of(plan, tried) for plan in plans], key=lambda each: -each.chance)
        best = found[0]
        close = [each for each in found[:CLOSE] if each.is_close_to(best)]
        return [each.plan for each in found if each in found[:count] or each in close or each.plan == kept]


def _question(table: Table) -> object:
    """What is asked next, None if the game is over."""
    waiting = table.waiting
    return waiting.question if isinstance(waiting, Decision | Sealed) else None


def mean(numbers: Sequence[float]) -> float:
    """The mean of numbers."""
    return sum(numbers) / len(numbers)


def error(numbers: Sequence[float]) -> float:
    """The standard error of the mean of these numbers; of one alone there is no telling."""
    count = len(numbers)
    if count < 2:
        return inf
    middle = mean(numbers)
    return sqrt(sum([(number - middle) ** 2 for number in numbers]) / (count * (count - 1)))
