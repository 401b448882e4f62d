"""The bar of keys fits into a terminal of 80 columns in every language."""

from __future__ import annotations

import pytest

from engine.games import GAMES, GameKind
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.language import LANGUAGES, _, speaking


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_the_bar_fits(kind: GameKind, code: str) -> None:
    interface = interface_of(kind.make({}), UNICODE)
    names = [interface.board.name, *[page.name for page in interface.pages], "log", "news"]
    with speaking(code):
        words = [f"F1 {_('help')}", *[f"F{number} {_(name)}" for number, name in enumerate(names, start=2)]]
        bar = " ".join([*words, f"^p {_('more')}", f"q {_('leave')}"])
    assert len(bar) <= 80, bar
