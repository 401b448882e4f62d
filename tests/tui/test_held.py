"""What no row ends in: short items of lists, a few words in brackets, signs before figures."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content

from tests.tui.driving import screen_lines
from tui.glyphs import UNICODE
from tui.theme import Theme
from tui.widgets.held import HeldStatic, held, let_go
from tui.widgets.text_view import TextView

LONG = (
    "Ishida: Mōri 2 +2, Ukita 1 cavalry +3, 2 × Mōri 3 +6, Kobayakawa double, Loyalty Challenge, Kiyosu (1 against 2), "
    "and on"
)


class Both(App[None]):
    """The same text in a page and in a box."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self.columns = columns
        theme = Theme(UNICODE, {})
        self.page = TextView("Page", theme)

    def compose(self) -> ComposeResult:
        self.page.styles.width = self.columns
        self.page.styles.height = 12
        self.page.show([[("Ishida: ", "bold"), (LONG.removeprefix("Ishida: "), "plain")]])
        yield self.page
        box = HeldStatic(Content(LONG))
        box.styles.width = self.columns
        yield box


def test_what_is_held_is_as_long_and_can_be_let_go() -> None:
    assert len(held(LONG)) == len(LONG)
    assert let_go(held(LONG)) == LONG
    for pieces in ("it marches (Uk1L Ma1g Ma2) there", "battle with 3: Fu1L Fu1c Ii4"):
        assert held(pieces) == pieces, "a row may end between the codes of pieces"
    assert held("that is so, and no more") == "that is so, and no more", "words of a sentence are no items"


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [30, 34, 41, 52])
async def test_no_row_of_a_page_or_a_box_ends_in_a_name_or_before_its_figure(columns: int) -> None:
    app = Both(columns)
    async with app.run_test(size=(80, 40)):
        rows = [row.strip() for row in screen_lines(app)]
        for unit in (
            "Mōri 2 +2",
            "Ukita 1 cavalry +3",
            "2 × Mōri 3 +6",
            "Kobayakawa double",
            "Loyalty Challenge",
            "(1 against 2)",
        ):
            assert len([row for row in rows if unit in row]) == 2, (unit, rows)
        assert not any("\u2800" in row for row in rows)
