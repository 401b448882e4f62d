"""The positions in which lessons begin are such as games come to."""

from __future__ import annotations

import pytest

from engine.games import GAMES, game_kind
from engine.open_table import OpenTable, SeededChance
from engine.samurai import SAMURAI
from scripts.write_lesson_positions import texts
from tests.engine.samurai.invariants import check_public
from tests.engine.sekigahara.invariants import check_position
from tests.tui.tutorial.playing import course_of
from tui.tutorial.lessons import Scene, lesson_names

SCENES = [
    pytest.param(kind.name, scene, id=f"{kind.name}-{name}-{number}")
    for kind in GAMES
    for name in lesson_names(kind.name)
    for number, scene in enumerate(course_of(kind.name).lesson(name).scenes)
    if scene.position
]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_position_is_one_of_the_game(game: str, scene: Scene) -> None:
    rules = game_kind(game).make({})
    state, faces = course_of(game).guide.read_position(scene.position)
    table = OpenTable(rules, SeededChance(scene.seed), state, faces)
    if game == "samurai":
        check_public(SAMURAI, table.state)
    else:
        check_position(table.state, table.faces)


def test_the_positions_are_what_the_script_writes() -> None:
    written = set(texts().values())
    assert {scene.values[1].position for scene in SCENES} <= written  # type: ignore[union-attr]
