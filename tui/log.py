"""The log of a game: its events replayed on a public state of its own, and told line by line."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic

from engine.hidden import Acted, Action, BothActed, Event, Face, Game, Over, Piece, Seat, State, View
from tui.boards import Cell, Spot
from tui.lines import Line, plain_text


@dataclass(frozen=True, slots=True)
class Happening(Generic[State]):
    """One event, the states that it stands between, what was told of it, and its way over the board, if it took one.

    `given`: the player was not asked for it, having had one answer only.
    """

    before: State
    event: Event
    after: State
    lines: Sequence[Line]
    trail: tuple[Spot, ...]
    given: bool = False

    def answered(self, seat: Seat | None) -> bool:
        """Whether this is an answer that the player of `seat` was asked for, and gave."""
        return _answers(self.event, seat) and not self.given

    def is_of_other(self, seat: Seat | None) -> bool:
        """Whether another than `seat` alone has done this."""
        return isinstance(self.event, Acted) and self.event.seat != seat


def _answers(event: Event, seat: Seat | None) -> bool:
    """Whether an event is, or has in it, an answer of `seat`."""
    return isinstance(event, BothActed) or (isinstance(event, Acted) and event.seat == seat)


@dataclass(slots=True)
class LogEntry:
    """A line of the log, and what can be unfolded beneath it.

    `heads`: a turn or the like begins with it. `trail`: the way over the board that it tells of, if it tells of one.
    `own`: what the player alone has learned by it, such as by drawing; it comes behind the details, and stays in sight.
    """

    line: Line
    details: list[Line] = field(default_factory=list)
    heads: bool = False
    trail: tuple[Spot, ...] = ()
    own: list[Line] = field(default_factory=list)

    @property
    def whole(self) -> list[Line]:
        """All that it tells, unfolded."""
        return [self.line, *self.details, *self.own]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that has happened, told in a line, and where on the board to see it.

    `spots`: what to look at, the most telling first; `trail`: the way it took, if it took one; `marks`: the signs that
    spots are marked with for as long as it is news, each with its style. `after` is the state that it has led to.
    """

    line: Line
    spots: tuple[Spot, ...] = ()
    trail: tuple[Spot, ...] = ()
    marks: tuple[tuple[Spot, Cell], ...] = ()
    after: Any = None


def is_heading(line: Line) -> bool:
    """Whether a line is a heading of what follows, such as a turn."""
    return bool(line) and line[0][1] == "heading"


@dataclass(frozen=True, slots=True)
class Card:
    """What something has come to, to be looked at before the game goes on: the end of a battle, of a round.

    `seat`: for whom alone it is. `part_of`: the title of the card that will tell all of this again, and more.
    `events`: how many events the game had when it came. `passing`: it tells of a step of what goes on, whose page has
    it as well, so that it is not told again once it has been in sight. `harmless`: nobody has lost anything by it, so
    that no box need tell it where the page of what has happened does, in sight.
    """

    title: str
    lines: Sequence[Line]
    seat: Seat | None = None
    part_of: str = ""
    passing: bool = False
    harmless: bool = False
    events: int = field(default=0, compare=False)


class GameLog(ABC, Generic[State, Action]):
    """Follows a game from its first event. Its lines tell nothing but what both players know.

    `beginning` is the state before the first event, which it takes for its own. `trail` is a way over the board that
    the last event took, for the board to point at; empty if it took none. `cards` are those of the events followed
    last, and `fresh` the events themselves; `ending` tells of the end what its reason leaves out. `entries` are the
    lines for whoever can fold and unfold them.
    """

    FOLDS_TURNS: ClassVar[bool] = False
    """What is told beneath one line is a turn: whoever goes through the log by turns goes from one to the next."""

    def __init__(self, game: Game[State, Action], beginning: State) -> None:
        self.lines: list[Line] = []
        self.entries: list[LogEntry] = []
        self.state = beginning
        self.trail: tuple[Spot, ...] = ()
        self.fresh: list[Happening[State]] = []
        self.cards: list[Card] = []
        self.ending: list[Line] = []
        self._reached: list[tuple[State, int, int]] = []
        """How far the entries and the details of the last of them went with each event, by the state that it led to."""
        self.eyes: Callable[[State], View[State] | None] | None = None
        """What the player saw when the game stood so, for what that player alone has learned; None: nobody looks."""
        self._game = game
        self._told = 0
        self._given: list[tuple[Seat, str]] = []
        """Who is not asked for the next answers, and what is told of each of them."""
        self.told_before: dict[int, str] = {}
        """What was told of answers that were given before this program began, by how many events there were then."""
        self.tells_given: Callable[[int, str], None] = lambda events, told: None
        """Hears what is told of an answer that was given now, and how many events there are with it."""
        self._folding: list[Happening[State]] = []
        self._before = game.copy(beginning)
        self._told_in: list[tuple[LogEntry, Happening[State]]] = []
        """The events until all lies open, each with the line that tells of it; without what lies beneath others."""

    def given(self, seat: Seat, told: str = "") -> None:
        """The next answer of `seat` is no decision: there is no other, and the player is not asked.

        The next but one if that was said of the next already: several may be given before any of them is shown. What is
        `told` of it stands among the entries right before what the answer led to.
        """
        self._given.append((seat, told))

    def follow(self, events: Sequence[Event]) -> list[Line]:
        """Take in the events that are new in a history that only grows, and return their lines."""
        self.fresh, self.cards = [], []
        for number, event in enumerate(events[self._told :], self._told + 1):
            self.trail = ()
            self._game.apply(self.state, event)
            before, self._before = self._before, self._game.copy(self.state)
            lines, given = list(self.tell(before, event, self.state)), self._told_of_given(event, number)
            if given == "":
                lines = self.why_given(before, event, lines)
            happening = Happening(before, event, self._before, lines, self.trail, given is not None)
            self.fresh.append(happening)
            self._enter(happening, given or "")
            details = len(self.entries[-1].details) if self.entries else 0
            self._reached.append((happening.after, len(self.entries), details))
            self.cards += [replace(card, events=number) for card in self.ended(happening)]
            if self._ends(happening):
                self.ending = self.end_lines(before, self._before)
        self._told = len(events)
        new = [line for happening in self.fresh for line in happening.lines]
        self.lines += new
        return new

    def entries_after(self, events: int) -> tuple[int, int]:
        """How many entries there were after so many events, and details of the last, as far as the log has come."""
        if not events or not self._reached:
            return 0, 0
        _state, entries, details = self._reached[min(events, len(self._reached)) - 1]
        return entries, details

    def _told_of_given(self, event: Event, number: int) -> str | None:
        """What is told of an answer that was given for the player, the `number`th event; None: it was not."""
        if not self._given or not _answers(event, self._given[0][0]):
            return self.told_before.get(number)
        told = self._given.pop(0)[1]
        if told:
            self.tells_given(number, told)
        return told

    def _enter(self, happening: Happening[State], given: str) -> None:
        """The lines of what belongs together go beneath one line, which says what it comes to.

        `given`: what is told of an answer that the player was not asked for. It is part of what the answer was part of.
        """
        before = self._folding[-1] if self._folding else None
        belongs = self.belongs(before, happening)
        if given and belongs and before is not None and not self.parts(before, happening):
            self.entries[-1].details.append([(given, "own")])
        elif given:
            self.entries.append(LogEntry([(given, "own")]))
        view = None if self.eyes is None else self.eyes(happening.after)
        learned = [] if view is None else self.learned(view)
        lines = self.logged(happening)
        if view is not None and learned and (less := self.says_less(happening, view.seat)):
            lines = [line for line in lines if line not in less]
            if not belongs:
                self.entries += [LogEntry(line) for line in learned]
                learned = []
        first = len(self.entries)
        entry: LogEntry | None
        if not belongs:
            self._folding = []
            self.entries += [LogEntry(line, heads=is_heading(line), trail=happening.trail) for line in lines]
            told = [each for each in self.entries[first:] if not each.heads]
            # Who takes a way is told first, and then what comes of it: what is known of the first stands under that.
            entry = next(iter(told if happening.trail else reversed(told)), None)
            self._told_in += [] if entry is None else [(entry, happening)]
        else:
            if before is None or self.parts(before, happening):
                self._folding = []
                self.entries.append(LogEntry((), heads=self.FOLDS_TURNS))
            self._folding.append(happening)
            entry = self.entries[-1]
            entry.line = self.summary(self._folding)
            entry.details += [line for line in lines if not is_heading(line)]
            if len(self._folding) > 1 or self._ends(happening):
                # A turn that begins with the end of a battle is no part of it; that the battle begins is said above.
                self.entries += [LogEntry(line, heads=True) for line in lines if is_heading(line)]
        if learned:
            if not self.entries:
                self.entries.append(LogEntry(()))
            # What is drawn at the end of a battle or a week belongs to that, and not to what begins with it.
            entry = entry or self.entries[max(0, first - 1)]
            entry.own += learned
        known = [] if view is None else self.known(view)
        if known and entry is not None:
            entry.line = self.with_known(entry.line, known)

    @property
    def goes_on(self) -> bool:
        """Whether what the last line stands for, such as a battle, is not over: what is said now belongs beneath."""
        return bool(self._folding and self.entries[-1].details)

    def _ends(self, happening: Happening[State]) -> bool:
        return isinstance(self._game.waiting(happening.after), Over)

    def logged(self, happening: Happening[State]) -> Sequence[Line]:
        """How an event is told among the others: without what the next line or heading says anyway."""
        return happening.lines

    def about(self, name: str, until: State | None = None) -> list[Line]:
        """What the log tells of a place by its name, each turn's under its heading, the latest turn first.

        `until`: only what had happened when the game stood so. A line that says what a battle came to later is left
        out then, and not what lies beneath it.
        """
        named = re.compile(rf"\b{re.escape(name)}\b")
        turns: list[list[Line]] = []
        heading: Line = ()
        fresh = True
        for entry, details in self._entries_until(until):
            if is_heading(entry.line) and not entry.details:
                heading, fresh = entry.line, True
                continue
            whole = details == entry.details and bool(named.search(plain_text(entry.line)))
            beneath = [line for line in details if whole or named.search(plain_text(line))]
            if not whole and not beneath:
                continue
            # What comes before the first turn, such as the setup, heads what lies beneath it.
            heads = not whole and not heading and all(style == "heading" for _words, style in entry.line)
            above = entry.line if heads else heading
            if fresh or heads:
                turns.append([above] if above else [])
            fresh = heads
            turns[-1] += [[(" ", "plain"), *entry.line]] if whole else []
            turns[-1] += [[("   ", "plain"), *line] for line in beneath]
        return [line for turn in reversed(turns) for line in turn]

    def _entries_until(self, until: State | None) -> list[tuple[LogEntry, list[Line]]]:
        """The entries that there were when the game stood so, each with the details that it had; None: all of them."""
        told = [(entry, entry.details) for entry in self.entries]
        for state, entries, details in self._reached:
            if state is until:
                last = told[entries - 1 : entries]
                return [*told[: max(0, entries - 1)], *[(entry, entry.details[:details]) for entry, _all in last]]
        return told

    def open(self, faces: Mapping[Piece, Face], seat: Seat) -> bool:
        """All lies open to the player of `seat` when the game is over: tell what only the opponent knew until then.

        It is told as what the player alone knows is (`known`). Whether there was anything to tell.
        """
        told = False
        for entry, happening in self._told_in:
            line = self.opened(happening, faces, seat)
            entry.line = self.with_known(entry.line, line) if line else entry.line
            told = told or bool(line)
        self._told_in = []
        return told

    @abstractmethod
    def tell(self, before: State, event: Event, after: State) -> Iterable[Line]:
        """What `event` did, in lines that both players may read. It sets `trail` if the event took a way."""

    def why_given(self, before: State, event: Event, lines: list[Line]) -> list[Line]:
        """The lines of an answer that the player was not asked for, with the reason where the player alone knows it.

        Nothing else is told of that answer (`given`).
        """
        return lines

    def says_most(self, happening: Happening[State]) -> Line:
        """The line of an event that is told first where there is no room for more; empty: as anywhere else."""
        return ()

    def learned(self, view: View[State]) -> list[Line]:
        """What the view's seat alone has learned since the last call, for its own log."""
        return []

    def known(self, view: View[State]) -> Line:
        """What the view's seat alone knows of the last event, and what the line of that event has room for."""
        return ()

    def with_known(self, line: Line, known: Line) -> Line:
        """The line of an event with what the player alone knows of it."""
        return [*line, (" ", "plain"), *known]

    def opened(self, happening: Happening[State], faces: Mapping[Piece, Face], seat: Seat) -> Line:
        """What `seat` did not see of an event when it happened, now that these faces are known."""
        return ()

    def says_less(self, happening: Happening[State], seat: Seat) -> Sequence[Line]:
        """Those lines of an event that what `seat` has learned by it says as well, and more."""
        return ()

    def turn_of(self, state: State) -> Seat | None:
        """Whose turn it is in which the other side only answers; None if both have as much to decide."""
        return None

    def belongs(self, before: Happening[State] | None, happening: Happening[State]) -> bool:
        """Whether this is told beneath a line with others, such as all of a battle."""
        return False

    def parts(self, before: Happening[State], happening: Happening[State]) -> bool:
        """Whether another such line begins with this, right after the one before."""
        return False

    def summary(self, happenings: Sequence[Happening[State]]) -> Line:
        """The line above all that belongs together, as far as it has come."""
        return ()

    def ended(self, happening: Happening[State]) -> Sequence[Card]:
        """What has come to its end with this event; nothing once the game itself has."""
        return ()

    def end_lines(self, before: State, after: State) -> list[Line]:
        """How the game came to its end with the event between these states, beside its reason."""
        return []

    def changes(
        self, happenings: Sequence[Happening[State]], seat: Seat | None = None, *, own: bool = False
    ) -> list[Change]:
        """What all these came to, one thing after another; what `seat` itself moved in its turn is left out but with
        `own`.
        """
        return [
            Change(line, happening.trail[-1:], happening.trail, after=happening.after)
            for happening in happenings
            for line in happening.lines
        ]

    def ways(self, happenings: Sequence[Happening[State]], seat: Seat) -> list[tuple[Spot, ...]]:
        """The ways over the board that the opponent of `seat` took in these, as they came."""
        return [each.trail for each in happenings if each.trail and each.is_of_other(seat)]

    def headlines(self, happenings: Sequence[Happening[State]], seat: Seat) -> Sequence[Line]:
        """What the opponent did, in a line at several lengths, the longest first; nothing if it is not worth it.

        A battle that goes on is no part of it.
        """
        return ()

    def beside_battle(self, happenings: Sequence[Happening[State]], seat: Seat) -> bool:
        """Whether a battle goes on, and the opponent did something else of these that is worth a line."""
        return False

    def led_to(self, happenings: Sequence[Happening[State]], seat: Seat) -> str:
        """What the opponent did of these in a battle that goes on, in a sentence: it led to what was not asked."""
        return ""

    def account(self, seat: Seat) -> list[Line]:
        """The turns, for `seat`: each side's last, the latest first, and those before, each in the same order.

        Nothing where the game has no turns to give an account of: then it is told what came of every decision.
        """
        return []

    def in_sight(self) -> list[Line]:
        """What lies open on the table and is easily forgotten."""
        return []
