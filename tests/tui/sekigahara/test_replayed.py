"""A game of Sekigahara looked at again: what nobody is called there, and a battle in whose midst one has resigned."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from protocol.outcome import Resigned
from protocol.replay import replay
from protocol.roles import Role
from tests.whole_games.played import SHORT, whole_game
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.replays import Eyes, Reel

CASE: Final = next(case for case in SHORT if case.kind == "sekigahara")


@cache
def whole() -> Reel:
    """A game that was played to its end and audited."""
    entries = whole_game(CASE).pair.host.entries
    return Reel(replay(CASE.game, entries, checked=True), interface_of(CASE.game, UNICODE))


@cache
def broken_off() -> Reel:
    """The same, as if the joiner had resigned in the first battle for which somebody had deployed."""
    replayed = whole().replay
    last = next(step.number for step in replayed.steps if step.before.combat and step.before.combat.deployed)
    resigned = Resigned(replayed.report.seats[Role.JOINER])
    *steps, step = replayed.steps[: last + 1]
    left = replace(step, event=None, after=step.before, kind="left", role=Role.HOST)
    report = replace(replayed.report, outcome=resigned, ended=last)
    return Reel(replace(replayed, steps=(*steps, left), report=report), interface_of(CASE.game, UNICODE))


def page_of(reel: Reel, name: str, moment: int, eyes: Eyes) -> dict[str, list[str]]:
    """A page by the headings of its parts."""
    told = next(told for page, told in reel.pages(moment, eyes) if page.name == name)
    return {heading: [plain_text(line) for line in lines] for heading, lines in told}


@pytest.mark.parametrize(("name", "head"), [("battle", "{}'s hand: "), ("forces", "Blocks of {}")])
def test_nobody_is_called_you_on_the_pages_of_a_replay(name: str, head: str) -> None:
    reel = broken_off()
    told = page_of(reel, name, reel.last - 1, Eyes.BOTH)
    assert list(told) == ["Tokugawa", "Ishida"]
    for side, lines in told.items():
        assert any(line.startswith(head.format(side)) for line in lines)
        assert not any(words in " ".join(lines) for words in ("Your", "You ", "Enemy"))


def test_a_battle_is_in_front_until_one_has_resigned_and_is_broken_off_then() -> None:
    reel = broken_off()
    assert reel.front(reel.last - 1) == "battle"
    assert reel.ended(reel.last - 1) == ""
    assert reel.front(reel.last) is None
    resigned = f"{reel.player(Role.JOINER)} resigned."
    assert [plain_text(line) for line in reel.lines[reel.last]] == [resigned]
    for lines in page_of(reel, "battle", reel.last, Eyes.BOTH).values():
        assert f"The battle was broken off: {resigned}" in lines or f"The siege was broken off: {resigned}" in lines
        assert not any("'s hand" in line or "if nothing more" in line for line in lines)
    assert whole().ended(whole().last) == "", "a game that ends by its rules ends no battle early"
