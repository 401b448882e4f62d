"""The golden playthroughs come out as they are written: a change of rules shows as a difference in `golden/`.

If the change is meant, `python scripts/write_golden.py` writes them anew; read the difference before it is committed.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import get_args

import pytest

from engine.sekigahara.rules import Answer
from tests.engine.sekigahara.playthroughs import FOLDER, GAMES, read_event, replay


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_comes_out_as_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text.endswith("\n")
    written = text.splitlines()
    place = 0
    for place, line in enumerate(replay(text)):
        assert line == written[place], f"line {place + 1} of {name}.txt"
    assert place + 1 == len(written)


def test_there_is_no_playthrough_that_nobody_replays() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GAMES)


def test_the_playthroughs_have_every_kind_of_action() -> None:
    texts = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES]
    seen = {word for text in texts for word in re.findall(r'\["([\w-]+)"', text)}
    assert seen == {answer.form.name for answer in get_args(Answer)}


def test_another_outcome_is_noticed() -> None:
    text = (FOLDER / "random.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("drawn"))
    event, arrow, found = lines[place].partition(" -> ")
    first, *rest = event.split()[1:]
    other = str(int(first) - 1 if int(first) else 1)
    assert read_event(event) != read_event(" ".join(["drawn", other, *rest]))
    lines[place] = " ".join(["drawn", other, *rest]) + arrow + found
    outcome = list(islice(replay("\n".join(lines)), place + 1))
    assert outcome[:place] == lines[:place]
    assert outcome[place] != lines[place]
