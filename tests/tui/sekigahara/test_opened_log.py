"""Once the game is over the log tells which blocks the opponent has moved, from what the audit has opened."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import App, ComposeResult

from engine.hidden import SEATS, Acted, Seat
from engine.random_bot import RandomBot
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.state import State
from protocol.roles import Role, Side
from protocol.table import Table
from tests.protocol.pair import Pair, play
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.log import LogEntry
from tui.ports import Situation
from tui.sekigahara.log import SekigaharaLog
from tui.theme import Theme
from tui.widgets.log_view import LogView


@pytest.fixture(scope="module")
def over() -> Pair[State, Answer]:
    """A game in which both have marched before the joiner has resigned, and that is audited."""
    pair = Pair(SEKIGAHARA, Side.FIRST)
    pair.host.begin()
    bot = RandomBot(SEKIGAHARA, Random(3))
    marched: set[Seat] = set()

    def moves(table: Table[State, Answer]) -> list[Answer]:
        view = table.view()
        assert view is not None
        action = bot.choose(view)
        marched.update([view.seat] if isinstance(action, March) else [])
        return [action]

    while marched != set(SEATS):
        play(pair, moves, Random(3), most=5)
    pair.run()
    assert pair.joiner.opened == {}, "nothing is opened before the game is over"
    pair.joiner.resign()
    pair.run()
    assert pair.host.finished
    return pair


def log_of(table: Table[State, Answer]) -> SekigaharaLog:
    """The log of the table's player."""
    log = SekigaharaLog(SEKIGAHARA, SEKIGAHARA.start())
    log.eyes = table.view_then
    return log


def followed(table: Table[State, Answer]) -> SekigaharaLog:
    log = log_of(table)
    log.follow([appended.event for appended in table.events if appended.event is not None])
    return log


def blocks_told(entries: list[LogEntry]) -> dict[int, list[str]]:
    """What is told of who has moved, by the number of the line that tells it."""
    told = {
        number: [text for text, style in entry.line if style == "own"]
        for number, entry in enumerate(entries)
        if entry.trail
    }
    return {number: lines for number, lines in told.items() if lines}


@pytest.mark.parametrize("role", Role)
def test_once_all_lies_open_each_log_names_the_blocks_that_marched(over: Pair[State, Answer], role: Role) -> None:
    own, theirs = over.tables[role], over.tables[role.other]
    assert own.seat is not None
    log, other_log = followed(own), followed(theirs)
    mine, others = blocks_told(log.entries), blocks_told(other_log.entries)
    assert mine
    assert others
    assert not mine.keys() & others.keys()
    assert log.open(own.opened, own.seat)
    assert blocks_told(log.entries) == mine | others, "the opponent's as it has told them itself"
    assert not log.open(own.opened, own.seat), "once"
    assert not followed(own).open({}, own.seat), "what is not known is not told"


class LogApp(App[None]):
    CSS = "TextView { height: 1fr; }"

    def __init__(self, log: SekigaharaLog) -> None:
        super().__init__()
        self.log_of_game = log

    def compose(self) -> ComposeResult:
        yield LogView(self.log_of_game, Theme(UNICODE, interface_of(SEKIGAHARA, UNICODE).styles), connected=True)


@pytest.mark.asyncio
async def test_what_was_opened_comes_into_the_log_when_all_that_happened_is_shown(over: Pair[State, Answer]) -> None:
    table = over.host
    events = [appended.event for appended in table.events if appended.event is not None]
    march = next(e for e in events if isinstance(e, Acted) and e.seat != table.seat and isinstance(e.action, March))
    app = LogApp(log_of(table))
    async with app.run_test(size=(60, 20)) as pilot:
        view: Any = SimpleNamespace(seat=table.seat)
        log = app.query_one(LogView)

        def follow(**more: Any) -> int:
            log.follow(Situation(view, None, events, "Me", "You", connected=True, connection="", **more), [])
            return len("".join(log.lines))

        before = follow(opened=table.opened, behind=1)
        await pilot.pause()
        log.scroll_to(y=3, animate=False, immediate=True)
        first = plain_text(log._lines[log.line_at(3)[0]])
        assert follow(opened=table.opened) > before
        await pilot.pause()
        assert plain_text(log._lines[log.line_at(int(log.scroll_y))[0]]).startswith(first), "the same stands there"
        codes = len(march.action.blocks)
        assert any(re.search(rf", {codes} blocks? \([^ )]+( [^ )]+){{{codes - 1}}}\)", line) for line in log.lines)
        assert follow(opened=table.opened) == len("".join(log.lines))
