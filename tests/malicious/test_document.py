"""docs/threats.md is what the last run of the malicious peer gave, and no line of it is worse than what is promised."""

from __future__ import annotations

import re

import pytest

from engine.games import GAMES
from tests.malicious.document import DOCUMENT, read_open, read_results, read_words, render, seen_of
from tests.malicious.games import FACTS
from tests.malicious.registry import SWITCHES
from tests.malicious.switch import When

RESULTS = read_results()
WORDS = {word["number"]: word for word in read_words()}
AS_GOOD = list(When)
"""The earlier, the better."""


def test_the_document_is_made_from_the_last_run() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == render(list(WORDS.values()), RESULTS, read_open())


def test_each_switch_has_been_tried_and_each_line_has_a_switch() -> None:
    assert set(RESULTS) == set(FACTS) == {kind.name for kind in GAMES}
    for game, facts in FACTS.items():
        assert list(RESULTS[game]) == [name for name in SWITCHES if name not in facts.without]
    assert {kind.threat for kind in SWITCHES.values()} == set(WORDS) == set(range(1, 49))


@pytest.mark.parametrize("game", RESULTS)
def test_what_became_of_each_is_what_its_switch_says(game: str) -> None:
    for name, row in RESULTS[game].items():
        expected = SWITCHES[name].expected
        assert row["seen"] == expected.when.value, name
        assert re.fullmatch(expected.check or ".*", row["by"]), name
        assert row["named"] != "an innocent", name
        assert row["secrets"] == "whole", name
        assert not row["game"].startswith("broken"), name


@pytest.mark.parametrize("threat", WORDS)
def test_no_line_is_worse_than_promised(threat: int) -> None:
    worst = max(AS_GOOD.index(When(seen)) for seen in seen_of(threat, RESULTS["sekigahara"]))
    assert worst <= AS_GOOD.index(When(WORDS[threat]["at_worst"]))


@pytest.mark.parametrize("threat", [1, 3, 4, 15])
def test_what_once_was_left_to_the_audit_is_refused_when_it_arrives(threat: int) -> None:
    assert seen_of(threat, RESULTS["sekigahara"]) == ["at once"]
