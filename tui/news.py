"""What has happened since the player last decided, and before that: for a page, the board and the line under it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from engine.hidden import Acted, BothActed, Seat
from tui.boards import Spot, Tag
from tui.language import _
from tui.lines import Line
from tui.log import Change, GameLog, Happening

KEPT: Final = 12
"""How many of the own decisions the page tells of where the game gives no account of its turns."""
SIGNS: Final = 2
"""How many signs a spot is marked with."""
_GIVES_WAY: Final = {"«": "»"}
"""Signs that would read as one beside each other: of two such that for which the other gives way stands at a spot,
whichever came first. Who has come is there now."""


class News:
    """Follows a game's log. Every own decision begins a new stretch, with what came of it.

    What the player answers in the opponent's turn begins none: that turn is told in order, as one. `changes` are what
    the latest stretch came to; one of them, or of all that came before, may be pointed at (`walk`) until there are
    others. `began` counts how often there has been something else to read from the beginning: a new stretch, or the
    opponent's first doing in it.
    """

    def __init__(self, log: GameLog[Any, Any]) -> None:
        self._log = log
        self._stretches: list[list[Happening[Any]]] = [[]]
        self._seat: Seat | None = None
        self.ended_by = ""
        """What has ended the game early, in a sentence: no event tells of it."""
        self.changes: list[Change] = []
        self._on_board: Sequence[Change] = ()
        """Of what has happened, what is still marked on the board."""
        self.began = 0
        self._at: int | None = None
        """Of `changes`, or below 0, counted from the end, of what came before."""
        self._told_before: list[Change] | None = None
        self._unanswered: list[Happening[Any]] = []
        """What has happened since the player last answered anything, in whoever's turn."""

    def take(self, happenings: Sequence[Happening[Any]], seat: Seat) -> None:
        """Take in what is new, for the player of `seat`."""
        self._seat = seat
        for happening in happenings:
            mine_alone = self.mine_alone
            if self._decides(happening) and not mine_alone:
                self._stretches.append([])
            if happening.answered(seat):
                self._unanswered.clear()
            else:
                self._unanswered.append(happening)
            self._stretches[-1].append(happening)
            self.began += mine_alone != self.mine_alone
        if happenings:
            in_sight = self._log.in_sight()
            changes = [] if self.mine_alone else self._log.changes(self._of_opponent(self._stretches[-1]), seat)
            self.changes = [change for change in changes if change.line not in in_sight]
            since = self._since_own_turn()
            self._on_board = [] if self._mine(since) else self._log.changes(since, seat)
            self._at = self._told_before = None

    @property
    def trails(self) -> list[tuple[Spot, ...]]:
        """The ways that the opponent has taken since the player last did something in an own turn."""
        return [] if self._seat is None else self._log.ways(self._since_own_turn(), self._seat)

    def _since_own_turn(self) -> list[Happening[Any]]:
        """What has happened since the player last did something in an own turn, of the opponent's turns the last alone.

        What both decide in secret between turns takes nothing from the board that is still news.
        """
        found: list[Happening[Any]] = []
        for stretch in reversed(self._stretches):
            # What the player did between turns, right before an own turn, goes with that.
            begins = next((n for n, each in enumerate(stretch) if self._acts_in_own_turn(each)), None)
            if begins is not None and self._mine(stretch[:begins]):
                found = [*stretch[begins:], *found]
                break
            found = [*stretch, *found]
        turns = [self._log.turn_of(happening.before) for happening in found]
        theirs = [number for number, turn in enumerate(turns) if turn not in (None, self._seat)]
        first = theirs[-1] if theirs else 0
        while first and turns[first - 1] == turns[first]:
            first -= 1
        return found[first:]

    def _acts_in_own_turn(self, happening: Happening[Any]) -> bool:
        event = happening.event
        own = isinstance(event, Acted) and event.seat == self._seat
        return own and self._log.turn_of(happening.before) == self._seat

    @property
    def marks(self) -> dict[Spot, Tag]:
        """The signs of what has happened, by the spot: no more than there is room for, the last to come first."""
        found: dict[Spot, Tag] = {}
        stand_at: dict[Spot, set[str]] = {}
        for change in self._signed:
            for spot, (sign, _style) in change.marks:
                stand_at.setdefault(spot, set()).add(sign)
        for change in reversed(self._signed):
            for spot, cell in reversed(change.marks):
                signs = found.get(spot, ())
                if cell not in signs and len(signs) < SIGNS and _GIVES_WAY.get(cell[0]) not in stand_at.get(spot, ()):
                    found[spot] = (*signs, cell)
        return found

    @property
    def _signed(self) -> Sequence[Change]:
        """What has signs on the board. What is pointed at has them alone: the rest has not come yet on that board."""
        return self._on_board if self.pointed is None else [self.pointed]

    def at(self, spot: Spot) -> list[Line]:
        """What the signs at a spot are for: what has happened there, each behind its sign."""
        return [
            line if line[0][0].strip() == sign[0] else [(f"{sign[0]} ", sign[1]), *line]
            for line, marks in [(change.line, change.marks) for change in self._signed]
            for marked, sign in marks
            if marked == spot
        ]

    def walk(self, steps: int) -> bool:
        """Point at the next thing that has happened (1) or the one before (-1), beyond the ends at none.

        Before what came since the player decided is all that came earlier, the player's own doing as well. If nothing
        came since then it begins with the first that is still on the board. False if there is nothing that way.
        """
        count = len(self.changes)
        was = self._at
        at = was + steps if was is not None else count - 1 if steps < 0 else 0 if count else self._first_on_board
        # All that came before is worked out only for whoever looks so far back.
        self._at = at if at < count and (at >= 0 or -at <= len(self._before)) else None
        return was is not None or self._at is not None

    @property
    def _first_on_board(self) -> int:
        """Where in all that came before the first thing is that has signs or ways on the board; 0 if there is none."""
        first = next((change.line for change in self._on_board if change.trail or change.marks), None)
        places = [number for number, change in enumerate(self._before) if change.line == first] if first else []
        return places[-1] - len(self._before) if places else 0

    def stop(self) -> bool:
        """Point at nothing. False if nothing was pointed at."""
        at, self._at = self._at, None
        return at is not None

    @property
    def pointed(self) -> Change | None:
        """What is pointed at."""
        if self._at is None:
            return None
        return self.changes[self._at] if self._at >= 0 else self._before[self._at]

    @property
    def looks_further_back(self) -> bool:
        """Whether what is pointed at came before the player last decided."""
        return self._at is not None and self._at < 0

    def place(self) -> tuple[int, int]:
        """Which one is pointed at, counted from 1, 0 for none, of those since the last decision or before; how many."""
        if self._at is None or self._at >= 0:
            return 0 if self._at is None else self._at + 1, len(self.changes)
        return len(self._before) + self._at + 1, len(self._before)

    @property
    def _before(self) -> list[Change]:
        """All that came before what `changes` tell, as it came."""
        if self._told_before is None:
            told: list[Change] = []
            came = [each for stretch in self._stretches for each in stretch]
            if not self.mine_alone:
                came = came[: len(came) - len(self._of_opponent(self._stretches[-1]))]
            for _turn, together in groupby(came, key=lambda happening: self._log.turn_of(happening.before)):
                told += self._log.changes(list(together), self._seat, own=True)
            self._told_before = told
        return self._told_before

    def headlines(self) -> Sequence[Line]:
        """What has happened since, in a line, the longest wording first; nothing if the opponent has done nothing."""
        if self._seat is None or self.mine_alone:
            return ()
        return self._log.headlines(self._stretches[-1], self._seat)

    @property
    def tells_in_battle(self) -> bool:
        """Whether the player has answered nothing yet in the battle that goes on, and the headlines tell of more."""
        return self._seat is not None and self._log.beside_battle(self._unanswered, self._seat)

    @property
    def led_to(self) -> str:
        """What the opponent did in the battle that goes on since the player last answered anything, in a sentence."""
        return "" if self._seat is None else self._log.led_to(self._unanswered, self._seat)

    def lines(self) -> list[Line]:
        """All of it: turn by turn where the game gives an account of its turns, else by decisions, the latest first."""
        if self._seat is not None and (account := self._log.account(self._seat)):
            return [*([[(self.ended_by, "bold")], []] if self.ended_by else []), *account]
        lines: list[Line] = []
        in_sight = self._log.in_sight()
        for number, stretch in enumerate(self._stretches[: -KEPT - 1 : -1]):
            decided = any(isinstance(each.event, Acted) and each.event.seat == self._seat for each in stretch)
            mine = number == 0 and decided and self.mine_alone
            pointed = self.pointed if number == 0 else None
            came = self._log.changes(stretch, None if mine else self._seat)
            told: list[Line] = [
                [(text, "walk") for text, _style in change.line] if change == pointed else change.line
                for change in came
                if change.line not in in_sight
            ]
            if not told and number:
                continue
            first = _("What you have decided") if mine else _("Since your last decision")
            lines.append([(first if number == 0 else _("Before that"), "heading")])
            ended: list[Line] = [[(self.ended_by, "bold")]] if self.ended_by and number == 0 else []
            if not came and not ended:
                lines.append([(_("nothing"), "dim")])
            lines += [*told, *ended]
            if number == 0:
                lines += in_sight
        return lines

    def _of_opponent(self, stretch: list[Happening[Any]]) -> list[Happening[Any]]:
        """What came after the player's own turn, if that is over: what ended with it, the player has seen."""
        turns = [self._log.turn_of(happening.before) for happening in stretch]
        if turns and turns[-1] != self._seat and self._seat in turns:
            last = max(number for number, turn in enumerate(turns) if turn == self._seat)
            others = stretch[last + 1 :]
            return others if any(turn is not None for turn in turns[last + 1 :]) else stretch
        return stretch

    def _decides(self, happening: Happening[Any]) -> bool:
        """Whether the player has decided this, not only answered in the opponent's turn."""
        if isinstance(happening.event, BothActed):
            return True
        return happening.answered(self._seat) and self._log.turn_of(happening.before) in (None, self._seat)

    @property
    def mine_alone(self) -> bool:
        """Whether in the latest stretch nobody but the player has done anything: decisions in a row are one."""
        return self._mine(self._stretches[-1])

    def _mine(self, happenings: Sequence[Happening[Any]]) -> bool:
        return not any(
            isinstance(happening.event, BothActed) or happening.is_of_other(self._seat) for happening in happenings
        )
