"""The golden playthroughs come out as they are written: a change of rules shows as a difference in `golden/`.

If the change is meant, `python -m tests.engine.samurai.playthroughs` writes them anew; read the difference first.
"""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

from engine.hidden import Drawn
from engine.samurai import SAMURAI
from engine.samurai.chapters.chapter_3_passing import Pass
from tests.engine.samurai.playthroughs import (
    FOLDER,
    GAMES,
    events_in,
    game_of,
    heading,
    play,
    read_event,
    replay,
    text_of,
    write_event,
)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_comes_out_as_written(name: str) -> None:
    text = text_of(name)
    assert text.endswith("\n")
    game = game_of(name)
    lines = [heading(name), *replay(game, events_in(game, text))]
    for number, (line, written) in enumerate(zip_longest(lines, text.splitlines()), start=1):
        assert line == written, f"line {number} of {name}.txt"


@pytest.mark.parametrize("name", GAMES)
def test_its_bots_play_it_so_again(name: str) -> None:
    assert play(name) == list(events_in(game_of(name), text_of(name)))


def test_there_is_no_playthrough_that_nobody_replays() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GAMES)


def test_the_playthroughs_have_every_kind_of_action_but_the_pass_that_hardly_ever_happens() -> None:
    seen = {name for game in GAMES for name in re.findall(r'\["([a-z-]+)"', text_of(game))}
    assert seen == {answer.form.name for answer in SAMURAI.answers} - {Pass.form.name}  # type: ignore[attr-defined]


def test_another_outcome_is_noticed() -> None:
    text = text_of("random")
    game = game_of("random")
    line = next(line for line in text.splitlines() if line.startswith("drawn"))
    event = read_event(game, line.partition(" -> ")[0])
    assert isinstance(event, Drawn)
    first = event.positions[0]
    other = Drawn((first - 1 if first else 1, *event.positions[1:]))
    changed = text.replace(line, f"{write_event(game, other)} -> {line.partition(' -> ')[2]}", 1)
    assert [heading("random"), *replay(game, events_in(game, changed))] != changed.splitlines()
