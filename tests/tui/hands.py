"""Plays games on the screen by the keys alone or the mouse alone, as a terminal sends them; waits for no timer."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Offset, Region, Size
from textual.screen import Screen
from textual.widget import Widget

from tests.tui.driving import game_screen, panel_of, take_by_arrows, until
from tui.app import ClientApp
from tui.screens.card import CardScreen
from tui.widgets.decision_core import CONFIRMS

UNDO = ("u", "U", "D")
"""The keys of the lines that take back what was planned, or do it again."""
TURNS = 200
"""Turns of the wheel in which any line of a list can be reached."""
TRIES = 50
"""Turns of the loop in which a click on the board may come to something."""


class Hand(ABC):
    """Takes lines of the list, and closes boxes."""

    def __init__(self, app: ClientApp, random: Random) -> None:
        self.app = app
        self.random = random

    @abstractmethod
    async def take(self, number: int) -> None:
        """Take or mark a line of the list."""

    @abstractmethod
    async def close(self, card: CardScreen) -> None:
        """Close a box."""

    def look(self) -> None:
        """Ask for a page, or for the board."""
        self.app.simulate_key(self.random.choice(["f2", "f3", "f4", "f5", "f6", "f7"]))


class Keys(Hand):
    """The keys: a line's own key, its digit, or the arrows and Enter or Space."""

    async def take(self, number: int) -> None:
        panel = panel_of(self.app)
        row = panel.rows[number]
        if row.key and self.random.random() < 0.5:
            self.app.simulate_key(row.key)
            if row.key != CONFIRMS and panel.is_for_good(number):  # it is pointed at first
                self.app.simulate_key(row.key)
        elif panel.sign_of(number) and (panel.choices.hides(number) or self.random.random() < 0.5):
            self.app.simulate_key(panel.sign_of(number))
            if panel.is_for_good(number):  # it is pointed at first
                self.app.simulate_key("enter")
        else:
            await take_by_arrows(self.app, number)

    async def close(self, card: CardScreen) -> None:
        self.app.simulate_key(self.random.choice(["enter", "space", "escape"]))


class Mouse(Hand):
    """The mouse: a click on a line, on the line that confirms, on a spot of the board, or beside a box; the wheel."""

    async def take(self, number: int) -> None:
        panel = panel_of(self.app)
        rows = panel.rows
        row, confirm = rows[number], panel.query_one("#confirm")
        if row.spot is not None and self.random.random() < 0.3:
            for _ in range(2):  # one that decides is pointed at first
                self._click_spot(row.spot)
            for _ in range(TRIES):
                await asyncio.sleep(0)
            if panel.rows is not rows or panel_of(self.app) is not panel:
                return
        if row.confirms and confirm.display:
            for _ in range(1 + panel.is_click_for_good(number)):
                self._click(confirm.region.offset + Offset(1, 0))
            return
        choices = panel.choices
        if choices.hides(number):
            self._click(self._mark_of(number))
            return
        await self._wheel_to(number)
        for _ in range(1 + panel.is_click_for_good(number)):  # that is pointed at first
            self._click(choices.region.offset + choices.place_of(number) + Offset(5, -round(choices.scroll_y)))

    async def close(self, card: CardScreen) -> None:
        box = card.query_one("#box").region
        beside = [(0, 0), (self.app.size.width - 1, 0), (0, self.app.size.height - 1)]
        self._click(Offset(*next(place for place in beside if not box.contains(*place))))

    async def _wheel_to(self, number: int) -> None:
        """Bring a line of the list into sight. A list that a resize has just laid out anew may undo a turn of it."""
        choices = panel_of(self.app).choices
        for _ in range(TURNS):
            top, row = round(choices.scroll_y), choices.place_of(number).y
            if top <= row < top + choices.size.height:
                return
            self._send(
                events.MouseScrollDown if row >= top else events.MouseScrollUp,
                choices.region.offset + Offset(5, 0),
            )
            await drawn(choices)
            await drawn(choices)
        raise AssertionError(f"line {number} cannot be scrolled to: {choices.scroll_y} of {choices.max_scroll_y}")

    def _mark_of(self, number: int) -> Offset:
        """Where a piece is named above the list."""
        region = panel_of(self.app).query_one("#marks").region
        cells = [Offset(x, y) for y in range(region.y, region.bottom) for x in range(region.x, region.right)]
        wanted = f"press({number})"
        return next(cell for cell in cells if self.app.screen.get_style_at(*cell).meta.get("@click") == wanted)

    def _click_spot(self, spot: int) -> None:
        view = game_screen(self.app).board_view
        cell = Offset(*view.layout_in_use.boxes[spot].centre)
        seen = Region(0, 0, *view.size)
        at = cell - view.scroll_offset
        if seen.contains_point(at):
            self._click(view.region.offset + at)

    def _click(self, at: Offset) -> None:
        self._send(events.MouseDown, at)
        self._send(events.MouseUp, at)

    def _send(self, kind: type[events.MouseEvent], at: Offset) -> None:
        button = 1 if kind in {events.MouseDown, events.MouseUp} else 0
        self.app.post_message(kind(None, at.x, at.y, 0, 0, button, False, False, False))


async def resize(app: App[Any], size: tuple[int, int]) -> None:
    """The window has another size, and what is on it has its place there."""
    driver = app._driver
    assert driver is not None
    driver._size = size
    app.post_message(events.Resize(Size(*size), Size(*size)))
    await until(lambda: app.screen._compositor.size == Size(*size), f"the screen to be {size}")
    # Once laid out it may turn out to be wide or narrow, and is laid out once more; the rows that what is asked needs
    # are known after that.
    laid_out: list[Region] = []
    while laid_out != (now := [widget.region for widget in app.screen.query("*")]):
        laid_out = now
        await drawn(app.screen)
        await drawn(app.screen)


async def drawn(widget: Widget) -> None:
    """Wait until what has changed is on the screen, or the widget is gone."""
    done = asyncio.Event()
    widget.call_after_refresh(done.set)
    await until(lambda: done.is_set() or not widget.is_running, "the screen to be drawn")


async def play_on(
    app: ClientApp, hand: Hand, random: Random, sizes: Sequence[tuple[int, int]], lines: int | None = None
) -> int:
    """Play to the end, or so many `lines` that are taken, each at another size of the window; how many it were."""
    taken = 0
    screen = game_screen(app)
    panel = screen.panel
    while screen.port.situation().ended is None and (lines is None or taken < lines):
        if isinstance(app.screen, CardScreen):
            card = app.screen
            await resize(app, random.choice(sizes))
            read = card.read  # where they have no room together it tells one after another
            await hand.close(card)
            what = "the box to be closed, or to go on"
            await until(lambda card=card, read=read: app.screen is not card or card.read != read, what)  # type: ignore[misc]
            continue
        if screen.cards_to_come:
            await until(lambda: app.screen is not screen or not screen.cards_to_come, "a box")
            continue
        rows = panel.rows
        if not rows:
            await until(lambda: bool(panel.rows) or app.screen is not screen or ended(app), "a question")
            continue
        ready = [number for number, row in enumerate(rows) if row.ready]
        if random.random() < 0.9:  # what takes a plan back is taken now and then
            ready = [number for number in ready if rows[number].key not in UNDO]
        # The last line ends, confirms or declines: often enough for a game to get on.
        number = ready[-1] if random.random() < 0.25 else random.choice(ready)
        await hand.take(number)
        what = f"what follows {rows[number].text!r} at {app.size}"
        await until(lambda rows=rows: panel.rows is not rows or app.screen is not screen or ended(app), what)  # type: ignore[misc]
        taken += 1
        if random.random() < 0.2 and not ended(app):  # a page that is asked for closes the result
            hand.look()
        await resize(app, random.choice(sizes))
        if app.screen is screen:
            assert_in_window(screen)
    return taken


def assert_in_window(screen: Screen[Any]) -> None:
    """Nothing runs out of what it is laid out in: a list that did would have lines that nobody ever sees."""
    bar = screen.query_one("#bar").region
    for widget in screen.query("#middle, #left, #side, #below, #decision, #side > TextView"):
        if widget.display and widget.region:
            assert widget.region.bottom <= bar.y, f"{widget.id} of {screen.classes} at {screen.size}: {widget.region}"


def ended(app: ClientApp) -> bool:
    return game_screen(app).port.situation().ended is not None
