"""What docs/samurai-position.md says is what the game does: a second program, written from it, comes to the same."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from engine.hidden import SEATS, Acted, BothActed, Drawn, Event, Mixed, Over
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Question, Samurai
from engine.samurai.board import PLACE_KEYS
from engine.samurai.bots import make_bot
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_passing import unplayable_faces
from engine.samurai.chapters.chapter_3_turn import NextTurn
from engine.samurai.components import FACE_KEYS
from engine.samurai.state import State
from tests.engine.samurai.playthroughs import GAMES, events_in, game_of, text_of
from tests.engine.samurai.positions import Table, asked_seat, new_table, position
from tests.engine.samurai.stranger import FACES, KEYS, Stranger, rules_data

DOCUMENT = (Path(__file__).parents[3] / "docs" / "samurai-position.md").read_text(encoding="utf-8")
GAMES_PLAYED = 40


def tell(stranger: Stranger, game: Samurai, event: Event) -> None:
    """The stranger is told the event as plain data."""
    match event:
        case Mixed():
            stranger.mixed()
        case Drawn(positions):
            stranger.drawn(positions)
        case BothActed(actions, _):
            stranger.both([game.pack_action(action) for action in actions])
        case Acted(seat, action, shown):
            stranger.acted(seat, game.pack_action(action), {int(piece): int(face) for piece, face in shown.items()})


class Followed(Samurai):
    """The game, with a stranger that follows it and must come to the same text after every event."""

    def __init__(self, *settings: object, stranger: Stranger | None = None) -> None:
        super().__init__(*settings)  # type: ignore[arg-type]
        self.stranger = Stranger(self.setup, self.tiles) if stranger is None else stranger

    def apply(self, state: State, event: Event) -> None:
        """Both carry it out."""
        super().apply(state, event)
        tell(self.stranger, self, event)
        assert self.stranger.text() == self.canonical(state).decode()


@pytest.mark.parametrize("setup", Setup)
@pytest.mark.parametrize("tiles", Tiles)
def test_rules_data_and_start_are_as_described(setup: Setup, tiles: Tiles) -> None:
    game = Samurai(setup, tiles)
    assert rules_data(setup, tiles) == game.rules_data()
    assert Stranger(setup, tiles).text() == game.canonical(game.start()).decode()
    assert sha256(game.rules_data()).hexdigest() in DOCUMENT


def test_the_digest_of_the_start_stands_in_the_document() -> None:
    assert sha256(SAMURAI.canonical(SAMURAI.start())).hexdigest() in DOCUMENT


def test_the_example_is_a_position_and_has_the_digest_told() -> None:
    example = re.search(r"```\n(samurai position 1\n.*?)```", DOCUMENT, re.DOTALL)
    assert example is not None
    text = example[1]
    state, _ = SAMURAI.read_position(text)
    assert SAMURAI.canonical(state).decode() == text
    assert Stranger.at(text).text() == text
    assert sha256(text.encode()).hexdigest() in DOCUMENT


def test_places_and_faces_are_numbered_as_described() -> None:
    assert tuple(KEYS) == PLACE_KEYS
    assert tuple(FACES) == FACE_KEYS
    assert f"lays a tile on `{PLACE_KEYS[54]}`" in DOCUMENT
    for number, key in enumerate(FACE_KEYS):
        assert f"| {number} | `{key}` |" in DOCUMENT


def test_all_tasks_and_actions_are_described() -> None:
    records = [*SAMURAI.answers, *get_args(Question), NextTurn]
    names = [record.form.name for record in records]
    for name in names:
        assert f"`{name}`" in DOCUMENT


@pytest.mark.parametrize("name", GAMES)
def test_the_stranger_comes_to_the_same_in_the_playthroughs(name: str) -> None:
    made = game_of(name)
    game = Followed(made.setup, made.tiles)
    state = game.start()
    for event in events_in(game, text_of(name)):
        game.apply(state, event)
    assert state.over is not None


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_the_stranger_comes_to_the_same_in_random_games(seed: int) -> None:
    game = Followed(list(Setup)[seed % 2], list(Tiles)[seed // 2 % 2])
    table = new_table(game, seed)
    bot = RandomBot(game, Random(seed))
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        assert game.stranger.unplayable(seat) == list(unplayable_faces(table.state, seat))
        table.act(seat, bot.choose(table.view(seat)))


def test_the_stranger_comes_to_the_same_in_a_steady_game() -> None:
    game = Followed(Setup.RANDOM)
    table = new_table(game, 9)
    bots = [make_bot(game, "steady", Random(0)) for _ in SEATS]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        table.act(seat, bots[seat].choose(table.view(seat)))


CAPITAL_ONLY = {"o14": "helmet buddha rice"}


@pytest.mark.parametrize(
    "table",
    [
        position(CAPITAL_ONLY, red_hand="figure-exchange", blue_hand="figure-exchange", elsewhere=False),
        position(CAPITAL_ONLY, red_hand="figure-exchange tile-exchange", elsewhere=False),
        position({"o8": "rice"}, red_hand="rice-2", blue_hand="rice-2", captured=((3, 1, 1), (1, 3, 1))),
        position({"o8": "rice"}, red_hand="rice-2", red_stock="ship-1 ship-1", blue_stock=""),
        position({"o8": "rice"}, red_hand="rice-2 ship-2", captured=((4, 1, 1), (1, 3, 1))),
        position({"o8": "rice"}, red={"o9": "rice-3"}, red_hand="rice-2", blue_hand="ronin-1", aside=(1, 1, 1)),
        position({"o8": "rice"}, red={"o9": "helmet-3"}, red_hand="helmet-2", blue_hand="rice-2", aside=(1, 1, 1)),
    ],
)
def test_the_stranger_comes_to_the_same_where_tiles_run_out(table: Table) -> None:
    text = SAMURAI.canonical(table.state).decode()
    game = Followed(stranger=Stranger.at(text))
    assert game.stranger.text() == text
    table.game = game
    bot = RandomBot(game, Random(1))
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        assert game.stranger.unplayable(seat) == list(unplayable_faces(table.state, seat))
        table.act(seat, bot.choose(table.view(seat)))
    assert game.stranger.result is not None
