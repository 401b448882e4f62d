"""The line at the bottom: keys, which the mouse can press too."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Static


class PageBar(Static):
    """Names the pages and what else can be done."""

    def __init__(self, pages: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        """`pages`: the names of the pages, in the order of their function keys."""
        super().__init__(id=id, markup=True)
        self._pages = tuple(pages)

    def show(self, page: str) -> None:
        """Name the keys; the page in sight stands out."""
        keys = [("F1", "help", "help")]
        keys += [(f"F{number}", name, f"page('{name}')") for number, name in enumerate(self._pages, start=2)]
        keys += [("t", "talk", "talk"), ("z", "zoom", "zoom"), ("q", "leave", "leave")]
        # Markup of our own alone: nothing that comes from the opponent is in it.
        self.update(
            " ".join(
                [
                    f"[@click=screen.{action}][b]{key}[/b] "
                    + (f"[reverse]{name}[/reverse]" if name == page else name)
                    + "[/]"
                    for key, name, action in keys
                ]
            )
        )
