"""What is said above a list: as many whole sentences as there is room for."""

from __future__ import annotations

from textual.content import Content
from textual.css.scalar import Unit
from textual.geometry import Size
from textual.widgets import Static


class Note(Static):
    """Sentences of which the last fall away where the style sheet leaves no room for them.

    None is cut in its midst, unless it is the first. Where there is no limit in rows all of them are shown.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(Content(), id=id, markup=False)

    def say(self, sentences: Content) -> None:
        """Show these instead."""
        if sentences != self.content:  # to lay the screen out anew costs more than all the rest
            self.update(sentences)

    def needs(self, columns: int) -> int:
        """The rows that all of it takes in so many columns."""
        assert isinstance(self.content, Content)
        return self.content.get_height({}, columns)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that are needed in so many columns."""
        return self._fitting(width).get_height({}, width) if width else 0

    def render(self) -> Content:
        """What has room."""
        return self._fitting(self.content_size.width)

    def _fitting(self, columns: int) -> Content:
        assert isinstance(self.content, Content)
        most = self.styles.max_height
        if not columns or most is None or most.unit is not Unit.CELLS:
            return self.content
        sentences = self.content.plain.split(". ")
        said = self.content
        for count in range(len(sentences) - 1, 0, -1):
            if said.get_height({}, columns) <= most.value:
                break
            said = Content(". ".join(sentences[:count]) + ".")
        return said
