"""Golden playthroughs: whole games as text, an event a line, to be played again when the rules have been touched.

    # who played, with what settings and what seed
    position
    | samurai position 1
    | ...
    drawn 3 0 11 -> 0f3a...
    red ["place-tile", 61, 17] 61=ship-1 -> ...

A line of an event ends with the digest of the public position that it leads to. Whole positions stand at the beginning,
after every 25th event, and at the end, so that a difference can be read.

Written anew, after a change of rules that is meant, by `python -m tests.engine.samurai.playthroughs`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.hidden import SEATS, Acted, BothActed, Drawn, Event, Face, Mixed, Over, Piece, Seat
from engine.samurai import Samurai, samurai_with
from engine.samurai.bots import make_bot
from engine.samurai.components import FACE_KEYS, SEAT_NAMES
from engine.samurai.state import State
from engine.samurai.text import position_text
from tests.engine.samurai.positions import asked_seat, new_table

FOLDER: Final = Path(__file__).parent / "golden"

GAMES: Final[dict[str, tuple[tuple[str, str], dict[str, str], int]]] = {
    "random": (("random", "random"), {}, 3),
    "steady": (("steady", "steady"), {}, 4),
    "random-setup": (("steady", "random"), {"setup": "random"}, 5),
    "drawn-tiles": (("random", "steady"), {"setup": "random", "tiles": "drawn"}, 6),
}
"""The players, the settings and the seed of each playthrough, by the name of its file."""

EVENTS_BETWEEN_POSITIONS: Final = 25


def digest(game: Samurai, state: State) -> str:
    """The first twelve hexadecimal digits of the SHA-256 of the position."""
    return sha256(game.canonical(state)).hexdigest()[:12]


class Recorder(Samurai):
    """The game, keeping the events that it is told."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        made = samurai_with(settings)
        super().__init__(made.setup, made.tiles)
        self.told: list[Event] = []

    def apply(self, state: State, event: Event) -> None:
        """Carry it out and keep it."""
        super().apply(state, event)
        self.told.append(event)


def play(name: str) -> list[Event]:
    """The events of a playthrough, played by its bots."""
    names, settings, seed = GAMES[name]
    game = Recorder(settings)
    table = new_table(game, seed)
    bots = [make_bot(game, bot, Random(f"{seed} {seat}")) for seat, bot in zip(SEATS, names, strict=True)]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        table.act(seat, bots[seat].choose(table.view(seat)))
    return game.told


def write_event(game: Samurai, event: Event) -> str:
    """One event as a line."""
    match event:
        case Mixed():
            return "mixed"
        case Drawn(positions):
            return " ".join(["drawn", *map(str, positions)])
        case BothActed(actions, shown):
            return " ".join(["both", *[json.dumps(game.pack_action(action)) for action in actions], *_shown(shown)])
        case Acted(seat, action, shown):
            return " ".join([SEAT_NAMES[seat], json.dumps(game.pack_action(action)), *_shown(shown)])


def _shown(shown: Mapping[Piece, Face]) -> list[str]:
    return [f"{piece}={FACE_KEYS[face]}" for piece, face in shown.items()]


def read_event(game: Samurai, line: str) -> Event:
    """The event that a line describes."""
    name, _, rest = line.partition(" ")
    if name == "mixed":
        return Mixed()
    if name == "drawn":
        return Drawn(tuple(map(int, rest.split())))
    actions: list[Any] = []
    decoder = json.JSONDecoder()
    while rest.startswith("["):
        plain, end = decoder.raw_decode(rest)
        actions.append(game.unpack_action(plain))
        rest = rest[end:].lstrip()
    shown = {}
    for word in rest.split():
        piece, _, face = word.partition("=")
        shown[Piece(int(piece))] = Face(FACE_KEYS.index(face))
    if name == "both":
        return BothActed((actions[0], actions[1]), shown)
    return Acted(Seat(SEAT_NAMES.index(name)), actions[0], shown)


def replay(game: Samurai, events: Iterator[Event]) -> Iterator[str]:
    """The lines of a playthrough in which this happens."""
    state = game.start()
    number = 0
    yield from _position(state)
    for number, event in enumerate(events, start=1):
        line = write_event(game, event)
        game.apply(state, event)
        yield f"{line} -> {digest(game, state)}"
        if number % EVENTS_BETWEEN_POSITIONS == 0:
            yield from _position(state)
    if number % EVENTS_BETWEEN_POSITIONS:
        yield from _position(state)


def _position(state: State) -> Iterator[str]:
    yield "position"
    for line in position_text(state).splitlines():
        yield f"| {line}"


def events_in(game: Samurai, text: str) -> Iterator[Event]:
    """The events that stand in a playthrough's text."""
    for line in text.splitlines():
        event, arrow, _ = line.partition(" -> ")
        if arrow:
            yield read_event(game, event)


def game_of(name: str) -> Samurai:
    """The game that a playthrough is of."""
    return samurai_with(GAMES[name][1])


def heading(name: str) -> str:
    """The first line of a playthrough."""
    (first, second), settings, seed = GAMES[name]
    chosen = " ".join([f"{option}={choice}" for option, choice in settings.items()]) or "usual settings"
    return f"# {first} against {second}, {chosen}, seed {seed}"


def text_of(name: str) -> str:
    """What is written in a playthrough's file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def main() -> None:
    """Write all playthroughs anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        lines = [heading(name), *replay(game_of(name), iter(play(name))), ""]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
        print(f"{name}: {len(lines) - 1} lines")


if __name__ == "__main__":
    main()
