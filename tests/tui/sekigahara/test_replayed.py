"""A game of Sekigahara looked at again: what nobody is called there, and a battle in whose midst one has resigned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from engine.hidden import SEATS, Acted, Seat
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from protocol.outcome import Resigned
from protocol.replay import replay
from protocol.roles import Role
from tests.whole_games.played import SHORT, whole_game
from tui.exports.page import page
from tui.exports.text import text_log
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.replays import Eyes, Reel
from tui.sekigahara.words.names import block_code, rank

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


@cache
def page_data() -> dict[str, Any]:
    """What the page for a browser has of the whole game."""
    data: dict[str, Any] = json.loads(page(whole()).partition('type="application/json">')[2].partition("</script>")[0])
    return data


def moved_unseen(reel: Reel, seat: Seat) -> dict[int, str]:
    """By moment, in codes, the blocks that a side has moved so that the other did not see them."""
    moved: dict[int, str] = {}
    for step in reel.replay.steps:
        action = step.event.action if isinstance(step.event, Acted) and step.event.seat == seat else None
        if isinstance(action, March) or (isinstance(action, Muster) and not action.shown and action.blocks):
            faces = sorted([reel.replay.faces[block] for block in action.blocks], key=rank)
            moved[step.number + 1] = f"({' '.join([block_code(face) for face in faces])})"
    return moved


@pytest.mark.parametrize(("eyes", "seats"), [(Eyes.BOTH, SEATS), (Eyes.SECOND, SEATS[1:]), (Eyes.TABLE, ())])
def test_what_was_moved_unseen_is_told_by_its_faces_to_eyes_that_know_them(eyes: Eyes, seats: Sequence[Seat]) -> None:
    reel = whole()
    text = list(text_log(reel, eyes))
    data = page_data()
    for seat in SEATS:
        moved = moved_unseen(reel, seat)
        assert any("muster" in plain_text(reel.lines[moment][0]) for moment in moved)
        assert any("march" in plain_text(reel.lines[moment][0]) for moment in moved)
        for moment, codes in moved.items():
            told = [plain_text(line).strip() for line in reel.told(moment, eyes)]
            assert (told[1:2] == [codes]) == (seat in seats)
            line = next(number for number, line in enumerate(text) if line.startswith(f"{moment - 1:>5}  "))
            assert (text[line + 1].strip() == codes) == (seat in seats)
            assert (codes in [line.strip() for line in map(plain_text, reel.history(moment, 1, eyes))]) == (
                seat in seats
            )
            rows = [data["rows"][number] for number in data["log"][list(Eyes).index(eyes)][moment]]
            assert any(codes in row for row in rows) == (seat in seats)


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
