"""`sekigahara stats`: what the games on this machine add up to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.hidden import Seat
from p2p.store.data_folder import DataFolder, open_data_folder
from p2p.store.game_list import GameSummary
from protocol.errors import FairTableError
from protocol.replay import Replay
from tui.cli.catalogue import OFFERED
from tui.cli.errors import WrongCommand
from tui.cli.games import games_in
from tui.cli.offered import game_named, side_name, side_words
from tui.cli.program import PROGRAM
from tui.cli.records import find_record
from tui.games import words_of
from tui.grammar import decimal
from tui.language import _, ngettext, plural


@dataclass
class Tally:
    """All games of one kind. `results` are won, lost, drawn and unfinished; `own` and `theirs` what was counted."""

    kind: str
    results: Counter[str] = field(default_factory=Counter)
    sides: dict[int, Counter[str]] = field(default_factory=dict)
    opponents: dict[str, Counter[str]] = field(default_factory=dict)
    counted: int = 0
    own: Counter[str] = field(default_factory=Counter)
    theirs: Counter[str] = field(default_factory=Counter)

    def add(self, game: GameSummary) -> None:
        """Count a game of the list."""
        progress = game.progress
        result = "unfinished"
        if progress.finished:
            result = "drawn" if progress.winner < 0 else "won" if progress.winner == progress.seat else "lost"
        self.results[result] += 1
        self.sides.setdefault(progress.seat, Counter())[result] += 1
        self.opponents.setdefault(progress.opponent or "-", Counter())[result] += 1

    def count(self, replayed: Replay[Any, Any], seat: Seat) -> None:
        """Count what happened in a game in which this player sat at `seat`."""
        words = words_of(replayed.game)
        self.counted += 1
        for step in replayed.steps:
            for who, what, number in words.counts(step.before, step.event, step.after) if step.event else ():
                if number:
                    (self.own if who == seat else self.theirs)[what] += number

    def averages(self) -> list[tuple[str, float | None, float | None]]:
        """What is divided by what: the own figure, and the opponents'."""
        made = words_of(game_named(self.kind, ())).averages
        return [
            (title, _divided(self.own, above, below), _divided(self.theirs, above, below))
            for title, above, below in made
        ]


def _divided(counts: Counter[str], above: str, below: str) -> float | None:
    return counts[above] / counts[below] if counts[below] else None


def show_stats(*, as_json: bool) -> int:
    """Print what the games add up to. The exit status of `sekigahara stats`."""
    data = open_data_folder(PROGRAM)
    tallies = tallies_of(data)
    if as_json:
        print(json.dumps([_plain(tally) for tally in tallies], indent=2))
        return 0
    if not tallies:
        print(_("There are no games in {path}. `sekigahara solo` begins one.").format(path=data.path))
        return 0
    for number, tally in enumerate(tallies):
        print("\n" * bool(number) + "\n".join(_lines(tally)))
    return 0


def tallies_of(data: DataFolder) -> list[Tally]:
    """A tally of each kind of game that was played. Raises StorageError."""
    tallies: dict[str, Tally] = {}
    for game in games_in(data):
        if game.damage or not game.begun or game.game not in [kind.name for kind in OFFERED]:
            continue
        tally = tallies.setdefault(game.game, Tally(game.game))
        tally.add(game)
        try:
            replayed = find_record(str(data.folder(game.name).path)).replay(checked=True)
        except (FairTableError, WrongCommand):
            continue
        if game.progress.seat >= 0:
            tally.count(replayed, Seat(game.progress.seat))
    return [tallies[kind.name] for kind in OFFERED if kind.name in tallies]


def _lines(tally: Tally) -> Iterable[str]:
    words = words_of(game_named(tally.kind, ()))
    sides = {side_words(tally.kind, seat): results for seat, results in tally.sides.items()}
    games = plural(tally.results.total(), "{count} game", "{count} games", _("no games"))
    yield f"{words.title}: {games}, {_results(tally.results)}"
    for title, groups in ((_("side"), sides), (_("opponent"), tally.opponents)):
        for name, results in sorted(groups.items(), key=lambda group: -group[1].total()):
            yield f"  {title} {name}: {_results(results)}"
    if tally.counted:
        counted = ngettext("counted in {count} game", "counted in {count} games", tally.counted)
        yield f"  {counted.format(count=tally.counted):<28}{_('you'):>8}{_('they'):>8}"
        for what in sorted({*tally.own, *tally.theirs}):
            yield f"  {_(what):<28}{tally.own[what]:>8}{tally.theirs[what]:>8}"
        for title, own, theirs in tally.averages():
            yield f"  {_(title):<28}{_figure(own):>8}{_figure(theirs):>8}"


def _figure(value: float | None) -> str:
    return "-" if value is None else decimal(value, 2)


def _results(results: Counter[str]) -> str:
    told = {
        "won": plural(results["won"], "{count} won", "{count} won"),
        "lost": plural(results["lost"], "{count} lost", "{count} lost"),
        "drawn": plural(results["drawn"], "{count} drawn", "{count} drawn"),
        "unfinished": plural(results["unfinished"], "{count} unfinished", "{count} unfinished"),
    }
    return ", ".join([words for what, words in told.items() if results[what]])


def _plain(tally: Tally) -> dict[str, Any]:
    averages = {title: {"own": own, "theirs": theirs} for title, own, theirs in tally.averages()}
    return {
        "game": tally.kind,
        "results": dict(tally.results),
        "sides": {side_name(tally.kind, seat): dict(results) for seat, results in tally.sides.items()},
        "opponents": {name: dict(results) for name, results in tally.opponents.items()},
        "counted": tally.counted,
        "own": dict(tally.own),
        "theirs": dict(tally.theirs),
        "averages": averages,
    }
