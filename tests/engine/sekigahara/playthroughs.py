"""Golden playthroughs: whole games as text, an event a line, to be played again when the rules have been touched.

    # who played, with what seeds
    position
    | sekigahara position 2
    | ...
    drawn 3 0 11 -> 0f3a...
    both ["bid", 305] ["bid", 340] shows 305=card-date-single 340=card-mori-swords -> 77c0...
    tokugawa ["end-movement"] -> 1b2e...

A line of an event ends with the digest of the public position that it leads to. Whole positions stand where a week
begins and at the end, so that a difference can be read and not only noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from engine.forms import write as write_record
from engine.hidden import SEATS, Acted, Bot, BothActed, Drawn, Event, Face, Mixed, Over, Piece
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Sekigahara
from engine.sekigahara.bots import BOTS, make_bot
from engine.sekigahara.components import SIDES, side_named
from engine.sekigahara.pieces import FACE_KEYS, FACE_NAMED
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from engine.sekigahara.text import position_text
from tests.engine.sekigahara.brawler import Brawler

FOLDER: Final = Path(__file__).parent / "golden"

GAMES: Final[dict[str, tuple[tuple[str, str], int]]] = {
    "random": (("random", "random"), 1),
    "brawl": (("brawler", "brawler"), 8),
    "steady": (("steady", "steady"), 3),
    "steady-against-brawler": (("steady", "brawler"), 2),
}
"""The players and the seed of each playthrough, by the name of its file."""


def digest(state: State) -> str:
    """The short digest of a public position."""
    return sha256(SEKIGAHARA.canonical(state)).hexdigest()[:12]


def event_text(event: Event) -> str:
    """An event in one line."""
    match event:
        case Acted(seat, action, shown):
            return f"{SIDES[seat]} {_plain(action)}{_shown(shown)}"
        case BothActed((first, second), shown):
            return f"both {_plain(first)} {_plain(second)}{_shown(shown)}"
        case Drawn(positions):
            return "drawn " + " ".join(map(str, positions))
        case Mixed():
            return "mixed"


def _plain(action: Answer) -> str:
    return json.dumps(SEKIGAHARA.pack_action(action))


def _shown(shown: Mapping[Piece, Face]) -> str:
    if not shown:
        return ""
    return " shows " + " ".join(f"{piece}={FACE_KEYS[face]}" for piece, face in sorted(shown.items()))


def read_event(text: str) -> Event:
    """The event that `event_text` wrote."""
    if text == "mixed":
        return Mixed()
    name, _, rest = text.partition(" ")
    if name == "drawn":
        return Drawn(tuple(map(int, rest.split())))
    plain, _, words = rest.partition(" shows ")
    shown = {}
    for word in words.split():
        piece, _, face = word.partition("=")
        shown[Piece(int(piece))] = FACE_NAMED[face]
    decoder = json.JSONDecoder()
    first, end = decoder.raw_decode(plain)
    if name != "both":
        assert end == len(plain)
        return Acted(side_named(name), SEKIGAHARA.unpack_action(first), shown)
    second, length = decoder.raw_decode(plain[end + 1 :])
    assert end + 1 + length == len(plain)
    return BothActed((SEKIGAHARA.unpack_action(first), SEKIGAHARA.unpack_action(second)), shown)


class Recorder(Sekigahara):
    """The rules of the game, writing down every event that they carry out."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._week = -1

    def apply(self, state: State, event: Event) -> None:
        """See `Game.apply`."""
        if state.week != self._week:
            self._week = state.week
            self.lines += position_lines(state)
        super().apply(state, event)
        self.lines.append(f"{event_text(event)} -> {digest(state)}")


def position_lines(state: State) -> list[str]:
    """The whole public position, marked off from the events."""
    return ["position", *[f"| {line}" for line in position_text(state).splitlines()]]


def ending(over: Over) -> str:
    """The last line: who has won, and why."""
    assert over.winner is not None
    return f"# {SIDES[over.winner]} wins: {write_record(over.reason)}"


def seated(name: str, random: Random) -> Bot[State, Answer]:
    """A player by name."""
    return make_bot(SEKIGAHARA, name, random) if name in BOTS else Brawler(random)


def play(table: OpenTable[State, Answer], names: tuple[str, str], seed: int) -> Over:
    """Play to the end at `table`."""
    random = Random(seed)
    players = [seated(name, random) for name in names]
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        table.act(seat, players[seat].choose(table.view(seat)))
    return table.waiting


def write(name: str) -> str:
    """The playthrough called `name`, played now."""
    names, seed = GAMES[name]
    recorder = Recorder()
    table: OpenTable[State, Answer] = OpenTable(recorder, SeededChance(seed))
    over = play(table, names, seed)
    heading = f"# {SIDES[0]}: {names[0]}, {SIDES[1]}: {names[1]}, seed {seed}"
    return "\n".join([heading, *recorder.lines, *position_lines(table.state), ending(over), ""])


def replay(text: str) -> Iterator[str]:
    """The lines of a playthrough as they come out when its events are carried out again by the rules as they are."""
    state = SEKIGAHARA.start()
    written = text.splitlines()
    yield written[0]
    for line in written[1:-1]:
        if line.startswith("|"):
            continue
        if line == "position":
            yield from position_lines(state)
            continue
        event, _, _ = line.rpartition(" -> ")
        SEKIGAHARA.apply(state, read_event(event))
        yield f"{event} -> {digest(state)}"
    over = SEKIGAHARA.waiting(state)
    assert isinstance(over, Over)
    yield ending(over)
