"""What is said below a list: as many whole sentences as there is room for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from textual.content import Content
from textual.css.scalar import Unit
from textual.widgets import Static

_ENDS: Final = re.compile(r"(?<=[.;])[ \n]")


def first_part(said: str) -> str:
    """What a note keeps last, however little room it has."""
    return _ENDS.split(said, maxsplit=1)[0].rstrip(";")


class Note(Static):
    """Sentences of which the last, or their last parts, fall away where the rows kept for them have no room for all.

    After what is left `ellipsis` stands for them, and, where the row has room for it, `more`: by what key to read them.
    Lines of its own that some of them have they lose there: as many as can be told matter more.
    A sentence is cut in its midst only if it is the first, or if a whole row would stay empty: it ends so where words
    of it are left out. Of lines for which no rows are kept the first fall away, but for those at the head.
    """

    def __init__(
        self,
        *,
        ellipsis: str,
        more: Callable[[], str] = lambda: "",
        id: str | None = None,  # noqa: A002 (Textual's name)
    ) -> None:
        super().__init__(Content(), id=id, markup=False)
        self._ellipsis = ellipsis
        self._more = more
        self._rows: int | None = None
        self._head = 0
        self.styles.height = "1fr"
        self.styles.max_height = "100%"

    def say(self, sentences: Content, head: int = 0) -> None:
        """Show these instead; so many lines at the `head` stay where those below have no room."""
        self._head = head
        if sentences != self.content:
            # To lay the screen out anew costs more than all the rest.
            self.update(sentences, layout=self._rows is None)

    def keep(self, rows: int | None) -> None:
        """Keep so many rows for it, whatever it says; None: all that there are."""
        if rows != self._rows:
            self._rows = rows
            # A height that its words settle was at times that of words before.
            self.styles.height = "1fr" if rows is None else rows
            # What the style sheet allows is for a list that needs the rows (`most`): more may be left over.
            self.styles.max_height = "100%" if rows is None else rows
            self.display = rows != 0
            self.refresh(layout=True)

    @property
    def most(self) -> int:
        """The rows that the style sheet allows it."""
        limit = self.styles.base.max_height  # while it says why one waits it may have more
        return 1 if limit is None or limit.unit is not Unit.CELLS else int(limit.value)

    def render(self) -> Content:
        """What has room."""
        assert isinstance(self.content, Content)
        columns, rows = self.content_size
        if not columns or not rows:
            return self.content
        if self._rows is None:
            return self._last(self.content, columns, rows)
        rows = min(rows, self._rows)  # it may not have them yet
        told, more = self._fitting(self.content, columns, rows), self._more()
        if more and told.plain.endswith(self._ellipsis) and told.plain != self.content.plain:
            named = Content(f"{told.plain} {more}")
            told = named if named.get_height({}, columns) <= rows else told
        return told

    def _last(self, said: Content, columns: int, rows: int) -> Content:
        """Of lines that tell what happens, the last that have room."""
        lines = said.plain.split("\n")
        while len(lines) > max(1, self._head) and said.get_height({}, columns) > rows:
            del lines[self._head]
            said = Content("\n".join(lines))
        return said

    def _fitting(self, said: Content, columns: int, rows: int) -> Content:
        if said.get_height({}, columns) <= rows:
            return said
        said = Content(said.plain.replace("\n", " "))
        if said.get_height({}, columns) <= rows:
            return said
        parts = _ENDS.split(said.plain)
        for count in range(len(parts) - 1, 0, -1):
            whole = " ".join(parts[:count]).rstrip(";")
            # That there is more is said in any case: in the place of its end if there is no other.
            for shown in (f"{whole} {self._ellipsis}", f"{whole.rstrip('.')}{self._ellipsis}"):
                used = Content(shown).get_height({}, columns)
                if used <= rows:
                    return Content(shown) if used == rows else self._cut(said, columns, rows)
        return self._cut(said, columns, rows)

    def _cut(self, said: Content, columns: int, rows: int) -> Content:
        """As many words as there is room for."""
        words = said.plain.split(" ")
        while said.get_height({}, columns) > rows and len(words) > 1:
            words.pop()
            said = Content(" ".join(words) + self._ellipsis)
        return said
