"""What holds for the tests of the client."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.tui.idle import nothing_due


@pytest.fixture(autouse=True)
def unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a headless application would paint between two looks of a test is not worked out, as nobody sees it.

    Textual works it out and throws it away, which is half of what these tests cost. A look (`driving.strips_of`, a
    picture) paints the whole screen as ever. Tests marked `painted` paint all.
    """
    if request.node.get_closest_marker("painted"):
        return
    painting = Compositor.render_update

    def looked_at(self: Compositor, full: bool = False, **options: Any) -> RenderableType | None:
        if full:
            return painting(self, full=True, **options)
        self._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", looked_at)


@pytest.fixture(scope="session", autouse=True)
def no_idle_waits() -> Iterator[None]:
    """A test goes on as soon as its application has done what there is to do: a third of its time went by idly.

    What is to be drawn is drawn more often than on a terminal, so that it is waited for less.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in ("textual.app", "textual.pilot"):
            patch.setattr(f"{module}.wait_for_idle", nothing_due)
        patch.setattr("textual.screen.UPDATE_PERIOD", 1 / 200)
        yield


@pytest.fixture(autouse=True)
def colours_as_before() -> Iterator[None]:
    """What the command has made of the terminal of one test is not for the next."""
    before = os.environ.get("NO_COLOR")
    yield
    if before is None:
        os.environ.pop("NO_COLOR", None)
    else:
        os.environ["NO_COLOR"] = before


@pytest.fixture(scope="session", autouse=True)
def stylesheets_once() -> Iterator[None]:
    """The same rules of style are parsed once, and not for every application that a test begins."""
    parsing = Stylesheet._parse_rules
    known: dict[object, list[RuleSet]] = {}

    def parsed(self: Stylesheet, css: str, *args: Any, **options: Any) -> list[RuleSet]:
        key = (css, args, tuple(options.items()), tuple(self._variables.items()))
        if key not in known:
            known[key] = parsing(self, css, *args, **options)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield
