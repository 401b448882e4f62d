"""NO_COLOR: the colours of the terminal alone, and what stands out does so by other means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App

from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import app_of, panel_of, press_text, screen_lines, screen_text, settled, strips_of, until
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_screens import battle, battle_screens, fresh, turn_screens
from tui.app import ClientApp
from tui.dressed_app import DressedApp, without_colours
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.go_on_app import GoOnApp
from tui.menu_app import MenuApp
from tui.palettes import palette_for
from tui.replay_app import ReplayApp
from tui.rules_app import RulesApp
from tui.sekigahara.interface import STYLES
from tui.theme import STYLES as COMMON
from tui.tutorial.app import TutorialApp
from tui.watch_app import WatchApp

EVERY = {**COMMON, **STYLES}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor in the light of a palette that somebody has chosen for when there are colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("SEKIGAHARA_THEME", "light")
    monkeypatch.setenv("SEKIGAHARA_FORCED", "asked")


def segments_of(app: App[Any]) -> Iterable[Segment]:
    return (segment for strip in strips_of(app) for segment in strip)


def styles_of(app: ClientApp, text: str) -> list[Style]:
    """How what contains this text is drawn, wherever it stands."""
    return [segment.style or Style() for segment in segments_of(app) if text in segment.text]


def coloured(app: App[Any]) -> list[Segment]:
    return [each for each in segments_of(app) if each.style and (each.style.color or each.style.bgcolor)]


@pytest.mark.parametrize(
    ("style", "signs"),
    [
        ("bold #141000 on #e6bd3a", "bold reverse"),  # what is dark on light
        ("bold #ffffff on #2f4fa8", "bold"),
        ("#7a7a7a on #000000", "dim"),
        ("#dedede on #000000", "none"),
        ("bold #93a8ff on #000000", "bold"),
        ("reverse #dedede on #000000", "reverse"),
        ("bold reverse #1c1400 on #d8b13c", "bold underline"),  # which would not stand out
        ("on #ffffff", "reverse"),
        ("on #000000", "none"),
        ("reverse", "reverse"),  # what has lost its colours before
        ("dim italic underline", "dim italic underline"),
    ],
)
def test_what_becomes_of_a_style(style: str, signs: str) -> None:
    drawn = without_colours(Style.parse(style))
    assert (drawn.color, drawn.bgcolor) == (None, None)
    for name in ("bold", "dim", "italic", "underline", "reverse"):
        assert bool(getattr(drawn, name)) == (name in signs.split()), name


def test_a_click_finds_what_it_is_on() -> None:
    assert without_colours(Style.parse("#dedede on #000000") + Style(meta={"option": 3})).meta == {"option": 3}


def test_the_sides_are_told_apart() -> None:
    """Every block of Ishida's is reversed and none of Tokugawa's, nor what stands around them."""
    reversed_ones = {name for name, style in EVERY.items() if without_colours(Style.parse(style)).reverse}
    ishida = {f"chip-{daimyo}" for daimyo in ("ishida", "kobayakawa", "mori", "uesugi", "ukita")} | {"ishida"}
    tokugawa = {f"chip-{daimyo}" for daimyo in ("tokugawa", "fukushima", "maeda", "date", "ii")} | {"tokugawa"}
    assert ishida <= reversed_ones
    assert not {*tokugawa, "name", "road", "highway", "coast", "land"} & reversed_ones
    dim = {name for name, style in EVERY.items() if without_colours(Style.parse(style)).dim}
    assert {"dim", "coast"} <= dim
    assert not {"name", "road", "highway", "tokugawa-control", "ishida-control", *ishida, *tokugawa} & dim


@pytest.mark.parametrize(
    ("set_to", "palette"), [({}, "light"), ({"NO_COLOR": "1"}, "dark"), ({"NO_COLOR": ""}, "dark")]
)
def test_no_palette_is_chosen_where_no_colour_is_wanted(set_to: dict[str, str], palette: str) -> None:
    assert palette_for({"SEKIGAHARA_THEME": "light", **set_to}) == palette


@pytest.mark.parametrize("app", [ClientApp, TutorialApp, MenuApp, ReplayApp, RulesApp, WatchApp, GoOnApp])
def test_every_application_does_without_colours(app: type[App[Any]]) -> None:
    assert issubclass(app, DressedApp)


@pytest.mark.asyncio
@pytest.mark.usefixtures("without")
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_no_screen_has_a_colour(glyphs: Glyphs) -> None:
    for app, screens in ((fresh(glyphs), turn_screens), (battle(glyphs), battle_screens)):
        async with app.run_test(size=(100, 30)) as pilot:
            await settled(pilot)
            async for name in screens(pilot, app):
                assert not coloured(app), name
                assert any(each.style and (each.style.bold or each.style.reverse) for each in segments_of(app)), name


@pytest.mark.asyncio
@pytest.mark.usefixtures("without")
async def test_what_is_pointed_at_stands_out() -> None:
    table = position(
        {"edo": ["tokugawa-3", "date-2"], "mito": ["maeda-2"], "hand": ["date-single", "date-swords"]},
        {"oyama": ["ukita-3"], "osaka": ["mori-2"], "hand": ["ukita-single"]},
        paid=None,
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await until(lambda: bool(styles_of(app, "Minimal movement")), "the payment")
        assert all(style.reverse for style in styles_of(app, "Minimal movement"))
        assert not any(style.reverse for style in styles_of(app, "Total movement"))
        await pilot.press("down")
        await settled(pilot)
        assert not any(style.reverse for style in styles_of(app, "Minimal movement"))
        await press_text(app, "Limited movement")
        await settled(pilot)
        await pilot.press("1", "enter")
        await until(lambda: "March from Mito" in screen_text(app), "the movement")
        await pilot.press("tab")
        await settled(pilot)
        assert not panel_of(app).choices.has_focus
        lines = styles_of(app, "March from")
        assert [bool(style.reverse) for style in lines] == [False] * len(lines), "the keys are the board's"
        assert [bool(style.underline) for style in lines].count(True) == 1
        assert not coloured(app)


@pytest.mark.asyncio
@pytest.mark.usefixtures("without")
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
async def test_what_is_looked_for_in_the_rules_is_seen(glyphs: Glyphs) -> None:
    app = app_of(practice_game(), glyphs=glyphs)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("r")
        await until(lambda: app.screen.id == "rules", "the rules")
        await pilot.press("slash", *"siege")
        await until(lambda: "siege" in screen_lines(app)[1], "the line that is typed")
