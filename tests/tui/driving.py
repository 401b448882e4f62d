"""Drives the screen in tests: finds what is on it, and presses keys without waiting for an idle machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from tui.app import ClientApp, make_app
from tui.dialogue import Row
from tui.glyphs import UNICODE, Glyphs
from tui.ports import GamePort
from tui.screens.card import CardScreen
from tui.screens.game import GameScreen
from tui.screens.result_screen import ResultScreen
from tui.widgets.decision_panel import DecisionPanel

ROUNDS = 60_000


def app_of(port: GamePort[Any, Any], glyphs: Glyphs = UNICODE, grace: float = 0, pace: float = 0) -> ClientApp:
    return make_app(port, glyphs, grace=grace, pace=pace)


def game_screen(app: ClientApp) -> GameScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


def panel_of(app: ClientApp) -> DecisionPanel:
    return game_screen(app).query_one("#decision", DecisionPanel)


def strips_of(app: App[Any]) -> list[Strip]:
    """The rows of the terminal as they are now, painted for this look."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def screen_lines(app: App[Any]) -> list[str]:
    """The rows of the terminal as they are now, without colours."""
    return [strip.text for strip in strips_of(app)]


def screen_text(app: App[Any]) -> str:
    return "\n".join(screen_lines(app))


def note_in_sight(app: ClientApp) -> str:
    """What stands below the list of the decision, in however many rows."""
    note = panel_of(app).query_one("#note").region
    rows = [line[note.x : note.right] for line in screen_lines(app)[note.y : note.bottom]]
    return " ".join(" ".join(rows).split())


async def until(happens: Callable[[], bool], what: str = "it") -> None:
    """Let the application run until `happens`, however long that takes on this machine."""
    for round_number in range(ROUNDS):
        if happens():
            return
        # Most things happen within some turns of the loop; what hangs on a timer needs real, short waits.
        await asyncio.sleep(0 if round_number < 2000 else 0.001)
    raise AssertionError(f"waited for {what} in vain")


async def settled(pilot: Pilot[None]) -> None:
    """All that was pressed has done all that it does, and the screen has drawn what there is to draw."""
    app = pilot.app
    assert isinstance(app, ClientApp)
    reached = asyncio.Event()
    app.call_later(reached.set)
    await until(lambda: (reached.is_set() and app.keys.idle) or not app.is_running, "the keys to be heard")
    await pilot.pause()
    await pilot.pause()


def all_for_good(panel: DecisionPanel, *actions: Any) -> None:
    """Let every action of what a panel asks go out at once, or these alone."""
    panel.for_good = lambda action: not actions or action in actions
    panel.fate = lambda action: ["for good"] if panel.for_good(action) else []


def rows_of(app: ClientApp) -> list[Row]:
    return panel_of(app).rows


async def close_cards(app: ClientApp) -> None:
    """Close the boxes in which it stands what a battle or a week has come to, one after the other."""

    def unread() -> bool:
        screens = [screen for screen in app.screen_stack if isinstance(screen, GameScreen)]
        return any(screen.cards_to_come for screen in screens) and not isinstance(app.screen, ResultScreen)

    while isinstance(app.screen, CardScreen) or unread():
        if isinstance(app.screen, ResultScreen):
            return
        await until(lambda: isinstance(app.screen, CardScreen), "a card")
        card = app.screen
        app.simulate_key("escape")  # Enter would only go on where several have no room together
        await until(lambda card=card: app.screen is not card, "the card to be closed")  # type: ignore[misc]


async def press_row(app: ClientApp, number: int) -> None:
    """Go to a line of the list with the arrow keys, and take or mark it."""
    await close_cards(app)
    panel = panel_of(app)
    rows = panel.rows
    if panel.choices.hides(number):
        app.simulate_key(panel.sign_of(number))
    else:
        await take_by_arrows(app, number)
    port = game_screen(app).port
    follows = f"what follows {rows[number].text}"
    await until(lambda: panel.rows is not rows and (bool(panel.rows) or port.situation().question is None), follows)


async def take_by_arrows(app: ClientApp, number: int) -> None:
    """The arrow keys to a line that stands in the list, and Enter or Space there, twice where that is asked for."""
    panel = panel_of(app)
    at = panel.choices.highlighted or 0
    for _ in range(abs(number - at)):
        app.simulate_key("down" if number > at else "up")
    await until(lambda: panel.choices.highlighted == number, f"line {number} of {[row.text for row in panel.rows]}")
    for _ in range(1 + panel.asks_twice(number)):
        app.simulate_key("enter" if panel.rows[number].mark is None else "space")


async def press_text(app: ClientApp, beginning: str) -> None:
    """Take the line that begins with these words, after opening the line that stands for those of no worth."""
    texts = [row.text for row in rows_of(app)]
    if not any(text.startswith(beginning) for text in texts):
        await press_row(app, next(number for number, text in enumerate(texts) if "other places: 0" in text))
        texts = [row.text for row in rows_of(app)]
    await press_row(app, next(number for number, text in enumerate(texts) if text.startswith(beginning)))


def random_rows(app: ClientApp, random: Random) -> Iterator[int]:
    """Lines to press one after another, at random, the ready ones alone."""
    while True:
        ready = [number for number, row in enumerate(rows_of(app)) if row.ready]
        # What takes a plan back is taken now and then.
        if random.random() < 0.9:
            ready = [number for number in ready if rows_of(app)[number].key not in {"u", "U", "D"}]
        # The last line ends, confirms or declines: often enough for a game to get on.
        yield ready[-1] if random.random() < 0.25 else random.choice(ready)
